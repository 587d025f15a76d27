//! Which gates a short step can cross: a list for every square of a fine lattice. An edit changes the lists round it alone.

use std::sync::Arc;

use glam::{IVec2, Vec2};
use navmesh::Bounds;

use super::passage::Mouth;
use crate::base::tolerances::GATE_INSET;

/// A gate: of which passage, and the which of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GateNumber {
    pub(crate) passage: u32,
    pub(crate) index: u32,
    pub(crate) mouth: Mouth,
    /// The direction that leads in.
    inward: Vec2,
}

impl GateNumber {
    pub(crate) fn new(passage: u32, index: u32, mouth: Mouth) -> Self {
        Self { passage, index, mouth, inward: mouth.inward() }
    }

    /// The box round it.
    pub(crate) fn extent(&self) -> [Vec2; 2] {
        let Mouth { left, right } = self.mouth;
        [left.min(right), left.max(right)]
    }

    /// Returns whether a step crosses it: the share of the step before, and whether forwards.
    pub(crate) fn hit(&self, from: Vec2, to: Vec2) -> Option<(f32, bool)> {
        let Mouth { left, right } = self.mouth;
        let depth = |point: Vec2| (point - left).dot(self.inward);
        let (before, after) = (depth(from), depth(to));
        if (before < 0.0) == (after < 0.0) {
            return None;
        }
        let share = before / (before - after);
        let along = right - left;
        let length = along.length();
        let at = (from.lerp(to, share) - left).dot(along) / length;
        (at >= -GATE_INSET && at <= length + GATE_INSET).then_some((share, before < 0.0))
    }
}

/// The box round two.
pub(crate) fn joined(one: [Vec2; 2], other: [Vec2; 2]) -> [Vec2; 2] {
    [one[0].min(other[0]), one[1].max(other[1])]
}

/// Squares on a side of a block.
const BLOCK: i32 = 16;

/// The most blocks on a side of the lattice: where there would be more, squares are larger.
const MOST_BLOCKS: i32 = 256;

/// Blocks: gates farther off than this are not looked for.
const FARTHEST: i32 = 16;

/// Squares: so far beyond a block gaps are looked for squarely.
const VIEW: usize = 8;

/// From so many blocks on all are looked at together.
const MANY: usize = 8;

/// Sides: how much farther than a step gates are looked for. Far above all roundings.
pub(super) const MARGIN: f32 = 0.02;

/// A square of squares.
#[derive(Clone, Debug)]
struct SquareBlock {
    /// The gates that come near any of its squares.
    gates: Vec<GateNumber>,
    /// Where each square's list begins, row by row; one more at the end.
    starts: Box<[u32; SQUARES + 1]>,
    /// Places among the gates.
    lists: Vec<u32>,
    /// How many squares, diagonally too, the next one that has a list is away from each, as far as the blocks round this one
    /// tell.
    gaps: Box<[u8; SQUARES]>,
}

const SQUARES: usize = (BLOCK * BLOCK) as usize;

impl Default for SquareBlock {
    fn default() -> Self {
        let (starts, gaps) = (Box::new([0; SQUARES + 1]), Box::new([u8::MAX; SQUARES]));
        Self { gates: Vec::new(), starts, lists: Vec::new(), gaps }
    }
}

impl SquareBlock {
    fn list(&self, square: usize) -> impl Iterator<Item = &GateNumber> {
        let list = self.starts[square] as usize..self.starts[square + 1] as usize;
        self.lists[list].iter().map(|&gate| &self.gates[gate as usize])
    }
}

/// Gates by the squares near which they come. A step that begins in a square and is no longer than its side crosses none but
/// those in the square's list.
#[derive(Clone, Debug)]
pub(crate) struct Close {
    side: f32,
    /// 1 ÷ the side: divisions take several times as long.
    inverse: f32,
    min: Vec2,
    /// Blocks in a row and in a column; none as long as there are no gates: most of a huge world is empty.
    size: IVec2,
    /// How many there are as soon as there are any.
    whole: IVec2,
    /// Row by row. None where no gate comes near any square of it or of the blocks round it.
    blocks: Vec<Option<Arc<SquareBlock>>>,
    /// How many blocks, diagonally too, the next one with a gate is away from each.
    far: Vec<u8>,
}

