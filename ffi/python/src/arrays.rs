//! What Python gives, read as numbers, points and handles; and numbers given to Python.

use hybrid::UnitId;
use hybrid::glam::Vec2;
use numpy::{PyArray1, PyArray2, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use slotmap::{Key, KeyData};

use crate::error::refused;

/// Makes an array of anything that NumPy takes as one, of numbers of some kinds (those of `dtype.kind`), cast to a type.
fn array_of<'py>(
    given: &Bound<'py, PyAny>,
    what: &str,
    kinds: &str,
) -> PyResult<(Bound<'py, PyAny>, char)> {
    let py = given.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "asarray"), (given,)).map_err(|error| {
        let is_plain =
            error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py);
        if is_plain { refused(format!("{what}: {}", error.value(py))) } else { error }
    })?;
    let kind: char =
        array.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?.extract()?;
    let size: usize = array.getattr(intern!(py, "size"))?.extract()?;
    if size > 0 && !kinds.contains(kind) {
        let expected = if kinds.contains('f') { "numbers" } else { "whole numbers" };
        let found = array.getattr(intern!(py, "dtype"))?;
        return Err(refused(format!("{what}: an array of {found}; {expected} are expected")));
    }
    Ok((array, kind))
}

fn cast<'py, T: numpy::Element>(
    array: &Bound<'py, PyAny>,
    dtype: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array = array.call_method1(intern!(array.py(), "astype"), (dtype, "C"))?;
    array.extract::<PyReadonlyArrayDyn<'py, T>>()
}

/// Numbers with their shape.
pub(crate) struct Floats {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<f64>,
}

/// Reads an array of numbers.
pub(crate) fn floats(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Floats> {
    let (array, _) = array_of(given, what, "iuf")?;
    let array = cast::<f64>(&array, "float64")?;
    Ok(Floats { shape: array.shape().to_vec(), values: array.as_slice()?.to_vec() })
}

/// Reads whole numbers, 0 or more, with their shape.
pub(crate) fn wholes(given: &Bound<'_, PyAny>, what: &str) -> PyResult<(Vec<usize>, Vec<u64>)> {
    let (array, kind) = array_of(given, what, "iu")?;
    let shape = array.cast::<PyUntypedArray>()?.shape().to_vec();
    if kind == 'u' {
        return Ok((shape, cast::<u64>(&array, "uint64")?.as_slice()?.to_vec()));
    }
    let numbers = cast::<i64>(&array, "int64")?;
    let number = |&number: &i64| {
        u64::try_from(number)
            .map_err(|_| refused(format!("{what}: {number}; whole numbers from 0 on are expected")))
    };
    Ok((shape, numbers.as_slice()?.iter().map(number).collect::<PyResult<_>>()?))
}

/// A whole number, 0 or more.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = given.py();
        if given.is_instance_of::<pyo3::types::PyBool>() {
            return Err(PyTypeError::new_err("a whole number is expected, not a bool"));
        }
        let index = py.import(intern!(py, "operator"))?.getattr(intern!(py, "index"))?;
        let number = index.call1((given,)).map_err(|error| {
            let is_plain = error.is_instance_of::<PyTypeError>(py);
            let shown = given.repr().ok().filter(|_| is_plain);
            shown.map_or(error, |shown| {
                PyTypeError::new_err(format!("a whole number is expected, not {shown}"))
            })
        })?;
        let refused =
            |_| refused(format!("{number}: a whole number from 0 to 2^64 - 1 is expected"));
        number.extract::<u64>().map(Self).map_err(refused)
    }
}

