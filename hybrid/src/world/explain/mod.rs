//! Why units go where they go, and what happens in passages.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod explanation;
pub(crate) mod gather;
pub(crate) mod preview;
pub(crate) mod passage_view;
