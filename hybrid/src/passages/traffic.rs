//! Who may enter a passage: both directions at once where they fit beside each other, else one column after the other.

use serde::{Deserialize, Serialize};

use super::passage::Passage;
use crate::base::handle::UnitId;
use crate::base::hash::Fnv;
use crate::schedule::StepContext;

/// A unit whose way leads through a passage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traveller {
    pub(crate) unit: UnitId,
    pub(crate) passage: u32,
    /// The end where it comes from: 0 or 1.
    pub(crate) end: usize,
    /// How many gates lie behind it; 0 before the passage.
    pub(crate) passed: usize,
    /// How far it is from the mouth, in metres; 0 inside.
    pub(crate) distance: f32,
    /// How far it is from the next gate, in metres.
    pub(crate) rest: f32,
    pub(crate) radius: f32,
    pub(crate) max_speed: f32,
    /// Whether it has been told that it is stuck.
    pub(crate) is_stuck: bool,
    /// Whether it has come nearer to its place within the last seconds.
    pub(crate) gets_on: bool,
}

impl Traveller {
    pub(crate) fn is_inside(&self) -> bool {
        self.passed > 0
    }

    /// Returns how long it takes to the mouth at least, in seconds.
    pub(crate) fn time(&self) -> f32 {
        self.distance / self.max_speed
    }
}

/// What is decided about a passage, and since when.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Traffic {
    /// The last tick in which units of both directions were there.
    opposed: Option<u64>,
    /// The direction that may enter: the end where it comes from.
    pub(crate) turn: Option<usize>,
    /// The tick since which others wait.
    waiting: Option<u64>,
    /// Whether nobody may enter, as the turn is over and units of it are still inside.
    closing: bool,
    /// The last tick in which anybody of the turn was inside.
    inside: Option<u64>,
    /// Whether both directions are inside where nobody passes another: those go back out whose turn it is not.
    has_met: bool,
    /// The tick since which nobody gets on of those who are there.
    standstill: Option<u64>,
    /// Whether that is long ago: who waits then waits for nothing.
    pub(crate) is_jammed: bool,
}

/// Seconds: where nobody has got on for so long, turns are of no use.
const STANDSTILL: f32 = 30.0;

/// Seconds.
const MEMORY: f32 = 2.0;
const AT_HAND: f32 = 4.0;
const COLUMN: f32 = 3.0;
const PATIENCE: f32 = 40.0;

/// Seconds that others wait longer for each of them that stands before the mouth, and at most in all: a crowd makes room before
/// it goes in, and once more when it waits again.
const REGROUPING: f32 = 0.5;
const MOST_PATIENCE: f32 = 120.0;

/// How many times the passage's own time is added to that: what a change of turns costs both sides.
const CHANGE: f32 = 2.0;

/// How many times longer others wait while what is left of a column is through sooner than turns would have changed.
const LENIENCE: f32 = 2.0;

/// The share of the greatest flow of a lane, units end to end at full speed, where there is but one.
pub(super) const SINGLE: f32 = 0.65;

/// Units side by side: where no more fit, crowds take turns, as a lane of its own for each direction is jammed by those who
/// come from all sides. More units than fit one behind the other from where they matter to the mouth are a crowd: they stand
/// on open ground, where there is room beside the way of those who come out.
const FEW: u32 = 4;

/// Radii: the last one that comes out has gone so far before others may enter. Else they would push it back in.
const OUT: f32 = 3.0;

/// Radii: units nearer than this to a mouth matter.
pub(crate) const NEAR: f32 = 26.0;

