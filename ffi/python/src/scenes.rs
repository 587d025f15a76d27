//! Scenes that are built in, and those that are read from files.

use std::ops::ControlFlow;

use headless::scenes::built_in;
use headless::scenes::loaded::{LoadedScene, load};
use headless::scenes::settings::Settings;
use headless::scorecard::judge;
use headless::scoring::runner::{Progress, RunOptions, run_watched};
use headless::scoring::stage::Stage;
use hybrid::ObstacleId;
use hybrid::navmesh::Outline;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrays::Whole;
use crate::definition::{text_of, told};
use crate::error::refused;
use crate::ground::walkable;
use crate::outlines::rings;
use crate::terms::Terms;
use crate::world::World;

/// Ticks between two looks whether somebody has pressed Ctrl-C.
const TICKS_AT_ONCE: u32 = 16;

/// The built-in scenes: names, and a line about each.
#[pyfunction]
pub(crate) fn scenes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let scenes = PyDict::new(py);
    built_in::ALL.iter().try_for_each(|scene| scenes.set_item(scene.name, scene.about))?;
    Ok(scenes)
}

/// A world, its units, and what is asked of them: one of `scenes()` by its name, or a scene file by its path.
///
/// Keywords are the scene's settings and parameters of its world: `Scene("door", width_cm=100, pedestrians=True)`.
#[pyclass(frozen, module = "hybridnav")]
pub(crate) struct Scene {
    loaded: LoadedScene,
}

#[pymethods]
impl Scene {
    #[new]
    #[pyo3(signature = (scene, **settings))]
    fn new(scene: &Bound<'_, PyAny>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let py = scene.py();
        let name = py.import(intern!(py, "os"))?.call_method1(intern!(py, "fspath"), (scene,))?;
        let name: String = name.extract()?;
        let mut arguments = Vec::new();
        for (key, value) in settings.into_iter().flatten() {
            let key = key.to_string();
            arguments.push(format!("{key}={}", text_of(&value, &key)?));
        }
        let settings = Settings::parse(&arguments).map_err(refused)?;
        Ok(Self { loaded: load(&name, settings).map_err(refused)? })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.scene.name
    }

    /// A line about it.
    #[getter]
    fn about(&self) -> &str {
        &self.loaded.scene.about
    }

    /// How many arrangements it has.
    #[getter]
    fn arrangements(&self) -> u64 {
        self.loaded.arrangements()
    }

    /// All of it, as a scene file has it: a dict.
    fn definition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, serde_json::to_string(&self.loaded.scene))
    }

    /// Its world before the first tick: obstacles, units and their first orders. What the scene changes on the way you have to do yourself.
    #[pyo3(signature = (arrangement=Whole(0)), text_signature = "(self, arrangement=0)")]
    fn world(&self, arrangement: Whole) -> PyResult<World> {
        self.check(arrangement.0)?;
        Ok(World::of(Stage::new(&self.loaded, arrangement.0).map_err(refused)?.world))
    }

    /// Runs it to its end, without the GIL.
    ///
    /// `arrangement`, default 0; `ticks`: the most, instead of the scene's own number; `every`: positions are kept every so many ticks,
    /// default 1; 0: none; `threads`: how many threads help, by default as many as the machine has.
    #[pyo3(
        signature = (**terms),
        text_signature = "(self, *, arrangement=0, ticks=None, every=1, threads=None)"
    )]
    fn run(&self, py: Python<'_>, terms: Option<&Bound<'_, PyDict>>) -> PyResult<Run> {
        let mut terms = Terms::new(terms)?;
        let arrangement = terms.whole("arrangement", 0_u64)?;
        let every = terms.whole("every", 1_u32)?;
        let limit = |most: u64, given: u64| if given > most { None } else { Some(given) };
        let ticks = terms.whole("ticks", u64::MAX)?;
        let threads = terms.whole("threads", u64::MAX)?;
        let options = RunOptions {
            arrangement,
            ticks: limit(u64::from(u32::MAX), ticks).map(|ticks| ticks as u32),
            threads: limit(256, threads).map(|threads| threads as usize),
            ..RunOptions::default()
        };
        terms.finish()?;
        self.check(arrangement)?;
        self.watched(py, options, every)
    }
}

