//! How a crowd becomes a single file before a mouth.

use slotmap::SlotMap;

use super::passage::Mouth;
use super::traffic::Traveller;
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;

/// Radii: from so far before the mouth units form a file. From farther off, the outermost of a great crowd would stand still
/// until all others are through.
const REACH: f32 = 12.0;

/// Radii: who is so far inside leads nobody any more.
const GONE: f32 = 4.0;

/// Seconds in which a unit makes up for room that it has left before it.
const CATCH_UP: f32 = 0.3;

/// The share of its greatest speed below which the first one is wedged in: those behind press on, so that it comes through.
const WEDGED: f32 = 0.1;

/// m/s: who has no room yet comes so slowly. Were all to stand, a file would begin to move one by one.
const CREEP: f32 = 0.3;

/// Has those who come to a mouth where one fits go in one behind the other, in the order of how near they are: who is too
/// close behind the unit that goes before it slows down. Else they wedge each other in.
pub(crate) fn merge<'a>(
    mouth: &Mouth,
    coming: impl Iterator<Item = &'a Traveller>,
    bodies: &mut SlotMap<UnitId, Body>,
    file: &mut Vec<(f32, UnitId)>,
) {
    let ahead = |unit: UnitId| {
        let Body { position, radius, .. } = bodies[unit];
        let depth = mouth.depth(position);
        let distance = if depth > 0.0 { -depth } else { mouth.distance(position) };
        let is_there = distance < REACH * radius && distance > -GONE * radius;
        is_there.then_some((distance, unit))
    };
    file.clear();
    file.extend(coming.filter_map(|one| ahead(one.unit)));
    file.sort_unstable_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
    let is_barred = |&(_, unit): &(f32, UnitId)| {
        bodies[unit].task.as_ref().is_some_and(|task| task.stuck_state.barred.is_some())
    };
    if file.iter().any(is_barred) {
        // Those behind come up to it and stand.
        return;
    }
    let is_wedged = |&(_, unit): &(f32, UnitId)| {
        let body = &bodies[unit];
        body.velocity.length() < WEDGED * body.speed()
    };
    if file.iter().find(|(distance, _)| *distance > 0.0).is_some_and(is_wedged) {
        return;
    }
    for pair in file.windows(2) {
        let [(before, leader), (distance, unit)] = [pair[0], pair[1]];
        if distance <= 0.0 {
            continue;
        }
        let Some([leader, body]) = bodies.get_disjoint_mut([leader, unit]) else { continue };
        let room = distance - before - leader.radius - body.radius;
        let most = leader.velocity.length() + room / CATCH_UP + CREEP;
        let most = most.max(0.0);
        if body.desired.length_squared() <= most * most {
            continue;
        }
        let position = body.position;
        body.desired = body.desired.clamp_length_max(most);
        if let Some(task) = &mut body.task {
            task.stuck_state.queue(position);
        }
    }
}
