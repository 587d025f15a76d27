//! Links: jumps, ladders and teleports.

use crate::support::Random;
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

/// Two halves with a wall between them, which has a gap far up if there is a `gap`.
fn halves(gap: bool) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, vec2(60.0, 100.0));
    let mut mesh =
        NavMesh::new(&MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) }).unwrap();
    let top = if gap { 95.0 } else { 100.0 };
    mesh.add_outline(Bounds::new(vec2(28.0, 0.0), vec2(32.0, top))).unwrap();
    mesh.commit().unwrap();
    mesh
}

fn search(mesh: &NavMesh, from: Vec2, to: Vec2, options: &PathOptions) -> Result<Path, PathError> {
    mesh.find_path(&mut Search::default(), from, to, options)
}

#[test]
fn a_link_is_used_where_it_is_cheaper_and_only_its_way() {
    let (from, to) = (vec2(18.0, 5.0), vec2(42.0, 5.0));
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry);
        let mut mesh = halves(true);
        let round = search(&mesh, from, to, &options).unwrap();
        assert!(round.length > 180.0 && round.links.is_empty());
        let dear =
            mesh.add_link(vec2(28.0, 5.0), vec2(32.0, 5.0), &LinkDefinition::new(500.0)).unwrap();
        assert_eq!(search(&mesh, from, to, &options).unwrap().points, round.points);
        let jump =
            mesh.add_link(vec2(28.0, 5.0), vec2(32.0, 5.0), &LinkDefinition::new(7.0)).unwrap();
        let over = search(&mesh, from, to, &options).unwrap();
        assert_eq!((over.length, over.cost), (20.0, 27.0), "{entry:?}");
        assert_eq!(over.links, [PathLink { point: 1, link: jump }]);
        assert_eq!(over.points, [from, vec2(28.0, 5.0), vec2(32.0, 5.0), to]);
        let back = search(&mesh, to, from, &options).unwrap();
        assert!(back.links.is_empty() && (back.length - round.length).abs() < 0.01 * round.length);
        mesh.remove_link(jump).unwrap();
        assert_eq!(mesh.remove_link(jump), Err(LinkError::Stale));
        assert_eq!(search(&mesh, from, to, &options).unwrap().points, round.points);
        assert_eq!(mesh.links().count(), 1);
        assert!(mesh.link(dear).is_some() && mesh.link(jump).is_none());
        let ladder = LinkDefinition { both_ways: true, ..LinkDefinition::new(7.0) };
        mesh.add_link(vec2(32.0, 5.0), vec2(28.0, 5.0), &ladder).unwrap();
        for (from, to) in [(from, to), (to, from)] {
            assert_eq!(search(&mesh, from, to, &options).unwrap().cost, 27.0);
        }
    }
}

