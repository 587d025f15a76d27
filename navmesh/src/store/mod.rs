//! Containers of which copies share what none of them changes.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod pages;
pub(crate) mod sparse;
pub(crate) mod roster;
