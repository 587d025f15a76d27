//! The one exception of the package.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

pyo3::create_exception!(
    hybridnav,
    Error,
    PyValueError,
    "What was asked for is refused: the message says what is wrong, where, and what would be right. Nothing has changed then."
);

/// The exception with a message.
pub(crate) fn refused(message: impl Display) -> PyErr {
    Error::new_err(message.to_string())
}
