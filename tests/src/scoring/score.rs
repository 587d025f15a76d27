//! Follows a run tick by tick and makes its scorecard, by the definitions of the movement benchmark
//! of Warzone 2100 (pull request 5042, 2026) and of the command's contract. Knows nothing of the
//! world: only positions, places and walls.

use std::collections::VecDeque;

use glam::Vec2;
use hybrid::navmesh::Bounds;

use crate::buckets::Buckets;
use crate::scenes::scene::Scene;
use crate::scorecard::{Scorecard, mean, percentile};
use crate::scoring::crossings::Crossings;
use crate::scoring::journey::Journey;
use crate::scoring::lane_order::{LaneOrder, Walker};
use crate::scoring::overlaps::Overlaps;
use crate::scoring::rules::{Body, Rules, Seen};
use crate::scoring::walls::Walls;
use crate::tolerances::{
    DENSITY_REACH, LANE_SECONDS, OFF_PLACE, RESOLVED_SHARE, SLOW_SHARE, STANDSTILL_SPEED,
    STUCK_SECONDS, TOUCH_FACTOR, WALL_SHARE,
};

/// The score of a run as it goes.
#[derive(Debug)]
pub struct Score {
    rules: Rules,
    bodies: Vec<Body>,
    journeys: Vec<Option<Journey>>,
    overlaps: Overlaps,
    crossings: Option<Crossings>,
    gaps: Vec<Crossings>,
    lanes: Option<LaneOrder>,
    bound_s: Option<f64>,
    /// Positions after the last ticks, newest last; as many as `stuck` looks back on, and one more.
    history: VecDeque<Vec<Vec2>>,
    buckets: Buckets,
    neighbours: Neighbours,
    tick: u32,
    end: Option<Ending>,
    unit_ticks: u64,
    peak_density: u32,
    hard_stops: u64,
    wall_violations: u64,
}

/// How things stand at the end of the run proper.
#[derive(Debug, Clone, Copy)]
struct Ending {
    tick: u32,
    near: usize,
    stuck: usize,
}

/// Scratch of the look around, per unit.
#[derive(Debug, Default)]
struct Neighbours {
    dense: Vec<u32>,
    touching: Vec<u32>,
    overlapping: Vec<(u32, u32, f32)>,
}

impl Score {
    /// A score of units that stand at their first positions, none with an order.
    pub fn new(rules: Rules, bounds: Bounds, bodies: Vec<Body>, positions: Vec<Vec2>) -> Self {
        let greatest = bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
        let reach = DENSITY_REACH.max(2.0 * TOUCH_FACTOR * greatest);
        Self {
            rules,
            journeys: vec![None; bodies.len()],
            bodies,
            overlaps: Overlaps::new(rules.tick),
            crossings: None,
            gaps: Vec::new(),
            lanes: None,
            bound_s: None,
            history: VecDeque::from([positions]),
            buckets: Buckets::new(bounds, reach),
            neighbours: Neighbours::default(),
            tick: 0,
            end: None,
            unit_ticks: 0,
            peak_density: 0,
            hard_stops: 0,
            wall_violations: 0,
        }
    }

    /// Counts the crossings of the scene's line and gaps, and measures the order of its lanes, too.
    pub fn with_lines(self, scene: &Scene) -> Self {
        let units = self.bodies.len();
        let crossings = |line| Crossings::new(scene.turned_line(line), units);
        Self {
            crossings: scene.line.map(crossings),
            gaps: scene.gaps.iter().copied().map(crossings).collect(),
            lanes: scene.lanes.map(LaneOrder::new),
            bound_s: scene.bound_s.map(rounded),
            ..self
        }
    }

    /// A unit got an order now: its journey begins anew. `way`: metres of the free way to its
    /// place, where that is known.
    pub fn order(&mut self, unit: usize, goal: Vec2, way: Option<f32>) {
        let start = self.history.back().map(|positions| positions[unit]).unwrap_or_default();
        self.journeys[unit] = Some(Journey::new(self.tick, start, goal).with_way(way));
    }

