//! Random calls in random order: nothing panics, everything stays finite and free, and windows show the walls of today.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Bounds, Location};
use hybrid::walls::Walls;
use hybrid::{
    Event, Goal, ObstacleId, OrderId, UnitDefinition, UnitId, World, WorldDefinition, WorldError,
};
use proptest::prelude::*;

const SIZE: f32 = 40.0;

#[derive(Clone, Debug)]
enum Call {
    AddObstacle(Vec2, Vec2),
    RemoveObstacle(usize),
    AddUnits(Vec2, f32, usize),
    RemoveUnit(usize),
    Order(usize, usize, Vec2),
    OrderEach(usize, usize, Vec2),
    Stop(usize),
    Step(usize),
}

fn point() -> impl Strategy<Value = Vec2> {
    (0.0..SIZE, 0.0..SIZE).prop_map(Vec2::from)
}

fn call() -> impl Strategy<Value = Call> {
    let range = || (0_usize..64, 1_usize..30);
    prop_oneof![
        2 => (point(), 0.2_f32..6.0, 0.2_f32..6.0).prop_map(|(at, w, h)| Call::AddObstacle(at, vec2(w, h))),
        1 => (0_usize..64).prop_map(Call::RemoveObstacle),
        2 => (point(), 0.1_f32..0.6, 1_usize..12).prop_map(|(at, r, n)| Call::AddUnits(at, r, n)),
        1 => (0_usize..64).prop_map(Call::RemoveUnit),
        3 => (range(), point()).prop_map(|((first, count), goal)| Call::Order(first, count, goal)),
        1 => (range(), point()).prop_map(|((first, count), goal)| Call::OrderEach(first, count, goal)),
        1 => (0_usize..64).prop_map(Call::Stop),
        8 => (1_usize..12).prop_map(Call::Step),
    ]
}

struct Model {
    world: World,
    obstacles: Vec<ObstacleId>,
    units: Vec<UnitId>,
    /// Who has arrived for which order.
    arrived: Vec<(UnitId, OrderId)>,
}

impl Model {
    fn some(&self, first: usize, count: usize) -> Vec<UnitId> {
        let count = count.min(self.units.len());
        (0..count).map(|k| self.units[(first + k) % self.units.len()]).collect()
    }

    fn call(&mut self, call: Call) -> Result<(), WorldError> {
        let world = &mut self.world;
        match call {
            Call::AddObstacle(at, size) => {
                let far = at + size;
                self.obstacles.push(world.add_obstacle(&[
                    at,
                    vec2(far.x, at.y),
                    far,
                    vec2(at.x, far.y),
                ])?);
            }
            Call::RemoveObstacle(index) if !self.obstacles.is_empty() => {
                world.remove_obstacle(self.obstacles.swap_remove(index % self.obstacles.len()))?;
            }
            Call::AddUnits(at, radius, count) => {
                for k in 0..count {
                    let position = at + vec2(0.3 * k as f32, 0.1);
                    self.units.push(world.add_unit(&UnitDefinition::new(position, radius, 1.5))?);
                }
            }
            Call::RemoveUnit(index) if !self.units.is_empty() => {
                world.remove_unit(self.units.swap_remove(index % self.units.len()))?;
            }
            Call::Order(first, count, goal) => {
                self.world.order(&self.some(first, count), &Goal::Point(goal)).map(|_| ())?
            }
            Call::OrderEach(first, count, goal) => {
                let units = self.some(first, count);
                let goals = (0..units.len()).map(|k| goal + vec2(0.0, 0.7 * k as f32)).collect();
                self.world.order(&units, &Goal::Each(goals))?;
            }
            Call::Stop(first) => self.world.stop(&self.some(first, 3))?,
            Call::Step(count) => {
                for _ in 0..count {
                    self.world.step(0.1)?;
                    self.check();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check(&mut self) {
        let world = &self.world;
        assert!(world.units().map(|unit| unit.id).eq({
            let mut sorted = self.units.clone();
            sorted.sort_unstable();
            sorted
        }));
        for unit in world.units() {
            assert!(
                unit.position.is_finite()
                    && unit.velocity.is_finite()
                    && unit.desired_velocity.is_finite()
            );
            assert!((unit.velocity - unit.push).length() <= unit.max_speed * 1.001);
            assert!((unit.heading.length() - 1.0).abs() < 1e-3);
            assert_eq!(unit.order.is_some(), unit.place.is_some());
            // Where the whole neighbourhood is blocked a unit cannot but stand in a wall.
            let mesh = world.mesh(unit.class).unwrap();
            assert!(
                matches!(mesh.locate(unit.position), Location::Cell(_)) || mesh.cell_count() == 0
            );
        }
        for event in world.events() {
            if let Event::Arrived { unit, order } = *event {
                assert!(!self.arrived.contains(&(unit, order)), "twice");
                self.arrived.push((unit, order));
            }
        }
        assert!(world.events().is_sorted_by_key(|event| event.unit()));
        for group in world.groups() {
            assert!(group.units.contains(&group.leader));
            let Some(walls) = group.walls.filter(|_| group.field.is_some()) else { continue };
            let fresh =
                Walls::new(world.mesh(group.class).unwrap(), *walls.steps().frame()).unwrap();
            assert_eq!(walls.steps(), fresh.steps());
            assert!(walls.mesh_cells().eq(fresh.mesh_cells()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_goes(calls in prop::collection::vec(call(), 1..60)) {
        let definition = WorldDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIZE)), vec![0.25, 0.6]);
        let mut model =
            Model { world: World::new(&definition).unwrap(), obstacles: vec![], units: vec![], arrived: vec![] };
        for call in calls {
            let (before, edits) = (model.world.state_hash(), model.units.len());
            if let Err(error) = model.call(call.clone()) {
                prop_assert!(!error.to_string().is_empty());
                // A call that adds several units may have added some of them.
                let unchanged = model.world.state_hash() == before || model.units.len() > edits;
                prop_assert!(unchanged, "{:?}: {}", call, error);
            }
        }
    }
}
