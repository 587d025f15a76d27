//! The guides of all orders: units of one order, class, way point and band share one. It is kept until the mesh or the places
//! change, and made again at a set pace, by whoever has time; until then the old one goes on answering on the mesh that it
//! was made for.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use navmesh::NavMesh;
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::field::GuideBuilder;
use super::guide::{Guide, bits};
use super::reach::{FieldReach, Searches, Start};
use super::survey::{Survey, is_among, survey};
use crate::base::clock::Moment;
use crate::base::cloning::clone_by_fields;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::task::Cohort;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::schedule::{DecisionClock, StepContext};
use crate::tasks::course::Shares;
use crate::tasks::executor::Executor;
use crate::tasks::paced::Paced;
use crate::ways::ground::{has_costs, is_free};

/// So many guides are under way at most: as many as threads may have to do with.
pub(crate) const MOST_UNDER_WAY: usize = 16;

/// So many guides are worked at in a step, where there are so many: threads do that side by side, and no step has to wait
/// for all of its work at one.
const AT_ONCE: u32 = 2;

/// Making a guide begins with room for what is found, and with a search for a path where none is known: of so many mesh
/// cells that takes as long as a step of the build.
const CELLS_OF_ROOM: u32 = 64;
const CELLS_OF_SEARCH: u32 = 8;

/// A step of a build takes as long as a search for a path does for so many mesh cells.
const CELLS_OF_STEP: u32 = 2;

/// On a large mesh little that is looked at is at hand, and most of it for the first time: from so many cells on each 1024 more
/// let a step of a build count as one more, up to so many. Not where it tells costs: it looks at a cell again and again.
const MANY_CELLS: usize = 1 << 13;
const STEPS_OF_FAR: usize = 20;

fn weight_of_step(mesh: &NavMesh) -> u32 {
    let more = mesh.cell_count().saturating_sub(MANY_CELLS) >> 10;
    if mesh.has_areas() { 1 } else { (1 + more).min(STEPS_OF_FAR) as u32 }
}

/// What a guide is to be made from.
#[derive(Clone, Debug)]
struct GuideRequest {
    mesh: Arc<NavMesh>,
    goals: Vec<Vec2>,
    /// Where its units are; `None` if it is to reach everywhere.
    start: Option<Start>,
    tick: u64,
}

/// A guide that is to be made, as it is saved.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedSketch {
    goals: Vec<Vec2>,
    start: Option<Start>,
    tick: u64,
    /// The number of its mesh.
    mesh: u32,
    /// The tick from which on it is used, and how much of the pace has been spent on it.
    due: u64,
    granted: u32,
}

impl SavedSketch {
    /// One to a goal on the first mesh, which is used at once.
    #[cfg(test)]
    pub(crate) fn to(goal: Vec2) -> Self {
        Self { goals: vec![goal], start: None, tick: 0, mesh: 0, due: 0, granted: 0 }
    }

    /// The number of its mesh.
    pub(crate) fn mesh(&self) -> u32 {
        self.mesh
    }

    /// Returns whether it can be made on its mesh.
    pub(crate) fn is_valid(&self, mesh: &NavMesh) -> bool {
        !self.goals.is_empty()
            && self.goals.iter().all(|&goal| is_free(mesh, goal))
            && self.start.is_none_or(|start| start.is_valid())
    }

    /// Takes the new number of its mesh from a list by old numbers.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        self.mesh = numbers[self.mesh as usize];
    }
}

/// A guide that is to be made.
pub(crate) struct GuideJob {
    wanted: Arc<GuideRequest>,
    searches: Searches,
    /// Its field, and how far that reaches, once somebody has begun.
    begun: Option<(GuideBuilder, Option<FieldReach>)>,
}

