//! Draws a world with Bevy's gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::change_detection::Res;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_gizmos::gizmos::Gizmos;

use crate::debug::{NavDebug, NavLayer};
use crate::world::NavWorld;

/// Draws the world with gizmos, as [`NavDebug`] says. It wants `GizmoPlugin`, which `DefaultPlugins` has.
pub struct NavGizmosPlugin;

impl Plugin for NavGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<NavDebug>()
            .register_type::<NavDebug>()
            .add_systems(PostUpdate, draw.run_if(resource_exists::<NavWorld>));
    }
}

fn draw(nav: Res<NavWorld>, debug: Res<NavDebug>, mut gizmos: Gizmos) {
    let raise = |point| nav.plane().raise(point, debug.height);
    debug.draw(nav.world(), |line| {
        gizmos.line(raise(line.from), raise(line.to), colour(line.layer));
    });
}

/// As in the pictures of the house.
fn colour(layer: NavLayer) -> Color {
    let (red, green, blue) = match layer {
        NavLayer::Cell => (0xd0, 0xcc, 0xc4),
        NavLayer::Obstacle => (0x3b, 0x40, 0x48),
        NavLayer::Moving => (0x00, 0x72, 0xb2),
        NavLayer::Resting => (0x00, 0x9e, 0x73),
        NavLayer::Stuck => (0xd5, 0x5e, 0x00),
        NavLayer::Velocity => (0x1d, 0x21, 0x26),
        NavLayer::Place => (0x0b, 0x7a, 0x4b),
        NavLayer::Path => (0xd5, 0x28, 0x5a),
        NavLayer::Window => (0x8a, 0x5c, 0xd6),
        NavLayer::Field => (0x2a, 0x78, 0x8e),
    };
    Color::srgb_u8(red, green, blue)
}
