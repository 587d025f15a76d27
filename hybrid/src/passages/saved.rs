//! Passages as they are written: numbered in their order, so that equal worlds are equal bytes, however they came to be so.

use serde::{Deserialize, Serialize};

use super::passage::Passage;
use super::queue::Queue;
use super::traffic::Traffic;
use super::users::PassageUsers;

/// All that decides what happens in passages. Where their gates are, and what a finder knows, follows from the rest.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedPassages {
    pub(super) all: Vec<Passage>,
    pub(super) traffic: Vec<Traffic>,
    pub(super) queues: Vec<Queue>,
    pub(super) version: u64,
    pub(super) due: Option<u64>,
    pub(super) near: PassageUsers,
    pub(super) bound: PassageUsers,
}
