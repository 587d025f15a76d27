//! Where all units want to go, and which passages are on their ways, found out with the help of others: what is so of one
//! unit depends on no other one's.

use glam::Vec2;
use slotmap::SlotMap;

use super::context::SteeringContext;
use super::decision::SteeringDecision;
use crate::base::handle::{UnitId, turn};
use crate::bodies::precedence::Precedence;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::ahead::Ahead;
use crate::groups::guides::Guides;
use crate::passages::network::Passages;
use crate::passages::outlook::{LookInput, LookResults};
use crate::steering::own_paths::{UnitsWithoutPath, is_outdated};
use crate::steering::progress::{RemainingWay, Surveyor, note};
use crate::steering::round::RankSigns;
use crate::tasks::parallel::Outputs;

/// Units that one thread looks at at a time.
const PART: usize = 256;

/// What was found out of a part of the units.
#[derive(Default)]
pub(crate) struct Decisions {
    /// Of those that have any, in order.
    decisions: Vec<SteeringDecision>,
    /// The rests of the ways of those at which it is time to look, if they have ways.
    rests: Vec<(UnitId, Option<RemainingWay>)>,
}

/// Returns in how many parts units decide.
pub(crate) fn decision_parts(units: &[UnitId]) -> usize {
    units.len().div_ceil(PART)
}

/// Returns the units of a part, of which each [has a decision](has_decision).
fn units_in(units: &[UnitId], part: usize) -> &[UnitId] {
    let first = part * PART;
    &units[first..units.len().min(first + PART)]
}

/// Returns whether a unit may want to go anywhere: idle ones do not.
pub(crate) fn has_decision(body: &Body) -> bool {
    body.task.is_some() || body.crossing.is_some()
}

impl SteeringContext<'_> {
    /// Finds out what each unit of a part wants.
    pub(crate) fn decide(
        &self,
        bodies: &SlotMap<UnitId, Body>,
        units: &[UnitId],
        part: usize,
        found: &mut Decisions,
    ) {
        let Decisions { decisions, rests } = found;
        let surveyor = Surveyor::new(self.guides, self.meshes, self.moment);
        decisions.clear();
        rests.clear();
        for &unit in units_in(units, part) {
            let body = &bodies[unit];
            decisions.push(self.decision(body));
            if body.task.is_some() && surveyor.is_time(unit) {
                rests.push((unit, surveyor.rest(body)));
            }
        }
    }

    /// Finds out which passages are ahead of each unit of a part.
    pub(crate) fn look_ahead(
        &self,
        bodies: &SlotMap<UnitId, Body>,
        passages: &Passages,
        units: &[UnitId],
        part: usize,
        found: &mut LookResults,
    ) {
        found.clear();
        let ahead = Ahead { guides: self.guides, groups: self.groups };
        for &unit in units_in(units, part) {
            let body = &bodies[unit];
            let lookout = LookInput {
                unit,
                body,
                turn: body.task.as_ref().map_or(0, |task| turn(task.order)),
                moment: self.moment,
                mesh: self.meshes.of(body.class()),
                is_guided: ahead.is_guided(body),
            };
            let shortest = |from: Vec2| ahead.shortest(body, from);
            let likely = |from: Vec2| ahead.likely(body, from);
            passages.look(&lookout, shortest, likely, found);
        }
    }
}

/// Gives every unit its desired velocity in a tick, by the decisions of all parts, and adds those that need a path. Returns what
/// shows whether there are ranks.
pub(crate) fn steer_all(
    bodies: &mut SlotMap<UnitId, Body>,
    meshes: &Meshes,
    guides: &Guides,
    parts: &mut Outputs<Decisions>,
    lost: &mut UnitsWithoutPath,
) -> RankSigns {
    let mut signs = RankSigns::default();
    for (unit, rest) in parts.iter_mut().flat_map(|part| part.rests.drain(..)) {
        note(&mut bodies[unit], rest);
    }
    let mut decisions = parts.iter_mut().flat_map(|part| part.decisions.drain(..));
    for (unit, body) in bodies {
        signs.note(body);
        let decision = if has_decision(body) { decisions.next() } else { None };
        let Some(decision) = decision else {
            (body.desired, body.boarding) = (Vec2::ZERO, None);
            body.precedence = Precedence::None;
            continue;
        };
        if decision.tell(body) {
            lost.waiting.push(unit);
        } else if is_outdated(body, meshes, guides) {
            lost.stale.push(unit);
        }
    }
    signs
}

/// Has passages know who is on the way through which, by what was seen of the first `count` parts.
pub(crate) fn note_sightings(
    passages: &mut Passages,
    parts: &mut Outputs<LookResults>,
    count: usize,
) {
    parts.iter_mut().take(count).for_each(|found| passages.note(&found.seen));
    passages.make_room();
    parts.iter_mut().take(count).for_each(|found| passages.join(&found.seen));
}
