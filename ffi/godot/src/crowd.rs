//! A world with its clock, and the numbers that scripts name its objects by.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hybrid::glam::Vec2;
use hybrid::navmesh::{Bounds, LinkDefinition, ObstacleError, PathOptions, Search, polygon};
use hybrid::{
    AreaId, Event, Goal, LinkId, ObstacleId, OrderId, StepClock, ThreadPool, UnitId, World,
    WorldDefinition, WorldError, WorldParameters,
};

use serde::{Deserialize, Serialize};

use crate::geometry::is_convex;
use crate::options::Options;

/// What a designer says of a world, in metres and seconds.
#[derive(Clone, Debug)]
pub(crate) struct CrowdDefinition {
    pub(crate) lower: Vec2,
    pub(crate) upper: Vec2,
    pub(crate) radii: Vec<f32>,
    pub(crate) tick: f32,
    pub(crate) plan_latency: u32,
    /// Threads that help; `None`: as many as are good.
    pub(crate) threads: Option<usize>,
    pub(crate) is_pedestrian: bool,
}

/// What is put into a world by an outline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Piece {
    Obstacle(ObstacleId),
    Area(AreaId),
    Link(LinkId),
}

/// The numbers that scripts name orders and obstacles by.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Names {
    /// The last one that was given.
    pub(crate) last: i64,
    pub(crate) orders: BTreeMap<i64, OrderId>,
    pub(crate) obstacles: BTreeMap<i64, ObstacleId>,
}

/// A world, its clock, and its names.
pub(crate) struct Crowd {
    pub(crate) world: World,
    clock: StepClock,
    pub(crate) names: Names,
    /// What is being recorded, if that is kept in memory.
    pub(crate) recorded: Option<Arc<Mutex<Vec<u8>>>>,
}

impl Crowd {
    pub(crate) fn new(definition: &CrowdDefinition) -> Result<Self, WorldError> {
        let bounds = Bounds::new(definition.lower, definition.upper);
        let mut made = WorldDefinition::new(bounds, definition.radii.clone());
        if definition.is_pedestrian {
            made.parameters = WorldParameters::pedestrians();
        }
        made.parameters.tick = definition.tick;
        made.parameters.plan_latency = definition.plan_latency;
        let mut world = World::new(&made)?;
        match definition.threads {
            Some(0) => world.set_executor(None),
            Some(count) => world.set_executor(Some(Arc::new(ThreadPool::new(count)))),
            None => {}
        }
        let clock = StepClock::new(definition.tick);
        Ok(Self { world, clock, names: Names::default(), recorded: None })
    }

    /// Goes on with another world, and its names; who helps stays, and the clock goes on.
    pub(crate) fn go_on_as(&mut self, mut world: World, names: Names) {
        world.set_executor(self.world.executor());
        (self.world, self.names) = (world, names);
    }

    /// Seconds.
    pub(crate) fn tick(&self) -> f32 {
        self.world.definition().parameters.tick
    }

    /// Lets time pass, in seconds, and returns how many steps are due.
    pub(crate) fn advance(&mut self, seconds: f64) -> u32 {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.clock.advance(time)
    }

    /// How much of a tick has passed since the last step, from 0 to 1; `later` is the time since the last advance, in seconds.
    pub(crate) fn fraction(&self, later: f64) -> f32 {
        self.clock.fraction(Duration::try_from_secs_f64(later).unwrap_or_default())
    }

    /// Steps once.
    pub(crate) fn step(&mut self) -> Result<Vec<Event>, WorldError> {
        self.world.step(self.tick())?;
        let Self { world, names, .. } = self;
        if world.tick_count().is_multiple_of(64) {
            names.orders.retain(|_, order| world.order_view(*order).is_some());
        }
        Ok(world.events().to_vec())
    }

    /// Gives an order, and returns its number.
    pub(crate) fn order(
        &mut self,
        units: &[UnitId],
        goal: Goal,
        options: Options,
    ) -> Result<i64, WorldError> {
        let order = self.world.order_with(units, &options.definition(goal))?;
        if self.number_of(order) != 0 {
            // Just these units had it already.
            return Ok(self.number_of(order));
        }
        let number = self.names.last + 1;
        self.world.set_user_data(order, number as u64)?;
        self.names.orders.insert(number, order);
        self.names.last = number;
        Ok(number)
    }

    /// The handle of an order; a stale one where there is none of this number.
    pub(crate) fn order_of(&self, number: i64) -> OrderId {
        self.names.orders.get(&number).copied().unwrap_or_default()
    }

    /// The number of an order; 0 for others.
    pub(crate) fn number_of(&self, order: OrderId) -> i64 {
        self.world.user_data(order).map_or(0, |number| number as i64)
    }

