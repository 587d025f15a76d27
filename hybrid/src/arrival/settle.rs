//! Units arrive, rest, and set off again where they were pushed away.

use slotmap::SlotMap;

use crate::base::handle::UnitId;
use crate::bodies::aside::Aside;
use crate::bodies::task::Assignment;
use crate::bodies::unit::Body;
use crate::event::Event;
use crate::parameters::WorldParameters;

/// Units that reach their places rest there, and arrive if it is the first time; units that were pushed away set off
/// again.
pub(crate) fn settle(
    bodies: &mut SlotMap<UnitId, Body>,
    parameters: &WorldParameters,
    events: &mut Vec<Event>,
) {
    for (unit, body) in bodies {
        let on_ground = body.crossing.is_none();
        let at_end = |task: &&mut Box<Assignment>| on_ground && !task.is_passing();
        let Some(task) = body.task.as_mut().filter(at_end) else { continue };
        let distance = body.position.distance(task.place) / body.radius;
        if !task.settled && distance <= parameters.settle_radius {
            (task.settled, body.aside) = (true, Aside::default());
            if !std::mem::replace(&mut task.arrived, true) {
                events.push(Event::Arrived { unit, order: task.order });
            }
        } else if task.settled && distance > AT_ONCE * parameters.return_radius {
            task.settled = false;
        }
    }
}

/// Takes back that units have arrived, as events say from an index on, where they have swapped their places since: they are on
/// their way again.
pub(crate) fn take_back(bodies: &mut SlotMap<UnitId, Body>, events: &mut Vec<Event>, from: usize) {
    let mut at = from;
    while let Some(event) = events.get(at) {
        let task = bodies[event.unit()].task.as_mut();
        match task.filter(|task| !task.settled) {
            Some(task) => {
                task.arrived = false;
                events.remove(at);
            }
            None => at += 1,
        }
    }
}

/// The multiple of the distance from which units at rest return, beyond which they are on their way again.
const AT_ONCE: f32 = 3.0;
