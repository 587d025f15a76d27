//! The long range: how far it still is to the places of an order, at any point.
//!
//! Units of one order, class, way point and band share one distance field. It is kept until the mesh or the places change,
//! and made again within a budget of mesh cells per step, by whoever has time; until then the old one goes on answering on
//! the mesh that it was made for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use glam::Vec2;
use navmesh::{CellId, NavMesh, Remaining};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::field::{Draft, Field, has_costs};
use super::reach::{Reach, Start};
use crate::bodies::task::Kind;
use crate::bodies::unit::Body;
use crate::handle::{OrderId, UnitId};
use crate::meshes::Meshes;
use crate::tasks::executor::Executor;
use crate::tasks::job::{Make, Pending};

/// Metres: a way point this near is reached.
const SAME: f32 = 4e-3;

/// A straight way that is longer than another one by this factor is so with all roundings.
const SURELY: f32 = 1.01;

/// A path has at most this many points.
const LONGEST_PATH: usize = 4096;

/// The rest of the way from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rest {
    /// What it costs, in metres of free ground: its length, where no ground is dearer and no link on the way.
    pub(crate) distance: f32,
    /// The next bend, straight ahead, or the place.
    pub(crate) way_point: Vec2,
    /// Where to head; zero at the place, and where a link begins.
    pub(crate) direction: Vec2,
    /// The link that begins at the way point and by which the way leads on, and where that leads to.
    pub(crate) link: Option<(navmesh::LinkId, Vec2)>,
}

impl Rest {
    /// As far as the next bend.
    pub(crate) fn without_link(self) -> Remaining {
        let Self { distance, way_point, direction, .. } = self;
        Remaining { distance, way_point, direction }
    }
}

/// The remaining distance to the nearest of some places.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// In the order of their coordinates, each once.
    goals: Vec<Vec2>,
    /// The least and the greatest of their coordinates.
    extent: [Vec2; 2],
    /// The mesh as it was when the field was made.
    mesh: Arc<NavMesh>,
    field: Field,
    /// How far the field reaches; `None`: everywhere.
    reach: Option<Reach>,
    /// When it was made.
    tick: u64,
}

impl Guide {
    /// A guide to some free places; `None` if there are none. Where there are areas or links it reaches everywhere.
    pub(super) fn new(
        mesh: &Arc<NavMesh>,
        goals: Vec<Vec2>,
        reach: Option<Reach>,
        tick: u64,
    ) -> Option<Self> {
        let reach = reach.filter(|_| !has_costs(mesh));
        let field = Draft::begin(mesh, &goals, reach).finish(mesh)?;
        Self::with_field(mesh, goals, (field, reach), tick)
    }

    /// A guide to some places with its field.
    fn with_field(
        mesh: &Arc<NavMesh>,
        goals: Vec<Vec2>,
        (field, reach): (Field, Option<Reach>),
        tick: u64,
    ) -> Option<Self> {
        let least = goals.iter().copied().reduce(Vec2::min)?;
        let extent = [least, goals.iter().copied().fold(least, Vec2::max)];
        Some(Self { goals, extent, mesh: Arc::clone(mesh), field, reach, tick })
    }

    /// What it is made from, on the mesh of a number.
    pub(crate) fn saved(&self, mesh: u32) -> SavedGuide {
        SavedGuide { goals: self.goals.clone(), mesh, reach: self.reach, tick: self.tick }
    }

    /// The mesh that it was made for.
    pub(crate) fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// The bytes that the field takes.
    fn bytes(&self) -> usize {
        match &self.field {
            Field::Distance(field) => field.size_in_bytes(),
            Field::Cost(field) => field.size_in_bytes(),
        }
    }

    /// The places that it leads to.
    pub(crate) fn goals(&self) -> &[Vec2] {
        &self.goals
    }

    /// Whether it was made for a mesh as that is now.
    fn is_current(&self, mesh: &NavMesh) -> bool {
        match &self.field {
            Field::Distance(field) => field.is_current(mesh),
            Field::Cost(field) => field.is_current(mesh),
        }
    }

    /// Whether it tells the length of ways: all ground is alike, and there are no links.
    pub(crate) fn measures_length(&self) -> bool {
        matches!(self.field, Field::Distance(_))
    }

    /// Whether the way from a point to each of the places is surely longer than so many metres; `false` where it may be.
    pub(crate) fn is_far(&self, point: Vec2, distance: f32) -> bool {
        let [low, high] = self.extent;
        let straight = point.distance_squared(point.clamp(low, high));
        self.measures_length() && straight > (distance * SURELY) * (distance * SURELY)
    }