    /// The goal of a unit's order has moved.
    pub fn move_goal(&mut self, unit: usize, goal: Vec2) {
        if let Some(journey) = &mut self.journeys[unit] {
            journey.goal = goal;
        }
    }

    /// A unit's order is gone; it is no longer looked at.
    pub fn stop(&mut self, unit: usize) {
        self.journeys[unit] = None;
    }

    /// Units with an order, and how many of them have arrived.
    pub fn progress(&self) -> (usize, usize) {
        let journeys = self.journeys.iter().flatten();
        (journeys.clone().count(), journeys.filter(|journey| journey.arrived.is_some()).count())
    }

    /// The rules that it follows.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Ticks since the last unit arrived, if all have and there are any.
    pub fn ticks_since_last_arrival(&self) -> Option<u32> {
        let arrivals: Option<Vec<u32>> =
            self.journeys.iter().flatten().map(|journey| journey.arrived).collect();
        Some(self.tick - arrivals?.into_iter().max()?)
    }

    /// The run proper is over: from now on only rest, overlaps and walls are looked at.
    pub fn end_run(&mut self) {
        self.end = Some(self.ending());
    }

    /// Looks at the units after a tick.
    pub fn observe(&mut self, seen: &[Seen], walls: &Walls) {
        self.tick += 1;
        let now: Vec<Vec2> = seen.iter().map(|seen| seen.position).collect();
        let before = self.history.back().cloned().unwrap_or_default();
        self.look_around(&now);
        // Who is on a link is above or below those on the ground.
        let is_level = |&(one, other, _): &(u32, u32, f32)| {
            seen[one as usize].on_link == seen[other as usize].on_link
        };
        let overlapping: Vec<_> =
            self.neighbours.overlapping.iter().copied().filter(is_level).collect();
        self.overlaps.observe(self.tick, &overlapping);
        for (unit, (seen, body)) in seen.iter().zip(&self.bodies).enumerate() {
            let near_wall =
                !seen.on_link && walls.distance(seen.position) < WALL_SHARE * body.radius;
            self.wall_violations += u64::from(near_wall);
            let Some(journey) = &mut self.journeys[unit] else { continue };
            self.unit_ticks += 1;
            let walked = before[unit].distance(seen.position);
            if self.end.is_none() {
                for crossings in self.crossings.iter_mut().chain(&mut self.gaps) {
                    crossings.observe(unit, self.tick, (before[unit], seen.position));
                }
                journey.observe(&self.rules, body, self.tick, before[unit], seen);
                let still = walked < STANDSTILL_SPEED * self.rules.tick;
                let stopped =
                    still && journey.arrived.is_none() && self.neighbours.touching[unit] >= 2;
                self.hard_stops += u64::from(stopped);
                self.peak_density = self.peak_density.max(self.neighbours.dense[unit]);
            }
            journey.observe_rest(&self.rules, body, seen, walked);
        }
        if self.end.is_none() && self.tick.is_multiple_of(self.rules.ticks(LANE_SECONDS)) {
            self.observe_lanes(&now);
        }
        if self.history.len() > self.rules.ticks(STUCK_SECONDS) as usize {
            self.history.pop_front();
        }
        self.history.push_back(now);
    }

    fn observe_lanes(&mut self, now: &[Vec2]) {
        let Some(lanes) = &mut self.lanes else { return };
        let bodies = self.journeys.iter().zip(&self.bodies).zip(now);
        let walker = |((journey, body), &position): ((&Option<Journey>, &Body), &Vec2)| {
            let journey = journey.as_ref()?;
            let east = journey.goal.x > journey.start.x;
            Some(Walker { position, radius: body.radius, east })
        };
        lanes.observe(&bodies.filter_map(walker).collect::<Vec<_>>());
    }

