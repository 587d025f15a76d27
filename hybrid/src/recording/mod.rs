//! Recordings: a world as it was, and every call that changed it since. Whoever has them can step the same world again.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod error;
pub(crate) mod runs;
pub(crate) mod call;
pub(crate) mod blocks;
pub(crate) mod entry;
pub(crate) mod recorder;
