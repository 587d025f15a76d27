//! Perfect mazes: between any two cells there is exactly one way.
//!
//! David Wilson, "Generating Random Spanning Trees More Quickly than the Cover Time", 1996:
//! loop-erased random walks give each spanning tree with equal chance, so ways are winding but far
//! shorter than those of a depth-first maze.

use crate::random::Random;

/// A square maze of `side` × `side` cells; cell (x, y) has the number `y · side + x`.
#[derive(Debug, Clone)]
pub struct Maze {
    side: usize,
    /// For each cell whether the way to the cell on its right, and to the cell above it, is open.
    open: Vec<[bool; 2]>,
}

impl Maze {
    /// The maze of a seed.
    pub fn new(side: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut maze = Self { side, open: vec![[false; 2]; side * side] };
        let mut in_tree = vec![false; side * side];
        // The cell that a walk left each cell for; a later visit overwrites it, which erases the
        // loop.
        let mut next = vec![0; side * side];
        if let Some(root) = in_tree.last_mut() {
            *root = true;
        }
        for start in 0..side * side {
            let mut at = start;
            while !in_tree[at] {
                let around = maze.around(at);
                next[at] = around[random.below(around.len())];
                at = next[at];
            }
            at = start;
            while !in_tree[at] {
                in_tree[at] = true;
                maze.join(at, next[at]);
                at = next[at];
            }
        }
        maze
    }

    fn around(&self, cell: usize) -> Vec<usize> {
        let (x, y) = (cell % self.side, cell / self.side);
        let mut around = Vec::with_capacity(4);
        around.extend((x + 1 < self.side).then(|| cell + 1));
        around.extend((y + 1 < self.side).then(|| cell + self.side));
        around.extend((x > 0).then(|| cell - 1));
        around.extend((y > 0).then(|| cell - self.side));
        around
    }

    fn join(&mut self, a: usize, b: usize) {
        self.open[a.min(b)][usize::from(a.abs_diff(b) == self.side && self.side > 1)] = true;
    }

    fn joined(&self, a: usize, b: usize) -> bool {
        self.open[a.min(b)][usize::from(a.abs_diff(b) == self.side && self.side > 1)]
    }

    /// All cells with their distances in steps from a cell, nearest first.
    pub fn distances(&self, from: usize) -> Vec<(usize, u32)> {
        let mut reached = vec![(from, 0)];
        let mut seen = vec![false; self.open.len()];
        seen[from] = true;
        let mut head = 0;
        while head < reached.len() {
            let (cell, distance) = reached[head];
            head += 1;
            for near in self.around(cell) {
                if self.joined(cell, near) && !seen[near] {
                    seen[near] = true;
                    reached.push((near, distance + 1));
                }
            }
        }
        reached
    }

    /// The walls between cells as boxes `[min x, min y, max x, max y]`, in metres: straight runs
    /// are one box, and a run goes on to the far side of the walls that it meets. The outer walls
    /// are left to the bounds.
    pub fn walls(&self, cell: f32, thickness: f32) -> Vec<[f32; 4]> {
        let (half, extent) = (thickness / 2.0, self.side as f32 * cell);
        let mut boxes = Vec::new();
        for axis in 0..2 {
            let stride = [1, self.side];
            for line in 1..self.side {
                let walled = |along: usize| {
                    let before = (line - 1) * stride[axis] + along * stride[1 - axis];
                    !self.joined(before, before + stride[axis])
                };
                let mut along = 0;
                while along < self.side {
                    let first = along;
                    while along < self.side && walled(along) {
                        along += 1;
                    }
                    if along > first {
                        let across = line as f32 * cell;
                        let (from, to) = (first as f32 * cell - half, along as f32 * cell + half);
                        let (min, max) =
                            ([across - half, from.max(0.0)], [across + half, to.min(extent)]);
                        boxes.push([min[axis], min[1 - axis], max[axis], max[1 - axis]]);
                    }
                    along += 1;
                }
            }
        }
        boxes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_maze_joins_all_cells_by_a_tree() {
        for seed in 0..20 {
            let maze = Maze::new(9, seed);
            let doors = maze.open.iter().flatten().filter(|&&open| open).count();
            assert_eq!(doors, 80);
            assert_eq!(maze.distances(0).len(), 81);
        }
    }

    #[test]
    fn walls_stand_exactly_where_cells_are_not_joined() {
        let maze = Maze::new(9, 1);
        let walls = maze.walls(5.0, 0.5);
        let solid =
            |x: f32, y: f32| walls.iter().any(|b| b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3]);
        for cell in 0..81 {
            let center =
                |cell: usize| ((cell % 9) as f32 * 5.0 + 2.5, (cell / 9) as f32 * 5.0 + 2.5);
            let (x, y) = center(cell);
            assert!(!solid(x, y));
            for near in maze.around(cell) {
                let (u, v) = center(near);
                assert_eq!(
                    solid((x + u) / 2.0, (y + v) / 2.0),
                    !maze.joined(cell, near),
                    "cells {cell} and {near}"
                );
            }
        }
    }
}
