//! Passages: the narrow ways that groups share, who is on which side of them, and who goes first.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod marks;
pub(crate) mod buckets;
pub(crate) mod area;
pub(crate) mod boundary;
pub(crate) mod walls;
pub(crate) mod screens;
pub(crate) mod gate;
pub(crate) mod looked;
pub(crate) mod posts;
pub(crate) mod passage;
pub(crate) mod chain;
pub(crate) mod finder;
pub(crate) mod close;
pub(crate) mod neighbourhood;
pub(crate) mod crossing;
pub(crate) mod traffic;
pub(crate) mod queue;
pub(crate) mod toll;
pub(crate) mod merge;
pub(crate) mod conduct;
pub(crate) mod waits;
pub(crate) mod map;
mod search;
mod users;
mod saved;
pub(crate) mod network;
pub(crate) mod outlook;

#[cfg(test)]
#[path = "../../tests/inside/passages.rs"]
mod found_anew;
