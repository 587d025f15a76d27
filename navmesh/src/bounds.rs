//! Axis-aligned rectangles.

use glam::Vec2;

/// An axis-aligned rectangle, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub min: Vec2,
    /// The corner with the greatest coordinates.
    pub max: Vec2,
}

impl Bounds {
    /// The rectangle from `min` to `max`. Nothing is checked here; what takes a rectangle checks it.
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// The extent along x, in metres.
    pub fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    /// The extent along y, in metres.
    pub fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    /// Returns whether the point lies in the rectangle or on its border.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// The rectangle grown by `by` metres on every side; shrunk, where `by` is negative.
    pub fn expanded(&self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// The part common to both, or `None` where they do not even touch.
    pub fn intersection(&self, other: &Bounds) -> Option<Bounds> {
        let common = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        common.min.cmple(common.max).all().then_some(common)
    }
}
