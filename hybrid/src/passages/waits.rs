//! What is waited before passages, as a plan must know it: a snapshot that other threads may read.

use std::sync::Arc;

use flowfield::{Frame, Toll};
use glam::Vec2;

use super::crossing::{Gates, Scratch};
use super::passage::Passage;
use super::queue::Queue;
use super::toll;

/// Way points beyond which a passage is too far ahead to matter.
pub(crate) const FARTHEST: usize = 32;

/// The passages of a world and the waits before them at one tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    pub(super) passages: Arc<Vec<Passage>>,
    pub(super) gates: Option<Arc<Gates>>,
    pub(super) queues: Vec<Queue>,
}

impl Waits {
    /// What units of a speed, in m/s, pay in a window for the waits before mouths in it. Of a single passage nothing: there
    /// is no other to choose, and a toll would only bend the field before its mouth.
    pub(crate) fn tolls(&self, frame: &Frame, speed: f32, tolls: &mut Vec<Toll>) {
        tolls.clear();
        if self.passages.len() < 2 {
            return;
        }
        for (passage, queue) in self.passages.iter().zip(&self.queues) {
            for end in [0, 1].into_iter().filter(|&end| queue.wait(end) > 0.0) {
                toll::add(tolls, frame, &passage.mouth(end), queue.wait(end) * speed);
            }
        }
    }

    /// The gates of the passages, if somebody waits anywhere.
    pub(crate) fn gates_with_queues(&self) -> Option<&Gates> {
        let has_queue = |queue: &Queue| queue.wait(0) + queue.wait(1) > 0.0;
        self.gates.as_deref().filter(|_| self.queues.iter().any(has_queue))
    }

    /// The sum of the expected waits on a way through the gates, in seconds. The room must know no others.
    pub(crate) fn along(
        &self,
        (gates, from): (&Gates, Vec2),
        way: impl Iterator<Item = Vec2>,
        room: &mut Scratch,
    ) -> f32 {
        let mut wait = 0.0;
        let way = (from, way.take(FARTHEST));
        gates.entered(&self.passages, way, room, |passage, end| {
            wait += self.queues[passage as usize].wait(end);
        });
        wait
    }
}
