//! The boxes round outlines.

use glam::Vec2;
use navmesh::{Bounds, Outline};

use crate::grids::cluster::extent;

/// The box round an outline.
pub(super) fn around(outline: &[Vec2]) -> Bounds {
    let (min, max) = extent(outline.iter().copied()).unwrap_or_default();
    Bounds::new(min, max)
}

/// The box round polygons.
pub(super) fn around_polygons(outline: &Outline) -> Bounds {
    outline.bounds().unwrap_or(Bounds::new(Vec2::ZERO, Vec2::ZERO))
}
