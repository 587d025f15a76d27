//! Paths over ground of different cost: taut where the cost stays the same, bent like light where it changes.
//!
//! Within a corridor the cost of the whole path is convex in the places where it crosses from one cost to another. So
//! each crossing in turn is moved to the best place between the bends beside it (the law of Willebrord Snell, 1621), the
//! runs between crossings are pulled straight again, and so on until the cost no longer falls.

use glam::DVec2;

use super::funnel::{Bend, PortalEnds, pulled};
use crate::tolerances::{REFRACTION_ROUNDS, REFRACTION_SETTLED};

/// Returns how far along a gate (0 is left, 1 right) the way from the first point over the gate to the second is cheapest, with
/// these costs of a metre before and behind it: the middle of one of 2²⁰ equal parts of the gate, which changes a cost by less
/// than a millionth, as it is flat there.
pub(crate) fn cheapest(gate: &PortalEnds, points: [DVec2; 2], costs: [f64; 2]) -> f64 {
    let bent = Bent::new(gate, points, costs);
    // The cost is convex: its slope grows along the gate.
    let ends = [0.0, 1.0].map(|end| bent.slope(end));
    if ends[0] >= 0.0 {
        return 0.0;
    }
    if ends[1] <= 0.0 {
        return 1.0;
    }
    let near = (bent.flattest(ends) * PARTS).floor().clamp(0.0, PARTS - 1.0);
    let [low, high] = [near / PARTS, (near + 1.0) / PARTS];
    if bent.slope(low) < 0.0 && bent.slope(high) >= 0.0 {
        return (low + high) * 0.5;
    }
    bent.halved()
}

/// Halvings of a gate, and into how many parts they cut it.
const BISECTIONS: u32 = 20;
const PARTS: f64 = (1 << BISECTIONS) as f64;

/// How often a better place is looked for at most, before halving has to find it.
const IMPROVEMENTS: usize = 8;

/// Ways over a gate from one point to another, by where they cross it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    left: DVec2,
    /// To the right end.
    side: DVec2,
    points: [DVec2; 2],
    /// What a metre costs before the gate and behind it.
    costs: [f64; 2],
}

impl Bent {
    /// Ways over a gate between two points, with these costs of a metre before and behind it.
    pub(crate) fn new(gate: &PortalEnds, points: [DVec2; 2], costs: [f64; 2]) -> Bent {
        Bent { left: gate.left, side: gate.right - gate.left, points, costs }
    }

    /// Returns how fast the cost grows along the gate, for the whole of it.
    fn slope(&self, along: f64) -> f64 {
        let at = self.left + self.side * along;
        let rise = |k: usize| {
            let way = at - self.points[k];
            let length = way.length();
            if length > 0.0 { self.costs[k] * way.dot(self.side) / length } else { 0.0 }
        };
        rise(0) + rise(1)
    }

    /// Returns what the way costs, how fast that grows along the gate, and how fast the growth does.
    fn tangent(&self, along: f64) -> (f64, f64, f64) {
        let at = self.left + self.side * along;
        let of = |k: usize| {
            let (way, cost) = (at - self.points[k], self.costs[k]);
            let length = way.length();
            let turned = 1.0 / length;
            let across = way.perp_dot(self.side) * turned;
            (cost * length, cost * way.dot(self.side) * turned, cost * across * across * turned)
        };
        let (one, other) = (of(0), of(1));
        (one.0 + other.0, one.1 + other.1, one.2 + other.2)
    }

