//! Cones of sight, each clipped to the door through which it goes on.
//!
//! After the triangular expansion of Bungiu, Hemmer, Hershberger, Huang, Kröller, *Efficient Computation of Visibility
//! Polygons* (2014), on convex cells. The limits of a cone are kept as directions to the points that define them, never
//! as points where it crosses something.

use glam::DVec2;

use crate::cells::sectors::ArcEnd;
use crate::tiles::ground::{NO_PLACE, SightGraph, WallCorner};
use crate::tolerances::VIEW_SLACK;

/// A limit of a cone of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConeLimit {
    pub(crate) way: DVec2,
    /// Whether it is given by a corner; if not, it may lie a little beside `way`.
    sharp: bool,
    /// The place of its ground that gives it, or [`NO_PLACE`].
    pub(crate) place: u32,
}

impl ConeLimit {
    /// A limit that is given by a place of a ground, at `way` from the apex.
    fn new(ground: &SightGraph, way: DVec2, place: u32) -> ConeLimit {
        ConeLimit { way, sharp: ground.is_sharp(place), place }
    }

    /// Returns how far beside `way` (in metres, at its end) the true limit may lie.
    fn slack(&self) -> f64 {
        if self.sharp { 0.0 } else { VIEW_SLACK }
    }
}

/// Directions from an apex, from the right limit counter-clockwise to the left one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    pub(crate) right: ConeLimit,
    pub(crate) left: ConeLimit,
}

/// The end of a door, as seen from an apex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    pub(crate) place: u32,
    pub(crate) way: DVec2,
    /// How far it lies to the left of the right limit of a cone, and to the right of the left one; as cross products.
    inside: [f64; 2],
}

impl Post {
    /// A place as seen from an apex, through a cone.
    #[inline]
    pub(crate) fn new(ground: &SightGraph, place: u32, apex: DVec2, cone: &Cone) -> Post {
        let way = ground.places[place as usize] - apex;
        let inside = [cone.right.way.perp_dot(way), way.perp_dot(cone.left.way)];
        Post { place, way, inside }
    }
}

/// All of what is seen through a door that ends at these places, right and left, of the cell in which the apex is. `None`:
/// the door does not lead away from the apex.
pub(crate) fn opening(ground: &SightGraph, places: [u32; 2], apex: DVec2) -> Option<Cone> {
    let [right, left] =
        places.map(|place| ConeLimit::new(ground, ground.places[place as usize] - apex, place));
    let cone = Cone { right, left };
    cone.is_open(right.way.perp_dot(left.way), true).then_some(cone)
}

/// Returns whether a cone between two places of a ground, right and left, holds what is at `way` from its apex. [`NO_PLACE`] is
/// no limit.
pub(crate) fn is_between(ground: &SightGraph, places: [u32; 2], apex: DVec2, way: DVec2) -> bool {
    let holds = |place: u32, sign: f64| {
        let Some(&at) = ground.places.get(place as usize) else { return true };
        let gain = sign * (at - apex).perp_dot(way);
        gain >= 0.0 || (!ground.is_sharp(place) && gain >= -VIEW_SLACK * way.length())
    };
    holds(places[0], 1.0) && holds(places[1], -1.0)
}

impl Cone {
    /// The cone between two limits of directions: exact where they are given by the walls of a corner that is, but for sides
    /// of cells.
    pub(crate) fn between(corner: &WallCorner, ends: [ArcEnd; 2]) -> Cone {
        let [right, left] = ends.map(|(way, length)| match length {
            None if !corner.is_blunt => ConeLimit { way, sharp: true, place: NO_PLACE },
            _ => {
                let length = length.unwrap_or(1.0);
                ConeLimit { way: way * (length / way.length()), sharp: false, place: NO_PLACE }
            }
        });
        Cone { right, left }
    }

    /// The directions of its limits, right and left.
    pub(crate) fn ways(&self) -> [DVec2; 2] {
        [self.right.way, self.left.way]
    }

    /// Returns the cone with other limits where some are given, right and left: ways to points on open ground inside it.
    pub(crate) fn within(self, limits: [Option<DVec2>; 2]) -> Cone {
        let limit = |way: DVec2| ConeLimit { way, sharp: false, place: NO_PLACE };
        let [right, left] = limits.map(|way| way.map(limit));
        Cone { right: right.unwrap_or(self.right), left: left.unwrap_or(self.left) }
    }

