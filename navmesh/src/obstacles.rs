//! Obstacles: their outlines as given and as grown by the agent radius.

use glam::{I64Vec2, IVec2, Vec2};

use crate::bounds::Bounds;
use crate::error::ObstacleError;
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
    pub(crate) role: Role,
}

impl Obstacle {
    /// The obstacle of a strictly convex lattice ring, for agents of this shape (in units).
    pub(crate) fn new(ring: Vec<I64Vec2>, disc: &[I64Vec2]) -> Result<Self, ObstacleError> {
        let ring = canonical(ring);
        let mut inflated = canonical(minkowski_sum(&ring, disc));
        check_size(&inflated)?;
        let outline: Box<[Vec2]> = ring.into_iter().map(in_metres).collect();
        // Far out, what was given in f64 may lie between the numbers of f32.
        if outline.iter().map(|&vertex| quantised(vertex)).eq(inflated.iter().copied()) {
            inflated.clear();
        }
        Ok(Self {
            outline,
            inflated: inflated.into_iter().map(|point| point.as_ivec2()).collect(),
            role: Role::First(Box::default()),
        })
    }

    /// An obstacle that was saved.
    pub(crate) fn restored(outline: Box<[Vec2]>, inflated: Box<[IVec2]>, role: Role) -> Self {
        Self { outline, inflated, role }
    }

    /// What is kept of the grown ring beside the outline.
    pub(crate) fn kept_inflated(&self) -> &[IVec2] {
        &self.inflated
    }

    /// Whether the exact arithmetic allows it.
    pub(crate) fn has_right_size(&self) -> bool {
        let (min, max) = self.extent();
        let farthest = min.abs().max(max.abs()).max_element();
        (max - min).max_element() <= OBSTACLE_LIMIT && farthest <= COORDINATE_LIMIT + OBSTACLE_LIMIT
    }

    /// The same with another role.
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

    /// The box round it, grown; units.
    pub(crate) fn extent(&self) -> (I64Vec2, I64Vec2) {
        self.inflated().fold((I64Vec2::MAX, I64Vec2::MIN), |(min, max), p| (min.min(p), max.max(p)))
    }

    /// The bytes of the outlines.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.outline) + size_of_val(&*self.inflated)
    }
}

/// Whether the exact arithmetic allows a ring of this size.
fn check_size(ring: &[I64Vec2]) -> Result<(), ObstacleError> {
    let (min, max) = extent(ring);
    if (max - min).max_element() <= OBSTACLE_LIMIT {
        return Ok(());
    }
    let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    Err(ObstacleError::TooLarge { extent: Bounds::new(in_metres(min), in_metres(max)), limit })
}

/// Whether some of the rings reaches into the bounds.
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
