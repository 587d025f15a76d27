//! Questions about places: where a point lies, what a ray hits.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod locate;
pub(crate) mod ray;
