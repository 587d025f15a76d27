//! Where ways bend, and what they cost from there.

use glam::DVec2;

use crate::half_edges::rings::NONE;
use crate::paths::funnel::PortalEnds;
use crate::paths::refraction::{Bent, cheapest};
use crate::tolerances::FARTHEST_APEX;

/// A goal, a corner, the beginning of a link, or a part of a border between ground of different cost, from which a part of
/// the mesh is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostRoot {
    /// From where it sees: its place, or the point from which the ways behind a border seem to come.
    pub(crate) apex: DVec2,
    /// What a way from its place costs; not used where there is a border.
    pub(crate) cost: f64,
    /// The root to which the way leads on; [`NONE`] from a goal.
    pub(crate) next: u32,
    /// What a metre costs on the way there.
    pub(crate) rate: f64,
    /// Its border among all; [`NONE`] where it is a place.
    pub(crate) border: u32,
    /// The link that begins here, by its number among all; [`NONE`] where the way leads on over the ground.
    pub(crate) link: u32,
}

/// A part of a border through which ways lead on to a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostBorder {
    pub(crate) gate: PortalEnds,
    /// The last bend before the border, and what a way from there costs.
    pub(crate) source: DVec2,
    pub(crate) cost: f64,
}

/// All roots of a field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roots {
    pub(crate) all: Vec<CostRoot>,
    pub(crate) borders: Vec<CostBorder>,
}

impl Roots {
    pub(crate) fn of(&self, root: u32) -> &CostRoot {
        &self.all[root as usize]
    }

    /// Returns what the way from a point by a root costs, and where it bends next: on ground of cost `rate` until there.
    pub(crate) fn way(&self, root: u32, point: DVec2, rate: f64) -> (f64, DVec2) {
        let root = self.of(root);
        if root.border == NONE {
            return (root.cost + rate * point.distance(root.apex), root.apex);
        }
        let border = &self.borders[root.border as usize];
        let PortalEnds { left, right } = border.gate;
        let along = cheapest(&border.gate, [border.source, point], [root.rate, rate]);
        let bend = left.lerp(right, along);
        let behind = border.cost + root.rate * bend.distance(border.source);
        (behind + rate * point.distance(bend), bend)
    }

    /// Returns whether the way from a point by a root costs surely more than so much, or surely less; `None` where only its
    /// [cost](Self::way) tells.
    pub(crate) fn is_above(&self, root: u32, point: DVec2, rate: f64, cost: f64) -> Option<bool> {
        let root = self.of(root);
        if cost == f64::INFINITY || root.border == NONE {
            return None;
        }
        let border = &self.borders[root.border as usize];
        let ways = Bent::new(&border.gate, [border.source, point], [root.rate, rate]);
        ways.is_above(cost - border.cost)
    }

    /// The least that a way by a root can cost from any point of a segment.
    pub(crate) fn least(&self, root: u32, [from, to]: [DVec2; 2], rate: f64) -> f64 {
        let root = self.of(root);
        if root.border == NONE {
            return root.cost + rate * nearest(root.apex, from, to).distance(root.apex);
        }
        let border = &self.borders[root.border as usize];
        let PortalEnds { left, right } = border.gate;
        let behind = nearest(border.source, left, right).distance(border.source);
        let middle = left.midpoint(right);
        let half = 0.5 * left.distance(right);
        let before = nearest(middle, from, to).distance(middle) - half;
        border.cost + root.rate * behind + rate * before.max(0.0)
    }
}

/// The point of the segment that is nearest to `place`.
fn nearest(place: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (place - from).dot(along) / length_squared } else { 0.0 };
    from + along * share.clamp(0.0, 1.0)
}

/// The point from which two rays seem to come; far behind them, where they are as good as parallel.
pub(crate) fn apex(ends: [DVec2; 2], directions: [DVec2; 2]) -> DVec2 {
    let far = ends[0].midpoint(ends[1])
        - (directions[0] + directions[1]).normalize_or_zero() * FARTHEST_APEX;
    let turn = directions[0].perp_dot(directions[1]);
    let back = (ends[1] - ends[0]).perp_dot(directions[1]) / turn;
    if turn > 0.0 && back < 0.0 && -back < FARTHEST_APEX {
        ends[0] + directions[0] * back
    } else {
        far
    }
}
