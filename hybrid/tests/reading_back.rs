//! What was put into a world is read back.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, Bounds, LinkDefinition, Outline, polygon};
use hybrid::{Discomfort, HeightGrid, World};

use crate::support::{TICK, rectangle, world_of};

/// A frame: a border with a hole in it.
fn frame() -> Outline {
    polygon(&rectangle([10.0, 10.0, 20.0, 20.0]), &[&rectangle([12.0, 12.0, 18.0, 18.0])])
}

/// A hollow outline, with numbers that are no multiples of 1/1024.
fn hook() -> Outline {
    let corners = [(25.1, 5.3), (30.7, 5.3), (30.7, 11.9), (29.9, 11.9), (29.9, 6.1), (25.1, 6.1)];
    polygon(&corners.map(Vec2::from), &[])
}

fn grid() -> HeightGrid {
    let heights = (0..12_u8).map(|k| f32::from(k) * 0.5).collect();
    HeightGrid { min: vec2(1.0, 2.0), spacing: 8.0, columns: 4, heights }
}

#[test]
fn all_that_was_put_in_is_read_back_also_after_loading() {
    let mut world = world_of(60.0, 40.0).radii(&[0.25, 0.5]).build();
    let convex = [(2.0, 2.0), (4.0, 2.0), (3.0, 5.0)].map(Vec2::from);
    let plain = world.add_obstacle(&convex).unwrap();
    let both = Outline::from_iter([frame(), hook()]);
    let complex = world.add_outline(both.clone()).unwrap();
    let gone = world.add_obstacle(&rectangle([40.0, 2.0, 41.0, 3.0])).unwrap();
    world.set_user_data(complex, 77).unwrap();
    let swamp = Area { kind: 3, cost: 2.5 }.on_layer(-2);
    let area = world.add_area(frame(), swamp).unwrap();
    let lasting = Discomfort { center: vec2(50.0, 20.0), radius: 3.0, amount: 4.0, seconds: 1e9 };
    let fire = world.add_discomfort(&Discomfort { seconds: f32::INFINITY, ..lasting }).unwrap();
    let gas = world.add_discomfort(&lasting).unwrap();
    let brief = world.add_discomfort(&Discomfort { seconds: 0.15, ..lasting }).unwrap();
    world.set_heights(Some(grid())).unwrap();
    let link = LinkDefinition { both_ways: true, kind: 2, capacity: 3, ..LinkDefinition::new(4.5) };
    let jump = world.add_link(vec2(50.0, 5.0), vec2(55.0, 30.0), &link).unwrap();
    let check = |world: &World, is_over: bool| {
        let known = world.obstacle(plain).unwrap();
        assert_eq!((known.id, known.outline, known.user_data), (plain, &polygon(&convex, &[]), 0));
        let known = world.obstacle(complex).unwrap();
        assert_eq!((known.outline, known.user_data), (&both, 77));
        let known = world.area(area).unwrap();
        assert_eq!((known.id, known.outline, known.area), (area, &frame(), swamp));
        assert_eq!(world.heights(), Some(&grid()));
        let known: Vec<_> = world.discomforts().collect();
        assert_eq!(known.len(), if is_over { 2 } else { 3 });
        assert_eq!(known[0], (fire, Discomfort { seconds: f32::INFINITY, ..lasting }));
        assert_eq!(known[1], (gas, lasting));
        assert_eq!(world.discomfort(brief).is_none(), is_over);
        let known = world.link(jump).unwrap();
        assert_eq!(
            (known.from, known.to, known.definition),
            (vec2(50.0, 5.0), vec2(55.0, 30.0), link)
        );
        assert_eq!(world.definition().bounds, Bounds::new(Vec2::ZERO, vec2(60.0, 40.0)));
        assert_eq!(world.definition().class_radii, [0.25, 0.5]);
    };
    check(&world, false);
    check(&World::from_bytes(&world.to_bytes().unwrap()).unwrap(), false);
    world.remove_obstacle(gone).unwrap();
    assert_eq!(world.obstacle(gone), None, "at once");
    for _ in 0..3 {
        world.step(TICK).unwrap();
    }
    check(&world, true);
    let loaded = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    check(&loaded, true);
    assert!(loaded.obstacles().eq([plain, complex]) && loaded.areas().eq([area]));
    world.remove_area(area).unwrap();
    assert_eq!(world.area(area), None);
    world.set_heights(None).unwrap();
    assert_eq!(world.heights(), None);
}

#[test]
fn edits_that_are_staged_are_read_back_as_they_will_be() {
    let mut world = world_of(60.0, 40.0).build();
    let here = rectangle([5.0, 5.0, 6.0, 6.0]);
    let wall = world.add_obstacle(&here).unwrap();
    assert_eq!(world.obstacle(wall).unwrap().outline, &polygon(&here, &[]), "not yet committed");
    world.step(TICK).unwrap();
    let there = rectangle([8.0, 5.0, 9.0, 7.0]);
    world.move_obstacle(wall, &there).unwrap();
    assert_eq!(world.obstacle(wall).unwrap().outline, &polygon(&there, &[]));
    let loaded = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    assert_eq!(loaded.obstacle(wall), world.obstacle(wall), "the staged one is saved");
    assert!(world.move_obstacle(wall, &there[..2]).is_err());
    assert_eq!(world.obstacle(wall).unwrap().outline, &polygon(&there, &[]), "a refused move");
}

#[test]
fn a_world_is_made_again_from_what_is_read_back() {
    let mut world = world_of(60.0, 40.0).build();
    world.add_outline(hook()).unwrap();
    world.add_outline(frame()).unwrap();
    world
        .add_area(Bounds::new(vec2(40.0, 1.0), vec2(50.0, 9.0)), Area { kind: 1, cost: 3.0 })
        .unwrap();
    world.commit().unwrap();
    let mut other = World::new(world.definition()).unwrap();
    for view in world.obstacles().filter_map(|id| world.obstacle(id)) {
        other.add_outline(view.outline.clone()).unwrap();
    }
    for view in world.areas().filter_map(|id| world.area(id)) {
        other.add_area(view.outline.clone(), view.area).unwrap();
    }
    other.commit().unwrap();
    let cells = |world: &World| world.mesh(0).unwrap().cell_count();
    assert_eq!(cells(&world), cells(&other));
    assert_eq!(world.mesh(0).unwrap().free_area(), other.mesh(0).unwrap().free_area());
}
