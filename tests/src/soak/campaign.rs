//! Many worlds, on several threads, and what was seen of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::finding::Kind;
use super::liveness_worlds::{GoalKind, kind_of, world_of};
use super::run::{Outcome, run};

/// What is known of the worlds of one kind of goals.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// How many worlds there were, and how many of them have findings.
    pub worlds: usize,
    /// How many of them have findings.
    pub failed: usize,
    /// Units that rest at the end, are under way, or are stuck.
    pub units: [usize; 3],
    /// How many worlds have findings of each kind.
    pub kinds: BTreeMap<Kind, usize>,
}

impl Row {
    /// Adds what a world was like.
    pub fn add(&mut self, outcome: &Outcome) {
        self.worlds += 1;
        let found = outcome.findings.all();
        self.failed += usize::from(!found.is_empty());
        let [under_way, stuck] = outcome.left;
        for (sum, more) in self.units.iter_mut().zip([outcome.rest, under_way, stuck]) {
            *sum += more;
        }
        for finding in found {
            *self.kinds.entry(finding.kind).or_default() += 1;
        }
    }
}

/// Runs something for each number of a range on some threads, and hands the answers on in the order of the numbers.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) + Send,
) {
    let next = AtomicU64::new(numbers.start);
    let waiting = Mutex::new((numbers.start, BTreeMap::new(), &mut take));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    let answer = work(number);
                    // A panic of `work` is caught by itself; one of `take` ends the whole.
                    let Ok(mut waiting) = waiting.lock() else { break };
                    let (due, answers, take) = &mut *waiting;
                    answers.insert(number, answer);
                    while let Some(answer) = answers.remove(due) {
                        take(*due, answer);
                        *due += 1;
                    }
                }
            });
        }
    });
}

/// The table of a campaign of liveness worlds.
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: BTreeMap<GoalKind, Row>,
}

impl Table {
    /// Runs the liveness worlds of some seeds; `report` gets a line for each seed that has findings.
    pub fn of(seeds: Range<u64>, threads: usize, report: impl Fn(String) + Sync + Send) -> Self {
        let mut table = Self::default();
        let work = |seed| world_of(seed).map(|program| run(&program, None));
        in_order(seeds, threads, work, |seed, outcome: Option<Outcome>| {
            let Some(outcome) = outcome else { return };
            let kind = kind_of(seed);
            let found = outcome.findings.all();
            if !found.is_empty() {
                let lines = found.iter().map(|finding| format!("\n    {finding}"));
                report(format!("seed {seed} ({}):{}", kind.name(), lines.collect::<String>()));
            }
            table.rows.entry(kind).or_default().add(&outcome);
        });
        table
    }

    /// Returns how many worlds have findings, and how many there were.
    pub fn failed(&self) -> [usize; 2] {
        let sum = |of: fn(&Row) -> usize| self.rows.values().map(of).sum();
        [sum(|row| row.failed), sum(|row| row.worlds)]
    }

    /// Returns the table as text.
    pub fn text(&self) -> String {
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| self.rows.values().any(|row| row.kinds.contains_key(kind)))
            .collect();
        let mut text = format!(
            "{:<13}{:>7}{:>8}{:>8}{:>11}{:>7}",
            "goals", "worlds", "failed", "at rest", "under way", "stuck"
        );
        kinds.iter().for_each(|kind| text += &format!("{:>15}", kind.name()));
        for (goals, row) in &self.rows {
            let [rest, under_way, stuck] = row.units;
            text += &format!(
                "\n{:<13}{:>7}{:>8}{rest:>8}{under_way:>11}{stuck:>7}",
                goals.name(),
                row.worlds,
                row.failed
            );
            for kind in &kinds {
                text += &format!("{:>15}", row.kinds.get(kind).copied().unwrap_or_default());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_from_any_number_of_threads() {
        for threads in [0, 1, 3] {
            let mut seen = Vec::new();
            in_order(
                5..40,
                threads,
                |number| number * 2,
                |number, answer| {
                    seen.push((number, answer));
                },
            );
            assert_eq!(seen, (5..40).map(|number| (number, number * 2)).collect::<Vec<_>>());
        }
    }
}
