//! Orders: where units shall go.

use hybrid::{Formation, Goal, OrderDefinition, Shape};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{self, Floats, Whole, floats, numbers, pairs, point, points};
use crate::error::refused;
use crate::handles::Order;
use crate::names::{FRONTS, PACES, REPEATS, UNREACHABLES, named};
use crate::terms::Terms;
use crate::world::World;

/// Reads a goal: a point for all, or one for each.
pub(crate) fn goal(given: &Bound<'_, PyAny>) -> PyResult<Goal> {
    let Floats { shape, values } = floats(given, "goal")?;
    match shape[..] {
        [2] => Ok(Goal::Point(pairs(&values)[0])),
        [_, 2] => Ok(Goal::Each(pairs(&values))),
        _ => Err(refused(format!(
            "goal: the shape is {shape:?}; (2,), a point for all, or (n, 2), one for each unit, is expected"
        ))),
    }
}

/// Reads a formation: a name, or offsets.
fn formation(terms: &mut Terms<'_>) -> PyResult<Option<Formation>> {
    let (given, facing) = (terms.take("formation")?, terms.take("facing")?);
    let (spacing, front) = (terms.take("spacing")?, terms.name("front")?);
    let Some(given) = given else {
        let is_plain = facing.is_none() && spacing.is_none() && front.is_none();
        let message = "facing, spacing and front are those of a formation: say which";
        return if is_plain { Ok(None) } else { Err(refused(message)) };
    };
    let shape = match given.extract::<String>() {
        Ok(name) => match name.as_str() {
            "compact" => Shape::Compact,
            "line" => Shape::Line,
            "column" => Shape::Column,
            "box" => Shape::Box,
            "wedge" => Shape::Wedge,
            _ => {
                return Err(refused(format!(
                    "formation: '{name}'; 'compact', 'line', 'column', 'box', 'wedge' or offsets of the shape (n, 2) are expected"
                )));
            }
        },
        Err(_) => Shape::Offsets(points(&given, "formation")?),
    };
    let plain = Formation::new(shape);
    Ok(Some(Formation {
        facing: facing.map(|facing| point(&facing, "facing")).transpose()?,
        spacing: spacing.map_or(Ok(plain.spacing), |spacing| spacing.extract())?,
        front: front.map_or(Ok(plain.front), |front| named(FRONTS, &front, "front"))?,
        ..plain
    }))
}

/// Reads what else is said of an order.
fn order_definition(goal: Goal, mut terms: Terms<'_>) -> PyResult<OrderDefinition> {
    let plain = OrderDefinition::new(goal);
    let way_points = terms.take("way_points")?;
    let (repeat, unreachable) = (terms.name("repeat")?, terms.name("unreachable")?);
    let pace = terms.name("pace")?;
    let definition = OrderDefinition {
        way_points: way_points.map_or(Ok(Vec::new()), |given| points(&given, "way_points"))?,
        repeat: repeat.map_or(Ok(plain.repeat), |name| named(REPEATS, &name, "repeat"))?,
        range: terms.number("range", plain.range)?,
        unreachable: unreachable
            .map_or(Ok(plain.unreachable), |name| named(UNREACHABLES, &name, "unreachable"))?,
        exchange: terms.flag("exchange")?,
        formation: formation(&mut terms)?,
        pace: pace.map_or(Ok(plain.pace), |name| named(PACES, &name, "pace"))?,
        ..plain
    };
    terms.finish()?;
    Ok(definition)
}

#[pymethods]
impl World {
    /// Sends units to a goal, in metres: (2,), a point round which each gets a place of its own, or (n, 2), a point for each.
    ///
    /// `way_points`, (m, 2): passed first. `repeat`: "once" (default), "loop" or "to_and_fro". `range`: they stop this near, in metres, in sight
    /// of the point. `unreachable`: "nearest" (default), those who cannot get there go as near as they can; or "stop", such an order is
    /// refused. `exchange`: units of one radius may exchange points. `formation`: "compact", "line", "column", "box", "wedge", or
    /// offsets (n, 2); with `facing`, a direction, `spacing`, metres between discs, and `front`: "largest", "smallest" or "as_given". `pace`:
    /// "own" (default), or "slowest", none faster than the slowest.
    #[pyo3(
        signature = (units, goal, **terms),
        text_signature = "(self, units, goal, *, way_points=None, repeat='once', range=0.0, unreachable='nearest', exchange=False, formation=None, facing=None, spacing=None, front=None, pace='own')"
    )]
    fn order(
        &self,
        units: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Order> {
        let definition = order_definition(crate::orders::goal(goal)?, Terms::new(terms)?)?;
        self.give(units, &definition)
    }

    /// Has units follow another one wherever it goes; keywords as for `order`.
    #[pyo3(
        signature = (units, target, **terms),
        text_signature = "(self, units, target, *, way_points=None, range=0.0, unreachable='nearest', pace='own')"
    )]
    fn follow(
        &self,
        units: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Order> {
        let [target] = arrays::units(target, "target")?[..] else {
            return Err(refused("target: one handle is expected"));
        };
        let definition = order_definition(Goal::Unit(target), Terms::new(terms)?)?;
        self.give(units, &definition)
    }

    /// Has units take part in an order that others have.
    fn join(&self, order: &Bound<'_, Order>, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.join(order.get().0, &units).map_err(refused)
    }

    /// Moves the point that the units of an order share.
    fn move_goal(&self, order: &Bound<'_, Order>, goal: &Bound<'_, PyAny>) -> PyResult<()> {
        let goal = point(goal, "goal")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.move_goal(order.get().0, goal).map_err(refused)
    }

    /// Adds a goal after the one that the units of an order share, which becomes a way point.
    fn append_goal(&self, order: &Bound<'_, Order>, goal: &Bound<'_, PyAny>) -> PyResult<()> {
        let goal = point(goal, "goal")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.append_goal(order.get().0, goal).map_err(refused)
    }

    /// Takes the units' orders away: they come to rest where they are.
    fn stop(&self, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.stop(&units).map_err(refused)
    }

    /// Takes the units' orders away and has them hold their position: nobody moves them, until the next order or `stop`.
    fn hold(&self, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.hold(&units).map_err(refused)
    }

    /// The order of a unit; None if it has none.
    fn order_of(&self, unit: Whole) -> PyResult<Option<Order>> {
        let id = arrays::key(unit.0);
        let state = self.lock()?;
        let found = id.and_then(|id| state.world.unit(id));
        let stale = || refused(format!("{} names no unit of this world", unit.0));
        Ok(found.ok_or_else(stale)?.order.map(Order))
    }

    /// The units that have an order, uint64; none if nobody has it any more.
    fn units_of<'py>(&self, order: &Bound<'py, Order>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.lock()?;
        Ok(numbers(order.py(), state.world.units_of(order.get().0)).into_any())
    }

    /// All orders that units have.
    fn list_orders(&self) -> PyResult<Vec<Order>> {
        Ok(self.lock()?.world.orders().map(Order).collect())
    }
}

impl World {
    fn give(&self, units: &Bound<'_, PyAny>, definition: &OrderDefinition) -> PyResult<Order> {
        let units = arrays::units(units, "units")?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        Ok(Order(state.world.order_with(&units, definition).map_err(refused)?))
    }
}
