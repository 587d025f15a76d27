//! The long range: how far it still is to the places of an order, at any point.
//!
//! Units of one order, class and band share one distance field. It is kept until the mesh or the places change, and made
//! again within a budget of mesh cells per step; until then the old one goes on answering on the mesh that it was made for.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use navmesh::{DistanceField, DistanceOptions, NavMesh, Remaining};
use slotmap::SlotMap;

use crate::bodies::unit::Body;
use crate::handle::{OrderId, UnitId};
use crate::meshes::Meshes;

/// What units have in common that share a guide: order, class and band.
pub(crate) type Kind = (OrderId, usize, u32);

/// A path has at most this many points.
const LONGEST_PATH: usize = 4096;

/// The remaining distance to the nearest of some places.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// In the order of their coordinates, each once.
    goals: Vec<Vec2>,
    /// The mesh as it was when the field was made.
    mesh: Arc<NavMesh>,
    field: DistanceField,
    /// When it was made.
    tick: u64,
}

impl Guide {
    /// A guide to some free places; `None` if there are none.
    pub(crate) fn new(mesh: &Arc<NavMesh>, goals: Vec<Vec2>, tick: u64) -> Option<Self> {
        let sources: Vec<_> = goals.iter().map(|&goal| navmesh::Goal::new(goal)).collect();
        let field = mesh.distance_field(&sources, &DistanceOptions::default()).ok()?;
        Some(Self { goals, mesh: Arc::clone(mesh), field, tick })
    }

    /// The places that it leads to.
    pub(crate) fn goals(&self) -> &[Vec2] {
        &self.goals
    }

    /// The length of the shortest way from a point to one of the places, in metres; `None` if there is none.
    pub(crate) fn distance(&self, point: Vec2) -> Option<f32> {
        self.field.distance(&self.mesh, point)
    }

    /// All about the rest of the way from a point; `None` if there is none.
    pub(crate) fn remaining(&self, point: Vec2) -> Option<Remaining> {
        self.field.remaining(&self.mesh, point)
    }

    /// The shortest way from a point to one of the places, that point first.
    pub(crate) fn path(&self, from: Vec2) -> Vec<Vec2> {
        std::iter::once(from).chain(self.way_points(from).take(LONGEST_PATH)).collect()
    }

    /// The way points of the shortest way from a point to one of the places.
    pub(crate) fn way_points(&self, from: Vec2) -> impl Iterator<Item = Vec2> {
        let mut last = from;
        std::iter::from_fn(move || {
            let next = self.remaining(last)?.way_point;
            (std::mem::replace(&mut last, next) != next).then_some(next)
        })
    }
}

/// How many guides are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ration {
    /// Kinds of fewer units than this need no guide: their units find ways of their own.
    pub(crate) least: usize,
    /// Guides are made for this many mesh cells in a step, but at least one.
    pub(crate) cells: usize,
    /// The tick of the step.
    pub(crate) tick: u64,
}

/// The guides of all orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guides {
    of: BTreeMap<Kind, Arc<Guide>>,
}

impl Guides {
    /// The guide of a kind, if it has one.
    pub(crate) fn of(&self, kind: Kind) -> Option<&Arc<Guide>> {
        self.of.get(&kind)
    }

    /// Makes guides for the kinds that are due, where there are none or mesh or places have changed: the oldest first.
    pub(crate) fn refresh(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        meshes: &Meshes,
        ration: Ration,
        is_due: impl Fn(OrderId) -> bool,
    ) {
        let places = places(bodies, &is_due);
        let of_kinds =
            || places.chunk_by(|a, b| a.0 == b.0).filter(|units| units.len() >= ration.least);
        let wanted: Vec<Kind> = of_kinds().map(|units| units[0].0).collect();
        self.of.retain(|kind, _| !is_due(kind.0) || wanted.binary_search(kind).is_ok());
        let mut stale: Vec<(u64, Kind, Vec<Vec2>)> = Vec::new();
        for units in of_kinds() {
            let kind = units[0].0;
            let mut goals: Vec<Vec2> = units.iter().map(|&(_, place)| place).collect();
            goals.dedup();
            let known = self.of.get(&kind);
            let is_current = |guide: &&Arc<Guide>| {
                guide.field.is_current(meshes.of(kind.1)) && guide.goals == goals
            };
            if known.filter(is_current).is_none() {
                stale.push((known.map_or(0, |guide| guide.tick), kind, goals));
            }
        }
        stale.sort_by_key(|&(made, kind, _)| (made, kind));
        let mut left = ration.cells;
        for (_, kind, goals) in stale {
            if left == 0 {
                break;
            }
            let mesh = meshes.shared(kind.1);
            left = left.saturating_sub(mesh.cell_count());
            match Guide::new(mesh, goals, ration.tick) {
                Some(guide) => self.of.insert(kind, Arc::new(guide)),
                None => self.of.remove(&kind),
            };
        }
    }
}

