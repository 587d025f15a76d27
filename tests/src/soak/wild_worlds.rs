//! Random worlds with all that a world can do, called in any order.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::layout::Layout;
use super::program::{
    Aim, Call, DiscomfortCall, HeightsCall, LinkCall, OrderCall, Point, Program, Setup, UnitCall,
    vector,
};

/// Returns the world of a seed; `None` for the few for which none can be made.
pub fn world_of(seed: u64) -> Option<Program> {
    let mut dice = Dice::new(seed ^ 0x77_1d);
    let setup = setup(&mut dice);
    let tick = setup.parameters.get("tick").and_then(Value::as_f64).unwrap_or(0.1) as f32;
    let kinds = setup.kinds.len().max(1);
    let largest = setup.size[0].min(setup.size[1]) * 0.4;
    let count = dice.scale(1.0, 80.9) as usize;
    let walls = if dice.is(0.2) { 0 } else { dice.scale(1.0, 30.9) as usize };
    let calls = dice.whole(4, 50);
    let size = setup.size;
    let mut wild = Wild {
        layout: Layout::new(setup, dice)?,
        kinds,
        largest,
        units: vec![],
        orders: vec![],
        things: vec![],
    };
    wild.layout.walls(walls, largest.min(12.0));
    for _ in 0..wild.layout.dice.below(8) {
        wild.ground();
    }
    wild.add_units(count);
    wild.order();
    for _ in 0..calls {
        if wild.layout.dice.is(0.6) {
            let ticks = wild.layout.dice.scale(1.0, 60.0) as u32;
            wild.layout.later(Call::Steps(ticks));
        }
        wild.anything();
    }
    let seconds = (160.0 + 4.0 * (size[0] + size[1])).min(400.0);
    wild.layout.later(Call::Settle((seconds / tick) as u32));
    Some(wild.layout.program)
}

/// Returns what a world is made from.
fn setup(dice: &mut Dice) -> Setup {
    let size = [dice.scale(12.0, 90.0).round(), dice.scale(12.0, 90.0).round()];
    let radii = match dice.below(6) {
        0 => vec![0.25, 0.5],
        1 => vec![0.2, 0.35, 0.8],
        2 => vec![0.1],
        3 => vec![1.0],
        4 => vec![0.3],
        _ => vec![0.25],
    };
    let kinds = match dice.below(6) {
        0 => vec![vec![], vec![1]],
        1 => vec![vec![], vec![1], vec![2, 3]],
        _ => Vec::new(),
    };
    let mut parameters = Map::new();
    let mut may_set = |dice: &mut Dice, key: &str, values: &[Value]| {
        if dice.is(0.25) {
            parameters.insert(key.into(), values[dice.below(values.len())].clone());
        }
    };
    may_set(dice, "tick", &[json!(0.05), json!(0.2), json!(0.125), json!(0.25), json!(0.03125)]);
    may_set(dice, "tile_size", &[json!(8.0), json!(16.0), json!(64.0), json!(10.5)]);
    may_set(dice, "corner_sides", &[json!(4), json!(16), json!(32)]);
    may_set(dice, "entry", &[json!("midpoint"), json!("portals"), json!("exact")]);
    may_set(dice, "window_goal", &[json!("exit_point")]);
    may_set(dice, "window_units", &[json!(1), json!(2), json!(12)]);
    may_set(dice, "look_period", &[json!(0.0), json!(0.5)]);
    may_set(dice, "plan_period", &[json!(0.25), json!(2.0)]);
    may_set(dice, "plan_cells", &[json!(1), json!(5000)]);
    may_set(dice, "search_cells", &[json!(1), json!(50), json!(1000)]);
    may_set(dice, "window_cells", &[json!(2048), json!(6000)]);
    may_set(dice, "direct_distance", &[json!(0.0), json!(2.0), json!(30.0)]);
    may_set(dice, "personal_space", &[json!(1.15), json!(1.5)]);
    may_set(dice, "step_aside", &[json!(0.0), json!(1.0)]);
    may_set(dice, "field_speed", &[json!(0.5), json!(1.0)]);
    may_set(dice, "link_distance", &[json!(1.0), json!(20.0)]);
    may_set(dice, "anticipation", &[json!(0.0), json!(3.0)]);
    if dice.is(0.6) {
        parameters.insert("plan_latency".into(), json!(dice.whole(1, 5)));
    }
    let twins: &[&[usize]] = &[&[0], &[0, 2], &[0, 1, 4], &[2, 0], &[0, 0]];
    let twins = dice.pick(twins).to_vec();
    Setup { size, radii, kinds, parameters, twins }
}

