//! Timing by turns: whoever else uses the machine disturbs all sides alike, and the least of several
//! passes is the one that was disturbed least.

use std::hint::black_box;
use std::time::Instant;

/// How often a bench measures.
#[derive(Clone, Copy)]
pub(crate) struct Passes {
    /// Different inputs, used in rotation.
    pub(crate) inputs: u64,
    /// How often each is timed.
    pub(crate) passes: u32,
}

/// The least time of each side, in milliseconds, for one input.
#[derive(Clone, Copy)]
pub(crate) struct Least<const SIDES: usize>(pub(crate) [f64; SIDES]);

impl<const SIDES: usize> Default for Least<SIDES> {
    fn default() -> Self {
        Self([f64::INFINITY; SIDES])
    }
}

impl<const SIDES: usize> Least<SIDES> {
    /// Times one side.
    pub(crate) fn time<T>(&mut self, side: usize, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = black_box(work());
        self.0[side] = self.0[side].min(began.elapsed().as_secs_f64() * 1e3);
        done
    }
}

/// The mean of the least times over all inputs.
pub(crate) fn mean<const SIDES: usize>(times: &[Least<SIDES>]) -> [f64; SIDES] {
    std::array::from_fn(|side| {
        times.iter().map(|least| least.0[side]).sum::<f64>() / times.len() as f64
    })
}
