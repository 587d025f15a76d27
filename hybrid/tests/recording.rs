//! Recordings: what is written, what is read, and how a recorded world is stepped again.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::support::*;
use hybrid::glam::{I64Vec2, Vec2, vec2};
use hybrid::navmesh::{Area, AreaDefinition, LinkDefinition, polygon};
use hybrid::{
    Call, Difference, Discomfort, Driver, Goal, HeightGrid, OrderDefinition, Recording,
    RecordingError, Replay, ReplayDifference, ThreadPool, UnitChange, UnitDefinition, World,
};

/// A recording in memory, that refuses more than so many bytes.
#[derive(Clone)]
pub(crate) struct Tape {
    bytes: Arc<Mutex<Vec<u8>>>,
    most: usize,
}

impl Tape {
    pub(crate) fn new() -> Self {
        Self { bytes: Arc::default(), most: usize::MAX }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().unwrap().clone()
    }
}

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.bytes.lock().unwrap();
        if all.len() + bytes.len() > self.most {
            return Err(io::Error::other("the disk is full"));
        }
        all.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Steps a recording to its end.
pub(crate) fn replayed(bytes: &[u8], threads: usize) -> Result<World, ReplayDifference> {
    let mut replay = Replay::new(&Recording::from_bytes(bytes).unwrap()).unwrap();
    replay.world_mut().set_executor(Some(Arc::new(ThreadPool::new(threads))));
    while replay.step()? {}
    Ok(replay.into_world())
}

/// A world in which everything is called that can be, and its recording; the last order leads to a point.
fn played(last: Vec2) -> (World, Vec<u8>) {
    let tape = Tape::new();
    let mut world = world_of(60.0, 40.0).radii(&[0.25, 0.5]).build();
    world.start_recording(tape.clone()).unwrap();
    let wall = add_wall(&mut world, [28.0, 0.0, 30.0, 18.0]);
    let other = world.add_outline(polygon(&rectangle([28.0, 24.0, 30.0, 40.0]), &[])).unwrap();
    world.commit().unwrap();
    let units = rows(vec2(4.0, 4.0)).columns(1).pitch(1.2).add(&mut world, 20);
    let driven =
        UnitDefinition { driver: Driver::Engine, ..UnitDefinition::new(vec2(50.0, 5.0), 0.3, 1.4) };
    let driven = world.add_unit(&driven).unwrap();
    let mud = Area { kind: 1, cost: 2.0 };
    let area = world.add_area(polygon(&rectangle([10.0, 10.0, 14.0, 14.0]), &[]), mud).unwrap();
    world
        .add_area(polygon(&rectangle([40.0, 30.0, 44.0, 34.0]), &[]), AreaDefinition::default())
        .unwrap();
    let order = world.order(&units[..10], &Goal::Point(vec2(50.0, 20.0))).unwrap();
    world.order(&units[10..15], &Goal::Unit(units[0])).unwrap();
    steps(&mut world, 30);
    world.join(order, &units[15..17]).unwrap();
    world.hold(&units[17..18]).unwrap();
    let link = world.add_link(vec2(27.0, 5.0), vec2(31.0, 5.0), &LinkDefinition::new(3.0)).unwrap();
    let heights = HeightGrid { min: Vec2::ZERO, spacing: 20.0, columns: 4, heights: vec![0.5; 12] };
    world.set_heights(Some(heights)).unwrap();
    let discomfort = world
        .add_discomfort(&Discomfort {
            center: vec2(45.0, 20.0),
            radius: 2.0,
            amount: 3.0,
            seconds: f32::INFINITY,
        })
        .unwrap();
    for tick in 0..40 {
        let at = vec2(50.0, 5.0 + 0.05 * tick as f32);
        world.set_motion(driven, at, vec2(0.0, 0.5)).unwrap();
        steps(&mut world, 1);
    }
    world
        .set_unit(units[1], &UnitChange { max_speed: Some(2.5), ..UnitChange::default() })
        .unwrap();
    world.teleport(units[18], vec2(5.0, 30.0)).unwrap();
    assert!(world.teleport(units[18], vec2(29.0, 5.0)).is_err(), "a call that is refused");
    world.move_goal(order, vec2(50.0, 30.0)).unwrap();
    world.append_goal(order, vec2(40.0, 5.0)).unwrap();
    world.stop(&units[10..12]).unwrap();
    world.move_obstacle(wall, &rectangle([28.0, 0.0, 30.0, 16.0])).unwrap();
    world.remove_obstacle(other).unwrap();
    world.remove_area(area).unwrap();
    world.remove_link(link).unwrap();
    world.remove_discomfort(discomfort).unwrap();
    world.set_user_data(units[3], 77).unwrap();
    world.set_origin(I64Vec2::new(3, -4));
    world.remove_unit(units[19]).unwrap();
    steps(&mut world, 50);
    let definition = OrderDefinition { range: 2.0, ..OrderDefinition::new(Goal::Point(last)) };
    world.order_with(&units[3..9], &definition).unwrap();
    steps(&mut world, 70);
    world.stop_recording().unwrap();
    (world, tape.bytes())
}

