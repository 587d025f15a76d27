//! Orders.

use hybrid::Goal;

use crate::border::{Out, items};
use crate::guard::guarded;
use crate::handle::{Handle, OrderHandle, UnitHandle, WorldHandle};
use crate::registry::{self, Entry};
use crate::result::{Failure, ResultCode};
use crate::unit::listed;
use crate::vector::Vec2;
use hybrid::{UnitId, WorldError};

/// Sends units to a point, in metres, in place of the orders they had: all or none. Each gets a place of its own round
/// the goal. `order` gets the order's handle, which events name; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_OrderPoint(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    goal: Vec2,
    order: *mut OrderHandle,
) -> ResultCode {
    // SAFETY: the caller's pointers.
    guarded(|| unsafe { give(world, (units, count), Ok(Goal::Point(goal.into())), order) })
}

/// Sends each unit to a point of its own, in metres, in place of the orders they had: all or none. `goals[i]` is that of
/// `units[i]`; both arrays have `count` items. `order` gets the order's handle, which events name; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_OrderEach(
    world: WorldHandle,
    units: *const UnitHandle,
    goals: *const Vec2,
    count: u32,
    order: *mut OrderHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let goals = unsafe { items(goals, count) };
        let goals = goals.map(|goals| Goal::Each(goals.iter().map(|&goal| goal.into()).collect()));
        // SAFETY: the caller's pointers.
        unsafe { give(world, (units, count), goals, order) }
    })
}

/// # Safety
/// Pointers from C: an array of units with its count, and where the handle goes.
unsafe fn give(
    world: WorldHandle,
    (units, count): (*const UnitHandle, u32),
    goal: Result<Goal, Failure>,
    order: *mut OrderHandle,
) -> Result<ResultCode, Failure> {
    // SAFETY: our contract.
    let (units, order) =
        unsafe { (items(units, count)?, Out::wanted(order, "the new order's handle")?) };
    let goal = goal?;
    registry::edit(world, |entry| {
        let units = listed(entry, units)?;
        let key = entry.world.order(&units, &goal)?;
        if let Some(order) = order {
            order.write(OrderHandle::new(key, entry.stamp));
        }
        Ok(ResultCode::Ok)
    })
}

/// Takes the units' orders away: all or none. They stop where they are, and hold their position no longer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Stop(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    guarded(|| unsafe { with_units(world, units, count, |entry, units| entry.world.stop(units)) })
}

/// Takes the units' orders away and has them hold their position until the next order or hnavWorld_Stop(): all or none.
/// They neither step aside nor does contact with others move them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Hold(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    guarded(|| unsafe { with_units(world, units, count, |entry, units| entry.world.hold(units)) })
}

/// # Safety
/// An array from C with its count.
unsafe fn with_units(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    work: impl FnOnce(&mut Entry, &[UnitId]) -> Result<(), WorldError>,
) -> Result<ResultCode, Failure> {
    // SAFETY: our contract.
    let units = unsafe { items(units, count)? };
    registry::change(world, |entry| {
        let units = listed(entry, units)?;
        work(entry, &units)?;
        Ok(ResultCode::Ok)
    })
}
