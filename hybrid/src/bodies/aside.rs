//! How an idle or resting unit makes room for one that wants to pass.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::base::hash::Fnv;

/// Where a unit steps that makes room, and when it may return.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Aside {
    /// Where it steps: a unit vector.
    pub(crate) direction: Vec2,
    /// Whether that is ahead of one that is in a way for one: as fast as it can.
    pub(crate) leads: bool,
    /// For how many ticks it still does: a fraction of a second.
    pub(crate) ticks: u16,
    /// For how many ticks nobody has wanted to pass.
    pub(crate) calm: u32,
    /// Whether it has not come to rest since it has no order: it belongs where it does.
    pub(crate) stops: bool,
    /// Whether it is on its way back.
    pub(crate) returns: bool,
    /// For how many ticks others that rest have kept it from its way back.
    pub(crate) kept: u32,
    /// How often it has walked back from so near that it only dresses its rank.
    pub(crate) dressings: u8,
    /// Whether friends are stuck at it: it lets itself be pushed along until they are gone.
    pub(crate) gives: bool,
}

impl Aside {
    /// Of a unit that has just lost its order.
    pub(crate) fn stopping() -> Self {
        Self { stops: true, ..Self::default() }
    }

    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        hash.vector(self.direction);
        hash.number(
            u64::from(self.dressings) << 40 | u64::from(self.kept) << 1 | u64::from(self.stops),
        );
        hash.number(
            u64::from(self.leads) << 49
                | u64::from(self.gives) << 48
                | u64::from(self.ticks) << 32
                | u64::from(self.calm) << 1
                | u64::from(self.returns),
        );
    }
}
