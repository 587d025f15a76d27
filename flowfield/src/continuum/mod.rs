//! Continuum crowds: density → speed → cost → potential → velocity.

pub(crate) mod crowd;
pub(crate) mod parameters;
pub(crate) mod problem;
pub(crate) mod speed;
pub(crate) mod cost;
pub(crate) mod velocity;
pub(crate) mod field;
