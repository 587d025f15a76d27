//! States of a world, kept in memory to go back to.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{I64Vec2, Vec2};
use navmesh::Bounds;

use crate::base::cloning::clone_by_fields;
use crate::base::handle::UnitId;
use crate::bodies::members::OrderMembers;
use crate::error::WorldError;
use crate::event::Event;
use crate::ground::modifiers::GroundModifiers;
use crate::motion::finder::UnitFinder;
use crate::schedule::DecisionClock;
use crate::world::core::Core;
use crate::world::state::{StepScratch, World};

/// A state of a world to go back to, see [`World::save_state`]: all that decides the future. It shares meshes, distance fields,
/// windows and plans under way with the world, and has copies of what there is of units, orders and groups.
pub struct SavedState {
    core: Core,
    order_count: u64,
    last_path_served: UnitId,
    tick: u64,
    watch: DecisionClock,
    changed: Vec<Bounds>,
    escapes: BTreeMap<UnitId, Vec2>,
    events: Vec<Event>,
    announced: Vec<Event>,
    origin: I64Vec2,
    modifiers: Arc<GroundModifiers>,
}

clone_by_fields!(SavedState {
    core,
    order_count,
    last_path_served,
    tick,
    watch,
    changed,
    escapes,
    events,
    announced,
    origin,
    modifiers
});

impl std::fmt::Debug for SavedState {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("SavedState").field("tick", &self.tick).finish_non_exhaustive()
    }
}

impl SavedState {
    /// One to be written over.
    fn empty() -> Self {
        Self {
            core: Core::default(),
            order_count: 0,
            last_path_served: UnitId::default(),
            tick: 0,
            watch: DecisionClock::default(),
            changed: Vec::new(),
            escapes: BTreeMap::new(),
            events: Vec::new(),
            announced: Vec::new(),
            origin: I64Vec2::ZERO,
            modifiers: Arc::default(),
        }
    }

    /// Returns how many steps the world had done.
    pub fn tick_count(&self) -> u64 {
        self.tick
    }
}

impl World {
    /// The state that the world is in, to go back to with [`restore_state`](Self::restore_state): for rollback netcode, which
    /// steps a few ticks again once it knows better what others did, and for looks ahead. It takes hardly longer than
    /// copying the units. Where states are saved in every tick, [`save_state_into`](Self::save_state_into) takes less.
    ///
    /// A state is of this process; [`to_bytes`](Self::to_bytes) writes one that lasts. Edits that are still to take effect
    /// are so in it, too. Nothing is waited for: plans that other threads are at go on.
    ///
    /// ```
    /// use hybrid::{Goal, UnitDefinition, World, WorldDefinition, glam::Vec2, navmesh::Bounds};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// let unit = world.add_unit(&UnitDefinition::new(Vec2::new(4.0, 16.0), 0.25, 1.4))?;
    /// world.order(&[unit], &Goal::Point(Vec2::new(28.0, 16.0)))?;
    /// let state = world.save_state();
    /// (0..8).try_for_each(|_| world.step(0.1))?;
    /// let hash = world.state_hash();
    /// world.restore_state(&state)?;
    /// (0..8).try_for_each(|_| world.step(0.1))?;
    /// assert_eq!(world.state_hash(), hash);
    /// # Ok::<(), hybrid::WorldError>(())
    /// ```
    pub fn save_state(&self) -> SavedState {
        let mut state = SavedState::empty();
        self.save_state_into(&mut state);
        state
    }

    /// Saves the state that the world is in over an older one, in the memory of that: as [`save_state`](Self::save_state), with
    /// hardly an allocation. Rollback netcode keeps a ring of as many states as it may go back ticks, and one more.
    pub fn save_state_into(&self, state: &mut SavedState) {
        // Whoever gives a world another field has to say here whether it decides the future.
        let Self {
            core,
            members: _,
            gathering: _,
            order_count,
            last_path_served,
            tick,
            watch,
            changed,
            escapes,
            events,
            announced,
            profile: _,
            searches: _,
            finder: _,
            origin,
            scenes: _,
            executor: _,
            counters: _,
            modifiers,
            phases: _,
            scratch: _,
            recorder: _,
        } = self;
        state.core.clone_from(core);
        state.order_count = *order_count;
        state.last_path_served = *last_path_served;
        state.tick = *tick;
        state.watch = *watch;
        state.changed.clone_from(changed);
        state.escapes.clone_from(escapes);
        state.events.clone_from(events);
        state.announced.clone_from(announced);
        state.origin = *origin;
        state.modifiers.clone_from(modifiers);
    }

    /// Goes back to a state, or on to a later one: with the same calls, the steps from there have the same bits as those that
    /// came after it was saved, whoever helps. Handles of what was there are valid again, and what came later is gone: the same
    /// calls get the same handles. The state can be gone back to as often as needed.
    ///
    /// It may come from another world, of any definition: this one then is as that one was. It keeps who
    /// helps it ([`set_executor`](Self::set_executor)). What is only reported of the last step ([`profile`](Self::profile),
    /// [`counters`](Self::counters)) stays; [`events`](Self::events) are those of the state.
    ///
    /// # Errors
    /// [`WorldError::Recorded`]: the world is being recorded, and a recording only goes on.
    /// Nothing has changed then. To record a session that rolls back, step a second world by those calls that are final.
    pub fn restore_state(&mut self, state: &SavedState) -> Result<(), WorldError> {
        if self.is_recording() {
            return Err(WorldError::Recorded);
        }
        let SavedState {
            core,
            order_count,
            last_path_served,
            tick,
            watch,
            changed,
            escapes,
            events,
            announced,
            origin,
            modifiers,
        } = state;
        self.core.clone_from(core);
        self.order_count = *order_count;
        self.last_path_served = *last_path_served;
        self.tick = *tick;
        self.watch = *watch;
        self.changed.clone_from(changed);
        self.escapes.clone_from(escapes);
        self.events.clone_from(events);
        self.announced.clone_from(announced);
        self.origin = *origin;
        self.modifiers.clone_from(modifiers);
        // What follows from the rest is made anew; what is known of the units is forgotten.
        self.members = OrderMembers::new(&self.core.bodies);
        self.gathering = None;
        self.finder = UnitFinder::default();
        self.scenes.clear();
        self.scratch = StepScratch::default();
        Ok(())
    }
}
