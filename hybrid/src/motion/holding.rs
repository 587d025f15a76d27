//! Holds back whoever would press another disc deeper, or pass through it.
//!
//! In the worst case all stay where they were: there no overlap is deeper than before. Nobody is held back more than a few
//! times, and then only those near it are looked at again: the work is bounded by the number of pairs.

use glam::Vec2;

use super::contact_range::DiscState;
use super::harm::pass_through;
use super::islands::BATCH;
use super::pairs::make_room;
use crate::base::tolerances::{PRESSED, ROUNDING};

/// Who would press others deeper goes half as far, down to this share of its way, then nowhere.
const LEAST_SHARE: f32 = 0.2;

/// Pairs of a disc for which there is room at first: those of dense crowds.
const USUAL_PAIRS: usize = 12;

/// A disc that is pressed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressed {
    /// Which of its batch it is.
    pub(super) index: u32,
    /// Where it was before the tick.
    pub(super) start: Vec2,
    /// How far from there it may get, in metres; 0 if the world does not move it.
    pub(super) limit: f32,
    /// Whether its island is relieved, and not only held back.
    pub(super) is_relieved: bool,
    /// The deepest overlap that it had at its start, as a share of the sum of the radii.
    pub(super) deepest: f32,
}

/// Two discs that may touch.
#[derive(Clone, Copy, Debug)]
struct NearPair {
    one: u32,
    other: u32,
    radii: f32,
    /// How near they may come at all.
    least: f32,
}

/// Pairs of discs, and how far each disc goes.
#[derive(Debug, Default)]
pub(super) struct Holding {
    pairs: Vec<NearPair>,
    /// The pairs of each disc, and where those of each end.
    of_discs: Vec<u32>,
    ends: Vec<u32>,
    /// By disc, the share of its way that it goes.
    shares: Vec<f32>,
    /// By disc, where it would get if it were not held back.
    ways: Vec<Vec2>,
    /// Who was held back, in this order; those near them have to be looked at again.
    held: Vec<u32>,
}

impl Holding {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<NearPair>()
            + (self.of_discs.capacity() + self.ends.capacity() + self.held.capacity())
                * size_of::<u32>()
            + self.shares.capacity() * size_of::<f32>()
            + self.ways.capacity() * size_of::<Vec2>()
    }

    /// Makes room for so many discs.
    pub(super) fn begin(&mut self, count: usize) {
        let pairs = USUAL_PAIRS * count.max(BATCH);
        make_room(&mut self.pairs, pairs);
        make_room(&mut self.of_discs, 2 * pairs);
        make_room(&mut self.ends, count);
        make_room(&mut self.shares, count);
        make_room(&mut self.ways, count);
        make_room(&mut self.held, count);
    }

    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// The number of pairs.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Adds a pair that was so far apart.
    pub(super) fn add(&mut self, one: u32, other: u32, radii: f32, distance: f32) {
        let least = distance.min(radii * (1.0 - PRESSED));
        self.pairs.push(NearPair { one, other, radii, least });
    }

    /// Holds back whoever would press another one deeper, or pass through it. `walk` takes a disc of the batch from where it
    /// stood towards a point, and tells how far it gets.
    pub(super) fn hold_back(
        &mut self,
        discs: &[Pressed],
        spots: &mut [DiscState],
        walk: &mut impl FnMut(u32, Vec2) -> Vec2,
    ) {
        for pair in &mut self.pairs {
            let deepest = |disc: u32| discs[disc as usize].deepest;
            let deepest = deepest(pair.one).max(deepest(pair.other));
            pair.least = pair.least.min(pair.radii * (1.0 - deepest)) - ROUNDING;
        }
        self.ways.clear();
        self.ways.extend(spots.iter().map(|spot| spot.position));
        self.shares.clear();
        self.shares.resize(discs.len(), 1.0);
        self.held.clear();
        for at in 0..self.pairs.len() {
            self.look(at, discs, spots, walk);
        }
        if !self.held.is_empty() {
            self.sort(discs.len());
        }
        let mut next = 0;
        while let Some(&disc) = self.held.get(next) {
            let disc = disc as usize;
            let first = disc.checked_sub(1).map_or(0, |before| self.ends[before]);
            for place in first..self.ends[disc] {
                self.look(self.of_discs[place as usize] as usize, discs, spots, walk);
            }
            next += 1;
        }
    }

    /// Sorts the pairs by disc.
    fn sort(&mut self, count: usize) {
        let Self { pairs, of_discs, ends, .. } = self;
        ends.clear();
        ends.resize(count, 0);
        for pair in &*pairs {
            ends[pair.one as usize] += 1;
            ends[pair.other as usize] += 1;
        }
        // A counting sort: each end moves from the beginning of its pairs to their end.
        let mut sum = 0;
        for end in &mut *ends {
            sum += std::mem::replace(end, sum);
        }
        of_discs.clear();
        of_discs.resize(2 * pairs.len(), 0);
        for (at, pair) in (0..).zip(&*pairs) {
            for disc in [pair.one, pair.other] {
                let end = &mut ends[disc as usize];
                of_discs[*end as usize] = at;
                *end += 1;
            }
        }
    }

    /// Holds those of a pair back that approach the other one, until it does no harm or both stay.
    fn look(
        &mut self,
        at: usize,
        discs: &[Pressed],
        spots: &mut [DiscState],
        walk: &mut impl FnMut(u32, Vec2) -> Vec2,
    ) {
        let pair = self.pairs[at];
        let both = [pair.one as usize, pair.other as usize];
        while is_pressed(pair, discs, spots) {
            let starts = discs[both[0]].start - discs[both[1]].start;
            let apart = spots[both[0]].position - spots[both[1]].position;
            // Who has passed through another one has approached it before.
            let normal = if starts.dot(apart) < 0.0 { starts } else { apart };
            let way = |disc: usize| spots[disc].position - discs[disc].start;
            let nears = [normal.dot(way(both[0])) < 0.0, normal.dot(way(both[1])) > 0.0];
            let goes = both.map(|disc| self.shares[disc] > 0.0);
            let any = (nears[0] && goes[0]) || (nears[1] && goes[1]);
            if goes == [false, false] {
                return;
            }
            for side in 0..2 {
                if goes[side] && (nears[side] || !any) {
                    let disc = both[side];
                    let share = self.shorten(disc);
                    let to = discs[disc].start + (self.ways[disc] - discs[disc].start) * share;
                    spots[disc].position = walk(discs[disc].index, to);
                }
            }
        }
    }

    /// Has a disc go half as far, or nowhere; tells the share of its way that it goes.
    fn shorten(&mut self, disc: usize) -> f32 {
        let share = &mut self.shares[disc];
        *share = if *share > LEAST_SHARE { 0.5 * *share } else { 0.0 };
        self.held.push(disc as u32);
        *share
    }
}

/// Returns whether the discs of a pair are nearer than they may be, or one has passed through the other.
fn is_pressed(pair: NearPair, discs: &[Pressed], spots: &[DiscState]) -> bool {
    let (i, j) = (pair.one as usize, pair.other as usize);
    let apart = spots[i].position - spots[j].position;
    let starts = discs[i].start - discs[j].start;
    let least = pair.least * pair.least;
    apart.length_squared() < least
        || (starts.length_squared() > least && pass_through(starts, apart - starts, pair.radii))
}
