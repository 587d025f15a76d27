//! The search for the neighbours of one disc.

use std::ops::Range;

use glam::Vec2;

use super::disc::{Disc, Foresight};
use super::disc_grid::DiscGrid;
use crate::bodies::meeting::MeetingRules;

/// How many neighbours a disc looks out for: the nearest. More neither helps nor is seen to matter.
pub(super) const MOST_NEAREST: usize = 8;

/// How many partners with a greater number a disc may touch. Six discs of its size fit round a disc, small ones more;
/// it is a bound for armies that stand on one point.
pub(super) const MOST_TOUCHING: usize = 64;

/// A run of more discs than this in a few cells is an army on one point. Of each of its cells only those next to the disc
/// in order are looked at, so many to each side.
const CROWDED: usize = 512;
const ASIDE: usize = 40;

/// Of a run of more discs than this the ends that are too far are cut off before each is looked at.
const LONG: usize = 96;

/// Discs within reach that are gathered before they are sorted out, and of a run at once.
const ROOM: usize = 64;
const BATCH: usize = 32;

/// A squared distance at which nobody is.
pub(super) const NOWHERE: f32 = -1.0;

/// What keys begin from: the least normal number of those that their bits stand for.
const LEAST: u64 = 1 << 52;

/// The key of nobody, above all others: its lower half is a number that no disc has.
const NOBODY: f64 = f64::MAX;

/// The search for the neighbours of one disc.
pub(super) struct NeighbourSearch<'a> {
    disc: usize,
    horizon: Foresight,
    /// By disc, whom it meets; empty where all meet all.
    rules: &'a [MeetingRules],
    /// The squared distance beyond which nobody touches.
    touch: f32,
    all_alike: bool,
    /// The squared distance beyond which nobody is of interest, as far as is known.
    sight: f32,
    /// The keys of the nearest, in order. The bits of a key are those of a squared distance, then a number: bits of floats
    /// that are not negative are ordered as the floats are. They are compared as floats, as these have a least and a
    /// greatest of two on every machine.
    nearest: [f64; MOST_NEAREST],
    /// The bits of the keys of those that were gathered last.
    met: [u64; ROOM],
    count: usize,
}

/// What a disc is looked round for.
pub(super) struct Aim<'a> {
    pub(super) disc: usize,
    pub(super) horizon: Foresight,
    /// By disc, whom it meets; empty where all meet all.
    pub(super) rules: &'a [MeetingRules],
    pub(super) all_alike: bool,
    /// Squared distances beyond which nobody is seen, and nobody touched.
    pub(super) squared: (f32, f32),
}

impl<'a> NeighbourSearch<'a> {
    pub(super) fn new(aim: Aim<'a>) -> Self {
        let Aim { disc, horizon, rules, all_alike, squared: (sight, touch) } = aim;
        let (nearest, met) = ([NOBODY; MOST_NEAREST], [0; ROOM]);
        Self { disc, horizon, rules, touch, all_alike, sight, nearest, met, count: 0 }
    }

    /// Looks at the disc's own row of cells, then at those on both sides of it, as far along each as anybody can be of
    /// interest. Returns the nearest, and adds the later ones that it may touch.
    pub(super) fn around(
        mut self,
        discs: &[Disc],
        points: &[Vec2],
        grid: &DiscGrid,
        partners: &mut Vec<u32>,
    ) -> [u32; MOST_NEAREST] {
        let point = points[self.disc];
        let home = grid.cell_of(point).y;
        let most = partners.len() + MOST_TOUCHING;
        // The nearest first: the sooner they are known, the fewer others are of interest.
        let (mut row, mut sides) = (0, [true, false]);
        while sides != [false, false] {
            for (side, y) in sides.iter_mut().zip([home - row, home + row]) {
                let within = |look: &Self| grid.columns_within(point, y, look.limit());
                let run = |(from, to)| grid.row(y, from, to);
                let mut columns = if *side { within(&self) } else { None };
                if columns.is_some_and(|columns| run(columns).len() > CROWDED) {
                    self.sort_out(discs, partners, most);
                    columns = within(&self);
                }
                *side = columns.is_some();
                let Some((from, to)) = columns else { continue };
                let run = run((from, to));
                if run.len() <= CROWDED {
                    self.meet(discs, points, run, partners, most);
                    continue;
                }
                for x in from..=to {
                    let run = self.beside(grid.row(y, x, x));
                    self.meet(discs, points, run, partners, most);
                }
            }
            // The own row has but one side.
            sides[1] |= row == 0;
            row += 1;
        }
        self.sort_out(discs, partners, most);
        self.nearest.map(|key| key.to_bits() as u32)
    }

