//! Which passages are ahead of units: looked up now and then, the seldomer the farther off they are, and together for
//! those who stand close together on open ground, far from any.

use glam::{IVec2, Vec2};
use navmesh::NavMesh;

use super::crossing::{Gates, PassageCrossing, Scratch};
use super::map::Map;
use super::network::Passages;
use super::traffic::NEAR;
use super::users::{Sight, UserCounts, traveller};
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;
use crate::schedule::DecisionTime;
use crate::ways::sight::sees_near;

/// Seconds after which a unit's next passage is looked up again, near it, on the way to it, and far from it.
const OFTEN: f32 = 0.2;
const SELDOM: f32 = 0.8;
const RARELY: f32 = 1.6;

/// Seconds after which that on the likely way is where the wait before it is longer than so many seconds: a crowd that turns
/// to another way must be counted there before too many follow.
const ONWARD: f32 = 0.4;
const LONG: f32 = 5.0;

/// A unit is far from a passage if it needs so many times as long as that to come near it.
const FAR: f32 = 2.0;

/// Radii: who shares a passage is looked for so far ahead. Much farther than from where it matters, see [`NEAR`], plus
/// what a unit walks until the next look.
const IN_VIEW: f32 = 4.0 * NEAR;

/// Seconds: who needs longer than this to a passage at full speed does not count as queueing there yet.
const FORESIGHT: f32 = 60.0;

/// Radii: units of a group in one square of this side look ahead from its middle.
const TOGETHER: f32 = 8.0;

/// The share of how far it looks: passages nearer than this each unit looks for itself.
const ALONE: f32 = 0.5;

/// What was seen of some units, and room to look.
#[derive(Debug, Default)]
pub(crate) struct LookResults {
    pub(crate) seen: UserCounts,
    views: Views,
    room: Scratch,
}

impl LookResults {
    /// Nothing is seen of anyone.
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.views.clear();
    }
}

/// From where a unit looks.
pub(crate) struct LookInput<'a> {
    pub(crate) unit: UnitId,
    pub(crate) body: &'a Body,
    /// Orders take turns, so that not all units look in the same tick.
    pub(crate) turn: u32,
    pub(crate) moment: DecisionTime,
    /// The mesh on which it walks.
    pub(crate) mesh: &'a NavMesh,
    /// Whether units of its group have their shortest ways from one guide.
    pub(crate) is_guided: bool,
}

impl LookInput<'_> {
    /// Returns whether it is time for what is done about every so many seconds.
    fn is_time(&self, seconds: f32) -> bool {
        self.moment.is_time(seconds, self.turn)
    }

    /// The middle of the square where the unit is, and what units there that look from it have in common; `None` where a wall
    /// stands between, or a gate may.
    fn common(&self, gates: &Gates) -> Option<(Vec2, LookPoint)> {
        let Body { position, radius, max_speed, free, cell, task, .. } = self.body;
        let side = TOGETHER * radius;
        let square = (*position / side).floor();
        let middle = (square + 0.5) * side;
        let group = task.as_ref().and_then(|task| task.group).filter(|_| self.is_guided)?;
        let way = [*position, middle];
        let is_known = free.is_of(self.mesh.version()) && way.iter().all(|&at| free.holds(at));
        let is_open = gates.are_beyond(way) && (is_known || sees_near(self.mesh, way, *cell));
        let size = [*radius, *max_speed].map(f32::to_bits);
        is_open.then_some((middle, LookPoint { group, square: square.as_ivec2(), size }))
    }
}

/// Who looks ahead from one point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LookPoint {
    group: u32,
    square: IVec2,
    /// Radius and speed.
    size: [u32; 2],
}

/// What was seen from some points lately, on the shortest way and on the likely one, each in the place that its number
/// gives.
#[derive(Debug, Default)]
struct Views {
    seen: Vec<Option<(LookPoint, Sight)>>,
    /// Whether it holds anything at all that counts.
    is_used: bool,
}

impl Views {
    /// A power of two.
    const PLACES: usize = 128;

    fn clear(&mut self) {
        self.is_used = false;
    }

