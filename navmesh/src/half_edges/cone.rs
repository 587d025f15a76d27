//! Sectors of directions as seen from a root, told by two vectors and cross products: no angles.

use glam::DVec2;

use crate::tolerances::{ON_SIDE, SIGHT_SLACK};

/// The directions from `right` counter-clockwise to `left`; less than half a turn. The vectors lead to the vertices
/// that bound the view: kept as they are, neighbouring cones leave no gap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatCone {
    pub(crate) right: DVec2,
    pub(crate) left: DVec2,
}

impl FloatCone {
    /// Returns whether there is nothing between the bounds. Bounds that point away from each other are half a turn.
    pub(crate) fn is_empty(&self) -> bool {
        self.right.perp_dot(self.left) <= 0.0 && self.right.dot(self.left) >= 0.0
    }

    /// Returns whether two cones have a direction in common; neither is more than half a turn.
    pub(crate) fn meets(&self, other: &FloatCone) -> bool {
        (self.holds(other.right) || other.holds(self.right))
            && (self.holds(other.left) || other.holds(self.left))
    }

    /// The part of the cone towards an edge. Nothing, if the edge is seen from its back.
    pub(crate) fn towards(&self, from: DVec2, to: DVec2) -> Option<FloatCone> {
        let edge = FloatCone { right: from, left: to };
        if from.perp_dot(to) <= 0.0 || !self.meets(&edge) {
            return None;
        }
        let right = if self.holds(from) { from } else { self.right };
        let left = if self.holds(to) { to } else { self.left };
        (right.perp_dot(left) > 0.0).then_some(FloatCone { right, left })
    }

    /// Returns whether all directions of another cone are in this one.
    pub(crate) fn covers(&self, other: &FloatCone) -> bool {
        self.holds(other.right) && self.holds(other.left)
    }

    fn holds(&self, direction: DVec2) -> bool {
        self.right.perp_dot(direction) >= 0.0 && direction.perp_dot(self.left) >= 0.0
    }

    /// Returns how far a place at `offset` lies beside the cone, in metres at the vertex that hides it; at most 0 within.
    /// Nothing if that is more than noise.
    pub(crate) fn sight(&self, offset: DVec2) -> Option<f64> {
        let distance = offset.length();
        let beside = |bound: DVec2, cross: f64| -cross / (bound.length() + distance);
        let right = beside(self.right, self.right.perp_dot(offset));
        let left = beside(self.left, offset.perp_dot(self.left));
        let hidden = right.max(left);
        (hidden <= SIGHT_SLACK).then_some(hidden.max(0.0))
    }
}

/// Returns where the ray from `place` crosses the segment.
pub(crate) fn crossing(place: DVec2, ray: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let (offset, along) = (from - place, to - from);
    let across = ray.perp_dot(along);
    let share = if across > 0.0 { -ray.perp_dot(offset) / across } else { 0.0 };
    from + along * share.clamp(0.0, 1.0)
}

/// Returns whether a place lies on a side of its cell, or a hair beyond.
pub(crate) fn is_on(place: DVec2, from: DVec2, to: DVec2) -> bool {
    let (along, offset) = (to - from, place - from);
    let length = along.length();
    let ahead = along.dot(offset);
    along.perp_dot(offset) <= ON_SIDE * length
        && ahead >= -ON_SIDE * length
        && ahead <= (length + ON_SIDE) * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn edges_are_clipped_to_what_the_cone_sees_of_them() {
        let cone = FloatCone { right: dvec2(1.0, -1.0), left: dvec2(1.0, 1.0) };
        let part = cone.towards(dvec2(2.0, -1.0), dvec2(2.0, 5.0)).unwrap();
        assert_eq!((part.right, part.left), (dvec2(2.0, -1.0), dvec2(1.0, 1.0)));
        assert!(cone.towards(dvec2(2.0, 2.0), dvec2(2.0, 5.0)).is_none(), "touches in its bound");
        let part = cone.towards(dvec2(0.0, -1.0), dvec2(3.0, 0.0)).unwrap();
        assert_eq!((part.right, part.left), (dvec2(1.0, -1.0), dvec2(3.0, 0.0)));
        assert!(cone.towards(dvec2(-1.0, 1.0), dvec2(-1.0, -1.0)).is_none(), "behind the root");
    }

    #[test]
    fn half_a_turn_is_not_empty() {
        let (east, west) = (dvec2(1.0, 0.0), dvec2(-1.0, 0.0));
        assert!(FloatCone { right: east, left: east }.is_empty());
        assert!(!FloatCone { right: east, left: west }.is_empty());
    }
}
