//! A tile: the free part of a square as convex cells, made from the set of obstacles that overlap it.
//!
//! A tile knows neither where in the world it lies nor which obstacles it was made from: equal sets of outlines,
//! seen from the tile's corner, give equal tiles bit for bit.

use glam::{DVec2, I64Vec2, Vec2};

use super::packed_box::{PackedBox, Probe};
use crate::areas::Area;
use crate::kernel::line::{Line, Lines, Side, crossing};
use crate::kernel::pieces::Pieces;
use crate::kernel::portals::{Overlap, Overlaps};
use crate::kernel::ring::Ring;

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

    /// The interval of the coordinate along the edge between two points on it.
    pub(super) fn interval(self, (from, to): (Vec2, Vec2)) -> (f32, f32) {
        let (from, to) = if self.is_horizontal() { (from.x, to.x) } else { (from.y, to.y) };
        (from.min(to), from.max(to))
    }

    /// Whether the edge runs along x.
    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, Edge::South | Edge::North)
    }
}

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
    /// Cells of the tile that are joined within it have the same label.
    pub(super) label: u16,
    /// Which edges of the tile the cell has sides on: a bit each.
    pub(super) edges: u8,
}

/// A portal within the tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoredPortal {
    pub(super) beyond: u16,
    pub(super) side: u16,
    /// Its ends, among the vertices of the tile.
    pub(super) left: u32,
    pub(super) right: u32,
}

/// A portal within the tile. Ends are tile-local metres, left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InnerPortal {
    pub(crate) beyond: u16,
    /// The side of the cell on which it lies.
    pub(crate) side: u16,
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
}

/// A cell's side on the border of the tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StoredBorderSide {
    pub(super) cell: u16,
    pub(super) side: u16,
}

/// A cell's side on the border of the tile: an interval of the coordinate along that border, in tile-local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BorderSide {
    pub(crate) cell: u16,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// The cell sides on an edge of a tile, sorted along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Border<'a> {
    tile: &'a Tile,
    edge: Edge,
    sides: &'a [StoredBorderSide],
}

impl<'a> Border<'a> {
    pub(crate) fn side(self, index: usize) -> BorderSide {
        self.found(&self.sides[index])
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = BorderSide> + 'a {
        self.sides.iter().map(move |side| self.found(side))
    }

    fn found(self, &StoredBorderSide { cell, side }: &StoredBorderSide) -> BorderSide {
        let (low, high) = self.edge.interval(self.tile.side_ends(cell, side as usize));
        BorderSide { cell, low, high }
    }

    /// The first side that does not begin below a coordinate.
    fn first_from(self, low: f32) -> usize {
        self.sides.partition_point(|side| self.found(side).low < low)
    }
}

/// Marks the name of a cell that is not its number.
const ACROSS: u32 = 1 << 31;

/// Where in such a name the edge begins.
const EDGE_SHIFT: u32 = 24;

/// Names a cell by its side on an edge of its tile, counted along that: for what lies across the edge. The name stays when
/// the tile is cut anew but for that edge.
pub(crate) fn name_across(edge: Edge, side: usize) -> u32 {
    ACROSS | (edge as u32) << EDGE_SHIFT | side as u32
}

/// The same in f64: an interval of the coordinate along the border, in tile-local units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharpSide {
    pub(crate) cell: u16,
    /// Its number among the sides on the edge.
    pub(crate) index: usize,
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
    /// The boxes round the cells, never less, in steps of the tile.
    pub(super) boxes: Box<[PackedBox]>,
    pub(super) sides: Box<[Side]>,
    pub(super) vertices: Box<[Vec2]>,
    pub(super) portals: Box<[StoredPortal]>,
    /// The cell sides on the borders, edge by edge, and where those of each edge end.
    pub(super) borders: Box<[StoredBorderSide]>,
    pub(super) border_ends: [u32; 4],
    /// The areas that overlap it; and for each cell, where one lies in an area, the number of its area, from 1.
    pub(super) areas: Box<[Area]>,
    pub(super) area_of: Box<[u16]>,
    pub(super) label_count: u16,
    /// The steps of the boxes are this power of two; units.
    pub(super) step: u8,
}

