//! How a world is recorded.

use std::io::Write;

use crate::recording::call::Call;
use crate::recording::entry::{Digest, Entry};
use crate::recording::error::RecordingError;
use crate::recording::recorder::{Recorder, RecorderSlot};
use crate::world::state::World;

/// Ticks from one whole hash of the state to the next. Digests of where units are are noted in each.
const HASH_EVERY: u64 = 64;

impl World {
    /// Begins to record: writes the world as it is, and from now on every call that changes it, in order, with a digest of each
    /// tick. Calls are written before the step in which they count, or when the world is dropped: what a crash leaves can be replayed.
    /// It is stepped again
    /// by a [`Replay`](crate::Replay), on any machine with the same bits.
    ///
    /// The world is saved to begin with: to record it from the start takes the least room. A world that is recorded already
    /// begins a new recording, and the former one ends where it is. Recording costs about a hundredth
    /// of a step. A copy of the world is not recorded. Where writing fails the world goes on, unrecorded;
    /// [`stop_recording`](Self::stop_recording) tells why.
    ///
    /// `sink` may be a file, or anything else that is written to; each block is written as soon as it is whole.
    ///
    /// # Errors
    /// Staged edits that do not fit a mesh; a sink that refuses the beginning: the world is recorded no more than before.
    pub fn start_recording(
        &mut self,
        sink: impl Write + Send + Sync + 'static,
    ) -> Result<(), RecordingError> {
        let bytes = self.to_bytes()?;
        // What is saved has no staged edits; they fit, as they have there.
        self.take_effect().map_err(|error| RecordingError::Write { what: error.to_string() })?;
        self.recorder = RecorderSlot(Some(Box::new(Recorder::new(Box::new(sink), bytes)?)));
        Ok(())
    }

    /// Writes the rest of the recording, and ends it.
    ///
    /// # Errors
    /// Nothing is recorded; what it was written to has refused a part: what was written before can be replayed.
    pub fn stop_recording(&mut self) -> Result<(), RecordingError> {
        let hash = self.state_hash();
        let mut recorder = self.recorder.0.take().ok_or(RecordingError::NotRecording)?;
        recorder.add(&Entry::Hash(hash));
        recorder.finish()
    }

    /// Returns whether it is recorded.
    pub fn is_recording(&self) -> bool {
        self.recorder.0.is_some()
    }

    /// Notes a call, if anybody records.
    pub(crate) fn note(&mut self, call: impl FnOnce() -> Call) {
        if let Some(recorder) = &mut self.recorder.0 {
            recorder.add(&Entry::Call(call()));
        }
    }

    /// Notes that edits take effect, if any are staged.
    pub(crate) fn note_commit(&mut self) {
        if self.core.meshes.has_staged() {
            self.note(|| Call::Commit);
        }
    }

    /// Writes what counts in the step to come.
    pub(crate) fn note_before_step(&mut self) {
        if let Some(recorder) = &mut self.recorder.0 {
            recorder.before_step();
        }
    }

    /// Notes how a step has ended.
    pub(crate) fn note_step(&mut self) {
        if !self.is_recording() {
            return;
        }
        let (step, is_due) = (self.digest(), self.tick.is_multiple_of(HASH_EVERY));
        let hash = is_due.then(|| self.state_hash());
        if let Some(recorder) = &mut self.recorder.0 {
            recorder.add(&Entry::Step(step));
            hash.into_iter().for_each(|hash| recorder.add(&Entry::Hash(hash)));
        }
    }

    /// Where all units are and how they move.
    pub(crate) fn digest(&self) -> u16 {
        let mut digest = Digest::default();
        for body in self.core.bodies.values() {
            digest.add(body.position.x, body.position.y);
            digest.add(body.velocity.x, body.velocity.y);
        }
        digest.bits()
    }
}
