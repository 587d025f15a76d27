//! Units are changed under way.

use hybrid::UnitChange as Change;

use crate::border::{check_size, definition, items};
use crate::guard::{guarded, guarded_or};
use crate::handle::{UnitHandle, WorldHandle};
use crate::parameters::unknown;
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::unit::listed;

/// What hnavWorld_SetUnits() can change; add up what is wanted.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitField {
    /// The radius.
    Radius = 1,
    /// The greatest speed.
    MaxSpeed = 2,
    /// The greatest change of the velocity.
    Acceleration = 4,
    /// The greatest change of the heading.
    TurnRate = 8,
    /// How heavy it is.
    Mass = 16,
    /// The movement kind.
    MovementKind = 32,
    /// The team.
    Team = 64,
    /// Who moves it.
    Driver = 128,
    /// What the game keeps with it.
    UserData = 256,
    /// The collision layers that it is in.
    CollisionLayers = 512,
    /// The collision layers that it meets.
    CollisionMask = 1024,
    /// The collision layers that it yields to.
    YieldsTo = 2048,
    /// The radius from which others keep.
    AvoidanceRadius = 4096,
}

/// All of them.
const ALL: u32 = 8191;

/// What becomes of a unit that is given a class for which the ground where it stands is not free.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The change is refused.
    Refuse = 0,
    /// It is moved to the free ground nearest to it, on which it has room beside others: HNAV_EVENT_KIND_DISPLACED.
    Move = 1,
}

/// What is changed of a unit. Take it from hnavDefaultUnitChange(), then set values, and name them in `fields`. Units and ranges are
/// those of hnavUnitDef.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitChange {
    /// Set by hnavDefaultUnitChange().
    pub struct_size: u32,
    /// A sum of values of hnavUnitField: which of the values count; by default none. The others stay as they are.
    pub fields: u32,
    /// The radius of its disc, in metres. The unit is of the least class that holds it.
    pub radius: f32,
    /// Its greatest speed, in m/s. Its acceleration stays.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s^2.
    pub acceleration: f32,
    /// The greatest change of its heading, in rad/s.
    pub turn_rate: f32,
    /// How heavy it is. It does not follow the radius.
    pub mass: f32,
    /// Its movement kind.
    pub movement_kind: u32,
    /// Its team.
    pub team: u32,
    /// The collision layers that it is in, bit by bit.
    pub collision_layers: u32,
    /// The collision layers that it meets, bit by bit.
    pub collision_mask: u32,
    /// The collision layers that it yields to, bit by bit.
    pub yields_to: u32,
    /// The radius from which others keep, in metres; 0: that of its disc. Where nothing is said of it it grows with the radius
    /// where it would be less.
    pub avoidance_radius: f32,
    /// An hnavDriver: who moves it.
    pub driver: i32,
    /// An hnavFit: what becomes of it where it does not fit where it stands; by default HNAV_FIT_REFUSE.
    pub fit: i32,
    /// Whatever the game wants to keep with it.
    pub user_data: u64,
}

impl UnitChange {
    fn translated(&self) -> Result<Change, Failure> {
        if self.fields & !ALL != 0 {
            let message =
                format!("`fields` is {}: it must be a sum of values of hnavUnitField", self.fields);
            return Err(Failure::new(ResultCode::OutOfRange, message));
        }
        let has = |field: UnitField| self.fields & field as u32 != 0;
        let driver = match self.driver {
            _ if !has(UnitField::Driver) => None,
            0 => Some(hybrid::Driver::World),
            1 => Some(hybrid::Driver::Engine),
            code => return Err(unknown("driver", code, "hnavDriver")),
        };
        let fit = match self.fit {
            0 => hybrid::Fit::Refuse,
            1 => hybrid::Fit::Move,
            code => return Err(unknown("fit", code, "hnavFit")),
        };
        Ok(Change {
            radius: has(UnitField::Radius).then_some(self.radius),
            max_speed: has(UnitField::MaxSpeed).then_some(self.max_speed),
            acceleration: has(UnitField::Acceleration).then_some(self.acceleration),
            turn_rate: has(UnitField::TurnRate).then_some(self.turn_rate),
            mass: has(UnitField::Mass).then_some(self.mass),
            movement_kind: has(UnitField::MovementKind).then_some(self.movement_kind as usize),
            team: has(UnitField::Team).then_some(self.team),
            collision_layers: has(UnitField::CollisionLayers).then_some(self.collision_layers),
            collision_mask: has(UnitField::CollisionMask).then_some(self.collision_mask),
            yields_to: has(UnitField::YieldsTo).then_some(self.yields_to),
            avoidance_radius: has(UnitField::AvoidanceRadius).then_some(self.avoidance_radius),
            driver,
            user_data: has(UnitField::UserData).then_some(self.user_data),
            fit,
        })
    }
}

/// A change that changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultUnitChange() -> UnitChange {
    let none = UnitChange { struct_size: size_of::<UnitChange>() as u32, ..UnitChange::default() };
    guarded_or(none, || none)
}

/// Changes units under way, all or none: `changes[i]` is what is changed of `units[i]`, and both arrays have `count` items. Each
/// unit is listed once. Its handle, its order, its place in its group and its velocity stay.
///
/// A unit whose radius or movement kind changes may get another class. It must stand on free ground of that (on a link: at the end
/// of it, to which it goes on): `fit` says whether all is refused with HNAV_RESULT_BLOCKED where one does not, or it is moved
/// there at once (HNAV_EVENT_KIND_DISPLACED in the next step). So must one that the engine moved and the world moves now. It
/// looks for its way anew, and for another place where it could not stand at the one that it had, or would stand in its
/// neighbours. If it has no way any more, it is told so and treated as where an obstacle cuts it off. One that rests or
/// holds its position does so still. Edits of obstacles take effect, even if the change is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SetUnits(
    world: WorldHandle,
    units: *const UnitHandle,
    changes: *const UnitChange,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a UnitChange starts with its size.
        let (units, changes) = unsafe {
            // The first one alone says whether the caller means the same structure as we do.
            if count > 0 {
                check_size(changes, "hnavDefaultUnitChange()")?;
            }
            (items(units, count)?, items(changes, count)?)
        };
        registry::edit(world, |entry| {
            let keys = listed(entry, units)?;
            let mut all = Vec::with_capacity(keys.len());
            for (index, (key, change)) in keys.into_iter().zip(changes).enumerate() {
                let at = |failure: Failure| failure.at("changes", index);
                // SAFETY: `change` is a whole UnitChange.
                unsafe { definition(change, "hnavDefaultUnitChange()") }.map_err(at)?;
                let change = change.translated().map_err(at)?;
                entry.world.check_change(key, &change).map_err(|error| at(error.into()))?;
                all.push((key, change));
            }
            entry.world.set_units(all)?;
            Ok(ResultCode::Ok)
        })
    })
}
