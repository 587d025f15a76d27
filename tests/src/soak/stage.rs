//! Does what programs say, in one world or in several side by side.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use glam::Vec2;
use hybrid::navmesh::{Bounds, KindCosts};
use hybrid::{
    AreaId, DiscomfortId, Driver, Event, LinkId, ObstacleId, OrderId, ThreadPool, Unit, UnitId,
    World, WorldDefinition, WorldError, WorldParameters,
};
use serde_json::Value;

use super::finding::FindingKind;
use super::program::{Setup, vector};

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
    /// Whether walls may have changed: obstacles, outlines, and areas, which some movement kinds cannot enter.
    pub ground: bool,
    /// Whether ways may have become longer or dearer otherwise: links, and ground that is shunned.
    pub ways: bool,
    /// The units that were put elsewhere.
    pub moved: Vec<UnitId>,
    /// The orders whose goal was moved, or that got another one.
    pub aimed: Vec<OrderId>,
}

/// A fault that ends a run: what the library refuses though it should not, or twins that differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// Of what kind.
    pub kind: FindingKind,
    /// What was seen.
    pub text: String,
}

impl Refusal {
    pub(super) fn twins(text: String) -> Self {
        Self { kind: FindingKind::Twins, text }
    }

    pub(super) fn refused(text: String) -> Self {
        Self { kind: FindingKind::Refused, text }
    }
}

/// Moves the units of an engine before a step of so many seconds.
pub(super) type Engine = fn(&mut World, f32) -> Result<(), WorldError>;

/// Worlds, and the numbers of what is in them.
pub struct SoakStage {
    /// The worlds. All of them see the same calls.
    pub(super) worlds: Vec<World>,
    /// What is done to each world before it steps: the engine's units do as the world wishes. Faults are planted here.
    pub(super) engine: Engine,
    /// What orders said.
    pub said: BTreeMap<OrderId, Said>,
    /// What has been called since the last step.
    pub called: Called,
    /// The convex obstacles that stand, as they were given.
    pub walls: BTreeMap<u32, Vec<Vec2>>,
    pub(super) named: Named,
}

/// The handles of what has a number in a program.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    pub(super) obstacles: BTreeMap<u32, ObstacleId>,
    pub(super) areas: BTreeMap<u32, AreaId>,
    pub(super) links: BTreeMap<u32, LinkId>,
    pub(super) discomforts: BTreeMap<u32, DiscomfortId>,
    pub(super) units: BTreeMap<u32, UnitId>,
    pub(super) orders: BTreeMap<u32, OrderId>,
}

