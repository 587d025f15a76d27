//! Worlds are recorded, and stepped again by their recordings.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use hybrid::Recording;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::Whole;
use crate::error::refused;
use crate::world::{Memory, World};

/// Writes into memory that others see.
struct Sink(Memory);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut memory = self.0.lock().map_err(|_| io::Error::other("the memory is unusable"))?;
        memory.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[pymethods]
impl World {
    /// Begins to record: writes the world as it is, and from now on all that changes it, into a file, or if none is named into
    /// memory.
    #[pyo3(signature = (file=None))]
    fn start_recording(&self, file: Option<PathBuf>) -> PyResult<()> {
        let state = &mut *self.lock()?;
        match file {
            Some(path) => {
                let unwritten = |error| refused(format!("{}: {error}", path.display()));
                let file = File::create(&path).map_err(unwritten)?;
                state.world.start_recording(file).map_err(refused)?;
                state.recorded = None;
            }
            None => {
                let memory = Arc::new(Mutex::new(Vec::new()));
                state.world.start_recording(Sink(memory.clone())).map_err(refused)?;
                state.recorded = Some(memory);
            }
        }
        Ok(())
    }

    /// Ends the recording. Returns its bytes, if it was made in memory.
    fn stop_recording<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let state = &mut *self.lock()?;
        let recorded = state.recorded.take();
        state.world.stop_recording().map_err(refused)?;
        let Some(memory) = recorded else { return Ok(None) };
        let bytes = memory.lock().map_err(|_| refused("the memory is unusable"))?;
        Ok(Some(PyBytes::new(py, &bytes)))
    }

    /// Whether it is recorded.
    #[getter]
    fn is_recording(&self) -> PyResult<bool> {
        Ok(self.lock()?.world.is_recording())
    }
}

/// A recorded world that is stepped again: `Replay(file)`, or `Replay(bytes)`.
#[pyclass(frozen, module = "hybridnav")]
pub(crate) struct Replay {
    recording: Recording,
    replay: Mutex<hybrid::Replay>,
}

#[pymethods]
impl Replay {
    #[new]
    fn new(recording: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = match recording.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes().to_vec(),
            Err(_) => {
                let path: PathBuf = recording.extract()?;
                let unread = |error| refused(format!("{}: {error}", path.display()));
                std::fs::read(&path).map_err(unread)?
            }
        };
        let recording = Recording::from_bytes(&bytes).map_err(refused)?;
        let replay = Mutex::new(hybrid::Replay::new(&recording).map_err(refused)?);
        Ok(Self { recording, replay })
    }

    /// Does the recorded calls and steps of so many ticks; by default all that are left. Returns how many there were. A tick that ends
    /// otherwise than it did when it was recorded raises `Error`.
    #[pyo3(signature = (ticks=None))]
    fn step(&self, py: Python<'_>, ticks: Option<Whole>) -> PyResult<u64> {
        let mut replay = self.replay.try_lock().map_err(|_| refused("the replay is at work"))?;
        let (replay, mut done) = (&mut *replay, 0);
        while ticks.is_none_or(|Whole(ticks)| done < ticks) {
            if !py.detach(|| replay.step()).map_err(refused)? {
                break;
            }
            done += 1;
            py.check_signals()?;
        }
        Ok(done)
    }

    /// How many steps were recorded.
    #[getter]
    fn step_count(&self) -> usize {
        self.recording.step_count()
    }

    /// Whether the recording was ended, not by a crash.
    #[getter]
    fn is_whole(&self) -> bool {
        self.recording.is_whole()
    }

    /// A copy of the world as it is now.
    fn world(&self) -> PyResult<World> {
        let replay = self.replay.try_lock().map_err(|_| refused("the replay is at work"))?;
        Ok(World::of(replay.world().clone()))
    }
}
