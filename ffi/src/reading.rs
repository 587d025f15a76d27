//! What was put into a world is read back, for editors and debuggers: outlines, areas, heights, discomforts.

use hybrid::glam::DVec2;
use hybrid::navmesh::Outline;

use crate::border::{List, Out};
use crate::guard::guarded;
use crate::handle::{AreaHandle, DiscomfortHandle, Handle, ObstacleHandle, WorldHandle};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::vector::Vec2;

/// A ring of an outline that is read back.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RingInfo {
    /// How many points it has.
    pub count: u32,
    /// Whether it is a hole in the last border before it.
    pub is_hole: bool,
}

/// What the ground in an area is like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AreaState {
    /// Its kind, 0 to 15.
    pub kind: u32,
    /// What a metre costs there, in metres of free ground.
    pub cost: f32,
    /// Its layer: where areas overlap, those on the highest one count.
    pub layer: i32,
    /// What the game keeps with it, see hnavWorld_SetAreaUserData().
    pub user_data: u64,
}

/// A disc of ground that units shun, as it was added with hnavWorld_AddDiscomfort().
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DiscomfortState {
    /// Its middle, in metres.
    pub center: Vec2,
    /// Its radius, in metres.
    pub radius: f32,
    /// How many metres of free ground more a metre there costs.
    pub amount: f32,
    /// How long it was to last when it was added, in seconds; infinite: until it is removed.
    pub seconds: f32,
}

/// Where the heights of hnavWorld_SetHeights() lie.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HeightGridInfo {
    /// Where the first one lies, in metres: the one with the least coordinates.
    pub lower: Vec2,
    /// How far neighbouring ones are apart, in metres.
    pub spacing: f32,
    /// How many a row has, from west to east.
    pub columns: u32,
}

/// The rings of an outline: of each polygon the border, and then its holes.
fn rings(outline: &Outline) -> impl Iterator<Item = (&[DVec2], bool)> {
    outline.polygons().iter().flat_map(|polygon| {
        let holes = polygon.holes().map(|hole| (hole, true));
        std::iter::once((polygon.border(), false)).chain(holes)
    })
}

fn fill_points(points: List<Vec2>, outline: &Outline) -> ResultCode {
    let total = rings(outline).map(|(ring, _)| ring.len()).sum();
    let all = rings(outline).flat_map(|(ring, _)| ring.iter());
    points.fill_up(total, all.map(|vertex| vertex.as_vec2().into()))
}

fn fill_rings(infos: List<RingInfo>, outline: &Outline) -> ResultCode {
    let info = |(ring, is_hole): (&[DVec2], bool)| RingInfo { count: ring.len() as u32, is_hole };
    infos.fill_up(rings(outline).count(), rings(outline).map(info))
}

fn stale(what: &str) -> Failure {
    let message = format!(
        "the handle names no {what} of this world: it is null, or the {what} has been removed, or is another world's"
    );
    Failure::new(ResultCode::StaleHandle, message)
}

fn obstacle_outline(entry: &WorldEntry, handle: ObstacleHandle) -> Result<&Outline, Failure> {
    let known = handle.key(&entry.stamps).and_then(|key| entry.world.obstacle(key));
    known.map(|view| view.outline).ok_or_else(|| stale("obstacle"))
}

fn area_view(entry: &WorldEntry, handle: AreaHandle) -> Result<hybrid::AreaView<'_>, Failure> {
    let known = handle.key(&entry.stamps).and_then(|key| entry.world.area(key));
    known.ok_or_else(|| stale("area"))
}

/// The outline of an obstacle, as it was given or moved last, also where that is still to take effect: the points of all its
/// rings one after the other, in metres, each once. hnavWorld_GetObstacleRings() says where each ring ends. `count` gets their
/// number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetObstaclePoints(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| Ok(fill_points(points, obstacle_outline(entry, obstacle)?)))
    })
}

/// The rings of an obstacle's outline: of each polygon the border, and then its holes. `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetObstacleRings(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    rings: *mut RingInfo,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let rings = unsafe { List::new(rings, capacity, count)? };
        registry::read(world, |entry| Ok(fill_rings(rings, obstacle_outline(entry, obstacle)?)))
    })
}

