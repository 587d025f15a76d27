//! How a unit gets over a link.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::base::handle::{LinkId, UnitId};
use crate::base::hash::Fnv;

/// Ticks: no way over a link takes longer. That is 6.8 years at a tick of 0.1 s.
pub(crate) const LONGEST: u32 = (1 << 31) - 1;

/// A unit on its way over a link.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LinkCrossing {
    pub(crate) link: LinkId,
    /// Where it left the ground, and where it comes down.
    pub(crate) from: Vec2,
    pub(crate) to: Vec2,
    /// How many ticks it takes, 1 to [`LONGEST`], and how many have passed.
    pub(crate) ticks: u32,
    pub(crate) passed: u32,
}

impl LinkCrossing {
    /// Returns where it is.
    pub(crate) fn position(&self) -> Vec2 {
        if self.is_over() { self.to } else { self.from.lerp(self.to, self.share()) }
    }

    /// Returns whether it is on the other side.
    pub(crate) fn is_over(&self) -> bool {
        self.passed >= self.ticks
    }

    /// Returns how many ticks it still takes.
    pub(crate) fn ticks_left(&self) -> u32 {
        self.ticks.saturating_sub(self.passed)
    }

    fn share(&self) -> f32 {
        self.passed as f32 / self.ticks as f32
    }

    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        hash.vector(self.from);
        hash.vector(self.to);
        hash.number(u64::from(self.ticks) << 32 | u64::from(self.passed));
    }
}

/// A link that a unit is about to take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Boarding {
    /// What the mesh of its class calls it.
    pub(crate) link: navmesh::LinkId,
    /// Where it begins, and where it leads to.
    pub(crate) from: Vec2,
    pub(crate) to: Vec2,
}

/// Who has come to the beginning of a link: sorted by the link, then by how far they are, where they stand, and which they
/// are.
pub(crate) type LinkQueue = (LinkId, u32, [u32; 2], UnitId);

/// Room to find who enters links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boarders {
    /// Who has come to the beginning of a link, and where that leads to.
    pub(crate) waiting: Vec<(LinkQueue, Vec2)>,
    /// Who is on a link, by link; those of one link in the order of all units.
    pub(crate) crossing: Vec<(LinkId, u32, UnitId)>,
    /// Who is on one link: where, and how large.
    pub(crate) on: Vec<(Vec2, f32, LinkCrossing)>,
}
