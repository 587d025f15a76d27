//! Gaps that nothing can pass are closed for units, too.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldDefinition};

#[test]
fn five_units_go_round_a_gap_of_less_than_a_unit() {
    let bounds = Bounds::new(Vec2::ZERO, vec2(35.85984, 36.452686));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25])).unwrap();
    world.set_executor(None);
    // Grown by the radius, these are 0.6 mm apart where they are nearest.
    for corners in [
        [
            (27.364258, 25.057617),
            (29.859375, 22.90625),
            (30.93457, 24.15332),
            (28.44043, 26.304688),
        ],
        [
            (29.009766, 22.72168),
            (30.095703, 18.493164),
            (30.30664, 18.547852),
            (29.22168, 22.77539),
        ],
    ] {
        world.add_obstacle(&corners.map(|(x, y)| vec2(x, y))).unwrap();
    }
    let start = |k: u8| UnitDefinition::new(vec2(31.0 + 0.55 * f32::from(k), 22.6), 0.25, 2.0);
    let units: Vec<UnitId> = (0..5).map(|k| world.add_unit(&start(k)).unwrap()).collect();
    world.order(&units, &Goal::Point(vec2(8.822668, 20.53317))).unwrap();
    let arrived = |world: &World| world.units().filter(|unit| unit.arrived).count();
    for _ in 0..600 {
        world.step(0.1).unwrap();
    }
    assert_eq!(arrived(&world), 5, "after a minute for 24 m");
}
