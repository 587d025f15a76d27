//! A crowd in a game made with `bevy_ecs`: the world is a resource, each figure an entity that knows its unit, and three
//! systems order, step and read back. `bevy` itself adds windows and pictures, and changes nothing here.
//!
//! `cargo run --release -p bevy_loop`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use bevy_ecs::prelude::*;
use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, UnitDefinition, UnitId, World as Crowd, WorldDefinition, WorldError};

/// The crowd of the game.
#[derive(Resource)]
struct Walkers(Crowd);

/// The unit that moves an entity.
#[derive(Component)]
struct Walker(UnitId);

/// Where an entity is: a game would draw it there.
#[derive(Component)]
struct Place(Vec2);

/// What a click of the player asks for: all that are marked go there.
#[derive(Component)]
struct GoTo(Vec2);

fn order(
    mut commands: Commands,
    mut crowd: ResMut<Walkers>,
    asked: Query<(Entity, &Walker, &GoTo)>,
) -> Result {
    let goals = asked.iter().map(|(_, _, goal)| goal.0).collect();
    let units: Vec<UnitId> = asked.iter().map(|(_, walker, _)| walker.0).collect();
    if !units.is_empty() {
        crowd.0.order(&units, &Goal::Each(goals))?;
    }
    for (entity, ..) in &asked {
        commands.entity(entity).remove::<GoTo>();
    }
    Ok(())
}

fn step(mut crowd: ResMut<Walkers>) -> Result {
    Ok(crowd.0.step(0.1)?)
}

fn read_back(crowd: Res<Walkers>, mut entities: Query<(&Walker, &mut Place)>) {
    for (walker, mut place) in &mut entities {
        if let Some(unit) = crowd.0.unit(walker.0) {
            place.0 = unit.position;
        }
    }
}

fn main() -> Result<(), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, vec2(40.0, 30.0));
    let mut crowd = Crowd::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    for (low, high) in [(0.0, 14.0), (16.0, 30.0)] {
        let wall = [vec2(19.0, low), vec2(21.0, low), vec2(21.0, high), vec2(19.0, high)];
        crowd.add_obstacle(&wall)?;
    }
    let mut game = World::new();
    for index in 0..20_u16 {
        let at = vec2(3.0 + f32::from(index / 5), 10.0 + f32::from(index % 5));
        let unit = crowd.add_unit(&UnitDefinition::new(at, 0.4, 1.5))?;
        game.spawn((Walker(unit), Place(at), GoTo(at + vec2(27.0, 3.0))));
    }
    game.insert_resource(Walkers(crowd));
    let mut schedule = Schedule::default();
    schedule.add_systems((order, step, read_back).chain());
    while !game.resource::<Walkers>().0.units().all(|unit| unit.arrived) {
        schedule.run(&mut game);
    }
    let ticks = game.resource::<Walkers>().0.tick_count();
    let mean = game.query::<&Place>().iter(&game).map(|place| place.0).sum::<Vec2>() / 20.0;
    println!("all there after {:.1} s, round {mean:.1}", ticks as f32 * 0.1);
    Ok(())
}
