//! Gates in a row are one passage: those with nothing but walls between them.
//!
//! Walls and gates cut the ground into rooms. A room with two gates that is hardly wider than they are is part of a
//! passage; rooms with three gates are junctions, and wide ones open ground, so passages end there. A narrow room with one
//! gate is a dead end: the passage that leads there has a last gate in the wall at its bottom, through which nobody goes, so
//! that all are inside who come out.

use glam::Vec2;

use super::boundary::{Boundary, NONE};
use super::gate::{Gate, GateKey};
use super::passage::{Mouth, Passage};
use super::posts::{Posts, Side, gate_of, other};

/// A room belongs to a passage if its area is at most so many times that of a straight corridor as narrow as the gates.
const ROOMY: f32 = 1.4;

/// Diameters: so far in the wall the last gate of a passage lies that is a dead end.
const BEHIND: f32 = 0.25;

/// What passages are ordered by, wherever and whenever they were found: those with ends first, then by the gate that they
/// begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PassageKey {
    is_ring: bool,
    first: GateKey,
}

impl PassageKey {
    /// Keys in the order of numbers, for passages that are in order.
    pub(crate) fn numbered(number: u32) -> Self {
        Self { is_ring: false, first: GateKey::numbered(number) }
    }
}

/// The passages that an edit takes away, by number, and those that come. Numbers that became free are given again.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) gone: Vec<u32>,
    pub(crate) come: Vec<(u32, PassageKey, Passage)>,
}

/// Gates, and which of them are one passage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains {
    pub(crate) posts: Posts,
    /// The gates of each passage.
    passages: Vec<Vec<u32>>,
    free: Vec<u32>,
    /// The gates that belong to no passage for now.
    loose: Vec<u32>,
    gone: Vec<u32>,
}

impl Chains {
    /// Has gates be those that were chosen instead of some former ones. What is in both stays.
    pub(crate) fn replace(&mut self, boundary: &mut Boundary, former: &[u32], chosen: &[Gate]) {
        let mut old: Vec<(GateKey, u32)> =
            former.iter().filter_map(|&gate| Some((self.posts.get(gate)?.key, gate))).collect();
        old.sort_unstable();
        let displaced: Vec<u32> = old.iter().map(|&(_, gate)| gate).collect();
        self.posts.displace(boundary, &displaced);
        let mut new = chosen.iter().map(|gate| (gate.key(), gate)).peekable();
        let mut placed = Vec::with_capacity(chosen.len());
        for (key, number) in old {
            while let Some((_, gate)) = new.next_if(|new| new.0 < key) {
                placed.push(self.posts.add(*gate));
            }
            match new.next_if(|new| new.0 == key).zip(self.posts.get_mut(number)) {
                Some(((_, gate), held)) => {
                    held.gate = *gate;
                    placed.push(number);
                }
                None => self.remove(number),
            }
        }
        placed.extend(new.map(|(_, gate)| self.posts.add(*gate)));
        self.posts.place(boundary, &placed);
        for &gate in &placed {
            if self.posts.get(gate).is_some_and(|held| held.passage == NONE) {
                self.loose.push(gate);
            }
        }
    }

    fn remove(&mut self, gate: u32) {
        self.loosen(gate);
        for side in [2 * gate, 2 * gate + 1] {
            self.part(side);
        }
        self.posts.remove(gate);
    }

    /// Ends what two sides that face a room have to do with each other.
    fn part(&mut self, side: Side) {
        let mate = self.posts.mate(side);
        if mate != NONE {
            for side in [side, mate] {
                self.posts.set_mate(side, NONE);
                self.loosen(gate_of(side));
            }
        }
    }

    /// Breaks up the passage of a gate.
    fn loosen(&mut self, gate: u32) {
        let passage = self.posts.get(gate).map_or(NONE, |held| held.passage);
        if passage == NONE {
            return;
        }
        for gate in std::mem::take(&mut self.passages[passage as usize]) {
            if let Some(held) = self.posts.get_mut(gate) {
                held.passage = NONE;
                self.loose.push(gate);
            }
        }
        self.free.push(passage);
        self.gone.push(passage);
    }

    /// Looks at the rooms beside some sides again.
    pub(crate) fn pair(&mut self, boundary: &Boundary, sides: &[Side], diameter: f32) {
        let mut outline = Vec::new();
        let new = |&side: &Side| {
            let mate = self.room(boundary, side, diameter, &mut outline).unwrap_or(NONE);
            // A dead end may have another bottom now.
            (mate != self.posts.mate(side) || mate == side).then_some((side, mate))
        };
        let changes: Vec<(Side, Side)> = sides.iter().filter_map(new).collect();
        changes.iter().for_each(|&(side, _)| self.part(side));
        for (side, mate) in changes {
            if mate == NONE || self.posts.mate(side) == mate {
                continue;
            }
            self.part(mate);
            for (side, mate) in [(side, mate), (mate, side)] {
                self.posts.set_mate(side, mate);
                self.loosen(gate_of(side));
            }
        }
    }

