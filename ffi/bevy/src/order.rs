//! Orders.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::ReflectComponent;
use bevy_ecs::system::{Commands, EntityCommands};
use bevy_ecs::world::{DeferredWorld, World};
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use hybrid::{Formation, OrderDefinition, OrderId, Pace, Repeat, UnitId, Unreachable, WorldError};

use crate::message::NavRefused;
use crate::plane::inward;
use crate::unit::NavMotion;
use crate::world::NavWorld;

/// An order, as an entity of its own: its units are those that are [`NavOrdered`] by it. Give it with
/// [`NavOrderCommands::nav_order`]. It lives as long as units have it: in the step after the last one left it, it is despawned. When it is changed its units
/// go there instead; units that join go along.
///
/// What each field means says [`OrderDefinition`].
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
#[require(NavOrderState)]
pub struct NavOrder {
    /// Where to.
    pub goal: NavGoal,
    /// Points of the world's plane that units pass first, in metres; default none.
    pub way_points: Vec<Vec2>,
    /// How near units go to a point or unit that they see, in metres; default 0: to it, or beside it.
    pub range: f32,
    /// Whether units of one radius may exchange the points of [`NavGoal::Each`]; default false.
    pub exchange: bool,
    /// Whether they go on after the goal; default [`Repeat::Once`].
    #[reflect(ignore)]
    pub repeat: Repeat,
    /// What becomes of units that cannot get there; default [`Unreachable::Nearest`].
    #[reflect(ignore)]
    pub unreachable: Unreachable,
    /// How their places lie to each other; default `None`: close.
    #[reflect(ignore)]
    pub formation: Option<Formation>,
    /// How fast they go; default [`Pace::Own`].
    #[reflect(ignore)]
    pub pace: Pace,
}

/// Where the units of an order go.
#[derive(Reflect, Clone, Debug, PartialEq)]
pub enum NavGoal {
    /// One point of the world's plane for all, in metres: each gets a place of its own round it.
    Point(Vec2),
    /// One for each, in metres, in the order of [`NavOrderUnits`].
    Each(Vec<Vec2>),
    /// Another unit, wherever it goes.
    Unit(Entity),
}

/// Which order a unit has: the entity of a [`NavOrder`]. Without it a unit stops. One that names no entity that lives is taken
/// away again, by Bevy, with a warning.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, PartialEq)]
#[relationship(relationship_target = NavOrderUnits)]
#[component(on_remove = stop)]
pub struct NavOrdered(pub Entity);

/// The units of an order, in the order in which they got it. Bevy keeps it.
#[derive(Component, Reflect, Debug, Default)]
#[reflect(Component, Default)]
#[relationship_target(relationship = NavOrdered)]
#[component(on_remove = end)]
pub struct NavOrderUnits(Vec<Entity>);

/// What is known of an order in the world.
#[derive(Component, Clone, Debug, Default)]
#[component(clone_behavior = Ignore)]
pub(crate) struct NavOrderState {
    pub(crate) order: Option<OrderId>,
    /// The world that the handle is of.
    pub(crate) serial: u64,
    /// What the world was told last, and of whom, also if it refused that.
    pub(crate) told: Option<(NavOrder, Vec<UnitId>)>,
    /// Whether its last unit has left it, once.
    pub(crate) has_ended: bool,
}

impl Default for NavGoal {
    fn default() -> Self {
        Self::Point(Vec2::ZERO)
    }
}

impl NavOrder {
    /// To one point, in metres.
    pub fn to(point: Vec2) -> Self {
        Self { goal: NavGoal::Point(point), ..Self::default() }
    }

    /// To a point for each, in metres.
    pub fn to_each(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self { goal: NavGoal::Each(points.into_iter().collect()), ..Self::default() }
    }

    /// After another unit.
    pub fn after(unit: Entity) -> Self {
        Self { goal: NavGoal::Unit(unit), ..Self::default() }
    }

    /// Past this point first, in metres, after those that were said before.
    #[must_use]
    pub fn past(mut self, point: Vec2) -> Self {
        self.way_points.push(point);
        self
    }

    /// As the world wants to know it, with the handle of the unit that it follows.
    pub(crate) fn definition(&self, goal: hybrid::Goal) -> OrderDefinition {
        OrderDefinition {
            way_points: self.way_points.iter().copied().map(inward).collect(),
            repeat: self.repeat,
            range: self.range,
            unreachable: self.unreachable,
            exchange: self.exchange,
            formation: self.formation.clone(),
            pace: self.pace,
            ..OrderDefinition::new(goal)
        }
    }

    /// Returns the point to which its goal has moved, if it is the other order but for that.
    pub(crate) fn goal_moved_from(&self, other: &Self) -> Option<Vec2> {
        let NavGoal::Point(point) = self.goal else { return None };
        let is_like = matches!(other.goal, NavGoal::Point(_))
            && Self { goal: other.goal.clone(), ..self.clone() } == *other;
        (is_like && self.repeat == Repeat::Once).then_some(point)
    }
}

/// Orders, by way of commands.
pub trait NavOrderCommands {
    /// Spawns an order for some units, in place of those that they had, and returns its entity. Entities that do not live any
    /// more are told ([`NavRefused`]), and the others go; if none is left there is no order.
    fn nav_order(
        &mut self,
        units: impl IntoIterator<Item = Entity>,
        order: NavOrder,
    ) -> EntityCommands<'_>;
}

impl NavOrderCommands for Commands<'_, '_> {
    fn nav_order(
        &mut self,
        units: impl IntoIterator<Item = Entity>,
        order: NavOrder,
    ) -> EntityCommands<'_> {
        let units: Vec<Entity> = units.into_iter().collect();
        let order = self.spawn(order).id();
        self.queue(move |world: &mut World| enlist(world, &units, order));
        self.entity(order)
    }
}

/// Gives units an order.
fn enlist(world: &mut World, units: &[Entity], order: Entity) {
    for &entity in units {
        match world.get_entity_mut(entity) {
            Ok(unit) if unit.get() == Some(&NavOrdered(order)) => {}
            Ok(mut unit) => {
                unit.insert(NavOrdered(order));
            }
            Err(_) => {
                let error = WorldError::StaleUnit { unit: UnitId::default() };
                world.write_message(NavRefused { entity: Some(entity), error });
            }
        }
    }
    let has_units = world.get::<NavOrderUnits>(order).is_some();
    if !has_units {
        if units.is_empty() {
            world.write_message(NavRefused { entity: Some(order), error: WorldError::NoUnits });
        }
        world.try_despawn(order).ok();
    }
}

/// A unit without an order stops.
fn stop(mut world: DeferredWorld, context: HookContext) {
    let unit = world
        .get::<NavMotion>(context.entity)
        .and_then(|motion| Some((motion.unit?, motion.serial)));
    if let Some((unit, serial)) = unit
        && let Some(mut nav) = world.get_resource_mut::<NavWorld>()
        && nav.serial() == serial
    {
        // It refuses nothing but stale handles: what a game has removed behind our back has stopped.
        let _ = nav.world_mut().stop(&[unit]);
    }
}

/// An order that has lost its last unit ends in the next step, unless it gets others until then. Not at once: who gets an order
/// again that he has leaves it first.
fn end(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut state) = world.get_mut::<NavOrderState>(context.entity) {
        state.has_ended = true;
    }
}
