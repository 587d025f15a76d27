//! Crowds that are pressed: overlaps never become deeper, and nobody jumps.
//!
//! Where a crowd overlaps deeply, or is pressed harder than corrections can be passed on, moving pairs apart one after the
//! other adds up: each correction presses the next pair deeper, until units are pushed through each other. There the
//! motion of all is found together instead: the least change of what they would do for which no pair gets nearer along the
//! line on which it meets, and overlaps become less (a linear complementarity problem, by projected Gauss–Seidel:
//! C. Lacoursière, “Ghosts and Machines”, 2007; that pushes add up, and may become less again, keeps them from overshooting:
//! E. Catto, “Iterative Dynamics with Temporal Coherence”, 2005). Nobody leaves a disc round its start: that bounds every
//! push. What is left after so many passes is settled by holding back whoever would press another one deeper, in the worst
//! case where it was: there no overlap is deeper than before.

use glam::Vec2;

use super::stirring::{Reach, Spot};
use crate::tolerances::{COINCIDENT, PRESSED, ROUNDING};

/// How much of an overlap is corrected in a tick; and at least how much of the room.
const RELIEF: f32 = 0.5;
const LEAST_RELIEF: f32 = 0.05;

/// Of the room: corrections that are less end the passes.
const SETTLED: f32 = 0.005;

/// The least and the greatest push in a tick, in radii. Between them it is as far as a unit walks in a tick.
const LEAST_PUSH: f32 = 0.5;
const MOST_PUSH: f32 = 1.0;

/// Sums of radii: who passes another one nearer than this in a tick passes through it.
const THROUGH: f32 = 0.9;

/// Sums of radii: who moves less than this relative to another one cannot pass so near without being nearer than both radii
/// before or after: the chord of a circle at [`THROUGH`].
const CHORD: f32 = 0.87;

/// Who would press others deeper goes half as far, down to this share of its way, then nowhere.
const LEAST_SHARE: f32 = 0.2;

/// The share of the demanded correction below which a pair counts as wedged: another direction is tried.
const WEDGED: f32 = 0.5;

/// Beside walls only such deep overlaps count: others get apart along the line on which they are.
const WEDGED_DEEP: f32 = 0.25;

/// How far a disc may be pushed in a tick, in metres, that walks so far in it at most.
pub(super) fn most_push(radius: f32, walk: f32) -> f32 {
    walk.clamp(LEAST_PUSH * radius, MOST_PUSH * radius)
}

/// Whether a push is surely short enough, however slow the disc is.
pub(super) fn is_short(push: Vec2, radius: f32) -> bool {
    push.length_squared() <= (LEAST_PUSH * radius) * (LEAST_PUSH * radius)
}

/// Whether discs that walk so far in a tick may pass through others.
pub(super) fn may_pass_through(least_radius: f32, walk: f32) -> bool {
    walk > CHORD * least_radius
}

/// Whether two discs that were so far apart and now are do each other harm: one has got deeper into the other, or through it;
/// and whether it is so bad that where their island gets has to be found anew. `None` if not.
pub(super) fn harm(starts: Vec2, apart: Vec2, radii: f32) -> Option<bool> {
    let (before, after) = (overlap(starts, radii), overlap(apart, radii));
    let is_through = before < PRESSED && pass_through(starts, apart - starts, radii);
    let is_deeper = after > PRESSED.max(before + ROUNDING);
    (is_through || is_deeper).then_some(is_through || before > PRESSED)
}

/// How deep two discs overlap that are so far apart, as a fraction of the sum of their radii; negative if they do not.
fn overlap(apart: Vec2, radii: f32) -> f32 {
    1.0 - apart.length() / radii
}

/// Whether of two discs that are apart at first, and move so against each other, one passes through the other.
fn pass_through(apart: Vec2, motion: Vec2, radii: f32) -> bool {
    let squared = motion.length_squared();
    if squared <= (CHORD * radii) * (CHORD * radii) {
        return false;
    }
    let nearest = apart + motion * (-apart.dot(motion) / squared).clamp(0.0, 1.0);
    nearest.length_squared() < (THROUGH * radii) * (THROUGH * radii)
}

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
    /// The deepest overlap that it had at its start.
    deepest: f32,
    /// The share of its way that it goes.
    share: f32,
}

