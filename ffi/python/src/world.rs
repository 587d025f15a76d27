//! A world: what it is made from, its steps, its state, and its columns.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use hybrid::ThreadPool;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::arrays::{Whole, key};
use crate::columns::Columns;
use crate::definition::{definition, told};
use crate::error::refused;
use crate::event::Event;
use crate::terms::Terms;
use crate::unit::Unit;

/// Ticks between two looks whether somebody has pressed Ctrl-C.
const TICKS_AT_ONCE: u64 = 16;

/// The most threads that may be asked for.
const MOST_THREADS: u64 = 256;

/// A recording that is written into memory.
pub(crate) type Memory = Arc<Mutex<Vec<u8>>>;

/// What a world is behind its lock.
pub(crate) struct State {
    pub(crate) world: hybrid::World,
    /// What the steps of the last call told, each with its tick.
    pub(crate) events: Vec<(u64, hybrid::Event)>,
    pub(crate) columns: Columns,
    pub(crate) recorded: Option<Memory>,
    /// How often obstacles have come, gone or moved, or may have, as a state was restored.
    pub(crate) edits: u64,
}

/// Static obstacles, units and their orders, in a rectangle.
///
/// `World(bounds, radii)`: `bounds` is (min x, min y, max x, max y) in metres, its border is a wall; `radii` are 1 to 8 radius classes in
/// metres: a unit belongs to the least class that is not smaller than its own radius.
///
/// Keywords: `walkable`, a polygon (corners, or any Polygon or MultiPolygon of shapely) whose border is a wall, too;
/// `movement_kinds`, a list of `MovementKind`; `parameters`, a dict of those of `default_parameters()` that shall differ;
/// `pedestrians=True` for the parameters of people in place of those of games.
///
/// Lengths are metres, times seconds, angles radians. Units are named by numbers, which arrays hold; orders, obstacles and so on by
/// objects. A refused call raises `Error` and has changed nothing. One thread at a time calls a world; another is refused.
#[pyclass(frozen, weakref, module = "hybridnav")]
pub(crate) struct World {
    state: Mutex<State>,
}

impl World {
    pub(crate) fn of(world: hybrid::World) -> Self {
        let (events, columns) = (Vec::new(), Columns::default());
        Self { state: Mutex::new(State { world, events, columns, recorded: None, edits: 0 }) }
    }

    /// What is behind the lock.
    pub(crate) fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        self.state.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                refused("the world is at work in another thread: one thread at a time may call it")
            }
            TryLockError::Poisoned(_) => {
                refused("the world is unusable: a fault in the library has interrupted its work")
            }
        })
    }

    fn column(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let State { world, columns, .. } = &mut *self.lock()?;
        columns.view(py, world, name)
    }
}

