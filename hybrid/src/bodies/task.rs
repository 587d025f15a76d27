//! What a unit has to do for its order.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::Key;

use super::order::Slot;
use super::progress::Progress;
use super::stuck_state::StuckState;
use crate::base::cloning::clone_by_fields;
use crate::base::handle::OrderId;
use crate::base::hash::Fnv;
use crate::ways::route::Route;
use crate::ways::sight::Occluder;

/// What showed a unit its way when it last looked around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Guidance {
    /// Nothing: it has nowhere to go, or it waits, or it steps aside.
    #[default]
    None,
    /// Its place, which it sees.
    Place,
    /// The flow field of its group.
    Field,
    /// The distance field of its order: straight to the next corner of the shortest way.
    Distance,
    /// A path of its own.
    Path,
    /// The beginning of a link that it is about to take.
    Link,
}

/// Who leads a unit to its place. It only ever changes downwards in this list, until the place does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Lead {
    /// The field of its order, which leads to the nearest place of all its units, if that suits its own place. Nobody has
    /// looked yet.
    Unknown,
    /// The field of its order, until the unit is among the places.
    #[default]
    Order,
    /// A path of its own: it has been among the places of its order.
    Among,
    /// A path of its own: the field of its order leads too far from its place.
    Apart,
}

impl Lead {
    /// Returns whether the unit follows a path of its own, and no field.
    pub(crate) fn is_own(self) -> bool {
        matches!(self, Self::Among | Self::Apart)
    }
}

/// Metres. A unit that is sent farther than this from its place has a new way before it.
const ELSEWHERE: f32 = 8.0;

/// The band of units that walk apart from their order: nobody shares anything with them.
pub(crate) const APART: u32 = u32::MAX;

/// What units have in common that walk together. Cohorts are sorted by their fields, the first one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Cohort {
    pub(crate) order: OrderId,
    /// The class of their mesh.
    pub(crate) class: usize,
    /// The number of the way point that they head for; `None` for those that head for their places.
    pub(crate) way_point: Option<u32>,
    /// Which of the order's bands they are of.
    pub(crate) band: u32,
}

/// Beside what a unit arrived that follows another one: at the end of that leg it does not arrive once more.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Beside {
    /// On no leg that has yet to end.
    Nothing,
    /// Beside a unit that was on its way.
    Walking,
    /// Beside a unit that rested here, though others may have pushed it.
    Resting(Vec2),
}

/// What a unit has to do. What each tick reads of all units lies together at the beginning, as fields of repr(C) lie in the
/// order in which they are written: large crowds wait for memory most of the time.
#[derive(Debug, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct Assignment {
    pub(crate) order: OrderId,
    /// Where it goes now: to a way point, or to its place.
    pub(crate) place: Vec2,
    /// Whether it rests at its place.
    pub(crate) settled: bool,
    /// Whether the arrival was reported.
    pub(crate) arrived: bool,
    /// Whether it has taken its slot for good, as far as those are concerned who come later.
    pub(crate) has_taken: bool,
    /// Whether its goal is its own, and not shared with others of its order.
    pub(crate) has_own_goal: bool,
    /// How far its place has been carried since the guide of its order was made, in metres.
    pub(crate) carried: f32,
    /// How fast its order lets it go, in m/s; infinite if it may go as fast as it can.
    pub(crate) pace: f32,
    /// Who leads it to its place.
    pub(crate) lead: Lead,
    /// What shows it its way.
    pub(crate) guidance: Guidance,
    /// Units of one order whose places lie together are of one band; only they form groups.
    pub(crate) band: u32,
    /// Which of the order's way points it goes to, and its slot at the end; `None` on the last leg.
    pub(crate) leg: Option<(u32, Slot)>,
    /// The number of its group, if it is on its way in one; that may be gone.
    pub(crate) group: Option<u32>,
    /// Whether it gets nowhere.
    pub(crate) stuck_state: StuckState,
    /// How deep the place lies among the slots round a shared goal, in metres; 0 for a goal of its own.
    pub(crate) depth: f32,
    /// The kind of the place, see [`Slot::kind`].
    pub(crate) kind: u32,
    /// A wall that stood between it and its place when it last looked: what it says of today is the truth as well.
    #[serde(skip)]
    pub(crate) occluder: Option<Occluder>,
    pub(crate) route: Option<Route>,
    /// Whether it comes nearer to its place.
    pub(crate) progress: Progress,
    /// The goal that it cannot reach, if that is so: its place is as near as it can get.
    pub(crate) lost: Option<Vec2>,
    /// Where it passed the last way point of an order that repeats its way.
    pub(crate) passed_at: Option<Vec2>,
    /// Beside what it arrived last, if it follows a unit.
    pub(crate) beside: Beside,
}

clone_by_fields!(Assignment {
    order,
    place,
    settled,
    arrived,
    has_taken,
    has_own_goal,
    carried,
    pace,
    lead,
    guidance,
    band,
    leg,
    group,
    stuck_state,
    depth,
    kind,
    occluder,
    route,
    progress,
    lost,
    passed_at,
    beside
});