impl Pressed {
    pub(super) fn new(index: u32, start: Vec2, limit: f32, is_relieved: bool) -> Self {
        Self { index, start, limit, is_relieved, deepest: 0.0, share: 1.0 }
    }
}

/// Two discs that may touch.
#[derive(Clone, Copy, Debug)]
struct Touch {
    one: u32,
    other: u32,
    /// From the other one to the first, along the line on which they meet; zero as long as they do not.
    normal: Vec2,
    /// How far apart they shall be along it.
    bound: f32,
    /// How much they push each other, all passes together.
    push: f32,
    radii: f32,
    /// How near they may come at all.
    least: f32,
}

/// The discs of a batch that are pressed, and those of them that may touch.
#[derive(Debug, Default)]
pub(super) struct Press {
    /// The islands in which pushes would do harm, each with whether where they get has to be found anew.
    islands: Vec<(u32, bool)>,
    pub(super) discs: Vec<Pressed>,
    /// By disc of the batch, which of these it is.
    pub(super) numbers: Vec<u32>,
    /// Where each gets.
    pub(super) spots: Vec<Spot>,
    touches: Vec<Touch>,
    /// By disc, whether it was moved and has to be kept out of walls.
    moved: Vec<bool>,
    /// By disc, whether a wall has stopped it.
    stopped: Vec<bool>,
    /// By disc, the last round in which it was held back.
    held: Vec<u32>,
    /// By disc, where it would get if it were not held back.
    ways: Vec<Vec2>,
}