#[test]
fn a_replay_is_the_world_again_whatever_was_called() {
    let (world, bytes) = played(vec2(10.0, 20.0));
    let recording = Recording::from_bytes(&bytes).unwrap();
    assert!(recording.is_whole());
    assert_eq!(recording.step_count(), 190);
    assert!(bytes.len() < 10_000, "{} bytes", bytes.len());
    for threads in [1, 4] {
        let again = replayed(&bytes, threads).unwrap();
        assert_eq!(again.state_hash(), world.state_hash());
        assert_eq!(again.first_difference(&world), None);
        assert_eq!((again.origin(), again.tick_count()), (world.origin(), world.tick_count()));
        assert!(again.units().eq(world.units()));
    }
    let name = |call: &Call| format!("{call:?}").split(['(', ' ']).next().unwrap().to_owned();
    let mut names: Vec<String> = recording.calls().map(|(_, call)| name(&call)).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 25, "every kind of call: {names:?}");
}

#[test]
fn another_call_shows_in_the_tick_in_which_it_counts() {
    let [(_, one), (_, other)] = [played(vec2(10.0, 20.0)), played(vec2(10.5, 20.0))];
    let replay = |bytes: &[u8]| Replay::new(&Recording::from_bytes(bytes).unwrap()).unwrap();
    let (mut one, mut other) = (replay(&one), replay(&other));
    for tick in 1..=190 {
        assert!(one.step().unwrap() && other.step().unwrap());
        let difference = one.world().first_difference(other.world());
        assert_eq!(difference.is_some(), tick > 120, "{tick}");
        if tick == 121 {
            assert!(matches!(difference, Some(Difference::Unit(_))), "{difference:?}");
        }
    }
    assert!(!one.step().unwrap());
}

#[test]
fn ground_that_differs_is_told_before_anybody_walks_on_it() {
    let made = || world_of(60.0, 40.0).radii(&[0.4]).build();
    let differs = |change: &dyn Fn(&mut World)| {
        let (one, mut other) = (made(), made());
        change(&mut other);
        assert_eq!(one.state_hash(), other.state_hash());
        one.first_difference(&other)
    };
    let square = || polygon(&rectangle([20.0, 20.0, 22.0, 22.0]), &[]);
    let found = differs(&|world| {
        world.add_outline(square()).unwrap();
    });
    assert!(matches!(found, Some(Difference::Obstacle(_))), "{found:?}");
    let found = differs(&|world| {
        world.add_area(square(), Area { kind: 1, cost: 2.0 }).unwrap();
    });
    assert!(matches!(found, Some(Difference::Area(_))), "{found:?}");
    let [from, to] = [vec2(4.0, 4.0), vec2(50.0, 4.0)];
    let found = differs(&|world| {
        world.add_link(from, to, &LinkDefinition::new(3.0)).unwrap();
    });
    assert!(matches!(found, Some(Difference::Link(_))), "{found:?}");
    assert_eq!(differs(&|_| {}), None);
}

#[test]
fn what_a_crash_leaves_is_replayed() {
    let (_, bytes) = played(vec2(10.0, 20.0));
    let mut most = 0;
    for cut in (0..bytes.len()).step_by(97) {
        match Recording::from_bytes(&bytes[..cut]) {
            Ok(recording) => {
                assert!(!recording.is_whole());
                most = recording.step_count();
                let mut replay = Replay::new(&recording).unwrap();
                while replay.step().unwrap() {}
                assert_eq!(replay.world().tick_count(), most as u64);
            }
            Err(error) => assert!(
                matches!(error, RecordingError::NoWorld | RecordingError::Foreign),
                "{error}"
            ),
        }
    }
    assert!(most > 120);
    // Calls are there before the step in which they count.
    let tape = Tape::new();
    let mut world = world_of(20.0, 20.0).build();
    world.start_recording(tape.clone()).unwrap();
    rows(vec2(4.0, 4.0)).columns(1).pitch(1.2).add(&mut world, 3);
    steps(&mut world, 1);
    assert_eq!(Recording::from_bytes(&tape.bytes()).unwrap().calls().count(), 3);
    // So is the last one, which was never stepped.
    add_wall(&mut world, [10.0, 10.0, 12.0, 12.0]);
    drop(world);
    let recording = Recording::from_bytes(&tape.bytes()).unwrap();
    assert!(matches!(recording.calls().last(), Some((1, Call::AddObstacle(_)))));
    assert!(!recording.is_whole());
}

