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
        pedestrians: false,
        map: None,
        ground: None,
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

/// How many units side by side, and how far from each other, in metres.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// Units.
    pub count: u32,
    /// Units side by side in x.
    pub columns: u32,
    /// Metres from unit to unit.
    pub pitch: f32,
}

impl Rows {
    /// Units that fill a rectangle of so many metres evenly, as far apart as can be.
    pub fn even(count: u32, room: Vec2) -> Self {
        let layout = |columns: u32| {
            let rows = count.div_ceil(columns);
            Self {
                count,
                columns,
                pitch: (room / Vec2::new(columns as f32, rows as f32)).min_element(),
            }
        };
        let wider = |best: Self, next: Self| if next.pitch > best.pitch { next } else { best };
        (2..=count).map(layout).fold(layout(1), wider)
    }

    /// From the first unit to the last one, in metres.
    pub fn size(&self) -> Vec2 {
        let [columns, rows] = [self.columns, self.count.div_ceil(self.columns)];
        Vec2::new((columns - 1) as f32, (rows.max(1) - 1) as f32) * self.pitch
    }

    /// A block whose middle is at a point.
    pub fn block(&self, middle: Vec2, goal: Goal) -> Block {
        block(self.count, self.columns, self.anchor(middle), self.pitch, goal)
    }

    /// A goal for each unit, as they stand now, round another point.
    pub fn fan_out(&self, middle: Vec2) -> Goal {
        Goal { pitch: Some(self.pitch), ..Goal::fan_out(self.anchor(middle), self.columns, 1) }
    }

    fn anchor(&self, middle: Vec2) -> [f32; 2] {
        // A block adds half a metre to its anchor.
        (middle - 0.5 * self.size() - 0.5).to_array()
    }
}

/// How many units a second go through a gap of a width if files of them, one behind the other at full speed, fill it.
pub fn flow(width: f32, radius: f32, speed: f32) -> f32 {
    // A gap of the width of some files has them, whatever the last bit says.
    let files = ((width - 2.0 * radius) / (2.0 * radius) + 1e-3).floor() + 1.0;
    files * speed / (2.0 * radius)
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
