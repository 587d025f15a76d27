//! Waiting for other threads, but not for ever.

use std::time::{Duration, Instant};

/// By then even a busy machine has come to it.
const MOST: Duration = Duration::from_secs(60);

/// Waits until something is so.
///
/// # Panics
/// When that takes too long.
pub(crate) fn wait_until(holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < MOST, "it did not come");
        std::thread::yield_now();
    }
}
