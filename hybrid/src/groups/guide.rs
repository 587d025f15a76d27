//! The long range: how far it still is to the places of an order, at any point.

use std::sync::{Arc, OnceLock};

use glam::Vec2;
use navmesh::{CellId, KindCosts, NavMesh, Remaining};
use serde::{Deserialize, Serialize};

use super::field::{Field, GuideBuilder};
use super::reach::FieldReach;
use crate::bodies::unit::Body;
use crate::ways::ground::{has_costs, is_free};

/// Metres: a way point this near is reached.
const SAME: f32 = 4e-3;

/// A straight way that is longer than another one by this factor is so with all roundings.
const SURELY: f32 = 1.01;

/// A path has at most this many points.
const LONGEST_PATH: usize = 4096;

/// The rest of the way from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GuideRest {
    /// What it costs, in metres of free ground: its length, where no ground is dearer and no link on the way.
    pub(crate) distance: f32,
    /// The next bend, straight ahead, or the place.
    pub(crate) way_point: Vec2,
    /// Where to head; zero at the place, and where a link begins.
    pub(crate) direction: Vec2,
    /// The link that begins at the way point and by which the way leads on, and where that leads to.
    pub(crate) link: Option<(navmesh::LinkId, Vec2)>,
}

impl GuideRest {
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
    pub(super) goals: Vec<Vec2>,
    /// The least and the greatest of their coordinates.
    extent: [Vec2; 2],
    /// The mesh as it was when the field was made.
    mesh: Arc<NavMesh>,
    /// `None`: no field can be made. That of a guide that was saved is made when it is first needed.
    field: OnceLock<Option<Field>>,
    /// How far the field reaches; `None`: everywhere.
    pub(super) reach: Option<FieldReach>,
    /// When it was made.
    pub(super) tick: u64,
}

impl Guide {
    /// A guide to some free places; `None` if there are none. Where there are areas or links it reaches everywhere.
    #[cfg(test)]
    pub(super) fn new(
        mesh: &Arc<NavMesh>,
        goals: Vec<Vec2>,
        reach: Option<FieldReach>,
        tick: u64,
    ) -> Option<Self> {
        let reach = reach.filter(|_| !has_costs(mesh));
        let field = GuideBuilder::begin(mesh, &goals, reach).finish(mesh)?;
        Self::with_field(mesh, goals, field, reach, tick)
    }

    /// A guide to some places with its field.
    pub(super) fn with_field(
        mesh: &Arc<NavMesh>,
        goals: Vec<Vec2>,
        field: Field,
        reach: Option<FieldReach>,
        tick: u64,
    ) -> Option<Self> {
        let least = goals.iter().copied().reduce(Vec2::min)?;
        let extent = [least, goals.iter().copied().fold(least, Vec2::max)];
        let (mesh, field) = (Arc::clone(mesh), OnceLock::from(Some(field)));
        Some(Self { goals, extent, mesh, field, reach, tick })
    }

    fn field(&self) -> Option<&Field> {
        let make = || GuideBuilder::begin(&self.mesh, &self.goals, self.reach).finish(&self.mesh);
        self.field.get_or_init(make).as_ref()
    }

    /// Returns what it is made from, on the mesh of a number.
    pub(crate) fn saved(&self, mesh: u32) -> SavedGuide {
        SavedGuide { goals: self.goals.clone(), mesh, reach: self.reach, tick: self.tick }
    }

    /// The mesh that it was made for.
    pub(crate) fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// The bytes that the field takes.
    pub(super) fn bytes(&self) -> usize {
        match self.field.get() {
            Some(Some(Field::Distance(field))) => field.size_in_bytes(),
            Some(Some(Field::Cost(field))) => field.size_in_bytes(),
            Some(None) | None => 0,
        }
    }

    /// The tick in which it was made.
    pub(crate) fn made_in(&self) -> u64 {
        self.tick
    }

    /// The places that it leads to.
    pub(crate) fn goals(&self) -> &[Vec2] {
        &self.goals
    }

    /// Returns whether it was made for a mesh as that is now.
    pub(crate) fn is_current(&self, mesh: &NavMesh) -> bool {
        self.mesh.is_copy_of(mesh)
    }

    /// Returns whether it tells the length of ways: all ground is alike, and there are no links.
    pub(crate) fn measures_length(&self) -> bool {
        !has_costs(&self.mesh)
    }

