//! Crowds that are pressed: overlaps never become deeper, nobody jumps, and nobody is pushed through anything.

use std::sync::Arc;

use hybrid::glam::{Vec2, vec2};
use hybrid::{
    Goal, OrderDefinition, ThreadPool, Unit, UnitDefinition, UnitId, Unreachable, World,
    WorldParameters,
};

use crate::support::{Rows, TICK, add_wall, deepest_overlap, rows, world_of};

const RADIUS: f32 = 0.25;
const SPEED: f32 = 2.0;

/// How much the deepest overlap of a crowd may rise again, as a share of the sum of two radii.
const RISE: f32 = 0.01;

/// Metres: positions are rounded by less.
const ROUNDED: f32 = 1e-3;

fn block(corner: Vec2, columns: usize, pitch: f32) -> Rows {
    rows(corner).columns(columns).pitch(pitch).of(RADIUS, SPEED)
}

/// Watches a crowd from tick to tick.
struct Watched {
    world: World,
    tick: f32,
    units: Vec<Unit>,
    /// How much the deepest overlap may rise again.
    rise: f32,
    /// The least of its deepest overlaps so far.
    least: f32,
}

impl Watched {
    fn new(world: World) -> Self {
        let (tick, units) = (world.definition().parameters.tick, world.units().collect::<Vec<_>>());
        let least = deepest_overlap(&units);
        Self { world, tick, units, rise: RISE, least }
    }

