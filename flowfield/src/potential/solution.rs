//! The potential of a frame, and what it needs to be found again and again.

use glam::UVec2;

use super::buckets::Buckets;
use super::goal::{self, Goal, GoalError};
use super::march::March;
use super::quadrant::Upwind;
use super::queue::Queue;
use super::step_costs::StepCosts;
use crate::lattice::grid::Grid;

/// The least cost of the way to a goal from every cell: the solution of the eikonal equation
/// `((φ − φ_x) / C_x)² + ((φ − φ_y) / C_y)² = 1` on a grid whose steps have costs of their own.
///
/// Made to be solved again and again: it owns all buffers, and a solve allocates only if its grid, its
/// list of goals or its front is larger than any before.
#[derive(Clone, Debug, Default)]
pub struct Potential {
    values: Grid<f32>,
    upwind: Vec<Upwind>,
    queue: Queue,
    /// Bits of the start value, and cell.
    goals: Vec<(u32, u32)>,
}

impl Potential {
    /// A potential of `size` cells in which no goal is reached.
    pub fn new(size: UVec2) -> Self {
        Self { values: Grid::new(size, f32::INFINITY), ..Self::default() }
    }

    /// A potential that was found before.
    pub(crate) fn from_values(values: Grid<f32>) -> Self {
        Self { values, ..Self::default() }
    }

    /// Finds the potential of every cell.
    ///
    /// # Errors
    /// [`GoalError`]; the potential is then as it was before.
    pub fn solve(&mut self, costs: &StepCosts, goals: &[Goal]) -> Result<(), GoalError> {
        goal::check(goals, costs.steps())?;
        self.find(costs, goals, None);
        Ok(())
    }

    /// Finds what [`Potential::solve`] does, bit for bit, by a binary heap: several times slower, and
    /// simple. For tests and for comparison.
    ///
    /// # Errors
    /// As for [`Potential::solve`].
    pub fn solve_by_heap(&mut self, costs: &StepCosts, goals: &[Goal]) -> Result<(), GoalError> {
        goal::check(goals, costs.steps())?;
        self.find_by_heap(costs, goals);
        Ok(())
    }

    /// The potential in metres of free travel; infinite where no goal can be reached.
    pub const fn values(&self) -> &Grid<f32> {
        &self.values
    }

    pub(crate) fn upwind(&self) -> &[Upwind] {
        &self.upwind
    }

    /// Finds the potential for goals that were checked: of every cell, or of the wanted ones and of
    /// what is nearer to a goal; it is then infinite elsewhere.
    pub(crate) fn find(&mut self, costs: &StepCosts, goals: &[Goal], wanted: Option<&[u32]>) {
        self.clear(costs);
        let frame = costs.steps().frame();
        self.goals.clear();
        // The sum turns −0 into 0, whose bits are the least.
        let sorted = |goal: &Goal| ((goal.start + 0.0).to_bits(), frame.index_of(goal.cell) as u32);
        self.goals.extend(goals.iter().map(sorted));
        self.goals.sort_unstable();
        let (values, upwind) = (self.values.as_mut_slice(), &mut self.upwind[..]);
        let mut buckets = Buckets::new(costs, values, upwind, &mut self.queue);
        if let Some(last) = buckets.run(&self.goals, wanted) {
            buckets.forget_after(last);
        }
    }

    /// Finds the potential of every cell by a heap.
    pub(crate) fn find_by_heap(&mut self, costs: &StepCosts, goals: &[Goal]) {
        self.clear(costs);
        let frame = costs.steps().frame();
        let mut march = March::new(costs, self.values.as_mut_slice(), &mut self.upwind);
        for goal in goals {
            march.start(frame.index_of(goal.cell), goal.start + 0.0);
        }
        march.run();
    }

    fn clear(&mut self, costs: &StepCosts) {
        let frame = costs.steps().frame();
        self.values.reset(frame.size, f32::INFINITY);
        self.upwind.clear();
        self.upwind.resize(frame.cell_count(), 0);
    }

    /// The bytes that the buffers take.
    pub(crate) fn bytes(&self) -> usize {
        self.values.bytes()
            + self.upwind.capacity()
            + self.queue.bytes()
            + self.goals.capacity() * size_of::<(u32, u32)>()
    }
}
