//! What sees what: the corners of the walls, the doors between cells, and cones of sight that are sent through them.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod cone;
pub(crate) mod horizon;
pub(crate) mod reach;
pub(crate) mod sweep;
pub(crate) mod numbers;
