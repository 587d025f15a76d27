//! Units that follow another one leave it its way, and keep places beside or behind it.

use std::f32::consts::TAU;

use hybrid::glam::{Vec2, vec2};
use hybrid::{Activity, Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, world_of};

/// How a leader that has 70 m to go, at 1 m/s, got there with followers round it.
#[derive(Debug)]
struct Escorted {
    /// In ticks.
    arrived: usize,
    /// How far it was off its line at most, and how far it has walked, in metres.
    off: f32,
    walked: f32,
    /// How far the farthest of its followers was from it when it arrived, in metres.
    farthest: f32,
}

fn world_with_leader() -> (World, UnitId) {
    let mut world = world_of(100.0, 40.0).radii(&[0.4]).build();
    let leader = world.add_unit(&UnitDefinition::new(vec2(20.0, 20.0), 0.4, 1.0)).unwrap();
    (world, leader)
}

fn escort(starts: &[Vec2], speed: f32, team: u32) -> Escorted {
    let (mut world, leader) = world_with_leader();
    let follower = |&at: &Vec2| UnitDefinition { team, ..UnitDefinition::new(at, 0.4, speed) };
    let followers: Vec<UnitId> =
        starts.iter().map(|at| world.add_unit(&follower(at)).unwrap()).collect();
    if !followers.is_empty() {
        world.order(&followers, &Goal::Unit(leader)).unwrap();
    }
    world.order(&[leader], &Goal::Point(vec2(90.0, 20.0))).unwrap();
    let (mut off, mut walked, mut last) = (0.0_f32, 0.0, vec2(20.0, 20.0));
    for tick in 0..3000 {
        world.step(TICK).unwrap();
        let at = world.unit(leader).unwrap().position;
        (walked, off) = (walked + at.distance(last), off.max((at.y - 20.0).abs()));
        last = at;
        let is_there =
            |event: &Event| matches!(*event, Event::Arrived { unit, .. } if unit == leader);
        if world.events().iter().any(is_there) {
            let far = |&unit: &UnitId| world.unit(unit).unwrap().position.distance(at);
            let farthest = followers.iter().map(far).fold(0.0, f32::max);
            return Escorted { arrived: tick, off, walked, farthest };
        }
    }
    panic!("it has not arrived, and was {off} m off its line");
}

fn block(count: usize) -> Vec<Vec2> {
    (0..count).map(|k| vec2(5.0 + (k % 5) as f32, 15.0 + (k / 5) as f32)).collect()
}

#[test]
fn followers_leave_their_leader_its_way() {
    let alone = escort(&[], 1.0, 0).arrived;
    let ones = [(5.0, 15.0), (20.0, 5.0), (20.0, 35.0), (50.0, 5.0), (15.0, 19.0), (60.0, 20.0)];
    let mut cases: Vec<Vec<Vec2>> = ones.map(|at| vec![Vec2::from(at)]).to_vec();
    cases.extend([5, 20].map(block));
    for starts in cases {
        for speed in [1.5, 3.0, 5.0] {
            for team in [0, 1] {
                let text = format!("{} from {} at {speed} m/s", starts.len(), starts[0]);
                let seen = escort(&starts, speed, team);
                assert!(seen.arrived <= alone + 5 && seen.off <= 0.5, "{text}: {seen:?}");
                assert!(seen.walked <= 70.5 && seen.farthest <= 8.0, "{text}: {seen:?}");
            }
        }
    }
}

/// Behind a leader that goes straight on places lie to each other as they did, whoever has which.
#[test]
fn places_go_along_with_a_leader_that_does_not_turn() {
    let mut world = world_of(120.0, 60.0).radii(&[0.4]).build();
    let leader = world.add_unit(&UnitDefinition::new(vec2(30.0, 30.0), 0.4, 1.0)).unwrap();
    let units = crate::support::rows(vec2(5.0, 20.0)).of(0.4, 2.0).add(&mut world, 60);
    world.order(&units, &Goal::Unit(leader)).unwrap();
    world.order(&[leader], &Goal::Point(vec2(110.0, 30.0))).unwrap();
    crate::support::steps(&mut world, 200);
    let offsets = |world: &World| -> Vec<Vec2> {
        let places = || units.iter().map(|&unit| world.unit(unit).unwrap().place.unwrap());
        let middle = places().sum::<Vec2>() / units.len() as f32;
        places().map(|place| place - middle).collect()
    };
    let before = offsets(&world);
    crate::support::steps(&mut world, 200);
    let after = offsets(&world);
    let is_kept = |one: &&Vec2| after.iter().any(|other| one.distance(*other) < 0.01);
    let kept = before.iter().filter(is_kept).count();
    assert_eq!(kept, units.len());
    assert!(world.unit(leader).unwrap().position.x > 65.0);
}

