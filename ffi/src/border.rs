//! What C passes by pointer, checked. Counts and pointers are looked at before any work is done, so that results can be
//! written at its end without fail.

use std::ptr::NonNull;

use hybrid::glam::Vec2 as Point;
use hybrid::navmesh::{Outline, polygon};

use crate::result::{Failure, ResultCode};
use crate::vector::{MAX_OUTLINE_POINTS, Polygon, Ring, Vec2, finite};

/// Where a result goes. Writing it is safe: the caller of the constructor answers for the place.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    /// `pointer` is NULL, or may be written until the exported function returns.
    pub(crate) unsafe fn new(pointer: *mut T, what: &str) -> Result<Self, Failure> {
        checked(pointer, what).map(Self)
    }

    /// A place for a result that is not wanted if its pointer is NULL.
    ///
    /// # Safety
    /// As of [`Out::new`].
    pub(crate) unsafe fn wanted(pointer: *mut T, what: &str) -> Result<Option<Self>, Failure> {
        // SAFETY: our contract.
        if pointer.is_null() { Ok(None) } else { unsafe { Self::new(pointer, what) }.map(Some) }
    }

    pub(crate) fn write(self, value: T) {
        // SAFETY: aligned by `new`, writable by its contract; nothing keeps an `Out` for longer than a call.
        unsafe { self.0.write(value) }
    }
}

/// The caller's array for results.
pub(crate) struct Buffer<T> {
    items: *mut T,
    capacity: u32,
}

impl<T> Buffer<T> {
    /// # Safety
    /// `items` is NULL, or may be written for `capacity` items until the exported function returns.
    pub(crate) unsafe fn new(items: *mut T, capacity: u32) -> Result<Self, Failure> {
        if capacity > 0 {
            checked(items, "the array for the results")?;
        }
        Ok(Self { items, capacity })
    }

    /// Writes as many results as fit.
    pub(crate) fn write(self, results: impl Iterator<Item = T>) {
        for (index, result) in results.take(self.capacity as usize).enumerate() {
            // SAFETY: index < capacity; the items are aligned and writable by the contract of `new`.
            unsafe { self.items.add(index).write(result) }
        }
    }
}

/// The caller's array for results, and the place of their number.
pub(crate) struct List<T> {
    buffer: Buffer<T>,
    count: Out<u32>,
}

impl<T> List<T> {
    /// # Safety
    /// As of [`Buffer::new`] and [`Out::new`].
    pub(crate) unsafe fn new(
        items: *mut T,
        capacity: u32,
        count: *mut u32,
    ) -> Result<Self, Failure> {
        // SAFETY: our contract.
        let (buffer, count) =
            unsafe { (Buffer::new(items, capacity)?, Out::new(count, "the place of the count")?) };
        Ok(Self { buffer, count })
    }

    /// Writes as many results as fit, and how many there are.
    pub(crate) fn fill(self, results: impl ExactSizeIterator<Item = T>) -> ResultCode {
        let total = results.len();
        self.fill_up(total, results)
    }

    /// Writes results that do not know how many they are, as many as fit.
    pub(crate) fn fill_up(self, total: usize, results: impl Iterator<Item = T>) -> ResultCode {
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let more = total > self.buffer.capacity;
        self.buffer.write(results);
        self.count.write(total);
        if more { ResultCode::More } else { ResultCode::Ok }
    }
}

/// The caller's array of `count` items.
///
/// # Safety
/// `items` is NULL, or may be read for `count` items until the exported function returns.
pub(crate) unsafe fn items<'a, T>(items: *const T, count: u32) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    let items = checked(items.cast_mut(), "the array")?;
    let length = count as usize;
    if length > isize::MAX as usize / size_of::<T>() {
        let message = format!("an array of {count} items does not fit into memory");
        return Err(Failure::new(ResultCode::OutOfRange, message));
    }
    // SAFETY: neither NULL nor misaligned nor too long; readable by our contract.
    Ok(unsafe { std::slice::from_raw_parts(items.as_ptr(), length) })
}

