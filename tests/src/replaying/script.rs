//! A recording as a list of calls, of which some may be left out: what they made is known by the handles that it had.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hybrid::{
    AreaId, Call, DiscomfortId, Goal, LinkId, ObjectId, ObstacleId, OrderDefinition, OrderId,
    Recording, RecordingError, UnitId, World, WorldError,
};

/// What a call makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Created {
    /// A unit.
    Unit(UnitId),
    /// An obstacle.
    Obstacle(ObstacleId),
    /// An area.
    Area(AreaId),
    /// A link.
    Link(LinkId),
    /// A discomfort.
    Discomfort(DiscomfortId),
    /// An order.
    Order(OrderId),
}

/// A call, when it was made, and what it made then.
#[derive(Debug, Clone)]
struct Line {
    steps: u64,
    call: Call,
    made: Option<Created>,
}

/// A recording of which parts may be left out.
#[derive(Debug, Clone)]
pub struct CallScript {
    /// The world at its beginning.
    world: Vec<u8>,
    lines: Vec<Line>,
    /// How many steps there are.
    pub steps: u64,
}

/// The handles of a run by those of the first one: what was left out has none. What the world had from the beginning keeps its
/// handles.
#[derive(Debug, Default)]
struct Handles {
    made: BTreeMap<Created, Option<Created>>,
}

impl Handles {
    fn of(&self, first: Created) -> Option<Created> {
        self.made.get(&first).copied().unwrap_or(Some(first))
    }

    fn unit(&self, unit: UnitId) -> Option<UnitId> {
        match self.of(Created::Unit(unit)) {
            Some(Created::Unit(unit)) => Some(unit),
            _ => None,
        }
    }

    fn obstacle(&self, obstacle: ObstacleId) -> Option<ObstacleId> {
        match self.of(Created::Obstacle(obstacle)) {
            Some(Created::Obstacle(obstacle)) => Some(obstacle),
            _ => None,
        }
    }

    fn area(&self, area: AreaId) -> Option<AreaId> {
        match self.of(Created::Area(area)) {
            Some(Created::Area(area)) => Some(area),
            _ => None,
        }
    }

    fn link(&self, link: LinkId) -> Option<LinkId> {
        match self.of(Created::Link(link)) {
            Some(Created::Link(link)) => Some(link),
            _ => None,
        }
    }

    fn discomfort(&self, discomfort: DiscomfortId) -> Option<DiscomfortId> {
        match self.of(Created::Discomfort(discomfort)) {
            Some(Created::Discomfort(discomfort)) => Some(discomfort),
            _ => None,
        }
    }

    fn order(&self, order: OrderId) -> Option<OrderId> {
        match self.of(Created::Order(order)) {
            Some(Created::Order(order)) => Some(order),
            _ => None,
        }
    }

    fn object(&self, object: ObjectId) -> Option<ObjectId> {
        match object {
            ObjectId::Unit(unit) => self.unit(unit).map(ObjectId::Unit),
            ObjectId::Obstacle(obstacle) => self.obstacle(obstacle).map(ObjectId::Obstacle),
            ObjectId::Area(area) => self.area(area).map(ObjectId::Area),
            ObjectId::Link(link) => self.link(link).map(ObjectId::Link),
            ObjectId::Order(order) => self.order(order).map(ObjectId::Order),
            other => Some(other),
        }
    }

    /// Those of some units that there are; `None` if there are none of them.
    fn units(&self, units: &[UnitId]) -> Option<Vec<UnitId>> {
        let units: Vec<UnitId> = units.iter().filter_map(|&unit| self.unit(unit)).collect();
        (!units.is_empty()).then_some(units)
    }

    /// An order for those of its units that there are.
    fn order_call(&self, units: &[UnitId], definition: &OrderDefinition) -> Option<Call> {
        let mut definition = definition.clone();
        match &mut definition.goal {
            Goal::Unit(target) => *target = self.unit(*target)?,
            Goal::Each(points) => {
                let there = |unit: &UnitId| self.unit(*unit).is_some();
                let pairs = units.iter().zip(points.iter()).filter(|(unit, _)| there(unit));
                *points = pairs.map(|(_, &point)| point).collect();
            }
            _ => {}
        }
        Some(Call::Order { units: self.units(units)?, definition })
    }

    /// The call with the handles of this run; `None` if what it is about was left out.
    fn call(&self, call: &Call) -> Option<Call> {
        Some(match call {
            Call::RemoveUnit(unit) => Call::RemoveUnit(self.unit(*unit)?),
            Call::SetUnits(changes) => {
                let known = |(unit, change): &(UnitId, _)| Some((self.unit(*unit)?, *change));
                Call::SetUnits(changes.iter().filter_map(known).collect())
            }
            Call::SetMotions(motions) => {
                let known = |&(unit, position, velocity): &(UnitId, _, _)| {
                    Some((self.unit(unit)?, position, velocity))
                };
                Call::SetMotions(motions.iter().filter_map(known).collect())
            }
            Call::Teleport { unit, position } => {
                Call::Teleport { unit: self.unit(*unit)?, position: *position }
            }
            Call::Order { units, definition } => self.order_call(units, definition)?,
            Call::Join { order, units } => {
                Call::Join { order: self.order(*order)?, units: self.units(units)? }
            }
            Call::MoveGoal { order, goal } => {
                Call::MoveGoal { order: self.order(*order)?, goal: *goal }
            }
            Call::AppendGoal { order, goal } => {
                Call::AppendGoal { order: self.order(*order)?, goal: *goal }
            }
            Call::Stop(units) => Call::Stop(self.units(units)?),
            Call::Hold(units) => Call::Hold(self.units(units)?),
            Call::MoveObstacle { obstacle, outline } => {
                Call::MoveObstacle { obstacle: self.obstacle(*obstacle)?, outline: outline.clone() }
            }
            Call::RemoveObstacle(obstacle) => Call::RemoveObstacle(self.obstacle(*obstacle)?),
            Call::RemoveArea(area) => Call::RemoveArea(self.area(*area)?),
            Call::RemoveLink(link) => Call::RemoveLink(self.link(*link)?),
            Call::RemoveDiscomfort(discomfort) => {
                Call::RemoveDiscomfort(self.discomfort(*discomfort)?)
            }
            Call::SetUserData { object, user_data } => {
                Call::SetUserData { object: self.object(*object)?, user_data: *user_data }
            }
            other => other.clone(),
        })
    }
}

