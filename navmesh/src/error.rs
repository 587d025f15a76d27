//! What can be wrong, where, and what would be right.

use glam::Vec2;
use thiserror::Error;

use crate::bounds::Bounds;
use crate::invalid::InvalidOutline;
use crate::tolerances::{LEAST_COST, MOST_SURCHARGE, SPEED_LIMITS};

/// Why a mesh could not be made.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A corner of the bounds is NaN or infinite.
    #[error("bounds {} to {}: every coordinate must be a finite number", bounds.min, bounds.max)]
    BoundsNotFinite {
        /// The bounds given.
        bounds: Bounds,
    },
    /// A corner of the bounds has a greater coordinate than the one opposite.
    #[error(
        "bounds {} to {} are the wrong way round: the first corner must have the lesser x and the lesser y",
        bounds.min,
        bounds.max
    )]
    BoundsReversed {
        /// The bounds given.
        bounds: Bounds,
    },
    /// Nothing is left of the bounds once they are shrunk by the agent radius.
    #[error(
        "bounds {} to {} leave no room for an agent of radius {agent_radius} m: each side must be longer than twice the radius",
        bounds.min,
        bounds.max
    )]
    BoundsEmpty {
        /// The bounds given.
        bounds: Bounds,
        /// The agent radius given, in metres.
        agent_radius: f32,
    },
    /// The bounds reach beyond the integer range.
    #[error("bounds {} to {} reach beyond the range of ±{limit} m", bounds.min, bounds.max)]
    BoundsTooFar {
        /// The bounds given.
        bounds: Bounds,
        /// The greatest coordinate, in metres.
        limit: f32,
    },
    /// The agent radius is negative, not finite or beyond the range.
    #[error("agent radius {agent_radius} m: it must be 0 or more and at most {limit} m")]
    AgentRadius {
        /// The radius given, in metres.
        agent_radius: f32,
        /// The greatest radius, in metres.
        limit: f32,
    },
    /// The tile size is out of range.
    #[error("tile size {tile_size} m: it must be between {least} m and {most} m")]
    TileSize {
        /// The size given, in metres.
        tile_size: f32,
        /// The least size, in metres.
        least: f32,
        /// The greatest size, in metres.
        most: f32,
    },
    /// The bounds hold too many tiles.
    #[error(
        "the bounds hold {count} tiles, at most {limit} are possible: choose a larger tile size"
    )]
    TooManyTiles {
        /// How many they would be.
        count: i64,
        /// How many they may be.
        limit: i64,
    },
    /// The walkable outline is not valid, or leaves nothing within the bounds.
    #[error("what is walkable: {0}")]
    Walkable(#[from] ObstacleError),
    /// The walkable outline is too detailed for the tile size.
    #[error("what is walkable: {0}")]
    TooManyCells(#[from] CommitError),
    /// Corners can be rounded with 4, 8, 16 or 32 sides only.
    #[error("corner sides {sides}: it must be 4, 8, 16 or 32")]
    CornerSides {
        /// The number given.
        sides: u32,
    },
}

/// Why an obstacle was refused; the mesh is as before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ObstacleError {
    /// Fewer than three vertices.
    #[error("an outline of {count} vertices encloses nothing: give at least 3")]
    TooFewVertices {
        /// How many were given.
        count: usize,
    },
    /// A vertex is NaN or infinite.
    #[error("vertex {index} is {vertex}: both coordinates must be finite numbers")]
    NotFinite {
        /// The index of the vertex.
        index: usize,
        /// The vertex.
        vertex: Vec2,
    },
    /// All vertices lie on one line.
    #[error(
        "the outline encloses no area: its vertices must not all lie within 1/1024 m of one line"
    )]
    ZeroArea,
    /// The outline is hollow, or crosses itself.
    #[error(
        "the outline is not convex at vertex {index} {vertex}: concave outlines are added as polygons, by add_outline"
    )]
    NotConvex {
        /// The index of the vertex.
        index: usize,
        /// The vertex.
        vertex: Vec2,
    },
    /// The polygons cross themselves or each other, have holes outside, or coordinates that are not finite.
    #[error("the outline is not valid: {reason}")]
    Invalid {
        /// What is wrong, and where.
        reason: InvalidOutline,
    },
    /// The polygons are valid as given, but not as they lie on the lattice.
    #[error("rounded to 1/1024 m the outline crosses itself: leave out details finer than 2 mm")]
    TooFine,
    /// The outline lies wholly outside the bounds of the mesh.
    #[error("the outline from {} to {} lies outside the bounds {} to {}", extent.min, extent.max, bounds.min, bounds.max)]
    OutsideBounds {
        /// The box round the outline.
        extent: Bounds,
        /// The bounds of the mesh.
        bounds: Bounds,
    },
    /// The outline is larger than the exact arithmetic allows.
    #[error("the outline from {} to {} is larger than {limit} m: cut it into parts", extent.min, extent.max)]
    TooLarge {
        /// The box round the outline.
        extent: Bounds,
        /// The greatest extent, in metres.
        limit: f32,
    },
    /// There is no handle left.
    #[error("the mesh has as many obstacles as there are handles: remove some first")]
    TooMany,
    /// The handle names no obstacle of this mesh: it was removed, or it never was.
    #[error(
        "the handle names no obstacle of this mesh: it has been removed, or comes from another mesh"
    )]
    Stale,
    /// The mesh was baked or made from polygons, and has no obstacles to edit.
    #[error(
        "the mesh was baked or made from polygons and never changes: edit the mesh that it was baked from, and bake that again"
    )]
    Fixed,
}

