//! A world that is stepped, changed by the user, and gone back in.
//!
//! Nothing but calls and a few saved states is kept: any moment is reached by steps from the saved state before it, and as a
//! world has the same bits in every run, it is the same moment.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use headless::scenes::loaded::LoadedScene;
use headless::scoring::stage::Stage;
use hybrid::{Call, Event, Recording, Replay, World};
use web_time::{Duration, Instant};

use crate::error::InspectorError;

/// A state is saved after so much time of steps: to get to any moment takes little longer.
const SAVE_AFTER: Duration = Duration::from_millis(30);
/// A state is saved after so many steps in any case.
const SAVE_AFTER_STEPS: u64 = 100;
/// The most bytes of all saved states; beyond, every second one is dropped.
const MOST_SAVED: usize = 200 << 20;
/// The most events that are kept.
const MOST_EVENTS: usize = 50_000;

/// Where the calls come from that the user did not make.
enum Source {
    /// From a recording: each with the number of steps before it.
    Recording { world: Box<World>, calls: Vec<(u64, Call)> },
    /// From a scene, whose events come at their ticks.
    Scene(Box<Stage>),
}

/// A world with its past, and as much of its future as is known.
pub struct Timeline {
    source: Source,
    /// The world before its first step.
    beginning: Vec<u8>,
    /// The calls of the user, each with the number of steps before it.
    edits: Vec<(u64, Call)>,
    /// Where what the user did with one click or drag begins among them, in order.
    actions: Vec<usize>,
    /// The next call of the user begins such an action.
    begins_action: bool,
    /// Steps that are recorded.
    recorded: u64,
    /// States by the number of steps before them, without the edits there.
    saved: BTreeMap<u64, Vec<u8>>,
    /// Steps before the moment that is shown.
    step: u64,
    /// Steps that are recorded, or have been made.
    end: u64,
    /// Time of steps since a state was saved.
    unsaved: Duration,
    /// What was reported, and after how many steps.
    events: Vec<(u64, Event)>,
    /// Up to which step events are known.
    heard: u64,
}

impl Timeline {
    /// A recording, from its beginning.
    pub fn of_recording(bytes: &[u8]) -> Result<Self, InspectorError> {
        let recording = Recording::from_bytes(bytes)?;
        let world = Box::new(Replay::new(&recording)?.into_world());
        let calls = recording.calls().map(|(steps, call)| (steps as u64, call)).collect();
        let end = recording.step_count() as u64;
        Self::new(Source::Recording { world, calls }, end)
    }

    /// A scene, from its beginning.
    pub fn of_scene(loaded: &LoadedScene) -> Result<Self, InspectorError> {
        Self::new(Source::Scene(Box::new(Stage::new(loaded, 0)?)), 0)
    }

    fn new(source: Source, end: u64) -> Result<Self, InspectorError> {
        let mut timeline = Self {
            source,
            beginning: Vec::new(),
            edits: Vec::new(),
            actions: Vec::new(),
            begins_action: true,
            recorded: end,
            saved: BTreeMap::new(),
            step: 0,
            end,
            unsaved: Duration::ZERO,
            events: Vec::new(),
            heard: 0,
        };
        timeline.beginning = timeline.world().to_bytes()?;
        timeline.saved.insert(0, timeline.beginning.clone());
        timeline.repeat_calls();
        Ok(timeline)
    }

    /// The world at the moment that is shown.
    pub fn world(&self) -> &World {
        match &self.source {
            Source::Recording { world, .. } => world,
            Source::Scene(stage) => &stage.world,
        }
    }

    fn world_mut(&mut self) -> &mut World {
        match &mut self.source {
            Source::Recording { world, .. } => world,
            Source::Scene(stage) => &mut stage.world,
        }
    }

    /// The scene, if it is one.
    pub fn scene(&self) -> Option<&LoadedScene> {
        match &self.source {
            Source::Scene(stage) => Some(&stage.loaded),
            Source::Recording { .. } => None,
        }
    }

    /// Steps before the moment that is shown.
    pub fn step_count(&self) -> u64 {
        self.step
    }

    /// Steps that are recorded, or have been made.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// How often the user has changed something: a click or a drag each.
    pub fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Whether it is a recording that nobody has changed: it has an end.
    pub fn is_as_recorded(&self) -> bool {
        self.scene().is_none() && self.edits.is_empty()
    }

    /// Seconds of a tick.
    pub fn tick(&self) -> f32 {
        self.world().definition().parameters.tick
    }

    /// What was reported up to the moment that is shown, and after how many steps.
    pub fn events(&self) -> &[(u64, Event)] {
        &self.events[..self.events.partition_point(|(step, _)| *step <= self.step)]
    }

    /// What was reported in all, and after how many steps.
    pub fn all_events(&self) -> &[(u64, Event)] {
        &self.events
    }

    /// Steps once.
    pub fn advance(&mut self) -> Result<(), InspectorError> {
        let began = Instant::now();
        let (step, tick) = (self.step, self.tick());
        match &mut self.source {
            Source::Recording { world, .. } => world.step(tick)?,
            Source::Scene(stage) => {
                let number = u32::try_from(step).unwrap_or(u32::MAX);
                stage.apply_events(number)?;
                stage.drive(number)?;
                stage.world.step(tick)?;
            }
        }
        self.step += 1;
        self.unsaved += began.elapsed();
        self.end = self.end.max(self.step);
        self.hear();
        self.save()?;
        self.repeat_calls();
        Ok(())
    }

    /// Notes what the last step has reported, once.
    fn hear(&mut self) {
        if self.step <= self.heard {
            return;
        }
        self.heard = self.step;
        let room = MOST_EVENTS.saturating_sub(self.events.len());
        let step = self.step;
        let heard: Vec<_> =
            self.world().events().iter().take(room).map(|&event| (step, event)).collect();
        self.events.extend(heard);
    }

