//! Groups and their flow fields, to be looked at.

use hybrid::{GroupView, glam};

use crate::border::List;
use crate::guard::guarded;
use crate::handle::{Handle, OrderHandle, UnitHandle, WorldHandle};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::stamp::Stamps;
use crate::vector::Vec2;

const _: () = assert!(
    size_of::<glam::Vec2>() == size_of::<Vec2>() && align_of::<glam::Vec2>() == align_of::<Vec2>()
);

/// Units of one order that are near each other, and the window round them in which their flow field is solved.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The order that its units share.
    pub order: OrderHandle,
    /// The unit nearest to the mean of their positions.
    pub leader: UnitHandle,
    /// The index of their radius class, in ascending order of the radii.
    pub class_index: u32,
    /// How many units it has, see hnavWorld_GetGroupUnits().
    pub unit_count: u32,
    /// The window's flow field. `columns` and `rows` are 0 if there is none: groups of few units have no window.
    pub field: Field,
}

/// A flow field on a grid of square cells: row-major, row 0 has the least y.
///
/// The arrays belong to the library. They hold until the next call that changes the world; looking at them later, or while
/// such a call runs, is not allowed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The grid's south-western corner, in metres.
    pub lower: Vec2,
    /// The side of a cell, in metres.
    pub cell_size: f32,
    /// Cells from west to east.
    pub columns: u32,
    /// Cells from south to north.
    pub rows: u32,
    /// How far it still is from each cell's centre, in metres of free travel, the crowd taken into account; infinite where
    /// no way leads on.
    pub potential: *const f32,
    /// Which way to go from each cell's centre, as a share of the greatest speed: at most 1 long on flat ground; zero where
    /// no way leads on.
    pub velocity: *const Vec2,
}

impl Field {
    const NONE: Self = Self {
        lower: Vec2 { x: 0.0, y: 0.0 },
        cell_size: 0.0,
        columns: 0,
        rows: 0,
        potential: std::ptr::null(),
        velocity: std::ptr::null(),
    };

    fn new(field: &hybrid::flowfield::FlowField) -> Self {
        let frame = field.frame();
        Self {
            lower: frame.min().into(),
            cell_size: frame.cell_size,
            columns: frame.size.x,
            rows: frame.size.y,
            potential: field.potential().as_slice().as_ptr(),
            // The layouts are the same, as asserted above; both have x before y.
            velocity: field.velocity().as_slice().as_ptr().cast(),
        }
    }
}

impl Group {
    fn new(group: &GroupView<'_>, stamps: &Stamps) -> Self {
        Self {
            order: OrderHandle::new(group.order, stamps),
            leader: UnitHandle::new(group.leader, stamps),
            class_index: group.class as u32,
            unit_count: group.units.len() as u32,
            field: group.field.map_or(Field::NONE, Field::new),
        }
    }
}

/// The groups as of the last step. `count` gets their number, see hnavWorld_GetEvents() for `capacity`. A group's index in
/// this list holds until the next call that changes the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetGroups(
    world: WorldHandle,
    groups: *mut Group,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let groups = unsafe { List::new(groups, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.groups().count();
            let views = entry.world.groups().map(|group| Group::new(&group, &entry.stamps));
            Ok(groups.fill_up(total, views))
        })
    })
}

/// The units of a group, in the order of hnavWorld_GetUnits(). `count` gets their number, see hnavWorld_GetEvents() for
/// `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetGroupUnits(
    world: WorldHandle,
    group: u32,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let units = unsafe { List::new(units, capacity, count)? };
        registry::read(world, |entry| {
            let group = at(entry, group)?;
            let keys = group.units.iter();
            Ok(units.fill(keys.map(|&key| UnitHandle::new(key, &entry.stamps))))
        })
    })
}

/// The path of a group's leader as of the last plan, in metres. `count` gets the number of its points, see
/// hnavWorld_GetEvents() for `capacity`; 0 where it is not known yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetGroupPath(
    world: WorldHandle,
    group: u32,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| {
            Ok(points.fill(at(entry, group)?.path.iter().map(|&point| point.into())))
        })
    })
}

/// How dense the crowd is in each cell of a group's window, row-major as hnavField: one unit alone makes at most 1, a
/// packed crowd 2.5 to 3. `count` gets the number of cells, see hnavWorld_GetEvents() for `capacity`; 0 without a window.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetGroupDensity(
    world: WorldHandle,
    group: u32,
    density: *mut f32,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let density = unsafe { List::new(density, capacity, count)? };
        registry::read(world, |entry| {
            let Some(crowd) = at(entry, group)?.crowd else {
                return Ok(density.fill([].into_iter()));
            };
            let cells = crowd.frame().cell_count();
            Ok(density.fill_up(cells, (0..cells).map(|cell| crowd.density(cell))))
        })
    })
}

/// A group by its index.
fn at(entry: &WorldEntry, group: u32) -> Result<GroupView<'_>, Failure> {
    entry.world.groups().nth(group as usize).ok_or_else(|| {
        let count = entry.world.groups().count();
        let message = format!("group {group}, but the world has {count}: give an index below that");
        Failure::new(ResultCode::OutOfRange, message)
    })
}
