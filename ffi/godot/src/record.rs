//! Recordings of a crowd, in memory or in a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::crowd::Crowd;

/// Writes into memory that others see.
struct Sink(Arc<Mutex<Vec<u8>>>);

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

impl Crowd {
    /// Begins to record, into a file or into memory; a former recording ends.
    pub(crate) fn start_recording(&mut self, file: Option<&Path>) -> Result<(), String> {
        let Some(path) = file else {
            let memory = Arc::new(Mutex::new(Vec::new()));
            self.world.start_recording(Sink(memory.clone())).map_err(|error| error.to_string())?;
            self.recorded = Some(memory);
            return Ok(());
        };
        let file = File::create(path).map_err(|error| {
            format!("the recording cannot be written to {}: {error}", path.display())
        })?;
        self.world.start_recording(file).map_err(|error| error.to_string())?;
        self.recorded = None;
        Ok(())
    }

    /// Ends the recording, and returns its bytes, if it was made in memory.
    pub(crate) fn stop_recording(&mut self) -> Result<Vec<u8>, String> {
        let memory = self.recorded.take();
        self.world.stop_recording().map_err(|error| error.to_string())?;
        let Some(memory) = memory else { return Ok(Vec::new()) };
        let mut bytes = memory.lock().map_err(|_| "the memory is unusable".to_owned())?;
        Ok(std::mem::take(&mut bytes))
    }
}

#[cfg(test)]
mod tests {
    use hybrid::glam::vec2;
    use hybrid::{Goal, Recording, Replay, UnitDefinition};

    use super::*;
    use crate::crowd::tests::empty;
    use crate::options::Options;

    /// Has a unit walk round a wall.
    fn play(crowd: &mut Crowd) {
        let unit = UnitDefinition::new(vec2(4.0, 4.0), 0.4, 2.0);
        let unit = crowd.world.add_unit(&unit).unwrap();
        let wall = [vec2(20.0, 0.0), vec2(21.0, 0.0), vec2(21.0, 15.0), vec2(20.0, 15.0)];
        crowd.add_obstacle(&wall).unwrap();
        crowd.order(&[unit], Goal::Point(vec2(36.0, 4.0)), Options::default()).unwrap();
        (0..100).for_each(|_| assert!(crowd.step().is_ok()));
    }

    #[test]
    fn recordings_end_in_one_state() {
        let file = std::env::temp_dir().join(format!("hybridnav_{}.rec", std::process::id()));
        for path in [None, Some(file.as_path())] {
            let mut crowd = empty();
            crowd.start_recording(path).unwrap();
            play(&mut crowd);
            let hash = crowd.world.state_hash();
            let mut bytes = crowd.stop_recording().unwrap();
            if path.is_some() {
                assert!(bytes.is_empty());
                bytes = std::fs::read(&file).unwrap();
            }
            let recording = Recording::from_bytes(&bytes).unwrap();
            assert!(recording.is_whole() && recording.step_count() == 100);
            let mut replay = Replay::new(&recording).unwrap();
            while replay.step().unwrap() {}
            assert_eq!(replay.world().state_hash(), hash);
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn what_cannot_be_recorded_says_why() {
        let mut crowd = empty();
        assert!(crowd.stop_recording().unwrap_err().contains("start_recording"));
        let nowhere = std::env::temp_dir().join("hybridnav").join("no such folder").join("a.rec");
        let refused = crowd.start_recording(Some(&nowhere)).unwrap_err();
        assert!(refused.contains("no such folder") && !crowd.world.is_recording(), "{refused}");
    }
}