    fn save(&mut self) -> Result<(), InspectorError> {
        let last = self.saved.range(..=self.step).next_back().map_or(0, |(step, _)| *step);
        let is_due = self.unsaved >= SAVE_AFTER || self.step - last >= SAVE_AFTER_STEPS;
        if !is_due || self.saved.contains_key(&self.step) {
            return Ok(());
        }
        self.unsaved = Duration::ZERO;
        let bytes = self.world().to_bytes()?;
        self.saved.insert(self.step, bytes);
        if self.saved.values().map(Vec::len).sum::<usize>() > MOST_SAVED {
            let mut index = 0;
            self.saved.retain(|_, _| {
                index += 1;
                index % 2 == 1
            });
        }
        Ok(())
    }

    /// Does the calls that belong to the moment that is shown: those of the recording, then those of the user.
    fn repeat_calls(&mut self) {
        let recorded = match &self.source {
            // What was recorded after the user's first change did not happen.
            Source::Recording { calls, .. }
                if self.edits.first().is_none_or(|(first, _)| self.step <= *first) =>
            {
                calls_at(calls, self.step)
            }
            _ => &[],
        };
        let all: Vec<Call> = recorded
            .iter()
            .chain(calls_at(&self.edits, self.step))
            .map(|(_, call)| call.clone())
            .collect();
        for call in all {
            // What a world refuses now it has refused before.
            let _ = self.world_mut().apply(&call);
        }
    }

    /// Shows the moment after so many steps.
    pub fn go_to(&mut self, step: u64) -> Result<(), InspectorError> {
        let nearest = self.saved.range(..=step).next_back().map_or(0, |(saved, _)| *saved);
        if step < self.step || nearest > self.step {
            return self.return_to(step);
        }
        self.advance_to(step)
    }

    fn advance_to(&mut self, step: u64) -> Result<(), InspectorError> {
        while self.step < step {
            self.advance()?;
        }
        Ok(())
    }

    /// Shows the moment after so many steps, from the saved state before it.
    fn return_to(&mut self, step: u64) -> Result<(), InspectorError> {
        if let Some((&saved, bytes)) = self.saved.range(..=step).next_back() {
            let bytes = bytes.clone();
            self.restore(saved, &bytes)?;
            self.repeat_calls();
        }
        self.advance_to(step)
    }

    /// Shows a saved state, without the calls that were made there.
    fn restore(&mut self, step: u64, bytes: &[u8]) -> Result<(), InspectorError> {
        let restored = World::from_bytes(bytes)?;
        match &mut self.source {
            Source::Recording { world, .. } => **world = restored,
            Source::Scene(stage) => stage.rewind(restored, u32::try_from(step).unwrap_or(u32::MAX)),
        }
        (self.step, self.unsaved) = (step, Duration::ZERO);
        Ok(())
    }

    /// Does a call of the user at the moment that is shown: what came after it is forgotten.
    pub fn edit(&mut self, call: Call) -> Result<(), InspectorError> {
        self.world_mut().apply(&call)?;
        self.forget_future();
        if std::mem::take(&mut self.begins_action) || self.actions.is_empty() {
            self.actions.push(self.edits.len());
        }
        self.edits.push((self.step, call));
        Ok(())
    }

    fn forget_future(&mut self) {
        let step = self.step;
        self.edits.retain(|(at, _)| *at <= step);
        self.actions.retain(|begun| *begun < self.edits.len());
        self.saved.retain(|at, _| *at <= step);
        self.events.retain(|(at, _)| *at <= step);
        (self.end, self.heard) = (step, step);
    }

    /// What the user does from now on belongs together: it is taken back at once.
    pub fn begin_action(&mut self) {
        self.begins_action = true;
    }

    /// Takes back what the user did last, and shows the moment before it. Without any changes all comes again that was recorded.
    pub fn undo(&mut self) -> Result<(), InspectorError> {
        let Some(first) = self.actions.pop() else { return Ok(()) };
        let step = self.edits[first].0;
        self.edits.truncate(first);
        self.saved.retain(|at, _| *at <= step);
        self.events.retain(|(at, _)| *at <= step);
        self.heard = step;
        self.end = if self.edits.is_empty() { self.recorded.max(step) } else { step };
        // From before that moment, as the world there has the calls in it.
        self.return_to(step)
    }

    /// Returns all of it as a recording: the world at its beginning, and all calls and steps up to the end.
    pub fn to_recording(&self) -> Result<Vec<u8>, InspectorError> {
        let mut copy = Self::new(self.source_again()?, self.end)?;
        let sink = Sink::default();
        copy.edits.clone_from(&self.edits);
        copy.restore(0, &self.beginning)?;
        copy.world_mut().start_recording(sink.clone())?;
        copy.repeat_calls();
        copy.advance_to(self.end)?;
        copy.world_mut().stop_recording()?;
        Ok(sink.into_bytes())
    }

    fn source_again(&self) -> Result<Source, InspectorError> {
        Ok(match &self.source {
            Source::Recording { calls, .. } => Source::Recording {
                world: Box::new(World::from_bytes(&self.beginning)?),
                calls: calls.clone(),
            },
            Source::Scene(stage) => Source::Scene(Box::new(Stage::new(&stage.loaded, 0)?)),
        })
    }
}

/// The calls after so many steps, of calls in order.
fn calls_at(calls: &[(u64, Call)], step: u64) -> &[(u64, Call)] {
    let first = calls.partition_point(|(at, _)| *at < step);
    let after = calls.partition_point(|(at, _)| *at <= step);
    &calls[first..after]
}

/// Bytes that a recorder writes, and others read.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn into_bytes(self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