    /// Returns what is known of a point.
    fn of(&mut self, spot: LookPoint) -> &mut Sight {
        if !std::mem::replace(&mut self.is_used, true) {
            self.seen.clear();
            self.seen.resize(Self::PLACES, None);
        }
        let IVec2 { x, y } = spot.square;
        // Squares side by side get places of their own.
        let number = (x & 15) + ((y & 7) << 4) + (spot.group as i32).wrapping_mul(37);
        let place = &mut self.seen[number as usize % Self::PLACES];
        if place.is_none_or(|(known, _)| known != spot) {
            *place = None;
        }
        &mut place.get_or_insert((spot, [None; 2])).1
    }
}

impl Passages {
    /// Looks which passage is the next one of a unit: `shortest` and `likely` give the points ahead of it on the shortest
    /// way and on the one that it is likely to take, from a point. What was seen lately is not looked at again.
    pub(crate) fn look<S, L>(
        &self,
        lookout: &LookInput<'_>,
        shortest: impl Fn(Vec2) -> S,
        likely: impl Fn(Vec2) -> L,
        sightings: &mut LookResults,
    ) where
        S: Iterator<Item = Vec2>,
        L: Iterator<Item = Vec2>,
    {
        let LookInput { unit, body, .. } = *lookout;
        let LookResults { seen: UserCounts { news, near, bound }, views, room } = sightings;
        let known = [&self.near, &self.bound].map(|roll| roll.known(unit));
        let walks = body.task.as_ref().is_some_and(|task| !task.settled && !body.holding)
            && body.meets_most();
        let Some(gates) = self.map.gates().filter(|_| walks) else {
            if known != [None; 2] {
                news.push((unit, [None; 2]));
            }
            return;
        };
        let is_rushed = known[1].flatten().is_some_and(|one| self.wait_of(&one) > LONG);
        let is_bound_due = lookout.is_time(if is_rushed { ONWARD } else { SELDOM });
        let lately = [
            known[0].filter(|known| !is_near_due(lookout, *known)),
            known[1].filter(|_| !is_bound_due),
        ];
        let mut now = lately;
        if lately.contains(&None) {
            let common = lookout.common(gates);
            let look = PassageLook { map: &self.map, gates, body, common };
            if lately[0].is_none() {
                let reach = IN_VIEW * body.radius;
                now[0] = Some(look.first(0, reach, &shortest, &mut *views, &mut *room));
            }
            if lately[1].is_none() {
                let reach = FORESIGHT * body.max_speed;
                now[1] = Some(look.first(1, reach, &likely, views, room));
            }
            if now != known {
                news.push((unit, now));
            }
        }
        let traveller = |crossing: PassageCrossing| traveller(unit, body, &crossing);
        near.extend(now[0].flatten().map(traveller));
        bound.extend(now[1].flatten().map(traveller));
    }
}

/// Returns whether it is looked again who shares a passage with a unit, of which something is known.
fn is_near_due(lookout: &LookInput<'_>, known: Option<PassageCrossing>) -> bool {
    let LookInput { body, .. } = *lookout;
    let distance = known.map_or(IN_VIEW * body.radius, |one| one.distance);
    let rest = distance - NEAR * body.radius;
    let period = if rest < 0.0 {
        OFTEN
    } else if rest < FAR * RARELY * body.max_speed {
        SELDOM
    } else {
        RARELY
    };
    lookout.is_time(period)
}

/// A look along the ways of a unit.
struct PassageLook<'a> {
    map: &'a Map,
    gates: &'a Gates,
    body: &'a Body,
    common: Option<(Vec2, LookPoint)>,
}

impl PassageLook<'_> {
    /// The first passage on a way, which goes by a number among what is known of points, within a reach in metres.
    fn first<W: Iterator<Item = Vec2>>(
        &self,
        which: usize,
        reach: f32,
        way: &impl Fn(Vec2) -> W,
        views: &mut Views,
        room: &mut Scratch,
    ) -> Option<PassageCrossing> {
        let mut from = |point: Vec2| self.gates.first(self.map, point, way(point), reach, room);
        if let Some((middle, spot)) = self.common {
            let view = &mut views.of(spot)[which];
            let seen = *view.get_or_insert_with(|| from(middle));
            if seen.is_none_or(|one| one.distance > ALONE * reach) {
                return seen;
            }
        }
        from(self.body.position)
    }
}
