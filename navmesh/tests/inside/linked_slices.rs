//! Searches in slices on meshes with links.

use glam::{Vec2, vec2};

use super::random_scene::Scene;
use crate::*;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

/// Links between random places, some of them blocked or outside what is free.
fn add_links(scene: &mut Scene, mesh: &mut NavMesh) {
    let side = scene.definition.bounds.max.x;
    for kind in 0..2 + scene.random.below(6) as u8 {
        let (from, to) = (scene.point(), scene.point());
        let cost = scene.random.below(9) as f32 / 8.0 * side * 0.3;
        let both_ways = scene.random.below(2) == 0;
        let definition = LinkDefinition { both_ways, kind, ..LinkDefinition::new(cost) };
        mesh.add_link_anywhere(from, to, &definition).unwrap();
    }
}

type Answer = Result<Path, PathError>;

fn in_slices(
    mesh: &NavMesh,
    (from, to): (Vec2, Vec2),
    options: &PathOptions,
    expansions: u32,
) -> (Answer, u32) {
    let (mut search, mut path, mut slices) = (Search::default(), Path::default(), 0);
    let sliced = match mesh.begin_path(&mut search, from, to, options) {
        Ok(sliced) => sliced,
        Err(error) => return (Err(error), slices),
    };
    loop {
        slices += 1;
        assert!(slices < 1_000_000, "{from} → {to}");
        match mesh.continue_path(&mut search, &sliced, expansions, &mut path) {
            Ok(Slice::Running) => assert_eq!(path, Path::default()),
            Ok(Slice::Done) => {
                let again = mesh.continue_path(&mut search, &sliced, 1, &mut Path::default());
                assert_eq!(again, Err(SliceError::SearchUsed));
                return (Ok(path), slices);
            }
            Err(SliceError::NoWay(error)) => {
                assert_eq!(path, Path::default());
                return (Err(error), slices);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn slices_give_the_same_path_over_links() {
    let (mut over_links, mut nearest, mut none, mut cut) = (0, 0, 0, 0);
    for seed in 0..120 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mut mesh = scene.mesh();
        if seed % 4 == 1 {
            let (low, high) = (scene.point(), scene.point());
            let area = Bounds::new(low, high);
            // Without an extent it is refused.
            let _ = mesh.add_area(area, Area { kind: 1, cost: 1.5 });
            mesh.commit().unwrap();
        }
        add_links(&mut scene, &mut mesh);
        if seed % 3 == 0
            && let Ok(baked) = mesh.bake(&mut |_| {})
        {
            mesh = baked;
        }
        for (round, entry) in ENTRIES.into_iter().cycle().take(12).enumerate() {
            let ends = (scene.point(), scene.point());
            let kinds = match round {
                0..6 => KindCosts::default(),
                _ => KindCosts::default().without(1).unwrap().with_factor(2, 3.0).unwrap(),
            };
            let options = PathOptions { partial: round % 3 == 0, ..PathOptions::default() };
            let options = PathOptions { entry, kinds, corridor: true, ..options };
            let whole = mesh.find_path(&mut Search::default(), ends.0, ends.1, &options);
            let mut expanded = None;
            for expansions in [1, 2, 7, 1000] {
                let (mut answer, slices) = in_slices(&mesh, ends, &options, expansions);
                if let (Ok(path), Ok(whole)) = (&mut answer, &whole) {
                    // What a search at once finds out on its way may save it steps.
                    assert_eq!(*expanded.get_or_insert(path.expanded), path.expanded);
                    path.expanded = whole.expanded;
                }
                assert_eq!(answer, whole, "seed {seed}, {entry:?}, {expansions}");
                cut += (slices > 2) as u32;
            }
            match whole {
                Ok(path) => {
                    over_links += !path.links.is_empty() as u32;
                    nearest += (path.end != PathEnd::Goal) as u32;
                }
                Err(_) => none += 1,
            }
        }
    }
    let counts = (over_links, nearest, none, cut);
    assert!(over_links > 150 && nearest > 60 && none > 200 && cut > 900, "{counts:?}");
}

#[test]
fn slices_notice_that_links_came_or_went() {
    let scene = Scene::new(0);
    let mut mesh = NavMesh::new(&scene.definition).unwrap();
    let side = scene.definition.bounds.max.x;
    let (from, to) = (Vec2::splat(side * 0.1), Vec2::splat(side * 0.9));
    let jump = LinkDefinition::new(0.0);
    let link = mesh.add_link(from, vec2(to.x, from.y), &jump).unwrap();
    let (mut search, mut path) = (Search::default(), Path::default());
    let options = PathOptions::default();
    let begin =
        |mesh: &NavMesh, search: &mut Search| mesh.begin_path(search, from, to, &options).unwrap();
    let sliced = begin(&mesh, &mut search);
    let before = mesh.clone();
    mesh.remove_link(link).unwrap();
    let mut go_on = |mesh: &NavMesh, search: &mut Search, sliced: &SlicedPath| {
        mesh.continue_path(search, sliced, 1, &mut path)
    };
    assert_eq!(go_on(&mesh, &mut search, &sliced), Err(SliceError::MeshChanged));
    assert_eq!(go_on(&before, &mut search, &sliced), Ok(Slice::Running), "a copy keeps it");
    assert_eq!(go_on(&before, &mut Search::default(), &sliced), Err(SliceError::SearchUsed));
    let sliced = begin(&mesh, &mut search);
    mesh.add_link(from, to, &jump).unwrap();
    assert_eq!(go_on(&mesh, &mut search, &sliced), Err(SliceError::MeshChanged));
    let sliced = begin(&mesh, &mut search);
    assert_eq!(go_on(&mesh, &mut search, &sliced), Ok(Slice::Running));
    mesh.find_path(&mut search, from, to, &options).unwrap();
    assert_eq!(go_on(&mesh, &mut search, &sliced), Err(SliceError::SearchUsed));
    // Bad ends are refused at the door, as without links.
    for (from, to) in [(Vec2::NAN, to), (from, Vec2::INFINITY)] {
        let begun = mesh.begin_path(&mut search, from, to, &options).map(|_| ());
        assert!(matches!(begun, Err(PathError::NotFinite { .. })));
    }
}
