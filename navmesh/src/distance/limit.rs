//! How far a distance field reaches.

use glam::DVec2;

/// Nothing beyond it is asked for.
///
/// With a focus, a way is measured together with the straight way back from its start to the focus. Of a way that is within
/// the limit all of the rest is so too, since a step on along it takes the start no farther from the focus than the way
/// gets shorter: whatever lies beyond can be left out, as in a search for a path that is led by the straight distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceLimit {
    most: f64,
    /// Centre and radius.
    focus: Option<(DVec2, f64)>,
}

impl DistanceLimit {
    /// So many metres, together with the straight way to a focus: its centre and radius.
    pub(crate) fn new(most: f64, focus: Option<(DVec2, f64)>) -> Self {
        Self { most, focus }
    }

    /// Returns whether nobody asks for a point that is so far away.
    pub(crate) fn is_beyond(&self, distance: f64, point: DVec2) -> bool {
        let beside = self.focus.map_or(0.0, |(center, radius)| point.distance(center) - radius);
        distance + beside.max(0.0) > self.most
    }

    /// Returns whether nobody asks for what lies behind a segment: `distance` is the least one there.
    pub(crate) fn is_beyond_all(&self, distance: f64, [from, to]: [DVec2; 2]) -> bool {
        let nearest = self.focus.map_or(from, |(center, _)| nearest(center, from, to));
        self.is_beyond(distance, nearest)
    }

    /// Returns whether nobody asks for any point so far away.
    pub(crate) fn is_over(&self, distance: f64) -> bool {
        distance > self.most
    }
}

/// The point of the segment that is nearest to `place`.
pub(crate) fn nearest(place: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (place - from).dot(along) / length_squared } else { 0.0 };
    from + along * share.clamp(0.0, 1.0)
}
