//! hybridnav as nodes of Godot 4: worlds, units, areas and links, in two dimensions and in three.
//!
//! A node of Godot holds what a designer sets and hears; all else is done by [`crowd::Crowd`], which knows no node.
#![deny(unsafe_code)]

// From the ground up: a module uses only modules above it in this list.
mod clock;
mod geometry;
mod settings;
mod body;
mod debug;
mod options;
mod crowd;
mod sources;
mod world_inside;
mod unit;
mod parts;
mod flat;
mod solid;
mod world;
mod entry;
