//! What it looks like: whatever the scene spawns is dressed, and a line of text says how it goes.

use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap};
use bevy::prelude::*;
use bevy_hybridnav::prelude::*;

use crate::scene::{Breaks, COMPANIES, Company, KEEP, RADIUS, SIZE, SOLDIERS, WALL_HEIGHT, count};

/// The colours of the companies.
pub(crate) const COLOURS: [[u8; 3]; COMPANIES] =
    [[0x00, 0x72, 0xb2], [0xd5, 0x5e, 0x00], [0x00, 0x9e, 0x73], [0xcc, 0x5c, 0x9c]];
const GROUND: [u8; 3] = [0xec, 0xe6, 0xd8];
const MARGIN: [u8; 3] = [0xd9, 0xd2, 0xc0];
const WALL: [u8; 3] = [0x9a, 0x9a, 0xa2];
const BREAKABLE: [u8; 3] = [0xa8, 0x7a, 0x4c];
const BANNER: [u8; 3] = [0xc8, 0x28, 0x3c];

/// The line that says how it goes.
#[derive(Component)]
struct Status;

/// Where the camera is, as seen from what it looks at.
#[derive(Component)]
pub(crate) struct Orbit {
    pub(crate) focus: Vec3,
    pub(crate) yaw: f32,
    pub(crate) pitch: f32,
    pub(crate) distance: f32,
}

/// Adds all that is to be seen; `help` stands in the last line.
pub(crate) fn add(app: &mut App, help: &'static str) {
    app.add_plugins(NavGizmosPlugin)
        .insert_resource(NavDebug::none())
        .insert_resource(ClearColor(colour(MARGIN)))
        .insert_resource(GlobalAmbientLight { brightness: 520.0, ..default() })
        .insert_resource(DirectionalLightShadowMap { size: 4096 })
        .add_systems(Startup, (raise_stage, move |commands: Commands| write_lines(commands, help)))
        .add_systems(Update, (dress_walls, dress_soldiers, say_how_it_goes))
        .add_systems(PostUpdate, follow_orbit.before(TransformSystems::Propagate));
}

fn colour([red, green, blue]: [u8; 3]) -> Color {
    Color::srgb_u8(red, green, blue)
}

fn matt(of: [u8; 3]) -> StandardMaterial {
    StandardMaterial { perceptual_roughness: 1.0, reflectance: 0.0, ..colour(of).into() }
}

fn raise_stage(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn((
        Mesh3d(meshes.add(Plane3d::default().mesh().size(SIZE.x, SIZE.y))),
        MeshMaterial3d(materials.add(matt(GROUND))),
        Transform::from_xyz(SIZE.x / 2.0, 0.0, SIZE.y / 2.0),
    ));
    let banner = materials.add(matt(BANNER));
    let keep = Vec3::new(KEEP.x, 0.0, KEEP.y);
    commands.spawn((
        Mesh3d(meshes.add(Torus { minor_radius: 0.12, major_radius: 7.0 })),
        MeshMaterial3d(banner.clone()),
        Transform::from_translation(keep),
    ));
    commands.spawn((
        Mesh3d(meshes.add(Cylinder::new(0.12, 9.0))),
        MeshMaterial3d(materials.add(matt(WALL))),
        Transform::from_translation(keep + 4.5 * Vec3::Y),
    ));
    commands.spawn((
        Mesh3d(meshes.add(Cuboid::new(3.2, 2.0, 0.1))),
        MeshMaterial3d(banner),
        Transform::from_translation(keep + Vec3::new(1.6, 8.0, 0.0)),
    ));
    commands.spawn((
        DirectionalLight { illuminance: 2700.0, shadow_maps_enabled: true, ..default() },
        CascadeShadowConfigBuilder {
            num_cascades: 1,
            minimum_distance: 20.0,
            maximum_distance: 200.0,
            ..default()
        }
        .build(),
        Transform::default().looking_to(Vec3::new(0.55, -1.0, -0.6), Vec3::Y),
    ));
    commands.spawn((
        Camera3d::default(),
        IsDefaultUiCamera,
        Tonemapping::None,
        DebandDither::Disabled,
        Orbit { focus: Vec3::new(54.0, 0.0, 42.0), yaw: -0.15, pitch: 0.85, distance: 92.0 },
    ));
}

fn write_lines(mut commands: Commands, help: &'static str) {
    let ink = TextColor(Color::srgb_u8(0x2b, 0x2d, 0x33));
    let line = |top, bottom| Node {
        position_type: PositionType::Absolute,
        left: px(16),
        top,
        bottom,
        padding: UiRect::axes(px(10), px(5)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let paper = BackgroundColor(Color::srgba(1.0, 1.0, 1.0, 0.75));
    let font = || TextFont { font_size: FontSize::Px(16.0), ..default() };
    commands.spawn((Text::new(""), Status, font(), ink, paper, line(px(14), auto())));
    commands.spawn((Text::new(help), font(), ink, paper, line(auto(), px(14))));
}

/// Walls become blocks, and what will break has another colour.
fn dress_walls(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    walls: Query<(Entity, &NavObstacle, Has<Breaks>), Added<NavObstacle>>,
) {
    for (entity, obstacle, breaks) in &walls {
        let half = obstacle.outline.iter().copied().fold(Vec2::ZERO, Vec2::max);
        let block = Cuboid::new(2.0 * half.x, WALL_HEIGHT, 2.0 * half.y);
        let material = matt(if breaks { BREAKABLE } else { WALL });
        commands
            .entity(entity)
            .insert((Mesh3d(meshes.add(block)), MeshMaterial3d(materials.add(material))));
    }
}

/// Soldiers stand on the ground where they are, with a spear on their right, in front.
fn dress_soldiers(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    soldiers: Query<(Entity, &Company), Added<Company>>,
) -> Result {
    if soldiers.is_empty() {
        return Ok(());
    }
    let mut body = Capsule3d::new(RADIUS, 1.0).mesh().build().translated_by(Vec3::Y * 0.85);
    let spear = Cylinder::new(0.06, 2.6).mesh().build();
    body.merge(&spear.translated_by(Vec3::new(RADIUS, 1.3, -0.2)))?;
    let mesh = meshes.add(body);
    let cloth = COLOURS.map(|of| materials.add(matt(of)));
    for (entity, company) in &soldiers {
        let look = (Mesh3d(mesh.clone()), MeshMaterial3d(cloth[company.0].clone()));
        commands.entity(entity).insert(look);
    }
    Ok(())
}

fn say_how_it_goes(
    mut status: Single<&mut Text, With<Status>>,
    nav: Res<NavWorld>,
    soldiers: Query<(&Company, &NavMotion)>,
) {
    let there = count(soldiers).iter().sum::<usize>();
    let (all, tick) = (COMPANIES * SOLDIERS, nav.world().tick_count());
    let text = format!("tick {tick}: {there} of {all} are in the keep");
    if status.0 != text {
        status.0 = text;
    }
}

fn follow_orbit(mut cameras: Query<(&Orbit, &mut Transform), Changed<Orbit>>) {
    for (orbit, mut transform) in &mut cameras {
        let turn = Quat::from_euler(EulerRot::YXZ, orbit.yaw, -orbit.pitch, 0.0);
        *transform = Transform::from_translation(orbit.focus + turn * Vec3::Z * orbit.distance)
            .with_rotation(turn);
    }
}
