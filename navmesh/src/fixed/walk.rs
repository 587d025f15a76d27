//! A depth-first walk over cells, which finds the cells that are the only link between parts of the mesh.
//!
//! After Robert Tarjan, *Depth-first Search and Linear Graph Algorithms* (1972).

/// A walk over all cells.
pub(crate) struct CellWalk<'a> {
    first: &'a [u32],
    pub(crate) beyond: &'a [Option<u32>],
    /// For each cell its number in the order of the walk.
    pub(crate) order: Vec<u32>,
    /// The least number next to anything of the part that was walked from a cell on.
    pub(crate) low: Vec<u32>,
    /// How many cells were walked from a cell on, itself included.
    pub(crate) size: Vec<u32>,
    pub(crate) parent: Vec<u32>,
}

/// No cell.
pub(crate) const NONE: u32 = u32::MAX;

impl<'a> CellWalk<'a> {
    /// Walks over cells whose sides begin at `first`; `beyond` is the cell behind each side that is a portal.
    pub(crate) fn new(first: &'a [u32], beyond: &'a [Option<u32>]) -> Self {
        let count = first.len() - 1;
        let mut walk = CellWalk {
            first,
            beyond,
            order: vec![NONE; count],
            low: vec![NONE; count],
            size: vec![1; count],
            parent: vec![NONE; count],
        };
        walk.go();
        walk
    }

    /// The sides of a cell.
    pub(crate) fn sides(&self, cell: u32) -> std::ops::Range<usize> {
        self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize
    }

    fn go(&mut self) {
        let (mut count, mut open) = (0, Vec::new());
        for root in 0..self.order.len() as u32 {
            if self.order[root as usize] != NONE {
                continue;
            }
            open.push((root, self.sides(root)));
            while let Some((cell, sides)) = open.last_mut() {
                let here = *cell as usize;
                if self.order[here] == NONE {
                    (self.order[here], self.low[here]) = (count, count);
                    count += 1;
                }
                match sides.find_map(|side| self.beyond[side]) {
                    Some(next) if self.order[next as usize] == NONE => {
                        self.parent[next as usize] = here as u32;
                        let sides = self.sides(next);
                        open.push((next, sides));
                    }
                    Some(next) => self.low[here] = self.low[here].min(self.order[next as usize]),
                    None => {
                        let parent = self.parent[here];
                        if parent != NONE {
                            let parent = parent as usize;
                            self.low[parent] = self.low[parent].min(self.low[here]);
                            self.size[parent] += self.size[here];
                        }
                        open.pop();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    /// A ring of four cells with a dead end of two at 1, a branch at 3 that ends in a ring of three, and a part of its own.
    pub(crate) const NEIGHBOURS: [&[u32]; 12] = [
        &[1, 3],
        &[0, 2, 4],
        &[1, 3],
        &[2, 0, 6],
        &[1, 5],
        &[4],
        &[3, 7],
        &[6, 8, 9],
        &[7, 9],
        &[8, 7],
        &[11],
        &[10],
    ];

    /// Returns where the sides of cells begin that have such neighbours, and what lies beyond each.
    pub(crate) fn graph(neighbours: &[&[u32]]) -> (Vec<u32>, Vec<Option<u32>>) {
        let mut first = vec![0];
        neighbours.iter().for_each(|next| first.push(first[first.len() - 1] + next.len() as u32));
        let beyond = neighbours.iter().flat_map(|next| next.iter().map(|&next| Some(next)));
        (first, beyond.collect())
    }
}
