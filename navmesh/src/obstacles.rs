//! Obstacles: their outlines as given and as grown by the agent radius.

use glam::{I64Vec2, IVec2, Vec2};

use crate::bounds::Bounds;
use crate::error::ObstacleError;
use crate::kernel::outline::{convex_ring, extent, in_metres, minkowski_sum, quantised};
use crate::tolerances::*;

slotmap::new_key_type! {
    /// Names an obstacle of a mesh, until it is removed.
    pub struct ObstacleId;
}

/// A convex obstacle.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// Counter-clockwise, on the lattice; metres.
    pub(crate) outline: Box<[Vec2]>,
    /// Grown by the agent radius; units. They fit 32 bits: bounds and extents are limited.
    inflated: Box<[IVec2]>,
}

impl Obstacle {
    /// The obstacle of an outline in a world with these bounds, for agents of this shape (in units).
    pub(crate) fn new(
        outline: &[Vec2],
        bounds: Bounds,
        disc: &[I64Vec2],
    ) -> Result<Self, ObstacleError> {
        let ring = convex_ring(outline)?;
        let (min, max) = extent(&ring);
        let box_ = Bounds::new(in_metres(min), in_metres(max));
        let (least, most) = (quantised(bounds.min), quantised(bounds.max));
        if min.cmpge(most).any() || max.cmple(least).any() {
            return Err(ObstacleError::OutsideBounds { extent: box_, bounds });
        }
        let inflated = canonical(minkowski_sum(&ring, disc));
        let (min, max) = extent(&inflated);
        if (max - min).max_element() > OBSTACLE_LIMIT {
            let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
            return Err(ObstacleError::TooLarge { extent: box_, limit });
        }
        Ok(Self {
            outline: ring.into_iter().map(in_metres).collect(),
            inflated: inflated.into_iter().map(|point| point.as_ivec2()).collect(),
        })
    }

    /// The ring grown by the agent radius, from its least vertex; units.
    pub(crate) fn inflated(&self) -> impl Iterator<Item = I64Vec2> {
        self.inflated.iter().map(|point| point.as_i64vec2())
    }

    /// The box round it, grown; units.
    pub(crate) fn extent(&self) -> (I64Vec2, I64Vec2) {
        let (min, max) = self
            .inflated
            .iter()
            .fold((IVec2::MAX, IVec2::MIN), |(min, max), &p| (min.min(p), max.max(p)));
        (min.as_i64vec2(), max.as_i64vec2())
    }

    /// The bytes of the outlines.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.outline) + size_of_val(&*self.inflated)
    }
}

/// A strictly convex ring from its least vertex.
fn canonical(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    let least = (0..ring.len()).min_by_key(|&k| ring[k].to_array()).unwrap_or(0);
    ring.rotate_left(least);
    ring
}