impl GuideJob {
    fn begin(&self) -> (GuideBuilder, Option<FieldReach>) {
        let GuideRequest { mesh, goals, start, .. } = &*self.wanted;
        let start = start.filter(|_| !has_costs(mesh));
        let reach = start
            .zip(goals.first())
            .and_then(|(start, &goal)| start.reach(mesh, goal, &self.searches));
        (GuideBuilder::begin(mesh, goals, reach), reach)
    }
}

impl Shares for GuideJob {
    type Made = Option<Arc<Guide>>;

    fn share(&mut self, most: u32) -> (u32, Option<Option<Arc<Guide>>>) {
        let GuideRequest { mesh, start, .. } = &*self.wanted;
        let Some((draft, reach)) = &mut self.begun else {
            let cells = mesh.cell_count() as u32;
            let of_step = match start {
                Some(start) if !start.knows_way() && !has_costs(mesh) => CELLS_OF_SEARCH,
                _ => CELLS_OF_ROOM,
            };
            self.begun = Some(self.begin());
            return (cells.div_ceil(of_step), None);
        };
        let weight = weight_of_step(mesh);
        let done = draft.share(mesh, most.div_ceil(weight)).saturating_mul(weight);
        let made = draft.take().map(|field| {
            let GuideRequest { mesh, goals, tick, .. } = &*self.wanted;
            Guide::with_field(mesh, goals.clone(), field?, *reach, *tick).map(Arc::new)
        });
        (done, made)
    }
}

/// A guide that is being made, and the tick from which on it is used, if it is done by then.
#[derive(Clone, Debug)]
struct PendingGuide {
    due: u64,
    wanted: Arc<GuideRequest>,
    work: Paced<GuideJob>,
}

impl PendingGuide {
    fn new(
        wanted: GuideRequest,
        due: u64,
        searches: &Searches,
        executor: Option<&dyn Executor>,
    ) -> Self {
        let wanted = Arc::new(wanted);
        let searches = searches.clone();
        let sketch = GuideJob { wanted: Arc::clone(&wanted), searches, begun: None };
        Self { due, wanted, work: Paced::new(sketch, executor) }
    }
}

/// The guides of all orders.
#[derive(Debug, Default)]
pub(crate) struct Guides {
    of: BTreeMap<Cohort, Arc<Guide>>,
    /// The imprints of the places that guides are known to be made for.
    imprints: BTreeMap<Cohort, u64>,
    under_way: BTreeMap<Cohort, PendingGuide>,
    searches: Searches,
    room: GuideScratch,
}

clone_by_fields!(Guides { of, imprints, under_way, searches; room });

/// Where a unit of a cohort goes.
#[derive(Clone, Copy, Debug)]
struct UnitGoal {
    cohort: Cohort,
    place: Vec2,
    unit: UnitId,
}

/// Buffers that are used again.
#[derive(Clone, Debug, Default)]
struct GuideScratch {
    surveys: Vec<Survey>,
    places: Vec<UnitGoal>,
    goals: Vec<Vec2>,
    queue: Vec<(u64, Cohort)>,
}

/// The guides that are used from now on.
#[derive(Debug, Default)]
pub(crate) struct PublishedGuides {
    pub(crate) cohorts: Vec<Cohort>,
    /// How much may still be worked at others in this step, and at each of them.
    left: u32,
    each: u32,
    /// How long they had to be waited for or worked at, in seconds.
    pub(crate) waited: f64,
}

impl PublishedGuides {
    /// In a step, before anything is: guides are worked at as much as takes as long as a search for a path does for
    /// `search_cells` cells.
    pub(crate) fn new(tick: u64, parameters: &WorldParameters) -> Self {
        let work_share = DecisionClock::leisure(tick, parameters);
        let left = (parameters.search_cells / CELLS_OF_STEP) as f32 * work_share;
        let left = (left as u32).max(1);
        Self { left, each: left.div_ceil(AT_ONCE), ..Self::default() }
    }
}