    /// Whether it does not reach as far as a point from where there may be a way.
    fn falls_short(&self, point: Vec2) -> bool {
        self.reach.is_some() && self.distance(point).is_none()
    }

    /// What the cheapest way from a point to one of the places costs, in metres of free ground; `None` if there is none.
    pub(crate) fn distance(&self, point: Vec2) -> Option<f32> {
        match &self.field {
            Field::Distance(field) => field.distance(&self.mesh, point),
            Field::Cost(field) => field.cost(&self.mesh, point),
        }
    }

    /// All about the rest of the way from a point; `None` if there is none.
    pub(crate) fn remaining(&self, point: Vec2) -> Option<Rest> {
        self.remaining_near(point, None)
    }

    /// The same, of a point that is perhaps in the cell `hint`.
    pub(crate) fn remaining_near(&self, point: Vec2, hint: Option<CellId>) -> Option<Rest> {
        Some(match &self.field {
            Field::Distance(field) => {
                let Remaining { distance, way_point, direction } =
                    field.remaining_near(&self.mesh, point, hint)?;
                Rest { distance, way_point, direction, link: None }
            }
            Field::Cost(field) => {
                let navmesh::Onward { cost, way_point, direction, link } =
                    field.onward_near(&self.mesh, point, hint)?;
                Rest { distance: cost, way_point, direction, link }
            }
        })
    }

    /// The shortest way from a point to one of the places, that point first.
    pub(crate) fn path(&self, from: Vec2) -> impl Iterator<Item = Vec2> {
        std::iter::once(from).chain(self.way_points(from).take(LONGEST_PATH))
    }

    /// The way points of the shortest way from a point to one of the places.
    pub(crate) fn way_points(&self, from: Vec2) -> WayPoints<'_> {
        self.way_points_near(from, None)
    }

    /// The same, of a point that is perhaps in the cell `hint`.
    pub(crate) fn way_points_near(&self, from: Vec2, hint: Option<CellId>) -> WayPoints<'_> {
        match &self.field {
            Field::Distance(field) => WayPoints::Corners(field.way_points(&self.mesh, from, hint)),
            Field::Cost(_) => WayPoints::Steps { guide: self, last: from },
        }
    }
}

/// The way points of a shortest way: the corners that a distance field knows, or found step by step.
pub(crate) enum WayPoints<'a> {
    Corners(navmesh::WayPoints<'a>),
    Steps { guide: &'a Guide, last: Vec2 },
}

impl Iterator for WayPoints<'_> {
    type Item = Vec2;

    fn next(&mut self) -> Option<Vec2> {
        match self {
            Self::Corners(corners) => corners.next(),
            Self::Steps { guide, last } => {
                let rest = guide.remaining(*last)?;
                // From the beginning of a link the way leads on at its end.
                let is_there = rest.way_point.distance_squared(*last) <= SAME * SAME;
                let over = rest.link.filter(|_| is_there);
                let next = over.map_or(rest.way_point, |(_, to)| to);
                (std::mem::replace(last, next) != next).then_some(next)
            }
        }
    }
}

/// A guide as it is saved: what it is made from.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGuide {
    goals: Vec<Vec2>,
    /// The number of its mesh.
    mesh: u32,
    reach: Option<Reach>,
    tick: u64,
}

impl SavedGuide {
    /// The number of its mesh.
    pub(crate) fn mesh(&self) -> u32 {
        self.mesh
    }

    /// The guide on its mesh; `None` if its goals are not free there.
    pub(crate) fn guide(&self, mesh: &Arc<NavMesh>) -> Option<Guide> {
        Guide::new(mesh, self.goals.clone(), self.reach, self.tick)
    }
}

/// A guide that is to be made.
pub(crate) struct Sketch {
    mesh: Arc<NavMesh>,
    goals: Vec<Vec2>,
    /// Where its units are; `None` if it is to reach everywhere.
    start: Option<Start>,
    tick: u64,
    /// Its field, and how far that reaches, once somebody has begun.
    begun: Option<(Draft, Option<Reach>)>,
}

impl Sketch {
    /// Of a guide to the places of some units, which are in the order of their coordinates.
    fn new(mesh: &Arc<NavMesh>, units: &[Place], start: Option<Start>, tick: u64) -> Self {
        let mut goals: Vec<Vec2> = units.iter().map(|unit| unit.place).collect();
        goals.dedup();
        Self { mesh: Arc::clone(mesh), goals, start, tick, begun: None }
    }

