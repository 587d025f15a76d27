//! Random worlds in which every order must end: 4 to 200 units, 0 to 40 walls, all kinds of goals.

use glam::Vec2;
use serde_json::{Map, json};

use super::dice::Dice;
use super::layout::Layout;
use super::program::{Aim, Call, OrderCall, Point, Program, Setup, UnitCall, vector};

/// What kind of goals a world has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoalKind {
    /// A point for each.
    Each,
    /// A point for each, some of them blocked: as near as can be.
    EachNearest,
    /// A point that they share.
    Point,
    /// A point that they share, with a range.
    Range,
    /// A point that they share, with way points.
    WayPoints,
    /// A point that may be blocked: as near as can be.
    Nearest,
    /// A unit that goes somewhere itself, or another follower.
    Follow,
    /// Orders that are changed under way.
    Changes,
}

impl GoalKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Each,
        Self::EachNearest,
        Self::Point,
        Self::Range,
        Self::WayPoints,
        Self::Nearest,
        Self::Follow,
        Self::Changes,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::EachNearest => "each_nearest",
            Self::Point => "point",
            Self::Range => "range",
            Self::WayPoints => "way_points",
            Self::Nearest => "nearest",
            Self::Follow => "follow",
            Self::Changes => "changes",
        }
    }
}

/// Returns the kind of goals in the world of a seed.
pub fn kind_of(seed: u64) -> GoalKind {
    GoalKind::ALL[(seed % GoalKind::ALL.len() as u64) as usize]
}

/// Whether a second world, with threads, sees the same calls: of each kind of goals every fourth one has one.
fn has_twin(seed: u64) -> bool {
    seed / GoalKind::ALL.len() as u64 % 4 == 3
}

/// Seconds after the last call, when a twin is saved and loaded.
const AT_RELOAD: f32 = 5.0;

/// Returns the world of a seed: the kinds of goals come in turn.
pub fn world_of(seed: u64) -> Option<Program> {
    let mut dice = Dice::new(seed);
    let size = [dice.between(24.0, 64.0).round(), dice.between(24.0, 64.0).round()];
    let radii = match dice.below(6) {
        0 => vec![0.25, 0.5],
        1 => vec![0.2, 0.35, 0.8],
        _ => vec![0.25],
    };
    let mut parameters = Map::new();
    if dice.is(0.6) {
        parameters.insert("plan_latency".into(), json!(dice.whole(1, 5)));
    }
    if dice.is(0.15) {
        parameters.insert("tick".into(), json!(dice.pick(&[0.05, 0.125, 0.2])));
    }
    let tick = parameters.get("tick").and_then(serde_json::Value::as_f64).unwrap_or(0.1) as f32;
    let twins = if has_twin(seed) { vec![0, 2] } else { Vec::new() };
    let setup = Setup { size, radii, kinds: Vec::new(), parameters, twins };
    let count = dice.scale(4.0, 200.9) as usize;
    let walls = if dice.is(0.2) { 0 } else { dice.scale(1.0, 40.9) as usize };
    let speeds = dice.pick(&[(1.0, 2.0), (1.5, 1.5), (0.8, 4.0)]);
    let mut layout = Layout::new(setup, dice)?;
    layout.walls(walls, 12.0);
    let units = layout.units(count, speeds);
    let mut orders = Orders { layout, tick };
    orders.give(kind_of(seed), &units);
    orders.edits();
    if has_twin(seed) {
        // One of them is saved and loaded while all are under way.
        let ticks = (AT_RELOAD / tick) as u32;
        orders.layout.later(Call::Steps(ticks));
        orders.layout.later(Call::Reload(1));
    }
    let slowest = units.iter().map(|unit| unit.speed).fold(speeds.1, f32::min);
    let seconds = 120.0 + 4.0 * (size[0] + size[1]) / slowest;
    orders.layout.later(Call::Settle((seconds.min(400.0) / tick) as u32));
    Some(orders.layout.program)
}

