//! Narrow passages, and who goes through them.

use hybrid::{PassageUser as User, PassageView, World, glam};

use crate::border::List;
use crate::guard::guarded;
use crate::handle::{Handle, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::Vec2;

/// One of the two ends of a narrow passage.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PassageEnd {
    /// The left end of its mouth, as seen when going in, in metres. The centre of a unit of the least radius can be there.
    pub left: Vec2,
    /// The right end of its mouth.
    pub right: Vec2,
    /// How long those wait who come there now, in seconds.
    pub wait: f32,
    /// Whether those who come there must wait, as it is the others' turn.
    pub must_wait: bool,
}

/// A narrow passage, and what happens in it, as of the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    /// Its end 0.
    pub end0: PassageEnd,
    /// Its end 1.
    pub end1: PassageEnd,
    /// The least distance between its walls, in metres.
    pub width: f32,
    /// How far it is from mouth to mouth, in metres.
    pub length: f32,
    /// How many units have it before them, as the next one on their way, or are inside.
    pub user_count: u32,
    /// How many gates it has, the two mouths among them.
    pub gate_count: u32,
    /// Whether units come from both ends, or did so within the last two seconds.
    pub is_opposed: bool,
}

impl Passage {
    fn new(passage: &PassageView) -> Self {
        let end = |end: usize| {
            let [left, right] = passage.mouth(end).unwrap_or_default().map(Vec2::from);
            let must_wait = passage.turn.is_some_and(|turn| turn != end);
            PassageEnd { left, right, wait: passage.waits[end], must_wait }
        };
        Self {
            end0: end(0),
            end1: end(1),
            width: passage.width,
            length: passage.length,
            user_count: passage.users.len() as u32,
            gate_count: passage.gates().len() as u32,
            is_opposed: passage.is_opposed,
        }
    }
}

/// A unit whose way leads through a narrow passage.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PassageUser {
    /// The unit.
    pub unit: UnitHandle,
    /// The end from which it comes: 0 or 1.
    pub end: u32,
    /// How far it is from the mouth, in metres, along its way; 0 inside.
    pub distance: f32,
    /// Whether it has passed the mouth.
    pub is_inside: bool,
    /// Whether it must wait before the mouth, or go back out to it, as it is the others' turn.
    pub must_wait: bool,
}

/// All narrow passages, in an order that depends on where they are alone. None are known before the first step, those of a
/// large world some steps later. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetPassages(
    world: WorldHandle,
    passages: *mut Passage,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let passages = unsafe { List::new(passages, capacity, count)? };
        registry::read(world, |entry| {
            let all: Vec<Passage> =
                entry.world.passages().map(|passage| Passage::new(&passage)).collect();
            Ok(passages.fill(all.into_iter()))
        })
    })
}

/// The units whose way leads through a narrow passage before any other one, in a fixed order. `passage` is its index in what
/// hnavWorld_GetPassages() gives, as of the same step. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetPassageUsers(
    world: WorldHandle,
    passage: u32,
    users: *mut PassageUser,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let users = unsafe { List::new(users, capacity, count)? };
        registry::read(world, |entry| {
            let passage = nth(&entry.world, passage)?;
            let user = |user: &User| PassageUser {
                unit: UnitHandle::new(user.unit, &entry.stamps),
                end: user.end as u32,
                distance: user.distance,
                is_inside: user.is_inside,
                must_wait: user.must_wait,
            };
            Ok(users.fill(passage.users.iter().map(user)))
        })
    })
}

/// The gates of a narrow passage from its end 0 to its end 1: the left and the right end of each, as seen on that way, in
/// metres. `passage` is as of hnavWorld_GetPassageUsers(). `count` gets the number of points, two for each gate, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetPassageGates(
    world: WorldHandle,
    passage: u32,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| {
            let passage = nth(&entry.world, passage)?;
            let ends: Vec<glam::Vec2> = passage.gates().flatten().collect();
            Ok(points.fill(ends.into_iter().map(Vec2::from)))
        })
    })
}

fn nth(world: &World, index: u32) -> Result<PassageView<'_>, Failure> {
    world.passage(index as usize).ok_or_else(|| {
        let (count, known) = (world.passages().count(), "hnavWorld_GetPassages() gives");
        let message = format!("passage {index}: {known} {count} of them; give an index below");
        Failure::new(ResultCode::OutOfRange, message)
    })
}
