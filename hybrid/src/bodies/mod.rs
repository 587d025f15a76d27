//! Units and their orders: what they are, and what they are about to do.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod activity;
pub(crate) mod aside;
pub(crate) mod free;
pub(crate) mod meeting;
pub(crate) mod precedence;
pub(crate) mod stuck_state;
pub(crate) mod formation;
pub(crate) mod order;
pub(crate) mod gathering;
pub(crate) mod crossing;
pub(crate) mod progress;
pub(crate) mod task;
pub(crate) mod unit;
pub(crate) mod view;
pub(crate) mod change;
pub(crate) mod members;
