//! Who moves or is pushed in a tick, and how near to each other two discs may come.

use glam::Vec2;

use super::disc::Disc;
use crate::base::tolerances::{SKIN, STILL};
use crate::parameters::WorldParameters;

/// Where a disc is, and what decides about pushes: all that a pass over the pairs needs, close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiscState {
    pub(super) position: Vec2,
    pub(super) radius: f32,
    /// Its share of a correction, with a negative sign if it is on its way.
    signed: f32,
}

impl DiscState {
    pub(super) fn of(disc: &Disc) -> Self {
        let walks = disc.desired.length_squared() > STILL * STILL;
        let Disc { position, radius, mobility, .. } = *disc;
        Self { position, radius, signed: if walks { -mobility } else { mobility } }
    }

    /// Its share of a correction; 0 if nothing moves it.
    pub(super) fn mobility(&self) -> f32 {
        self.signed.abs()
    }

    /// Returns whether it is on its way.
    fn walks(&self) -> bool {
        self.signed.is_sign_negative()
    }
}

/// Returns whether the world moves a disc in this tick.
pub(super) fn goes(disc: &Disc) -> bool {
    disc.driven && disc.velocity.length_squared() > STILL * STILL
}

/// The factors on the radii of two discs that touch: a skin, and between those on their way their personal space.
#[derive(Clone, Copy)]
pub(super) struct ContactRange {
    skin: f32,
    space: f32,
}

impl ContactRange {
    pub(super) fn new(parameters: &WorldParameters) -> Self {
        let skin = 1.0 + SKIN;
        Self { skin, space: parameters.personal_space.max(skin) }
    }

    /// Returns how far apart two discs are that do not touch.
    pub(super) fn room(self, one: &DiscState, other: &DiscState) -> f32 {
        let factor = if one.walks() && other.walks() { self.space } else { self.skin };
        (one.radius + other.radius) * factor
    }

    /// The least distance at which two discs surely do not touch, whether they are on their way or not.
    pub(super) fn most(self, one: &DiscState, other: &DiscState) -> f32 {
        (one.radius + other.radius) * self.space
    }
}

/// Who stirs its island: it moves, or is too near to another one. Where nobody does all stay.
pub(super) struct Stirring<'a> {
    pub(super) discs: &'a [Disc],
    pub(super) reach: ContactRange,
}

impl Stirring<'_> {
    /// Returns whether a disc does, which has these later `partners`.
    pub(super) fn stirs<'p>(&self, disc: u32, partners: impl Fn(u32) -> &'p [u32]) -> bool {
        let one = &self.discs[disc as usize];
        let overlaps = |&other: &u32| {
            let (one, other) = (DiscState::of(one), DiscState::of(&self.discs[other as usize]));
            let room = self.reach.room(&one, &other);
            one.position.distance_squared(other.position) < room * room
        };
        goes(one) || partners(disc).iter().any(overlaps)
    }
}
