//! How fast one can walk, as a fraction of a free speed, and what that costs.
//!
//! Based on the speed and unit cost fields of Treuille, Cooper, Popović, "Continuum Crowds", 2006.
//! Here speeds are fractions of the group's free speed, and costs are relative to a free step, so
//! that potentials are lengths.

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::crowd::Crowd;
use super::parameters::CostParameters;
use super::problem::Problem;
use crate::lattice::direction::Direction;
use crate::lattice::steps::Steps;
use crate::lattice::terrain::Terrain;

/// How fast one gets through strangers who cross, and through companions on the move, as a share of the free speed: at most, and
/// times theirs.
const THROUGH: f32 = 0.95;
const WITH: f32 = 0.9;
const GONE: f32 = 1.7;

/// The speeds that a crowd and the ground allow.
#[derive(Clone, Copy)]
pub(super) struct Speeds<'a> {
    steps: &'a Steps,
    terrain: Option<&'a Terrain>,
    crowd: &'a Crowd,
    free_speed: f32,
    parameters: &'a CostParameters,
    /// α, β and γ, each as a part of α + β; the first two add up to 1 exactly.
    weights: [f32; 3],
    /// How many cells ahead the crowd is looked at.
    cells_ahead: u32,
}

/// What one feels of the crowd in a cell.
#[derive(Clone, Copy)]
struct Felt {
    /// From 0, where one walks freely, to 1, where one only walks with the flow.
    blend: f32,
    /// The flow in the four directions, as fractions of the free speed from 0 to 1.
    flow: Vec4,
    /// The least speeds in the four directions.
    floor: Vec4,
}

impl<'a> Speeds<'a> {
    pub(super) fn new(problem: &Problem<'a>) -> Self {
        let Problem { steps, terrain, crowd, free_speed, parameters, .. } = *problem;
        let CostParameters { path_weight, time_weight, discomfort_weight, look_ahead, .. } =
            *parameters;
        let sum = path_weight + time_weight;
        let path = path_weight / sum;
        let weights = [path, 1.0 - path, discomfort_weight / sum];
        let cells_ahead = ((look_ahead / steps.frame().cell_size).round() as u32).max(1);
        Self { steps, terrain, crowd, free_speed, parameters, weights, cells_ahead }
    }

    /// Returns whether a step's cost depends on nothing but the density of the very next cell.
    pub(super) fn is_plain(&self) -> bool {
        let predicts = self.crowd.options().prediction.is_some();
        self.terrain.is_none() && self.cells_ahead == 1 && !predicts
    }

    /// The cost of a free step on plain ground, in metres of free travel.
    pub(super) fn free_cost(&self) -> f32 {
        self.steps.frame().cell_size
    }

    /// The speed of an open step.
    pub(super) fn of_step(&self, from: usize, direction: Direction) -> f32 {
        let free = self.terrain.map_or(1.0, |terrain| self.on_slope(terrain, from, direction));
        let Some(Felt { blend, flow, floor }) = self.felt(self.ahead(from, direction)) else {
            return free.max(self.parameters.speed_floor);
        };
        let index = direction.index();
        (free + blend * (flow[index] - free)).max(floor[index])
    }

    /// The cost of an open step in metres of free travel.
    pub(super) fn cost(&self, from: usize, direction: Direction) -> f32 {
        let frame = self.steps.frame();
        let next = frame.toward(from, direction);
        let (ground, unease) = self
            .terrain
            .map_or((1.0, 0.0), |terrain| (terrain.costs()[from], terrain.discomforts()[next]));
        let [path, time, weight] = self.weights;
        let discomfort = weight * (unease + self.crowd.discomfort(next));
        frame.cell_size * ground * (path + (time + discomfort) / self.of_step(from, direction))
    }

    /// Returns what the steps into a cell cost on plain ground, by direction; `None` if the crowd there is not felt.
    pub(super) fn costs_into(&self, cell: usize) -> Option<[f32; 4]> {
        let Felt { blend, flow, floor } = self.felt(cell)?;
        let speed = (Vec4::ONE + blend * (flow - Vec4::ONE)).max(floor);
        let [path, time, _] = self.weights;
        Some((self.free_cost() * (path + time / speed)).to_array())
    }

    /// The cell where the crowd is looked at: some cells straight ahead, as far as one can walk.
    fn ahead(&self, from: usize, direction: Direction) -> usize {
        let mut cell = self.steps.frame().toward(from, direction);
        for _ in 1..self.cells_ahead {
            if !self.steps.step_is_open(cell, direction) {
                break;
            }
            cell = self.steps.frame().toward(cell, direction);
        }
        cell
    }

    fn on_slope(&self, terrain: &Terrain, from: usize, direction: Direction) -> f32 {
        let heights = terrain.heights();
        let rise = heights[self.steps.frame().toward(from, direction)] - heights[from];
        self.parameters.slope.at(rise / self.steps.frame().cell_size)
    }

    fn felt(&self, cell: usize) -> Option<Felt> {
        let CostParameters { density_min, density_max, speed_floor, companion_floor, .. } =
            *self.parameters;
        let density = self.crowd.density(cell);
        if density <= density_min {
            return None;
        }
        // Not divided with density_min = density_max: above 0 otherwise.
        let between = density < density_max;
        let blend =
            if between { (density - density_min) / (density_max - density_min) } else { 1.0 };
        let Vec2 { x, y } = self.crowd.velocity(cell) / self.free_speed;
        let flow = Vec4::new(x, y, -x, -y).clamp(Vec4::ZERO, Vec4::ONE);
        let share = self.give_way(self.crowd.companions(cell), Vec2::new(x, y), flow);
        let floor = speed_floor + share * (companion_floor - speed_floor);
        let floor = floor.max(self.crossing(self.crowd.companions(cell), Vec2::new(x, y)));
        Some(Felt { blend, flow, floor })
    }

    /// Returns how fast one gets through strangers who cross, by direction: they are gone before one is there. Were it dearer to
    /// cross a crowd than to go along with it, the two would drag each other away. The same holds for companions, some of whom
    /// have been dragged along already, in so far as strangers are about: those who are alone keep to their bends.
    fn crossing(&self, companions: f32, velocity: Vec2) -> Vec4 {
        let Vec2 { x, y } = velocity.abs();
        let patience = (2.0 * self.parameters.patience).min(1.0);
        let strangers = (1.0 - companions.abs()) * patience;
        let mixed = (2.0 * self.crowd.strangers()).min(1.0);
        let own = mixed * patience * companions.max(0.0) * (GONE * velocity.length()).min(WITH);
        strangers * (GONE * Vec4::new(y, x, y, x)).min(Vec4::splat(THROUGH)) + Vec4::splat(own)
    }

    /// Returns how far those in a cell will be out of the way like companions, by direction: companions themselves, and
    /// strangers as they move; those who are held, and those who come the other way at full speed, will not.
    fn give_way(&self, companions: f32, velocity: Vec2, flow: Vec4) -> Vec4 {
        let Vec2 { x, y } = velocity.abs();
        let (against, across) = (flow.zwxy(), Vec4::new(y, x, y, x));
        let strangers = self.parameters.patience * (Vec4::ONE - against + across);
        let strangers = (1.0 - companions.abs()) * strangers.min(Vec4::ONE);
        strangers + companions.max(0.0)
    }
}
