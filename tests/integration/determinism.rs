//! The same scene gives the same state, run for run and in every build mode.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that fails says so by panicking"
)]

mod support;

use headless::loaded::load;
use headless::runner::{RunOptions, run};
use headless::settings::Settings;

/// The state after [`TICKS`] of `choke`, in debug and in release. To be changed only together with
/// the world's behaviour, and then on purpose.
const GOLDEN: Option<&str> = Some("3b9c7e321d85e58a");

const TICKS: u32 = 60;

/// The scenes that are run with other numbers of threads, and their settings: with plans that are used at once, and with
/// plans that are made beside three steps, within a budget that is too small for all of them.
const SCENES: [&str; 6] = ["choke", "maze", "lanes", "crossing4", "door_opens", "bridge_falls"];
const TERMS: [&[&str]; 2] = [&[], &["plan_latency=3", "plan_cells=9000"]];

fn hash(ticks: u32) -> String {
    hash_of("choke", &[], (ticks, None))
}

fn hash_of(scene: &str, settings: &[&str], (ticks, threads): (u32, Option<usize>)) -> String {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let scene = load(scene, Settings::parse(&settings).unwrap()).unwrap();
    let options = RunOptions { ticks: Some(ticks), threads, ..RunOptions::default() };
    run(&scene, options, &mut |_| ()).unwrap().card.state_hash
}

#[test]
fn any_number_of_threads_gives_the_same_state() {
    for scene in SCENES {
        let mut seen = Vec::new();
        for term in TERMS {
            let alone = hash_of(scene, term, (TICKS, Some(0)));
            for threads in [1, 2, 4, 8] {
                let helped = hash_of(scene, term, (TICKS, Some(threads)));
                assert_eq!(helped, alone, "{scene} {term:?}, {threads} threads");
            }
            println!("{scene} {term:?}: {alone}");
            seen.push(alone);
        }
        assert_ne!(seen[0], seen[1], "{scene}: plans that come later change what units do");
    }
}

#[test]
fn a_scene_gives_the_same_state_every_time() {
    let first = hash(TICKS);
    assert_eq!(hash(TICKS), first);
    assert_ne!(hash(TICKS - 1), first);
    if let Some(golden) = GOLDEN {
        assert_eq!(first, golden);
    }
}
