//! The runner, and what it measures.

// From the ground up: a module uses only modules above it in this list.
pub mod walls;
pub mod overlaps;
pub mod crossings;
pub mod lane_order;
pub mod rules;
pub mod gait;
pub mod journey;
pub mod seams;
pub mod errands;
mod ground;
pub mod losses;
pub mod score;
pub mod stage;
pub mod queues;
pub mod recording;
pub mod runner;
pub mod path_queries;