impl SoakStage {
    /// Makes the worlds.
    ///
    /// # Errors
    /// Says what is wrong with a setup from which no world can be made.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let parameters = Value::Object(setup.parameters.clone());
        let parameters: WorldParameters = serde_json::from_value(parameters)
            .map_err(|error| format!("these parameters are none of a world: {error}"))?;
        let kind = |excluded: &Vec<u8>| {
            let all = KindCosts::default();
            let costs = excluded.iter().try_fold(all, |costs, &kind| costs.without(kind));
            costs.map_err(|error| error.to_string())
        };
        let mut definition = WorldDefinition {
            parameters,
            ..WorldDefinition::new(Bounds::new(Vec2::ZERO, vector(setup.size)), setup.radii.clone())
        };
        if !setup.kinds.is_empty() {
            definition.movement_kinds = setup.kinds.iter().map(kind).collect::<Result<_, _>>()?;
        }
        let made = |&threads: &usize| {
            let mut world = World::new(&definition).map_err(|error| error.to_string())?;
            world.set_executor(None);
            if threads > 0 {
                world.set_executor(Some(Arc::new(ThreadPool::new(threads))));
            }
            Ok(world)
        };
        let twins = if setup.twins.is_empty() { &[0][..] } else { &setup.twins };
        Ok(Self {
            worlds: twins.iter().map(made).collect::<Result<_, String>>()?,
            engine: drive,
            said: BTreeMap::new(),
            called: Called::default(),
            walls: BTreeMap::new(),
            named: Named::default(),
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
    pub(super) fn call<T: Debug>(
        &mut self,
        call: impl Fn(&mut World) -> Result<T, WorldError>,
    ) -> Result<Option<T>, Refusal> {
        let mut answers = self.worlds.iter_mut().map(call);
        let Some(first) = answers.next() else { return Ok(None) };
        let seen = format!("{first:?}");
        for other in answers {
            let other = format!("{other:?}");
            if other != seen {
                return Err(Refusal::twins(format!("they answer {seen} and {other}")));
            }
        }
        Ok(first.ok())
    }

    /// Steps all worlds, and moves the units before that which an engine moves: as the world wishes, gliding along walls.
    ///
    /// # Errors
    /// A step was refused, or the worlds are not equal after it.
    pub fn step(&mut self) -> Result<(), Refusal> {
        let tick = self.world().definition().parameters.tick;
        for world in &mut self.worlds {
            (self.engine)(world, tick).map_err(|error| {
                Refusal::refused(format!("the engine's motion is refused: {error}"))
            })?;
            let refused = |error| Refusal::refused(format!("a step is refused: {error}"));
            world.step(tick).map_err(refused)?;
        }
        let (first, others) = (&self.worlds[0], &self.worlds[1..]);
        let hash = first.state_hash();
        for other in others {
            let is_equal = other.state_hash() == hash && other.events() == first.events();
            if !is_equal {
                let other = other.state_hash();
                return Err(Refusal::twins(format!("{hash:016x} is not {other:016x}")));
            }
        }
        Ok(())
    }

    /// Saves one of the worlds and puts what is loaded in its place.
    pub(super) fn reload(&mut self, index: usize) -> Result<(), Refusal> {
        let index = index % self.worlds.len();
        let world = &mut self.worlds[index];
        let (hash, executor) = (world.state_hash(), world.executor());
        let bytes = world
            .to_bytes()
            .map_err(|error| Refusal::refused(format!("the world is not saved: {error}")))?;
        let mut loaded = World::from_bytes(&bytes)
            .map_err(|error| Refusal::refused(format!("what was saved is not loaded: {error}")))?;
        if loaded.state_hash() != hash {
            let loaded = loaded.state_hash();
            return Err(Refusal::twins(format!("{hash:016x} is loaded as {loaded:016x}")));
        }
        loaded.set_executor(executor);
        *world = loaded;
        Ok(())
    }

    /// Returns the units of these numbers that are there.
    pub(super) fn known(&self, units: &[u32]) -> Vec<UnitId> {
        units.iter().filter_map(|unit| self.named.units.get(unit).copied()).collect()
    }

    /// Returns the number of a unit in the program; `None` for one that is gone.
    pub fn number(&self, unit: UnitId) -> Option<u32> {
        self.named.units.iter().find(|&(_, &known)| known == unit).map(|(&number, _)| number)
    }
}

/// Moves the units that an engine moves: over a link in one tick, to that end which is farther.
fn drive(world: &mut World, tick: f32) -> Result<(), WorldError> {
    let is_driven = |unit: &Unit| unit.driver == Driver::Engine;
    let entered = world.events().iter().filter_map(|event| {
        let &Event::LinkEntered { unit, link } = event else { return None };
        let (unit, link) = (world.unit(unit).filter(is_driven)?, world.link(link)?);
        let far = |end: &Vec2| end.distance_squared(unit.position).to_bits();
        let end = [link.from, link.to].into_iter().max_by_key(far)?;
        Some((unit.id, end, Vec2::ZERO))
    });
    let driven = world.units().filter(|unit| is_driven(unit) && unit.link.is_none());
    let walking = driven.filter_map(|unit| {
        let aim = unit.position + unit.desired_velocity * tick;
        let position = world.mesh(unit.class)?.slide(unit.position, aim).unwrap_or(unit.position);
        Some((unit.id, position, (position - unit.position) / tick))
    });
    let motions: Vec<(UnitId, Vec2, Vec2)> = entered.chain(walking).collect();
    world.set_motions(motions)
}
