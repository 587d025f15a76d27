//! How far the distance field of an order reaches: on large meshes no farther than round the ways of its units.

use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec2;
use navmesh::{DistanceOptions, Focus, NavMesh, PathOptions, Search};
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Start {
    /// Round all of them.
    focus: Focus,
    /// One of them.
    from: Vec2,
}

impl Start {
    /// The start of units on a mesh; `None` if the field is to be made as a whole, or there are none.
    pub(super) fn new(
        mesh: &NavMesh,
        positions: impl Iterator<Item = Vec2> + Clone,
    ) -> Option<Self> {
        if mesh.cell_count() < SMALL {
            return None;
        }
        let least = positions.clone().reduce(Vec2::min)?;
        let greatest = positions.clone().fold(least, Vec2::max);
        let center = 0.5 * (least + greatest);
        let off = |position: &Vec2| position.distance_squared(center).to_bits();
        let from = positions.clone().min_by_key(off)?;
        let radius = positions.map(|position| position.distance(center)).fold(0.0, f32::max);
        Some(Self { focus: Focus { center, radius }, from })
    }

    /// How far the field has to reach that leads from here to a goal; `None` where that is not known.
    pub(super) fn reach(&self, mesh: &NavMesh, goal: Vec2, searches: &Searches) -> Option<Reach> {
        let search = |search: &mut Search| {
            mesh.find_path(search, self.from, goal, &PathOptions::default()).ok()
        };
        let path = searches.with_one(search)?;
        let Focus { center, radius } = self.focus;
        Some(Reach { center, radius, limit: DETOUR * path.length + 2.0 * radius + MARGIN })
    }
}

/// All ways are known that are, together with the straight way back to a disc, no longer than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Reach {
    center: Vec2,
    radius: f32,
    limit: f32,
}

impl Reach {
    /// The same for a distance field.
    pub(super) fn options(self) -> DistanceOptions {
        let Self { center, radius, limit } = self;
        DistanceOptions::with_limit(limit).with_focus(Focus { center, radius })
    }
}
