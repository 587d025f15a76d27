//! Paths: A* over the cells, then pulled straight; or over the corners.

use std::sync::Arc;

use glam::Vec2;

use super::cell_search::CellSearch;
use super::cutting::Through;
use super::funnel::{Bend, PortalEnds, pulled};
use super::linked::LinkedSearch;
use super::options::{Entry, Path, PathEnd, PathOptions};
use super::refraction::{Corridor, Refraction};
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::exact::route::{ExactSearch, Terminal};
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::tiling::State;

/// The scratch of searches: keep one a thread, and use it for any mesh. It remembers what it has seen of a mesh, and
/// after an edit what that left alone, but nothing of another mesh: where there are several, keep one for each. What was
/// asked before never changes an answer. Warm, it allocates nothing.
///
/// On a mesh of tiles it finds out what lies behind each portal once it has expanded twice as many cells as there are (six
/// times as many corners, for [`Entry::Exact`](crate::Entry::Exact)): one call of [`find_path`](NavMesh::find_path) then takes about as long as a search over the whole mesh, and those
/// after it leave dead ends out. Searches in slices ([`begin_path`](NavMesh::begin_path)) use what is known but never
/// find it out, so that no slice takes long; nor does a [`steady`](Self::steady) one.
#[derive(Clone, Debug)]
pub struct Search {
    /// Whether it never finds out what lies behind portals.
    pub(super) is_steady: bool,
    cells: CellSearch,
    exact: ExactSearch,
    /// The exits of the corridor, and their gates.
    through: Vec<u32>,
    gates: Vec<PortalEnds>,
    bends: Vec<Bend>,
    /// What a metre costs in each cell of the corridor.
    costs: Vec<f64>,
    refraction: Refraction,
    points: Vec<Vec2>,
    /// The cells along a leg.
    leg: Vec<CellId>,
    task: Task,
    pub(super) linked: LinkedSearch,
    pub(super) query: Query,
}

impl Default for Search {
    // Otherwise it is copied to wherever a search is made, which takes 3 kB each time.
    #[inline(never)]
    fn default() -> Self {
        Self {
            is_steady: false,
            cells: CellSearch::default(),
            exact: ExactSearch::default(),
            through: Vec::new(),
            gates: Vec::new(),
            bends: Vec::new(),
            costs: Vec::new(),
            refraction: Refraction::default(),
            points: Vec::new(),
            leg: Vec::new(),
            task: Task::default(),
            linked: LinkedSearch::default(),
            query: Query::default(),
        }
    }
}

impl Search {
    /// A search of which not even the work depends on what was asked before: [`Path::expanded`](crate::Path::expanded) is
    /// the same as of a new one, so that a game can limit by it what it does in a tick, and stays in step with others. It never finds
    /// out what lies behind portals, nor which legs lead nowhere, and so looks into dead ends each time.
    pub fn steady() -> Self {
        let mut search = Self { is_steady: true, ..Self::default() };
        search.exact.become_steady();
        search
    }
}

/// What is being searched for.
#[derive(Clone, Debug)]
struct Task {
    from: Vec2,
    /// The goal, or the nearest point that can be reached.
    to: Vec2,
    /// The goal.
    wanted: Vec2,
    /// Whether a way to there was looked for in vain.
    turned: bool,
    cells: [CellId; 2],
    end: PathEnd,
    options: PathOptions,
    /// Whether it goes from corner to corner.
    by_corners: bool,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    pub(super) ends: (Vec2, Vec2),
    pub(super) options: PathOptions,
    pub(super) stage: SearchStage,
    /// Whether it is done in slices.
    pub(super) sliced: bool,
    /// Why there is no path, where that came out after the beginning.
    pub(super) failed: Option<PathError>,
    /// Tells it from others, and the mesh on which it began: where it is done in slices.
    pub(super) ticket: Option<Ticket>,
}

/// What is being tried.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum SearchStage {
    /// A way over the ground: [`Task`].
    #[default]
    Ground,
    /// A way over the ground and links.
    Links,
    /// A way over the ground and links to the nearest point that can be reached, which is so far from the goal; metres.
    LinksTowards(f32),
}

