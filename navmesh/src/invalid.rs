//! What can be wrong with the polygons of an outline, and where.

use std::fmt;

use glam::DVec2;
use thiserror::Error;

/// Which ring of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingRole {
    /// Its border.
    Exterior,
    /// The hole with this index.
    Interior(usize),
}

impl fmt::Display for RingRole {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Exterior => write!(formatter, "exterior ring"),
            Self::Interior(index) => write!(formatter, "interior ring at index {index}"),
        }
    }
}

/// Why the polygons of an outline enclose nothing definite. Polygons are told by their index; `near` is a place at which it
/// is wrong, or the start of a side that is wrong, in metres.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum InvalidOutline {
    /// A ring has fewer than three distinct vertices.
    #[error("polygon at index {polygon} is invalid: {ring} must have at least 3 distinct points")]
    TooFewPoints {
        /// The polygon.
        polygon: usize,
        /// The ring.
        ring: RingRole,
    },
    /// A ring crosses or touches itself.
    #[error("polygon at index {polygon} is invalid: {ring} has a self-intersection")]
    SelfIntersection {
        /// The polygon.
        polygon: usize,
        /// The ring.
        ring: RingRole,
        /// Where.
        near: DVec2,
    },
    /// A coordinate is NaN or infinite.
    #[error(
        "polygon at index {polygon} is invalid: {ring} has a non-finite coordinate at index {index}"
    )]
    NotFinite {
        /// The polygon.
        polygon: usize,
        /// The ring.
        ring: RingRole,
        /// The index of the vertex.
        index: usize,
    },
    /// A hole reaches out of the border.
    #[error(
        "polygon at index {polygon} is invalid: {ring} is not contained within the polygon's exterior"
    )]
    NotContained {
        /// The polygon.
        polygon: usize,
        /// The hole.
        ring: RingRole,
        /// Where.
        near: DVec2,
    },
    /// Two holes overlap.
    #[error("polygon at index {polygon} is invalid: {} and {} intersect on an area", rings[0], rings[1])]
    RingsOverlap {
        /// The polygon.
        polygon: usize,
        /// The holes.
        rings: [RingRole; 2],
        /// Where.
        near: DVec2,
    },
    /// Two rings of a polygon have more than points in common.
    #[error("polygon at index {polygon} is invalid: {} and {} intersect on a line", rings[0], rings[1])]
    RingsTouch {
        /// The polygon.
        polygon: usize,
        /// The rings.
        rings: [RingRole; 2],
        /// Where.
        near: DVec2,
    },
    /// Two polygons overlap.
    #[error("polygons at indices {} and {} overlap", polygons[0], polygons[1])]
    Overlap {
        /// The polygons.
        polygons: [usize; 2],
        /// Where.
        near: DVec2,
    },
    /// The borders of two polygons have more than points in common. This alone is no reason to refuse an outline, but for
    /// one that is too fine it tells where.
    #[error("polygons at indices {} and {} touch on a line", polygons[0], polygons[1])]
    Touch {
        /// The polygons.
        polygons: [usize; 2],
        /// Where.
        near: DVec2,
    },
}