fn shown(shape: &[usize]) -> String {
    match shape {
        [] => "one number".into(),
        [length] => format!("({length},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Reads points: an array of the shape (n, 2).
pub(crate) fn points(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<Vec2>> {
    let Floats { shape, values } = floats(given, what)?;
    match shape[..] {
        [_, 2] | [0] => Ok(pairs(&values)),
        _ => Err(refused(format!(
            "{what}: the shape is {}; (n, 2) is expected, x and y of each point",
            shown(&shape)
        ))),
    }
}

/// Reads one point: an array of the shape (2,).
pub(crate) fn point(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec2> {
    match floats(given, what)? {
        Floats { shape, values } if shape == [2] => Ok(pairs(&values)[0]),
        Floats { shape, .. } => Err(refused(format!(
            "{what}: the shape is {}; (2,) is expected, x and y of a point",
            shown(&shape)
        ))),
    }
}

/// The points whose coordinates follow each other.
pub(crate) fn pairs(values: &[f64]) -> Vec<Vec2> {
    values.chunks_exact(2).map(|pair| Vec2::new(pair[0] as f32, pair[1] as f32)).collect()
}

/// One value for all, or one for each.
pub(crate) enum Spread<T> {
    One(T),
    Each(Vec<T>),
}

impl<T: Copy> Spread<T> {
    pub(crate) fn at(&self, index: usize) -> T {
        match self {
            Self::One(value) => *value,
            Self::Each(values) => values[index],
        }
    }

    fn new(shape: &[usize], values: Vec<T>, what: &str, count: usize) -> PyResult<Self> {
        match (shape, values.first()) {
            ([], Some(&value)) => Ok(Self::One(value)),
            ([length], _) if *length == count => Ok(Self::Each(values)),
            _ => Err(refused(format!(
                "{what}: the shape is {}; one number, or one for each of {count} units is expected",
                shown(shape)
            ))),
        }
    }
}

/// Reads a number, or one for each of so many units.
pub(crate) fn spread_floats(
    given: &Bound<'_, PyAny>,
    what: &str,
    count: usize,
) -> PyResult<Spread<f32>> {
    let Floats { shape, values } = floats(given, what)?;
    Spread::new(&shape, values.into_iter().map(|value| value as f32).collect(), what, count)
}

/// Reads a point, or one for each of so many units.
pub(crate) fn spread_points(
    given: &Bound<'_, PyAny>,
    what: &str,
    count: usize,
) -> PyResult<Spread<Vec2>> {
    let Floats { shape, values } = floats(given, what)?;
    let points = pairs(&values);
    match shape[..] {
        [2] => Spread::new(&[], points, what, count),
        [length, 2] => Spread::new(&[length], points, what, count),
        _ => Err(refused(format!(
            "{what}: the shape is {}; (2,), or ({count}, 2) is expected",
            shown(&shape)
        ))),
    }
}

/// Reads a whole number of a type, or one for each of so many units.
pub(crate) fn spread_wholes<T: Copy + TryFrom<u64>>(
    given: &Bound<'_, PyAny>,
    what: &str,
    count: usize,
) -> PyResult<Spread<T>> {
    let (shape, numbers) = wholes(given, what)?;
    let number =
        |number| T::try_from(number).map_err(|_| refused(format!("{what}: {number} is too large")));
    let numbers = numbers.into_iter().map(number).collect::<PyResult<Vec<T>>>()?;
    Spread::new(&shape, numbers, what, count)
}

/// Reads handles of units: one, or an array of one dimension. Numbers that are no handles of any world become one that is
/// stale.
pub(crate) fn units(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<UnitId>> {
    let (shape, numbers) = wholes(given, what)?;
    if shape.len() > 1 {
        let shape = shown(&shape);
        return Err(refused(format!("{what}: the shape is {shape}; (n,) is expected")));
    }
    numbers
        .iter()
        .map(|&number| {
            key(number).ok_or_else(|| refused(format!("{what}: {number} is no handle of a unit")))
        })
        .collect()
}

/// The handle that a number stands for; `None` if there is none.
pub(crate) fn key<K: Key>(number: u64) -> Option<K> {
    let key = KeyData::from_ffi(number);
    (key.as_ffi() == number).then(|| K::from(key)).filter(|key| !key.is_null())
}

/// The number of a handle; of none 0.
pub(crate) fn number_of<K: Key>(key: K) -> u64 {
    if key.is_null() { 0 } else { key.data().as_ffi() }
}

/// The numbers of handles.
pub(crate) fn numbers<'py, K: Key>(
    py: Python<'py>,
    keys: impl IntoIterator<Item = K>,
) -> Bound<'py, PyArray1<u64>> {
    PyArray1::from_iter(py, keys.into_iter().map(number_of))
}

/// Points as an array of the shape (n, 2).
pub(crate) fn array_of_points<'py>(
    py: Python<'py>,
    points: &[Vec2],
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    use numpy::PyArrayMethods;
    let values: Vec<f32> = points.iter().flat_map(|point| point.to_array()).collect();
    PyArray1::from_vec(py, values).reshape([points.len(), 2])
}
