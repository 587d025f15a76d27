//! Worlds: made, stepped, destroyed.

use hybrid::navmesh::{Bounds, KindCosts};
use hybrid::{CLASS_LIMIT, MESH_LIMIT, World, WorldDefinition};

use crate::border::{Out, definition, items, polygons};
use crate::guard::{guarded, guarded_or};
use crate::handle::WorldHandle;
use crate::parameters::WorldParameters;
use crate::registry;
use crate::result::{Failure, ResultCode, code_of_number};
use crate::vector::{Polygon, Vec2};

/// The most radius classes of a world.
pub const MAX_CLASSES: usize = 8;

const _: () = assert!(MAX_CLASSES == CLASS_LIMIT);

/// What a world is made from. Take it from hnavDefaultWorldDef(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WorldDef {
    /// Set by hnavDefaultWorldDef().
    pub struct_size: u32,
    /// How many radius classes there are: 1 to HNAV_MAX_CLASSES. Each costs a navmesh.
    pub class_count: u32,
    /// The radius classes, in metres: different numbers above 0, in any order. A unit belongs to the least class that
    /// is not smaller than its own radius.
    pub class_radii: [f32; MAX_CLASSES],
    /// The world's south-western corner, in metres. The border of the world is a wall.
    pub lower: Vec2,
    /// The world's north-eastern corner, in metres.
    pub upper: Vec2,
    /// Everything that can be tuned.
    pub parameters: WorldParameters,
    /// The movement kinds of units, `movementKindCount` of them; NULL with a count of 0 (the default): one, to which all
    /// ground costs what its area says. Each pair of a radius class and a movement kind costs a navmesh, at most 32.
    pub movement_kinds: *const MovementKind,
    /// See `movementKinds`.
    pub movement_kind_count: u32,
    /// What is walkable within the bounds: polygons, `walkableCount` of them, whose borders are walls; NULL with a count of 0
    /// (the default): all of it.
    pub walkable: *const Polygon,
    /// See `walkable`; at most HNAV_MAX_OUTLINE_POINTS.
    pub walkable_count: u32,
}

/// How many kinds of ground and links there are.
pub const MOVEMENT_KIND_FACTORS: usize = 16;

/// How units of a movement kind see the kinds of ground and of links. All 1 by hnavDefaultMovementKind().
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MovementKind {
    /// By which factor each kind is dearer: 0.1 or more; infinite: they cannot enter it.
    pub factors: [f32; MOVEMENT_KIND_FACTORS],
    /// By which factor, 0.001 to 1, they are slower on each kind of ground. Where it is less than 1 and the factor of the
    /// cost is 1, that is the inverse: ways take the least time.
    pub speeds: [f32; MOVEMENT_KIND_FACTORS],
}

impl MovementKind {
    fn translated(&self) -> Result<KindCosts, Failure> {
        let mut costs = KindCosts::default();
        for (kind, &factor) in self.factors.iter().enumerate() {
            let changed = if factor == f32::INFINITY {
                costs.without(kind as u8)
            } else {
                costs.with_factor(kind as u8, factor)
            };
            costs =
                changed.map_err(|error| Failure::new(code_of_number(factor), error.to_string()))?;
            let speed = self.speeds[kind];
            if speed != 1.0 {
                let slowed = costs.with_speed(kind as u8, speed);
                costs = slowed
                    .and_then(|slowed| match factor {
                        1.0 => Ok(slowed),
                        f32::INFINITY => slowed.without(kind as u8),
                        _ => slowed.with_factor(kind as u8, factor),
                    })
                    .map_err(|error| Failure::new(code_of_number(speed), error.to_string()))?;
            }
        }
        Ok(costs)
    }
}

impl From<&KindCosts> for MovementKind {
    fn from(costs: &KindCosts) -> Self {
        Self {
            factors: std::array::from_fn(|kind| costs.factor(kind as u8)),
            speeds: std::array::from_fn(|kind| costs.speed(kind as u8)),
        }
    }
}

