//! A tile: the free part of a square as convex cells, made from the set of obstacles that overlap it.
//!
//! A tile knows neither where in the world it lies nor which obstacles it was made from: equal sets of outlines,
//! seen from the tile's corner, give equal tiles bit for bit.

use glam::{DVec2, I64Vec2, Vec2};

use crate::kernel::line::{Line, Lines, Side, crossing};
use crate::kernel::pieces::Pieces;
use crate::kernel::portals::{Overlap, Overlaps};
use crate::kernel::ring::Ring;
use crate::tolerances::METRES_PER_UNIT;

/// The sides of a tile's square, in the order of their lines in the tile's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    South,
    East,
    North,
    West,
}

impl Edge {
    pub(crate) const ALL: [Edge; 4] = [Edge::South, Edge::East, Edge::North, Edge::West];

    /// The same edge, seen from the tile across it.
    pub(crate) fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::East => Edge::West,
            Edge::North => Edge::South,
            Edge::West => Edge::East,
        }
    }

    /// Whether the edge runs along x.
    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, Edge::South | Edge::North)
    }
}

/// No cell side on this edge of the tile.
pub(super) const NONE: u16 = u16::MAX;

/// A line of a tile's table, in two thirds of the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoredLine {
    slope: [i32; 2],
    c: i64,
}

impl StoredLine {
    /// The coefficients of a line within a tile fit.
    pub(super) fn new(line: Line) -> Self {
        Self { slope: [line.a as i32, line.b as i32], c: line.c }
    }

    fn line(self) -> Line {
        Line { a: self.slope[0] as i64, b: self.slope[1] as i64, c: self.c }
    }
}

/// A convex cell of a tile.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    /// The first vertex and side in the tile's tables, and the first portal.
    pub(super) first_vertex: u32,
    pub(super) first_portal: u32,
    /// The index of the cell's side in each of the tile's borders.
    pub(super) border: [u16; 4],
    /// Cells of the tile that are joined within it have the same label.
    pub(super) label: u16,
    /// The box round the cell, in tile-local metres.
    pub(super) min: Vec2,
    pub(super) max: Vec2,
}

/// A portal within the tile. Ends are tile-local metres, left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InnerPortal {
    pub(crate) beyond: u16,
    /// The side of the cell on which it lies.
    pub(crate) side: u8,
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
}

/// A cell's side on the border of the tile: an interval of the coordinate along that border, in tile-local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BorderSide {
    pub(crate) cell: u16,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// The same in f64: an interval of the coordinate along the border, in tile-local units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharpSide {
    pub(crate) cell: u16,
    /// Its number in the ring of the cell.
    pub(crate) side: usize,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The cells of a square of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    /// The borders first; no two are equal.
    pub(super) lines: Box<[StoredLine]>,
    pub(super) cells: Box<[Cell]>,
    pub(super) sides: Box<[Side]>,
    pub(super) vertices: Box<[Vec2]>,
    pub(super) portals: Box<[InnerPortal]>,
    /// The cell sides on the borders, edge by edge, and where those of each edge end.
    pub(super) borders: Box<[BorderSide]>,
    pub(super) border_ends: [u32; 4],
    pub(super) label_count: u16,
}

