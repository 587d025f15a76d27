//! One unit and ranks of others that do not move for it.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Event, Goal, UnitDefinition, World};

use crate::support::{TICK, all_arrived, world_of};

const RADIUS: f32 = 0.4;

/// Who bars the way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rank {
    Holds,
    Enemies,
}

/// A world with units that bar the way.
fn world_with(rank: Rank, at: &[Vec2], walls: &[[f32; 4]]) -> World {
    let mut world = world_of(40.0, 40.0).radii(&[RADIUS]).walls(walls).build();
    for &position in at {
        let team = u32::from(rank == Rank::Enemies);
        let unit = UnitDefinition { team, ..UnitDefinition::new(position, RADIUS, 1.4) };
        let unit = world.add_unit(&unit).unwrap();
        if rank == Rank::Holds {
            world.hold(&[unit]).unwrap();
        }
    }
    world
}

/// Returns in how many seconds a unit gets from 6 m before a rank to 4 m behind it.
fn seconds_past(rank: Rank, at: &[Vec2], walls: &[[f32; 4]]) -> f32 {
    let mut world = world_with(rank, at, walls);
    let walker = world.add_unit(&UnitDefinition::new(vec2(14.0, 20.0), RADIUS, 1.4)).unwrap();
    world.order(&[walker], &Goal::Point(vec2(24.0, 20.0))).unwrap();
    while !all_arrived(&world, &[walker]) {
        assert!(world.tick_count() < 900, "{}", world.explain(walker).unwrap());
        world.step(TICK).unwrap();
        let is_stuck = world.events().iter().any(|event| matches!(event, Event::Stuck { .. }));
        assert!(!is_stuck, "{}", world.explain(walker).unwrap());
    }
    world.tick_count() as f32 * TICK
}

/// So many in a row across the way, in steps of so many metres.
fn row(count: usize, step: Vec2) -> Vec<Vec2> {
    (0..count).map(|k| vec2(20.0, 20.0) + step * (k as f32 - 0.5 * (count - 1) as f32)).collect()
}

#[test]
fn a_unit_goes_round_a_rank_without_coming_up_to_it() {
    let free = seconds_past(Rank::Holds, &[], &[]);
    let touching = 2.05 * RADIUS;
    for (count, step) in [
        (2, vec2(0.0, touching)),
        (3, vec2(0.0, touching)),
        (5, vec2(0.0, touching)),
        (7, vec2(0.0, touching)),
        // Nobody fits between them.
        (4, vec2(0.0, 1.7 * touching)),
        (6, vec2(0.7 * touching, 0.7 * touching)),
    ] {
        for rank in [Rank::Holds, Rank::Enemies] {
            let seconds = seconds_past(rank, &row(count, step), &[]);
            // Round the end and back, with a second to spare.
            let around = vec2(5.0, 0.5 * count as f32 * step.y + RADIUS).length() * 2.0 / 1.4;
            assert!(seconds < around.max(free) + 1.0, "{rank:?}, {count}, {step}: {seconds} s");
        }
    }
}

#[test]
fn a_unit_stands_before_a_ring_round_its_place() {
    let at = |k: usize| vec2(24.0, 20.0) + Vec2::from_angle(k as f32 * 0.4189) * 2.0;
    for rank in [Rank::Holds, Rank::Enemies] {
        let mut world = world_with(rank, &(0..15).map(at).collect::<Vec<_>>(), &[]);
        let walker = world.add_unit(&UnitDefinition::new(vec2(14.0, 20.0), RADIUS, 1.4)).unwrap();
        world.order(&[walker], &Goal::Point(vec2(24.0, 20.0))).unwrap();
        let mut is_told = false;
        for _ in 0..300 {
            world.step(TICK).unwrap();
            let is_stuck = |event: &Event| matches!(event, Event::Stuck { .. });
            is_told |= world.events().iter().any(is_stuck);
        }
        let from = world.unit(walker).unwrap().position;
        let mut walked = 0.0_f32;
        for _ in 0..100 {
            world.step(TICK).unwrap();
            walked = walked.max(world.unit(walker).unwrap().position.distance(from));
        }
        assert!(is_told && walked < 0.2, "{rank:?}: {}", world.explain(walker).unwrap());
    }
}

#[test]
fn a_unit_goes_round_the_end_of_a_rank_where_there_is_room() {
    // The nearer end stands at a wall.
    let walls = [[18.0, 21.6, 22.0, 40.0]];
    let rank: Vec<Vec2> = (0..4).map(|k| vec2(20.0, 21.1 - 0.85 * k as f32)).collect();
    let seconds = seconds_past(Rank::Holds, &rank, &walls);
    assert!(seconds < 11.0, "{seconds} s");
}
