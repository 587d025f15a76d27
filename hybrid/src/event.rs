//! What a step reports.

use std::fmt;

use crate::handle::{LinkId, OrderId, UnitId};

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A unit came to rest at its place; once per order and unit.
    Arrived {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
    },
    /// A unit has no way to its place any more. It stops and has no order; once per order and unit.
    PathLost {
        /// The unit.
        unit: UnitId,
        /// The order that it had.
        order: OrderId,
        /// Why.
        reason: PathLostReason,
    },
    /// A unit on its way has got nowhere for a while: in 5 s not as far as it walks in half a second. It keeps its
    /// order, and ways out are tried, a bounded number of them; once per standstill.
    Stuck {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
        /// What holds it up.
        reason: StuckReason,
    },
    /// A unit has entered a link: from now on it moves to its other end.
    LinkEntered {
        /// The unit.
        unit: UnitId,
        /// The link.
        link: LinkId,
    },
    /// A unit has left a link, and is back on the ground.
    LinkLeft {
        /// The unit.
        unit: UnitId,
        /// The link.
        link: LinkId,
    },
}

impl Event {
    /// The unit that it happened to.
    pub fn unit(&self) -> UnitId {
        match *self {
            Self::Arrived { unit, .. }
            | Self::PathLost { unit, .. }
            | Self::Stuck { unit, .. }
            | Self::LinkEntered { unit, .. }
            | Self::LinkLeft { unit, .. } => unit,
        }
    }
}

/// Why a unit lost its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathLostReason {
    /// An obstacle was added on its place, and round the goal there is no other one left.
    PlaceBlocked,
    /// An obstacle was added that cuts it off from its place.
    Unreachable,
}

impl fmt::Display for PathLostReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PlaceBlocked => "an obstacle stands on its place",
            Self::Unreachable => "an obstacle cuts it off from its place",
        })
    }
}

/// What holds a unit up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StuckReason {
    /// Units that it touches.
    Units,
    /// A wall that it walks into.
    Wall,
    /// It knows no way to its place: an engine has put it where none begins.
    NoWay,
}

impl fmt::Display for StuckReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Units => "other units block its way",
            Self::Wall => "its way leads into a wall",
            Self::NoWay => "no way leads from where it is to its place",
        })
    }
}
