//! Questions: paths, rays, who is where, and why.

use hybrid::navmesh::{NavMesh, PathEnd, PathOptions, Ray, Search};
use hybrid::{Region, WorldDefinition};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{self, array_of_points, number_of, numbers, point, units};
use crate::error::refused;
use crate::names::{ENTRIES, named};
use crate::orders;
use crate::outlines::rectangle;
use crate::terms::Terms;
use crate::world::{State, World};

/// A way from one point to another.
#[pyclass(frozen, get_all, module = "hybridnav")]
pub(crate) struct Path {
    /// The start, the corners, and the goal, in metres: float32, (n, 2).
    points: Py<PyArray2<f32>>,
    /// Its length over the ground, in metres: without links.
    length: f32,
    /// What it costs: the length, where no ground costs more and there are no links.
    cost: f32,
    /// Whether it leads to the goal, and not only near it.
    reaches_goal: bool,
    /// The indices of the points at which links begin, which lead to the next point.
    links: Vec<usize>,
}

/// A narrow passage, and what happens in it.
#[pyclass(frozen, get_all, module = "hybridnav")]
pub(crate) struct Passage {
    /// The least distance between its walls, in metres.
    width: f32,
    /// How far it is from mouth to mouth, in metres.
    length: f32,
    /// Whether units come from both ends, or did so within the last two seconds.
    is_opposed: bool,
    /// The end from which units go first, 0 or 1, if those from both take turns: the others must wait. Else None.
    turn: Option<usize>,
    /// How long those wait who come to each of its two ends now, in seconds.
    waits: (f32, f32),
    /// The left and the right end of each gate in turn, the two mouths among them, as seen on the way from end 0 to end 1, in
    /// metres: float32, (2 n, 2).
    gates: Py<PyArray2<f32>>,
    /// The units that have it before them, as the next one on their way, or are inside: uint64.
    users: Py<PyArray1<u64>>,
    /// Those of them who must wait before a mouth, or go back out to it, as it is the others' turn: uint64.
    waiting: Py<PyArray1<u64>>,
}

#[pymethods]
impl Passage {
    fn __repr__(&self) -> String {
        format!("<Passage {:.2} m wide>", self.width)
    }
}

/// A way that a unit would go: its points, its length in metres, and how long it takes in seconds.
type Way<'py> = (Bound<'py, PyArray2<f32>>, f32, f32);

#[pymethods]
impl Path {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.points.bind(py).len()
    }

    fn __repr__(&self) -> String {
        format!("<Path of {} m>", self.length)
    }
}

/// The mesh for discs of a radius and a movement kind: of the least class that is not smaller. Staged edits take effect.
fn mesh<'a>(state: &'a mut State, terms: &mut Terms<'_>) -> PyResult<&'a NavMesh> {
    let (radius, kind) = (terms.number("radius", 0.0)?, terms.whole("movement_kind", 0_usize)?);
    state.world.commit().map_err(refused)?;
    let WorldDefinition { class_radii, movement_kinds, .. } = state.world.definition();
    if kind >= movement_kinds.len() {
        let count = movement_kinds.len();
        return Err(refused(format!("movement_kind: {kind}; the world has {count}")));
    }
    let class = class_radii.iter().position(|&known| known >= radius).filter(|_| radius >= 0.0);
    let greatest = class_radii.last().copied().unwrap_or_default();
    let wrong = || {
        refused(format!("radius: {radius} m; 0 to {greatest} m, the largest class, is expected"))
    };
    let class = class.ok_or_else(wrong)? + kind * class_radii.len();
    state.world.mesh(class).ok_or_else(wrong)
}

