//! How much work a slice may do: counted beforehand, whatever the machine.

/// So many units of work are done in the time of a step.
pub(crate) const WORK_OF_STEP: u64 = 13;

/// Work that is counted as it is done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    done: u64,
    /// When the slice is over.
    last: u64,
}

impl Pace {
    /// Begins a slice of so many steps.
    pub(crate) fn begin(&mut self, steps: u32) {
        let steps = u64::from(steps.max(1));
        self.last = (self.done / WORK_OF_STEP).saturating_add(steps).saturating_mul(WORK_OF_STEP);
    }

    /// Counts work that is done.
    pub(crate) fn spend(&mut self, work: u64) {
        self.done += work;
    }

    /// Returns whether the slice is over.
    pub(crate) fn is_over(&self) -> bool {
        self.done >= self.last
    }

    /// Returns how many whole steps were done so far.
    pub(crate) fn steps(&self) -> u32 {
        u32::try_from(self.done / WORK_OF_STEP).unwrap_or(u32::MAX)
    }
}
