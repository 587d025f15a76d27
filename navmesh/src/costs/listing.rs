//! Putting in order what was swept, in slices: views are listed cell by cell, those that can give the least cost first.

use glam::{DVec2, Vec2};

use super::by_cell::ByCell;
use super::field::CostPart;
use super::pace::Pace;
use super::root::Roots;
use super::scene::CostView;
use crate::tolerances::DOMINATION_MARGIN;

/// The work of counting a view or of giving it its place; of listing it, and of a cell.
const WORK_OF_COUNTING: u64 = 1;
const WORK_OF_LISTING: u64 = 3;
const WORK_OF_CELL: u64 = 1;

/// What was swept, while it is put in order.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    roots: Roots,
    views: Vec<CostView>,
    by_cell: ByCell,
    counted: usize,
    placed: usize,
    /// Those of the first cells.
    entries: Vec<CostPart>,
    cells: u32,
    cell_count: u32,
}

/// What a field is made of: the first entry of each cell, and the number of all at the end.
pub(crate) struct Listed {
    pub(crate) first: Vec<u32>,
    pub(crate) entries: Vec<CostPart>,
    pub(crate) roots: Roots,
}

impl Listing {
    /// Begins with what a sweep has found.
    pub(crate) fn new(roots: Roots, views: Vec<CostView>, cell_count: usize) -> Listing {
        let (by_cell, cell_count) = (ByCell::new(cell_count), cell_count as u32);
        let entries = Vec::with_capacity(views.len());
        Listing { roots, views, by_cell, counted: 0, placed: 0, entries, cells: 0, cell_count }
    }

    /// Goes on until the slice is over; returns whether all is done.
    pub(crate) fn run(&mut self, pace: &mut Pace) -> bool {
        while !pace.is_over() {
            if let Some(view) = self.views.get(self.counted) {
                self.by_cell.count(view.cell);
                self.counted += 1;
                pace.spend(WORK_OF_COUNTING);
            } else if let Some(view) = self.views.get(self.placed) {
                self.by_cell.place(view.cell, self.placed as u32);
                self.placed += 1;
                pace.spend(WORK_OF_COUNTING);
            } else if self.cells < self.cell_count {
                pace.spend(WORK_OF_CELL + WORK_OF_LISTING * self.list_cell());
            } else {
                return true;
            }
        }
        false
    }

    /// Returns what a field is made of, once all is done.
    pub(crate) fn finish(self) -> Listed {
        Listed { first: self.by_cell.into_first(), entries: self.entries, roots: self.roots }
    }

    /// Adds the entries of the next cell; returns how many.
    fn list_cell(&mut self) -> u64 {
        let own = self.by_cell.of_mut(self.cells);
        self.cells += 1;
        let view = |index: u32| &self.views[index as usize];
        own.sort_unstable_by(|&p, &q| {
            let (one, other) = (view(p), view(q));
            one.least.total_cmp(&other.least).then(one.root.cmp(&other.root)).then(p.cmp(&q))
        });
        self.entries.extend(own.iter().map(|&index| entry(view(index))));
        own.len() as u64
    }
}

fn entry(view: &CostView) -> CostPart {
    let unit = |bound: DVec2| bound.normalize_or_zero().as_vec2();
    CostPart {
        root: view.root,
        least: (view.least - DOMINATION_MARGIN) as f32,
        right: view.cone.map_or(Vec2::ZERO, |cone| unit(cone.right)),
        left: view.cone.map_or(Vec2::ZERO, |cone| unit(cone.left)),
    }
}
