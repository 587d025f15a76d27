//! States of worlds, kept in memory to go back to.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;

use crate::error::refused;
use crate::world::World;

/// What a world was, and what its last step told.
struct Kept {
    state: hybrid::SavedState,
    events: Vec<(u64, hybrid::Event)>,
}

/// A state of a world to go back to, in the memory of this process: `World.save_state` makes it, `World.to_bytes` what lasts. It does not need
/// its world any more.
#[pyclass(frozen, module = "hybridnav")]
pub(crate) struct SavedState {
    kept: Mutex<Kept>,
}

impl SavedState {
    fn lock(&self) -> PyResult<MutexGuard<'_, Kept>> {
        self.kept.try_lock().map_err(|_| refused("the saved state is at work in another thread"))
    }
}

#[pymethods]
impl SavedState {
    /// How many ticks its world had stepped.
    #[getter]
    fn tick_count(&self) -> PyResult<u64> {
        Ok(self.lock()?.state.tick_count())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<SavedState of tick {}>", self.lock()?.state.tick_count()))
    }
}

#[pymethods]
impl World {
    /// Saves the state that the world is in, to go back to with `restore_state`: for rollback netcode, and for looks ahead. It shares meshes and
    /// distance fields with the world: that takes far less time and memory than `to_bytes`, or `copy`.
    fn save_state(&self) -> PyResult<SavedState> {
        let state = self.lock()?;
        let (saved, events) = (state.world.save_state(), state.events.clone());
        Ok(SavedState { kept: Mutex::new(Kept { state: saved, events }) })
    }

    /// Saves the state that the world is in over an older one, of any world, in the memory of that.
    fn save_state_into(&self, state: &SavedState) -> PyResult<()> {
        let own = self.lock()?;
        let kept = &mut *state.lock()?;
        own.world.save_state_into(&mut kept.state);
        kept.events.clone_from(&own.events);
        Ok(())
    }

    /// Goes back to a saved state, or on to a later one, as often as needed: with the same calls, the next steps have the same bits. Handles that
    /// were given before it was saved are right again; those that were given since must be forgotten. `events` are those of the state. A state
    /// of another world makes this one as that one was. A world that is recorded refuses it, since a recording only goes on.
    fn restore_state(&self, state: &SavedState) -> PyResult<()> {
        let own = &mut *self.lock()?;
        let kept = state.lock()?;
        own.world.restore_state(&kept.state).map_err(refused)?;
        own.events.clone_from(&kept.events);
        own.edits += 1;
        own.columns.may_have_other_units(&own.world);
        Ok(())
    }
}
