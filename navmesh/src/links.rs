//! Links: ways that lead from one point to another without a way over the ground, such as jumps, ladders and teleports.

use glam::Vec2;

use crate::areas::KindCosts;
use crate::error::LinkError;
use crate::tolerances::{KIND_COUNT, MOST_COST};

slotmap::new_key_type! {
    /// Names a link of a mesh, until it is removed.
    pub struct LinkId;
}

/// What a link is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkDefinition {
    /// Whether it leads back as well; not by default.
    pub both_ways: bool,
    /// What it costs, in metres of free ground: a finite number, 0 or more. It may be less than its length.
    pub cost: f32,
    /// The kind of link, below 16, which queries can exclude or make dearer like kinds of ground
    /// ([`KindCosts`](crate::KindCosts)); 0 by default.
    pub kind: u8,
    /// How many may be on it at once, at least 1; no limit by default. The mesh only keeps it for those who walk.
    pub capacity: u32,
}

impl LinkDefinition {
    /// A one-way link of this cost, of kind 0 and for any number at once.
    pub fn new(cost: f32) -> Self {
        Self { both_ways: false, cost, kind: 0, capacity: u32::MAX }
    }

    pub(crate) fn check(&self) -> Result<(), LinkError> {
        if !(self.cost.is_finite() && self.cost >= 0.0) {
            return Err(LinkError::Cost { cost: self.cost });
        }
        if self.kind as usize >= KIND_COUNT {
            return Err(LinkError::Kind { kind: self.kind });
        }
        if self.capacity == 0 { Err(LinkError::Capacity) } else { Ok(()) }
    }
}

/// A link of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Where it begins; metres.
    pub from: Vec2,
    /// Where it leads to; metres.
    pub to: Vec2,
    /// What it is like.
    pub definition: LinkDefinition,
}

impl Link {
    /// Returns what it costs with these factors of kinds, at most 1e24; `None` where its kind is excluded.
    pub(crate) fn cost(&self, factors: [&KindCosts; 2]) -> Option<f64> {
        let LinkDefinition { cost, kind, .. } = self.definition;
        let [p, q] = factors.map(|factors| factors.factor(kind));
        let factor = (p * q).min(f32::MAX);
        let is_open = p.is_finite() && q.is_finite();
        is_open.then(|| f64::from((cost * factor).min(MOST_COST)))
    }

    /// Its directions: from where to where, once or twice.
    pub fn ways(&self) -> impl Iterator<Item = [Vec2; 2]> {
        let back = self.definition.both_ways.then_some([self.to, self.from]);
        std::iter::once([self.from, self.to]).chain(back)
    }
}
