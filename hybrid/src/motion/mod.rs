//! Motion: neighbours, looking ahead, acceleration and turning, contacts, giving way.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod disc;
pub(crate) mod disc_grid;
mod look;
mod sorted;
mod islands;
pub(crate) mod neighbours;
pub(crate) mod touching;
pub(crate) mod saved;
pub(crate) mod drive;
pub(crate) mod engine;
pub(crate) mod headway;
pub(crate) mod avoid;
mod stepping;
mod contact_range;
mod pairs;
mod relaxation;
mod harm;
mod holding;
mod press;
pub(crate) mod batch;
pub(crate) mod contacts;
pub(crate) mod requests;
pub(crate) mod idle;
pub(crate) mod finder;
