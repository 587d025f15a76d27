//! Arrival: the places of a goal, who takes which, and coming to rest.

// From the ground up: a module uses only modules above it in this list.
mod lattice;
mod discs;
mod hollow;
pub(crate) mod taken;
pub(crate) mod standing;
pub(crate) mod flood;
pub(crate) mod places;
mod filling;
pub(crate) mod packing;
pub(crate) mod arrangement;
pub(crate) mod bending;
pub(crate) mod matching;
pub(crate) mod assignment;
pub(crate) mod settle;
pub(crate) mod facing;
pub(crate) mod swaps;