/// Why polygons make no mesh. Polygons are told by their place in the list, vertices by their index.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PolygonError {
    /// There is no polygon.
    #[error("there is no polygon: give at least one")]
    None,
    /// More polygons than can be numbered.
    #[error("{count} polygons, at most {limit} are possible")]
    TooMany {
        /// How many were given.
        count: usize,
        /// How many they may be.
        limit: usize,
    },
    /// A vertex is NaN or infinite.
    #[error("vertex {index} is {vertex}: both coordinates must be finite numbers")]
    NotFinite {
        /// The index of the vertex.
        index: usize,
        /// The vertex.
        vertex: Vec2,
    },
    /// A vertex lies beyond the range.
    #[error("vertex {index} {vertex} lies beyond the range of ±{limit} m")]
    TooFar {
        /// The index of the vertex.
        index: usize,
        /// The vertex.
        vertex: Vec2,
        /// The greatest coordinate, in metres.
        limit: f32,
    },
    /// Fewer than three vertices.
    #[error("polygon {polygon} of {count} vertices encloses nothing: give at least 3")]
    TooFewVertices {
        /// The place of the polygon.
        polygon: usize,
        /// How many were given.
        count: usize,
    },
    /// More vertices than are tested against each other.
    #[error("polygon {polygon} has {count} vertices, at most {limit} are possible: cut it in two")]
    TooManyVertices {
        /// The place of the polygon.
        polygon: usize,
        /// How many were given.
        count: usize,
        /// How many they may be.
        limit: usize,
    },
    /// An index beyond the list of vertices.
    #[error("polygon {polygon} has the vertex {index}, but there are only {count}")]
    UnknownVertex {
        /// The place of the polygon.
        polygon: usize,
        /// The index given.
        index: u32,
        /// How many vertices there are.
        count: usize,
    },
    /// All vertices lie on one line, or nearly so.
    #[error("polygon {polygon} encloses no area: its vertices lie within 1.5 mm of one line")]
    ZeroArea {
        /// The place of the polygon.
        polygon: usize,
    },
    /// The polygon is hollow by more than 1.5 mm, or crosses itself.
    #[error("polygon {polygon} is not convex at vertex {index} {vertex}: cut it into convex parts")]
    NotConvex {
        /// The place of the polygon.
        polygon: usize,
        /// The index of the vertex.
        index: u32,
        /// The vertex.
        vertex: Vec2,
    },
    /// So many polygons lie close together that it takes too long to tell whether they overlap.
    #[error(
        "after {tests} tests it is not known whether polygons overlap: cut those that are long and thin, or meet in one vertex by thousands"
    )]
    TooClose {
        /// How many tests of a vertex against a side were made.
        tests: u64,
    },
    /// Two polygons overlap by more than 1.5 mm.
    #[error("polygons {polygon} and {other} overlap: each place may belong to one only")]
    Overlap {
        /// The place of the first polygon.
        polygon: usize,
        /// The place of the other polygon.
        other: usize,
    },
}

