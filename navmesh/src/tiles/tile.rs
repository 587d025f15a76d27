//! A tile: the free part of a square as convex cells, made from the set of obstacles that overlap it.
//!
//! A tile knows neither where in the world it lies nor which obstacles it was made from: equal sets of outlines,
//! seen from the tile's corner, give equal tiles bit for bit.

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2};

use super::edge::{BorderSide, SharpSide, TileEdge, told_by};
use super::packed_box::{PackedBox, Probe};
use super::stored::{Cell, PORTAL_WORDS, PortalEnd, Rare, StoredLine};
use crate::areas::{Area, Footing};
use crate::kernel::line::{Line, Lines, Side, crossing};
use crate::kernel::outline::{floor, lattice_point};
use crate::kernel::pieces::Pieces;
use crate::kernel::portals::{Overlap, Overlaps};
use crate::kernel::ring::Ring;
use crate::tolerances::{AT_CROSSING, METRES_PER_UNIT, PORTAL_SLACK};

/// A portal within the tile. Ends are tile-local metres, left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InnerPortal {
    pub(crate) beyond: u16,
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
}

/// The cell sides on an edge of a tile, sorted along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeSides<'a> {
    tile: &'a Tile,
    edge: TileEdge,
    /// The cell of each side, and the number of the side in its ring.
    words: &'a [[u16; 2]],
}

impl<'a> EdgeSides<'a> {
    pub(crate) fn side(self, index: usize) -> BorderSide {
        self.found(self.words[index])
    }

    /// The cell to which a side belongs.
    pub(crate) fn cell(self, index: usize) -> u16 {
        self.words[index][0]
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = BorderSide> + 'a {
        self.words.iter().map(move |&side| self.found(side))
    }

    fn found(self, [cell, side]: [u16; 2]) -> BorderSide {
        let (low, high) = self.edge.interval(self.tile.side_ends(cell, side as usize));
        BorderSide { cell, low, high }
    }

    /// The first side that does not begin below a coordinate.
    fn first_from(self, low: f32) -> usize {
        self.words.partition_point(|&side| self.found(side).low < low)
    }
}

/// The cells of a square of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    /// The borders first; no two are equal.
    pub(super) lines: Box<[StoredLine]>,
    /// One more than there are, for the ends of the last one's lists; none where there are no cells.
    pub(super) cells: Box<[Cell]>,
    /// The boxes round the cells, never less, in steps of the tile.
    pub(super) boxes: Box<[PackedBox]>,
    pub(super) vertices: Box<[Vec2]>,
    /// All small numbers, one table behind another:
    ///
    /// - for each vertex its side;
    /// - the portals, cell by cell: [`PORTAL_WORDS`] each;
    /// - the cell sides on the borders, edge by edge: their cells and their numbers there;
    /// - if there is more than one label, those of the cells: cells that are joined within the tile have the same;
    /// - if cells lie in areas, the number of the area for each, from 1;
    /// - if there are many lines, the upper halves of the sides.
    pub(super) words: Box<[u16]>,
    pub(super) rare: Option<Box<Rare>>,
    /// How many sides lie on each edge.
    pub(super) border_counts: [u16; 4],
    pub(super) label_count: u16,
    pub(super) has_areas: bool,
    pub(super) has_many_lines: bool,
    /// The steps of the boxes are this power of two; units.
    pub(super) step: u8,
}

