//! Which cells can be reached through a side without coming back: exact pruning of searches.
//!
//! Cells are numbered in the order of a depth-first walk. Where a cell is the only link between parts of the mesh, the
//! cells behind one of its sides are an interval of these numbers, so one comparison tells that a goal does not lie
//! there.

use super::walk::CellWalk;

/// The windows of all sides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    /// For each cell its number in the order of the walk.
    order: Vec<u32>,
    /// For each side the first number behind it, and how many there are; counted round the end.
    behind: Vec<[u32; 2]>,
}

impl Windows {
    /// The windows of cells whose sides begin at `first`; `beyond` is the cell behind each side that is a portal.
    pub(crate) fn new(first: &[u32], beyond: &[Option<u32>]) -> Windows {
        let count = first.len() - 1;
        let walk = CellWalk::new(first, beyond);
        let mut behind = Vec::with_capacity(beyond.len());
        for cell in 0..count as u32 {
            behind.extend(walk.sides(cell).map(|side| walk.behind(cell, side)));
        }
        Windows { order: walk.order, behind }
    }

    /// The bytes that they take.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.order) + size_of_val(&*self.behind)
    }

    /// For each cell its number in the order of the walk.
    pub(crate) fn into_order(self) -> Vec<u32> {
        self.order
    }

    /// The number of a cell in the order of the walk.
    pub(crate) fn order(&self, cell: u32) -> u32 {
        self.order[cell as usize]
    }

    /// The first number behind a side, and how many there are, counted round the end.
    pub(crate) fn behind(&self, side: usize) -> [u32; 2] {
        self.behind[side]
    }
}

impl CellWalk<'_> {
    fn behind(&self, cell: u32, side: usize) -> [u32; 2] {
        let count = self.order.len() as u32;
        let all = [0, count];
        let Some(next) = self.beyond[side] else { return [0, 0] };
        let at = |cell: u32| self.order[cell as usize];
        let size = |cell: u32| self.size[cell as usize];
        // Only through the cell one gets from what was walked from this child on to the rest.
        let is_cut = |child: &u32| self.low[*child as usize] >= at(cell);
        let mut children = self
            .sides(cell)
            .filter_map(|side| self.beyond[side])
            .filter(|&child| self.parent[child as usize] == cell);
        if at(next) < at(cell) {
            let last = at(cell) + size(cell);
            return if children.all(|child| is_cut(&child)) {
                [last, count - size(cell)]
            } else {
                all
            };
        }
        let holds = |child: &u32| (at(*child)..at(*child) + size(*child)).contains(&at(next));
        let child = children.find(holds).filter(is_cut);
        child.map_or(all, |child| [at(child), size(child)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::tests::{NEIGHBOURS, graph};
    use super::*;

    /// The cells that are reached from one without passing another.
    fn reached(neighbours: &[&[u32]], from: u32, without: u32) -> Vec<bool> {
        let mut seen = vec![false; neighbours.len()];
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            if cell != without && !std::mem::replace(&mut seen[cell as usize], true) {
                open.extend(neighbours[cell as usize]);
            }
        }
        seen
    }

    #[test]
    fn windows_hold_all_that_lies_behind_and_prune_dead_ends() {
        let neighbours = NEIGHBOURS;
        let (first, beyond) = graph(&neighbours);
        let windows = Windows::new(&first, &beyond);
        let count = neighbours.len() as u32;
        let (mut pruned, mut missed) = (0, 0);
        for cell in 0..count {
            for (k, &next) in neighbours[cell as usize].iter().enumerate() {
                let [low, length] = windows.behind(first[cell as usize] as usize + k);
                let reached = reached(&neighbours, next, cell);
                for goal in 0..count {
                    let inside = (windows.order(goal) + count - low) % count < length;
                    let behind = reached[goal as usize];
                    assert!(inside || !behind, "{cell} → {next} has {goal} behind it");
                    (pruned, missed) =
                        (pruned + !inside as u32, missed + (inside && !behind) as u32);
                }
            }
        }
        assert!(pruned > missed, "{pruned} pruned, {missed} missed");
    }
}
