//! What happened in a step.

use hybrid::{PathLostReason, StuckReason};

use crate::border::List;
use crate::guard::guarded;
use crate::handle::{Handle, LinkHandle, OrderHandle, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::ResultCode;
use crate::stamp::Stamps;
use crate::vector::Vec2;

/// What happened to a unit.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Something that this version of the header has no name for.
    Other = 0,
    /// It came to rest at its place; once per order and unit, and again after the order's goal was moved, or the unit that it
    /// follows has gone on and come to rest again. Where the order repeats its way (hnavRepeat): it passed the goal.
    Arrived = 1,
    /// It lost its way: an obstacle stands on its goal or place, and round the goal there is no other one left. Of this and
    /// the other losses `keepsOrder` says what becomes of it.
    PlaceBlocked = 2,
    /// It lost its way: obstacles cut it off from its goal.
    CutOff = 3,
    /// It has got nowhere for 5 s: units that it touches are in its way, `blocker`. It keeps its order and goes on trying; where
    /// that one holds its position and leaves no room beside it, it stands until the way is free.
    StuckByUnits = 4,
    /// It has got nowhere for 5 s: its way leads into a wall. It keeps its order and goes on trying.
    StuckByWall = 5,
    /// It has got nowhere for 5 s: no way leads from where it is to its place. It keeps its order and goes on trying.
    StuckNoWay = 6,
    /// It has entered a link: from now on it moves to its other end.
    LinkEntered = 7,
    /// It has left a link, and is back on the ground.
    LinkLeft = 8,
    /// It passed a way point of its order, `wayPoint`, and goes on to the next one or to its goal.
    PassedWayPoint = 9,
    /// It lost its way: round the goal there is no room for it.
    NoRoom = 10,
    /// It lost its way: the unit that it followed was removed.
    TargetGone = 11,
    /// A way has opened to the goal that it had lost: it goes on.
    PathFound = 12,
    /// For 10 s it has come no nearer to its place, or it has walked much farther than its shortest way, though nothing
    /// that it touches is in its way. It keeps its order and goes on trying.
    StuckNoProgress = 13,
    /// An obstacle has come where it stood, `from`, and it was put beside it, to `place`: on the ground where it was, if any
    /// of that is left. Or a change has made it too large for where it stood, see hnavWorld_SetUnits().
    Displaced = 14,
}

/// Something that happened in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The unit.
    pub unit: UnitHandle,
    /// The order that it had; none (all zero) where links are entered and left, and where it was displaced.
    pub order: OrderHandle,
    /// The link that was entered or left; else none (all zero).
    pub link: LinkHandle,
    /// Of a lost way: its new place, in metres, if it keeps its order. Of HNAV_EVENT_KIND_DISPLACED: where it was put. Else
    /// (0, 0).
    pub place: Vec2,
    /// Of HNAV_EVENT_KIND_DISPLACED: where it stood, in metres; else (0, 0).
    pub from: Vec2,
    /// Of HNAV_EVENT_KIND_STUCK_BY_UNITS: the unit that holds it up, the one that bars the way for all of those that stand
    /// behind each other before it; else none (all zero).
    pub blocker: UnitHandle,
    /// What happened.
    pub kind: EventKind,
    /// Of HNAV_EVENT_KIND_PASSED_WAY_POINT: the index of the way point in its order; else 0.
    pub way_point: u32,
    /// Whether it still has `order`. Of a lost way: if so, it goes as near to the goal as it can, see hnavUnreachable; if
    /// not, it stops.
    pub keeps_order: bool,
}

