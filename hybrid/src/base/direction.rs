//! Directions of vectors of any length.

use glam::Vec2;

/// The unit vector in the direction of a vector; `None` where that is zero, or not finite.
pub(crate) fn direction_of(vector: Vec2) -> Option<Vec2> {
    // In f64, as squares of an f32 may be too great or too small for one.
    vector.as_dvec2().try_normalize().map(|direction| direction.as_vec2())
}
