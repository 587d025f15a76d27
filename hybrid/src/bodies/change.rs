//! What a game changes of a unit under way.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::aside::Aside;
use super::unit::{Body, Driver, LEAST_MASS, UnitDefinition, rules, turn_in};

/// What [`World::set_unit`](crate::World::set_unit) shall change of a unit: what is `None` stays as it is.
///
/// ```
/// let faster = hybrid::UnitChange { max_speed: Some(2.0), ..Default::default() };
/// # let _ = faster;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitChange {
    /// The radius of its disc, in metres, as in [`UnitDefinition`]. The unit is of the least class that holds it.
    pub radius: Option<f32>,
    /// Its greatest speed, in m/s, as in [`UnitDefinition`]. Its acceleration stays.
    pub max_speed: Option<f32>,
    /// The greatest change of its velocity, in m/s², as in [`UnitDefinition`].
    pub acceleration: Option<f32>,
    /// The greatest change of its heading, in rad/s, as in [`UnitDefinition`].
    pub turn_rate: Option<f32>,
    /// How heavy it is, as in [`UnitDefinition`]. It does not follow the radius.
    pub mass: Option<f32>,
    /// Its movement kind, as in [`UnitDefinition`].
    pub movement_kind: Option<usize>,
    /// Its team.
    pub team: Option<u32>,
    /// The collision layers that it is in, as in [`UnitDefinition`].
    pub collision_layers: Option<u32>,
    /// The collision layers that it meets, as in [`UnitDefinition`].
    pub collision_mask: Option<u32>,
    /// The collision layers that it yields to, as in [`UnitDefinition`].
    pub yields_to: Option<u32>,
    /// The radius from which others keep, in metres, as in [`UnitDefinition`]. If nothing is said of it, it grows with the
    /// radius where it would be less.
    pub avoidance_radius: Option<f32>,
    /// Who moves it.
    pub driver: Option<Driver>,
    /// What the game keeps with it.
    pub user_data: Option<u64>,
    /// What becomes of it where it does not fit where it stands; default [`Fit::Refuse`].
    pub fit: Fit,
}

/// What becomes of a unit that is given a class for which the ground where it stands is not free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fit {
    /// The change is refused.
    #[default]
    Refuse,
    /// It is moved to the free ground nearest to it, on which it has room beside others:
    /// [`Event::Displaced`](crate::Event::Displaced).
    Move,
}

impl UnitChange {
    /// Returns whether it changes nothing that the world looks at.
    pub(crate) fn is_idle(&self) -> bool {
        Self { user_data: None, fit: Fit::default(), ..*self } == Self::default()
    }

    /// The definition of a unit of a movement kind as it will be. Nothing is known of a turn rate that stays.
    pub(crate) fn definition(&self, body: &Body, movement_kind: usize) -> UnitDefinition {
        let plain = UnitDefinition::new(
            body.position,
            self.radius.unwrap_or(body.radius),
            self.max_speed.unwrap_or(body.max_speed),
        );
        let known = body.rules();
        let is_plain = known.avoidance_radius == body.radius;
        let avoidance_radius =
            if is_plain { plain.radius } else { known.avoidance_radius.max(plain.radius) };
        UnitDefinition {
            acceleration: self.acceleration.unwrap_or(body.acceleration),
            turn_rate: self.turn_rate.unwrap_or(plain.turn_rate),
            mass: self.mass.unwrap_or(body.mass),
            movement_kind: self.movement_kind.unwrap_or(movement_kind),
            team: self.team.unwrap_or(body.team),
            collision_layers: self.collision_layers.unwrap_or(known.layers),
            collision_mask: self.collision_mask.unwrap_or(known.mask),
            yields_to: self.yields_to.unwrap_or(known.yields_to),
            avoidance_radius: self.avoidance_radius.unwrap_or(avoidance_radius),
            driver: self.driver.unwrap_or(body.driver),
            heading: body.heading,
            user_data: self.user_data.unwrap_or(body.user_data),
            ..plain
        }
    }
}

impl Body {
    /// Makes it what a change says, which was checked, and of a class; `tick` is the length of a step, in seconds.
    pub(crate) fn change(&mut self, change: &UnitChange, class: usize, tick: f32) {
        let definition = change.definition(self, 0);
        self.radius = definition.radius;
        self.max_speed = definition.max_speed;
        self.acceleration = definition.acceleration;
        self.mass = definition.mass.max(LEAST_MASS);
        (self.team, self.user_data) = (definition.team, definition.user_data);
        self.rules = rules(&definition);
        if let Some(turn_rate) = change.turn_rate {
            self.turn = turn_in(turn_rate, tick);
        }
        if self.driver != definition.driver {
            self.driver = definition.driver;
            (self.push, self.aside) = (Vec2::ZERO, Aside::stopping());
        }
        if self.driver == Driver::World {
            // What it moved stays the truth; what it goes on from is what it may.
            let own = self.velocity.clamp_length_max(self.max_speed);
            self.push += self.velocity - own;
            self.velocity = own;
        }
        if self.class() != class {
            self.enter(class);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_stays() {
        let definition =
            UnitDefinition { turn_rate: 1.0, ..UnitDefinition::new(Vec2::ONE, 0.3, 2.0) };
        let mut body = Body::new(&definition, 1, 0.1);
        (body.velocity, body.push) = (Vec2::new(2.0, 0.0), Vec2::new(1.0, 0.0));
        let before = format!("{body:?}");
        body.change(&UnitChange::default(), 1, 0.1);
        assert_eq!(format!("{body:?}"), before);
        assert!(UnitChange { user_data: Some(7), fit: Fit::Move, ..Default::default() }.is_idle());
        assert!(!UnitChange { team: Some(0), ..Default::default() }.is_idle());
        body.change(&UnitChange { max_speed: Some(0.5), ..Default::default() }, 1, 0.1);
        assert_eq!((body.velocity, body.push), (Vec2::new(0.5, 0.0), Vec2::new(2.5, 0.0)));
        assert_eq!(body.acceleration, 4.0);
    }

    #[test]
    fn from_how_far_others_keep_grows_with_the_radius() {
        let definition =
            UnitDefinition { avoidance_radius: 0.5, ..UnitDefinition::new(Vec2::ONE, 0.3, 2.0) };
        let mut body = Body::new(&definition, 1, 0.1);
        for (radius, expected) in [(0.4, 0.5), (0.8, 0.8), (0.6, 0.6)] {
            body.change(&UnitChange { radius: Some(radius), ..Default::default() }, 1, 0.1);
            assert_eq!(body.rules().avoidance_radius, expected);
        }
        body.change(&UnitChange { collision_mask: Some(2), ..Default::default() }, 1, 0.1);
        assert!(!body.meets_most() && body.rules().layers == 1);
    }
}
