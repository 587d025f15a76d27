//! A scene gives one state, run for run and in every build mode.

use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scoring::runner::{RunOptions, run};

/// The states after [`TICKS`] of some scenes, in debug and in release, with any number of threads and on every platform: of
/// each under both [`TERMS`]. To be changed only together with the world's behaviour, and then on purpose.
const GOLDEN: [(&str, [&str; 2]); 6] = [
    ("choke", ["a3bc4985e073c155", "7d610af2d3c33c8a"]),
    ("maze", ["d2f36d36701a6a57", "7e57c1e1e7f09b03"]),
    ("lanes", ["d3afc432662bc758", "9c456de1c9ced46c"]),
    ("crossing4", ["63c14bc49e0048f4", "70ab9210dafd2614"]),
    ("door_opens", ["60c74c5013f3d68c", "609567d33fcfe245"]),
    ("bridge_falls", ["66bc822e0b9f4dda", "5bbadb4cf4e9e945"]),
];

const TICKS: u32 = 60;

/// Plans that are used at once, and plans that are made beside three steps, within a budget that is too small for all of
/// them.
const TERMS: [&[&str]; 2] = [&[], &["plan_latency=3", "plan_cells=9000"]];

/// How a run may differ that ends in the same state: threads that help, and the tick before which it is restored from bytes.
const WAYS: [(usize, Option<u32>); 6] =
    [(1, None), (2, None), (4, None), (8, None), (0, Some(31)), (2, Some(TICKS - 2))];

fn hash(ticks: u32) -> String {
    hash_of("choke", &[], RunOptions { ticks: Some(ticks), ..RunOptions::default() })
}

fn hash_of(scene: &str, settings: &[&str], options: RunOptions) -> String {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let scene = load(scene, Settings::parse(&settings).unwrap()).unwrap();
    run(&scene, options, &mut |_| ()).unwrap().card.state_hash
}

/// The states of a scene, which are the same whatever helps and whenever it was saved.
fn states_of(scene: &str) -> [String; 2] {
    TERMS.map(|term| {
        let ends = |(threads, restored_before): (usize, Option<u32>)| {
            let (ticks, threads) = (Some(TICKS), Some(threads));
            hash_of(
                scene,
                term,
                RunOptions { ticks, threads, restored_before, ..Default::default() },
            )
        };
        let alone = ends((0, None));
        for way in WAYS {
            assert_eq!(ends(way), alone, "{scene} {term:?}: threads, restored before {way:?}");
        }
        alone
    })
}

#[test]
fn six_scenes_end_in_their_golden_states_with_any_threads_and_from_bytes() {
    let seen: Vec<(&str, [String; 2])> =
        GOLDEN.iter().map(|&(scene, _)| (scene, states_of(scene))).collect();
    // What is printed can be put in the place of `GOLDEN`.
    seen.iter().for_each(|(scene, states)| println!("    ({scene:?}, {states:?}),"));
    for ((scene, states), (_, golden)) in seen.iter().zip(GOLDEN) {
        assert_ne!(states[0], states[1], "{scene}: plans that come later change what units do");
        assert_eq!(states, &golden, "{scene}");
    }
}

#[test]
fn a_scene_gives_the_same_state_every_time() {
    let first = hash(TICKS);
    assert_eq!(hash(TICKS), first);
    assert_ne!(hash(TICKS - 1), first);
}
