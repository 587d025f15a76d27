//! Orders: where units shall go, and what the world keeps of that.

use std::collections::BTreeMap;

use glam::Vec2;
use navmesh::NavMesh;
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::formation::{Formation, Formed, Pace};
use crate::base::cloning::clone_by_fields;
use crate::base::direction::direction_of;
use crate::base::handle::{OrderId, UnitId};
use crate::saving::roster::Filler;
use crate::ways::ground::has_costs;

/// Where the units of an order shall go.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Goal {
    /// One point for all, in metres: the world gives each unit a place of its own round it, beside those of other orders there.
    Point(Vec2),
    /// One point for each unit, in metres, in the order of the units; see [`OrderDefinition::exchange`].
    Each(Vec<Vec2>),
    /// A unit that does not belong to the order, wherever it goes: each gets a place of its own beside it. The places
    /// move with it, as soon as that matters; as long as it stands, following it costs nothing.
    Unit(UnitId),
}

/// Returns which orders are due in a tick, where from one time to the next there are `period` ticks.
pub(crate) fn due_orders(
    orders: &SlotMap<OrderId, Order>,
    tick: u64,
    period: u64,
) -> impl Fn(OrderId) -> bool + Copy {
    move |order| orders.get(order).is_none_or(|order| order.is_due(tick, period))
}

/// What a game says of a new order.
///
/// ```
/// use hybrid::{Goal, OrderDefinition, Unreachable, glam::Vec2};
///
/// // Past a gate, then up to where they can shoot at (40, 12) from; refused if one of them cannot get there.
/// let definition = OrderDefinition {
///     way_points: vec![Vec2::new(20.0, 5.0)],
///     range: 8.0,
///     unreachable: Unreachable::Stop,
///     ..OrderDefinition::new(Goal::Point(Vec2::new(40.0, 12.0)))
/// };
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct OrderDefinition {
    /// Where to.
    pub goal: Goal,
    /// Points that each unit passes first, one after the other, in metres; default none. A unit has passed one when it
    /// sees it and is as near to it as if all units of the order stood round it; it does not stop there. At most
    /// [`MOST_WAY_POINTS`].
    pub way_points: Vec<Vec2>,
    /// Whether the units go on after the goal; default [`Repeat::Once`]. What repeats needs a [`Goal::Point`], a way point at
    /// least, and a `range` of 0.
    pub repeat: Repeat,
    /// Units stop this near to a point or unit, in metres, where they see it: the places are chosen where the way there
    /// comes into this range, the first units in go deepest. 0 (the default): they go to it, or beside it. Those for whom
    /// there is no room in range stand behind. Not for [`Goal::Each`].
    pub range: f32,
    /// What becomes of units that cannot get there; default [`Unreachable::Nearest`].
    pub unreachable: Unreachable,
    /// Whether units of one radius exchange the points of a [`Goal::Each`] where one of them stands in the other's way, or that makes
    /// their ways shorter: so nobody has to squeeze through others who are there already. Default false: each goes to its own
    /// point. Places round a point or unit that all share are exchanged in any case.
    pub exchange: bool,
    /// How the places of its units lie to each other, and where they look when they are there. `None` (the default): as close
    /// round the goal as they can, and they look as they came. Only for a [`Goal::Point`] without a range.
    pub formation: Option<Formation>,
    /// How fast they go; default [`Pace::Own`].
    pub pace: Pace,
}

/// The most way points of an order, those included that were goals before [`World::append_goal`](crate::World::append_goal).
pub const MOST_WAY_POINTS: usize = 4096;

/// Whether units of an order go on after its goal, for ever. Then they do not stop there: each passes the goal as it passes way
/// points, and tells so once per round ([`Event::Arrived`](crate::Event::Arrived)). Its memory does not grow. Way points
/// that cannot be reached are passed over. Who is at all points of its round that can be reached, as they lie at one place, goes
/// to its place at the goal and rests there, until obstacles change.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// They come to rest at the goal.
    #[default]
    Once,
    /// From the goal they go to the first way point, and so on round and round.
    Loop,
    /// From the goal they go back past the way points to the first one, from there to the goal again, and so on to and fro.
    ToAndFro,
}

/// What becomes of units of an order that cannot get to their goal: it is blocked, or no way leads there, or there is no
/// room.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Unreachable {
    /// An order that one of its units cannot follow is refused. Units that lose their way later
    /// ([`Event::PathLost`](crate::Event::PathLost)) stop and have no order any more.
    Stop,
    /// They go to the nearest place that they can reach, and are told so ([`Event::PathLost`](crate::Event::PathLost));
    /// when obstacles change so that a way opens, they go on ([`Event::PathFound`](crate::Event::PathFound)). Only such
    /// changes cost anything. The others go to the goal.
    #[default]
    Nearest,
}

