//! Obstacles: their outlines as given and as grown by the agent radius.

use glam::{I64Vec2, IVec2, Vec2, i64vec2};

use crate::bounds::Bounds;
use crate::error::ObstacleError;
use crate::kernel::line::common_divisor;
use crate::kernel::outline::{extent, in_metres, minkowski_sum, quantised};
use crate::tolerances::*;

slotmap::new_key_type! {
    /// Names an obstacle of a mesh, until it is removed.
    pub struct ObstacleId;
}

/// How a convex obstacle belongs to others.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// The first part of what was added under its handle, and the handles of the others.
    First(Box<[ObstacleId]>),
    /// Another part of the obstacle with this handle.
    Other(ObstacleId),
    /// A wall of the walkable outline.
    Wall,
}

/// A convex obstacle, or a convex part of one.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// Counter-clockwise, on the lattice; metres.
    pub(crate) outline: Box<[Vec2]>,
    /// Grown by the agent radius; units. They fit 32 bits: bounds and extents are limited. Empty where the radius is 0,
    /// and the outline all there is.
    inflated: Box<[IVec2]>,
    /// For each vertex, grown, the greatest number that divides both coordinates of the side that begins there.
    divisors: Box<[u32]>,
    pub(crate) role: Role,
}

impl Obstacle {
    /// The obstacle of a strictly convex lattice ring, for agents of this shape (in units).
    pub(crate) fn new(ring: Vec<I64Vec2>, disc: &[I64Vec2]) -> Result<Self, ObstacleError> {
        let ring = canonical(ring);
        let mut inflated = canonical(minkowski_sum(&ring, disc));
        check_size(&inflated)?;
        let outline: Box<[Vec2]> = ring.into_iter().map(in_metres).collect();
        let divisors = divisors(&inflated);
        // Far out, what was given in f64 may lie between the numbers of f32.
        if outline.iter().map(|&vertex| quantised(vertex)).eq(inflated.iter().copied()) {
            inflated.clear();
        }
        Ok(Self {
            outline,
            inflated: inflated.into_iter().map(|point| point.as_ivec2()).collect(),
            divisors,
            role: Role::First(Box::default()),
        })
    }

    /// Returns what is kept of the grown ring beside the outline.
    pub(crate) fn kept_inflated(&self) -> &[IVec2] {
        &self.inflated
    }

    /// Returns the obstacle with another role.
    pub(crate) fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The ring grown by the agent radius, from its least vertex; units.
    pub(crate) fn inflated(&self) -> impl Iterator<Item = I64Vec2> {
        let outline = self.outline.iter().filter(|_| self.inflated.is_empty());
        outline
            .map(|&vertex| quantised(vertex))
            .chain(self.inflated.iter().map(|point| point.as_i64vec2()))
    }

    /// The grown ring, each vertex with the greatest number that divides both coordinates of the side that begins there.
    pub(crate) fn inflated_sides(&self) -> impl Iterator<Item = (I64Vec2, u32)> {
        self.inflated().zip(self.divisors.iter().copied())
    }

    /// The box round it, grown; units.
    pub(crate) fn extent(&self) -> (I64Vec2, I64Vec2) {
        self.inflated().fold((I64Vec2::MAX, I64Vec2::MIN), |(min, max), p| (min.min(p), max.max(p)))
    }

    /// Returns whether its inside, grown, meets that of a box (units) that the box round it overlaps.
    pub(crate) fn overlaps(&self, min: I64Vec2, max: I64Vec2) -> bool {
        let corners = [min, i64vec2(max.x, min.y), max, i64vec2(min.x, max.y)];
        let ring = || self.inflated();
        let mut sides = ring().zip(ring().skip(1).chain(ring().take(1)));
        // Of two convex polygons whose insides do not meet, a side of one has the other outside.
        sides
            .all(|(from, to)| corners.iter().any(|&corner| (to - from).perp_dot(corner - from) > 0))
    }

    /// The bytes of the outlines.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.outline) + size_of_val(&*self.inflated) + size_of_val(&*self.divisors)
    }
}

/// For each vertex of a ring the greatest number that divides both coordinates of the side that begins there.
fn divisors(ring: &[I64Vec2]) -> Box<[u32]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| common_divisor(from, to)).collect()
}

/// Returns whether the exact arithmetic allows a ring of this size.
pub(crate) fn check_size(ring: &[I64Vec2]) -> Result<(), ObstacleError> {
    let (min, max) = extent(ring);
    if (max - min).max_element() <= OBSTACLE_LIMIT {
        return Ok(());
    }
    let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    Err(ObstacleError::TooLarge { extent: Bounds::new(in_metres(min), in_metres(max)), limit })
}

/// Returns whether some of the rings reaches into the bounds.
pub(crate) fn check_place(rings: &[Vec<I64Vec2>], bounds: Bounds) -> Result<(), ObstacleError> {
    let (least, most) = (quantised(bounds.min), quantised(bounds.max));
    let mut box_ = (I64Vec2::MAX, I64Vec2::MIN);
    for ring in rings {
        let (min, max) = extent(ring);
        if min.cmplt(most).all() && max.cmpgt(least).all() {
            return Ok(());
        }
        box_ = (box_.0.min(min), box_.1.max(max));
    }
    let extent = Bounds::new(in_metres(box_.0), in_metres(box_.1));
    Err(ObstacleError::OutsideBounds { extent, bounds })
}

/// A strictly convex ring from its least vertex.
fn canonical(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    let least = (0..ring.len()).min_by_key(|&k| ring[k].to_array()).unwrap_or(0);
    ring.rotate_left(least);
    ring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_beside_a_slanting_side_is_not_overlapped() {
        let ring = [(0, 0), (10, 0), (0, 10)].map(|(x, y)| i64vec2(x, y));
        let triangle = Obstacle::new(ring.to_vec(), &[I64Vec2::ZERO]).unwrap();
        let overlaps = |x, y| triangle.overlaps(i64vec2(x, y), i64vec2(x + 5, y + 5));
        assert!(overlaps(0, 0) && overlaps(4, 4) && overlaps(5, 0) && overlaps(-4, 9));
        assert!(!overlaps(5, 5), "it only touches in a corner");
        assert!(!overlaps(6, 6) && !overlaps(8, 3));
        let sides: Vec<_> = triangle.inflated_sides().map(|(_, divisor)| divisor).collect();
        assert_eq!(sides, [10, 10, 10]);
    }
}
