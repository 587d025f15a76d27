//! Heights, and ground that units shun for a while.

use hybrid::{Discomfort, HeightGrid, World};

use crate::border::{Out, items};
use crate::guard::{guarded, guarded_or};
use crate::handle::{DiscomfortHandle, Handle, WorldHandle};
use crate::registry::{self, WorldEntry};
use crate::result::ResultCode;
use crate::vector::{Vec2, finite};

/// Says how high the ground lies, in metres, at the points of a grid, in place of what was said before: `count` heights in
/// rows of `columns`, row by row from south to north, `spacing` metres apart (at least 1/16), the first at `lower`; between
/// them bilinear, beyond the border as on it. Each square between four samples costs the more the steeper it is, for paths
/// and windows alike. With a `count` of 0 the ground is flat.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SetHeights(
    world: WorldHandle,
    lower: Vec2,
    spacing: f32,
    columns: u32,
    heights: *const f32,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's array.
        let heights = unsafe { items(heights, count)? };
        let grid = (count > 0).then(|| HeightGrid {
            min: lower.into(),
            spacing,
            columns: columns as usize,
            heights: heights.to_vec(),
        });
        registry::edit(world, |entry| {
            entry.world.set_heights(grid)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// How high the ground lies at a point, in metres; 0 where nothing was said of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetHeight(
    world: WorldHandle,
    point: Vec2,
    height: *mut f32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let height = unsafe { Out::new(height, "the height")? };
        let point = finite(point, "the point")?;
        registry::read(world, |entry| {
            height.write(entry.world.height_at(point));
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds a disc of ground that units shun: fire, gas, the reach of a gun. `center` and `radius` in metres; `amount` is how
/// many metres of free ground more a metre there costs, above 0 to 1000, and adds up where discs overlap; `seconds` is how
/// long it lasts, above 0, or infinite: what stays is seen by paths and windows, what passes by windows alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddDiscomfort(
    world: WorldHandle,
    center: Vec2,
    radius: f32,
    amount: f32,
    seconds: f32,
    discomfort: *mut DiscomfortHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let discomfort = unsafe { Out::new(discomfort, "the new discomfort's handle")? };
        registry::edit(world, |entry| {
            let disc = Discomfort { center: center.into(), radius, amount, seconds };
            let key = entry.world.add_discomfort(&disc)?;
            discomfort.write(entry.name(key, World::remove_discomfort)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes a discomfort before its time.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveDiscomfort(
    world: WorldHandle,
    discomfort: DiscomfortHandle,
) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            let key = discomfort.key(&entry.stamps).unwrap_or_default();
            entry.world.remove_discomfort(key)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Whether a handle names a discomfort of the world: it is not null, not over, not removed, and not another world's.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_IsDiscomfortValid(
    world: WorldHandle,
    discomfort: DiscomfortHandle,
) -> bool {
    guarded_or(false, || {
        let is_known = |entry: &WorldEntry| {
            let key = discomfort.key(&entry.stamps);
            Ok(key.is_some_and(|key| entry.world.discomfort(key).is_some()))
        };
        registry::read(world, is_known).unwrap_or(false)
    })
}
