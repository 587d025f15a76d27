//! What is read: maps of a grid or of polygons, queries, worlds of obstacles.

// From the ground up: a module uses only modules above it in this list.
pub mod source;
pub mod grid_map;
pub mod polygon_map;
mod binary_gltf;
pub mod level_mesh;
pub mod rectangles;
pub mod queries;
pub mod json_places;
pub mod unique_keys;
pub mod obstacle_worlds;
