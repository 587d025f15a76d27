//! From where corners are seen: for each cell the corners that see into it, and between which places.
//!
//! What a point sees is known from this without a look round: sight goes both ways, so the sweeps from all corners, turned
//! inside out, tell for each cell which of them came there, and how wide.

use crate::tiles::ground::NO_PLACE;

/// A corner that sees into a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CornerView {
    pub(crate) corner: u32,
    /// The places of the ground that limit what it sees of the cell, right and left as seen from the corner.
    pub(crate) between: [u32; 2],
}

/// The views into the cells of a mesh that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    /// For each cell where its views begin among the bytes, and the end of all.
    first: Vec<u32>,
    /// The views of each cell, [`packed`]. Eight bytes more follow the last, so that a read never ends outside.
    bytes: Vec<u8>,
    /// The bits of a place.
    place_width: u32,
}

impl Default for Views {
    fn default() -> Self {
        Self { first: vec![0], bytes: Vec::new(), place_width: 0 }
    }
}

impl Views {
    /// All views into so many cells, each with its cell, in the order of their corners. Where they would take more than
    /// `budget` bytes, the cells into which most corners see have none.
    pub(crate) fn new(cells: u32, budget: usize, found: &[&[(u32, CornerView)]]) -> Views {
        let found = || found.iter().copied().flatten();
        let (mut begin, mut most) = (vec![0u32; cells as usize + 1], 0);
        for (cell, view) in found() {
            begin[*cell as usize + 1] += 1;
            let places = view.between.into_iter().filter(|&place| place != NO_PLACE);
            most = places.fold(most, u32::max);
        }
        (0..cells as usize).for_each(|cell| begin[cell + 1] += begin[cell]);
        let nothing = CornerView { corner: 0, between: [NO_PLACE; 2] };
        let (mut sorted, mut next) = (vec![nothing; begin[cells as usize] as usize], begin.clone());
        for &(cell, view) in found() {
            sorted[next[cell as usize] as usize] = view;
            next[cell as usize] += 1;
        }
        // One more than the last stands for no place.
        let width = bits_of(most.saturating_add(1));
        let of_cells = begin.windows(2).map(|cell| &sorted[cell[0] as usize..cell[1] as usize]);
        let packed: Vec<Vec<u8>> = of_cells.map(|views| packed(views, width)).collect();
        let lengths: Vec<u32> = packed.iter().map(|views| views.len() as u32).collect();
        // What begins is counted in 32 bits.
        let most = longest_within(budget.min(u32::MAX as usize), lengths);
        let (mut first, mut bytes) = (vec![0], Vec::new());
        for views in packed {
            if views.len() <= most as usize {
                bytes.extend(views);
            }
            first.push(bytes.len() as u32);
        }
        bytes.extend([0; 8]);
        Views { first, bytes, place_width: width }
    }

    /// Calls `each` with the views into a cell; returns whether they are known.
    pub(crate) fn of(&self, cell: u32, each: impl FnMut(CornerView)) -> bool {
        let range = self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize;
        if range.is_empty() {
            return false;
        }
        unpack(&self.bytes[range.start..], self.place_width as usize, each);
        true
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first) + self.bytes.len()
    }
}

/// The bits of the header of a cell's views: how many views there are, and right and left places, and the bits of a gap.
const HEADER: [usize; 4] = [16, 16, 16, 8];

/// The most bits of a view, so that eight bytes hold it wherever in a byte it begins.
const MOST_BITS: u32 = 57;

/// The views into a cell in few bits. Many have the same limits, and their corners follow each other closely:
///
/// ```text
///   header │ right places │ left places │ gap to the corner before, which right place, which left place │ …
/// ```
///
/// Nothing where the numbers are too large for that, and where there are no views.
fn packed(views: &[CornerView], place_width: u32) -> Vec<u8> {
    let places = [0, 1].map(|end| {
        let mut places: Vec<u32> = views.iter().map(|view| view.between[end]).collect();
        places.sort_unstable();
        places.dedup();
        places
    });
    let mut before = 0;
    let gap = |view: &CornerView| view.corner - std::mem::replace(&mut before, view.corner);
    let gaps: Vec<u32> = views.iter().map(gap).collect();
    let gap_width = bits_of(gaps.iter().copied().max().unwrap_or(0));
    let widths = places.each_ref().map(|places| index_width(places.len()));
    let counts = [views.len(), places[0].len(), places[1].len()];
    if views.is_empty()
        || gap_width + widths[0] + widths[1] > MOST_BITS
        || counts.iter().any(|&count| count > u16::MAX as usize)
    {
        return Vec::new();
    }
    let mut bits = Bits::default();
    let header = [counts[0] as u64, counts[1] as u64, counts[2] as u64, gap_width as u64];
    header.iter().zip(HEADER).for_each(|(&number, width)| bits.push(number, width as u32));
    for &place in places.iter().flatten() {
        let no_place = (1 << place_width) - 1;
        bits.push(if place == NO_PLACE { no_place } else { place as u64 }, place_width);
    }
    for (view, &gap) in views.iter().zip(&gaps) {
        bits.push(gap as u64, gap_width);
        for (end, places) in places.iter().enumerate() {
            let index = places.partition_point(|&place| place < view.between[end]);
            bits.push(index as u64, widths[end]);
        }
    }
    bits.finished()
}

