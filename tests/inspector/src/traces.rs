//! Where units have been.

use std::collections::VecDeque;

use hybrid::glam::Vec2;
use hybrid::{UnitId, World};

/// Steps from one mark to the next.
const EVERY: u64 = 3;
/// The most marks of a unit.
const MOST: usize = 40;
/// The most marks of all units.
const MOST_IN_ALL: usize = 400_000;

/// Positions of all units at the last few moments, and just before the moment that is shown.
#[derive(Default)]
pub struct Traces {
    marks: VecDeque<(u64, Vec<(UnitId, Vec2)>)>,
    before: Vec<(UnitId, Vec2)>,
}

fn positions(world: &World) -> Vec<(UnitId, Vec2)> {
    world.units().map(|unit| (unit.id, unit.position)).collect()
}

impl Traces {
    /// Forgets everything: time has jumped.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.before.clear();
    }

    /// Looks at the world before a step.
    pub fn before_step(&mut self, world: &World) {
        self.before.clear();
        self.before.extend(world.units().map(|unit| (unit.id, unit.position)));
    }

    /// Looks at the world after a step.
    pub fn after_step(&mut self, world: &World) {
        let tick = world.tick_count();
        if tick.is_multiple_of(EVERY) {
            self.marks.push_back((tick, positions(world)));
            let most = MOST.min(MOST_IN_ALL / world.unit_count().max(1));
            while self.marks.len() > most {
                self.marks.pop_front();
            }
        }
    }

    /// Where units were before the last step, in the order of the world's.
    pub fn before(&self) -> &[(UnitId, Vec2)] {
        &self.before
    }

    /// The marks of all units, from the first on: each moment in the order of the world's units.
    pub fn marks(&self) -> impl ExactSizeIterator<Item = &[(UnitId, Vec2)]> {
        self.marks.iter().map(|(_, positions)| positions.as_slice())
    }
}
