//! Who helps with the work of a world.

use std::ffi::c_void;
use std::sync::Arc;

use hybrid::{Executor, Task, ThreadPool};

use crate::border::{Out, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::WorldHandle;
use crate::registry;
use crate::result::{Failure, ResultCode};

/// Does a task's work; from any thread, once.
pub type RunTask = Option<unsafe extern "C" fn(task: *mut c_void)>;

/// Takes a task.
type Enqueue = unsafe extern "C" fn(run: RunTask, task: *mut c_void, user: *mut c_void);

/// The engine's own task system. Take it from hnavDefaultTaskSystem(), then set the function.
///
/// A task is an offer to help: whatever nobody has begun when a step needs it, the step does itself. So tasks may run late,
/// in any order, on any thread, also at once inside `enqueue`; but each must be run once, sooner or later, or its memory is
/// lost, and none may be thrown away. Results are the same bits, whoever helps. A task may outlive its world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TaskSystem {
    /// Set by hnavDefaultTaskSystem().
    pub struct_size: u32,
    /// How many tasks can run at the same time, beside the thread that steps the world; 0: none are offered.
    pub worker_count: u32,
    /// Takes a task: `run(task)` is to be called once, soon, on any thread. It must return soon, not throw, and not call
    /// the library. From any thread.
    pub enqueue: Option<unsafe extern "C" fn(run: RunTask, task: *mut c_void, user: *mut c_void)>,
    /// Passed on to it.
    pub user: *mut c_void,
    /// As `enqueue`, for urgent tasks: a step is at their work when it offers them, and only who begins soon can help. Where
    /// tasks must wait they should go first. NULL, the default: `enqueue` takes them as well.
    pub enqueue_urgent:
        Option<unsafe extern "C" fn(run: RunTask, task: *mut c_void, user: *mut c_void)>,
}

/// A task system without workers and function.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultTaskSystem() -> TaskSystem {
    let size = size_of::<TaskSystem>() as u32;
    let user = std::ptr::null_mut();
    let system = TaskSystem {
        struct_size: size,
        worker_count: 0,
        enqueue: None,
        user,
        enqueue_urgent: None,
    };
    guarded_or(system, || system)
}

/// The caller's functions as the world wants them.
struct Foreign {
    worker_count: usize,
    enqueue: Enqueue,
    enqueue_urgent: Enqueue,
    user: *mut c_void,
}

// SAFETY: that it may be called from any thread is what our documentation asks of it.
unsafe impl Send for Foreign {}
// SAFETY: as above.
unsafe impl Sync for Foreign {}

impl Executor for Foreign {
    fn worker_count(&self) -> usize {
        self.worker_count
    }

    fn execute(&self, task: Task) {
        let enqueue = if task.is_urgent() { self.enqueue_urgent } else { self.enqueue };
        let task = Box::into_raw(Box::new(task)).cast();
        // SAFETY: the caller's function, called as documented.
        unsafe { enqueue(Some(run), task, self.user) }
    }
}

/// Runs a task and takes it down.
unsafe extern "C" fn run(task: *mut c_void) {
    // SAFETY: the pointer is one that `execute` made; our documentation asks for it once.
    let task = unsafe { Box::from_raw(task.cast::<Task>()) };
    guarded_or((), || task.run());
}

/// Has the engine's task system help with the world's steps, in place of threads of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SetTaskSystem(
    world: WorldHandle,
    system: *const TaskSystem,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer; a TaskSystem starts with its size.
        let system = unsafe { definition(system, "hnavDefaultTaskSystem()")? };
        let Some(enqueue) = system.enqueue else {
            let message = "the function `enqueue` of the task system is NULL: give one";
            return Err(Failure::new(ResultCode::BadPointer, message));
        };
        let worker_count = system.worker_count as usize;
        let enqueue_urgent = system.enqueue_urgent.unwrap_or(enqueue);
        let foreign = Foreign { worker_count, enqueue, enqueue_urgent, user: system.user };
        change_executor(world, Arc::new(foreign))
    })
}

/// Has an executor help with the world's steps. For crates that bring the library to other languages.
pub fn set_executor(world: WorldHandle, executor: Arc<dyn Executor>) -> ResultCode {
    guarded(|| change_executor(world, executor))
}

fn change_executor(world: WorldHandle, executor: Arc<dyn Executor>) -> Result<ResultCode, Failure> {
    registry::change(world, |entry| {
        entry.world.set_executor(Some(executor));
        Ok(ResultCode::Ok)
    })
}

/// Has so many threads of the world's own help with its steps, 0 to 256: they start when there is work for them, and end
/// with the world. With 0 whoever steps the world does everything. A new world has one thread less than the machine has
/// cores, at most 7. Results are the same bits.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SetThreads(world: WorldHandle, worker_count: u32) -> ResultCode {
    guarded(|| {
        if worker_count > 256 {
            let message = format!("{worker_count} threads: give 0 to 256");
            return Err(Failure::new(ResultCode::OutOfRange, message));
        }
        change_executor(world, Arc::new(ThreadPool::new(worker_count as usize)))
    })
}

/// Gets all plans done that are under way, on this thread where nobody else has begun: then no other thread works for the
/// world. They are used when they are due, as ever: results do not change.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_FinishPlans(world: WorldHandle) -> ResultCode {
    guarded(|| {
        registry::change(world, |entry| {
            entry.world.finish_plans();
            Ok(ResultCode::Ok)
        })
    })
}

/// What the last step did, in numbers; but for `waited` they are the same on every machine and with any number of threads.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Counters {
    /// Units in the world.
    pub units: u32,
    /// Groups of units on their way.
    pub groups: u32,
    /// Plans that were asked for.
    pub plans: u32,
    /// Grid cells of their windows.
    pub plan_cells: u32,
    /// Groups that wait for a plan, since others took up the parameter `planCells`.
    pub carried_over: u32,
    /// Distance fields of orders that were asked for.
    pub distance_fields: u32,
    /// Paths that were searched for single units.
    pub searches: u32,
    /// How long the step waited for plans that were due and not ready, or made them itself, in seconds.
    pub waited: f64,
}

/// What the last step did, in numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetCounters(
    world: WorldHandle,
    counters: *mut Counters,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let counters = unsafe { Out::new(counters, "the counters")? };
        registry::read(world, |entry| {
            let of = entry.world.counters();
            counters.write(Counters {
                units: of.units as u32,
                groups: of.groups as u32,
                plans: of.plans as u32,
                plan_cells: of.plan_cells as u32,
                carried_over: of.carried_over as u32,
                distance_fields: of.distance_fields as u32,
                searches: of.searches as u32,
                waited: entry.world.profile().waited,
            });
            Ok(ResultCode::Ok)
        })
    })
}
