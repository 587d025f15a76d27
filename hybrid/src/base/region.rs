//! Parts of the plane that units are looked for in.

use std::fmt;

use glam::Vec2;
use navmesh::Bounds;

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// A rectangle, its border included.
    Box(Bounds),
    /// A disc, its border included.
    Circle {
        /// Its centre, in metres.
        center: Vec2,
        /// Its radius, in metres, 0 or more.
        radius: f32,
    },
}

impl fmt::Display for Region {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box(bounds) => write!(formatter, "the box {} to {}", bounds.min, bounds.max),
            Self::Circle { center, radius } => {
                write!(formatter, "the circle round {center} of radius {radius} m")
            }
        }
    }
}

impl Region {
    /// Returns whether its numbers describe a region.
    pub(crate) fn is_valid(&self) -> bool {
        match *self {
            Self::Box(Bounds { min, max }) => {
                min.is_finite() && max.is_finite() && min.cmple(max).all()
            }
            Self::Circle { center, radius } => {
                center.is_finite() && radius.is_finite() && radius >= 0.0
            }
        }
    }

    /// A rectangle that holds it: the least one, but for rounding.
    pub(crate) fn bounds(&self) -> Bounds {
        match *self {
            Self::Box(bounds) => bounds,
            Self::Circle { center, radius } => {
                // A hair more: sums are rounded, and where the numbers are large by many metres.
                let hair = (radius + center.abs().max_element()) * f32::EPSILON;
                Bounds::new(center - radius - hair, center + radius + hair)
            }
        }
    }

    /// Returns whether a point lies in it.
    pub(crate) fn contains(&self, point: Vec2) -> bool {
        match *self {
            Self::Box(bounds) => bounds.contains(point),
            Self::Circle { center, radius } => {
                squared_distance(center, point) <= f64::from(radius).powi(2)
            }
        }
    }
}

/// The square of the distance between two points: finite, and told apart where the points are far from each other.
pub(crate) fn squared_distance(one: Vec2, other: Vec2) -> f64 {
    one.as_dvec2().distance_squared(other.as_dvec2())
}
