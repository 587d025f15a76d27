//! Putting in order what was swept, all at once or in slices: views that are of no use now that all is known are left out,
//! the others are listed cell by cell, those that can give the least distance first.

use glam::{DVec2, Vec2};

use super::field::DistancePart;
use super::limit::DistanceLimit;
use super::sweep::Sweep;
use super::views::{Root, View};
use crate::cells::id::CellId;
use crate::mesh::NavMesh;
use crate::tiles::islands::Component;
use crate::tolerances::DOMINATION_MARGIN;

/// So many views are sifted, or listed, in the time of a step of a sweep.
const VIEWS_OF_STEP: usize = 6;

/// On meshes of more cells than this, what is done for each cell is done in slices as well, and counts: so many cells are
/// looked at in the time of a view.
const MANY_CELLS: usize = 1 << 15;
const CELLS_OF_VIEW: usize = 8;

/// What was swept, while it is put in order.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    sweep: Sweep,
    /// For each root, which it is in the end.
    places: Vec<u32>,
    /// The components of the goals; sorted.
    components: Vec<Component>,
    /// By cell, whether a way over portals joins it with a goal: those of the first tiles.
    joined: Vec<bool>,
    parts: u32,
    cell_count: usize,
    /// Those that were sifted already, of which the first are kept, and the others.
    views: Vec<View>,
    sifted: usize,
    kept: usize,
    list: List,
}

/// Views by cell.
#[derive(Clone, Debug, Default)]
struct List {
    /// How many views were counted, for how many cells these were summed up, and how many were put to their cells.
    counted: usize,
    summed: usize,
    placed: usize,
    /// By cell its first entry, and the number of all at the end.
    first: Vec<u32>,
    /// By cell where its next view is put.
    next: Vec<u32>,
    /// The views of each cell together.
    order: Vec<u32>,
    /// Those of the first cells.
    entries: Vec<DistancePart>,
    cells: usize,
}

/// What a field is made of.
pub(super) struct Ordered {
    pub(super) limit: DistanceLimit,
    pub(super) first: Vec<u32>,
    pub(super) entries: Vec<DistancePart>,
    pub(super) roots: Vec<Root>,
}

impl Ordering {
    /// Begins with what a sweep has found, once all is swept.
    pub(super) fn new(mut sweep: Sweep, mesh: &NavMesh) -> Ordering {
        let mut components: Vec<Component> =
            sweep.goals().iter().map(|goal| mesh.component(goal.cell)).collect();
        components.sort_unstable();
        components.dedup();
        let (places, views) = (sweep.places(), sweep.take_views());
        Ordering {
            sweep,
            places,
            components,
            joined: Vec::new(),
            parts: 0,
            cell_count: mesh.cell_count(),
            views,
            sifted: 0,
            kept: 0,
            list: List::default(),
        }
    }

    /// Goes on for the time of so many steps or a few more; returns whether all is done.
    pub(super) fn run(&mut self, mesh: &NavMesh, steps: u32) -> bool {
        let last =
            self.done().saturating_add((steps.max(1) as usize).saturating_mul(VIEWS_OF_STEP));
        while self.joined.len() < self.cell_count && self.done() < last {
            self.join(mesh);
        }
        if self.joined.len() < self.cell_count {
            return false;
        }
        while self.sifted < self.views.len() && self.done() < last {
            self.sift(mesh);
        }
        if self.sifted < self.views.len() {
            return false;
        }
        let is_large = self.is_large();
        let most = if is_large { CELLS_OF_VIEW * VIEWS_OF_STEP } else { usize::MAX };
        while !self.list.is_ready(self.kept, self.cell_count) {
            if is_large && self.done() >= last {
                return false;
            }
            self.list.prepare(&self.views[..self.kept], self.cell_count, most);
        }
        while self.list.cells < self.cell_count && self.done() < last {
            self.list.add(&self.views);
        }
        self.list.cells == self.cell_count
    }

    fn is_large(&self) -> bool {
        self.cell_count > MANY_CELLS
    }