/// Calls `each` with the views that begin here.
fn unpack(bytes: &[u8], place_width: usize, mut each: impl FnMut(CornerView)) {
    let mut at = 0;
    let [count, right_count, left_count, gap_width] = HEADER.map(|width| {
        at += width;
        number(bytes, at - width, width) as usize
    });
    let tables = [at, at + right_count * place_width];
    let widths = [right_count, left_count].map(|count| index_width(count) as usize);
    at = tables[1] + left_count * place_width;
    let no_place = (1u64 << place_width) - 1;
    let place = |table: usize, index: u64| {
        let place = number(bytes, table + index as usize * place_width, place_width);
        if place == no_place { NO_PLACE } else { place as u32 }
    };
    let width = gap_width + widths[0] + widths[1];
    let mut corner = 0;
    for _ in 0..count {
        let all = number(bytes, at, width);
        at += width;
        let indices = all >> gap_width;
        let [right, left] = [indices & ((1 << widths[0]) - 1), indices >> widths[0]];
        corner += (all & ((1 << gap_width) - 1)) as u32;
        each(CornerView { corner, between: [place(tables[0], right), place(tables[1], left)] });
    }
}

/// Returns how many bits a number takes.
fn bits_of(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

/// Returns how many bits tell one of so many.
fn index_width(count: usize) -> u32 {
    bits_of(count.saturating_sub(1) as u32)
}

/// The number of at most 57 bits that begins at a bit.
fn number(bytes: &[u8], at: usize, width: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at / 8..at / 8 + 8]);
    u64::from_le_bytes(eight) >> (at % 8) & ((1 << width) - 1)
}

/// Bits that are put together to bytes.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    open: u64,
    count: u32,
}

impl Bits {
    /// Adds a number of at most 32 bits.
    fn push(&mut self, number: u64, width: u32) {
        self.open |= number << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.open as u8);
            (self.open, self.count) = (self.open >> 8, self.count - 8);
        }
    }

    fn finished(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.open as u8);
        }
        self.bytes
    }
}

/// The greatest length so that all lists up to it hold no more than `room` entries together.
fn longest_within(room: usize, mut lengths: Vec<u32>) -> u32 {
    lengths.sort_unstable();
    let (mut taken, mut most) = (0, 0);
    for same in lengths.chunk_by(|p, q| p == q) {
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

    fn view(cell: u32, corner: u32) -> (u32, CornerView) {
        (cell, CornerView { corner, between: [0, NO_PLACE] })
    }

    #[test]
    fn cells_with_most_views_go_without_when_memory_is_short() {
        let found = [view(2, 5), view(0, 1), view(2, 6), view(0, 2), view(0, 300), view(3, 4)];
        let all = Views::new(4, usize::MAX, &[&found[..2], &found[2..]]);
        assert_eq!(corners(&all), [Some(vec![1, 2, 300]), None, Some(vec![5, 6]), Some(vec![4])]);
        let three = (all.first[1] - all.first[0]) as usize;
        let room = all.first[4] as usize - three;
        let few = Views::new(4, room, &[&found[..]]);
        assert_eq!(corners(&few), [None, None, Some(vec![5, 6]), Some(vec![4])]);
    }

    #[test]
    fn views_come_back_as_they_were() {
        for last in [7, u16::MAX as u32, 1 << 20, (1 << 29) - 1, u32::MAX - 1] {
            for place in [1, 2, 3, 1 << 13, (1 << 14) - 2, (1 << 14) - 1, u32::MAX - 1] {
                let all = [(0, [NO_PLACE; 2]), (7, [0, NO_PLACE]), (last, [place, place - 1])];
                let view = |(corner, between)| (0, CornerView { corner, between });
                let views = Views::new(4, usize::MAX, &[&all.map(view)[..]]);
                let mut found = Vec::new();
                assert!(views.of(0, |view| found.push((view.corner, view.between))));
                assert_eq!(found, all);
            }
        }
    }
}
