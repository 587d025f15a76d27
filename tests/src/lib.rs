//! Runs hybridnav without a display: scenes, a runner that scores, pictures, and the command on top.
//!
//! Modules are listed from the bottom of the house to the top; each imports only modules above it in
//! this list.
#![forbid(unsafe_code)]

pub mod tolerances;
pub mod error;

// What is read: maps, queries, scenes.
pub mod source;
pub mod grid_map;
pub mod polygon_map;
pub mod rectangles;
pub mod queries;
pub mod json_places;
pub mod unique_keys;
pub mod scene;
pub mod scorecard;
pub mod checks;
pub mod settings;
pub mod random;
pub mod obstacle_worlds;
pub mod maze;
pub mod scene_parts;
pub mod benchmark_scenes;
pub mod crowd_scenes;
pub mod passage_scenes;
pub mod land_scenes;
pub mod order_scenes;
pub mod built_in;
pub mod loaded;

// What is scored, and the runner.
pub mod buckets;
pub mod walls;
pub mod overlaps;
pub mod crossings;
pub mod lane_order;
pub mod journey;
pub mod seams;
pub mod score;
pub mod stage;
pub mod recording;
pub mod runner;
pub mod path_queries;
pub mod fuzzing;
pub mod fuzzing_slits;
pub mod soak;
pub mod forging;
pub mod exercise;

// What is drawn.
pub mod canvas;
pub mod letters;
pub mod palette;
pub mod figure;
pub mod grid_pictures;
pub mod map_pictures;
pub mod crowd_pictures;
pub mod window_pictures;
pub mod field_scenes;
pub mod field_pictures;
pub mod pictures;

pub mod command;

/// The code of the README, tried by the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
