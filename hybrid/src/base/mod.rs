//! What everything stands on: handles, hashes, tolerances.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod tolerances;
pub(crate) mod cloning;
pub(crate) mod clock;
pub(crate) mod profile;
pub(crate) mod hash;
pub(crate) mod direction;
pub(crate) mod handle;
pub(crate) mod region;