    /// Returns whether a place at `way` from the apex is seen.
    pub(crate) fn holds(&self, way: DVec2) -> bool {
        self.sees([self.right.way.perp_dot(way), way.perp_dot(self.left.way)], way)
    }

    /// Returns whether the end of a door is seen.
    #[inline]
    pub(crate) fn shows(&self, post: &Post) -> bool {
        self.sees(post.inside, post.way)
    }

    #[inline]
    fn sees(&self, inside: [f64; 2], way: DVec2) -> bool {
        let beside =
            |gain: f64, slack: f64| gain >= 0.0 || (slack > 0.0 && gain >= -slack * way.length());
        beside(inside[0], self.right.slack()) && beside(inside[1], self.left.slack())
    }

    /// The part of a door between these ends, right and left, that the cone does not leave out: from 0 to 1.
    pub(crate) fn part_between(&self, [right, left]: [&Post; 2]) -> [f64; 2] {
        let cut =
            |near: f64, far: f64| if near < 0.0 && far > near { near / (near - far) } else { 0.0 };
        let from = cut(right.inside[0], left.inside[0]).min(1.0);
        let to = 1.0 - cut(left.inside[1], right.inside[1]).min(1.0);
        [from, to.max(from)]
    }

    /// Returns what is left of the cone behind a door of a cell. `first`: whether the apex is in that cell.
    #[inline]
    pub(crate) fn through(
        &self,
        ground: &SightGraph,
        [right, left]: [&Post; 2],
        first: bool,
    ) -> Option<Cone> {
        let turn = right.way.perp_dot(left.way);
        // Most doors lead back, or lie beside the cone: beyond one limit, and not because it is far beyond the other.
        let leads_by = turn <= 0.0
            || left.inside[0] < 0.0 && left.inside[1] > 0.0
            || right.inside[1] < 0.0 && right.inside[0] > 0.0;
        if !first && leads_by { None } else { self.cut_to(ground, [right, left], turn, first) }
    }

    /// What is left of the cone behind a door whose ends have this cross product.
    fn cut_to(
        &self,
        ground: &SightGraph,
        posts: [&Post; 2],
        turn: f64,
        first: bool,
    ) -> Option<Cone> {
        let [right, left] = posts.map(|post| ConeLimit::new(ground, post.way, post.place));
        let open = Cone { right, left };
        if !open.is_open(turn, first) {
            return None;
        }
        // The limit that leaves less; the known one, where the other is only a rounding beside it.
        let tighter = |known: ConeLimit, other: ConeLimit, gain: f64| {
            let is_tighter = gain > 0.0 && gain > other.slack() * reach(known.way);
            if is_tighter { other } else { known }
        };
        let cone = Cone {
            right: tighter(self.right, open.right, posts[0].inside[0]),
            left: tighter(self.left, open.left, posts[1].inside[1]),
        };
        (cone.right.way.perp_dot(cone.left.way) > cone.rounding()).then_some(cone)
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
        self.right.slack() * self.left.way.abs().element_sum()
            + self.left.slack() * self.right.way.abs().element_sum()
    }

    /// Returns whether a door with these ends leads away from the apex. One that only a rounding turns away from it does not,
    /// or sight would go round in circles; but out of the cell where the sweep starts, it may pass just beside the apex.
    fn is_open(&self, turn: f64, first: bool) -> bool {
        if self.right.way.dot(self.left.way) >= 0.0 {
            turn > self.rounding()
        } else {
            turn > if first { -self.rounding() } else { 0.0 }
        }
    }
}

fn reach(way: DVec2) -> f64 {
    way.abs().element_sum()
}

/// Returns whether a door with these ends leads towards the apex: what is at its ends was seen from where the cone came.
#[inline]
pub(crate) fn is_way_in(right: &Post, left: &Post) -> bool {
    let turn = right.way.perp_dot(left.way);
    turn < 0.0 && turn < -VIEW_SLACK * (reach(right.way) + reach(left.way))
}
