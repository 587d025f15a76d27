//! Why units go where they go, and where they would go.

use std::ffi::c_char;

use hybrid::{Explanation, Goal, glam};

use crate::border::{List, Out};
use crate::guard::guarded;
use crate::handle::{UnitHandle, WorldHandle};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::unit::listed;
use crate::unit_state::{Activity, Guidance, activity, guidance};
use crate::vector::Vec2;

/// Why a unit goes where it goes, as of the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Reasons {
    /// What it is doing.
    pub activity: Activity,
    /// What showed it its way.
    pub guidance: Guidance,
    /// How far it still is to the nearest place of its order, on the shortest way, in metres; below 0 where that is not
    /// known.
    pub distance: f32,
    /// What the field of its group says: how far it still is, in metres of free travel; below 0 where there is none.
    pub potential: f32,
    /// Which way the field shows, as a share of the greatest speed; 0 where there is none.
    pub field: Vec2,
    /// Whether the next narrow passage on its way is near, and so the numbers below are known.
    pub near_passage: bool,
    /// Whether it must wait before the passage, or go back out of it, as it is the others' turn.
    pub must_wait: bool,
    /// Whether no way leads to its goal: its place is then as near to it as it gets.
    pub has_lost_goal: bool,
    /// How many units it waits for there.
    pub waits_for: u32,
    /// How wide the passage is, in metres.
    pub passage_width: f32,
    /// How far it is to the passage, in metres; 0 inside.
    pub passage_distance: f32,
    /// How many units that it touches are in its way.
    pub blocked_by: u32,
    /// For how long it has not got on, in seconds.
    pub standstill: f32,
    /// The goal to which no way leads, in metres; 0 where one does.
    pub lost_goal: Vec2,
}

impl Reasons {
    fn new(why: &Explanation) -> Self {
        let (field, passage) = (why.field.as_ref(), why.passage.as_ref());
        Self {
            activity: activity(why.activity),
            guidance: guidance(why.guidance),
            distance: why.rest.map_or(-1.0, |rest| rest.distance),
            potential: field.map_or(-1.0, |field| field.potential),
            field: field.map_or(glam::Vec2::ZERO, |field| field.velocity).into(),
            near_passage: passage.is_some(),
            must_wait: passage.is_some_and(|passage| passage.must_wait),
            has_lost_goal: why.lost_goal.is_some(),
            waits_for: passage.map_or(0, |passage| passage.waits_for.len() as u32),
            passage_width: passage.map_or(0.0, |passage| passage.width),
            passage_distance: passage.map_or(0.0, |passage| passage.distance),
            blocked_by: why.blocked_by.len() as u32,
            standstill: why.standstill,
            lost_goal: why.lost_goal.unwrap_or_default().into(),
        }
    }
}

/// Why a unit goes where it goes. It takes as long as a path or two: for units that somebody looks at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Explain(
    world: WorldHandle,
    unit: UnitHandle,
    reasons: *mut Reasons,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let reasons = unsafe { Out::new(reasons, "the reasons")? };
        registry::read(world, |entry| {
            reasons.write(Reasons::new(&explanation(entry, unit)?));
            Ok(ResultCode::Ok)
        })
    })
}

/// Says why a unit goes where it goes in a sentence, in UTF-8, ended by 0. `count` gets its bytes, the 0 included. Of
/// one that is longer than `capacity` nothing but its beginning is written, not ended, and the result is HNAV_RESULT_MORE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_ExplainInWords(
    world: WorldHandle,
    unit: UnitHandle,
    text: *mut c_char,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let text = unsafe { List::new(text, capacity, count)? };
        registry::read(world, |entry| {
            let words = format!("{}\0", explanation(entry, unit)?);
            Ok(text.fill_up(words.len(), words.bytes().map(|byte| byte as c_char)))
        })
    })
}

/// The way that a unit is expected to take, from where it is to its place, in metres; one point if it goes nowhere.
/// `count` gets the number of its points, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetExpectedWay(
    world: WorldHandle,
    unit: UnitHandle,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| {
            let way = explanation(entry, unit)?.way;
            Ok(points.fill(way.into_iter().map(Vec2::from)))
        })
    })
}

/// The way that a unit would go if it were ordered to a point now, in metres. Nothing changes. `count` gets the number of
/// its points, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Preview(
    world: WorldHandle,
    unit: UnitHandle,
    goal: Vec2,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::query(world, |entry, _| {
            let units = listed(entry, &[unit])?;
            let previews = entry.world.preview(&units, &Goal::Point(goal.into()))?;
            let path = previews.into_iter().flat_map(|preview| preview.path);
            let path: Vec<Vec2> = path.map(Vec2::from).collect();
            Ok(points.fill(path.into_iter()))
        })
    })
}

fn explanation(entry: &WorldEntry, unit: UnitHandle) -> Result<Explanation, Failure> {
    Ok(entry.world.explain(listed(entry, &[unit])?[0])?)
}
