//! How a world is recorded, and stepped again by its recording.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod record;
pub(crate) mod apply;
pub(crate) mod replay;
pub(crate) mod compare;
