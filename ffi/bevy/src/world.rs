//! The world as a resource.

use std::time::Duration;

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use hybrid::{OrderId, StepClock, UnitId, World, WorldDefinition, WorldError};

use crate::plane::NavPlane;

/// The world, as a resource: insert it when a level begins, and remove it when that ends. Another one in its place gets all
/// units, obstacles and orders that there are.
#[derive(Resource)]
pub struct NavWorld {
    world: World,
    plane: NavPlane,
    turns: bool,
    /// What says when steps are due; `None` where the game does.
    clock: Option<StepClock>,
    /// Which of the worlds of this game it is, from 1; 0 until the first of its systems has seen it.
    serial: u64,
    due: u32,
    /// Whether units have come in since orders were last looked at.
    has_new_units: bool,
}

impl NavWorld {
    /// A world on the plane of x and z that turns its units to where they look.
    ///
    /// # Errors
    /// What [`World::new`] refuses.
    pub fn new(definition: &WorldDefinition) -> Result<Self, WorldError> {
        let clock = Some(StepClock::new(definition.parameters.tick));
        let world = World::new(definition)?;
        let plane = NavPlane::default();
        Ok(Self { world, plane, turns: true, clock, serial: 0, due: 0, has_new_units: false })
    }

    /// Lies in another plane.
    #[must_use]
    pub fn with_plane(mut self, plane: NavPlane) -> Self {
        self.plane = plane;
        self
    }

    /// Whether units are turned to where they look; by default they are. Else the rotations of their transforms are the game's.
    #[must_use]
    pub fn with_turning(mut self, turns: bool) -> Self {
        self.turns = turns;
        self
    }

    /// The world, to ask.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, for what has no component here: areas, links, heights, discomfort, threads, recording. Units, obstacles
    /// and orders that were made by components are changed by those; handles and user data of these are kept here.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The plane that it lies in.
    pub fn plane(&self) -> NavPlane {
        self.plane
    }

    /// Whether units are turned to where they look.
    pub fn turns(&self) -> bool {
        self.turns
    }

    /// The entity of a unit; `None` where the handle is stale or no component made it.
    pub fn entity_of(&self, unit: UnitId) -> Option<Entity> {
        entity(self.world.user_data(unit)?)
    }

    /// The entity of an order; `None` where the handle is stale or no component gave it.
    pub fn entity_of_order(&self, order: OrderId) -> Option<Entity> {
        entity(self.world.user_data(order)?)
    }

    /// Which world it is: handles of another one mean nothing here.
    pub(crate) fn serial(&self) -> u64 {
        self.serial
    }

    /// Numbers a world that is new, and lets time pass.
    pub(crate) fn advance(&mut self, worlds: &mut u64, time: Duration) {
        self.number(worlds);
        self.due = self.clock.as_mut().map_or(0, |clock| clock.advance(time));
    }

    /// Numbers a world that is new, and has one step due.
    pub(crate) fn begin(&mut self, worlds: &mut u64) {
        self.number(worlds);
        (self.clock, self.due) = (None, 1);
    }

    fn number(&mut self, worlds: &mut u64) {
        if self.serial == 0 {
            *worlds += 1;
            self.serial = *worlds;
        }
    }

    /// Notes that a unit has come in: orders may have waited for it.
    pub(crate) fn note_unit(&mut self) {
        self.has_new_units = true;
    }

    /// Returns whether units have come in since the last question.
    pub(crate) fn take_new_units(&mut self) -> bool {
        std::mem::take(&mut self.has_new_units)
    }

    /// How many steps are due.
    pub(crate) fn due(&self) -> u32 {
        self.due
    }

    /// How much of a tick has passed since the last step, from 0 to 1; `later` is the time since the last fixed update.
    pub(crate) fn fraction(&self, later: Duration) -> f32 {
        self.clock.map_or(1.0, |clock| clock.fraction(later))
    }
}

/// The entity that user data mean: 0 means none.
fn entity(user_data: u64) -> Option<Entity> {
    Entity::try_from_bits(user_data).filter(|_| user_data != 0)
}
