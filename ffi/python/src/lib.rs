//! hybridnav for Python: the crate `hybridnav` behind classes of Python, with columns of units as NumPy arrays.

use pyo3::prelude::*;

// From the ground up: a module uses only modules above it in this list.
mod error;
mod arrays;
mod names;
mod handles;
mod outlines;
mod terms;
mod definition;
mod event;
mod unit;
mod columns;
mod world;
mod saved_state;
mod ground;
mod crowd;
mod orders;
mod queries;
mod recording;
mod scenes;

/// The part of the package that is written in Rust.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<error::Error>())?;
    module.add("ACTIVITIES", names::activity_names(module.py())?)?;
    module.add_class::<world::World>()?;
    module.add_class::<definition::MovementKind>()?;
    module.add_class::<event::Event>()?;
    module.add_class::<unit::Unit>()?;
    module.add_class::<queries::Path>()?;
    module.add_class::<queries::Passage>()?;
    module.add_class::<handles::Order>()?;
    module.add_class::<handles::Obstacle>()?;
    module.add_class::<handles::Area>()?;
    module.add_class::<handles::Link>()?;
    module.add_class::<handles::Discomfort>()?;
    module.add_class::<saved_state::SavedState>()?;
    module.add_class::<recording::Replay>()?;
    module.add_class::<scenes::Scene>()?;
    module.add_class::<scenes::Run>()?;
    module.add_function(wrap_pyfunction!(scenes::scenes, module)?)?;
    module.add_function(wrap_pyfunction!(definition::default_parameters, module)?)
}
