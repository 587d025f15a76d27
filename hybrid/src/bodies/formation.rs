//! Formations: how the places of an order's units lie to each other, and how fast its units go.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::base::direction::direction_of;
use crate::base::handle::UnitId;
use crate::error::WorldError;

/// How the places of an order's units lie round its goal.
///
/// ```
/// use hybrid::{Formation, Goal, OrderDefinition, Shape, glam::Vec2};
///
/// // Side by side, and all look to the north when they are there.
/// let formation = Formation { facing: Some(Vec2::Y), ..Formation::new(Shape::Line) };
/// let definition = OrderDefinition {
///     formation: Some(formation),
///     ..OrderDefinition::new(Goal::Point(Vec2::new(40.0, 12.0)))
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// How the places lie.
    pub shape: Shape,
    /// Where the front is, and where the units look when they are there: a direction of any length but 0. `None` (the default):
    /// where they come from the way on, at their goal.
    #[serde(default)]
    pub facing: Option<Vec2>,
    /// How far neighbouring units are apart at least, from disc to disc, in metres: 0 to 1 000, default 0.1. Not for
    /// [`Shape::Offsets`].
    #[serde(default = "least_spacing")]
    pub spacing: f32,
    /// Who stands in front; default [`Front::Largest`]. Not for [`Shape::Compact`], where the largest are in the middle, and not
    /// for [`Shape::Offsets`].
    #[serde(default)]
    pub front: Front,
}

/// How the places of a formation lie. The middle of all shapes but [`Shape::Offsets`] is at the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Shape {
    /// As close together as they can, round the goal.
    Compact,
    /// Side by side, in one rank or some ranks: about eight times as wide as it is deep.
    Line,
    /// One behind the other, in one file or some files: about eight times as deep as it is wide.
    Column,
    /// In ranks that make about a square.
    Box,
    /// In ranks that become wider from the front to the back: a triangle with its tip in front.
    Wedge,
    /// Where each unit stands, seen from the goal, in metres: x to the front, y to the left. One for each unit, in the order of the
    /// units; units keep their own.
    Offsets(Vec<Vec2>),
}

/// Who stands in front in a formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Front {
    /// The units of the greatest radius.
    #[default]
    Largest,
    /// Those of the least radius.
    Smallest,
    /// Those that were named first in the order, rank by rank.
    AsGiven,
}

/// How fast the units of an order go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Each as fast as it can.
    #[default]
    Own,
    /// None faster than the slowest of them, as long as that has the order, so that they arrive together.
    Slowest,
}

/// Metres: the most that units of a formation may be apart.
pub(crate) const SPACING_LIMIT: f32 = 1000.0;

/// Metres: what is between units of a formation if nobody says anything else.
const SPACING: f32 = 0.1;

fn least_spacing() -> f32 {
    SPACING
}

impl Formation {
    /// A formation of a shape that looks where it comes from, 0.1 m between its units, the largest in front.
    pub fn new(shape: Shape) -> Self {
        Self { shape, facing: None, spacing: SPACING, front: Front::Largest }
    }

    /// Returns whether all its numbers are in their ranges, and there is an offset for each of so many units.
    pub(crate) fn check(&self, units: usize) -> Result<(), WorldError> {
        if let Some(facing) = self.facing
            && direction_of(facing).is_none()
        {
            return Err(WorldError::FormationFacing { facing });
        }
        let (spacing, limit) = (self.spacing, SPACING_LIMIT);
        if !(0.0..=limit).contains(&spacing) {
            return Err(WorldError::FormationSpacing { spacing, limit });
        }
        let Shape::Offsets(offsets) = &self.shape else { return Ok(()) };
        if offsets.len() != units {
            return Err(WorldError::OffsetCount { offsets: offsets.len(), units });
        }
        match offsets.iter().position(|offset| !offset.is_finite()) {
            Some(index) => Err(WorldError::OffsetNotFinite { index, offset: offsets[index] }),
            None => Ok(()),
        }
    }
}

/// What the world keeps of an order's formation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Formed {
    pub(crate) formation: Formation,
    /// The units in the order in which they were named; some may have left.
    pub(crate) units: Vec<UnitId>,
    /// Where its front is, as a unit vector.
    pub(crate) facing: Vec2,
}

impl Formed {
    /// A formation whose front is not known yet, if nobody has said where it is.
    pub(crate) fn new(formation: &Formation, units: &[UnitId]) -> Self {
        let facing = formation.facing.and_then(direction_of).unwrap_or(Vec2::X);
        Self { formation: formation.clone(), units: units.to_vec(), facing }
    }

    /// Returns whether it is such as orders have.
    pub(crate) fn is_valid(&self) -> bool {
        self.formation.check(self.units.len()).is_ok()
            && direction_of(self.facing).is_some()
            && (self.facing.length_squared() - 1.0).abs() < 1e-3
    }
}
