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

/// How many bits the numbers of views take: corners, and places with [`NO_PLACE`].
#[derive(Clone, Copy, Debug)]
struct Widths {
    corner: u32,
    place: u32,
}

/// The bits of a number up to this one.
fn width(most: u32) -> u32 {
    (u32::BITS - most.leading_zeros()).max(1)
}

impl Widths {
    /// What these views need.
    fn of(found: &[(u32, View)]) -> Widths {
        let most =
            |most: u32, number: u32| if number == NO_PLACE { most } else { most.max(number) };
        let views = || found.iter().map(|(_, view)| view);
        let places = views().flat_map(|view| view.between).fold(0, most);
        // One more stands for no place.
        let corners = views().fold(0, |most, view| most.max(view.corner));
        Widths { corner: width(corners), place: width(places.saturating_add(1)) }
    }

    fn no_place(self) -> u64 {
        (1 << self.place) - 1
    }

    fn bits(self) -> usize {
        (self.corner + 2 * self.place) as usize
    }

    fn packed(self, view: &View) -> u64 {
        let short = |place: u32| if place == NO_PLACE { self.no_place() } else { place as u64 };
        let [right, left] = view.between.map(short);
        (view.corner as u64) << (2 * self.place) | right << self.place | left
    }

    fn unpacked(self, bits: u64) -> View {
        let long = |bits: u64| {
            let place = bits & self.no_place();
            if place == self.no_place() { NO_PLACE } else { place as u32 }
        };
        let corner = (bits >> (2 * self.place)) as u32;
        View { corner, between: [long(bits >> self.place), long(bits)] }
    }
}

/// Numbers of equally many bits, one behind another: no more than 57 each, so that eight bytes hold any.
#[derive(Clone, Debug)]
struct Bits {
    width: usize,
    /// With seven bytes more behind the last, so that eight can be read of any.
    bytes: Vec<u8>,
}

/// The most bits of a number: with up to seven before it in its first byte.
const MOST_BITS: usize = 57;

impl Bits {
    fn new(width: usize, numbers: impl Iterator<Item = u64>) -> Bits {
        let mut bits = Bits { width, bytes: Vec::new() };
        let (mut open, mut count) = (0u128, 0);
        for number in numbers {
            open |= (number as u128) << count;
            count += width;
            while count >= 8 {
                bits.bytes.push(open as u8);
                (open, count) = (open >> 8, count - 8);
            }
        }
        bits.bytes.extend((open as u64).to_le_bytes());
        bits.bytes.shrink_to_fit();
        bits
    }

    fn number(&self, index: usize) -> u64 {
        let at = index * self.width;
        let mut eight = [0; 8];
        eight.copy_from_slice(&self.bytes[at / 8..at / 8 + 8]);
        u64::from_le_bytes(eight) >> (at % 8) & ((1 << self.width) - 1)
    }
}

/// Views, cell by cell: short ones as long as the numbers allow.
#[derive(Clone, Debug)]
enum Stored {
    Short(Widths, Bits),
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
        Self { first: vec![0], stored: Stored::Long(Vec::new()) }
    }
}

impl Views {
    /// All views into so many cells, each with its cell. Where they would take more than `budget` bytes, the cells into
    /// which most corners see have none.
    pub(crate) fn new(cells: u32, budget: usize, found: &[(u32, View)]) -> Views {
        let widths = Widths::of(found);
        let is_short = widths.bits() <= MOST_BITS;
        let size = if is_short { widths.bits() } else { size_of::<View>() * 8 };
        let mut counts = vec![0u32; cells as usize];
        found.iter().for_each(|&(cell, _)| counts[cell as usize] += 1);
        let most = longest_within(budget.saturating_mul(8) / size, &counts);
        let mut first = vec![0u32; cells as usize + 1];
        for (cell, &count) in counts.iter().enumerate() {
            first[cell + 1] = first[cell] + if count <= most { count } else { 0 };
        }
        let mut kept: Vec<(u32, View)> = found.to_vec();
        kept.retain(|&(cell, _)| counts[cell as usize] <= most);
        kept.sort_by_key(|&(cell, _)| cell);
        let views = kept.iter().map(|(_, view)| view);
        let stored = if is_short {
            Stored::Short(widths, Bits::new(size, views.map(|view| widths.packed(view))))
        } else {
            Stored::Long(views.copied().collect())
        };
        Views { first, stored }
    }

    /// Calls `each` with the views into a cell; returns whether they are known.
    pub(crate) fn of(&self, cell: u32, mut each: impl FnMut(View)) -> bool {
        let range = self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize;
        match &self.stored {
            _ if range.is_empty() => return false,
            Stored::Short(widths, bits) => {
                range.for_each(|index| each(widths.unpacked(bits.number(index))));
            }
            Stored::Long(views) => views[range].iter().copied().for_each(each),
        }
        true
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        let stored = match &self.stored {
            Stored::Short(_, bits) => bits.bytes.len(),
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
        // Three bits for each corner, and one for each of two places.
        let few = Views::new(4, (3 * 5 + 7) / 8, &found);
        assert_eq!(corners(&few), [None, None, Some(vec![5, 6]), Some(vec![4])]);
    }

    #[test]
    fn views_of_many_corners_are_kept_in_full() {
        for last in [7, u16::MAX as u32, 1 << 20, (1 << 29) - 1, u32::MAX - 1] {
            for place in [1, 2, 3, 1 << 13, (1 << 14) - 2, (1 << 14) - 1, u32::MAX - 1] {
                let all = [(7, [0, NO_PLACE]), (last, [place, place - 1]), (0, [NO_PLACE; 2])];
                let view = |(corner, between)| (0, View { corner, between });
                let views = Views::new(4, usize::MAX, &all.map(view));
                let mut found = Vec::new();
                assert!(views.of(0, |view| found.push((view.corner, view.between))));
                assert_eq!(found, all);
            }
        }
    }
}
