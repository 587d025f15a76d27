//! The calls of programs, but for steps.

use std::collections::BTreeMap;

use glam::{I64Vec2, Vec2};
use hybrid::navmesh::{Area, LinkDefinition, polygon};
use hybrid::{
    Discomfort, Driver, Goal, HeightGrid, OrderDefinition, OrderId, UnitDefinition, Unreachable,
    World, WorldError,
};

use super::program::{
    Aim, Call, DiscomfortCall, HeightsCall, LinkCall, OrderCall, Point, UnitCall, vector, vectors,
};
use super::stage::{Refusal, Said, SoakStage};

impl SoakStage {
    /// Does what a call says, but for steps; what cannot be done is passed over.
    ///
    /// # Errors
    /// Twins answer differently.
    pub fn perform(&mut self, call: &Call) -> Result<(), Refusal> {
        match call {
            Call::Obstacle(..)
            | Call::MoveObstacle(..)
            | Call::RemoveObstacle(_)
            | Call::Outline(..)
            | Call::Area(..)
            | Call::RemoveArea(_) => self.edit(call),
            Call::Link(_) | Call::RemoveLink(_) => self.edit_links(call),
            Call::Heights(_) | Call::Discomfort(_) | Call::RemoveDiscomfort(_) => {
                self.edit_slopes(call)
            }
            &Call::Origin(x, y) => {
                self.call(|world| {
                    world.set_origin(I64Vec2::new(x, y));
                    Ok(())
                })?;
                Ok(())
            }
            Call::Reload(index) => self.reload(*index),
            Call::Unit(unit) => self.add_unit(unit),
            Call::RemoveUnit(unit) => {
                let unit = self.named.units.remove(unit);
                self.remove(unit, World::remove_unit).map(|_| ())
            }
            Call::Order(order) => self.order(order),
            Call::Join(order, units) => {
                let Some(&order) = self.named.orders.get(order) else { return Ok(()) };
                let units = self.known(units);
                // Who had it before, and another one in between, arrives anew.
                let joined = self.call(|world| world.join(order, &units))?;
                self.called.aimed.extend(joined.map(|()| order));
                Ok(())
            }
            Call::Stop(units) => {
                let units = self.known(units);
                self.call(|world| world.stop(&units)).map(|_| ())
            }
            Call::Hold(units) => {
                let units = self.known(units);
                self.call(|world| world.hold(&units)).map(|_| ())
            }
            &Call::MoveGoal(order, to) => self.aim(order, to, World::move_goal),
            &Call::AppendGoal(order, to) => self.aim(order, to, World::append_goal),
            Call::Teleport(unit, to) => {
                let Some(&unit) = self.named.units.get(unit) else { return Ok(()) };
                if self.call(|world| world.teleport(unit, vector(*to)))?.is_some() {
                    self.called.moved.push(unit);
                }
                Ok(())
            }
            Call::Steps(_) | Call::Settle(_) => Ok(()),
        }
    }

    /// Changes walls, or what counts as one for some.
    fn edit(&mut self, call: &Call) -> Result<(), Refusal> {
        let is_done = match call {
            Call::Obstacle(number, outline) => {
                let outline = vectors(outline);
                let id = self.call(|world| world.add_obstacle(&outline))?;
                if id.is_some() {
                    self.walls.insert(*number, outline);
                }
                keep(&mut self.named.obstacles, *number, id)
            }
            Call::Outline(number, rings) => {
                let rings: Vec<Vec<Vec2>> = rings.iter().map(|ring| vectors(ring)).collect();
                let Some((border, holes)) = rings.split_first() else { return Ok(()) };
                let holes: Vec<&[Vec2]> = holes.iter().map(Vec::as_slice).collect();
                let id = self.call(|world| world.add_outline(polygon(border, &holes)))?;
                keep(&mut self.named.obstacles, *number, id)
            }
            Call::MoveObstacle(number, outline) => {
                let Some(&id) = self.named.obstacles.get(number) else { return Ok(()) };
                let outline = vectors(outline);
                let is_moved = self.call(|world| world.move_obstacle(id, &outline))?.is_some();
                if is_moved {
                    self.walls.insert(*number, outline);
                }
                is_moved
            }
            Call::RemoveObstacle(number) => {
                self.walls.remove(number);
                let id = self.named.obstacles.remove(number);
                self.remove(id, World::remove_obstacle)?
            }
            Call::Area(number, outline, kind, cost) => {
                let (outline, area) = (vectors(outline), Area { kind: *kind, cost: *cost });
                let id = self.call(|world| world.add_area(polygon(&outline, &[]), area))?;
                keep(&mut self.named.areas, *number, id)
            }
            Call::RemoveArea(number) => {
                let id = self.named.areas.remove(number);
                self.remove(id, World::remove_area)?
            }
            _ => false,
        };
        self.called.ground |= is_done;
        Ok(())
    }

