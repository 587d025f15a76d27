//! Crowds that find their way: **a navmesh plans far, a flow field steers near, one [`World`] joins them.**
//!
//! A [`World`] holds static obstacles, units and orders. A game adds obstacles and units, gives orders
//! ([`World::order`]) and calls [`World::step`] once a tick; it reads positions ([`World::units`]) and what happened
//! ([`World::events`]).
//!
//! ```
//! use hybrid::{Goal, UnitDefinition, World, WorldDefinition, glam::Vec2, navmesh::Bounds};
//!
//! let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
//! let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
//! let wall = [Vec2::new(15.0, 8.0), Vec2::new(16.0, 8.0), Vec2::new(16.0, 24.0), Vec2::new(15.0, 24.0)];
//! world.add_obstacle(&wall)?;
//! let unit = world.add_unit(&UnitDefinition::new(Vec2::new(4.0, 16.0), 0.25, 1.4))?;
//! world.order(&[unit], &Goal::Point(Vec2::new(28.0, 16.0)))?;
//! while !world.unit(unit).is_some_and(|unit| unit.arrived) {
//!     world.step(0.1)?;
//! }
//! # Ok::<(), hybrid::WorldError>(())
//! ```
//!
//! # Conventions
//! Lengths are metres, times seconds, angles radians; x points east, y north; outlines may wind either way. The first
//! axis of every grid is x, row 0 has the least y. A *class* is a pair of a radius and a
//! movement kind: each has a navmesh of its own, whose free area is where the *centre* of a disc of that radius may stand,
//! without the ground that the kind excludes. Of a world with one movement kind class `k` is the `k`-th of the radii in
//! ascending order; those of a second kind follow.
//!
//! # Ground
//! Obstacles may have any form ([`World::add_outline`]) and move ([`World::move_obstacle`]). Areas of other ground
//! ([`World::add_area`]) cost more, or are closed to some movement kinds ([`WorldDefinition::movement_kinds`]); links
//! ([`World::add_link`]) lead where no ground does. Slopes ([`World::set_heights`]) and ground that is shunned
//! ([`World::add_discomfort`]) cost more. Meshes, distance fields and windows see the same of all that; discomfort that
//! passes by itself is seen in windows alone.
//!
//! With the feature `soup`, off by default, `SoupDefinition` makes of the triangles of a level what is walkable, and how high it
//! lies.
//!
//! # Orders
//! An order is a [`Goal`] for some units: a point that they share, a point for each, or a unit that they follow. An
//! [`OrderDefinition`] ([`World::order_with`]) adds way points, a range to stop in, what becomes of those who cannot get
//! there, a [`Formation`] round a point, and a [`Pace`]. An order under way is changed with [`World::move_goal`],
//! [`World::append_goal`] and [`World::join`], and [`World::stop`] takes units from it. What happens to its units is told
//! by [`World::events`].
//!
//! # Time
//! Every step is one tick. Every [`WorldParameters::look_period`] units look who is near, and in the step after that they
//! decide where to go: so no step has to do both, and all take about as long. In the step after a game has changed something
//! they do both. Otherwise they hold their course, and only keep apart.
//!
//! # What a game asks
//! Between two steps: which units are where ([`World::units_in`], [`World::nearest_unit`]), why one goes where it goes
//! ([`World::explain`]), which way it would go if it had another order ([`World::preview`]), and who waits before which
//! narrow way ([`World::passages`]). Obstacles, units and orders carry a number of the game's own
//! ([`World::set_user_data`]); units are put elsewhere by [`World::teleport`], and the whole world by
//! [`World::set_origin`].
//!
//! # Saving
//! [`World::to_bytes`] writes all that decides a world's future, for saved games and for players who join a session in lock
//! step: what [`World::from_bytes`] makes of it goes on with the same bits, whatever threads help either of them (example
//! `lock_step`). Bytes that are cut off, damaged, foreign or newer are refused ([`SnapshotError`]).
//!
//! # Determinism
//! Equal calls in equal order give equal positions, bit for bit, in debug and release and on every platform with IEEE
//! arithmetic, with any number of threads ([`World::state_hash`]): no clocks, no hash-map order, no platform
//! trigonometry; whatever is sorted by a number has the unit's id as second key; threads write to slots of their own.
//!
//! # Threads
//! [`World::step`] shares its work with the threads of an [`Executor`] ([`World::set_executor`]): a [`ThreadPool`] of the
//! world's own, threads that serve a [`TaskQueue`], an engine's, or nobody. With [`WorldParameters::plan_latency`] plans are
//! made beside the steps; without, beside the rest of the step where no unit decides in it.
//!
//! # Memory
//! On plain ground, without areas, heights and links, a crowd that has been on its way to a point for a while takes its steps
//! without allocations, but for a buffer now and then that must become larger. New orders, edits, and ground that is seen for
//! the first time need some.
//!
//! Steps of other worlds need some all along. With 256 units, something was allocated over areas in 23 of 100 steps (2
//! allocations per step on average), over heights in 32 (12), with links in 48 (2), and in 78 (140) where units follow
//! another one: their places move with it. [`World::memory`] tells what a world takes.
//!
//! # Every walk ends
//! For as long as its place stays, a unit is led first by the field of its order and then by a path of its own, never the
//! other way round: the field leads to the nearest place of all units of the order, so that a unit leaves it for good once
//! it is among the places, or does not follow it at all where it ends far from the unit's own place. Led by either, the
//! rest of the unit's way becomes shorter, unless others hold it up, it waits for its turn, or the ground changes. The
//! world measures that rest twice a second: a unit that has come no nearer for 10 s, or has walked 2.5 times its shortest way
//! and 8 m, is told ([`Event::Stuck`]). If it has walked that far, it leaves the field for a path of its own.
//!
//! A new place comes from a call; from an edit; from the unit that an order follows, as it moves on; from passing a way
//! point; from coming near first, which takes a place deeper among those of the order that are left; from a swap of two
//! places of one order that makes both ways together shorter; and from being shut out by units that rest.
//!
//! # Sources
//! The joining of the two layers follows “Hybrid Vector Field Pathfinding” (2012); the crowd cost follows A. Treuille,
//! S. Cooper, Z. Popović, “Continuum Crowds”, SIGGRAPH 2006; contacts follow M. Müller, B. Heidelberger, M. Hennix,
//! J. Ratcliff, “Position Based Dynamics”, 2007, and where a crowd is pressed C. Lacoursière, “Ghosts and Machines”, 2007,
//! and E. Catto, “Iterative Dynamics with Temporal Coherence”, 2005.
#![forbid(unsafe_code)]

