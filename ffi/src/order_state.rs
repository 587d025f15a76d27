//! Orders are read.

use hybrid::{OrderId, OrderView};

use crate::border::{List, Out};
use crate::formation::{Front, Pace, Shape};
use crate::guard::guarded;
use crate::handle::{Handle, OrderHandle, UnitHandle, WorldHandle};
use crate::order::{GoalKind, Repeat, Unreachable};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::stamp::Stamps;
use crate::vector::Vec2;

/// What can be read of an order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct OrderState {
    /// What its goal is.
    pub goal_kind: GoalKind,
    /// The point that its units share, in metres; of a unit that they follow, where it was last seen; (0, 0) if they have
    /// goals of their own.
    pub goal: Vec2,
    /// The unit that they follow; none (all zero) if they follow none.
    pub target: UnitHandle,
    /// How many way points it has, see hnavWorld_GetWayPoints().
    pub way_point_count: u32,
    /// The index of the first of them, as in events: those before it are forgotten, see hnavWorld_AppendGoal().
    pub first_way_point: u32,
    /// How near its units go, in metres.
    pub range: f32,
    /// What becomes of units that cannot get there.
    pub unreachable: Unreachable,
    /// Whether its units go on after the goal.
    pub repeat: Repeat,
    /// How the places of its units lie round its goal; see hnavWorld_GetOffsets().
    pub shape: Shape,
    /// Where the front of its formation is, and its units look when they are there: a unit vector; (0, 0) without a formation.
    pub facing: Vec2,
    /// How far neighbouring units of the formation are apart at least, in metres; 0 without a formation.
    pub spacing: f32,
    /// Who stands in front in the formation.
    pub front: Front,
    /// How fast its units go.
    pub pace: Pace,
    /// Whether its units exchange goals of their own.
    pub exchange: bool,
    /// How many units have it, see hnavWorld_GetOrderUnits(): at least 1.
    pub unit_count: u32,
}

impl OrderState {
    fn new(order: &OrderView<'_>, stamps: &Stamps) -> Self {
        Self {
            goal_kind: match (order.goal, order.target) {
                (None, _) => GoalKind::Each,
                (_, Some(_)) => GoalKind::Unit,
                _ => GoalKind::Point,
            },
            goal: order.goal.unwrap_or_default().into(),
            target: order
                .target
                .map_or_else(UnitHandle::default, |key| UnitHandle::new(key, stamps)),
            way_point_count: order.way_points.len() as u32,
            first_way_point: order.first_way_point,
            range: order.range,
            unreachable: match order.unreachable {
                hybrid::Unreachable::Stop => Unreachable::Stop,
                hybrid::Unreachable::Nearest => Unreachable::Nearest,
            },
            repeat: match order.repeat {
                hybrid::Repeat::Once => Repeat::Once,
                hybrid::Repeat::Loop => Repeat::Loop,
                hybrid::Repeat::ToAndFro => Repeat::ToAndFro,
            },
            shape: order.formation.map_or(Shape::None, Shape::of),
            facing: order.facing.unwrap_or_default().into(),
            spacing: order.formation.map_or(0.0, |formation| formation.spacing),
            front: order.formation.map_or(Front::Largest, Front::of),
            pace: Pace::of(order),
            exchange: order.exchange,
            unit_count: order.unit_count as u32,
        }
    }
}

/// What an order is like now. An order without units is forgotten, and its handle stale.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOrder(
    world: WorldHandle,
    order: OrderHandle,
    state: *mut OrderState,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let state = unsafe { Out::new(state, "the order's state")? };
        registry::read(world, |entry| {
            state.write(OrderState::new(&known(entry, order)?, &entry.stamps));
            Ok(ResultCode::Ok)
        })
    })
}

/// The way points of an order, in metres, those included that its units have passed since the game last appended a goal. `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetWayPoints(
    world: WorldHandle,
    order: OrderHandle,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let points = unsafe { List::new(points, capacity, count)? };
        registry::read(world, |entry| {
            let order = known(entry, order)?;
            Ok(points.fill(order.way_points.iter().map(|&point| point.into())))
        })
    })
}

/// The units that have an order, in the order of hnavWorld_GetUnits(). `count` gets their number, see
/// hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOrderUnits(
    world: WorldHandle,
    order: OrderHandle,
    units: *mut UnitHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let units = unsafe { List::new(units, capacity, count)? };
        registry::read(world, |entry| {
            let order = known(entry, order)?;
            let keys = entry.world.units_of(order.id);
            let handles = keys.map(|key| UnitHandle::new(key, &entry.stamps));
            Ok(units.fill_up(order.unit_count, handles))
        })
    })
}

/// All orders that units have, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOrders(
    world: WorldHandle,
    orders: *mut OrderHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let orders = unsafe { List::new(orders, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.orders().count();
            let handles = entry.world.orders().map(|key| OrderHandle::new(key, &entry.stamps));
            Ok(orders.fill_up(total, handles))
        })
    })
}

/// The offsets of an order's formation, in metres, in the order in which its units were named; none if its shape is not
/// HNAV_SHAPE_OFFSETS. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetOffsets(
    world: WorldHandle,
    order: OrderHandle,
    offsets: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let list = unsafe { List::new(offsets, capacity, count)? };
        registry::read(world, |entry| {
            let offsets = match known(entry, order)?.formation.map(|formation| &formation.shape) {
                Some(hybrid::Shape::Offsets(offsets)) => offsets.as_slice(),
                _ => &[],
            };
            Ok(list.fill(offsets.iter().map(|&offset| offset.into())))
        })
    })
}

/// An order by its handle.
fn known(entry: &WorldEntry, order: OrderHandle) -> Result<OrderView<'_>, Failure> {
    let key: Option<OrderId> = order.key(&entry.stamps);
    key.and_then(|key| entry.world.order_view(key)).ok_or_else(|| {
        let message = "the handle names no order of this world: it is null, or no unit has the order any more, or it is another world's";
        Failure::new(ResultCode::StaleHandle, message)
    })
}
