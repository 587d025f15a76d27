//! How far a sweep saw in a tile: what it learnt holds as long as nothing changes there.

use glam::{DVec2, Vec2};

use crate::kernel::turn::turned;
use crate::tolerances::REACH_SLACK;

/// A part of the plane that holds all that a sweep saw of a tile: what lies in a cone and in a box. Relative to the apex,
/// metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) tile: u32,
    /// The limits of the cone, right and left, of length 1; less than half a turn apart.
    rays: [Vec2; 2],
    low: Vec2,
    high: Vec2,
}

impl Reach {
    /// Returns what was seen of a box between two rays.
    pub(crate) fn new(tile: u32, rays: [DVec2; 2], [low, high]: [DVec2; 2]) -> Self {
        let rays = rays.map(|ray| ray.normalize_or_zero().as_vec2());
        Self { tile, rays, low: low.as_vec2(), high: high.as_vec2() }
    }

    /// Everything of a ground.
    pub(crate) fn all(tile: u32) -> Self {
        Self { tile, rays: [Vec2::ZERO; 2], low: Vec2::NEG_INFINITY, high: Vec2::INFINITY }
    }

    /// Returns this place as one of another tile.
    pub(crate) fn of_tile(self, tile: u32) -> Self {
        Self { tile, ..self }
    }

    /// Takes in what was seen of another box of the same tile.
    pub(crate) fn add(&mut self, other: &Reach) {
        let ([right, left], [new_right, new_left]) = (self.rays, other.rays);
        if right.perp_dot(new_right) < 0.0 {
            self.rays[0] = new_right;
        }
        if left.perp_dot(new_left) > 0.0 {
            self.rays[1] = new_left;
        }
        (self.low, self.high) = (self.low.min(other.low), self.high.max(other.high));
    }

    /// Returns whether a box that is given relative to the apex may touch it.
    pub(crate) fn touches(&self, [low, high]: [DVec2; 2]) -> bool {
        let slack = slack(low.abs().max(high.abs()).max_element());
        let (own_low, own_high) = (self.low.as_dvec2() - slack, self.high.as_dvec2() + slack);
        if high.cmplt(own_low).any() || low.cmpgt(own_high).any() {
            return false;
        }
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let [right, left] = self.rays.map(|ray| ray.as_dvec2());
        let is_beside = |sign: f64, ray: DVec2| {
            corners.iter().all(|&corner| sign * ray.perp_dot(corner) < -slack)
        };
        let is_behind = corners.iter().all(|&corner| (right + left).dot(corner) < -slack);
        !(is_beside(1.0, right) || is_beside(-1.0, left) || is_behind)
    }

    /// Returns whether a place that is given relative to the apex may lie in it.
    pub(crate) fn holds(&self, at: DVec2) -> bool {
        // As in `touches`.
        let slack = slack(at.abs().max_element());
        let beside = [self.low.as_dvec2() - at, at - self.high.as_dvec2()];
        if beside[0].max(beside[1]).max_element() > slack {
            return false;
        }
        let [right, left] = self.rays.map(|ray| ray.as_dvec2());
        right.perp_dot(at) >= -slack
            && left.perp_dot(at) <= slack
            && (right + left).dot(at) >= -slack
    }
}

/// How far beside a reach something may lie that is told to be so far from the apex: rays and boxes are rounded to f32.
fn slack(farthest: f64) -> f64 {
    REACH_SLACK * (1.0 + farthest * REACH_SLACK)
}

/// All directions from an apex to what lies in a box that is given relative to it, or next to that; `None` if that is all
/// round.
pub(crate) fn directions_to([low, high]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let (low, high) = (low - REACH_SLACK, high + REACH_SLACK);
    if low.cmple(DVec2::ZERO).all() && high.cmpge(DVec2::ZERO).all() {
        return None;
    }
    let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
    let farther = |sign: f64| {
        corners.into_iter().reduce(
            |ray, corner| {
                if sign * ray.perp_dot(corner) > 0.0 { corner } else { ray }
            },
        )
    };
    Some([farther(-1.0)?, farther(1.0)?])
}

