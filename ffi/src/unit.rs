//! Units.

use hybrid::{UnitDefinition, UnitId};

use crate::border::{Buffer, List, check_size, definition, items};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, MOST_THINGS, UnitHandle, WorldHandle};
use crate::parameters::unknown;
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::unit_state::{Driver, UnitState};
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
    /// Its greatest speed, in m/s: above 0, at most 1 000 000.
    pub max_speed: f32,
    /// The greatest change of its velocity, in m/s^2: above 0, at most 1 000 000; by default full speed in half a second. In a
    /// crowd that goes in by a narrow way units get back the speed that others took from them up to four times as fast.
    pub acceleration: f32,
    /// The greatest change of its heading, in rad/s: above 0, at most 1 000 000; by default 2 pi.
    pub turn_rate: f32,
    /// How heavy it is, relative to others: of two units that touch, the lighter one makes the greater part of the room.
    /// Above 0, at most 1 000 000; by default in proportion to its area, 1 for a radius of 0.25 m.
    pub mass: f32,
    /// Where it looks at first: a direction of any length but 0, by default east.
    pub heading: Vec2,
    /// Its team; by default 0. An idle or resting unit steps aside for moving units of its own team only.
    pub team: u32,
    /// An hnavDriver: who moves it; by default HNAV_DRIVER_WORLD.
    pub driver: i32,
    /// Its movement kind: the index of one of its world's; by default 0.
    pub movement_kind: u32,
    /// Whatever the game wants to keep with it, see hnavWorld_SetUnitUserData(); by default 0.
    pub user_data: u64,
    /// The layers that it is in, a bit for each; by default 1, the first layer. Two units touch, avoid and see each other only
    /// if each one's collisionMask holds a layer of the other; else they walk through each other, and neither stands in the
    /// other's way. In 0, or with a mask of 0, it is a ghost. Walls hold all units. Narrow passages are shared by units that
    /// one of the first layer with a full mask meets.
    pub collision_layers: u32,
    /// The layers of those that it meets, a bit for each; by default all, UINT32_MAX.
    pub collision_mask: u32,
    /// The layers of those that it gives way to, a bit for each; by default 0, none. Of two units on a course that leads them
    /// together it does all of the dodging then, and where they touch it makes nearly all of the room. Otherwise each does half,
    /// and so do two that give way to each other.
    pub yields_to: u32,
    /// How large it is when it and others avoid each other, in metres, apart from its radius, which is that of contacts, walls
    /// and places. Two units try to pass at the sum of both. At least the radius, at most 100 m; 0, the default: the radius.
    pub avoidance_radius: f32,
}

impl UnitDef {
    fn translated(&self) -> Result<UnitDefinition, Failure> {
        let position = finite(self.position, "the unit's position")?;
        Ok(UnitDefinition {
            acceleration: self.acceleration,
            turn_rate: self.turn_rate,
            mass: self.mass,
            team: self.team,
            driver: match self.driver {
                0 => hybrid::Driver::World,
                1 => hybrid::Driver::Engine,
                code => return Err(unknown("driver", code, "hnavDriver")),
            },
            heading: self.heading.into(),
            movement_kind: self.movement_kind as usize,
            user_data: self.user_data,
            collision_layers: self.collision_layers,
            collision_mask: self.collision_mask,
            yields_to: self.yields_to,
            avoidance_radius: self.avoidance_radius,
            ..UnitDefinition::new(position, self.radius, self.max_speed)
        })
    }
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
            mass: unit.mass,
            heading: unit.heading.into(),
            team: unit.team,
            driver: Driver::World as i32,
            movement_kind: 0,
            user_data: 0,
            collision_layers: unit.collision_layers,
            collision_mask: unit.collision_mask,
            yields_to: unit.yields_to,
            avoidance_radius: unit.avoidance_radius,
        }
    })
}

