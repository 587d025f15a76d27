//! From where corners are seen: for each cell the corners that see into it, and between which places.
//!
//! What a point sees is known from this without a look round: sight goes both ways, so the sweeps from all corners, turned
//! inside out, tell for each cell which of them came there, and how wide.

use crate::tiles::ground::NO_PLACE;

/// A corner that sees into a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) corner: u32,
    /// The places of the ground that limit what it sees of the cell, right and left as seen from the corner.
    pub(crate) between: [u32; 2],
}

impl View {
    /// In half the bytes, if all its numbers are small.
    fn shortened(&self) -> Option<[u16; 3]> {
        let short = |number: u32| match number {
            NO_PLACE => Some(u16::MAX),
            _ => u16::try_from(number).ok().filter(|&number| number != u16::MAX),
        };
        Some([short(self.corner)?, short(self.between[0])?, short(self.between[1])?])
    }

    fn of_short([corner, right, left]: [u16; 3]) -> View {
        let long = |place: u16| if place == u16::MAX { NO_PLACE } else { place as u32 };
        View { corner: corner as u32, between: [long(right), long(left)] }
    }
}

/// Views, cell by cell: short ones as long as the numbers allow.
#[derive(Clone, Debug)]
enum Stored {
    Short(Vec<[u16; 3]>),
    Long(Vec<View>),
}

/// The views into the cells of a mesh that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    /// For each cell its first view, and the number of all at the end.
    first: Vec<u32>,
    stored: Stored,
}

impl Default for Views {
    fn default() -> Self {
        Self { first: vec![0], stored: Stored::Short(Vec::new()) }
    }
}

impl Views {
    /// All views into so many cells, each with its cell. Where they would take more than `budget` bytes, the cells into
    /// which most corners see have none.
    pub(crate) fn new(cells: u32, budget: usize, found: &[(u32, View)]) -> Views {
        let is_short = found.iter().all(|(_, view)| view.shortened().is_some());
        let size = if is_short { size_of::<[u16; 3]>() } else { size_of::<View>() };
        let mut counts = vec![0u32; cells as usize];
        found.iter().for_each(|&(cell, _)| counts[cell as usize] += 1);
        let most = longest_within(budget / size, &counts);
        let mut first = vec![0u32; cells as usize + 1];
        for (cell, &count) in counts.iter().enumerate() {
            first[cell + 1] = first[cell] + if count <= most { count } else { 0 };
        }
        let mut kept: Vec<(u32, View)> = found.to_vec();
        kept.retain(|&(cell, _)| counts[cell as usize] <= most);
        kept.sort_by_key(|&(cell, _)| cell);
        let views = kept.iter().map(|(_, view)| view);
        let stored = if is_short {
            Stored::Short(views.filter_map(View::shortened).collect())
        } else {
            Stored::Long(views.copied().collect())
        };
        Views { first, stored }
    }

    /// Calls `each` with the views into a cell; returns whether they are known.
    pub(crate) fn of(&self, cell: u32, each: impl FnMut(View)) -> bool {
        let range = self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize;
        match &self.stored {
            _ if range.is_empty() => return false,
            Stored::Short(views) => views[range].iter().copied().map(View::of_short).for_each(each),
            Stored::Long(views) => views[range].iter().copied().for_each(each),
        }
        true
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        let stored = match &self.stored {
            Stored::Short(views) => size_of_val(&**views),
            Stored::Long(views) => size_of_val(&**views),
        };
        size_of_val(&*self.first) + stored
    }
}

/// The greatest length so that all lists up to it hold no more than `room` entries together.
fn longest_within(room: usize, lengths: &[u32]) -> u32 {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let (mut taken, mut most) = (0, 0);
    for same in sorted.chunk_by(|p, q| p == q) {
        taken += same.len() * same[0] as usize;
        if taken > room {
            break;
        }
        most = same[0];
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(views: &Views) -> [Option<Vec<u32>>; 4] {
        [0, 1, 2, 3].map(|cell| {
            let mut corners = Vec::new();
            views.of(cell, |view| corners.push(view.corner)).then_some(corners)
        })
    }

    fn view(cell: u32, corner: u32) -> (u32, View) {
        (cell, View { corner, between: [0, NO_PLACE] })
    }

    #[test]
    fn cells_with_most_views_go_without_when_memory_is_short() {
        let found = [view(2, 5), view(0, 1), view(2, 6), view(0, 2), view(0, 3), view(3, 4)];
        let all = Views::new(4, usize::MAX, &found);
        assert_eq!(corners(&all), [Some(vec![1, 2, 3]), None, Some(vec![5, 6]), Some(vec![4])]);
        let few = Views::new(4, 5 * size_of::<[u16; 3]>(), &found);
        assert_eq!(corners(&few), [None, None, Some(vec![5, 6]), Some(vec![4])]);
    }

    #[test]
    fn views_of_many_corners_are_kept_in_full() {
        for last in [u16::MAX as u32 - 1, u16::MAX as u32, 1 << 20] {
            let views = Views::new(4, usize::MAX, &[view(0, 7), view(0, last)]);
            let mut found = Vec::new();
            assert!(views.of(0, |view| found.push((view.corner, view.between))));
            assert_eq!(found, [(7, [0, NO_PLACE]), (last, [0, NO_PLACE])]);
        }
    }
}
