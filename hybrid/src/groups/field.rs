//! The field of a guide: of distances where all ground is alike and there are no links, else of costs.

use glam::Vec2;
use navmesh::{CostField, DistanceBuild, DistanceField, DistanceOptions, NavMesh};

use super::reach::Reach;
use super::sources::sources;

/// A share of the work at a field of distances sweeps from so many goals and corners: in about a millisecond. On a large map
/// there are thousands of them.
const SHARE: u32 = 256;

/// Whether ways over a mesh are told by what they cost, not by their lengths.
pub(super) fn has_costs(mesh: &NavMesh) -> bool {
    mesh.has_areas() || mesh.links().next().is_some()
}

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

    /// Does a share of what is left to do.
    pub(super) fn share(&mut self, mesh: &NavMesh) {
        self.go_on(mesh, SHARE);
    }

    /// Does all that is left to do.
    pub(super) fn finish(mut self, mesh: &NavMesh) -> Option<Field> {
        self.go_on(mesh, u32::MAX);
        match self {
            Self::Begun(_) => None,
            Self::Done(field) => field,
        }
    }

    fn go_on(&mut self, mesh: &NavMesh, expansions: u32) {
        let Self::Begun(build) = self else { return };
        let done = mesh.continue_distance_field(build, expansions).transpose();
        if let Some(field) = done {
            *self = Self::Done(field.ok().map(Field::Distance));
        }
    }
}
