//! What the units of a load do.

use glam::{Vec2, vec2};
use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::navmesh::KindCosts;
use hybrid::{
    Activity, Goal, ObstacleId, OrderDefinition, Repeat, UnitDefinition, UnitId, World,
    WorldParameters,
};

use super::scene::{Crowd, FAR, Ground, RADIUS, SPACING, SPEED, TRIALS};

/// What the units do.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Task {
    /// Blocks of units, each bound for a point far away.
    March,
    /// All follow one that patrols across the map.
    Follow,
    /// Each has an order to a point of its own, and a new one when it is there.
    Colony,
    /// Units of several radii and movement kinds walk to and fro, while an obstacle comes or goes every few ticks.
    Classes,
}

/// Ticks from one edit to the next where obstacles come and go.
const EDIT_EVERY: u64 = 5;

/// How many obstacles stand at once, and metres along each side.
const STANDING: usize = 12;
const BOX: f32 = 1.5;

/// The radii of the load with many meshes; there are two movement kinds.
const RADII: [f32; 3] = [0.25, 0.4, 0.6];

/// A world in which all are under way, and who is.
pub(crate) struct Play {
    pub(crate) world: World,
    task: Task,
    units: Vec<UnitId>,
    pub(crate) obstacles: Vec<ObstacleId>,
    pub(crate) random: Random,
}

impl Play {
    /// Puts units on the ground and gives the first orders.
    pub(crate) fn new(
        ground: &Ground,
        task: Task,
        crowd: Crowd,
        parameters: &WorldParameters,
    ) -> BenchResult<Self> {
        let (random, units) = (Random::new(1), crowd.units);
        let world = match task {
            Task::March => ground.crowded(crowd, parameters)?,
            Task::Follow | Task::Colony => ground.world(parameters)?,
            Task::Classes => {
                let kinds = vec![KindCosts::default(), KindCosts::default().without(1)?];
                ground.world_of(RADII.to_vec(), kinds, parameters)?
            }
        };
        let mut play = Self { world, task, units: Vec::new(), obstacles: Vec::new(), random };
        match task {
            Task::March => {}
            Task::Follow => play.follow(ground, units)?,
            Task::Colony => play.scatter(ground, units, |_| (RADIUS, 0))?,
            Task::Classes => {
                play.scatter(ground, units, |k| (RADII[k % 3], k / 3 % 2))?;
                for k in 0..play.units.len() {
                    play.wander(ground, k, Repeat::ToAndFro)?;
                }
            }
        }
        Ok(play)
    }

    /// What the game does before a step.
    pub(crate) fn before_step(&mut self, ground: &Ground) -> BenchResult<()> {
        match self.task {
            Task::March | Task::Follow => {}
            Task::Colony => {
                for k in 0..self.units.len() {
                    let unit = self.world.unit(self.units[k]);
                    if unit.is_some_and(|unit| {
                        matches!(unit.activity, Activity::Idle | Activity::Resting)
                    }) {
                        self.wander(ground, k, Repeat::Once)?;
                    }
                }
            }
            Task::Classes if self.world.tick_count().is_multiple_of(EDIT_EVERY) => {
                if self.obstacles.len() == STANDING {
                    self.world.remove_obstacle(self.obstacles.remove(0))?;
                }
                let at = self.point(ground, 4.0 * BOX);
                let corners = [vec2(0.0, 0.0), vec2(BOX, 0.0), vec2(BOX, BOX), vec2(0.0, BOX)];
                let obstacle = corners.map(|corner| at + corner);
                self.obstacles.push(self.world.add_obstacle(&obstacle)?);
            }
            Task::Classes => {}
        }
        Ok(())
    }

    /// A point with free ground round it.
    fn point(&mut self, ground: &Ground, side: f32) -> Vec2 {
        let mut point = Vec2::ZERO;
        for _ in 0..TRIALS {
            point = ground.point(&mut self.random);
            if ground.is_free(point, side) {
                break;
            }
        }
        point
    }

    /// Puts single units where there is room.
    fn scatter(
        &mut self,
        ground: &Ground,
        count: usize,
        kind: impl Fn(usize) -> (f32, usize),
    ) -> BenchResult<()> {
        for k in 0..count {
            let (radius, movement_kind) = kind(k);
            let position = self.point(ground, 2.0 * radius + 1.0);
            let definition = UnitDefinition::new(position, radius, SPEED);
            let unit = self.world.add_unit(&UnitDefinition { movement_kind, ..definition })?;
            self.units.push(unit);
        }
        Ok(())
    }

    /// Sends a unit to a point far away.
    fn wander(&mut self, ground: &Ground, k: usize, repeat: Repeat) -> BenchResult<()> {
        let goal = self.point(ground, 2.0);
        let from = self.world.unit(self.units[k]).map_or(goal, |unit| unit.position);
        let way_points = if repeat == Repeat::Once { Vec::new() } else { vec![from] };
        let order =
            OrderDefinition { repeat, way_points, ..OrderDefinition::new(Goal::Point(goal)) };
        Ok(self.world.order_with(&self.units[k..=k], &order).map(drop)?)
    }

    /// One unit patrols, and the others, who stand in a block round it, follow.
    fn follow(&mut self, ground: &Ground, count: usize) -> BenchResult<()> {
        let side = (count as f32 + 1.0).sqrt().ceil() * SPACING;
        let mut units =
            ground.block(&mut self.world, (count + 1, side), &mut Vec::new(), &mut self.random)?;
        let first = units.swap_remove(count / 2);
        let mut way_points = vec![self.world.unit(first).map_or(Vec2::ZERO, |unit| unit.position)];
        while way_points.len() < 6 {
            let point = self.point(ground, side.min(10.0));
            if way_points[way_points.len() - 1].distance(point) > FAR * ground.side() {
                way_points.push(point);
            }
        }
        let goal = way_points.remove(0);
        let order = OrderDefinition {
            way_points,
            repeat: Repeat::Loop,
            ..OrderDefinition::new(Goal::Point(goal))
        };
        self.world.order_with(&[first], &order)?;
        self.world.order(&units, &Goal::Unit(first))?;
        self.units = units;
        Ok(())
    }
}
