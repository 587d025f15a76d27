//! What built-in scenes are put together from.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::{Pace, WorldParameters};

use crate::random::Random;
use crate::scenes::scene::{Block, Goal, Obstacle, Scene, UnitKind};

/// Largest seed of a scene.
pub const MOST_SEEDS: u32 = 1_000_000;

/// The name of the kind of scenes that have one only.
pub const KIND: &str = "unit";

/// A scene of one kind on empty ground.
pub fn field(bounds: [f32; 4], kind: UnitKind, blocks: Vec<Block>) -> Scene {
    Scene {
        name: String::new(),
        about: String::new(),
        bounds: Some(bounds),
        tick: None,
        budget: 5000,
        end_when_all_arrived: true,
        world: WorldParameters::default(),
        map: None,
        obstacles: Vec::new(),
        areas: Vec::new(),
        links: Vec::new(),
        kinds: BTreeMap::from([(KIND.into(), kind)]),
        blocks,
        events: Vec::new(),
        arrive_radius: 1.5,
        near_radius: 6.0,
        line: None,
        gaps: Vec::new(),
        lanes: None,
        bound_s: None,
        turn: 0.0,
        expect: BTreeMap::new(),
    }
}

/// A kind with the world's own acceleration, turn rate and mass.
pub fn walker(radius: f32, speed: f32) -> UnitKind {
    UnitKind {
        radius,
        speed,
        acceleration: None,
        turn_rate: None,
        mass: None,
        driven_by: None,
        excludes: Vec::new(),
    }
}

/// A block whose rows go up.
pub fn block(count: u32, columns: u32, anchor: [f32; 2], pitch: f32, goal: Goal) -> Block {
    Block {
        kind: KIND.into(),
        count,
        columns,
        anchor,
        rows: 1,
        pitch,
        shift: false,
        goal: Some(goal),
        follow: None,
        way_points: Vec::new(),
        repeat: None,
        range: None,
        unreachable: None,
        id: None,
        team: None,
        hold: false,
        scatter: 0,
        formation: None,
        pace: Pace::Own,
    }
}

/// A single unit at a point.
pub fn single(position: Vec2, goal: Vec2) -> Block {
    // A block adds half a metre to its anchor.
    block(1, 1, (position - 0.5).to_array(), 1.0, Goal::point(goal.x, goal.y))
}

/// Boxes by their corners.
pub fn boxes<const N: usize>(corners: [[f32; 4]; N]) -> Vec<Obstacle> {
    corners.map(Obstacle::from_box).to_vec()
}

/// A small step of up to `reach` metres in x and in y, the same for the same seed; none for seed 0.
pub fn perturbation(random: &mut Random, seed: u32, reach: f32) -> Vec2 {
    const STEPS: usize = 1 << 16;
    let mut step = || (random.below(STEPS + 1) as f32 / STEPS as f32 * 2.0 - 1.0) * reach;
    let drawn = Vec2::new(step(), step());
    if seed == 0 { Vec2::ZERO } else { drawn }
}
