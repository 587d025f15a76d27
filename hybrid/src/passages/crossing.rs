//! Which passage a way leads through next, and from which end.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::close::Close;
use super::passage::{Mouth, Passage};
use crate::tolerances::GATE_INSET;

/// How a way goes through a passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Crossing {
    pub(crate) passage: u32,
    /// The end where it comes from: 0 or 1.
    pub(crate) end: usize,
    /// How many gates, counted from that end, lie behind already; 0 before the passage.
    pub(crate) passed: usize,
    /// The length of the way up to the next gate, in metres.
    pub(crate) distance: f32,
}

/// All gates of all passages, to be found by where they are.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    all: Vec<Gate>,
    close: Close,
}

/// A gate: of which passage, and the which of that.
#[derive(Clone, Copy, Debug)]
struct Gate {
    passage: u32,
    index: u32,
    mouth: Mouth,
    /// The direction that leads in.
    inward: Vec2,
}

/// Room for looks at gates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// The gates that a step crosses: the share of the step before, the gate, and whether forwards.
    hits: Vec<(f32, usize, bool)>,
    /// The gates that a step comes near.
    near: Vec<u32>,
}

/// The share of the greatest length of a gate that is the side of the squares in which gates are looked for.
const FINE: f32 = 0.3;

impl Gates {
    /// The gates of some passages; `width` is the greatest length of one, in metres.
    pub(crate) fn new(passages: &[Passage], width: f32) -> Self {
        let mut all = Vec::new();
        for (passage, number) in passages.iter().zip(0..) {
            for (&mouth, index) in passage.gates.iter().zip(0..) {
                all.push(Gate { passage: number, index, mouth, inward: mouth.inward() });
            }
        }
        let segments: Vec<[Vec2; 2]> =
            all.iter().map(|gate| [gate.mouth.left, gate.mouth.right]).collect();
        let close = Close::new(&segments, FINE * width.max(1.0));
        Self { all, close }
    }

    /// Whether none lies on a straight way. `false` where one may.
    pub(crate) fn are_beyond(&self, [from, to]: [Vec2; 2]) -> bool {
        self.all.is_empty() || self.close.clearance(from) >= from.distance(to)
    }

    /// The mouths by which a way enters passages: passage and end.
    pub(crate) fn entered(
        &self,
        passages: &[Passage],
        (from, way): (Vec2, impl Iterator<Item = Vec2>),
        Scratch { near, .. }: &mut Scratch,
        mut each: impl FnMut(u32, usize),
    ) {
        let mut at = from;
        for point in way {
            let pieces = self.close.pieces([at, point]);
            near.clear();
            for piece in 0..pieces {
                let start = at.lerp(point, piece as f32 / pieces as f32);
                near.extend_from_slice(self.close.at(start));
            }
            // Each once, and in the same order however the way is cut.
            near.sort_unstable();
            near.dedup();
            for &gate in &*near {
                let gate = &self.all[gate as usize];
                let Gate { passage, index, .. } = *gate;
                let last = passages[passage as usize].gates.len() as u32 - 1;
                match gate.hit(at, point) {
                    Some((_, true)) if index == 0 => each(passage, 0),
                    Some((_, false)) if index == last => each(passage, 1),
                    _ => {}
                }
            }
            at = point;
        }
    }

    /// The first passage that a way leads through within `reach` metres or little more. Ways turn round the corners at which gates begin: one that leaves a
    /// gate where it came in has not gone through it.
    pub(crate) fn first(
        &self,
        passages: &[Passage],
        from: Vec2,
        (way, reach): (impl Iterator<Item = Vec2>, f32),
        Scratch { hits, .. }: &mut Scratch,
    ) -> Option<Crossing> {
        if self.all.is_empty() {
            return None;
        }
        let (mut at, mut walked) = (from, 0.0);
        let mut pending: Option<(usize, bool, f32)> = None;
        // So far from where a step begins nothing is crossed, in metres.
        let mut clear = 0.0;
        for point in way {
            let length = at.distance(point);
            let direction = (point - at) / length;
            // Whether what is pending was crossed by this step: then nothing on it can take that back.
            let mut is_new = false;
            while clear < length {
                let clearance = self.close.clearance(at + direction * clear);
                if clearance > 0.0 {
                    clear += clearance;
                    continue;
                }
                let share = clear / length;
                clear = length.min(clear + self.close.side());
                self.cross([at, point], [share, clear / length], hits);
                for &(share, gate, forwards) in &*hits {
                    match pending {
                        Some((other, way, _)) if other == gate && way != forwards => pending = None,
                        Some(first) => return Some(self.crossing(passages, first)),
                        None => {
                            pending = Some((gate, forwards, walked + share * length));
                            is_new = true;
                        }
                    }
                }
                let is_through = |gate: f32| is_new && walked + clear > gate + SURELY;
                if let Some(first) = pending.filter(|first| is_through(first.2)) {
                    return Some(self.crossing(passages, first));
                }
            }
            clear -= length;
            walked += length;
            at = point;
            if let Some(first) = pending.filter(|first| walked > first.2 + CORNER) {
                return Some(self.crossing(passages, first));
            }
            if pending.is_none() && walked > reach {
                return None;
            }
        }
        pending.map(|first| self.crossing(passages, first))
    }