    /// A step; tells the deepest overlap. It hardly rises, and nobody is faster than half as fast again as it walks.
    fn step(&mut self) -> f32 {
        self.world.step(self.tick).unwrap();
        let units: Vec<Unit> = self.world.units().collect();
        for (before, after) in self.units.iter().zip(&units) {
            let most = 1.5 * after.max_speed * self.tick;
            let way = before.position.distance(after.position);
            assert!(way <= most + ROUNDED, "{way} m in a tick: {before:?} {after:?}");
        }
        let now = deepest_overlap(&units);
        assert!(now <= self.least + self.rise, "from {} to {now}", self.least);
        (self.units, self.least) = (units, self.least.min(now));
        now
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// The number of ticks until nobody overlaps, of so many at most.
    fn ticks_until_apart(&mut self, most: usize) -> Option<usize> {
        (1..=most).find(|_| self.step() <= RISE)
    }
}

#[test]
fn overlaps_of_a_packed_crowd_fall_and_are_gone_where_there_is_room() {
    for (count, columns) in [(100, 10), (900, 30), (1600, 40)] {
        let mut world = world_of(60.0, 60.0).build();
        block(vec2(20.0, 20.0), columns, 0.4).add(&mut world, count);
        let ticks = Watched::new(world).ticks_until_apart(20);
        assert!(ticks.is_some(), "{count} units");
    }
}

#[test]
fn overlaps_of_a_packed_crowd_fall_where_there_is_hardly_room() {
    let mut world = world_of(10.0, 10.0).build();
    block(Vec2::splat(0.3), 23, 0.4).add(&mut world, 400);
    let mut watched = Watched::new(world);
    assert!(watched.ticks_until_apart(60).is_some());
}

#[test]
fn units_on_one_point_part_without_jumps() {
    for count in [2, 3, 10, 50, 65, 200] {
        let mut world = world_of(60.0, 60.0).build();
        let at = UnitDefinition::new(Vec2::splat(30.0), RADIUS, SPEED);
        for _ in 0..count {
            world.add_unit(&at).unwrap();
        }
        let mut watched = Watched::new(world);
        if count > 65 {
            // More than a unit has partners: overlaps of pairs that nobody knows may rise.
            watched.rise = 0.1;
        }
        let ticks = watched.ticks_until_apart(20);
        assert!(ticks.is_some(), "{count} units");
    }
}

#[test]
fn units_on_one_point_between_walls_find_the_way_out() {
    for at in [vec2(0.3, 0.6), vec2(15.0, 0.6), vec2(0.3, 0.3)] {
        let mut world = world_of(30.0, 1.2).build();
        for _ in 0..20 {
            world.add_unit(&UnitDefinition::new(at, RADIUS, SPEED)).unwrap();
        }
        let ticks = Watched::new(world).ticks_until_apart(60);
        assert!(ticks.is_some(), "{at}");
    }
}

#[test]
fn a_packed_crowd_that_is_sent_inwards_is_not_pressed_together() {
    for goal in [Vec2::splat(11.0), Vec2::splat(0.3)] {
        let mut world = world_of(22.1, 22.1).build();
        let units = block(Vec2::splat(0.27), 40, 0.54).add(&mut world, 1600);
        // Each on its own: nobody gets a place beside the others.
        for &unit in &units {
            let order = OrderDefinition {
                unreachable: Unreachable::Nearest,
                ..OrderDefinition::new(Goal::Point(goal))
            };
            world.order_with(&[unit], &order).unwrap();
        }
        let mut watched = Watched::new(world);
        watched.steps(60);
    }
}

#[test]
fn crowds_that_press_against_end_walls_do_not_overlap() {
    let mut world = world_of(38.0, 3.0).radii(&[0.2]).build();
    let at = |k: usize, x: f32| vec2(x + 0.45 * (k % 30) as f32, 0.3 + 0.45 * (k / 30) as f32);
    for (from, to) in [(0.5, 24.45), (24.45, 0.5)] {
        let unit = |k| UnitDefinition::new(at(k, from), 0.2, 1.34);
        let units: Vec<UnitId> = (0..180).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
        world.order(&units, &Goal::Each((0..180).map(|k| at(k, to)).collect())).unwrap();
    }
    let mut watched = Watched::new(world);
    watched.steps(800);
}

#[test]
fn fast_units_do_not_pass_through_a_closed_row() {
    for tick in [TICK, 0.25] {
        let mut world = world_of(60.0, 6.0)
            .parameters(WorldParameters { tick, ..WorldParameters::default() })
            .build();
        let row = block(vec2(30.0, 0.25), 1, 0.5).add(&mut world, 12);
        world.hold(&row).unwrap();
        let at = |k: usize| vec2(5.0 + 0.6 * (k % 10) as f32, 0.5 + 0.6 * (k / 10) as f32);
        let units: Vec<UnitId> = (0..60)
            .map(|k| {
                let unit = UnitDefinition::new(at(k), RADIUS, 8.0);
                world.add_unit(&UnitDefinition { acceleration: 50.0, ..unit }).unwrap()
            })
            .collect();
        world.order(&units, &Goal::Point(vec2(50.0, 3.0))).unwrap();
        let mut watched = Watched::new(world);
        for _ in 0..(10.0 / tick) as usize {
            watched.step();
            for &unit in &units {
                assert!(watched.world.unit(unit).unwrap().position.x < 30.0);
            }
        }
    }
}

#[test]
fn fast_crowds_that_meet_do_not_overlap() {
    for tick in [TICK, 0.25] {
        let mut world = world_of(60.0, 20.0)
            .parameters(WorldParameters { tick, ..WorldParameters::default() })
            .build();
        for (from, to) in [(5.0, 52.0), (50.0, 7.0)] {
            let at = |k: usize| vec2(from + 0.6 * (k / 10) as f32, 7.0 + 0.55 * (k % 10) as f32);
            let units: Vec<UnitId> = (0..60)
                .map(|k| {
                    let unit = UnitDefinition::new(at(k), RADIUS, 8.0);
                    world.add_unit(&UnitDefinition { acceleration: 50.0, ..unit }).unwrap()
                })
                .collect();
            world.order(&units, &Goal::Point(vec2(to, 10.0))).unwrap();
        }
        let mut watched = Watched::new(world);
        watched.steps((15.0 / tick) as usize);
    }
}

/// Many units of different radii and masses near one point.
fn medley() -> World {
    let mut world = world_of(60.0, 60.0).radii(&[RADIUS, 0.5, 1.0]).build();
    for k in 0..200 {
        let radius = [0.15, 0.25, 0.5, 1.0][k * 7 % 4];
        let at = vec2(25.0 + 0.37 * (k * 13 % 27) as f32, 25.0 + 0.41 * (k * 17 % 25) as f32);
        let mass = [0.5, 1.0, 30.0][k % 3];
        let unit = UnitDefinition { mass, ..UnitDefinition::new(at, radius, SPEED) };
        world.add_unit(&unit).unwrap();
    }
    world
}

#[test]
fn mixed_radii_and_masses_come_apart() {
    assert!(Watched::new(medley()).ticks_until_apart(60).is_some());
}

#[test]
fn units_between_others_that_hold_get_out_aside() {
    let mut world = world_of(40.0, 40.0).radii(&[RADIUS, 1.0]).build();
    let row = block(vec2(20.0, 20.0), 6, 0.6).add(&mut world, 6);
    world.hold(&row).unwrap();
    block(vec2(18.0, 18.4), 10, 0.4).add(&mut world, 80);
    // In the middle between two of them, where both push it towards the other one.
    world.add_unit(&UnitDefinition::new(vec2(21.5, 20.0), RADIUS, SPEED)).unwrap();
    let heavy = UnitDefinition::new(vec2(19.0, 21.0), 1.0, SPEED);
    world.add_unit(&UnitDefinition { mass: 1000.0, ..heavy }).unwrap();
    let before: Vec<Vec2> = row.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
    let mut watched = Watched::new(world);
    assert!(watched.ticks_until_apart(20).is_some());
    for (&unit, before) in row.iter().zip(before) {
        assert_eq!(watched.world.unit(unit).unwrap().position, before);
    }
}

#[test]
fn a_pile_before_a_way_out_comes_apart_from_the_first_tick() {
    let walls = [[0.0, 12.0, 14.0, 14.7], [0.0, 27.8, 14.0, 29.0]];
    let mouth = [[14.0, 12.0, 15.0, 18.5], [14.0, 21.5, 15.0, 29.0]];
    let mut world = world_of(60.0, 40.0).walls(&walls).walls(&mouth).build();
    let units = block(vec2(2.3, 15.2), 12, 0.45).add(&mut world, 300);
    world.order(&units, &Goal::Point(vec2(50.0, 20.0))).unwrap();
    let mut watched = Watched::new(world);
    let before = watched.least;
    assert!(watched.step() < before - 0.01, "from {before} to {}", watched.least);
    assert!(watched.ticks_until_apart(10).is_some(), "{}", watched.least);
    watched.steps(400);
}

#[test]
fn slow_units_that_a_fast_and_heavy_one_meets_are_not_thrown() {
    let mut world = world_of(60.0, 10.0).radii(&[RADIUS, 1.0]).build();
    let slow = rows(vec2(20.0, 1.0)).columns(20).pitch(0.6).of(RADIUS, 0.4).add(&mut world, 280);
    world.order(&slow, &Goal::Point(vec2(5.0, 5.0))).unwrap();
    let heavy = UnitDefinition { mass: 100.0, ..UnitDefinition::new(vec2(3.0, 5.0), 1.0, 6.0) };
    let heavy = world.add_unit(&heavy).unwrap();
    world.order(&[heavy], &Goal::Point(vec2(55.0, 5.0))).unwrap();
    Watched::new(world).steps(400);
}

#[test]
fn units_that_an_engine_puts_on_to_others_part_at_a_bounded_speed() {
    let mut world = world_of(20.0, 20.0).build();
    let units = block(vec2(5.0, 5.0), 10, 0.52).add(&mut world, 100);
    let mut watched = Watched::new(world);
    watched.steps(10);
    for (k, &unit) in units.iter().enumerate().take(20) {
        watched.world.teleport(unit, vec2(7.0 + 0.05 * k as f32, 7.3)).unwrap();
    }
    let mut watched = Watched::new(watched.world);
    assert!(watched.ticks_until_apart(40).is_some(), "{}", watched.least);
}

#[test]
fn nobody_is_pushed_through_a_thin_wall() {
    let mut world = world_of(40.0, 40.0).build();
    add_wall(&mut world, [20.0, 0.0, 20.02, 40.0]);
    // No more than the partners of a unit that are known: of a denser stack not all pairs can be held apart.
    for k in 0..60 {
        let at = vec2(19.7 - 0.01 * (k % 3) as f32, 20.0 + 0.02 * (k % 40) as f32);
        world.add_unit(&UnitDefinition::new(at, RADIUS, SPEED)).unwrap();
    }
    let mut watched = Watched::new(world);
    for _ in 0..20 {
        watched.step();
        assert!(watched.units.iter().all(|unit| unit.position.x <= 19.75 + ROUNDED));
    }
    assert!(watched.least <= RISE, "{}", watched.least);
}

#[test]
fn pressed_crowds_have_the_same_bits_whoever_helps() {
    let run = |helpers: Option<usize>| {
        let mut world = medley();
        block(vec2(2.0, 2.0), 20, 0.4).add(&mut world, 300);
        world.set_executor(helpers.map(|count| Arc::new(ThreadPool::new(count)) as _));
        (0..20).for_each(|_| world.step(TICK).unwrap());
        world.state_hash()
    };
    assert_eq!(run(None), run(Some(3)));
}
