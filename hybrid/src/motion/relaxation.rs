//! A pass over the pairs of discs that overlap: each is moved apart, one pair after the other.
//!
//! In the first pass both move alike. Where overlaps are left then a queue jams, and a push at its head would reach its end
//! after about as many passes as the square of its rows. So from then on, of two of one order, the one behind gives way to the
//! one ahead: a few passes take the push through the whole queue (after the shock propagation of E. Guendelman, R. Bridson,
//! R. Fedkiw, “Nonconvex Rigid Bodies with Stacking”, 2003, where what lies below does not move).

use glam::Vec2;

use super::contact_range::{ContactRange, DiscState};
use super::disc::Disc;
use super::pairs::{Pairs, make_room};
use super::sorted::Sorted;
use crate::base::tolerances::COINCIDENT;
use crate::parameters::WorldParameters;

/// After the first pass, by what share of its half of a correction the one ahead moves less, and the one behind more.
const GIVING_WAY: f32 = 0.55;

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
        self.moved.capacity() + self.stopped.capacity() + self.pushed.capacity() * size_of::<u32>()
    }

    /// Before the first pass over so many discs.
    pub(super) fn begin(&mut self, count: usize) {
        self.moved.clear();
        make_room(&mut self.moved, count);
        self.moved.resize(count, 0);
        self.stopped.clear();
        make_room(&mut self.stopped, count);
        self.stopped.resize(count, false);
        self.pushed.clear();
        make_room(&mut self.pushed, count);
        self.deepest = f32::INFINITY;
    }

    /// Returns whether a disc was pushed at all.
    pub(super) fn has_moved(&self, disc: usize) -> bool {
        self.moved[disc] > 0
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
