//! Steps recordings again, and prints the hash of the state after the last step of each: `cargo run --example replay FILE...`. A tick that does not end as
//! it did when it was recorded is an error. `headless replay FILE` does more.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use hybrid::{Recording, Replay};

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let mut replay = Replay::new(&Recording::from_bytes(&std::fs::read(&file)?)?)?;
        let mut hash = replay.world().state_hash();
        // What came after the last step is done as well: the nodes of a world that is freed leave it one by one.
        while replay.step()? {
            hash = replay.world().state_hash();
        }
        println!("{hash:016x}");
    }
    Ok(())
}
