//! A pass over the pairs of discs that overlap: each is moved apart, one pair after the other.
//!
//! In the first pass both move alike. Where overlaps are left then a queue jams, and a push at its head would reach its end
//! after about as many passes as the square of its rows. So from then on, of two of one order, the one behind gives way to the
//! one ahead: a few passes take the push through the whole queue (after the shock propagation of E. Guendelman, R. Bridson,
//! R. Fedkiw, “Nonconvex Rigid Bodies with Stacking”, 2003, where what lies below does not move).
//!
//! Whom another one stops that comes against it holds up those behind it, too, more or less: crowds that meet would else only
//! press each other tight. And who is alone against a crowd gives way to it but a little: it would be carried off.

use glam::Vec2;

use super::contact_range::{ContactRange, DiscState};
use super::disc::Disc;
use super::pairs::{Pairs, make_room};
use super::sorted::Sorted;
use crate::base::tolerances::COINCIDENT;
use crate::parameters::WorldParameters;

/// After the first pass, by what share of its half of a correction the one ahead moves less, and the one behind more.
const GIVING_WAY: f32 = 0.55;

/// By what share those move less for others behind them whom one stops that comes against them. 180 against 180 of radius 0.2 m
/// in a corridor 3 m wide get through with 0.6 to 0.7, and not always with more or less.
const HELD_UP: f32 = 0.65;

/// The cosine between where one wants to go who comes against another, or presses on it from behind, and where that one is.
const STRAIGHT: f32 = 0.5;

/// The share of its usual part of a correction by which a unit moves that is alone against a crowd. 64 that come against one
/// carried it off over 11 m; with 0.3 or less it stands, and they part. Crowds gain as well: stragglers get out of each other.
const AGAINST_CROWD: f32 = 0.1;

/// Who has no more of its order so near that they may touch it is alone.
const ALONE: u8 = 1;

/// The share of its usual part of a correction by which a unit moves for one that follows it or yields to it.
const FOLLOWED: f32 = 0.02;

/// A pass over the pairs of discs that overlap.
pub(super) struct Relaxation<'a> {
    pub(super) pairs: &'a mut Pairs,
    pub(super) spots: &'a mut [DiscState],
    /// Their numbers among all.
    pub(super) numbers: &'a [u32],
    pub(super) discs: &'a Sorted,
    pub(super) pushes: &'a mut Pushes,
    /// Counted from 1.
    pub(super) pass: u8,
}

/// Who was pushed in passes.
#[derive(Debug, Default)]
pub(super) struct Pushes {
    /// By disc, the last pass that has moved it, counted from 1.
    moved: Vec<u8>,
    /// By disc, whether a wall has stopped it: it cannot give way.
    stopped: Vec<bool>,
    /// By disc, whether one that comes against it or against those before it stops it.
    is_held_up: Vec<bool>,
    /// By disc, how many of its order are so near that they may touch it.
    mates: Vec<u8>,
    /// Who was moved in the last pass.
    pub(super) pushed: Vec<u32>,
    /// The deepest overlap met in the last pass, as a fraction of the radii.
    pub(super) deepest: f32,
}

/// How pairs are moved apart.
struct Rule {
    /// How much farther than needed a correction goes.
    gain: f32,
    reach: ContactRange,
}

impl Pushes {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.moved.capacity()
            + self.stopped.capacity()
            + self.is_held_up.capacity()
            + self.mates.capacity()
            + self.pushed.capacity() * size_of::<u32>()
    }

    /// Before the first pass over so many discs.
    pub(super) fn begin(&mut self, count: usize) {
        self.moved.clear();
        make_room(&mut self.moved, count);
        self.moved.resize(count, 0);
        self.stopped.clear();
        make_room(&mut self.stopped, count);
        self.stopped.resize(count, false);
        self.is_held_up.clear();
        make_room(&mut self.is_held_up, count);
        self.is_held_up.resize(count, false);
        self.mates.clear();
        make_room(&mut self.mates, count);
        self.mates.resize(count, 0);
        self.pushed.clear();
        make_room(&mut self.pushed, count);
        self.deepest = f32::INFINITY;
    }

    /// Returns whether a disc was pushed at all.
    pub(super) fn has_moved(&self, disc: usize) -> bool {
        self.moved[disc] > 0
    }

    /// Notes how one of two discs that touch holds up the other, with the normal from the second to the first. Returns by what
    /// share of its usual part of a correction each moves.
    fn hold_up(&mut self, [one, other]: [usize; 2], discs: [&Disc; 2], normal: Vec2) -> [f32; 2] {
        let [its, others] = discs.map(|disc| pace_along(disc, normal));
        if discs[0].turn != discs[1].turn {
            let straight = others.min(-its);
            if straight > STRAIGHT {
                self.is_held_up[one] = true;
                self.is_held_up[other] = true;
            }
            return match [one, other].map(|disc| self.mates[disc] <= ALONE) {
                [true, false] if straight > 0.0 => [AGAINST_CROWD, 1.0],
                [false, true] if straight > 0.0 => [1.0, AGAINST_CROWD],
                _ => [1.0; 2],
            };
        }
        let straight = 0.5 * (its + others);
        let [ahead, behind] = if straight > 0.0 { [one, other] } else { [other, one] };
        // Who has a wall behind it cannot give way.
        if !self.is_held_up[ahead] || straight.abs() <= STRAIGHT || self.stopped[behind] {
            return [1.0; 2];
        }
        self.is_held_up[behind] = true;
        if ahead == one { [1.0 - HELD_UP, 1.0] } else { [1.0, 1.0 - HELD_UP] }
    }

    /// Tells that a wall has stopped a disc.
    pub(super) fn stop(&mut self, disc: usize) {
        self.stopped[disc] = true;
    }
}

