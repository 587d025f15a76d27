//! The world that a game holds. Each file is a part of the interface of [`World`](state::World), or of its step.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod core;
pub(crate) mod phases;
pub(crate) mod state;
pub(crate) mod origin;
pub(crate) mod user_data;
pub(crate) mod memory;
pub(crate) mod ground;
pub(crate) mod links;
pub(crate) mod orders;
pub(crate) mod clearing;
pub(crate) mod edits;
pub(crate) mod driven;
pub(crate) mod teleport;
pub(crate) mod set_unit;
pub(crate) mod queries;
pub(crate) mod views;
pub(crate) mod debug_lines;
pub(crate) mod explain;
pub(crate) mod rescue;
pub(crate) mod footing;
pub(crate) mod step;
pub(crate) mod snapshot;
pub(crate) mod recording;
pub(crate) mod saved_state;
