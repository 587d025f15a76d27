//! Putting in order what was swept, all at once or in slices: views that are of no use now that all is known are left out,
//! the others are listed cell by cell, those that can give the least distance first.

use glam::{DVec2, Vec2};

use super::field::Entry;
use super::limit::Limit;
use super::sources::Source;
use super::sweep::Sweep;
use super::views::{Root, View};
use crate::mesh::NavMesh;
use crate::tiles::islands::Component;
use crate::tolerances::DOMINATION_MARGIN;

/// So many views are sifted, or listed, in the time of a step of a sweep.
const VIEWS_OF_STEP: usize = 6;

/// What was swept, while it is put in order.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    sweep: Sweep,
    /// For each root, which it is in the end.
    places: Vec<u32>,
    /// By cell, whether a way over portals joins it with a goal.
    joined: Vec<bool>,
    /// Those that were sifted already, of which the first are kept, and the others.
    views: Vec<View>,
    sifted: usize,
    kept: usize,
    list: List,
}

/// Views by cell.
#[derive(Clone, Debug, Default)]
struct List {
    /// By cell its first entry, and the number of all at the end.
    first: Vec<u32>,
    /// The views of each cell together.
    order: Vec<u32>,
    /// Those of the first cells.
    entries: Vec<Entry>,
    cells: usize,
}

/// What a field is made of.
pub(super) struct Ordered {
    pub(super) limit: Limit,
    pub(super) first: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    pub(super) roots: Vec<Root>,
}

impl Ordering {
    /// Begins with what a sweep has found, once all is swept.
    pub(super) fn new(mut sweep: Sweep, mesh: &NavMesh) -> Ordering {
        let (places, joined, views) =
            (sweep.places(), joined(mesh, sweep.goals()), sweep.take_views());
        Ordering { sweep, places, joined, views, sifted: 0, kept: 0, list: List::default() }
    }

    /// Goes on for the time of so many steps or a few more; returns whether all is done.
    pub(super) fn run(&mut self, mesh: &NavMesh, steps: u32) -> bool {
        let last =
            self.done().saturating_add((steps.max(1) as usize).saturating_mul(VIEWS_OF_STEP));
        while self.sifted < self.views.len() && self.done() < last {
            self.sift(mesh);
        }
        if self.sifted < self.views.len() {
            return false;
        }
        if self.list.first.is_empty() {
            self.list = List::new(&self.views[..self.kept], self.joined.len());
        }
        while self.list.cells < self.joined.len() && self.done() < last {
            self.list.add(&self.views);
        }
        self.list.cells == self.joined.len()
    }

    /// How many steps of a sweep take as long as what was done so far.
    pub(super) fn steps(&self) -> u32 {
        (self.done() / VIEWS_OF_STEP).min(u32::MAX as usize) as u32
    }

    /// What a field is made of, once all is done.
    pub(super) fn finish(self) -> Ordered {
        let Ordering { sweep, places, list: List { first, entries, .. }, .. } = self;
        Ordered { limit: sweep.limit(), first, entries, roots: sweep.roots_at(&places) }
    }

    /// How many views were sifted and listed so far.
    fn done(&self) -> usize {
        self.sifted + self.list.entries.len()
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
    /// Puts the views of each cell together; none is an entry yet.
    fn new(views: &[View], cell_count: usize) -> List {
        let mut first = vec![0; cell_count + 1];
        views.iter().for_each(|view| first[view.cell as usize + 1] += 1);
        (1..first.len()).for_each(|cell| first[cell] += first[cell - 1]);
        let (mut next, mut order) = (first.clone(), vec![0; views.len()]);
        for (index, view) in (0_u32..).zip(views) {
            let place = &mut next[view.cell as usize];
            order[*place as usize] = index;
            *place += 1;
        }
        List { first, order, entries: Vec::with_capacity(views.len()), cells: 0 }
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

/// By cell, whether a way over portals joins it with a goal.
fn joined(mesh: &NavMesh, goals: &[Source]) -> Vec<bool> {
    let mut components: Vec<Component> =
        goals.iter().map(|goal| mesh.component(goal.cell)).collect();
    components.sort_unstable();
    components.dedup();
    let is_joined = |cell| components.binary_search(&mesh.component(cell)).is_ok();
    mesh.cells().map(is_joined).collect()
}

fn entry(view: &View) -> Entry {
    let unit = |bound: DVec2| bound.normalize_or_zero().as_vec2();
    Entry {
        root: view.root,
        least: (view.least - DOMINATION_MARGIN) as f32,
        right: view.limits.map_or(Vec2::ZERO, |[right, _]| unit(right)),
        left: view.limits.map_or(Vec2::ZERO, |[_, left]| unit(left)),
    }
}
