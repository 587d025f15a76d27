//! hybridnav as nodes of Godot 4: worlds, units, areas and links, in two dimensions and in three.
//!
//! A node of Godot holds what a designer sets and hears; all else is done by [`crowd::Crowd`], which knows no node.
#![deny(unsafe_code)]

// From the ground up: a module uses only modules above it in this list.
mod geometry;
mod words;
mod settings;
mod body;
mod debug;
mod options;
mod crowd;
mod kept;
mod bytes;
mod record;
mod sources;
mod state;
mod world_inside;
mod world_sources;
mod world_saving;
mod unit;
mod parts;
mod flat;
mod solid;
mod world;
mod entry;
