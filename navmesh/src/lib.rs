//! Dynamic navigation meshes for games.
//!
//! A [`NavMesh`] is the walkable part of a rectangle of the plane as convex *cells* and the *portals* that join them.
//! Convex obstacles are subtracted from it one after another, each cut cell splitting along lines through the
//! obstacle's sides, after Johannes Moersch and Howard Hamilton, *Hybrid Vector Field Pathfinding* (section 3.1).
//! Paths are found by A* over the cells and then pulled straight, or exactly, by A* over the corners at which taut ways
//! turn ([`Entry::Exact`]). For many that go to one goal, a [`DistanceField`] tells the rest of the way from anywhere.
//!
//! Two things differ from the paper, so that obstacles can be *removed* as cheaply as they are added:
//!
//! - The plane is first divided into square tiles (the paper's own advice), and a tile is rebuilt from the *set* of
//!   obstacles that overlap it, in an order that depends on their shapes alone. One mesh that is cut by one obstacle
//!   after another, as the paper has it, cannot give back what a removed obstacle took.
//! - Coordinates are integers inside (1/1024 m), a cell is a ring of *lines*, and a vertex is the crossing of two
//!   consecutive lines. Every geometric decision is exact, and no rounded vertex is ever cut again.
//!
//! For worlds that no longer change, [`NavMesh::bake`] cuts the free area into fewer cells, on which paths are found much
//! faster; [`NavMesh::from_polygons`] takes an engine's own convex polygons. Both give the same type with the same queries,
//! but no edits.
//!
//! Obstacles and what is walkable may have any [`Outline`] ([`NavMesh::add_outline`], [`MeshDefinition::within`]); areas of dearer ground ([`NavMesh::add_area`]) are crossed as light would cross them, and
//! kinds of ground can be excluded from a query ([`KindCosts`]) or from a whole mesh ([`MeshDefinition::kinds`]). Links
//! ([`NavMesh::add_link`]) lead where no ground does. A [`CostField`] tells what the rest of the way costs over all that.
//!
//! # Conventions
//!
//! Lengths are metres, x points right and y up, rings are counter-clockwise, and a disc that moves on the mesh is
//! its centre: obstacles grow by [`MeshDefinition::agent_radius`] and the bounds shrink by it. Edits are staged and
//! take effect in [`NavMesh::commit`]. The same obstacles give the same mesh bit for bit, whatever the order in which
//! they came.
//!
//! What is open is the same for all that asks: cells and components, paths, fields, rays and slides. Obstacles that are nearer to
//! each other than 1/1024 m, grown, leave no gap: it is stopped up by a triangle that reaches up to 3 mm from the nearest
//! corner, so that lengths are exact but for as much near such places. Gaps of 1/1024 m and more are open.
//!
//! Meshes are saved by [`NavMesh::to_bytes`] and come back by [`NavMesh::from_bytes`], with all handles.
//!
//! # Features
//!
//! Both are on by default. `geo`: the polygons of that crate are outlines, and outlines become its polygons
//! ([`Outline`]). `petgraph`: the algorithms of that crate run on the portals of a mesh ([`NavMesh::portal_graph`]).
//!
//! # Example
//!
//! ```
//! use navmesh::glam::vec2;
//! use navmesh::{Bounds, MeshDefinition, NavMesh, PathOptions, Search};
//!
//! let bounds = Bounds::new(vec2(0.0, 0.0), vec2(100.0, 60.0));
//! let mut mesh = NavMesh::new(&MeshDefinition { agent_radius: 0.5, ..MeshDefinition::new(bounds) })?;
//! let wall = mesh.add_obstacle(&[vec2(48.0, 0.0), vec2(52.0, 0.0), vec2(52.0, 40.0), vec2(48.0, 40.0)])?;
//! mesh.commit()?;
//!
//! let mut search = Search::default();
//! let path = mesh.find_path(&mut search, vec2(10.0, 10.0), vec2(90.0, 10.0), &PathOptions::default())?;
//! assert!(path.length > 95.0, "over the top of the wall");
//!
//! mesh.remove_obstacle(wall)?;
//! mesh.commit()?;
//! let path = mesh.find_path(&mut search, vec2(10.0, 10.0), vec2(90.0, 10.0), &PathOptions::default())?;
//! assert_eq!(path.points.len(), 2, "straight through");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

// From the ground up: a module uses only modules above it in this list.
mod tolerances;
mod bounds;
mod workers;
mod invalid;
mod error;
mod store;
mod kernel;
mod outlines;
mod areas;
mod links;
mod obstacles;
mod tiles;
mod fixed;
mod definition;
mod cells;
mod mesh;
mod queries;
mod edits;
mod half_edges;
mod sight;
mod exact;
mod paths;
mod distance;
mod costs;
mod bake;
mod saving;

pub use areas::{Area, AreaDefinition, AreaId, KindCosts};
pub use bounds::Bounds;
pub use cells::id::{CellId, Portal};
pub use costs::build::CostBuild;
pub use costs::field::{CostField, Onward};
pub use definition::MeshDefinition;
pub use distance::build::DistanceBuild;
pub use distance::field::{DistanceField, DistanceOptions, Focus, Goal, Remaining, WayPoints};
pub use distance::kept::Kept;
pub use error::{
    AreaError, BakeError, BlockError, CommitError, LinkError, MeshError, ObstacleError, PathError,
    PolygonError,
};
#[cfg(feature = "geo")]
pub use geo;
pub use glam;
pub use half_edges::walls::{Wall, WallId};
pub use invalid::{InvalidOutline, RingRole};
pub use links::{Link, LinkDefinition, LinkId};
pub use mesh::{Commit, NavMesh};
pub use obstacles::ObstacleId;
pub use outlines::outline::{Outline, OutlinePolygon, polygon};
pub use paths::find::{Slice, SliceError, SlicedPath};
pub use paths::options::{Entry, Path, PathEnd, PathLink, PathOptions};
#[cfg(feature = "petgraph")]
pub use paths::portal_graph::{
    AllPortalEdges, PortalEdge, PortalEdgeId, PortalEdges, PortalGraph, PortalNeighbors, PortalNode,
};
pub use paths::search::Search;
pub use queries::locate::Location;
pub use queries::nearest::Nearest;
pub use queries::random::RandomArea;
pub use queries::ray::Ray;
pub use saving::error::{LoadError, SaveError};
pub use tiles::islands::Component;
pub use tiles::lattice::TileId;
pub use workers::{Parts, Workers};

#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod inside;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
