//! Orders are given and taken back.

use hybrid::{Goal, OrderDefinition, OrderId, UnitId, World, WorldError};

use crate::border::{Out, definition, items, outline};
use crate::formation::{Front, Pace, Shape, formation_of, pace_of};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, OrderHandle, UnitHandle, WorldHandle};
use crate::parameters::{unknown, yes_or_no};
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode};
use crate::unit::listed;
use crate::vector::Vec2;

/// What the goal of an order is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// One point for all units: each gets a place of its own round it.
    Point = 0,
    /// A point for each unit.
    Each = 1,
    /// A unit that is not one of them, wherever it goes: each gets a place of its own beside it.
    Unit = 2,
}

/// What becomes of units that cannot get to their goal: it is blocked, or no way leads there, or there is no room.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// An order that one of its units cannot follow is refused. Units that lose their way later stop and have no order any
    /// more.
    Stop = 0,
    /// They go to the nearest place that they can reach. When obstacles change so that a way opens they go on
    /// (HNAV_EVENT_KIND_PATH_FOUND). The others go to the goal.
    Nearest = 1,
}

/// Whether units of an order go on after its goal, for ever. Then they do not stop there: each passes the goal as it passes way
/// points, and tells so once per round (HNAV_EVENT_KIND_ARRIVED). What repeats needs HNAV_GOAL_KIND_POINT, a way point at least,
/// and a `range` of 0. Way points that cannot be reached are passed over. Who is at all points of its round that can be reached,
/// as they lie at one place, goes to its place at the goal and rests there, until obstacles change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// They come to rest at the goal.
    Once = 0,
    /// From the goal they go to the first way point, and so on round and round.
    Loop = 1,
    /// From the goal they go back past the way points to the first one, from there to the goal again, and so on to and fro.
    ToAndFro = 2,
}

/// What an order is made from. Take it from hnavDefaultOrderDef(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct OrderDef {
    /// Set by hnavDefaultOrderDef().
    pub struct_size: u32,
    /// An hnavGoalKind: which of `goal`, `goals` and `target` counts; by default HNAV_GOAL_KIND_POINT.
    pub goal_kind: i32,
    /// The point that all share, in metres.
    pub goal: Vec2,
    /// A point for each unit, in metres: as many as there are units, in their order; by default NULL.
    pub goals: *const Vec2,
    /// The unit that they follow; by default none.
    pub target: UnitHandle,
    /// Points that each unit passes first, one after the other, in metres, `wayPointCount` of them; NULL with a count of 0
    /// (the default): none. A unit has passed one when it sees it and is as near to it as if all units of the order stood
    /// round it; it does not stop there.
    pub way_points: *const Vec2,
    /// See `wayPoints`; at most HNAV_MAX_OUTLINE_POINTS.
    pub way_point_count: u32,
    /// Units stop this near to a point or unit, in metres, where they see it; 0 to 1 000 000. By default 0: they go to it, or
    /// beside it. Those for whom there is no room in range stand behind. Not for HNAV_GOAL_KIND_EACH.
    pub range: f32,
    /// An hnavUnreachable; by default HNAV_UNREACHABLE_NEAREST.
    pub unreachable: i32,
    /// An hnavRepeat: whether the units go on after the goal; by default HNAV_REPEAT_ONCE.
    pub repeat: i32,
    /// An hnavShape; by default HNAV_SHAPE_NONE: no formation. Others only for HNAV_GOAL_KIND_POINT without a range.
    pub shape: i32,
    /// Where the front of the formation is, and where the units look when they are there: a direction of any length. By default
    /// (0, 0): where they come from the way on, at their goal.
    pub facing: Vec2,
    /// How far neighbouring units of the formation are apart at least, from disc to disc, in metres: 0 to 1 000, by default 0.1.
    /// Not for HNAV_SHAPE_OFFSETS.
    pub spacing: f32,
    /// An hnavFront: who stands in front; by default HNAV_FRONT_LARGEST. Neither for HNAV_SHAPE_COMPACT, where the largest are in
    /// the middle, nor for HNAV_SHAPE_OFFSETS.
    pub front: i32,
    /// For HNAV_SHAPE_OFFSETS: where each unit stands, seen from the goal, in metres, x to the front, y to the left; as many as
    /// there are units, in their order. By default NULL.
    pub offsets: *const Vec2,
    /// See `offsets`.
    pub offset_count: u32,
    /// An hnavPace; by default HNAV_PACE_OWN.
    pub pace: i32,
    /// 1: units of one radius exchange the points of HNAV_GOAL_KIND_EACH where one of them stands in the other's way, or that
    /// makes their ways shorter: so nobody has to squeeze through others who are there already. By default 0: each goes to its
    /// own point. Places round a point or unit that all share are exchanged in any case.
    pub exchange: u32,
}

