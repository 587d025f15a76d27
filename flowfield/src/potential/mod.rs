//! Potentials: the least cost of the way to a goal, from every cell, for given costs of steps.

pub(crate) mod goal;
pub(crate) mod step_costs;
pub(crate) mod quadrant;
pub(crate) mod march;
pub(crate) mod queue;
pub(crate) mod buckets;
pub(crate) mod solution;
