//! `replay`: a recording, stepped again.

use std::path::Path;
use std::sync::Arc;

use hybrid::{Event, Recording, Replay, ReplayDifference, ThreadPool, World};
use serde::Serialize;
use serde_json::{Value, json};

use super::arguments::ReplayArguments;
use super::output::{say, say_files, say_json, table};
use super::page;
use super::shrink::shrink;
use crate::error::{Error, Place};

/// Steps a recording again, alone or beside another one; false if it ends otherwise than it did, or if the two differ.
///
/// # Errors
/// [`Error::Input`] for files that are no recordings.
pub fn replay(arguments: &ReplayArguments) -> Result<bool, Error> {
    let page = arguments.html.as_ref().map(|file| Ok((file, page::inspector()?))).transpose()?;
    let (recording, mut first) = opened(&arguments.file, arguments)?;
    if let Some(to) = &arguments.shrink {
        return shrink(&recording, to, arguments);
    }
    let other = arguments.against.as_ref().map(|file| opened(file, arguments)).transpose()?;
    let mut second = other.map(|(_, replay)| replay);
    let (mut steps, mut difference) = (0_u64, None);
    let mut events = EventCounts::default();
    while difference.is_none()
        && arguments.until.is_none_or(|until| first.world().tick_count() < until)
    {
        match both(&mut first, second.as_mut()) {
            Ok(true) => {
                steps += 1;
                events.add(first.world().events());
            }
            Ok(false) => break,
            Err(found) => difference = Some(told(found)),
        }
        let other = second.as_ref().filter(|_| difference.is_none());
        difference = difference.or(other.and_then(|other| compared(first.world(), other.world())));
    }
    if let Some((file, page)) = page {
        page::write(file, &page, &read(&arguments.file)?, None)?;
    }
    let world = first.world();
    let card = json!({
        "file": arguments.file.display().to_string(),
        "whole": recording.is_whole(),
        "calls": recording.calls().count(),
        "steps": recording.step_count(),
        "stepped": steps,
        "tick": world.tick_count(),
        "units": world.units().count(),
        "events": events,
        "state_hash": format!("{:016x}", world.state_hash()),
        "difference": difference,
    });
    if arguments.json {
        say_json(&card)?
    } else {
        say(&table(&card))?;
        say_files(arguments.html.as_slice())?;
    }
    Ok(difference.is_none())
}

/// How often what happened.
#[derive(Default, Serialize)]
struct EventCounts {
    arrived: u64,
    passed_way_point: u64,
    path_lost: u64,
    path_found: u64,
    stuck: u64,
    displaced: u64,
    links_entered: u64,
}

impl EventCounts {
    fn add(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Arrived { .. } => self.arrived += 1,
                Event::PassedWayPoint { .. } => self.passed_way_point += 1,
                Event::PathLost { .. } => self.path_lost += 1,
                Event::PathFound { .. } => self.path_found += 1,
                Event::Stuck { .. } => self.stuck += 1,
                Event::Displaced { .. } => self.displaced += 1,
                Event::LinkEntered { .. } => self.links_entered += 1,
                _ => {}
            }
        }
    }
}

/// Steps two recordings; false where one of them is at its end.
fn both(first: &mut Replay, second: Option<&mut Replay>) -> Result<bool, ReplayDifference> {
    Ok(first.step()? & second.map_or(Ok(true), Replay::step)?)
}

/// Reads a recording, and the world at its beginning.
fn opened(file: &Path, arguments: &ReplayArguments) -> Result<(Recording, Replay), Error> {
    let recording = Recording::from_bytes(&read(file)?).map_err(|error| wrong(file, &error))?;
    let mut replay = Replay::new(&recording).map_err(|error| wrong(file, &error))?;
    if let Some(threads) = arguments.threads {
        let helpers = usize::from(threads) - 1;
        replay.world_mut().set_executor(Some(Arc::new(ThreadPool::new(helpers))));
    }
    Ok((recording, replay))
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(file).map_err(|error| {
        wrong(file, &format!("cannot be read ({error}); name a recording that exists"))
    })
}

fn wrong(file: &Path, message: &impl ToString) -> Error {
    let place = Place { file: file.display().to_string(), line: 1, column: 1 };
    Error::Input { place, message: message.to_string() }
}

fn told(difference: ReplayDifference) -> Value {
    json!({ "tick": difference.tick, "what": difference.to_string() })
}

/// In what two worlds differ that have had as many steps.
fn compared(one: &World, other: &World) -> Option<Value> {
    // In each step: only where hashes differ it is looked for what does.
    let differs = one.state_hash() != other.state_hash();
    let difference = differs.then(|| one.first_difference(other)).flatten()?;
    Some(json!({ "tick": one.tick_count(), "what": format!("the worlds differ: {difference:?}") }))
}
