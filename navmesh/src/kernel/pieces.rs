//! The convex pieces of a tile's free space while obstacles are cut out of it.

use glam::{DVec2, I64Vec2};

use super::line::{Lines, Side};
use super::outline::extent;
use super::ring::Ring;

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

/// Strictly convex polygons, counter-clockwise. Their rings lie one behind another in lists that only grow while a tile
/// is cut: a piece that is cut up leaves its place unused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    list: Vec<Piece>,
    sides: Vec<Side>,
    vertices: Vec<DVec2>,
}

impl Pieces {
    /// None yet, with room for so many and their sides.
    pub(crate) fn with_room(count: usize, side_count: usize) -> Self {
        Self {
            list: Vec::with_capacity(count),
            sides: Vec::with_capacity(side_count),
            vertices: Vec::with_capacity(side_count),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.sides.clear();
        self.vertices.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn push(&mut self, ring: &Ring) {
        let piece = self.stored(ring, 0);
        self.list.push(piece);
    }

    fn stored(&mut self, ring: &Ring, area: u16) -> Piece {
        let (first, count) = (self.sides.len() as u32, ring.sides.len() as u32);
        self.sides.extend_from_slice(&ring.sides);
        self.vertices.extend_from_slice(&ring.vertices);
        let (min, max) = ring.extent();
        Piece { first, count, min, max, area }
    }

    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let piece = &self.list[index];
        piece.first as usize..(piece.first + piece.count) as usize
    }

    /// The sides of a piece in order.
    pub(crate) fn sides(&self, index: usize) -> &[Side] {
        &self.sides[self.range(index)]
    }

    /// Its vertices, rounded to f64; tile-local units.
    pub(crate) fn vertices(&self, index: usize) -> &[DVec2] {
        &self.vertices[self.range(index)]
    }

    /// The sides of all pieces, one piece behind another.
    pub(crate) fn all_sides(&self) -> impl Iterator<Item = Side> {
        (0..self.len()).flat_map(|index| self.sides(index)).copied()
    }

    /// The vertices of all pieces, likewise.
    pub(crate) fn all_vertices(&self) -> impl Iterator<Item = DVec2> {
        (0..self.len()).flat_map(|index| self.vertices(index)).copied()
    }

    /// Gives other names to the sides.
    pub(crate) fn rename_sides(&mut self, name: impl Fn(Side) -> Side) {
        for index in 0..self.len() {
            let range = self.range(index);
            self.sides[range].iter_mut().for_each(|side| *side = name(*side));
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
pub(crate) struct Block<'a> {
    pub(crate) vertices: &'a [I64Vec2],
    pub(crate) sides: &'a [Side],
}

/// The scratch of cutting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutter {
    inside: Ring,
    part: Ring,
    signs: Vec<i32>,
    best: Ring,
    best_signs: Vec<i32>,
    open: Vec<Side>,
    rest: Vec<Piece>,
}

impl Cutter {
    /// Takes the inside of an obstacle out of the pieces.
    pub(crate) fn subtract(&mut self, pieces: &mut Pieces, block: Block, lines: &Lines) {
        self.take::<false>(pieces, block, lines, |_| None);
    }

    /// Cuts the pieces that no area has claimed along the border of one, which claims what is inside.
    pub(crate) fn claim(&mut self, pieces: &mut Pieces, block: Block, lines: &Lines, area: u16) {
        self.take::<false>(pieces, block, lines, |_| Some(area));
    }

    /// Cuts all pieces along the border of a block: those inside get another number for their old one.
    pub(crate) fn renumber(
        &mut self,
        pieces: &mut Pieces,
        block: Block,
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
        block: Block,
        lines: &Lines,
        mut keep: impl FnMut(u16) -> Option<u16>,
    ) {
        let (min, max) = extent(block.vertices);
        let (min, max) = (min.as_dvec2(), max.as_dvec2());
        self.rest.clear();
        let mut index = 0;
        while let Some(piece) = pieces.list.get(index) {
            let overlaps = piece.min.cmplt(max).all() && piece.max.cmpgt(min).all();
            if (!ALL && piece.area != 0) || !overlaps {
                index += 1;
                continue;
            }
            let meets = meets(pieces, index, block, lines);
            let piece = pieces.list.swap_remove(index);
            if meets {
                self.cut_up(pieces, piece, block.sides, lines);
                if let Some(area) = keep(piece.area) {
                    let inside = pieces.stored(&self.inside, area);
                    self.rest.push(inside);
                }
            } else {
                self.rest.push(piece);
            }
        }
        pieces.list.append(&mut self.rest);
    }

    /// Leaves of a piece what is outside the obstacle: the largest part first.
    fn cut_up(&mut self, pieces: &mut Pieces, piece: Piece, sides: &[Side], lines: &Lines) {
        let range = piece.first as usize..(piece.first + piece.count) as usize;
        self.inside.sides.clear();
        self.inside.sides.extend_from_slice(&pieces.sides[range.clone()]);
        self.inside.vertices.clear();
        self.inside.vertices.extend_from_slice(&pieces.vertices[range]);
        self.open.clear();
        self.open.extend_from_slice(sides);
        while let Some(cut) = self.largest(lines) {
            self.rest.push(pieces.stored(&self.best, piece.area));
            self.part.set_part(&self.inside, cut, &self.best_signs, lines);
            std::mem::swap(&mut self.inside, &mut self.part);
        }
    }

    /// Finds the open side outside which the largest part of what is inside lies: that becomes `best`. Sides that do not
    /// cut any more are no longer open, nor is the one found.
    fn largest(&mut self, lines: &Lines) -> Option<Side> {
        let mut most: Option<(f64, usize)> = None;
        let mut cutting = 0;
        for index in 0..self.open.len() {
            let side = self.open[index];
            if !self.inside.is_cut(side, lines, &mut self.signs) {
                continue;
            }
            self.signs.iter_mut().for_each(|sign| *sign = -*sign);
            self.part.set_part(&self.inside, side.reversed(), &self.signs, lines);
            let area = self.part.area();
            if most.is_none_or(|(most, _)| area > most) {
                most = Some((area, cutting));
                std::mem::swap(&mut self.part, &mut self.best);
                std::mem::swap(&mut self.signs, &mut self.best_signs);
            }
            self.open[cutting] = side;
            cutting += 1;
        }
        self.open.truncate(cutting);
        let (_, index) = most?;
        self.best_signs.iter_mut().for_each(|sign| *sign = -*sign);
        Some(self.open.remove(index))
    }
}

/// Whether the insides of a piece and of an obstacle have a point in common. If not, a side of one of them parts them.
fn meets(pieces: &Pieces, index: usize, block: Block, lines: &Lines) -> bool {
    let (sides, vertices) = (pieces.sides(index), pieces.vertices(index));
    let reaches = |cut: &Side| lines.signs(*cut, (sides, vertices)).any(|sign| sign > 0);
    let is_reached = |side: &Side| {
        let line = lines.inward(*side);
        block.vertices.iter().any(|&vertex| line.sign_at(vertex) > 0)
    };
    block.sides.iter().all(reaches) && sides.iter().all(is_reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::i64vec2;

    fn block(lines: &mut Lines, points: &[(i64, i64)]) -> (Vec<I64Vec2>, Vec<Side>) {
        let points: Vec<I64Vec2> = points.iter().map(|&(x, y)| i64vec2(x, y)).collect();
        let n = points.len();
        let sides = (0..n).map(|k| lines.side(points[k], points[(k + 1) % n])).collect();
        (points, sides)
    }

    fn left_of(free: &[(i64, i64)], obstacle: &[(i64, i64)]) -> Vec<f64> {
        let mut lines = Lines::default();
        let mut ring = Ring::default();
        let free = block(&mut lines, free).1;
        let (vertices, sides) = block(&mut lines, obstacle);
        ring.set(&free, &lines);
        let mut pieces = Pieces::default();
        pieces.push(&ring);
        let obstacle = Block { vertices: &vertices, sides: &sides };
        Cutter::default().subtract(&mut pieces, obstacle, &lines);
        let area = |index| {
            ring.set(pieces.sides(index), &lines);
            assert_eq!(ring.vertices, pieces.vertices(index), "every vertex is a crossing");
            ring.area()
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
