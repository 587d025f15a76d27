//! What the ground is like: outlines of any form, and areas.

use hybrid::World;
use hybrid::navmesh::{Area, AreaDefinition, polygon};

use crate::border::{Out, definition, outline, polygons};
use crate::guard::{guarded, guarded_or};
use crate::handle::{AreaHandle, Handle, ObstacleHandle, WorldHandle};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::{Polygon, Vec2};

/// Adds an obstacle of any form: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres, in either
/// direction round. Takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddOutline(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    obstacle: *mut ObstacleHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (points, obstacle) =
            unsafe { (outline(points, count)?, Out::new(obstacle, "the new obstacle's handle")?) };
        registry::edit(world, |entry| {
            let key = entry.world.add_outline(polygon(&points, &[]))?;
            obstacle.write(entry.name(key, World::remove_obstacle)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds an obstacle of any form, with holes or in several parts: `count` polygons, 1 to HNAV_MAX_OUTLINE_POINTS, that touch
/// at most in points. Takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddPolygons(
    world: WorldHandle,
    shapes: *const Polygon,
    count: u32,
    obstacle: *mut ObstacleHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (shapes, obstacle) =
            unsafe { (polygons(shapes, count)?, Out::new(obstacle, "the new obstacle's handle")?) };
        registry::edit(world, |entry| {
            let key = entry.world.add_outline(shapes)?;
            obstacle.write(entry.name(key, World::remove_obstacle)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Gives an obstacle another convex outline, see hnavWorld_AddObstacle(), and so another place, size or form; it keeps its
/// handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_MoveObstacle(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    points: *const Vec2,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let points = unsafe { outline(points, count)? };
        registry::edit(world, |entry| {
            let key = obstacle.key(&entry.stamps).unwrap_or_default();
            entry.world.move_obstacle(key, &points)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds an area of other ground: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres. A metre
/// in it costs `cost` metres of free ground, at least 0.1, times the factor of a unit's movement kind for ground of this
/// kind, 0 to 15 (ground in no area is of kind 0). Where areas overlap the dearest counts, but see
/// hnavWorld_AddAreaOf(), which knows layers. Takes effect as
/// hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddArea(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    kind: u32,
    cost: f32,
    area: *mut AreaHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (points, area) =
            unsafe { (outline(points, count)?, Out::new(area, "the new area's handle")?) };
        registry::edit(world, |entry| {
            let ground = Area { kind: small(kind)?, cost };
            let key = entry.world.add_area(polygon(&points, &[]), ground)?;
            area.write(entry.name(key, World::remove_area)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds an area of other ground that has holes, or several parts: `count` polygons, see hnavWorld_AddPolygons(). For the
/// rest see hnavWorld_AddArea().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddAreaPolygons(
    world: WorldHandle,
    shapes: *const Polygon,
    count: u32,
    kind: u32,
    cost: f32,
    area: *mut AreaHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (shapes, area) =
            unsafe { (polygons(shapes, count)?, Out::new(area, "the new area's handle")?) };
        registry::edit(world, |entry| {
            let key = entry.world.add_area(shapes, Area { kind: small(kind)?, cost })?;
            area.write(entry.name(key, World::remove_area)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// What an area is like. Take it from hnavDefaultAreaDef() or hnavSlowAreaDef(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaDef {
    /// Set by hnavDefaultAreaDef() and hnavSlowAreaDef().
    pub struct_size: u32,
    /// The kind of ground, 0 to 15, see hnavMovementKind.
    pub kind: u32,
    /// What a metre costs here, in metres of free ground: at least 0.1. Less than 1 is a road.
    pub cost: f32,
    /// Any whole number; by default 0. Where areas overlap, those on the highest layer alone count: a road on layer 1 is a
    /// road wherever it leads through mud on layer 0. Of those on one layer the dearest counts.
    pub layer: i32,
    /// How fast units are here, as a factor of their greatest speed: 0.001 to 1; by hnavDefaultAreaDef() 1. It changes no
    /// way: that is for the cost to do, which is the inverse by hnavSlowAreaDef().
    pub speed: f32,
}

impl AreaDef {
    fn translated(&self) -> Result<AreaDefinition, Failure> {
        let Self { cost, layer, speed, .. } = *self;
        Ok(AreaDefinition { kind: small(self.kind)?, cost, layer, speed })
    }
}

/// The definition of an area on layer 0, of a kind and a cost, see hnavAreaDef.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultAreaDef(kind: u32, cost: f32) -> AreaDef {
    guarded_or(AreaDef::default(), || AreaDef {
        struct_size: size_of::<AreaDef>() as u32,
        kind,
        cost,
        layer: 0,
        speed: 1.0,
    })
}

/// The definition of an area on layer 0 in which units have this share of their speed, 0.001 to 1, and a metre costs the
/// inverse, so that ways take the least time, see hnavAreaDef.
#[unsafe(no_mangle)]
pub extern "C" fn hnavSlowAreaDef(kind: u32, speed: f32) -> AreaDef {
    guarded_or(AreaDef::default(), || AreaDef {
        struct_size: size_of::<AreaDef>() as u32,
        kind,
        cost: AreaDefinition::of_speed(0, speed).cost,
        layer: 0,
        speed,
    })
}

/// Adds an area of other ground of `count` polygons, see hnavWorld_AddPolygons(), with all that an area can have. For the
/// rest see hnavWorld_AddArea().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddAreaOf(
    world: WorldHandle,
    def: *const AreaDef,
    shapes: *const Polygon,
    count: u32,
    area: *mut AreaHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; an AreaDef starts with its size.
        let (def, shapes, area) = unsafe {
            (
                definition(def, "hnavDefaultAreaDef() or hnavSlowAreaDef()")?,
                polygons(shapes, count)?,
                Out::new(area, "the new area's handle")?,
            )
        };
        let like = def.translated()?;
        registry::edit(world, |entry| {
            let key = entry.world.add_area(shapes, like)?;
            area.write(entry.name(key, World::remove_area)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes an area; takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveArea(world: WorldHandle, area: AreaHandle) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            entry.world.remove_area(area.key(&entry.stamps).unwrap_or_default())?;
            Ok(ResultCode::Ok)
        })
    })
}

/// A kind that fits; whether there is such a kind is for the world to say.
pub(crate) fn small(kind: u32) -> Result<u8, Failure> {
    u8::try_from(kind).map_err(|_| {
        let message = format!("kind {kind}: it must be below 16");
        Failure::new(ResultCode::OutOfRange, message)
    })
}
