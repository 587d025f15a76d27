//! Numbers of many units at once, straight from and into the memory of an engine.

use hybrid::Unit;
use hybrid::glam;

use crate::border::{definition, items};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::unit::{for_each, listed};
use crate::unit_state::activity;

/// One vector of each unit in the caller's memory: the coordinates of unit `i` lie `i * stride` bytes behind those of the
/// first one. So any layout will do, without a copy:
///
/// - an array of hnavVec2 `v`: `{&v[0].x, &v[0].y, sizeof v[0]}`,
/// - arrays `xs` and `ys`: `{xs, ys, sizeof(float)}`,
/// - a member `position` of an array of components in a world whose ground is x and z:
///   `{&c[0].position.x, &c[0].position.z, sizeof c[0]}`.
///
/// A coordinate with a NULL pointer is left out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VectorColumn {
    /// The first unit's coordinate to the east.
    pub x: *mut f32,
    /// The first unit's coordinate to the north.
    pub y: *mut f32,
    /// Bytes from unit to unit: a multiple of 4.
    pub stride: u32,
}

/// As hnavVectorColumn, to be read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ConstVectorColumn {
    /// The first unit's coordinate to the east.
    pub x: *const f32,
    /// The first unit's coordinate to the north.
    pub y: *const f32,
    /// Bytes from unit to unit: a multiple of 4.
    pub stride: u32,
}

/// A 32-bit number of each unit in the caller's memory, see hnavVectorColumn.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NumberColumn {
    /// The first unit's number; NULL: it is left out.
    pub first: *mut u32,
    /// Bytes from unit to unit: a multiple of 4.
    pub stride: u32,
}

/// What hnavWorld_ReadUnits() shall write. Take it from hnavDefaultUnitColumns(), where everything is left out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UnitColumns {
    /// Set by hnavDefaultUnitColumns().
    pub struct_size: u32,
    /// The centres, in metres.
    pub position: VectorColumn,
    /// What units really moved in the last step, in m/s, see hnavUnitState.
    pub velocity: VectorColumn,
    /// The part of it that is beyond their greatest speeds, in m/s.
    pub push: VectorColumn,
    /// Where units wanted to go, in m/s; of those that the engine moves, with which velocity they should move now.
    pub desired_velocity: VectorColumn,
    /// Where units look: unit vectors.
    pub heading: VectorColumn,
    /// What units are doing: values of hnavActivity.
    pub activity: NumberColumn,
}

/// Columns of which everything is left out.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultUnitColumns() -> UnitColumns {
    let nothing = VectorColumn { x: std::ptr::null_mut(), y: std::ptr::null_mut(), stride: 0 };
    let columns = UnitColumns {
        struct_size: size_of::<UnitColumns>() as u32,
        position: nothing,
        velocity: nothing,
        push: nothing,
        desired_velocity: nothing,
        heading: nothing,
        activity: NumberColumn { first: std::ptr::null_mut(), stride: 0 },
    };
    guarded_or(columns, || columns)
}

/// Reads numbers of units into the caller's memory, wherever they belong: row `i` of each column is that of `units[i]`,
/// and `count` is the number of units and of rows. Columns must not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_ReadUnits(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    columns: *const UnitColumns,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; UnitColumns start with their size.
        let (units, columns) =
            unsafe { (items(units, count)?, definition(columns, "hnavDefaultUnitColumns()")?) };
        // SAFETY: the caller's columns of `count` rows.
        let writers = unsafe { writers(&columns)? };
        registry::read(world, |entry| {
            // All are known before the first number is written, and each is looked at once: they lie far apart.
            let mut rows = Vec::with_capacity(units.len().min(entry.world.unit_count()));
            for_each(entry, units, |key| {
                let unit = entry.world.unit(key);
                rows.extend(unit.as_ref().map(numbers));
                unit.is_some()
            })?;
            for (row, of) in rows.iter().enumerate() {
                writers.iter().for_each(|(column, number)| column.write(row, of[*number]));
            }
            Ok(ResultCode::Ok)
        })
    })
}

/// Says where units are that the engine moves, in metres, and their velocities, in m/s: all or none; call it once a tick,
/// before hnavWorld_Step(). Row `i` of both columns is that of `units[i]`, and no coordinate is left out. Positions in an
/// obstacle are accepted, since bodies of engines get there: such a unit is led to the nearest free place first.
///
/// Refused are units that the world moves, positions outside the world, and speeds above 1000 m/s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SetMotions(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    positions: ConstVectorColumn,
    velocities: ConstVectorColumn,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers, and columns of `count` rows.
        let (units, positions, velocities) = unsafe {
            let positions = VectorReader::new(positions, "positions")?;
            (items(units, count)?, positions, VectorReader::new(velocities, "velocities")?)
        };
        registry::change(world, |entry| {
            if units.len() > entry.world.unit_count() {
                // Refused: one is stale or listed twice.
                listed(entry, units)?;
            }
            let stamps = &entry.stamps;
            let motion = |(row, unit): (usize, &UnitHandle)| {
                (unit.key(stamps).unwrap_or_default(), positions.read(row), velocities.read(row))
            };
            let motions = units.iter().enumerate().map(motion);
            if entry.world.set_motions(motions.clone()).is_ok() {
                return Ok(ResultCode::Ok);
            }
            listed(entry, units)?;
            for (row, (key, position, velocity)) in motions.enumerate() {
                let checked = entry.world.check_motion(key, position, velocity);
                checked.map_err(|error| Failure::from(error).at("units", row))?;
            }
            Ok(ResultCode::Ok)
        })
    })
}

