//! The plugin.

use bevy_app::{App, FixedUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};

use crate::interpolate::interpolate;
use crate::message::{NavEvent, NavRefused};
use crate::obstacle::NavObstacle;
use crate::order::{NavGoal, NavOrder, NavOrderUnits, NavOrdered};
use crate::plane::NavPlane;
use crate::step::{advance, is_due, step};
use crate::sync_obstacles::sync_obstacles;
use crate::sync_orders::sync_orders;
use crate::sync_units::sync_units;
use crate::unit::{NavDriver, NavMotion, NavUnit};
use crate::world::NavWorld;

/// Runs the [`NavWorld`], as soon as there is one. It wants `TimePlugin`, which `DefaultPlugins` has.
pub struct HybridNavPlugin;

/// When the world is dealt with. All but the last are in [`FixedUpdate`], one after the other, in those of its runs in which a step
/// is due.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavSystems {
    /// What the game has changed reaches the world.
    Sync,
    /// The world steps, and says what has happened. What a game does to the world by itself belongs before or after it.
    Step,
    /// Transforms are written, once a frame: after the fixed main loop, and so before [`Update`](bevy_app::Update).
    Interpolate,
}

impl Plugin for HybridNavPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<NavUnit>()
            .register_type::<NavMotion>()
            .register_type::<NavDriver>()
            .register_type::<NavObstacle>()
            .register_type::<NavOrder>()
            .register_type::<NavGoal>()
            .register_type::<NavOrdered>()
            .register_type::<NavOrderUnits>()
            .register_type::<NavPlane>()
            .add_message::<NavEvent>()
            .add_message::<NavRefused>();
        let steps = (NavSystems::Sync, NavSystems::Step).chain().run_if(is_due);
        let sync = (sync_obstacles, sync_units, sync_orders).chain().in_set(NavSystems::Sync);
        app.configure_sets(FixedUpdate, steps)
            .add_systems(
                FixedUpdate,
                (
                    advance.run_if(resource_exists::<NavWorld>).before(NavSystems::Sync),
                    sync,
                    step.in_set(NavSystems::Step),
                ),
            )
            .add_systems(
                RunFixedMainLoop,
                interpolate
                    .run_if(resource_exists::<NavWorld>)
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop)
                    .in_set(NavSystems::Interpolate),
            );
    }
}
