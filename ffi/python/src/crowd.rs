//! Units come, go and are changed, one or many at once.

use std::collections::BTreeSet;

use hybrid::glam::Vec2;
use hybrid::{UnitChange, UnitDefinition, UnitId, WorldError};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{
    self, Spread, Whole, number_of, numbers, point, points, spread_floats, spread_points,
    spread_wholes,
};
use crate::error::refused;
use crate::handles::{Area, Link, Obstacle, Order};
use crate::names::{DRIVERS, FITS, named};
use crate::terms::Terms;
use crate::world::World;

/// The definitions of units from arrays.
fn definitions(
    positions: &[Vec2],
    radius: &Bound<'_, PyAny>,
    max_speed: &Bound<'_, PyAny>,
    mut terms: Terms<'_>,
) -> PyResult<Vec<UnitDefinition>> {
    let count = positions.len();
    let (radii, speeds) =
        (spread_floats(radius, "radius", count)?, spread_floats(max_speed, "max_speed", count)?);
    let plain = |(k, &at): (usize, &Vec2)| UnitDefinition::new(at, radii.at(k), speeds.at(k));
    let mut all: Vec<UnitDefinition> = positions.iter().enumerate().map(plain).collect();
    type Setter<T> = fn(&mut UnitDefinition, T);
    let floats: [(&'static str, Setter<f32>); 4] = [
        ("acceleration", |unit, value| unit.acceleration = value),
        ("turn_rate", |unit, value| unit.turn_rate = value),
        ("mass", |unit, value| unit.mass = value),
        ("avoidance_radius", |unit, value| unit.avoidance_radius = value),
    ];
    for (name, set) in floats {
        if let Some(given) = terms.take(name)? {
            let spread = spread_floats(&given, name, count)?;
            all.iter_mut().enumerate().for_each(|(k, unit)| set(unit, spread.at(k)));
        }
    }
    let wholes: [(&'static str, Setter<u32>); 5] = [
        ("team", |unit, value| unit.team = value),
        ("movement_kind", |unit, value| unit.movement_kind = value as usize),
        ("collision_layers", |unit, value| unit.collision_layers = value),
        ("collision_mask", |unit, value| unit.collision_mask = value),
        ("yields_to", |unit, value| unit.yields_to = value),
    ];
    for (name, set) in wholes {
        if let Some(given) = terms.take(name)? {
            let spread = spread_wholes::<u32>(&given, name, count)?;
            all.iter_mut().enumerate().for_each(|(k, unit)| set(unit, spread.at(k)));
        }
    }
    if let Some(given) = terms.take("heading")? {
        let spread = spread_points(&given, "heading", count)?;
        all.iter_mut().enumerate().for_each(|(k, unit)| unit.heading = spread.at(k));
    }
    if let Some(given) = terms.take("user_data")? {
        let spread: Spread<u64> = spread_wholes(&given, "user_data", count)?;
        all.iter_mut().enumerate().for_each(|(k, unit)| unit.user_data = spread.at(k));
    }
    if let Some(name) = terms.name("driver")? {
        let driver = named(DRIVERS, &name, "driver")?;
        all.iter_mut().for_each(|unit| unit.driver = driver);
    }
    terms.finish()?;
    Ok(all)
}

/// What shall change of units, from arrays.
fn changes(count: usize, mut terms: Terms<'_>) -> PyResult<Vec<UnitChange>> {
    let mut all = vec![UnitChange::default(); count];
    type Setter<T> = fn(&mut UnitChange, T);
    let floats: [(&'static str, Setter<f32>); 6] = [
        ("radius", |unit, value| unit.radius = Some(value)),
        ("max_speed", |unit, value| unit.max_speed = Some(value)),
        ("acceleration", |unit, value| unit.acceleration = Some(value)),
        ("turn_rate", |unit, value| unit.turn_rate = Some(value)),
        ("mass", |unit, value| unit.mass = Some(value)),
        ("avoidance_radius", |unit, value| unit.avoidance_radius = Some(value)),
    ];
    for (name, set) in floats {
        if let Some(given) = terms.take(name)? {
            let spread = spread_floats(&given, name, count)?;
            all.iter_mut().enumerate().for_each(|(k, unit)| set(unit, spread.at(k)));
        }
    }
    let wholes: [(&'static str, Setter<u32>); 5] = [
        ("team", |unit, value| unit.team = Some(value)),
        ("movement_kind", |unit, value| unit.movement_kind = Some(value as usize)),
        ("collision_layers", |unit, value| unit.collision_layers = Some(value)),
        ("collision_mask", |unit, value| unit.collision_mask = Some(value)),
        ("yields_to", |unit, value| unit.yields_to = Some(value)),
    ];
    for (name, set) in wholes {
        if let Some(given) = terms.take(name)? {
            let spread = spread_wholes::<u32>(&given, name, count)?;
            all.iter_mut().enumerate().for_each(|(k, unit)| set(unit, spread.at(k)));
        }
    }
    if let Some(given) = terms.take("user_data")? {
        let spread: Spread<u64> = spread_wholes(&given, "user_data", count)?;
        all.iter_mut().enumerate().for_each(|(k, unit)| unit.user_data = Some(spread.at(k)));
    }
    if let Some(name) = terms.name("driver")? {
        let driver = named(DRIVERS, &name, "driver")?;
        all.iter_mut().for_each(|unit| unit.driver = Some(driver));
    }
    if let Some(name) = terms.name("fit")? {
        let fit = named(FITS, &name, "fit")?;
        all.iter_mut().for_each(|unit| unit.fit = fit);
    }
    terms.finish()?;
    Ok(all)
}

#[pymethods]
impl World {
    /// Adds units at rest: all, or if one of them is refused none. Returns their handles, uint64.
    ///
    /// `positions`, (n, 2), in metres: free ground. `radius`, in metres, and `max_speed`, in m/s: one number, or one for each; so is
    /// what follows. `acceleration`, m/s², default full speed in half a second; `turn_rate`, rad/s, default 2π; `mass`, default (radius ÷ 0.25 m)²;
    /// `heading`, (2,) or (n, 2), default east; `team`, default 0; `movement_kind`, an index of the world's; `collision_layers`,
    /// `collision_mask`, `yields_to`, bits: whom they are, meet and give way to; `avoidance_radius`, metres; `user_data`, numbers of yours.
    /// `driver`: "world", or "engine" for units that you move with `set_motions`.
    #[pyo3(
        signature = (positions, radius, max_speed, **terms),
        text_signature = "(self, positions, radius, max_speed, *, acceleration=None, turn_rate=None, mass=None, heading=None, team=0, movement_kind=0, collision_layers=1, collision_mask=4294967295, yields_to=0, avoidance_radius=0.0, user_data=0, driver='world')"
    )]
    fn add_units<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        max_speed: &Bound<'py, PyAny>,
        terms: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let at = points(positions, "positions")?;
        let all = definitions(&at, radius, max_speed, Terms::new(terms)?)?;
        Ok(numbers(positions.py(), self.add(&all)?))
    }

    /// Adds one unit, as `add_units` does; `position` is (x, y). Returns its handle.
    #[pyo3(
        signature = (position, radius, max_speed, **terms),
        text_signature = "(self, position, radius, max_speed, *, acceleration=None, turn_rate=None, mass=None, heading=None, team=0, movement_kind=0, collision_layers=1, collision_mask=4294967295, yields_to=0, avoidance_radius=0.0, user_data=0, driver='world')"
    )]
    fn add_unit(
        &self,
        position: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        max_speed: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        let at = [point(position, "position")?];
        let all = definitions(&at, radius, max_speed, Terms::new(terms)?)?;
        Ok(self.add(&all)?.first().copied().map_or(0, number_of))
    }

    /// Removes units: all, or none.
    fn remove_units(&self, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let state = &mut *self.lock()?;
        let mut seen = BTreeSet::new();
        for &unit in &units {
            let known = state.world.unit(unit);
            known.ok_or_else(|| refused(WorldError::StaleUnit { unit }))?;
            if !seen.insert(unit) {
                return Err(refused(WorldError::DuplicateUnit { unit }));
            }
        }
        if !units.is_empty() {
            state.columns.have_other_units();
        }
        units.iter().try_for_each(|&unit| state.world.remove_unit(unit)).map_err(refused)
    }

    /// Changes what is said of units: all, or if one is refused none. What is not said stays. `radius`, `max_speed` and so on are as
    /// in `add_units`; with `fit="move"` those that do not fit any more where they stand are moved, and not refused.
    #[pyo3(
        signature = (units, **terms),
        text_signature = "(self, units, *, radius=None, max_speed=None, acceleration=None, turn_rate=None, mass=None, avoidance_radius=None, team=None, movement_kind=None, collision_layers=None, collision_mask=None, yields_to=None, user_data=None, driver=None, fit='refuse')"
    )]
    fn set_units(
        &self,
        units: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let changes = changes(units.len(), Terms::new(terms)?)?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.set_units(units.into_iter().zip(changes)).map_err(refused)
    }

    /// Says where units are that you move (`driver="engine"`), in metres, and how fast, in m/s; once a tick, before `step`. All or none.
    fn set_motions(
        &self,
        units: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let units = arrays::units(units, "units")?;
        let at = spread_points(positions, "positions", units.len())?;
        let velocities = spread_points(velocities, "velocities", units.len())?;
        let motion = |(k, &unit): (usize, &UnitId)| (unit, at.at(k), velocities.at(k));
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.set_motions(units.iter().enumerate().map(motion)).map_err(refused)
    }

    /// Puts a unit elsewhere, onto free ground; it keeps its order.
    fn teleport(&self, unit: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = point(position, "position")?;
        let [unit] = arrays::units(unit, "unit")?[..] else {
            return Err(refused("unit: one handle is expected"));
        };
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.teleport(unit, at).map_err(refused)
    }

    /// Keeps a number of yours with a unit, an order, an obstacle, an area or a link; it is saved with the world.
    fn set_user_data(&self, object: &Bound<'_, PyAny>, number: Whole) -> PyResult<()> {
        let object = object_of(object)?;
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        state.world.set_user_data(object, number.0).map_err(refused)
    }

    /// The number that you keep with a unit, an order, an obstacle, an area or a link; 0 unless it was set.
    fn user_data_of(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
        let object = object_of(object)?;
        let stale = || refused(WorldError::StaleObject { object });
        self.lock()?.world.user_data(object).ok_or_else(stale)
    }
}

