//! Work that other threads may do: who runs it, work that is shared out at once, and jobs that are done by a set tick.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod executor;
pub(crate) mod thread_pool;
pub(crate) mod parallel;
pub(crate) mod job;
