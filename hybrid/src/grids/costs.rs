//! What a metre costs in the cells of a window: the mean over the ground of a cell's island, as its areas say.

use flowfield::{Frame, Grid};
use navmesh::NavMesh;

use super::cover::Cover;
use super::islands::{Lines, WindowRegions};

/// Room to find costs in.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostRoom {
    cover: Option<Cover>,
    /// By grid cell how much of it is free, and what that costs.
    sums: Vec<(f64, f64)>,
    /// A grid that is not in use.
    spare: Option<Grid<f32>>,
}

impl CostRoom {
    /// Returns what a metre costs in each cell of a frame, by the areas of the mesh; `None` where it is 1 in all of them.
    /// `label` is the island of a cell, if it has one. The buffer of a `former` grid is used again.
    pub(crate) fn find(
        &mut self,
        mesh: &NavMesh,
        islands: &WindowRegions,
        frame: &Frame,
        label: impl Fn(usize) -> Option<u32>,
        former: Option<Grid<f32>>,
    ) -> Option<Grid<f32>> {
        let former = former.or_else(|| self.spare.take());
        let cost_of = |index: usize| f64::from(mesh.area(islands.cell(index)).cost);
        if !mesh.has_areas() || (0..islands.len()).all(|index| cost_of(index) == 1.0) {
            self.spare = former;
            return None;
        }
        // Told apart by piece here, not by island.
        let lines = Lines::new(frame);
        let cover = self.cover.get_or_insert_with(|| Cover::new(lines));
        cover.reset(lines);
        for index in 0..islands.len() {
            cover.add(index as u32, islands.piece(index).0, index as u32);
        }
        let (width, sums) = (frame.size.x as usize, &mut self.sums);
        sums.clear();
        sums.resize(frame.cell_count(), (0.0, 0.0));
        let mut add = |cell: usize, piece: u32, area: f64| {
            if label(cell) == Some(islands.piece(piece as usize).1) {
                let (free, cost) = &mut sums[cell];
                (*free, *cost) = (*free + area, *cost + area * cost_of(piece as usize));
            }
        };
        for part in &cover.parts {
            add(part.cell as usize, part.island, part.area);
        }
        let whole = f64::from(frame.cell_size) * f64::from(frame.cell_size);
        for run in &cover.whole {
            let row = run.row as usize * width;
            run.columns.clone().for_each(|column| add(row + column as usize, run.island, whole));
        }
        let mut costs = former.unwrap_or_default();
        costs.reset(frame.size, 1.0);
        for (cost, &(free, sum)) in costs.as_mut_slice().iter_mut().zip(&*sums) {
            *cost = if free > 0.0 { (sum / free) as f32 } else { 1.0 };
        }
        Some(costs)
    }
}
