//! Legs of units that others follow: who follows may arrive once for each.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::{Activity, OrderId, Unit, World};

/// The share of its greatest speed above which a unit walks, whatever it is said to do.
const WALKS: f32 = 0.25;

/// The legs of the units that orders follow, counted.
#[derive(Default)]
pub(super) struct Legs {
    of: BTreeMap<OrderId, Leg>,
}

struct Leg {
    /// Whether it is said to be on its way.
    goes: bool,
    walks: bool,
    /// Where the unit was when it came to rest, and where it belongs.
    rested: Vec2,
    place: Vec2,
    number: u32,
}

fn goes(unit: &Unit) -> bool {
    !matches!(unit.activity, Activity::Idle | Activity::Resting | Activity::Holding)
}

impl Legs {
    /// Looks at the units that are followed, after a step.
    pub(super) fn look(&mut self, world: &World) {
        for id in world.orders() {
            let target = world.order_view(id).and_then(|order| order.target);
            let Some(unit) = target.and_then(|target| world.unit(target)) else { continue };
            let (goes, at) = (goes(&unit), unit.position);
            let walks = goes || unit.velocity.length() > WALKS * unit.max_speed;
            let place = unit.place.unwrap_or(at);
            let new = Leg { goes, walks, rested: at, place, number: 0 };
            let leg = self.of.entry(id).or_insert(new);
            // One that is pushed somewhere else is there without a walk.
            let is_pushed = !walks && !leg.walks && leg.rested.distance(at) > unit.radius;
            // And so is one that gives its place up and stays where it was pushed.
            let is_placed = leg.place.distance(place) > unit.radius;
            let is_new = (goes && !leg.goes) || (walks && !leg.walks) || is_pushed || is_placed;
            leg.number += u32::from(is_new);
            leg.place = place;
            if is_pushed || (leg.walks && !walks) {
                leg.rested = at;
            }
            (leg.goes, leg.walks) = (goes, walks);
        }
    }

    /// Returns the number of the leg of the unit that an order follows; 0 if it follows none.
    pub(super) fn number(&self, order: OrderId) -> u32 {
        self.of.get(&order).map_or(0, |leg| leg.number)
    }
}