    fn begin(&self) -> (Draft, Option<Reach>) {
        let Self { mesh, goals, start, .. } = self;
        let start = start.filter(|_| !has_costs(mesh));
        let reach = start.zip(goals.first()).and_then(|(start, &goal)| start.reach(mesh, goal));
        (Draft::begin(mesh, goals, reach), reach)
    }
}

impl Make for Sketch {
    type Made = Option<Arc<Guide>>;

    fn make(mut self) -> Option<Arc<Guide>> {
        let (draft, reach) = self.begun.take().unwrap_or_else(|| self.begin());
        let field = draft.finish(&self.mesh)?;
        Guide::with_field(&self.mesh, self.goals, (field, reach), self.tick).map(Arc::new)
    }

    fn with_share(mut self) -> Self {
        let (mut draft, reach) = self.begun.take().unwrap_or_else(|| self.begin());
        draft.share(&self.mesh);
        Self { begun: Some((draft, reach)), ..self }
    }
}

/// How many guides are made, when, and by whom.
#[derive(Clone, Copy)]
pub(crate) struct Ration<'a> {
    /// Kinds of fewer units than this need no guide: their units find ways of their own.
    pub(crate) least: usize,
    /// Guides are asked for of this many mesh cells in a step, but at least one.
    pub(crate) cells: usize,
    /// The tick of the step.
    pub(crate) tick: u64,
    /// Ticks from asking for a guide to its use.
    pub(crate) latency: u64,
    pub(crate) executor: Option<&'a dyn Executor>,
}

/// A guide for a kind that is used from a tick on.
pub(crate) type Coming = (Kind, u64, Option<Arc<Guide>>);

/// The guides of all orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guides {
    of: BTreeMap<Kind, Arc<Guide>>,
    under_way: BTreeMap<Kind, Pending<Sketch>>,
    room: Room,
}

/// Where a unit of a kind goes.
#[derive(Clone, Copy, Debug)]
struct Place {
    kind: Kind,
    place: Vec2,
    unit: UnitId,
}

/// Buffers that are used again.
#[derive(Clone, Debug, Default)]
struct Room {
    places: Vec<Place>,
    wanted: Vec<Kind>,
    goals: Vec<Vec2>,
}

/// The guides that are used from now on.
#[derive(Debug, Default)]
pub(crate) struct Adopted {
    pub(crate) kinds: Vec<Kind>,
    /// How long they had to be waited for or worked at, in seconds.
    pub(crate) waited: f64,
}

impl Guides {
    /// These guides, and these that are used from a tick on; `None` where none could be made.
    pub(crate) fn new(all: Vec<(Kind, Arc<Guide>)>, coming: Vec<Coming>) -> Self {
        let pending = |(kind, due, guide)| (kind, Pending::done(due, Some(guide)));
        let (of, under_way) = (all.into_iter(), coming.into_iter().map(pending));
        Self { of: of.collect(), under_way: under_way.collect(), room: Room::default() }
    }