impl Guides {
    /// These guides, and these that were under way on their meshes: they are begun anew, and it is as if so much of the pace
    /// had been spent on them.
    pub(crate) fn new(
        all: Vec<(Cohort, Arc<Guide>)>,
        coming: Vec<(Cohort, SavedSketch, Arc<NavMesh>)>,
        executor: Option<&dyn Executor>,
    ) -> Self {
        let mut guides = Self { of: all.into_iter().collect(), ..Self::default() };
        for (cohort, saved, mesh) in coming {
            let SavedSketch { goals, start, tick, mesh: _, due, granted } = saved;
            let wanted = GuideRequest { mesh, goals, start, tick };
            let mut making = PendingGuide::new(wanted, due, &guides.searches, executor);
            making.work.grant(granted);
            guides.under_way.insert(cohort, making);
        }
        guides
    }

    /// All guides, in the order of their cohorts.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Cohort, &Arc<Guide>)> {
        self.of.iter()
    }

    /// Returns what is under way, each with its mesh, which `number` gives a number.
    pub(crate) fn coming(
        &self,
        mut number: impl FnMut(Cohort, &Arc<NavMesh>) -> u32,
    ) -> Vec<(Cohort, SavedSketch)> {
        let mut saved = |(&cohort, making): (&Cohort, &PendingGuide)| {
            let GuideRequest { mesh, goals, start, tick } = &*making.wanted;
            let (goals, mesh) = (goals.clone(), number(cohort, mesh));
            let granted = making.work.granted();
            let (start, tick, due) = (*start, *tick, making.due);
            (cohort, SavedSketch { goals, start, tick, mesh, due, granted })
        };
        self.under_way.iter().map(&mut saved).collect()
    }

    /// The guide of a cohort, if it has one.
    pub(crate) fn of(&self, cohort: Cohort) -> Option<&Arc<Guide>> {
        self.of.get(&cohort)
    }

    /// The bytes that the fields take.
    pub(crate) fn bytes(&self) -> usize {
        self.of.values().map(|guide| guide.bytes()).sum()
    }

    /// Returns whether a guide for a cohort is being made.
    pub(crate) fn is_under_way(&self, cohort: Cohort) -> bool {
        self.under_way.contains_key(&cohort)
    }

    /// Returns the tick in which the guide of a cohort is due, if one is being made.
    pub(crate) fn due(&self, cohort: Cohort) -> Option<u64> {
        self.under_way.get(&cohort).map(|making| making.due)
    }

    /// Gets all guides made that are under way; they are used when they are due.
    pub(crate) fn finish(&mut self) {
        self.under_way.values_mut().for_each(|making| making.work.finish());
    }

    /// Works at guides at the pace of a step, those that were asked for first before the others, and puts those to use that
    /// are due and done. So a long one does not hold up a step.
    pub(crate) fn adopt(&mut self, tick: u64, adopted: &mut PublishedGuides) {
        let begun = Moment::now();
        let mut queue = std::mem::take(&mut self.room.queue);
        queue.clear();
        queue.extend(self.under_way.iter().map(|(&cohort, making)| (making.due, cohort)));
        queue.sort_unstable();
        for &(due, cohort) in &queue {
            let share = adopted.left.min(adopted.each);
            if let Some(making) = self.under_way.get_mut(&cohort) {
                making.work.grant(share);
            }
            let Some(PendingGuide { work, .. }) = self.under_way.get(&cohort) else { continue };
            // The next ones are needed next.
            let others = || queue.iter().filter_map(|(_, cohort)| self.under_way.get(cohort));
            work.catch_up(|| others().any(|other| other.work.help()));
            adopted.left -= share - work.over().min(share);
            if due <= tick && work.is_ready() {
                let (_, made) = work.rest();
                self.under_way.remove(&cohort);
                self.imprints.remove(&cohort);
                match made.flatten() {
                    Some(guide) => self.of.insert(cohort, guide),
                    None => self.of.remove(&cohort),
                };
                adopted.cohorts.push(cohort);
            }
        }
        self.room.queue = queue;
        adopted.waited += begun.elapsed();
    }

    /// Asks for guides for the cohorts that are due, where there are none or mesh or places have changed: the oldest first, of
    /// `search_cells` mesh cells in a step, but at least one. They are used `plan_latency` ticks later. Returns how many.
    /// `due` are the units of these orders.
    pub(crate) fn refresh(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        due: &[UnitId],
        meshes: &Meshes,
        parameters: &WorldParameters,
        context: &StepContext<'_>,
        is_due: impl Fn(OrderId) -> bool,
    ) -> usize {
        // Where there are links a unit on its own needs to be led to them as well.
        let least = if meshes.has_links() { 1 } else { parameters.window_units as usize };
        let mut room = std::mem::take(&mut self.room);
        let GuideScratch { surveys, places, goals, .. } = &mut room;
        survey(surveys, bodies, due, |cohort, body| {
            self.of.get(&cohort).is_some_and(|guide| guide.falls_short(body))
        });
        surveys.retain(|one| one.count >= least);
        let is_wanted = |cohort: &Cohort| !is_due(cohort.order) || is_among(surveys, *cohort);
        self.of.retain(|cohort, _| is_wanted(cohort));
        self.imprints.retain(|cohort, _| is_wanted(cohort));
        self.under_way.retain(|cohort, _| is_wanted(cohort));
        let current = |cohort: &Cohort| {
            self.of.get(cohort).filter(|guide| guide.is_current(meshes.of(cohort.class)))
        };
        surveys.retain(|Survey { cohort, imprint, is_lost, is_carried, .. }| {
            let is_same = || *is_carried || self.imprints.get(cohort) == Some(imprint);
            let is_known = current(cohort).is_some() && is_same();
            !self.under_way.contains_key(cohort) && (*is_lost || !is_known)
        });
        find_places(places, bodies, due, surveys);
        let mut stale: Vec<(u64, &[UnitGoal], bool)> = Vec::new();
        for (units, survey) in places.chunk_by(|a, b| a.cohort == b.cohort).zip(&*surveys) {
            let cohort = units[0].cohort;
            list_goals(goals, units);
            let is_known = current(&cohort).is_some_and(|guide| guide.goals == *goals);
            if is_known {
                self.imprints.insert(cohort, survey.imprint);
            }
            let falls_short = is_known && survey.is_lost;
            if !is_known || falls_short {
                let made = self.of.get(&cohort).map_or(0, |guide| guide.tick);
                stale.push((made, units, falls_short));
            }
        }
        stale.sort_unstable_by_key(|(made, units, _)| (*made, units[0].cohort));
        let (mut left, mut asked) = (parameters.search_cells as usize, 0);
        for (_, units, falls_short) in stale {
            let (cohort, mesh) = (units[0].cohort, meshes.shared(units[0].cohort.class));
            let cells = mesh.cell_count();
            let is_full = self.under_way.len() >= MOST_UNDER_WAY;
            if is_full || asked > 0 && cells > left {
                break;
            }
            left = left.saturating_sub(cells);
            let start = Start::new(mesh, units.iter().map(|unit| &bodies[unit.unit]))
                .filter(|_| !falls_short);
            list_goals(goals, units);
            let (mesh, goals, tick) = (Arc::clone(mesh), goals.clone(), context.tick);
            let wanted = GuideRequest { mesh, goals, start, tick };
            let due = context.tick + u64::from(parameters.plan_latency);
            let making = PendingGuide::new(wanted, due, &self.searches, context.executor);
            self.under_way.insert(cohort, making);
            asked += 1;
        }
        self.room = room;
        asked
    }
}

