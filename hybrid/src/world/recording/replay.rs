//! A recording, read and stepped again.

use std::sync::Arc;

use crate::recording::blocks::contents;
use crate::recording::call::Call;
use crate::recording::entry::Entry;
use crate::recording::error::{RecordingError, ReplayDifference};
use crate::world::state::World;

/// A recording that was read: the world at its beginning, and what happened to it.
#[derive(Clone, Debug)]
pub struct Recording {
    world: Vec<u8>,
    entries: Arc<[Entry]>,
    is_whole: bool,
}

impl Recording {
    /// Reads a recording. What a crash has cut off is read as far as it was written.
    ///
    /// # Errors
    /// Bytes that are no recording, or one of another format; one that is damaged, or in which even the world at its
    /// beginning is cut off.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        let mut entries = Vec::new();
        for (block, (offset, content)) in contents(bytes)?.into_iter().enumerate() {
            let mut rest = &content[..];
            while !rest.is_empty() {
                let what = "it holds something else than a recording does";
                let (entry, left) = postcard::take_from_bytes(rest)
                    .map_err(|_| RecordingError::Damaged { block, offset, what })?;
                entries.push(entry);
                rest = left;
            }
        }
        let is_whole = matches!(entries.last(), Some(Entry::End));
        let mut entries = entries.into_iter();
        let Some(Entry::World(world)) = entries.next() else {
            return Err(RecordingError::NoWorld);
        };
        Ok(Self { world, entries: entries.collect(), is_whole })
    }

    /// Returns whether it was ended; not by a crash.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many steps there are.
    pub fn step_count(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Step(_))).count()
    }

    /// Returns the calls in order, each with how many steps came before it.
    pub fn calls(&self) -> impl Iterator<Item = (usize, &Call)> {
        let mut steps = 0;
        self.entries.iter().filter_map(move |entry| match entry {
            Entry::Call(call) => Some((steps, call)),
            Entry::Step(_) => {
                steps += 1;
                None
            }
            Entry::World(_) | Entry::Hash(_) | Entry::End => None,
        })
    }

    /// Returns how long the saved world is with which it begins, in bytes.
    pub fn world_size(&self) -> usize {
        self.world.len()
    }
}

/// A recorded world that is stepped again.
///
/// ```
/// use hybrid::{Goal, Recording, Replay, UnitDefinition, World, WorldDefinition};
/// use hybrid::{glam::Vec2, navmesh::Bounds};
///
/// let path = std::env::temp_dir().join("hybridnav_doc.rec");
/// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
/// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
/// world.start_recording(std::fs::File::create(&path)?)?;
/// let unit = world.add_unit(&UnitDefinition::new(Vec2::new(4.0, 16.0), 0.25, 1.4))?;
/// world.order(&[unit], &Goal::Point(Vec2::new(28.0, 16.0)))?;
/// for _ in 0..20 {
///     world.step(0.1)?;
/// }
/// world.stop_recording()?;
///
/// let mut replay = Replay::new(&Recording::from_bytes(&std::fs::read(&path)?)?)?;
/// while replay.step()? {}
/// assert_eq!(replay.world().state_hash(), world.state_hash());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay {
    world: World,
    entries: Arc<[Entry]>,
    next: usize,
}

impl Replay {
    /// The world at the beginning of a recording.
    ///
    /// # Errors
    /// The world cannot be loaded.
    pub fn new(recording: &Recording) -> Result<Self, RecordingError> {
        let world = World::from_bytes(&recording.world)?;
        Ok(Self { world, entries: recording.entries.clone(), next: 0 })
    }

    /// Does all calls up to the next step, and that step. Returns whether there was one: at the end the calls that came after
    /// the last step are done.
    ///
    /// # Errors
    /// The step ended otherwise than it did when it was recorded. The world can be looked at, and stepped on.
    pub fn step(&mut self) -> Result<bool, ReplayDifference> {
        let mut has_stepped = false;
        while let Some(entry) = self.entries.get(self.next) {
            match entry {
                Entry::Step(_) | Entry::Call(_) if has_stepped => return Ok(true),
                Entry::Call(call) => {
                    // What it refuses it has refused before.
                    let _ = self.world.apply(call);
                }
                Entry::Step(expected) => {
                    let tick = self.world.core.definition.parameters.tick;
                    // So does a step in which edits do not fit.
                    let _ = self.world.step(tick);
                    has_stepped = true;
                    self.next += 1;
                    self.compare(u64::from(*expected), u64::from(self.world.digest()))?;
                    continue;
                }
                Entry::Hash(expected) => {
                    self.next += 1;
                    self.compare(*expected, self.world.state_hash())?;
                    continue;
                }
                Entry::World(_) | Entry::End => {}
            }
            self.next += 1;
        }
        Ok(has_stepped)
    }

    fn compare(&self, expected: u64, found: u64) -> Result<(), ReplayDifference> {
        let tick = self.world.tick;
        if expected == found { Ok(()) } else { Err(ReplayDifference { tick, expected, found }) }
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to choose who helps it ([`World::set_executor`]). Whoever calls it otherwise has another world than was recorded.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The world as it is now, to go on with.
    pub fn into_world(self) -> World {
        self.world
    }
}