    /// All guides, in the order of their kinds.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Kind, &Arc<Guide>)> {
        self.of.iter()
    }

    /// The guides that are used later. They are made first.
    pub(crate) fn coming(&self) -> impl Iterator<Item = Coming> {
        let coming = |(&kind, pending): (&Kind, &Pending<Sketch>)| {
            (kind, pending.due(), pending.made().flatten())
        };
        self.under_way.iter().map(coming)
    }

    /// The guide of a kind, if it has one.
    pub(crate) fn of(&self, kind: Kind) -> Option<&Arc<Guide>> {
        self.of.get(&kind)
    }

    /// The bytes that the fields take.
    pub(crate) fn bytes(&self) -> usize {
        self.of.values().map(|guide| guide.bytes()).sum()
    }

    /// Whether a guide for a kind is being made.
    pub(crate) fn is_under_way(&self, kind: Kind) -> bool {
        self.under_way.contains_key(&kind)
    }

    /// Gets all guides made that are under way; they are used when they are due.
    pub(crate) fn finish(&mut self) {
        self.under_way.values_mut().for_each(Pending::finish);
    }

    /// Puts the guides to use that are due. Of those that are due later and that nobody has begun a share is made: so a
    /// long one does not hold up the step in which it is due.
    pub(crate) fn adopt(&mut self, tick: u64) -> Adopted {
        let begun = Instant::now();
        let due = self.under_way.iter().filter(|(_, sketch)| sketch.is_due(tick));
        due.clone().rev().for_each(|(_, sketch)| sketch.help());
        let kinds: Vec<Kind> = due.map(|(&kind, _)| kind).collect();
        for kind in &kinds {
            let Some(sketch) = self.under_way.remove(kind) else { continue };
            match sketch.deliver().made.flatten() {
                Some(guide) => self.of.insert(*kind, guide),
                None => self.of.remove(kind),
            };
        }
        self.under_way.values().for_each(Pending::share);
        Adopted { kinds, waited: begun.elapsed().as_secs_f64() }
    }

    /// Asks for guides for the kinds that are due, where there are none or mesh or places have changed: the oldest first.
    /// Gives how many. `due` are the units of these orders.
    pub(crate) fn refresh(
        &mut self,
        (bodies, due): (&SlotMap<UnitId, Body>, &[UnitId]),
        meshes: &Meshes,
        ration: Ration<'_>,
        is_due: impl Fn(OrderId) -> bool,
    ) -> usize {
        let mut room = std::mem::take(&mut self.room);
        let Room { places, wanted, goals } = &mut room;
        find_places(places, bodies, due);
        let of_kinds =
            || places.chunk_by(|a, b| a.kind == b.kind).filter(|units| units.len() >= ration.least);
        wanted.clear();
        wanted.extend(of_kinds().map(|units| units[0].kind));
        let is_wanted = |kind: &Kind| !is_due(kind.0) || wanted.binary_search(kind).is_ok();
        self.of.retain(|kind, _| is_wanted(kind));
        self.under_way.retain(|kind, _| is_wanted(kind));
        let mut stale: Vec<(u64, &[Place], bool)> = Vec::new();
        for units in of_kinds() {
            let kind = units[0].kind;
            if self.is_under_way(kind) {
                continue;
            }
            goals.clear();
            goals.extend(units.iter().map(|unit| unit.place));
            goals.dedup();
            let known = self.of.get(&kind);
            let is_current =
                |guide: &&Arc<Guide>| guide.is_current(meshes.of(kind.1)) && guide.goals == *goals;
            let known_today = known.filter(is_current);
            // Who is where its guide does not reach has found a way of its own.
            let is_lost = |guide: &&Arc<Guide>| {
                let is_lost = |unit: &Place| {
                    let body = &bodies[unit.unit];
                    let on_own = body.task.as_ref().is_some_and(|task| task.route.is_some());
                    on_own && guide.falls_short(body.position)
                };
                guide.reach.is_some() && units.iter().any(is_lost)
            };
            let falls_short = known_today.is_some_and(|guide| is_lost(&guide));
            if known_today.is_none() || falls_short {
                stale.push((known.map_or(0, |guide| guide.tick), units, falls_short));
            }
        }
        stale.sort_unstable_by_key(|(made, units, _)| (*made, units[0].kind));
        let (mut left, mut asked) = (ration.cells, 0);
        for (_, units, falls_short) in stale {
            let kind = units[0].kind;
            let mesh = meshes.shared(kind.1);
            let cells = mesh.cell_count();
            if asked > 0 && cells > left {
                break;
            }
            left = left.saturating_sub(cells);
            let positions = units.iter().map(|unit| bodies[unit.unit].position);
            let start = Start::new(mesh, positions).filter(|_| !falls_short);
            let sketch = Sketch::new(mesh, units, start, ration.tick);
            let due = ration.tick + ration.latency;
            self.under_way.insert(kind, Pending::new(sketch, due, ration.executor));
            asked += 1;
        }
        self.room = room;
        asked
    }
}

/// Coordinates as one number: of numbers that are not negative the order is theirs.
pub(super) fn bits(point: Vec2) -> u64 {
    u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits())
}

