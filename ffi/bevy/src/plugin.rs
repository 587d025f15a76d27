//! The plugin.

use bevy_app::{App, FixedUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_ecs::schedule::{InternedScheduleLabel, IntoScheduleConfigs, ScheduleLabel, SystemSet};

use crate::interpolate::interpolate;
use crate::message::{NavEvent, NavRefused};
use crate::obstacle::NavObstacle;
use crate::order::{NavGoal, NavOrder, NavOrderUnits, NavOrdered};
use crate::plane::NavPlane;
use crate::step::{advance, begin, is_due, step};
use crate::sync_obstacles::sync_obstacles;
use crate::sync_orders::sync_orders;
use crate::sync_units::sync_units;
use crate::unit::{NavDriver, NavMotion, NavUnit};
use crate::world::NavWorld;

/// Runs the [`NavWorld`], as soon as there is one. It wants `TimePlugin`, which `DefaultPlugins` has.
///
/// It steps by the time of [`FixedUpdate`]; [`in_schedule`](Self::in_schedule) leaves it to the game when it does.
pub struct HybridNavPlugin;

impl HybridNavPlugin {
    /// Runs the [`NavWorld`] a step in each run of a schedule that the game runs itself, whatever time it is: for rollback netcode, which
    /// goes back and steps a few ticks again in a frame, and for servers. Transforms are then those of the last step.
    ///
    /// To go back is up to the game: [`World::save_state`](hybrid::World::save_state) of [`NavWorld::world`], and
    /// [`World::restore_state`](hybrid::World::restore_state) of [`NavWorld::world_mut`]. Entities are no part of a state. So in a match that may
    /// go back, units are spawned before it begins and stay to its end, and what players do (orders, walls that fall) goes to
    /// [`NavWorld::world_mut`], from systems of that schedule before [`NavSystems::Sync`], not by way of [`NavOrder`] and
    /// [`NavObstacle`]. [`NavEvent`]s are of every step, also of those that are stepped again: act on those of steps that
    /// are final. `examples/rollback.rs` is such a match.
    pub fn in_schedule(label: impl ScheduleLabel) -> HybridNavSchedulePlugin {
        HybridNavSchedulePlugin { label: label.intern() }
    }
}

/// What [`HybridNavPlugin::in_schedule`] returns.
pub struct HybridNavSchedulePlugin {
    label: InternedScheduleLabel,
}

/// When the world is dealt with. All but the last are in [`FixedUpdate`], one after the other, in those of its runs in which a step
/// is due, or in the schedule of [`HybridNavPlugin::in_schedule`], in each run of that.
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
        add(app, FixedUpdate);
        let passing = advance.run_if(resource_exists::<NavWorld>).before(NavSystems::Sync);
        app.add_systems(FixedUpdate, passing);
    }
}

impl Plugin for HybridNavSchedulePlugin {
    fn build(&self, app: &mut App) {
        add(app, self.label);
        let beginning = begin.run_if(resource_exists::<NavWorld>).before(NavSystems::Sync);
        app.add_systems(self.label, beginning);
    }
}

/// Adds all but what says when steps are due.
fn add(app: &mut App, schedule: impl ScheduleLabel + Clone) {
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
    app.configure_sets(schedule.clone(), steps)
        .add_systems(schedule, (sync, step.in_set(NavSystems::Step)))
        .add_systems(
            RunFixedMainLoop,
            interpolate
                .run_if(resource_exists::<NavWorld>)
                .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop)
                .in_set(NavSystems::Interpolate),
        );
}