/// Why an area, or what a query says of kinds, was refused; all is as before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum AreaError {
    /// The outline is refused.
    #[error(transparent)]
    Outline(#[from] ObstacleError),
    /// The kind is out of range.
    #[error("kind {kind}: it must be below 16")]
    Kind {
        /// The kind given.
        kind: u8,
    },
    /// The cost is out of range.
    #[error("a cost of {cost} for a metre: it must be a finite number, {LEAST_COST} or more")]
    Cost {
        /// The cost given.
        cost: f32,
    },
    /// The speed is out of range.
    #[error("a speed of {speed} times that on free ground: it must be at least {} and at most {}", SPEED_LIMITS.0, SPEED_LIMITS.1)]
    Speed {
        /// The factor given.
        speed: f32,
    },
    /// The surcharge is out of range.
    #[error("a surcharge of {amount} on a metre: it must be above 0 and at most {MOST_SURCHARGE}")]
    Surcharge {
        /// The amount given.
        amount: f32,
    },
    /// The handle names no area of this mesh: it was removed, or it never was.
    #[error(
        "the handle names no area of this mesh: it has been removed, or comes from another mesh"
    )]
    Stale,
}

/// Why a link was refused; all is as before.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum LinkError {
    /// An end lies nowhere on the mesh.
    #[error("the end {point} of the link lies off the mesh: both ends must be free points")]
    OffMesh {
        /// The end.
        point: Vec2,
    },
    /// The cost is out of range.
    #[error("a link of cost {cost}: it must be a finite number of metres, 0 or more")]
    Cost {
        /// The cost given.
        cost: f32,
    },
    /// The kind is out of range.
    #[error("kind {kind}: it must be below 16")]
    Kind {
        /// The kind given.
        kind: u8,
    },
    /// Nobody may be on it.
    #[error("a link of capacity 0: at least 1 must be able to use it")]
    Capacity,
    /// There are no handles left.
    #[error("no more links can be named")]
    TooMany,
    /// The handle names no link of this mesh: it was removed, or it never was.
    #[error(
        "the handle names no link of this mesh: it has been removed, or comes from another mesh"
    )]
    Stale,
}

/// Why staged edits did not take effect; they stay staged, and all tiles are as before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CommitError {
    /// A tile would have more cells than can be numbered.
    #[error(
        "the tile from {} to {} would have more than {limit} cells: remove obstacles there, or choose a smaller tile size",
        tile.min,
        tile.max
    )]
    TooManyCells {
        /// The tile's square.
        tile: Bounds,
        /// The most cells of a tile.
        limit: usize,
    },
}

/// Why a mesh could not be baked.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BakeError {
    /// The mesh was baked or made from polygons already.
    #[error("the mesh was baked or made from polygons already: use it as it is")]
    Fixed,
    /// More cells than can be numbered.
    #[error("{count} cells, at most {limit} are possible: bake parts of the world")]
    TooManyCells {
        /// How many they would be.
        count: usize,
        /// How many they may be.
        limit: usize,
    },
    /// The baked cells do not cover the free area: walls lie so near to each other that they cannot be told apart.
    #[error(
        "the free area is {expected} m², the baked cells cover {found} m²: walls lie nearer to each other than a rounding, move them onto the 1/1024 m lattice"
    )]
    Cover {
        /// What the tiles cover, in square metres.
        expected: f64,
        /// What the baked cells would cover, in square metres.
        found: f64,
    },
    /// The walls cannot be triangulated.
    #[error("the walls cannot be triangulated: {reason}")]
    Walls {
        /// What is wrong with them.
        reason: String,
    },
}

