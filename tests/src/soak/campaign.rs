//! Many worlds, on several threads, and what was seen of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::finding::{Finding, FindingKind};
use super::program::Program;
use super::run::{Longest, SoakOutcome, caught, run};
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
    pub kinds: BTreeMap<FindingKind, usize>,
}

impl Row {
    /// Adds what a world was like.
    pub fn add(&mut self, outcome: &SoakOutcome) {
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
                    // A panic of `take` ends the whole.
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
    // Where a number had no answer those after it may have one: another thread had begun them just before.
    if let Ok((_, answers, take)) = waiting.into_inner() {
        answers.into_iter().for_each(|(number, answer)| take(number, answer));
    }
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
    pub fn of(self, seed: u64) -> Made {
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

/// What a seed makes: what kind of goals its world has, and the program, if one can be made.
pub type Made = (&'static str, Option<Program>);

/// Makes a world and runs it; `None` if none can be made. A panic is a finding, while the world is made too.
///
/// `ready` is handed the program before it runs.
pub fn explore(
    make: impl FnOnce() -> Made,
    ready: impl FnOnce(&Program),
) -> (&'static str, Option<SoakOutcome>) {
    match caught(make) {
        Ok((goals, program)) => {
            // A setup from which no world can be made is no world, and none is counted.
            let outcome = program.and_then(|program| {
                ready(&program);
                run(&program, None).ok()
            });
            (goals, outcome)
        }
        Err(panic) => ("not made", Some(SoakOutcome::of_panic(panic))),
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
    pub fn add(&mut self, seed: u64, goals: &'static str, outcome: &SoakOutcome) -> Option<Failed> {
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

    /// Returns whether so few of the worlds have findings, in thousandths, and none of them a grave one.
    pub fn is_within(&self, thousandths: u32) -> bool {
        let is_grave = |row: &Row| row.kinds.keys().any(|kind| kind.is_grave());
        let [failed, worlds] = self.failed();
        !self.rows.values().any(is_grave) && failed * 1000 <= worlds * thousandths as usize
    }

    /// Returns how many findings there are: the first of each kind in each world.
    pub fn findings(&self) -> usize {
        self.rows.values().flat_map(|row| row.kinds.values()).sum()
    }

    /// Returns the table as text.
    pub fn text(&self) -> String {
        let kinds: Vec<FindingKind> = FindingKind::ALL
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

    #[test]
    fn an_answer_behind_a_number_without_one_is_not_lost() {
        // Both threads have begun; the one with the lower number finds that time is over.
        let begun = std::sync::Barrier::new(2);
        let work = |number| {
            begun.wait();
            (number == 1).then_some(number)
        };
        let mut seen = Vec::new();
        in_order(0..2, 2, work, |number, answer| seen.push((number, answer)));
        assert_eq!(seen, [(1, 1)]);
    }

    #[test]
    fn a_panic_while_a_world_is_made_is_a_finding() {
        let (goals, outcome) = explore(|| panic!("planted"), |_| {});
        let mut table = Table::default();
        let failed = table.add(7, goals, &outcome.unwrap()).unwrap();
        assert_eq!((failed.seed, failed.found[0].kind), (7, FindingKind::Panic));
        assert!(failed.found[0].text.contains("planted"), "{:?}", failed.found);
        assert_eq!((table.failed(), table.findings()), ([1, 1], 1));
    }

    #[test]
    fn a_share_of_findings_is_tolerated_but_no_grave_one() {
        let clean = || explore(|| super::Worlds::Liveness.of(0), |_| {}).1.unwrap();
        let found = |kind| {
            let mut outcome = clean();
            outcome.findings.note(kind, 1, || "planted".into());
            outcome
        };
        let mut table = Table::default();
        assert!(table.is_within(0));
        table.add(0, "point", &clean());
        table.add(1, "point", &found(FindingKind::FarWalk));
        assert_eq!([0, 499, 500].map(|most| table.is_within(most)), [false, false, true]);
        table.add(2, "point", &found(FindingKind::Crossed));
        assert!(!table.is_within(1000));
    }

    #[test]
    fn a_seed_without_a_world_counts_as_none() {
        assert!(explore(|| ("wild", None), |_| {}).1.is_none());
    }
}
