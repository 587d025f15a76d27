//! What units are, as columns: arrays of NumPy that the world owns, and fills anew in place.

use hybrid::glam::Vec2;
use hybrid::{Unit, World};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;

use crate::arrays::number_of;
use crate::error::refused;
use crate::names::activity_index;

/// A column: the array that is written, and the view of it that is handed out and only read.
struct Held<A> {
    own: A,
    view: Py<PyAny>,
}

/// A column of numbers.
struct Numbers<T> {
    value: fn(&Unit) -> T,
    held: Option<Held<Py<PyArray1<T>>>>,
}

/// A column of points and directions.
struct Points {
    value: fn(&Unit) -> Vec2,
    held: Option<Held<Py<PyArray2<f32>>>>,
}

fn read_only<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let view = array.call_method0(intern!(py, "view"))?;
    view.call_method1(intern!(py, "setflags"), (false,))?;
    Ok(view)
}

fn in_use<E>(_: E) -> PyErr {
    refused("a column is being read by another library just now: it cannot be written")
}

impl<T: Element + Copy> Numbers<T> {
    fn new(value: fn(&Unit) -> T) -> Self {
        Self { value, held: None }
    }

    fn view(&mut self, py: Python<'_>, units: &[Unit]) -> PyResult<Py<PyAny>> {
        if self.held.is_none() {
            let own = PyArray1::from_iter(py, units.iter().map(self.value));
            let view = read_only(own.as_any())?.unbind();
            self.held = Some(Held { own: own.unbind(), view });
        }
        Ok(self.held.as_ref().map_or_else(|| py.None(), |held| held.view.clone_ref(py)))
    }

    fn fill(&self, py: Python<'_>, units: &[Unit]) -> PyResult<()> {
        let Some(held) = &self.held else { return Ok(()) };
        let mut own = held.own.bind(py).try_readwrite().map_err(in_use)?;
        let value = self.value;
        let row = |(row, unit): (&mut T, &Unit)| *row = value(unit);
        own.as_slice_mut()?.iter_mut().zip(units).for_each(row);
        Ok(())
    }
}

impl Points {
    fn new(value: fn(&Unit) -> Vec2) -> Self {
        Self { value, held: None }
    }

    fn view(&mut self, py: Python<'_>, units: &[Unit]) -> PyResult<Py<PyAny>> {
        if self.held.is_none() {
            let own = PyArray2::<f32>::zeros(py, [units.len(), 2], false);
            let view = read_only(own.as_any())?.unbind();
            self.held = Some(Held { own: own.unbind(), view });
            self.fill(py, units)?;
        }
        Ok(self.held.as_ref().map_or_else(|| py.None(), |held| held.view.clone_ref(py)))
    }

    fn fill(&self, py: Python<'_>, units: &[Unit]) -> PyResult<()> {
        let Some(held) = &self.held else { return Ok(()) };
        let mut own = held.own.bind(py).try_readwrite().map_err(in_use)?;
        let value = self.value;
        let row = |(row, unit): (&mut [f32], &Unit)| row.copy_from_slice(&value(unit).to_array());
        own.as_slice_mut()?.chunks_exact_mut(2).zip(units).for_each(row);
        Ok(())
    }
}