    /// The gates that a step crosses between two shares of it, the first one first.
    fn cross(
        &self,
        [from, to]: [Vec2; 2],
        [low, high]: [f32; 2],
        hits: &mut Vec<(f32, usize, bool)>,
    ) {
        hits.clear();
        for &gate in self.close.at(from.lerp(to, low)) {
            let hit = self.all[gate as usize].hit(from, to);
            let here = hit.filter(|hit| hit.0 >= low && (hit.0 < high || high == 1.0));
            hits.extend(here.map(|(share, forwards)| (share, gate as usize, forwards)));
        }
        if hits.len() > 1 {
            hits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
    }

    fn crossing(
        &self,
        passages: &[Passage],
        (gate, forwards, distance): (usize, bool, f32),
    ) -> Crossing {
        let Gate { passage, index, .. } = self.all[gate];
        let count = passages[passage as usize].gates.len();
        let (end, passed) =
            if forwards { (0, index as usize) } else { (1, count - 1 - index as usize) };
        Crossing { passage, end, passed, distance }
    }
}

/// Metres: a way that has gone on for so long behind a gate is through it.
const CORNER: f32 = 0.5;

/// The same, before a step is walked to its end.
const SURELY: f32 = CORNER + 0.01;

impl Gate {
    /// Whether a step crosses it: the share of the step before, and whether forwards.
    fn hit(&self, from: Vec2, to: Vec2) -> Option<(f32, bool)> {
        let Mouth { left, right } = self.mouth;
        let depth = |point: Vec2| (point - left).dot(self.inward);
        let (before, after) = (depth(from), depth(to));
        if (before < 0.0) == (after < 0.0) {
            return None;
        }
        let share = before / (before - after);
        let along = right - left;
        let length = along.length();
        let at = (from.lerp(to, share) - left).dot(along) / length;
        (at >= -GATE_INSET && at <= length + GATE_INSET).then_some((share, before < 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage() -> Passage {
        let gate = |y: f32| Mouth { left: Vec2::new(1.0, y), right: Vec2::new(3.0, y) };
        let gates = vec![gate(5.0), gate(8.0)];
        Passage { gates, width: 2.5, length: 3.0 }
    }

    #[test]
    fn ways_go_through_passages_either_way() {
        let passages = [passage()];
        let gates = Gates::new(&passages, 4.0);
        let first = |way: &[(f32, f32)]| {
            let points: Vec<Vec2> = way.iter().copied().map(Vec2::from).collect();
            gates
                .first(
                    &passages,
                    points[0],
                    (points[1..].iter().copied(), f32::INFINITY),
                    &mut Scratch::default(),
                )
                .map(|found| (found.end, found.passed, found.distance))
        };
        let (south_end, north_end) = (0, 1);
        assert_eq!(first(&[(2.0, 0.0), (2.0, 20.0)]), Some((south_end, 0, 5.0)));
        assert_eq!(first(&[(2.0, 20.0), (2.0, 0.0)]), Some((north_end, 0, 12.0)));
        assert_eq!(first(&[(2.0, 6.0), (2.0, 20.0)]), Some((south_end, 1, 2.0)));
        assert_eq!(first(&[(0.0, 0.0), (0.0, 20.0)]), None);
        // Round the corner of the mouth and away again.
        assert_eq!(first(&[(0.0, 4.0), (1.0, 5.001), (3.2, 4.0)]), None);
        assert_eq!(first(&[(0.0, 4.0), (1.0, 5.001), (1.0, 9.0)]).map(|found| found.1), Some(0));
    }
}