/// The places of all units whose order is due, those of one kind together, in the order of their coordinates.
fn find_places(places: &mut Vec<Place>, bodies: &SlotMap<UnitId, Body>, due: &[UnitId]) {
    let place = |&unit: &UnitId| {
        let body = &bodies[unit];
        let task = body.task.as_ref()?;
        Some(Place { kind: task.kind(body.class()), place: task.place, unit })
    };
    places.clear();
    places.extend(due.iter().filter_map(place));
    places.sort_unstable_by_key(|at| (at.kind, bits(at.place), at.unit));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Slot;
    use crate::bodies::task::Task;
    use crate::bodies::unit::UnitDefinition;
    use crate::parameters::WorldDefinition;
    use crate::ways::route::Route;
    use navmesh::Bounds;

    fn meshes() -> Meshes {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
        Meshes::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap()
    }

    fn wall(meshes: &mut Meshes, [x0, y0, x1, y1]: [f32; 4]) {
        meshes.add(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from)).unwrap();
        meshes.commit().unwrap();
    }

    /// Units of some orders at their places.
    fn units(orders: &[(OrderId, Vec2)]) -> SlotMap<UnitId, Body> {
        let mut bodies = SlotMap::with_key();
        for &(order, place) in orders {
            let mut body = Body::new(&UnitDefinition::new(place, 0.5, 1.0), 0, 0.1);
            body.task = Some(Box::new(Task::new(order, Slot { place, depth: 0.0 }, 0)));
            bodies.insert(body);
        }
        bodies
    }

    /// Asks for guides, and uses them at once.
    fn refresh(
        guides: &mut Guides,
        (bodies, meshes): (&SlotMap<UnitId, Body>, &Meshes),
        (least, cells, tick): (usize, usize, u64),
        is_due: bool,
    ) {
        let ration = Ration { least, cells, tick, latency: 0, executor: None };
        let due: Vec<UnitId> = bodies.keys().filter(|_| is_due).collect();
        guides.refresh((bodies, &due), meshes, ration, |_| is_due);
        guides.adopt(tick);
    }

    fn orders(count: usize) -> Vec<OrderId> {
        let mut all = SlotMap::<OrderId, ()>::with_key();
        (0..count).map(|_| all.insert(())).collect()
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
    fn a_guide_of_which_shares_are_made_while_nobody_has_time_is_the_same() {
        let mut meshes = meshes();
        for k in 0..16_u8 {
            let [x, y] = [k % 4, k / 4].map(|at| 4.0 * f32::from(at) + 3.0);
            wall(&mut meshes, [x, y, x + 1.0, y + 1.0]);
        }
        let order = orders(1)[0];
        let places: Vec<Vec2> = (0..300).map(|k| Vec2::new(19.0, 0.06 * k as f32 + 1.0)).collect();
        let bodies = units(&places.iter().map(|&place| (order, place)).collect::<Vec<_>>());
        let due: Vec<UnitId> = bodies.keys().collect();
        let (kind, mut made) = ((order, 0, None, 0), Vec::new());
        for latency in [0, 1, 2, 9] {
            let (mut guides, ration) = (
                Guides::default(),
                Ration { least: 1, cells: 1, tick: 0, latency, executor: None },
            );
            guides.refresh((&bodies, &due), &meshes, ration, |_| true);
            (1..=9).for_each(|tick| drop(guides.adopt(tick)));
            made.push(Arc::clone(guides.of(kind).unwrap()));
        }
        for k in 0..400_u16 {
            let at = Vec2::new(f32::from(k % 20), f32::from(k / 20)) + 0.3;
            let ways: Vec<_> = made.iter().map(|guide| guide.remaining(at)).collect();
            assert!(ways.iter().all(|way| *way == ways[0]), "{at}: {ways:?}");
        }
    }

    #[test]
    fn guides_are_kept_until_something_changes_and_an_old_one_still_answers() {
        let order = orders(1)[0];
        let mut bodies = units(&[(order, Vec2::new(15.0, 5.0)), (order, Vec2::new(16.0, 5.0))]);
        let (mut meshes, mut guides) = (meshes(), Guides::default());
        let kind = (order, 0, None, 0);
        let made = |guides: &Guides| guides.of(kind).map(|guide| guide.tick);
        refresh(&mut guides, (&bodies, &meshes), (3, 100, 1), true);
        assert_eq!(made(&guides), None, "too few units");
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 1), true);
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 2), true);
        assert_eq!(made(&guides), Some(1));
        let old = Arc::clone(guides.of(kind).unwrap());
        wall(&mut meshes, [9.0, 0.0, 11.0, 14.0]);
        assert_eq!(old.distance(Vec2::new(5.0, 5.0)), Some(10.0));
        refresh(&mut guides, (&bodies, &meshes), (2, 100, 3), true);
        assert_eq!(made(&guides), Some(3));
        assert!(guides.of(kind).unwrap().distance(Vec2::new(5.0, 5.0)).unwrap() > 20.0);
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
        let made = |guides: &Guides| Arc::clone(guides.of((order, 0, None, 0)).unwrap());
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
            orders
                .iter()
                .map(|&order| guides.of((order, 0, None, 0)).map(|guide| guide.tick))
                .collect()
        };
        (1..=2).for_each(|tick| refresh(&mut guides, (&bodies, &meshes), (1, 1, tick), true));
        assert_eq!(made(&guides), [Some(1), Some(2), None]);
        wall(&mut meshes, [1.0, 1.0, 2.0, 2.0]);
        (3..=4).for_each(|tick| refresh(&mut guides, (&bodies, &meshes), (1, 1, tick), true));
        assert_eq!(made(&guides), [Some(4), Some(2), Some(3)]);
    }
}
