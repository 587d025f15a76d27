//! The maze of the built-in scene of that name, made as its own source makes it.

use bevy_math::Vec2;

pub const SIDE: usize = 24;
pub const CELL: f32 = 5.0;
const THICKNESS: f32 = 0.5;

/// SplitMix64: Guy Steele, Doug Lea, Christine Flood, “Fast Splittable Pseudorandom Number Generators”, 2014.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        (((mixed >> 32) * end as u64) >> 32) as usize
    }
}

/// A perfect maze by loop-erased random walks: David Wilson, “Generating Random Spanning Trees More Quickly than the Cover
/// Time”, 1996. Cell (x, y) has the number y × SIDE + x.
pub struct Maze {
    /// Of each cell, whether the ways east and north are open.
    open: Vec<[bool; 2]>,
}

impl Maze {
    pub fn new(seed: u64) -> Self {
        let mut maze = Self { open: vec![[false; 2]; SIDE * SIDE] };
        let mut random = Random(seed);
        let mut in_tree = vec![false; SIDE * SIDE];
        let mut next = vec![0; SIDE * SIDE];
        in_tree[SIDE * SIDE - 1] = true;
        for start in 0..SIDE * SIDE {
            let mut at = start;
            while !in_tree[at] {
                let near = around(at);
                next[at] = near[random.below(near.len())];
                at = next[at];
            }
            at = start;
            while !in_tree[at] {
                in_tree[at] = true;
                let (lower, north) = side(at, next[at]);
                maze.open[lower][north] = true;
                at = next[at];
            }
        }
        maze
    }

    fn joined(&self, a: usize, b: usize) -> bool {
        let (lower, north) = side(a, b);
        self.open[lower][north]
    }

    /// All cells, nearest to the first one first.
    fn by_distance(&self) -> Vec<usize> {
        let (mut reached, mut seen, mut head) = (vec![0], vec![false; SIDE * SIDE], 0);
        seen[0] = true;
        while head < reached.len() {
            for near in around(reached[head]) {
                if self.joined(reached[head], near) && !seen[near] {
                    seen[near] = true;
                    reached.push(near);
                }
            }
            head += 1;
        }
        reached
    }

    /// The walls between cells: straight runs are one box, and go on to the far side of the walls that they meet.
    pub fn walls(&self) -> Vec<[Vec2; 2]> {
        let (half, extent) = (THICKNESS / 2.0, SIDE as f32 * CELL);
        let mut walls = Vec::new();
        for axis in 0..2 {
            let (across, along) = if axis == 0 { (1, SIDE) } else { (SIDE, 1) };
            for line in 1..SIDE {
                let walled = |at: usize| {
                    let before = (line - 1) * across + at * along;
                    !self.joined(before, before + across)
                };
                let mut at = 0;
                while at < SIDE {
                    let first = at;
                    while at < SIDE && walled(at) {
                        at += 1;
                    }
                    if at > first {
                        let middle = line as f32 * CELL;
                        let from = (first as f32 * CELL - half).max(0.0);
                        let to = (at as f32 * CELL + half).min(extent);
                        let ends = [Vec2::new(middle - half, from), Vec2::new(middle + half, to)];
                        walls.push(if axis == 0 {
                            ends
                        } else {
                            ends.map(|end| Vec2::new(end.y, end.x))
                        });
                    }
                    at += 1;
                }
            }
        }
        walls
    }

    /// 200 units: blocks of 7 × 7 in the cells nearest to the first one.
    pub fn crowd(&self) -> Vec<Vec2> {
        const COLUMNS: usize = 7;
        const PITCH: f32 = 0.6;
        let corner =
            |index: usize| index as f32 * CELL + (CELL - (COLUMNS - 1) as f32 * PITCH) / 2.0 - 0.5;
        let mut places = Vec::new();
        for at in self.by_distance() {
            for k in 0..COLUMNS * COLUMNS {
                let x = corner(at % SIDE) + (k % COLUMNS) as f32 * PITCH + 0.5;
                let y = corner(at / SIDE) + (k / COLUMNS) as f32 * PITCH + 0.5;
                places.push(Vec2::new(x, y));
            }
        }
        places.truncate(200);
        places
    }
}

/// The cells beside a cell.
fn around(at: usize) -> Vec<usize> {
    let (x, y) = (at % SIDE, at / SIDE);
    let near = [
        (x + 1 < SIDE, at + 1),
        (y + 1 < SIDE, at + SIDE),
        (x > 0, at.wrapping_sub(1)),
        (y > 0, at.wrapping_sub(SIDE)),
    ];
    near.into_iter().filter(|(is_there, _)| *is_there).map(|(_, cell)| cell).collect()
}

/// The lower one of two neighbours, and whether the other lies north of it.
fn side(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), usize::from(a.abs_diff(b) == SIDE))
}
