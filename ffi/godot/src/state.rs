//! Saved states of worlds, as scripts hold them.

use godot::prelude::*;

use crate::kept::Kept;

/// A state of a world to go back to, in the memory of this process: `save_state` of a HybridNavWorld2D or HybridNavWorld3D makes it, and
/// `restore_state` of the same world goes back to it, as often as needed. What lasts longer than the process makes `save_bytes`.
#[derive(GodotClass)]
#[class(no_init, base = RefCounted)]
pub struct HybridNavState {
    /// The node of its world.
    pub(crate) world: InstanceId,
    /// What that is called.
    pub(crate) name: String,
    pub(crate) kept: Kept,
}

#[godot_api]
impl HybridNavState {
    /// How many steps its world had taken.
    #[func]
    fn get_tick_count(&self) -> i64 {
        self.kept.tick_count() as i64
    }
}
