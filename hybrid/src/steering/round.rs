//! Units go round ranks that do not move for them as soon as they see one, where no field leads them round: one beside which they
//! would have to look for room when they have come up to it would hold them up for a while.

use glam::Vec2;
use navmesh::NavMesh;
use slotmap::SlotMap;

use super::firm::{FirmUnit, FirmUnits, rests, stands_firm};
use crate::base::handle::UnitId;
use crate::bodies::stuck_state::Recovery;
use crate::bodies::task::Guidance;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;

/// Radii: how far ahead units see ranks.
const SIGHT: f32 = 20.0;

/// Sums of radii: so far from the centres of a rank a way leads round it.
const CLEAR: f32 = 1.02;

/// Whether there may be ranks, by what was seen of all units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RankSigns {
    team: Option<u32>,
    are_foes: bool,
    is_any_at_rest: bool,
    is_any_firm: bool,
}

impl RankSigns {
    /// Notes what is seen of a unit.
    pub(super) fn note(&mut self, body: &Body) {
        self.are_foes |= *self.team.get_or_insert(body.team) != body.team;
        self.is_any_at_rest |= rests(body);
        self.is_any_firm |= stands_firm(body);
    }

    /// Returns whether any unit holds its position, or rests where there are several teams.
    pub(crate) fn may_be_any(self) -> bool {
        self.is_any_firm || (self.are_foes && self.is_any_at_rest)
    }
}

/// Has units whose straight way is barred by a rank go to its nearer end. Who has come no nearer to its place for `stuck_time`
/// seconds does not: it may be led round and round.
pub(crate) fn go_round(bodies: &mut SlotMap<UnitId, Body>, meshes: &Meshes, stuck_time: f32) {
    let firm = FirmUnits::among(bodies);
    for body in bodies.values_mut() {
        let speed = body.desired.length();
        let Some(to) = target(body, stuck_time).filter(|_| speed > 0.0) else { continue };
        if let Some(way) = way_round(&firm, body, meshes.of(body.class()), to) {
            body.desired = way * speed;
        }
    }
}

/// The point to which a unit goes straight; `None` where it does not, or stands, steps aside or has been late for so long.
fn target(body: &Body, stuck_time: f32) -> Option<Vec2> {
    let task = body.task.as_ref().filter(|task| !task.settled && body.crossing.is_none())?;
    let waits = matches!(task.stuck_state.recovery, Recovery::Wait | Recovery::Sidestep(_));
    if waits || task.progress.is_late(stuck_time) {
        return None;
    }
    match task.guidance {
        Guidance::Place => Some(task.place),
        Guidance::Path => task.route.as_ref()?.ahead().first().copied(),
        _ => None,
    }
}

/// The direction in which a unit goes round the first rank on its way to a point, on the side where that is shorter; `None` if
/// there is none, or no more than a single unit, or no end on either side.
fn way_round(firm: &FirmUnits, body: &Body, mesh: &NavMesh, to: Vec2) -> Option<Vec2> {
    let from = body.position;
    let end = from + (to - from).clamp_length_max(SIGHT * body.radius);
    let first = firm.first_on(body, [from, end])?;
    if firm.at(to, body).is_some() {
        // One of them stands there.
        return None;
    }
    let left = (to - from).normalize_or_zero().perp();
    let mut count = 0;
    let ways = [1.0, -1.0].map(|sign: f32| {
        let mut way = tangent(body, first, sign);
        let end = firm.end_of_rank(body, first, mesh, left * sign, &mut |disc| {
            count += 1;
            let other = tangent(body, disc, sign);
            if way.perp_dot(other) * sign > 0.0 {
                way = other;
            }
        })?;
        let length = from.distance(end) + end.distance(to);
        firm.leads_past(body, mesh, [end, to], sign).then_some((length, way))
    });
    // The first one is on both sides.
    let is_rank = count > 2;
    let shortest = ways.into_iter().flatten().min_by(|one, other| one.0.total_cmp(&other.0));
    shortest.filter(|_| is_rank).map(|(_, way)| way)
}

/// The direction in which a unit passes another one on its left, or on its right if the sign is negative.
fn tangent(body: &Body, disc: FirmUnit, sign: f32) -> Vec2 {
    let (offset, room) = (disc.at - body.position, CLEAR * (body.radius + disc.radius));
    let squared = offset.length_squared();
    let along = (squared - room * room).max(0.0).sqrt();
    (offset * along + offset.perp() * (sign * room)).normalize_or_zero()
}
