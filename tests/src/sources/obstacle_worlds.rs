//! Random worlds of convex obstacles, for benches of the mesh. The same on every machine.

use glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;

use crate::random::Random;

/// How obstacles are strewn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strewn {
    /// One on 1000 m².
    Sparse,
    /// One on 300 m²; they overlap heavily.
    Dense,
    /// Boxes on a lattice of 4 m, one on 1000 m²: they touch, coincide and lie in line.
    Lattice,
    /// One on 1000 m², none touches another.
    Apart,
}

/// A square world and its obstacles.
#[derive(Debug, Clone)]
pub struct ObstacleWorld {
    /// The square.
    pub bounds: Bounds,
    /// Convex, counter-clockwise.
    pub outlines: Vec<Vec<Vec2>>,
}

impl ObstacleWorld {
    /// A world of so many obstacles.
    pub fn new(strewn: Strewn, count: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let share = if strewn == Strewn::Dense { 300.0 } else { 1000.0 };
        let side = (count as f32 * share).sqrt().ceil();
        let columns = (count as f32).sqrt().ceil() as usize;
        let pitch = side / columns as f32;
        let outline = |index: usize| match strewn {
            Strewn::Lattice => lattice_box(&mut random, side),
            Strewn::Apart => {
                let square = vec2((index % columns) as f32, (index / columns) as f32) * pitch;
                let radius = 2.0 + 10.0 * unit(&mut random);
                let room = pitch - 2.0 * (radius + 0.1);
                let offset = vec2(unit(&mut random), unit(&mut random)) * room;
                polygon(&mut random, square + offset + radius + 0.1, radius)
            }
            Strewn::Sparse | Strewn::Dense => {
                let radius = 2.0 + 10.0 * unit(&mut random);
                let centre = vec2(unit(&mut random), unit(&mut random)) * (side - 2.0 * radius);
                polygon(&mut random, centre + radius, radius)
            }
        };
        let outlines = (0..count).map(outline).collect();
        Self { bounds: Bounds::new(Vec2::ZERO, Vec2::splat(side)), outlines }
    }

    /// How many vertices the obstacles have together.
    pub fn vertex_count(&self) -> usize {
        self.outlines.iter().map(Vec::len).sum()
    }
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

/// A box of 4 to 16 m a side.
fn lattice_box(random: &mut Random, side: f32) -> Vec<Vec2> {
    let steps = (side / 4.0) as usize;
    let at = vec2(random.below(steps) as f32, random.below(steps) as f32) * 4.0;
    let size = vec2((1 + random.below(4)) as f32, (1 + random.below(4)) as f32) * 4.0;
    vec![at, at + vec2(size.x, 0.0), at + size, at + vec2(0.0, size.y)]
}

/// A polygon of 3 to 8 vertices on a circle, at least a square metre large.
fn polygon(random: &mut Random, centre: Vec2, radius: f32) -> Vec<Vec2> {
    loop {
        let count = 3 + random.below(6);
        let mut places: Vec<f32> = (0..count).map(|_| 4.0 * unit(random)).collect();
        places.sort_by(f32::total_cmp);
        let ring: Vec<Vec2> =
            places.into_iter().map(|place| centre + on_circle(place) * radius).collect();
        let twice_area: f32 =
            (1..count - 1).map(|k| (ring[k] - ring[0]).perp_dot(ring[k + 1] - ring[0])).sum();
        if twice_area > 2.0 {
            return ring;
        }
    }
}

/// The point of the unit circle in the direction of a point on the border of a square, 0 ≤ `place` < 4 sides: angles
/// without a sine, which differs from machine to machine.
fn on_circle(place: f32) -> Vec2 {
    let (side, along) = (place as u32, 2.0 * place.fract() - 1.0);
    match side {
        0 => vec2(1.0, along),
        1 => vec2(-along, 1.0),
        2 => vec2(-1.0, -along),
        _ => vec2(along, -1.0),
    }
    .normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_obstacles_are_convex_and_those_apart_do_not_touch() {
        for strewn in [Strewn::Sparse, Strewn::Dense, Strewn::Lattice, Strewn::Apart] {
            let world = ObstacleWorld::new(strewn, 200, 7);
            for ring in &world.outlines {
                let n = ring.len();
                let turn = |k: usize| {
                    (ring[(k + 1) % n] - ring[k]).perp_dot(ring[(k + 2) % n] - ring[(k + 1) % n])
                };
                assert!((0..n).all(|k| turn(k) >= 0.0), "{strewn:?} {ring:?}");
            }
        }
        let world = ObstacleWorld::new(Strewn::Apart, 200, 7);
        let boxes: Vec<(Vec2, Vec2)> = world
            .outlines
            .iter()
            .map(|ring| ring.iter().fold((Vec2::MAX, Vec2::MIN), |b, &p| (b.0.min(p), b.1.max(p))))
            .collect();
        for (index, p) in boxes.iter().enumerate() {
            assert!(p.0.cmpge(Vec2::ZERO).all() && p.1.cmple(world.bounds.max).all());
            for q in &boxes[..index] {
                assert!(p.0.cmpgt(q.1).any() || p.1.cmplt(q.0).any(), "{p:?} touches {q:?}");
            }
        }
    }
}