impl Close {
    /// No gates yet, in squares of at least `side` metres. Gates lie in some bounds.
    pub(crate) fn new(bounds: Bounds, side: f32) -> Self {
        let extent = bounds.max - bounds.min;
        let side = side.max(extent.max_element() / (BLOCK * MOST_BLOCKS) as f32);
        let reach = side * (1.0 + MARGIN) + GATE_INSET;
        let min = bounds.min - reach;
        let whole = ((extent + 2.0 * reach) / (side * BLOCK as f32)).floor().as_ivec2() + 1;
        let (size, blocks, far) = (IVec2::ZERO, Vec::new(), Vec::new());
        Self { side, inverse: side.recip(), min, size, whole, blocks, far }
    }

    /// Makes room for gates.
    fn open(&mut self) {
        self.size = self.whole;
        let count = (self.size.x * self.size.y) as usize;
        self.blocks.resize(count, None);
        self.far.resize(count, FARTHEST as u8);
    }

    /// Takes gates of passages away, given with their mouths, and adds others.
    pub(crate) fn replace(&mut self, gone: &[GateNumber], come: &[GateNumber]) {
        if !come.is_empty() && self.blocks.is_empty() {
            self.open();
        }
        let mut touched: Vec<(usize, GateNumber, bool)> = Vec::new();
        for (gates, comes) in [(gone, false), (come, true)] {
            for gate in gates {
                touched.extend(self.blocks_near(gate).map(|block| (block, *gate, comes)));
            }
        }
        touched.sort_by_key(|touched| touched.0);
        let (mut other, mut entries) = (Vec::new(), Vec::new());
        for touched in touched.chunk_by(|p, q| p.0 == q.0) {
            let number = touched[0].0;
            let mut block =
                self.blocks[number].take().map(Arc::unwrap_or_clone).unwrap_or_default();
            block.gates.retain(|gate| {
                let goes = |(_, other, comes): &(usize, GateNumber, bool)| {
                    !comes && (other.passage, other.index) == (gate.passage, gate.index)
                };
                !touched.iter().any(goes)
            });
            block.gates.extend(touched.iter().filter(|touched| touched.2).map(|touched| touched.1));
            let was = occupied(&block);
            self.fill(number, &mut block, &mut entries);
            if was != occupied(&block) {
                other.push(number);
            }
            self.blocks[number] = Some(Arc::new(block));
        }
        self.see_gaps(&other);
    }

    /// The gates that come near a box, some more than once, and a few more.
    pub(crate) fn gates_in(&self, [min, max]: [Vec2; 2]) -> impl Iterator<Item = &GateNumber> {
        let [first, last] = [min, max].map(|end| self.square(end).div_euclid(IVec2::splat(BLOCK)));
        let blocks = self.between(first, last).filter_map(|block| self.blocks[block].as_deref());
        blocks.flat_map(|block| &block.gates)
    }

    /// The box round all gates; `None` if there are none.
    pub(crate) fn extent(&self) -> Option<[Vec2; 2]> {
        let blocks = self.blocks.iter().flatten();
        blocks.flat_map(|block| &block.gates).map(GateNumber::extent).reduce(joined)
    }

    /// The blocks with squares that a gate comes near, or a few more.
    fn blocks_near(&self, gate: &GateNumber) -> impl Iterator<Item = usize> + use<> {
        let reach = self.reach();
        let Mouth { left, right } = gate.mouth;
        let (first, last) =
            (self.square(left.min(right) - reach), self.square(left.max(right) + reach));
        self.between(first.div_euclid(IVec2::splat(BLOCK)), last.div_euclid(IVec2::splat(BLOCK)))
    }

    /// The blocks between two, both included.
    fn between(&self, first: IVec2, last: IVec2) -> impl Iterator<Item = usize> + use<> {
        let (first, last) = (first.max(IVec2::ZERO), last.min(self.size - 1));
        let width = self.size.x;
        (first.y..=last.y)
            .flat_map(move |y| (first.x..=last.x).map(move |x| (y * width + x) as usize))
    }

    fn place(&self, block: usize) -> IVec2 {
        IVec2::new(block as i32 % self.size.x, block as i32 / self.size.x)
    }

    fn reach(&self) -> f32 {
        self.side * (1.0 + MARGIN) + GATE_INSET
    }

