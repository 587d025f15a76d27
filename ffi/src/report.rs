//! What a world says of itself.

use std::ffi::c_char;

use crate::border::{List, Out};
use crate::guard::guarded;
use crate::handle::WorldHandle;
use crate::parameters::WorldParameters;
use crate::registry;
use crate::result::ResultCode;
use crate::world::{MAX_CLASSES, MovementKind, WorldDef};

/// A hash of all units and the number of steps. Worlds that were treated equally have equal hashes on every platform.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetStateHash(world: WorldHandle, hash: *mut u64) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let hash = unsafe { Out::new(hash, "the hash")? };
        registry::read(world, |entry| {
            hash.write(entry.world.state_hash());
            Ok(ResultCode::Ok)
        })
    })
}

/// The size of the text of a phase's name, its final 0 included.
pub const PHASE_NAME_SIZE: usize = 24;

/// A phase of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// Its name, the same in every step, ended by 0.
    pub name: [c_char; PHASE_NAME_SIZE],
    /// How long it took in the last step, in seconds.
    pub seconds: f64,
}

impl Phase {
    fn new(phase: &hybrid::Phase) -> Self {
        let mut name = [0; PHASE_NAME_SIZE];
        for (to, from) in name[..PHASE_NAME_SIZE - 1].iter_mut().zip(phase.name.bytes()) {
            *to = from as c_char;
        }
        Self { name, seconds: phase.seconds }
    }
}

/// Where the time of the last step went, phase by phase; none before the first step. `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`. Clocks are read for this report only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetProfile(
    world: WorldHandle,
    phases: *mut Phase,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let phases = unsafe { List::new(phases, capacity, count)? };
        registry::read(world, |entry| {
            Ok(phases.fill(entry.world.profile().phases.iter().map(Phase::new)))
        })
    })
}

/// How many steps were done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetTickCount(world: WorldHandle, count: *mut u64) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let count = unsafe { Out::new(count, "the place of the count")? };
        registry::read(world, |entry| {
            count.write(entry.world.tick_count());
            Ok(ResultCode::Ok)
        })
    })
}

/// What a world was made from, also one that was loaded: radius classes in ascending order, numbers in place of automatic
/// values. The pointers in it are NULL and their counts 0, see hnavWorld_GetMovementKinds() and hnavWorld_Draw().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetDef(world: WorldHandle, def: *mut WorldDef) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let def = unsafe { Out::new(def, "the definition")? };
        registry::read(world, |entry| {
            let of = entry.world.definition();
            let mut class_radii = [0.0; MAX_CLASSES];
            class_radii.iter_mut().zip(&of.class_radii).for_each(|(to, from)| *to = *from);
            def.write(WorldDef {
                struct_size: size_of::<WorldDef>() as u32,
                class_count: of.class_radii.len() as u32,
                class_radii,
                lower: of.bounds.min.into(),
                upper: of.bounds.max.into(),
                parameters: WorldParameters::new(&of.parameters),
                movement_kinds: std::ptr::null(),
                movement_kind_count: 0,
                walkable: std::ptr::null(),
                walkable_count: 0,
            });
            Ok(ResultCode::Ok)
        })
    })
}

/// The movement kinds of a world, at least one. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetMovementKinds(
    world: WorldHandle,
    kinds: *mut MovementKind,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let kinds = unsafe { List::new(kinds, capacity, count)? };
        registry::read(world, |entry| {
            let of = entry.world.definition().movement_kinds.iter();
            Ok(kinds.fill(of.map(MovementKind::from)))
        })
    })
}

/// The bytes that the parts of a world take, room for more included; what several worlds share counts in each.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Units, their neighbours and what they touch.
    pub units: u64,
    /// The windows of groups, and those kept for the next plans: crowds and fields.
    pub windows: u64,
    /// The distance fields of orders.
    pub distance_fields: u64,
    /// The meshes of all classes.
    pub meshes: u64,
}

/// How much memory a world takes, in bytes. It looks at all parts: not for every tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetMemory(
    world: WorldHandle,
    memory: *mut Memory,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let memory = unsafe { Out::new(memory, "the memory")? };
        registry::read(world, |entry| {
            let of = entry.world.memory();
            memory.write(Memory {
                units: of.units as u64,
                windows: of.windows as u64,
                distance_fields: of.distance_fields as u64,
                meshes: of.meshes as u64,
            });
            Ok(ResultCode::Ok)
        })
    })
}