/// An outline, copied.
///
/// # Safety
/// As of [`items`].
pub(crate) unsafe fn outline(points: *const Vec2, count: u32) -> Result<Vec<Point>, Failure> {
    if count > MAX_OUTLINE_POINTS {
        let message = format!("an outline of {count} points: give at most {MAX_OUTLINE_POINTS}");
        return Err(Failure::new(ResultCode::OutOfRange, message));
    }
    // SAFETY: our contract.
    let points = unsafe { items(points, count)? };
    Ok(points.iter().map(|&point| point.into()).collect())
}

/// A ring of a polygon, copied.
///
/// # Safety
/// As of [`items`], for its points.
unsafe fn ring(ring: &Ring) -> Result<Vec<Point>, Failure> {
    // SAFETY: our contract.
    let points = unsafe { outline(ring.points, ring.count)? };
    let checked = points.iter().try_for_each(|&point| finite(point.into(), "a point").map(drop));
    checked.map(|()| points)
}

/// Polygons with holes, copied.
///
/// # Safety
/// As of [`items`], for the polygons, their holes and all points.
pub(crate) unsafe fn polygons(polygons: *const Polygon, count: u32) -> Result<Outline, Failure> {
    let few = |count: u32, what: &str| {
        let message = format!("{count} {what}: give at most {MAX_OUTLINE_POINTS}");
        let failure = Failure::new(ResultCode::OutOfRange, message);
        if count > MAX_OUTLINE_POINTS { Err(failure) } else { Ok(()) }
    };
    few(count, "polygons")?;
    let mut all = Vec::new();
    // SAFETY: our contract.
    for (index, shape) in unsafe { items(polygons, count)? }.iter().enumerate() {
        let at = |failure: Failure| failure.at("polygons", index);
        few(shape.hole_count, "holes").map_err(at)?;
        // SAFETY: our contract.
        let border = unsafe { ring(&shape.border) }.map_err(at)?;
        // SAFETY: our contract.
        let rings = unsafe { items(shape.holes, shape.hole_count) }.map_err(at)?;
        // SAFETY: our contract.
        let holes = rings.iter().map(|ring| unsafe { self::ring(ring) });
        let holes: Vec<Vec<Point>> = holes.collect::<Result<_, _>>().map_err(at)?;
        let holes: Vec<&[Point]> = holes.iter().map(Vec::as_slice).collect();
        all.push(polygon(&border, &holes));
    }
    Ok(all.into())
}

/// Whether the caller means the same structure as we do.
///
/// # Safety
/// `T` starts with an `u32`; `pointer` is NULL, or may be read for one `u32`.
pub(crate) unsafe fn check_size<T>(pointer: *const T, maker: &str) -> Result<(), Failure> {
    let pointer = checked(pointer.cast_mut(), "the definition")?;
    // SAFETY: neither NULL nor misaligned; our contract promises an u32.
    let size = unsafe { pointer.cast::<u32>().read() };
    let expected = size_of::<T>();
    if size as usize == expected {
        return Ok(());
    }
    let message = format!(
        "structSize is {size}, and this library's is {expected}: take the definition from {maker}, and the header from this version of the library"
    );
    Err(Failure::new(ResultCode::ForeignStruct, message))
}

/// A structure that starts with its size.
///
/// # Safety
/// `T` starts with an `u32`; `pointer` is NULL, or may be read for one `u32` and, if that is the size of `T`, for a `T`.
pub(crate) unsafe fn definition<T: Copy>(pointer: *const T, maker: &str) -> Result<T, Failure> {
    // SAFETY: our contract; once the size is right, it promises a whole T.
    unsafe {
        check_size(pointer, maker)?;
        Ok(pointer.read())
    }
}

fn checked<T>(pointer: *mut T, what: &str) -> Result<NonNull<T>, Failure> {
    let fault = match NonNull::new(pointer) {
        Some(pointer) if pointer.is_aligned() => return Ok(pointer),
        Some(_) => "not aligned for its type",
        None => "NULL",
    };
    Err(Failure::new(ResultCode::BadPointer, format!("the pointer to {what} is {fault}")))
}