impl Event {
    fn new(event: &hybrid::Event, stamps: &Stamps) -> Self {
        use hybrid::Event::*;
        let plain = Self {
            unit: UnitHandle::new(event.unit(), stamps),
            order: OrderHandle::default(),
            link: LinkHandle::default(),
            place: Vec2::default(),
            from: Vec2::default(),
            blocker: UnitHandle::default(),
            kind: EventKind::Other,
            way_point: 0,
            keeps_order: false,
        };
        let of = |order, kind| Self {
            order: OrderHandle::new(order, stamps),
            kind,
            keeps_order: true,
            ..plain
        };
        let on = |link, kind| Self { link: LinkHandle::new(link, stamps), kind, ..plain };
        match *event {
            Arrived { order, .. } => of(order, EventKind::Arrived),
            PassedWayPoint { order, way_point, .. } => {
                Self { way_point, ..of(order, EventKind::PassedWayPoint) }
            }
            PathLost { order, reason, goes_to, .. } => Self {
                place: goes_to.unwrap_or_default().into(),
                keeps_order: goes_to.is_some(),
                ..of(order, lost(reason))
            },
            PathFound { order, .. } => of(order, EventKind::PathFound),
            Stuck { order, reason, blocker, .. } => Self {
                blocker: blocker.map(|unit| UnitHandle::new(unit, stamps)).unwrap_or_default(),
                ..of(order, stuck(reason))
            },
            Displaced { from, to, .. } => {
                Self { place: to.into(), from: from.into(), kind: EventKind::Displaced, ..plain }
            }
            LinkEntered { link, .. } => on(link, EventKind::LinkEntered),
            LinkLeft { link, .. } => on(link, EventKind::LinkLeft),
            _ => plain,
        }
    }
}

fn lost(reason: PathLostReason) -> EventKind {
    match reason {
        PathLostReason::PlaceBlocked => EventKind::PlaceBlocked,
        PathLostReason::Unreachable => EventKind::CutOff,
        PathLostReason::NoRoom => EventKind::NoRoom,
        PathLostReason::TargetGone => EventKind::TargetGone,
        _ => EventKind::Other,
    }
}

fn stuck(reason: StuckReason) -> EventKind {
    match reason {
        StuckReason::Units => EventKind::StuckByUnits,
        StuckReason::Wall => EventKind::StuckByWall,
        StuckReason::NoWay => EventKind::StuckNoWay,
        StuckReason::NoProgress => EventKind::StuckNoProgress,
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
        let events = unsafe { List::new(events, capacity, count)? };
        registry::read(world, |entry| {
            let happened = entry.world.events().iter();
            Ok(events.fill(happened.map(|event| Event::new(event, &entry.stamps))))
        })
    })
}

#[cfg(test)]
mod tests {
    use hybrid::Event as Happened;
    use hybrid::{LinkId, OrderId, UnitId, glam};

    use super::*;

    #[test]
    fn every_event_has_a_name_in_c() {
        let (unit, order, link) = (UnitId::default(), OrderId::default(), LinkId::default());
        let lost = |reason| Happened::PathLost { unit, order, reason, goes_to: None };
        let blocker = None;
        let stuck = |reason| Happened::Stuck { unit, order, reason, blocker };
        let all = [
            Happened::Arrived { unit, order },
            lost(PathLostReason::PlaceBlocked),
            lost(PathLostReason::Unreachable),
            stuck(StuckReason::Units),
            stuck(StuckReason::Wall),
            stuck(StuckReason::NoWay),
            Happened::LinkEntered { unit, link },
            Happened::LinkLeft { unit, link },
            Happened::PassedWayPoint { unit, order, way_point: 3 },
            lost(PathLostReason::NoRoom),
            lost(PathLostReason::TargetGone),
            Happened::PathFound { unit, order },
            stuck(StuckReason::NoProgress),
            Happened::Displaced { unit, from: glam::Vec2::X, to: glam::Vec2::Y },
        ];
        let told: Vec<Event> =
            all.iter().map(|event| Event::new(event, &Stamps::new().unwrap())).collect();
        let kinds: Vec<i32> = told.iter().map(|event| event.kind as i32).collect();
        assert_eq!(kinds, (1..=14).collect::<Vec<i32>>());
        assert_eq!(told[8].way_point, 3);
        let (one, other) = (glam::Vec2::X.into(), glam::Vec2::Y.into());
        assert_eq!((told[13].from, told[13].place), (one, other));
        assert!(told[0].keeps_order && !told[1].keeps_order && !told[6].keeps_order);
    }

    #[test]
    fn a_lost_way_says_where_the_unit_goes() {
        let (unit, order) = (UnitId::default(), OrderId::default());
        let (reason, goes_to) = (PathLostReason::NoRoom, Some(glam::Vec2::new(1.0, 2.0)));
        let event = Happened::PathLost { unit, order, reason, goes_to };
        let told = Event::new(&event, &Stamps::new().unwrap());
        assert!(told.keeps_order && told.place == Vec2 { x: 1.0, y: 2.0 });
    }
}
