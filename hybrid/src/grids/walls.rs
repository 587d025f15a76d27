//! The walls of a window: a navmesh seen on a grid, such that **grid agrees with mesh**. Public for inspection.
//!
//! The mesh is cut to the window; its cells, joined by the portals inside, form the window's *islands*. A grid cell is
//! open if free area meets it, and belongs to the island that has most area in it. A step is open if free area of that
//! same island joins the two cells across their common side. So:
//!
//! - *never a leak*: two grid cells joined by open steps belong to one island of the mesh;
//! - *never a break*: grid cells of one island are joined by open steps, unless a *contested* cell, in which two
//!   islands have area, hides one of them. Walls are at least two radii thick and cells at most 1.4 radii wide, so that
//!   only a wall's corner or a thin tip can make a cell contested.
//!
//! Where two obstacles, grown, touch or nearly do, the wall has a *neck* that is thinner than a cell, and a way may lead
//! round them, so that both its sides are of one island. A cell that a neck goes through is contested, too, and shows
//! the larger part only.

use flowfield::{Direction, Frame, Grid, Steps, StepsError};
use glam::{DVec2, UVec2, Vec2};
use navmesh::{CellId, Location, NavMesh};

use super::clip::area;
use super::costs::CostRoom;
use super::cover::{CellRun, Cover};
use super::islands::{Cutting, Lines, WindowRegions};
use super::necks::{Neck, Probe};
use crate::base::tolerances::{CROSSING_LENGTH, NECK_AREA};

/// The label of a blocked cell.
const BLOCKED: u32 = u32::MAX;
/// The bit of a cell whose eastern step is open.
const EAST: u8 = 1;
/// The bit of a cell whose northern step is open.
const NORTH: u8 = 2;

/// The walls of a window: which grid cells and steps of a frame are open, and the island of each.
#[derive(Clone, Debug)]
pub struct Walls {
    steps: Steps,
    labels: Grid<u32>,
    contested: Vec<usize>,
    /// By the index of the cell that they go through, in ascending order.
    necks: Vec<(usize, Neck)>,
    islands: WindowRegions,
    costs: Option<Grid<f32>>,
}

/// Room to make walls in.
#[derive(Clone, Debug, Default)]
pub(crate) struct WallScratch {
    cutting: Cutting,
    islands: WindowRegions,
    cover: Option<Cover>,
    crossed: Grid<u8>,
    probe: Probe,
    costs: CostRoom,
}

impl Walls {
    /// The walls of `mesh` on the cells of `frame`.
    ///
    /// # Errors
    /// None is known; the type is that of [`Steps::set_step`].
    pub fn new(mesh: &NavMesh, frame: Frame) -> Result<Self, StepsError> {
        let mut walls = Self::closed(frame);
        walls.find(mesh, frame, &mut WallScratch::default())?;
        Ok(walls)
    }

    /// All cells of a frame are blocked.
    pub(crate) fn closed(frame: Frame) -> Self {
        Self {
            steps: Steps::closed(frame),
            labels: Grid::new(frame.size, BLOCKED),
            contested: Vec::new(),
            necks: Vec::new(),
            islands: WindowRegions::default(),
            costs: None,
        }
    }

    /// Makes these the walls of `mesh` on the cells of `frame`; their buffers are used again.
    pub(crate) fn find(
        &mut self,
        mesh: &NavMesh,
        frame: Frame,
        scratch: &mut WallScratch,
    ) -> Result<(), StepsError> {
        self.steps.close(frame);
        self.labels.reset(frame.size, BLOCKED);
        self.contested.clear();
        self.islands.find(mesh, &frame, &mut scratch.cutting);
        let lines = Lines::new(&frame);
        let cover = scratch.cover.get_or_insert_with(|| Cover::new(lines));
        cover.reset(lines);
        for index in 0..self.islands.len() {
            let (ring, island) = self.islands.piece(index);
            cover.add(index as u32, ring, island);
            add_portals(cover, mesh, &self.islands, index);
        }
        self.label(cover);
        self.find_necks(mesh, &lines, cover, &mut scratch.probe);
        self.open(cover, &mut scratch.crossed)?;
        self.part_necks()?;
        let former = self.costs.take();
        let island = |index| self.island(index);
        self.costs = scratch.costs.find(mesh, &self.islands, &frame, island, former);
        Ok(())
    }

