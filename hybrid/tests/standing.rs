//! Those who stand in the way: friends make room and come back, enemies stay, and rows of both are walked round.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, add_wall, rows, world_of};

/// Metres: positions are rounded by less.
const ROUNDED: f32 = 1e-3;

/// Metres: by so much one that rests is moved at most by enemies that come to rest beside it.
const PRESSED: f32 = 0.1;

/// A field with a row of 20 units, 11 m long, across the way of 60 that walk 46 m to the east.
struct Field {
    world: World,
    row: Vec<UnitId>,
    walkers: Vec<UnitId>,
}

impl Field {
    fn new(team: u32, shift: f32) -> Self {
        let mut world = world_of(60.0, 40.0).build();
        let unit = |k: usize| UnitDefinition {
            team,
            ..UnitDefinition::new(vec2(30.0, 14.8 + 0.55 * k as f32), 0.25, 2.0)
        };
        let row = (0..20).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
        let walkers = rows(vec2(4.0, 17.0 + shift)).columns(6).pitch(0.8).of(0.25, 2.0);
        let walkers = walkers.add(&mut world, 60);
        world.order(&walkers, &Goal::Point(vec2(50.0, 20.0))).unwrap();
        Self { world, row, walkers }
    }

    fn positions(&self) -> Vec<Vec2> {
        self.row.iter().map(|&unit| self.world.unit(unit).unwrap().position).collect()
    }

    /// Steps until so many walkers have arrived; returns how far each of the row was from where it stood at most. Nobody takes
    /// longer than so many ticks.
    fn walk(&mut self, count: usize, ticks: usize) -> Vec<f32> {
        let before = self.positions();
        let mut farthest = vec![0.0_f32; self.row.len()];
        for _ in 0..ticks {
            self.world.step(TICK).unwrap();
            for ((most, now), before) in farthest.iter_mut().zip(self.positions()).zip(&before) {
                *most = most.max(now.distance(*before));
            }
            if self.arrived() >= count {
                return farthest;
            }
        }
        panic!("{} of {} have arrived after {ticks} ticks", self.arrived(), self.walkers.len());
    }

    fn arrived(&self) -> usize {
        let arrived = |&&unit: &&UnitId| self.world.unit(unit).unwrap().arrived;
        self.walkers.iter().filter(arrived).count()
    }
}

#[test]
fn friends_let_a_crowd_through_and_come_back_and_are_not_carried_along() {
    for shift in [0.0, 0.3, 0.7] {
        let mut field = Field::new(0, shift);
        let before = field.positions();
        let farthest = field.walk(60, 320).into_iter().fold(0.0, f32::max);
        assert!((0.1..2.0).contains(&farthest), "{farthest} m");
        for _ in 0..150 {
            field.world.step(TICK).unwrap();
        }
        for (now, before) in field.positions().iter().zip(&before) {
            assert!(now.distance(*before) < 0.3, "from {before} to {now}");
        }
    }
}

#[test]
fn an_enemy_row_is_walked_round_and_stays() {
    for shift in [0.0, 0.3, 0.7] {
        let mut field = Field::new(1, shift);
        let farthest = field.walk(60, 320).into_iter().fold(0.0, f32::max);
        assert!(farthest < ROUNDED, "{farthest} m");
    }
}

#[test]
fn a_row_that_holds_is_walked_round_at_once() {
    for shift in [0.0, 0.3, 0.7] {
        let mut field = Field::new(0, shift);
        field.world.hold(&field.row).unwrap();
        // Alone it takes 23 s.
        field.walk(57, 300);
        field.walk(60, 100);
    }
}

