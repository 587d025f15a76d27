//! Runs it without a window, as fast as it can, and prints who has arrived when.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_app::{ScheduleRunnerPlugin, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_hybridnav::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

use crate::scene::{COMPANIES, Company, SOLDIERS, count};

const LAST_TICK: u64 = 3000;

/// How many of each company have arrived.
#[derive(Resource, Default)]
struct Arrived([usize; COMPANIES]);

pub(crate) fn add(app: &mut App) {
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .init_resource::<Arrived>()
        .add_systems(Update, tell);
}

fn tell(
    mut arrived: ResMut<Arrived>,
    mut events: MessageReader<NavEvent>,
    mut refused: MessageReader<NavRefused>,
    soldiers: Query<(&Company, &NavMotion)>,
    nav: Res<NavWorld>,
    mut exit: MessageWriter<AppExit>,
) {
    for refused in refused.read() {
        println!("refused: {refused}");
        exit.write(AppExit::error());
    }
    if events.read().any(NavEvent::is_arrival) {
        arrived.0 = count(soldiers);
    }
    let (all, ticks) = (arrived.0.iter().sum::<usize>(), nav.world().tick_count());
    if all == COMPANIES * SOLDIERS || ticks >= LAST_TICK {
        println!(
            "{all} of {} are in the keep after {ticks} ticks: {:?}",
            COMPANIES * SOLDIERS,
            arrived.0
        );
        println!("state {:016x}", nav.world().state_hash());
        exit.write(if ticks < LAST_TICK { AppExit::Success } else { AppExit::error() });
    }
}