/// What a handle names.
fn object_of(given: &Bound<'_, PyAny>) -> PyResult<hybrid::ObjectId> {
    if let Ok(order) = given.cast::<Order>() {
        return Ok(order.get().0.into());
    }
    if let Ok(obstacle) = given.cast::<Obstacle>() {
        return Ok(obstacle.get().0.into());
    }
    if let Ok(area) = given.cast::<Area>() {
        return Ok(area.get().0.into());
    }
    if let Ok(link) = given.cast::<Link>() {
        return Ok(link.get().0.into());
    }
    match arrays::units(given, "object")?[..] {
        [unit] => Ok(unit.into()),
        _ => Err(refused("object: one handle is expected")),
    }
}

impl World {
    /// Adds all of these units, or none.
    fn add(&self, definitions: &[UnitDefinition]) -> PyResult<Vec<UnitId>> {
        let state = &mut *self.lock()?;
        let at = |k: usize, error: WorldError| match definitions.len() {
            1 => refused(error),
            _ => refused(format!("unit {k}: {error}")),
        };
        for (k, definition) in definitions.iter().enumerate() {
            state.world.check_unit(definition).map_err(|error| at(k, error))?;
        }
        if !definitions.is_empty() {
            state.columns.have_other_units();
        }
        let add = |(k, definition)| state.world.add_unit(definition).map_err(|error| at(k, error));
        definitions.iter().enumerate().map(add).collect()
    }
}
