//! What the steps of a frame cost.

use thiserror::Error;

use crate::lattice::direction::Direction;
use crate::lattice::frame::Frame;
use crate::lattice::steps::Steps;
use crate::tolerances::STEP_COSTS;

/// In a mask of open steps, the bit of a cell whose open steps all cost what most do.
pub(super) const PLAIN: u8 = 1 << 5;

/// What each step of a frame costs, each way and each direction by itself.
///
/// The cost of a step belongs to the cell from which it leads: in a potential it is paid by the cell
/// that is updated, towards the neighbour nearer to the goal, along a unit's own motion.
#[derive(Clone, Debug, PartialEq)]
pub struct StepCosts {
    steps: Steps,
    costs: Vec<[f32; 4]>,
    /// The steps' masks, with [`PLAIN`]: a solver need not look at the costs of plain cells.
    masks: Vec<u8>,
    plain: f32,
    least: f32,
    most: f32,
}

/// Why [`StepCosts`] cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "the step {direction:?} from cell {index} costs {cost}: an open step must cost from {} to {}",
    STEP_COSTS.start(),
    STEP_COSTS.end()
)]
pub struct StepCostError {
    /// The cell from which the step leads.
    pub index: usize,
    /// The direction of the step.
    pub direction: Direction,
    /// The cost given, in metres of free travel.
    pub cost: f32,
}

impl StepCosts {
    /// The costs of all open steps, in metres of free travel: from the cell of an index, in a direction.
    ///
    /// # Errors
    /// [`StepCostError`] if one is not from 10⁻⁶ m to 10¹² m.
    pub fn new(
        steps: &Steps,
        mut cost: impl FnMut(usize, Direction) -> f32,
    ) -> Result<Self, StepCostError> {
        let mut costs = Self::closed(*steps.frame());
        costs.begin(steps, f32::INFINITY);
        for index in 0..steps.frame().cell_count() {
            for direction in Direction::ALL {
                if steps.step_is_open(index, direction) {
                    let cost = cost(index, direction);
                    if !STEP_COSTS.contains(&cost) {
                        return Err(StepCostError { index, direction, cost });
                    }
                    costs.set(index, direction, cost);
                }
            }
        }
        costs.mark_plain();
        Ok(costs)
    }

    /// The costs of a frame without an open step.
    pub(crate) fn closed(frame: Frame) -> Self {
        Self {
            steps: Steps::closed(frame),
            costs: Vec::new(),
            masks: Vec::new(),
            plain: f32::INFINITY,
            least: f32::INFINITY,
            most: 0.0,
        }
    }

    /// Takes over which steps are open, and gives each of those the same cost, keeping the buffers.
    pub(crate) fn begin(&mut self, steps: &Steps, cost: f32) {
        self.steps.copy_from(steps);
        let of_step = |mask: usize, way: usize| {
            if mask & (1 << way) == 0 { f32::INFINITY } else { cost }
        };
        let of_mask: [[f32; 4]; 16] =
            std::array::from_fn(|mask| std::array::from_fn(|way| of_step(mask, way)));
        self.costs.clear();
        self.costs.extend(steps.masks().iter().map(|mask| of_mask[(mask & 15) as usize]));
        let plain = if cost.is_finite() { PLAIN } else { 0 };
        self.masks.clear();
        self.masks.extend(steps.masks().iter().map(|mask| mask | plain));
        (self.plain, self.least) = (cost, cost);
        self.most = if cost.is_finite() { cost } else { 0.0 };
    }

    /// Sets the cost of an open step.
    pub(crate) fn set(&mut self, index: usize, direction: Direction, cost: f32) {
        self.costs[index][direction.index()] = cost;
        self.masks[index] &= !PLAIN;
        (self.least, self.most) = (self.least.min(cost), self.most.max(cost));
    }

    /// Makes the least cost the plain one, and marks the cells whose steps all cost that.
    pub(crate) fn mark_plain(&mut self) {
        self.plain = self.least;
        for (mask, costs) in self.masks.iter_mut().zip(&self.costs) {
            let all = costs.iter().all(|&cost| cost == self.plain || cost == f32::INFINITY);
            *mask = if all { *mask | PLAIN } else { *mask & !PLAIN };
        }
    }

    /// Returns where one can walk.
    pub const fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Returns what the four steps of a cell cost, in the order of [`Direction::ALL`], in metres of free travel; infinite where
    /// closed, and off the frame.
    pub fn of(&self, index: usize) -> [f32; 4] {
        self.costs.get(index).copied().unwrap_or([f32::INFINITY; 4])
    }

    pub(crate) fn as_slice(&self) -> &[[f32; 4]] {
        &self.costs
    }

    /// Returns whether all open steps of a cell cost what most do.
    pub(crate) fn is_plain(&self, index: usize) -> bool {
        self.masks[index] & PLAIN != 0
    }

    pub(super) fn masks(&self) -> &[u8] {
        &self.masks
    }

    pub(super) const fn plain(&self) -> f32 {
        self.plain
    }

    /// A bound from below and one from above for the costs of open steps; infinite and 0 if there are none.
    pub(crate) const fn range(&self) -> (f32, f32) {
        (self.least, self.most)
    }

    /// The bytes that the buffers take.
    pub(crate) fn bytes(&self) -> usize {
        self.steps.bytes() + self.masks.capacity() + self.costs.capacity() * size_of::<[f32; 4]>()
    }
}
