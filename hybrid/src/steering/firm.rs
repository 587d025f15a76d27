//! The units that do not move for others: where they stand, and where there is room beside them.

use glam::Vec2;
use navmesh::NavMesh;
use slotmap::SlotMap;

use crate::base::handle::UnitId;
use crate::base::tolerances::STILL;
use crate::bodies::meeting::MeetingRules;
use crate::bodies::unit::{Body, Driver};
use crate::ground::meshes::Meshes;
use crate::ways::ground::is_free;
use crate::ways::sight::sees;

/// So many units that bar a way side by side are looked along.
const LONGEST_RANK: usize = 64;

/// Radii: how far ahead it is looked from the end of a rank whether it goes on, and how often: a ring has no end.
const BEYOND: f32 = 8.0;
const CORNERS: usize = 4;

/// Sums of radii: a unit whose way passes another one nearer than this meets it.
const MEETS: f32 = 0.98;

/// Sums of radii: who stands nearer to another one's place than this has taken it.
const OVERLAP: f32 = 0.9;

/// Returns whether a unit does not move for others.
pub(crate) fn stands_firm(body: &Body) -> bool {
    let is_parked =
        || body.driver == Driver::Engine && body.velocity.length_squared() <= STILL * STILL;
    body.crossing.is_none() && (body.holding || is_parked())
}

/// Returns whether a unit rests, and moves for its own team only.
pub(super) fn rests(body: &Body) -> bool {
    body.driver == Driver::World && body.rests() && body.crossing.is_none()
}

/// The units that do not move for others, to be found by where they are.
#[derive(Default)]
pub(super) struct FirmUnits {
    /// By their first coordinates.
    discs: Vec<FirmUnit>,
    greatest: f32,
}

/// A unit that does not move for others.
#[derive(Clone, Copy)]
pub(super) struct FirmUnit {
    pub(super) at: Vec2,
    pub(super) radius: f32,
    /// The team for which it does move, if it rests.
    friends: Option<u32>,
    rules: MeetingRules,
}

impl FirmUnit {
    fn of(body: &Body, friends: Option<u32>) -> Self {
        Self { at: body.position, radius: body.radius, friends, rules: body.rules() }
    }

    /// Returns whether a unit meets it, and it does not move for that.
    fn stands_against(&self, body: &Body) -> bool {
        self.friends != Some(body.team) && self.rules.meets(&body.rules())
    }
}

impl FirmUnits {
    pub(super) fn among(bodies: &SlotMap<UnitId, Body>) -> Self {
        let mut teams = bodies.values().map(|body| body.team);
        let first = teams.next();
        let are_foes = teams.any(|team| Some(team) != first);
        let firm = bodies.values().filter_map(|body| {
            let is_firm = stands_firm(body);
            let rests = || are_foes && rests(body);
            let friends = Some(body.team).filter(|_| !is_firm);
            (is_firm || rests()).then(|| FirmUnit::of(body, friends))
        });
        let mut discs: Vec<FirmUnit> = firm.collect();
        discs.sort_unstable_by(|FirmUnit { at: a, .. }, FirmUnit { at: b, .. }| {
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
        });
        let greatest = discs.iter().map(|disc| disc.radius).fold(0.0, f32::max);
        Self { discs, greatest }
    }

    /// Returns one that a unit would overlap at a point and that does not move for it.
    pub(super) fn at(&self, center: Vec2, body: &Body) -> Option<FirmUnit> {
        self.within(1.0 - STILL, center, body)
    }

    /// Returns whether one that does not move for a unit stands at its place.
    pub(super) fn have_taken(&self, place: Vec2, body: &Body) -> bool {
        self.within(OVERLAP, place, body).is_some()
    }

    /// Returns one that does not move for a unit at a point, and is nearer to that than a share of the sum of their radii.
    fn within(&self, share: f32, center: Vec2, body: &Body) -> Option<FirmUnit> {
        let far = share * (body.radius + self.greatest);
        let first = self.discs.partition_point(|disc| disc.at.x < center.x - far);
        let near = self.discs[first..].iter().take_while(|disc| disc.at.x <= center.x + far);
        let overlaps = |disc: &&FirmUnit| {
            let apart = share * (body.radius + disc.radius);
            disc.stands_against(body) && disc.at.distance_squared(center) < apart * apart
        };
        near.copied().find(|disc| overlaps(&disc))
    }

