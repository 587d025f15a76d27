//! Units arrive, rest, and set off again where they were pushed away.

use crate::bodies::aside::Aside;
use crate::bodies::unit::Body;
use crate::handle::OrderId;
use crate::parameters::WorldParameters;

/// A unit that reaches its place rests there; one that was pushed away sets off again. Gives the order by which it arrives,
/// if it is the first time.
pub(crate) fn settle(body: &mut Body, parameters: &WorldParameters) -> Option<OrderId> {
    let on_ground = body.crossing.is_none();
    let task = body.task.as_mut().filter(|task| on_ground && !task.is_passing())?;
    let distance = body.position.distance(task.place) / body.radius;
    if !task.settled && distance <= parameters.settle_radius {
        (task.settled, body.aside) = (true, Aside::default());
        return (!std::mem::replace(&mut task.arrived, true)).then_some(task.order);
    }
    task.settled &= distance <= AT_ONCE * parameters.return_radius;
    None
}

/// The multiple of the distance from which units at rest return, beyond which they are on their way again.
const AT_ONCE: f32 = 3.0;
