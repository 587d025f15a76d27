//! Ways over the mesh: free ground, sight, and the path that one unit follows.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod ground;
pub(crate) mod escape;
pub(crate) mod sight;
pub(crate) mod route;