/// The places of some units in the order of their coordinates, each once.
fn list_goals(goals: &mut Vec<Vec2>, units: &[UnitGoal]) {
    goals.clear();
    goals.extend(units.iter().map(|unit| unit.place));
    goals.dedup();
}

/// The places of the units of some cohorts, those of one cohort together, in the order of their coordinates.
fn find_places(
    places: &mut Vec<UnitGoal>,
    bodies: &SlotMap<UnitId, Body>,
    due: &[UnitId],
    surveys: &[Survey],
) {
    places.clear();
    if surveys.is_empty() {
        return;
    }
    let place = |&unit: &UnitId| {
        let body = &bodies[unit];
        let task = body.task.as_ref()?;
        let cohort = task.cohort(body.class());
        is_among(surveys, cohort).then_some(UnitGoal { cohort, place: task.place, unit })
    };
    places.extend(due.iter().filter_map(place));
    places.sort_unstable_by_key(|at| (at.cohort, bits(at.place), at.unit));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Slot;
    use crate::bodies::task::Assignment;
    use crate::bodies::unit::UnitDefinition;
    use crate::parameters::WorldDefinition;
    use crate::tasks::lent::Lent;
    use crate::tasks::thread_pool::ThreadPool;
    use crate::ways::route::Route;
    use navmesh::Bounds;

    fn meshes() -> Meshes {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
        Meshes::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap()
    }

    fn wall(meshes: &mut Meshes, [x0, y0, x1, y1]: [f32; 4]) {
        meshes.add(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from)).unwrap();
        meshes.commit(&Lent(None)).unwrap();
    }

    /// Units of some orders at their places.
    fn units(orders: &[(OrderId, Vec2)]) -> SlotMap<UnitId, Body> {
        let mut bodies = SlotMap::with_key();
        for &(order, place) in orders {
            let mut body = Body::new(&UnitDefinition::new(place, 0.5, 1.0), 0, 0.1);
            body.task = Some(Box::new(Assignment::new(order, Slot::at(place), 0)));
            bodies.insert(body);
        }
        bodies
    }

    /// Guides for single units, at once, of so many mesh cells a step, all steps alike.
    fn parameters(cells: u32) -> WorldParameters {
        WorldParameters {
            window_units: 1,
            search_cells: cells,
            plan_latency: 0,
            look_period: WorldParameters::default().tick,
            ..WorldParameters::default()
        }
    }

    fn step(tick: u64, executor: Option<&dyn Executor>) -> StepContext<'_> {
        StepContext { tick, dt: 0.1, looks: true, decision: None, executor }
    }

    /// Asks for guides, and uses them at once.
    fn refresh(
        guides: &mut Guides,
        (bodies, meshes): (&SlotMap<UnitId, Body>, &Meshes),
        (least, cells, tick): (u32, u32, u64),
        is_due: bool,
    ) {
        let parameters = WorldParameters { window_units: least, ..parameters(cells) };
        let due: Vec<UnitId> = bodies.keys().filter(|_| is_due).collect();
        guides.refresh(bodies, &due, meshes, &parameters, &step(tick, None), |_| is_due);
        adopt(guides, (tick, u32::MAX));
    }

    /// Works at guides for so many mesh cells, and puts those to use that are due.
    fn adopt(guides: &mut Guides, (tick, cells): (u64, u32)) {
        let mut adopted = PublishedGuides::new(tick, &parameters(cells));
        guides.adopt(tick, &mut adopted);
    }

    fn orders(count: usize) -> Vec<OrderId> {
        let mut all = SlotMap::<OrderId, ()>::with_key();
        (0..count).map(|_| all.insert(())).collect()
    }

    /// The units of an order that are on their way to their places.
    fn of_order(order: OrderId) -> Cohort {
        Cohort { order, class: 0, way_point: None, band: 0 }
    }

    #[test]
    fn the_path_leads_round_corners_to_the_nearest_place() {
        let mut meshes = meshes();
        wall(&mut meshes, [9.0, 0.0, 11.0, 14.0]);
        let goals = [Vec2::new(15.0, 3.0), Vec2::new(16.0, 18.0)];
        let guide = Guide::new(meshes.shared(0), goals.to_vec(), None, 0).unwrap();
        let path: Vec<Vec2> = guide.path(Vec2::new(3.0, 5.0)).collect();
        assert_eq!((path[0], path.last()), (Vec2::new(3.0, 5.0), Some(&goals[1])));
        let length: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!((length - guide.distance(path[0]).unwrap()).abs() < 1e-3 && path.len() > 2);
    }

    #[test]
    fn a_guide_is_the_same_at_any_pace_and_is_done_when_that_says_so() {
        let mut meshes = meshes();
        for k in 0..16_u8 {
            let [x, y] = [k % 4, k / 4].map(|at| 4.0 * f32::from(at) + 3.0);
            wall(&mut meshes, [x, y, x + 1.0, y + 1.0]);
        }
        let order = orders(1)[0];
        let places: Vec<Vec2> = (0..300).map(|k| Vec2::new(19.0, 0.06 * k as f32 + 1.0)).collect();
        let bodies = units(&places.iter().map(|&place| (order, place)).collect::<Vec<_>>());
        let due: Vec<UnitId> = bodies.keys().collect();
        let (cohort, pool, mut made) = (of_order(order), ThreadPool::new(1), Vec::new());
        // One alone is worked at with half of the pace.
        for (latency, cells, expected) in [(0, 1 << 20, 1), (9, 1 << 20, 9), (0, 1500, 12)] {
            for executor in [None, Some(&pool as &dyn Executor)] {
                let mut guides = Guides::default();
                let parameters = WorldParameters { plan_latency: latency, ..parameters(1) };
                let step = step(0, executor);
                guides.refresh(&bodies, &due, &meshes, &parameters, &step, |_| true);
                let mut tick = 0;
                while guides.of(cohort).is_none() {
                    tick += 1;
                    if tick == 3 {
                        guides.finish();
                    }
                    adopt(&mut guides, (tick, cells));
                }
                assert_eq!(tick, expected);
                made.push(Arc::clone(guides.of(cohort).unwrap()));
            }
        }
        for k in 0..400_u16 {
            let at = Vec2::new(f32::from(k % 20), f32::from(k / 20)) + 0.3;
            let ways: Vec<_> = made.iter().map(|guide| guide.remaining(at)).collect();
            assert!(ways.iter().all(|way| *way == ways[0]), "{at}: {ways:?}");
        }
    }

    #[test]
    fn two_guides_are_worked_at_side_by_side() {
        let (meshes, orders) = (meshes(), orders(2));
        let places = (0..300).map(|k| Vec2::new(19.0, 0.06 * k as f32 + 1.0));
        let task = |k: usize, place: Vec2| (orders[k % 2], place);
        let bodies =
            units(&places.enumerate().map(|(k, place)| task(k, place)).collect::<Vec<_>>());
        let due: Vec<UnitId> = bodies.keys().collect();
        let mut guides = Guides::default();
        guides.refresh(&bodies, &due, &meshes, &parameters(1000), &step(0, None), |_| true);
        let mut made = Vec::new();
        for tick in 1..100 {
            adopt(&mut guides, (tick, 200));
            let known = |order: &&OrderId| guides.of(of_order(**order)).is_some();
            made.push(orders.iter().filter(known).count());
        }
        let first = made.iter().position(|&count| count > 0).unwrap();
        assert!(first > 1 && made[first] == 2, "{made:?}");
    }

    #[test]
    fn guides_are_kept_until_something_changes_and_an_old_one_still_answers() {
        let order = orders(1)[0];
        let mut bodies = units(&[(order, Vec2::new(15.0, 5.0)), (order, Vec2::new(16.0, 5.0))]);
        let (mut meshes, mut guides) = (meshes(), Guides::default());
        let cohort = of_order(order);
        let made = |guides: &Guides| guides.of(cohort).map(|guide| guide.tick);
        refresh(&mut guides, (&bodies, &meshes), (3, 100, 1), true);
        assert_eq!(made(&guides), None, "too few units");
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 1), true);
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 2), true);
        assert_eq!(made(&guides), Some(1));
        let old = Arc::clone(guides.of(cohort).unwrap());
        wall(&mut meshes, [9.0, 0.0, 11.0, 14.0]);
        assert_eq!(old.distance(Vec2::new(5.0, 5.0)), Some(10.0));
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 3), true);
        assert_eq!(made(&guides), Some(3));
        assert!(guides.of(cohort).unwrap().distance(Vec2::new(5.0, 5.0)).unwrap() > 20.0);
        for body in bodies.values_mut() {
            body.task.as_mut().unwrap().place.y += 1.0;
        }
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 4), false);
        assert_eq!(made(&guides), Some(3), "not due");
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 5), true);
        assert_eq!(made(&guides), Some(5));
        bodies.clear();
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 6), true);
        assert_eq!(made(&guides), None);
    }

    #[test]
    fn on_a_large_mesh_a_guide_reaches_round_the_ways_and_farther_once_somebody_is_beside_them() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(1040.0));
        let mut definition = WorldDefinition::new(bounds, vec![0.5]);
        definition.parameters.tile_size = 16.0;
        let (meshes, mut guides) = (Meshes::new(&definition).unwrap(), Guides::default());
        let order = orders(1)[0];
        let places = [Vec2::new(600.0, 500.0), Vec2::new(601.0, 500.0)];
        let mut bodies = units(&places.map(|place| (order, place)));
        let (start, far) = (Vec2::new(200.0, 500.0), Vec2::new(900.0, 900.0));
        bodies.values_mut().for_each(|body| body.position = start);
        refresh(&mut guides, (&bodies, &meshes), (1, 100, 1), true);
        let made = |guides: &Guides| Arc::clone(guides.of(of_order(order)).unwrap());
        let (led, whole) =
            (made(&guides), Guide::new(meshes.shared(0), places.to_vec(), None, 1).unwrap());
        for step in 0..=40_u8 {
            let at = start + Vec2::new(10.0 * f32::from(step), 0.25 * f32::from(step));
            assert_eq!(led.remaining(at), whole.remaining(at), "{at}");
        }
        assert_eq!(led.distance(far), None);
        assert!(led.bytes() < whole.bytes());
        let body = bodies.values_mut().next().unwrap();
        body.position = far;
        refresh(&mut guides, (&bodies, &meshes), (1, 100, 2), true);
        assert_eq!(made(&guides).tick, 1, "it is not known to have lost its way");
        let mut search = navmesh::Search::default();
        let options = navmesh::PathOptions::default();
        let path = meshes.of(0).find_path(&mut search, far, places[0], &options).unwrap();
        let body = bodies.values_mut().next().unwrap();
        body.task.as_mut().unwrap().route = Some(Route::new(&path, meshes.of(0).version()));
        for tick in 3..6 {
            refresh(&mut guides, (&bodies, &meshes), (1, 100, tick), true);
            let found = made(&guides);
            assert_eq!((found.tick, found.distance(far)), (3, whole.distance(far)));
        }
    }

    #[test]
    fn guides_are_rationed_and_the_oldest_is_made_first() {
        let orders = orders(3);
        let bodies =
            units(&orders.iter().map(|&order| (order, Vec2::splat(8.0))).collect::<Vec<_>>());
        let (mut meshes, mut guides) = (meshes(), Guides::default());
        let made = |guides: &Guides| -> Vec<Option<u64>> {
            orders.iter().map(|&order| guides.of(of_order(order)).map(|guide| guide.tick)).collect()
        };
        (1..=2).for_each(|tick| refresh(&mut guides, (&bodies, &meshes), (1, 1, tick), true));
        assert_eq!(made(&guides), [Some(1), Some(2), None]);
        wall(&mut meshes, [1.0, 1.0, 2.0, 2.0]);
        (3..=4).for_each(|tick| refresh(&mut guides, (&bodies, &meshes), (1, 1, tick), true));
        assert_eq!(made(&guides), [Some(4), Some(2), Some(3)]);
    }
}
