//! Boxes in 64 bits, told to hold a point by one subtraction: a tile may have hundreds of cells, and a query looks at the
//! boxes of all.
//!
//! ```text
//!   bit 63      48      32      16       0
//!       │1│  x   │1│  y   │1│ −x   │1│ −y   │   a point, each part of 15 bits under a guard
//!     − │0│least │0│least │0│−most │0│−most │   a box
//!     = │1│      │1│      │1│      │1│      │   all guards stand: no part of the box was greater, the point is within
//! ```

use glam::I64Vec2;

/// The bits of a coordinate: what is left below each guard.
const BITS: u8 = 15;

/// The greatest coordinate.
const MOST_STEPS: i64 = (1 << BITS) - 1;

const GUARDS: u64 = 0x8000_8000_8000_8000;

/// A box of steps, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PackedBox(u64);

/// A point that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe(u64);

/// The power of two that is the least step for a tile of this size (units).
pub(super) fn power_for(size: i64) -> u8 {
    (0..64).find(|&power| size >> power <= MOST_STEPS).unwrap_or_default()
}

fn packed(least: I64Vec2, most: I64Vec2) -> u64 {
    let part = |value: i64| value.clamp(0, MOST_STEPS) as u64;
    let rest = |value: i64| part(MOST_STEPS - value);
    part(least.x) << 48 | part(least.y) << 32 | rest(most.x) << 16 | rest(most.y)
}

impl PackedBox {
    /// The box from its least to its greatest steps.
    pub(super) fn new(least: I64Vec2, most: I64Vec2) -> PackedBox {
        PackedBox(packed(least, most))
    }
}

impl Probe {
    /// The step that holds a point.
    pub(super) fn new(step: I64Vec2) -> Probe {
        Probe::any_of([step, step])
    }

    /// The steps of which one holds a point, from the least to the greatest.
    pub(super) fn any_of([least, most]: [I64Vec2; 2]) -> Probe {
        Probe(packed(most, least) | GUARDS)
    }

    pub(super) fn is_within(self, box_: PackedBox) -> bool {
        (self.0 - box_.0) & GUARDS == GUARDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::i64vec2;

    #[test]
    fn a_box_holds_its_ends_and_nothing_beyond() {
        let most = MOST_STEPS;
        for (low, high) in [((3, 5), (9, 5)), ((0, 0), (most, most)), ((most, 0), (most, 7))] {
            let (low, high) = (i64vec2(low.0, low.1), i64vec2(high.0, high.1));
            let box_ = PackedBox::new(low, high);
            for x in [low.x - 1, low.x, high.x, high.x + 1] {
                for y in [low.y - 1, low.y, high.y, high.y + 1] {
                    if x.min(y) < 0 || x.max(y) > most {
                        continue;
                    }
                    let within = (low.x..=high.x).contains(&x) && (low.y..=high.y).contains(&y);
                    assert_eq!(Probe::new(i64vec2(x, y)).is_within(box_), within, "{x} {y}");
                }
            }
        }
    }
}