    /// Returns which cells and steps of the frame are open.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// By grid cell, what a metre costs there: the mean over the cell's ground, as its areas say. `None` where it is 1 all
    /// over.
    pub fn costs(&self) -> Option<&Grid<f32>> {
        self.costs.as_ref()
    }

    /// The island of a grid cell; `None` if it is blocked or off the frame. Islands are numbered from 0.
    pub fn island(&self, index: usize) -> Option<u32> {
        self.labels.as_slice().get(index).copied().filter(|&label| label != BLOCKED)
    }

    /// The island of a mesh cell; `None` if it does not reach into the frame.
    pub fn island_of(&self, cell: CellId) -> Option<u32> {
        self.islands.of(cell)
    }

    /// The middle of the largest part of an island in a grid cell that one mesh cell covers; `None` if there is no free
    /// point.
    pub(crate) fn middle_of(
        &self,
        mesh: &NavMesh,
        cell: UVec2,
        island: u32,
        WallScratch { cutting, islands: parts, .. }: &mut WallScratch,
    ) -> Option<Vec2> {
        let frame = self.steps.frame();
        let (origin, here) = (frame.origin + cell.as_ivec2(), frame.index_of(cell));
        parts.find(mesh, &Frame::new(origin, UVec2::ONE, frame.cell_size).ok()?, cutting);
        let mut largest: Option<(f64, DVec2)> = None;
        for index in 0..parts.len() {
            let (ring, _) = parts.piece(index);
            let size = area(ring);
            let ours = self.island_of(parts.cell(index)) == Some(island);
            if ours
                && self.shows(here, parts.cell(index))
                && largest.is_none_or(|(most, _)| size > most)
            {
                largest = Some((size, ring.iter().sum::<DVec2>() / ring.len() as f64));
            }
        }
        let point = largest?.1.as_vec2();
        matches!(mesh.locate(point), Location::Cell(_)).then_some(point)
    }

    /// Returns whether a neck goes through a grid cell: what is true on one side of it need not be true on the other one.
    pub(crate) fn has_neck(&self, index: usize) -> bool {
        !self.necks.is_empty() && self.neck(index).is_some()
    }

    fn neck(&self, index: usize) -> Option<&Neck> {
        let place = self.necks.binary_search_by_key(&index, |&(cell, _)| cell).ok()?;
        Some(&self.necks[place].1)
    }

    /// Returns whether a grid cell shows the ground of a mesh cell: it is of its island, and no neck hides it.
    pub(crate) fn shows(&self, index: usize, ground: CellId) -> bool {
        let island = self.island(index);
        let is_hidden = || self.neck(index).is_some_and(|neck| neck.hidden.contains(&ground));
        island.is_some() && self.island_of(ground) == island && !is_hidden()
    }

    /// The mesh cells that reach into the frame, with their islands, in ascending order.
    pub fn mesh_cells(&self) -> impl Iterator<Item = (CellId, u32)> {
        (0..self.islands.len()).map(|index| (self.islands.cell(index), self.islands.piece(index).1))
    }

    /// The grid cells in which two islands or more have area, or that a neck goes through, in ascending order.
    pub fn contested(&self) -> &[usize] {
        &self.contested
    }

    /// Gives each grid cell the island with the largest area in it; of equal ones the one with the least number.
    fn label(&mut self, cover: &mut Cover) {
        let frame = *self.steps.frame();
        let least = CROSSING_LENGTH * f64::from(frame.cell_size);
        cover.parts.sort_unstable_by_key(|part| (part.cell, part.island, part.number));
        for of_cell in cover.parts.chunk_by(|a, b| a.cell == b.cell) {
            let index = of_cell[0].cell as usize;
            let (mut largest, mut count) = (least, 0);
            for of_island in of_cell.chunk_by(|a, b| a.island == b.island) {
                let area: f64 = of_island.iter().map(|part| part.area).sum();
                count += u32::from(area > least);
                if area > largest {
                    (largest, self.labels[index]) = (area, of_island[0].island);
                }
            }
            if count > 1 {
                self.contested.push(index);
            }
        }
        let width = frame.size.x as usize;
        for run in &cover.whole {
            self.labels.as_mut_slice()[indices(run, width)].fill(run.island);
        }
    }

