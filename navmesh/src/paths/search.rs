//! Paths: A* over the cells, then pulled straight; or over the corners.

use std::sync::Arc;

use glam::Vec2;

use super::cell_search::CellSearch;
use super::cutting::Through;
use super::funnel::{Bend, Gate, pulled};
use super::options::{Entry, Path, PathEnd, PathOptions};
use super::refraction::{Corridor, Refraction};
use crate::cells::CellId;
use crate::error::PathError;
use crate::exact::route::{End, ExactSearch};
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::tiling::State;

/// The scratch of searches: keep one a thread, and use it for any mesh. It remembers what it has seen of the mesh until
/// that changes. Warm, it allocates nothing.
///
/// On a mesh of tiles it finds out what lies behind each portal once it has expanded twice as many cells as there are (six
/// times as many corners, for [`Entry::Exact`](crate::Entry::Exact)): one call of [`find_path`](NavMesh::find_path) then takes about as long as a search over the whole mesh, and those
/// after it leave dead ends out. Searches in slices ([`begin_path`](NavMesh::begin_path)) use what is known but never
/// find it out, so that no slice takes long.
#[derive(Clone, Debug, Default)]
pub struct Search {
    cells: CellSearch,
    exact: ExactSearch,
    /// The exits of the corridor, and their gates.
    through: Vec<u32>,
    gates: Vec<Gate>,
    bends: Vec<Bend>,
    /// What a metre costs in each cell of the corridor.
    costs: Vec<f64>,
    refraction: Refraction,
    points: Vec<Vec2>,
    /// The cells along a leg.
    leg: Vec<CellId>,
    task: Task,
}

/// What is being searched for.
#[derive(Clone, Debug)]
struct Task {
    from: Vec2,
    /// The goal, or the nearest point that can be reached.
    to: Vec2,
    cells: [CellId; 2],
    end: PathEnd,
    options: PathOptions,
    /// Whether it goes from corner to corner.
    by_corners: bool,
    /// Tells it from other tasks, and the mesh on which it began: where it is done in slices.
    ticket: Option<(Arc<Ticket>, Arc<State>)>,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            from: Vec2::ZERO,
            to: Vec2::ZERO,
            cells: [CellId { tile: 0, cell: 0 }; 2],
            end: PathEnd::Goal,
            options: PathOptions::default(),
            by_corners: false,
            ticket: None,
        }
    }
}

/// Tells one task from another: compared by address only.
#[derive(Debug, Default)]
struct Ticket(());

/// A search that is done in slices: see [`NavMesh::begin_path`].
#[derive(Clone, Debug)]
pub struct SlicedPath(Arc<Ticket>);

/// How far a search is that is done in slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// It is not over yet.
    Running,
    /// It is over, and the path is there.
    Done,
}

/// Why a search cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// No way was found: some kinds of ground are excluded, and those that are left do not join start and goal.
    #[error(transparent)]
    NoWay(#[from] PathError),
    /// The mesh has changed since the search began, or is another one.
    #[error("the mesh is not the one on which the search began, or has changed since: begin again")]
    MeshChanged,
    /// The scratch has been used for another search, or is another one, or the search is over.
    #[error("the scratch holds no such search: it is over, or another has been begun with it")]
    SearchUsed,
}

