//! The inspector and playground of hybridnav: plays recordings and scenes, shows what units know and want, and lets the
//! user change the world while it runs. One program for a window and for a page in a browser.

// From the ground up: a module uses only modules above it in this list.
pub mod error;
pub mod palette;
pub mod message;
pub mod view;
pub mod batch;
pub mod choices;
pub mod traces;
pub mod timeline;
pub mod layers;
pub mod platform;
pub mod pointer;
pub mod panels;
pub mod start;
pub mod given;
pub mod app;
#[cfg(target_arch = "wasm32")]
pub mod page;