    /// Adds an obstacle of any form, and returns its number.
    pub(crate) fn add_obstacle(&mut self, outline: &[Vec2]) -> Result<i64, WorldError> {
        let obstacle = self.put_obstacle(outline)?;
        self.names.last += 1;
        self.names.obstacles.insert(self.names.last, obstacle);
        Ok(self.names.last)
    }

    /// Gives an obstacle another outline.
    pub(crate) fn move_obstacle(
        &mut self,
        number: i64,
        outline: &[Vec2],
    ) -> Result<(), WorldError> {
        let obstacle = self.names.obstacles.get(&number).copied().unwrap_or_default();
        let moved = self.shift_obstacle(obstacle, outline)?;
        self.names.obstacles.insert(number, moved);
        Ok(())
    }

    /// Removes an obstacle.
    pub(crate) fn remove_obstacle(&mut self, number: i64) -> Result<(), WorldError> {
        let obstacle = self.names.obstacles.remove(&number).unwrap_or_default();
        self.world.remove_obstacle(obstacle)
    }

    /// Adds an obstacle that no script names.
    pub(crate) fn put_obstacle(&mut self, outline: &[Vec2]) -> Result<ObstacleId, WorldError> {
        let added = is_convex(outline).then(|| self.world.add_obstacle(outline));
        match added {
            Some(added) if !is_not_convex(&added) => added,
            _ => self.world.add_outline(polygon(outline, &[])),
        }
    }

    /// Gives an obstacle another outline, and returns its handle.
    pub(crate) fn shift_obstacle(
        &mut self,
        obstacle: ObstacleId,
        outline: &[Vec2],
    ) -> Result<ObstacleId, WorldError> {
        let moved = is_convex(outline).then(|| self.world.move_obstacle(obstacle, outline));
        if let Some(moved) = moved.filter(|moved| !is_not_convex(moved)) {
            return moved.map(|()| obstacle);
        }
        let added = self.world.add_outline(polygon(outline, &[]))?;
        self.world.remove_obstacle(obstacle)?;
        Ok(added)
    }

    /// Adds a link.
    pub(crate) fn put_link(
        &mut self,
        ends: [Vec2; 2],
        definition: &LinkDefinition,
    ) -> Result<LinkId, WorldError> {
        self.world.add_link(ends[0], ends[1], definition)
    }

    /// Takes away what was put in.
    pub(crate) fn take(&mut self, piece: Piece) -> Result<(), WorldError> {
        match piece {
            Piece::Obstacle(obstacle) => self.world.remove_obstacle(obstacle),
            Piece::Area(area) => self.world.remove_area(area),
            Piece::Link(link) => self.world.remove_link(link),
        }
    }

    /// The corners of a shortest way for units of a radius; none where there is no way.
    pub(crate) fn path(&mut self, from: Vec2, to: Vec2, radius: f32) -> Vec<Vec2> {
        if self.world.commit().is_err() {
            return Vec::new();
        }
        let radii = &self.world.definition().class_radii;
        let class = radii.partition_point(|&class| class < radius);
        let found = self.world.mesh(class).and_then(|mesh| {
            mesh.find_path(&mut Search::default(), from, to, &PathOptions::default()).ok()
        });
        found.map_or_else(Vec::new, |path| path.points)
    }
}

/// Whether the world, which rounds, has found a convex outline to be none.
fn is_not_convex<T>(answer: &Result<T, WorldError>) -> bool {
    matches!(answer, Err(WorldError::Obstacle(ObstacleError::NotConvex { .. })))
}

#[cfg(test)]
pub(crate) mod tests {
    use hybrid::glam::vec2;

    use super::*;
    use crate::geometry::circle;

    /// A crowd without units, of one thread.
    pub(crate) fn empty() -> Crowd {
        let definition = CrowdDefinition {
            lower: Vec2::ZERO,
            upper: vec2(40.0, 20.0),
            radii: vec![0.4],
            tick: 0.1,
            plan_latency: 0,
            threads: Some(0),
            is_pedestrian: false,
        };
        Crowd::new(&definition).unwrap()
    }

    #[test]
    fn outlines_that_rounding_makes_hollow_are_taken() {
        let mut crowd = empty();
        for k in 1..5_u8 {
            let at = vec2(20.0, 10.0) + Vec2::splat(f32::from(k) * 0.000_37);
            let outline: Vec<Vec2> =
                circle(f32::from(k) / 4096.0).into_iter().map(|corner| at + corner).collect();
            let refused = crowd.world.add_obstacle(&outline);
            assert!(is_convex(&outline) && is_not_convex(&refused), "{k}: {refused:?}");
            let added = crowd.put_obstacle(&outline).unwrap();
            assert!(crowd.shift_obstacle(added, &outline).is_ok());
        }
    }
}