    /// The squared distance beyond which nobody is of interest.
    fn limit(&self) -> f32 {
        self.sight.max(self.touch)
    }

    /// Of an army on one point those next to the disc in order.
    fn beside(&self, run: Range<usize>) -> Range<usize> {
        let middle = self.disc.clamp(run.start, run.end);
        middle.saturating_sub(ASIDE).max(run.start)..(middle + ASIDE).min(run.end)
    }

    /// Gathers those of a run that are within reach: most are too far, and are left out without a branch for each.
    fn meet(
        &mut self,
        discs: &[Disc],
        points: &[Vec2],
        run: Range<usize>,
        partners: &mut Vec<u32>,
        most: usize,
    ) {
        let point = points[self.disc];
        let run = if run.len() > LONG { self.cut(points, run) } else { run };
        for start in run.clone().step_by(BATCH) {
            let (limit, mut count) = (self.limit(), self.count);
            let batch = &points[start..run.end.min(start + BATCH)];
            for (at, number) in batch.iter().zip(LEAST + start as u64..) {
                let squared =
                    (at.x - point.x) * (at.x - point.x) + (at.y - point.y) * (at.y - point.y);
                self.met[count % ROOM] = (u64::from(squared.to_bits()) << 32) + number;
                count += usize::from(squared <= limit);
            }
            self.count = count;
            if count > ROOM - BATCH {
                self.sort_out(discs, partners, most);
            }
        }
    }

    /// The part of a run within reach along its row, in which all are in order.
    fn cut(&self, points: &[Vec2], run: Range<usize>) -> Range<usize> {
        let (limit, middle) = (self.limit(), points[self.disc].x);
        let is_far = |ahead: f32| ahead > 0.0 && ahead * ahead > limit;
        let all = &points[run.clone()];
        let first = all.partition_point(|at| is_far(middle - at.x));
        let count = all[first..].partition_point(|at| !is_far(at.x - middle));
        run.start + first..run.start + first + count
    }

    /// Sorts out who of those gathered is among the nearest, and who may be touched.
    fn sort_out(&mut self, discs: &[Disc], partners: &mut Vec<u32>, most: usize) {
        let (mut touched, mut count) = ([0; ROOM], 0);
        let mut nearest = self.nearest;
        for &key in &self.met[..self.count] {
            let (squared, other) = (f32::from_bits(((key - LEAST) >> 32) as u32), key as u32);
            let (mut sight, mut touch) = (self.sight, self.touch);
            if !self.all_alike {
                let (one, two) = (&discs[self.disc], &discs[other as usize]);
                let (radii, speeds) = (one.radius + two.radius, one.max_speed + two.max_speed);
                let own = self.horizon.squared(radii, speeds);
                (sight, touch) = (sight.min(own.0), own.1);
                if let (Some(one), Some(two)) =
                    (self.rules.get(self.disc), self.rules.get(other as usize))
                {
                    let radii = one.avoidance_radius + two.avoidance_radius;
                    sight = self.sight.min(self.horizon.squared(radii, speeds).0);
                    if !one.meets(two) {
                        (sight, touch) = (NOWHERE, NOWHERE);
                    }
                }
            }
            touched[count % ROOM] = other;
            count += usize::from(squared < touch && other > self.disc as u32);
            let is_seen = squared <= sight && other != self.disc as u32;
            insert(&mut nearest, if is_seen { f64::from_bits(key) } else { NOBODY });
        }
        (self.nearest, self.count) = (nearest, 0);
        let last = nearest[MOST_NEAREST - 1];
        if last != NOBODY {
            self.sight = f32::from_bits(((last.to_bits() - LEAST) >> 32) as u32);
        }
        partners.extend_from_slice(&touched[..count.min(most - partners.len())]);
    }
}

/// Puts a key in its place among the least.
fn insert(keys: &mut [f64; MOST_NEAREST], key: f64) {
    let before = *keys;
    let lesser = |one: f64, other: f64| if one < other { one } else { other };
    let greater = |one: f64, other: f64| if one > other { one } else { other };
    keys[0] = lesser(before[0], key);
    for at in 1..MOST_NEAREST {
        keys[at] = greater(before[at - 1], lesser(before[at], key));
    }
}
