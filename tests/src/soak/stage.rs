//! Does what programs say, in one world or in several side by side.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use glam::Vec2;
use hybrid::navmesh::{Bounds, KindCosts};
use hybrid::{
    Driver, Goal, ObstacleId, OrderDefinition, OrderId, ThreadPool, UnitDefinition, UnitId,
    Unreachable, World, WorldDefinition, WorldError, WorldParameters,
};
use serde_json::Value;

use super::program::{Aim, Call, OrderCall, Point, Setup, UnitCall, vector, vectors};

/// What an order said, as the game remembers it.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// The point that its units share.
    pub point: Option<Vec2>,
    /// The points of the units that have one of their own.
    pub each: BTreeMap<UnitId, Vec2>,
    /// The unit that it follows.
    pub target: Option<UnitId>,
}

impl Said {
    /// Returns where a unit was sent.
    pub fn goal(&self, world: &World, unit: UnitId) -> Option<Vec2> {
        let seen = self.target.and_then(|target| world.unit(target)).map(|target| target.position);
        seen.or(self.point).or_else(|| self.each.get(&unit).copied())
    }
}

/// What has been called since the last step.
#[derive(Debug, Clone, Default)]
pub struct Called {
    /// Whether the ground has changed.
    pub ground: bool,
    /// The units that were put elsewhere.
    pub moved: Vec<UnitId>,
    /// The orders whose goal was moved, or that got another one.
    pub aimed: Vec<OrderId>,
}

/// A fault of the library's own: what it refuses though it should not, or twins that differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal(pub String);

/// Worlds, and the numbers of what is in them.
pub struct Stage {
    /// The worlds. All of them see the same calls.
    worlds: Vec<World>,
    /// What orders said.
    pub said: BTreeMap<OrderId, Said>,
    /// What has been called since the last step.
    pub called: Called,
    obstacles: BTreeMap<u32, ObstacleId>,
    units: BTreeMap<u32, UnitId>,
    orders: BTreeMap<u32, OrderId>,
}

impl Stage {
    /// Makes the worlds; `None` if the setup says what no world can be made from.
    pub fn new(setup: &Setup) -> Option<Self> {
        let parameters = Value::Object(setup.parameters.clone());
        let parameters: WorldParameters = serde_json::from_value(parameters).ok()?;
        let kind = |excluded: &Vec<u8>| {
            let all = KindCosts::default();
            excluded.iter().try_fold(all, |costs, &kind| costs.without(kind)).ok()
        };
        let mut definition = WorldDefinition {
            parameters,
            ..WorldDefinition::new(Bounds::new(Vec2::ZERO, vector(setup.size)), setup.radii.clone())
        };
        if !setup.kinds.is_empty() {
            definition.movement_kinds = setup.kinds.iter().map(kind).collect::<Option<_>>()?;
        }
        let made = |&threads: &usize| {
            let mut world = World::new(&definition).ok()?;
            world.set_executor(None);
            if threads > 0 {
                world.set_executor(Some(Arc::new(ThreadPool::new(threads))));
            }
            Some(world)
        };
        let twins = if setup.twins.is_empty() { &[0][..] } else { &setup.twins };
        Some(Self {
            worlds: twins.iter().map(made).collect::<Option<_>>()?,
            said: BTreeMap::new(),
            called: Called::default(),
            obstacles: BTreeMap::new(),
            units: BTreeMap::new(),
            orders: BTreeMap::new(),
        })
    }

    /// Returns the first of the worlds.
    pub fn world(&self) -> &World {
        &self.worlds[0]
    }

    /// Has staged edits take effect in the meshes.
    pub fn commit(&mut self) {
        for world in &mut self.worlds {
            // What does not fit is refused again by the next step, which says so.
            let _ = world.commit();
        }
    }

    /// Calls the same of all worlds. `None` if they refuse it, all of them alike.
    fn call<T: Debug>(
        &mut self,
        call: impl Fn(&mut World) -> Result<T, WorldError>,
    ) -> Result<Option<T>, Refusal> {
        let mut answers = self.worlds.iter_mut().map(call);
        let Some(first) = answers.next() else { return Ok(None) };
        let seen = format!("{first:?}");
        for other in answers {
            let other = format!("{other:?}");
            if other != seen {
                return Err(Refusal(format!("twins answer {seen} and {other}")));
            }
        }
        Ok(first.ok())
    }

    /// Steps all worlds.
    ///
    /// # Errors
    /// A step was refused, or the worlds are not equal after it.
    pub fn step(&mut self) -> Result<(), Refusal> {
        let tick = self.world().definition().parameters.tick;
        for world in &mut self.worlds {
            world.step(tick).map_err(|error| Refusal(format!("a step is refused: {error}")))?;
        }
        let hash = self.world().state_hash();
        match self.worlds.iter().find(|world| world.state_hash() != hash) {
            Some(other) => Err(Refusal(format!(
                "twins differ: their states are {hash:016x} and {:016x}",
                other.state_hash()
            ))),
            None => Ok(()),
        }
    }