impl NavMesh {
    /// A short way between two points for the centre of an agent, pulled straight. Goals that cannot be reached are
    /// known without a search.
    ///
    /// The path is the shortest within its corridor of cells, cut short where the straight way is free; the corridor is
    /// the best by the entry rule. On real maps paths are 0.1 to 2 % longer than the shortest on average. With
    /// [`Entry::Exact`] the path is the shortest of all; it may pass gaps narrower than 1/1024 m, which are no portals.
    ///
    /// Links ([`add_link`](Self::add_link)) are used where that is cheaper, with every entry: with [`Entry::Exact`] the
    /// path is then the cheapest of all over the ground and links. Each leg between links is a search of its own, made
    /// only once no other way can be cheaper. A partial path uses links, too: it ends at the nearest point of all that can be
    /// reached over the ground and links; where kinds that are excluded part the ground, over the ground alone.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked; a goal that cannot be reached. With
    /// [`PathOptions::partial`] only what is wrong with the start, and a goal that is not finite.
    pub fn find_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.find_path_into(search, (from, to), options, &mut path)?;
        Ok(path)
    }

    /// The same as [`find_path`](Self::find_path) from the first point to the second, into a path whose memory is used
    /// again: once search and path are warm, nothing is allocated. Without an answer the path is empty.
    ///
    /// # Errors
    /// See [`find_path`](Self::find_path).
    pub fn find_path_into(
        &self,
        search: &mut Search,
        ends: (Vec2, Vec2),
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        search.task.ticket = None;
        if !self.link_roster().is_empty() {
            let linked = self.linked_path(search, ends, options, path);
            if linked.is_ok() || !options.partial {
                return linked;
            }
            if self.linked_path_towards(search, ends, options, path).is_ok() {
                return Ok(());
            }
            path.clear();
        }
        self.ground_path(search, ends, options, path)
    }

    /// The path that uses no links.
    pub(crate) fn ground_path(
        &self,
        search: &mut Search,
        ends: (Vec2, Vec2),
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        // Not in slices: they are to be short.
        search.cells.look_behind(self);
        if options.entry == Entry::Exact {
            search.exact.learn(self);
        }
        self.begin(search, ends, options)?;
        while !self.advance(search, u32::MAX) {}
        self.finish(search, path)
    }

    /// Begins a search that is done in slices, each by a call of [`continue_path`](Self::continue_path) with the same
    /// scratch. Its answer is that of [`find_path`](Self::find_path) on a mesh without links: it uses none.
    ///
    /// # Errors
    /// See [`find_path`](Self::find_path).
    pub fn begin_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<SlicedPath, PathError> {
        search.task.ticket = None;
        self.begin(search, (from, to), options)?;
        let ticket = Arc::new(Ticket::default());
        search.task.ticket = Some((Arc::clone(&ticket), Arc::clone(self.state())));
        Ok(SlicedPath(ticket))
    }

    /// Does a slice of a search: up to `expansions` cells or corners. Once it is over, the path is there; until then it
    /// is empty.
    ///
    /// # Errors
    /// The mesh has changed since the search began; the scratch has been used for another search meanwhile, or the search
    /// was over already. The path is empty then.
    pub fn continue_path(
        &self,
        search: &mut Search,
        sliced: &SlicedPath,
        expansions: u32,
        path: &mut Path,
    ) -> Result<Slice, SliceError> {
        path.clear();
        let ticket = search.task.ticket.as_ref().ok_or(SliceError::SearchUsed)?;
        if !Arc::ptr_eq(&ticket.0, &sliced.0) {
            return Err(SliceError::SearchUsed);
        }
        if !Arc::ptr_eq(&ticket.1, self.state()) {
            return Err(SliceError::MeshChanged);
        }
        if !self.advance(search, expansions) {
            return Ok(Slice::Running);
        }
        search.task.ticket = None;
        self.finish(search, path)?;
        Ok(Slice::Done)
    }

    fn begin(
        &self,
        search: &mut Search,
        (from, to): (Vec2, Vec2),
        options: &PathOptions,
    ) -> Result<(), PathError> {
        let kinds = &options.kinds;
        let start = self.allowed_start_near((from, options.near[0]), kinds)?;
        let component = self.component(start);
        let reached = match self.locate_near(to, options.near[1]) {
            Location::Cell(goal) if self.component(goal) == component => {
                self.allowed_cell(to, goal, kinds).ok().map(|goal| (to, goal))
            }
            _ => None,
        };
        let mut end = PathEnd::Goal;
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
        search.task = Task { from, to, cells, end, options, by_corners, ticket: None };
        if by_corners {
            let ends = [End { cell: start, point: from }, End { cell: goal, point: to }];
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
    fn advance(&self, search: &mut Search, limit: u32) -> bool {
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

    /// Whether the path from corner to corner only passes ground on which a metre costs 1.
    fn is_cheapest(&self, search: &mut Search) -> bool {
        let kinds = &search.task.options.kinds;
        if self.is_even(kinds) {
            return true;
        }
        search.exact.points(&mut search.points);
        self.costs_one(&search.points, kinds)
    }

    /// Where all ways end at ground that is excluded, begins anew towards the nearest point that was reached, if a partial
    /// path is wanted; returns whether it does.
    fn turn_to_nearest(&self, search: &mut Search) -> bool {
        let task = &mut search.task;
        if search.cells.found() || !task.options.partial || task.end != PathEnd::Goal {
            return false;
        }
        let reached = search.cells.reached(self);
        let is_reached = |cell: CellId| reached.binary_search(&cell).is_ok();
        let Ok(Some(nearest)) = self.nearest_of(task.to, f32::INFINITY, is_reached) else {
            return false;
        };
        (task.to, task.cells[1]) = (nearest.point, nearest.cell);
        task.end = PathEnd::Nearest { distance: nearest.distance };
        self.begin_cells(search);
        true
    }

    fn finish(&self, search: &mut Search, path: &mut Path) -> Result<(), PathError> {
        let Task { from, to, end, options, by_corners, .. } = search.task;
        if !by_corners && !search.cells.found() {
            return Err(PathError::Unreachable { from, to });
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
            let corners = self.cells_at(quantised(ends[1])).filter(joined);
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
