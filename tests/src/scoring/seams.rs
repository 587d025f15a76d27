//! Seams between windows: where the flow that units follow turns round, where there is none, and how large windows are.

use std::collections::{HashMap, VecDeque};

use glam::Vec2;
use hybrid::{Guidance, UnitId, World, WorldParameters};

use crate::scorecard::Scorecard;
use crate::tolerances::{REVERSAL_COSINE, REVERSAL_SECONDS};

/// What is seen of windows and flows in a run.
#[derive(Debug, Default)]
pub struct Seams {
    units: Vec<UnitId>,
    /// The directions of each unit's flow in the last seconds, as long as it has one without a break.
    recent: Vec<VecDeque<Vec2>>,
    /// For how many ticks the units of groups that have a flow have followed none.
    lost: HashMap<UnitId, u32>,
    reversals: u64,
    flow_ticks: u64,
    unfielded: u64,
    windows: u64,
    cells: u64,
    most_cells: u64,
}

impl Seams {
    /// Looks at some units from now on.
    pub fn new(units: &[UnitId]) -> Self {
        let recent = vec![VecDeque::new(); units.len()];
        Self { units: units.to_vec(), recent, ..Self::default() }
    }

    /// Looks at the world after a step.
    pub fn observe(&mut self, world: &World) {
        let memory = (REVERSAL_SECONDS / world.definition().parameters.tick).round() as usize;
        for (unit, recent) in self.units.iter().zip(&mut self.recent) {
            let unit = world.unit(*unit).filter(|unit| unit.guidance == Guidance::Field);
            let Some(unit) = unit else {
                recent.clear();
                continue;
            };
            self.flow_ticks += 1;
            let direction = unit.desired_velocity.normalize_or_zero();
            if recent.len() >= memory.max(1)
                && recent.pop_front().is_some_and(|before| before.dot(direction) < REVERSAL_COSINE)
            {
                self.reversals += 1;
                recent.clear();
            }
            recent.push_back(direction);
        }
        // Whoever has come to a group, or got its first flow, sees it when it looks around.
        let WorldParameters { look_period, tick, .. } = world.definition().parameters;
        let look_ticks = (look_period / tick).round().max(1.0) as u32;
        for group in world.groups() {
            let Some(field) = group.field else { continue };
            let cells = field.frame().cell_count() as u64;
            self.windows += 1;
            self.cells += cells;
            self.most_cells = self.most_cells.max(cells);
            for unit in group.units {
                let view = world.unit(*unit);
                let ticks = self.lost.entry(*unit).or_default();
                let is_lost = view.is_some_and(|unit| unit.guidance == Guidance::Distance);
                *ticks = if is_lost { *ticks + 1 } else { 0 };
                self.unfielded += u64::from(*ticks >= look_ticks);
            }
        }
    }

    /// Writes what was seen.
    pub fn into_card(self, card: Scorecard, world: &World) -> Scorecard {
        let parameters = &world.definition().parameters;
        let (bounds, cell_size) = (world.definition().bounds, f64::from(parameters.cell_size));
        let side = |metres: f32| (f64::from(metres) / cell_size).ceil();
        let all = side(bounds.width()) * side(bounds.height());
        let mean = (self.windows > 0).then(|| self.cells as f64 / self.windows as f64);
        let seconds = self.flow_ticks as f64 * f64::from(parameters.tick);
        Scorecard {
            field_reversals_per_1000: (seconds > 0.0)
                .then(|| 1000.0 * self.reversals as f64 / seconds),
            unfielded_unit_ticks: self.unfielded,
            window_cells_mean: mean,
            window_cells_max: self.most_cells,
            window_share: mean.map(|mean| mean / all),
            ..card
        }
    }
}
