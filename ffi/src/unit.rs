//! Units.

use hybrid::{UnitDefinition, UnitId};

use crate::border::{Buffer, Out, definition, items};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, UnitHandle, WorldHandle};
use crate::registry::{self, Entry};
use crate::result::{Failure, ResultCode};
use crate::vector::{Vec2, finite};

/// What a unit is made from. Take it from hnavDefaultUnitDef(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitDef {
    /// Set by hnavDefaultUnitDef().
    pub struct_size: u32,
    /// Where its centre stands, in metres: inside the world, and free for its radius class.
    pub position: Vec2,
    /// The radius of its disc, in metres: above 0, at most the world's greatest class.
    pub radius: f32,
    /// Its greatest speed, in m/s: above 0.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s^2: above 0, by default full speed in half a second.
    pub acceleration: f32,
    /// The greatest change of its heading, in rad/s: above 0, by default 2 pi.
    pub turn_rate: f32,
    /// Where it looks at first: a direction of any length but 0, by default east.
    pub heading: Vec2,
}

/// The definition of a unit at a position, in metres, with a radius, in metres, and a greatest speed, in m/s.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultUnitDef(position: Vec2, radius: f32, max_speed: f32) -> UnitDef {
    guarded_or(UnitDef::default(), || {
        let unit = UnitDefinition::new(position.into(), radius, max_speed);
        UnitDef {
            struct_size: size_of::<UnitDef>() as u32,
            position,
            radius,
            max_speed,
            acceleration: unit.acceleration,
            turn_rate: unit.turn_rate,
            heading: unit.heading.into(),
        }
    })
}

/// Adds a unit, at rest and without an order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_CreateUnit(
    world: WorldHandle,
    def: *const UnitDef,
    unit: *mut UnitHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a UnitDef starts with its size.
        let (def, unit) = unsafe {
            (definition(def, "hnavDefaultUnitDef()")?, Out::new(unit, "the new unit's handle")?)
        };
        let position = finite(def.position, "the unit's position")?;
        let definition = UnitDefinition {
            heading: def.heading.into(),
            acceleration: def.acceleration,
            turn_rate: def.turn_rate,
            ..UnitDefinition::new(position, def.radius, def.max_speed)
        };
        registry::with(world, |entry| {
            unit.write(UnitHandle::new(entry.world.add_unit(&definition)?, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes a unit.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_DestroyUnit(world: WorldHandle, unit: UnitHandle) -> ResultCode {
    guarded(|| {
        registry::with(world, |entry| {
            let key = listed(entry, &[unit])?[0];
            entry.world.remove_unit(key)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// How many units there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetUnitCount(world: WorldHandle, count: *mut u32) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let count = unsafe { Out::new(count, "the place of the count")? };
        registry::with(world, |entry| {
            count.write(entry.world.unit_count() as u32);
            Ok(ResultCode::Ok)
        })
    })
}

/// Where units stand, in metres: `positions[i]` is the centre of `units[i]`. Both arrays have `count` items; each unit
/// is listed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetPositions(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    positions: *mut Vec2,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (units, positions) = unsafe { (items(units, count)?, Buffer::new(positions, count)?) };
        registry::with(world, |entry| {
            let units = listed(entry, units)?;
            let units = units.iter().filter_map(|&unit| entry.world.unit(unit));
            positions.write(units.map(|unit| unit.position.into()));
            Ok(ResultCode::Ok)
        })
    })
}

/// The keys of units that a caller lists.
pub(crate) fn listed(entry: &Entry, units: &[UnitHandle]) -> Result<Vec<UnitId>, Failure> {
    let most = entry.world.unit_count();
    let key = |(index, unit): (usize, &UnitHandle)| {
        let key = unit.key(entry.stamp).filter(|&key| entry.world.unit(key).is_some());
        key.ok_or_else(|| {
            let message = format!(
                "the handle at index {index} names no unit of this world: it is null, or the unit has been destroyed, or is another world's"
            );
            Failure::new(ResultCode::StaleHandle, message)
        })
    };
    // Of more than there are, one is stale or listed twice: a wild count is not read to its end.
    let keys = units.iter().take(most + 1).enumerate().map(key).collect::<Result<Vec<_>, _>>()?;
    if keys.len() > most {
        let message =
            format!("{} units, but the world has {most}: list each unit once", units.len());
        return Err(Failure::new(ResultCode::Duplicate, message));
    }
    Ok(keys)
}
