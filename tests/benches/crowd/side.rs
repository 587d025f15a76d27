//! What both sides of the comparison can do, and the world's side.

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldDefinition};

use super::scene::{RADIUS, SPEED, Scene, TICK};

/// The world's phases that are timed: neighbours, anticipation, contacts, walls.
const PHASES: [&str; 3] = ["neighbours", "avoid", "contacts"];

/// A crowd that can be moved, timed, and sent elsewhere.
pub(crate) trait Side {
    /// Gives a unit another goal.
    fn send(&mut self, unit: usize, goal: Vec2) -> BenchResult<()>;

    /// One tick; gives the seconds that local motion took.
    fn step(&mut self) -> BenchResult<f64>;

    /// Where a unit is; not a number if it is gone.
    fn position(&self, unit: usize) -> Vec2;
}

/// The world under test.
pub(crate) struct Ours {
    world: World,
    units: Vec<UnitId>,
}

impl Ours {
    pub(crate) fn new(scene: &Scene) -> BenchResult<Self> {
        let mut definition = WorldDefinition::new(scene.bounds, vec![RADIUS]);
        definition.parameters.tick = TICK;
        let mut world = World::new(&definition)?;
        for pillar in &scene.pillars {
            world.add_obstacle(pillar)?;
        }
        let unit = |&start: &Vec2| world.add_unit(&UnitDefinition::new(start, RADIUS, SPEED));
        let units = scene.starts.iter().map(unit).collect::<Result<_, _>>()?;
        Ok(Self { world, units })
    }
}

impl Side for Ours {
    fn send(&mut self, unit: usize, goal: Vec2) -> BenchResult<()> {
        self.world.order(&[self.units[unit]], &Goal::Each(vec![goal]))?;
        Ok(())
    }

    fn step(&mut self) -> BenchResult<f64> {
        self.world.step(TICK)?;
        let phases = &self.world.profile().phases;
        let timed = || phases.iter().filter(|phase| PHASES.contains(&phase.name));
        if timed().next().is_none() {
            return Err(format!("the profile has none of the phases {PHASES:?}").into());
        }
        Ok(timed().map(|phase| phase.seconds).sum())
    }

    fn position(&self, unit: usize) -> Vec2 {
        self.world.unit(self.units[unit]).map_or(Vec2::NAN, |unit| unit.position)
    }
}
