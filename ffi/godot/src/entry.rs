//! Where Godot enters.
#![allow(unsafe_code, reason = "the binding asks for it")]

use godot::init::{ExtensionLibrary, gdextension};

struct HybridNavExtension;

// SAFETY: Godot loads this library through its entry function, which the macro makes.
#[gdextension]
unsafe impl ExtensionLibrary for HybridNavExtension {}