    /// About where the cost is least, if its slopes at the ends lead there; after Isaac Newton.
    fn flattest(&self, ends: [f64; 2]) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut along = ends[0] / (ends[0] - ends[1]);
        for _ in 0..IMPROVEMENTS {
            let (_, slope, growth) = self.tangent(along);
            if slope < 0.0 {
                low = along
            } else {
                high = along
            }
            let next = along - slope / growth;
            let next = if next > low && next < high { next } else { (low + high) * 0.5 };
            let step = (next - along).abs();
            along = next;
            if step < SETTLED / PARTS {
                break;
            }
        }
        along
    }

    /// The middle of the part of the gate to which halving leads.
    fn halved(&self) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..BISECTIONS {
            let middle = (low + high) * 0.5;
            if self.slope(middle) < 0.0 { low = middle } else { high = middle }
        }
        (low + high) * 0.5
    }

    /// Returns whether the cheapest way costs surely more than so much, or surely less; `None` where only a closer look can
    /// tell.
    pub(crate) fn is_above(&self, cost: f64) -> Option<bool> {
        let (least, most) = (cost * (1.0 - SURE), cost * (1.0 + SURE));
        let mut along = 0.5;
        for _ in 0..GLANCES {
            let (here, slope, growth) = self.tangent(along);
            if here < least {
                return Some(false);
            }
            // The cost is convex: nowhere below its tangents.
            if here + (-slope * along).min(slope * (1.0 - along)) > most {
                return Some(true);
            }
            along = (along - slope / growth).clamp(0.0, 1.0);
        }
        None
    }
}

/// A place is near enough once a step to a better one is as short as this, in parts of a gate: the next one would be far
/// shorter.
const SETTLED: f64 = 0.01;

/// How often is looked whether a way costs more or less than so much, before its cost is told.
const GLANCES: usize = 2;

/// A cost that is more or less by this part is so with all roundings.
const SURE: f64 = 1.0e-9;

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
    pub(crate) gates: &'a [PortalEnds],
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

    /// Returns what the path costs.
    pub(crate) fn cost(&self) -> f64 {
        self.cost_between(0, self.bends.len() - 1)
    }

    /// Returns what the legs from one bend to a later one cost.
    pub(crate) fn cost_between(&self, first: usize, last: usize) -> f64 {
        let legs = self.bends[first..=last].windows(2).zip(&self.costs[first..last]);
        legs.map(|(leg, cost)| leg[0].point.distance(leg[1].point) * cost).sum()
    }
}

/// How often a step that makes a path dearer is halved.
const HALVINGS: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    /// Whatever lies where, the cheapest place is the one to which halving alone leads, bit for bit, and whatever is told of
    /// costs beforehand is true.
    #[test]
    fn the_cheapest_place_is_the_one_to_which_halving_leads() {
        let mut seed = 1_u64;
        let mut number = |most: f64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            most * ((seed >> 33) as f64 / (1_u64 << 31) as f64)
        };
        let mut sure = 0;
        for round in 0..40_000 {
            let spread = [4.0, 60.0, 1000.0][round % 3];
            let (left, turn) = (dvec2(number(4.0), number(4.0)), number(2.0) - 1.0);
            let gate = PortalEnds { left, right: left + dvec2(number(0.5) - 0.25, 0.25 * turn) };
            let mut point = |round: usize| match round % 7 {
                0 => gate.left,
                1 => gate.left.lerp(gate.right, 3.0),
                2 => gate.left.lerp(gate.right, 0.25),
                _ => dvec2(number(spread), number(spread)),
            };
            let points = [point(round), point(round / 7)];
            let costs = [1.0 + number(6.0), 1.0 + number(6.0)];
            let bent = Bent::new(&gate, points, costs);
            let found = cheapest(&gate, points, costs);
            let ends = [bent.slope(0.0), bent.slope(1.0)];
            let expected = match ends {
                [start, _] if start >= 0.0 => 0.0,
                [_, end] if end <= 0.0 => 1.0,
                _ => bent.halved(),
            };
            assert_eq!(
                found.to_bits(),
                expected.to_bits(),
                "{round}: {gate:?} {points:?} {costs:?}"
            );
            let at = gate.left.lerp(gate.right, found);
            let cost = (0..2).map(|k| costs[k] * at.distance(points[k])).sum::<f64>();
            // The cheapest place is known to a part of the gate: where a point lies on it, the cost is not flat there.
            let doubt = gate.left.distance(gate.right) / PARTS * (costs[0] + costs[1]);
            for share in [0.5, 0.99, 1.0 - 1e-5, 1.0 + 1e-5, 1.01, 2.0] {
                if cost * f64::abs(share - 1.0) <= doubt {
                    continue;
                }
                let told = bent.is_above(cost * share);
                assert!(told.is_none_or(|above| above == (share < 1.0)), "{round} {share}: {cost}");
                sure += usize::from(told.is_some());
            }
        }
        assert!(sure > 120_000, "{sure}");
    }
}
