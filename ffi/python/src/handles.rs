//! Handles: what names an order, an obstacle and so on. Units are named by plain numbers, for arrays of them.

use hybrid::{AreaId, DiscomfortId, LinkId, ObstacleId, OrderId};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arrays::{Whole, key, number_of};
use crate::error::refused;

macro_rules! handle {
    ($name:ident, $id:ident, $what:literal, $doc:literal) => {
        #[doc = $doc]
        ///
        /// Handles are equal if their numbers are; they can be keys of a dict. A handle is never used twice in a world.
        #[pyclass(frozen, eq, hash, module = "hybridnav")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) struct $name(pub(crate) $id);

        #[pymethods]
        impl $name {
            #[new]
            fn new(number: Whole) -> PyResult<Self> {
                let stale = || refused(format!("{}: no handle of {}", number.0, $what));
                key(number.0).map(Self).ok_or_else(stale)
            }

            /// The handle as a number; never 0.
            #[getter]
            fn number(&self) -> u64 {
                number_of(self.0)
            }

            fn __int__(&self) -> u64 {
                self.number()
            }

            fn __repr__(&self) -> String {
                format!(concat!(stringify!($name), "({})"), self.number())
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u64,)) {
                (py.get_type::<Self>(), (self.number(),))
            }
        }
    };
}

handle!(
    Order,
    OrderId,
    "an order",
    "An order of a world: what `World.order` and `World.follow` return."
);
handle!(
    Obstacle,
    ObstacleId,
    "an obstacle",
    "An obstacle of a world: what `World.add_obstacle` returns."
);
handle!(Area, AreaId, "an area", "An area of other ground: what `World.add_area` returns.");
handle!(Link, LinkId, "a link", "A link of a world: what `World.add_link` returns.");
handle!(
    Discomfort,
    DiscomfortId,
    "a discomfort",
    "A disc of ground that is shunned: what `World.add_discomfort` returns."
);