impl Traffic {
    /// Adds what decides its future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        let number = |tick: Option<u64>| tick.map_or(0, |tick| tick + 1);
        hash.number(number(self.opposed));
        hash.number(number(self.waiting));
        hash.number(number(self.inside));
        hash.number(self.turn.map_or(0, |turn| turn as u64 + 1) << 1 | u64::from(self.closing));
        self.standstill.into_iter().for_each(|since| hash.number(since));
    }

    /// Returns whether it can be so at a tick.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        let past = |since: Option<u64>| since.is_none_or(|since| since <= tick);
        [self.opposed, self.waiting, self.inside, self.standstill].into_iter().all(past)
            && self.turn.is_none_or(|turn| turn < 2)
    }

    /// Returns whether both directions are there.
    pub(crate) fn is_opposed(&self) -> bool {
        self.opposed.is_some()
    }

    /// Returns whether a unit must wait before the mouth, or go back there from inside.
    pub(crate) fn must_wait(&self, traveller: &Traveller) -> bool {
        let goes_back = self.has_met && self.turn != Some(traveller.end);
        self.is_shut(traveller.end) && (goes_back || !traveller.is_inside())
    }

    /// Returns whether nobody may enter who comes from an end.
    pub(crate) fn is_shut(&self, end: usize) -> bool {
        self.turn.is_some_and(|turn| turn != end || self.closing)
    }

    /// Looks at all travellers of a passage in which `lanes` fit beside each other.
    pub(crate) fn update(
        &mut self,
        travellers: &[Traveller],
        lanes: u32,
        passage: &Passage,
        context: &StepContext<'_>,
    ) {
        let is_near = |one: &&Traveller| one.distance < NEAR * one.radius;
        let mut there = travellers.iter().filter(is_near).peekable();
        let stands = there.peek().is_some() && !there.any(|one| one.gets_on);
        self.standstill = stands.then(|| self.standstill.unwrap_or(context.tick));
        let longest = (STANDSTILL / context.dt) as u64;
        self.is_jammed = self.standstill.is_some_and(|since| context.tick - since > longest);
        self.take_turns(travellers, lanes, passage, context);
        let is_inside = |end: usize| near(travellers, end).any(Traveller::is_inside);
        self.has_met = lanes < 2 && is_inside(0) && is_inside(1);
    }

    fn take_turns(
        &mut self,
        travellers: &[Traveller],
        lanes: u32,
        passage: &Passage,
        context: &StepContext<'_>,
    ) {
        let &StepContext { tick, dt, .. } = context;
        let ticks = |seconds: f32| (seconds / dt) as u64;
        let near = |end: usize| near(travellers, end);
        if near(0).next().is_some() && near(1).next().is_some() {
            self.opposed = Some(tick);
        }
        self.opposed = self.opposed.filter(|&since| tick - since <= ticks(MEMORY));
        let is_crowd = |end: usize| near(end).count() as f32 > 0.5 * NEAR * lanes as f32;
        let takes_turns =
            lanes < 2 || (lanes <= FEW && (self.turn.is_some() || (is_crowd(0) && is_crowd(1))));
        if self.opposed.is_none() || !takes_turns || self.is_jammed {
            (self.turn, self.waiting, self.closing, self.inside) = (None, None, false, None);
            return;
        }
        let inside = |end: usize| near(end).filter(|one| one.is_inside()).count();
        let first = |end: usize| {
            let times = near(end).filter(|one| !one.is_inside()).map(Traveller::time);
            times.fold(f32::INFINITY, f32::min)
        };
        let Some(turn) = self.turn else {
            let depth = |one: &Traveller| passage.depth(one.end, one.passed, one.rest);
            let deepest = |end: usize| near(end).map(depth).fold(0.0, f32::max);
            self.turn = match (inside(0), inside(1)) {
                (0, 0) => {
                    let end = usize::from(first(1) < first(0));
                    (first(end) < AT_HAND).then_some(end)
                }
                (0, _) => Some(1),
                (_, 0) => Some(0),
                // Who has less far to go back does so.
                _ => Some(usize::from(passage.is_dead_end || deepest(1) > deepest(0))),
            };
            return;
        };
        // Where who comes out is nobody passes it, and from a dead end there is no other way.
        let is_first = inside(turn) == 0 || (turn == 0 && passage.is_dead_end);
        if is_first && inside(1 - turn) > 0 {
            (self.turn, self.waiting, self.closing) = (Some(1 - turn), None, false);
            self.inside = Some(tick);
            return;
        }
        let waiting = near(1 - turn).count();
        let waits = waiting > 0;
        self.waiting = if waits { self.waiting.or(Some(tick)) } else { None };
        let rest = near(turn).filter(|one| !one.is_inside());
        let rest = rest.map(|one| 2.0 * one.radius / (SINGLE * one.max_speed)).sum::<f32>();
        let slowest = near(turn).map(|one| one.max_speed).fold(f32::INFINITY, f32::min);
        let through = passage.length / slowest;
        let is_short = rest < through + COLUMN;
        let patience = (PATIENCE + REGROUPING * waiting as f32).min(MOST_PATIENCE);
        let patience = (patience + CHANGE * through) * if is_short { LENIENCE } else { 1.0 };
        let is_late = self.waiting.is_some_and(|since| tick - since > ticks(patience));
        let is_over = self.closing || is_late;
        // Who is no nearer waits on: far off the turn would change with every step.
        let is_nearer = inside(1 - turn) > 0 || first(1 - turn) < first(turn);
        let ends = waits && (is_over || is_nearer && first(turn) > COLUMN);
        self.closing = waits && is_over;
        if inside(turn) > 0 {
            self.inside = Some(tick);
        }
        let all = || near(0).chain(near(1));
        let out = all().map(|one| OUT * one.radius / one.max_speed).fold(0.0, f32::max);
        if ends && self.inside.is_none_or(|last| tick - last > ticks(out)) {
            (self.turn, self.waiting, self.closing) = (Some(1 - turn), None, false);
            self.inside = None;
        }
    }
}

