//! Whom a unit meets, and who of two gives way.

use serde::{Deserialize, Serialize};

use crate::base::hash::Fnv;

/// The layer that a unit is in if nothing else is said.
pub(crate) const FIRST_LAYER: u32 = 1;

/// Metres: the greatest radius from which others may keep. Who is near a unit is looked for as far.
pub(crate) const MOST_AVOIDANCE: f32 = 100.0;

/// Whom a unit meets, and who of two gives way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MeetingRules {
    pub(crate) layers: u32,
    pub(crate) mask: u32,
    pub(crate) yields_to: u32,
    /// Metres.
    pub(crate) avoidance_radius: f32,
}

impl MeetingRules {
    /// Those of a unit of a radius of which nothing else is said.
    pub(crate) fn plain(radius: f32) -> Self {
        Self { layers: FIRST_LAYER, mask: u32::MAX, yields_to: 0, avoidance_radius: radius }
    }

    /// Returns whether two units touch and avoid each other: both must want it, so that no push is without its counterpart.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.mask & other.layers != 0 && other.mask & self.layers != 0
    }

    /// Returns whether a unit does all of the dodging of the two. Two that yield to each other are equals.
    pub(crate) fn gives_way_to(&self, other: &Self) -> bool {
        self.yields_to & other.layers != 0 && other.yields_to & self.layers == 0
    }

    /// Returns rules by which a unit meets all whom one of two units may meet.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self { layers: self.layers | other.layers, mask: self.mask | other.mask, ..*self }
    }

    /// Returns whether a unit of a radius may have them.
    pub(crate) fn is_valid(&self, radius: f32) -> bool {
        (radius..=MOST_AVOIDANCE.max(radius)).contains(&self.avoidance_radius)
    }

    /// Adds them to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        hash.number(u64::from(self.layers) << 32 | u64::from(self.mask));
        hash.number(u64::from(self.yields_to) << 32 | u64::from(self.avoidance_radius.to_bits()));
    }
}