/// The places of all units whose order is due, those of one kind together, in the order of their coordinates.
fn places(bodies: &SlotMap<UnitId, Body>, is_due: impl Fn(OrderId) -> bool) -> Vec<(Kind, Vec2)> {
    let place = |body: &Body| {
        let task = body.task.as_ref().filter(|task| is_due(task.order))?;
        Some(((task.order, body.class, task.band), task.place))
    };
    let mut places: Vec<(Kind, Vec2)> = bodies.values().filter_map(place).collect();
    places.sort_by_key(|(kind, place)| (*kind, place.to_array().map(f32::to_bits)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Slot;
    use crate::bodies::unit::{Task, UnitDefinition};
    use crate::parameters::WorldDefinition;
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
            body.task = Some(Task::new(order, Slot { place, depth: 0.0 }, 0));
            bodies.insert(body);
        }
        bodies
    }

    fn ration(least: usize, cells: usize, tick: u64) -> Ration {
        Ration { least, cells, tick }
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
        let guide = Guide::new(meshes.shared(0), goals.to_vec(), 0).unwrap();
        let path = guide.path(Vec2::new(3.0, 5.0));
        assert_eq!((path[0], path.last()), (Vec2::new(3.0, 5.0), Some(&goals[1])));
        let length: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!((length - guide.distance(path[0]).unwrap()).abs() < 1e-3 && path.len() > 2);
    }

    #[test]
    fn guides_are_kept_until_something_changes_and_an_old_one_still_answers() {
        let order = orders(1)[0];
        let mut bodies = units(&[(order, Vec2::new(15.0, 5.0)), (order, Vec2::new(16.0, 5.0))]);
        let (mut meshes, mut guides) = (meshes(), Guides::default());
        let kind = (order, 0, 0);
        let made = |guides: &Guides| guides.of(kind).map(|guide| guide.tick);
        guides.refresh(&bodies, &meshes, ration(3, 100, 1), |_| true);
        assert_eq!(made(&guides), None, "too few units");
        guides.refresh(&bodies, &meshes, ration(2, 100, 1), |_| true);
        guides.refresh(&bodies, &meshes, ration(2, 100, 2), |_| true);
        assert_eq!(made(&guides), Some(1));
        let old = Arc::clone(guides.of(kind).unwrap());
        wall(&mut meshes, [9.0, 0.0, 11.0, 14.0]);
        assert_eq!(old.distance(Vec2::new(5.0, 5.0)), Some(10.0));
        guides.refresh(&bodies, &meshes, ration(2, 100, 3), |_| true);
        assert_eq!(made(&guides), Some(3));
        assert!(guides.of(kind).unwrap().distance(Vec2::new(5.0, 5.0)).unwrap() > 20.0);
        for body in bodies.values_mut() {
            body.task.as_mut().unwrap().place.y += 1.0;
        }
        guides.refresh(&bodies, &meshes, ration(2, 100, 4), |_| false);
        assert_eq!(made(&guides), Some(3), "not due");
        guides.refresh(&bodies, &meshes, ration(2, 100, 5), |_| true);
        assert_eq!(made(&guides), Some(5));
        bodies.clear();
        guides.refresh(&bodies, &meshes, ration(2, 100, 6), |_| true);
        assert_eq!(made(&guides), None);
    }

    #[test]
    fn guides_are_rationed_and_the_oldest_is_made_first() {
        let orders = orders(3);
        let bodies =
            units(&orders.iter().map(|&order| (order, Vec2::splat(8.0))).collect::<Vec<_>>());
        let (mut meshes, mut guides) = (meshes(), Guides::default());
        let made = |guides: &Guides| -> Vec<Option<u64>> {
            orders.iter().map(|&order| guides.of((order, 0, 0)).map(|guide| guide.tick)).collect()
        };
        (1..=2).for_each(|tick| guides.refresh(&bodies, &meshes, ration(1, 1, tick), |_| true));
        assert_eq!(made(&guides), [Some(1), Some(2), None]);
        wall(&mut meshes, [1.0, 1.0, 2.0, 2.0]);
        (3..=4).for_each(|tick| guides.refresh(&bodies, &meshes, ration(1, 1, tick), |_| true));
        assert_eq!(made(&guides), [Some(4), Some(2), Some(3)]);
    }
}
