//! Obstacles.

use bevy_ecs::component::Component;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use hybrid::ObstacleId;

use crate::world::NavWorld;

/// An obstacle: a polygon, convex or not, that moves, turns and grows with its transform, also as a child. Units that it
/// lands on are put beside it.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
#[require(Transform, NavObstacleState)]
#[component(on_remove = forget)]
pub struct NavObstacle {
    /// Its corners in the world's plane, in metres before the transform, in either direction.
    pub outline: Vec<Vec2>,
}

impl NavObstacle {
    /// A rectangle round its transform, as wide and deep as that, in metres.
    pub fn rectangle(size: Vec2) -> Self {
        let half = size / 2.0;
        Self::polygon([-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)])
    }

    /// A polygon of these corners, in metres before its transform.
    pub fn polygon(outline: impl IntoIterator<Item = Vec2>) -> Self {
        Self { outline: outline.into_iter().collect() }
    }
}

/// What is known of an obstacle in the world.
#[derive(Component, Clone, Debug, Default)]
#[component(on_remove = leave, clone_behavior = Ignore)]
pub(crate) struct NavObstacleState {
    pub(crate) obstacle: Option<ObstacleId>,
    /// The world that the handle is of.
    pub(crate) serial: u64,
    /// The outline that the world was given last, also if it refused it.
    pub(crate) tried: Vec<Vec2>,
}

/// An obstacle that is none any more has no state.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<NavObstacleState>();
}

/// An obstacle leaves the world with its handle.
fn leave(mut world: DeferredWorld, context: HookContext) {
    let Some((obstacle, serial)) = world
        .get::<NavObstacleState>(context.entity)
        .and_then(|state| Some((state.obstacle?, state.serial)))
    else {
        return;
    };
    if let Some(mut nav) = world.get_resource_mut::<NavWorld>()
        && nav.serial() == serial
    {
        // It refuses nothing but stale handles: what a game has removed behind our back is gone.
        let _ = nav.world_mut().remove_obstacle(obstacle);
    }
}
