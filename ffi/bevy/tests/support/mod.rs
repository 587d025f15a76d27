//! What the tests have in common.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "not every test uses all of it")]

pub mod maze;

use std::time::Duration;

use bevy_app::{App, TaskPoolPlugin, Update};
use bevy_ecs::prelude::*;
use bevy_hybridnav::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// An app with a world, whose every frame lasts a part of the world's tick; the fixed timestep is that of a frame.
pub fn app(nav: NavWorld, frames_per_tick: u32) -> App {
    let tick =
        Duration::from_micros((f64::from(nav.world().definition().parameters.tick) * 1e6) as u64);
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, HybridNavPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(
        tick.div_f64(f64::from(frames_per_tick)),
    ));
    app.insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_duration(
        tick.div_f64(f64::from(frames_per_tick)),
    ));
    app.insert_resource(nav).init_resource::<Told>().add_systems(Update, listen);
    app.finish();
    app.cleanup();
    // The first frame takes no time.
    app.update();
    app
}

/// Runs frames until the world has taken these steps more.
pub fn steps(app: &mut App, ticks: u32, frames_per_tick: u32) {
    let until = app.world().resource::<NavWorld>().world().tick_count() + u64::from(ticks);
    for _ in 0..(ticks + 1) * frames_per_tick {
        if app.world().resource::<NavWorld>().world().tick_count() < until {
            app.update();
        }
    }
}

/// What the world told since the last question.
#[derive(Resource, Default)]
struct Told {
    refused: Vec<String>,
    events: Vec<NavEvent>,
}

fn listen(
    mut told: ResMut<Told>,
    mut refused: MessageReader<NavRefused>,
    mut events: MessageReader<NavEvent>,
) {
    told.refused.extend(refused.read().map(|refused| refused.error.to_string()));
    told.events.extend(events.read().copied());
}

/// What was refused since the last question, in the words of the world.
pub fn refusals(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Told>().refused)
}

/// What happened since the last question.
pub fn events(app: &mut App) -> Vec<NavEvent> {
    std::mem::take(&mut app.world_mut().resource_mut::<Told>().events)
}
