//! Which directions round a point are free.
//!
//! A corner is a point round which more than half a turn is free, in one piece. Points at which cells meet on open
//! ground, points on a straight wall, hollows, and points where obstacles merely touch are no corners. All of this is
//! decided exactly, by the lines of the cells that meet in the point. On tiles a corner is a vertex of an obstacle, grown
//! by the agent radius, and so lies on the lattice; but for those where excluded ground crosses other ground.

use glam::DVec2;

use super::id::CellId;
use crate::kernel::turn::turned;
use crate::tolerances::BLUNT_SLACK;

/// What a cell covers of the directions round a point of its border, counter-clockwise; half a turn at most.
pub(crate) struct Sector {
    pub(crate) cell: CellId,
    /// The directions of the cell's sides at the point.
    pub(super) sides: [DVec2; 2],
    /// How far these sides go from the point; metres.
    pub(super) lengths: [f64; 2],
}

/// A limit of directions: where it is the side of a cell, how far that goes (metres).
pub(crate) type ArcEnd = (DVec2, Option<f64>);

/// The directions of the two walls of a corner, and the cells round it.
pub(crate) type Walls = ([DVec2; 2], Vec<CellId>);

impl Sector {
    /// Returns what it has in common with another arc of less than half a turn; `None` if that is one direction or nothing.
    pub(crate) fn clipped(&self, arc: [DVec2; 2]) -> Option<[ArcEnd; 2]> {
        let holds =
            |arc: [DVec2; 2], way: DVec2| turned(arc[0], way) >= 0 && turned(way, arc[1]) >= 0;
        let end = |k: usize| {
            if holds(self.sides, arc[k]) {
                Some((arc[k], None))
            } else {
                holds(arc, self.sides[k]).then_some((self.sides[k], Some(self.lengths[k])))
            }
        };
        let ends = [end(0)?, end(1)?];
        (turned(ends[0].0, ends[1].0) > 0).then_some(ends)
    }
}

/// The walls of the corner round which cells cover these directions, and the cells round it; `None` if there is no corner.
/// Where corners may be `blunt`, straight but for a rounding is none.
pub(super) fn walls_between(sectors: impl Iterator<Item = Sector>, blunt: bool) -> Option<Walls> {
    let sectors: Vec<Sector> = sectors.collect();
    let (walls, cells) = widest(&sectors)?;
    let bends = !blunt || !is_straight(walls);
    bends.then_some((walls, cells))
}

/// Returns whether two walls that meet go straight on.
fn is_straight([from, to]: [DVec2; 2]) -> bool {
    let slack = BLUNT_SLACK * from.length() * to.length();
    from.dot(to) < 0.0 && from.perp_dot(to).abs() <= slack
}

/// The ends of the free directions that join to more than half a turn, and the cells there.
fn widest(sectors: &[Sector]) -> Option<Walls> {
    let same = |p: DVec2, q: DVec2| p.dot(q) > 0.0 && turned(p, q) == 0;
    let next = |last: &&Sector| sectors.iter().find(|next| same(next.sides[0], last.sides[1]));
    sectors.iter().find_map(|first| {
        let from = first.sides[0];
        if sectors.iter().any(|other| same(other.sides[1], from)) {
            return None;
        }
        let round = std::iter::successors(Some(first), next);
        let to = round.clone().last()?.sides[1];
        // Half a turn at most has its end to the left of its start.
        let bends = turned(from, to) < 0;
        bends.then(|| ([from, to], round.map(|sector| sector.cell).collect()))
    })
}