/// Does a call, and returns what it made. What is refused makes nothing.
fn done(world: &mut World, call: &Call) -> Option<Created> {
    let made: Result<Created, WorldError> = match call {
        Call::AddUnit(definition) => world.add_unit(definition).map(Created::Unit),
        Call::AddObstacle(outline) => world.add_obstacle(outline).map(Created::Obstacle),
        Call::AddOutline(outline) => world.add_outline(outline.clone()).map(Created::Obstacle),
        Call::AddArea { outline, area } => {
            world.add_area(outline.clone(), *area).map(Created::Area)
        }
        Call::AddLink { from, to, definition } => {
            world.add_link(*from, *to, definition).map(Created::Link)
        }
        Call::AddDiscomfort(discomfort) => {
            world.add_discomfort(discomfort).map(Created::Discomfort)
        }
        Call::Order { units, definition } => {
            world.order_with(units, definition).map(Created::Order)
        }
        other => {
            // What it refuses it refused when it was recorded, or is about something that was left out.
            let _ = world.apply(other);
            return None;
        }
    };
    made.ok()
}

impl CallScript {
    /// A whole recording.
    ///
    /// # Errors
    /// The world at its beginning cannot be loaded.
    pub fn new(recording: &Recording) -> Result<Self, RecordingError> {
        let (mut world, _) = recording.open()?;
        let beginning = world.to_bytes()?;
        let tick = world.definition().parameters.tick;
        let (mut lines, mut steps) = (Vec::new(), 0);
        let learn = || {
            for (at, call) in recording.calls() {
                while steps < at as u64 {
                    // A step that is refused was refused before.
                    let _ = world.step(tick);
                    steps += 1;
                }
                lines.push(Line { steps, call, made: None });
                if let Some(line) = lines.last_mut() {
                    line.made = done(&mut world, &line.call);
                }
            }
        };
        // Where it panics nothing comes after that.
        let _ = catch_unwind(AssertUnwindSafe(learn));
        Ok(Self { world: beginning, lines, steps: recording.step_count() as u64 })
    }

    /// What may be left out, sorted: units that were there, each thing that a call made, and each other call.
    pub fn parts(&self) -> Vec<Part> {
        let there =
            World::from_bytes(&self.world).map(|world| world.units().map(|unit| unit.id).collect());
        let there: Vec<UnitId> = there.unwrap_or_default();
        let lines = 0..self.lines.len();
        let mut parts: Vec<Part> =
            there.into_iter().map(Part::Unit).chain(lines.map(Part::Line)).collect();
        parts.sort_unstable();
        parts
    }

    /// How many units there are in some parts.
    pub fn units(&self, parts: &[Part]) -> usize {
        let is_unit = |part: &&Part| match part {
            Part::Unit(_) => true,
            Part::Line(line) => matches!(self.lines[*line].call, Call::AddUnit(_)),
        };
        parts.iter().filter(is_unit).count()
    }

    /// The world at the beginning, with those parts of it that are kept.
    ///
    /// # Errors
    /// The world cannot be loaded.
    pub fn world(&self, parts: &[Part]) -> Result<World, RecordingError> {
        let mut world = World::from_bytes(&self.world)?;
        let all: Vec<UnitId> = world.units().map(|unit| unit.id).collect();
        for unit in all.into_iter().filter(|unit| parts.binary_search(&Part::Unit(*unit)).is_err())
        {
            // It is there.
            let _ = world.remove_unit(unit);
        }
        Ok(world)
    }

    /// Does the calls of those parts that are kept, and so many steps; `watch` sees the world after each, and may end it.
    pub fn run(
        &self,
        world: &mut World,
        parts: &[Part],
        steps: u64,
        watch: &mut dyn FnMut(&World) -> bool,
    ) {
        let tick = world.definition().parameters.tick;
        let mut handles = Handles::default();
        let mut next = 0;
        for step in 0..=steps {
            while let Some(line) = self.lines.get(next).filter(|line| line.steps <= step) {
                let kept = parts.binary_search(&Part::Line(next)).is_ok();
                let call = if kept { handles.call(&line.call) } else { None };
                let made = call.and_then(|call| done(world, &call));
                handles.made.extend(line.made.map(|first| (first, made)));
                next += 1;
            }
            if step < steps {
                let _ = world.step(tick);
                if watch(world) {
                    return;
                }
            }
        }
    }
}

/// A part of a script that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A unit that was there at the beginning.
    Unit(UnitId),
    /// A call, by its number.
    Line(usize),
}
