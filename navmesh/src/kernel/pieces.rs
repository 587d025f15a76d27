//! The convex pieces of a tile's free space while obstacles are cut out of it.

use std::hint::select_unpredictable;
use std::ops::Range;

use glam::{DVec2, I64Vec2};

use super::blade::{Blade, Run};
use super::line::{Corner, Lines, Side};
use super::outline::extent;
use super::ring::{Cut, CutEnds, Ring, extent_of};
use crate::tolerances::SAME_AREA;

/// A ring in the lists of [`Pieces`].
#[derive(Clone, Copy, Debug)]
struct Piece {
    first: u32,
    count: u32,
    /// The box round the piece.
    min: DVec2,
    max: DVec2,
    /// The number of the area that has claimed it; 0 for none.
    area: u16,
}

impl Piece {
    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Strictly convex polygons, counter-clockwise. Their corners lie one behind another in a list that only grows while a tile
/// is cut: a piece that is cut up leaves its place unused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    list: Vec<Piece>,
    corners: Vec<Corner>,
}

impl Pieces {
    /// None yet, with room for so many and their corners.
    pub(crate) fn with_room(count: usize, corner_count: usize) -> Self {
        Self { list: Vec::with_capacity(count), corners: Vec::with_capacity(corner_count) }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.corners.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn push(&mut self, ring: &Ring) {
        let piece = self.stored(ring, 0);
        self.list.push(piece);
    }

    fn stored(&mut self, ring: &Ring, area: u16) -> Piece {
        let first = self.corners.len();
        self.corners.extend_from_slice(&ring.corners);
        self.piece(first, area)
    }

    /// Stores the part of a ring along a line (see [`Ring::add_part`]).
    fn stored_part(
        &mut self,
        ring: &Ring,
        run: Run,
        line: Side,
        ends: CutEnds,
        area: u16,
    ) -> Piece {
        let first = self.corners.len();
        ring.add_part(run, line, ends, &mut self.corners);
        self.piece(first, area)
    }

    /// Returns what the list holds from here on.
    fn piece(&self, first: usize, area: u16) -> Piece {
        let (min, max) = extent_of(&self.corners[first..]);
        Piece { first: first as u32, count: (self.corners.len() - first) as u32, min, max, area }
    }

    /// The corners of a piece in order.
    pub(crate) fn corners(&self, index: usize) -> &[Corner] {
        &self.corners[self.list[index].range()]
    }

    /// The sides of all pieces, one piece behind another.
    pub(crate) fn all_sides(&self) -> impl Iterator<Item = Side> {
        (0..self.len()).flat_map(|index| self.corners(index)).map(|corner| corner.side)
    }

    /// Gives other names to the sides.
    pub(crate) fn rename_sides(&mut self, mut name: impl FnMut(Side) -> Side) {
        for piece in &self.list {
            let corners = &mut self.corners[piece.range()];
            corners.iter_mut().for_each(|corner| corner.side = name(corner.side));
        }
    }

    /// The number of the area that has claimed a piece; 0 for none.
    pub(crate) fn area(&self, index: usize) -> u16 {
        self.list[index].area
    }

    /// Keeps the pieces whose area's number will do.
    pub(crate) fn retain_areas(&mut self, will_do: impl Fn(u16) -> bool) {
        self.list.retain(|piece| will_do(piece.area));
    }

    /// Gives the pieces that no area has claimed to one.
    pub(crate) fn claim_rest(&mut self, area: u16) {
        self.list.iter_mut().filter(|piece| piece.area == 0).for_each(|piece| piece.area = area);
    }

    /// The box round a piece.
    pub(crate) fn extent(&self, index: usize) -> (DVec2, DVec2) {
        (self.list[index].min, self.list[index].max)
    }
}

/// An obstacle, as the kernel sees it: its vertices, and the side behind each; strictly convex, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelObstacle<'a> {
    pub(crate) vertices: &'a [I64Vec2],
    pub(crate) sides: &'a [Side],
}

/// The scratch of cutting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutter {
    inside: Ring,
    part: Ring,
    depths: Vec<f64>,
    /// The sides of the block, and its vertices.
    blades: Vec<Blade>,
    vertices: Vec<DVec2>,
    /// For each side of the block, whether it may pass through what is inside.
    reaching: Vec<bool>,
    open: Vec<OpenCut>,
    rest: Vec<Piece>,
}

/// A cut along a side of the block.
#[derive(Clone, Copy, Debug)]
struct OpenCut {
    /// The number of the side.
    blade: usize,
    cut: Cut,
    /// How many cuts had been made when it was looked at. Less is outside it with every cut that is made.
    made: usize,
}

