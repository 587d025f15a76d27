//! Gates by where their posts stand on the walls, kept through edits.

use std::cmp::Ordering;

use glam::Vec2;

use super::boundary::{Boundary, NONE};
use super::gate::{Gate, GateKey, Post};

/// A side of a gate: it is gone along from its first post to its second one, with a room to the left.
pub(crate) type Side = u32;

/// A gate that stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) gate: Gate,
    pub(crate) key: GateKey,
    /// For each side the one whose first post is the next one on the same wall.
    after: [Side; 2],
    /// For each side the other one that faces the same room, if that is part of a passage.
    pub(crate) mates: [Side; 2],
    /// The passage that it belongs to.
    pub(crate) passage: u32,
}

/// Gates by number. Numbers depend on the history of edits: nothing may be ordered by them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posts {
    all: Vec<Option<Held>>,
    free: Vec<u32>,
}

/// The gate of a side.
pub(crate) fn gate_of(side: Side) -> u32 {
    side / 2
}

/// The other side of the same gate.
pub(crate) fn other(side: Side) -> Side {
    side ^ 1
}

impl Posts {
    /// A gate that stands.
    pub(crate) fn get(&self, gate: u32) -> Option<&Held> {
        self.all.get(gate as usize)?.as_ref()
    }

    /// A gate that stands, to be changed.
    pub(crate) fn get_mut(&mut self, gate: u32) -> Option<&mut Held> {
        self.all.get_mut(gate as usize)?.as_mut()
    }

    /// The numbers of all.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..self.all.len() as u32).filter(|&gate| self.get(gate).is_some())
    }

    /// Room for a gate, which is to be placed.
    pub(crate) fn add(&mut self, gate: Gate) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.all.push(None);
            self.all.len() as u32 - 1
        });
        let nothing = [NONE; 2];
        let key = gate.key();
        self.all[number as usize] =
            Some(Held { gate, key, after: nothing, mates: nothing, passage: NONE });
        number
    }

    /// Takes a gate away that was displaced.
    pub(crate) fn remove(&mut self, gate: u32) -> Option<Held> {
        let held = self.all.get_mut(gate as usize)?.take();
        self.free.extend(held.map(|_| gate));
        held
    }

    /// Returns where a side starts.
    pub(crate) fn start(&self, side: Side) -> Post {
        let post = self.get(gate_of(side)).map(|held| held.gate.posts[side as usize % 2]);
        post.unwrap_or(Post { point: Vec2::ZERO, wall: NONE, share: 0.0 })
    }

    /// Returns where a side ends.
    pub(crate) fn end(&self, side: Side) -> Post {
        self.start(other(side))
    }

    /// The side that faces the same room.
    pub(crate) fn mate(&self, side: Side) -> Side {
        self.get(gate_of(side)).map_or(NONE, |held| held.mates[side as usize % 2])
    }

    /// Changes it.
    pub(crate) fn set_mate(&mut self, side: Side, mate: Side) {
        if let Some(held) = self.get_mut(gate_of(side)) {
            held.mates[side as usize % 2] = mate;
        }
    }

    fn after(&self, side: Side) -> Side {
        self.get(gate_of(side)).map_or(NONE, |held| held.after[side as usize % 2])
    }

    fn set_after(&mut self, side: Side, after: Side) {
        if let Some(held) = self.get_mut(gate_of(side)) {
            held.after[side as usize % 2] = after;
        }
    }

    /// The sides that start on a wall, in the order in which they come along it.
    pub(crate) fn on(&self, boundary: &Boundary, wall: u32) -> impl Iterator<Item = Side> {
        let first = Some(boundary.first(wall));
        let next = |&side: &Side| Some(self.after(side));
        std::iter::successors(first, next).take_while(|&side| side != NONE)
    }

    /// The sides of some gates by the walls on which they start.
    fn by_walls(&self, gates: &[u32]) -> Vec<(u32, Side)> {
        let sides = gates.iter().flat_map(|&gate| [2 * gate, 2 * gate + 1]);
        sides.map(|side| (self.start(side).wall, side)).collect()
    }

    /// Has one side be the next one behind another on a wall, or the first one, if that is `NONE`.
    fn follow(&mut self, boundary: &mut Boundary, wall: u32, last: Side, side: Side) {
        match last {
            NONE => *boundary.first_mut(wall) = side,
            last => self.set_after(last, side),
        }
    }

    /// Puts the sides of gates in their places on the walls: goes along each wall once.
    pub(crate) fn place(&mut self, boundary: &mut Boundary, gates: &[u32]) {
        let mut sides = self.by_walls(gates);
        let along = |p: &(u32, Side), q: &(u32, Side)| {
            p.0.cmp(&q.0).then_with(|| self.order(boundary, p.1, q.1))
        };
        sides.sort_unstable_by(along);
        for on_wall in sides.chunk_by(|p, q| p.0 == q.0) {
            let wall = on_wall[0].0;
            let (mut last, mut next) = (NONE, boundary.first(wall));
            for &(_, side) in on_wall {
                while next != NONE && !self.order(boundary, side, next).is_lt() {
                    (last, next) = (next, self.after(next));
                }
                self.set_after(side, next);
                self.follow(boundary, wall, last, side);
                last = side;
            }
        }
    }

    /// Takes the sides of gates from the walls, as far as these are still there: goes along each wall once.
    pub(crate) fn displace(&mut self, boundary: &mut Boundary, gates: &[u32]) {
        let mut sides = self.by_walls(gates);
        sides.sort_unstable();
        for on_wall in sides.chunk_by(|p, q| p.0 == q.0) {
            let wall = on_wall[0].0;
            let (mut last, mut at) = (NONE, boundary.first(wall));
            while at != NONE {
                let after = self.after(at);
                if on_wall.binary_search(&(wall, at)).is_ok() {
                    self.follow(boundary, wall, last, after);
                } else {
                    last = at;
                }
                at = after;
            }
            on_wall.iter().for_each(|&(_, side)| self.set_after(side, NONE));
        }
    }

    /// Returns whether one side starts before another one on the same wall.
    fn order(&self, boundary: &Boundary, a: Side, b: Side) -> Ordering {
        let along = self.start(a).share.total_cmp(&self.start(b).share);
        along.then_with(|| self.around(boundary, a, b)).then_with(|| self.by_key(a, b))
    }

    /// The order of sides wherever they are: by the keys of their gates.
    pub(crate) fn by_key(&self, a: Side, b: Side) -> Ordering {
        let key = |side: Side| (self.get(gate_of(side)).map(|held| held.key), side % 2);
        key(a).cmp(&key(b))
    }

    /// Returns which of two gates that start in one post comes first along the walls: the one nearer to the wall that leads
    /// there.
    fn around(&self, boundary: &Boundary, a: Side, b: Side) -> Ordering {
        let post = self.start(a);
        let forwards = if post.share > 0.0 {
            let [from, to] = boundary.ends(post.wall);
            to - from
        } else {
            boundary.directions(post.wall)[0]
        };
        // Clockwise from behind: the greater the angle from the wall ahead, the earlier.
        let angle = |side: Side| turn(forwards, self.end(side).point - post.point);
        angle(b).total_cmp(&angle(a))
    }

    /// The side that follows on another one, with the same room to the left: along the wall from its second post.
    pub(crate) fn next(&self, boundary: &Boundary, side: Side) -> Side {
        // The other side of the same gate starts where this one ends.
        let after = self.after(other(side));
        if after != NONE {
            return after;
        }
        let last = self.end(side).wall;
        let mut wall = boundary.ahead(last);
        while boundary.first(wall) == NONE && wall != last && wall != NONE {
            wall = boundary.ahead(wall);
        }
        boundary.first(wall)
    }

    /// The last side that starts before a wall on its ring.
    pub(crate) fn last_before(&self, boundary: &Boundary, wall: u32) -> Option<Side> {
        let mut before = boundary.behind(wall);
        while boundary.first(before) == NONE && before != wall && before != NONE {
            before = boundary.behind(before);
        }
        self.on(boundary, before).last()
    }

    /// Adds the wall from where one side ends to where another one of the same room starts.
    pub(crate) fn wall_between(
        &self,
        boundary: &Boundary,
        [side, next]: [Side; 2],
        outline: &mut Vec<Vec2>,
    ) {
        let (end, start) = (self.end(side), self.start(next));
        outline.push(end.point);
        Self::walk(boundary, [end, start], outline);
        outline.push(start.point);
    }

    /// Adds the corners between two posts of a ring.
    pub(crate) fn walk(boundary: &Boundary, [from, to]: [Post; 2], outline: &mut Vec<Vec2>) {
        if from.wall == to.wall && to.share >= from.share {
            return;
        }
        let mut wall = from.wall;
        loop {
            wall = boundary.ahead(wall);
            if wall == NONE {
                return;
            }
            outline.push(boundary.corner(wall));
            if wall == to.wall {
                return;
            }
        }
    }
}

