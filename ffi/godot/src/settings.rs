//! What a designer says of a unit, in metres.

use hybrid::glam::Vec2;
use hybrid::{Driver, Fit, UnitChange, UnitDefinition};
use serde::{Deserialize, Serialize};

/// What a designer says of a unit, in metres and seconds. A `mass` or `acceleration` of 0 means the world's default.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) radius: f32,
    pub(crate) max_speed: f32,
    pub(crate) acceleration: f32,
    pub(crate) turn_rate: f32,
    pub(crate) mass: f32,
    pub(crate) team: u32,
    pub(crate) layers: u32,
    pub(crate) mask: u32,
    pub(crate) yields_to: u32,
    pub(crate) avoidance_radius: f32,
    pub(crate) is_game_driven: bool,
}

impl Settings {
    /// Returns whether all of it is as in another one; a number that is none is like itself.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let numbers = |of: &Self| {
            let kinds = [
                of.radius,
                of.max_speed,
                of.acceleration,
                of.turn_rate,
                of.mass,
                of.avoidance_radius,
            ];
            (
                kinds.map(f32::to_bits),
                [of.team, of.layers, of.mask, of.yields_to],
                of.is_game_driven,
            )
        };
        numbers(self) == numbers(other)
    }

    /// A new unit at a place.
    pub(crate) fn definition(
        &self,
        position: Vec2,
        heading: Vec2,
        user_data: u64,
    ) -> UnitDefinition {
        let plain = UnitDefinition::new(position, self.radius, self.max_speed);
        let or = |value: f32, default: f32| if value == 0.0 { default } else { value };
        UnitDefinition {
            acceleration: or(self.acceleration, plain.acceleration),
            turn_rate: self.turn_rate,
            mass: or(self.mass, plain.mass),
            team: self.team,
            driver: if self.is_game_driven { Driver::Engine } else { Driver::World },
            collision_layers: self.layers,
            collision_mask: self.mask,
            yields_to: self.yields_to,
            avoidance_radius: self.avoidance_radius,
            heading,
            user_data,
            ..plain
        }
    }

    /// All of it as a change.
    pub(crate) fn change(&self) -> UnitChange {
        let new = self.definition(Vec2::ZERO, Vec2::X, 0);
        UnitChange {
            radius: Some(new.radius),
            max_speed: Some(new.max_speed),
            acceleration: Some(new.acceleration),
            turn_rate: Some(new.turn_rate),
            mass: Some(new.mass),
            movement_kind: None,
            team: Some(new.team),
            collision_layers: Some(new.collision_layers),
            collision_mask: Some(new.collision_mask),
            yields_to: Some(new.yields_to),
            avoidance_radius: Some(new.avoidance_radius),
            driver: Some(new.driver),
            user_data: None,
            fit: Fit::Refuse,
        }
    }
}