    /// Finds the necks. Only a cell in which there is some wall, and several parts of its island, can have one.
    fn find_necks(&mut self, mesh: &NavMesh, lines: &Lines, cover: &Cover, probe: &mut Probe) {
        self.necks.clear();
        let frame = *self.steps.frame();
        let full = f64::from(frame.cell_size).powi(2) * (1.0 - NECK_AREA);
        for of_cell in cover.parts.chunk_by(|a, b| a.cell == b.cell) {
            let index = of_cell[0].cell as usize;
            let area: f64 = of_cell.iter().map(|part| part.area).sum();
            if of_cell.len() == 1 || area > full {
                continue;
            }
            let of_islands = of_cell.chunk_by(|a, b| a.island == b.island);
            let Some(parts) = of_islands.into_iter().find(|of| of[0].island == self.labels[index])
            else {
                continue;
            };
            let cell = frame.cell_at_index(index);
            if let Some(neck) = probe.neck(mesh, &self.islands, lines, cell, parts) {
                self.necks.push((index, neck));
            }
        }
        self.contested.extend(self.necks.iter().map(|&(index, _)| index));
        if !self.necks.is_empty() {
            self.contested.sort_unstable();
            self.contested.dedup();
        }
    }

    /// Closes the steps to what necks hide.
    fn part_necks(&mut self) -> Result<(), StepsError> {
        for (index, neck) in &self.necks {
            for (direction, crossed) in Direction::ALL.into_iter().zip(neck.crossed) {
                if !crossed {
                    self.steps.set_step(*index, direction, false)?;
                }
            }
        }
        Ok(())
    }

    /// Opens the labelled cells, and the steps that are crossed by the island of both their cells.
    fn open(&mut self, cover: &Cover, crossed: &mut Grid<u8>) -> Result<(), StepsError> {
        let frame = *self.steps.frame();
        let width = frame.size.x as usize;
        crossed.reset(frame.size, 0);
        self.mark(crossed, &cover.east, EAST, 1);
        self.mark(crossed, &cover.north, NORTH, width);
        for (index, &label) in self.labels.as_slice().iter().enumerate() {
            if label != BLOCKED {
                self.steps.set_open(index, true)?;
            }
        }
        for (index, &bits) in crossed.as_slice().iter().enumerate() {
            self.steps.set_step(index, Direction::East, bits & EAST != 0)?;
            self.steps.set_step(index, Direction::North, bits & NORTH != 0)?;
        }
        Ok(())
    }

    fn mark(&self, crossed: &mut Grid<u8>, runs: &[CellRun], bit: u8, offset: usize) {
        let (labels, width) = (self.labels.as_slice(), self.labels.size().x as usize);
        for run in runs {
            for index in indices(run, width) {
                if labels[index] == run.island && labels[index + offset] == run.island {
                    crossed[index] |= bit;
                }
            }
        }
    }
}

fn indices(run: &CellRun, width: usize) -> std::ops::Range<usize> {
    let row = run.row as usize * width;
    row + run.columns.start as usize..row + run.columns.end as usize
}

/// Portals that lie on a line of the grid join the cells on both its sides, though neither mesh cell crosses it.
fn add_portals(cover: &mut Cover, mesh: &NavMesh, islands: &WindowRegions, index: usize) {
    let (cell, (_, island)) = (islands.cell(index), islands.piece(index));
    for portal in mesh.portals(cell).filter(|portal| portal.cell > cell) {
        if islands.of(portal.cell) != Some(island) {
            continue;
        }
        let (left, right) = (portal.left.as_dvec2(), portal.right.as_dvec2());
        let (low, high) = (left.min(right), left.max(right));
        if low.y == high.y {
            cover.add_horizontal(island, low.y, low.x..high.x);
        } else if low.x == high.x {
            cover.add_vertical(island, low.x, low.y..high.y);
        }
    }
}
