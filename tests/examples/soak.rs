//! Drives the fuzz targets for a while without a fuzzer: bytes from seeds in a row, the same on every machine.
//!
//! `cargo run --release -p headless --example soak -- --minutes 5` prints how often each target ran. A finding is a
//! panic; the line before it names the target and the seed, and `--first SEED` begins there.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use headless::command::output::{complain, say};
use headless::error::Error;
use headless::fuzzing::bytes::{edits, load};
use headless::fuzzing::slits::slits;
use headless::random::Random;

#[derive(Parser)]
#[command(name = "soak", about = "Fuzz targets on random bytes")]
struct Arguments {
    /// How long
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    first: u64,
}

/// Says which seed it was when a target panics.
struct Named(&'static str, u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            complain(&format!("target {}, seed {}", self.0, self.1));
        }
    }
}

fn bytes(seed: u64, longest: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..8 + random.below(longest)).map(|_| random.bits() as u8).collect()
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let end = Instant::now() + Duration::from_secs_f64(arguments.minutes.max(0.0) * 60.0);
    let mut seed = arguments.first;
    while Instant::now() < end {
        let edited = Named("edits", seed);
        edits(&bytes(seed, 300));
        drop(edited);
        let loaded = Named("load", seed);
        load(&bytes(seed, 24));
        drop(loaded);
        let parted = Named("slits", seed);
        slits(&bytes(seed, 300));
        drop(parted);
        seed += 1;
    }
    let count = seed - arguments.first;
    say(&format!(
        "{count} runs of each target without a finding, seeds {} to {seed}",
        arguments.first
    ))
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}