impl OrderDef {
    /// # Safety
    /// Its arrays are the caller's: `goals` of as many items as there are units, `offsets` of as many as it says.
    unsafe fn translated(
        &self,
        entry: &WorldEntry,
        units: u32,
    ) -> Result<OrderDefinition, Failure> {
        let goal = match self.goal_kind {
            0 => Goal::Point(self.goal.into()),
            1 => {
                // SAFETY: our contract.
                let goals = unsafe { items(self.goals, units)? };
                Goal::Each(goals.iter().map(|&goal| goal.into()).collect())
            }
            2 => Goal::Unit(target(entry, self.target)?),
            code => return Err(unknown("goalKind", code, "hnavGoalKind")),
        };
        // SAFETY: our contract.
        let way_points = unsafe { outline(self.way_points, self.way_point_count)? };
        let unreachable = match self.unreachable {
            0 => hybrid::Unreachable::Stop,
            1 => hybrid::Unreachable::Nearest,
            code => return Err(unknown("unreachable", code, "hnavUnreachable")),
        };
        let repeat = match self.repeat {
            0 => hybrid::Repeat::Once,
            1 => hybrid::Repeat::Loop,
            2 => hybrid::Repeat::ToAndFro,
            code => return Err(unknown("repeat", code, "hnavRepeat")),
        };
        // SAFETY: our contract.
        let formation = unsafe {
            let Self { shape, facing, spacing, front, offsets, offset_count, .. } = *self;
            formation_of(shape, facing, spacing, front, offsets, offset_count)?
        };
        let (range, pace) = (self.range, pace_of(self.pace)?);
        let exchange = yes_or_no("exchange", self.exchange)?;
        Ok(OrderDefinition {
            goal,
            way_points,
            repeat,
            range,
            unreachable,
            exchange,
            formation,
            pace,
        })
    }
}

/// The key of a unit that shall be followed.
fn target(entry: &WorldEntry, unit: UnitHandle) -> Result<UnitId, Failure> {
    let key = unit.key(&entry.stamps).filter(|&key| entry.world.class_of(key).is_some());
    key.ok_or_else(|| {
        let message = "the unit to follow is none of this world: its handle is null, or it has been destroyed, or is another world's";
        Failure::new(ResultCode::StaleHandle, message)
    })
}

/// The definition of an order to go to a point, in metres, and no more.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultOrderDef(goal: Vec2) -> OrderDef {
    let def = OrderDef {
        struct_size: size_of::<OrderDef>() as u32,
        goal_kind: GoalKind::Point as i32,
        goal,
        goals: std::ptr::null(),
        target: UnitHandle::default(),
        way_points: std::ptr::null(),
        way_point_count: 0,
        range: 0.0,
        unreachable: Unreachable::Nearest as i32,
        repeat: Repeat::Once as i32,
        shape: Shape::None as i32,
        facing: Vec2::default(),
        spacing: hybrid::Formation::new(hybrid::Shape::Compact).spacing,
        front: Front::Largest as i32,
        offsets: std::ptr::null(),
        offset_count: 0,
        pace: Pace::Own as i32,
        exchange: 0,
    };
    guarded_or(def, || def)
}

/// Gives units an order, in place of the orders they had: all or none. `order` gets the order's handle, which events name;
/// it may be NULL.
///
/// An order lives as long as units have it: until all of them got another one, were stopped or destroyed. Its units may
/// change (hnavWorld_JoinOrder(), hnavWorld_Stop()), and so may its goal (hnavWorld_MoveGoal(), hnavWorld_AppendGoal()).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GiveOrder(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    def: *const OrderDef,
    order: *mut OrderHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer; an OrderDef starts with its size.
        let def = unsafe { definition(def, "hnavDefaultOrderDef()")? };
        // SAFETY: the caller's pointers.
        unsafe { give(world, units, count, &def, order) }
    })
}

/// Sends units to a point, in metres, in place of the orders they had: all or none. Each gets a place of its own round
/// the goal; those who cannot get there go as near as they can, and events tell (HNAV_UNREACHABLE_NEAREST). `order` gets
/// the order's handle, which events name; it may be NULL. For way points, ranges, units to follow and what becomes of goals
/// that cannot be reached see hnavWorld_GiveOrder().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_OrderPoint(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    goal: Vec2,
    order: *mut OrderHandle,
) -> ResultCode {
    // SAFETY: the caller's pointers.
    guarded(|| unsafe { give(world, units, count, &hnavDefaultOrderDef(goal), order) })
}

