//! Paths of single units: along the way that their order has found, or a search of their own.

use navmesh::{KindCosts, NavMesh, Path, PathOptions, Search};
use slotmap::SlotMap;

use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::Order;
use crate::bodies::stuck_state::Recovery;
use crate::bodies::task::Assignment;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::guides::Guides;
use crate::steering::context::{AMONG_PLACES, SteeringContext};
use crate::ways::ground::{has_costs, is_quilt};
use crate::ways::route::Route;
use crate::ways::sight::sees_near;

/// Bends of a shared way at which units look whether they can join it.
const JOINED: usize = 3;

/// Where there are links, what a search looks at takes as long as so many cells: all of it is kept in order.
const CELLS_OF_LINKED: u32 = 4;

/// Joining a way that is known already counts as much as searching so many cells.
const JOINING: u32 = 16;

/// On a mesh of so many cells a look at a straight way costs far less than the search that would find it.
const LARGE: usize = 1024;

/// Where ground costs more than elsewhere, expanding a cell takes as long as so many cells of even ground do: ways through
/// several places of each portal are compared, and bent.
const CELLS_OF_UNEVEN: u32 = 8;

/// Which part of the budget of searches is for those whose paths are older than the mesh: they get there all the same.
const STALE: u32 = 20;

/// As how many cells of even ground a cell counts that a search for a path expands.
fn weight_of_cell(mesh: &NavMesh, options: &PathOptions) -> u32 {
    if mesh.has_areas() && !options.by_length {
        CELLS_OF_UNEVEN
    } else if mesh.links().next().is_some() {
        CELLS_OF_LINKED
    } else {
        1
    }
}

/// Returns whether a unit's path is older than the mesh, and another one is to be searched. Where ways are told by costs that
/// takes as long as a part of the field that leads all its order: where there is one, or one is made, it goes on along the path
/// that it has.
pub(crate) fn is_outdated(body: &Body, meshes: &Meshes, guides: &Guides) -> bool {
    let (class, mesh) = (body.class(), meshes.of(body.class()));
    let is_stale =
        |task: &&Assignment| task.route.as_ref().is_some_and(|route| route.is_stale(mesh));
    let is_led = |task: &Assignment| {
        let cohort = task.cohort(class);
        has_costs(mesh) && (guides.of(cohort).is_some() || guides.is_under_way(cohort))
    };
    body.task.as_deref().filter(is_stale).is_some_and(|task| !is_led(task))
}

/// Units that need a path of their own and have none, and of the others those whose paths are older than the mesh, in id
/// order.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitsWithoutPath {
    pub(crate) waiting: Vec<UnitId>,
    pub(crate) stale: Vec<UnitId>,
}