/// Adds units, at rest and without an order: all or none. Both arrays have `count` items; `units[i]` gets the handle of
/// the unit that is made from `defs[i]`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_CreateUnits(
    world: WorldHandle,
    defs: *const UnitDef,
    count: u32,
    units: *mut UnitHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a UnitDef starts with its size.
        let (defs, units) = unsafe {
            // The first one alone says whether the caller means the same structure as we do.
            if count > 0 {
                check_size(defs, "hnavDefaultUnitDef()")?;
            }
            (items(defs, count)?, Buffer::new(units, count)?)
        };
        registry::edit(world, |entry| {
            let mut definitions = Vec::new();
            for (index, def) in defs.iter().enumerate() {
                let at = |failure: Failure| failure.at("defs", index);
                // SAFETY: `def` is a whole UnitDef.
                unsafe { definition(def, "hnavDefaultUnitDef()") }.map_err(at)?;
                let definition = def.translated().map_err(at)?;
                entry.world.check_unit(&definition).map_err(|error| at(error.into()))?;
                definitions.push(definition);
            }
            // One less: orders, which are no more than units, have one more while one takes another's place.
            if entry.world.unit_count() + definitions.len() >= MOST_THINGS {
                return Err(registry::too_many());
            }
            let keys = definitions.iter().map(|unit| entry.world.add_unit(unit));
            let keys = keys.collect::<Result<Vec<_>, _>>()?;
            units.write(keys.into_iter().map(|key| UnitHandle::new(key, &entry.stamps)));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes units: all or none. Each is listed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_DestroyUnits(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let units = unsafe { items(units, count)? };
        registry::change(world, |entry| {
            let keys = listed(entry, units)?;
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(hybrid::WorldError::DuplicateUnit { unit: pair[0] }.into());
            }
            keys.into_iter().try_for_each(|key| entry.world.remove_unit(key))?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Whether a handle names a unit of the world: it is not null, not stale, and not another world's.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_IsUnitValid(world: WorldHandle, unit: UnitHandle) -> bool {
    guarded_or(false, || {
        registry::read(world, |entry| Ok(listed(entry, &[unit]).is_ok())).unwrap_or(false)
    })
}

/// All units, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetUnits(
    world: WorldHandle,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let units = unsafe { List::new(units, capacity, count)? };
        registry::read(world, |entry| {
            let all = entry.world.units().map(|unit| UnitHandle::new(unit.id, &entry.stamps));
            Ok(units.fill_up(entry.world.unit_count(), all))
        })
    })
}

/// Everything about units: `states[i]` is that of `units[i]`. Both arrays have `count` items. To get a few numbers of many
/// units, straight into your own memory, see hnavWorld_ReadUnits().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetUnitStates(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    states: *mut UnitState,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (units, states) = unsafe { (items(units, count)?, Buffer::new(states, count)?) };
        registry::read(world, |entry| {
            let units = listed(entry, units)?;
            let units = units.iter().filter_map(|&unit| entry.world.unit(unit));
            states.write(units.map(|unit| UnitState::new(&unit, &entry.stamps)));
            Ok(ResultCode::Ok)
        })
    })
}

/// The keys of units that a caller lists.
pub(crate) fn listed(entry: &WorldEntry, units: &[UnitHandle]) -> Result<Vec<UnitId>, Failure> {
    let mut keys = Vec::with_capacity(units.len().min(entry.world.unit_count()));
    for_each(entry, units, |key| {
        keys.push(key);
        entry.world.class_of(key).is_some()
    })?;
    Ok(keys)
}

/// Looks at each unit that a caller lists; `look` says whether it is there.
pub(crate) fn for_each(
    entry: &WorldEntry,
    units: &[UnitHandle],
    mut look: impl FnMut(UnitId) -> bool,
) -> Result<(), Failure> {
    let most = entry.world.unit_count();
    // Of more than there are, one is stale or listed twice: a wild count is not read to its end.
    for (index, handle) in units.iter().take(most + 1).enumerate() {
        if !handle.key(&entry.stamps).is_some_and(&mut look) {
            let message = format!(
                "the handle at index {index} names no unit of this world: it is null, or the unit has been destroyed, or is another world's"
            );
            return Err(Failure::new(ResultCode::StaleHandle, message));
        }
    }
    if units.len() > most {
        let message =
            format!("{} units, but the world has {most}: list each unit once", units.len());
        return Err(Failure::new(ResultCode::Duplicate, message));
    }
    Ok(())
}
