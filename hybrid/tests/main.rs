//! Tests of the whole crate, through its public interface.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that fails says so by panicking"
)]

mod support;
mod agreement;
mod arrival;
mod bad_input;
mod behaviour;
mod budget;
mod crowded;
mod debug_lines;
mod determinism;
mod displaced;
mod doors;
mod everyday;
mod explain;
mod formations;
mod following;
mod giving_way;
mod land;
mod limits;
mod links;
mod liveness;
mod looking;
mod lookup;
mod many_orders;
mod meeting;
mod model;
mod orders;
mod pressed;
mod random;
mod ranks;
mod recording;
mod reading_back;
mod relief;
mod renewed;
mod repeating;
mod restored;
mod scenes;
mod set_unit;
mod slits;
mod snapshot;
#[cfg(feature = "soup")]
mod soup;
mod rollback;
mod standing;
mod stuck;
mod velocity;
mod terrain;
mod walls;
