//! Units whose way others bar that do not move: they stand, and go on as soon as those are gone.
//!
//! A unit that holds its position, that an engine has parked, or that rests and is of another team, bars a way where there is no
//! room beside it. Who comes up
//! to it there stands, and so does whoever of the same cohort comes up to one that stands. Trying ways out would bring nobody
//! nearer, and a crowd before a closed door would never come to rest.

use glam::Vec2;
use slotmap::SlotMap;

use super::firm::{FirmUnits, rests, stands_firm};
use crate::base::handle::UnitId;
use crate::bodies::stuck_state::Barred;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::motion::disc::is_nearly_there;

/// The cosine between where a unit wants to go and another one from which on that may bar its way.
const AHEAD: f32 = 0.5;

/// The share of the time after which a unit is stuck after which it stands behind another one that does.
const BEHIND: f32 = 0.5;

/// Sums of radii: as soon as the one ahead is farther away than this a unit moves up.
const GAP: f32 = 1.5;

/// Returns whether a unit does not move for another one.
fn stands_against(body: &Body, other: &Body) -> bool {
    let place = other.task.as_ref().filter(|_| body.task.is_some()).map(|task| task.place);
    let shares = place.is_some_and(|at| is_nearly_there(other.position, other.radius, at));
    stands_firm(body) || (body.team != other.team && rests(body) && !shares)
}

/// Returns whether a unit stands since others bar its way.
fn stands(body: &Body) -> bool {
    body.task.as_ref().is_some_and(|task| task.stuck_state.barred.is_some())
}

/// Returns whether it is looked at whether others bar a unit's way that has not got on, where it is stuck after `stuck_time`
/// seconds.
pub(super) fn may_be_barred(body: &Body, stuck_time: f32) -> bool {
    let Some(task) = body.task.as_ref().filter(|task| !task.settled) else { return false };
    let still = &task.stuck_state;
    !still.must_wait
        && still.barred.is_none()
        && body.crossing.is_none()
        && (still.is_stuck || task.progress.is_late(BEHIND * stuck_time))
}

/// Has units go on that were barred by one that is gone, or that goes on itself, or beside which there is room by now.
pub(crate) fn release(bodies: &mut SlotMap<UnitId, Body>, meshes: &Meshes) {
    let firm = FirmUnits::among(bodies);
    let is_barred = |body: &Body, barred: &Barred| {
        let Some(by) = bodies.get(barred.by) else { return false };
        let gap = GAP * (body.radius + by.radius);
        if by.position.distance_squared(body.position) > gap * gap {
            return false;
        }
        stands(by)
            || (stands_against(by, body) && firm.gap(body, by, barred.towards, meshes).is_none())
    };
    let goes_on = |(unit, body): (UnitId, &Body)| {
        let barred = body.task.as_ref()?.stuck_state.barred?;
        (!is_barred(body, &barred)).then_some(unit)
    };
    let free: Vec<UnitId> = bodies.iter().filter_map(goes_on).collect();
    for unit in free {
        let body = &mut bodies[unit];
        let position = body.position;
        if let Some(task) = &mut body.task {
            task.stuck_state.go_on(position);
            task.progress.wait();
        }
    }
}

/// Those that a unit touches, as far as they may hold it up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    /// The one straightest ahead, and the cosine between where the unit wants to go and it.
    straightest: Option<(UnitId, f32)>,
    /// The straightest of those that may bar its way, with that cosine.
    barrier: Option<(Barred, f32)>,
    /// Where those are that do not move for others: the sum of the directions to them.
    towards: Vec2,
}

impl Touched {
    /// Notes that a unit touches another one.
    pub(super) fn note(&mut self, unit: &Body, by: UnitId, other: &Body) {
        let offset = (other.position - unit.position).normalize_or_zero();
        let straight = offset.dot(unit.desired.normalize_or_zero());
        if self.straightest.is_none_or(|(_, known)| known < straight) {
            self.straightest = Some((by, straight));
        }
        let is_firm = straight >= AHEAD && stands_against(other, unit);
        if is_firm {
            self.towards += offset;
        }
        if straight <= 0.0 || self.barrier.is_some_and(|(_, known)| known >= straight) {
            return;
        }
        let cohort = |body: &Body| body.task.as_ref().map(|task| task.cohort(body.class()));
        let with = other.task.as_ref().filter(|_| cohort(other) == cohort(unit));
        let behind = with.and_then(|with| with.stuck_state.barred).map(|barred| barred.head);
        if let Some(head) = is_firm.then_some(by).or(behind) {
            self.barrier = Some((Barred { by, head, towards: Vec2::ZERO }, straight));
        }
    }

    /// Returns which of them may bar the way.
    pub(super) fn barrier(&self) -> Option<UnitId> {
        self.barrier.map(|(barred, _)| barred.by)
    }

    /// Returns who holds a unit up, if it is one that it touches.
    pub(super) fn blocker(&self) -> Option<UnitId> {
        self.straightest.map(|(blocker, _)| blocker)
    }

    /// Returns what those that a unit touches make of its way: one that stands already bars it, or one beside which there is
    /// no room; `None` if none of them does not move for it.
    pub(super) fn look(
        &self,
        body: &Body,
        bodies: &SlotMap<UnitId, Body>,
        firm: &FirmUnits,
        meshes: &Meshes,
        stuck_time: f32,
    ) -> Option<Look> {
        let (barred, _) = self.barrier?;
        if barred.by != barred.head {
            return Some(Look::Barred(barred));
        }
        let task = body.task.as_ref()?;
        let is_stuck = task.stuck_state.is_stuck || task.progress.is_late(stuck_time);
        let by = bodies.get(barred.by)?;
        let look = || match firm.gap(body, by, self.towards, meshes) {
            Some(gap) => Look::Gap(gap),
            None => Look::Barred(Barred { towards: self.towards, ..barred }),
        };
        is_stuck.then(look)
    }
}

/// What is seen of a unit's way that others hold up who do not move for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// It is barred.
    Barred(Barred),
    /// There is room beside them: a vector to step there, in metres.
    Gap(Vec2),
}