impl Relaxation<'_> {
    /// Does the pass.
    pub(super) fn run(mut self, parameters: &WorldParameters) {
        let (gain, reach) = (parameters.contact_gain, ContactRange::new(parameters));
        let rule = Rule { gain, reach };
        self.pushes.pushed.clear();
        self.pushes.deepest = 0.0;
        if self.pass == 1 {
            self.count_mates();
            for one in 0..self.pairs.len() {
                self.relax(one, self.pairs.of(one), &rule);
            }
            if !self.pushes.pushed.is_empty() {
                self.pairs.turn_round(&self.pushes.pushed);
            }
            return;
        }
        self.pairs.go_on();
        if self.pass % 2 == 1 {
            let mut from = 0;
            while let Some(one) = self.pairs.first_from(from) {
                self.relax(one, self.pairs.of(one), &rule);
                from = one + 1;
            }
        } else {
            let mut to = self.pairs.len();
            while let Some(one) = self.pairs.last_before(to) {
                self.relax(one, self.pairs.of(one).rev(), &rule);
                to = one;
            }
        }
    }

    /// Counts who has how many of its order beside it, where there are several orders.
    fn count_mates(&mut self) {
        let turn = |disc: usize| self.discs.known(self.numbers[disc] as usize).disc.turn;
        let count = self.pairs.len();
        if (1..count).all(|disc| turn(disc) == turn(0)) {
            return;
        }
        for one in 0..count {
            let its = turn(one);
            for place in self.pairs.of(one) {
                let other = self.pairs.at(place);
                if turn(other) == its {
                    for mate in [one, other] {
                        self.pushes.mates[mate] = self.pushes.mates[mate].saturating_add(1);
                    }
                }
            }
        }
    }

    /// Moves a disc and those of its later partners that it overlaps apart, one after the other.
    fn relax(&mut self, i: usize, places: impl Iterator<Item = usize>, rule: &Rule) {
        let mut one = self.spots[i];
        for place in places {
            let j = self.pairs.at(place);
            let other = &self.spots[j];
            let (apart, room) = (one.position - other.position, rule.reach.most(&one, other));
            // Most are.
            if apart.length_squared() < room * room {
                self.part(i, &mut one, j, rule);
            }
        }
        self.spots[i].position = one.position;
    }

    /// Moves two discs apart if they overlap.
    fn part(&mut self, i: usize, one: &mut DiscState, j: usize, rule: &Rule) {
        let other = &mut self.spots[j];
        let apart = one.position - other.position;
        let room = rule.reach.room(one, other);
        let squared = apart.length_squared();
        if squared >= room * room {
            return;
        }
        let known = |index: usize| self.discs.known(self.numbers[index] as usize);
        let disc = |index: usize| known(index).disc;
        let [mut share, mut its_share] = shares(disc(i), disc(j));
        if share + its_share <= 0.0 {
            return;
        }
        let distance = squared.sqrt();
        let normal = if distance > COINCIDENT {
            apart / distance
        } else {
            direction(self.numbers[i], self.numbers[j])
        };
        let mut gain = rule.gain;
        let is_stopped = |disc: usize| self.pushes.stopped[disc];
        if known(i).gives_way_to(known(j)) && !is_stopped(i) {
            its_share *= FOLLOWED;
        } else if known(j).gives_way_to(known(i)) && !is_stopped(j) {
            share *= FOLLOWED;
        } else if self.pass > 1 && !is_stopped(i) && !is_stopped(j) {
            let more = GIVING_WAY * ahead(disc(i), disc(j), normal);
            (share, its_share) = (share * (1.0 - more), its_share * (1.0 + more));
            // Nobody goes farther than the overlap is deep: from row to row that would grow.
            gain = gain.min((share + its_share) / share.max(its_share));
        }
        let held = self.pushes.hold_up([i, j], [disc(i), disc(j)], normal);
        if held != [1.0; 2] {
            (share, its_share) = (share * held[0], its_share * held[1]);
            gain = gain.min((share + its_share) / share.max(its_share));
        }
        let push = normal * ((room - distance) * gain / (share + its_share));
        self.pushes.deepest = self.pushes.deepest.max((room - distance) / room);
        one.position += push * share;
        other.position -= push * its_share;
        self.tell(i);
        self.tell(j);
    }

    /// Tells that a disc was pushed.
    fn tell(&mut self, disc: usize) {
        if std::mem::replace(&mut self.pushes.moved[disc], self.pass) == self.pass {
            return;
        }
        self.pushes.pushed.push(disc as u32);
        if self.pass > 1 {
            self.pairs.mark(disc);
        }
    }
}

