//! What games change of units, as calls of the world.

use bevy_ecs::change_detection::{DetectChanges, Ref, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::system::Query;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use hybrid::{UnitId, WorldError};

use crate::message::NavRefused;
use crate::plane::{bits, inward};
use crate::unit::{NavDriver, NavMotion, NavUnit};
use crate::world::NavWorld;

/// Adds units that are new, and takes over what has changed of the others and where the game has put them.
pub(crate) fn sync_units(
    mut nav: ResMut<NavWorld>,
    mut units: Query<(Entity, Ref<NavUnit>, &Transform, &mut NavMotion)>,
    mut refused: MessageWriter<NavRefused>,
) {
    let nav = &mut *nav;
    let plane = nav.plane();
    let mut refuse = |entity, error| {
        refused.write(NavRefused { entity: Some(entity), error });
    };
    for (entity, unit, transform, mut motion) in &mut units {
        let at = plane.flatten(transform.translation);
        let Some(id) = motion.unit_in(nav) else {
            let is_new = motion.refused != Some(bits(at)) || motion.serial != nav.serial();
            if is_new || unit.is_changed() {
                let added = add(nav, &unit, transform, entity, &mut motion);
                added.unwrap_or_else(|error| refuse(entity, error));
            }
            continue;
        };
        let is_moved = bits(at) != bits(motion.shown);
        if unit.is_changed() && !unit.is_added() {
            let changed = nav.world_mut().set_unit(id, &unit.change());
            changed.unwrap_or_else(|error| refuse(entity, error));
        }
        match unit.driver {
            NavDriver::Game => {
                let told = tell(nav, id, at, &mut motion);
                told.unwrap_or_else(|error| refuse(entity, error));
            }
            NavDriver::World if is_moved && !motion.goes_back => {
                match nav.world_mut().teleport(id, inward(at)) {
                    Ok(()) => {
                        let heading = motion.heading;
                        motion.place(at, heading);
                    }
                    Err(error) => {
                        motion.goes_back = true;
                        refuse(entity, error);
                    }
                }
            }
            NavDriver::World => {}
        }
    }
}

/// Adds a unit where its transform is.
fn add(
    nav: &mut NavWorld,
    unit: &NavUnit,
    transform: &Transform,
    entity: Entity,
    motion: &mut NavMotion,
) -> Result<(), WorldError> {
    let plane = nav.plane();
    let at = plane.flatten(transform.translation);
    let heading = plane.heading(transform.rotation);
    *motion = NavMotion { serial: nav.serial(), ..NavMotion::default() };
    motion.place(at, heading);
    motion.refused = Some(bits(at));
    motion.unit = Some(nav.world_mut().add_unit(&unit.definition(at, heading, entity))?);
    motion.refused = None;
    nav.note_unit();
    Ok(())
}

/// Tells the world where a unit is that the game moves; what was refused is told anew when it has moved.
fn tell(
    nav: &mut NavWorld,
    id: UnitId,
    at: Vec2,
    motion: &mut NavMotion,
) -> Result<(), WorldError> {
    if motion.refused == Some(bits(at)) {
        return Ok(());
    }
    let tick = nav.world().definition().parameters.tick;
    motion.refused = Some(bits(at));
    nav.world_mut().set_motion(id, inward(at), inward((at - motion.shown) / tick))?;
    (motion.refused, motion.shown) = (None, at);
    Ok(())
}
