//! A scene set up as a world: obstacles, units and orders, and the events on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use hybrid::navmesh::{PathOptions, Ray, Search};
use hybrid::{AreaId, Driver, ObstacleId, Unit, UnitId, World};

use crate::error::Error;
use crate::random::Random;
use crate::scenes::followed::Followed;
use crate::scenes::loaded::LoadedScene;
use crate::scenes::parts::perturbation;
use crate::scenes::scene::{Event, Goal};
use crate::scenes::terms::Terms;
use crate::scoring::errands::{add_area, definition, errand};
use crate::scoring::ground::{SceneGround, refused};
use crate::scoring::rules::{Body, Rules, Seen};
use crate::scoring::score::Score;
use crate::scoring::walls::Walls;
use crate::sources::json_places::Key;

/// A world with what the runner has to know of it.
pub struct Stage {
    /// The scene.
    pub loaded: Arc<LoadedScene>,
    /// Its world.
    pub world: World,
    /// The units in the order of the blocks.
    pub units: Vec<UnitId>,
    /// What the score sees as walls.
    pub walls: Walls,
    /// The score so far.
    pub score: Score,
    blocks: Vec<Range<usize>>,
    /// The units that the runner moves.
    driven: Vec<UnitId>,
    /// The obstacles that events may remove.
    named: BTreeMap<String, (ObstacleId, usize)>,
    /// The areas that events may remove.
    areas: BTreeMap<String, AreaId>,
    /// The units whose goals move.
    moving_goals: BTreeMap<usize, MovingGoal>,
    /// Those to come, the next one last.
    events: Vec<(usize, Event)>,
}

/// Where a unit's goal is, if that moves.
#[derive(Clone, Copy)]
enum MovingGoal {
    /// At the unit that it follows.
    Unit(UnitId),
    /// At the place that it has now of those that are exchanged.
    Place,
}

impl Stage {
    /// Sets a scene up in one of its arrangements; nothing has been stepped yet.
    ///
    /// # Errors
    /// [`Error::Input`] at the part of the scene that the world refuses.
    pub fn new(loaded: &LoadedScene, arrangement: u64) -> Result<Self, Error> {
        Self::recorded(loaded, arrangement, None)
    }

    /// Sets a scene up in one of its arrangements; all calls may be recorded into a file.
    ///
    /// # Errors
    /// [`Error::Input`] at the part of the scene that the world refuses; [`Error::Output`] for a file that cannot be written.
    pub fn recorded(
        loaded: &LoadedScene,
        arrangement: u64,
        record_to: Option<&Path>,
    ) -> Result<Self, Error> {
        let mut ground = SceneGround::new(loaded, record_to)?;
        let scene = &loaded.scene;
        let (mut units, mut bodies, mut positions, mut blocks) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((index, block), shift) in
            scene.blocks.iter().enumerate().zip(loaded.shifts(arrangement))
        {
            let first = units.len();
            let Some(kind) = scene.kinds.get(&block.kind) else { continue };
            let mut random = Random::new(block.scatter.into());
            let room = (0.5 * block.pitch - kind.radius).max(0.0);
            for k in 0..block.count {
                let step = perturbation(&mut random, block.scatter, room);
                let position = scene.turned(block.position(k, shift) + step);
                let refused = |error| {
                    refused(loaded, &["blocks".into(), index.into()], &format!("unit {k}"), error)
                };
                let Some(definition) = definition(scene, block, position) else { continue };
                units.push(ground.world.add_unit(&definition).map_err(refused)?);
                bodies.push(Body { radius: kind.radius, speed: kind.speed });
                positions.push(position);
            }
            blocks.push(first..units.len());
            if block.hold {
                let refused =
                    |error| refused(loaded, &["blocks".into(), index.into()], "hold", error);
                ground.world.hold(&units[first..]).map_err(refused)?;
            }
        }
        let rules = Rules {
            tick: scene.world.tick,
            arrive_radius: scene.arrive_radius,
            near_radius: scene.near_radius,
        };
        let SceneGround { world, walls, named, .. } = ground;
        let is_driven = |unit: &Unit| unit.driver == Driver::Engine;
        let driven = world.units().filter(is_driven).map(|unit| unit.id).collect();
        let score = Score::new(rules, loaded.bounds, bodies, positions).with_lines(scene);
        let (areas, moving_goals) = (BTreeMap::new(), BTreeMap::new());
        let mut stage = Self {
            loaded: Arc::new(loaded.clone()),
            world,
            units,
            walls,
            score,
            blocks,
            driven,
            named,
            areas,
            moving_goals,
            events: events_from(loaded, 0),
        };
        stage.first_orders()?;
        stage.walls.refresh();
        Ok(stage)
    }