/// Why a query has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PathError {
    /// A point is NaN or infinite.
    #[error("the point {point} is not finite: both coordinates must be finite numbers")]
    NotFinite {
        /// The point.
        point: Vec2,
    },
    /// The start lies outside the bounds of the mesh.
    #[error("the start {point} lies outside the bounds of the mesh")]
    StartOutside {
        /// The start.
        point: Vec2,
    },
    /// The start lies in an obstacle, or too near to one for the agent.
    #[error("the start {point} lies in an obstacle or nearer to a wall than the agent radius")]
    StartBlocked {
        /// The start.
        point: Vec2,
    },
    /// The goal lies outside the bounds of the mesh.
    #[error("the goal {point} lies outside the bounds of the mesh")]
    GoalOutside {
        /// The goal.
        point: Vec2,
    },
    /// The goal lies in an obstacle, or too near to one for the agent.
    #[error("the goal {point} lies in an obstacle or nearer to a wall than the agent radius")]
    GoalBlocked {
        /// The goal.
        point: Vec2,
    },
    /// The start lies on ground of a kind that the query excludes.
    #[error("the start {point} lies on ground of kind {kind}, which the query excludes")]
    StartExcluded {
        /// The start.
        point: Vec2,
        /// The kind of ground.
        kind: u8,
    },
    /// The goal lies on ground of a kind that the query excludes.
    #[error("the goal {point} lies on ground of kind {kind}, which the query excludes")]
    GoalExcluded {
        /// The goal.
        point: Vec2,
        /// The kind of ground.
        kind: u8,
    },
    /// Start and goal are free, but no way joins them.
    #[error("no way leads from {from} to {to}")]
    Unreachable {
        /// The start.
        from: Vec2,
        /// The goal.
        to: Vec2,
    },
    /// A radius or distance is negative, NaN, or infinite where that makes no sense.
    #[error("the radius {radius}: it must be a number of metres, 0 or more")]
    Radius {
        /// The radius, in metres.
        radius: f32,
    },
    /// A random number is out of range.
    #[error("the random number {share}: it must be from 0 up to, not including, 1")]
    Share {
        /// The number.
        share: f64,
    },
    /// A distance field was asked for without a goal.
    #[error("there is no goal: give at least one")]
    NoGoal,
    /// The start value of a goal is negative or not finite.
    #[error(
        "the start value {start_value} of the goal {point}: it must be a finite number of metres, 0 or more"
    )]
    StartValue {
        /// The goal.
        point: Vec2,
        /// Its start value, in metres.
        start_value: f32,
    },
    /// The limit of a distance field is negative or not a number.
    #[error("the limit {limit}: it must be a number of metres, 0 or more, or infinite")]
    Limit {
        /// The limit, in metres.
        limit: f32,
    },
    /// The focus of a distance field is no disc.
    #[error(
        "the focus round {center} of radius {radius}: all must be finite numbers of metres, the radius 0 or more"
    )]
    Focus {
        /// Its centre.
        center: Vec2,
        /// Its radius, in metres.
        radius: f32,
    },
}

/// Why it cannot be said whether an obstacle would cut two points apart.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BlockError {
    /// The obstacle would be refused.
    #[error(transparent)]
    Obstacle(#[from] ObstacleError),
    /// One of the points is at fault.
    #[error(transparent)]
    Point(#[from] PathError),
    /// The obstacle, or an edit that was staged before, would not take effect.
    #[error(transparent)]
    Commit(#[from] CommitError),
}