    /// Counts neighbours and lists overlapping pairs of which at least one has an order.
    fn look_around(&mut self, now: &[Vec2]) {
        let Neighbours { dense, touching, overlapping } = &mut self.neighbours;
        for counts in [&mut *dense, &mut *touching] {
            counts.clear();
            counts.resize(now.len(), 0);
        }
        overlapping.clear();
        self.buckets.fill(&now.iter().map(|&position| (position, position)).collect::<Vec<_>>());
        let greatest = self.bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
        for (unit, &position) in now.iter().enumerate() {
            let radius = self.bodies[unit].radius;
            let reach = DENSITY_REACH.max(TOUCH_FACTOR * (radius + greatest));
            for other in self.buckets.around(position, reach).filter(|&other| other as usize > unit)
            {
                let other = other as usize;
                let distance = position.distance(now[other]);
                let radii = radius + self.bodies[other].radius;
                for (counts, counted) in [
                    (&mut *dense, distance <= DENSITY_REACH),
                    (&mut *touching, distance <= TOUCH_FACTOR * radii),
                ] {
                    counts[unit] += u32::from(counted);
                    counts[other] += u32::from(counted);
                }
                let ordered = self.journeys[unit].is_some() || self.journeys[other].is_some();
                if ordered && distance < radii {
                    overlapping.push((unit as u32, other as u32, 1.0 - distance / radii));
                }
            }
        }
    }

    /// The scorecard, but for names, step times and hash.
    pub fn scorecard(&self) -> Scorecard {
        let Ending { tick: end, near, stuck } = self.end.unwrap_or_else(|| self.ending());
        let seconds = |ticks: u32| self.rules.seconds(ticks);
        let journeys: Vec<&Journey> = self.journeys.iter().flatten().collect();
        let arrival = |journey: &Journey| seconds(journey.arrived.unwrap_or(end) - journey.ordered);
        let arrivals = || journeys.iter().map(|journey| arrival(journey));
        let legs = journeys.iter().filter(|journey| journey.leg() >= 1.0);
        let paces: Vec<f64> =
            legs.map(|journey| arrival(journey) / f64::from(journey.leg())).collect();
        let settled = journeys.iter().map(|journey| seconds(journey.last_far - journey.ordered));
        let ratios: Vec<f64> = self.time_ratios(&arrival);
        let far = journeys.iter().filter(|journey| journey.far_ticks > 0);
        let stalls =
            far.map(|journey| f64::from(journey.far_still_ticks) / f64::from(journey.far_ticks));
        let arrived = journeys.iter().filter(|journey| journey.arrived.is_some());
        let laterals = || arrived.clone().map(|journey| f64::from(journey.lateral));
        let turns = journeys.iter().map(|journey| f64::from(journey.gait.reversals));
        let waited = journeys.iter().filter_map(|journey| journey.gait.waited).map(f64::from);
        let walked = journeys.iter().filter_map(|journey| journey.walked_ratio(&self.rules));
        let last = arrivals().max_by(f64::total_cmp);
        let (units, arrived) = self.progress();
        // The length of a run says nothing of arrivals where there are none.
        let if_any = |value: Option<f64>| value.filter(|_| arrived > 0);
        Scorecard {
            units,
            ticks: end,
            arrived,
            near,
            resolved: near as f64 >= RESOLVED_SHARE * units as f64,
            arrival_p50_s: if_any(percentile(arrivals(), 50)),
            arrival_p95_s: if_any(percentile(arrivals(), 95)),
            sec_per_tile_p50: if_any(percentile(paces.iter().copied(), 50)),
            sec_per_tile_p95: if_any(percentile(paces.iter().copied(), 95)),
            time_ratio_mean: mean(&ratios),
            time_ratio_max: ratios.iter().copied().max_by(f64::total_cmp),
            settle_p95_s: percentile(settled, 95),
            peak_density: self.peak_density,
            flow_per_metre: self.flow(),
            gap_shares: self.gaps.iter().map(|gap| gap.crossed() as f64 / units as f64).collect(),
            lane_order: self.lanes.as_ref().and_then(LaneOrder::mean),
            lane_order_late: self.lanes.as_ref().and_then(LaneOrder::late),
            hard_stops: self.hard_stops,
            stall_share_p50: percentile(stalls, 50),
            detour_p95: percentile(self.detours(&journeys), 95),
            overlap_max: f64::from(self.overlaps.lasting),
            overlap_peak: f64::from(self.overlaps.peak),
            overlap_pairs_per_1000: 1000.0 * self.overlaps.counted as f64
                / self.unit_ticks.max(1) as f64,
            stuck,
            goal_jitter: self.jitter(),
            off_place_share: self.off_place_share(),
            lateral_p50_m: percentile(laterals(), 50),
            lateral_p95_m: percentile(laterals(), 95),
            reversals_per_unit: mean(&turns.collect::<Vec<_>>()),
            walked_while_waiting_m: percentile(waited, 50),
            walked_ratio_p95: percentile(walked, 95),
            bound_s: self.bound_s,
            bound_ratio: self.bound_s.and_then(|bound| Some(last? / bound)),
            wall_violations: self.wall_violations,
            ..Scorecard::default()
        }
    }

