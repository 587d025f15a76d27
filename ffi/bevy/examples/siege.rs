//! A siege: four companies leave their camp for the keep; on their way the gate is broken, and part of the wall comes down.
//!
//! `cargo run --release --example siege` runs it without a window as fast as it can, and says who has arrived when.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_app::{ScheduleRunnerPlugin, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{WorldDefinition, WorldError, glam::vec2, navmesh::Bounds};
use bevy_hybridnav::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};

const COMPANIES: usize = 4;
const SOLDIERS: usize = 50;
const KEEP: Vec2 = Vec2::new(95.0, 40.0);
const LAST_TICK: u64 = 3000;

/// What is broken in the course of the siege, and in which tick.
#[derive(Component)]
struct Breaks(u64);

/// Which company a soldier belongs to.
#[derive(Component)]
struct Company(usize);

/// How many of each company have arrived.
#[derive(Resource, Default)]
struct Arrived([usize; COMPANIES]);

fn build(mut commands: Commands) {
    let mut wall = |at: Vec2, size: Vec2| {
        let place = Transform::from_xyz(at.x, 1.5, at.y);
        commands.spawn((NavObstacle::rectangle(size), place)).id()
    };
    // The outer wall has a gate, and a weak part; the keep stands behind a second wall with two gaps.
    for (from, to) in [(0.0, 18.0), (24.0, 56.0), (60.0, 80.0)] {
        wall(Vec2::new(50.0, (from + to) / 2.0), Vec2::new(3.0, to - from));
    }
    for (from, to) in [(0.0, 30.0), (34.0, 46.0), (50.0, 80.0)] {
        wall(Vec2::new(75.0, (from + to) / 2.0), Vec2::new(2.0, to - from));
    }
    let weak = wall(Vec2::new(50.0, 58.0), Vec2::new(3.0, 4.0));
    let gate = wall(Vec2::new(50.0, 21.0), Vec2::new(1.0, 6.0));
    commands.entity(gate).insert(Breaks(250));
    commands.entity(weak).insert(Breaks(350));
}

fn muster(mut commands: Commands) {
    for company in 0..COMPANIES {
        let camp = Vec3::new(8.0, 0.0, 8.0 + 18.0 * company as f32);
        let soldier = |k: usize| {
            let at = camp + Vec3::new((k % 10) as f32, 0.0, (k / 10) as f32);
            let unit = NavUnit::new(0.35, 2.0 + 0.2 * company as f32);
            (unit, Company(company), Transform::from_translation(at))
        };
        let soldiers: Vec<Entity> =
            (0..SOLDIERS).map(|k| commands.spawn(soldier(k)).id()).collect();
        commands.nav_order(soldiers, NavOrder::to(KEEP));
    }
}

fn break_walls(mut commands: Commands, nav: Res<NavWorld>, weak: Query<(Entity, &Breaks)>) {
    for (entity, breaks) in &weak {
        if nav.world().tick_count() >= breaks.0 {
            commands.entity(entity).despawn();
        }
    }
}

fn count(
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
        arrived.0 = [0; COMPANIES];
        for (company, _) in soldiers.iter().filter(|(_, motion)| motion.is_there(KEEP)) {
            arrived.0[company.0] += 1;
        }
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

/// Whether somebody has come to rest near a point.
trait IsThere {
    fn is_there(&self, point: Vec2) -> bool;
}

impl IsThere for NavMotion {
    fn is_there(&self, point: Vec2) -> bool {
        self.arrived && self.position.distance(point) < 15.0
    }
}

fn main() -> Result<AppExit, WorldError> {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(110.0, 80.0));
    let nav = NavWorld::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    let mut app = App::new();
    // A game with a window has `DefaultPlugins` instead, and the clock's own time.
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .add_plugins(HybridNavPlugin)
        .insert_resource(nav)
        .init_resource::<Arrived>()
        .add_systems(Startup, (build, muster).chain())
        .add_systems(FixedUpdate, break_walls.before(NavSystems::Sync))
        .add_systems(Update, count);
    Ok(app.run())
}