/// A world that grows.
struct Wild {
    layout: Layout,
    kinds: usize,
    largest: f32,
    units: Vec<UnitCall>,
    orders: Vec<u32>,
    /// Obstacles, areas, links and discomforts, each with the call that removes it.
    things: Vec<Call>,
}

impl Wild {
    /// Adds units, some with traits of their own.
    fn add_units(&mut self, count: usize) {
        let speeds = self.layout.dice.pick(&[(1.0, 2.0), (1.5, 1.5), (0.8, 6.0)]);
        let is_mixed = self.layout.dice.is(0.5);
        let kinds = self.kinds;
        let added = self.layout.units_with(count, speeds, |dice, unit| {
            unit.kind = dice.below(kinds);
            if is_mixed {
                unit.team = dice.below(3) as u32;
                unit.engine = dice.is(0.1);
                unit.mass = dice.is(0.2).then(|| dice.scale(0.01, 100.0));
                unit.turn_rate = dice.is(0.2).then(|| dice.scale(1.0, 20.0));
                unit.acceleration = dice.is(0.2).then(|| dice.scale(1.0, 50.0));
            }
        });
        self.units.extend(added);
    }

    fn some(&mut self) -> Vec<u32> {
        let count = self.layout.dice.scale(1.0, self.units.len().max(1) as f32 + 0.9) as usize;
        let first = self.layout.dice.below(self.units.len().max(1));
        let units = self.units.iter().cycle().skip(first).take(count.min(self.units.len()));
        units.map(|unit| unit.id).collect()
    }

    /// Returns a point for some unit: one that it could reach when it was made, or any.
    fn goal(&mut self, unit: u32) -> Point {
        let known = self.units.iter().find(|known| known.id == unit).cloned();
        let class = known.as_ref().map(|unit| {
            let definition = self.layout.world().definition();
            let radius = definition.class_radii.iter().position(|&radius| radius >= unit.radius);
            radius.unwrap_or_default() + unit.kind * definition.class_radii.len()
        });
        let is_any = self.layout.dice.is(0.1);
        let found = known
            .zip(class)
            .filter(|_| !is_any)
            .and_then(|(unit, class)| self.layout.reachable(class, vector(unit.at), &[]));
        found.map_or_else(|| self.layout.anywhere(), |point| point.to_array())
    }

    fn order(&mut self) {
        let units = self.some();
        let Some(&first) = units.first() else { return };
        let dice = &mut self.layout.dice;
        let kind = dice.below(8);
        let nearest = dice.is(0.5);
        let range = if kind > 1 && dice.is(0.2) { dice.scale(0.3, 20.0) } else { 0.0 };
        let stops = if dice.is(0.25) { dice.whole(1, 3) } else { 0 };
        let to = match kind {
            0 | 1 => Aim::Each(units.iter().map(|&unit| self.goal(unit)).collect()),
            2 => {
                let at = self.layout.dice.below(self.units.len());
                Aim::Unit(self.units[at].id)
            }
            _ => Aim::Point(self.goal(first)),
        };
        // Nobody follows itself.
        let units = match to {
            Aim::Unit(target) => units.into_iter().filter(|&unit| unit != target).collect(),
            _ => units,
        };
        let way_points = (0..stops).map(|_| self.goal(first)).collect();
        let id = self.layout.number();
        self.orders.push(id);
        self.layout.later(Call::Order(OrderCall { id, units, to, way_points, range, nearest }));
    }