pub use flowfield;
pub use glam;
pub use navmesh;

// From the ground up: a module uses only modules above it in this list.
mod base;
mod tasks;
mod saving;
mod terrain;
mod error;
mod parameters;
#[cfg(feature = "soup")]
mod soup;
mod schedule;
mod step_clock;
mod event;
mod ways;
mod bodies;
mod grids;
mod ground;
mod passages;
mod groups;
mod motion;
mod arrival;
mod steering;
mod recording;
mod world;

pub use base::handle::{AreaId, DiscomfortId, LinkId, ObjectId, ObstacleId, OrderId, UnitId};
pub use base::profile::{Counters, Phase, Profile};
pub use base::region::Region;
pub use bodies::activity::Activity;
pub use bodies::change::{Fit, UnitChange};
pub use bodies::formation::{Formation, Front, Pace, Shape};
pub use bodies::order::{Goal, MOST_WAY_POINTS, OrderDefinition, OrderView, Repeat, Unreachable};
pub use bodies::task::Guidance;
pub use bodies::unit::{Driver, UnitDefinition};
pub use bodies::view::Unit;
pub use error::WorldError;
pub use event::{Event, PathLostReason, StuckReason};
pub use grids::walls;
pub use groups::group::GroupView;
pub use parameters::{CLASS_LIMIT, MESH_LIMIT, WindowGoal, WorldDefinition, WorldParameters};
pub use recording::call::Call;
pub use recording::error::{RecordingError, ReplayDifference};
pub use saving::error::SnapshotError;
#[cfg(feature = "soup")]
pub use soup::definition::{FloorChoice, SoupDefinition, UpAxis};
#[cfg(feature = "soup")]
pub use soup::error::SoupError;
#[cfg(feature = "soup")]
pub use soup::report::{FloorOverlap, SoupGround, SoupReport};
pub use step_clock::StepClock;
pub use tasks::executor::{Executor, Task};
pub use tasks::task_queue::TaskQueue;
pub use tasks::thread_pool::ThreadPool;
pub use terrain::discomfort::{Discomfort, DiscomfortError};
pub use terrain::heights::{HeightGrid, HeightGridError};
pub use world::debug_lines::{DebugLayer, DebugLine};
pub use world::explain::explanation::{Explanation, Fallback, FieldReading, PassageReading};
pub use world::explain::passage_view::{PassageUser, PassageView};
pub use world::explain::preview::Preview;
pub use world::memory::Memory;
pub use world::recording::compare::Difference;
pub use world::recording::replay::{RecordedSteps, Recording, Replay};
pub use world::saved_state::SavedState;
pub use world::state::World;
pub use world::views::{AreaView, ObstacleView};

#[cfg(test)]
#[path = "../tests/inside/walled.rs"]
mod walled;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
