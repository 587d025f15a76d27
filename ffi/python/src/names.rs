//! Names of what there are few of: what units do, reasons, shapes.

use hybrid::navmesh::Entry;
use hybrid::{
    Activity, Driver, Fit, Front, Guidance, Pace, PathLostReason, Repeat, StuckReason, Unreachable,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::refused;

/// Values with their names.
type Names<T> = &'static [(&'static str, T)];

/// What units do; a column has the index in this list.
const ACTIVITIES: Names<Activity> = &[
    ("idle", Activity::Idle),
    ("moving", Activity::Moving),
    ("resting", Activity::Resting),
    ("holding", Activity::Holding),
    ("crossing", Activity::Crossing),
    ("stuck", Activity::Stuck),
];
pub(crate) const DRIVERS: Names<Driver> = &[("world", Driver::World), ("engine", Driver::Engine)];
pub(crate) const FITS: Names<Fit> = &[("refuse", Fit::Refuse), ("move", Fit::Move)];
pub(crate) const FRONTS: Names<Front> =
    &[("largest", Front::Largest), ("smallest", Front::Smallest), ("as_given", Front::AsGiven)];
pub(crate) const PACES: Names<Pace> = &[("own", Pace::Own), ("slowest", Pace::Slowest)];
pub(crate) const REPEATS: Names<Repeat> =
    &[("once", Repeat::Once), ("loop", Repeat::Loop), ("to_and_fro", Repeat::ToAndFro)];
pub(crate) const UNREACHABLES: Names<Unreachable> =
    &[("nearest", Unreachable::Nearest), ("stop", Unreachable::Stop)];
pub(crate) const ENTRIES: Names<Entry> = &[
    ("crossing", Entry::Crossing),
    ("midpoint", Entry::Midpoint),
    ("portals", Entry::Portals),
    ("exact", Entry::Exact),
];

/// The value of a name.
pub(crate) fn named<T: Copy>(names: Names<T>, name: &str, what: &str) -> PyResult<T> {
    let found = names.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<String> = names.iter().map(|(known, _)| format!("'{known}'")).collect();
        refused(format!("{what}: '{name}'; one of {} is expected", known.join(", ")))
    })
}

/// The index of what a unit does.
pub(crate) fn activity_index(activity: Activity) -> u8 {
    ACTIVITIES.iter().position(|(_, known)| *known == activity).map_or(u8::MAX, |at| at as u8)
}

/// The name of what a unit does.
pub(crate) fn activity_name(activity: Activity) -> &'static str {
    ACTIVITIES.iter().find(|(_, known)| *known == activity).map_or("unknown", |(name, _)| name)
}

/// The names of all that units do, by their indices.
pub(crate) fn activity_names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, ACTIVITIES.iter().map(|(name, _)| *name))
}

/// The name of who moves a unit.
pub(crate) fn driver_name(driver: Driver) -> &'static str {
    DRIVERS.iter().find(|(_, known)| *known == driver).map_or("unknown", |(name, _)| name)
}

/// The name of what shows a unit its way.
pub(crate) fn guidance_name(guidance: Guidance) -> &'static str {
    match guidance {
        Guidance::None => "none",
        Guidance::Place => "place",
        Guidance::Field => "field",
        Guidance::Distance => "distance",
        Guidance::Path => "path",
        Guidance::Link => "link",
        _ => "unknown",
    }
}

/// The name of why a unit has lost its way.
pub(crate) fn lost_name(reason: PathLostReason) -> &'static str {
    match reason {
        PathLostReason::PlaceBlocked => "place_blocked",
        PathLostReason::Unreachable => "unreachable",
        PathLostReason::NoRoom => "no_room",
        PathLostReason::TargetGone => "target_gone",
        _ => "unknown",
    }
}

/// The name of what holds a unit up.
pub(crate) fn stuck_name(reason: StuckReason) -> &'static str {
    match reason {
        StuckReason::Units => "units",
        StuckReason::Wall => "wall",
        StuckReason::NoWay => "no_way",
        StuckReason::NoProgress => "no_progress",
        _ => "unknown",
    }
}
