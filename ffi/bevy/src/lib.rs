//! Crowds that find their way, for [Bevy](https://bevy.org): units, obstacles and orders of
//! [hybridnav](https://docs.rs/hybridnav) as components.
//!
//! Insert a [`NavWorld`], add the [`HybridNavPlugin`], spawn entities with a [`NavUnit`] or a [`NavObstacle`], and send them with
//! [`nav_order`](NavOrderCommands::nav_order). The readme begins with a whole game of forty lines; `examples/siege` is
//! a larger one.
//!
//! # Time
//! The world has ticks of a fixed length ([`WorldParameters::tick`](hybrid::WorldParameters::tick), 0.1 s by default). It
//! steps in those runs of [`FixedUpdate`](bevy_app::FixedUpdate) in which its tick is due, whatever the timestep of
//! [`Time<Fixed>`](bevy_time::Fixed) is, and [`Transform`](bevy_transform::components::Transform)s are interpolated between
//! the last two steps, once a frame.
//!
//! # Both ways
//! What a game changes of its components reaches the world before its next step: [`NavUnit`], [`NavObstacle`], [`NavOrder`],
//! [`NavOrdered`], and the places of transforms. The world's motion comes back as [`NavMotion`] and as the transforms of units.
//! An entity that is despawned, or loses its component, leaves the world at once.
//!
//! # What is refused
//! Nothing here panics on what a game says. What the world refuses has no effect, and is told as [`NavRefused`], in the world's
//! words.
#![forbid(unsafe_code)]

pub use hybrid;

// From the ground up: a module uses only modules above it in this list.
mod plane;
mod message;
mod world;
mod unit;
mod obstacle;
mod order;
mod sync_obstacles;
mod sync_units;
mod sync_orders;
mod step;
mod interpolate;
mod debug;
#[cfg(feature = "gizmos")]
mod gizmos;
mod plugin;

pub use debug::{NavDebug, NavLine};
#[cfg(feature = "gizmos")]
pub use gizmos::NavGizmosPlugin;
pub use message::{NavEvent, NavRefused};
pub use obstacle::NavObstacle;
pub use order::{NavGoal, NavOrder, NavOrderCommands, NavOrderUnits, NavOrdered};
pub use plane::NavPlane;
pub use plugin::{HybridNavPlugin, HybridNavSchedulePlugin, NavSystems};
pub use unit::{NavDriver, NavMotion, NavUnit};
pub use world::NavWorld;

/// What most games use.
pub mod prelude {
    #[cfg(feature = "gizmos")]
    pub use crate::NavGizmosPlugin;
    pub use crate::{
        HybridNavPlugin, NavDebug, NavDriver, NavEvent, NavGoal, NavMotion, NavObstacle, NavOrder,
        NavOrderCommands, NavOrderUnits, NavOrdered, NavPlane, NavRefused, NavSystems, NavUnit,
        NavWorld,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
