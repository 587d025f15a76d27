//! How far it is to a goal, in steps from tile to tile.

use glam::UVec2;
use thiserror::Error;

use crate::lattice::direction::Direction;
use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::lattice::steps::Steps;
use crate::lattice::terrain::Terrain;
use crate::potential::goal::{self, GoalError};
use crate::potential::queue::{NO_ENTRIES, Queue};

/// The mask of a cell with four open steps.
const ALL: u8 = 0b1111;

/// The *heat map* of a grid of tiles: the length of the shortest way to a goal over open steps, of
/// which each tile has four.
///
/// Two kinds, from two sources:
///
/// * [`HeatMap::solve`]: each step counts 1, by a wavefront, that is, a breadth-first search. Sidney
///   Durant, *Understanding Goal-Based Vector Field Pathfinding*, 2013.
/// * [`HeatMap::solve_terrain`]: some tiles cost more (mud), others cannot be entered at all (water),
///   and both may change at run time. From the flow-field project *Flow Field Pathfinding*, which runs A*
///   once for each tile; one search from the goals gives the same numbers.
///
/// The idea carries over from tiles to any graph: what the heat map is to tiles, a navmesh's distance
/// field is to its cells.
///
/// Made to be solved again and again: it owns its buffers.
#[derive(Clone, Debug)]
pub struct HeatMap {
    steps: Steps,
    distances: Grid<u32>,
    front: Vec<u32>,
    queue: Queue,
}

/// Why terrain cannot be walked in whole steps.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HeatMapError {
    /// The goals cannot be gone to.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// Steps and terrain are about different cells.
    #[error("the steps are on {steps:?}, the terrain on {terrain:?}: they must share one frame")]
    TerrainMismatch {
        /// The frame of the steps.
        steps: Frame,
        /// The frame of the terrain.
        terrain: Frame,
    },
    /// The cost of an open tile is no whole number, or so large that the sums might not fit.
    #[error(
        "tile {index} costs {cost}: on a heat map of this size it must be a whole number from 1 to {most}"
    )]
    Cost {
        /// The index of the tile.
        index: usize,
        /// Its cost.
        cost: f32,
        /// The greatest cost on such a heat map.
        most: u32,
    },
}

impl Default for HeatMap {
    fn default() -> Self {
        let frame = Frame::default();
        Self {
            steps: Steps::closed(frame),
            distances: Grid::new(frame.size, Self::UNREACHED),
            front: Vec::new(),
            queue: Queue::default(),
        }
    }
}

impl HeatMap {
    /// The distance of tiles from which no goal can be reached.
    pub const UNREACHED: u32 = u32::MAX;

    /// Finds the distance of every tile: 0 at the goals, one more with each step.
    ///
    /// # Errors
    /// [`GoalError`]; the heat map is then as it was before.
    pub fn solve(&mut self, steps: &Steps, goals: &[UVec2]) -> Result<(), GoalError> {
        check_goals(steps, goals)?;
        self.begin(steps);
        self.front.resize(steps.frame().cell_count() + 4, 0);
        let mut end = 0;
        for &goal in goals {
            let goal = steps.frame().index_of(goal);
            if std::mem::replace(&mut self.distances[goal], 0) != 0 {
                self.front[end] = goal as u32;
                end += 1;
            }
        }
        self.spread(end);
        Ok(())
    }

    /// Lets the wave run on from the goals in the front.
    fn spread(&mut self, mut end: usize) {
        let (masks, distances) = (self.steps.masks(), self.distances.as_mut_slice());
        let front = &mut self.front[..];
        let width = self.steps.frame().size.x as usize;
        let offsets = [1, width, 1_usize.wrapping_neg(), width.wrapping_neg()];
        let mut at = 0;
        while at < end {
            let cell = front[at] as usize;
            at += 1;
            let (mask, next) = (masks[cell], distances[cell] + 1);
            let mut visit = |way: usize| {
                let beyond = cell.wrapping_add(offsets[way]);
                let distance = &mut distances[beyond];
                // Without a branch: the place after the last is written again if it was not taken.
                front[end] = beyond as u32;
                end += usize::from(*distance > next);
                *distance = next.min(*distance);
            };
            if mask & ALL == ALL {
                (0..4).for_each(visit);
            } else {
                (0..4).filter(|way| mask & (1 << way) != 0).for_each(&mut visit);
            }
        }
    }

