//! The field of a guide: of distances where all ground is alike and there are no links, else of costs.

use glam::Vec2;
use navmesh::{CostField, DistanceBuild, DistanceField, DistanceOptions, NavMesh};

use super::reach::Reach;
use super::sources::sources;
use crate::ways::ground::has_costs;

/// The remaining distance to the nearest of some places, or what the way costs.
#[derive(Clone, Debug)]
pub(super) enum Field {
    Distance(DistanceField),
    Cost(CostField),
}

/// A field that is being made.
pub(super) enum Draft {
    Begun(Box<DistanceBuild>),
    /// `None` if the places are not free.
    Done(Option<Field>),
}

impl Draft {
    /// Begins a field; one of costs is made at once.
    pub(super) fn begin(mesh: &NavMesh, places: &[Vec2], reach: Option<Reach>) -> Self {
        let options = reach.map_or_else(DistanceOptions::default, Reach::options);
        let goals = |places: &[Vec2]| -> Vec<navmesh::Goal> {
            places.iter().map(|&place| navmesh::Goal::new(place)).collect()
        };
        if has_costs(mesh) {
            return Self::Done(mesh.cost_field(&goals(places), &options).ok().map(Field::Cost));
        }
        let build = mesh.begin_distance_field(&goals(&sources(mesh, places)), &options);
        build.map_or(Self::Done(None), |build| Self::Begun(Box::new(build)))
    }

    /// Does so many steps or a few more, or as many as are left; gives how many.
    pub(super) fn share(&mut self, mesh: &NavMesh, steps: u32) -> u32 {
        let Self::Begun(build) = self else { return 0 };
        let before = build.steps();
        let done = mesh.continue_distance_field(build, steps).transpose();
        let count = build.steps() - before;
        if let Some(field) = done {
            *self = Self::Done(field.ok().map(Field::Distance));
        }
        count
    }

    /// The field, once all is done: the first time that it is asked for. `Some(None)` if there is none.
    pub(super) fn take(&mut self) -> Option<Option<Field>> {
        match self {
            Self::Begun(_) => None,
            Self::Done(field) => Some(field.take()),
        }
    }

    /// Does all that is left to do.
    pub(super) fn finish(mut self, mesh: &NavMesh) -> Option<Field> {
        while matches!(self, Self::Begun(_)) {
            self.share(mesh, u32::MAX);
        }
        self.take().flatten()
    }
}
