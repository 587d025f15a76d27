//! What the game keeps with things.

use hybrid::ObjectId;

use crate::border::Out;
use crate::guard::guarded;
use crate::handle::{
    AreaHandle, Handle, LinkHandle, ObstacleHandle, OrderHandle, UnitHandle, WorldHandle,
};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};

/// Keeps a number with a unit, for as long as it lives: an index or an address of your own. The world never looks at it.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetUnitUserData(
    world: WorldHandle,
    unit: UnitHandle,
    user_data: u64,
) -> ResultCode {
    set(world, user_data, |entry| unit.key(&entry.stamps).map(ObjectId::Unit))
}

/// The number that is kept with a unit; 0 if none was set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetUnitUserData(
    world: WorldHandle,
    unit: UnitHandle,
    user_data: *mut u64,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    unsafe { get(world, user_data, |entry| unit.key(&entry.stamps).map(ObjectId::Unit)) }
}

/// Keeps a number with an obstacle, see hnavWorld_SetUnitUserData().
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetObstacleUserData(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    user_data: u64,
) -> ResultCode {
    set(world, user_data, |entry| obstacle.key(&entry.stamps).map(ObjectId::Obstacle))
}

/// The number that is kept with an obstacle; 0 if none was set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetObstacleUserData(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    user_data: *mut u64,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    unsafe { get(world, user_data, |entry| obstacle.key(&entry.stamps).map(ObjectId::Obstacle)) }
}

/// Keeps a number with an order, see hnavWorld_SetUnitUserData(). An order lives as long as units have it.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetOrderUserData(
    world: WorldHandle,
    order: OrderHandle,
    user_data: u64,
) -> ResultCode {
    set(world, user_data, |entry| order.key(&entry.stamps).map(ObjectId::Order))
}

/// The number that is kept with an order; 0 if none was set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOrderUserData(
    world: WorldHandle,
    order: OrderHandle,
    user_data: *mut u64,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    unsafe { get(world, user_data, |entry| order.key(&entry.stamps).map(ObjectId::Order)) }
}

/// Keeps a number with an area, see hnavWorld_SetUnitUserData().
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetAreaUserData(
    world: WorldHandle,
    area: AreaHandle,
    user_data: u64,
) -> ResultCode {
    set(world, user_data, |entry| area.key(&entry.stamps).map(ObjectId::Area))
}

/// The number that is kept with an area; 0 if none was set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetAreaUserData(
    world: WorldHandle,
    area: AreaHandle,
    user_data: *mut u64,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    unsafe { get(world, user_data, |entry| area.key(&entry.stamps).map(ObjectId::Area)) }
}

/// Keeps a number with a link, see hnavWorld_SetUnitUserData().
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetLinkUserData(
    world: WorldHandle,
    link: LinkHandle,
    user_data: u64,
) -> ResultCode {
    set(world, user_data, |entry| link.key(&entry.stamps).map(ObjectId::Link))
}

/// The number that is kept with a link; 0 if none was set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetLinkUserData(
    world: WorldHandle,
    link: LinkHandle,
    user_data: *mut u64,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    unsafe { get(world, user_data, |entry| link.key(&entry.stamps).map(ObjectId::Link)) }
}

fn set(
    world: WorldHandle,
    user_data: u64,
    object: impl FnOnce(&WorldEntry) -> Option<ObjectId>,
) -> ResultCode {
    guarded(|| {
        registry::change(world, |entry| {
            let object = object(entry).ok_or_else(stale)?;
            entry.world.set_user_data(object, user_data).map_err(|_| stale())?;
            Ok(ResultCode::Ok)
        })
    })
}

/// # Safety
/// A pointer from C.
unsafe fn get(
    world: WorldHandle,
    user_data: *mut u64,
    object: impl FnOnce(&WorldEntry) -> Option<ObjectId>,
) -> ResultCode {
    guarded(|| {
        // SAFETY: our contract.
        let user_data = unsafe { Out::new(user_data, "the user data")? };
        registry::read(world, |entry| {
            let kept = object(entry).and_then(|object| entry.world.user_data(object));
            user_data.write(kept.ok_or_else(stale)?);
            Ok(ResultCode::Ok)
        })
    })
}

fn stale() -> Failure {
    let message = "the handle names nothing in this world: it is null, or what it named is gone, or it is another world's";
    Failure::new(ResultCode::StaleHandle, message)
}