/// A movement kind to which all ground costs what its area says.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultMovementKind() -> MovementKind {
    let plain = MovementKind {
        factors: [1.0; MOVEMENT_KIND_FACTORS],
        speeds: [1.0; MOVEMENT_KIND_FACTORS],
    };
    guarded_or(plain, || plain)
}

/// The definition of a world between two corners, in metres, with everything else as it is best for most games. The
/// radii are copied; where they are wrong, hnavCreateWorld() says how.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavDefaultWorldDef(
    lower: Vec2,
    upper: Vec2,
    class_radii: *const f32,
    class_count: u32,
) -> WorldDef {
    let nothing = WorldDef {
        struct_size: 0,
        class_count: 0,
        class_radii: [0.0; MAX_CLASSES],
        lower,
        upper,
        parameters: WorldParameters::default(),
        movement_kinds: std::ptr::null(),
        movement_kind_count: 0,
        walkable: std::ptr::null(),
        walkable_count: 0,
    };
    guarded_or(nothing, move || {
        let mut def = nothing;
        def.struct_size = size_of::<WorldDef>() as u32;
        def.parameters = WorldParameters::new(&hybrid::WorldParameters::default());
        // SAFETY: the caller's array, of which only the first radii are looked at.
        if let Ok(radii) = unsafe { items(class_radii, class_count.min(MAX_CLASSES as u32)) } {
            def.class_radii[..radii.len()].copy_from_slice(radii);
            def.class_count = class_count;
        }
        def
    })
}

/// Makes a world without obstacles and units. Destroy it with hnavDestroyWorld().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavCreateWorld(
    def: *const WorldDef,
    world: *mut WorldHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a WorldDef starts with its size.
        let (def, world) = unsafe {
            (definition(def, "hnavDefaultWorldDef()")?, Out::new(world, "the new world's handle")?)
        };
        // SAFETY: the caller's arrays, named in the definition.
        let definition = unsafe { translated(&def)? };
        world.write(registry::insert(World::new(&definition)?)?);
        Ok(ResultCode::Ok)
    })
}

/// More are refused, so that a wild count is not read.
const MOST_KINDS: u32 = MESH_LIMIT as u32 + 1;

/// # Safety
/// The arrays that the definition names are the caller's.
unsafe fn translated(def: &WorldDef) -> Result<WorldDefinition, Failure> {
    // SAFETY: our contract.
    let (kinds, walkable) = unsafe {
        let kinds = items(def.movement_kinds, def.movement_kind_count.min(MOST_KINDS))?;
        (kinds, polygons(def.walkable, def.walkable_count)?)
    };
    let walkable = (def.walkable_count > 0).then_some(walkable);
    let count = def.class_count as usize;
    let radii = def.class_radii.get(..count).filter(|radii| !radii.is_empty()).ok_or_else(|| {
        let message = match count {
            0 => format!("no radius classes: give between 1 and {MAX_CLASSES}, by a pointer that is not NULL"),
            _ => format!("{count} radius classes: give between 1 and {MAX_CLASSES}"),
        };
        Failure::new(ResultCode::OutOfRange, message)
    })?;
    let bounds = Bounds::new(def.lower.into(), def.upper.into());
    let parameters = def.parameters.translated()?;
    let plain = WorldDefinition::new(bounds, radii.to_vec());
    let movement_kinds = match kinds {
        [] => plain.movement_kinds.clone(),
        kinds => kinds.iter().map(MovementKind::translated).collect::<Result<_, _>>()?,
    };
    Ok(WorldDefinition { parameters, movement_kinds, walkable, ..plain })
}

/// Destroys a world with all that is in it; its handles are stale from then on.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDestroyWorld(world: WorldHandle) -> ResultCode {
    guarded(|| registry::remove(world).map(|()| ResultCode::Ok))
}

/// Whether a handle names a world: it is not null, and the world has not been destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_IsValid(world: WorldHandle) -> bool {
    guarded_or(false, || registry::contains(world))
}

/// Moves the world on by one tick. `seconds` must be the `tick` of its parameters.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_Step(world: WorldHandle, seconds: f32) -> ResultCode {
    guarded(|| {
        registry::change(world, |entry| {
            entry.world.step(seconds)?;
            Ok(ResultCode::Ok)
        })
    })
}
