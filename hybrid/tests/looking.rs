//! Units look around now and then, and hold their course in between.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldParameters};

use crate::support::{overlap_in, rows, world_of};

/// Two crowds of a hundred that walk through each other.
fn crowds(parameters: WorldParameters, max_speed: f32) -> (World, Vec<UnitId>) {
    let mut world = world_of(40.0, 40.0).parameters(parameters).build();
    let mut units = Vec::new();
    for (x, goal) in [(6.0, 30.0), (28.0, 10.0)] {
        let block = rows(vec2(x, 17.0)).columns(10).pitch(0.55).of(0.25, max_speed);
        let crowd = block.add(&mut world, 100);
        world.order(&crowd, &Goal::Point(vec2(goal, 20.0))).unwrap();
        units.extend(crowd);
    }
    (world, units)
}

/// What all units want.
fn wishes(world: &World) -> Vec<Vec2> {
    world.units().map(|unit| unit.desired_velocity).collect()
}

#[test]
fn wishes_change_when_units_look_around_and_at_no_other_time() {
    for (tick, look_period, ticks) in [(0.1, 0.2, 2), (0.02, 0.2, 10), (0.1, 0.0, 1), (0.1, 1.0, 3)]
    {
        let (mut world, _) =
            crowds(WorldParameters { tick, look_period, ..WorldParameters::default() }, 1.4);
        let mut before = wishes(&world);
        for step in 0..30 {
            world.step(tick).unwrap();
            let now = wishes(&world);
            assert_eq!(now != before, step % ticks == 0, "tick {tick} s, step {step}");
            before = now;
        }
    }
}

#[test]
fn what_a_game_changes_is_seen_in_the_next_step() {
    let (mut world, units) = crowds(WorldParameters::default(), 1.4);
    // The first step is one in which they look, the second one is not.
    world.step(0.1).unwrap();
    world.stop(&units[..1]).unwrap();
    world.order(&units[1..2], &Goal::Point(vec2(20.0, 4.0))).unwrap();
    world.step(0.1).unwrap();
    let [stopped, sent] = [0, 1].map(|k| world.unit(units[k]).unwrap());
    // It stays, or steps aside.
    assert!(stopped.desired_velocity.length() < 0.6, "{stopped:?}");
    assert!(sent.desired_velocity.y < -0.5, "{sent:?}");
    world.step(0.1).unwrap();
    world.remove_unit(units[2]).unwrap();
    world.teleport(units[3], vec2(35.0, 35.0)).unwrap();
    let new = world.add_unit(&UnitDefinition::new(vec2(20.0, 36.0), 0.25, 1.4)).unwrap();
    world.order(&[new], &Goal::Point(vec2(4.0, 36.0))).unwrap();
    world.step(0.1).unwrap();
    assert!(world.unit(new).unwrap().desired_velocity.x < 0.0);
    assert!(world.unit(units[3]).unwrap().desired_velocity != Vec2::ZERO);
}

/// Contacts are corrected in every step, also of units that were far apart when they looked.
#[test]
fn nobody_overlaps_between_two_looks() {
    for (max_speed, look_period) in [(1.4, 0.2), (1.4, 0.3), (6.0, 0.2)] {
        let parameters = WorldParameters { look_period, ..WorldParameters::default() };
        let (mut world, _) = crowds(parameters, max_speed);
        let mut deepest = 0.0_f32;
        for _ in 0..150 {
            world.step(0.1).unwrap();
            deepest = deepest.max(overlap_in(&world));
        }
        assert!(deepest < 0.02, "{max_speed} m/s, {look_period} s: {deepest}");
    }
}