impl State {
    fn step(&mut self, py: Python<'_>, ticks: u64) -> PyResult<()> {
        let Self { world, events, .. } = self;
        events.clear();
        let mut left = ticks;
        while left > 0 {
            let now = left.min(TICKS_AT_ONCE);
            py.detach(|| {
                let tick = world.definition().parameters.tick;
                (0..now).try_for_each(|_| {
                    world.step(tick)?;
                    let after = world.tick_count();
                    events.extend(world.events().iter().map(|event| (after, *event)));
                    Ok(())
                })
            })
            .map_err(|error: hybrid::WorldError| refused(error))?;
            left -= now;
            py.check_signals()?;
        }
        Ok(())
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (bounds, radii, **terms))]
    fn new(
        bounds: &Bound<'_, PyAny>,
        radii: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let definition = definition(bounds, radii, Terms::new(terms)?)?;
        Ok(Self::of(hybrid::World::new(&definition).map_err(refused)?))
    }

    /// Moves the world on by so many ticks, without the GIL. Columns that were read are filled anew, in place, at the end; `events` has
    /// what happened in all of these ticks. Ctrl-C is seen between ticks.
    #[pyo3(signature = (ticks=Whole(1)), text_signature = "(self, ticks=1)")]
    fn step(&self, py: Python<'_>, ticks: Whole) -> PyResult<()> {
        let state = &mut *self.lock()?;
        state.columns.have_changed();
        let stepped = state.step(py, ticks.0);
        state.columns.refresh(py, &state.world)?;
        stepped
    }

    /// What happened in the ticks of the last `step`, in order.
    #[getter]
    fn events(&self) -> PyResult<Vec<Event>> {
        Ok(self.lock()?.events.iter().map(|(tick, event)| Event::new(*tick, event)).collect())
    }

    /// How many ticks have been stepped.
    #[getter]
    fn tick_count(&self) -> PyResult<u64> {
        Ok(self.lock()?.world.tick_count())
    }

    /// The length of a tick, in seconds.
    #[getter]
    fn tick(&self) -> PyResult<f32> {
        Ok(self.lock()?.world.definition().parameters.tick)
    }

    /// How long the world has gone on, in seconds.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        let world = &self.lock()?.world;
        let tick = world.definition().parameters.tick;
        // Of 0.1 the number that a reader means, not the nearest of 32 bits.
        Ok(world.tick_count() as f64 * tick.to_string().parse().unwrap_or(f64::from(tick)))
    }

    /// (min x, min y, max x, max y), in metres.
    #[getter]
    fn bounds(&self) -> PyResult<(f32, f32, f32, f32)> {
        let bounds = self.lock()?.world.definition().bounds;
        Ok((bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y))
    }

    /// The radii of the classes, ascending, in metres.
    #[getter]
    fn class_radii(&self) -> PyResult<Vec<f32>> {
        Ok(self.lock()?.world.definition().class_radii.clone())
    }

    /// The parameters by their names; automatic values are replaced by the numbers that they stand for.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.lock()?.world.definition().parameters);
        told(py, text)
    }

    /// A number of 64 bits that tells worlds apart: equal worlds that were treated equally have equal ones, on every platform.
    fn state_hash(&self) -> PyResult<u64> {
        Ok(self.lock()?.world.state_hash())
    }

    /// Has so many threads help with steps, 0 for none; results are the same bits. A new world has as many as the machine.
    fn set_threads(&self, count: Whole) -> PyResult<()> {
        if count.0 > MOST_THREADS {
            let count = count.0;
            return Err(refused(format!("{count} threads: at most {MOST_THREADS} are expected")));
        }
        let pool = Arc::new(ThreadPool::new(count.0 as usize));
        self.lock()?.world.set_executor(Some(pool));
        Ok(())
    }

    /// One unit, as it is now.
    fn unit(&self, unit: Whole) -> PyResult<Unit> {
        let found = key(unit.0).and_then(|id| Some(self.lock().ok()?.world.unit(id)));
        let gone = || {
            let number = unit.0;
            refused(format!(
                "{number} names no unit of this world: it has been removed, or comes from another world"
            ))
        };
        found.flatten().map(Unit::from).ok_or_else(gone)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.world.unit_count())
    }

    /// A world without units is not false.
    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(&self, unit: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(Whole(number)) = unit.extract::<Whole>() else { return Ok(false) };
        let state = self.lock()?;
        Ok(key(number).is_some_and(|id| state.world.unit(id).is_some()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let world = &self.lock()?.world;
        let (bounds, units) = (world.definition().bounds, world.unit_count());
        let (min, max, tick) = (bounds.min, bounds.max, world.tick_count());
        Ok(format!("<World {min} to {max}: {units} units, tick {tick}>"))
    }

    /// All that decides the world's future as bytes, for saved games and for workers: `World.from_bytes` makes of it a world that goes on
    /// with the same bits. Handles stay.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.lock()?.world.to_bytes().map_err(refused)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A world from the bytes of `to_bytes`. Bytes that are cut off, damaged, foreign or newer are refused.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Self> {
        Ok(Self::of(hybrid::World::from_bytes(bytes).map_err(refused)?))
    }

    /// A world like this one, which is not recorded.
    fn copy(&self) -> PyResult<Self> {
        Ok(Self::of(self.lock()?.world.clone()))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py)?,)))
    }
}

/// Columns: read-only arrays that the world owns, with a row for each unit; row k of all of them is that of `units[k]`. `step`
/// fills those that were read before anew, in place; after other calls they are filled when a column is read. When units come or
/// go there are new arrays: those that were kept stay as they were.
#[pymethods]
impl World {
    /// Handles, uint64.
    #[getter]
    fn units(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "units")
    }

    /// Where centres are, in metres: float32, (n, 2).
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "positions")
    }

    /// What units really moved in the last tick, in m/s: float32, (n, 2).
    #[getter]
    fn velocities(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "velocities")
    }

    /// Where units want to go, others avoided, in m/s: float32, (n, 2). Units that you move are to move so.
    #[getter]
    fn desired_velocities(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "desired_velocities")
    }

    /// Where units look, unit vectors: float32, (n, 2).
    #[getter]
    fn headings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "headings")
    }

    /// Where units shall come to rest, in metres: float32, (n, 2); NaN without an order.
    #[getter]
    fn places(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "places")
    }

    /// Radii, in metres: float32.
    #[getter]
    fn radii(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "radii")
    }

    /// Greatest speeds, in m/s: float32.
    #[getter]
    fn max_speeds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "max_speeds")
    }

    /// How heavy units are, relative to others: float32.
    #[getter]
    fn masses(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "masses")
    }

    /// Numbers of the units' orders (`Order.number`): uint64, 0 for none.
    #[getter]
    fn orders(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "orders")
    }

    /// Your numbers: uint64.
    #[getter]
    fn user_data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "user_data")
    }

    /// Teams: uint32.
    #[getter]
    fn teams(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "teams")
    }

    /// What units do, indices of `ACTIVITIES`: uint8.
    #[getter]
    fn activities(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "activities")
    }

    /// Which units have arrived, once, since they got their order: bool.
    #[getter]
    fn arrived(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, "arrived")
    }
}
