//! The same scene gives the same state, run for run and in every build mode.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that fails says so by panicking"
)]

mod support;

use headless::loaded::load;
use headless::runner::{RunOptions, run};
use headless::settings::Settings;

/// The state after [`TICKS`] of `choke`, in debug and in release. To be changed only together with
/// the world's behaviour, and then on purpose.
const GOLDEN: Option<&str> = Some("3b9c7e321d85e58a");

const TICKS: u32 = 60;

fn hash(ticks: u32) -> String {
    let scene = load("choke", Settings::default()).unwrap();
    run(&scene, RunOptions { ticks: Some(ticks), ..RunOptions::default() }, &mut |_| ())
        .unwrap()
        .card
        .state_hash
}

#[test]
fn a_scene_gives_the_same_state_every_time() {
    let first = hash(TICKS);
    assert_eq!(hash(TICKS), first);
    assert_ne!(hash(TICKS - 1), first);
    if let Some(golden) = GOLDEN {
        assert_eq!(first, golden);
    }
}
