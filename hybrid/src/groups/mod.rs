//! Groups: who walks together, and the flow field that they share.

// From the ground up: a module uses only modules above it in this list.
mod sources;
mod reach;
mod field;
mod crew;
pub(crate) mod guide;
mod survey;
pub(crate) mod guides;
pub(crate) mod window;
pub(crate) mod exit;
pub(crate) mod frontier;
pub(crate) mod barriers;
pub(crate) mod plan;
pub(crate) mod buffer_pool;
pub(crate) mod group;
pub(crate) mod all;
pub(crate) mod regroup;
pub(crate) mod schedule;
pub(crate) mod ahead;
