//! Baking: the free area of tiles, cut anew into fewer and larger cells.

use glam::DVec2;

use super::triangles::{Cover, NONE};
use crate::error::BakeError;
use crate::fixed::cells::{FIXED_CELL_LIMIT, FixedCells};
use crate::fixed::sides::{Rings, WALL};
use crate::mesh::NavMesh;
use crate::tiles::wall_graph::WallGraph;
use crate::tolerances::BAKED_COVER;
use crate::workers::{Nobody, Workers};

impl NavMesh {
    /// Returns the free area in fewer and rounder cells, for worlds that no longer change: a constrained Delaunay
    /// triangulation of its outline and of the borders of its areas, merged to convex cells. Paths are found in less time
    /// and are shorter; all other answers are the same, to a rounding. Links come along, and what areas and surcharges say
    /// of the ground ([`area`](Self::area)). Staged edits are left out. It takes about 50 ms for each 10 000 cells, and
    /// as long or longer for the corner graph of [`Entry::Exact`](crate::Entry::Exact), which is made, too
    /// ([`prepare_exact`](Self::prepare_exact)).
    ///
    /// `progress` is told how much is done, from 0 to 1, never less than before.
    ///
    /// The baked mesh has no obstacles and no handles of areas, and edits of both are refused: to change the world, edit
    /// this mesh and bake it again. Links may come and go ([`add_link`](Self::add_link)).
    ///
    /// Gaps narrower than 1/1024 m are closed, as they are on tiles.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, MeshDefinition, NavMesh, PathOptions, Search};
    ///
    /// let bounds = Bounds::new(vec2(0.0, 0.0), vec2(100.0, 60.0));
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(bounds))?;
    /// mesh.add_obstacle(&[vec2(48.0, 0.0), vec2(52.0, 0.0), vec2(52.0, 40.0), vec2(48.0, 40.0)])?;
    /// mesh.commit()?;
    ///
    /// let baked = mesh.bake(&mut |_| {})?;
    /// assert!(baked.cell_count() < mesh.cell_count());
    /// let path = baked.find_path(&mut Search::default(), vec2(10.0, 10.0), vec2(90.0, 10.0), &PathOptions::default())?;
    /// assert_eq!(path.points.len(), 4, "over the top of the wall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A mesh that never changes already; more cells than can be numbered; walls so near to each other that they cannot
    /// be told apart.
    pub fn bake(&self, progress: &mut dyn FnMut(f32)) -> Result<NavMesh, BakeError> {
        self.bake_with(&Nobody, progress)
    }

    /// Returns what [`bake`](Self::bake) does, bit for bit, with the help of workers.
    ///
    /// # Errors
    /// Those of [`bake`](Self::bake).
    pub fn bake_with(
        &self,
        workers: &dyn Workers,
        progress: &mut dyn FnMut(f32),
    ) -> Result<NavMesh, BakeError> {
        let tiles = self.cells.tiles().ok_or(BakeError::Fixed)?;
        progress(0.0);
        let graph = WallGraph::of_tiles(tiles.tiling(), true);
        progress(0.06);
        let mesh = self.clone();
        let ground_at = move |at| mesh.cells.tiles()?.ground_at(at);
        let mut cover = Cover::triangles(&graph, ground_at, workers)
            .map_err(|error| BakeError::Walls { reason: error.to_string() })?;
        progress(0.18);
        cover.merge();
        progress(0.21);
        let cells = cells(&cover)?;
        let area: f64 = (0..cells.count()).map(|cell| area(&cells, cell)).sum();
        if (area - graph.area).abs() > BAKED_COVER * graph.area {
            return Err(BakeError::Cover { expected: graph.area, found: area });
        }
        let mut baked = NavMesh::of_baked(self.definition().clone(), cells);
        baked.link_roster_mut().clone_from(self.link_roster());
        baked.prepare_exact_with(workers, &mut |done| progress(0.3 + 0.7 * done));
        Ok(baked)
    }
}

/// The polygons of a cover as cells, in an order that keeps neighbours together.
fn cells(cover: &Cover) -> Result<FixedCells, BakeError> {
    let mut polygons = cover.polygons();
    if polygons.len() > FIXED_CELL_LIMIT {
        return Err(BakeError::TooManyCells { count: polygons.len(), limit: FIXED_CELL_LIMIT });
    }
    let place = |edge: u32| cover.vertices[cover.half_edges[edge as usize].vertex as usize];
    let low = cover.vertices.iter().fold(DVec2::INFINITY, |low, &vertex| low.min(vertex));
    let high = cover.vertices.iter().fold(DVec2::NEG_INFINITY, |high, &vertex| high.max(vertex));
    let scale = u16::MAX as f64 / (high - low).max_element();
    polygons.sort_by_cached_key(|&first| {
        let sum = cover
            .ring(first)
            .fold((DVec2::ZERO, 0.0), |sum, edge| (sum.0 + place(edge), sum.1 + 1.0));
        let at = (sum.0 / sum.1 - low) * scale;
        (interleaved(at.x as u32) | interleaved(at.y as u32) << 1, first)
    });
    let mut cell_of = vec![WALL; cover.half_edges.len()];
    for (cell, &first) in (0..).zip(&polygons) {
        cover.ring(first).for_each(|edge| cell_of[edge as usize] = cell);
    }
    let (mut rings, mut beyond) = (Rings::default(), Vec::new());
    for &first in &polygons {
        rings.push(cover.ring(first).map(|edge| cover.half_edges[edge as usize].vertex));
        beyond.extend(cover.ring(first).map(|edge| match cover.half_edges[edge as usize].twin {
            NONE => WALL,
            twin => cell_of[twin as usize],
        }));
    }
    let footings = polygons.iter().map(|&first| cover.footing(first));
    let (areas, speeds) = footings.map(|footing| (footing.area, footing.speed)).unzip();
    let cells = FixedCells::new(cover.vertices.clone(), &rings, &beyond);
    Ok(cells.with_areas(areas).with_speeds(speeds))
}

/// The lower 16 bits, each followed by a zero: Guy Morton, *A Computer Oriented Geodetic Data Base and a New Technique
/// in File Sequencing* (1966).
fn interleaved(value: u32) -> u32 {
    let value = (value | value << 8) & 0x00ff_00ff;
    let value = (value | value << 4) & 0x0f0f_0f0f;
    let value = (value | value << 2) & 0x3333_3333;
    (value | value << 1) & 0x5555_5555
}

fn area(cells: &FixedCells, cell: u32) -> f64 {
    let mut ring = cells.ring(cell);
    let base = ring.next().unwrap_or_default();
    let rest = ring.clone().skip(1);
    ring.zip(rest).map(|(p, q)| (p - base).perp_dot(q - base) * 0.5).sum()
}
