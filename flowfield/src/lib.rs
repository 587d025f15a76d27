//! Flow fields on a uniform grid: how a group flows to its goal, round walls and through a moving crowd.
//!
//! A *continuum field* turns where one can walk ([`Steps`]), what the ground is like ([`Terrain`]), who
//! moves where ([`Crowd`]), how much all that matters ([`CostParameters`]) and where to go ([`Goal`]s)
//! into two fields over a [`Frame`]:
//!
//! ```text
//! discs ──> density, mean velocity ──> speed, cost of a step ──> potential ──> velocity ──> sample
//!           Crowd                      towards each direction    FlowField
//! ```
//!
//! Everyone of the group then follows the same field: [`FlowField::sample`] at one's place gives the
//! desired velocity as a fraction of one's own free speed. Nothing here knows units, groups or meshes.
//!
//! The *classic* fields are simpler: tiles, whole steps, and a unit vector for every tile
//! ([`VectorField`]). They share frame, steps, terrain and sampling with the continuum.
//!
//! | field | distances | directions |
//! |---|---|---|
//! | [`FlowField`] | [`Potential`]: metres of free travel, by costs that differ by direction | down the upwind gradient, as fast as crowd and slope allow |
//! | [`HeatMap::solve`] | steps, by a wavefront | [`VectorField::set_gradient`] |
//! | [`HeatMap::solve_terrain`] | steps and penalties, by integer buckets | [`VectorField::set_descent`] to the best of eight |
//! | [`WeightedField`] | steps; weights by a callback | to the best of eight, by distance + weight |
//! | [`HeightField`] | steps, dearer at cliffs | to the best of eight, never over a cliff |
//!
//! Whatever changes at run time — a wall, mud, the crowd — the next solve sees: each begins anew, in
//! buffers that are kept.
//!
//! # Pictures
//!
//! Drawn by `cargo run --release -- fields`. Colours are distances, near to far from dark to bright; arrows
//! are the field; dark cells are blocked.
//!
//! | | |
//! |---|---|
//! | Continuum: round a standing crowd, through two gaps ![continuum](../../../flowfield/pictures/continuum.png) | Continuum: a hill to be climbed, a fire to be avoided ![slopes](../../../flowfield/pictures/slopes.png) |
//! | Heat map and its gradient; in the row of the goal the field behind the wall points into it ![heat map](../../../flowfield/pictures/heat_map.png) | The cure: subdivided once, four goal tiles ![heat map, cured](../../../flowfield/pictures/heat_map_cured.png) |
//! | Weights: of ways as long the one with fewer bushes ![weights](../../../flowfield/pictures/weights.png) | Heights: up the ramp, not over the cliff ![heights](../../../flowfield/pictures/heights.png) |
//! | Terrain: mud costs more, water is blocked ![terrain](../../../flowfield/pictures/terrain.png) | |
//!
//! # Conventions
//!
//! * Lengths are metres, speeds metres a second; x points east, y points north (up).
//! * All frames of a world with one cell size lie on one *lattice*: lattice cell `(i, j)` covers
//!   `[i, i + 1) × [j, j + 1)` cells. A window that moves keeps its cells' centres, bit for bit.
//! * Grids are row-major; row 0 has the least y. A cell is named by its column and row in the frame
//!   (`UVec2`) or by its index, `row · width + column`.
//! * Walls stand on *steps*: each of a cell's four steps ([`Direction`]) is open or closed; a blocked
//!   cell has none open.
//! * The potential is in metres of *free travel*: what one could walk in the same time and effort if
//!   nobody stood in the way. It is infinite where no goal can be reached.
//! * Only `+ − × ÷` and `√` touch the results, so they are the same on every platform.
//!
//! # Sources
//!
//! * Adrien Treuille, Seth Cooper, Zoran Popović: *Continuum Crowds*, SIGGRAPH 2006 (density, mean
//!   velocity, the speed that depends on direction, the unit cost, the potential).
//! * James A. Sethian: *Fast Marching Methods*, SIAM Review 41 (2), 1999 (the upwind solution in one
//!   pass with a heap).
//! * Moersch and Hamilton: *Hybrid Vector Field Pathfinding* (a field around a group below a path on a
//!   navmesh; linear fall-off of the density; α, β).
//! * Robert B. Dial: *Algorithm 360*, 1969, and Dimitri P. Bertsekas, 1993 (buckets; label correction).
//! * Sidney Durant: *Understanding Goal-Based Vector Field Pathfinding*, 2013, and the sources named at
//!   the other classic fields.
//!
//! Where they pick, per axis, the neighbour with the least potential + cost, this crate takes the
//! least of all four quadrants: with costs that differ by direction only that is a minimum, and the
//! same, bit for bit, whatever the order of visits.
//!
//! # Example
//!
//! ```
//! use flowfield::glam::{IVec2, UVec2, Vec2};
//! use flowfield::{CostParameters, Crowd, Disc, FlowField, Frame, Goal, Problem, Steps};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let frame = Frame::new(IVec2::ZERO, UVec2::new(32, 16), 0.5)?;
//! let mut steps = Steps::open(frame);
//! steps.set_open(frame.index_of(UVec2::new(20, 8)), false)?;
//!
//! let mut crowd = Crowd::new(frame);
//! for y in [3.0, 4.0, 5.0] {
//!     crowd.add(Disc { position: Vec2::new(6.0, y), velocity: Vec2::ZERO, influence: 1.2 })?;
//! }
//!
//! let mut field = FlowField::new(frame);
//! field.solve(&Problem {
//!     steps: &steps,
//!     terrain: None,
//!     crowd: &crowd,
//!     free_speed: 1.4,
//!     parameters: &CostParameters::default(),
//!     goals: &[Goal { cell: UVec2::new(31, 8), start: 0.0 }],
//!     sampled: None,
//! })?;
//!
//! let here = Vec2::new(1.0, 4.25);
//! let velocity = 1.4 * field.sample(here).ok_or("no way from here")?;
//! assert!(velocity.x > 0.0);
//! assert!(field.potential_at(here) > Some(14.0)); // 14.75 m away as the crow flies
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod tolerances;
mod lattice;
mod potential;
mod continuum;
mod classic;

pub use glam;

pub use classic::heat_map::{HeatMap, HeatMapError};
pub use classic::heights::{HeightError, HeightField};
pub use classic::vector_field::VectorField;
pub use classic::weighted::{WeightError, WeightedField};
pub use continuum::crowd::{Crowd, CrowdError, CrowdOptions, Disc, DiscError, FallOff, Prediction};
pub use continuum::field::FlowField;
pub use continuum::parameters::{CostParameters, ParameterError, SlopeSpeeds};
pub use continuum::problem::{Problem, SolveError, Toll};
pub use lattice::direction::Direction;
pub use lattice::frame::{Frame, FrameError};
pub use lattice::grid::Grid;
pub use lattice::steps::{Steps, StepsError};
pub use lattice::terrain::{Terrain, TerrainError};
pub use potential::goal::{Goal, GoalError};
pub use potential::solution::Potential;
pub use potential::step_costs::{StepCostError, StepCosts};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
