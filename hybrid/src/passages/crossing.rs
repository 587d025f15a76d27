//! Which passage a way leads through next, and from which end.

use std::cmp::Ordering;

use glam::Vec2;
use navmesh::Bounds;
use serde::{Deserialize, Serialize};

use super::close::{Close, GateNumber, joined};
use super::neighbourhood::Neighbourhood;
use super::passage::Passage;

/// How a way goes through a passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PassageCrossing {
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
    count: usize,
    close: Close,
    /// The least side of squares, in metres.
    side: f32,
    /// The box round all.
    extent: Option<[Vec2; 2]>,
    /// The squares in that.
    near: Option<Neighbourhood>,
}

/// What is asked of passages by number: how many gates they have, and which of two comes first.
pub(crate) trait PassageOrder {
    fn gate_count(&self, passage: u32) -> usize;
    fn order(&self, one: u32, other: u32) -> Ordering;
}

/// A gate: the number of its passage, and its own in that.
type Name = (u32, u32);

/// Room for looks at gates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// The gates that a step crosses: the share of the step before, the gate, and whether forwards.
    hits: Vec<(f32, Name, bool)>,
}

/// The share of the greatest length of a gate that is the side of the squares in which gates are looked for.
const FINE: f32 = 0.3;

impl Gates {
    /// No gates yet; they lie in some bounds and are at most `width` metres long.
    pub(crate) fn new(bounds: Bounds, width: f32) -> Self {
        let side = FINE * width.max(1.0);
        Self { count: 0, close: Close::new(bounds, side), side, extent: None, near: None }
    }

    /// Takes the gates of some passages away, and adds those of others. Each passage comes with its number.
    pub(crate) fn replace<'a>(
        &mut self,
        gone: impl Iterator<Item = (u32, &'a Passage)>,
        come: impl Iterator<Item = (u32, &'a Passage)>,
    ) {
        let gates = |(number, passage): (u32, &'a Passage)| {
            let mouths = passage.gates.iter().zip(0..);
            mouths.map(move |(&mouth, index)| GateNumber::new(number, index, mouth))
        };
        let (gone, come): (Vec<_>, Vec<_>) =
            (gone.flat_map(gates).collect(), come.flat_map(gates).collect());
        self.count = self.count + come.len() - gone.len();
        self.close.replace(&gone, &come);
        let is_at_edge = |gate: &GateNumber| {
            let (at, extent) = (gate.extent(), self.extent.unwrap_or_default());
            at[0].cmpeq(extent[0]).any() || at[1].cmpeq(extent[1]).any()
        };
        self.extent = if gone.iter().any(is_at_edge) {
            self.close.extent()
        } else {
            self.extent.into_iter().chain(come.iter().map(GateNumber::extent)).reduce(joined)
        };
        self.near = self.extent.map(|extent| Neighbourhood::new(extent, self.side));
    }

    /// Returns whether none lies on a straight way that is shorter than 0.98 sides. `false` where one may.
    pub(crate) fn are_beyond(&self, [from, to]: [Vec2; 2]) -> bool {
        from == to || self.near.is_none_or(|near| !near.has_gate(&self.close, from))
    }

    /// The first passage that a way leads through within `reach` metres or little more. Ways turn round the corners at which gates begin: one that leaves a
    /// gate where it came in has not gone through it.
    pub(crate) fn first(
        &self,
        passages: &impl PassageOrder,
        from: Vec2,
        way: impl Iterator<Item = Vec2>,
        reach: f32,
        Scratch { hits }: &mut Scratch,
    ) -> Option<PassageCrossing> {
        if self.count == 0 {
            return None;
        }
        let (mut at, mut walked) = (from, 0.0);
        let mut pending: Option<CrossedGate> = None;
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
                self.cross(passages, [at, point], [share, clear / length], hits);
                for &(share, name, forwards) in &*hits {
                    match pending {
                        Some(gate) if gate.name == name && gate.forwards != forwards => {
                            pending = None;
                        }
                        Some(first) => return Some(crossing(passages, first)),
                        None => {
                            let distance = walked + share * length;
                            pending = Some(CrossedGate { name, forwards, distance });
                            is_new = true;
                        }
                    }
                }
                let is_through = |gate: f32| is_new && walked + clear > gate + SURELY;
                if let Some(first) = pending.filter(|first| is_through(first.distance)) {
                    return Some(crossing(passages, first));
                }
            }
            clear -= length;
            walked += length;
            at = point;
            if let Some(first) = pending.filter(|first| walked > first.distance + CORNER) {
                return Some(crossing(passages, first));
            }
            if pending.is_none() && walked > reach {
                return None;
            }
        }
        pending.map(|first| crossing(passages, first))
    }

    /// The gates that a step crosses between two shares of it, the first one first.
    fn cross(
        &self,
        passages: &impl PassageOrder,
        [from, to]: [Vec2; 2],
        [low, high]: [f32; 2],
        hits: &mut Vec<(f32, Name, bool)>,
    ) {
        hits.clear();
        for gate in self.close.at(from.lerp(to, low)) {
            let hit = gate.hit(from, to);
            let here = hit.filter(|hit| hit.0 >= low && (hit.0 < high || high == 1.0));
            let name = (gate.passage, gate.index);
            hits.extend(here.map(|(share, forwards)| (share, name, forwards)));
        }
        if hits.len() > 1 {
            let by_name = |p: Name, q: Name| passages.order(p.0, q.0).then(p.1.cmp(&q.1));
            hits.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then_with(|| by_name(p.1, q.1)));
        }
    }
}

/// A gate that a way crosses.
#[derive(Clone, Copy)]
struct CrossedGate {
    name: Name,
    forwards: bool,
    /// How far it is along the way, in metres.
    distance: f32,
}

/// Returns the crossing of the passage of a gate.
fn crossing(
    passages: &impl PassageOrder,
    CrossedGate { name, forwards, distance }: CrossedGate,
) -> PassageCrossing {
    let (passage, index) = name;
    let count = passages.gate_count(passage);
    let (end, passed) =
        if forwards { (0, index as usize) } else { (1, count - 1 - index as usize) };
    PassageCrossing { passage, end, passed, distance }
}

/// Metres: a way that has gone on for so long behind a gate is through it.
const CORNER: f32 = 0.5;

/// Metres: a way that has gone on for so long behind a gate is through it, before a step is walked to its end.
const SURELY: f32 = CORNER + 0.01;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passages::passage::Mouth;

    impl PassageOrder for [Passage; 1] {
        fn gate_count(&self, passage: u32) -> usize {
            self[passage as usize].gates.len()
        }

        fn order(&self, one: u32, other: u32) -> Ordering {
            one.cmp(&other)
        }
    }

    fn passage() -> Passage {
        let gate = |y: f32| Mouth { left: Vec2::new(1.0, y), right: Vec2::new(3.0, y) };
        let gates = vec![gate(5.0), gate(8.0)];
        Passage { gates, width: 2.5, length: 3.0, is_dead_end: false }
    }

    #[test]
    fn ways_go_through_passages_either_way() {
        let passages = [passage()];
        let mut gates = Gates::new(Bounds::new(Vec2::ZERO, Vec2::splat(30.0)), 4.0);
        gates.replace([].into_iter(), [(0, &passages[0])].into_iter());
        let first = |way: &[(f32, f32)]| {
            let points: Vec<Vec2> = way.iter().copied().map(Vec2::from).collect();
            gates
                .first(
                    &passages,
                    points[0],
                    points[1..].iter().copied(),
                    f32::INFINITY,
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