/// The columns of a world.
pub(crate) struct Columns {
    pairs: [(&'static str, Points); 5],
    floats: [(&'static str, Numbers<f32>); 3],
    longs: [(&'static str, Numbers<u64>); 3],
    teams: Numbers<u32>,
    activities: Numbers<u8>,
    arrived: Numbers<bool>,
    /// The units as the columns show them.
    units: Vec<Unit>,
    /// Whether the world has not changed since they were filled.
    is_fresh: bool,
    /// Whether there are the same units as when they were made.
    has_same_units: bool,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            pairs: [
                ("positions", Points::new(|unit| unit.position)),
                ("velocities", Points::new(|unit| unit.velocity)),
                ("desired_velocities", Points::new(|unit| unit.desired_velocity)),
                ("headings", Points::new(|unit| unit.heading)),
                ("places", Points::new(|unit| unit.place.unwrap_or(Vec2::NAN))),
            ],
            floats: [
                ("radii", Numbers::new(|unit| unit.radius)),
                ("max_speeds", Numbers::new(|unit| unit.max_speed)),
                ("masses", Numbers::new(|unit| unit.mass)),
            ],
            longs: [
                ("units", Numbers::new(|unit| number_of(unit.id))),
                ("orders", Numbers::new(|unit| unit.order.map_or(0, number_of))),
                ("user_data", Numbers::new(|unit| unit.user_data)),
            ],
            teams: Numbers::new(|unit| unit.team),
            activities: Numbers::new(|unit| activity_index(unit.activity)),
            arrived: Numbers::new(|unit| unit.arrived),
            units: Vec::new(),
            is_fresh: false,
            has_same_units: false,
        }
    }
}

impl Columns {
    /// What units are has changed: columns are filled anew before they are handed out.
    pub(crate) fn have_changed(&mut self) {
        self.is_fresh = false;
    }

    /// Units have come or gone: arrays that were handed out stay as they are, and columns get others.
    pub(crate) fn have_other_units(&mut self) {
        (self.is_fresh, self.has_same_units) = (false, false);
    }

    /// The world may be another one by now: columns get other arrays unless their rows are of the same units.
    pub(crate) fn may_have_other_units(&mut self, world: &World) {
        let rows = self.units.iter().map(|unit| unit.id);
        if rows.eq(world.units().map(|unit| unit.id)) {
            self.have_changed();
        } else {
            self.have_other_units();
        }
    }

    /// Fills those that were asked for once.
    pub(crate) fn refresh(&mut self, py: Python<'_>, world: &World) -> PyResult<()> {
        if self.is_fresh {
            return Ok(());
        }
        if !self.has_same_units {
            self.forget();
            self.has_same_units = true;
        } else if !self.has_any() {
            return Ok(());
        }
        self.units.clear();
        self.units.extend(world.units());
        let units = &self.units;
        self.pairs.iter().try_for_each(|(_, column)| column.fill(py, units))?;
        self.floats.iter().try_for_each(|(_, column)| column.fill(py, units))?;
        self.longs.iter().try_for_each(|(_, column)| column.fill(py, units))?;
        self.teams.fill(py, units)?;
        self.activities.fill(py, units)?;
        self.arrived.fill(py, units)?;
        self.is_fresh = true;
        Ok(())
    }

    fn has_any(&self) -> bool {
        self.pairs.iter().any(|(_, column)| column.held.is_some())
            || self.floats.iter().any(|(_, column)| column.held.is_some())
            || self.longs.iter().any(|(_, column)| column.held.is_some())
            || self.teams.held.is_some()
            || self.activities.held.is_some()
            || self.arrived.held.is_some()
    }

    fn forget(&mut self) {
        self.pairs.iter_mut().for_each(|(_, column)| column.held = None);
        self.floats.iter_mut().for_each(|(_, column)| column.held = None);
        self.longs.iter_mut().for_each(|(_, column)| column.held = None);
        (self.teams.held, self.activities.held, self.arrived.held) = (None, None, None);
    }

    /// A column, as it is now.
    pub(crate) fn view(
        &mut self,
        py: Python<'_>,
        world: &World,
        name: &str,
    ) -> PyResult<Py<PyAny>> {
        self.refresh(py, world)?;
        if !self.is_fresh {
            self.units.clear();
            self.units.extend(world.units());
            self.is_fresh = true;
        }
        let units = &self.units;
        if let Some((_, column)) = self.pairs.iter_mut().find(|(known, _)| *known == name) {
            return column.view(py, units);
        }
        if let Some((_, column)) = self.floats.iter_mut().find(|(known, _)| *known == name) {
            return column.view(py, units);
        }
        if let Some((_, column)) = self.longs.iter_mut().find(|(known, _)| *known == name) {
            return column.view(py, units);
        }
        match name {
            "teams" => self.teams.view(py, units),
            "activities" => self.activities.view(py, units),
            _ => self.arrived.view(py, units),
        }
    }
}