    fn time_ratios(&self, arrival: &dyn Fn(&Journey) -> f64) -> Vec<f64> {
        let with_bodies = self.journeys.iter().zip(&self.bodies);
        let ratio = |(journey, body): (&Option<Journey>, &Body)| {
            let journey = journey.as_ref()?;
            Some(arrival(journey) / journey.free_seconds(&self.rules, body)?)
        };
        with_bodies.filter_map(ratio).collect()
    }

    /// Crossings of the line per metre and second by the units with an order.
    fn flow(&self) -> Option<f64> {
        let ordered = (0..self.journeys.len()).filter(|&unit| self.journeys[unit].is_some());
        Some(self.crossings.as_ref()?.flow(ordered)? / f64::from(self.rules.tick))
    }

    fn ending(&self) -> Ending {
        let mut ending = Ending { tick: self.tick, near: 0, stuck: 0 };
        for (unit, journey) in self.journeys.iter().enumerate() {
            if let Some(journey) = journey {
                ending.near += usize::from(
                    journey.goal.distance(self.position(unit, 0)) <= self.rules.near_radius,
                );
                ending.stuck +=
                    usize::from(journey.arrived.is_none() && self.hardly_moved(unit, journey));
            }
        }
        ending
    }

    /// Where a unit was some ticks ago.
    fn position(&self, unit: usize, ago: u32) -> Vec2 {
        let index = self.history.len().saturating_sub(1 + ago as usize);
        self.history.get(index).map(|positions| positions[unit]).unwrap_or_default()
    }

    /// Whether the net way of a unit over the last seconds (since its order, if that is shorter)
    /// was too short.
    fn hardly_moved(&self, unit: usize, journey: &Journey) -> bool {
        let ticks = self.rules.ticks(STUCK_SECONDS).min(self.tick - journey.ordered);
        let way = self.position(unit, 0).distance(self.position(unit, ticks));
        ticks > 0 && way < SLOW_SHARE * self.bodies[unit].speed * ticks as f32 * self.rules.tick
    }

    fn detours(&self, journeys: &[&Journey]) -> Vec<f64> {
        let long = journeys.iter().filter(|journey| journey.leg() >= 2.0 * self.rules.near_radius);
        long.map(|journey| f64::from(journey.far_walked / (journey.leg() - self.rules.near_radius)))
            .collect()
    }

    fn off_place_share(&self) -> Option<f64> {
        let with_bodies = self.journeys.iter().zip(&self.bodies);
        let share = with_bodies.filter_map(|(journey, body)| {
            let is_off = journey.as_ref()?.off_place > OFF_PLACE * body.radius;
            Some(f64::from(u8::from(is_off)))
        });
        mean(&share.collect::<Vec<_>>())
    }