impl Assignment {
    /// The task to go to a slot.
    pub(crate) fn new(order: OrderId, slot: Slot, band: u32) -> Self {
        Self {
            order,
            place: slot.place,
            depth: slot.depth,
            kind: slot.kind,
            leg: None,
            lost: None,
            passed_at: None,
            beside: Beside::Nothing,
            carried: 0.0,
            pace: f32::INFINITY,
            has_taken: false,
            has_own_goal: false,
            band,
            lead: Lead::default(),
            arrived: false,
            settled: false,
            group: None,
            route: None,
            guidance: Guidance::None,
            stuck_state: StuckState::default(),
            progress: Progress::default(),
            occluder: None,
        }
    }

    /// Returns whether it has a way point to pass first.
    pub(crate) fn is_passing(&self) -> bool {
        self.leg.is_some()
    }

    /// Returns which units of a class it walks together with.
    pub(crate) fn cohort(&self, class: usize) -> Cohort {
        let band = if self.lead == Lead::Apart { APART } else { self.band };
        let way_point = self.leg.map(|(way_point, _)| way_point);
        Cohort { order: self.order, class, way_point, band }
    }

    /// The slot to which it leads now: of a way point no more is known than where that is.
    pub(crate) fn slot(&self) -> Slot {
        Slot { place: self.place, depth: self.depth, kind: self.kind }
    }

    /// The slot to which it leads in the end.
    pub(crate) fn end(&self) -> Slot {
        self.leg.map_or(self.slot(), |(_, end)| end)
    }

    /// Leads to another slot in the end.
    pub(crate) fn end_at(&mut self, slot: Slot) {
        match &mut self.leg {
            Some((_, end)) => *end = slot,
            None => self.head_for(slot),
        }
    }

    /// Leads past a way point first; `None` means to the end at once.
    pub(crate) fn pass(&mut self, way_point: Option<(u32, Vec2)>) {
        let end = self.end();
        self.leg = way_point.map(|(index, _)| (index, end));
        self.head_for(way_point.map_or(end, |(_, place)| Slot::at(place)));
        (self.settled, self.group, self.guidance) = (false, None, Guidance::None);
    }

    fn head_for(&mut self, slot: Slot) {
        // Who calls in each tick moves a place by little.
        if self.place.distance_squared(slot.place) > ELSEWHERE * ELSEWHERE {
            self.progress.begin_anew();
            self.stuck_state.barred = None;
        }
        (self.place, self.depth, self.kind) = (slot.place, slot.depth, slot.kind);
        self.carried = 0.0;
        self.forget_way();
        self.stuck_state.try_again();
    }

    /// Leads to a place that lies to those of others as before, a little farther on.
    ///
    /// Up to `most` metres a guide to the places may be old.
    pub(crate) fn carry(&mut self, place: Vec2, most: f32) {
        let (lead, carried) = (self.lead, self.carried + self.place.distance(place));
        self.head_for(Slot { place, depth: self.depth, kind: self.kind });
        // Who has been among the places still is.
        self.lead = lead;
        self.carried = if carried > most { 0.0 } else { carried };
    }

    /// Is led in another way from now on.
    pub(crate) fn follow(&mut self, lead: Lead) {
        debug_assert!(lead >= self.lead, "who is led by a path of its own goes back to a field");
        if lead.is_own() && !self.lead.is_own() {
            // A path that it had followed before it followed the field begins elsewhere; only its end may be of use.
            self.route = self.route.take().filter(|route| route.ends_at(self.place));
        }
        self.lead = lead;
        if lead == Lead::Apart {
            (self.group, self.route) = (None, None);
        }
    }

    /// Forgets the way to the place that it had.
    pub(crate) fn forget_way(&mut self) {
        self.route = None;
        self.progress.go_elsewhere();
        self.lead = match (self.band, self.has_own_goal && !self.is_passing()) {
            (APART, _) => Lead::Apart,
            (_, true) => Lead::Unknown,
            (_, false) => Lead::Order,
        };
    }

    /// Adds what two worlds that part would soon differ in to a hash: all of its future is in what is saved.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        hash.number(self.order.data().as_ffi());
        hash.vector(self.place);
        let flags = [self.arrived, self.settled, self.has_taken];
        hash.number(flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag)));
        if let Some((way_point, end)) = self.leg {
            hash.number(u64::from(way_point));
            hash.vector(end.place);
        }
        self.lost.into_iter().chain(self.passed_at).for_each(|point| hash.vector(point));
        self.stuck_state.hash(hash);
        let kind = self.end().kind;
        if kind != 0 {
            hash.number(kind.into());
        }
        if self.pace < f32::INFINITY {
            hash.number(self.pace.to_bits().into());
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn who_leaves_the_field_does_not_take_up_the_path_that_it_had_before() {
        for lead in [Lead::Among, Lead::Apart] {
            let slot = Slot::at(vec2(9.0, 9.0));
            let mut task = Assignment::new(OrderId::default(), slot, 0);
            let bends = [vec2(1.0, 1.0), vec2(30.0, 1.0)];
            let route = || Some(Route::along(&bends, slot.place, 0));
            task.route = route();
            task.follow(lead);
            assert!(task.route.is_none());
            // On its own it keeps the one that it finds then.
            task.route = route();
            task.follow(Lead::Among.max(lead));
            assert_eq!(task.route.is_some(), lead == Lead::Among);
        }
    }
}