/// The travellers from an end that matter.
pub(crate) fn near(travellers: &[Traveller], end: usize) -> impl Iterator<Item = &Traveller> {
    // Nobody waits for one that is stuck: it may be so for ever.
    let matters = |one: &&Traveller| one.distance < NEAR * one.radius && !one.is_stuck;
    travellers.iter().filter(move |one| one.end == end).filter(matters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passages::passage::Mouth;
    use glam::Vec2;

    fn at(tick: u64) -> StepContext<'static> {
        StepContext { tick, dt: 0.1, looks: false, decision: None, executor: None }
    }

    fn passage() -> Passage {
        Passage { length: 1.0, ..Passage::default() }
    }

    fn traveller(end: usize, passed: usize, distance: f32) -> Traveller {
        let unit = UnitId::default();
        let (radius, max_speed) = (0.4, 1.0);
        let (rest, is_stuck, gets_on) = (distance, false, true);
        Traveller {
            unit,
            passage: 0,
            end,
            passed,
            distance,
            rest,
            radius,
            max_speed,
            is_stuck,
            gets_on,
        }
    }

    #[test]
    fn who_is_first_goes_first_and_the_whole_column_with_it() {
        let mut traffic = Traffic::default();
        let (west, east) = (traveller(0, 0, 3.0), traveller(1, 0, 2.0));
        traffic.update(&[west, east], 1, &passage(), &at(0));
        assert!(traffic.must_wait(&west) && !traffic.must_wait(&east));
        // One is through, the next one comes close behind, then nobody.
        traffic.update(&[west, traveller(1, 1, 0.0), traveller(1, 0, 1.0)], 1, &passage(), &at(20));
        assert!(traffic.must_wait(&west));
        traffic.update(&[west, traveller(1, 1, 0.0)], 1, &passage(), &at(30));
        assert!(traffic.must_wait(&west));
        // The last one is out, but still before the mouth.
        traffic.update(&[west, traveller(1, 0, 9.0)], 1, &passage(), &at(42));
        assert!(traffic.must_wait(&west));
        traffic.update(&[west, traveller(1, 0, 9.0)], 1, &passage(), &at(43));
        assert!(!traffic.must_wait(&west) && traffic.must_wait(&traveller(1, 0, 9.0)));
    }

    #[test]
    fn the_turn_of_two_far_off_does_not_change_with_every_step() {
        let mut traffic = Traffic::default();
        let (west, east) = (traveller(0, 0, 3.6), traveller(1, 0, 3.5));
        for tick in 0..20 {
            traffic.update(&[west, east], 1, &passage(), &at(tick));
            assert!(traffic.must_wait(&west) && !traffic.must_wait(&east), "{tick}");
        }
        let west = traveller(0, 0, 3.4);
        for tick in 20..40 {
            traffic.update(&[west, east], 1, &passage(), &at(tick));
            assert!(!traffic.must_wait(&west) && traffic.must_wait(&east), "{tick}");
        }
    }

    #[test]
    fn an_endless_column_is_cut_after_a_while() {
        let mut traffic = Traffic::default();
        let (west, east, inside) =
            (traveller(0, 0, 3.0), traveller(1, 0, 1.0), traveller(1, 1, 0.0));
        for tick in 0..=420 {
            traffic.update(&[west, east, east, east, east, inside], 1, &passage(), &at(tick));
            assert!(traffic.must_wait(&west) && !traffic.must_wait(&east), "{tick}");
        }
        for tick in 421..=430 {
            traffic.update(&[west, east, east, east, east, inside], 1, &passage(), &at(tick));
        }
        assert!(traffic.must_wait(&west) && traffic.must_wait(&east), "until it is empty");
        traffic.update(&[west, east], 1, &passage(), &at(443));
        assert!(!traffic.must_wait(&west) && traffic.must_wait(&east));
    }

    #[test]
    fn the_last_of_a_column_are_not_cut_off() {
        let mut traffic = Traffic::default();
        let (west, east, inside) =
            (traveller(0, 0, 3.0), traveller(1, 0, 1.0), traveller(1, 1, 0.0));
        for tick in 0..=850 {
            // It is sooner through than another turn would come.
            traffic.update(&[west, east, inside], 1, &passage(), &at(tick));
            assert!(traffic.must_wait(&west) && !traffic.must_wait(&east), "{tick}");
        }
        traffic.update(&[west, east, inside], 1, &passage(), &at(852));
        assert!(traffic.must_wait(&west) && traffic.must_wait(&east), "but not for ever");
    }

    #[test]
    fn turns_are_longer_the_more_wait() {
        let inside = traveller(1, 1, 0.0);
        for (count, end) in [(0, 427), (100, 927), (1000, 1222)] {
            let mut all = vec![traveller(0, 0, 3.0), inside];
            all.extend((0..count).map(|_| traveller(0, 0, 3.0)));
            all.extend((0..10).map(|_| traveller(1, 0, 1.0)));
            let mut traffic = Traffic::default();
            let cut = (0..).find(|&tick| {
                traffic.update(&all, 1, &passage(), &at(tick));
                traffic.closing
            });
            assert_eq!(cut, Some(end), "{count}");
        }
    }

    #[test]
    fn crowds_take_turns_where_few_fit() {
        let crowd = |count: usize| -> Vec<Traveller> {
            (0..2 * count).map(|k| traveller(k % 2, 0, 2.0 + 0.01 * k as f32)).collect()
        };
        for (count, lanes, waits) in [(26, 2, false), (27, 2, true), (53, 4, true), (99, 5, false)]
        {
            let mut traffic = Traffic::default();
            let all = crowd(count);
            traffic.update(&all, lanes, &passage(), &at(0));
            assert_eq!(traffic.must_wait(&all[1]), waits, "{count} {lanes}");
            // Turns go on until one crowd is through.
            traffic.update(&all[..2], lanes, &passage(), &at(1));
            assert_eq!(traffic.must_wait(&all[1]), waits, "{count} {lanes}");
        }
    }

    #[test]
    fn nobody_waits_for_one_that_is_stuck() {
        let mut traffic = Traffic::default();
        let (west, inside) = (traveller(0, 0, 3.0), traveller(1, 1, 0.0));
        traffic.update(&[west, inside], 1, &passage(), &at(0));
        assert!(traffic.must_wait(&west));
        let stuck = Traveller { is_stuck: true, ..inside };
        for tick in 1..30 {
            traffic.update(&[west, stuck], 1, &passage(), &at(tick));
        }
        assert!(!traffic.must_wait(&west));
    }

    #[test]
    fn turns_end_where_nobody_gets_on() {
        let mut traffic = Traffic::default();
        let (west, inside) = (traveller(0, 0, 3.0), traveller(1, 1, 0.0));
        let [stands, blocked] = [west, inside].map(|one| Traveller { gets_on: false, ..one });
        for tick in 0..=300 {
            // As the one inside stands before a unit that holds its position.
            traffic.update(&[stands, blocked], 1, &passage(), &at(tick));
            assert!(traffic.must_wait(&west) && !traffic.is_jammed, "{tick}");
        }
        traffic.update(&[stands, blocked], 1, &passage(), &at(301));
        assert!(!traffic.must_wait(&west) && traffic.is_jammed);
        traffic.update(&[stands, inside], 1, &passage(), &at(302));
        assert!(traffic.must_wait(&west) && !traffic.is_jammed);
    }

    #[test]
    fn who_is_inside_alone_comes_out_first() {
        let mut traffic = Traffic::default();
        let (west, east) = (traveller(0, 0, 1.0), traveller(1, 0, 2.0));
        traffic.update(&[west, east], 1, &passage(), &at(0));
        assert!(!traffic.must_wait(&west));
        // As from a dead end, or ordered where it stood.
        traffic.update(&[west, traveller(1, 1, 0.0)], 1, &passage(), &at(1));
        assert!(traffic.must_wait(&west));
        // Where both are inside the turn stays.
        let both = [traveller(0, 1, 0.0), traveller(1, 1, 0.0)];
        traffic.update(&both, 1, &passage(), &at(2));
        assert!(traffic.must_wait(&west) && !traffic.must_wait(&east));
    }

    #[test]
    fn who_has_less_far_back_goes_back() {
        let gate = |y: f32| Mouth { left: Vec2::new(0.0, y), right: Vec2::new(1.0, y) };
        let gates = vec![gate(0.0), gate(10.0)];
        let [west, east] = [0, 1].map(|end| Traveller { rest: 8.0, ..traveller(end, 1, 0.0) });
        for (is_dead_end, rest, goes_back) in [(false, 7.0, 0), (false, 9.0, 1), (true, 9.0, 0)] {
            let passage = Passage { gates: gates.clone(), length: 10.0, is_dead_end, width: 0.8 };
            let all = [west, Traveller { rest, ..east }];
            let mut traffic = Traffic::default();
            traffic.update(&all, 1, &passage, &at(0));
            let waiting = all.map(|one| traffic.must_wait(&one));
            assert_eq!(waiting, [goes_back == 0, goes_back == 1], "{is_dead_end} {rest}");
            // Once it is out it waits there.
            let out = traveller(goes_back, 0, 0.5);
            traffic.update(&[out, all[1 - goes_back]], 1, &passage, &at(1));
            assert!(traffic.must_wait(&out));
        }
        let mut traffic = Traffic::default();
        traffic.update(&[west, east], 2, &passage(), &at(0));
        assert!(!traffic.must_wait(&west) && !traffic.must_wait(&east), "two fit");
    }

    #[test]
    fn nobody_waits_where_two_fit_or_nobody_comes_the_other_way() {
        let mut traffic = Traffic::default();
        let (west, east) = (traveller(0, 0, 3.0), traveller(1, 0, 2.0));
        traffic.update(&[west, east], 2, &passage(), &at(0));
        assert!(traffic.is_opposed() && !traffic.must_wait(&west) && !traffic.must_wait(&east));
        traffic.update(&[west, east], 1, &passage(), &at(1));
        traffic.update(&[west], 1, &passage(), &at(30));
        assert!(!traffic.is_opposed() && !traffic.must_wait(&west));
    }
}