    fn jitter(&self) -> Option<f64> {
        let rested = self.journeys.iter().zip(&self.bodies).filter_map(|(journey, body)| {
            let walked = journey.as_ref()?.jitter(&self.rules)?;
            Some(f64::from(walked / body.radius))
        });
        mean(&rested.collect::<Vec<_>>())
    }
}

/// Seconds without the noise of a shorter number in a longer one.
fn rounded(seconds: f32) -> f64 {
    (f64::from(seconds) * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { tick: 0.1, arrive_radius: 1.5, near_radius: 6.0 };
    const BODY: Body = Body { radius: 0.5, speed: 1.0 };

    /// Runs units along hand-made ways (position as a function of the tick) with an order each.
    fn score(ticks: u32, after: u32, goals: &[Vec2], ways: &[&dyn Fn(u32) -> Vec2]) -> Scorecard {
        let bounds = Bounds { min: Vec2::ZERO, max: Vec2::splat(64.0) };
        let mut walls = Walls::new(bounds, 1.0);
        walls.refresh();
        let bodies = vec![BODY; ways.len()];
        let mut score = Score::new(RULES, bounds, bodies, ways.iter().map(|way| way(0)).collect());
        let order = |(unit, &goal): (usize, &Vec2)| {
            score.order(unit, goal, Some(ways[unit](0).distance(goal)));
        };
        goals.iter().enumerate().for_each(order);
        for tick in 1..=ticks + after {
            let seen: Vec<Seen> =
                ways.iter().map(|way| Seen { position: way(tick), ..Seen::default() }).collect();
            score.observe(&seen, &walls);
            if tick == ticks {
                score.end_run();
            }
        }
        score.scorecard()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(
            found.is_some_and(|found| (found - expected).abs() < 1e-3),
            "{found:?}, expected {expected}"
        );
    }

    #[test]
    fn a_straight_way_scores_as_reckoned() {
        // 20 m at 1 m/s, within 1.5 m after 18.5 s, within 6 m after 14 s; then at rest.
        let way = |tick: u32| Vec2::new(10.0 + (tick as f32 * 0.1).min(20.0), 10.0);
        let card = score(200, 150, &[Vec2::new(30.0, 10.0)], &[&way]);
        assert_eq!(
            (card.units, card.ticks, card.arrived, card.near, card.resolved, card.stuck),
            (1, 200, 1, 1, true, 0)
        );
        close(card.arrival_p50_s, 18.5);
        close(card.sec_per_tile_p95, 18.5 / 20.0);
        close(card.settle_p95_s, 13.9);
        close(card.time_ratio_mean, 1.0);
        close(card.stall_share_p50, 0.0);
        close(card.detour_p95, 13.9 / 14.0);
        close(card.goal_jitter, 0.0);
        assert_eq!(card.flow_per_metre, None);
        assert_eq!((card.wall_violations, card.hard_stops, card.peak_density), (0, 0, 0));
    }

    #[test]
    fn a_unit_that_stands_is_stuck_and_counts_with_the_whole_run() {
        let way = |_| Vec2::new(10.0, 10.0);
        let card = score(100, 0, &[Vec2::new(30.0, 10.0)], &[&way]);
        assert_eq!((card.arrived, card.near, card.resolved, card.stuck), (0, 0, false, 1));
        assert_eq!((card.arrival_p50_s, card.arrival_p95_s), (None, None), "nobody arrived");
        close(card.stall_share_p50, 1.0);
        close(card.settle_p95_s, 10.0);
        assert_eq!(card.goal_jitter, None);
        // Beside one that is there from the start it counts with the whole run.
        let there = |_| Vec2::new(30.0, 30.0);
        let goals = [Vec2::new(30.0, 10.0), Vec2::new(30.0, 30.0)];
        let card = score(100, 0, &goals, &[&way, &there]);
        assert_eq!((card.arrived, card.stuck), (1, 1));
        close(card.arrival_p95_s, 10.0);
    }

    #[test]
    fn jitter_is_what_a_rested_unit_walks_in_ten_seconds() {
        // Arrived from the start; after one second of rest it trembles by 0.02 m a tick from tick
        // 10 on.
        let way = |tick: u32| Vec2::new(10.0 + 0.02 * (tick.saturating_sub(10) % 2) as f32, 10.0);
        let card = score(1, 150, &[Vec2::new(10.5, 10.0)], &[&way]);
        close(card.goal_jitter, 100.0 * 0.02 / 0.5);
    }

    #[test]
    fn overlaps_stops_and_density_of_three_in_a_row() {
        let stands = |x: f32| move |_| Vec2::new(x, 10.0);
        let goal = Vec2::new(40.0, 10.0);
        let card = score(20, 0, &[goal; 3], &[&stands(10.0), &stands(10.9), &stands(12.0)]);
        assert!((card.overlap_max - 0.1).abs() < 1e-6 && card.overlap_max == card.overlap_peak);
        // One pair overlaps in each of 20 ticks of three units; nobody touches two others: 1.1 m is
        // too far.
        close(Some(card.overlap_pairs_per_1000), 1000.0 * 20.0 / 60.0);
        assert_eq!((card.hard_stops, card.peak_density), (0, 2));
        let card = score(20, 0, &[goal; 3], &[&stands(10.0), &stands(11.0), &stands(12.0)]);
        assert_eq!((card.hard_stops, card.peak_density, card.overlap_peak), (20, 2, 0.0));
    }

    #[test]
    fn walks_are_told_by_units() {
        // One goes 20 m straight on; the other one as far, but 4 m up and down again on its way.
        let straight = |tick: u32| Vec2::new(10.0 + (tick as f32 * 0.1).min(20.0), 10.0);
        let up = |tick: u32| {
            let walked = tick as f32 * 0.1;
            let (x, y) = (walked.min(10.0) + (walked - 18.0).clamp(0.0, 10.0), walked - 10.0);
            Vec2::new(10.0 + x, 30.0 + y.clamp(0.0, 4.0) - (y - 4.0).clamp(0.0, 4.0))
        };
        let goals = [Vec2::new(30.0, 10.0), Vec2::new(30.0, 30.0)];
        let card = score(300, 0, &goals, &[&straight, &up]);
        assert_eq!(card.arrived, 2);
        close(card.walked_ratio_p95, (18.5 + 8.0) / 18.5);
        close(card.reversals_per_unit, 0.5);
        assert_eq!(card.walked_while_waiting_m, None);
        // Who does not arrive has no way that can be compared.
        let card = score(150, 0, &goals, &[&straight, &up]);
        assert_eq!((card.arrived, card.walked_ratio_p95), (0, None));
    }

    #[test]
    fn walls_are_watched_after_the_end_too() {
        let way = |tick: u32| Vec2::new(if tick > 5 { 0.4 } else { 0.5 }, 10.0);
        assert_eq!(score(5, 10, &[Vec2::new(0.5, 10.0)], &[&way]).wall_violations, 10);
    }

    #[test]
    fn a_new_order_begins_anew() {
        let bounds = Bounds { min: Vec2::ZERO, max: Vec2::splat(64.0) };
        let mut score = Score::new(RULES, bounds, vec![BODY], vec![Vec2::splat(10.0)]);
        score.order(0, Vec2::splat(10.0), None);
        let mut walls = Walls::new(bounds, 1.0);
        walls.refresh();
        score.observe(&[Seen { position: Vec2::splat(10.0), ..Seen::default() }], &walls);
        assert_eq!(score.progress(), (1, 1));
        score.order(0, Vec2::new(40.0, 10.0), None);
        assert_eq!(score.progress(), (1, 0));
        score.stop(0);
        assert_eq!(score.progress(), (0, 0));
    }
}