#[test]
fn links_join_what_the_ground_does_not() {
    let mut mesh = halves(false);
    let (from, to) = (vec2(10.0, 50.0), vec2(50.0, 50.0));
    let unreachable = Err(PathError::Unreachable { from, to });
    for entry in ENTRIES {
        assert_eq!(search(&mesh, from, to, &PathOptions::with_entry(entry)), unreachable);
    }
    let rope = LinkDefinition { kind: 5, ..LinkDefinition::new(0.0) };
    mesh.add_link(vec2(20.0, 50.0), vec2(40.0, 50.0), &rope).unwrap();
    let dry = KindCosts::default().without(5).unwrap();
    let dear = KindCosts::default().with_factor(5, 3.0).unwrap();
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry);
        assert_eq!(search(&mesh, from, to, &options).unwrap().cost, 20.0);
        assert_eq!(search(&mesh, from, to, &options.with_kinds(dear)).unwrap().cost, 20.0, "3 · 0");
        assert_eq!(search(&mesh, from, to, &options.with_kinds(dry)), unreachable);
        let back = Err(PathError::Unreachable { from: to, to: from });
        assert_eq!(search(&mesh, to, from, &options), back, "one way");
        let near = search(&mesh, to, from, &options.or_nearest()).unwrap();
        assert!(matches!(near.end, PathEnd::Nearest { .. }));
    }
    assert_eq!(mesh.reachable(from, to), Ok(false), "components are of the ground");
    // An end that is blocked puts the link out of use, until it is free again.
    let crate_on_it = mesh
        .add_obstacle(&[vec2(39., 49.), vec2(41., 49.), vec2(41., 51.), vec2(39., 51.)])
        .unwrap();
    mesh.commit().unwrap();
    assert_eq!(search(&mesh, from, to, &PathOptions::default()), unreachable);
    let copy = mesh.clone();
    mesh.remove_obstacle(crate_on_it).unwrap();
    mesh.commit().unwrap();
    assert_eq!(search(&mesh, from, to, &PathOptions::default()).unwrap().cost, 20.0);
    assert_eq!(
        search(&copy, from, to, &PathOptions::default()),
        unreachable,
        "a copy keeps what it has"
    );
    let loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    assert_eq!(search(&loaded, from, to, &PathOptions::default()).unwrap().cost, 20.0);
    let baked = mesh.bake(&mut |_| {}).unwrap();
    assert_eq!(search(&baked, from, to, &PathOptions::default()).unwrap().cost, 20.0);
}

#[test]
fn exact_paths_over_links_are_the_cheapest() {
    let mut random = Random(5);
    let (mut used, mut twice) = (0, 0);
    for _ in 0..60 {
        let mut mesh = halves(random.below(2) == 0);
        let mut point = |left: u64| {
            let x = if left == 0 { 1.0 } else { 33.0 } + random.below(26) as f32;
            vec2(x, 1.0 + random.below(98) as f32)
        };
        let mut links = Vec::new();
        for k in 0..6 {
            let (from, to) = (point(k % 2), point(k / 2 % 2));
            let cost = (k * 7) as f32;
            let both_ways = k > 2;
            mesh.add_link(from, to, &LinkDefinition { both_ways, ..LinkDefinition::new(cost) })
                .unwrap();
            links.push((from, to, cost));
            if both_ways {
                links.push((to, from, cost));
            }
        }
        let ground = {
            let mut ground = mesh.clone();
            let ids: Vec<LinkId> = ground.links().map(|(id, _)| id).collect();
            ids.into_iter().for_each(|id| ground.remove_link(id).unwrap());
            ground
        };
        let exact = PathOptions::with_entry(Entry::Exact);
        let mut scratch = Search::default();
        let mut walk = |from: Vec2, to: Vec2| {
            ground.find_path(&mut scratch, from, to, &exact).map_or(f32::INFINITY, |path| path.cost)
        };
        let (from, to) = (point(0), point(1));
        // Bellman and Ford: the least cost to the end of each link.
        let mut least: Vec<f32> = links.iter().map(|link| walk(from, link.0) + link.2).collect();
        for _ in 0..links.len() {
            for k in 0..links.len() {
                for j in 0..links.len() {
                    least[k] = least[k].min(least[j] + walk(links[j].1, links[k].0) + links[k].2);
                }
            }
        }
        let mut expected = walk(from, to);
        for k in 0..links.len() {
            expected = expected.min(least[k] + walk(links[k].1, to));
        }
        match search(&mesh, from, to, &exact) {
            Ok(path) => {
                assert!(
                    (path.cost - expected).abs() < 1e-3,
                    "{from} {to}: {} {expected}",
                    path.cost
                );
                used += !path.links.is_empty() as u32;
                twice += (path.links.len() > 1) as u32;
                for leg in &path.links {
                    let link = mesh.link(leg.link).unwrap();
                    let ends = (path.points[leg.point], path.points[leg.point + 1]);
                    assert!(ends == (link.from, link.to) || ends == (link.to, link.from));
                }
                for entry in ENTRIES {
                    let other = search(&mesh, from, to, &PathOptions::with_entry(entry)).unwrap();
                    assert!(other.cost >= expected - 1e-3 && other.cost < expected * 1.1 + 0.1);
                }
            }
            Err(error) => assert!(expected.is_infinite(), "{error}, {expected}"),
        }
    }
    assert!(used > 20 && twice > 3, "{used} {twice}");
}