/// A number that grows with the angle from one direction counter-clockwise to another: 0 to 4.
fn turn(from: Vec2, to: Vec2) -> f32 {
    let scale = from.length() * to.length();
    let (cosine, sine) = (from.dot(to) / scale, from.perp_dot(to) / scale);
    if sine >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Gates across a long room, from its lower wall to its upper one.
    fn ladder(count: u32) -> (Boundary, Posts, Vec<u32>) {
        let (width, height) = (count as f32, 2.0);
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(Vec2::from);
        let mut posts = Posts::default();
        let gate = |k: u32| {
            let (x, share) = (k as f32, k as f32 / width);
            let lower = Post { point: Vec2::new(x, 0.0), wall: 0, share };
            Gate {
                posts: [lower, Post { point: Vec2::new(x, height), wall: 2, share: 1.0 - share }],
            }
        };
        // In no order along the wall.
        let numbers = (0..count).map(|k| posts.add(gate(k * 7919 % count))).collect();
        (Boundary::ring(&corners), posts, numbers)
    }

    #[test]
    fn walls_are_gone_along_once_however_many_gates_stand_there() {
        let started = Instant::now();
        let (mut boundary, mut posts, numbers) = ladder(80_000);
        posts.place(&mut boundary, &numbers);
        for wall in [0, 2] {
            let on: Vec<f32> =
                posts.on(&boundary, wall).map(|side| posts.start(side).share).collect();
            assert!(on.len() == 80_000 && on.is_sorted());
        }
        let (some, others) = numbers.split_at(30_000);
        posts.displace(&mut boundary, some);
        posts.place(&mut boundary, some);
        posts.displace(&mut boundary, others);
        for wall in [0, 2] {
            let left: Vec<Side> = posts.on(&boundary, wall).collect();
            assert!(left.len() == 30_000 && left.iter().all(|&side| gate_of(side) < 30_000));
        }
        // Gate by gate it takes a hundred times as long.
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
}