    fn first_orders(&mut self) -> Result<(), Error> {
        let loaded = Arc::clone(&self.loaded);
        let scene = &loaded.scene;
        for (index, block) in scene.blocks.iter().enumerate() {
            let is_idle = block.goal.is_none() && block.follow.is_none();
            let together: Vec<usize> = (index..scene.blocks.len())
                .filter(|&other| scene.order_of(other) == index)
                .collect();
            if !together.is_empty() && !is_idle {
                let key = if block.follow.is_some() { "follow" } else { "goal" };
                let path = ["blocks".into(), index.into(), key.into()];
                self.order(&together, block.goal.as_ref(), block.terms(), &path)?;
            }
        }
        Ok(())
    }

    fn order(
        &mut self,
        blocks: &[usize],
        goal: Option<&Goal>,
        terms: Terms<'_>,
        path: &[Key<'_>],
    ) -> Result<(), Error> {
        let range = |&block: &usize| self.blocks[block].clone();
        let members: Vec<usize> = blocks.iter().flat_map(range).collect();
        let handles: Vec<UnitId> = members.iter().map(|&unit| self.units[unit]).collect();
        let target = terms.follow.and_then(|follow| self.followed(follow));
        let at = |target: UnitId| self.world.unit(target).map(|unit| (target, unit.position));
        let (scene, found) = (&self.loaded.scene, target.and_then(at));
        let Some((definition, places)) = errand(scene, members.len(), goal, terms, found) else {
            return Ok(());
        };
        self.world
            .order_with(&handles, &definition)
            .map_err(|error| refused(&self.loaded, path, "the order", error))?;
        let mut search = Search::default();
        for (unit, place) in members.into_iter().zip(places) {
            let way = self.free_way(unit, &mut search);
            self.score.order(unit, place, way);
            self.moving_goals.remove(&unit);
            let followed = target.map(MovingGoal::Unit);
            let moving = followed.or(definition.exchange.then_some(MovingGoal::Place));
            self.moving_goals.extend(moving.map(|moving| (unit, moving)));
        }
        Ok(())
    }

    /// A unit that others follow.
    fn followed(&self, follow: &Followed) -> Option<UnitId> {
        let (block, unit) = follow.parts();
        let block = self.loaded.scene.block_index(block)?;
        self.units.get(self.blocks[block].start + unit as usize).copied()
    }

    /// Metres of the way from a unit to its place if it were alone: the straight line where that is
    /// free, else the string-pulled path on the mesh of its class, which cuts corners by 32 sides
    /// or fewer and so is up to a tenth of a radius longer than the shortest per corner.
    fn free_way(&self, unit: usize, search: &mut Search) -> Option<f32> {
        let unit = self.world.unit(self.units[unit])?;
        let (mesh, place) = (self.world.mesh(unit.class)?, unit.place?);
        if mesh.ray_cast(unit.position, place) == Ok(Ray::Clear) {
            return Some(unit.position.distance(place));
        }
        let path = mesh.find_path(search, unit.position, place, &PathOptions::default());
        path.ok().map(|path| path.length)
    }

    /// Moves the units that the world does not move: by the velocity that it wanted them to have in
    /// the last step, gliding along walls.
    ///
    /// # Errors
    /// [`Error::Step`] if the world refuses.
    pub fn drive(&mut self, tick: u32) -> Result<(), Error> {
        let scene = &self.loaded.scene;
        for &id in &self.driven {
            let Some(unit) = self.world.unit(id) else { continue };
            let Some(mesh) = self.world.mesh(unit.class) else { continue };
            let aim = unit.position + unit.desired_velocity * scene.world.tick;
            // Who stands where there is no mesh (a new wall) stays there.
            let position = mesh.slide(unit.position, aim).unwrap_or(unit.position);
            let velocity = (position - unit.position) / scene.world.tick;
            self.world.set_motion(id, position, velocity).map_err(|error| Error::Step {
                scene: scene.name.clone(),
                tick,
                reason: error.to_string(),
            })?;
        }
        Ok(())
    }

    /// Applies the events of a tick, which is about to be stepped (from 0).
    ///
    /// # Errors
    /// [`Error::Input`] at the event that the world refuses.
    pub fn apply_events(&mut self, tick: u32) -> Result<(), Error> {
        while let Some((index, event)) = self.events.pop_if(|(_, event)| event.tick <= tick) {
            self.apply(index, &event)?;
        }
        self.walls.refresh();
        Ok(())
    }

    /// Goes on with the world as it was before a tick: the events from that tick on come again. The score does not go back.
    pub fn rewind(&mut self, world: World, tick: u32) {
        self.world = world;
        self.events = events_from(&self.loaded, tick);
    }

    /// Whether events are still to come.
    pub fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    fn apply(&mut self, index: usize, event: &Event) -> Result<(), Error> {
        let path = |key: &'static str| [Key::from("events"), index.into(), key.into()];
        let loaded = &*Arc::clone(&self.loaded);
        if let Some(obstacle) = &event.add_obstacle {
            let outline = loaded.scene.outline(obstacle);
            let refused = |error| refused(loaded, &path("add_obstacle"), "the obstacle", error);
            let standing =
                (self.world.add_obstacle(&outline).map_err(refused)?, self.walls.add(&outline));
            self.named.extend(event.id.clone().map(|id| (id, standing)));
        }
        if let Some((id, number)) =
            event.remove_obstacle.as_deref().and_then(|id| self.named.get(id).copied())
        {
            self.world
                .remove_obstacle(id)
                .map_err(|error| refused(loaded, &path("remove_obstacle"), "the event", error))?;
            self.walls.remove(number);
        }
        if let Some(area) = &event.add_area {
            let refused = |error| refused(loaded, &path("add_area"), "the area", error);
            let added = add_area(&mut self.world, &loaded.scene, area).map_err(refused)?;
            self.areas.extend(event.id.clone().map(|id| (id, added)));
        }
        if let Some(area) = event.remove_area.as_deref().and_then(|id| self.areas.get(id).copied())
        {
            self.world
                .remove_area(area)
                .map_err(|error| refused(loaded, &path("remove_area"), "the event", error))?;
        }
        let block = event.block.as_ref().and_then(|name| loaded.scene.block_index(name));
        let key = path(if event.follow.is_some() { "follow" } else { "goal" });
        match (block, &event.goal) {
            (Some(block), Some(None)) => self.stop(block, &path("block")),
            (Some(block), goal) => {
                self.order(&[block], goal.as_ref().and_then(Option::as_ref), event.terms(), &key)
            }
            _ => Ok(()),
        }
    }

    fn stop(&mut self, block: usize, path: &[Key<'_>]) -> Result<(), Error> {
        let members = self.blocks[block].clone();
        let stopped = self.world.stop(&self.units[members.clone()]);
        stopped.map_err(|error| refused(&self.loaded, path, "the event", error))?;
        members.for_each(|unit| {
            self.score.stop(unit);
            self.moving_goals.remove(&unit);
        });
        Ok(())
    }

    /// What can be seen of the units now, in their order.
    pub fn seen(&self) -> Vec<Seen> {
        let users = self.world.passages().flat_map(|passage| passage.users);
        let waiting: BTreeSet<UnitId> =
            users.filter(|user| user.must_wait).map(|user| user.unit).collect();
        let unit = |&id: &UnitId| {
            self.world.unit(id).map(|unit| Seen {
                position: unit.position,
                place: unit.place,
                on_link: unit.link.is_some(),
                must_wait: waiting.contains(&id),
            })
        };
        self.units.iter().filter_map(unit).collect()
    }

    /// Lets the score look at the world as it is now.
    pub fn observe(&mut self) {
        for (&unit, &moving) in &self.moving_goals {
            let at = match moving {
                MovingGoal::Unit(target) => self.world.unit(target).map(|target| target.position),
                MovingGoal::Place => self.world.unit(self.units[unit]).and_then(|unit| unit.place),
            };
            if let Some(at) = at {
                self.score.move_goal(unit, at);
            }
        }
        let seen = self.seen();
        self.score.observe(&seen, &self.walls);
    }
}

/// The events of a tick and later ones, the next one last.
fn events_from(loaded: &LoadedScene, tick: u32) -> Vec<(usize, Event)> {
    let events = loaded.scene.events_in_order().into_iter().rev();
    events
        .filter(|(_, event)| event.tick >= tick)
        .map(|(index, event)| (index, event.clone()))
        .collect()
}
