//! Which units are where, what there is, and where the world lies.

use hybrid::Region;
use hybrid::glam::{DVec2, I64Vec2};
use hybrid::navmesh::Bounds;

use crate::border::{List, Out, items};
use crate::guard::guarded;
use crate::handle::{AreaHandle, Handle, ObstacleHandle, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::unit::listed;
use crate::vector::{Vec2, finite};

/// The units whose centres lie in a rectangle, its border included, in the order of hnavWorld_GetUnits(). `count` gets
/// their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindUnitsInBox(
    world: WorldHandle,
    lower: Vec2,
    upper: Vec2,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    // Not by `Bounds::new`: corners the wrong way round are to be refused.
    let bounds = Bounds { min: lower.into(), max: upper.into() };
    // SAFETY: the caller's pointers.
    guarded(|| unsafe { find(world, Region::Box(bounds), units, capacity, count) })
}

/// The units whose centres lie in a circle, its border included, in the order of hnavWorld_GetUnits(). `radius` in metres,
/// 0 or more. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindUnitsInCircle(
    world: WorldHandle,
    center: Vec2,
    radius: f32,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    let region = Region::Circle { center: center.into(), radius };
    // SAFETY: the caller's pointers.
    guarded(|| unsafe { find(world, region, units, capacity, count) })
}

/// # Safety
/// Pointers from C.
unsafe fn find(
    world: WorldHandle,
    region: Region,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> Result<ResultCode, Failure> {
    // SAFETY: our contract.
    let units = unsafe { List::new(units, capacity, count)? };
    registry::read(world, |entry| {
        let found = entry.world.units_in(&region)?;
        Ok(units.fill(found.into_iter().map(|key| UnitHandle::new(key, &entry.stamps))))
    })
}

/// The unit whose centre is nearest to a point, not farther than `within` metres (0 or more, or infinite); of a team, or of
/// any if `team` is NULL. HNAV_RESULT_NONE if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindNearestUnit(
    world: WorldHandle,
    point: Vec2,
    within: f32,
    team: *const u32,
    unit: *mut UnitHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (team, unit) = unsafe {
            let team = items(team, u32::from(!team.is_null()))?.first().copied();
            (team, Out::new(unit, "the nearest unit's handle")?)
        };
        registry::read(world, |entry| {
            let will_do = |unit: &hybrid::Unit| team.is_none_or(|team| unit.team == team);
            let Some(key) = entry.world.nearest_unit(point.into(), within, will_do)? else {
                return Ok(ResultCode::None);
            };
            unit.write(UnitHandle::new(key, &entry.stamps));
            Ok(ResultCode::Ok)
        })
    })
}

/// All obstacles, in a fixed order, those included that are still to take effect. `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetObstacles(
    world: WorldHandle,
    obstacles: *mut ObstacleHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let obstacles = unsafe { List::new(obstacles, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.obstacles().count();
            let keys = entry.world.obstacles();
            let handles = keys.map(|key| ObstacleHandle::new(key, &entry.stamps));
            Ok(obstacles.fill_up(total, handles))
        })
    })
}

/// All areas, in a fixed order, those included that are still to take effect. `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetAreas(
    world: WorldHandle,
    areas: *mut AreaHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let areas = unsafe { List::new(areas, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.areas().count();
            let handles = entry.world.areas().map(|key| AreaHandle::new(key, &entry.stamps));
            Ok(areas.fill_up(total, handles))
        })
    })
}

/// Puts a unit elsewhere, at rest: to a free point in the world, in metres, from which a way leads to its place. It keeps
/// its order. Units that it lands on are pushed away in the next steps.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_Teleport(
    world: WorldHandle,
    unit: UnitHandle,
    position: Vec2,
) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            let key = listed(entry, &[unit])?[0];
            entry.world.teleport(key, finite(position, "the position")?)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Lays the whole world elsewhere in the game's coordinates: its point (0, 0) comes to lie at so many tiles (parameter
/// `tileSize`). Nothing in the world changes, not a bit: positions are floats relative to the origin, so that they stay
/// exact wherever the world lies.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetOrigin(
    world: WorldHandle,
    tiles_x: i64,
    tiles_y: i64,
) -> ResultCode {
    guarded(|| {
        registry::change(world, |entry| {
            entry.world.set_origin(I64Vec2::new(tiles_x, tiles_y));
            Ok(ResultCode::Ok)
        })
    })
}

/// Where the world lies, see hnavWorld_SetOrigin(): `tilesX` and `tilesY` get its origin, in tiles; (0, 0) by default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOrigin(
    world: WorldHandle,
    tiles_x: *mut i64,
    tiles_y: *mut i64,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (x, y) = unsafe { (Out::new(tiles_x, "tilesX")?, Out::new(tiles_y, "tilesY")?) };
        registry::read(world, |entry| {
            let origin = entry.world.origin();
            x.write(origin.x);
            y.write(origin.y);
            Ok(ResultCode::Ok)
        })
    })
}

/// A point of the world in the game's coordinates, in metres: `x` and `y` get its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_ToGame(
    world: WorldHandle,
    point: Vec2,
    x: *mut f64,
    y: *mut f64,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (x, y) = unsafe { (Out::new(x, "x")?, Out::new(y, "y")?) };
        let point = finite(point, "the point")?;
        registry::read(world, |entry| {
            let point = entry.world.position_in_game(point);
            x.write(point.x);
            y.write(point.y);
            Ok(ResultCode::Ok)
        })
    })
}

/// A point of the game's coordinates, in metres, in the world. It may lie outside its bounds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FromGame(
    world: WorldHandle,
    x: f64,
    y: f64,
    point: *mut Vec2,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let point = unsafe { Out::new(point, "the point")? };
        let given = DVec2::new(x, y);
        if !given.is_finite() {
            let message = format!("the point is {given}: both coordinates must be finite numbers");
            return Err(Failure::new(ResultCode::NotFinite, message));
        }
        registry::read(world, |entry| {
            let there = entry.world.position_in_world(given);
            if !there.is_finite() {
                let message = format!("the point {given} is too far from the world for a float");
                return Err(Failure::new(ResultCode::OutOfRange, message));
            }
            point.write(there.into());
            Ok(ResultCode::Ok)
        })
    })
}
