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
    /// What was written after that: calls to many units are long only as long as they are looked at.
    blocks: Arc<[Vec<u8>]>,
    steps: usize,
    is_whole: bool,
}

/// Reads what happened, one after the other.
#[derive(Clone, Debug)]
struct EntryReader {
    blocks: Arc<[Vec<u8>]>,
    block: usize,
    /// How many bytes of the block have been read.
    read: usize,
}

impl EntryReader {
    fn new(blocks: Arc<[Vec<u8>]>) -> Self {
        Self { blocks, block: 0, read: 0 }
    }

    /// The next entry, if there is one; an error where there is something else.
    fn next(&mut self) -> Option<Result<Entry, postcard::Error>> {
        loop {
            let rest = &self.blocks.get(self.block)?[self.read..];
            if rest.is_empty() {
                (self.block, self.read) = (self.block + 1, 0);
                continue;
            }
            let taken = postcard::take_from_bytes(rest);
            return Some(taken.map(|(entry, left)| {
                self.read += rest.len() - left.len();
                entry
            }));
        }
    }
}

impl Recording {
    /// Reads a recording. What a crash has cut off is read as far as it was written.
    ///
    /// # Errors
    /// Bytes that are no recording, or one of another format; one that is damaged, or in which even the world at its
    /// beginning is cut off.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        let (offsets, blocks): (Vec<usize>, Vec<Vec<u8>>) = contents(bytes)?.into_iter().unzip();
        let mut reader = EntryReader::new(blocks.into());
        let (mut world, mut steps, mut is_whole) = (None, 0, false);
        while let Some(entry) = reader.next() {
            let (block, what) = (reader.block, "it holds something else than a recording does");
            let damaged = RecordingError::Damaged { block, offset: offsets[block], what };
            match (entry, &world) {
                (Ok(Entry::World(bytes)), None) => world = Some(bytes),
                (Ok(Entry::World(_)) | Err(_), _) => return Err(damaged),
                (Ok(_), None) => return Err(RecordingError::NoWorld),
                (Ok(entry), Some(_)) => {
                    steps += usize::from(matches!(entry, Entry::Step(_)));
                    is_whole = matches!(entry, Entry::End);
                }
            }
        }
        let world = world.ok_or(RecordingError::NoWorld)?;
        Ok(Self { world, blocks: reader.blocks, steps, is_whole })
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut reader = EntryReader::new(self.blocks.clone());
        // All of them could be read before.
        std::iter::from_fn(move || reader.next()?.ok())
    }

    /// Returns whether it was ended; not by a crash.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many steps there are.
    pub fn step_count(&self) -> usize {
        self.steps
    }

    /// Returns the calls in order, each with how many steps came before it.
    pub fn calls(&self) -> impl Iterator<Item = (usize, Call)> {
        let mut steps = 0;
        self.entries().filter_map(move |entry| match entry {
            Entry::Call(call) => Some((steps, call)),
            Entry::Step(_) => {
                steps += 1;
                None
            }
            Entry::World(_) | Entry::Hash(_) | Entry::End => None,
        })
    }

    /// Returns the world at its beginning, and what is still to come of it.
    ///
    /// # Errors
    /// The world cannot be loaded.
    pub fn open(&self) -> Result<(World, RecordedSteps), RecordingError> {
        let reader = EntryReader::new(self.blocks.clone());
        Ok((World::from_bytes(&self.world)?, RecordedSteps { reader, ahead: None }))
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
    rest: RecordedSteps,
}

/// What is still to come of a recording: for those who keep its world among others of theirs. [`Replay`] keeps both.
pub struct RecordedSteps {
    reader: EntryReader,
    /// What was read already, and belongs to the next step.
    ahead: Option<Entry>,
}

impl RecordedSteps {
    /// Does all calls up to the next step, and that step, with the world with which it came. Returns whether there was one: at
    /// the end the calls that came after the last step are done.
    ///
    /// # Errors
    /// The step ended otherwise than it did when it was recorded. The world can be looked at, and stepped on.
    pub fn step(&mut self, world: &mut World) -> Result<bool, ReplayDifference> {
        let mut has_stepped = false;
        // All entries could be read before.
        while let Some(entry) = self.ahead.take().or_else(|| self.reader.next()?.ok()) {
            match entry {
                Entry::Step(_) | Entry::Call(_) if has_stepped => {
                    self.ahead = Some(entry);
                    return Ok(true);
                }
                Entry::Call(call) => {
                    // What it refuses it has refused before.
                    let _ = world.apply(&call);
                }
                Entry::Step(expected) => {
                    let tick = world.core.definition.parameters.tick;
                    // A step that was refused is not in the recording.
                    let _ = world.step(tick);
                    has_stepped = true;
                    compare(world, u64::from(expected), u64::from(world.digest()))?;
                }
                Entry::Hash(expected) => compare(world, expected, world.state_hash())?,
                Entry::World(_) | Entry::End => {}
            }
        }
        Ok(has_stepped)
    }
}

fn compare(world: &World, expected: u64, found: u64) -> Result<(), ReplayDifference> {
    let tick = world.tick;
    if expected == found { Ok(()) } else { Err(ReplayDifference { tick, expected, found }) }
}

impl Replay {
    /// The world at the beginning of a recording.
    ///
    /// # Errors
    /// The world cannot be loaded.
    pub fn new(recording: &Recording) -> Result<Self, RecordingError> {
        let (world, rest) = recording.open()?;
        Ok(Self { world, rest })
    }

    /// Does all calls up to the next step, and that step. Returns whether there was one: at the end the calls that came after
    /// the last step are done.
    ///
    /// # Errors
    /// The step ended otherwise than it did when it was recorded. The world can be looked at, and stepped on.
    pub fn step(&mut self) -> Result<bool, ReplayDifference> {
        self.rest.step(&mut self.world)
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