    /// Does what a call says, but for steps; what cannot be done is passed over.
    ///
    /// # Errors
    /// Twins answer differently.
    pub fn perform(&mut self, call: &Call) -> Result<(), Refusal> {
        match call {
            Call::Obstacle(..) | Call::MoveObstacle(..) | Call::RemoveObstacle(_) => {
                self.edit(call)
            }
            Call::Unit(unit) => self.add_unit(unit),
            Call::RemoveUnit(unit) => {
                let Some(unit) = self.units.remove(unit) else { return Ok(()) };
                self.call(|world| world.remove_unit(unit)).map(|_| ())
            }
            Call::Order(order) => self.order(order),
            Call::Join(order, units) => {
                let Some(&order) = self.orders.get(order) else { return Ok(()) };
                let units = self.known(units);
                self.call(|world| world.join(order, &units)).map(|_| ())
            }
            Call::Stop(units) => {
                let units = self.known(units);
                self.call(|world| world.stop(&units)).map(|_| ())
            }
            Call::Hold(units) => {
                let units = self.known(units);
                self.call(|world| world.hold(&units)).map(|_| ())
            }
            &Call::MoveGoal(order, to) => self.aim(order, to, World::move_goal),
            &Call::AppendGoal(order, to) => self.aim(order, to, World::append_goal),
            Call::Teleport(unit, to) => {
                let Some(&unit) = self.units.get(unit) else { return Ok(()) };
                if self.call(|world| world.teleport(unit, vector(*to)))?.is_some() {
                    self.called.moved.push(unit);
                }
                Ok(())
            }
            Call::Steps(_) | Call::Settle(_) => Ok(()),
        }
    }

    fn edit(&mut self, call: &Call) -> Result<(), Refusal> {
        let is_done = match call {
            Call::Obstacle(number, outline) => {
                let outline = vectors(outline);
                let id = self.call(|world| world.add_obstacle(&outline))?;
                id.map(|id| self.obstacles.insert(*number, id)).is_some()
            }
            Call::MoveObstacle(number, outline) => {
                let Some(&id) = self.obstacles.get(number) else { return Ok(()) };
                let outline = vectors(outline);
                self.call(|world| world.move_obstacle(id, &outline))?.is_some()
            }
            Call::RemoveObstacle(number) => {
                let Some(id) = self.obstacles.remove(number) else { return Ok(()) };
                self.call(|world| world.remove_obstacle(id))?.is_some()
            }
            _ => false,
        };
        self.called.ground |= is_done;
        Ok(())
    }

    fn add_unit(&mut self, unit: &UnitCall) -> Result<(), Refusal> {
        let plain = UnitDefinition::new(vector(unit.at), unit.radius, unit.speed);
        let definition = UnitDefinition {
            acceleration: unit.acceleration.unwrap_or(plain.acceleration),
            turn_rate: unit.turn_rate.unwrap_or(plain.turn_rate),
            mass: unit.mass.unwrap_or(plain.mass),
            movement_kind: unit.kind,
            team: unit.team,
            driver: if unit.engine { Driver::Engine } else { Driver::World },
            ..plain
        };
        if let Some(id) = self.call(|world| world.add_unit(&definition))? {
            self.units.insert(unit.id, id);
        }
        Ok(())
    }

    fn order(&mut self, order: &OrderCall) -> Result<(), Refusal> {
        let units = self.known(&order.units);
        let mut said = Said::default();
        let goal = match &order.to {
            Aim::Point(point) => {
                said.point = Some(vector(*point));
                Goal::Point(vector(*point))
            }
            Aim::Each(points) => {
                let points = order.units.iter().zip(points);
                let has_it = |(unit, _): &(&u32, &Point)| self.units.contains_key(unit);
                let points = points.filter(has_it).map(|(_, &point)| vector(point));
                let points: Vec<Vec2> = points.collect();
                said.each = units.iter().copied().zip(points.iter().copied()).collect();
                Goal::Each(points)
            }
            Aim::Unit(target) => {
                let Some(&target) = self.units.get(target) else { return Ok(()) };
                said.target = Some(target);
                said.point = self.world().unit(target).map(|target| target.position);
                Goal::Unit(target)
            }
        };
        let definition = OrderDefinition {
            way_points: vectors(&order.way_points),
            range: order.range,
            unreachable: if order.nearest { Unreachable::Nearest } else { Unreachable::Stop },
            ..OrderDefinition::new(goal)
        };
        if let Some(id) = self.call(|world| world.order_with(&units, &definition))? {
            self.orders.insert(order.id, id);
            self.said.insert(id, said);
        }
        Ok(())
    }

    fn aim(
        &mut self,
        order: u32,
        to: Point,
        call: fn(&mut World, OrderId, Vec2) -> Result<(), WorldError>,
    ) -> Result<(), Refusal> {
        let Some(&order) = self.orders.get(&order) else { return Ok(()) };
        if self.call(|world| call(world, order, vector(to)))?.is_some() {
            self.called.aimed.push(order);
            if let Some(said) = self.said.get_mut(&order) {
                (said.point, said.target) = (Some(vector(to)), None);
            }
        }
        Ok(())
    }

    /// Returns the units of these numbers that are there.
    fn known(&self, units: &[u32]) -> Vec<UnitId> {
        units.iter().filter_map(|unit| self.units.get(unit).copied()).collect()
    }

    /// Returns the number of a unit in the program; `None` for one that is gone.
    pub fn number(&self, unit: UnitId) -> Option<u32> {
        self.units.iter().find(|&(_, &known)| known == unit).map(|(&number, _)| number)
    }
}