#[test]
fn units_that_follow_each_other_in_a_ring_come_to_rest() {
    for count in [2, 3, 4, 6, 12] {
        let mut world = world_of(40.0, 40.0).build();
        let place = |k: usize| Vec2::from_angle(TAU * k as f32 / count as f32) * 4.0;
        let mut add = |k: usize| {
            let at = vec2(20.0, 20.0) + place(k);
            world.add_unit(&UnitDefinition::new(at, 0.25, 1.4)).unwrap()
        };
        let units: Vec<UnitId> = (0..count).map(&mut add).collect();
        for (k, unit) in units.iter().enumerate() {
            world.order(&[*unit], &Goal::Unit(units[(k + 1) % count])).unwrap();
        }
        let spots =
            |world: &World| -> Vec<Vec2> { world.units().map(|unit| unit.position).collect() };
        (0..600).for_each(|_| world.step(TICK).unwrap());
        let before = spots(&world);
        for _ in 0..100 {
            world.step(TICK).unwrap();
            assert!(world.events().is_empty(), "{count}: {:?}", world.events());
        }
        assert_eq!(spots(&world), before, "{count} that follow each other");
        assert!(world.units().all(|unit| unit.arrived), "{count} that follow each other");
    }
}

/// Those who crowd round a leader push it to and fro; that must not give them other places again and again.
#[test]
fn a_leader_in_a_corner_and_two_hundred_behind_it_come_to_rest() {
    let mut world = world_of(32.0, 44.0).build();
    let wall = [vec2(17.0, 0.0), vec2(17.3, 0.0), vec2(17.3, 42.8), vec2(17.0, 42.8)];
    world.add_obstacle(&wall).unwrap();
    let leader = world.add_unit(&UnitDefinition::new(vec2(8.0, 40.0), 0.25, 1.8)).unwrap();
    let units = crate::support::rows(vec2(1.0, 1.0)).of(0.25, 1.8).add(&mut world, 199);
    world.order(&[leader], &Goal::Point(vec2(23.0, 41.0))).unwrap();
    world.order(&units[..99], &Goal::Unit(leader)).unwrap();
    world.order(&units[99..], &Goal::Unit(units[0])).unwrap();
    let rest =
        |world: &World| world.units().filter(|unit| unit.activity == Activity::Resting).count();
    let ended = (1..=2000).find(|_| {
        world.step(TICK).unwrap();
        rest(&world) == 200
    });
    assert!(ended.is_some_and(|tick| tick < 1900), "{ended:?}: {} rest", rest(&world));
}

/// Behind a leader on its way are no places ahead of it; those who come when it rests stand on all sides.
#[test]
fn who_comes_late_stands_all_round_a_leader_that_has_stopped() {
    for distance in [20.0, 20.3, 20.6, 20.9, 21.2] {
        let mut world = world_of(100.0, 40.0).radii(&[0.4]).build();
        let leader = world.add_unit(&UnitDefinition::new(vec2(40.0, 20.0), 0.4, 1.0)).unwrap();
        let units = crate::support::rows(vec2(2.0, 10.0)).of(0.4, 1.0).add(&mut world, 80);
        world.order(&units, &Goal::Unit(leader)).unwrap();
        world.order(&[leader], &Goal::Point(vec2(40.0 + distance, 20.0))).unwrap();
        crate::support::steps(&mut world, 1000);
        let at = world.unit(leader).unwrap().position;
        let ahead = units.iter().filter(|&&unit| world.unit(unit).unwrap().position.x > at.x + 0.5);
        let ahead = ahead.count();
        assert!((24..=56).contains(&ahead), "{distance} m: {ahead} of 80 stand ahead of it");
        assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived), "{distance} m");
    }
}
