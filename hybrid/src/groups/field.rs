//! The field of a guide: of distances where all ground is alike and there are no links, else of costs.

use glam::Vec2;
use navmesh::{CostBuild, CostField, DistanceBuild, DistanceField, DistanceOptions, NavMesh};

use super::reach::FieldReach;
use super::sources::sources;
use crate::ways::ground::has_costs;

/// The remaining distance to the nearest of some places, or what the way costs.
#[derive(Clone, Debug)]
pub(super) enum Field {
    Distance(DistanceField),
    Cost(CostField),
}

/// A field that is being made.
pub(super) enum GuideBuilder {
    Distance(Box<DistanceBuild>),
    Cost(Box<CostBuild>),
    /// `None` if the places are not free.
    Done(Option<Field>),
}

impl GuideBuilder {
    /// Begins a field.
    pub(super) fn begin(mesh: &NavMesh, places: &[Vec2], reach: Option<FieldReach>) -> Self {
        let options = reach.map_or_else(DistanceOptions::default, FieldReach::options);
        let goals = |places: &[Vec2]| -> Vec<navmesh::Goal> {
            places.iter().map(|&place| navmesh::Goal::new(place)).collect()
        };
        if has_costs(mesh) {
            let build = mesh.begin_cost_field(&goals(places), &options);
            return build.map_or(Self::Done(None), |build| Self::Cost(Box::new(build)));
        }
        let build = mesh.begin_distance_field(&goals(&sources(mesh, places)), &options);
        build.map_or(Self::Done(None), |build| Self::Distance(Box::new(build)))
    }

    /// Does so many steps or a few more, or as many as are left; returns how many.
    pub(super) fn share(&mut self, mesh: &NavMesh, steps: u32) -> u32 {
        let (count, done) = match self {
            Self::Distance(build) => {
                let before = build.steps();
                let field = mesh.continue_distance_field(build, steps).transpose();
                (build.steps() - before, field.map(|field| field.ok().map(Field::Distance)))
            }
            Self::Cost(build) => {
                let before = build.steps();
                let field = mesh.continue_cost_field(build, steps).transpose();
                (build.steps() - before, field.map(|field| field.ok().map(Field::Cost)))
            }
            Self::Done(_) => (0, None),
        };
        if let Some(field) = done {
            *self = Self::Done(field);
        }
        count
    }

    /// The field, once all is done: the first time that it is asked for. `Some(None)` if there is none.
    pub(super) fn take(&mut self) -> Option<Option<Field>> {
        match self {
            Self::Distance(_) | Self::Cost(_) => None,
            Self::Done(field) => Some(field.take()),
        }
    }

    /// Does all that is left to do.
    pub(super) fn finish(mut self, mesh: &NavMesh) -> Option<Field> {
        while !matches!(self, Self::Done(_)) {
            self.share(mesh, u32::MAX);
        }
        self.take().flatten()
    }
}
