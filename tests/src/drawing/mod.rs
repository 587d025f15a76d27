//! Pictures.

// From the ground up: a module uses only modules above it in this list.
pub mod canvas;
pub mod text;
pub mod palette;
pub mod figure;
pub mod grid_pictures;
pub mod map_pictures;
pub mod level_pictures;
pub mod crowd_pictures;
pub mod queue_pictures;
pub mod window_pictures;
pub mod field_scenes;
pub mod field_pictures;
pub mod pictures;
