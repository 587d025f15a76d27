//! How far the distance field of an order reaches: on large meshes no farther than round the ways of its units.

use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec2;
use navmesh::{DistanceOptions, Focus, NavMesh, PathOptions, Ray, Search};
use serde::{Deserialize, Serialize};

use crate::bodies::unit::Body;

/// Mesh cells: the field of a mesh with fewer is made as a whole, in little more time than a search for a path.
const SMALL: usize = 4096;

/// How much longer than the way of one unit the ways are that are known all the same, and from how many metres farther off.
const DETOUR: f32 = 1.1;
const MARGIN: f32 = 32.0;

/// Scratch of searches, as much as was in use at the same time: the next one on the same ground takes less time.
#[derive(Clone, Debug, Default)]
pub(super) struct Searches(Arc<Mutex<Vec<Search>>>);

impl Searches {
    fn with_one<T>(&self, work: impl FnOnce(&mut Search) -> T) -> T {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut one = all().pop().unwrap_or_default();
        let made = work(&mut one);
        all().push(one);
        made
    }
}

/// Where the units are that a field is for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    /// Round all of them: the centre and the radius of a disc.
    focus: (Vec2, f32),
    /// One of them.
    from: Vec2,
    /// How long the way is that this one follows, in metres, and where that ends, if it has one.
    way: Option<(f32, Vec2)>,
}

impl Start {
    /// The start of units on a mesh; `None` if the field is to be made as a whole, or there are none.
    pub(super) fn new<'a>(
        mesh: &NavMesh,
        units: impl Iterator<Item = &'a Body> + Clone,
    ) -> Option<Self> {
        if mesh.cell_count() < SMALL {
            return None;
        }
        let positions = units.clone().map(|body| body.position);
        let least = positions.clone().reduce(Vec2::min)?;
        let greatest = positions.clone().fold(least, Vec2::max);
        let center = 0.5 * (least + greatest);
        let off = |body: &&Body| body.position.distance_squared(center).to_bits();
        let first = units.min_by_key(off)?;
        let from = first.position;
        let route = first.task.as_ref().and_then(|task| task.route.as_ref());
        let way = route.filter(|route| !route.is_stale(mesh)).and_then(|route| route.rest(from));
        let radius = positions.map(|position| position.distance(center)).fold(0.0, f32::max);
        Some(Self { focus: (center, radius), from, way })
    }

    /// Returns whether all its numbers are such as it has.
    pub(super) fn is_valid(&self) -> bool {
        let is_way =
            |(length, end): (f32, Vec2)| (0.0..f32::INFINITY).contains(&length) && end.is_finite();
        let (center, radius) = self.focus;
        center.is_finite()
            && (0.0..f32::INFINITY).contains(&radius)
            && self.from.is_finite()
            && self.way.is_none_or(is_way)
    }

    /// Returns whether a way is known.
    pub(super) fn knows_way(&self) -> bool {
        self.way.is_some()
    }

    /// Returns how far the field has to reach that leads from here to a goal; `None` where that is not known.
    pub(super) fn reach(
        &self,
        mesh: &NavMesh,
        goal: Vec2,
        searches: &Searches,
    ) -> Option<FieldReach> {
        // Over much open ground a look costs far less than a search.
        let straight = || {
            let is_free = mesh.ray_cast(self.from, goal).is_ok_and(|ray| ray == Ray::Clear);
            is_free.then(|| self.from.as_dvec2().distance(goal.as_dvec2()) as f32)
        };
        let search = |search: &mut Search| {
            let path = mesh.find_path(search, self.from, goal, &PathOptions::default());
            Some(path.ok()?.length)
        };
        let length = match self.way {
            Some((length, end)) => length + end.distance(goal),
            None => match straight() {
                Some(length) => length,
                None => searches.with_one(search)?,
            },
        };
        let (center, radius) = self.focus;
        Some(FieldReach { center, radius, limit: DETOUR * length + 2.0 * radius + MARGIN })
    }
}

/// All ways are known that are, together with the straight way back to a disc, no longer than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FieldReach {
    center: Vec2,
    radius: f32,
    limit: f32,
}

impl FieldReach {
    /// Returns whether all its numbers are such as it has.
    pub(super) fn is_valid(self) -> bool {
        let lengths = [self.radius, self.limit];
        self.center.is_finite()
            && lengths.iter().all(|length| (0.0..f32::INFINITY).contains(length))
    }

    /// Returns the options of a distance field that reaches so far.
    pub(super) fn options(self) -> DistanceOptions {
        let Self { center, radius, limit } = self;
        DistanceOptions::with_limit(limit).with_focus(Focus { center, radius })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::handle::OrderId;
    use crate::bodies::order::Slot;
    use crate::bodies::task::Assignment;
    use crate::bodies::unit::UnitDefinition;
    use crate::ground::meshes::Meshes;
    use crate::parameters::WorldDefinition;
    use crate::tasks::lent::Lent;
    use crate::ways::route::Route;
    use navmesh::Bounds;

    #[test]
    fn a_way_that_a_unit_follows_tells_the_reach_without_a_search() {
        let mut definition =
            WorldDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(1040.0)), vec![0.5]);
        definition.parameters.tile_size = 16.0;
        let mut meshes = Meshes::new(&definition).unwrap();
        let wall = [(500.0, 100.0), (510.0, 100.0), (510.0, 900.0), (500.0, 900.0)];
        meshes.add(&wall.map(Vec2::from)).unwrap();
        meshes.commit(&Lent(None)).unwrap();
        let (mesh, goal) = (meshes.of(0), Vec2::new(700.0, 400.0));
        let mut body = Body::new(&UnitDefinition::new(Vec2::new(300.0, 400.0), 0.5, 1.0), 0, 0.1);
        let path =
            mesh.find_path(&mut Search::default(), body.position, goal, &PathOptions::default());
        let route = Route::new(&path.unwrap(), mesh.version());
        let reach = |body: &Body, goal: Vec2| {
            let searches = Searches::default();
            let start = Start::new(mesh, std::iter::once(body)).unwrap();
            let reach = start.reach(mesh, goal, &searches).unwrap();
            (reach.limit, searches.0.lock().unwrap().len())
        };
        let (searched, searches) = reach(&body, goal);
        assert!(searched > 600.0 && searches == 1, "round the wall: {searched} m");
        let mut task = Assignment::new(OrderId::default(), Slot::at(goal), 0);
        task.route = Some(route);
        body.task = Some(Box::new(task));
        let (known, searches) = reach(&body, goal);
        assert!((known - searched).abs() < 1e-2 && searches == 0, "{known} {searched}");
        let (beside, _) = reach(&body, goal + 30.0 * Vec2::X);
        assert!((beside - known - DETOUR * 30.0).abs() < 1e-2, "{beside}");
        body.task.as_mut().unwrap().route = Some(Route::along(&[goal], goal, 0));
        assert_eq!(reach(&body, goal), (searched, 1), "of a mesh that has changed");
    }
}
