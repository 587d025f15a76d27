//! A pass over the pairs of discs that overlap: each is moved apart, one pair after the other.

use glam::Vec2;

use super::pairs::{Pairs, make_room};
use super::stirring::{Reach, Spot};
use crate::parameters::WorldParameters;
use crate::tolerances::COINCIDENT;

/// A pass over the pairs of discs that overlap.
pub(super) struct Relaxation<'a> {
    pub(super) pairs: &'a mut Pairs,
    pub(super) spots: &'a mut [Spot],
    /// Their numbers among all.
    pub(super) discs: &'a [u32],
    pub(super) pushes: &'a mut Pushes,
    /// Counted from 1.
    pub(super) pass: u8,
}

/// Who was pushed in passes.
#[derive(Debug, Default)]
pub(super) struct Pushes {
    /// By disc, the last pass that has moved it, counted from 1.
    moved: Vec<u8>,
    /// Who was moved in the last pass.
    pub(super) pushed: Vec<u32>,
    /// The deepest overlap met in the last pass, as a fraction of the radii.
    pub(super) deepest: f32,
}

/// How pairs are moved apart.
struct Rule {
    /// How much farther than needed a correction goes.
    gain: f32,
    reach: Reach,
}

impl Pushes {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.moved.capacity() + self.pushed.capacity() * size_of::<u32>()
    }

    /// Before the first pass over so many discs.
    pub(super) fn begin(&mut self, count: usize) {
        self.moved.clear();
        make_room(&mut self.moved, count);
        self.moved.resize(count, 0);
        self.pushed.clear();
        make_room(&mut self.pushed, count);
        self.deepest = f32::INFINITY;
    }
}

impl Relaxation<'_> {
    /// Does the pass.
    pub(super) fn run(mut self, parameters: &WorldParameters) {
        let (gain, reach) = (parameters.contact_gain, Reach::new(parameters));
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
                self.part((i, &mut one), j, rule);
            }
        }
        self.spots[i].position = one.position;
    }

    /// Moves two discs apart if they overlap.
    fn part(&mut self, (i, one): (usize, &mut Spot), j: usize, rule: &Rule) {
        let other = &mut self.spots[j];
        let apart = one.position - other.position;
        let room = rule.reach.room(one, other);
        let squared = apart.length_squared();
        let mobility = one.mobility() + other.mobility();
        if squared >= room * room || mobility <= 0.0 {
            return;
        }
        let distance = squared.sqrt();
        let normal = if distance > COINCIDENT {
            apart / distance
        } else {
            direction(self.discs[i], self.discs[j])
        };
        let push = normal * ((room - distance) * rule.gain / mobility);
        self.pushes.deepest = self.pushes.deepest.max((room - distance) / room);
        one.position += push * one.mobility();
        other.position -= push * other.mobility();
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

/// A direction for two discs at one point: different from pair to pair.
fn direction(first: u32, second: u32) -> Vec2 {
    let hash = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca77);
    let angle = (hash >> 8) as f32 * (std::f32::consts::TAU / (1 << 24) as f32);
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