/// Tells one query from another, and one state of a mesh and its links from another: compared by address only.
#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub(super) own: Arc<State>,
    pub(super) mesh: [Arc<State>; 2],
}

impl Default for Task {
    fn default() -> Self {
        Self {
            from: Vec2::ZERO,
            to: Vec2::ZERO,
            wanted: Vec2::ZERO,
            turned: false,
            cells: [CellId { tile: 0, cell: 0 }; 2],
            end: PathEnd::Goal,
            options: PathOptions::default(),
            by_corners: false,
        }
    }
}

impl NavMesh {
    /// Learns more of the mesh, if earlier searches were long enough to make that worth while. Not in slices: they are to
    /// be short.
    pub(super) fn learn(&self, search: &mut Search, entry: Entry) {
        search.cells.look_behind(self);
        if entry == Entry::Exact {
            search.exact.learn(self);
        }
    }

    /// Begins to look for a path over the ground.
    pub(super) fn begin(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<(), PathError> {
        let kinds = &options.kinds;
        let start = self.allowed_start_near(from, options.near[0], kinds)?;
        let component = self.component(start);
        let reached = match self.locate_near(to, options.near[1]) {
            Location::Cell(goal) if self.component(goal) == component => {
                self.allowed_cell(to, goal, kinds).ok().map(|goal| (to, goal))
            }
            _ => None,
        };
        let (wanted, mut end) = (to, PathEnd::Goal);
        let (to, goal) = match reached {
            Some(reached) => reached,
            None if options.partial => {
                let joined = |cell: CellId| {
                    self.component(cell) == component && self.is_allowed(cell, kinds)
                };
                let nearest = self.nearest_of(to, f32::INFINITY, joined)?;
                let nearest = nearest.ok_or(PathError::Unreachable { from, to })?;
                end = PathEnd::Nearest { distance: nearest.distance };
                (nearest.point, nearest.cell)
            }
            None => {
                self.allowed_goal(to, kinds)?;
                return Err(PathError::Unreachable { from, to });
            }
        };
        let by_corners = options.entry == Entry::Exact;
        let (cells, options) = ([start, goal], *options);
        search.task = Task { from, to, wanted, turned: false, cells, end, options, by_corners };
        if by_corners {
            let ends = [Terminal { cell: start, point: from }, Terminal { cell: goal, point: to }];
            search.exact.begin(self, ends, options.bound);
        } else {
            self.begin_cells(search);
        }
        Ok(())
    }

    fn begin_cells(&self, search: &mut Search) {
        let Task { from, to, cells: [start, goal], options, .. } = search.task;
        let ends = [(start, from.as_dvec2()), (goal, to.as_dvec2())];
        search.cells.begin(self, ends[0], ends[1], &options);
    }

    /// Expands up to `limit` nodes; returns whether the search is over.
    pub(super) fn advance(&self, search: &mut Search, limit: u32) -> bool {
        if !search.task.by_corners {
            return search.cells.run(self, limit) && !self.turn_to_nearest(search);
        }
        let over = search.exact.run(self, limit);
        // No corners may be found to go by: a way that hangs on a rounding. On uneven ground the shortest way may not be
        // the cheapest.
        if over && !(search.exact.found() && self.is_cheapest(search)) {
            search.task.by_corners = false;
            self.begin_cells(search);
            return false;
        }
        over
    }

    /// Returns whether the path from corner to corner only passes ground on which a metre costs 1.
    fn is_cheapest(&self, search: &mut Search) -> bool {
        let kinds = &search.task.options.kinds;
        if self.is_even(kinds) {
            return true;
        }
        // Roads may make up for a longer way.
        if self.least_cost(kinds) < 1.0 {
            return false;
        }
        search.exact.points(&mut search.points);
        self.costs_one(&search.points, kinds)
    }

    /// Returns where all ways end at ground that is excluded, begins anew towards the nearest point that was reached, if a
    /// partial path is wanted; returns whether it does.
    fn turn_to_nearest(&self, search: &mut Search) -> bool {
        let task = &mut search.task;
        if search.cells.found() || !task.options.partial || task.turned {
            return false;
        }
        task.turned = true;
        let reached = search.cells.reached(self);
        let is_reached = |cell: CellId| reached.binary_search(&cell).is_ok();
        let Ok(Some(nearest)) = self.nearest_of(task.wanted, f32::INFINITY, is_reached) else {
            return false;
        };
        (task.to, task.cells[1]) = (nearest.point, nearest.cell);
        task.end = PathEnd::Nearest { distance: nearest.distance };
        self.begin_cells(search);
        true
    }

    /// Returns how many nodes were expanded over the ground.
    pub(super) fn expanded(&self, search: &Search) -> u32 {
        if search.task.by_corners { search.exact.expanded() } else { search.cells.expanded() }
    }

    /// Puts the path over the ground together, once the search is over.
    pub(super) fn finish(&self, search: &mut Search, path: &mut Path) -> Result<(), PathError> {
        let Task { from, to, wanted, end, options, by_corners, .. } = search.task;
        if !by_corners && !search.cells.found() {
            return Err(PathError::Unreachable { from, to: wanted });
        }
        let is_even = self.is_even(&options.kinds);
        if by_corners {
            search.exact.points(&mut path.points);
            path.expanded = search.exact.expanded();
            if options.corridor {
                self.corridor_along(search, path);
            }
        } else {
            search.cells.corridor(&mut path.corridor, &mut search.through, &mut search.gates);
            let ends = [from, to].map(|end| end.as_dvec2());
            if is_even {
                pulled(ends[0], &search.gates, ends[1], &mut search.bends);
                let through = Through { exits: &search.through, gates: &search.gates };
                self.cut_corners(&mut search.cells.exits, through, &mut search.bends);
                path.points.extend(search.bends.iter().map(|bend| bend.point.as_vec2()));
            } else {
                search.cells.costs(&path.corridor, &mut search.costs);
                let (gates, costs) = (&search.gates, &search.costs);
                search.refraction.find(Corridor { ends, gates, costs });
                self.cut_uneven_corners(&mut search.refraction, &options.kinds);
                path.points.extend(search.refraction.bends.iter().map(|bend| bend.point.as_vec2()));
            }
            path.expanded = search.cells.expanded();
        }
        (path.end, path.length) = (end, length(&path.points));
        let is_uneven = !by_corners && !is_even;
        path.cost = if is_uneven { search.refraction.cost() as f32 } else { path.length };
        Ok(())
    }

    /// The cells that the legs of a path run through: a search from cell to cell along a free leg goes straight.
    fn corridor_along(&self, search: &mut Search, path: &mut Path) {
        let Task { cells: [first, goal], .. } = search.task;
        path.corridor.push(first);
        let mut at = first;
        for (leg, ends) in path.points.windows(2).enumerate() {
            let is_last = leg + 2 == path.points.len();
            let joined = |&cell: &CellId| self.component(cell) == self.component(first);
            let corners = self.cells.at(quantised(ends[1])).filter(joined);
            let nexts = is_last.then_some(goal).into_iter().chain(corners.filter(|_| !is_last));
            // Where walls touch in a point, some of its cells are far round.
            let mut least = f32::INFINITY;
            for next in nexts {
                let ends = [(at, ends[0].as_dvec2()), (next, ends[1].as_dvec2())];
                let options = PathOptions::with_entry(Entry::Crossing);
                search.cells.begin(self, ends[0], ends[1], &options);
                while !search.cells.run(self, u32::MAX) {}
                if search.cells.cost() < least {
                    least = search.cells.cost();
                    let (through, gates) = (&mut search.through, &mut search.gates);
                    search.cells.corridor(&mut search.leg, through, gates);
                }
            }
            path.corridor.extend(search.leg.iter().skip(1));
            at = search.leg.last().copied().unwrap_or(at);
        }
    }
}

fn length(points: &[Vec2]) -> f32 {
    let legs = points.windows(2).map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2()));
    legs.sum::<f64>() as f32
}
