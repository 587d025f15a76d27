//! Polygons: from arrays and from what says `__geo_interface__` of itself, and as rings.

use hybrid::glam::DVec2;
use hybrid::navmesh::{Bounds, Outline, OutlinePolygon};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrays::{Floats, floats};
use crate::error::refused;

const EXPECTED: &str =
    "corners of the shape (n, 2), or a Polygon or MultiPolygon of shapely or GeoJSON are expected";

/// A polygon: its border and its holes, for Python.
pub(crate) type Rings<'py> = (Bound<'py, PyArray2<f64>>, Vec<Bound<'py, PyArray2<f64>>>);

/// Reads one or several polygons.
pub(crate) fn outline(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Outline> {
    let py = given.py();
    let told = match given.getattr_opt(intern!(py, "__geo_interface__"))? {
        Some(told) => told,
        None => given.clone(),
    };
    let Ok(told) = told.cast::<PyDict>() else {
        return Ok(OutlinePolygon::new(ring(given, what)?, Vec::new()).into());
    };
    let item = |key| told.get_item(key)?.ok_or_else(|| refused(format!("{what}: {EXPECTED}")));
    let kind = item("type")?.to_string();
    let coordinates = item("coordinates")?;
    match kind.as_str() {
        "Polygon" => Ok(polygon(&coordinates, what)?.into()),
        "MultiPolygon" => {
            let parts = coordinates.try_iter()?.map(|part| polygon(&part?, what));
            Ok(parts.collect::<PyResult<Vec<_>>>()?.into_iter().collect())
        }
        _ => Err(refused(format!("{what}: a {kind}; {EXPECTED}"))),
    }
}

fn polygon(rings: &Bound<'_, PyAny>, what: &str) -> PyResult<OutlinePolygon> {
    let mut rings = rings.try_iter()?.map(|each| ring(&each?, what));
    let border = rings.next().unwrap_or_else(|| Ok(Vec::new()))?;
    Ok(OutlinePolygon::new(border, rings.collect::<PyResult<_>>()?))
}

fn ring(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<DVec2>> {
    let Floats { shape, values } = floats(given, what)?;
    match shape[..] {
        [_, 2] | [0] => {
            // What was f32 and what is f64 lie at the same point.
            let at =
                |pair: &[f64]| DVec2::new(f64::from(pair[0] as f32), f64::from(pair[1] as f32));
            Ok(values.chunks_exact(2).map(at).collect())
        }
        _ => Err(refused(format!("{what}: an array of the shape {shape:?}; {EXPECTED}"))),
    }
}

/// Reads a rectangle: (min x, min y, max x, max y).
pub(crate) fn rectangle(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Bounds> {
    let Floats { shape, values } = floats(given, what)?;
    match (shape.as_slice(), &crate::arrays::pairs(&values)[..]) {
        ([4] | [2, 2], &[min, max]) => Ok(Bounds::new(min, max)),
        _ => Err(refused(format!("{what}: (min x, min y, max x, max y) is expected"))),
    }
}

/// Polygons as lists of rings.
pub(crate) fn rings<'py>(py: Python<'py>, outline: &Outline) -> PyResult<Bound<'py, PyList>> {
    let ring = |ring: &[DVec2]| {
        let values: Vec<f64> = ring.iter().flat_map(|at| at.to_array()).collect();
        PyArray1::from_vec(py, values).reshape([ring.len(), 2])
    };
    let polygon = |polygon: &OutlinePolygon| -> PyResult<Rings<'py>> {
        let holes = polygon.holes().map(ring).collect::<PyResult<_>>()?;
        Ok((ring(polygon.border())?, holes))
    };
    PyList::new(py, outline.polygons().iter().map(polygon).collect::<PyResult<Vec<_>>>()?)
}
