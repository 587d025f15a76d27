//! Units: what a game says of one, what it may read of one, and what the world keeps of one.

use glam::Vec2;
use slotmap::Key;

use crate::error::WorldError;
use crate::handle::{OrderId, UnitId};
use crate::hash::Fnv;
use crate::route::Route;

/// The greatest of a unit's numbers: what the crowd's momentum can be summed with.
const LIMIT: f32 = 1e6;

/// What a game says of a new unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitDefinition {
    /// Where its centre stands, in metres: inside the world, free for its radius class.
    pub position: Vec2,
    /// The radius of its disc, in metres. Above 0, at most the world's largest class.
    pub radius: f32,
    /// Its greatest speed, in m/s. Above 0, at most 1 000 000.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s². Above 0, at most 1 000 000; default: full speed in half a second.
    pub acceleration: f32,
    /// The greatest change of its heading, in rad/s. Above 0, at most 1 000 000; default 2π.
    pub turn_rate: f32,
}

impl UnitDefinition {
    /// A unit with the default acceleration and turn rate.
    pub fn new(position: Vec2, radius: f32, max_speed: f32) -> Self {
        let turn_rate = std::f32::consts::TAU;
        Self { position, radius, max_speed, acceleration: 2.0 * max_speed, turn_rate }
    }

    /// Whether every number is in its range; the position is the mesh's affair.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        let values = [
            ("radius", self.radius),
            ("max_speed", self.max_speed),
            ("acceleration", self.acceleration),
            ("turn_rate", self.turn_rate),
        ];
        for (name, value) in values {
            if !(value > 0.0 && value <= LIMIT) {
                return Err(WorldError::UnitValue { name, value });
            }
        }
        Ok(())
    }
}

/// What a game may read of a unit: a copy of its state after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Its handle.
    pub id: UnitId,
    /// The index of its radius class.
    pub class: usize,
    /// Its centre, in metres.
    pub position: Vec2,
    /// What it really moved in the last step, in m/s.
    pub velocity: Vec2,
    /// Where it wanted to go in the last step, in m/s: what a game drives its own body by.
    pub desired_velocity: Vec2,
    /// Where it looks: a unit vector.
    pub heading: Vec2,
    /// The radius of its disc, in metres.
    pub radius: f32,
    /// Its greatest speed, in m/s.
    pub max_speed: f32,
    /// Its order, if it has one. It keeps it after it has arrived.
    pub order: Option<OrderId>,
    /// Its place: its own goal, or its slot round a shared one.
    pub place: Option<Vec2>,
    /// Whether it has arrived, once, since it got the order.
    pub arrived: bool,
}

/// What a unit has to do.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) order: OrderId,
    pub(crate) place: Vec2,
    /// Units of one order whose places lie together are of one band; only they form groups.
    pub(crate) band: u32,
    /// Whether the arrival was reported.
    pub(crate) arrived: bool,
    /// Whether it rests at its place.
    pub(crate) settled: bool,
    /// The index of its group, if it is on its way in one.
    pub(crate) group: Option<u32>,
    pub(crate) route: Option<Route>,
}

impl Task {
    /// The task to go to `place`.
    pub(crate) fn new(order: OrderId, place: Vec2, band: u32) -> Self {
        Self { order, place, band, arrived: false, settled: false, group: None, route: None }
    }
}

/// What the world keeps of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) class: usize,
    pub(crate) radius: f32,
    pub(crate) max_speed: f32,
    pub(crate) acceleration: f32,
    /// Cosine and sine of the largest turn in one tick.
    pub(crate) turn: Vec2,
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) desired: Vec2,
    pub(crate) heading: Vec2,
    pub(crate) task: Option<Task>,
}

impl Body {
    /// A unit at rest, heading east. `libm` gives the same sine on every platform.
    pub(crate) fn new(definition: &UnitDefinition, class: usize, tick: f32) -> Self {
        let turn = (definition.turn_rate * tick).min(std::f32::consts::PI);
        Self {
            class,
            radius: definition.radius,
            max_speed: definition.max_speed,
            acceleration: definition.acceleration,
            turn: Vec2::new(libm::cosf(turn), libm::sinf(turn)),
            position: definition.position,
            velocity: Vec2::ZERO,
            desired: Vec2::ZERO,
            heading: Vec2::X,
            task: None,
        }
    }

    /// The copy that a game reads.
    pub(crate) fn view(&self, id: UnitId) -> Unit {
        let task = self.task.as_ref();
        Unit {
            id,
            class: self.class,
            position: self.position,
            velocity: self.velocity,
            desired_velocity: self.desired,
            heading: self.heading,
            radius: self.radius,
            max_speed: self.max_speed,
            order: task.map(|task| task.order),
            place: task.map(|task| task.place),
            arrived: task.is_some_and(|task| task.arrived),
        }
    }

    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, id: UnitId, hash: &mut Fnv) {
        hash.number(id.data().as_ffi());
        hash.vector(self.position);
        hash.vector(self.velocity);
        hash.vector(self.heading);
        if let Some(task) = &self.task {
            hash.number(task.order.data().as_ffi());
            hash.vector(task.place);
            hash.number(u64::from(task.arrived) << 1 | u64::from(task.settled));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_named() {
        let right = UnitDefinition::new(Vec2::ZERO, 0.3, 1.4);
        assert!(right.check().is_ok());
        for (name, wrong) in [
            ("radius", UnitDefinition { radius: 0.0, ..right }),
            ("max_speed", UnitDefinition { max_speed: f32::NAN, ..right }),
            ("acceleration", UnitDefinition { acceleration: -1.0, ..right }),
            ("turn_rate", UnitDefinition { turn_rate: f32::INFINITY, ..right }),
        ] {
            let message = wrong.check().unwrap_err().to_string();
            assert!(message.contains(name) && message.contains("above 0"), "{message}");
        }
    }
}
