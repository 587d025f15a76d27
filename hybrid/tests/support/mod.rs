//! What tests share: worlds as a test wants them, walls, units in rows, steps, and numbers that look random.

mod random;

pub(crate) use random::Random;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Bounds, KindCosts};
use hybrid::{
    Goal, ObstacleId, OrderDefinition, Unit, UnitDefinition, UnitId, Unreachable, World,
    WorldDefinition, WorldParameters,
};

/// Seconds of a step, by default.
pub(crate) const TICK: f32 = 0.1;

/// What a world is to be. What is not said is the default; units have radii of 0.25 m.
pub(crate) struct WantedWorld {
    definition: WorldDefinition,
    walls: Vec<[f32; 4]>,
}

/// A world from the origin to a corner.
pub(crate) fn world_of(width: f32, height: f32) -> WantedWorld {
    let bounds = Bounds::new(Vec2::ZERO, vec2(width, height));
    WantedWorld { definition: WorldDefinition::new(bounds, vec![0.25]), walls: Vec::new() }
}

impl WantedWorld {
    /// The radius classes.
    pub(crate) fn radii(mut self, radii: &[f32]) -> Self {
        self.definition.class_radii = radii.to_vec();
        self
    }

    pub(crate) fn movement_kinds(mut self, movement_kinds: Vec<KindCosts>) -> Self {
        self.definition.movement_kinds = movement_kinds;
        self
    }

    pub(crate) fn parameters(mut self, parameters: WorldParameters) -> Self {
        self.definition.parameters = parameters;
        self
    }

    /// Boxes that are obstacles: left, bottom, right, top.
    pub(crate) fn walls(mut self, walls: &[[f32; 4]]) -> Self {
        self.walls.extend(walls);
        self
    }

    pub(crate) fn build(self) -> World {
        let mut world = World::new(&self.definition).unwrap();
        for wall in self.walls {
            add_wall(&mut world, wall);
        }
        world
    }
}

/// An order that is refused if one of its units cannot follow it, and whose units stop where they lose their way.
pub(crate) fn strict(goal: &Goal) -> OrderDefinition {
    OrderDefinition { unreachable: Unreachable::Stop, ..OrderDefinition::new(goal.clone()) }
}

/// The corners of a box: left, bottom, right, top.
pub(crate) fn rectangle([x0, y0, x1, y1]: [f32; 4]) -> [Vec2; 4] {
    [vec2(x0, y0), vec2(x1, y0), vec2(x1, y1), vec2(x0, y1)]
}

/// Adds a box as an obstacle.
pub(crate) fn add_wall(world: &mut World, sides: [f32; 4]) -> ObstacleId {
    world.add_obstacle(&rectangle(sides)).unwrap()
}

/// Units that are alike, row by row from a corner. What is not said: four in a row, 0.7 m apart, of a radius of 0.25 m, at
/// most 1.4 m/s fast.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    columns: usize,
    pitch: f32,
    unit: UnitDefinition,
}

pub(crate) fn rows(corner: Vec2) -> Rows {
    Rows { columns: 4, pitch: 0.7, unit: UnitDefinition::new(corner, 0.25, 1.4) }
}

impl Rows {
    pub(crate) fn columns(self, columns: usize) -> Self {
        Self { columns, ..self }
    }

    /// How far they are apart, in metres.
    pub(crate) fn pitch(self, pitch: f32) -> Self {
        Self { pitch, ..self }
    }

    /// Their radius, and their greatest speed.
    pub(crate) fn of(self, radius: f32, speed: f32) -> Self {
        Self { unit: UnitDefinition::new(self.unit.position, radius, speed), ..self }
    }

    pub(crate) fn team(mut self, team: u32) -> Self {
        self.unit.team = team;
        self
    }

    /// Of a movement kind.
    pub(crate) fn kind(mut self, movement_kind: usize) -> Self {
        self.unit.movement_kind = movement_kind;
        self
    }

    pub(crate) fn add(self, world: &mut World, count: usize) -> Vec<UnitId> {
        let place = |k: usize| vec2((k % self.columns) as f32, (k / self.columns) as f32);
        let at = |k: usize| self.unit.position + self.pitch * place(k);
        let mut add = |k| world.add_unit(&UnitDefinition { position: at(k), ..self.unit }).unwrap();
        (0..count).map(&mut add).collect()
    }
}

pub(crate) fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step(TICK).unwrap());
}

/// Steps until something is so.
///
/// # Panics
/// When it is not after so many steps.
pub(crate) fn step_until(world: &mut World, most: usize, holds: impl Fn(&World) -> bool) {
    for _ in 0..most {
        if holds(world) {
            return;
        }
        world.step(TICK).unwrap();
    }
    assert!(holds(world), "not so after {most} steps");
}

pub(crate) fn all_arrived(world: &World, units: &[UnitId]) -> bool {
    units.iter().all(|&unit| world.unit(unit).is_some_and(|unit| unit.arrived))
}

/// The deepest overlap of two units, as a share of the sum of their radii; 0 where there is none.
pub(crate) fn deepest_overlap(units: &[Unit]) -> f32 {
    let mut units: Vec<&Unit> = units.iter().collect();
    units.sort_by(|one, other| one.position.x.total_cmp(&other.position.x));
    let widest = units.iter().map(|unit| unit.radius).fold(0.0, f32::max);
    let mut deepest = 0.0_f32;
    for (k, one) in units.iter().enumerate() {
        let reach = one.position.x + one.radius + widest;
        for other in units[k + 1..].iter().take_while(|other| other.position.x < reach) {
            let apart = one.position.distance(other.position);
            deepest = deepest.max(1.0 - apart / (one.radius + other.radius));
        }
    }
    deepest
}

/// As [`deepest_overlap`], of all units of a world.
pub(crate) fn overlap_in(world: &World) -> f32 {
    deepest_overlap(&world.units().collect::<Vec<_>>())
}
