//! The units of a group. Who leaves the world is struck off at once, without a look through all others.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::base::cloning::clone_by_fields;
use crate::base::handle::UnitId;

/// The units of a group, as a list.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<UnitId>", into = "Vec<UnitId>")]
pub(crate) struct Crew {
    /// With those that were struck off since this list was made.
    listed: Vec<UnitId>,
    struck: BTreeSet<UnitId>,
    /// How many of those come before all others in the list.
    leading: usize,
    /// The others, once somebody has asked for them.
    left: OnceLock<Vec<UnitId>>,
}

clone_by_fields!(Crew { listed, struck, leading, left });

impl Crew {
    /// Strikes off a unit, if it is in the list.
    pub(crate) fn strike(&mut self, unit: UnitId) {
        self.left.take();
        self.struck.insert(unit);
        let is_struck = |unit: &&UnitId| self.struck.contains(unit);
        self.leading += self.listed[self.leading..].iter().take_while(is_struck).count();
    }

    /// The first one.
    pub(crate) fn first(&self) -> Option<UnitId> {
        self.listed.get(self.leading).copied()
    }

    /// Keeps those of which something is so.
    pub(crate) fn retain(&mut self, stays: impl Fn(&UnitId) -> bool) {
        let Self { listed, struck, .. } = self;
        listed.retain(|unit| !struck.contains(unit) && stays(unit));
        *self = Self::from(std::mem::take(listed));
    }
}

impl From<Vec<UnitId>> for Crew {
    fn from(listed: Vec<UnitId>) -> Self {
        Self { listed, ..Self::default() }
    }
}

impl From<Crew> for Vec<UnitId> {
    fn from(mut crew: Crew) -> Self {
        crew.retain(|_| true);
        crew.listed
    }
}

impl Deref for Crew {
    type Target = [UnitId];

    fn deref(&self) -> &[UnitId] {
        if self.struck.is_empty() {
            return &self.listed;
        }
        let is_left = |unit: &&UnitId| !self.struck.contains(unit);
        self.left.get_or_init(|| self.listed.iter().filter(is_left).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::SlotMap;

    #[test]
    fn whoever_is_struck_off_is_gone_at_once_and_the_others_keep_their_order() {
        let mut all: SlotMap<UnitId, ()> = SlotMap::with_key();
        let mut plain: Vec<UnitId> = (0..20).map(|_| all.insert(())).collect();
        plain.reverse();
        let mut crew = Crew::from(plain.clone());
        for at in [0, 7, 0, 0, 15, 3, 3, 0, 11, 0, 0, 2, 5, 0, 0, 2, 1] {
            let unit = plain.remove(at);
            crew.strike(unit);
            assert_eq!((&*crew, crew.first()), (&plain[..], plain.first().copied()));
            assert_eq!(Vec::from(crew.clone()), plain);
        }
        let last = plain[1];
        crew.retain(|&unit| unit != last);
        plain.remove(1);
        assert_eq!((&*crew, crew.listed.len()), (&plain[..], 2));
        plain.drain(..).for_each(|unit| crew.strike(unit));
        assert!(crew.is_empty() && crew.first().is_none());
    }
}
