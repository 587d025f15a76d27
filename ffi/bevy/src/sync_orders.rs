//! What games change of orders, as calls of the world.

use bevy_ecs::change_detection::{DetectChanges, Ref, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::{With, Without};
use bevy_ecs::relationship::RelationshipTarget;
use bevy_ecs::system::{Commands, Query};
use hybrid::{Goal, UnitId, WorldError};

use crate::message::NavRefused;
use crate::order::{NavGoal, NavOrder, NavOrderState, NavOrderUnits};
use crate::plane::inward;
use crate::unit::NavMotion;
use crate::world::NavWorld;

type Found<'a> = (Entity, Ref<'a, NavOrder>, Ref<'a, NavOrderUnits>, &'a mut NavOrderState);

/// Gives orders that are new, and those anew that have changed or whose units have.
pub(crate) fn sync_orders(
    mut nav: ResMut<NavWorld>,
    mut orders: Query<Found, With<NavOrderUnits>>,
    units: Query<&NavMotion>,
    left: Query<(Entity, &NavOrderState), Without<NavOrderUnits>>,
    mut commands: Commands,
    mut refused: MessageWriter<NavRefused>,
) {
    let nav = &mut *nav;
    let has_new_units = nav.take_new_units();
    for (entity, _) in left.iter().filter(|(_, state)| state.has_ended) {
        commands.entity(entity).try_despawn();
    }
    for (entity, order, members, mut state) in &mut orders {
        let is_known = state.serial == nav.serial();
        if is_known && !order.is_changed() && !members.is_changed() && !has_new_units {
            continue;
        }
        if !is_known {
            *state = NavOrderState { serial: nav.serial(), ..NavOrderState::default() };
        }
        let known = |member: Entity| units.get(member).ok()?.unit_in(nav);
        let ids: Vec<UnitId> = members.iter().filter_map(known).collect();
        let told = state.told.as_ref();
        if ids.is_empty() || told.is_some_and(|(before, whom)| *before == *order && *whom == ids) {
            continue;
        }
        let target = match order.goal {
            NavGoal::Unit(target) => known(target).unwrap_or_default(),
            _ => UnitId::default(),
        };
        let given = give(nav, &mut state, &order, &ids, target);
        state.told = Some(((*order).clone(), ids));
        if let Err(error) = given {
            refused.write(NavRefused { entity: Some(entity), error });
        } else if let Some(id) = state.order {
            // It refuses nothing but stale handles, and this one is new.
            let _ = nav.world_mut().set_user_data(id, entity.to_bits());
        }
    }
}

/// Gives an order, moves its goal, or lets units join it.
fn give(
    nav: &mut NavWorld,
    state: &mut NavOrderState,
    order: &NavOrder,
    ids: &[UnitId],
    target: UnitId,
) -> Result<(), WorldError> {
    let world = nav.world_mut();
    let running = state.order.filter(|&id| world.order_view(id).is_some());
    if let (Some(running), Some((before, whom))) = (running, &state.told) {
        if whom == ids
            && let Some(goal) = order.goal_moved_from(before)
        {
            return world.move_goal(running, inward(goal));
        }
        let is_one_for_all = !matches!(order.goal, NavGoal::Each(_));
        if *before == *order && is_one_for_all {
            let has = |id: &&UnitId| world.unit(**id).and_then(|unit| unit.order) == Some(running);
            let joining: Vec<UnitId> = ids.iter().filter(|id| !has(id)).copied().collect();
            return if joining.is_empty() { Ok(()) } else { world.join(running, &joining) };
        }
        if *before == *order && ids.iter().all(|id| whom.contains(id)) {
            // Some have left; the others keep their points.
            return Ok(());
        }
    }
    let goal = match &order.goal {
        NavGoal::Point(point) => Goal::Point(inward(*point)),
        NavGoal::Each(points) => Goal::Each(points.iter().copied().map(inward).collect()),
        NavGoal::Unit(_) => Goal::Unit(target),
    };
    state.order = Some(world.order_with(ids, &order.definition(goal))?);
    Ok(())
}