    fn edit_links(&mut self, call: &Call) -> Result<(), Refusal> {
        let is_done = match call {
            Call::Link(LinkCall { id, from, to, cost, both_ways, kind, capacity }) => {
                let definition = LinkDefinition {
                    both_ways: *both_ways,
                    kind: *kind,
                    capacity: capacity.unwrap_or(u32::MAX),
                    ..LinkDefinition::new(*cost)
                };
                let ends = [vector(*from), vector(*to)];
                let made = self.call(|world| world.add_link(ends[0], ends[1], &definition))?;
                keep(&mut self.named.links, *id, made)
            }
            Call::RemoveLink(number) => {
                let id = self.named.links.remove(number);
                self.remove(id, World::remove_link)?
            }
            _ => false,
        };
        self.called.ways |= is_done;
        Ok(())
    }

    /// Makes ground steeper or shunned: no wall comes or goes.
    fn edit_slopes(&mut self, call: &Call) -> Result<(), Refusal> {
        match call {
            Call::Heights(HeightsCall { min, spacing, columns, heights }) => {
                let grid = HeightGrid {
                    min: vector(*min),
                    spacing: *spacing,
                    columns: *columns,
                    heights: heights.clone(),
                };
                let grid = (!grid.heights.is_empty()).then_some(grid);
                self.call(|world| world.set_heights(grid.clone()))?;
            }
            Call::Discomfort(DiscomfortCall { id, center, radius, amount, seconds }) => {
                let disc = Discomfort {
                    center: vector(*center),
                    radius: *radius,
                    amount: *amount,
                    seconds: seconds.unwrap_or(f32::INFINITY),
                };
                let made = self.call(|world| world.add_discomfort(&disc))?;
                self.called.ways |= keep(&mut self.named.discomforts, *id, made);
            }
            Call::RemoveDiscomfort(number) => {
                let id = self.named.discomforts.remove(number);
                self.called.ways |= self.remove(id, World::remove_discomfort)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Removes what has a number, if it is there; returns whether the worlds did.
    fn remove<I: Copy>(
        &mut self,
        id: Option<I>,
        call: fn(&mut World, I) -> Result<(), WorldError>,
    ) -> Result<bool, Refusal> {
        let Some(id) = id else { return Ok(false) };
        Ok(self.call(|world| call(world, id))?.is_some())
    }

    fn add_unit(&mut self, unit: &UnitCall) -> Result<(), Refusal> {
        let plain = UnitDefinition::new(vector(unit.at), unit.radius, unit.speed);
        let definition = UnitDefinition {
            acceleration: unit.acceleration.unwrap_or(plain.acceleration),
            turn_rate: unit.turn_rate.unwrap_or(plain.turn_rate),
            mass: unit.mass.unwrap_or(plain.mass),
            movement_kind: unit.kind,
            team: unit.team,
            driver: if unit.engine { Driver::Engine } else { Driver::World },
            ..plain
        };
        if let Some(id) = self.call(|world| world.add_unit(&definition))? {
            self.named.units.insert(unit.id, id);
        }
        Ok(())
    }

    fn order(&mut self, order: &OrderCall) -> Result<(), Refusal> {
        let units = self.known(&order.units);
        let mut said = Said::default();
        let goal = match &order.to {
            Aim::Point(point) => {
                said.point = Some(vector(*point));
                Goal::Point(vector(*point))
            }
            Aim::Each(points) => {
                let points = order.units.iter().zip(points);
                let has_it = |(unit, _): &(&u32, &Point)| self.named.units.contains_key(unit);
                let points = points.filter(has_it).map(|(_, &point)| vector(point));
                let points: Vec<Vec2> = points.collect();
                said.each = units.iter().copied().zip(points.iter().copied()).collect();
                Goal::Each(points)
            }
            Aim::Unit(target) => {
                let Some(&target) = self.named.units.get(target) else { return Ok(()) };
                said.target = Some(target);
                said.point = self.world().unit(target).map(|target| target.position);
                Goal::Unit(target)
            }
        };
        let definition = OrderDefinition {
            way_points: vectors(&order.way_points),
            range: order.range,
            unreachable: if order.nearest { Unreachable::Nearest } else { Unreachable::Stop },
            ..OrderDefinition::new(goal)
        };
        if let Some(id) = self.call(|world| world.order_with(&units, &definition))? {
            self.named.orders.insert(order.id, id);
            self.said.insert(id, said);
        }
        Ok(())
    }

    fn aim(
        &mut self,
        order: u32,
        to: Point,
        call: fn(&mut World, OrderId, Vec2) -> Result<(), WorldError>,
    ) -> Result<(), Refusal> {
        let Some(&order) = self.named.orders.get(&order) else { return Ok(()) };
        if self.call(|world| call(world, order, vector(to)))?.is_some() {
            self.called.aimed.push(order);
            if let Some(said) = self.said.get_mut(&order) {
                (said.point, said.target) = (Some(vector(to)), None);
            }
        }
        Ok(())
    }
}

/// Keeps the handle of what was made under its number; returns whether it was made.
fn keep<I>(known: &mut BTreeMap<u32, I>, number: u32, made: Option<I>) -> bool {
    made.map(|id| known.insert(number, id)).is_some()
}
