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

use super::contact_range::{ContactRange, DiscState};
use super::disc::Disc;
use super::harm::{overlap, pass_through};
use super::holding::{Holding, Pressed};
use super::islands::BATCH;
use super::pairs::make_room;
use super::relaxation::{direction, shares};
use crate::base::tolerances::COINCIDENT;

/// Passes, for each that is asked for: pushes have to get through all of a crowd.
const RELIEVING: u32 = 2;

/// How much of an overlap is corrected in a tick; and at least how much of the room.
const RELIEF: f32 = 0.5;
const LEAST_RELIEF: f32 = 0.05;

/// Of the room: corrections that are less end the passes.
const SETTLED: f32 = 0.005;

/// The least and the greatest push in a tick, in radii. Between them it is as far as a unit walks in a tick.
const LEAST_PUSH: f32 = 0.5;
const MOST_PUSH: f32 = 1.0;

/// The share of the demanded correction below which a pair counts as wedged: another direction is tried.
const WEDGED: f32 = 0.5;

/// Beside walls only such deep overlaps count: others get apart along the line on which they are.
const WEDGED_DEEP: f32 = 0.25;

/// The multiple of its greatest speed that no unit exceeds, however hard it is pushed: what is pressed farther looks thrown.
pub(super) const MOST_PACE: f32 = 1.5;

/// How many later partners of a disc it is pushed apart from at most: the nearest. Six discs of its size fit round a disc, three
/// of them later ones.
const MOST_PARTNERS: usize = 8;

/// How many pairs are looked at for each pass that is asked for and each disc, at most: a bound for the passes of crowds that
/// are very dense.
const LOOKS: usize = 8;

/// How many looks it takes to find a pair and to hold it back: fewer passes are left for crowds on one point.
const HOLDING_LOOKS: usize = 3;

/// Of a pass: pushes of less than this share of [`SETTLED`] need not be passed on.
const NOTICED: f32 = 0.1;

/// Returns how far a disc may be pushed in a tick, in metres, that walks so far in it at most.
pub(super) fn most_push(radius: f32, walk: f32) -> f32 {
    walk.clamp(LEAST_PUSH * radius, MOST_PUSH * radius)
}

/// Returns whether a push is surely short enough, however slow the disc is.
pub(super) fn is_short(push: Vec2, radius: f32) -> bool {
    push.length_squared() <= (LEAST_PUSH * radius) * (LEAST_PUSH * radius)
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
    /// How easily each is moved by the other one.
    shares: [f32; 2],
    radii: f32,
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
    pub(super) spots: Vec<DiscState>,
    touches: Vec<Touch>,
    /// By disc, whether it was moved and has to be kept out of walls.
    moved: Vec<bool>,
    /// By disc, the last pass in which it was moved so far that its partners have to be looked at again.
    woken: Vec<u32>,
    /// By disc, whether a wall has stopped it.
    stopped: Vec<bool>,
    holding: Holding,
}

