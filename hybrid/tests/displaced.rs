//! Units over which an obstacle comes are put beside it, where they have room.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Event, Unit, UnitDefinition, UnitId, World, WorldParameters};

use crate::support::{add_wall, rectangle, world_of};

const RADIUS: f32 = 0.25;

/// A world of 60 m by 30 m in which units do not push each other.
fn world() -> World {
    let parameters = WorldParameters { contact_iterations: 0, ..WorldParameters::default() };
    world_of(60.0, 30.0).radii(&[RADIUS, 1.0]).parameters(parameters).build()
}

fn add(world: &mut World, at: Vec2, radius: f32) {
    world.add_unit(&UnitDefinition::new(at, radius, 2.0)).unwrap();
}

/// Asserts that nobody overlaps another one.
fn are_apart(units: &[Unit]) {
    for (k, one) in units.iter().enumerate() {
        for other in &units[k + 1..] {
            let apart = one.position.distance(other.position) / (one.radius + other.radius);
            assert!(apart > 0.9999, "{apart} of their radii: {one:?} {other:?}");
        }
    }
}

/// Steps once, and gives how far each unit has got.
fn step(world: &mut World) -> Vec<f32> {
    let before: Vec<Vec2> = world.units().map(|unit| unit.position).collect();
    world.step(0.1).unwrap();
    world.units().zip(before).map(|(unit, before)| unit.position.distance(before)).collect()
}

#[test]
fn a_crowd_under_an_obstacle_is_put_beside_it_and_nobody_into_another_one() {
    let mut world = world();
    for k in 0..120_u8 {
        let (x, y) = (f32::from(k % 12), f32::from(k / 12));
        // The last of them stand beside the obstacle, and one large one in the middle.
        let at = vec2(26.0 + 0.7 * x, 12.0 + 0.7 * y);
        let is_large = x == 6.0 && y == 5.0;
        let is_near_it = (4.0..=8.0).contains(&x) && (3.0..=7.0).contains(&y);
        if is_large || !is_near_it {
            add(&mut world, at, if is_large { 1.0 } else { RADIUS });
        }
    }
    let units: Vec<Unit> = world.units().collect();
    are_apart(&units);
    add_wall(&mut world, [26.5, 0.0, 32.9, 30.0]);
    let ways = step(&mut world);
    let after: Vec<Unit> = world.units().collect();
    are_apart(&after);
    for ((before, after), way) in units.iter().zip(&after).zip(ways) {
        let (x, radius) = (before.position.x, before.radius);
        let out = (x - (26.5 - radius)).min(32.9 + radius - x).max(0.0);
        // To the free point nearest to it, and four times as far again.
        assert!(way <= 5.0 * out + 1e-2, "{way} m: {before:?}");
        let x = after.position.x;
        assert!(x <= 26.5 - radius + 1e-2 || x >= 32.9 + radius - 1e-2, "{after:?}");
    }
}

#[test]
fn whoever_is_pushed_by_an_obstacle_that_moves_does_not_leap() {
    let mut world = world();
    for k in 0..60_u8 {
        let (x, y) = (f32::from(k % 6), f32::from(k / 6));
        add(&mut world, vec2(20.3 + 0.5 * x, 12.0 + 0.5 * y), RADIUS);
    }
    let wall = |x: f32| rectangle([x - 1.0, 5.0, x, 25.0]);
    let obstacle = world.add_obstacle(&wall(20.0)).unwrap();
    step(&mut world);
    for k in 1..=20_u8 {
        world.move_obstacle(obstacle, &wall(20.0 + 0.05 * f32::from(k))).unwrap();
        let most = step(&mut world).into_iter().fold(0.0, f32::max);
        assert!(most <= 0.06, "{most} m");
    }
}

/// Where a building puts a unit that stands beside a wall of a thickness, and what the step tells.
fn built_upon(thickness: f32, change: impl Fn(&mut World)) -> (UnitId, Vec2, Vec2, Vec<Event>) {
    let mut world = world_of(40.0, 40.0).radii(&[0.4]).build();
    let left = 20.0 - 0.5 * thickness;
    add_wall(&mut world, [left, 0.0, left + thickness, 40.0]);
    let from = vec2(left - 0.5, 20.0);
    let unit = world.add_unit(&UnitDefinition::new(from, 0.4, 2.0)).unwrap();
    world.step(0.1).unwrap();
    add_wall(&mut world, [left - 4.5, 17.0, left + 0.1, 23.0]);
    change(&mut world);
    world.step(0.1).unwrap();
    (unit, from, world.unit(unit).unwrap().position, world.events().to_vec())
}

#[test]
fn who_is_built_upon_comes_out_on_its_side_of_the_wall_and_is_told() {
    for thickness in [0.3, 1.0, 2.0] {
        let (unit, from, to, events) = built_upon(thickness, |_| ());
        assert!(to.x < from.x + 0.11 && to.distance(from) < 3.5, "{thickness} m: {to}");
        assert_eq!(events, [Event::Displaced { unit, from, to }]);
    }
}

#[test]
fn that_way_out_is_kept_until_the_step_and_saved() {
    let commit = |world: &mut World| world.commit().unwrap();
    let (_, from, to, _) = built_upon(0.3, commit);
    assert!(to.x < from.x + 0.11, "{to}");
    let restored = built_upon(0.3, |world| {
        world.commit().unwrap();
        *world = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    });
    assert_eq!(restored.2, to);
    // Another building, where it would have got out; and one that goes again.
    let (_, from, to, _) = built_upon(0.3, |world| {
        world.commit().unwrap();
        add_wall(world, [10.0, 23.0, 20.0, 30.0]);
        add_wall(world, [10.0, 10.0, 20.0, 17.0]);
    });
    assert!(to.x < from.x + 0.11, "{to}");
    let (_, from, to, events) = built_upon(0.3, |world| {
        world.commit().unwrap();
        let last = world.obstacles().last().unwrap();
        world.remove_obstacle(last).unwrap();
    });
    assert_eq!((from, events), (to, vec![]));
}