#[pymethods]
impl World {
    /// The shortest way from one point to another.
    ///
    /// `radius`, in metres, default the smallest class: for whom. `movement_kind`, default 0. `entry`: "crossing" (default), "midpoint",
    /// "portals", or "exact" for the very shortest. With `partial=True` a goal that cannot be reached gives a way to the nearest point
    /// that can.
    #[pyo3(
        signature = (start, goal, **terms),
        text_signature = "(self, start, goal, *, radius=0.0, movement_kind=0, entry='crossing', partial=False)"
    )]
    fn find_path(
        &self,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Path> {
        let mut terms = Terms::new(terms)?;
        let entry = terms.name("entry")?.unwrap_or("crossing".into());
        let mut options = PathOptions::with_entry(named(ENTRIES, &entry, "entry")?);
        options.partial = terms.flag("partial")?;
        let py = start.py();
        let (start, goal) = (point(start, "start")?, point(goal, "goal")?);
        let state = &mut *self.lock()?;
        let mesh = mesh(state, &mut terms)?;
        terms.finish()?;
        let found = mesh.find_path(&mut Search::default(), start, goal, &options);
        let path = found.map_err(refused)?;
        Ok(Path {
            points: array_of_points(py, &path.points)?.unbind(),
            length: path.length,
            cost: path.cost,
            reaches_goal: path.end == PathEnd::Goal,
            links: path.links.iter().map(|link| link.point).collect(),
        })
    }

    /// Where a straight walk from one point to another ends: None if all of the way is free, else the last free point before the
    /// wall.
    #[pyo3(
        signature = (start, end, **terms),
        text_signature = "(self, start, end, *, radius=0.0, movement_kind=0)"
    )]
    fn ray_cast(
        &self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(f32, f32)>> {
        let mut terms = Terms::new(terms)?;
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        let state = &mut *self.lock()?;
        let mesh = mesh(state, &mut terms)?;
        terms.finish()?;
        match mesh.ray_cast(start, end).map_err(refused)? {
            Ray::Clear => Ok(None),
            Ray::Hit { point, .. } => Ok(Some(point.into())),
        }
    }

    /// The free point that is nearest to a point, not farther than `within` metres; None if there is none.
    #[pyo3(
        signature = (at, **terms),
        text_signature = "(self, at, *, within=float('inf'), radius=0.0, movement_kind=0)"
    )]
    fn nearest_point(
        &self,
        at: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(f32, f32)>> {
        let mut terms = Terms::new(terms)?;
        let (at, within) = (point(at, "at")?, terms.number("within", f32::INFINITY)?);
        let state = &mut *self.lock()?;
        let mesh = mesh(state, &mut terms)?;
        terms.finish()?;
        let found = mesh.nearest_point(at, within).map_err(refused)?;
        Ok(found.map(|nearest| nearest.point.into()))
    }

    /// The units whose centres lie in a rectangle, (min x, min y, max x, max y): uint64.
    fn units_in_box<'py>(&self, bounds: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.units_in(bounds.py(), &Region::Box(rectangle(bounds, "bounds")?))
    }

    /// The units whose centres lie in a circle: uint64.
    fn units_in_circle<'py>(
        &self,
        center: &Bound<'py, PyAny>,
        radius: f32,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let py = center.py();
        self.units_in(py, &Region::Circle { center: point(center, "center")?, radius })
    }

    /// The unit nearest to a point, of those of a team if it is said, not farther than `within` metres; None if there is none.
    #[pyo3(signature = (at, within=f32::INFINITY, team=None), text_signature = "(self, at, within=float('inf'), team=None)")]
    fn nearest_unit(
        &self,
        at: &Bound<'_, PyAny>,
        within: f32,
        team: Option<u32>,
    ) -> PyResult<Option<u64>> {
        let at = point(at, "at")?;
        let will_do = |unit: &hybrid::Unit| team.is_none_or(|team| unit.team == team);
        let found = self.lock()?.world.nearest_unit(at, within, will_do).map_err(refused)?;
        Ok(found.map(number_of))
    }

    /// The ways that units would go if they got an order to a goal, as for `order`: a list of (points, length, seconds).
    fn preview<'py>(
        &self,
        units: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Way<'py>>> {
        let py = units.py();
        let (units, goal) = (arrays::units(units, "units")?, orders::goal(goal)?);
        let state = &mut *self.lock()?;
        state.world.commit().map_err(refused)?;
        let ways = state.world.preview(&units, &goal).map_err(refused)?;
        ways.iter()
            .map(|way| Ok((array_of_points(py, &way.path)?, way.length, way.seconds)))
            .collect()
    }

    /// All narrow passages, and who waits where, as of the last step, in an order that depends on where they are alone: a list of
    /// `Passage`. None are known before the first step, those of a large world some steps later.
    fn passages(&self, py: Python<'_>) -> PyResult<Vec<Passage>> {
        let state = self.lock()?;
        let passages = state.world.passages().map(|passage| {
            let gates: Vec<_> = passage.gates().flatten().collect();
            let users = || passage.users.iter();
            let waiting = users().filter(|user| user.must_wait);
            Ok(Passage {
                width: passage.width,
                length: passage.length,
                is_opposed: passage.is_opposed,
                turn: passage.turn,
                waits: passage.waits.into(),
                gates: array_of_points(py, &gates)?.unbind(),
                users: numbers(py, users().map(|user| user.unit)).unbind(),
                waiting: numbers(py, waiting.map(|user| user.unit)).unbind(),
            })
        });
        passages.collect()
    }

    /// Why a unit goes where it goes, as of the last step, in words.
    fn explain(&self, unit: &Bound<'_, PyAny>) -> PyResult<String> {
        match units(unit, "unit")?[..] {
            [unit] => Ok(self.lock()?.world.explain(unit).map_err(refused)?.to_string()),
            _ => Err(refused("unit: one handle is expected")),
        }
    }
}

impl World {
    fn units_in<'py>(
        &self,
        py: Python<'py>,
        region: &Region,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(numbers(py, self.lock()?.world.units_in(region).map_err(refused)?))
    }
}
