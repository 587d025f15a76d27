//! Units.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Quat, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use hybrid::{Activity, Driver, Fit, Unit, UnitChange, UnitDefinition, UnitId};

use crate::plane::{NavPlane, inward, outward};
use crate::world::NavWorld;

/// A unit of the world: a disc that walks. Where it is says its transform, which is not one of a child: the world's motion is
/// written there, and when a game moves it the unit is put there, at rest. How it moves is told by [`NavMotion`].
///
/// What each field means and which numbers are right says [`UnitDefinition`].
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
#[require(Transform, NavMotion)]
#[component(on_remove = forget)]
pub struct NavUnit {
    /// The radius of its disc, in metres; default 0.4.
    pub radius: f32,
    /// Its greatest speed, in m/s; default 2.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s²; default `None`: full speed in half a second.
    pub acceleration: Option<f32>,
    /// The greatest change of its heading, in rad/s; default 2π.
    pub turn_rate: f32,
    /// How heavy it is, relative to others; default `None`: in proportion to its area.
    pub mass: Option<f32>,
    /// Its movement kind; default 0.
    pub movement_kind: usize,
    /// Its team; default 0.
    pub team: u32,
    /// Who moves it; default [`NavDriver::World`].
    pub driver: NavDriver,
    /// The layers that it is in, a bit for each; default 1.
    pub collision_layers: u32,
    /// The layers of those that it meets; default all.
    pub collision_mask: u32,
    /// The layers of those that it gives way to; default none.
    pub yields_to: u32,
    /// From how far others keep, in metres; default 0: its radius.
    pub avoidance_radius: f32,
}

/// Who moves a unit.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NavDriver {
    /// The world writes its transform.
    #[default]
    World,
    /// The game does: physics, a player. The world reads its transform before each step, others avoid it, and
    /// [`NavMotion::desired_velocity`] says where it should go.
    Game,
}

/// What the world says of a unit, after each step. It comes with [`NavUnit`], and leaves with it.
#[derive(Component, Reflect, Clone, Debug, Default)]
#[reflect(Component, Default)]
#[component(on_remove = leave, clone_behavior = Ignore)]
pub struct NavMotion {
    /// Where it was before the last step, in metres.
    pub previous: Vec2,
    /// Where it is, in metres.
    pub position: Vec2,
    /// What it moved in the last step, in m/s.
    pub velocity: Vec2,
    /// Where it wants to go, in m/s: of a unit that the game moves with which velocity it should move now.
    pub desired_velocity: Vec2,
    /// Where it looked before the last step: a unit vector.
    pub previous_heading: Vec2,
    /// Where it looks: a unit vector.
    pub heading: Vec2,
    /// Whether it has arrived, once, since it got its order.
    pub arrived: bool,
    /// What it is doing; `None` before its first step.
    #[reflect(ignore)]
    pub activity: Option<Activity>,
    /// Its handle.
    #[reflect(ignore)]
    pub(crate) unit: Option<UnitId>,
    /// The world that the handle is of.
    #[reflect(ignore)]
    pub(crate) serial: u64,
    /// What was written to its transform last.
    #[reflect(ignore)]
    pub(crate) shown: Vec2,
    /// Whether its transform goes back to where the world has it, as what the game said was refused.
    #[reflect(ignore)]
    pub(crate) goes_back: bool,
    /// The bits of the place that was refused last.
    #[reflect(ignore)]
    pub(crate) refused: Option<[u32; 2]>,
}

impl Default for NavUnit {
    fn default() -> Self {
        Self::new(0.4, 2.0)
    }
}

impl NavUnit {
    /// A unit of a radius, in metres, and a greatest speed, in m/s.
    pub const fn new(radius: f32, max_speed: f32) -> Self {
        Self {
            radius,
            max_speed,
            acceleration: None,
            turn_rate: std::f32::consts::TAU,
            mass: None,
            movement_kind: 0,
            team: 0,
            driver: NavDriver::World,
            collision_layers: 1,
            collision_mask: u32::MAX,
            yields_to: 0,
            avoidance_radius: 0.0,
        }
    }