impl Press {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.islands.capacity() * size_of::<(u32, bool)>()
            + self.discs.capacity() * size_of::<Pressed>()
            + self.numbers.capacity() * size_of::<u32>()
            + self.spots.capacity() * size_of::<Spot>()
            + self.touches.capacity() * size_of::<Touch>()
            + self.moved.capacity()
            + self.stopped.capacity()
            + self.held.capacity() * size_of::<u32>()
            + self.ways.capacity() * size_of::<Vec2>()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.islands.clear();
        self.discs.clear();
        self.numbers.clear();
        self.spots.clear();
        self.touches.clear();
    }

    /// Notes an island in which pushes would do harm.
    pub(super) fn note(&mut self, island: u32, is_anew: bool) {
        match self.islands.iter_mut().find(|(known, _)| *known == island) {
            Some((_, known)) => *known |= is_anew,
            None => self.islands.push((island, is_anew)),
        }
    }

    /// Whether there is nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        self.islands.is_empty()
    }

    /// Whether where any island gets is found anew.
    pub(super) fn relieves(&self) -> bool {
        self.islands.iter().any(|&(_, is_anew)| is_anew)
    }

    /// Whether where an island gets is found anew; `None` if nobody does harm in it.
    pub(super) fn island(&self, island: u32) -> Option<bool> {
        self.islands.iter().find(|(known, _)| *known == island).map(|&(_, is_anew)| is_anew)
    }

    /// Adds a disc, with the spot where it would be.
    pub(super) fn add(&mut self, disc: Pressed, spot: Spot) {
        self.discs.push(disc);
        self.spots.push(spot);
    }

    /// Adds a pair, if the two can touch.
    pub(super) fn join(&mut self, (i, j): (usize, usize), (one, other): (u32, u32), reach: Reach) {
        let (first, second) = (&self.spots[i], &self.spots[j]);
        let (radii, room) = (first.radius + second.radius, reach.room(first, second));
        let apart = self.discs[i].start - self.discs[j].start;
        let far = room + self.discs[i].limit + self.discs[j].limit;
        if apart.length_squared() >= far * far {
            return;
        }
        let distance = apart.length();
        let deep = overlap(apart, radii);
        for disc in [i, j] {
            self.discs[disc].deepest = self.discs[disc].deepest.max(deep);
        }
        let (mut normal, mut bound) = (Vec2::ZERO, room);
        if distance < room {
            let relief = (RELIEF * (room - distance)).max(LEAST_RELIEF * room);
            bound = room.min(distance + relief);
            normal = along(apart).unwrap_or_else(|| super::relaxation::direction(one, other));
        }
        let least = distance.min(radii * (1.0 - PRESSED));
        let (one, other) = (i as u32, j as u32);
        self.touches.push(Touch { one, other, normal, bound, push: 0.0, radii, least });
    }

    /// Finds where all get that are relieved, in so many passes at most. `walk` takes a disc of the batch from where it stood
    /// towards a point, and tells how far it gets.
    pub(super) fn relieve(&mut self, passes: u32, walk: &mut impl FnMut(u32, Vec2) -> Vec2) {
        self.moved.clear();
        self.moved.resize(self.discs.len(), false);
        self.stopped.clear();
        self.stopped.resize(self.discs.len(), false);
        for pass in 0..passes {
            if pass == passes / 2 {
                self.turn_wedged();
            }
            let worst = self.pass(pass % 2 == 1);
            for (disc, is_moved) in self.moved.iter_mut().enumerate() {
                if std::mem::take(is_moved) {
                    let (pressed, spot) = (&self.discs[disc], &mut self.spots[disc]);
                    let way = (spot.position - pressed.start).clamp_length_max(pressed.limit);
                    spot.position = walk(pressed.index, pressed.start + way);
                    self.stopped[disc] = spot.position != pressed.start + way;
                }
            }
            if worst < SETTLED {
                break;
            }
        }
    }

    /// A pass over all pairs; tells the greatest correction.
    fn pass(&mut self, is_backwards: bool) -> f32 {
        let (count, mut worst) = (self.touches.len(), 0.0_f32);
        for at in 0..count {
            let at = if is_backwards { count - 1 - at } else { at };
            worst = worst.max(self.push(at));
        }
        worst
    }

    /// Pushes a pair apart, or less than before; tells how far, as a share of their radii.
    fn push(&mut self, at: usize) -> f32 {
        let touch = &mut self.touches[at];
        let (i, j) = (touch.one as usize, touch.other as usize);
        let (one, other) = (&self.spots[i], &self.spots[j]);
        let apart = one.position - other.position;
        if touch.push == 0.0 {
            let starts = self.discs[i].start - self.discs[j].start;
            let meets = apart.length_squared() < touch.bound * touch.bound
                || pass_through(starts, apart - starts, touch.radii);
            if !meets || !self.discs[i].is_relieved {
                return 0.0;
            }
            if touch.normal == Vec2::ZERO {
                touch.normal = meeting(starts, apart - starts, touch.bound);
            }
        }
        let (share, its_share) = (one.mobility(), other.mobility());
        if share + its_share <= 0.0 {
            return 0.0;
        }
        let missing = touch.bound - touch.normal.dot(apart);
        let push = (touch.push + missing / (share + its_share)).max(0.0);
        let change = push - std::mem::replace(&mut touch.push, push);
        let (normal, radii) = (touch.normal, touch.radii);
        self.spots[i].position += normal * (change * share);
        self.spots[j].position -= normal * (change * its_share);
        self.moved[i] = true;
        self.moved[j] = true;
        change.abs() * (share + its_share) / radii
    }

    /// Has pairs that do not get apart, as walls or others stand behind them, try it aside: to the side to which they have got,
    /// and to one side alike if to none.
    fn turn_wedged(&mut self) {
        for touch in &mut self.touches {
            let (i, j) = (touch.one as usize, touch.other as usize);
            let apart = self.spots[i].position - self.spots[j].position;
            let starts = self.discs[i].start - self.discs[j].start;
            let gained = touch.normal.dot(apart - starts);
            let wanted = touch.bound - touch.normal.dot(starts);
            let is_held = self.spots[i].mobility() <= 0.0 || self.spots[j].mobility() <= 0.0;
            let is_deep = is_held
                || ((self.stopped[i] || self.stopped[j])
                    && overlap(starts, touch.radii) > WEDGED_DEEP);
            if touch.push == 0.0 || gained >= WEDGED * wanted || !is_deep {
                continue;
            }
            let aside = touch.normal.perp();
            let towards = match aside.dot(apart - starts) {
                got if got.abs() > SETTLED * touch.radii => got,
                _ if aside.y == 0.0 => aside.x,
                _ => aside.y,
            };
            touch.normal = if towards < 0.0 { -aside } else { aside };
            touch.push = 0.0;
        }
    }

    /// Holds back whoever would press another one deeper, or pass through it.
    pub(super) fn hold_back(&mut self, walk: &mut impl FnMut(u32, Vec2) -> Vec2) {
        for touch in &mut self.touches {
            let deepest = |disc: u32| self.discs[disc as usize].deepest;
            let deepest = deepest(touch.one).max(deepest(touch.other));
            touch.least = touch.least.min(touch.radii * (1.0 - deepest)) - ROUNDING;
        }
        self.ways.clear();
        self.ways.extend(self.spots.iter().map(|spot| spot.position));
        self.held.clear();
        self.held.resize(self.discs.len(), 0);
        let count = self.touches.len();
        for round in 1.. {
            let mut is_done = true;
            for at in 0..count {
                // Forwards and backwards in turn, so that it goes through a whole queue at once.
                let at = if round % 2 == 0 { count - 1 - at } else { at };
                let Touch { one, other, .. } = self.touches[at];
                let held = self.held[one as usize].max(self.held[other as usize]);
                if held + 1 >= round && self.presses(at) {
                    is_done &= !self.hold(at, round, walk);
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// Whether a pair would be deeper than it may, or one would pass through the other.
    fn presses(&self, at: usize) -> bool {
        let Touch { one, other, radii, least, .. } = self.touches[at];
        let (i, j) = (one as usize, other as usize);
        let apart = self.spots[i].position - self.spots[j].position;
        let starts = self.discs[i].start - self.discs[j].start;
        apart.length_squared() < least * least
            || (starts.length_squared() > least * least
                && pass_through(starts, apart - starts, radii))
    }

    /// Holds those of a pair back that approach the other one. Whether there was anybody.
    fn hold(&mut self, at: usize, round: u32, walk: &mut impl FnMut(u32, Vec2) -> Vec2) -> bool {
        let Touch { one, other, .. } = self.touches[at];
        let pair = [one as usize, other as usize];
        let starts = self.discs[pair[0]].start - self.discs[pair[1]].start;
        let apart = self.spots[pair[0]].position - self.spots[pair[1]].position;
        // Who has passed through another one has approached it before.
        let normal = if starts.dot(apart) < 0.0 { starts } else { apart };
        let goes = |press: &Self, disc: usize| press.discs[disc].share > 0.0;
        let way = |press: &Self, disc: usize| press.spots[disc].position - press.discs[disc].start;
        let nears = [
            goes(self, pair[0]) && normal.dot(way(self, pair[0])) < 0.0,
            goes(self, pair[1]) && normal.dot(way(self, pair[1])) > 0.0,
        ];
        let any = nears != [false, false];
        let mut is_held = false;
        for (disc, nears) in pair.into_iter().zip(nears) {
            if (nears || !any) && goes(self, disc) {
                self.shorten(disc, walk);
                self.held[disc] = round;
                is_held = true;
            }
        }
        is_held
    }

    /// Has a disc go half as far, or nowhere.
    fn shorten(&mut self, disc: usize, walk: &mut impl FnMut(u32, Vec2) -> Vec2) {
        let Pressed { index, start, ref mut share, .. } = self.discs[disc];
        *share = if *share > LEAST_SHARE { 0.5 * *share } else { 0.0 };
        let to = start + (self.ways[disc] - start) * *share;
        self.spots[disc].position = walk(index, to);
    }
}

/// The direction of a vector, if it has any.
fn along(vector: Vec2) -> Option<Vec2> {
    let length = vector.length();
    (length > COINCIDENT).then(|| vector / length)
}

/// The direction in which two discs are from each other when they meet: as soon as they are nearer than a distance, if they
/// ever are, else where they are nearest.
fn meeting(apart: Vec2, motion: Vec2, distance: f32) -> Vec2 {
    let (squared, nearing) = (motion.length_squared(), -apart.dot(motion));
    let beside = nearing * nearing - squared * (apart.length_squared() - distance * distance);
    let time = if squared > 0.0 { (nearing - beside.max(0.0).sqrt()) / squared } else { 0.0 };
    along(apart + motion * time.clamp(0.0, 1.0)).or_else(|| along(apart)).unwrap_or(Vec2::X)
}
