//! How what calls and steps cost grows with the world: each row at n, 2n, 4n and 8n, with the exponent of its growth, and
//! beside it the bar that it must keep at the largest size.
//!
//! Times are processor times of the one thread that does all of the work, so that a busy machine does not count, but for passages,
//! whose phase the world measures by the clock, and for saved worlds, which threads help to load; of a run of steps the longest one counts, and of several runs the median. A row fails if what it did was wrong, or if it should
//! grow in proportion at most and its exponent is greater than 1.15. Bars depend on the machine: they are only shown.
#![forbid(unsafe_code)]

#[path = "growth/chain.rs"]
mod chain;
#[path = "growth/costs.rs"]
mod costs;
#[path = "growth/giant.rs"]
mod giant;
#[path = "growth/join.rs"]
mod join;
#[path = "growth/links.rs"]
mod links;
#[path = "growth/narrow.rs"]
mod narrow;
#[path = "growth/orders.rs"]
mod orders;
#[path = "growth/passages.rs"]
mod passages;
#[path = "growth/saving.rs"]
mod saving;
#[path = "growth/scenes.rs"]
mod scenes;
#[path = "growth/table.rs"]
mod table;

use std::process::ExitCode;

use clap::Args;
use headless::command::bench::{self, BenchArguments, BenchResult};
use table::{Row, Subject};

/// What is run.
#[derive(Args)]
struct Arguments {
    #[command(flatten)]
    bench: BenchArguments,
    /// Only the rows whose names contain this
    #[arg(long)]
    only: Option<String>,
}

/// All rows, file by file.
const SUBJECTS: &[&[Subject]] = &[
    links::SUBJECTS,
    giant::SUBJECTS,
    join::SUBJECTS,
    chain::SUBJECTS,
    narrow::SUBJECTS,
    orders::SUBJECTS,
    passages::SUBJECTS,
    costs::SUBJECTS,
    saving::SUBJECTS,
];

fn run(arguments: &Arguments) -> BenchResult<()> {
    let Arguments { bench, only } = arguments;
    let is_asked =
        |subject: &&Subject| only.as_ref().is_none_or(|part| subject.name.contains(part.as_str()));
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    bench.tell(table::HEAD)?;
    for subject in SUBJECTS.iter().copied().flatten().filter(is_asked) {
        let row = Row::measure(subject, bench.effort())?;
        bench.tell(&row.line())?;
        faults.extend(row.fault());
        rows.push(row.json());
    }
    bench.finish("growth", &rows, &faults)
}

fn main() -> ExitCode {
    bench::main("growth", "How what calls and steps cost grows with the world", run)
}
