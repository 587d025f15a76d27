//! Workers that help with the steps of worlds: each instantiates the module on the memory of the first instance, and serves.

use std::sync::{Arc, LazyLock};

use hnav::handle::WorldHandle;
use hnav::result::ResultCode;
use hybrid::TaskQueue;

static QUEUE: LazyLock<Arc<TaskQueue>> = LazyLock::new(Arc::default);

/// Runs tasks on the calling worker until the queue is closed.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_Serve() {
    QUEUE.serve();
}

/// Returns how many workers serve.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_CountWorkers() -> usize {
    use hybrid::Executor;
    QUEUE.worker_count()
}

/// Has the workers help with the steps of a world.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_ShareSteps(world: WorldHandle) -> ResultCode {
    hnav::task::set_executor(world, QUEUE.clone())
}

/// Lets the workers go.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_CloseQueue() {
    QUEUE.close();
}

/// Tells that a worker has ended by a fault: whoever waits for it does so as well.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_NoteLostWorker() {
    QUEUE.note_lost_thread();
}
