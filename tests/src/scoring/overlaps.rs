//! Overlaps of pairs of units, and how long they last.

use std::collections::BTreeMap;

use crate::tolerances::{OVERLAP_COUNTED, OVERLAP_GRACE_SECONDS, OVERLAP_SECONDS};

/// What the scorecard says about overlaps.
#[derive(Debug, Clone)]
pub struct Overlaps {
    /// Largest overlap at any tick.
    pub peak: f32,
    /// Largest overlap that lasts, after the grace.
    pub lasting: f32,
    /// Pairs above the counted overlap, summed over ticks.
    pub counted: u64,
    window: usize,
    grace: u32,
    /// The overlaps of a pair over the last ticks without a gap, newest last.
    recent: BTreeMap<(u32, u32), Vec<f32>>,
}

impl Overlaps {
    /// Nothing seen yet; `tick` in seconds.
    pub fn new(tick: f32) -> Self {
        let ticks = |seconds: f32| (seconds / tick - 1e-3).ceil().max(1.0);
        let (window, grace) =
            (ticks(OVERLAP_SECONDS) as usize, ticks(OVERLAP_GRACE_SECONDS) as u32);
        Self { peak: 0.0, lasting: 0.0, counted: 0, window, grace, recent: BTreeMap::new() }
    }

    /// Looks at all overlapping pairs after tick number `tick` (from 1): `(i, j, overlap > 0)`, `i
    /// < j`.
    pub fn observe(&mut self, tick: u32, pairs: &[(u32, u32, f32)]) {
        let mut recent = BTreeMap::new();
        for &(i, j, overlap) in pairs {
            self.peak = self.peak.max(overlap);
            self.counted += u64::from(overlap > OVERLAP_COUNTED);
            if tick <= self.grace {
                continue;
            }
            let mut history = self.recent.remove(&(i, j)).unwrap_or_default();
            if history.len() == self.window {
                history.remove(0);
            }
            history.push(overlap);
            if history.len() == self.window {
                self.lasting =
                    self.lasting.max(history.iter().copied().fold(f32::INFINITY, f32::min));
            }
            recent.insert((i, j), history);
        }
        self.recent = recent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lasts_half_a_second_counts_as_lasting() {
        let mut overlaps = Overlaps::new(0.1);
        for (tick, overlap) in [(11, 0.3), (12, 0.2), (13, 0.2), (14, 0.1), (15, 0.4), (16, 0.15)] {
            overlaps.observe(tick, &[(0, 1, overlap), (2, 3, 0.005)]);
        }
        assert_eq!((overlaps.peak, overlaps.lasting, overlaps.counted), (0.4, 0.1, 6));
        // A gap begins anew.
        overlaps.observe(17, &[]);
        (18..22).for_each(|tick| overlaps.observe(tick, &[(0, 1, 0.5)]));
        assert_eq!(overlaps.lasting, 0.1);
        overlaps.observe(22, &[(0, 1, 0.5)]);
        assert_eq!(overlaps.lasting, 0.5);
    }

    #[test]
    fn the_first_second_counts_for_the_peak_only() {
        let mut overlaps = Overlaps::new(0.1);
        (1..=10).for_each(|tick| overlaps.observe(tick, &[(0, 1, 0.5)]));
        assert_eq!((overlaps.peak, overlaps.lasting, overlaps.counted), (0.5, 0.0, 10));
    }
}