impl SteeringContext<'_> {
    /// Finds paths for units that wait for one (in id order), one after the other from the last one `served` on, within the
    /// world's budget. The others wait. A part of the budget is for those whose paths are older than the mesh. For each class
    /// there is a search of its own. Returns how many were searched, and whether nobody waits any more.
    pub(crate) fn find_ways(
        &self,
        UnitsWithoutPath { waiting, stale }: &mut UnitsWithoutPath,
        bodies: &mut SlotMap<UnitId, Body>,
        orders: &SlotMap<OrderId, Order>,
        search_of: &mut [Search],
        path: &mut Path,
        served: &mut UnitId,
    ) -> (usize, bool) {
        let wanted = waiting.len() + stale.len();
        let mut searches = 0;
        let budget = self.parameters.search_cells;
        // Where the budget is small one of these is searched for all the same: else theirs would stay old for ever.
        let for_stale = (budget / STALE).max(1);
        for (units, mut budget) in [(waiting, budget), (stale, for_stale)] {
            let next = units.partition_point(|id| id <= served);
            units.rotate_left(next);
            for id in units.drain(..) {
                if budget == 0 {
                    break;
                }
                *served = id;
                let body = &mut bodies[id];
                let search = &mut search_of[body.class()];
                let cells = self.find_way(body, orders, search, path);
                budget = budget.saturating_sub(cells);
                searches += 1;
            }
        }
        (searches, searches == wanted)
    }

    /// A way for a unit along the one that its order has found, as long as there is nothing better that all its units share;
    /// and the number of cells that this took.
    fn shared_way(
        &self,
        body: &Body,
        task: &Assignment,
        orders: &SlotMap<OrderId, Order>,
        search: &mut Search,
        path: &mut Path,
    ) -> Option<(Route, u32)> {
        let (class, position) = (body.class(), body.position);
        let is_alone = task.is_passing()
            || task.stuck_state.recovery != Recovery::None
            || self.guides.of(task.cohort(class)).is_some();
        let order = orders.get(task.order).filter(|_| !is_alone)?;
        let mesh = self.meshes.of(class);
        let shared = order.shared.get(task.band as usize)?;
        let is_expecting = self.guides.is_under_way(task.cohort(class));
        let near = AMONG_PLACES * body.radius;
        let options = self.options(mesh, is_expecting);
        let bends = shared.bends(class, mesh, position, near, is_expecting)?;
        let is_seen = |&at: &usize| sees_near(mesh, [position, bends[at]], body.cell);
        // Straight to a later one it would pass a road by.
        let joined = if mesh.least_cost(&KindCosts::default()) < 1.0 { 1 } else { JOINED };
        let seen = (0..bends.len().min(joined)).rev().find(is_seen);
        let (cells, first) = match seen {
            Some(seen) => {
                path.points.clear();
                path.points.extend([position, bends[seen]]);
                (JOINING, seen + 1)
            }
            None => {
                mesh.find_path_into(search, position, bends[0], &options, path).ok()?;
                let cells = path.expanded.saturating_mul(weight_of_cell(mesh, &options));
                (JOINING.saturating_add(cells), 1)
            }
        };
        path.points.extend_from_slice(&bends[first..]);
        Some((Route::along(&path.points, task.place, mesh.version()), cells))
    }

    /// Returns how to search for the way of a unit: to begin with a short one will do where the guide that its order is getting
    /// will tell the cheapest one.
    fn options(&self, mesh: &NavMesh, is_expecting: bool) -> PathOptions {
        let options = PathOptions::with_entry(self.parameters.entry);
        if is_expecting && is_quilt(mesh) { options.by_length() } else { options }
    }

    /// Finds a way for a unit, with its order or on its own, and sets off along it. Returns the number of cells that this took.
    fn find_way(
        &self,
        body: &mut Body,
        orders: &SlotMap<OrderId, Order>,
        search: &mut Search,
        path: &mut Path,
    ) -> u32 {
        let Some(mut task) = body.task.take() else { return 0 };
        let mesh = self.meshes.of(body.class());
        let shared = self.shared_way(body, &task, orders, search, path);
        let mut expanded = shared.as_ref().map_or(0, |(_, cells)| *cells);
        task.route = shared.map(|(route, _)| route);
        let straight = [body.position, task.place];
        let is_expecting = self.guides.is_under_way(task.cohort(body.class()));
        let options = self.options(mesh, is_expecting);
        let is_best = !has_costs(mesh) || options.by_length && mesh.links().next().is_none();
        let looks = is_best && mesh.cell_count() >= LARGE;
        if task.route.is_none() && looks && sees_near(mesh, straight, body.cell) {
            task.route = Some(Route::along(&straight, task.place, mesh.version()));
            expanded = JOINING;
        }
        if task.route.is_none() {
            // It can fail only where an engine has put the unit: places that cannot be reached are taken away when edits
            // take effect.
            let found = mesh.find_path_into(search, body.position, task.place, &options, path);
            task.route = found.is_ok().then(|| Route::new(path, mesh.version()));
            expanded = path.expanded.max(1).saturating_mul(weight_of_cell(mesh, &options));
        }
        task.stuck_state.is_lost = task.route.is_none();
        if task.route.is_some() {
            self.set_off(body, &mut task);
        }
        body.task = Some(task);
        expanded
    }
}