    /// Finds the distance of every tile where tiles differ in cost: a step *out of* a tile counts what
    /// the tile costs, 1 on plain ground. Integer buckets, after Dial, "Algorithm 360: Shortest-path
    /// forest with topological ordering", 1969.
    ///
    /// # Errors
    /// [`HeatMapError`]; the heat map is then as it was before.
    pub fn solve_terrain(
        &mut self,
        steps: &Steps,
        terrain: &Terrain,
        goals: &[UVec2],
    ) -> Result<(), HeatMapError> {
        check_goals(steps, goals)?;
        let most = check_costs(steps, terrain)?;
        self.begin(steps);
        self.queue.reset((most as usize + 1).next_power_of_two(), 0);
        for &goal in goals {
            let goal = steps.frame().index_of(goal);
            self.distances[goal] = 0;
            self.queue.push(0, goal as u64);
        }
        let (mut bucket, mut entries) = (0, NO_ENTRIES);
        while !self.queue.is_empty() {
            let count = self.queue.take(bucket, &mut entries);
            for &entry in &entries[..count] {
                let cell = entry as usize;
                // It has come before if its distance has fallen since.
                if self.distances[cell] == bucket {
                    self.settle(cell, terrain);
                }
            }
            // The buckets of one round are all below the next: none is filled behind.
            bucket += u32::from(count == 0);
        }
        Ok(())
    }

    fn settle(&mut self, cell: usize, terrain: &Terrain) {
        for direction in Direction::ALL {
            if self.steps.step_is_open(cell, direction) {
                let beyond = self.steps.frame().toward(cell, direction);
                let distance = self.distances[cell] + terrain.costs()[beyond] as u32;
                if distance < self.distances[beyond] {
                    self.distances[beyond] = distance;
                    self.queue.push(distance, beyond as u64);
                }
            }
        }
    }

    fn begin(&mut self, steps: &Steps) {
        self.steps.copy_from(steps);
        self.distances.reset(steps.frame().size, Self::UNREACHED);
    }

    /// By tile, the distance to the nearest goal, or [`HeatMap::UNREACHED`].
    pub const fn distances(&self) -> &Grid<u32> {
        &self.distances
    }

    /// Returns where one could walk when it was solved.
    pub const fn steps(&self) -> &Steps {
        &self.steps
    }
}

pub(super) fn check_goals(steps: &Steps, goals: &[UVec2]) -> Result<(), GoalError> {
    if goals.is_empty() {
        return Err(GoalError::None);
    }
    goals.iter().enumerate().try_for_each(|(goal, &cell)| goal::check_cell(goal, cell, steps))
}

/// The greatest cost of a tile, if all are whole and their sum fits.
fn check_costs(steps: &Steps, terrain: &Terrain) -> Result<u32, HeatMapError> {
    let frames = (*steps.frame(), *terrain.frame());
    if frames.0 != frames.1 {
        return Err(HeatMapError::TerrainMismatch { steps: frames.0, terrain: frames.1 });
    }
    let most = HeatMap::UNREACHED / frames.0.cell_count() as u32 - 1;
    let mut greatest = 1;
    for (index, &cost) in terrain.costs().as_slice().iter().enumerate() {
        let whole = cost as u32;
        if steps.is_open(index) {
            if whole as f32 != cost || !(1..=most).contains(&whole) {
                return Err(HeatMapError::Cost { index, cost, most });
            }
            greatest = greatest.max(whole);
        }
    }
    Ok(greatest)
}