/// A column that is wanted. Writing it is safe: the caller of the constructor answers for all rows.
struct Column {
    first: *mut u32,
    stride: usize,
}

impl Column {
    /// # Safety
    /// `first` is NULL, or may be written for all rows until the exported function returns.
    unsafe fn new(first: *mut u32, stride: u32, what: &str) -> Result<Option<Self>, Failure> {
        if first.is_null() {
            return Ok(None);
        }
        let stride = checked_stride(first, stride, what)?;
        Ok(Some(Self { first, stride }))
    }

    fn write(&self, row: usize, bits: u32) {
        // SAFETY: the row is one that the contract of `new` speaks of; stride and start are multiples of 4.
        unsafe { self.first.byte_add(row * self.stride).write(bits) }
    }
}

/// A column of vectors to be read, all of whose rows may be.
struct VectorReader {
    x: *const f32,
    y: *const f32,
    stride: usize,
}

impl VectorReader {
    /// # Safety
    /// The pointers are NULL, or may be read for all rows until the exported function returns.
    unsafe fn new(column: ConstVectorColumn, what: &str) -> Result<Self, Failure> {
        let ConstVectorColumn { x, y, stride } = column;
        if x.is_null() || y.is_null() {
            let message = format!("a coordinate of the column `{what}` is NULL: give both");
            return Err(Failure::new(ResultCode::BadPointer, message));
        }
        checked_stride(x.cast(), stride, what)?;
        Ok(Self { x, y, stride: checked_stride(y.cast(), stride, what)? })
    }

    fn read(&self, row: usize) -> glam::Vec2 {
        // SAFETY: the row is one that the contract of `new` speaks of; stride and starts are multiples of 4.
        let number = |first: *const f32| unsafe { first.byte_add(row * self.stride).read() };
        glam::Vec2::new(number(self.x), number(self.y))
    }
}

fn checked_stride(first: *const u32, stride: u32, what: &str) -> Result<usize, Failure> {
    if !first.is_aligned() {
        let message = format!("the pointer to the column `{what}` is not aligned for its type");
        return Err(Failure::new(ResultCode::BadPointer, message));
    }
    if stride == 0 || !stride.is_multiple_of(4) {
        let message = format!(
            "the stride of the column `{what}` is {stride}: give the bytes from unit to unit, a multiple of 4"
        );
        return Err(Failure::new(ResultCode::OutOfRange, message));
    }
    Ok(stride as usize)
}

/// A wanted column, and the index of its number among [`numbers`].
type Writer = (Column, usize);

/// The bits of all that may be wanted of a unit.
fn numbers(unit: &Unit) -> [u32; 11] {
    let [position, velocity, push, desired, heading] =
        [unit.position, unit.velocity, unit.push, unit.desired_velocity, unit.heading]
            .map(|vector| [vector.x.to_bits(), vector.y.to_bits()]);
    let doing = activity(unit.activity) as u32;
    [
        position[0],
        position[1],
        velocity[0],
        velocity[1],
        push[0],
        push[1],
        desired[0],
        desired[1],
        heading[0],
        heading[1],
        doing,
    ]
}

/// The columns that are wanted.
///
/// # Safety
/// See [`Column::new`].
unsafe fn writers(columns: &UnitColumns) -> Result<Vec<Writer>, Failure> {
    let vectors = [
        (columns.position, "position"),
        (columns.velocity, "velocity"),
        (columns.push, "push"),
        (columns.desired_velocity, "desiredVelocity"),
        (columns.heading, "heading"),
    ];
    let coordinates = vectors.iter().flat_map(|&(VectorColumn { x, y, stride }, what)| {
        [(x.cast(), stride, what), (y.cast(), stride, what)]
    });
    let doing = (columns.activity.first, columns.activity.stride, "activity");
    let mut writers = Vec::new();
    for (number, (first, stride, what)) in coordinates.chain([doing]).enumerate() {
        // SAFETY: our contract.
        let column = unsafe { Column::new(first, stride, what)? };
        writers.extend(column.map(|column| (column, number)));
    }
    Ok(writers)
}
