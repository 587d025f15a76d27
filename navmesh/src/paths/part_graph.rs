//! Which parts of the ground are joined by links, and what it costs at least to get from each to one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The joins between parts of the ground, each a pair of the part to which it leads and that from which.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartGraph {
    /// In ascending order, each once.
    joins: Vec<[u32; 2]>,
    part_count: usize,
}

impl PartGraph {
    /// Forgets all, and takes in joins of so many parts, in any order.
    pub(crate) fn fill(&mut self, part_count: usize, joins: impl Iterator<Item = [u32; 2]>) {
        self.part_count = part_count;
        self.joins.clear();
        self.joins.extend(joins);
        self.joins.sort_unstable();
        self.joins.dedup();
    }

    pub(crate) fn count(&self) -> usize {
        self.joins.len()
    }

    /// The number of a join.
    pub(crate) fn number(&self, join: Option<[u32; 2]>) -> Option<u32> {
        Some(self.joins.binary_search(&join?).ok()? as u32)
    }

    /// Finds for each part what the joins from there to a goal cost at least, and tells by which join each way
    /// begins, the last time rightly. Edsger Dijkstra, *A Note on Two Problems in Connexion with Graphs* (1959), backwards.
    pub(crate) fn find_least(
        &self,
        goal: Option<u32>,
        costs: &[f64],
        least: &mut Vec<f64>,
        mut tell: impl FnMut(u32, u32),
    ) {
        least.clear();
        least.resize(self.part_count, f64::INFINITY);
        let mut open = BinaryHeap::new();
        if let Some(goal) = goal {
            least[goal as usize] = 0.0;
            open.push(Reverse((0, goal)));
        }
        while let Some(Reverse((bits, here))) = open.pop() {
            let cost = f64::from_bits(bits);
            if cost > least[here as usize] {
                continue;
            }
            let first = self.joins.partition_point(|&[to, _]| to < here);
            let joins = self.joins[first..].iter().zip(&costs[first..]);
            let of_here = joins.take_while(|(join, _)| join[0] == here);
            for (join, (&[_, from], more)) in of_here.enumerate() {
                let whole = cost + more;
                if whole < least[from as usize] {
                    least[from as usize] = whole;
                    tell(from, (first + join) as u32);
                    // Non-negative floats order like their bits.
                    open.push(Reverse((whole.to_bits(), from)));
                }
            }
        }
    }
}