impl Cutter {
    /// Takes the inside of an obstacle out of the pieces.
    pub(crate) fn subtract(&mut self, pieces: &mut Pieces, block: KernelObstacle, lines: &Lines) {
        self.take::<false>(pieces, block, lines, |_| None);
    }

    /// Cuts the pieces that no area has claimed along the border of one, which claims what is inside.
    pub(crate) fn claim(
        &mut self,
        pieces: &mut Pieces,
        block: KernelObstacle,
        lines: &Lines,
        area: u16,
    ) {
        self.take::<false>(pieces, block, lines, |_| Some(area));
    }

    /// Cuts all pieces along the border of a block: those inside get another number for their old one.
    pub(crate) fn renumber(
        &mut self,
        pieces: &mut Pieces,
        block: KernelObstacle,
        lines: &Lines,
        mut number: impl FnMut(u16) -> u16,
    ) {
        self.take::<true>(pieces, block, lines, |area| Some(number(area)));
    }

    /// Cuts the pieces that no area has claimed, or `ALL`, along the border of a block. What is inside is dropped, or kept
    /// with the number of an area.
    fn take<const ALL: bool>(
        &mut self,
        pieces: &mut Pieces,
        block: KernelObstacle,
        lines: &Lines,
        mut keep: impl FnMut(u16) -> Option<u16>,
    ) {
        let (min, max) = extent(block.vertices);
        let (min, max) = (min.as_dvec2(), max.as_dvec2());
        self.rest.clear();
        self.blades.clear();
        self.blades.extend(block.sides.iter().map(|&side| Blade::new(side, lines)));
        self.vertices.clear();
        self.vertices.extend(block.vertices.iter().map(|vertex| vertex.as_dvec2()));
        let mut index = 0;
        while let Some(piece) = pieces.list.get(index) {
            let overlaps = (piece.min.x < max.x)
                & (piece.min.y < max.y)
                & (piece.max.x > min.x)
                & (piece.max.y > min.y);
            if (!ALL && piece.area != 0) || !overlaps {
                index += 1;
                continue;
            }
            let piece = pieces.list.swap_remove(index);
            if !self.meets(pieces, piece, lines) {
                self.rest.push(piece);
                continue;
            }
            let claimed = keep(piece.area);
            self.cut_up(pieces, piece.area, claimed.is_some(), lines);
            if let Some(area) = claimed {
                let inside = pieces.stored(&self.inside, area);
                self.rest.push(inside);
            }
        }
        pieces.list.append(&mut self.rest);
    }

    /// Returns whether the insides of a piece and of an obstacle have a point in common. If so, the piece is `inside`, and
    /// those sides of the obstacle are open that pass through it: along others there is nothing to cut.
    fn meets(&mut self, pieces: &Pieces, piece: Piece, lines: &Lines) -> bool {
        self.inside.corners.clear();
        self.inside.corners.extend_from_slice(&pieces.corners[piece.range()]);
        if !self.find_reaching(lines) {
            return false;
        }
        self.open.clear();
        for (blade, _) in self.reaching.iter().enumerate().filter(|(_, reaches)| **reaches) {
            if let Some(cut) = self.inside.cut(&self.blades[blade], lines, &mut self.depths) {
                self.open.push(OpenCut { blade, cut, made: 0 });
            }
        }
        let is_within = |blade: &Blade| self.inside.is_inside(blade, lines, &mut self.depths);
        !self.open.is_empty() || self.blades.iter().all(is_within)
    }

    /// Finds the sides of an obstacle that no side of what is inside has wholly outside; `false` if one has the whole obstacle
    /// outside. Those among them whose lines part what is inside pass through it: if a segment and a convex polygon have
    /// nothing in common, a side of the polygon or the segment itself parts them.
    fn find_reaching(&mut self, lines: &Lines) -> bool {
        self.reaching.clear();
        self.reaching.resize(self.vertices.len(), true);
        for corner in &self.inside.corners {
            let blade = Blade::new(corner.side, lines);
            let first = blade.has_inside(self.vertices[0]);
            let (mut before, mut any) = (first, first);
            for (reaches, &vertex) in self.reaching.iter_mut().zip(&self.vertices[1..]) {
                let now = blade.has_inside(vertex);
                *reaches &= before | now;
                any |= now;
                before = now;
            }
            if !any {
                return false;
            }
            if let Some(reaches) = self.reaching.last_mut() {
                *reaches &= before | first;
            }
        }
        true
    }

