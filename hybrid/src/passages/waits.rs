//! What is waited before passages, as a plan must know it: a snapshot that other threads may read.

use flowfield::{Frame, Toll};
use glam::Vec2;
use navmesh::Bounds;

use super::close::GateNumber;
use super::passage::{Mouth, Passage};
use super::queue::Queue;
use super::toll;
use crate::base::tolerances::GATE_INSET;

/// Way points beyond which a passage is too far ahead to matter.
pub(crate) const FARTHEST: usize = 32;

/// A mouth before which somebody waits.
#[derive(Clone, Copy, Debug)]
struct Door {
    gate: GateNumber,
    /// Whether the passage is entered forwards through the gate.
    forwards: bool,
    /// In seconds.
    wait: f32,
    /// Ways that enter it come here.
    near: Bounds,
}

impl Door {
    fn mouth(&self) -> Mouth {
        if self.forwards { self.gate.mouth } else { self.gate.mouth.reversed() }
    }

    fn is_entered(&self, from: Vec2, to: Vec2) -> bool {
        let Bounds { min, max } = self.near;
        let (low, high) = (from.min(to), from.max(to));
        low.cmple(max).all()
            && high.cmpge(min).all()
            && self.gate.hit(from, to).is_some_and(|(_, forwards)| forwards == self.forwards)
    }
}

/// The waits before passages at one tick, where there are any.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    /// How many passages there are.
    passages: usize,
    /// In the order of the passages.
    doors: Vec<Door>,
}

impl Waits {
    /// Nobody waits before any of so many passages.
    pub(super) fn reset(&mut self, passages: usize) {
        self.passages = passages;
        self.doors.clear();
    }

    /// Adds the waits before a passage that follows on those that were added.
    pub(super) fn add(&mut self, passage: &Passage, queue: &Queue) {
        let gates = &passage.gates;
        for (end, gate) in [gates.first(), gates.last()].into_iter().enumerate() {
            let (Some(&mouth), wait) = (gate, queue.wait(end)) else { continue };
            if wait > 0.0 {
                let (min, max) = (mouth.left.min(mouth.right), mouth.left.max(mouth.right));
                let near = Bounds::new(min, max).expanded(2.0 * GATE_INSET);
                let gate = GateNumber::new(0, 0, mouth);
                self.doors.push(Door { gate, forwards: end == 0, wait, near });
            }
        }
    }

    /// What units of a speed, in m/s, pay in a window for the waits before mouths in it. Of a single passage nothing: there
    /// is no other to choose, and a toll would only bend the field before its mouth.
    pub(crate) fn tolls(&self, frame: &Frame, speed: f32, tolls: &mut Vec<Toll>) {
        tolls.clear();
        if self.passages < 2 {
            return;
        }
        for door in &self.doors {
            toll::add(tolls, frame, &door.mouth(), door.wait * speed);
        }
    }

    /// The sum of the expected waits on a way that might be saved by another one, in seconds.
    pub(crate) fn to_avoid(&self, from: Vec2, way: impl Iterator<Item = Vec2>) -> f32 {
        if self.passages < 2 { 0.0 } else { self.along(from, way) }
    }

    /// The sum of the expected waits on a way, in seconds.
    pub(crate) fn along(&self, from: Vec2, way: impl Iterator<Item = Vec2>) -> f32 {
        let (mut wait, mut at) = (0.0, from);
        if self.doors.is_empty() {
            return wait;
        }
        for point in way.take(FARTHEST) {
            let entered = self.doors.iter().filter(|door| door.is_entered(at, point));
            entered.for_each(|door| wait += door.wait);
            at = point;
        }
        wait
    }
}