impl OrderDefinition {
    /// An order to go straight to a goal.
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            way_points: Vec::new(),
            repeat: Repeat::Once,
            range: 0.0,
            unreachable: Unreachable::Nearest,
            exchange: false,
            formation: None,
            pace: Pace::Own,
        }
    }
}

/// What a game may read of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderView<'a> {
    /// Its handle.
    pub id: OrderId,
    /// The point that its units share, in metres; `None` if each has a goal of its own.
    pub goal: Option<Vec2>,
    /// The unit that it follows.
    pub target: Option<UnitId>,
    /// What its units pass first, in metres. Those that all of them have passed are forgotten when the game appends a goal.
    pub way_points: &'a [Vec2],
    /// How many way points are forgotten: the index of the first one that is left, as in
    /// [`Event::PassedWayPoint`](crate::Event::PassedWayPoint).
    pub first_way_point: u32,
    /// Whether its units go on after the goal.
    pub repeat: Repeat,
    /// How near its units go, in metres.
    pub range: f32,
    /// What becomes of units that cannot get there.
    pub unreachable: Unreachable,
    /// Whether its units exchange goals of their own.
    pub exchange: bool,
    /// How the places of its units lie to each other.
    pub formation: Option<&'a Formation>,
    /// Where the front of its formation is, and its units look when they are there: a unit vector.
    pub facing: Option<Vec2>,
    /// How fast they go.
    pub pace: Pace,
    /// How many units have it.
    pub unit_count: usize,
}

/// What the world keeps of an order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The point that its units share, if they do; of a unit that they follow, where it was last seen.
    pub(crate) goal: Option<Vec2>,
    /// The unit that they follow.
    pub(crate) target: Option<UnitId>,
    /// For which goal the places were chosen.
    pub(crate) placed: Vec2,
    /// Those that not all units have passed.
    pub(crate) way_points: Vec<Vec2>,
    /// How many were there before them: all way points that an order has had are counted from 0.
    pub(crate) passed: u32,
    pub(crate) repeat: Repeat,
    /// Where the unit that they follow rested when they were last told to arrive anew, if it has rested since they follow it.
    pub(crate) rested: Option<Vec2>,
    pub(crate) range: f32,
    pub(crate) unreachable: Unreachable,
    pub(crate) exchange: bool,
    pub(crate) formed: Option<Box<Formed>>,
    pub(crate) pace: Pace,
    /// What units that share a goal have in common, by band.
    pub(crate) shared: Vec<SharedGoal>,
    /// How units come to goals that they exchange, by band.
    pub(crate) exchanged: BTreeMap<u32, SharedGoal>,
    /// The number of the first of the orders to its point, which share their places; `None` as long as it is the only one.
    pub(crate) pool: Option<u64>,
    /// How many bands there have been.
    pub(crate) bands: u32,
    /// How many units have it as their order. An order without units is forgotten.
    pub(crate) units: usize,
    /// Counted up from order to order: spreads the plans of orders over the ticks.
    pub(crate) number: u64,
    /// Whether its units have been grouped since it was given.
    pub(crate) planned: bool,
    /// What the game keeps with it.
    pub(crate) user_data: u64,
}

clone_by_fields!(Order {
    goal,
    target,
    placed,
    way_points,
    passed,
    repeat,
    rested,
    range,
    unreachable,
    exchange,
    formed,
    pace,
    shared,
    exchanged,
    pool,
    bands,
    units,
    number,
    planned,
    user_data
});

/// A place round a shared goal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Slot {
    pub(crate) place: Vec2,
    /// How far it is to walk there from where the approach reaches the slots, in metres along the lattice.
    pub(crate) depth: f32,
    /// Only units with slots of one kind swap them: others need another room, or have a place of their own in a formation.
    /// 0 where all slots of an order are alike.
    pub(crate) kind: u32,
}

impl Slot {
    /// A place that is as deep as any, and of no kind.
    pub(crate) fn at(place: Vec2) -> Self {
        Self { place, depth: 0.0, kind: 0 }
    }
}