    /// Stores of what is inside all that is outside the open sides: the largest part first. What is inside in the end is what
    /// is inside them all, if that is asked for.
    fn cut_up(&mut self, pieces: &mut Pieces, area: u16, to_the_end: bool, lines: &Lines) {
        let mut made = 0;
        while let Some(cut) = self.largest(made, lines) {
            let [inside, outside] = self.inside.ends(&cut, lines);
            let (run, line) = cut.outside();
            let outside = pieces.stored_part(&self.inside, run, line, outside, area);
            self.rest.push(outside);
            if self.open.is_empty() && !to_the_end {
                return;
            }
            self.part.corners.clear();
            let (run, line) = cut.inside();
            self.inside.add_part(run, line, inside, &mut self.part.corners);
            std::mem::swap(&mut self.inside, &mut self.part);
            made += 1;
        }
    }

    /// The cut along an open side that has the largest part of what is inside on its outside, after so many were made: it is
    /// open no longer. Those that had less outside before need no second look.
    fn largest(&mut self, made: usize, lines: &Lines) -> Option<Cut> {
        loop {
            let mut most = 0;
            for (index, open) in self.open.iter().enumerate().skip(1) {
                let is_more = open.cut.area > self.open[most].cut.area * SAME_AREA;
                most = select_unpredictable(is_more, index, most);
            }
            let open = self.open.get_mut(most)?;
            if open.made == made {
                return Some(self.open.remove(most).cut);
            }
            match self.inside.cut(&self.blades[open.blade], lines, &mut self.depths) {
                Some(cut) => *open = OpenCut { cut, made, ..*open },
                None => drop(self.open.remove(most)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::line::common_divisor;
    use glam::i64vec2;

    fn block(lines: &mut Lines, points: &[(i64, i64)]) -> (Vec<I64Vec2>, Vec<Side>) {
        let points: Vec<I64Vec2> = points.iter().map(|&(x, y)| i64vec2(x, y)).collect();
        let n = points.len();
        let side = |k: usize| (points[k], points[(k + 1) % n]);
        let sides = (0..n).map(side);
        let sides =
            sides.map(|(from, to)| lines.side(from, to, common_divisor(from, to))).collect();
        (points, sides)
    }

    fn left_of(free: &[(i64, i64)], obstacle: &[(i64, i64)]) -> Vec<f64> {
        let mut lines = Lines::of(Vec::new());
        let mut ring = Ring::default();
        let free = block(&mut lines, free).1;
        let (vertices, sides) = block(&mut lines, obstacle);
        ring.set(&free, &lines);
        let mut pieces = Pieces::default();
        pieces.push(&ring);
        let obstacle = KernelObstacle { vertices: &vertices, sides: &sides };
        Cutter::default().subtract(&mut pieces, obstacle, &lines);
        let area = |index| {
            let corners = pieces.corners(index);
            ring.set(&corners.iter().map(|corner| corner.side).collect::<Vec<_>>(), &lines);
            assert_eq!(ring.corners, corners, "every vertex is a crossing");
            let from = corners[0].vertex;
            let area = |pair: &[Corner]| (pair[0].vertex - from).perp_dot(pair[1].vertex - from);
            corners.windows(2).map(area).sum::<f64>() / 2.0
        };
        (0..pieces.len()).map(area).collect()
    }

    const SQUARE: [(i64, i64); 4] = [(0, 0), (10, 0), (10, 10), (0, 10)];

    #[test]
    fn a_hole_leaves_four_pieces_the_largest_first() {
        assert_eq!(left_of(&SQUARE, &[(2, 2), (4, 2), (4, 4), (2, 4)]), [60.0, 24.0, 8.0, 4.0]);
    }

    #[test]
    fn corners_and_sides_that_only_touch_cut_nothing() {
        for obstacle in
            [[(10, 0), (20, 0), (20, 10), (10, 10)], [(10, 10), (20, 10), (20, 20), (10, 20)]]
        {
            assert_eq!(left_of(&SQUARE, &obstacle), [100.0]);
        }
        assert_eq!(left_of(&SQUARE, &[(10, 5), (15, 0), (15, 10)]), [100.0]);
        assert_eq!(left_of(&SQUARE, &[(8, 14), (14, 8), (15, 15)]), [100.0], "boxes overlap");
    }

    #[test]
    fn cuts_through_vertices_are_clean() {
        assert_eq!(left_of(&SQUARE, &[(0, 0), (10, 10), (0, 10)]), [50.0]);
        assert_eq!(
            left_of(&SQUARE, &[(0, 0), (20, 10), (20, 20), (10, 20)]).iter().sum::<f64>(),
            50.0
        );
        assert!(left_of(&SQUARE, &[(-1, -1), (11, -1), (11, 11), (-1, 11)]).is_empty());
        assert!(left_of(&SQUARE, &SQUARE).is_empty());
    }
}
