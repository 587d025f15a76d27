//! Keyword arguments of calls that have many.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::Whole;
use crate::error::refused;

/// Keyword arguments that nobody has taken yet. None stands for what was not given.
pub(crate) struct Terms<'py> {
    given: Option<Bound<'py, PyDict>>,
    known: Vec<&'static str>,
}

impl<'py> Terms<'py> {
    /// A copy of what was given.
    pub(crate) fn new(given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let given = given.map(|given| given.copy()).transpose()?;
        Ok(Self { given, known: Vec::new() })
    }

    /// Takes an argument, if it was given.
    pub(crate) fn take(&mut self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.push(name);
        let Some(given) = &self.given else { return Ok(None) };
        let Some(value) = given.get_item(name)? else { return Ok(None) };
        given.del_item(name)?;
        Ok(Some(value).filter(|value| !value.is_none()))
    }

    /// Takes an argument that is a name.
    pub(crate) fn name(&mut self, name: &'static str) -> PyResult<Option<String>> {
        let wrong = |_| PyTypeError::new_err(format!("{name}: a str is expected"));
        let given = self.take(name)?;
        given.map(|given| given.extract::<String>().map_err(wrong)).transpose()
    }

    /// Takes an argument that is a number.
    pub(crate) fn number(&mut self, name: &'static str, default: f32) -> PyResult<f32> {
        let wrong = |_| PyTypeError::new_err(format!("{name}: a number is expected"));
        self.take(name)?.map_or(Ok(default), |given| given.extract::<f32>().map_err(wrong))
    }

    /// Takes an argument that is a whole number of a type.
    pub(crate) fn whole<T: TryFrom<u64>>(&mut self, name: &'static str, default: T) -> PyResult<T> {
        let Some(given) = self.take(name)? else { return Ok(default) };
        let Whole(number) = given.extract()?;
        T::try_from(number).map_err(|_| refused(format!("{name}: {number} is too large")))
    }

    /// Takes an argument that is true or false.
    pub(crate) fn flag(&mut self, name: &'static str) -> PyResult<bool> {
        let wrong = |_| PyTypeError::new_err(format!("{name}: True or False is expected"));
        self.take(name)?.map_or(Ok(false), |given| given.extract::<bool>().map_err(wrong))
    }

    /// Refuses what is left.
    pub(crate) fn finish(self) -> PyResult<()> {
        let Some(given) = self.given.filter(|given| !given.is_empty()) else { return Ok(()) };
        let (left, known) = (given.keys(), self.known.join(", "));
        let message = format!("unexpected keyword arguments: {left}; there are {known}");
        Err(PyTypeError::new_err(message))
    }
}
