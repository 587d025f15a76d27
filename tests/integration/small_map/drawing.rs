//! The drawing of the small map: rooms with doors, corridors that double back, a fort with slanting walls, and a harbour
//! with islands and quays.

use headless::random::Random;
use headless::sources::grid_map::GridMap;

/// Cells a side.
pub(super) const SIDE: u32 = 100;

/// Cells from one wall of the rooms to the next, its own cell included.
const ROOM: u32 = 11;
/// Rooms in a row, and rows of them.
const ROOMS: u32 = 4;
/// The room that has no door.
const COURT: [u32; 2] = [2, 2];

/// The middle of the fort.
const FORT: [i64; 2] = [22, 74];

struct Drawing {
    open: Vec<bool>,
}

impl Drawing {
    /// Sets the cells from the first corner up to the second one, which is left out.
    fn fill(&mut self, [x0, y0, x1, y1]: [u32; 4], open: bool) {
        for y in y0..y1.min(SIDE) {
            self.open[(y * SIDE + x0) as usize..(y * SIDE + x1.min(SIDE)) as usize].fill(open);
        }
    }

    /// Blocks all cells of which something holds.
    fn block_where(&mut self, holds: impl Fn(i64, i64) -> bool) {
        for y in 0..SIDE {
            for x in 0..SIDE {
                if holds(x.into(), y.into()) {
                    self.fill([x, y, x + 1, y + 1], false);
                }
            }
        }
    }

    /// Rooms, whose doors are one to three cells wide; some have a pillar.
    fn rooms(&mut self, random: &mut Random) {
        let end = ROOMS * ROOM;
        for wall in (1..=ROOMS).map(|wall| wall * ROOM) {
            self.fill([wall - 1, 0, wall, end], false);
            self.fill([0, wall - 1, end, wall], false);
        }
        for (row, column) in (0..ROOMS).flat_map(|row| (0..ROOMS).map(move |column| (row, column)))
        {
            let (x, y) = (column * ROOM, row * ROOM);
            let mut door = || {
                let width = 1 + random.below(3) as u32;
                (random.below((ROOM - width) as usize) as u32, width)
            };
            let (east, south) = (door(), door());
            let is_court = |column, row| [column, row] == COURT;
            if !is_court(column, row) && !is_court(column + 1, row) {
                self.fill([x + ROOM - 1, y + east.0, x + ROOM, y + east.0 + east.1], true);
            }
            if !is_court(column, row) && !is_court(column, row + 1) {
                self.fill([x + south.0, y + ROOM - 1, x + south.0 + south.1, y + ROOM], true);
            }
            if (row + column) % 3 == 2 {
                self.fill([x + 4, y + 4, x + 6, y + 6], false);
            }
        }
    }

    /// One way up and down between walls, with stubs that leave a cell free.
    fn corridors(&mut self) {
        for k in 0..10 {
            let (x, width) = (48 + 5 * k, 1 + k % 2);
            let [from, to] = [[3, 46], [0, 43]][k as usize % 2];
            self.fill([x, from, x + width, to], false);
            self.fill([x + width, 18 + k, x + 4, 19 + k], false);
        }
        self.fill([48, 46, SIDE, 47], false);
        self.fill([54, 46, 56, 47], true);
        self.fill([97, 46, 99, 47], true);
    }

    /// A thick slanting wall with two gates, round a thin one whose cells touch in their corners only, and loose stones.
    fn fort(&mut self, random: &mut Random) {
        let away = |x: i64, y: i64| ((x - FORT[0]).abs(), (y - FORT[1]).abs());
        self.block_where(|x, y| {
            let (across, along) = away(x, y);
            let gate = across <= 1 && y > FORT[1] || along <= 1 && x < FORT[0];
            matches!(across + along, 17 | 18) && !gate
        });
        self.block_where(|x, y| {
            let (across, along) = away(x, y);
            across + along == 8 && (across > 1 || y > FORT[1]) || across + along <= 2
        });
        for _ in 0..90 {
            let (x, y) = (random.below(44) as u32, 48 + random.below(52) as u32);
            let (across, along) = away(x.into(), y.into());
            if across + along > 20 {
                self.fill([x, y, x + 1, y + 1], false);
            }
        }
    }

    /// Round islands, and quays that slant: a thin one whose cells touch in their corners only, and a thick one.
    fn harbour(&mut self) {
        for [x, y, radius] in [[60, 62, 5], [76, 58, 4], [90, 64, 6], [66, 84, 7], [86, 93, 4]] {
            let away = |cell: i64, middle: i64| (2 * cell + 1 - 2 * middle).pow(2);
            self.block_where(|cx, cy| away(cx, x) + away(cy, y) <= 4 * radius * radius);
        }
        self.block_where(|x, y| x - y == 2 && (68..78).contains(&y));
        self.block_where(|x, y| matches!(x + y, 174 | 175) && (86..SIDE.into()).contains(&x));
    }
}

pub(super) fn draw() -> GridMap {
    let random = &mut Random::new(1);
    let mut drawing = Drawing { open: vec![true; (SIDE * SIDE) as usize] };
    drawing.rooms(random);
    drawing.corridors();
    drawing.fort(random);
    drawing.harbour();
    GridMap::from_cells(SIDE, SIDE, drawing.open)
}