impl Press {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.islands.capacity() * size_of::<(u32, bool)>()
            + self.discs.capacity() * size_of::<Pressed>()
            + self.numbers.capacity() * size_of::<u32>()
            + self.spots.capacity() * size_of::<DiscState>()
            + self.touches.capacity() * size_of::<Touch>()
            + self.moved.capacity()
            + self.woken.capacity() * size_of::<u32>()
            + self.stopped.capacity()
            + self.holding.bytes()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.islands.clear();
        self.discs.clear();
        self.numbers.clear();
        self.spots.clear();
        self.touches.clear();
        self.holding.clear();
    }

    /// Notes an island in which pushes would do harm.
    pub(super) fn note(&mut self, island: u32, is_anew: bool) {
        match self.islands.iter_mut().find(|(known, _)| *known == island) {
            Some((_, known)) => *known |= is_anew,
            None => {
                make_room(&mut self.islands, 0);
                self.islands.push((island, is_anew));
            }
        }
    }

    /// Makes room for so many discs, so that steps with a few more need no memory.
    pub(super) fn begin(&mut self, count: usize) {
        make_room(&mut self.discs, count);
        make_room(&mut self.numbers, count);
        make_room(&mut self.spots, count);
        make_room(&mut self.touches, MOST_PARTNERS * count.max(BATCH));
        make_room(&mut self.moved, count);
        make_room(&mut self.woken, count);
        make_room(&mut self.stopped, count);
        self.holding.begin(count);
    }

    /// Returns whether there is nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        self.islands.is_empty()
    }

    /// Returns whether where any island gets is found anew.
    pub(super) fn relieves(&self) -> bool {
        self.islands.iter().any(|&(_, is_anew)| is_anew)
    }

    /// Returns whether where an island gets is found anew; `None` if nobody does harm in it.
    pub(super) fn island(&self, island: u32) -> Option<bool> {
        self.islands.iter().find(|(known, _)| *known == island).map(|&(_, is_anew)| is_anew)
    }

    /// Adds a disc, with the spot where it would be.
    pub(super) fn add(&mut self, disc: Pressed, spot: DiscState) {
        self.discs.push(disc);
        self.spots.push(spot);
    }

    /// Adds the pairs of a disc and its later partners, each with its number in the batch and among all.
    pub(super) fn join(
        &mut self,
        one: (u32, u32),
        partners: impl Iterator<Item = (u32, u32)>,
        discs: &[Disc],
        reach: ContactRange,
    ) {
        let first = self.touches.len();
        partners.for_each(|other| self.meet([one, other], discs, reach));
        let Self { touches, discs, .. } = self;
        let own = &mut touches[first..];
        if own.len() > MOST_PARTNERS {
            let near = |touch: &Touch| {
                let start = |disc: u32| discs[disc as usize].start;
                start(touch.one).distance(start(touch.other)) / touch.radii
            };
            // They are few and seldom: to select them takes more code, and hardly less time.
            own.sort_unstable_by(|a, b| near(a).total_cmp(&near(b)).then(a.other.cmp(&b.other)));
            own[..MOST_PARTNERS].sort_unstable_by_key(|touch| touch.other);
            touches.truncate(first + MOST_PARTNERS);
        }
    }

    /// Adds a pair, if the two can touch.
    fn meet(&mut self, [(i, one), (j, other)]: [(u32, u32); 2], all: &[Disc], reach: ContactRange) {
        let (first, second) = (&self.spots[i as usize], &self.spots[j as usize]);
        let (radii, room) = (first.radius + second.radius, reach.room(first, second));
        let [start, its_start] = [i, j].map(|disc| self.discs[disc as usize].start);
        let [limit, its_limit] = [i, j].map(|disc| self.discs[disc as usize].limit);
        let (apart, far) = (start - its_start, room + limit + its_limit);
        if apart.length_squared() >= far * far {
            return;
        }
        let distance = apart.length();
        for disc in [i, j] {
            let deepest = &mut self.discs[disc as usize].deepest;
            *deepest = deepest.max(overlap(apart, radii));
        }
        self.holding.add(i, j, radii, distance);
        if !self.discs[i as usize].is_relieved {
            return;
        }
        let (mut normal, mut bound) = (Vec2::ZERO, room);
        if distance < room {
            let modifiers = (RELIEF * (room - distance)).max(LEAST_RELIEF * room);
            bound = room.min(distance + modifiers);
            normal = along(apart).unwrap_or_else(|| direction(one, other));
        }
        let shares = shares(&all[one as usize], &all[other as usize]);
        self.touches.push(Touch { one: i, other: j, normal, bound, push: 0.0, shares, radii });
    }

    /// Finds where all get that are relieved, in passes for so many iterations, then holds back who would do harm. `walk` takes
    /// a disc of the batch from where it stood towards a point, and tells how far it gets.
    pub(super) fn run(&mut self, iterations: u32, walk: &mut impl FnMut(u32, Vec2) -> Vec2) {
        self.relieve(iterations, walk);
        let Self { holding, discs, spots, .. } = self;
        holding.hold_back(discs, spots, walk);
    }

    fn relieve(&mut self, iterations: u32, walk: &mut impl FnMut(u32, Vec2) -> Vec2) {
        if self.touches.is_empty() {
            return;
        }
        let count = self.discs.len();
        self.moved.clear();
        self.moved.resize(count, false);
        self.woken.clear();
        self.woken.resize(count, 0);
        self.stopped.clear();
        self.stopped.resize(count, false);
        let looks = iterations as usize * LOOKS * count;
        let looks = looks.saturating_sub(HOLDING_LOOKS * self.holding.len());
        let passes = (RELIEVING * iterations).min((looks / self.touches.len()) as u32).max(1);
        for pass in 1..=passes {
            if pass == passes / 2 {
                self.turn_wedged(pass);
            }
            let worst = self.pass(pass);
            for (disc, is_moved) in self.moved.iter_mut().enumerate() {
                if std::mem::take(is_moved) {
                    let (pressed, spot) = (&self.discs[disc], &mut self.spots[disc]);
                    let way = (spot.position - pressed.start).clamp_length_max(pressed.limit);
                    let to = pressed.start + way;
                    let at = walk(pressed.index, to);
                    if at != spot.position {
                        self.woken[disc] = pass;
                    }
                    spot.position = at;
                    self.stopped[disc] = at != to;
                }
            }
            if worst < SETTLED {
                break;
            }
        }
    }

    /// A pass over all pairs of which one was moved since they were looked at; tells the greatest correction.
    fn pass(&mut self, pass: u32) -> f32 {
        let (count, mut worst) = (self.touches.len(), 0.0_f32);
        for at in 0..count {
            // Forwards and backwards in turn.
            let at = if pass.is_multiple_of(2) { count - 1 - at } else { at };
            let Touch { one, other, .. } = self.touches[at];
            if self.woken[one as usize].max(self.woken[other as usize]) + 1 >= pass {
                worst = worst.max(self.push(at, pass));
            }
        }
        worst
    }

    /// Pushes a pair apart, or less than before; tells how far, as a share of their radii.
    fn push(&mut self, at: usize, pass: u32) -> f32 {
        let touch = &mut self.touches[at];
        let (i, j) = (touch.one as usize, touch.other as usize);
        let (one, other) = (&self.spots[i], &self.spots[j]);
        let apart = one.position - other.position;
        if touch.push == 0.0 {
            let starts = self.discs[i].start - self.discs[j].start;
            let meets = apart.length_squared() < touch.bound * touch.bound
                || pass_through(starts, apart - starts, touch.radii);
            if !meets {
                return 0.0;
            }
            if touch.normal == Vec2::ZERO {
                touch.normal = meeting(starts, apart - starts, touch.bound);
            }
        }
        let [share, its_share] = touch.shares;
        if share + its_share <= 0.0 {
            return 0.0;
        }
        let missing = touch.bound - touch.normal.dot(apart);
        let push = (touch.push + missing / (share + its_share)).max(0.0);
        let change = push - std::mem::replace(&mut touch.push, push);
        let (normal, radii) = (touch.normal, touch.radii);
        self.spots[i].position += normal * (change * share);
        self.spots[j].position -= normal * (change * its_share);
        let correction = change.abs() * (share + its_share) / radii;
        for disc in [i, j] {
            self.moved[disc] |= change != 0.0;
            if correction > NOTICED * SETTLED {
                self.woken[disc] = pass;
            }
        }
        correction
    }

    /// Has pairs that do not get apart, as walls or others stand behind them, try it aside: to the side to which they have got,
    /// and to one side alike if to none.
    fn turn_wedged(&mut self, pass: u32) {
        for touch in &mut self.touches {
            let (i, j) = (touch.one as usize, touch.other as usize);
            let apart = self.spots[i].position - self.spots[j].position;
            let starts = self.discs[i].start - self.discs[j].start;
            let gained = touch.normal.dot(apart - starts);
            let wanted = touch.bound - touch.normal.dot(starts);
            let is_held = touch.shares.iter().any(|&share| share <= 0.0);
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
            self.woken[i] = pass;
            self.woken[j] = pass;
        }
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
