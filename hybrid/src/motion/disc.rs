//! A unit as its neighbours see it.

use glam::Vec2;

use crate::base::handle::{NO_TURN, UnitId, turn};
use crate::bodies::unit::{Body, Driver};
use crate::parameters::WorldParameters;

/// Sums of two radii: discs nearer than this may touch, though they stand, as others push them.
pub(super) const PUSHED: f32 = 1.2;

/// Radii: a unit this near to its place is nearly there.
const NEAR: f32 = 10.0;

/// Masses: who is so many times heavier than an idle unit sweeps it aside.
const HEAVY: f32 = 4.0;

/// A unit as its neighbours see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) unit: UnitId,
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    /// Where it wants to go, as it decided last.
    pub(crate) desired: Vec2,
    pub(crate) radius: f32,
    /// On free ground; what looks ahead must know it, wherever the disc is.
    pub(crate) max_speed: f32,
    /// Which share of it the ground allows.
    pub(crate) ease: f32,
    /// Its share of a correction; 0 if nothing moves it.
    pub(crate) mobility: f32,
    /// How heavy it is.
    pub(crate) mass: f32,
    /// How far its farthest neighbour was when last looked for, in metres; infinite where there were few.
    pub(crate) reach: f32,
    /// Its order's, or [`NO_TURN`].
    pub(crate) turn: u32,
    pub(crate) class: u8,
    pub(crate) team: u32,
    /// Whether the world moves it.
    pub(crate) driven: bool,
    /// Whether it holds its position.
    pub(crate) holds: bool,
    /// Whether it has no order or rests at its place.
    pub(crate) lingers: bool,
    /// Whether it is nearly at its place.
    pub(crate) is_near: bool,
}

/// How far apart two discs may be and still matter to each other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Foresight {
    /// Seconds: who could not touch within it at both greatest speeds is out of sight.
    pub(crate) sight: f32,
    /// Seconds until they look around again.
    pub(crate) period: f32,
    /// The factor on radii when two moving discs touch.
    pub(crate) space: f32,
}

impl Foresight {
    /// That of a world.
    pub(crate) fn of(parameters: &WorldParameters) -> Self {
        let period = parameters.look_ticks() as f32 * parameters.tick;
        // Who is kept back sees whom it would reach in that time.
        let sight = parameters.sight().max(parameters.headway_time);
        Self { sight, period, space: parameters.personal_space }
    }

    /// Squared distances within which discs see each other, and within which they may touch until the next look.
    pub(super) fn squared(&self, radii: f32, speeds: f32) -> (f32, f32) {
        let (sight, touch) =
            (radii + speeds * self.sight, PUSHED * self.space * radii + speeds * self.period);
        (sight * sight, touch * touch)
    }
}

/// What the task of a unit says to its disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duty {
    /// Its order's turn, or [`NO_TURN`].
    pub(super) turn: u32,
    /// Whether it has no order or rests at its place.
    pub(super) lingers: bool,
    /// Whether it is nearly at its place.
    pub(super) is_near: bool,
    /// How fast it may go on ground that does not slow it, in m/s.
    pub(super) max_speed: f32,
}

/// Returns whether a unit is nearly at its place.
pub(crate) fn is_nearly_there(position: Vec2, radius: f32, place: Vec2) -> bool {
    place.distance_squared(position) < (NEAR * radius) * (NEAR * radius)
}

impl Duty {
    pub(super) fn of(body: &Body) -> Self {
        let max_speed = body.free_speed();
        match body.task.as_deref() {
            Some(task) => {
                let is_near = is_nearly_there(body.position, body.radius, task.place);
                Self { turn: turn(task.order), lingers: task.settled, is_near, max_speed }
            }
            None => Self { turn: NO_TURN, lingers: true, is_near: false, max_speed },
        }
    }
}

impl Disc {
    /// The disc of a unit, with what its task says of it: that is far away in memory.
    pub(super) fn of(unit: UnitId, body: &Body, duty: Duty) -> Self {
        let Duty { turn, lingers, is_near, max_speed } = duty;
        Self {
            unit,
            position: body.position,
            velocity: body.velocity,
            desired: body.desired,
            radius: body.radius,
            max_speed,
            ease: body.ease,
            mobility: body.mobility(lingers),
            mass: body.mass,
            reach: body.reach,
            turn,
            class: body.class() as u8,
            team: body.team,
            driven: body.driver == Driver::World,
            holds: body.holding,
            lingers,
            is_near,
        }
    }

    /// Takes over what its unit has decided.
    pub(super) fn take_wish(&mut self, body: &Body) {
        (self.desired, self.mobility) = (body.desired, body.mobility(self.lingers));
    }

    /// Returns whether it has nowhere to go of its own; it may still step aside.
    pub(super) fn idles(&self) -> bool {
        self.driven && self.lingers
    }

    /// Returns whether it is idle or at rest and may make room.
    pub(super) fn rests(&self) -> bool {
        !self.holds && self.lingers
    }

    /// Returns its share of a correction, pressed by another one: nothing if it stands against that one; as much as on its way if
    /// it has no order and that one is much heavier.
    pub(super) fn mobility_against(&self, other: &Self) -> f32 {
        match () {
            () if self.stands_against(other) => 0.0,
            () if !other.lingers && self.is_swept_by(other) => self.mobility.max(1.0 / self.mass),
            () => self.mobility,
        }
    }

    /// Returns whether it has no order and another one is much heavier.
    fn is_swept_by(&self, other: &Self) -> bool {
        self.idles() && self.turn == NO_TURN && other.mass > HEAVY * self.mass
    }

    /// Returns whether it is idle or at rest and stays where it is though another one presses on it, of another team and on its
    /// way: that one has to go round it. What an engine moves cannot. Where orders have led both to one point they share it.
    pub(super) fn stands_against(&self, other: &Self) -> bool {
        let shares = self.turn != NO_TURN && other.is_near;
        self.idles() && self.team != other.team && !other.lingers && !shares && other.mobility > 0.0
    }
}