/// What is known of a point that units of an order share, or of the middle of goals that they exchange.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SharedGoal {
    /// The slots lie round it.
    pub(crate) goal: Vec2,
    /// Which of them count.
    pub(crate) ring: Ring,
    /// The distance between neighbouring slots, in metres.
    pub(crate) spacing: f32,
    /// The way there from the middle of the units, when the order was given.
    pub(crate) approach: Vec<Vec2>,
    /// The class for which that was found, and the version that its mesh had.
    pub(crate) found_on: (usize, u64),
    /// Whether the units come from several sides: the approach tells nothing of most of them.
    pub(crate) is_surrounded: bool,
    /// How far at most a slot is from the goal, along the approach, in metres.
    pub(crate) reach: f32,
}

clone_by_fields!(SharedGoal { goal, ring, spacing, approach, found_on, is_surrounded, reach });

/// A unit goes the way of others if it is no farther from where that begins than this part of its length.
const BESIDE: f32 = 0.1;

impl SharedGoal {
    /// Returns where the way there leads at its end, as a unit vector; `None` if it leads nowhere.
    pub(crate) fn direction(&self) -> Option<Vec2> {
        let mut legs = self.approach.windows(2).rev().map(|leg| leg[1] - leg[0]);
        legs.find_map(direction_of)
    }

    /// The way to the goal for a unit of a class, from the first bend on and as far as the last one. `None` for units that
    /// did not set off there, or are that near to the last bend, or where another way may be better by now.
    ///
    /// Where ground costs more than elsewhere, each has its own cheapest way. But one that `is_expecting` a field of all its
    /// order goes the way of the others until that is there, also on a mesh that has changed since: to search there takes as
    /// long as a part of that field.
    pub(crate) fn bends(
        &self,
        class: usize,
        mesh: &NavMesh,
        position: Vec2,
        near: f32,
        is_expecting: bool,
    ) -> Option<&[Vec2]> {
        let (start, way) = self.approach.split_first()?;
        let (_, bends) = way.split_last()?;
        let length: f32 = self.approach.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let is_known = match has_costs(mesh) {
            true => is_expecting && self.found_on.0 == class && mesh.links().next().is_none(),
            false => self.found_on == (class, mesh.version()),
        };
        let is_beside = start.distance(position) <= BESIDE * length;
        let is_far = bends.last()?.distance(position) > near;
        (is_known && is_beside && is_far).then_some(bends)
    }
}

/// Where slots may lie: neither too near to a point nor too far from it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ring {
    pub(crate) center: Vec2,
    /// Metres.
    pub(crate) least: f32,
    /// Metres; if it is finite, only places count from which the centre is in sight.
    pub(crate) most: f32,
    /// Where whoever is at the centre is going, as a unit vector: no places lie ahead of it. Zero if it stands.
    pub(crate) ahead: Vec2,
}

impl Ring {
    /// Returns whether places may lie as far away as they like, in all directions.
    pub(crate) fn is_open(&self) -> bool {
        self.most == f32::INFINITY && self.ahead == Vec2::ZERO
    }

    /// Anywhere near a point.
    pub(crate) const fn open(center: Vec2) -> Self {
        Self { center, least: 0.0, most: f32::INFINITY, ahead: Vec2::ZERO }
    }
}

/// Of the distance of places: points that are nearer to each other are the same.
const SAME_POINT: f32 = 0.5;

impl Order {
    /// An order as it is given, without units.
    pub(crate) fn new(
        units: &[UnitId],
        definition: &OrderDefinition,
        goal: Option<Vec2>,
        number: u64,
    ) -> Self {
        let formed = |formation: &Formation| Box::new(Formed::new(formation, units));
        Self {
            goal,
            target: match definition.goal {
                Goal::Unit(target) => Some(target),
                _ => None,
            },
            placed: goal.unwrap_or_default(),
            way_points: definition.way_points.clone(),
            passed: 0,
            repeat: definition.repeat,
            rested: None,
            range: definition.range,
            unreachable: definition.unreachable,
            exchange: definition.exchange,
            formed: definition.formation.as_ref().map(formed),
            pace: definition.pace,
            shared: Vec::new(),
            exchanged: BTreeMap::new(),
            pool: None,
            bands: 0,
            units: 0,
            number,
            planned: false,
            user_data: 0,
        }
    }

    /// Returns whether its groups are planned in this tick: in the first one, then every `period` ticks.
    pub(crate) fn is_due(&self, tick: u64, period: u64) -> bool {
        !self.planned || (tick + self.number).is_multiple_of(period)
    }

