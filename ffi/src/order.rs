//! Orders.

use hybrid::Goal;

use crate::border::{Out, items};
use crate::guard::guarded;
use crate::handle::{Handle, OrderHandle, UnitHandle, WorldHandle};
use crate::registry;
use crate::result::ResultCode;
use crate::unit::listed;
use crate::vector::Vec2;

/// Sends units to a point, in metres, in place of the orders they had: all or none. Each gets a place of its own round
/// the goal. `order` gets the order's handle, which events name; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_OrderPoint(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    goal: Vec2,
    order: *mut OrderHandle,
) -> ResultCode {
    guarded(|| {
        let mut unwanted = OrderHandle::default();
        let order = if order.is_null() { &raw mut unwanted } else { order };
        // SAFETY: the caller's pointers; `unwanted` is ours.
        let (units, order) =
            unsafe { (items(units, count)?, Out::new(order, "the new order's handle")?) };
        registry::with(world, |entry| {
            let units = listed(entry, units)?;
            let key = entry.world.order(&units, &Goal::Point(goal.into()))?;
            order.write(OrderHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}