impl Tile {
    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        let of_rare = |Rare { lines, areas, speeds }: &Rare| {
            size_of_val(&**lines) + size_of_val(&**areas) + size_of_val(&**speeds)
        };
        size_of::<Tile>()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.boxes)
            + size_of_val(&*self.vertices)
            + size_of_val(&*self.words)
            + self.rare.as_deref().map_or(0, |rare| size_of::<Rare>() + of_rare(rare))
    }

    pub(crate) fn cell_count(&self) -> u16 {
        self.boxes.len() as u16
    }

    /// Returns whether one cell is all of the tile, whose side is so many units.
    pub(crate) fn is_open(&self, size: i64) -> bool {
        let side = (size as f64 * METRES_PER_UNIT) as f32;
        let is_corner = |at: &Vec2| [0.0, side].contains(&at.x) && [0.0, side].contains(&at.y);
        self.boxes.len() == 1 && self.vertices.len() == 4 && self.vertices.iter().all(is_corner)
    }

    /// Returns whether a cell lies in an area.
    pub(crate) fn has_areas(&self) -> bool {
        self.has_areas
    }

    /// Returns what the ground of a cell is like.
    pub(crate) fn area(&self, cell: u16) -> Area {
        let Some(rare) = self.rare.as_ref().filter(|_| self.has_areas) else {
            return Area::default();
        };
        let number = self.words[self.areas_at() + cell as usize] as usize;
        number.checked_sub(1).map_or(Area::default(), |index| rare.areas[index])
    }

    /// Returns whether units are slower in any area that overlaps it.
    pub(crate) fn is_slow(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| !rare.speeds.is_empty())
    }

    /// Returns all that is known of the ground of a cell.
    pub(crate) fn footing(&self, cell: u16) -> Footing {
        let area = self.area(cell);
        let slow = self.rare.as_ref().filter(|_| self.is_slow());
        let Some(rare) = slow else { return Footing { area, ..Footing::default() } };
        let number = self.words[self.areas_at() + cell as usize] as usize;
        match number.checked_sub(1) {
            Some(index) => Footing { area, speed: rare.speeds[index] },
            None => Footing { area, ..Footing::default() },
        }
    }

    pub(crate) fn label_count(&self) -> u16 {
        self.label_count
    }

    pub(crate) fn label(&self, cell: u16) -> u16 {
        if self.label_count > 1 { self.words[self.labels_at() + cell as usize] } else { 0 }
    }

    /// The ring of a cell: vertex `k` is the end of side `k`.
    pub(crate) fn vertices(&self, cell: u16) -> &[Vec2] {
        &self.vertices[self.ring(cell)]
    }

    /// The lines of a cell's ring.
    pub(crate) fn sides(
        &self,
        cell: u16,
    ) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + Clone {
        self.ring(cell).map(|place| self.side_at(place))
    }

    /// A line of a cell's ring.
    pub(crate) fn side(&self, cell: u16, side: usize) -> Side {
        self.side_at(self.ring(cell).start + side)
    }

    fn side_at(&self, place: usize) -> Side {
        let upper = if self.has_many_lines { self.words[self.uppers_at() + place] } else { 0 };
        Side::restored([self.words[place], upper])
    }

    fn ring(&self, cell: u16) -> Range<usize> {
        let cell = cell as usize;
        self.cells[cell].first_vertex()..self.cells[cell + 1].first_vertex()
    }

    /// Returns where the tables begin that follow that of the sides.
    fn portals_at(&self) -> usize {
        self.vertices.len()
    }

    fn borders_at(&self) -> usize {
        let portals = self.cells.last().map_or(0, |end| end.first_portal as usize);
        self.portals_at() + portals * PORTAL_WORDS
    }

    fn labels_at(&self) -> usize {
        self.borders_at()
            + self.border_counts.iter().map(|&count| count as usize * 2).sum::<usize>()
    }

    fn areas_at(&self) -> usize {
        self.labels_at() + if self.label_count > 1 { self.boxes.len() } else { 0 }
    }

    fn uppers_at(&self) -> usize {
        self.words.len() - self.vertices.len()
    }

    /// The end points of a side, counter-clockwise.
    pub(crate) fn side_ends(&self, cell: u16, side: usize) -> [Vec2; 2] {
        let ring = self.vertices(cell);
        [ring[side.checked_sub(1).unwrap_or(ring.len() - 1)], ring[side]]
    }

    /// Returns what is stored of the portals of a cell: the cell beyond, the left and the right end.
    fn stored_portals(&self, cell: u16) -> impl Iterator<Item = (u16, PortalEnd, PortalEnd)> {
        let cell = cell as usize;
        let first = self.portals_at();
        let [from, to] =
            [cell, cell + 1].map(|cell| self.cells[cell].first_portal as usize * PORTAL_WORDS);
        let (portals, _) = self.words[first + from..first + to].as_chunks::<PORTAL_WORDS>();
        portals.iter().map(|&[beyond, left, right]| (beyond, PortalEnd(left), PortalEnd(right)))
    }

    /// The portals to other cells of the tile.
    pub(crate) fn portals(&self, cell: u16) -> impl Iterator<Item = InnerPortal> {
        let own = self.cells[cell as usize].first_vertex();
        self.stored_portals(cell).map(move |(beyond, left, right)| {
            let other = self.cells[beyond as usize].first_vertex();
            let at = |end: PortalEnd| {
                let first = if end.is_beyond() { other } else { own };
                self.vertices[first + end.vertex()]
            };
            InnerPortal { beyond, left: at(left), right: at(right) }
        })
    }

    /// The portals to other cells of the tile, each behind the side of the cell on which it lies.
    pub(crate) fn portals_on_sides(
        &self,
        cell: u16,
    ) -> impl Iterator<Item = (usize, InnerPortal)> + '_ {
        let (own, count) = (self.cells[cell as usize].first_vertex(), self.ring(cell).len());
        self.stored_portals(cell).map(move |(beyond, left, right)| {
            let other = self.cells[beyond as usize].first_vertex();
            let place = |end: PortalEnd| (if end.is_beyond() { other } else { own }) + end.vertex();
            let side = if !left.is_beyond() {
                left.vertex()
            } else if !right.is_beyond() {
                let side = right.vertex() + 1;
                if side == count { 0 } else { side }
            } else {
                // The side of the cell beyond ends where the portal has its right end.
                let line = self.side_at(place(right)).line();
                self.sides(cell).position(|side| side.line() == line).unwrap_or_default()
            };
            let [left, right] = [left, right].map(|end| self.vertices[place(end)]);
            (side, InnerPortal { beyond, left, right })
        })
    }

    /// Returns whether a cell has a side on the border of the tile.
    pub(crate) fn is_at_border(&self, cell: u16) -> bool {
        self.cells[cell as usize].is_on_any()
    }

    /// The cell sides on an edge, sorted along it.
    pub(crate) fn border(&self, edge: TileEdge) -> EdgeSides<'_> {
        let counts = self.border_counts.map(usize::from);
        let first = self.borders_at() + counts[..edge as usize].iter().sum::<usize>() * 2;
        let (words, _) = self.words[first..first + counts[edge as usize] * 2].as_chunks();
        EdgeSides { tile: self, edge, words }
    }

    /// The overlaps of at least `least` units between its cells with their left and right ends, as exact as f64 allows;
    /// tile-local units.
    pub(crate) fn sharp_overlaps(&self, least: f64) -> Vec<(Overlap, [DVec2; 2])> {
        let mut pieces = Pieces::with_room(self.boxes.len(), self.vertices.len());
        let (mut ring, mut overlaps) = (Ring::default(), Overlaps::default());
        let lines = Lines::of(self.lines.iter().map(|line| line.line(&self.rare)).collect());
        let mut sides = Vec::new();
        for cell in 0..self.cell_count() {
            sides.clear();
            sides.extend(self.sides(cell));
            ring.set(&sides, &lines);
            pieces.push(&ring);
        }
        overlaps.find(&pieces, lines.as_slice(), least);
        overlaps.found().iter().map(|overlap| (*overlap, overlap.points(&pieces))).collect()
    }

    /// The sides of a cell, positive inside, each with its end as exact as f64 allows; tile-local units.
    pub(crate) fn sharp_ring(&self, cell: u16) -> impl Iterator<Item = (Line, DVec2)> {
        let ring = self.sides(cell).map(|side| self.line(side));
        let next = ring.clone().cycle().skip(1);
        ring.zip(next).map(|(line, next)| (line, crossing(line, next)))
    }

    /// The cell sides on an edge, as exact as f64 allows, sorted along it.
    pub(crate) fn sharp_border(&self, edge: TileEdge) -> Vec<SharpSide> {
        let interval = |(index, &[cell, side]): (usize, &[u16; 2])| {
            let (n, k) = (self.ring(cell).len(), side as usize);
            let line = |k: usize| self.line(self.side(cell, k % n));
            let ends = [k + n - 1, k].map(|k| {
                let point = crossing(line(k), line(k + 1));
                if edge.is_horizontal() { point.x } else { point.y }
            });
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            SharpSide { cell, index, side: k, low, high }
        };
        let stored = self.border(edge).words.iter().enumerate();
        let mut sides: Vec<SharpSide> = stored.map(interval).collect();
        sides.sort_by(|p, q| p.low.total_cmp(&q.low));
        sides
    }

    /// The cell with a name: its number, or one of [`name_across`](super::edge::name_across).
    pub(crate) fn named(&self, name: u32) -> u16 {
        told_by(name).map_or(name as u16, |(edge, side)| self.border(edge).cell(side))
    }

    /// Returns whether another tile has the same sides on an edge.
    pub(crate) fn has_same_border(&self, other: &Tile, edge: TileEdge) -> bool {
        let (own, others) = (self.border(edge), other.border(edge));
        let same = |(p, q): (&SharpSide, &SharpSide)| {
            p.index == q.index && p.low == q.low && p.high == q.high
        };
        own.words.len() == others.words.len()
            && self.sharp_border(edge).iter().zip(&other.sharp_border(edge)).all(same)
    }

    /// Returns whether another tile has the same sides on an edge as far as seams go: of the same labels, to the rounding of
    /// f32.
    pub(crate) fn is_stitched_as(&self, other: &Tile, edge: TileEdge) -> bool {
        let (own, others) = (self.border(edge), other.border(edge));
        let same = |(p, q): (BorderSide, BorderSide)| {
            (p.low, p.high, self.label(p.cell)) == (q.low, q.high, other.label(q.cell))
        };
        own.words.len() == others.words.len() && own.iter().zip(others.iter()).all(same)
    }

    /// Returns where in an edge's border the cell's side is.
    pub(crate) fn border_index(&self, cell: u16, edge: TileEdge) -> Option<usize> {
        if !self.cells[cell as usize].is_on(edge as u8) {
            return None;
        }
        let side = self.sides(cell).position(|side| side.line() == edge as u32)?;
        let border = self.border(edge);
        let first = border.first_from(edge.interval(self.side_ends(cell, side)).0);
        border.words[first..].iter().position(|other| other[0] == cell).map(|index| first + index)
    }

    /// The box round a cell, in tile-local metres.
    pub(crate) fn extent(&self, cell: u16) -> (Vec2, Vec2) {
        self.vertices(cell)
            .iter()
            .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), &v| (min.min(v), max.max(v)))
    }

    /// The cells whose boxes touch a box in tile-local units.
    pub(crate) fn cells_in(&self, min: I64Vec2, max: I64Vec2) -> impl Iterator<Item = u16> {
        let [min, max] = [min, max].map(|end| (end.as_dvec2() * METRES_PER_UNIT).as_vec2());
        (0..self.cell_count()).filter(move |&cell| {
            let (low, high) = self.extent(cell);
            let slack = PORTAL_SLACK as f32;
            low.cmple(max + slack).all() && high.cmpge(min - slack).all()
        })
    }

    /// The cells that hold the lattice point (their borders included), in ascending order.
    pub(crate) fn cells_at(&self, point: I64Vec2) -> impl Iterator<Item = u16> {
        let probe = Probe::new(point >> self.step);
        let holds =
            move |cell: u16| self.sides(cell).all(|side| self.line(side).sign_at(point) >= 0);
        let near = (0..).zip(&*self.boxes).filter(move |(_, box_)| probe.is_within(**box_));
        near.map(|(cell, _)| cell).filter(move |&cell| holds(cell))
    }

    /// The cells that hold a place where sides of cells meet, as f64 has it; tile-local units.
    pub(crate) fn cells_meeting_at(&self, at: DVec2) -> impl Iterator<Item = u16> {
        let exact = lattice_point(at);
        let on_lattice = exact.map(|point| self.cells_at(point));
        let between = exact.is_none().then(|| {
            let steps = [-AT_CROSSING, AT_CROSSING].map(|by| floor(at + by) >> self.step);
            let probe = Probe::any_of(steps);
            let near = (0..).zip(&*self.boxes).filter(move |(_, box_)| probe.is_within(**box_));
            let holds = move |cell: u16| self.sides(cell).all(|side| self.line(side).holds(at));
            near.map(|(cell, _)| cell).filter(move |&cell| holds(cell))
        });
        on_lattice.into_iter().flatten().chain(between.into_iter().flatten())
    }

    /// The first cell in which a point (tile-local units) lies about so deep; less than 0: or no farther beside it.
    pub(crate) fn covering(&self, point: DVec2, depth: f64) -> Option<u16> {
        let probe = Probe::new(floor(point) >> self.step);
        let is_inside = |line: Line| {
            let [a, b, c] = [line.a, line.b, line.c].map(|coefficient| coefficient as f64);
            a * point.x + b * point.y + c >= depth * (a.abs() + b.abs())
        };
        let mut near = (0..).zip(&*self.boxes).filter(|(_, box_)| probe.is_within(**box_));
        let (cell, _) =
            near.find(|&(cell, _)| self.sides(cell).all(|side| is_inside(self.line(side))))?;
        Some(cell)
    }

    /// Returns whether a lattice point lies in a cell and not on its border.
    pub(crate) fn has_inside(&self, cell: u16, point: I64Vec2) -> bool {
        self.sides(cell).all(|side| self.line(side).sign_at(point) > 0)
    }

    /// The line of a side, positive inside; tile-local units.
    pub(crate) fn line(&self, side: Side) -> Line {
        let line = self.lines[side.line() as usize].line(&self.rare);
        if side.flipped() { line.reversed() } else { line }
    }
}