#[test]
fn bad_links_are_refused() {
    let mut mesh = halves(true);
    let (from, to, wall) = (vec2(10.0, 10.0), vec2(50.0, 10.0), vec2(30.0, 10.0));
    let good = LinkDefinition::new(1.0);
    for bad in [wall, vec2(-5.0, 10.0), vec2(f32::NAN, 1.0), vec2(1.0, f32::INFINITY)] {
        assert!(matches!(mesh.add_link(bad, to, &good), Err(LinkError::OffMesh { .. })));
        assert!(matches!(mesh.add_link(from, bad, &good), Err(LinkError::OffMesh { .. })));
    }
    for cost in [-0.1, f32::NAN, f32::INFINITY] {
        let error = mesh.add_link(from, to, &LinkDefinition::new(cost)).unwrap_err();
        assert!(matches!(error, LinkError::Cost { .. }), "{error}");
    }
    let kind = LinkDefinition { kind: 16, ..good };
    assert_eq!(mesh.add_link(from, to, &kind), Err(LinkError::Kind { kind: 16 }));
    let none = LinkDefinition { capacity: 0, ..good };
    assert_eq!(mesh.add_link(from, to, &none), Err(LinkError::Capacity));
    assert_eq!(
        (mesh.links().count(), mesh.remove_link(LinkId::default())),
        (0, Err(LinkError::Stale))
    );
    // What is wrong with start or goal is told as without links.
    mesh.add_link(from, to, &good).unwrap();
    let options = PathOptions::default();
    assert_eq!(search(&mesh, wall, to, &options), Err(PathError::StartBlocked { point: wall }));
    assert_eq!(search(&mesh, from, wall, &options), Err(PathError::GoalBlocked { point: wall }));
    assert!(matches!(search(&mesh, from, Vec2::NAN, &options), Err(PathError::NotFinite { .. })));
}

#[test]
fn partial_paths_lead_over_links_as_near_as_they_can() {
    let (from, to) = (vec2(18.0, 5.0), vec2(54.0, 50.0));
    let mut mesh = halves(false);
    // A closed room round the goal, in the half beyond the wall.
    for (min, max) in [((50., 45.), (60., 47.)), ((50., 45.), (52., 60.)), ((50., 58.), (60., 60.))]
    {
        mesh.add_outline(Bounds::new(min.into(), max.into())).unwrap();
    }
    mesh.commit().unwrap();
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry).or_nearest();
        let short = search(&mesh, from, to, &options).unwrap();
        assert!(short.links.is_empty() && short.points.last().unwrap().x < 28.1);
        let definition = LinkDefinition { kind: 3, ..LinkDefinition::new(7.0) };
        let jump = mesh.add_link(vec2(28.0, 5.0), vec2(32.0, 5.0), &definition).unwrap();
        let over = search(&mesh, from, to, &options).unwrap();
        let end = *over.points.last().unwrap();
        assert_eq!(over.links, [PathLink { point: 1, link: jump }], "{entry:?}");
        assert!(end.distance(vec2(50.0, 50.0)) < 0.01, "{entry:?}: {over:?}");
        assert!(matches!(over.end, PathEnd::Nearest { distance } if (distance - 4.0).abs() < 0.01));
        let grounded = options.with_kinds(KindCosts::default().without(3).unwrap());
        assert_eq!(search(&mesh, from, to, &grounded).unwrap().points, short.points);
        // Nobody comes back: it leads one way.
        let back = search(&mesh, vec2(42.0, 5.0), from, &options).unwrap();
        assert!(back.links.is_empty() && back.points.last().unwrap().x > 31.9);
        mesh.remove_link(jump).unwrap();
    }
}
