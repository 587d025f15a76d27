//! What a world has to tell.

use std::fmt;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use hybrid::{Event, WorldError};

/// What happened to a unit in a step; in the order of the world's own events.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NavEvent {
    /// The entity of the unit.
    pub entity: Entity,
    /// The entity of its order, where the event has one and that was given by a [`NavOrder`](crate::NavOrder).
    pub order: Option<Entity>,
    /// Of [`Event::Stuck`]: the entity of the unit that holds it up, if it is one.
    pub blocker: Option<Entity>,
    /// What happened, as the world has it.
    pub event: Event,
}

impl NavEvent {
    /// Returns whether the unit came to rest at its place.
    pub fn is_arrival(&self) -> bool {
        matches!(self.event, Event::Arrived { .. })
    }
}

/// What the world refused; it is as it was before. Each is told once: what is refused is tried again when it changes.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct NavRefused {
    /// The entity whose component, transform or order was refused; `None` of a step.
    pub entity: Option<Entity>,
    /// Why, and what would be right.
    pub error: WorldError,
}

impl fmt::Display for NavRefused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entity {
            Some(entity) => write!(formatter, "{entity}: {}", self.error),
            None => self.error.fmt(formatter),
        }
    }
}
