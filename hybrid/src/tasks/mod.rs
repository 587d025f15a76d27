//! Work that other threads may do: who runs it, work that is shared out at once, jobs that are done by a set tick,
//! and work at a set pace.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod executor;
mod blocking;
pub(crate) mod task_queue;
pub(crate) mod thread_pool;
pub(crate) mod parallel;
pub(crate) mod lent;
pub(crate) mod course;
pub(crate) mod job;
pub(crate) mod paced;

#[cfg(test)]
#[path = "../../tests/inside/waiting.rs"]
mod waiting;