impl Scene {
    fn check(&self, arrangement: u64) -> PyResult<()> {
        let all = self.loaded.arrangements();
        if arrangement < all {
            return Ok(());
        }
        let last = all - 1;
        let wrong = format!("arrangement: {arrangement}; a number from 0 to {last} is expected");
        Err(refused(wrong))
    }

    fn watched(&self, py: Python<'_>, options: RunOptions, every: u32) -> PyResult<Run> {
        let mut run = Run::new(&self.loaded, every);
        let mut stopped = Ok(());
        let mut watch = |stage: &Stage, now: Progress| {
            if now.tick.is_multiple_of(TICKS_AT_ONCE) {
                stopped = Python::attach(|py| py.check_signals());
            }
            if stopped.is_ok() {
                stopped = run.watch(stage, now.tick);
            }
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = py.detach(|| run_watched(&self.loaded, options, &mut watch));
        stopped?;
        let mut cards = [outcome.map_err(refused)?.card];
        judge(&mut cards, &self.loaded.scene.expect);
        run.scorecard = serde_json::to_string(&cards[0]).map_err(refused)?;
        Ok(run)
    }
}

/// What a run of a scene leaves behind: its scorecard, and where everybody was.
#[pyclass(frozen, module = "hybridnav")]
pub(crate) struct Run {
    scorecard: String,
    tick: f32,
    every: u32,
    frames: Vec<u64>,
    unit_count: usize,
    positions: Vec<f32>,
    headings: Vec<f32>,
    radii: Vec<f32>,
    /// What is walkable, from which frame on.
    areas: Vec<(usize, Outline)>,
    obstacles: Vec<ObstacleId>,
}

impl Run {
    fn new(loaded: &LoadedScene, every: u32) -> Self {
        Self {
            scorecard: String::new(),
            tick: loaded.scene.world.tick,
            every,
            frames: Vec::new(),
            unit_count: loaded.scene.unit_count(),
            positions: Vec::new(),
            headings: Vec::new(),
            radii: Vec::new(),
            areas: Vec::new(),
            obstacles: Vec::new(),
        }
    }

    /// Keeps where everybody is.
    fn watch(&mut self, stage: &Stage, tick: u32) -> PyResult<()> {
        if self.every == 0 || !tick.is_multiple_of(self.every) {
            return Ok(());
        }
        if !stage.world.obstacles().eq(self.obstacles.iter().copied()) || self.areas.is_empty() {
            self.obstacles = stage.world.obstacles().collect();
            self.areas.push((self.frames.len(), walkable(&stage.world, 0.0)?));
        }
        self.frames.push(u64::from(tick));
        let units = stage.units.iter().filter_map(|&unit| stage.world.unit(unit));
        for unit in units {
            self.positions.extend(unit.position.to_array());
            self.headings.extend(unit.heading.to_array());
            if self.frames.len() == 1 {
                self.radii.push(unit.radius);
            }
        }
        Ok(())
    }

    fn shaped<'py>(&self, py: Python<'py>, values: &[f32]) -> PyResult<Bound<'py, PyArray3<f32>>> {
        PyArray1::from_slice(py, values).reshape([self.frames.len(), self.unit_count, 2])
    }
}

#[pymethods]
impl Run {
    /// The scores: a dict with the keys that `headless run SCENE --json` prints. `expect_failed` lists what the scene expects and did not get.
    #[getter]
    fn scorecard<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, Ok(self.scorecard.clone()))
    }

    /// The ticks in which positions were kept: uint64, from 0, before the first step.
    #[getter]
    fn ticks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &self.frames)
    }

    /// How many frames there are in a second.
    #[getter]
    fn frame_rate(&self) -> f64 {
        let tick: f64 = self.tick.to_string().parse().unwrap_or(f64::from(self.tick));
        // Of 0.1 s exactly 10.
        (1e6 / (tick * f64::from(self.every.max(1)))).round() / 1e6
    }

    /// Where everybody was, in metres: a new array, float32, (frames, units, 2).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        self.shaped(py, &self.positions)
    }

    /// Where everybody looked, unit vectors: a new array, float32, (frames, units, 2).
    #[getter]
    fn headings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        self.shaped(py, &self.headings)
    }

    /// The units' radii, in metres: float32.
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.radii)
    }

    /// What was walkable: a list of (frame, polygons), from which frame on, and as `World.walkable_area` has it.
    #[getter]
    fn walkable_areas<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyList>)>> {
        self.areas.iter().map(|(frame, area)| Ok((*frame, rings(py, area)?))).collect()
    }
}
