//! What steps tell.

use hybrid::glam::Vec2;
use hybrid::{Event as Told, OrderId, UnitId};
use pyo3::prelude::*;

use crate::arrays::number_of;
use crate::handles::{Link, Order};
use crate::names::{lost_name, stuck_name};

/// Something that happened to a unit in a step. `kind` is one of "arrived", "passed_way_point", "path_lost", "path_found",
/// "stuck", "displaced", "link_entered" and "link_left"; what does not belong to the kind is None.
#[pyclass(frozen, get_all, module = "hybridnav")]
#[derive(Clone, Copy, Default)]
pub(crate) struct Event {
    /// The tick in which it happened: the world's `tick_count` after it.
    tick: u64,
    /// What happened.
    kind: &'static str,
    /// The unit.
    unit: u64,
    /// Its order: of "arrived", "passed_way_point", "path_lost", "path_found" and "stuck".
    order: Option<Order>,
    /// The way point's index, from 0: of "passed_way_point".
    way_point: Option<u32>,
    /// Why: of "path_lost" one of "place_blocked", "unreachable", "no_room" and "target_gone", of "stuck" one of "units",
    /// "wall", "no_way" and "no_progress".
    reason: Option<&'static str>,
    /// Of "path_lost": where it goes now, in metres; None if it stops and has no order any more.
    goes_to: Option<(f32, f32)>,
    /// Of "stuck" by units: the unit that holds it up.
    blocker: Option<u64>,
    /// Of "displaced": where it stood, in metres.
    moved_from: Option<(f32, f32)>,
    /// Of "displaced": where it was put, in metres.
    moved_to: Option<(f32, f32)>,
    /// Of "link_entered" and "link_left": the link.
    link: Option<Link>,
}

fn pair(point: Vec2) -> (f32, f32) {
    (point.x, point.y)
}

impl Event {
    pub(crate) fn new(tick: u64, told: &Told) -> Self {
        let of = |kind, unit: UnitId| Self { tick, kind, unit: number_of(unit), ..Self::default() };
        let ordered =
            |kind, unit, order: OrderId| Self { order: Some(Order(order)), ..of(kind, unit) };
        match *told {
            Told::Arrived { unit, order } => ordered("arrived", unit, order),
            Told::PassedWayPoint { unit, order, way_point } => {
                Self { way_point: Some(way_point), ..ordered("passed_way_point", unit, order) }
            }
            Told::PathLost { unit, order, reason, goes_to } => Self {
                reason: Some(lost_name(reason)),
                goes_to: goes_to.map(pair),
                ..ordered("path_lost", unit, order)
            },
            Told::PathFound { unit, order } => ordered("path_found", unit, order),
            Told::Stuck { unit, order, reason, blocker } => Self {
                reason: Some(stuck_name(reason)),
                blocker: blocker.map(number_of),
                ..ordered("stuck", unit, order)
            },
            Told::Displaced { unit, from, to } => Self {
                moved_from: Some(pair(from)),
                moved_to: Some(pair(to)),
                ..of("displaced", unit)
            },
            Told::LinkEntered { unit, link } => {
                Self { link: Some(Link(link)), ..of("link_entered", unit) }
            }
            Told::LinkLeft { unit, link } => {
                Self { link: Some(Link(link)), ..of("link_left", unit) }
            }
            _ => of("unknown", told.unit()),
        }
    }
}

#[pymethods]
impl Event {
    fn __repr__(&self) -> String {
        let Self { tick, kind, unit, .. } = self;
        let reason = self.reason.map_or(String::new(), |reason| format!(", reason={reason:?}"));
        format!("Event(tick={tick}, kind={kind:?}, unit={unit}{reason})")
    }
}
