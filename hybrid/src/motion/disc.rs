//! A unit as its neighbours see it.

use glam::Vec2;

use crate::base::handle::{NO_TURN, UnitId, turn};
use crate::bodies::unit::{Body, Driver};
use crate::parameters::WorldParameters;

/// Sums of two radii: discs nearer than this may touch, though they stand, as others push them.
pub(super) const PUSHED: f32 = 1.2;

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
    /// How far its farthest neighbour was when last looked for, in metres; infinite where there were few.
    pub(crate) reach: f32,
    /// Its order's, or [`NO_TURN`].
    pub(crate) turn: u32,
    pub(crate) class: u8,
    /// Whether the world moves it.
    pub(crate) driven: bool,
    /// Whether it holds its position.
    pub(crate) holds: bool,
    /// Whether it has no order or rests at its place.
    pub(crate) lingers: bool,
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
    /// How fast it may go on ground that does not slow it, in m/s.
    pub(super) max_speed: f32,
}

impl Duty {
    pub(super) fn of(body: &Body) -> Self {
        let max_speed = body.free_speed();
        match body.task.as_deref() {
            Some(task) => Self { turn: turn(task.order), lingers: task.settled, max_speed },
            None => Self { turn: NO_TURN, lingers: true, max_speed },
        }
    }
}

impl Disc {
    /// The disc of a unit, with what its task says of it: that is far away in memory.
    pub(super) fn of(unit: UnitId, body: &Body, duty: Duty) -> Self {
        let Duty { turn, lingers, max_speed } = duty;
        Self {
            unit,
            position: body.position,
            velocity: body.velocity,
            desired: body.desired,
            radius: body.radius,
            max_speed,
            ease: body.ease,
            mobility: mobility(body, turn, lingers),
            reach: body.reach,
            turn,
            class: body.class() as u8,
            driven: body.driver == Driver::World,
            holds: body.holding,
            lingers,
        }
    }

    /// Takes over what its unit has decided.
    pub(super) fn take_wish(&mut self, body: &Body) {
        (self.desired, self.mobility) = (body.desired, mobility(body, self.turn, self.lingers));
    }

    /// Returns whether it has nowhere to go of its own; it may still step aside.
    pub(super) fn idles(&self) -> bool {
        self.driven && self.lingers
    }

    /// Returns whether it is idle or at rest and may make room.
    pub(super) fn rests(&self) -> bool {
        !self.holds && self.lingers
    }
}

/// The share of a correction of a unit: one that lingers and has an order rests at its place.
fn mobility(body: &Body, turn: u32, lingers: bool) -> f32 {
    body.mobility(lingers && turn != NO_TURN)
}
