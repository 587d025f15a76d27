//! What the fuzz targets and the soak do with bytes and lists of calls.

// From the ground up: a module uses only modules above it in this list.
pub mod bytes;
pub mod slits;
pub mod forging;
pub mod exercise;
