//! Which units are where, between two steps.
//!
//! Units are sorted into a grid when they are first asked for, and again when most of them may have moved; those that are
//! put elsewhere one by one are kept in a list, so that nobody is missed.

use std::sync::OnceLock;

use glam::Vec2;
use navmesh::Bounds;
use slotmap::SlotMap;

use crate::base::handle::UnitId;
use crate::base::region::{Region, squared_distance};
use crate::bodies::unit::Body;
use crate::motion::disc_grid::DiscGrid;

/// How many units lie in a cell, if they are spread evenly.
const IN_A_CELL: f32 = 2.0;

/// The list of units that were put elsewhere is as long as this, or as this share of all, before all are sorted again.
const FEW: usize = 64;
const SHARE: usize = 8;

/// Finds units by where they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitFinder {
    /// Made by the first question; several threads may ask.
    index: OnceLock<UnitIndex>,
    /// Who came or was put elsewhere since the index was made.
    moved: Vec<UnitId>,
}

/// Units by the cells of a grid in which they were when it was made.
#[derive(Clone, Debug)]
struct UnitIndex {
    grid: DiscGrid,
    /// In the order of the grid.
    units: Vec<UnitId>,
    /// The box that holds all of them.
    bounds: Bounds,
}

impl UnitIndex {
    fn new(bodies: &SlotMap<UnitId, Body>) -> Self {
        let (units, points): (Vec<UnitId>, Vec<Vec2>) =
            bodies.iter().map(|(unit, body)| (unit, body.position)).unzip();
        let min = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let max = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let bounds = Bounds::new(min, max);
        let mut grid = DiscGrid::default();
        let share = IN_A_CELL / points.len().max(1) as f32;
        let side = (bounds.width() * bounds.height() * share).sqrt();
        grid.sort(&points, side.max(f32::MIN_POSITIVE));
        let units = grid.order().iter().map(|&index| units[index as usize]).collect();
        Self { grid, units, bounds }
    }

    fn row(&self, y: i32, from: i32, to: i32) -> &[UnitId] {
        &self.units[self.grid.row(y, from, to)]
    }
}

impl UnitFinder {
    /// Most units may have moved.
    pub(crate) fn forget(&mut self) {
        self.index.take();
        self.moved.clear();
    }

    /// A unit has come or was put elsewhere.
    pub(crate) fn note(&mut self, unit: UnitId) {
        let Some(index) = self.index.get() else { return };
        if self.moved.len() < FEW.max(index.units.len() / SHARE) {
            self.moved.push(unit);
        } else {
            self.forget();
        }
    }

    fn index(&self, bodies: &SlotMap<UnitId, Body>) -> &UnitIndex {
        self.index.get_or_init(|| UnitIndex::new(bodies))
    }

    /// The units whose centres lie in a region, in the order of their handles.
    pub(crate) fn within(&self, bodies: &SlotMap<UnitId, Body>, region: &Region) -> Vec<UnitId> {
        let index = self.index(bodies);
        let (all, asked) = (index.bounds, region.bounds());
        let cell = |corner: Vec2| index.grid.cell_of(corner.clamp(all.min, all.max));
        let (first, last) = (cell(asked.min), cell(asked.max));
        let near = (first.y..=last.y).flat_map(|y| index.row(y, first.x, last.x));
        let is_inside =
            |unit: &&UnitId| bodies.get(**unit).is_some_and(|body| region.contains(body.position));
        let mut found: Vec<UnitId> = near.chain(&self.moved).filter(is_inside).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The nearest unit to a point that is no farther than `reach` metres and will do; of equal ones the first.
    pub(crate) fn nearest(
        &self,
        bodies: &SlotMap<UnitId, Body>,
        point: Vec2,
        reach: f32,
        will_do: impl Fn(UnitId, &Body) -> bool,
    ) -> Option<UnitId> {
        let mut best: (f64, Option<UnitId>) = (f64::from(reach).powi(2), None);
        let mut look = |units: &[UnitId]| {
            for &unit in units {
                let Some(body) = bodies.get(unit) else { continue };
                let squared = squared_distance(body.position, point);
                let is_nearer = match best {
                    (least, None) => squared <= least,
                    (least, Some(known)) => squared < least || squared == least && unit < known,
                };
                if is_nearer && will_do(unit, body) {
                    best = (squared, Some(unit));
                }
            }
            best.0
        };
        let index = self.index(bodies);
        let mut least = look(&self.moved);
        if index.units.is_empty() {
            return best.1;
        }
        // No unit of the grid is nearer to the point than to the nearest point of the grid's box.
        let from = point.clamp(index.bounds.min, index.bounds.max);
        let (cell, grid) = (index.grid.cell_of(from), &index.grid);
        for ring in 0.. {
            for y in [cell.y - ring, cell.y + ring].into_iter().take(if ring == 0 { 1 } else { 2 })
            {
                least = look(index.row(y, cell.x - ring, cell.x + ring));
            }
            for y in cell.y - ring + 1..cell.y + ring {
                look(index.row(y, cell.x - ring, cell.x - ring));
                least = look(index.row(y, cell.x + ring, cell.x + ring));
            }
            let seen = f64::from(grid.reach(from, cell, ring));
            if seen * seen > least || grid.is_within(cell, ring) {
                break;
            }
        }
        best.1
    }
}
