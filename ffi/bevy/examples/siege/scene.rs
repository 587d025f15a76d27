//! What happens: walls, companies, their orders, and what breaks when. Nothing here knows how it looks.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{WorldDefinition, WorldError, glam::vec2, navmesh::Bounds};
use bevy_hybridnav::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

pub(crate) const COMPANIES: usize = 4;
pub(crate) const SOLDIERS: usize = 50;
/// How large the ground is, in metres.
pub(crate) const SIZE: Vec2 = Vec2::new(110.0, 80.0);
pub(crate) const KEEP: Vec2 = Vec2::new(95.0, 40.0);
/// The radius of a soldier, and how high walls are.
pub(crate) const RADIUS: f32 = 0.35;
pub(crate) const WALL_HEIGHT: f32 = 3.0;

/// What is broken in the course of the siege, and in which tick.
#[derive(Component)]
pub(crate) struct Breaks(pub(crate) u64);

/// Which company a soldier belongs to.
#[derive(Component)]
pub(crate) struct Company(pub(crate) usize);

/// Adds the siege to an app.
pub(crate) fn add(app: &mut App) -> Result<(), WorldError> {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(SIZE.x, SIZE.y));
    let nav = NavWorld::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    app.add_plugins(HybridNavPlugin)
        .insert_resource(nav)
        .add_systems(Startup, (build, muster).chain())
        .add_systems(FixedUpdate, break_walls.before(NavSystems::Sync));
    Ok(())
}

/// Returns how many of each company have come to rest in the keep.
pub(crate) fn count<'a>(
    soldiers: impl IntoIterator<Item = (&'a Company, &'a NavMotion)>,
) -> [usize; COMPANIES] {
    let mut arrived = [0; COMPANIES];
    for (company, motion) in soldiers {
        let is_there = motion.arrived && motion.position.distance(KEEP) < 15.0;
        arrived[company.0] += usize::from(is_there);
    }
    arrived
}

fn build(mut commands: Commands) {
    let mut wall = |at: Vec2, size: Vec2| {
        let place = Transform::from_xyz(at.x, WALL_HEIGHT / 2.0, at.y);
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
    commands.entity(gate).insert(Breaks(240));
    commands.entity(weak).insert(Breaks(260));
}

fn muster(mut commands: Commands) {
    for company in 0..COMPANIES {
        let camp = Vec3::new(8.0, 0.0, 8.0 + 18.0 * company as f32);
        let soldier = |k: usize| {
            let at = camp + Vec3::new((k % 10) as f32, 0.0, (k / 10) as f32);
            let unit = NavUnit::new(RADIUS, 2.0 + 0.2 * company as f32);
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
