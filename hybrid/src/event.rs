//! What a step reports.

use serde::{Deserialize, Serialize};

use std::fmt;

use glam::Vec2;

use crate::base::handle::{LinkId, OrderId, UnitId};

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// A unit came to rest at its place; once per order and unit, and again after the game has moved the order's goal. One
    /// that could not get to its goal arrives where it could get. Beside a unit that it follows it arrives once for each leg
    /// of that: anew when the other one has gone on and come to rest again; or while the other one is still on its way, if it
    /// comes to rest in range of that, and then not once more at the end of that leg. Where the order repeats its way
    /// ([`Repeat`](crate::Repeat)) nobody comes to rest: then it tells that the unit passes the goal, once per round.
    Arrived {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
    },
    /// A unit passed a way point of its order, and goes on to the next one or to its goal; on each round, where the order
    /// repeats its way. Way points that cannot be reached any more are passed over without this.
    PassedWayPoint {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
        /// The way point's index, from 0.
        way_point: u32,
    },
    /// A unit has no way to its goal any more, or, if its order accepts that ([`Unreachable::Nearest`]), had none from
    /// the start. Once, until a way is found again.
    ///
    /// [`Unreachable::Nearest`]: crate::Unreachable::Nearest
    PathLost {
        /// The unit.
        unit: UnitId,
        /// The order that it had.
        order: OrderId,
        /// Why.
        reason: PathLostReason,
        /// Its new place, in metres: it keeps its order, and goes as near as it can. `None`: it stops and has no order.
        goes_to: Option<Vec2>,
    },
    /// A way has opened to the goal that a unit had lost: it goes on.
    PathFound {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
    },
    /// A unit on its way has got nowhere for a while: in 5 s ([`stuck_time`]) not as far as it walks in half a second; or
    /// for 10 s (looked at every 2.5 s) it has come no nearer to its place, or has walked 2.5 times its shortest way and
    /// 8 m, whatever it did meanwhile: in a queue in which nobody moves up, and after it has arrived and was pushed off, too.
    /// Not while it is told to wait before a passage, as it is the others' turn ([`PassageReading::must_wait`]), nor while it
    /// keeps its distance to those who wait before it; where units do ([`headway_time`]), the 10 s are as many times more as a
    /// file of them is slower; in line before a passage they are as much more as the queue is expected to take, unless the
    /// first one is stuck. It keeps its order, and ways out are tried, a bounded number of them; once, until it comes nearer
    /// again. Where its way is barred by one that holds its position, or that an engine has parked, and there is no room beside,
    /// it tries nothing: it stands, and goes on as soon as the way is free; so do those of its order that come up to it. One
    /// that an engine moves and that stands although nothing that the world knows of holds it up is not told: its engine has
    /// other plans.
    ///
    /// [`stuck_time`]: crate::WorldParameters::stuck_time
    /// [`headway_time`]: crate::WorldParameters::headway_time
    /// [`PassageReading::must_wait`]: crate::PassageReading::must_wait
    Stuck {
        /// The unit.
        unit: UnitId,
        /// Its order.
        order: OrderId,
        /// What holds it up.
        reason: StuckReason,
        /// Of [`StuckReason::Units`]: the unit that holds it up. Where units stand behind each other before one that bars a
        /// way it is that one, for all of them; else one that it touches. `None` for other reasons.
        blocker: Option<UnitId>,
    },
    /// An obstacle has come where a unit stood, which was put beside it: on the ground where it was, if any of that is left. Or
    /// it was changed so that it did not fit where it stood ([`Fit::Move`](crate::Fit::Move)). Or it
    /// was given a class for which the ground was not free where it stood ([`World::set_unit`](crate::World::set_unit)).
    Displaced {
        /// The unit.
        unit: UnitId,
        /// Where it stood, in metres.
        from: Vec2,
        /// Where it was put, in metres.
        to: Vec2,
    },
    /// A unit has entered a link: from now on it moves to its other end.
    LinkEntered {
        /// The unit.
        unit: UnitId,
        /// The link.
        link: LinkId,
    },
    /// A unit has left a link, and is back on the ground: at its end, or where the game has put it.
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
            | Self::PassedWayPoint { unit, .. }
            | Self::PathLost { unit, .. }
            | Self::PathFound { unit, .. }
            | Self::Stuck { unit, .. }
            | Self::Displaced { unit, .. }
            | Self::LinkEntered { unit, .. }
            | Self::LinkLeft { unit, .. } => unit,
        }
    }
}

/// Why a unit lost its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PathLostReason {
    /// An obstacle stands on its goal or place, and round the goal there is no other place left.
    PlaceBlocked,
    /// Obstacles cut it off from its goal or place.
    Unreachable,
    /// Round the goal there is no room for it.
    NoRoom,
    /// The unit that it followed was removed. It goes to where that was last seen, if its order accepts that.
    TargetGone,
}

impl fmt::Display for PathLostReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PlaceBlocked => "an obstacle stands on its place",
            Self::Unreachable => "an obstacle cuts it off from its place",
            Self::NoRoom => "round the goal there is no room for it",
            Self::TargetGone => "the unit that it followed was removed",
        })
    }
}

/// What holds a unit up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum StuckReason {
    /// Units that it touches.
    Units,
    /// A wall that it walks into.
    Wall,
    /// It knows no way to its place: an engine has put it where none begins.
    NoWay,
    /// It comes no nearer to its place, though it touches nothing that is in its way: others turn it aside or push it along,
    /// or its engine has other plans.
    NoProgress,
}

impl fmt::Display for StuckReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Units => "other units block its way",
            Self::Wall => "its way leads into a wall",
            Self::NoWay => "no way leads from where it is to its place",
            Self::NoProgress => "it comes no nearer to its place, though nothing blocks its way",
        })
    }
}
