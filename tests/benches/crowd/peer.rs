//! The peer: ORCA as `dodgy_2d` has it, each agent's neighbours from a uniform grid.
//!
//! J. van den Berg, S. Guy, M. Lin, D. Manocha, “Reciprocal n-Body Collision Avoidance”, 2011.

use std::borrow::Cow;
use std::time::Instant;

use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2 as PeerVec2};
use glam::Vec2;
use headless::buckets::Buckets;
use headless::command::bench::BenchResult;
use hybrid::navmesh::Bounds;

use super::grid::{Found, Grid};
use super::scene::{RADIUS, SPEED, Scene, TICK};
use super::side::Side;

/// Seconds that it looks ahead. The horizon for walls is shorter, as is usual: a longer one starves doors.
const OPTIONS: AvoidanceOptions =
    AvoidanceOptions { obstacle_margin: RADIUS, time_horizon: 2.0, obstacle_time_horizon: 0.5 };

/// Metres: the side of a bucket of obstacles.
const BUCKET: f32 = 1.0;

/// The agents, and buffers that are kept from tick to tick.
pub(crate) struct Peer {
    agents: Vec<Agent>,
    goals: Vec<Vec2>,
    preferred: Vec<PeerVec2>,
    velocities: Vec<PeerVec2>,
    obstacles: Vec<Obstacle>,
    obstacles_near: Buckets,
    grid: Grid,
    points: Vec<Vec2>,
}

impl Peer {
    pub(crate) fn new(scene: &Scene) -> Self {
        let agent = |&start: &Vec2| Agent {
            position: theirs(start),
            velocity: PeerVec2::ZERO,
            radius: RADIUS,
            avoidance_responsibility: 1.0,
        };
        let obstacle = |pillar: &Vec<Vec2>| Obstacle::Closed {
            vertices: pillar.iter().copied().map(theirs).collect(),
        };
        Self {
            agents: scene.starts.iter().map(agent).collect(),
            goals: scene.starts.clone(),
            preferred: Vec::new(),
            velocities: Vec::new(),
            obstacles: scene.pillars.iter().map(obstacle).collect(),
            obstacles_near: near(scene.bounds, &scene.pillars),
            grid: Grid::new(scene.bounds),
            points: Vec::new(),
        }
    }

    fn prefer(&mut self) {
        self.preferred.clear();
        self.preferred.extend(self.agents.iter().zip(&self.goals).map(|(agent, &goal)| {
            theirs((goal - ours(agent.position)).normalize_or_zero() * SPEED)
        }));
    }

    fn choose(&mut self) {
        let mut found = Found::default();
        let (mut neighbours, mut obstacles) = (Vec::new(), Vec::new());
        self.velocities.clear();
        for (unit, (agent, &preferred)) in self.agents.iter().zip(&self.preferred).enumerate() {
            self.grid.nearest(unit, self.points[unit], &mut found);
            neighbours.clear();
            neighbours
                .extend(found.units().map(|other| Cow::Borrowed(&self.agents[other as usize])));
            obstacles.clear();
            let near = self.obstacles_near.at(self.points[unit]).iter();
            obstacles.extend(near.map(|&index| Cow::Borrowed(&self.obstacles[index as usize])));
            let velocity = agent.compute_avoiding_velocity(
                &neighbours,
                &obstacles,
                preferred,
                SPEED,
                TICK,
                &OPTIONS,
            );
            self.velocities.push(velocity);
        }
    }
}

impl Side for Peer {
    fn send(&mut self, unit: usize, goal: Vec2) -> BenchResult<()> {
        self.goals[unit] = goal;
        Ok(())
    }

    fn step(&mut self) -> BenchResult<f64> {
        self.prefer();
        let start = Instant::now();
        self.points.clear();
        self.points.extend(self.agents.iter().map(|agent| ours(agent.position)));
        self.grid.rebuild(&self.points);
        self.choose();
        for (agent, &velocity) in self.agents.iter_mut().zip(&self.velocities) {
            agent.velocity = velocity;
            agent.position += velocity * TICK;
        }
        Ok(start.elapsed().as_secs_f64())
    }

    fn position(&self, unit: usize) -> Vec2 {
        ours(self.agents[unit].position)
    }
}

/// The obstacles that an agent may meet within its horizon, by where it is.
fn near(bounds: Bounds, pillars: &[Vec<Vec2>]) -> Buckets {
    let reach = RADIUS + OPTIONS.obstacle_time_horizon * SPEED;
    let around = |pillar: &Vec<Vec2>| {
        let corners = || pillar.iter().copied();
        let least = corners().fold(Vec2::INFINITY, Vec2::min);
        (least - reach, corners().fold(Vec2::NEG_INFINITY, Vec2::max) + reach)
    };
    let mut buckets = Buckets::new(bounds, BUCKET);
    buckets.fill(&pillars.iter().map(around).collect::<Vec<_>>());
    buckets
}

/// The peer has another version of the same library of vectors.
fn theirs(vector: Vec2) -> PeerVec2 {
    PeerVec2::from_array(vector.to_array())
}

fn ours(vector: PeerVec2) -> Vec2 {
    Vec2::from_array(vector.to_array())
}