/// Gives orders to the units of a layout.
struct Orders {
    layout: Layout,
    tick: f32,
}

impl Orders {
    fn give(&mut self, kind: GoalKind, units: &[UnitCall]) {
        let parties = self.layout.dice.pick(&[1, 1, 2, 3]);
        let each = units.len().div_ceil(parties).max(1);
        let mut given = Vec::new();
        for party in units.chunks(each) {
            given.extend(self.order(kind, party));
        }
        if kind == GoalKind::Changes {
            self.change(&given, units);
        }
    }

    /// Gives an order to some units.
    fn order(&mut self, kind: GoalKind, party: &[UnitCall]) -> Option<u32> {
        let nearest = matches!(kind, GoalKind::Nearest | GoalKind::EachNearest);
        let to = match kind {
            GoalKind::Each | GoalKind::EachNearest => {
                Aim::Each(party.iter().map(|unit| self.own_goal(unit, nearest)).collect())
            }
            GoalKind::Follow => return self.follow(party),
            _ => Aim::Point(self.shared_goal(party, nearest)),
        };
        // Two goals of their own must not lie on each other: that is no order that can end.
        let to = match to {
            Aim::Each(points) => Aim::Each(self.apart(party, points)),
            other => other,
        };
        let has_stops = kind == GoalKind::WayPoints;
        let stops = if has_stops { self.layout.dice.whole(1, 4) } else { 0 };
        let way_points = (0..stops).map(|_| self.shared_goal(party, false)).collect();
        let range = if kind == GoalKind::Range { self.layout.dice.scale(0.5, 15.0) } else { 0.0 };
        let id = self.layout.number();
        let units = party.iter().map(|unit| unit.id).collect();
        self.layout.call(Call::Order(OrderCall { id, units, to, way_points, range, nearest }));
        Some(id)
    }

    fn class(&self, unit: &UnitCall) -> usize {
        let radii = &self.layout.world().definition().class_radii;
        radii.iter().position(|&radius| radius >= unit.radius).unwrap_or_default()
    }

    fn own_goal(&mut self, unit: &UnitCall, nearest: bool) -> Point {
        if nearest && self.layout.dice.is(0.3) {
            return self.layout.anywhere();
        }
        let found = self.layout.reachable(self.class(unit), vector(unit.at), &[]);
        found.map_or(unit.at, |point| point.to_array())
    }

    /// Moves goals that lie on others to where their units stand.
    fn apart(&mut self, party: &[UnitCall], points: Vec<Point>) -> Vec<Point> {
        let mut kept: Vec<(Vec2, f32)> = Vec::new();
        for (unit, point) in party.iter().zip(points) {
            let room = |at: Vec2| {
                kept.iter()
                    .all(|&(other, radius)| other.distance(at) > 1.1 * (radius + unit.radius))
            };
            let (class, mut at) = (self.class(unit), vector(point));
            for _ in 0..20 {
                if room(at) {
                    break;
                }
                let another = self.layout.reachable(class, vector(unit.at), &[]);
                at = another.unwrap_or(at);
            }
            kept.push((at, unit.radius));
        }
        kept.into_iter().map(|(at, _)| at.to_array()).collect()
    }

    /// Returns a goal for all of some units: one that the largest of them can reach from where it is.
    fn shared_goal(&mut self, party: &[UnitCall], nearest: bool) -> Point {
        if nearest && self.layout.dice.is(0.7) {
            return self.layout.anywhere();
        }
        let largest = party.iter().max_by(|a, b| a.radius.total_cmp(&b.radius));
        let found =
            largest.and_then(|unit| self.layout.reachable(self.class(unit), vector(unit.at), &[]));
        found.map_or_else(|| self.layout.anywhere(), |point| point.to_array())
    }

