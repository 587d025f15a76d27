//! Every public structure and its fields, as Rust lays them out.

use std::mem::offset_of;

use hnav::allocator::Allocator;
use hnav::around::PointQuery;
use hnav::column::{ConstVectorColumn, NumberColumn, UnitColumns, VectorColumn};
use hnav::draw::DebugDraw;
use hnav::event::Event;
use hnav::explain::Reasons;
use hnav::ground::RayHit;
use hnav::group::{Field, Group};
use hnav::handle::{
    AreaHandle, DiscomfortHandle, LinkHandle, ObstacleHandle, OrderHandle, SavedStateHandle,
    UnitHandle, WorldHandle,
};
use hnav::land::AreaDef;
use hnav::link::LinkDef;
use hnav::order::OrderDef;
use hnav::order_state::OrderState;
use hnav::parameters::WorldParameters;
use hnav::passage::{Passage, PassageEnd, PassageUser};
use hnav::path::{PathInfo, PathLink, PathQuery};
use hnav::reading::{AreaState, DiscomfortState, HeightGridInfo, RingInfo};
use hnav::report::{Memory, Phase};
use hnav::task::{Counters, TaskSystem};
use hnav::unit::UnitDef;
use hnav::unit_change::UnitChange;
use hnav::unit_state::UnitState;
use hnav::vector::{Polygon, Ring, Vec2};
use hnav::world::{MovementKind, WorldDef};

/// A structure as it lies in memory.
pub(crate) struct Layout {
    /// Its name in C.
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// The name in Rust and the offset of each field.
    pub(crate) fields: Vec<(&'static str, usize)>,
}

macro_rules! layouts {
    ($($name:literal is $structure:ty { $($field:ident),* }),* $(,)?) => {
        vec![$(Layout {
            name: $name,
            size: size_of::<$structure>(),
            align: align_of::<$structure>(),
            fields: vec![$((stringify!($field), offset_of!($structure, $field))),*],
        }),*]
    };
}

pub(crate) fn structures() -> Vec<Layout> {
    layouts!(
        "hnavAllocator" is Allocator { struct_size, allocate, release, user },
        "hnavVec2" is Vec2 { x, y },
        "hnavRing" is Ring { points, count },
        "hnavPolygon" is Polygon { border, holes, hole_count },
        "hnavWorldId" is WorldHandle { index1, generation },
        "hnavObstacleId" is ObstacleHandle { index1, generation },
        "hnavUnitId" is UnitHandle { index1, generation },
        "hnavOrderId" is OrderHandle { index1, generation },
        "hnavAreaId" is AreaHandle { index1, generation },
        "hnavLinkId" is LinkHandle { index1, generation },
        "hnavSavedStateId" is SavedStateHandle { index1, generation },
        "hnavDiscomfortId" is DiscomfortHandle { index1, generation },
        "hnavWorldParameters" is WorldParameters {
            tick, cell_size, tile_size, corner_sides, entry, window_goal, plan_period,
            look_ahead, margin, window_cells, window_units, link_distance, density_min,
            density_max, speed_floor, companion_floor, path_weight, time_weight, field_speed, influence,
            slot_spacing, direct_distance, settle_radius, return_radius, approach_time,
            step_aside, stuck_time, anticipation, personal_space, contact_iterations,
            contact_gain, search_cells, plan_latency, plan_cells, steepest_slope,
            steep_speed, look_period, headway_time
        },
        "hnavWorldDef" is WorldDef {
            struct_size, class_count, class_radii, lower, upper, parameters,
            movement_kinds, movement_kind_count, walkable, walkable_count
        },
        "hnavMovementKind" is MovementKind { factors, speeds },
        "hnavPhase" is Phase { name, seconds },
        "hnavMemory" is Memory { units, windows, distance_fields, meshes },
        "hnavAreaDef" is AreaDef { struct_size, kind, cost, layer, speed },
        "hnavLinkDef" is LinkDef { struct_size, from, to, cost, kind, capacity, both_ways },
        "hnavPathQuery" is PathQuery {
            struct_size, from, to, radius, entry, partial, movement_kind
        },
        "hnavPathInfo" is PathInfo { length, cost, missing, expanded, link_count },
        "hnavPathLink" is PathLink { point, link },
        "hnavRayHit" is RayHit { hit, point, wall },
        "hnavPointQuery" is PointQuery {
            struct_size, point, radius, within, movement_kind, connected
        },
        "hnavUnitState" is UnitState {
            unit, order, position, velocity, push, desired_velocity, heading, place,
            way_point, link, user_data, radius, max_speed, mass, team, class_index,
            driver, activity, guidance, arrived, is_passing, collision_layers,
            collision_mask, yields_to, avoidance_radius
        },
        "hnavUnitDef" is UnitDef {
            struct_size, position, radius, max_speed, acceleration, turn_rate, mass,
            heading, team, driver, movement_kind, user_data, collision_layers, collision_mask,
            yields_to, avoidance_radius
        },
        "hnavUnitChange" is UnitChange {
            struct_size, fields, radius, max_speed, acceleration, turn_rate, mass,
            movement_kind, team, collision_layers, collision_mask, yields_to,
            avoidance_radius, driver, fit, user_data
        },
        "hnavRingInfo" is RingInfo { count, is_hole },
        "hnavAreaState" is AreaState { kind, cost, layer, user_data },
        "hnavDiscomfortState" is DiscomfortState { center, radius, amount, seconds },
        "hnavHeightGridInfo" is HeightGridInfo { lower, spacing, columns },
        "hnavVectorColumn" is VectorColumn { x, y, stride },
        "hnavConstVectorColumn" is ConstVectorColumn { x, y, stride },
        "hnavNumberColumn" is NumberColumn { first, stride },
        "hnavUnitColumns" is UnitColumns {
            struct_size, position, velocity, push, desired_velocity, heading, activity
        },
        "hnavReasons" is Reasons {
            activity, guidance, distance, potential, field, near_passage, must_wait,
            has_lost_goal, waits_for, passage_width, passage_distance, blocked_by, standstill,
            lost_goal
        },
        "hnavPassageEnd" is PassageEnd { left, right, wait, must_wait },
        "hnavPassage" is Passage { end0, end1, width, length, user_count, gate_count, is_opposed },
        "hnavPassageUser" is PassageUser { unit, end, distance, is_inside, must_wait },
        "hnavOrderDef" is OrderDef {
            struct_size, goal_kind, goal, goals, target, way_points, way_point_count,
            range, unreachable, repeat, shape, facing, spacing, front, offsets, offset_count, pace,
            exchange
        },
        "hnavOrderState" is OrderState {
            goal_kind, goal, target, way_point_count, first_way_point, range, unreachable, repeat,
            shape, facing, spacing, front, pace, exchange, unit_count
        },
        "hnavEvent" is Event { unit, order, link, place, from, blocker, kind, way_point, keeps_order },
        "hnavGroup" is Group { order, leader, class_index, unit_count, field },
        "hnavField" is Field { lower, cell_size, columns, rows, potential, velocity },
        "hnavDebugDraw" is DebugDraw {
            struct_size, flags, class_index, lower, upper, segment, arrow, polygon,
            circle, text, user
        },
        "hnavTaskSystem" is TaskSystem {
            struct_size, worker_count, enqueue, user, enqueue_urgent
        },
        "hnavCounters" is Counters {
            units, groups, plans, plan_cells, carried_over, distance_fields, searches,
            waited
        },
    )
}
