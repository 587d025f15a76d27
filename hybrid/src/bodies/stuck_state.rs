//! Whether a unit on its way gets anywhere.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::Key;

use crate::base::handle::UnitId;
use crate::base::hash::Fnv;

/// How long a unit has not got on, and what is tried about it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StuckState {
    /// From where it has not got away.
    pub(crate) anchor: Vec2,
    /// For how many ticks; counted anew when something is tried.
    pub(crate) ticks: u32,
    /// Whether that is so long that it counts as stuck.
    pub(crate) is_stuck: bool,
    /// Where it was reported stuck.
    pub(crate) place: Vec2,
    /// How many ways out were tried there; 0 if it is not near any more.
    pub(crate) tried: u32,
    /// How often it gave up there, or was sent to another place from there.
    pub(crate) given_up: u32,
    /// What it does about it at present.
    pub(crate) recovery: Recovery,
    /// How many units it touched when it gave up.
    pub(crate) crowd: u32,
    /// How many units it touches.
    pub(crate) touched: u32,
    /// Whether one of them is ahead.
    pub(crate) is_blocked: bool,
    /// Whether one that is ahead has the same order and rests.
    pub(crate) is_late: bool,
    /// Whether it was told to wait for its turn when it last decided.
    pub(crate) must_wait: bool,
    /// How long it was expected to queue before a passage when it last decided, in seconds: for so much longer it may come no
    /// nearer without being told.
    pub(crate) queue_wait: f32,
    /// Whether no path was found when one was last searched.
    pub(crate) is_lost: bool,
    /// Who bars its way: it stands until that one is gone.
    pub(crate) barred: Option<Barred>,
}

/// Who bars a unit's way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Barred {
    /// The one right ahead.
    pub(crate) by: UnitId,
    /// The one at the head of all that stand behind each other: it does not move for others.
    pub(crate) head: UnitId,
    /// Where those are that do not move for others, if the one right ahead is one of them: any vector in that direction.
    pub(crate) towards: Vec2,
}

/// What a stuck unit does to get away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum Recovery {
    /// What all do.
    #[default]
    None,
    /// It follows a path of its own, whatever the field says.
    OwnPath,
    /// It goes in this direction, a unit vector.
    Sidestep(Vec2),
    /// It waits until something changes.
    Wait,
}

impl StuckState {
    /// Returns whether all its numbers are finite.
    pub(crate) fn is_valid(&self) -> bool {
        let direction = match self.recovery {
            Recovery::Sidestep(direction) => direction,
            _ => Vec2::ZERO,
        };
        let towards = self.barred.map_or(Vec2::ZERO, |barred| barred.towards);
        [self.anchor, self.place, direction, towards].iter().all(|vector| vector.is_finite())
            && (0.0..f32::INFINITY).contains(&self.queue_wait)
            && direction.length() < 2.0
    }

    /// Whatever held it up may have changed: all that can be tried is tried again.
    pub(crate) fn try_again(&mut self) {
        if self.is_stuck && self.barred.is_none() {
            (self.recovery, self.tried, self.ticks) = (Recovery::None, 1, 0);
        }
    }

    /// It stands from now on, as its way is barred.
    pub(crate) fn stand(&mut self, barred: Barred) {
        (self.barred, self.recovery) = (Some(barred), Recovery::Wait);
        (self.is_stuck, self.ticks) = (true, 0);
    }

    /// It goes on, if it stands as its way was barred.
    pub(crate) fn go_on(&mut self, position: Vec2) {
        if self.barred.take().is_some() {
            self.queue(position);
        }
    }

    /// It waits for its turn at a place: nothing holds it up.
    pub(crate) fn queue(&mut self, position: Vec2) {
        if self.barred.is_some() {
            return;
        }
        (self.anchor, self.ticks) = (position, 0);
        (self.is_stuck, self.recovery) = (false, Recovery::None);
    }

    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        hash.vector(self.anchor);
        hash.number(u64::from(self.ticks) << 32 | u64::from(self.tried));
        let (kind, direction) = match self.recovery {
            Recovery::None => (0, Vec2::ZERO),
            Recovery::OwnPath => (1, Vec2::ZERO),
            Recovery::Sidestep(direction) => (2, direction),
            Recovery::Wait => (3, Vec2::ZERO),
        };
        hash.number(u64::from(self.crowd) << 2 | kind);
        hash.vector(direction);
        hash.vector(self.place);
        hash.number(u64::from(self.given_up) << 1 | u64::from(self.is_stuck));
        if let Some(barred) = self.barred {
            hash.number(barred.by.data().as_ffi());
        }
    }
}