/// What the ground in an area is like, also in one that is still to take effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetArea(
    world: WorldHandle,
    area: AreaHandle,
    state: *mut AreaState,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let state = unsafe { Out::new(state, "the area's state")? };
        registry::read(world, |entry| {
            let view = area_view(entry, area)?;
            let hybrid::navmesh::AreaDefinition { kind, cost, layer, .. } = view.area;
            let (kind, user_data) = (kind.into(), view.user_data);
            state.write(AreaState { kind, cost, layer, user_data });
            Ok(ResultCode::Ok)
        })
    })
}

/// The outline of an area, as hnavWorld_GetObstaclePoints() gives that of an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetAreaPoints(
    world: WorldHandle,
    area: AreaHandle,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| Ok(fill_points(points, area_view(entry, area)?.outline)))
    })
}

/// The rings of an area's outline, as hnavWorld_GetObstacleRings() gives those of an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetAreaRings(
    world: WorldHandle,
    area: AreaHandle,
    rings: *mut RingInfo,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let rings = unsafe { List::new(rings, capacity, count)? };
        registry::read(world, |entry| Ok(fill_rings(rings, area_view(entry, area)?.outline)))
    })
}

/// What is walkable within the bounds, see hnavWorldDef, as hnavWorld_GetObstaclePoints() gives the outline of an obstacle. No
/// points: all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetWalkablePoints(
    world: WorldHandle,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| {
            let walkable = entry.world.definition().walkable.as_ref();
            Ok(fill_points(points, walkable.unwrap_or(&Outline::default())))
        })
    })
}

/// The rings of what is walkable, as hnavWorld_GetObstacleRings() gives those of an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetWalkableRings(
    world: WorldHandle,
    rings: *mut RingInfo,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let rings = unsafe { List::new(rings, capacity, count)? };
        registry::read(world, |entry| {
            let walkable = entry.world.definition().walkable.as_ref();
            Ok(fill_rings(rings, walkable.unwrap_or(&Outline::default())))
        })
    })
}

/// The heights of hnavWorld_SetHeights(), row by row from south to north, also where they are still to take effect; `info`
/// gets where they lie. HNAV_RESULT_NONE if the ground is flat. `count` gets their number, see hnavWorld_GetEvents() for
/// `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetHeights(
    world: WorldHandle,
    info: *mut HeightGridInfo,
    heights: *mut f32,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (info, heights) = unsafe {
            (Out::new(info, "where the heights lie")?, List::new(heights, capacity, count)?)
        };
        registry::read(world, |entry| {
            let Some(grid) = entry.world.heights() else { return Ok(ResultCode::None) };
            info.write(HeightGridInfo {
                lower: grid.min.into(),
                spacing: grid.spacing,
                columns: grid.columns as u32,
            });
            Ok(heights.fill(grid.heights.iter().copied()))
        })
    })
}

/// All discomforts that are not over, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetDiscomforts(
    world: WorldHandle,
    discomforts: *mut DiscomfortHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let discomforts = unsafe { List::new(discomforts, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.discomforts().count();
            let all = entry.world.discomforts();
            let handles = all.map(|(key, _)| DiscomfortHandle::new(key, &entry.stamps));
            Ok(discomforts.fill_up(total, handles))
        })
    })
}

/// A discomfort, as it was added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetDiscomfort(
    world: WorldHandle,
    discomfort: DiscomfortHandle,
    state: *mut DiscomfortState,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let state = unsafe { Out::new(state, "the discomfort's state")? };
        registry::read(world, |entry| {
            let known = discomfort.key(&entry.stamps).and_then(|key| entry.world.discomfort(key));
            let hybrid::Discomfort { center, radius, amount, seconds } =
                known.ok_or_else(|| stale("discomfort"))?;
            state.write(DiscomfortState { center: center.into(), radius, amount, seconds });
            Ok(ResultCode::Ok)
        })
    })
}
