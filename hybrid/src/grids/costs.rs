//! What a metre costs in the cells of a window: the mean over the ground of a cell's island, as its areas say.

use flowfield::{Frame, Grid};
use navmesh::NavMesh;

use super::cover::Cover;
use super::islands::{Islands, Lines};

/// What a metre costs in each cell of a frame, by the areas of the mesh; `None` where it is 1 in all of them. `label` is
/// the island of a cell, if it has one.
pub(crate) fn costs(
    mesh: &NavMesh,
    islands: &Islands,
    frame: &Frame,
    label: impl Fn(usize) -> Option<u32>,
) -> Option<Grid<f32>> {
    let cost_of = |index: usize| f64::from(mesh.area(islands.cell(index)).cost);
    if !mesh.has_areas() || (0..islands.len()).all(|index| cost_of(index) == 1.0) {
        return None;
    }
    // Told apart by piece here, not by island.
    let mut cover = Cover::new(Lines::new(frame));
    for index in 0..islands.len() {
        cover.add(islands.piece(index).0, index as u32);
    }
    let width = frame.size.x as usize;
    let mut sums = vec![(0.0, 0.0); frame.cell_count()];
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
    let mut costs = Grid::new(frame.size, 1.0);
    for (cost, (free, sum)) in costs.as_mut_slice().iter_mut().zip(sums) {
        *cost = if free > 0.0 { (sum / free) as f32 } else { 1.0 };
    }
    Some(costs)
}
