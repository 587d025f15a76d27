//! Paths over ground of different cost: taut where the cost stays the same, bent like light where it changes.
//!
//! Within a corridor the cost of the whole path is convex in the places where it crosses from one cost to another. So
//! each crossing in turn is moved to the best place between the bends beside it (the law of Willebrord Snell, 1621), the
//! runs between crossings are pulled straight again, and so on until the cost no longer falls.

use glam::DVec2;

use super::funnel::{Bend, Gate, pulled};
use crate::tolerances::{REFRACTION_ROUNDS, REFRACTION_SETTLED};

/// How far along a gate (0 is left, 1 right) the way from the first point over the gate to the second is cheapest, with
/// these costs of a metre before and behind it.
pub(crate) fn cheapest(gate: &Gate, points: [DVec2; 2], costs: [f64; 2]) -> f64 {
    let side = gate.right - gate.left;
    let slope = |along: f64| {
        let at = gate.left + side * along;
        let rise = |k: usize| {
            let way = at - points[k];
            let length = way.length();
            if length > 0.0 { costs[k] * way.dot(side) / length } else { 0.0 }
        };
        rise(0) + rise(1)
    };
    // The cost is convex: its slope grows along the gate.
    let (mut low, mut high) = (0.0, 1.0);
    if slope(low) >= 0.0 {
        return low;
    }
    if slope(high) <= 0.0 {
        return high;
    }
    for _ in 0..BISECTIONS {
        let middle = (low + high) * 0.5;
        if slope(middle) < 0.0 { low = middle } else { high = middle }
    }
    (low + high) * 0.5
}

/// Halvings of a gate: to a millionth of it, which changes a cost by less still, as it is flat there.
const BISECTIONS: usize = 20;

/// A path over ground of different cost, and the scratch to find it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refraction {
    pub(crate) bends: Vec<Bend>,
    /// What a metre costs on the leg behind each bend but the last.
    pub(crate) costs: Vec<f64>,
    /// The gates at which the cost changes, how far along it is crossed, and the bend there.
    borders: Vec<usize>,
    along: Vec<f64>,
    crossings: Vec<usize>,
    before: Vec<f64>,
    run: Vec<Bend>,
}

/// A corridor: its ends, its gates, and what a metre costs in the cells before, between and behind them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corridor<'a> {
    pub(crate) ends: [DVec2; 2],
    pub(crate) gates: &'a [Gate],
    pub(crate) costs: &'a [f64],
}

impl Refraction {
    /// Finds the cheapest path in the corridor.
    pub(crate) fn find(&mut self, corridor: Corridor) {
        let costs = corridor.costs;
        self.borders.clear();
        self.borders.extend((0..corridor.gates.len()).filter(|&k| costs[k] != costs[k + 1]));
        self.along.clear();
        self.along.resize(self.borders.len(), 0.5);
        let mut cost = self.pull(corridor);
        for _ in 0..REFRACTION_ROUNDS {
            if self.borders.is_empty() {
                break;
            }
            self.before.clone_from(&self.along);
            self.bend(corridor);
            let mut next = self.pull(corridor);
            // A bend that is pulled away may make the step too long.
            for _ in 0..HALVINGS {
                if next < cost {
                    break;
                }
                for (along, before) in self.along.iter_mut().zip(&self.before) {
                    *along = (*along + before) * 0.5;
                }
                next = self.pull(corridor);
            }
            if next >= cost {
                self.along.clone_from(&self.before);
                self.pull(corridor);
                break;
            }
            let gain = cost - next;
            cost = next;
            if gain < cost * REFRACTION_SETTLED {
                break;
            }
        }
    }

    /// Moves each crossing to the best place between the bends beside it.
    fn bend(&mut self, corridor: Corridor) {
        for (k, &at) in self.crossings.iter().enumerate() {
            let gate = &corridor.gates[self.borders[k]];
            let beside = [self.bends[at - 1].point, self.bends[at + 1].point];
            self.along[k] = cheapest(gate, beside, [self.costs[at - 1], self.costs[at]]);
            self.bends[at].point = gate.left.lerp(gate.right, self.along[k]);
        }
    }

    /// Pulls the runs between crossings straight; returns what the path costs.
    fn pull(&mut self, corridor: Corridor) -> f64 {
        let Corridor { ends: [origin, target], gates, costs } = corridor;
        self.bends.clear();
        self.costs.clear();
        self.crossings.clear();
        let (mut start, mut first) = (origin, 0);
        for k in 0..=self.borders.len() {
            let border = self.borders.get(k).copied();
            let end = border
                .map_or(target, |gate| gates[gate].left.lerp(gates[gate].right, self.along[k]));
            let last = border.unwrap_or(gates.len());
            pulled(start, &gates[first..last], end, &mut self.run);
            self.bends.pop();
            let shifted = |bend: &Bend| Bend {
                turn: bend.turn.map(|(gate, left)| (gate + first, left)),
                ..*bend
            };
            self.bends.extend(self.run.iter().map(shifted));
            if let Some(end_bend) = self.bends.last_mut() {
                *end_bend = Bend { point: end, turn: None, moved: false };
            }
            self.costs.extend(self.run.iter().skip(1).map(|_| costs[last]));
            if border.is_some() {
                self.crossings.push(self.bends.len() - 1);
            }
            (start, first) = (end, last + 1);
        }
        self.cost()
    }

    /// What the path costs.
    pub(crate) fn cost(&self) -> f64 {
        self.cost_between(0, self.bends.len() - 1)
    }

    /// What the legs from one bend to a later one cost.
    pub(crate) fn cost_between(&self, first: usize, last: usize) -> f64 {
        let legs = self.bends[first..=last].windows(2).zip(&self.costs[first..last]);
        legs.map(|(leg, cost)| leg[0].point.distance(leg[1].point) * cost).sum()
    }
}

/// How often a step that makes a path dearer is halved.
const HALVINGS: usize = 6;
