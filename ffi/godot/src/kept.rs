//! States of a crowd to go back to, with what is known of its nodes.

use hybrid::{SavedState, UnitId, WorldError};

use crate::body::Body;
use crate::crowd::{Crowd, Names, Piece};

/// A unit's node, by its number, and what was known of it.
#[derive(Clone, Debug)]
pub(crate) struct KeptUnit {
    pub(crate) node: i64,
    pub(crate) body: Option<Body>,
    /// Where its node was on the ground, in units of Godot.
    pub(crate) stance: [f32; 2],
}

/// A node that put something into the world, by its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptSource {
    pub(crate) node: i64,
    /// The digest of what the world was told.
    pub(crate) told: u64,
    pub(crate) piece: Option<Piece>,
}

/// A state of a crowd, and what was known of its nodes then.
pub(crate) struct Kept {
    world: SavedState,
    names: Names,
    pub(crate) units: Vec<KeptUnit>,
    pub(crate) sources: Vec<KeptSource>,
}

impl Kept {
    /// The state that a crowd is in; nothing is known of nodes.
    pub(crate) fn of(crowd: &Crowd) -> Self {
        let (world, names) = (crowd.world.save_state(), crowd.names.clone());
        Self { world, names, units: Vec::new(), sources: Vec::new() }
    }

    /// Keeps the state that a crowd is in instead, in the memory of the former one.
    pub(crate) fn renew(&mut self, crowd: &Crowd) {
        crowd.world.save_state_into(&mut self.world);
        self.names.clone_from(&crowd.names);
        self.units.clear();
        self.sources.clear();
    }

    /// How many steps the world had done.
    pub(crate) fn tick_count(&self) -> u64 {
        self.world.tick_count()
    }

    /// Brings a crowd back to this state. Its clock goes on.
    pub(crate) fn restore(&self, crowd: &mut Crowd) -> Result<(), WorldError> {
        crowd.world.restore_state(&self.world)?;
        crowd.names.clone_from(&self.names);
        Ok(())
    }
}

/// Removes all units from a crowd that are not among some, which are in order.
pub(crate) fn remove_others(crowd: &mut Crowd, known: &[UnitId]) {
    let others: Vec<UnitId> = crowd
        .world
        .units()
        .map(|unit| unit.id)
        .filter(|unit| known.binary_search(unit).is_err())
        .collect();
    for unit in others {
        // It refuses nothing but stale handles.
        let _ = crowd.world.remove_unit(unit);
    }
}

#[cfg(test)]
mod tests {
    use hybrid::glam::vec2;
    use hybrid::{Goal, UnitDefinition};

    use super::*;
    use crate::crowd::tests::empty;
    use crate::options::Options;

    #[test]
    fn states_bring_back_units_and_numbers() {
        let mut crowd = empty();
        let units: Vec<UnitId> = (0..6_u8)
            .map(|k| {
                let at = vec2(2.0 + f32::from(k), 4.0);
                crowd.world.add_unit(&UnitDefinition::new(at, 0.4, 2.0)).unwrap()
            })
            .collect();
        let goal = || Goal::Point(vec2(36.0, 16.0));
        assert_eq!(crowd.order(&units[..3], goal(), Options::default()), Ok(1));
        (0..20).for_each(|_| assert!(crowd.step().is_ok()));
        let mut kept = Kept::of(&crowd);
        // What comes after is gone again, and the numbers that it got are given anew.
        let go_on = |crowd: &mut Crowd| {
            let wall = [vec2(20.0, 0.0), vec2(21.0, 0.0), vec2(21.0, 15.0), vec2(20.0, 15.0)];
            let numbers = (
                crowd.order(&units[3..], goal(), Options::default()).unwrap(),
                crowd.add_obstacle(&wall).unwrap(),
            );
            (0..20).for_each(|_| assert!(crowd.step().is_ok()));
            (numbers, crowd.world.state_hash(), crowd.names.clone())
        };
        let first = go_on(&mut crowd);
        assert_eq!(first.0, (2, 3));
        kept.restore(&mut crowd).unwrap();
        assert_eq!(crowd.world.tick_count(), kept.tick_count());
        assert!(crowd.remove_obstacle(3).is_err() && crowd.number_of(crowd.order_of(2)) == 0);
        assert_eq!(go_on(&mut crowd), first);
        kept.renew(&crowd);
        assert_eq!(kept.tick_count(), 40);
        remove_others(&mut crowd, &units[1..3]);
        assert_eq!(crowd.world.units().map(|unit| unit.id).collect::<Vec<_>>(), &units[1..3]);
        kept.restore(&mut crowd).unwrap();
        assert_eq!(crowd.world.state_hash(), first.1);
    }
}