/// Returns the shares of two discs of a correction.
pub(super) fn shares(one: &Disc, other: &Disc) -> [f32; 2] {
    [one.mobility_against(other), other.mobility_against(one)]
}

/// Returns how much the first of two discs is ahead of the second, from which a normal leads to it: 1 if both want to go along
/// it at full speed, -1 if against it; 0 for discs of different orders.
fn ahead(one: &Disc, other: &Disc, normal: Vec2) -> f32 {
    if one.turn != other.turn {
        return 0.0;
    }
    (normal.dot(one.desired + other.desired) / (one.max_speed + other.max_speed)).clamp(-1.0, 1.0)
}

/// Returns how fast a disc wants to go along a unit vector, as a share of its greatest speed.
fn pace_along(disc: &Disc, direction: Vec2) -> f32 {
    if disc.lingers { 0.0 } else { disc.desired.dot(direction) / disc.max_speed }
}

/// A direction for two discs at one point: different from pair to pair.
pub(super) fn direction(first: u32, second: u32) -> Vec2 {
    let hash = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca77);
    let angle = (hash >> 8) as f32 * (std::f32::consts::TAU / (1 << 24) as f32);
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::handle::UnitId;
    use crate::base::tolerances::SKIN;
    use crate::bodies::unit::{Body, UnitDefinition};
    use crate::motion::disc::Duty;

    /// Passes until hardly any overlap is left in a queue of as many discs, the first of which cannot move; all want to go on,
    /// every other one by another order if there are two. `None` if 40 are not enough.
    fn passes(count: u32, orders: u32) -> Option<u8> {
        let disc = |place: u32| {
            let position = Vec2::new(-0.96 * place as f32, 0.0);
            let body = Body::new(&UnitDefinition::new(position, 0.5, 2.0), 0, 0.1);
            let duty = Duty { turn: place % orders, lingers: false, ..Duty::of(&body) };
            let disc = Disc::of(UnitId::default(), &body, duty);
            Disc { desired: 2.0 * Vec2::X, mobility: f32::from(u8::from(place > 0)), ..disc }
        };
        let discs: Vec<Disc> = (0..count).map(disc).collect();
        let numbers: Vec<u32> = (0..count).collect();
        let mut spots: Vec<DiscState> = discs.iter().map(DiscState::of).collect();
        let (mut pairs, mut pushes) = (Pairs::default(), Pushes::default());
        (1..=count).for_each(|next| pairs.push((next < count).then_some(next).into_iter()));
        pushes.begin(count as usize);
        let parameters = WorldParameters::default();
        let all = Sorted { discs, ..Sorted::default() };
        (1..=40).find(|&pass| {
            let (pairs, spots, pushes) = (&mut pairs, &mut spots[..], &mut pushes);
            let relaxation =
                Relaxation { pairs, spots, numbers: &numbers, discs: &all, pushes, pass };
            relaxation.run(&parameters);
            pushes.deepest <= SKIN
        })
    }

    #[test]
    fn a_push_goes_through_a_whole_queue() {
        assert!(passes(40, 1).is_some_and(|passes| passes <= 12), "{:?}", passes(40, 1));
        assert_eq!(passes(40, 2), None, "nobody gives way to other orders");
        assert_eq!(passes(2, 1), passes(2, 2));
    }
}
