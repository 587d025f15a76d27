//! What can be seen of a world, as lines.

use hybrid::glam::vec2;
use hybrid::{DebugLayer, DebugLine, Goal, UnitDefinition, World};

use crate::support::world_of;

const LAYERS: [DebugLayer; 10] = [
    DebugLayer::Cell,
    DebugLayer::Obstacle,
    DebugLayer::Moving,
    DebugLayer::Resting,
    DebugLayer::Stuck,
    DebugLayer::Velocity,
    DebugLayer::Place,
    DebugLayer::Path,
    DebugLayer::Window,
    DebugLayer::Field,
];

/// A crowd on its way round a wall, and one unit that stays.
fn world() -> World {
    let mut world = world_of(60.0, 60.0).radii(&[0.3]).walls(&[[30.0, 0.0, 31.0, 50.0]]).build();
    let mut add = |x, y| world.add_unit(&UnitDefinition::new(vec2(x, y), 0.3, 1.4)).unwrap();
    let crowd: Vec<_> =
        (0..40_u8).map(|k| add(5.0 + f32::from(k % 8), 10.0 + f32::from(k / 8))).collect();
    add(50.0, 5.0);
    world.order(&crowd, &Goal::Point(vec2(50.0, 20.0))).unwrap();
    for _ in 0..20 {
        world.step(0.1).unwrap();
    }
    world
}

fn lines(world: &World, layers: &[DebugLayer]) -> Vec<DebugLine> {
    let mut lines = Vec::new();
    world.debug_lines(0, |layer| layers.contains(&layer), |line| lines.push(line));
    lines
}

#[test]
fn each_layer_shows_what_it_says() {
    let world = world();
    let of = |layer| {
        let lines = lines(&world, &[layer]);
        assert!(lines.iter().all(|line| line.layer == layer));
        lines
    };
    // A circle of twelve sides and where it looks, for each unit.
    assert_eq!((of(DebugLayer::Moving).len(), of(DebugLayer::Resting).len()), (40 * 13, 13));
    for line in of(DebugLayer::Resting) {
        let far = [line.from, line.to].map(|end| end.distance(vec2(50.0, 5.0)));
        assert!((far[1] - 0.3).abs() < 1e-4, "{line:?}");
    }
    let unit = world.units().next().unwrap();
    let [velocity, place] = [DebugLayer::Velocity, DebugLayer::Place].map(|layer| of(layer)[0]);
    assert_eq!((velocity.from, velocity.to), (unit.position, unit.position + unit.velocity));
    assert_eq!((place.from, Some(place.to)), (unit.position, unit.place));
    let corners = of(DebugLayer::Obstacle).into_iter().map(|line| line.from);
    let mut corners: Vec<[f32; 2]> = corners.map(Into::into).collect();
    corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    assert_eq!(corners, [[30.0, 0.0], [30.0, 50.0], [31.0, 0.0], [31.0, 50.0]]);
    let mesh = world.mesh(0).unwrap();
    let sides: usize =
        mesh.cells_in(mesh.definition().bounds).map(|cell| mesh.outline(cell).count()).sum();
    assert_eq!(of(DebugLayer::Cell).len(), sides);
    let group = world.groups().next().unwrap();
    let frame = group.field.unwrap().frame();
    assert_eq!((of(DebugLayer::Window).len(), of(DebugLayer::Window)[0].from), (4, frame.min()));
    let arrows = of(DebugLayer::Field);
    assert!((100..=32 * 32).contains(&arrows.len()), "{} arrows", arrows.len());
    for arrow in arrows {
        assert!(arrow.from.cmpge(frame.min()).all() && arrow.from.cmple(frame.max()).all());
        assert!(arrow.from.distance(arrow.to) > 0.1);
    }
    assert_eq!(of(DebugLayer::Path).len(), group.path.len() - 1);
}

#[test]
fn all_layers_are_each_of_them_and_none_is_nothing() {
    let world = world();
    let each: usize = LAYERS.iter().map(|&layer| lines(&world, &[layer]).len()).sum();
    assert_eq!(lines(&world, &LAYERS).len(), each);
    assert!(lines(&world, &[]).is_empty());
    let mut count = 0;
    world.debug_lines(7, |layer| layer == DebugLayer::Cell, |_| count += 1);
    assert_eq!(count, 0, "there is no such class");
}
