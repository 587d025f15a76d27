//! Which units others follow, and how blocks are named.

use serde::{Deserialize, Serialize};

/// A block by number, from 0, or by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BlockName {
    /// Number in order of appearance, from 0.
    Index(usize),
    /// Its `id`.
    Id(String),
}

/// A unit that others follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Followed {
    /// The first unit of a block.
    First(BlockName),
    /// A unit of a block by its number there, from 0.
    Unit(FollowedUnit),
}

/// A unit of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowedUnit {
    /// The block.
    pub block: BlockName,
    /// The unit's number in it, from 0.
    pub unit: u32,
}

impl Followed {
    /// The block, and the unit's number there.
    pub fn parts(&self) -> (&BlockName, u32) {
        match self {
            Self::First(block) => (block, 0),
            Self::Unit(FollowedUnit { block, unit }) => (block, *unit),
        }
    }
}
