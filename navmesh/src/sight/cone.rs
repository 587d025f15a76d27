//! Cones of sight, each clipped to the door through which it goes on.
//!
//! After the triangular expansion of Bungiu, Hemmer, Hershberger, Huang, Kröller, *Efficient Computation of Visibility
//! Polygons* (2014), on convex cells. The limits of a cone are kept as directions to the points that define them, never
//! as points where it crosses something.

use glam::DVec2;

use super::sectors::ArcEnd;
use crate::tiles::ground::{Door, Ground, NO_CORNER};
use crate::tolerances::VIEW_SLACK;

/// A limit of a cone of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) way: DVec2,
    /// How far beside `way` (in metres, at its end) the true limit may lie: 0 where it is given by a corner.
    slack: f64,
}

/// Directions from an apex, from the right limit counter-clockwise to the left one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    pub(crate) right: Limit,
    pub(crate) left: Limit,
}

/// A door as seen from an apex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The ways to its right and its left end.
    pub(crate) ways: [DVec2; 2],
    /// The corners at these ends, or [`NO_CORNER`].
    pub(crate) corners: [u32; 2],
    /// How far round it is from the right end to the left end, as a cross product.
    turn: f64,
}

impl Outlook {
    pub(crate) fn new(ground: &Ground, door: &Door, apex: DVec2) -> Outlook {
        let ends = [door.right as usize, door.left as usize];
        let ways = ends.map(|end| ground.places[end] - apex);
        let corners = ends.map(|end| ground.corner_of[end]);
        Outlook { ways, corners, turn: ways[0].perp_dot(ways[1]) }
    }

    /// Whether it leads towards the apex: what is at its ends was seen from where the cone came.
    pub(crate) fn is_way_in(&self) -> bool {
        let reach = self.ways[0].abs().element_sum() + self.ways[1].abs().element_sum();
        self.turn < -VIEW_SLACK * reach
    }

    fn limits(&self) -> Cone {
        let limit = |end: usize| {
            let slack = if self.corners[end] == NO_CORNER { VIEW_SLACK } else { 0.0 };
            Limit { way: self.ways[end], slack }
        };
        Cone { right: limit(0), left: limit(1) }
    }

    /// All of what is seen through the door. `first`: whether the apex is in the cell that has the door. `None`: the
    /// door does not lead away from the apex.
    pub(crate) fn open(&self, first: bool) -> Option<Cone> {
        let cone = self.limits();
        cone.is_open(self.turn, first).then_some(cone)
    }
}

impl Cone {
    /// The cone between two limits of directions: exact where they are given by the walls, but for sides of cells.
    pub(crate) fn between(ends: [ArcEnd; 2]) -> Cone {
        let [right, left] = ends.map(|(way, length)| match length {
            None => Limit { way, slack: 0.0 },
            Some(length) => Limit { way: way * (length / way.length()), slack: VIEW_SLACK },
        });
        Cone { right, left }
    }

    /// Whether a place at `way` from the apex is seen.
    pub(crate) fn holds(&self, way: DVec2) -> bool {
        beside(self.right, way, 1.0) && beside(self.left, way, -1.0)
    }

    /// What is left of the cone behind a door. `first`: whether the apex is in the cell that has the door.
    pub(crate) fn through(&self, door: &Outlook, first: bool) -> Option<Cone> {
        let open = door.open(first)?;
        let right = tighter(self.right, open.right, 1.0);
        let left = tighter(self.left, open.left, -1.0);
        let cone = Cone { right, left };
        (right.way.perp_dot(left.way) > cone.rounding()).then_some(cone)
    }

    /// Puts two cones together that lie side by side.
    pub(crate) fn join(&mut self, other: &Cone) -> bool {
        if self.left.way == other.right.way {
            self.left = other.left;
            return true;
        }
        let joins = self.right.way == other.left.way;
        if joins {
            self.right = other.right;
        }
        joins
    }

    /// By how much the cross product of the limits may be wrong.
    fn rounding(&self) -> f64 {
        self.right.slack * self.left.way.abs().element_sum()
            + self.left.slack * self.right.way.abs().element_sum()
    }

    /// Whether a door with these ends leads away from the apex. One that only a rounding turns away from it does not, or
    /// sight would go round in circles; but out of the cell where the sweep starts, it may pass just beside the apex.
    fn is_open(&self, turn: f64, first: bool) -> bool {
        if self.right.way.dot(self.left.way) >= 0.0 {
            turn > self.rounding()
        } else {
            turn > if first { -self.rounding() } else { 0.0 }
        }
    }
}

fn beside(limit: Limit, way: DVec2, sign: f64) -> bool {
    let gain = sign * limit.way.perp_dot(way);
    gain >= 0.0 || (limit.slack > 0.0 && gain >= -limit.slack * way.length())
}

/// The limit that leaves less; the known one, where the other is only a rounding beside it.
fn tighter(known: Limit, other: Limit, sign: f64) -> Limit {
    let gain = sign * known.way.perp_dot(other.way);
    if gain > other.slack * known.way.abs().element_sum() { other } else { known }
}
