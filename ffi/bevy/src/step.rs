//! Steps of the world, and what they tell.

use bevy_ecs::change_detection::{Res, ResMut};
use bevy_ecs::message::MessageWriter;
use bevy_ecs::system::{Local, Query};
use bevy_time::Time;
use hybrid::Event;

use crate::message::{NavEvent, NavRefused};
use crate::unit::{NavDriver, NavMotion, NavUnit};
use crate::world::NavWorld;

/// Lets the time of a fixed update pass.
pub(crate) fn advance(mut nav: ResMut<NavWorld>, time: Res<Time>, mut worlds: Local<u64>) {
    nav.advance(&mut worlds, time.delta());
}

/// A run of a schedule of the game's, in which a step is due.
pub(crate) fn begin(mut nav: ResMut<NavWorld>, mut worlds: Local<u64>) {
    nav.begin(&mut worlds);
}

/// Whether a step is due.
pub(crate) fn is_due(nav: Option<Res<NavWorld>>) -> bool {
    nav.is_some_and(|nav| nav.due() > 0)
}

/// Takes the steps that are due.
pub(crate) fn step(
    mut nav: ResMut<NavWorld>,
    mut units: Query<(&NavUnit, &mut NavMotion)>,
    mut events: MessageWriter<NavEvent>,
    mut refused: MessageWriter<NavRefused>,
) {
    let tick = nav.world().definition().parameters.tick;
    for _ in 0..nav.due() {
        if let Err(error) = nav.world_mut().step(tick) {
            refused.write(NavRefused { entity: None, error });
            return;
        }
        events.write_batch(nav.world().events().iter().filter_map(|event| told(&nav, *event)));
        for (unit, mut motion) in &mut units {
            if let Some(now) = motion.unit_in(&nav).and_then(|id| nav.world().unit(id)) {
                motion.read(&now);
                if unit.driver == NavDriver::Game {
                    motion.previous = motion.position;
                }
            }
        }
    }
}

/// An event with entities, if it is one of an entity.
fn told(nav: &NavWorld, event: Event) -> Option<NavEvent> {
    let order = match event {
        Event::Arrived { order, .. }
        | Event::PassedWayPoint { order, .. }
        | Event::PathLost { order, .. }
        | Event::PathFound { order, .. }
        | Event::Stuck { order, .. } => nav.entity_of_order(order),
        _ => None,
    };
    let blocker = match event {
        Event::Stuck { blocker, .. } => blocker.and_then(|unit| nav.entity_of(unit)),
        _ => None,
    };
    Some(NavEvent { entity: nav.entity_of(event.unit())?, order, blocker, event })
}
