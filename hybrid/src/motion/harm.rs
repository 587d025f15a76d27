//! Whether discs harm each other in a tick: whether one gets deeper into another one, or through it.

use glam::Vec2;

use crate::base::tolerances::{PRESSED, ROUNDING};

/// Sums of radii: who passes another one nearer than this in a tick passes through it.
const THROUGH: f32 = 0.9;

/// Sums of radii: who moves less than this relative to another one cannot pass so near without being nearer than both radii
/// before or after: the chord of a circle at [`THROUGH`].
const CHORD: f32 = 0.87;

/// Returns whether discs that walk so far in a tick may pass through others.
pub(super) fn may_pass_through(least_radius: f32, walk: f32) -> bool {
    walk > CHORD * least_radius
}

/// Returns whether two discs that were so far apart and now are do each other harm: one has got deeper into the other, or
/// through it; and whether it is so bad that where their island gets has to be found anew. `None` if not.
pub(super) fn harm(starts: Vec2, apart: Vec2, radii: f32) -> Option<bool> {
    let (before, after) = (overlap(starts, radii), overlap(apart, radii));
    let is_through = before < PRESSED && pass_through(starts, apart - starts, radii);
    let is_deeper = after > PRESSED.max(before + ROUNDING);
    (is_through || is_deeper).then_some(is_through || before > PRESSED)
}

/// Returns whether two discs that are so far apart overlap so deeply that they shall not get deeper.
pub(super) fn is_deep(apart: Vec2, radii: f32) -> bool {
    overlap(apart, radii) > PRESSED
}

/// Returns how deep two discs overlap that are so far apart, as a fraction of the sum of their radii; negative if they do not.
pub(super) fn overlap(apart: Vec2, radii: f32) -> f32 {
    1.0 - apart.length() / radii
}

/// Returns whether of two discs that are apart at first, and move so against each other, one passes through the other.
pub(super) fn pass_through(apart: Vec2, motion: Vec2, radii: f32) -> bool {
    let squared = motion.length_squared();
    if squared <= (CHORD * radii) * (CHORD * radii) {
        return false;
    }
    let nearest = apart + motion * (-apart.dot(motion) / squared).clamp(0.0, 1.0);
    nearest.length_squared() < (THROUGH * radii) * (THROUGH * radii)
}