impl Tile {
    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of::<Tile>()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.boxes)
            + size_of_val(&*self.sides)
            + size_of_val(&*self.vertices)
            + size_of_val(&*self.portals)
            + size_of_val(&*self.borders)
            + size_of_val(&*self.areas)
            + size_of_val(&*self.area_of)
    }

    pub(crate) fn cell_count(&self) -> u16 {
        self.cells.len() as u16
    }

    /// Whether a cell lies in an area.
    pub(crate) fn has_areas(&self) -> bool {
        !self.area_of.is_empty()
    }

    /// What the ground of a cell is like.
    pub(crate) fn area(&self, cell: u16) -> Area {
        let number = self.area_of.get(cell as usize).copied().unwrap_or(0) as usize;
        number.checked_sub(1).map_or(Area::default(), |index| self.areas[index])
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
    pub(crate) fn portals(&self, cell: u16) -> impl Iterator<Item = InnerPortal> {
        let end = self
            .cells
            .get(cell as usize + 1)
            .map_or(self.portals.len(), |next| next.first_portal as usize);
        let stored = &self.portals[self.cells[cell as usize].first_portal as usize..end];
        let at = |vertex: u32| self.vertices[vertex as usize];
        stored.iter().map(move |portal| InnerPortal {
            beyond: portal.beyond,
            side: portal.side,
            left: at(portal.left),
            right: at(portal.right),
        })
    }

    /// The cell sides on an edge, sorted along it.
    pub(crate) fn border(&self, edge: Edge) -> Border<'_> {
        let start = (edge as usize).checked_sub(1).map_or(0, |before| self.border_ends[before]);
        let sides = &self.borders[start as usize..self.border_ends[edge as usize] as usize];
        Border { tile: self, edge, sides }
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
        let interval = |(index, side): (usize, &StoredBorderSide)| {
            let (ring, k) = (self.sides(side.cell), side.side as usize);
            let n = ring.len();
            let ends = [(k + n - 1) % n, k].map(|k| {
                let point = crossing(self.line(ring[k]), self.line(ring[(k + 1) % n]));
                if edge.is_horizontal() { point.x } else { point.y }
            });
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            SharpSide { cell: side.cell, index, side: k, low, high }
        };
        let stored = self.border(edge).sides.iter().enumerate();
        let mut sides: Vec<SharpSide> = stored.map(interval).collect();
        sides.sort_by(|p, q| p.low.total_cmp(&q.low));
        sides
    }

    /// The cell with a name: its number, or one of [`name_across`].
    pub(crate) fn named(&self, name: u32) -> u16 {
        if name & ACROSS == 0 {
            return name as u16;
        }
        let edge = Edge::ALL[(name >> EDGE_SHIFT & 3) as usize];
        self.border(edge).sides[(name & ((1 << EDGE_SHIFT) - 1)) as usize].cell
    }

    /// Whether another tile has the same sides on an edge.
    pub(crate) fn has_same_border(&self, other: &Tile, edge: Edge) -> bool {
        let (own, others) = (self.border(edge), other.border(edge));
        let same = |(p, q): (&SharpSide, &SharpSide)| {
            p.index == q.index && p.low == q.low && p.high == q.high
        };
        own.sides.len() == others.sides.len()
            && self.sharp_border(edge).iter().zip(&other.sharp_border(edge)).all(same)
    }

    /// Where in an edge's border the cell's side is.
    pub(crate) fn border_index(&self, cell: u16, edge: Edge) -> Option<usize> {
        if self.cells[cell as usize].edges >> edge as u8 & 1 == 0 {
            return None;
        }
        let side = self.sides(cell).iter().position(|side| side.line() == edge as u32)?;
        let border = self.border(edge);
        let first = border.first_from(edge.interval(self.side_ends(cell, side)).0);
        border.sides[first..].iter().position(|other| other.cell == cell).map(|index| first + index)
    }

    /// The box round a cell, in tile-local metres.
    pub(crate) fn extent(&self, cell: u16) -> (Vec2, Vec2) {
        self.vertices(cell)
            .iter()
            .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), &v| (min.min(v), max.max(v)))
    }

    /// The cells that hold the lattice point (their borders included), in ascending order.
    pub(crate) fn cells_at(&self, point: I64Vec2) -> impl Iterator<Item = u16> {
        let probe = Probe::new(point >> self.step);
        let holds = move |cell: u16| {
            self.sides(cell).iter().all(|&side| self.line(side).sign_at(point) >= 0)
        };
        let near = (0..).zip(&*self.boxes).filter(move |(_, box_)| probe.is_within(**box_));
        near.map(|(cell, _)| cell).filter(move |&cell| holds(cell))
    }

    /// Whether a lattice point lies in a cell and not on its border.
    pub(crate) fn has_inside(&self, cell: u16, point: I64Vec2) -> bool {
        self.sides(cell).iter().all(|&side| self.line(side).sign_at(point) > 0)
    }

    /// The line of a side, positive inside; tile-local units.
    pub(crate) fn line(&self, side: Side) -> Line {
        let line = self.lines[side.line() as usize].line();
        if side.flipped() { line.reversed() } else { line }
    }
}
