//! Corners of the walls: the only points at which a shortest path turns.
//!
//! A corner is a point round which more than half a turn is free, in one piece. Points at which cells meet on open
//! ground, points on a straight wall, hollows, and points where obstacles merely touch are no corners. All of this is
//! decided exactly, by the lines of the cells that meet in the point. A corner is always a vertex of an obstacle, grown
//! by the agent radius, and so lies on the lattice.

use glam::{DVec2, I64Vec2, dvec2};

use crate::cells::CellId;
use crate::kernel::turn::turn;
use crate::mesh::NavMesh;
use crate::tolerances::{METRES_PER_UNIT, UNITS_PER_METRE};

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

/// On which side of a path that turns at a corner the obstacle lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Left,
    Right,
}

impl Turn {
    pub(crate) const BOTH: [Turn; 2] = [Turn::Left, Turn::Right];
}

/// A corner of the walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    /// Where it is; metres, exactly.
    pub(crate) at: DVec2,
    /// The directions of its two walls: what is free lies counter-clockwise from the first to the second.
    walls: [DVec2; 2],
}

impl Corner {
    /// How a path turns that comes or goes along a direction: the line through the corner must touch the obstacle
    /// without cutting it. `None`: no shortest path bends here.
    pub(crate) fn turn(&self, way: DVec2) -> Option<Turn> {
        let sides = self.walls.map(|wall| way.perp_dot(wall));
        if sides[0] >= 0.0 && sides[1] >= 0.0 {
            Some(Turn::Left)
        } else {
            (sides[0] <= 0.0 && sides[1] <= 0.0).then_some(Turn::Right)
        }
    }

    /// The directions in which a path may leave that turns here, counter-clockwise; less than half a turn.
    pub(crate) fn taut_arc(&self, turn: Turn) -> [DVec2; 2] {
        match turn {
            Turn::Left => [-self.walls[0], self.walls[1]],
            Turn::Right => [self.walls[0], -self.walls[1]],
        }
    }
}

/// 1 where one direction lies to the left of another by less than half a turn, −1 to the right, else 0. Exact.
pub(crate) fn turned(from: DVec2, to: DVec2) -> i32 {
    turn(DVec2::ZERO, from, to)
}

impl NavMesh {
    /// The cells at a corner and what they cover of the directions round it.
    pub(crate) fn sectors_at(&self, at: DVec2) -> Vec<Sector> {
        if let Some(fixed) = self.fixed() {
            let sector = |cell| {
                let vertex = fixed.sides(cell).find(|side| side.from == at)?;
                let before = fixed.sides(cell).find(|side| side.to == at)?;
                let sides = [vertex.to - at, before.from - at];
                let lengths = sides.map(DVec2::length);
                Some(Sector { cell: CellId::of_fixed(cell), sides, lengths })
            };
            return fixed.at(at).filter_map(sector).collect();
        }
        // A corner of tiles lies on the lattice.
        let point = (at * UNITS_PER_METRE).round().as_i64vec2();
        self.cells_at(point).filter_map(|cell| self.sector(cell, point)).collect()
    }

    fn sector(&self, id: CellId, point: I64Vec2) -> Option<Sector> {
        let (tile, local) = (self.tile(id.tile), point - self.lattice().corner(id.tile));
        let sides = tile.sides(id.cell);
        let on = |k: usize| tile.line(sides[k]).sign_at(local) == 0;
        let along = |k: usize| {
            let line = tile.line(sides[k]);
            dvec2(line.b as f64, -line.a as f64)
        };
        let first = (0..sides.len()).find(|&k| on(k))?;
        let last = (first + 1..sides.len()).find(|&k| on(k));
        let (before, after) = match last {
            // The sides on both sides of the ring's seam.
            Some(last) if last != first + 1 => (last, first),
            Some(last) => (first, last),
            None => (first, first),
        };
        let far = [tile.side_ends(id.cell, after).1, tile.side_ends(id.cell, before).0];
        let at = local.as_dvec2() * METRES_PER_UNIT;
        Some(Sector {
            cell: id,
            sides: [along(after), -along(before)],
            lengths: far.map(|end| end.as_dvec2().distance(at)),
        })
    }

    /// The corner at a place, if there is one.
    pub(crate) fn corner_at(&self, at: DVec2) -> Option<Corner> {
        widest(&self.sectors_at(at)).map(|walls| Corner { at, walls })
    }
}

/// The ends of the free directions that join to more than half a turn.
fn widest(sectors: &[Sector]) -> Option<[DVec2; 2]> {
    let same = |p: DVec2, q: DVec2| p.dot(q) > 0.0 && turned(p, q) == 0;
    sectors.iter().find_map(|first| {
        let [from, mut to] = first.sides;
        if sectors.iter().any(|other| same(other.sides[1], from)) {
            return None;
        }
        while let Some(next) = sectors.iter().find(|next| same(next.sides[0], to)) {
            to = next.sides[1];
        }
        // Half a turn at most has its end to the left of its start.
        (turned(from, to) < 0).then_some([from, to])
    })
}
