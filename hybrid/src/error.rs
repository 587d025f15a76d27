//! What can go wrong at the door of a world, and what would be right. On every error the world is as it was.

use flowfield::{FrameError, ParameterError};
use glam::Vec2;
use navmesh::{AreaError, Bounds, CommitError, LinkError, MeshError, ObstacleError};
use thiserror::Error;

use crate::base::handle::{ObjectId, OrderId, UnitId};
use crate::base::region::Region;
use crate::terrain::discomfort::DiscomfortError;
use crate::terrain::heights::HeightGridError;

/// Why a world refused a call; it is as it was before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The number of radius classes is out of range.
    #[error("{count} radius classes: give between 1 and {limit}")]
    ClassCount {
        /// How many were given.
        count: usize,
        /// The most there may be.
        limit: usize,
    },
    /// A class radius is not a positive number, or stands twice in the list.
    #[error(
        "class radius {radius} m at index {index}: every radius must be positive, finite and different from the others"
    )]
    ClassRadius {
        /// Where it stands in the list given.
        index: usize,
        /// The radius given, in metres.
        radius: f32,
    },
    /// A world parameter is out of its range, or not a number.
    #[error("parameter `{name}` is {value}: it must be between {least} and {most}")]
    Parameter {
        /// The field of [`WorldParameters`](crate::WorldParameters), which says the unit and what 0 means.
        name: &'static str,
        /// The value given.
        value: f32,
        /// The least value.
        least: f32,
        /// The greatest value.
        most: f32,
    },
    /// A parameter of the crowd's cost is out of its range.
    #[error("parameter {0}")]
    Cost(#[from] ParameterError),
    /// The world reaches too far for its grid.
    #[error("the bounds {} to {} at a cell size of {cell_size} m: {source}", bounds.min, bounds.max)]
    Grid {
        /// The world's bounds.
        bounds: Bounds,
        /// The side of a grid cell, in metres.
        cell_size: f32,
        /// What the grid says.
        source: FrameError,
    },
    /// The number of movement kinds is out of range.
    #[error(
        "{count} movement kinds and {radii} radius classes: give at least one kind, and at most {limit} meshes, one for each pair"
    )]
    MovementKindCount {
        /// How many movement kinds were given.
        count: usize,
        /// How many radius classes were given.
        radii: usize,
        /// The most pairs there may be.
        limit: usize,
    },
    /// A radius class has no mesh in these bounds.
    #[error("the mesh of class radius {radius} m: {source}")]
    Mesh {
        /// The class radius, in metres.
        radius: f32,
        /// What its mesh says.
        source: MeshError,
    },
    /// A mesh refuses the obstacle; it was added to none.
    #[error("the obstacle: {0}")]
    Obstacle(#[from] ObstacleError),
    /// The obstacle handle is stale.
    #[error(
        "the handle names no obstacle of this world: it has been removed, or comes from another world"
    )]
    StaleObstacle,
    /// A mesh refuses the area; it was added to none.
    #[error("the area: {0}")]
    Area(#[from] AreaError),
    /// The area handle is stale.
    #[error(
        "the handle names no area of this world: it has been removed, or comes from another world"
    )]
    StaleArea,
    /// The link is refused; there is none.
    #[error("the link: {0}")]
    Link(#[from] LinkError),
    /// The link handle is stale.
    #[error(
        "the handle names no link of this world: it has been removed, or comes from another world"
    )]
    StaleLink,
    /// The heights are refused; those before stay.
    #[error("the heights: {0}")]
    Heights(#[from] HeightGridError),
    /// The discomfort is refused; there is none.
    #[error("the discomfort: {0}")]
    Discomfort(#[from] DiscomfortError),
    /// The discomfort handle is stale.
    #[error(
        "the handle names no discomfort of this world: it is over, has been removed, or comes from another world"
    )]
    StaleDiscomfort,
    /// The staged obstacles do not fit a mesh; they stay staged, so that they can be removed.
    #[error("the staged obstacles: {0}")]
    Commit(#[from] CommitError),
    /// A value of a unit's definition is out of range.
    #[error("a unit's {name} is {value}: it must be above 0 and at most 1000000")]
    UnitValue {
        /// The field of [`UnitDefinition`](crate::UnitDefinition).
        name: &'static str,
        /// The value given.
        value: f32,
    },
    /// The radius from which others shall keep is out of its range.
    #[error(
        "avoidance_radius is {value} m: it must be 0, for the radius of the unit, or from that, {radius} m, to {most} m"
    )]
    AvoidanceRadius {
        /// The value given.
        value: f32,
        /// The unit's radius.
        radius: f32,
        /// The greatest value.
        most: f32,
    },
    /// The unit would look nowhere.
    #[error("a unit's heading is {heading}: it must be finite and have a length above 0")]
    UnitHeading {
        /// The heading given.
        heading: Vec2,
    },
    /// The unit is larger than every radius class.
    #[error(
        "a unit of radius {radius} m: the world's largest class is {greatest} m; list a larger one in its definition"
    )]
    UnitTooLarge {
        /// The unit's radius, in metres.
        radius: f32,
        /// The greatest class radius, in metres.
        greatest: f32,
    },
    /// The unit's movement kind is none of the world's.
    #[error("a unit of movement kind {given}: the world has {count}, list more in its definition")]
    MovementKind {
        /// The kind given.
        given: usize,
        /// How many the world has.
        count: usize,
    },
    /// The unit would stand outside the world.
    #[error("a unit at {position}: its centre must lie inside the bounds {} to {}", bounds.min, bounds.max)]
    UnitOutside {
        /// Where it would stand.
        position: Vec2,
        /// The world's bounds.
        bounds: Bounds,
    },
    /// The unit would stand in an obstacle, too near to a wall, or on ground that its movement kind excludes.
    #[error(
        "a unit at {position}: its class needs {radius} m to every wall, and ground of a kind that its movement kind may enter; choose a free position"
    )]
    UnitBlocked {
        /// Where it would stand.
        position: Vec2,
        /// The radius of its class, in metres.
        radius: f32,
    },
    /// A unit cannot be given a class: it does not fit where it stands, or at the end of the link that it is on.
    #[error(
        "{unit:?} does not fit at {position} after the change: its class needs {radius} m to every wall, and ground of a kind that its movement kind may enter; take it to a free position first, or have it moved (Fit::Move)"
    )]
    UnitDoesNotFit {
        /// The unit.
        unit: UnitId,
        /// Where it stands, or will leave its link, in metres.
        position: Vec2,
        /// The radius of the class that it would have, in metres.
        radius: f32,
    },
    /// The unit handle is stale.
    #[error(
        "{unit:?} names no unit of this world: it has been removed, or comes from another world"
    )]
    StaleUnit {
        /// The handle given.
        unit: UnitId,
    },
    /// The motion of a unit that the world moves was set.
    #[error("{unit:?} is moved by the world: only units whose driver is the engine can be set")]
    NotEngineDriven {
        /// The unit.
        unit: UnitId,
    },
    /// A position or velocity from the engine is NaN or infinite.
    #[error("{unit:?} at {position} with velocity {velocity}: all four numbers must be finite")]
    MotionNotFinite {
        /// The unit.
        unit: UnitId,
        /// The position given, in metres.
        position: Vec2,
        /// The velocity given, in m/s.
        velocity: Vec2,
    },
    /// A velocity from the engine is too great.
    #[error("{unit:?} with velocity {velocity}: it must be at most {limit} m/s")]
    VelocityTooGreat {
        /// The unit.
        unit: UnitId,
        /// The velocity given, in m/s.
        velocity: Vec2,
        /// The greatest speed, in m/s.
        limit: f32,
    },
    /// A unit stands twice in one call.
    #[error("{unit:?} is listed twice: list each unit once")]
    DuplicateUnit {
        /// The unit.
        unit: UnitId,
    },
    /// An order without units.
    #[error("an order needs at least one unit")]
    NoUnits,
    /// Not one goal per unit.
    #[error("{goals} goals for {units} units: give one goal per unit")]
    GoalCount {
        /// How many goals were given.
        goals: usize,
        /// How many units were given.
        units: usize,
    },
    /// The order handle is stale.
    #[error(
        "{order:?} names no order of this world: no unit has it any more, or it comes from another world"
    )]
    StaleOrder {
        /// The handle given.
        order: OrderId,
    },
    /// An order's range is out of its range, or not a number.
    #[error("an order's range is {range} m: it must be between 0 and {limit}")]
    OrderRange {
        /// The range given, in metres.
        range: f32,
        /// The greatest range, in metres.
        limit: f32,
    },
    /// An order has too many way points.
    #[error("{count} way points: give at most {limit}, or a new order once these are passed")]
    TooManyWayPoints {
        /// How many it would have.
        count: usize,
        /// The most.
        limit: usize,
    },
    /// An order cannot repeat its way.
    #[error("an order that repeats its way needs {needs}: say that, or `Repeat::Once`")]
    RepeatNeeds {
        /// What it needs.
        needs: &'static str,
    },
    /// The goal of an order is to change that repeats its way.
    #[error(
        "the order repeats its way, which has no end: give its units a new order instead of another goal"
    )]
    OrderRepeats {
        /// The order.
        order: OrderId,
    },
    /// A range was given for units with goals of their own.
    #[error(
        "an order with a goal for each unit has no range: give one goal for all, or an order each"
    )]
    RangeOfEach,
    /// A formation for units that do not share a point, or with a range.
    #[error(
        "a formation is for one point that all units share, without a range: leave the formation out, or the range"
    )]
    FormationGoal,
    /// A formation would look nowhere.
    #[error("a formation's facing is {facing}: it must be finite and have a length above 0")]
    FormationFacing {
        /// The facing given.
        facing: Vec2,
    },
    /// A formation's spacing is out of its range, or not a number.
    #[error("a formation's spacing is {spacing} m: it must be between 0 and {limit}")]
    FormationSpacing {
        /// The spacing given, in metres.
        spacing: f32,
        /// The greatest spacing, in metres.
        limit: f32,
    },
    /// Not one offset per unit.
    #[error("{offsets} offsets for {units} units: give one offset per unit")]
    OffsetCount {
        /// How many offsets were given.
        offsets: usize,
        /// How many units were given.
        units: usize,
    },
    /// An offset is NaN or infinite.
    #[error("the offset {offset} at index {index}: both coordinates must be finite numbers")]
    OffsetNotFinite {
        /// Where it stands in the list given.
        index: usize,
        /// The offset given, in metres.
        offset: Vec2,
    },
    /// Units would join others that have offsets of their own.
    #[error(
        "the units of {order:?} have an offset each in their formation: give all of them a new order instead"
    )]
    OffsetsOfTheirOwn {
        /// The order.
        order: OrderId,
    },
    /// A unit would follow itself.
    #[error("{unit:?} cannot follow itself: take it out of the order, or name another target")]
    FollowsItself {
        /// The unit.
        unit: UnitId,
    },
    /// A call that needs a goal that an order's units share.
    #[error("the units of {order:?} have goals of their own: give them a new order instead")]
    GoalsOfTheirOwn {
        /// The order.
        order: OrderId,
    },
    /// A goal was to come after a unit that is followed.
    #[error(
        "{order:?} follows {target:?}, whose way has no end: move its goal, or give a new order"
    )]
    FollowsUnit {
        /// The order.
        order: OrderId,
        /// The unit that it follows.
        target: UnitId,
    },
    /// A goal is NaN or infinite.
    #[error("the goal {goal}: both coordinates must be finite numbers")]
    GoalNotFinite {
        /// The goal given.
        goal: Vec2,
    },
    /// A goal lies outside the world.
    #[error("the goal {goal}: it must lie inside the bounds {} to {}", bounds.min, bounds.max)]
    GoalOutside {
        /// The goal given.
        goal: Vec2,
        /// The world's bounds.
        bounds: Bounds,
    },
    /// A goal lies in an obstacle, too near to a wall, or on ground that the unit's movement kind excludes.
    #[error(
        "the goal {goal}: {unit:?} needs {radius} m to every wall, and ground of a kind that its movement kind may enter; choose a free goal"
    )]
    GoalBlocked {
        /// The goal given.
        goal: Vec2,
        /// The unit that cannot stand there.
        unit: UnitId,
        /// The radius of its class, in metres.
        radius: f32,
    },
    /// No way leads from a unit to its goal.
    #[error(
        "no way leads from {unit:?} at {from} to the goal {goal} for its radius and movement kind: choose a goal on its side of the walls"
    )]
    GoalUnreachable {
        /// The unit.
        unit: UnitId,
        /// Where it stands.
        from: Vec2,
        /// The goal given.
        goal: Vec2,
    },
    /// A way point is NaN or infinite.
    #[error("way point {index}, {way_point}: both coordinates must be finite numbers")]
    WayPointNotFinite {
        /// Its place in the list given, from 0.
        index: usize,
        /// The way point given.
        way_point: Vec2,
    },
    /// A way point lies outside the world.
    #[error("way point {index}, {way_point}: it must lie inside the bounds {} to {}", bounds.min, bounds.max)]
    WayPointOutside {
        /// Its place in the list given, from 0.
        index: usize,
        /// The way point given.
        way_point: Vec2,
        /// The world's bounds.
        bounds: Bounds,
    },
    /// A way point lies in an obstacle, too near to a wall, or on ground that the unit's movement kind excludes.
    #[error(
        "way point {index}, {way_point}: {unit:?} needs {radius} m to every wall, and ground of a kind that its movement kind may enter; choose a free point"
    )]
    WayPointBlocked {
        /// Its place in the list given, from 0.
        index: usize,
        /// The way point given.
        way_point: Vec2,
        /// The unit that cannot stand there.
        unit: UnitId,
        /// The radius of its class, in metres.
        radius: f32,
    },
    /// No way leads from a unit to a way point.
    #[error(
        "no way leads from {unit:?} at {from} to way point {index}, {way_point}, for its radius and movement kind: choose a point on its side of the walls"
    )]
    WayPointUnreachable {
        /// Its place in the list given, from 0.
        index: usize,
        /// The way point given.
        way_point: Vec2,
        /// The unit.
        unit: UnitId,
        /// Where it stands.
        from: Vec2,
    },
    /// There is not enough room round a goal that many units share.
    #[error(
        "round the goal {goal} there is room for {found} of {wanted} units: send fewer, or choose an opener goal"
    )]
    TooFewPlaces {
        /// The goal given.
        goal: Vec2,
        /// How many places are needed.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The handle of an object is stale.
    #[error(
        "{object:?} names nothing in this world: it has been removed, or comes from another world"
    )]
    StaleObject {
        /// The handle given.
        object: ObjectId,
    },
    /// A region that units are looked for in is none.
    #[error(
        "the region, {region}: its numbers must be finite, its least corner not beyond the greatest, its radius not negative"
    )]
    Region {
        /// The region given.
        region: Region,
    },
    /// A world that is recorded is to go back to a saved state: a recording only goes on.
    #[error("the world is being recorded: stop that first, as a recording knows no way back")]
    Recorded,
    /// A step of another length than the world's tick.
    #[error(
        "a step of {given} s: every step of this world lasts its parameter `tick`, {expected} s"
    )]
    TimeStep {
        /// The length given, in seconds.
        given: f32,
        /// The world's tick, in seconds.
        expected: f32,
    },
}

impl WorldError {
    /// Says of a way point what is said of a goal.
    pub(crate) fn of_way_point(self, index: usize) -> Self {
        match self {
            Self::GoalNotFinite { goal: way_point } => Self::WayPointNotFinite { index, way_point },
            Self::GoalOutside { goal: way_point, bounds } => {
                Self::WayPointOutside { index, way_point, bounds }
            }
            Self::GoalBlocked { goal: way_point, unit, radius } => {
                Self::WayPointBlocked { index, way_point, unit, radius }
            }
            Self::GoalUnreachable { unit, from, goal: way_point } => {
                Self::WayPointUnreachable { index, way_point, unit, from }
            }
            other => other,
        }
    }
}
