//! Units of a formation that have arrived turn to its front, and stay so.

use slotmap::SlotMap;

use crate::base::handle::{OrderId, UnitId};
use crate::base::tolerances::STILL;
use crate::bodies::order::Order;
use crate::bodies::unit::{Body, Driver};
use crate::motion::drive::turned;

/// Turns the units of formations that rest at their places, within their turn rates, unless they step aside or return.
pub(crate) fn face(bodies: &mut SlotMap<UnitId, Body>, orders: &SlotMap<OrderId, Order>) {
    if orders.values().all(|order| order.formed.is_none()) {
        return;
    }
    let stands = |body: &&mut Body| {
        body.driver == Driver::World && body.crossing.is_none() && body.desired.length() <= STILL
    };
    for body in bodies.values_mut().filter(stands) {
        let Some(task) = body.task.as_ref().filter(|task| task.settled) else { continue };
        let formed = orders.get(task.order).and_then(|order| order.formed.as_ref());
        if let Some(formed) = formed {
            body.heading = turned(body.heading, formed.facing, body.turn);
        }
    }
}
