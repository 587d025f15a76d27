//! Numbers by cell, put together by counting: how many each cell has is counted first, then each gets its place. So both can
//! be done in slices.

/// Numbers by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByCell {
    /// While numbers are counted, how many each cell has, one further on. Then, for each cell, one further on, the place of
    /// its next number; once all have theirs, the place of its first one, and the number of all at the end.
    first: Vec<u32>,
    all: Vec<u32>,
    is_counted: bool,
}

impl ByCell {
    /// No numbers yet, of so many cells.
    pub(crate) fn new(cell_count: usize) -> ByCell {
        ByCell { first: vec![0; cell_count + 2], ..ByCell::default() }
    }

    /// Counts a number of a cell.
    pub(crate) fn count(&mut self, cell: u32) {
        self.first[cell as usize + 2] += 1;
    }

    /// Gives a number of a cell its place, behind those of this cell that came before, once all are counted.
    pub(crate) fn place(&mut self, cell: u32, number: u32) {
        self.add_up();
        let next = &mut self.first[cell as usize + 1];
        self.all[*next as usize] = number;
        *next += 1;
    }

    /// Adds up how many there are, once all are counted.
    fn add_up(&mut self) {
        if !std::mem::replace(&mut self.is_counted, true) {
            (1..self.first.len()).for_each(|cell| self.first[cell] += self.first[cell - 1]);
            self.all = vec![0; self.first.last().map_or(0, |&all| all as usize)];
        }
    }

    /// The numbers of a cell, once all have their places.
    pub(crate) fn of(&self, cell: u32) -> &[u32] {
        let [from, to] = [cell, cell + 1].map(|cell| self.first[cell as usize] as usize);
        &self.all[from..to]
    }

    /// Returns the numbers of a cell, to be put in order.
    pub(crate) fn of_mut(&mut self, cell: u32) -> &mut [u32] {
        let [from, to] = [cell, cell + 1].map(|cell| self.first[cell as usize] as usize);
        &mut self.all[from..to]
    }

    /// For each cell the place of its first number, and the number of all at the end, once all have their places.
    pub(crate) fn into_first(mut self) -> Vec<u32> {
        self.first.pop();
        self.first
    }
}
