//! Many worlds, on several threads, and what was seen of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::finding::{Finding, Kind};
use super::program::Program;
use super::run::{Longest, Outcome};
use super::{liveness_worlds, wild_worlds};

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

/// Does something for each number of a range on some threads, and hands the answers on in the order of the numbers. Ends where the
/// answer is `None`: no number after it is begun.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> Option<T> + Sync,
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
                    let Some(answer) = work(number) else { break };
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

/// Which worlds a campaign runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worlds {
    /// Those in which every order must end.
    Liveness,
    /// Those with all that there is.
    Wild,
    /// Every second one of these and of those.
    All,
}

impl Worlds {
    /// Returns the program of a seed, and what kind of goals it has.
    pub fn of(self, seed: u64) -> (&'static str, Option<Program>) {
        let is_wild = match self {
            Self::Liveness => false,
            Self::Wild => true,
            Self::All => seed % 2 == 1,
        };
        // So that the kinds of goals come in turn here, too.
        let turn = if self == Self::All { seed / 2 } else { seed };
        if is_wild {
            ("wild", wild_worlds::world_of(turn))
        } else {
            (liveness_worlds::kind_of(turn).name(), liveness_worlds::world_of(turn))
        }
    }
}

/// A seed with what was found.
#[derive(Debug, Clone)]
pub struct Failed {
    /// The seed.
    pub seed: u64,
    /// What kind of goals its world has.
    pub goals: &'static str,
    /// What was found.
    pub found: Vec<Finding>,
}

/// What was seen of many worlds.
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: BTreeMap<&'static str, Row>,
    /// How many ticks were stepped, and units in them.
    pub ticks: u64,
    /// Units in these ticks.
    pub unit_ticks: u64,
    /// The longest step, and the seed of its world.
    pub longest: (Longest, u64),
}

impl Table {
    /// Adds what a world was like; returns what was found, if anything was.
    pub fn add(&mut self, seed: u64, goals: &'static str, outcome: &Outcome) -> Option<Failed> {
        self.ticks += outcome.ticks;
        self.unit_ticks += outcome.unit_ticks;
        if outcome.longest.ms > self.longest.0.ms {
            self.longest = (outcome.longest.clone(), seed);
        }
        self.rows.entry(goals).or_default().add(outcome);
        let found = outcome.findings.all().to_vec();
        (!found.is_empty()).then_some(Failed { seed, goals, found })
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
                goals, row.worlds, row.failed
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
                |number| Some(number * 2),
                |number, answer| {
                    seen.push((number, answer));
                },
            );
            assert_eq!(seen, (5..40).map(|number| (number, number * 2)).collect::<Vec<_>>());
        }
    }
}
