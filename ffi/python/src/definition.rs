//! What worlds are made from.

use hybrid::navmesh::KindCosts;
use hybrid::{WorldDefinition, WorldParameters};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Floats, Whole, floats};
use crate::error::refused;
use crate::outlines::{outline, rectangle};
use crate::terms::Terms;

/// What the kinds of ground and of links mean to some units: which they cannot enter, what the others cost them, and how fast
/// they are there.
///
/// Kinds are numbers from 0 to 15; ground in no area is of kind 0. `excludes` lists those that are walls; `speeds` has
/// factors of the speed, 0.001 to 1, by kind, and makes ways there so much dearer; `factors` has factors of the cost, at
/// least 0.1, by kind.
#[pyclass(frozen, module = "hybridnav")]
#[derive(Clone, Copy)]
pub(crate) struct MovementKind(KindCosts);

#[pymethods]
impl MovementKind {
    #[new]
    #[pyo3(signature = (*, excludes=None, factors=None, speeds=None))]
    fn new(
        excludes: Option<Vec<Whole>>,
        factors: Option<&Bound<'_, PyDict>>,
        speeds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let kind = |Whole(kind)| u8::try_from(kind).unwrap_or(u8::MAX);
        let mut costs = KindCosts::default();
        for (number, speed) in speeds.into_iter().flatten() {
            let number = kind(number.extract::<Whole>()?);
            costs = costs.with_speed(number, speed.extract()?).map_err(refused)?;
        }
        for (number, factor) in factors.into_iter().flatten() {
            let number = kind(number.extract::<Whole>()?);
            costs = costs.with_factor(number, factor.extract()?).map_err(refused)?;
        }
        for number in excludes.into_iter().flatten() {
            costs = costs.without(kind(number)).map_err(refused)?;
        }
        Ok(Self(costs))
    }
}

/// The parameters of a world by their names, with their defaults; or those of people.
#[pyfunction]
#[pyo3(signature = (*, pedestrians=false))]
pub(crate) fn default_parameters(py: Python<'_>, pedestrians: bool) -> PyResult<Bound<'_, PyAny>> {
    let defaults =
        if pedestrians { WorldParameters::pedestrians() } else { WorldParameters::default() };
    told(py, serde_json::to_string(&defaults))
}

/// What a text in JSON says, for Python.
pub(crate) fn told(
    py: Python<'_>,
    text: Result<String, serde_json::Error>,
) -> PyResult<Bound<'_, PyAny>> {
    let text = text.map_err(refused)?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,))
}

/// A text in JSON of what Python gives: numbers of NumPy are numbers.
pub(crate) fn text_of(given: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let py = given.py();
    let terms = PyDict::new(py);
    terms.set_item("allow_nan", false)?;
    terms.set_item("default", py.get_type::<pyo3::types::PyFloat>())?;
    let dumps = py.import(intern!(py, "json"))?.getattr(intern!(py, "dumps"))?;
    let text = dumps.call((given,), Some(&terms)).map_err(|error| {
        let is_plain =
            error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py);
        if is_plain { refused(format!("{what}: {}", error.value(py))) } else { error }
    })?;
    text.extract()
}

/// Reads a definition: bounds, radii, and what else may be said.
pub(crate) fn definition(
    bounds: &Bound<'_, PyAny>,
    radii: &Bound<'_, PyAny>,
    mut terms: Terms<'_>,
) -> PyResult<WorldDefinition> {
    let Floats { shape, values } = floats(radii, "radii")?;
    if shape.len() > 1 {
        return Err(refused("radii: a number, or a list of numbers is expected"));
    }
    let radii = values.iter().map(|&radius| radius as f32).collect();
    let mut definition = WorldDefinition::new(rectangle(bounds, "bounds")?, radii);
    let walkable = terms.take("walkable")?;
    definition.walkable = walkable.map(|given| outline(&given, "walkable")).transpose()?;
    if let Some(kinds) = terms.take("movement_kinds")? {
        let kind = |kind: PyResult<Bound<'_, PyAny>>| {
            let wrong =
                |_| PyTypeError::new_err("movement_kinds: a list of MovementKind is expected");
            Ok(kind?.cast::<MovementKind>().map_err(wrong)?.get().0)
        };
        definition.movement_kinds = kinds.try_iter()?.map(kind).collect::<PyResult<_>>()?;
    }
    if let Some(given) = terms.take("parameters")? {
        let text = text_of(&given, "parameters")?;
        let wrong = |error| refused(format!("parameters: {error}"));
        definition.parameters = serde_json::from_str(&text).map_err(wrong)?;
    }
    if terms.flag("pedestrians")? {
        headless::scenes::settings::become_people(&mut definition.parameters);
    }
    terms.finish()?;
    Ok(definition)
}