    /// Returns the points from one on to which its units go before they go to their places, each with the number of its leg. Of
    /// an order that repeats its way these are all points, each once a round, or twice where units come back.
    pub(crate) fn legs_from(&self, first: u32) -> impl Iterator<Item = (u32, Vec2)> + Clone {
        let round = self.legs_per_round();
        let (from, count) = match round {
            Some(round) => (first % round, round),
            None => {
                let from = first.max(self.passed);
                (from, (self.passed + self.way_points.len() as u32).saturating_sub(from))
            }
        };
        let leg = move |k: u32| (from + k) % round.unwrap_or(u32::MAX);
        (0..count).filter_map(move |k| Some((leg(k), self.point(self.index_of(leg(k)))?)))
    }

    /// Returns whether it is such that its units can go on after the goal.
    pub(crate) fn can_repeat(&self) -> bool {
        let is_point = self.goal.is_some() && self.target.is_none();
        is_point && !self.way_points.is_empty() && self.passed == 0
    }

    /// Returns how many legs there are before they begin anew; `None` if they end.
    fn legs_per_round(&self) -> Option<u32> {
        let ways = self.way_points.len() as u32;
        match self.repeat {
            Repeat::Once => None,
            Repeat::Loop => Some(ways + 1),
            // There and back again; no turning point counts twice.
            Repeat::ToAndFro => Some((2 * ways).max(1)),
        }
    }

    /// Returns the index of the way point to which a leg leads, where that after the last one means the goal.
    pub(crate) fn index_of(&self, leg: u32) -> u32 {
        let last = self.way_points.len() as u32;
        if self.repeat == Repeat::ToAndFro && leg > last { 2 * last - leg } else { leg }
    }

    /// Returns whether a leg leads to the goal.
    pub(crate) fn leads_to_goal(&self, leg: u32) -> bool {
        self.repeat != Repeat::Once && self.index_of(leg) == self.way_points.len() as u32
    }

    /// The way point of an index, or the goal after the last one.
    fn point(&self, index: u32) -> Option<Vec2> {
        let way_point = self.way_points.get(index.checked_sub(self.passed)? as usize);
        way_point.copied().or(self.goal)
    }

    /// Forgets the way points before one.
    pub(crate) fn forget_way_points(&mut self, before: u32) {
        let passed = before.saturating_sub(self.passed).min(self.way_points.len() as u32);
        self.way_points.drain(..passed as usize);
        self.passed += passed;
    }

    /// Returns what units of a band whose places anyone of them may have have in common.
    pub(crate) fn filled(&self, band: u32) -> Option<&SharedGoal> {
        match self.goal {
            Some(_) => self.shared.get(band as usize),
            None => self.exchanged.get(&band),
        }
    }

    /// Returns whether units of it may have the places that units of another order have, and the other way round: both come to
    /// rest as close as they can round points that are nearly the same.
    pub(crate) fn pools_with(&self, other: &Self) -> bool {
        let plain = |order: &Self| {
            let is_plain = order.target.is_none() && order.range == 0.0 && order.formed.is_none();
            order.goal.filter(|_| is_plain && order.repeat == Repeat::Once)
        };
        let spacing = |order: &Self| order.shared.first().map(|shared| shared.spacing);
        let Some((one, with)) = plain(self).zip(plain(other)) else { return false };
        let Some((own, others)) = spacing(self).zip(spacing(other)) else { return false };
        one.distance(with) <= SAME_POINT * own.min(others)
    }

    /// Returns the number that orders have in common whose units of a band share their places, if several do.
    pub(crate) fn pool(&self, band: u32) -> Option<u64> {
        self.pool.filter(|_| self.filled(band).map(|known| known.goal) == self.goal)
    }

    /// Returns whether its units are still to get their places round a goal that they share: others have joined it since the
    /// last step.
    pub(crate) fn is_unplaced(&self) -> bool {
        self.goal.is_some() && self.shared.is_empty()
    }

    /// Returns what may be read of it.
    pub(crate) fn view(&self, id: OrderId) -> OrderView<'_> {
        OrderView {
            id,
            goal: self.goal,
            target: self.target,
            way_points: &self.way_points,
            first_way_point: self.passed,
            repeat: self.repeat,
            range: self.range,
            unreachable: self.unreachable,
            exchange: self.exchange,
            formation: self.formed.as_ref().map(|formed| &formed.formation),
            facing: self.formed.as_ref().map(|formed| formed.facing),
            pace: self.pace,
            unit_count: self.units,
        }
    }
}

impl Filler for Order {
    fn filler() -> Self {
        Self::new(&[], &OrderDefinition::new(Goal::Each(Vec::new())), None, 0)
    }
}
