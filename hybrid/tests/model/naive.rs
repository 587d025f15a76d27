//! The naive model: what a world should be after each call.

use super::*;
use crate::recording::{Tape, replayed};
use crate::support::strict;

/// What the model knows of a unit.
struct Known {
    id: UnitId,
    class: usize,
    engine: bool,
    order: Option<OrderId>,
    holding: bool,
    user_data: u64,
    /// Where it stands, if nothing but a step moves it.
    at: Vec2,
}

/// What the model knows of an obstacle: a rectangle.
struct Wall {
    id: ObstacleId,
    min: Vec2,
    max: Vec2,
}

impl Wall {
    fn distance(&self, point: Vec2) -> f32 {
        point.distance(point.clamp(self.min, self.max))
    }
}

/// Whether a disc may stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Free {
    Yes,
    No,
    /// The model is too coarse to know.
    Perhaps,
}

pub(crate) struct Model {
    world: World,
    tape: Tape,
    units: Vec<Known>,
    walls: Vec<Wall>,
    /// Handles that are stale, among those that were ever given.
    all_units: Vec<UnitId>,
    all_walls: Vec<ObstacleId>,
}

impl Model {
    pub(crate) fn new() -> Self {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIZE));
        let mut world = World::new(&WorldDefinition::new(bounds, RADII.to_vec())).unwrap();
        let tape = Tape::new();
        world.start_recording(tape.clone()).unwrap();
        Self { world, tape, units: vec![], walls: vec![], all_units: vec![], all_walls: vec![] }
    }

    /// Ends the recording: a replay of it is the same world.
    pub(crate) fn end(&mut self) {
        self.world.stop_recording().unwrap();
        let again = replayed(&self.tape.bytes(), 1).unwrap();
        assert_eq!(again.first_difference(&self.world), None);
    }

    fn is_free(&self, class: usize, at: Vec2) -> Free {
        let radius = RADII[class];
        let clear = self.walls.iter().map(|wall| wall.distance(at)).fold(f32::INFINITY, f32::min);
        let border = at.min(Vec2::splat(SIZE) - at).min_element();
        if clear > CORNER * radius + ROUNDING && border > radius + ROUNDING {
            Free::Yes
        } else if clear < radius - ROUNDING || border < radius - ROUNDING {
            Free::No
        } else {
            Free::Perhaps
        }
    }

    fn known(&self, id: UnitId) -> Option<&Known> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// Handles that were given once, stale ones too; none if there were none.
    fn some(&self, first: usize, count: usize) -> Vec<UnitId> {
        let all = &self.all_units;
        let count = count.min(all.len());
        (0..count).map(|k| all[(first + k) % all.len()]).collect()
    }

    fn one(&self, index: usize) -> Option<UnitId> {
        (!self.all_units.is_empty()).then(|| self.all_units[index % self.all_units.len()])
    }

    /// Whether a call about these units is to be obeyed; that it is refused otherwise is checked.
    fn expect_units<T>(&self, units: &[UnitId], answer: &Result<T, WorldError>) -> bool {
        let stale = units.iter().find(|&&unit| self.known(unit).is_none());
        let expected = match stale {
            Some(&unit) => WorldError::StaleUnit { unit },
            None if units.is_empty() => WorldError::NoUnits,
            None => return true,
        };
        assert_eq!(answer.as_ref().err(), Some(&expected));
        false
    }

    fn set_order(&mut self, units: &[UnitId], order: Option<OrderId>, holding: bool) {
        for unit in self.units.iter_mut().filter(|unit| units.contains(&unit.id)) {
            (unit.order, unit.holding) = (order, holding);
        }
    }

    pub(crate) fn call(&mut self, call: Call) {
        match call {
            Call::AddObstacle(at, size) => self.add_wall(at, size),
            Call::RemoveObstacle(index) if !self.all_walls.is_empty() => {
                let id = self.all_walls[index % self.all_walls.len()];
                let known = self.walls.iter().position(|wall| wall.id == id);
                let expected =
                    if known.is_some() { Ok(()) } else { Err(WorldError::StaleObstacle) };
                assert_eq!(self.world.remove_obstacle(id), expected);
                known.map(|index| self.walls.remove(index));
            }
            Call::AddUnit(at, radius, engine) => self.add_unit(at, radius, engine),
            Call::RemoveUnit(index) => {
                let Some(unit) = self.one(index) else { return };
                let expected = self.known(unit).map(|_| ()).ok_or(WorldError::StaleUnit { unit });
                assert_eq!(self.world.remove_unit(unit), expected);
                self.units.retain(|known| known.id != unit);
            }
            Call::Order(first, count, goal) => {
                let units = self.some(first, count);
                self.order(&units, &Goal::Point(goal), &vec![goal; units.len()]);
            }
            Call::OrderEach(first, count, goal) => {
                let units = self.some(first, count);
                let goals: Vec<Vec2> =
                    (0..units.len()).map(|k| goal + vec2(0.9 * k as f32, 0.0)).collect();
                self.order(&units, &Goal::Each(goals.clone()), &goals);
            }
            Call::Stop(first, count) => {
                let units = self.some(first, count);
                let answer = self.world.stop(&units);
                if self.expect_units(&units, &answer) {
                    assert_eq!(answer, Ok(()));
                    self.set_order(&units, None, false);
                }
            }
            Call::Hold(first, count) => {
                let units = self.some(first, count);
                let answer = self.world.hold(&units);
                if self.expect_units(&units, &answer) {
                    assert_eq!(answer, Ok(()));
                    self.set_order(&units, None, true);
                }
            }
            Call::Teleport(index, at) => self.teleport(index, at),
            Call::SetMotion(index, at) => self.set_motion(index, at),
            Call::SetUserData(index, data) => {
                let Some(unit) = self.one(index) else { return };
                let known = self.units.iter_mut().find(|known| known.id == unit);
                assert_eq!(self.world.set_user_data(unit, data).is_ok(), known.is_some());
                known.into_iter().for_each(|known| known.user_data = data);
            }
            Call::Commit => self.world.commit().unwrap(),
            Call::Save => {
                let bytes = self.world.to_bytes().unwrap();
                let other = World::from_bytes(&bytes).unwrap();
                assert_eq!(other.state_hash(), self.world.state_hash());
                self.end();
                self.world = other;
                self.tape = Tape::new();
                self.world.start_recording(self.tape.clone()).unwrap();
            }
            Call::Step(count) => (0..count).for_each(|_| self.step()),
            Call::Wrong(kind, index) => self.wrong(kind, index),
            Call::RemoveObstacle(_) => {}
        }
    }

    fn add_wall(&mut self, at: Vec2, size: Vec2) {
        let (min, max) = (at, at + size);
        let corners = [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
        match self.world.add_obstacle(&corners) {
            Ok(id) => {
                self.walls.push(Wall { id, min, max });
                self.all_walls.push(id);
            }
            Err(_) => assert!(max.min_element() <= 0.6 || min.max_element() >= SIZE - 0.6, "{min}"),
        }
    }

    fn add_unit(&mut self, at: Vec2, radius: f32, engine: bool) {
        let driver = if engine { Driver::Engine } else { Driver::World };
        let definition = UnitDefinition { driver, ..UnitDefinition::new(at, radius, 1.5) };
        let answer = self.world.add_unit(&definition);
        let Some(class) = RADII.iter().position(|&class| radius <= class) else {
            assert!(matches!(answer, Err(WorldError::UnitTooLarge { .. })));
            return;
        };
        if self.expect_place(class, at, &answer) {
            let id = answer.unwrap();
            assert!(!self.all_units.contains(&id), "a handle is never used twice");
            let (order, holding, user_data) = (None, false, 0);
            self.units.push(Known { id, class, engine, order, holding, user_data, at });
            self.all_units.push(id);
        }
    }

    /// Whether a unit of a class was put at a point; whether that was right is checked.
    fn expect_place<T: std::fmt::Debug>(
        &self,
        class: usize,
        at: Vec2,
        answer: &Result<T, WorldError>,
    ) -> bool {
        let inside = at.min(Vec2::splat(SIZE) - at).min_element() >= 0.0;
        let is_right = match answer {
            Ok(_) => inside && self.is_free(class, at) != Free::No,
            Err(WorldError::UnitBlocked { .. }) => inside && self.is_free(class, at) != Free::Yes,
            Err(WorldError::UnitOutside { .. }) => !inside,
            Err(_) => false,
        };
        assert!(is_right, "{answer:?} at {at}: {:?}", self.is_free(class, at));
        answer.is_ok()
    }

    fn order(&mut self, units: &[UnitId], goal: &Goal, goals: &[Vec2]) {
        let answer = self.world.order_with(units, &strict(goal));
        if !self.expect_units(units, &answer) {
            return;
        }
        let free = units.iter().zip(goals).map(|(&unit, &goal)| {
            let class = self.known(unit).unwrap().class;
            self.is_free(class, goal)
        });
        let free: Vec<Free> = free.collect();
        match answer {
            Ok(order) => {
                assert!(!free.contains(&Free::No));
                self.set_order(units, Some(order), false);
            }
            Err(WorldError::GoalBlocked { .. }) => {
                assert!(free.iter().any(|&free| free != Free::Yes));
            }
            Err(WorldError::GoalOutside { goal, bounds }) => assert!(!bounds.contains(goal)),
            Err(WorldError::GoalUnreachable { .. } | WorldError::TooFewPlaces { .. }) => {
                assert!(!self.walls.is_empty(), "on open ground all goals can be reached");
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn teleport(&mut self, index: usize, at: Vec2) {
        let Some(unit) = self.one(index) else { return };
        let answer = self.world.teleport(unit, at);
        let Some(known) = self.known(unit) else {
            assert_eq!(answer, Err(WorldError::StaleUnit { unit }));
            return;
        };
        if matches!(answer, Err(WorldError::GoalUnreachable { .. })) {
            assert!(known.order.is_some() && !self.walls.is_empty());
        } else if self.expect_place(known.class, at, &answer) {
            self.put(unit, at);
        }
    }

    fn put(&mut self, unit: UnitId, at: Vec2) {
        self.units.iter_mut().filter(|known| known.id == unit).for_each(|known| known.at = at);
    }

    fn set_motion(&mut self, index: usize, at: Vec2) {
        let Some(unit) = self.one(index) else { return };
        let answer = self.world.set_motion(unit, at, Vec2::X);
        let inside = at.min(Vec2::splat(SIZE) - at).min_element() >= 0.0;
        match self.known(unit) {
            None => assert_eq!(answer, Err(WorldError::StaleUnit { unit })),
            Some(known) if !known.engine => {
                assert_eq!(answer, Err(WorldError::NotEngineDriven { unit }));
            }
            Some(_) if !inside => assert!(matches!(answer, Err(WorldError::UnitOutside { .. }))),
            Some(_) => {
                assert_eq!(answer, Ok(()));
                self.put(unit, at);
            }
        }
    }

    /// A call that is wrong in any case: it is refused, and nothing changes.
    fn wrong(&mut self, kind: usize, index: usize) {
        let before = self.world.to_bytes().unwrap();
        let (world, bad) = (&mut self.world, [f32::NAN, f32::INFINITY, -1.0][index % 3]);
        let unit = self
            .units
            .get(index % self.units.len().max(1))
            .map_or(UnitId::default(), |unit| unit.id);
        let definition = UnitDefinition::new(Vec2::splat(5.0), 0.25, 1.0);
        let line = [Vec2::ONE, Vec2::splat(2.0), Vec2::splat(3.0)];
        let refused = match kind {
            0 => world.step([0.0, -TICK, f32::NAN, 2.0 * TICK][index % 4]).is_err(),
            1 => world.add_unit(&UnitDefinition { max_speed: bad, ..definition }).is_err(),
            2 => world
                .add_unit(&UnitDefinition { position: Vec2::splat(bad), ..definition })
                .is_err(),
            3 => world.add_unit(&UnitDefinition { radius: bad, ..definition }).is_err(),
            4 => world.add_obstacle(&line).is_err(),
            5 => world.add_obstacle(&[Vec2::splat(bad * f32::MAX), Vec2::ONE, Vec2::X]).is_err(),
            6 => world.order(&[unit, unit], &Goal::Point(Vec2::ONE)).is_err(),
            7 => world.order(&[unit], &Goal::Point(Vec2::splat(bad))).is_err(),
            8 => world.order(&[unit], &Goal::Each(vec![])).is_err(),
            9 => world.teleport(unit, Vec2::splat(bad)).is_err(),
            10 => world.set_motion(unit, Vec2::ONE, Vec2::splat(f32::NAN)).is_err(),
            _ => world.units_in(&Region::Circle { center: Vec2::NAN, radius: bad }).is_err(),
        };
        assert!(refused, "{kind} {index}");
        assert!(world.to_bytes().unwrap() == before, "{kind} {index} changed something");
    }

    fn step(&mut self) {
        let before: Vec<Unit> = self.world.units().collect();
        self.world.step(TICK).unwrap();
        let events = self.world.events().to_vec();
        for event in &events {
            match *event {
                Event::PathLost { unit, order, .. } => {
                    assert_eq!(self.known(unit).unwrap().order, Some(order));
                    self.set_order(&[unit], None, false);
                }
                Event::Arrived { unit, order } | Event::Stuck { unit, order, .. } => {
                    assert_eq!(self.known(unit).unwrap().order, Some(order));
                }
                _ => {}
            }
        }
        for old in before {
            let unit = self.world.unit(old.id).unwrap();
            let known = self.known(old.id).unwrap();
            let mesh = self.world.mesh(unit.class).unwrap();
            if known.engine {
                assert_eq!(unit.position, known.at);
            } else if mesh.cell_count() > 0 {
                assert_ne!(self.is_free(known.class, unit.position), Free::No, "{}", unit.position);
                // Out of a wall that came down on it a unit may jump, and out of a heap it is pushed.
                let reach = unit.max_speed * TICK + HEAP;
                let far = old.position.distance(unit.position) > reach;
                assert!(!far || self.is_free(known.class, old.position) != Free::Yes);
            }
            self.put(old.id, unit.position);
        }
    }

    pub(crate) fn check(&self) {
        let world = &self.world;
        assert_eq!(world.unit_count(), self.units.len());
        let mut ids: Vec<UnitId> = self.units.iter().map(|unit| unit.id).collect();
        ids.sort_unstable();
        assert!(world.units().map(|unit| unit.id).eq(ids));
        for known in &self.units {
            let unit = world.unit(known.id).unwrap();
            assert_eq!((unit.class, unit.order), (known.class, known.order));
            assert_eq!((unit.user_data, unit.position), (known.user_data, known.at));
            assert_eq!(unit.activity == hybrid::Activity::Holding, known.holding);
            assert_eq!(unit.order.is_some(), unit.place.is_some());
            let found = world.nearest_unit(known.at, 0.0, |unit| unit.id == known.id);
            assert_eq!(found, Ok(Some(known.id)));
        }
        let mut orders: Vec<OrderId> = self.units.iter().filter_map(|unit| unit.order).collect();
        orders.sort_unstable();
        orders.dedup();
        assert!(world.orders().eq(orders.iter().copied()));
        for order in orders {
            let has_it = |unit: &&Known| unit.order == Some(order);
            let mut ids: Vec<UnitId> =
                self.units.iter().filter(has_it).map(|unit| unit.id).collect();
            ids.sort_unstable();
            assert!(world.units_of(order).eq(ids));
        }
        let mut walls: Vec<ObstacleId> = self.walls.iter().map(|wall| wall.id).collect();
        walls.sort_unstable();
        assert!(world.obstacles().eq(walls));
        for &unit in self.all_units.iter().filter(|&&unit| self.known(unit).is_none()) {
            assert!(world.unit(unit).is_none() && world.user_data(unit).is_none());
        }
        let everywhere = Bounds::new(Vec2::splat(-1.0), Vec2::splat(SIZE + 1.0));
        assert_eq!(world.units_in(&Region::Box(everywhere)).unwrap().len(), self.units.len());
    }
}
