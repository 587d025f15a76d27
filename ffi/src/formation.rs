//! Formations of orders, and how fast the units of an order go.

use hybrid::{Formation, OrderView};

use crate::border::items;
use crate::parameters::unknown;
use crate::result::Failure;
use crate::vector::Vec2;

/// How the places of an order's units lie round its goal. The middle of all shapes but HNAV_SHAPE_OFFSETS is at the goal.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No formation: as close round the goal as they can, and they look as they came.
    None = 0,
    /// As close together as they can, round the goal.
    Compact = 1,
    /// Side by side, in one rank or some ranks: about eight times as wide as it is deep.
    Line = 2,
    /// One behind the other, in one file or some files: about eight times as deep as it is wide.
    Column = 3,
    /// In ranks that make about a square.
    Box = 4,
    /// In ranks that become wider from the front to the back: a triangle with its tip in front.
    Wedge = 5,
    /// Where each unit stands is said by `offsets`; units keep their own.
    Offsets = 6,
}

/// Who stands in front in a formation.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// The units of the greatest radius.
    Largest = 0,
    /// Those of the least radius.
    Smallest = 1,
    /// Those that were named first in the order, rank by rank.
    AsGiven = 2,
}

/// How fast the units of an order go.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Each as fast as it can.
    Own = 0,
    /// None faster than the slowest of them, as long as that has the order, so that they arrive together.
    Slowest = 1,
}

impl Pace {
    pub(crate) fn of(order: &OrderView<'_>) -> Self {
        match order.pace {
            hybrid::Pace::Own => Self::Own,
            hybrid::Pace::Slowest => Self::Slowest,
        }
    }
}

impl Front {
    pub(crate) fn of(formation: &Formation) -> Self {
        match formation.front {
            hybrid::Front::Largest => Self::Largest,
            hybrid::Front::Smallest => Self::Smallest,
            hybrid::Front::AsGiven => Self::AsGiven,
        }
    }
}

impl Shape {
    pub(crate) fn of(formation: &Formation) -> Self {
        match formation.shape {
            hybrid::Shape::Compact => Self::Compact,
            hybrid::Shape::Line => Self::Line,
            hybrid::Shape::Column => Self::Column,
            hybrid::Shape::Box => Self::Box,
            hybrid::Shape::Wedge => Self::Wedge,
            hybrid::Shape::Offsets(_) => Self::Offsets,
            // What is added to the library is added here.
            _ => Self::None,
        }
    }
}

/// A formation as a definition says it; `None` for HNAV_SHAPE_NONE.
///
/// # Safety
/// An array from C with its count.
pub(crate) unsafe fn formation_of(
    shape: i32,
    facing: Vec2,
    spacing: f32,
    front: i32,
    offsets: *const Vec2,
    offset_count: u32,
) -> Result<Option<Formation>, Failure> {
    let shape = match shape {
        0 => return Ok(None),
        1 => hybrid::Shape::Compact,
        2 => hybrid::Shape::Line,
        3 => hybrid::Shape::Column,
        4 => hybrid::Shape::Box,
        5 => hybrid::Shape::Wedge,
        6 => {
            // SAFETY: our contract.
            let offsets = unsafe { items(offsets, offset_count)? };
            hybrid::Shape::Offsets(offsets.iter().map(|&offset| offset.into()).collect())
        }
        code => return Err(unknown("shape", code, "hnavShape")),
    };
    let front = match front {
        0 => hybrid::Front::Largest,
        1 => hybrid::Front::Smallest,
        2 => hybrid::Front::AsGiven,
        code => return Err(unknown("front", code, "hnavFront")),
    };
    let is_given = facing.x != 0.0 || facing.y != 0.0;
    Ok(Some(Formation { shape, facing: is_given.then(|| facing.into()), spacing, front }))
}

/// A pace as a definition says it.
pub(crate) fn pace_of(code: i32) -> Result<hybrid::Pace, Failure> {
    match code {
        0 => Ok(hybrid::Pace::Own),
        1 => Ok(hybrid::Pace::Slowest),
        code => Err(unknown("pace", code, "hnavPace")),
    }
}
