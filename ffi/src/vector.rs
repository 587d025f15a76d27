//! Points and directions of the plane.

use crate::result::{Failure, ResultCode};

/// The most points of an outline, holes of a polygon, polygons of one call, and way points of an order.
pub const MAX_OUTLINE_POINTS: u32 = 4096;

/// A point or a direction of the plane; x points east, y north.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// The coordinate to the east.
    pub x: f32,
    /// The coordinate to the north.
    pub y: f32,
}

/// A closed line, in either direction round: the last point is joined to the first one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// Its points, in metres.
    pub points: *const Vec2,
    /// How many there are: 3 to HNAV_MAX_OUTLINE_POINTS.
    pub count: u32,
}

/// An area of any form, convex or not, with or without holes: no line crosses itself or another one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Polygon {
    /// Its outer border.
    pub border: Ring,
    /// Its holes, `holeCount` of them; NULL with a count of 0: none.
    pub holes: *const Ring,
    /// See `holes`; at most HNAV_MAX_OUTLINE_POINTS.
    pub hole_count: u32,
}

impl From<hybrid::glam::Vec2> for Vec2 {
    fn from(value: hybrid::glam::Vec2) -> Self {
        Self { x: value.x, y: value.y }
    }
}

impl From<Vec2> for hybrid::glam::Vec2 {
    fn from(value: Vec2) -> Self {
        Self::new(value.x, value.y)
    }
}

/// Refuses a point that is not finite.
pub(crate) fn finite(point: Vec2, what: &str) -> Result<hybrid::glam::Vec2, Failure> {
    let Vec2 { x, y } = point;
    if x.is_finite() && y.is_finite() {
        return Ok(point.into());
    }
    let message = format!("{what} is ({x}, {y}): both coordinates must be finite numbers");
    Err(Failure::new(ResultCode::NotFinite, message))
}