    /// Has the first of some units go somewhere, and the others follow it.
    fn follow(&mut self, party: &[UnitCall]) -> Option<u32> {
        let (target, rest) = party.split_first()?;
        let units: Vec<u32> = rest.iter().map(|unit| unit.id).collect();
        if units.is_empty() {
            return None;
        }
        let leads = self.layout.dice.is(0.8);
        if leads {
            let to = Aim::Point(self.shared_goal(&party[..1], false));
            let id = self.layout.number();
            let order = OrderCall {
                id,
                units: vec![target.id],
                to,
                way_points: vec![],
                range: 0.0,
                nearest: false,
            };
            self.layout.call(Call::Order(order));
        }
        // Now and then in a chain: the second half follows one of the first.
        let chains = units.len() > 3 && self.layout.dice.is(0.3);
        let halves = if chains { units.split_at(units.len() / 2) } else { (&units[..], &[][..]) };
        let range = self.layout.dice.pick(&[0.0, 0.0, 2.0, 6.0]);
        let nearest = self.layout.dice.is(0.3);
        let mut last = None;
        for (target, units) in [(target.id, halves.0), (halves.0[0], halves.1)] {
            if units.is_empty() {
                continue;
            }
            let id = self.layout.number();
            let (to, units) = (Aim::Unit(target), units.to_vec());
            let order = OrderCall { id, units, to, way_points: vec![], range, nearest };
            self.layout.call(Call::Order(order));
            last = Some(id);
        }
        last
    }

    /// Changes orders while they are under way.
    fn change(&mut self, given: &[u32], units: &[UnitCall]) {
        for _ in 0..self.layout.dice.whole(1, 8) {
            self.pause(12.0);
            let order = if given.is_empty() { 0 } else { self.layout.dice.pick(given) };
            let first = self.layout.dice.below(units.len().max(1));
            let some: Vec<u32> = units.iter().skip(first).take(4).map(|unit| unit.id).collect();
            let to = self.shared_goal(units, false);
            let call = match self.layout.dice.below(6) {
                0 | 1 => Call::MoveGoal(order, to),
                2 => Call::AppendGoal(order, to),
                3 => Call::Join(order, some),
                4 => Call::Stop(some),
                _ => Call::Order(OrderCall {
                    id: self.layout.number(),
                    units: some,
                    to: Aim::Point(to),
                    way_points: vec![],
                    range: 0.0,
                    nearest: false,
                }),
            };
            self.layout.later(call);
        }
    }

    /// Changes walls while units are under way.
    fn edits(&mut self) {
        if self.layout.dice.is(0.65) {
            return;
        }
        let mut walls: Vec<u32> = Vec::new();
        for call in &self.layout.program.calls {
            if let Call::Obstacle(number, _) = call {
                walls.push(*number);
            }
        }
        for _ in 0..self.layout.dice.whole(1, 8) {
            self.pause(10.0);
            let call = match self.layout.dice.below(3) {
                0 if !walls.is_empty() => {
                    let at = self.layout.dice.below(walls.len());
                    Call::RemoveObstacle(walls.swap_remove(at))
                }
                1 if !walls.is_empty() => {
                    let number = self.layout.dice.pick(&walls);
                    Call::MoveObstacle(number, self.layout.wall(8.0))
                }
                _ => {
                    let number = self.layout.number();
                    walls.push(number);
                    Call::Obstacle(number, self.layout.wall(8.0))
                }
            };
            self.layout.later(call);
        }
    }

    fn pause(&mut self, seconds: f32) {
        let ticks = (seconds / self.tick) as usize;
        let ticks = self.layout.dice.whole(1, ticks.max(1));
        self.layout.later(Call::Steps(ticks as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_of_each_kind_of_goals_have_twins_now_and_then() {
        for first in 0..8 {
            let has_both = |&seed: &u64| {
                let program = world_of(seed).unwrap();
                let is_reloaded = program.calls.contains(&Call::Reload(1));
                assert_eq!(program.setup.twins == [0, 2], is_reloaded, "{seed}");
                is_reloaded
            };
            let twins = (first..96).step_by(8).filter(has_both).count();
            assert_eq!(twins, 3, "{first}");
        }
    }
}
