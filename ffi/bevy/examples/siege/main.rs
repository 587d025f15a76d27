//! A siege: four companies leave their camp for the keep; on their way the gate is broken, and part of the wall comes down.
//!
//! `cargo run --release --example siege` runs it without a window as fast as it can, and says who has arrived when.
//! `cargo run --release --example siege --features window` shows it, and `... --features window -- --picture FILE` draws a
//! picture of its middle, without a window.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod scene;
mod headless;
#[cfg(feature = "window")]
mod looks;
#[cfg(feature = "window")]
mod controls;
#[cfg(feature = "window")]
mod picture;

use bevy_app::{App, AppExit};
use bevy_hybridnav::hybrid::WorldError;

fn main() -> Result<AppExit, WorldError> {
    let mut app = App::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        #[cfg(feature = "window")]
        [] => controls::add(&mut app),
        #[cfg(feature = "window")]
        ["--picture", file] => picture::add(&mut app, file),
        #[cfg(not(feature = "window"))]
        [] => headless::add(&mut app),
        ["--headless"] => headless::add(&mut app),
        _ => {
            println!("siege [--headless], with the feature `window` also siege [--picture FILE]");
            return Ok(AppExit::error());
        }
    }
    scene::add(&mut app)?;
    Ok(app.run())
}
