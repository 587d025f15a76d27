//! Draws a world with Bevy's gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::change_detection::Res;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_gizmos::gizmos::Gizmos;

use crate::debug::NavDebug;
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
        let [red, green, blue] = line.layer.colour();
        gizmos.line(raise(line.from), raise(line.to), Color::srgb_u8(red, green, blue));
    });
}
