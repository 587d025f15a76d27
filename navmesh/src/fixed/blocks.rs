//! Parts of a mesh that hang together by more than one cell, and which of them a way may pass.
//!
//! Any two cells of a *block* are on a ring of cells, or it is only two cells; blocks share single cells, and where they
//! do, they form a tree. A way that enters no cell twice passes only blocks between its ends in that tree. Found as by John
//! Hopcroft and Robert Tarjan, *Algorithm 447: Efficient Algorithms for Graph Manipulation* (1973).

use super::walk::{CellWalk, NONE};

/// The blocks of the cells of a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// For each cell its block; where it lies in several, that which was walked first.
    of: Vec<u32>,
    /// For each block the one above it, or [`NONE`]; those above have lower numbers.
    above: Vec<u32>,
    /// The cells that blocks share with those above, each with the block; sorted.
    tops: Vec<(u32, u32)>,
}

impl Blocks {
    /// The blocks of cells whose sides begin at `first`; `beyond` is the cell behind each side that is a portal.
    pub(crate) fn new(first: &[u32], beyond: &[Option<u32>]) -> Blocks {
        let walk = CellWalk::new(first, beyond);
        let mut walked = vec![0; walk.order.len()];
        for (cell, &order) in walk.order.iter().enumerate() {
            walked[order as usize] = cell;
        }
        let mut blocks = Blocks { of: vec![NONE; walked.len()], ..Blocks::default() };
        for cell in walked {
            let parent = walk.parent[cell] as usize;
            let before = blocks.of.get(parent).copied();
            let is_cut = before.is_none() || walk.low[cell] >= walk.order[parent];
            blocks.of[cell] = match before {
                Some(before) if !is_cut => before,
                above => {
                    let block = blocks.above.len() as u32;
                    blocks.above.push(above.unwrap_or(NONE));
                    blocks.tops.extend(above.map(|_| (parent as u32, block)));
                    block
                }
            };
        }
        blocks.tops.sort_unstable();
        blocks
    }

    /// The blocks of a cell.
    pub(crate) fn of(&self, cell: u32) -> impl Iterator<Item = u32> {
        let first = self.tops.partition_point(|top| top.0 < cell);
        let shared = self.tops[first..].iter().take_while(move |top| top.0 == cell);
        std::iter::once(self.of[cell as usize]).chain(shared.map(|top| top.1))
    }

    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        self.above.len()
    }

    /// The blocks that a way may pass from one cell to another.
    pub(crate) fn between(&self, cells: [u32; 2]) -> impl Iterator<Item = u32> {
        let [mut from, mut to] = cells.map(|cell| self.of[cell as usize]);
        std::iter::from_fn(move || {
            if from == NONE && to == NONE {
                return None;
            }
            let lower = if from == NONE || to != NONE && to > from { to } else { from };
            let above = self.above[lower as usize];
            if from == to {
                (from, to) = (NONE, NONE);
            } else if lower == from {
                from = above;
            } else {
                to = above;
            }
            Some(lower)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::tests::{NEIGHBOURS, graph};
    use super::*;

    /// All cells on ways from one to another that enter no cell twice.
    fn passed(neighbours: &[&[u32]], way: &mut Vec<u32>, to: u32, found: &mut [bool]) {
        let here = way[way.len() - 1];
        if here == to {
            way.iter().for_each(|&cell| found[cell as usize] = true);
            return;
        }
        for &next in neighbours[here as usize] {
            if !way.contains(&next) {
                way.push(next);
                passed(neighbours, way, to, found);
                way.pop();
            }
        }
    }

    #[test]
    fn ways_pass_only_the_blocks_between_their_ends() {
        let neighbours = NEIGHBOURS;
        let (first, beyond) = graph(&neighbours);
        let blocks = Blocks::new(&first, &beyond);
        let mut left_out = 0;
        for from in 0..10 {
            for to in 0..10 {
                let between: Vec<u32> = blocks.between([from, to]).collect();
                let mut found = [false; 12];
                passed(&neighbours, &mut vec![from], to, &mut found);
                for cell in 0..12 {
                    let is_between = blocks.of(cell).any(|block| between.contains(&block));
                    assert!(is_between || !found[cell as usize], "{from} → {to} passes {cell}");
                    left_out += !is_between as u32;
                }
            }
        }
        assert!(left_out > 400, "{left_out}");
    }
}
