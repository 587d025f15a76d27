//! Questions about places: where a point lies, what a ray hits, what is near.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod looking;
pub(crate) mod locate;
pub(crate) mod crossings;
pub(crate) mod ray;
pub(crate) mod nearest;
pub(crate) mod random;
