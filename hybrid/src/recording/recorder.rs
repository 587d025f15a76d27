//! Who writes a recording.

use std::fmt;
use std::io::Write;

use super::blocks::{block, head};
use super::entry::Entry;
use super::error::RecordingError;

/// Entries after which a block is written all the same: so much is lost in a crash at most, but for calls, which are written
/// before the step in which they count.
const MOST_ENTRIES: usize = 64;

/// Writes what happens to a world.
pub(crate) struct Recorder {
    sink: Box<dyn Write + Send + Sync>,
    written: usize,
    content: Vec<u8>,
    entries: usize,
    has_calls: bool,
    error: Option<RecordingError>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Recorder").field("written", &self.written).finish_non_exhaustive()
    }
}

impl Recorder {
    /// A recording that begins with a saved world.
    pub(crate) fn new(
        mut sink: Box<dyn Write + Send + Sync>,
        world: Vec<u8>,
    ) -> Result<Self, RecordingError> {
        sink.write_all(&head()).map_err(failed)?;
        let content = Vec::new();
        let mut recorder =
            Self { sink, written: 0, content, entries: 0, has_calls: false, error: None };
        recorder.add(&Entry::World(world));
        recorder.flush();
        recorder.error.take().map_or(Ok(recorder), Err)
    }

    /// Adds an entry. Once writing has failed nothing is written any more.
    pub(crate) fn add(&mut self, entry: &Entry) {
        self.has_calls |= matches!(entry, Entry::Call(_));
        match postcard::to_extend(entry, std::mem::take(&mut self.content)) {
            Ok(content) => self.content = content,
            Err(error) => self.error = Some(RecordingError::Write { what: error.to_string() }),
        }
        self.entries += 1;
        if self.entries >= MOST_ENTRIES && !self.has_calls {
            self.flush();
        }
    }

    /// Writes calls that count in the step to come.
    pub(crate) fn before_step(&mut self) {
        if self.has_calls {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.error.is_none() && self.entries > 0 {
            let block = block(self.written, &self.content);
            self.error = self.sink.write_all(&block).err().map(failed);
            self.written += 1;
        }
        self.content.clear();
        (self.entries, self.has_calls) = (0, false);
    }

    /// Writes the rest.
    pub(crate) fn finish(mut self) -> Result<(), RecordingError> {
        self.add(&Entry::End);
        self.flush();
        let flushed = self.sink.flush().map_err(failed);
        self.error.take().map_or(flushed, Err)
    }
}

impl Drop for Recorder {
    /// Writes what was noted since the last step: the call in which a world has come to grief is among it.
    fn drop(&mut self) {
        self.flush();
    }
}

/// Who records a world. A copy of the world is not recorded.
#[derive(Debug, Default)]
pub(crate) struct RecorderSlot(pub(crate) Option<Box<Recorder>>);

impl Clone for RecorderSlot {
    fn clone(&self) -> Self {
        Self(None)
    }
}

fn failed(error: std::io::Error) -> RecordingError {
    RecordingError::Write { what: error.to_string() }
}