/// Sends each unit to a point of its own, in metres, in place of the orders they had: all or none. `goals[i]` is that of
/// `units[i]`; both arrays have `count` items. `order` gets the order's handle, which events name; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_OrderEach(
    world: WorldHandle,
    units: *const UnitHandle,
    goals: *const Vec2,
    count: u32,
    order: *mut OrderHandle,
) -> ResultCode {
    let def = hnavDefaultOrderDef(Vec2::default());
    let def = OrderDef { goal_kind: GoalKind::Each as i32, goals, ..def };
    // SAFETY: the caller's pointers.
    guarded(|| unsafe { give(world, units, count, &def, order) })
}

/// # Safety
/// Pointers from C: an array of units with its count, the arrays of the definition, and where the handle goes.
unsafe fn give(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    def: &OrderDef,
    order: *mut OrderHandle,
) -> Result<ResultCode, Failure> {
    // SAFETY: our contract.
    let (units, order) =
        unsafe { (items(units, count)?, Out::wanted(order, "the new order's handle")?) };
    registry::edit(world, |entry| {
        // First: then the count is one that the world can have.
        let units = listed(entry, units)?;
        // SAFETY: our contract.
        let definition = unsafe { def.translated(entry, count)? };
        let key = entry.world.order_with(&units, &definition)?;
        if let Some(order) = order {
            order.write(OrderHandle::new(key, &entry.stamps));
        }
        Ok(ResultCode::Ok)
    })
}

/// Has more units follow an order, in place of the orders they had: all or none; units that follow it already do so still.
/// They go to the way point to which the hindmost unit of the order goes. Units that have goals of their own
/// (HNAV_GOAL_KIND_EACH) cannot be joined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_JoinOrder(
    world: WorldHandle,
    order: OrderHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let units = unsafe { items(units, count)? };
        registry::edit(world, |entry| {
            let units = listed(entry, units)?;
            entry.world.join(order.key(&entry.stamps).unwrap_or_default(), &units)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Moves the goal of an order to another point, in metres; an order that followed a unit follows it no longer. May be
/// called every tick: places and ways change as soon as it matters. Units that have arrived set off again, and will arrive
/// again. Where there is too little room for all, some stop where they are. Not for units that have goals of their own.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_MoveGoal(
    world: WorldHandle,
    order: OrderHandle,
    goal: Vec2,
) -> ResultCode {
    with_order(world, order, |world, order| world.move_goal(order, goal.into()))
}

/// Has the units of an order go on to another point, in metres, once they have been at the goal that they have now: that
/// becomes the last way point. Units that have arrived there set off, and will arrive again. Neither for units that have
/// goals of their own nor for those that follow one, whose way has no end.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_AppendGoal(
    world: WorldHandle,
    order: OrderHandle,
    goal: Vec2,
) -> ResultCode {
    with_order(world, order, |world, order| world.append_goal(order, goal.into()))
}

/// Takes the units' orders away: all or none. They stop where they are, and hold their position no longer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Stop(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    guarded(|| unsafe { with_units(world, units, count, |entry, units| entry.world.stop(units)) })
}

/// Takes the units' orders away and has them hold their position until the next order or hnavWorld_Stop(): all or none.
/// They neither step aside nor does contact with others move them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Hold(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
) -> ResultCode {
    // SAFETY: the caller's pointer.
    guarded(|| unsafe { with_units(world, units, count, |entry, units| entry.world.hold(units)) })
}

fn with_order(
    world: WorldHandle,
    order: OrderHandle,
    work: impl FnOnce(&mut World, OrderId) -> Result<(), WorldError>,
) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            work(&mut entry.world, order.key(&entry.stamps).unwrap_or_default())?;
            Ok(ResultCode::Ok)
        })
    })
}

/// # Safety
/// An array from C with its count.
unsafe fn with_units(
    world: WorldHandle,
    units: *const UnitHandle,
    count: u32,
    work: impl FnOnce(&mut WorldEntry, &[UnitId]) -> Result<(), WorldError>,
) -> Result<ResultCode, Failure> {
    // SAFETY: our contract.
    let units = unsafe { items(units, count)? };
    registry::change(world, |entry| {
        let units = listed(entry, units)?;
        work(entry, &units)?;
        Ok(ResultCode::Ok)
    })
}
