//! Lines, cells and portals as a tile stores them, in as few bytes as they need: a world has thousands of tiles with a
//! handful of cells each.

use crate::areas::{Area, Footing};
use crate::kernel::line::Line;

/// A line of a tile's table, as nearly all are: with short coefficients. Or the place of a long one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoredLine {
    /// Both 0 for a long line.
    slope: [i16; 2],
    c: i32,
}

impl StoredLine {
    /// A line; one that is too long is put behind the others of its kind.
    pub(super) fn new(line: Line, long: &mut Vec<Line>) -> Self {
        let short = || {
            let slope = [i16::try_from(line.a).ok()?, i16::try_from(line.b).ok()?];
            Some(Self { slope, c: i32::try_from(line.c).ok()? })
        };
        short().unwrap_or_else(|| {
            long.push(line);
            Self { slope: [0; 2], c: long.len() as i32 - 1 }
        })
    }

    pub(super) fn line(self, rare: &Option<Box<Rare>>) -> Line {
        let Self { slope: [a, b], c } = self;
        match rare {
            Some(rare) if [a, b] == [0; 2] => rare.lines[c as usize],
            _ => Line { a: a as i64, b: b as i64, c: c as i64 },
        }
    }
}

/// What few tiles have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rare {
    /// The long lines.
    pub(super) lines: Box<[Line]>,
    /// The areas that overlap the tile.
    pub(super) areas: Box<[Area]>,
    /// How fast units are in each; empty where it is as fast as on free ground in all.
    pub(super) speeds: Box<[f32]>,
}

impl Rare {
    /// What a tile has of these; `None` where that is nothing.
    pub(super) fn of(long: &[Line], footings: Vec<Footing>, has_areas: bool) -> Option<Box<Rare>> {
        if long.is_empty() && footings.is_empty() {
            return None;
        }
        let is_slow = has_areas && footings.iter().any(|footing| footing.speed != 1.0);
        let slow = footings.iter().filter(|_| is_slow);
        Some(Box::new(Rare {
            lines: long.into(),
            speeds: slow.map(|footing| footing.speed).collect(),
            areas: footings.iter().map(|footing| footing.area).collect(),
        }))
    }
}

/// Where the sides, vertices and portals of a cell begin in the tables of its tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    /// The first vertex, below the edges of the tile on which the cell has sides: a bit each.
    vertex_and_edges: u32,
    pub(super) first_portal: u32,
}

/// The bits that tell the first vertex.
const VERTEX_BITS: u32 = 28;

/// The most vertices of all cells of a tile together.
pub(super) const VERTEX_COUNT_LIMIT: usize = 1 << VERTEX_BITS;

impl Cell {
    pub(super) fn new(first_vertex: u32, first_portal: u32, edges: u8) -> Self {
        Self { vertex_and_edges: first_vertex | (edges as u32) << VERTEX_BITS, first_portal }
    }

    pub(super) fn first_vertex(self) -> usize {
        (self.vertex_and_edges & ((1 << VERTEX_BITS) - 1)) as usize
    }

    /// Returns whether it has a side on an edge, given by its number.
    pub(super) fn is_on(self, edge: u8) -> bool {
        self.vertex_and_edges >> VERTEX_BITS >> edge & 1 != 0
    }

    /// Returns whether it has a side on any edge.
    pub(super) fn is_on_any(self) -> bool {
        self.vertex_and_edges >> VERTEX_BITS != 0
    }
}

/// How many numbers a portal takes: the cell beyond, and its left and its right end.
pub(super) const PORTAL_WORDS: usize = 3;

/// Where a portal ends: at a vertex of its cell or, if the highest bit is set, of the cell beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PortalEnd(pub(super) u16);

/// The most vertices of a cell.
pub(super) const RING_LIMIT: usize = 1 << 15;

impl PortalEnd {
    pub(super) fn new(vertex: u16, is_beyond: bool) -> Self {
        Self(vertex | (is_beyond as u16) << 15)
    }

    pub(super) fn is_beyond(self) -> bool {
        self.0 >> 15 != 0
    }

    /// The number of the vertex in its ring.
    pub(super) fn vertex(self) -> usize {
        (self.0 & (RING_LIMIT as u16 - 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were() {
        let short = Line { a: 32_767, b: -32_768, c: i32::MIN as i64 };
        let lines = [
            short,
            Line { a: 1, b: 32_768, c: 0 },
            Line { c: i32::MAX as i64 + 1, ..short },
            Line { a: 1 << 25, b: -1, c: -(1 << 52) },
            Line { a: 0, b: 1, c: -5 },
        ];
        let mut long = Vec::new();
        let stored = lines.map(|line| StoredLine::new(line, &mut long));
        assert_eq!(long, lines[1..4]);
        let rare = Some(Box::new(Rare {
            lines: long.into(),
            areas: Box::default(),
            speeds: Box::default(),
        }));
        assert_eq!(stored.map(|stored| stored.line(&rare)), lines);
        assert_eq!((stored[0].line(&None), stored[4].line(&None)), (lines[0], lines[4]));
    }

    #[test]
    fn cells_and_ends_come_back_as_they_were() {
        let cell = Cell::new(VERTEX_COUNT_LIMIT as u32 - 1, 7, 0b1010);
        assert_eq!((cell.first_vertex(), cell.first_portal), (VERTEX_COUNT_LIMIT - 1, 7));
        assert_eq!([0, 1, 2, 3].map(|edge| cell.is_on(edge)), [false, true, false, true]);
        for (vertex, is_beyond) in [(0, true), (RING_LIMIT as u16 - 1, false)] {
            let end = PortalEnd::new(vertex, is_beyond);
            assert_eq!((end.vertex() as u16, end.is_beyond()), (vertex, is_beyond));
        }
    }
}