/// The least part of an arc of less than half a turn that holds all of it that lies between some pairs of rays.
pub(crate) fn joined_within(arc: [DVec2; 2], cones: &[[DVec2; 2]]) -> Option<[DVec2; 2]> {
    let holds =
        |[right, left]: [DVec2; 2], ray: DVec2| turned(right, ray) >= 0 && turned(ray, left) >= 0;
    let mut joined: Option<[DVec2; 2]> = None;
    for &cone in cones {
        let inside = cone.map(|ray| holds(arc, ray));
        if !(inside[0] || inside[1] || holds(cone, arc[0])) {
            continue;
        }
        let mut ends = [0, 1].map(|end| if inside[end] { cone[end] } else { arc[end] });
        if let Some([right, left]) = joined {
            ends[0] = if turned(right, ends[0]) > 0 { right } else { ends[0] };
            ends[1] = if turned(ends[1], left) > 0 { left } else { ends[1] };
        }
        joined = Some(ends);
    }
    joined
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;

    fn box_at(x: f64, y: f64) -> [DVec2; 2] {
        [dvec2(x, y), dvec2(x + 1.0, y + 1.0)]
    }

    #[test]
    fn what_lies_beside_behind_or_beyond_is_not_touched() {
        let mut reach =
            Reach::new(3, [dvec2(1.0, 0.0), dvec2(1.0, 1.0)], [dvec2(0.0, 0.0), dvec2(8.0, 8.0)]);
        for (x, y, expected) in [
            (4.0, 2.0, true),
            (4.0, -1.0005, true),
            (4.0, -1.1, false),
            (1.0, 3.0, false),
            (-3.0, -2.0, false),
            (9.0, 2.0, false),
            (-0.5, -0.5, true),
        ] {
            assert_eq!(reach.touches(box_at(x, y)), expected, "{x} {y}");
            let corners = [0.0, 1.0].map(|dx| [0.0, 1.0].map(|dy| dvec2(x + dx, y + dy)));
            let is_held = corners.concat().into_iter().any(|corner| reach.holds(corner));
            assert_eq!(is_held, expected, "{x} {y}");
        }
        reach.add(&Reach::new(
            3,
            [dvec2(1.0, 1.0), dvec2(0.0, 1.0)],
            [dvec2(0.0, 0.0), dvec2(8.0, 20.0)],
        ));
        assert!(reach.touches(box_at(1.0, 15.0)));
        assert!(Reach::all(0).touches(box_at(-1e6, 7.0)));
    }

    #[test]
    fn directions_to_boxes_join_within_an_arc() {
        let to = |x: f64, y: f64| directions_to(box_at(x, y));
        assert!(to(-0.5, -0.5).is_none());
        assert!(to(-1.0, -0.5).is_none());
        let [right, left] = to(2.0, -0.5).unwrap();
        assert!(right.y < 0.0 && left.y > 0.0 && right.x < 2.0 && left.x < 2.0);
        let arc = [dvec2(1.0, 0.0), dvec2(-1.0, 1.0)];
        let joined = |boxes: &[(f64, f64)]| {
            let cones: Vec<_> = boxes.iter().filter_map(|&(x, y)| to(x, y)).collect();
            joined_within(arc, &cones)
        };
        assert_eq!(joined(&[(2.0, -0.5)]), Some([arc[0], left]));
        assert_eq!(joined(&[(2.0, -3.0), (-3.0, -3.0)]), None);
        let above = to(-0.5, 2.0).unwrap();
        assert_eq!(joined(&[(-0.5, 2.0)]), Some(above));
        assert_eq!(joined(&[(-0.5, 2.0), (2.0, -0.5)]), Some([arc[0], above[1]]));
        assert_eq!(joined(&[(2.0, -0.5), (-0.5, 2.0)]), Some([arc[0], above[1]]));
        assert_eq!(joined(&[(-2.5, 2.0)]), Some([to(-2.5, 2.0).unwrap()[0], arc[1]]));
    }
}
