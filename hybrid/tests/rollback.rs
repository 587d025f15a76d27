//! Worlds go back to saved states.

use std::sync::Arc;

use hybrid::glam::{Vec2, vec2};
use hybrid::{Executor, Goal, SavedState, ThreadPool, UnitDefinition, World, WorldError};

use crate::recording::Tape;
use crate::snapshot::Scene;
use crate::support::{Random, add_wall, rows, steps, world_of};

/// States of the last ticks, as rollback netcode keeps them.
struct Ring(Vec<SavedState>);

impl Ring {
    fn new(world: &World) -> Self {
        Self((0..9).map(|_| world.save_state()).collect())
    }

    fn of(&mut self, tick: u64) -> &mut SavedState {
        &mut self.0[tick as usize % 9]
    }
}

/// Steps a scene, and another one that often goes on with wrong calls for some ticks, goes back, and on with the right ones.
fn play(seed: u64, executor: Option<Arc<dyn Executor>>) {
    let (mut right, mut guessing) = (Scene::new(seed), Scene::new(seed));
    guessing.world.set_executor(executor);
    let (mut random, mut ring) = (Random(seed + 5), Ring::new(&guessing.world));
    for tick in 0..160 {
        guessing.world.save_state_into(ring.of(tick));
        if random.below(3) == 0 {
            let (was, units, obstacles) =
                (guessing.random, guessing.units.clone(), guessing.obstacles.clone());
            guessing.random ^= random.bits() | 1;
            for ahead in 1..=1 + random.below(8) {
                guessing.step();
                guessing.world.save_state_into(ring.of(tick + ahead));
            }
            guessing.world.restore_state(ring.of(tick)).unwrap();
            (guessing.random, guessing.units, guessing.obstacles) = (was, units, obstacles);
            assert_eq!(guessing.world.tick_count(), tick);
        }
        right.step();
        guessing.step();
        assert_eq!(guessing.world.state_hash(), right.world.state_hash(), "{seed}, tick {tick}");
        assert_eq!(guessing.world.events(), right.world.events(), "{seed}, tick {tick}");
    }
    // Not a bit of anything that is kept differs.
    assert!(guessing.world.to_bytes().unwrap() == right.world.to_bytes().unwrap(), "{seed}");
}

#[test]
fn who_has_guessed_wrong_and_gone_back_has_the_same_bits() {
    for seed in 0..18 {
        let threads = [None, Some(1), Some(3)][seed as usize % 3];
        play(seed, threads.map(|count| Arc::new(ThreadPool::new(count)) as Arc<dyn Executor>));
    }
}

#[test]
fn a_state_is_gone_back_to_as_often_as_needed_and_by_other_worlds() {
    let mut scene = Scene::new(3);
    (0..50).for_each(|_| scene.step());
    let world = &mut scene.world;
    let (state, bytes) = (world.save_state(), world.to_bytes().unwrap());
    assert_eq!(state.tick_count(), 50);
    let mut hashes = Vec::new();
    for _ in 0..3 {
        assert_eq!(world.to_bytes().unwrap(), bytes);
        steps(world, 20);
        hashes.push(world.state_hash());
        world.restore_state(&state).unwrap();
    }
    let mut other = world_of(20.0, 20.0).radii(&[0.5]).build();
    rows(vec2(4.0, 4.0)).columns(1).pitch(1.2).of(0.5, 1.0).add(&mut other, 3);
    other.restore_state(&state).unwrap();
    assert_eq!(other.to_bytes().unwrap(), bytes);
    steps(&mut other, 20);
    hashes.push(other.state_hash());
    hashes.push({
        let mut read = World::from_bytes(&bytes).unwrap();
        steps(&mut read, 20);
        read.state_hash()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

#[test]
fn what_came_later_is_gone_and_what_left_is_back() {
    let mut world = world_of(30.0, 20.0).build();
    let units = rows(vec2(4.0, 4.0)).columns(1).pitch(1.0).add(&mut world, 6);
    let order = world.order(&units, &Goal::Point(vec2(25.0, 10.0))).unwrap();
    let wall = add_wall(&mut world, [14.0, 0.0, 15.0, 8.0]);
    steps(&mut world, 10);
    // An edit that has not taken effect yet is part of the state.
    world.remove_obstacle(wall).unwrap();
    let (state, before) = (world.save_state(), world.unit(units[0]).unwrap());
    let late = UnitDefinition::new(vec2(20.0, 4.0), 0.25, 1.0);
    let one = world.add_unit(&late).unwrap();
    world.remove_unit(units[0]).unwrap();
    let second = world.order(&units[1..], &Goal::Point(Vec2::splat(5.0))).unwrap();
    let other_wall = add_wall(&mut world, [18.0, 0.0, 19.0, 8.0]);
    steps(&mut world, 5);
    world.restore_state(&state).unwrap();
    assert_eq!(world.unit(units[0]), Some(before));
    assert!(world.unit(one).is_none() && world.unit(units[1]).unwrap().order == Some(order));
    assert!(world.obstacles().next().is_none());
    // The same calls get the same handles.
    assert_eq!(world.add_unit(&late), Ok(one));
    world.remove_unit(units[0]).unwrap();
    assert_eq!(world.order(&units[1..], &Goal::Point(Vec2::splat(5.0))), Ok(second));
    assert_eq!(add_wall(&mut world, [18.0, 0.0, 19.0, 8.0]), other_wall);
}

#[test]
fn a_recorded_world_does_not_go_back() {
    let mut world = world_of(20.0, 20.0).build();
    rows(vec2(4.0, 4.0)).columns(1).pitch(1.0).add(&mut world, 3);
    let state = world.save_state();
    world.start_recording(Tape::new()).unwrap();
    steps(&mut world, 2);
    let hash = world.state_hash();
    assert_eq!(world.restore_state(&state), Err(WorldError::Recorded));
    assert_eq!(world.state_hash(), hash, "nothing has changed");
    world.stop_recording().unwrap();
    world.restore_state(&state).unwrap();
    assert_eq!(world.tick_count(), 0);
}
