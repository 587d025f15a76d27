//! Which directions round a point are free.
//!
//! A corner is a point round which more than half a turn is free, in one piece. Points at which cells meet on open
//! ground, points on a straight wall, hollows, and points where obstacles merely touch are no corners. All of this is
//! decided exactly, by the lines of the cells that meet in the point. On tiles a corner is a vertex of an obstacle, grown
//! by the agent radius, and so lies on the lattice; but for those where excluded ground crosses other ground.

use glam::{DVec2, dvec2};

use crate::cells::CellId;
use crate::kernel::outline::{floor, lattice_point};
use crate::kernel::turn::turned;
use crate::mesh::NavMesh;
use crate::tolerances::{AT_CROSSING, BLUNT_SLACK, METRES_PER_UNIT, UNITS_PER_METRE};

/// What a cell covers of the directions round a point of its border, counter-clockwise; half a turn at most.
pub(crate) struct Sector {
    pub(crate) cell: CellId,
    /// The directions of the cell's sides at the point.
    sides: [DVec2; 2],
    /// How far these sides go from the point; metres.
    lengths: [f64; 2],
}

/// A limit of directions: where it is the side of a cell, how far that goes (metres).
pub(crate) type ArcEnd = (DVec2, Option<f64>);

impl Sector {
    /// What it has in common with another arc of less than half a turn; `None` if that is one direction or nothing.
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

impl NavMesh {
    /// What a cell covers of the directions round a place of its border where sides meet; `None` if it is no such place.
    pub(crate) fn sector(&self, id: CellId, at: DVec2) -> Option<Sector> {
        let Some(fixed) = self.fixed() else {
            return self.tiled_sector(id, at);
        };
        let cell = self.spot(id).1;
        let sides = fixed.beside(cell, at)?.map(|end| end - at);
        Some(Sector { cell: id, sides, lengths: sides.map(DVec2::length) })
    }

    fn tiled_sector(&self, id: CellId, at: DVec2) -> Option<Sector> {
        let tile = self.tile(id.tile);
        let at = (at - self.lattice().corner_in_metres(id.tile)) * UNITS_PER_METRE;
        let point = lattice_point(at);
        let sides = |k: usize| tile.side(id.cell, k);
        let count = tile.vertices(id.cell).len();
        let on = |k: usize| {
            let line = tile.line(sides(k));
            point.map_or_else(|| line.passes(at), |point| line.sign_at(point) == 0)
        };
        let along = |k: usize| {
            let line = tile.line(sides(k));
            dvec2(line.b as f64, -line.a as f64)
        };
        let first = (0..count).find(|&k| on(k))?;
        let last = (first + 1..count).find(|&k| on(k));
        let (before, after) = match last {
            // The sides on both sides of the ring's seam.
            Some(last) if last != first + 1 => (last, first),
            Some(last) => (first, last),
            None => (first, first),
        };
        let far = [tile.side_ends(id.cell, after).1, tile.side_ends(id.cell, before).0];
        let at = at * METRES_PER_UNIT;
        Some(Sector {
            cell: id,
            sides: [along(after), -along(before)],
            lengths: far.map(|end| end.as_dvec2().distance(at)),
        })
    }

    /// The walls of the corner at a place, and the cells round it; `None` if there is no corner.
    pub(crate) fn walls_at(&self, at: DVec2) -> Option<([DVec2; 2], Vec<CellId>)> {
        match self.fixed() {
            Some(fixed) => self.walls_between(fixed.at(at).map(CellId::of_fixed), at),
            None => self.walls_between(self.tiled_cells_meeting_at(at), at),
        }
    }

    /// The walls of the corner at a place, where it is known which cells meet there.
    pub(crate) fn walls_between(
        &self,
        cells: impl Iterator<Item = CellId>,
        at: DVec2,
    ) -> Option<([DVec2; 2], Vec<CellId>)> {
        let sectors: Vec<Sector> = cells.filter_map(|cell| self.sector(cell, at)).collect();
        let (walls, cells) = widest(&sectors)?;
        // Straight but for a rounding is no corner.
        let bends = !self.may_bend_off_lattice() || !is_straight(walls);
        bends.then_some((walls, cells))
    }

    /// The cells of tiles that meet at the end of a door; metres.
    pub(crate) fn tiled_cells_meeting_at(&self, at: DVec2) -> impl Iterator<Item = CellId> {
        let at = at * UNITS_PER_METRE;
        let near = self.lattice().touching(floor(at - AT_CROSSING), floor(at + AT_CROSSING));
        near.flat_map(move |tile| {
            let local = at - self.lattice().corner(tile).as_dvec2();
            let cells = self.tile(tile).cells_meeting_at(local);
            cells.map(move |cell| CellId { tile, cell })
        })
    }
}

/// Whether two walls that meet go straight on.
fn is_straight([from, to]: [DVec2; 2]) -> bool {
    let slack = BLUNT_SLACK * from.length() * to.length();
    from.dot(to) < 0.0 && from.perp_dot(to).abs() <= slack
}

/// The ends of the free directions that join to more than half a turn, and the cells there.
fn widest(sectors: &[Sector]) -> Option<([DVec2; 2], Vec<CellId>)> {
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
