//! `libhnav`: the crowds of [`hybrid`] for C and C++.
//!
//! Everything here is described for its users in the header `include/hnav/hnav.h`, which is generated from these
//! sources. Build `cargo build --release -p hnav`, include the header, link `libhnav.so` or `libhnav.a`.
//!
//! How the border is kept: a call first turns what C gave it (pointers, counts, structures, handles) into checked Rust
//! values, then works, then writes its results, so that a refused call has changed nothing. Rust panics end in
//! `guard`. Worlds live in `registry`; C only ever holds numbers.
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(non_snake_case, reason = "functions have their C names")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the header's first page says once what every pointer must hold"
)]

// In WebAssembly a panic ends the module's instance: what loads it makes that an error.
#[cfg(not(any(panic = "unwind", target_family = "wasm")))]
compile_error!("hnav turns panics into results: build it with panic = \"unwind\"");

// From the ground up: a module uses only modules above it in this list.
pub mod result;
mod message;
pub mod allocator;
mod guard;
pub mod vector;
mod border;
mod stamp;
pub mod handle;
mod registry;
pub mod library;
pub mod parameters;
pub mod world;
pub mod report;
pub mod saving;
pub mod saved_states;
pub mod recording;
pub mod obstacle;
pub mod land;
pub mod link;
pub mod relief;
pub mod reading;
pub mod path;
pub mod ground;
pub mod around;
pub mod unit_state;
pub mod unit;
pub mod unit_change;
pub mod column;
pub mod lookup;
pub mod user_data;
pub mod explain;
pub mod passage;
pub mod formation;
pub mod order;
pub mod order_state;
pub mod event;
pub mod group;
pub mod draw;
pub mod task;
#[cfg(feature = "planted-panic")]
#[path = "../tests/planted/fault.rs"]
mod fault;