    /// The other side that faces the room of a side, if that is part of a passage; the side itself if it is a dead end.
    fn room(
        &self,
        boundary: &Boundary,
        side: Side,
        diameter: f32,
        outline: &mut Vec<Vec2>,
    ) -> Option<Side> {
        let posts = &self.posts;
        let other = posts.next(boundary, side);
        if other == side {
            return self.bottom(boundary, side, diameter, outline).map(|_| side);
        }
        if gate_of(other) == gate_of(side) || posts.next(boundary, other) != side {
            return None;
        }
        // Sums in f32 depend on where they begin.
        let (one, two) =
            if posts.by_key(side, other).is_lt() { (side, other) } else { (other, side) };
        outline.clear();
        posts.wall_between(boundary, [one, two], outline);
        posts.wall_between(boundary, [two, one], outline);
        let gates = [posts.get(gate_of(one))?.gate, posts.get(gate_of(two))?.gate];
        let gates = gates.map(|gate| gate.ends()).map(|[left, right]| Mouth { left, right });
        is_narrow(outline, gates, diameter).then_some(other)
    }

    /// The last gate of a passage that leads through a side into a dead end; `None` if it does not.
    fn bottom(
        &self,
        boundary: &Boundary,
        side: Side,
        diameter: f32,
        outline: &mut Vec<Vec2>,
    ) -> Option<Mouth> {
        outline.clear();
        self.posts.wall_between(boundary, [side, side], outline);
        let mouth = self.mouth(side);
        let walls = outline.windows(2).map(|wall| Mouth { left: wall[1], right: wall[0] });
        let far = |wall: &Mouth| wall.middle().distance_squared(mouth.middle());
        let last = walls
            .filter(|wall| wall.left != wall.right)
            .max_by(|one, other| far(one).total_cmp(&far(other)))?;
        if !is_narrow(outline, [mouth, last], diameter) {
            return None;
        }
        // In the wall, where the centre of no unit can be.
        let half =
            0.5 * (last.left.distance(last.right) - mouth.left.distance(mouth.right)).max(0.0);
        let Mouth { left, right } = last.shrunk(half, half);
        let out = last.inward() * (BEHIND * diameter);
        Some(Mouth { left: left + out, right: right + out })
    }

    /// Makes passages of the gates that belong to none.
    pub(crate) fn link(&mut self, boundary: &Boundary, diameter: f32) -> News {
        let mut news = News { gone: std::mem::take(&mut self.gone), come: Vec::new() };
        let key = |gate: u32| Some((self.posts.get(gate)?.key, gate));
        let mut loose: Vec<(GateKey, u32)> =
            std::mem::take(&mut self.loose).into_iter().filter_map(key).collect();
        loose.sort_unstable();
        loose.dedup();
        let mut outline = Vec::new();
        // A ring of rooms has no end; it is cut at its shortest gate.
        for is_ring in [false, true] {
            for &(first, gate) in &loose {
                let held = self.posts.get(gate).filter(|held| held.passage == NONE);
                if held.is_some_and(|held| is_ring || held.mates.contains(&NONE)) {
                    let (number, passage) = self.chain(boundary, gate, diameter, &mut outline);
                    news.come.push((number, PassageKey { is_ring, first }, passage));
                }
            }
        }
        news
    }

    /// The passage that begins with a gate, away from the side that has no room.
    fn chain(
        &mut self,
        boundary: &Boundary,
        first: u32,
        diameter: f32,
        outline: &mut Vec<Vec2>,
    ) -> (u32, Passage) {
        let number = self.free.pop().unwrap_or_else(|| {
            self.passages.push(Vec::new());
            self.passages.len() as u32 - 1
        });
        // The side whose room lies ahead.
        let mut side = if self.posts.mate(2 * first) == NONE { 2 * first + 1 } else { 2 * first };
        let mut gates = Vec::new();
        let mut members = std::mem::take(&mut self.passages[number as usize]);
        let arrival = loop {
            gates.push(self.mouth(side));
            members.push(gate_of(side));
            if let Some(held) = self.posts.get_mut(gate_of(side)) {
                held.passage = number;
            }
            let arrival = self.posts.mate(side);
            let is_free = |held: &super::posts::Held| held.passage == NONE;
            if arrival == NONE || !self.posts.get(gate_of(arrival)).is_some_and(is_free) {
                break arrival;
            }
            side = other(arrival);
        };
        self.passages[number as usize] = members;
        let widths = gates.iter().map(|gate| gate.left.distance(gate.right));
        let width = widths.fold(f32::INFINITY, f32::min) + diameter;
        let bottom = || self.bottom(boundary, side, diameter, outline);
        let bottom = (arrival == side).then(bottom).flatten();
        gates.extend(bottom);
        let is_dead_end = bottom.is_some();
        let steps = gates.windows(2).map(|pair| pair[0].middle().distance(pair[1].middle()));
        let length = steps.sum();
        (number, Passage { gates, width, length, is_dead_end })
    }

    fn mouth(&self, side: Side) -> Mouth {
        let (left, right) = (self.posts.start(side).point, self.posts.end(side).point);
        Mouth { left, right }
    }
}

/// Returns whether a room is hardly wider than its gates.
fn is_narrow(outline: &[Vec2], gates: [Mouth; 2], diameter: f32) -> bool {
    let length = gates[0].middle().distance(gates[1].middle());
    let width = gates.map(|gate| gate.left.distance(gate.right));
    let width = width[0].min(width[1]) + diameter;
    let pairs = outline.iter().zip(outline.iter().cycle().skip(1));
    let area = 0.5 * pairs.map(|(&a, &b)| (a - outline[0]).perp_dot(b - outline[0])).sum::<f32>();
    area > 0.0 && area <= ROOMY * width * (length + 0.5 * width)
}
