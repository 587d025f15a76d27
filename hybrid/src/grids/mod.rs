//! Windows: pieces of the grid whose walls agree with the mesh.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod clip;
pub(crate) mod islands;
pub(crate) mod cluster;
pub(crate) mod cover;
pub(crate) mod necks;
pub(crate) mod costs;
pub mod walls;
pub(crate) mod window;