    /// Changes the ground.
    fn ground(&mut self) {
        let (largest, size) = (self.largest.min(12.0), self.layout.size());
        let number = self.layout.number();
        let call = match self.layout.dice.below(10) {
            0 | 1 => {
                self.things.push(Call::RemoveObstacle(number));
                Call::Obstacle(number, self.layout.wall(largest))
            }
            2 => {
                self.things.push(Call::RemoveObstacle(number));
                Call::Outline(number, self.angle())
            }
            3 | 4 => {
                self.things.push(Call::RemoveArea(number));
                let (kind, cost) =
                    (self.layout.dice.below(3) as u8, self.layout.dice.scale(1.0, 8.0));
                Call::Area(number, self.layout.wall(largest * 1.5), kind, cost)
            }
            5 | 6 => {
                self.things.push(Call::RemoveLink(number));
                let (from, to) = (self.layout.anywhere(), self.layout.anywhere());
                let dice = &mut self.layout.dice;
                Call::Link(LinkCall {
                    id: number,
                    from,
                    to,
                    cost: dice.scale(0.5, 40.0),
                    both_ways: dice.is(0.5),
                    kind: dice.below(3) as u8,
                    capacity: dice.is(0.5).then(|| dice.whole(1, 4) as u32),
                })
            }
            7 => {
                let dice = &mut self.layout.dice;
                let (spacing, columns) = (dice.between(2.0, 8.0), dice.whole(2, 9));
                let rows = if dice.is(0.2) { 0 } else { dice.whole(2, 9) };
                let heights = (0..columns * rows).map(|_| dice.between(0.0, 6.0).round()).collect();
                let min = (dice.point(size, 0.0) * 0.5).round().to_array();
                Call::Heights(HeightsCall { min, spacing, columns, heights })
            }
            _ => {
                self.things.push(Call::RemoveDiscomfort(number));
                let center = self.layout.anywhere();
                let dice = &mut self.layout.dice;
                Call::Discomfort(DiscomfortCall {
                    id: number,
                    center,
                    radius: dice.scale(0.2, 8.0),
                    amount: dice.scale(0.1, 50.0),
                    seconds: dice.is(0.6).then(|| dice.scale(0.5, 40.0)),
                })
            }
        };
        self.layout.later(call);
    }

    /// Returns an angle of walls, or a frame with a hole.
    fn angle(&mut self) -> Vec<Vec<Point>> {
        let [x, y] = self.layout.anywhere();
        let dice = &mut self.layout.dice;
        let (w, h, d) = (dice.between(2.0, 9.0), dice.between(2.0, 9.0), dice.between(0.1, 0.9));
        let round = |points: &[(f32, f32)]| {
            let at = |&(dx, dy): &(f32, f32)| [x + dx, y + dy];
            points.iter().map(at).collect::<Vec<Point>>()
        };
        if dice.is(0.5) {
            vec![round(&[(0., 0.), (w, 0.), (w, d), (d, d), (d, h), (0., h)])]
        } else {
            let hole = [(d, d), (w - d, d), (w - d, h - d), (d, h - d)];
            vec![round(&[(0., 0.), (w, 0.), (w, h), (0., h)]), round(&hole)]
        }
    }

    /// Calls anything.
    fn anything(&mut self) {
        let order = if self.orders.is_empty() { 0 } else { self.layout.dice.pick(&self.orders) };
        let number = self.layout.number();
        let call = match self.layout.dice.below(22) {
            0..=5 => return self.order(),
            6..=9 => return self.ground(),
            10 | 11 if !self.things.is_empty() => {
                let at = self.layout.dice.below(self.things.len());
                self.things.swap_remove(at)
            }
            12 => match self.layout.program.calls.iter().rev().find_map(obstacle) {
                Some(number) => Call::MoveObstacle(number, self.layout.wall(8.0)),
                None => Call::Reload(0),
            },
            13 => Call::Stop(self.some()),
            14 => Call::Hold(self.some()),
            15 => Call::Join(order, self.some()),
            16 => Call::MoveGoal(order, self.layout.anywhere()),
            17 => Call::AppendGoal(order, self.layout.anywhere()),
            18 => match self.some().first() {
                Some(&unit) => Call::Teleport(unit, self.layout.anywhere()),
                None => Call::Reload(0),
            },
            19 if !self.units.is_empty() => {
                let at = self.layout.dice.below(self.units.len());
                Call::RemoveUnit(self.units.swap_remove(at).id)
            }
            20 => {
                let dice = &mut self.layout.dice;
                Call::Origin(dice.whole(0, 2000) as i64 - 1000, dice.whole(0, 2000) as i64 - 1000)
            }
            21 => {
                let (at, radius) = (self.layout.anywhere(), self.layout.program.setup.radii[0]);
                let unit = UnitCall::new(number, at, radius, 1.5);
                self.units.push(unit.clone());
                Call::Unit(unit)
            }
            _ => Call::Reload(self.layout.dice.below(3)),
        };
        self.layout.later(call);
    }
}

/// Returns the number of an obstacle that a call adds.
fn obstacle(call: &Call) -> Option<u32> {
    match call {
        Call::Obstacle(number, _) => Some(*number),
        _ => None,
    }
}
