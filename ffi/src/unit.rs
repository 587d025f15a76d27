//! Units.

use hybrid::{UnitDefinition, UnitId};

use crate::border::{Buffer, Out, items};
use crate::border::{check_size, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, OrderHandle, Stamp, UnitHandle, WorldHandle};
use crate::parameters::unknown;
use crate::registry::{self, Entry};
use crate::result::{Failure, ResultCode};
use crate::vector::{Vec2, finite};

/// Who moves a unit.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The world: it moves in hnavWorld_Step().
    World = 0,
    /// The engine: the world never moves it. The engine says where it is, once a tick, with hnavWorld_SetMotions(), and
    /// gets a desired velocity; the others avoid it.
    Engine = 1,
}

/// What a unit is doing.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It has no order; it may step aside for friends, and returns.
    Idle = 0,
    /// It is on its way to its place.
    Moving = 1,
    /// It rests at its place; it may step aside for friends, and returns.
    Resting = 2,
    /// It holds its position, see hnavWorld_Hold().
    Holding = 3,
    /// It is on its way and gets nowhere.
    Stuck = 4,
    /// It is on a link, see hnavWorld_AddLink().
    Crossing = 5,
    /// Something that this version of the header has no name for.
    Other = 6,
}

/// What showed a unit its way in the last step.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guidance {
    /// Nothing: it has nowhere to go, or it waits, or it steps aside.
    None = 0,
    /// Its place, which it sees.
    Place = 1,
    /// The flow field of its group.
    Field = 2,
    /// The distance field of its order: straight to the next corner of the shortest way.
    Distance = 3,
    /// A path of its own.
    Path = 4,
    /// Something that this version of the header has no name for.
    Other = 5,
}

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
    /// The greatest change of its velocity, in m/s^2: above 0, at most 1 000 000; by default full speed in half a second.
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
            ..UnitDefinition::new(position, self.radius, self.max_speed)
        })
    }
}

/// What can be read of a unit: its state after the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UnitState {
    /// The unit.
    pub unit: UnitHandle,
    /// Its order; none (all zero) if it has none. It keeps it after it has arrived.
    pub order: OrderHandle,
    /// Its centre, in metres.
    pub position: Vec2,
    /// What it really moved in the last step, in m/s; of one that the engine moves, what the engine said.
    pub velocity: Vec2,
    /// Where it wanted to go in the last step, in m/s. Of one that the engine moves: with which velocity it should move
    /// now, others avoided.
    pub desired_velocity: Vec2,
    /// Where it looks: a unit vector.
    pub heading: Vec2,
    /// Its place, if it has an order: its own goal, or its slot round a shared one, in metres.
    pub place: Vec2,
    /// The radius of its disc, in metres.
    pub radius: f32,
    /// Its greatest speed, in m/s.
    pub max_speed: f32,
    /// How heavy it is, relative to others.
    pub mass: f32,
    /// Its team.
    pub team: u32,
    /// The index of its class: radius classes in ascending order, of the first movement kind; then those of the others.
    pub class_index: u32,
    /// Who moves it.
    pub driver: Driver,
    /// What it is doing.
    pub activity: Activity,
    /// What showed it its way in the last step.
    pub guidance: Guidance,
    /// Whether it has arrived, once, since it got the order.
    pub arrived: bool,
}

impl UnitState {
    fn new(unit: &hybrid::Unit, stamp: Stamp) -> Self {
        Self {
            unit: UnitHandle::new(unit.id, stamp),
            order: unit.order.map_or_else(OrderHandle::default, |key| OrderHandle::new(key, stamp)),
            position: unit.position.into(),
            velocity: unit.velocity.into(),
            desired_velocity: unit.desired_velocity.into(),
            heading: unit.heading.into(),
            place: unit.place.unwrap_or(unit.position).into(),
            radius: unit.radius,
            max_speed: unit.max_speed,
            mass: unit.mass,
            team: unit.team,
            class_index: unit.class as u32,
            driver: match unit.driver {
                hybrid::Driver::World => Driver::World,
                hybrid::Driver::Engine => Driver::Engine,
            },
            activity: activity(unit.activity),
            guidance: guidance(unit.guidance),
            arrived: unit.arrived,
        }
    }
}

pub(crate) fn activity(activity: hybrid::Activity) -> Activity {
    match activity {
        hybrid::Activity::Idle => Activity::Idle,
        hybrid::Activity::Moving => Activity::Moving,
        hybrid::Activity::Resting => Activity::Resting,
        hybrid::Activity::Holding => Activity::Holding,
        hybrid::Activity::Stuck => Activity::Stuck,
        hybrid::Activity::Crossing => Activity::Crossing,
        _ => Activity::Other,
    }
}

pub(crate) fn guidance(guidance: hybrid::Guidance) -> Guidance {
    match guidance {
        hybrid::Guidance::None => Guidance::None,
        hybrid::Guidance::Place => Guidance::Place,
        hybrid::Guidance::Field => Guidance::Field,
        hybrid::Guidance::Distance => Guidance::Distance,
        hybrid::Guidance::Path => Guidance::Path,
        _ => Guidance::Other,
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
            let keys = definitions.iter().map(|unit| entry.world.add_unit(unit));
            let keys = keys.collect::<Result<Vec<_>, _>>()?;
            units.write(keys.into_iter().map(|key| UnitHandle::new(key, entry.stamp)));
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
        let (units, count) =
            unsafe { (Buffer::new(units, capacity)?, Out::new(count, "the place of the count")?) };
        registry::read(world, |entry| {
            let all = entry.world.units().map(|unit| UnitHandle::new(unit.id, entry.stamp));
            Ok(units.fill_up(count, entry.world.unit_count(), all))
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
            states.write(units.map(|unit| UnitState::new(&unit, entry.stamp)));
            Ok(ResultCode::Ok)
        })
    })
}

/// The keys of units that a caller lists.
pub(crate) fn listed(entry: &Entry, units: &[UnitHandle]) -> Result<Vec<UnitId>, Failure> {
    let most = entry.world.unit_count();
    let key = |(index, unit): (usize, &UnitHandle)| {
        let key = unit.key(entry.stamp).filter(|&key| entry.world.class_of(key).is_some());
        key.ok_or_else(|| {
            let message = format!(
                "the handle at index {index} names no unit of this world: it is null, or the unit has been destroyed, or is another world's"
            );
            Failure::new(ResultCode::StaleHandle, message)
        })
    };
    // Of more than there are, one is stale or listed twice: a wild count is not read to its end.
    let mut keys = Vec::with_capacity(units.len().min(most));
    for handle in units.iter().take(most + 1).enumerate() {
        keys.push(key(handle)?);
    }
    if keys.len() > most {
        let message =
            format!("{} units, but the world has {most}: list each unit once", units.len());
        return Err(Failure::new(ResultCode::Duplicate, message));
    }
    Ok(keys)
}