    /// Returns how long a way is at most that costs so much, in metres: on roads a metre costs less than 1.
    pub(crate) fn longest(&self, cost: f32) -> f32 {
        if self.measures_length() {
            return cost;
        }
        cost / self.mesh.least_cost(&KindCosts::default())
    }

    /// Returns whether the way from a point to each of the places is surely longer than so many metres; `false` where it may
    /// be.
    pub(crate) fn is_far(&self, point: Vec2, distance: f32) -> bool {
        let [low, high] = self.extent;
        let straight = point.distance_squared(point.clamp(low, high));
        self.measures_length() && straight > (distance * SURELY) * (distance * SURELY)
    }

    /// Returns whether it does not reach as far as a unit from where there may be a way.
    pub(super) fn falls_short(&self, body: &Body) -> bool {
        self.reach.is_some() && self.remaining_near(body.position, body.cell).is_none()
    }

    /// Returns what the cheapest way from a point to one of the places costs, in metres of free ground; `None` if there is
    /// none.
    pub(crate) fn distance(&self, point: Vec2) -> Option<f32> {
        match self.field()? {
            Field::Distance(field) => field.distance(&self.mesh, point),
            Field::Cost(field) => field.cost(&self.mesh, point),
        }
    }

    /// All about the rest of the way from a point; `None` if there is none.
    pub(crate) fn remaining(&self, point: Vec2) -> Option<GuideRest> {
        self.remaining_near(point, None)
    }

    /// All about the rest of the way from a point that is perhaps in the cell `hint`; `None` if there is none.
    pub(crate) fn remaining_near(&self, point: Vec2, hint: Option<CellId>) -> Option<GuideRest> {
        Some(match self.field()? {
            Field::Distance(field) => {
                let Remaining { distance, way_point, direction } =
                    field.remaining_near(&self.mesh, point, hint)?;
                GuideRest { distance, way_point, direction, link: None }
            }
            Field::Cost(field) => {
                let navmesh::Onward { cost, way_point, direction, link } =
                    field.onward_near(&self.mesh, point, hint)?;
                GuideRest { distance: cost, way_point, direction, link }
            }
        })
    }

    /// The shortest way from a point to one of the places, that point first.
    pub(crate) fn path(&self, from: Vec2) -> impl Iterator<Item = Vec2> {
        std::iter::once(from).chain(self.way_points(from).take(LONGEST_PATH))
    }

    /// Returns where the shortest way from a point that is perhaps in the cell `hint` ends; `None` if there is none.
    pub(crate) fn end_of_way(&self, from: Vec2, hint: Option<CellId>) -> Option<Vec2> {
        self.way_points_near(from, hint).take(LONGEST_PATH).last()
    }

    /// The way points of the shortest way from a point to one of the places.
    pub(crate) fn way_points(&self, from: Vec2) -> WayPoints<'_> {
        self.way_points_near(from, None)
    }

    /// The way points of the shortest way from a point, perhaps in the cell `hint`, to one of the places.
    pub(crate) fn way_points_near(&self, from: Vec2, hint: Option<CellId>) -> WayPoints<'_> {
        match self.field() {
            Some(Field::Distance(field)) => {
                WayPoints::Corners(field.way_points(&self.mesh, from, hint))
            }
            Some(Field::Cost(_)) | None => WayPoints::Steps { guide: self, last: from },
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
    reach: Option<FieldReach>,
    tick: u64,
}

impl SavedGuide {
    /// The number of its mesh.
    pub(crate) fn mesh(&self) -> u32 {
        self.mesh
    }

    /// The guide on its mesh, whose field is made when it is first needed; `None` if its goals are not free there, or its reach
    /// is none.
    pub(crate) fn guide(&self, mesh: &Arc<NavMesh>) -> Option<Guide> {
        let is_valid = self.goals.iter().all(|&goal| is_free(mesh, goal))
            && self.reach.is_none_or(FieldReach::is_valid);
        let least = self.goals.iter().copied().reduce(Vec2::min).filter(|_| is_valid)?;
        let extent = [least, self.goals.iter().copied().fold(least, Vec2::max)];
        let (goals, reach) = (self.goals.clone(), self.reach.filter(|_| !has_costs(mesh)));
        let (mesh, field, tick) = (Arc::clone(mesh), OnceLock::new(), self.tick);
        Some(Guide { goals, extent, mesh, field, reach, tick })
    }
}

/// Coordinates as one number: of numbers that are not negative the order is theirs.
pub(super) fn bits(point: Vec2) -> u64 {
    u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits())
}
