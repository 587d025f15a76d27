//! What happened in a step.

use hybrid::{PathLostReason, StuckReason};

use crate::border::{Buffer, Out};
use crate::guard::guarded;
use crate::handle::{Handle, LinkHandle, OrderHandle, Stamp, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::ResultCode;

/// What happened to a unit.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Something that this version of the header has no name for.
    Other = 0,
    /// It came to rest at its place; once per order and unit.
    Arrived = 1,
    /// An obstacle was added on its place, and round the goal there is no other one left. It has no order any more.
    PlaceBlocked = 2,
    /// An obstacle was added that cuts it off from its place. It has no order any more.
    CutOff = 3,
    /// It has got nowhere for 5 s: units that it touches are in its way. It keeps its order and goes on trying.
    StuckByUnits = 4,
    /// It has got nowhere for 5 s: its way leads into a wall. It keeps its order and goes on trying.
    StuckByWall = 5,
    /// It has got nowhere for 5 s: no way leads from where it is to its place. It keeps its order and goes on trying.
    StuckNoWay = 6,
    /// It has entered a link: from now on it moves to its other end.
    LinkEntered = 7,
    /// It has left a link, and is back on the ground.
    LinkLeft = 8,
}

/// Something that happened in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The unit.
    pub unit: UnitHandle,
    /// The order that it had; none (all zero) where links are entered and left.
    pub order: OrderHandle,
    /// The link that was entered or left; else none (all zero).
    pub link: LinkHandle,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    fn new(event: &hybrid::Event, stamp: Stamp) -> Self {
        let (order, kind) = match *event {
            hybrid::Event::Arrived { order, .. } => (Some(order), EventKind::Arrived),
            hybrid::Event::PathLost { order, reason, .. } => (Some(order), lost(reason)),
            hybrid::Event::Stuck { order, reason, .. } => (Some(order), stuck(reason)),
            hybrid::Event::LinkEntered { .. } => (None, EventKind::LinkEntered),
            hybrid::Event::LinkLeft { .. } => (None, EventKind::LinkLeft),
            _ => (None, EventKind::Other),
        };
        let link = match *event {
            hybrid::Event::LinkEntered { link, .. } | hybrid::Event::LinkLeft { link, .. } => {
                LinkHandle::new(link, stamp)
            }
            _ => LinkHandle::default(),
        };
        let order = order.map_or_else(OrderHandle::default, |order| OrderHandle::new(order, stamp));
        Self { unit: UnitHandle::new(event.unit(), stamp), order, link, kind }
    }
}

fn lost(reason: PathLostReason) -> EventKind {
    match reason {
        PathLostReason::PlaceBlocked => EventKind::PlaceBlocked,
        PathLostReason::Unreachable => EventKind::CutOff,
        _ => EventKind::Other,
    }
}

fn stuck(reason: StuckReason) -> EventKind {
    match reason {
        StuckReason::Units => EventKind::StuckByUnits,
        StuckReason::Wall => EventKind::StuckByWall,
        StuckReason::NoWay => EventKind::StuckNoWay,
        _ => EventKind::Other,
    }
}

/// What happened in the last step, in a fixed order of the units. `count` gets the number of events. If it is above
/// `capacity`, only the first `capacity` events are written and the result is HNAV_RESULT_MORE. With a `capacity` of 0,
/// `events` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetEvents(
    world: WorldHandle,
    events: *mut Event,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (events, count) =
            unsafe { (Buffer::new(events, capacity)?, Out::new(count, "the place of the count")?) };
        registry::read(world, |entry| {
            let happened = entry.world.events().iter();
            Ok(events.fill(count, happened.map(|event| Event::new(event, entry.stamp))))
        })
    })
}