    /// Returns where a unit has room beside one that it has come up to and the rank of that one, on the nearer side: a vector to
    /// step there. It looks `towards` those that bar its way: in the notch between two of a rank that is straight ahead,
    /// wherever the unit would like to slip through.
    pub(super) fn gap(
        &self,
        body: &Body,
        by: &Body,
        towards: Vec2,
        meshes: &Meshes,
    ) -> Option<Vec2> {
        let mesh = meshes.of(body.class());
        let aside = towards.normalize_or_zero().perp();
        let way = |sign: f32| {
            let side = aside * sign;
            let room = self.room(body, by, mesh, side)?;
            let place = body.task.as_ref().map(|task| task.place);
            let leads = place.is_none_or(|to| self.leads_past(body, mesh, [room, to], sign));
            leads.then(|| side * (room - body.position).dot(side).max(body.radius))
        };
        let ways = [1.0, -1.0].into_iter().filter_map(way);
        ways.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
    }

    /// Returns where a unit has room on a side of a rank of units that do not move.
    fn room(&self, body: &Body, by: &Body, mesh: &NavMesh, side: Vec2) -> Option<Vec2> {
        let first = FirmUnit::of(by, None);
        self.end_of_rank(body, first, mesh, side, &mut |_| ())
    }

    /// Returns where a unit has room on a side of a rank of units that do not move, and hands each of those over on the way
    /// there; `None` if a wall ends it.
    pub(super) fn end_of_rank(
        &self,
        body: &Body,
        first: FirmUnit,
        mesh: &NavMesh,
        side: Vec2,
        each: &mut dyn FnMut(FirmUnit),
    ) -> Option<Vec2> {
        let mut last = first;
        for _ in 0..LONGEST_RANK {
            each(last);
            let beside = last.at + side * (last.radius + body.radius);
            let is_seen = || sees(mesh, body.position, beside) || sees(mesh, last.at, beside);
            if !is_free(mesh, beside) || !is_seen() {
                return None;
            }
            let Some(next) = self.at(beside, body) else { return Some(beside) };
            if (next.at - last.at).dot(side) <= 0.0 {
                return Some(beside);
            }
            last = next;
        }
        None
    }

    /// Returns whether the way on from the end of a rank to a point leads past it, and does not only go on round it, with the rank
    /// on the right, or on the left if the sign is negative.
    pub(super) fn leads_past(
        &self,
        body: &Body,
        mesh: &NavMesh,
        [mut at, to]: [Vec2; 2],
        sign: f32,
    ) -> bool {
        for _ in 0..CORNERS {
            let rest = to - at;
            let ahead = at + rest.clamp_length_max(BEYOND * body.radius);
            let Some(next) = self.first_on(body, [at, ahead]) else { return true };
            let side = rest.normalize_or_zero().perp() * sign;
            let Some(end) = self.end_of_rank(body, next, mesh, side, &mut |_| ()) else {
                return false;
            };
            at = end;
        }
        false
    }

    /// Returns the first one that a unit of a team meets on a straight way, whose end none of them takes; of equally near ones
    /// the first by where they are.
    pub(super) fn first_on(&self, body: &Body, [from, to]: [Vec2; 2]) -> Option<FirmUnit> {
        let along = (to - from).try_normalize()?;
        let (low, high) = (from.min(to).x, from.max(to).x);
        let far = body.radius + self.greatest;
        let first = self.discs.partition_point(|disc| disc.at.x < low - far);
        let near = self.discs[first..].iter().take_while(|disc| disc.at.x <= high + far);
        let met = near.filter(|disc| {
            let (offset, room) = (disc.at - from, MEETS * (body.radius + disc.radius));
            disc.stands_against(body)
                && offset.dot(along) > 0.0
                && (disc.at - to).dot(along) < 0.0
                && offset.perp_dot(along).abs() < room
                && disc.at.distance_squared(to) > room * room
        });
        met.copied().min_by(|one, other| {
            let ahead = |disc: &FirmUnit| (disc.at - from).dot(along);
            ahead(one).total_cmp(&ahead(other))
        })
    }
}