    /// As the world wants to know it.
    pub(crate) fn definition(
        &self,
        position: Vec2,
        heading: Vec2,
        entity: Entity,
    ) -> UnitDefinition {
        let plain = UnitDefinition::new(inward(position), self.radius, self.max_speed);
        UnitDefinition {
            acceleration: self.acceleration.unwrap_or(plain.acceleration),
            turn_rate: self.turn_rate,
            mass: self.mass.unwrap_or(plain.mass),
            movement_kind: self.movement_kind,
            team: self.team,
            driver: self.driver.into(),
            collision_layers: self.collision_layers,
            collision_mask: self.collision_mask,
            yields_to: self.yields_to,
            avoidance_radius: self.avoidance_radius,
            heading: inward(heading),
            user_data: entity.to_bits(),
            ..plain
        }
    }

    /// As a change of all that may change.
    pub(crate) fn change(&self) -> UnitChange {
        let plain = UnitDefinition::new(inward(Vec2::ZERO), self.radius, self.max_speed);
        UnitChange {
            radius: Some(self.radius),
            max_speed: Some(self.max_speed),
            acceleration: Some(self.acceleration.unwrap_or(plain.acceleration)),
            turn_rate: Some(self.turn_rate),
            mass: Some(self.mass.unwrap_or(plain.mass)),
            movement_kind: Some(self.movement_kind),
            team: Some(self.team),
            collision_layers: Some(self.collision_layers),
            collision_mask: Some(self.collision_mask),
            yields_to: Some(self.yields_to),
            avoidance_radius: Some(self.avoidance_radius),
            driver: Some(self.driver.into()),
            user_data: None,
            fit: Fit::Refuse,
        }
    }
}

impl From<NavDriver> for Driver {
    fn from(driver: NavDriver) -> Self {
        match driver {
            NavDriver::World => Self::World,
            NavDriver::Game => Self::Engine,
        }
    }
}

impl NavMotion {
    /// Its handle, for questions to the world; `None` where the world does not have it, or not yet.
    pub fn unit(&self) -> Option<UnitId> {
        self.unit
    }

    /// Its handle in this world.
    pub(crate) fn unit_in(&self, nav: &NavWorld) -> Option<UnitId> {
        self.unit.filter(|_| self.serial == nav.serial())
    }

    /// Is at rest somewhere, as from the beginning.
    pub(crate) fn place(&mut self, position: Vec2, heading: Vec2) {
        (self.previous, self.position, self.shown) = (position, position, position);
        (self.previous_heading, self.heading) = (heading, heading);
        (self.velocity, self.goes_back, self.refused) = (Vec2::ZERO, false, None);
    }

    /// Takes over what a step has made of it.
    pub(crate) fn read(&mut self, unit: &Unit) {
        (self.previous, self.position) = (self.position, outward(unit.position));
        (self.previous_heading, self.heading) = (self.heading, outward(unit.heading));
        self.velocity = outward(unit.velocity);
        self.desired_velocity = outward(unit.desired_velocity);
        (self.arrived, self.activity) = (unit.arrived, Some(unit.activity));
    }

    /// Its rotation a part of a tick after the last step but one.
    pub(crate) fn rotation(&self, plane: NavPlane, fraction: f32) -> Quat {
        let heading = self.previous_heading.lerp(self.heading, fraction);
        plane.rotation(heading.try_normalize().unwrap_or(self.heading))
    }
}

/// A unit that is none any more has no motion.
fn forget(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<NavMotion>();
}

/// A unit leaves the world with its handle.
fn leave(mut world: DeferredWorld, context: HookContext) {
    let Some((unit, serial)) = world
        .get::<NavMotion>(context.entity)
        .and_then(|motion| Some((motion.unit?, motion.serial)))
    else {
        return;
    };
    if let Some(mut nav) = world.get_resource_mut::<NavWorld>()
        && nav.serial() == serial
    {
        // It refuses nothing but stale handles: what a game has removed behind our back is gone.
        let _ = nav.world_mut().remove_unit(unit);
    }
}
