//! In a window, with keys and a mouse.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy_hybridnav::prelude::*;

use crate::looks::{self, Orbit};
use crate::scene::SIZE;

pub(crate) const HELP: &str = "click: all go there    G: debug lines    space: pause    F: fast    right button, wheel: camera";
/// How fast is fast.
const FAST: f32 = 4.0;

pub(crate) fn add(app: &mut App) {
    let window = Window { title: "hybridnav: a siege".into(), ..default() };
    let plugin = WindowPlugin { primary_window: Some(window), ..default() };
    app.add_plugins(DefaultPlugins.set(plugin)).add_systems(Update, (press, turn, send));
    looks::add(app, HELP);
}

/// Which debug layers come after these: others at each press, then none.
fn layers_after(debug: NavDebug) -> NavDebug {
    let plain = NavDebug { obstacles: true, units: true, ..NavDebug::none() };
    let ways = NavDebug { paths: true, places: true, velocities: true, ..plain };
    let fields = NavDebug { windows: true, fields: true, paths: true, ..plain };
    let steps = [NavDebug::none(), plain, ways, fields, NavDebug::all()];
    let now = steps.iter().position(|&step| step == debug).unwrap_or(steps.len() - 1);
    steps[(now + 1) % steps.len()]
}

fn press(
    keys: Res<ButtonInput<KeyCode>>,
    mut time: ResMut<Time<Virtual>>,
    mut debug: ResMut<NavDebug>,
) {
    if keys.just_pressed(KeyCode::KeyG) {
        *debug = layers_after(*debug);
    }
    if keys.just_pressed(KeyCode::KeyF) {
        let speed = if time.relative_speed() > 1.0 { 1.0 } else { FAST };
        time.set_relative_speed(speed);
    }
    if keys.just_pressed(KeyCode::Space) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
}

fn turn(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    mut orbit: Single<&mut Orbit>,
) {
    if buttons.pressed(MouseButton::Right) && motion.delta != Vec2::ZERO {
        orbit.yaw -= 0.005 * motion.delta.x;
        orbit.pitch = (orbit.pitch + 0.005 * motion.delta.y).clamp(0.2, 1.5);
    }
    if scroll.delta.y != 0.0 {
        orbit.distance = (orbit.distance * (1.0 - 0.1 * scroll.delta.y)).clamp(10.0, 150.0);
    }
}

/// Where the ground is clicked all companies go: a changed order is all that it takes.
fn send(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut orders: Query<&mut NavOrder>,
) {
    let (camera, place) = *camera;
    if buttons.just_pressed(MouseButton::Left)
        && let Some(cursor) = window.cursor_position()
        && let Ok(ray) = camera.viewport_to_world(place, cursor)
        && let Some(point) = ray.plane_intersection_point(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y))
    {
        for mut order in &mut orders {
            let point = Vec2::new(point.x, point.z).clamp(Vec2::ZERO, SIZE);
            order.goal = NavGoal::Point(point);
        }
    }
}