impl Tile {
    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of::<Tile>()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.sides)
            + size_of_val(&*self.vertices)
            + size_of_val(&*self.portals)
            + size_of_val(&*self.borders)
    }

    pub(crate) fn cell_count(&self) -> u16 {
        self.cells.len() as u16
    }

    pub(crate) fn label_count(&self) -> u16 {
        self.label_count
    }

    pub(crate) fn label(&self, cell: u16) -> u16 {
        self.cells[cell as usize].label
    }

    /// The ring of a cell: vertex `k` is the end of side `k`.
    pub(crate) fn vertices(&self, cell: u16) -> &[Vec2] {
        &self.vertices[self.ring(cell)]
    }

    /// The lines of a cell's ring.
    pub(crate) fn sides(&self, cell: u16) -> &[Side] {
        &self.sides[self.ring(cell)]
    }

    fn ring(&self, cell: u16) -> std::ops::Range<usize> {
        let end = self
            .cells
            .get(cell as usize + 1)
            .map_or(self.vertices.len(), |next| next.first_vertex as usize);
        self.cells[cell as usize].first_vertex as usize..end
    }

    /// The end points of a side, counter-clockwise.
    pub(crate) fn side_ends(&self, cell: u16, side: usize) -> (Vec2, Vec2) {
        let ring = self.vertices(cell);
        (ring[(side + ring.len() - 1) % ring.len()], ring[side])
    }

    /// The portals to other cells of the tile.
    pub(crate) fn portals(&self, cell: u16) -> &[InnerPortal] {
        let end = self
            .cells
            .get(cell as usize + 1)
            .map_or(self.portals.len(), |next| next.first_portal as usize);
        &self.portals[self.cells[cell as usize].first_portal as usize..end]
    }

    /// The cell sides on an edge, sorted along it.
    pub(crate) fn border(&self, edge: Edge) -> &[BorderSide] {
        let start = (edge as usize).checked_sub(1).map_or(0, |before| self.border_ends[before]);
        &self.borders[start as usize..self.border_ends[edge as usize] as usize]
    }

    /// The overlaps of at least `least` units between its cells, as exact as f64 allows; tile-local units.
    pub(crate) fn sharp_overlaps(&self, least: f64) -> Vec<Overlap> {
        let (mut pieces, mut ring, mut overlaps) =
            (Pieces::default(), Ring::default(), Overlaps::default());
        let lines = Lines::of(self.lines.iter().map(|line| line.line()).collect());
        for cell in 0..self.cell_count() {
            ring.set(self.sides(cell), &lines);
            pieces.push(&ring);
        }
        overlaps.find(&pieces, lines.as_slice(), least);
        overlaps.found
    }

    /// The sides of a cell, positive inside, each with its end as exact as f64 allows; tile-local units.
    pub(crate) fn sharp_ring(&self, cell: u16) -> impl Iterator<Item = (Line, DVec2)> {
        let ring = self.sides(cell);
        let next = ring.iter().cycle().skip(1);
        ring.iter()
            .zip(next)
            .map(|(&side, &next)| (self.line(side), crossing(self.line(side), self.line(next))))
    }

    /// The cell sides on an edge, as exact as f64 allows, sorted along it.
    pub(crate) fn sharp_border(&self, edge: Edge) -> Vec<SharpSide> {
        let interval = |side: &BorderSide| {
            let ring = self.sides(side.cell);
            let n = ring.len();
            let k = ring.iter().position(|id| id.line() == edge as u32)?;
            let ends = [(k + n - 1) % n, k].map(|k| {
                let point = crossing(self.line(ring[k]), self.line(ring[(k + 1) % n]));
                if edge.is_horizontal() { point.x } else { point.y }
            });
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            Some(SharpSide { cell: side.cell, side: k, low, high })
        };
        let mut sides: Vec<SharpSide> = self.border(edge).iter().filter_map(interval).collect();
        sides.sort_by(|p, q| p.low.total_cmp(&q.low));
        sides
    }

    /// Where in an edge's border the cell's side is.
    pub(crate) fn border_index(&self, cell: u16, edge: Edge) -> Option<usize> {
        let index = self.cells[cell as usize].border[edge as usize];
        (index != NONE).then_some(index as usize)
    }

    /// The box round a cell, in tile-local metres.
    pub(crate) fn extent(&self, cell: u16) -> (Vec2, Vec2) {
        let cell = &self.cells[cell as usize];
        (cell.min, cell.max)
    }

    /// The cells that hold the lattice point (their borders included), in ascending order.
    pub(crate) fn cells_at(&self, point: I64Vec2) -> impl Iterator<Item = u16> {
        let in_metres = |units: DVec2| (units * METRES_PER_UNIT).as_vec2();
        let (low, high) = (in_metres(point.as_dvec2() - 1.0), in_metres(point.as_dvec2() + 1.0));
        let near = move |cell: u16| {
            let (min, max) = self.extent(cell);
            min.cmple(high).all() && max.cmpge(low).all()
        };
        let holds = move |cell: u16| {
            self.sides(cell).iter().all(|&side| self.line(side).sign_at(point) >= 0)
        };
        (0..self.cell_count()).filter(move |&cell| near(cell) && holds(cell))
    }

    /// The line of a side, positive inside; tile-local units.
    pub(crate) fn line(&self, side: Side) -> Line {
        let line = self.lines[side.line() as usize].line();
        if side.flipped() { line.reversed() } else { line }
    }
}
