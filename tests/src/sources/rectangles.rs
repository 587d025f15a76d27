//! Few, large rectangles that cover exactly the blocked cells of a map.
//!
//! A minimum cover by rectangles is NP-hard (Culberson, Reckhow, "Covering polygons is hard",
//! 1994), so this is greedy: from the first blocked cell that is not covered, the better of two
//! maximal rectangles (widest first, tallest first) is taken; it may run over cells that are
//! covered already. Afterwards rectangles that others cover entirely are dropped.

use crate::sources::grid_map::GridMap;

/// A rectangle of cells, with the first cell in and the last cell out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    /// Least cell in x and y.
    pub min: [u32; 2],
    /// One past the greatest cell in x and y.
    pub max: [u32; 2],
}

impl Rectangle {
    fn indices(self, width: u32) -> impl Iterator<Item = usize> {
        let row =
            move |y: u32| (y * width + self.min[0]) as usize..(y * width + self.max[0]) as usize;
        (self.min[1]..self.max[1]).flat_map(row)
    }
}

/// Rectangles whose union is exactly the blocked cells; they may overlap. The same map gives the
/// same list.
pub fn blocked_rectangles(map: &GridMap) -> Vec<Rectangle> {
    let width = map.width();
    let sums = BlockedSums::new(map);
    let mut covers = vec![0_u32; width as usize * map.height() as usize];
    let mut found = Vec::new();
    for y in 0..map.height() {
        for x in 0..width {
            if map.is_open(x, y) || covers[(y * width + x) as usize] > 0 {
                continue;
            }
            let fresh = |rectangle: Rectangle| {
                rectangle.indices(width).filter(|&index| covers[index] == 0).count()
            };
            let (wide, tall) = (sums.grow(x, y, [0, 1]), sums.grow(x, y, [1, 0]));
            let best = if fresh(tall) > fresh(wide) { tall } else { wide };
            best.indices(width).for_each(|index| covers[index] += 1);
            found.push(best);
        }
    }
    found.retain(|rectangle| {
        let spare = rectangle.indices(width).all(|index| covers[index] > 1);
        if spare {
            rectangle.indices(width).for_each(|index| covers[index] -= 1);
        }
        !spare
    });
    found
}

/// Summed-area table of the blocked cells: whether a rectangle is all blocked is answered by four
/// look-ups.
struct BlockedSums {
    size: [u32; 2],
    sums: Vec<u32>,
}

impl BlockedSums {
    fn new(map: &GridMap) -> Self {
        let (width, height) = (map.width() as usize, map.height() as usize);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        for y in 0..height {
            let mut row = 0;
            for x in 0..width {
                row += u32::from(!map.is_open(x as u32, y as u32));
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
            }
        }
        Self { size: [map.width(), map.height()], sums }
    }

    fn all_blocked(&self, r: Rectangle) -> bool {
        let at = |x: u32, y: u32| self.sums[y as usize * (self.size[0] as usize + 1) + x as usize];
        let blocked = at(r.max[0], r.max[1]) + at(r.min[0], r.min[1])
            - at(r.min[0], r.max[1])
            - at(r.max[0], r.min[1]);
        blocked == (r.max[0] - r.min[0]) * (r.max[1] - r.min[1])
    }

    /// The blocked rectangle around a blocked cell, grown as far as it goes along the first axis,
    /// then along the second.
    fn grow(&self, x: u32, y: u32, axes: [usize; 2]) -> Rectangle {
        let mut grown = Rectangle { min: [x, y], max: [x + 1, y + 1] };
        for axis in axes {
            while grown.min[axis] > 0 {
                let mut strip = grown;
                strip.max[axis] = grown.min[axis];
                strip.min[axis] = grown.min[axis] - 1;
                if !self.all_blocked(strip) {
                    break;
                }
                grown.min[axis] -= 1;
            }
            while grown.max[axis] < self.size[axis] {
                let mut strip = grown;
                strip.min[axis] = grown.max[axis];
                strip.max[axis] = grown.max[axis] + 1;
                if !self.all_blocked(strip) {
                    break;
                }
                grown.max[axis] += 1;
            }
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn map_of(rows: &[&str]) -> GridMap {
        let open = rows.iter().flat_map(|row| row.chars().map(|cell| cell == '.')).collect();
        GridMap::from_cells(rows[0].len() as u32, rows.len() as u32, open)
    }

    #[test]
    fn a_cross_is_two_rectangles() {
        let found = blocked_rectangles(&map_of(&[".@.", "@@@", ".@."]));
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn a_full_map_is_one_rectangle_and_an_open_one_none() {
        assert_eq!(
            blocked_rectangles(&map_of(&["@@@", "@@@"])),
            [Rectangle { min: [0, 0], max: [3, 2] }]
        );
        assert!(blocked_rectangles(&map_of(&["...", "..."])).is_empty());
    }

    proptest! {
        #[test]
        fn cover_exactly_the_blocked_cells(width in 1_u32..20, height in 1_u32..20, cells in prop::collection::vec(any::<bool>(), 400)) {
            let open: Vec<bool> = cells.into_iter().take((width * height) as usize).collect();
            let map = GridMap::from_cells(width, height, open);
            let rectangles = blocked_rectangles(&map);
            prop_assert!(rectangles.len() <= (width * height) as usize);
            for y in 0..height {
                for x in 0..width {
                    let covered = rectangles.iter().any(|r| (r.min[0]..r.max[0]).contains(&x) && (r.min[1]..r.max[1]).contains(&y));
                    prop_assert_eq!(covered, !map.is_open(x, y), "cell {}, {}", x, y);
                }
            }
        }
    }
}
