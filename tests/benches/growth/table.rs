//! Rows: sizes, times, exponents.

use std::time::Duration;

use cpu_time::ThreadTime;
use headless::command::bench::{BenchResult, Effort};
use headless::scorecard::percentile;
use serde_json::{Value, json};

/// What is measured, at sizes each twice as large as the one before.
pub(crate) struct Subject {
    /// Its name, with what the sizes count.
    pub(crate) name: &'static str,
    /// The least of the four sizes; the least of the three for a quick look is the same.
    pub(crate) least: usize,
    /// Milliseconds that it may take at the largest size, on the machine on which bars are kept.
    pub(crate) bar: f64,
    /// The greatest exponent that is right.
    pub(crate) growth: f64,
    /// Does it at a size and checks it; gives the time that counts.
    pub(crate) run: fn(usize) -> BenchResult<Duration>,
}

/// The greatest exponent of what should grow in proportion.
pub(crate) const LINEAR: f64 = 1.15;

/// Shorter times are none: they are of the clock and the caches.
const LEAST_MS: f64 = 0.05;

/// How often a size is run; and again, where the exponent is too great, as that may be the machine.
const RUNS: usize = 3;
const TRIES: usize = 3;

/// How much greater an exponent may be that three sizes show.
const QUICK_SLACK: f64 = 0.25;

pub(crate) const HEAD: &str = "row                          sizes                        ms at n       2n       4n       8n   exponent      bar ms";

/// What was seen of a subject.
pub(crate) struct Row {
    subject: &'static Subject,
    sizes: Vec<usize>,
    milliseconds: Vec<f64>,
    exponent: f64,
}

impl Row {
    pub(crate) fn measure(subject: &'static Subject, effort: Effort) -> BenchResult<Self> {
        let count = effort.of(1, 3, 4);
        let sizes: Vec<usize> = (0..count).map(|power| subject.least << power).collect();
        let (runs, tries) = (effort.of(1, RUNS, RUNS), effort.of(1, TRIES, TRIES));
        let mut seen = vec![Vec::new(); sizes.len()];
        let mut row = Self { subject, sizes, milliseconds: Vec::new(), exponent: f64::INFINITY };
        for _ in 0..tries {
            for (&size, seen) in row.sizes.iter().zip(&mut seen) {
                for _ in 0..runs {
                    let time = (subject.run)(size)
                        .map_err(|error| format!("{} of {size}: {error}", subject.name))?;
                    seen.push(time.as_secs_f64() * 1e3);
                }
            }
            let middle = |seen: &Vec<f64>| percentile(seen.iter().copied(), 50);
            row.milliseconds = seen.iter().filter_map(middle).collect();
            row.exponent = exponent(&row.sizes, &row.milliseconds);
            if row.exponent <= subject.growth {
                break;
            }
        }
        Ok(row)
    }

    /// What is wrong with it.
    pub(crate) fn fault(&self) -> Option<String> {
        let Self { subject: Subject { name, growth, .. }, exponent, milliseconds, .. } = self;
        // Two sizes are too few to tell growth from noise; three tell it less well than four.
        let most = growth + if milliseconds.len() > 3 { 0.0 } else { QUICK_SLACK };
        let is_judged = milliseconds.len() > 2 && *exponent > most;
        is_judged.then(|| format!("{name} grows with exponent {exponent:.2}, not {growth:.2}"))
    }

    pub(crate) fn line(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        let times: String = self.milliseconds.iter().map(|time| format!("{time:>9.2}")).collect();
        format!(
            "{:<28} {:<24}{times:<38}{:>9.2}{:>12.1}{}",
            self.subject.name,
            sizes.join(" "),
            self.exponent,
            self.subject.bar,
            if self.is_over() { "  over" } else { "" },
        )
    }

    fn is_over(&self) -> bool {
        self.milliseconds.last().is_some_and(|&time| time > self.subject.bar)
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "row": self.subject.name,
            "sizes": self.sizes,
            "ms": self.milliseconds,
            "exponent": self.exponent,
            "growth": self.subject.growth,
            "bar_ms": self.subject.bar,
            "is_over": self.is_over(),
        })
    }
}

/// The slope of the line that fits the logarithms of sizes and times best; 0 for one size.
fn exponent(sizes: &[usize], milliseconds: &[f64]) -> f64 {
    let points: Vec<(f64, f64)> = sizes
        .iter()
        .zip(milliseconds)
        .map(|(&size, time)| ((size as f64).ln(), time.max(LEAST_MS).ln()))
        .collect();
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (x, y) = (x / count, y / count);
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>();
    let spread = points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    if spread > 0.0 { slope / spread } else { 0.0 }
}

/// How long something takes this thread.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = ThreadTime::now();
    let made = work();
    (begun.elapsed(), made)
}

/// An error where something is not so.
pub(crate) fn ensure(is_so: bool, what: impl FnOnce() -> String) -> BenchResult<()> {
    if is_so { Ok(()) } else { Err(what().into()) }
}
