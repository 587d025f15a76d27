//! The built-in scene `maze` through Bevy reaches the state of the command, bit for bit.

#![allow(clippy::unwrap_used, reason = "what a test cannot go on without")]

mod support;

use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{WorldDefinition, glam::vec2, navmesh::Bounds};
use bevy_hybridnav::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;

use support::{maze, steps};

const TICKS: u32 = 300;
const FAR: f32 = 23.5 * maze::CELL;

/// The state of `headless run maze --ticks 300 --no-pictures --json`; `ffi/bevy/test` says it.
fn expected() -> Option<String> {
    std::env::var("HYBRIDNAV_MAZE_300").ok().filter(|hash| !hash.is_empty())
}

fn hash_through_bevy(
    plane: NavPlane,
    frames_per_tick: u32,
    spawn_all: fn(&mut World, NavPlane),
) -> String {
    let size = maze::SIDE as f32 * maze::CELL;
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(size, size));
    let world = NavWorld::new(&WorldDefinition::new(bounds, vec![0.25])).unwrap().with_plane(plane);
    let mut app = support::app(world, frames_per_tick);
    spawn_all(app.world_mut(), plane);
    let order = NavOrder::to(Vec2::splat(FAR));
    let maze = maze::Maze::new(5);
    // The scene's units look east.
    let rotation = plane.rotation(Vec2::X);
    let unit = |at| {
        let transform = Transform::from_translation(plane.raise(at, 0.0)).with_rotation(rotation);
        app.world_mut().spawn((NavUnit::new(0.25, 2.0), transform)).id()
    };
    let units: Vec<Entity> = maze.crowd().into_iter().map(unit).collect();
    app.world_mut().commands().nav_order(units, order);
    steps(&mut app, TICKS, frames_per_tick);
    let nav = app.world().resource::<NavWorld>();
    assert_eq!(nav.world().tick_count(), u64::from(TICKS));
    assert_eq!(support::refusals(&mut app), Vec::<String>::new());
    let nav = app.world().resource::<NavWorld>();
    format!("{:016x}", nav.world().state_hash())
}

/// Walls as polygons where they are.
fn polygons(world: &mut World, _: NavPlane) {
    for [lower, upper] in maze::Maze::new(5).walls() {
        let corners = [lower, Vec2::new(upper.x, lower.y), upper, Vec2::new(lower.x, upper.y)];
        world.spawn(NavObstacle::polygon(corners));
    }
}

/// Walls as rectangles that their transforms put there.
fn rectangles(world: &mut World, plane: NavPlane) {
    for [lower, upper] in maze::Maze::new(5).walls() {
        let middle = Transform::from_translation(plane.raise((lower + upper) / 2.0, 1.0));
        world.spawn((NavObstacle::rectangle(upper - lower), middle));
    }
}

#[test]
fn the_maze_reaches_the_state_of_the_command() {
    let hash = hash_through_bevy(NavPlane::Xz, 1, polygons);
    assert_eq!(hash_through_bevy(NavPlane::Xy, 1, rectangles), hash);
    assert_eq!(hash_through_bevy(NavPlane::Xz, 6, rectangles), hash, "with frames in between");
    println!("maze, {TICKS} ticks: {hash}");
    match expected() {
        Some(expected) => assert_eq!(hash, expected),
        None => println!("not compared with the command: HYBRIDNAV_MAZE_300 is not set"),
    }
}
