//! The four directions of a step.

use glam::{IVec2, Vec2};

/// One of the four directions in which a cell has a neighbour.
///
/// The discriminants, 0 to 3 counter-clockwise from +x, are indices into arrays of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// +x
    East = 0,
    /// +y
    North = 1,
    /// −x
    West = 2,
    /// −y
    South = 3,
}

impl Direction {
    /// All directions, in the order of their indices.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The place of this direction in [`Direction::ALL`], 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// This direction in a bit set of directions.
    pub(crate) const fn bit(self) -> u8 {
        1 << self.index()
    }

    /// From a cell to its neighbour, in cells.
    pub const fn offset(self) -> IVec2 {
        match self {
            Self::East => IVec2::X,
            Self::North => IVec2::Y,
            Self::West => IVec2::NEG_X,
            Self::South => IVec2::NEG_Y,
        }
    }

    /// The unit vector of this direction.
    pub const fn unit(self) -> Vec2 {
        match self {
            Self::East => Vec2::X,
            Self::North => Vec2::Y,
            Self::West => Vec2::NEG_X,
            Self::South => Vec2::NEG_Y,
        }
    }

    /// The direction of the way back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_run_counter_clockwise_from_east() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), index);
            let next = Direction::ALL[(index + 1) % 4];
            assert_eq!(direction.offset().perp(), next.offset());
        }
    }

    #[test]
    fn offset_and_unit_agree_and_opposites_cancel() {
        for direction in Direction::ALL {
            assert_eq!(direction.offset().as_vec2(), direction.unit());
            assert_eq!(direction.offset() + direction.opposite().offset(), IVec2::ZERO);
        }
    }
}
