//! Parts of a world as bytes, and back.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod error;
pub(crate) mod envelope;
pub(crate) mod rectangles;
pub(crate) mod outlines;
pub(crate) mod roster;
pub(crate) mod field;