#[test]
fn a_recording_may_begin_at_any_tick_and_copies_are_not_recorded() {
    let mut world = world_of(30.0, 20.0).build();
    let units = rows(vec2(4.0, 4.0)).columns(1).pitch(1.0).add(&mut world, 8);
    world.order(&units, &Goal::Point(vec2(25.0, 10.0))).unwrap();
    steps(&mut world, 37);
    assert_eq!(world.stop_recording(), Err(RecordingError::NotRecording));
    add_wall(&mut world, [15.0, 0.0, 16.0, 12.0]);
    let tape = Tape::new();
    world.start_recording(tape.clone()).unwrap();
    let mut copy = world.clone();
    assert!(world.is_recording() && !copy.is_recording());
    steps(&mut copy, 5);
    steps(&mut world, 60);
    let events = world.events().to_vec();
    world.stop_recording().unwrap();
    assert!(!world.is_recording());
    let again = replayed(&tape.bytes(), 2).unwrap();
    assert_eq!(again.state_hash(), world.state_hash());
    assert_eq!(again.events(), events);
}

#[test]
fn a_check_that_is_refused_leaves_edits_staged_in_the_replay_too() {
    let tape = Tape::new();
    let mut world = world_of(30.0, 20.0).build();
    let unit = rows(vec2(4.0, 4.0)).add(&mut world, 1)[0];
    world.start_recording(tape.clone()).unwrap();
    add_wall(&mut world, [15.0, 0.0, 16.0, 12.0]);
    assert!(world.check_unit(&UnitDefinition::new(vec2(1.0, 1.0), 9.0, 1.0)).is_err());
    let nonsense = UnitChange { max_speed: Some(f32::NAN), ..UnitChange::default() };
    assert!(world.check_change(unit, &nonsense).is_err());
    add_wall(&mut world, [20.0, 0.0, 21.0, 12.0]);
    world.check_unit(&UnitDefinition::new(vec2(2.0, 2.0), 0.2, 1.0)).unwrap();
    steps(&mut world, 3);
    world.stop_recording().unwrap();
    let commits = Recording::from_bytes(&tape.bytes()).unwrap();
    assert_eq!(commits.calls().filter(|(_, call)| *call == Call::Commit).count(), 1);
    assert_eq!(replayed(&tape.bytes(), 1).unwrap().state_hash(), world.state_hash());
}

#[test]
fn a_full_disk_stops_the_recording_and_not_the_world() {
    let (mut world, mut other) = (world_of(20.0, 20.0).build(), world_of(20.0, 20.0).build());
    let tape = Tape { most: 1_000, ..Tape::new() };
    let full = Tape { most: 20, ..Tape::new() };
    let refused = world.start_recording(full);
    assert!(matches!(refused, Err(RecordingError::Write { .. })) && !world.is_recording());
    world.start_recording(tape.clone()).unwrap();
    for world in [&mut world, &mut other] {
        let units = rows(vec2(4.0, 4.0)).columns(1).pitch(1.2).add(world, 9);
        for tick in 0..60 {
            world
                .order(&units[..1 + tick % 9], &Goal::Point(vec2(10.0, 2.0 + 0.2 * tick as f32)))
                .unwrap();
            steps(world, 1);
        }
    }
    assert_eq!(world.state_hash(), other.state_hash());
    let error = world.stop_recording().unwrap_err();
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert!(Recording::from_bytes(&tape.bytes()).unwrap().step_count() > 0);
}

#[test]
fn nonsense_is_no_recording() {
    let (_, bytes) = played(vec2(10.0, 20.0));
    let read = |bytes: &[u8]| Recording::from_bytes(bytes).map(|_| ()).unwrap_err();
    assert_eq!(read(b"hello"), RecordingError::Foreign);
    assert_eq!(read(&[]), RecordingError::NoWorld);
    assert_eq!(read(&bytes[..12]), RecordingError::NoWorld);
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(read(&newer), RecordingError::Format { found: 9, known: 1 });
    for at in (24..bytes.len()).step_by(61) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        if let Ok(recording) = Recording::from_bytes(&damaged) {
            assert!(!recording.is_whole(), "a length: the rest seems to be cut off");
        }
    }
}

#[test]
fn orders_to_many_take_little_room() {
    let tape = Tape::new();
    let mut world = world_of(200.0, 200.0).build();
    world.start_recording(tape.clone()).unwrap();
    let units = rows(vec2(5.0, 5.0)).columns(50).add(&mut world, 2_000);
    steps(&mut world, 1);
    let before = tape.bytes().len();
    for k in 0..20 {
        world.order(&units, &Goal::Point(vec2(100.0 + k as f32, 100.0))).unwrap();
        steps(&mut world, 1);
    }
    world.stop_recording().unwrap();
    let each = (tape.bytes().len() - before) / 20;
    assert!(each < 100, "{each} bytes an order");
    let again = replayed(&tape.bytes(), 1).unwrap();
    assert_eq!(again.state_hash(), world.state_hash());
}
