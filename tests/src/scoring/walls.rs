//! The true distance from a point to the obstacles as they were given and to the bounds: the judge
//! of wall violations.

use glam::Vec2;
use hybrid::navmesh::Bounds;

use crate::buckets::Buckets;

/// Side of a bucket, metres: a few walls each in a maze of 5 m.
const BUCKET: f32 = 2.0;

/// Convex obstacles and bounds.
#[derive(Debug, Clone)]
pub struct Walls {
    bounds: Bounds,
    reach: f32,
    outlines: Vec<Option<Vec<Vec2>>>,
    buckets: Buckets,
    stale: bool,
}

impl Walls {
    /// Walls that answer distances up to `reach` metres.
    pub fn new(bounds: Bounds, reach: f32) -> Self {
        Self {
            bounds,
            reach,
            outlines: Vec::new(),
            buckets: Buckets::new(bounds, BUCKET.max(reach)),
            stale: false,
        }
    }

    /// Adds a convex obstacle, either way round; returns its number.
    pub fn add(&mut self, outline: &[Vec2]) -> usize {
        let area: f32 = sides(outline).map(|(a, b)| a.perp_dot(b)).sum();
        let mut outline = outline.to_vec();
        if area < 0.0 {
            outline.reverse();
        }
        self.stale = true;
        self.outlines.push(Some(outline));
        self.outlines.len() - 1
    }

    /// Removes an obstacle by its number.
    pub fn remove(&mut self, number: usize) {
        self.stale = true;
        self.outlines[number] = None;
    }

    /// The outlines that stand.
    pub fn outlines(&self) -> impl Iterator<Item = &[Vec2]> {
        self.outlines.iter().flatten().map(Vec::as_slice)
    }

    /// Brings the look-up up to date; to be called after changes, before distances are asked for.
    pub fn refresh(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let reached = |outline: &Option<Vec<Vec2>>| {
            // What is gone keeps its number and lies in a corner, where `distance` passes it over.
            let corners = outline.as_deref().unwrap_or_default().iter().copied();
            let min = corners.clone().reduce(Vec2::min).unwrap_or(self.bounds.min) - self.reach;
            (min, corners.reduce(Vec2::max).unwrap_or(self.bounds.min) + self.reach)
        };
        self.buckets.fill(&self.outlines.iter().map(reached).collect::<Vec<_>>());
    }

    /// Distance to the nearest wall, metres: exact up to `reach`, 0 in an obstacle or outside the
    /// bounds.
    pub fn distance(&self, point: Vec2) -> f32 {
        let border = (point - self.bounds.min).min(self.bounds.max - point).min_element();
        let standing = self
            .buckets
            .at(point)
            .iter()
            .filter_map(|&wall| self.outlines[wall as usize].as_deref());
        standing.map(|outline| distance_to(outline, point)).fold(border.max(0.0), f32::min)
    }
}

fn sides(outline: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// Distance to a convex counter-clockwise outline, 0 inside.
fn distance_to(outline: &[Vec2], point: Vec2) -> f32 {
    let mut inside = true;
    let mut nearest = f32::INFINITY;
    for (a, b) in sides(outline) {
        let (side, offset) = (b - a, point - a);
        inside &= side.perp_dot(offset) >= 0.0;
        let along = (offset.dot(side) / side.length_squared()).clamp(0.0, 1.0);
        nearest = nearest.min(offset.distance_squared(side * along));
    }
    if inside { 0.0 } else { nearest.sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls() -> Walls {
        let mut walls = Walls::new(Bounds { min: Vec2::ZERO, max: Vec2::splat(20.0) }, 1.0);
        walls.add(&[
            Vec2::new(5.0, 5.0),
            Vec2::new(5.0, 9.0),
            Vec2::new(6.0, 9.0),
            Vec2::new(6.0, 5.0),
        ]);
        walls.refresh();
        walls
    }

    #[test]
    fn distances_are_true() {
        let walls = walls();
        let close = |x: f32, y: f32, expected: f32| {
            let found = walls.distance(Vec2::new(x, y));
            assert!((found - expected).abs() < 1e-6, "{x}, {y}: {found}");
        };
        close(5.5, 7.0, 0.0);
        close(6.5, 7.0, 0.5);
        close(6.3, 9.4, 0.5);
        close(0.25, 10.0, 0.25);
        close(-1.0, 10.0, 0.0);
        assert!(walls.distance(Vec2::new(12.0, 12.0)) > 1.0);
    }

    #[test]
    fn what_is_removed_is_gone() {
        let mut walls = walls();
        walls.remove(0);
        walls.refresh();
        assert!(walls.distance(Vec2::new(5.5, 7.0)) > 1.0);
        assert_eq!(walls.outlines().count(), 0);
    }
}