    /// Finds out which cells of the next tile are joined with a goal.
    fn join(&mut self, mesh: &NavMesh) {
        let ids =
            (0..mesh.cells.cells_of_part(self.parts)).map(|cell| CellId { tile: self.parts, cell });
        let is_joined = |id| self.components.binary_search(&mesh.component(id)).is_ok();
        self.joined.extend(ids.map(is_joined));
        self.parts += 1;
    }

    /// Returns how many steps of a sweep take as long as what was done so far.
    pub(super) fn steps(&self) -> u32 {
        (self.done() / VIEWS_OF_STEP).min(u32::MAX as usize) as u32
    }

    /// Returns what a field is made of, once all is done.
    pub(super) fn finish(self) -> Ordered {
        let Ordering { sweep, places, list: List { first, entries, .. }, .. } = self;
        Ordered { limit: sweep.limit(), first, entries, roots: sweep.roots_at(&places) }
    }

    /// Returns how many views were sifted and listed so far, and what was done for cells, where that counts.
    fn done(&self) -> usize {
        let List { counted, summed, placed, cells, .. } = self.list;
        let of_cells = self.joined.len() + counted + summed + placed + cells;
        let of_cells = if self.is_large() { of_cells / CELLS_OF_VIEW } else { 0 };
        self.sifted + self.list.entries.len() + of_cells
    }

    /// Keeps the next view, if it is of use.
    fn sift(&mut self, mesh: &NavMesh) {
        let view = self.views[self.sifted];
        self.sifted += 1;
        if self.joined[view.cell as usize] && self.sweep.is_useful(mesh, &view) {
            let root = self.places[view.root as usize];
            self.views[self.kept] = View { root, ..view };
            self.kept += 1;
        }
    }
}

impl List {
    /// Returns whether so many views are together, those of each cell.
    fn is_ready(&self, view_count: usize, cell_count: usize) -> bool {
        self.summed == cell_count && self.placed == view_count
    }

    /// Puts the views of each cell together, or goes on with it: of so many views or cells; none is an entry yet.
    fn prepare(&mut self, views: &[View], cell_count: usize, most: usize) {
        if self.first.is_empty() {
            // Zeros that nobody looks at yet take no time.
            (self.first, self.next) = (vec![0; cell_count + 1], vec![0; cell_count]);
            self.order = vec![0; views.len()];
            self.entries = Vec::with_capacity(views.len());
        }
        let end = views.len().min(self.counted.saturating_add(most));
        for view in &views[self.counted..end] {
            self.first[view.cell as usize + 1] += 1;
        }
        self.counted = end;
        if end < views.len() {
            return;
        }
        let end = cell_count.min(self.summed.saturating_add(most));
        for cell in self.summed..end {
            self.next[cell] = self.first[cell];
            self.first[cell + 1] += self.first[cell];
        }
        self.summed = end;
        if end < cell_count {
            return;
        }
        let end = views.len().min(self.placed.saturating_add(most));
        for (index, view) in (self.placed as u32..).zip(&views[self.placed..end]) {
            let place = &mut self.next[view.cell as usize];
            self.order[*place as usize] = index;
            *place += 1;
        }
        self.placed = end;
    }

    /// Adds the entries of the next cell.
    fn add(&mut self, views: &[View]) {
        let [from, to] = [self.cells, self.cells + 1].map(|cell| self.first[cell] as usize);
        self.cells += 1;
        let own = &mut self.order[from..to];
        let view = |index: u32| &views[index as usize];
        own.sort_unstable_by(|&p, &q| {
            let (one, other) = (view(p), view(q));
            one.least.total_cmp(&other.least).then(one.root.cmp(&other.root)).then(p.cmp(&q))
        });
        self.entries.extend(own.iter().map(|&index| entry(view(index))));
    }
}

fn entry(view: &View) -> DistancePart {
    let unit = |bound: DVec2| bound.normalize_or_zero().as_vec2();
    DistancePart {
        root: view.root,
        least: (view.least - DOMINATION_MARGIN) as f32,
        right: view.limits.map_or(Vec2::ZERO, |[right, _]| unit(right)),
        left: view.limits.map_or(Vec2::ZERO, |[_, left]| unit(left)),
    }
}