    /// Makes the lists of a block.
    fn fill(&self, number: usize, block: &mut SquareBlock, entries: &mut Vec<(u32, u32)>) {
        let corner = self.place(number) * BLOCK;
        entries.clear();
        for (gate, index) in block.gates.iter().zip(0..) {
            self.near(gate.mouth, corner, |square| entries.push((square, index)));
        }
        block.starts.fill(0);
        entries.iter().for_each(|&(square, _)| block.starts[square as usize + 1] += 1);
        (1..block.starts.len()).for_each(|index| block.starts[index] += block.starts[index - 1]);
        // Gates come in order, and are in order in each list.
        let mut next = *block.starts;
        block.lists.clear();
        block.lists.resize(entries.len(), 0);
        for &mut (square, gate) in entries {
            let place = &mut next[square as usize];
            block.lists[*place as usize] = gate;
            *place += 1;
        }
    }

    /// Names all squares of the block at a corner that a gate comes near.
    fn near(
        &self,
        Mouth { left: from, right: to }: Mouth,
        corner: IVec2,
        mut each: impl FnMut(u32),
    ) {
        let reach = self.reach();
        let (low, high) = (from.min(to) - reach, from.max(to) + reach);
        let first = (self.square(low) - corner).max(IVec2::ZERO);
        let last = (self.square(high) - corner).min(IVec2::splat(BLOCK - 1));
        // From the centre of a square its corners are this far away.
        let far = reach + 0.5 * std::f32::consts::SQRT_2 * self.side * (1.0 + MARGIN);
        let way = to - from;
        for (y, x) in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (y, x))) {
            let square = corner + IVec2::new(x, y);
            let center = self.min + (square.as_vec2() + 0.5) * self.side;
            let share = (center - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
            let nearest = from + way * share.clamp(0.0, 1.0);
            if nearest.distance_squared(center) <= far * far {
                each((y * BLOCK + x) as u32);
            }
        }
    }

    /// Finds the gaps round blocks in which other squares have lists now.
    fn see_gaps(&mut self, changed: &[usize]) {
        let is_other = |&&block: &&usize| (self.far[block] == 0) != self.has_gates(block);
        let others: Vec<IVec2> =
            changed.iter().filter(is_other).map(|&block| self.place(block)).collect();
        if others.len() > MANY {
            self.see_far([IVec2::ZERO, self.size - 1]);
        } else {
            others.iter().for_each(|&place| self.see_far([place - FARTHEST, place + FARTHEST]));
        }
        let round = |&block: &usize| {
            let place = self.place(block);
            self.between(place - 1, place + 1)
        };
        let mut near: Vec<usize> = changed.iter().flat_map(round).collect();
        near.sort_unstable();
        near.dedup();
        let is_row = |p: &usize, q: &usize| p + 1 == *q && self.place(*p).y == self.place(*q).y;
        let runs: Vec<(usize, usize)> =
            near.chunk_by(is_row).map(|run| (run[0], run.len())).collect();
        for (first, count) in runs {
            self.see_gaps_in(first, count);
        }
    }

    fn has_gates(&self, block: usize) -> bool {
        self.blocks[block].as_ref().is_some_and(|block| !block.lists.is_empty())
    }

    /// Finds how far off gates are in a rectangle of blocks. Beyond it nothing has changed, or nothing is seen from there.
    fn see_far(&mut self, [first, last]: [IVec2; 2]) {
        let (first, last) = (first.max(IVec2::ZERO), last.min(self.size - 1));
        let width = self.size.x;
        let number = |x: i32, y: i32| (y * width + x) as usize;
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let has_gates = self.has_gates(number(x, y));
                self.far[number(x, y)] = if has_gates { 0 } else { FARTHEST as u8 };
            }
        }
        let size = self.size;
        let mut spread = |x: i32, y: i32, sign: i32| {
            let mut gap = self.far[number(x, y)];
            for (aside, along) in [(-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (x, y) = (x + sign * aside, y + sign * along);
                if (0..size.x).contains(&x) && (0..size.y).contains(&y) {
                    gap = gap.min(self.far[number(x, y)].saturating_add(1));
                }
            }
            self.far[number(x, y)] = gap;
        };
        (first.y..=last.y).for_each(|y| (first.x..=last.x).for_each(|x| spread(x, y, 1)));
        let back = (first.y..=last.y).rev();
        back.for_each(|y| (first.x..=last.x).rev().for_each(|x| spread(x, y, -1)));
    }

    /// Finds the gaps of some blocks side by side, as they and those round them tell.
    fn see_gaps_in(&mut self, first: usize, count: usize) {
        let (place, block) = (self.place(first), BLOCK as usize);
        let (width, height) = (count * block + 2 * VIEW, block + 2 * VIEW);
        // Behind those there may be gates.
        let mut gaps = vec![VIEW as u8 + 1; width * height];
        for number in self.between(place - 1, place + IVec2::new(count as i32, 1)) {
            let Some(known) = &self.blocks[number] else { continue };
            let corner = (self.place(number) - place) * BLOCK + VIEW as i32;
            let lists = known.starts.windows(2).enumerate().filter(|(_, ends)| ends[0] < ends[1]);
            for (square, _) in lists {
                let (x, y) =
                    ((square % block) as i32 + corner.x, (square / block) as i32 + corner.y);
                if (0..width as i32).contains(&x) && (0..height as i32).contains(&y) {
                    gaps[y as usize * width + x as usize] = 0;
                }
            }
        }
        spread(&mut gaps, width);
        // The same again from the other corner.
        gaps.reverse();
        spread(&mut gaps, width);
        gaps.reverse();
        for index in 0..count {
            let place = place + IVec2::new(index as i32, 0);
            let is_dark = self.between(place - 1, place + 1).all(|block| !self.has_gates(block));
            let slot = &mut self.blocks[first + index];
            if is_dark {
                *slot = None;
                continue;
            }
            let known = Arc::make_mut(slot.get_or_insert_default());
            for (y, row) in known.gaps.chunks_exact_mut(block).enumerate() {
                let start = (VIEW + y) * width + VIEW + index * block;
                row.copy_from_slice(&gaps[start..start + block]);
            }
        }
    }

    fn square(&self, point: Vec2) -> IVec2 {
        // Casts end at the limits of i32, and nothing lies there.
        ((point - self.min) / self.side).floor().as_ivec2()
    }

    /// The gates that a piece of a step can cross which begins at a point.
    pub(crate) fn at(&self, point: Vec2) -> impl Iterator<Item = &GateNumber> {
        let found = self.place_of(point).and_then(|(block, square)| {
            let block = self.blocks[block].as_deref()?;
            Some(block.list(square))
        });
        found.into_iter().flatten()
    }

    /// The length of a way from a point that crosses none, however it turns, in metres; 0 where one may be near.
    pub(crate) fn clearance(&self, point: Vec2) -> f32 {
        // As far from any gate as is known of a block.
        let beyond = if self.blocks.is_empty() { (FARTHEST - 1) * BLOCK + 1 } else { 1 };
        let gap =
            self.place_of(point).map_or(beyond, |(block, square)| match &self.blocks[block] {
                Some(block) => i32::from(block.gaps[square]),
                None => (i32::from(self.far[block]) - 1).max(0) * BLOCK + 1,
            });
        gap as f32 * self.side * (1.0 - MARGIN)
    }

    /// The greatest length of a piece, in metres.
    pub(crate) fn side(&self) -> f32 {
        self.side
    }

    /// The block and the square of a point; `None` where nothing lies.
    fn place_of(&self, point: Vec2) -> Option<(usize, usize)> {
        // Above 0 casts round down, and take less time than `floor`.
        let place = (point - self.min) * self.inverse;
        let square = place.as_ivec2();
        let block = square / BLOCK;
        let is_inside = place.cmpge(Vec2::ZERO).all() && block.cmplt(self.size).all();
        let inner = square - block * BLOCK;
        is_inside.then(|| {
            ((block.y * self.size.x + block.x) as usize, (inner.y * BLOCK + inner.x) as usize)
        })
    }
}

/// Lets gaps grow by one from square to square, rightwards and from row to row.
fn spread(gaps: &mut [u8], width: usize) {
    for row in 0..gaps.len() / width {
        let (above, rest) = gaps.split_at_mut(row * width);
        let own = &mut rest[..width];
        if let Some(start) = above.len().checked_sub(width) {
            let above = &above[start..];
            for (gap, &other) in own.iter_mut().zip(above) {
                *gap = (*gap).min(other + 1);
            }
            for (gap, &other) in own[1..].iter_mut().zip(above) {
                *gap = (*gap).min(other + 1);
            }
            for (gap, &other) in own.iter_mut().zip(&above[1..]) {
                *gap = (*gap).min(other + 1);
            }
        }
        let mut last = u8::MAX - 1;
        for gap in own {
            last = (*gap).min(last + 1);
            *gap = last;
        }
    }
}

/// Returns which squares of a block have lists.
fn occupied(block: &SquareBlock) -> [u16; BLOCK as usize] {
    std::array::from_fn(|row| {
        let first = row * BLOCK as usize;
        (0..BLOCK as usize).fold(0, |bits, x| {
            let has_list = block.starts[first + x] < block.starts[first + x + 1];
            bits | u16::from(has_list) << x
        })
    })
}