#[test]
fn a_crowd_finds_the_gap_in_a_line_that_holds() {
    let mut world = world_of(60.0, 36.0).build();
    let lower = (0..30).map(|k| 0.35 + 0.55 * k as f32);
    let upper = (0..29).map(|k| 18.6 + 0.6 * k as f32);
    let at = |y: f32| UnitDefinition::new(vec2(30.0, y), 0.25, 2.0);
    let line: Vec<UnitId> = lower.chain(upper).map(|y| world.add_unit(&at(y)).unwrap()).collect();
    world.hold(&line).unwrap();
    let walkers = rows(vec2(5.0, 14.0)).columns(10).pitch(0.8).of(0.25, 2.0).add(&mut world, 100);
    world.order(&walkers, &Goal::Point(vec2(50.0, 18.0))).unwrap();
    let mut told = 0;
    for _ in 0..320 {
        world.step(TICK).unwrap();
        told += world.events().iter().filter(|event| matches!(event, Event::Stuck { .. })).count();
    }
    let arrived = walkers.iter().filter(|&&unit| world.unit(unit).unwrap().arrived).count();
    assert_eq!((arrived, told), (100, 0));
}

#[test]
fn a_ring_of_enemies_bars_the_way_and_who_is_barred_is_told_so() {
    let mut world = world_of(40.0, 40.0).build();
    let center = vec2(25.0, 20.0);
    let ring: Vec<UnitId> = (0..40)
        .map(|k| {
            let (sine, cosine) = (k as f32 * std::f32::consts::TAU / 40.0).sin_cos();
            let at = center + 3.6 * vec2(cosine, sine);
            let unit = UnitDefinition::new(at, 0.25, 2.0);
            world.add_unit(&UnitDefinition { team: 7, ..unit }).unwrap()
        })
        .collect();
    let before: Vec<Vec2> = ring.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
    let walkers = rows(vec2(5.0, 18.0)).columns(4).pitch(0.8).of(0.25, 2.0).add(&mut world, 16);
    world.order(&walkers, &Goal::Point(center)).unwrap();
    let mut told = Vec::new();
    for _ in 0..600 {
        world.step(TICK).unwrap();
        for event in world.events() {
            if let Event::Stuck { unit, .. } = *event {
                told.push(unit);
            }
        }
        for (&unit, before) in ring.iter().zip(&before) {
            assert!(world.unit(unit).unwrap().position.distance(*before) < PRESSED);
        }
    }
    let is_outside =
        |world: &World, unit| world.unit(unit).unwrap().position.distance(center) > 3.6;
    assert!(walkers.iter().all(|&unit| is_outside(&world, unit)));
    assert!(walkers.iter().all(|unit| told.contains(unit)), "{} were told", told.len());
    // One goes away, and others walk in.
    world.remove_unit(ring[20]).unwrap();
    for _ in 0..400 {
        world.step(TICK).unwrap();
    }
    assert!(!walkers.iter().all(|&unit| is_outside(&world, unit)));
}

#[test]
fn friends_in_a_corridor_for_one_are_pushed_along() {
    let mut world = world_of(40.0, 20.0).build();
    add_wall(&mut world, [10.0, 10.4, 30.0, 20.0]);
    add_wall(&mut world, [10.0, 0.0, 30.0, 9.6]);
    for k in 0..3 {
        let at = vec2(16.0 + 2.0 * k as f32, 10.0);
        world.add_unit(&UnitDefinition::new(at, 0.25, 2.0)).unwrap();
    }
    let walkers = rows(vec2(3.0, 9.0)).columns(5).pitch(0.8).of(0.25, 2.0).add(&mut world, 10);
    world.order(&walkers, &Goal::Point(vec2(36.0, 10.0))).unwrap();
    let ticks = (1..=600).find(|_| {
        world.step(TICK).unwrap();
        walkers.iter().all(|&unit| world.unit(unit).unwrap().arrived)
    });
    assert!(ticks.is_some());
}

#[test]
fn two_resting_teams_that_overlap_come_apart() {
    let mut world = world_of(20.0, 20.0).build();
    let unit = |k: usize| UnitDefinition {
        team: k as u32 % 2,
        ..UnitDefinition::new(vec2(10.0 + 0.1 * k as f32, 10.0), 0.25, 2.0)
    };
    let units: Vec<UnitId> = (0..10).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
    for _ in 0..30 {
        world.step(TICK).unwrap();
    }
    let at: Vec<Vec2> = units.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
    for (k, one) in at.iter().enumerate() {
        assert!(at[..k].iter().all(|other| one.distance(*other) > 0.495));
    }
}
