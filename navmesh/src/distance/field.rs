//! Distance fields: how far it still is to the nearest goal, and where to head, at any point of the mesh.

use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::limit::DistanceLimit;
use super::views::{NONE, Root};
use crate::cells::id::CellId;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::tiling::State;
use crate::tolerances::{AT_WAY_POINT, CONE_SLACK, FARTHER, METRES_PER_UNIT};

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Where it is, in metres; free ground.
    pub point: Vec2,
    /// What is added to every distance to it, in metres; finite, 0 or more. It may stand for a wait, or for the rest of
    /// a way that leads on from there.
    pub start_value: f32,
}

impl Goal {
    /// A goal with the start value 0.
    pub const fn new(point: Vec2) -> Self {
        Self { point, start_value: 0.0 }
    }
}

/// How to make a distance field.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DistanceOptions {
    /// The greatest distance that is asked for, in metres, 0 or more; infinite by default. Points farther away have no
    /// answer, and the field is made in less time.
    pub limit: f32,
    /// Where answers are wanted; everywhere by default. With a focus the limit is for the distance of a point together
    /// with the straight way from it to the focus. So points beside the ways from there to the goals have no answer either,
    /// and a field that is limited to little more than the longest of these ways is made in a fraction of the time. Fields
    /// of costs take no notice of it.
    pub focus: Option<Focus>,
}

/// A disc where answers of a distance field are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Focus {
    /// Its centre, in metres; finite.
    pub center: Vec2,
    /// In metres; finite, 0 or more.
    pub radius: f32,
}

impl Default for DistanceOptions {
    fn default() -> Self {
        Self { limit: f32::INFINITY, focus: None }
    }
}

impl DistanceOptions {
    /// The defaults, with this limit.
    pub fn with_limit(limit: f32) -> Self {
        Self { limit, focus: None }
    }

    /// Returns these options with this focus.
    pub fn with_focus(self, focus: Focus) -> Self {
        Self { focus: Some(focus), ..self }
    }
}

/// The rest of the way from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remaining {
    /// The length of the shortest way to a goal, its start value included, in metres: least over all goals.
    pub distance: f32,
    /// The next corner of that way, or the goal: the way there is straight and free. Corners nearer than 3 mm count as
    /// reached.
    pub way_point: Vec2,
    /// The direction in which to head, of length 1; zero at the goal. The gradient of the distance is its opposite.
    pub direction: Vec2,
}

/// The exact remaining distance to the nearest of some goals, at any point of a mesh.
///
/// Shortest ways bend at corners of obstacles only, so it is enough to keep, for every cell, the corners and goals that
/// can be the next on the way of a point in it, each with the cone in which it is seen. A query takes the least of the
/// few whose cone holds the point. The cones are made by one sweep from every corner into the shadow behind it: Dijkstra's
/// algorithm (*A Note on Two Problems in Connexion with Graphs*, 1959) over the taut ways of Shunhao Oh and Hon Wai
/// Leong (*Edge N-Level Sparse Visibility Graphs*, 2017), with the views of Michael Cui, Daniel Harabor and Alban
/// Grastien (*Compromise-free Pathfinding on a Navigation Mesh*, 2017).
///
/// The values are those of the mesh's own free area, to about 0.5 mm where points lie on the 1/1024 m lattice, else 1 mm.
/// Gaps narrower than 1/1024 m are no passage. In a place where two parts of the mesh only touch, the answer is that of
/// the part that [`NavMesh::locate`] names.
///
/// It measures metres over the free area: areas ([`NavMesh::add_area`]) neither make its ways dearer nor close them, and
/// links ([`NavMesh::add_link`]) are not used. A [`CostField`](crate::CostField) honours both.
///
/// A field is of one version of one mesh: after an edit make a new one. The old one goes on answering on a copy of the mesh
/// as it was; [`kept`](Self::kept) tells which of its answers are still those of today.
#[derive(Clone, Debug)]
pub struct DistanceField {
    /// Of the mesh for which it was made.
    pub(super) version: u64,
    pub(super) state: Arc<State>,
    pub(super) limit: DistanceLimit,
    /// For each cell its first entry, and the number of all at the end.
    pub(super) first: Vec<u32>,
    /// The entries of each cell, those that can give the least distances first.
    pub(super) entries: Vec<DistancePart>,
    pub(super) roots: Vec<Root>,
}

/// A part of a cell, and the root from which it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct DistancePart {
    pub(super) root: u32,
    /// The least distance that it can give.
    pub(super) least: f32,
    /// The bounds of the cone, of length 1; zero where there are none.
    pub(super) right: Vec2,
    pub(super) left: Vec2,
}

impl DistanceField {
    /// Returns whether the field was made for the mesh as it is now, or for what that is a copy of. On any other version, and
    /// on other meshes, there are no answers.
    pub fn is_current(&self, mesh: &NavMesh) -> bool {
        self.version == mesh.version() && Arc::ptr_eq(&self.state, mesh.cells.state())
    }

    /// The length of the shortest way from a point to a goal, its start value included, in metres. `None` where no way
    /// leads to a goal, or none within the limit; for points that are blocked, outside or not finite; and on a mesh that
    /// has changed since ([`is_current`](Self::is_current)).
    pub fn distance(&self, mesh: &NavMesh, point: Vec2) -> Option<f32> {
        self.best(mesh, point, None).map(|(distance, _)| distance as f32)
    }

    /// The next corner of the shortest way from a point, or the goal: head straight for it. Corners nearer than 3 mm
    /// count as reached. `None` as for [`distance`](Self::distance).
    pub fn next_way_point(&self, mesh: &NavMesh, point: Vec2) -> Option<Vec2> {
        self.remaining(mesh, point).map(|remaining| remaining.way_point)
    }

    /// All about the rest of the way from a point. `None` as for [`distance`](Self::distance).
    pub fn remaining(&self, mesh: &NavMesh, point: Vec2) -> Option<Remaining> {
        self.remaining_near(mesh, point, None)
    }

    /// As [`remaining`](Self::remaining), in less time where the point lies inside the cell `hint`; see
    /// [`NavMesh::locate_near`].
    pub fn remaining_near(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        hint: Option<CellId>,
    ) -> Option<Remaining> {
        let (distance, root) = self.best(mesh, point, hint)?;
        let from = point.as_dvec2();
        let root = self.ahead(root, from);
        Some(Remaining {
            distance: distance as f32,
            way_point: root.place.as_vec2(),
            direction: (root.place - from).normalize_or_zero().as_vec2(),
        })
    }

    /// The way points of the shortest way from a point to a goal, that one last: corner after corner, found once for all.
    /// None as for [`distance`](Self::distance), and at the goal. `hint` as for [`NavMesh::locate_near`].
    pub fn way_points(&self, mesh: &NavMesh, point: Vec2, hint: Option<CellId>) -> WayPoints<'_> {
        let best = self.best(mesh, point, hint);
        let next = best.and_then(|(_, root)| self.onward(root, point));
        WayPoints { field: self, next }
    }

    /// The next way point of a way; `None` at its end.
    fn onward<'a>(&'a self, root: &'a Root, from: Vec2) -> Option<&'a Root> {
        let root = self.ahead(root, from.as_dvec2());
        (root.place.as_vec2() != from).then_some(root)
    }

    /// The first root of a way that is not reached yet, or the goal.
    fn ahead<'a>(&'a self, mut root: &'a Root, from: DVec2) -> &'a Root {
        while root.next != NONE && root.place.distance(from) <= AT_WAY_POINT {
            root = &self.roots[root.next as usize];
        }
        root
    }

    /// Returns how many bytes the field takes.
    pub fn size_in_bytes(&self) -> usize {
        self.first.len() * size_of::<u32>()
            + self.entries.len() * size_of::<DistancePart>()
            + self.roots.len() * size_of::<Root>()
    }

    /// The distance and the root of the best entry.
    fn best(&self, mesh: &NavMesh, point: Vec2, hint: Option<CellId>) -> Option<(f64, &Root)> {
        let Location::Cell(cell) = mesh.locate_near(point, hint) else { return None };
        if !self.is_current(mesh) {
            return None;
        }
        let number = mesh.cells.number_of(cell) as usize;
        let entries = &self.entries[self.first[number] as usize..self.first[number + 1] as usize];
        // The lattice point that decided on the cell decides on the cones; the distance is the point's own.
        let (at, from) = (quantised(point).as_dvec2() * METRES_PER_UNIT, point.as_dvec2());
        let (mut rank, mut best) = (f64::INFINITY, None);
        let (mut beside, mut nearest) = (f64::INFINITY, None);
        for entry in entries {
            if entry.least as f64 >= rank {
                break;
            }
            let root = &self.roots[entry.root as usize];
            // Round a goal area of many places most are seen and farther than the best so far: told without a root.
            let (squared, spare) = (from.distance_squared(root.place), rank - root.distance);
            if spare <= 0.0 || squared > spare * spare * FARTHER {
                continue;
            }
            let violation = entry.violation(at - root.apex);
            let length = root.distance + squared.sqrt();
            if violation <= CONE_SLACK {
                // Of two ways that are as good as equal, the one that is free wins.
                if length + violation < rank {
                    (rank, best) = (length + violation, Some((length, root)));
                }
            } else if violation < beside {
                (beside, nearest) = (violation, Some((length, root)));
            }
        }
        // Cells thinner than a cone's noise may lie between cones.
        best.or(nearest).filter(|&(length, _)| !self.limit.is_beyond(length, from))
    }
}

/// The way points of a shortest way: see [`DistanceField::way_points`].
#[derive(Clone, Debug)]
pub struct WayPoints<'a> {
    field: &'a DistanceField,
    next: Option<&'a Root>,
}

impl Iterator for WayPoints<'_> {
    type Item = Vec2;

    fn next(&mut self) -> Option<Vec2> {
        let (root, field) = (self.next?, self.field);
        let at = root.place.as_vec2();
        let beyond = field.roots.get(root.next as usize);
        self.next = beyond.and_then(|beyond| field.onward(beyond, at));
        Some(at)
    }
}

impl DistancePart {
    /// Returns how far a place at `offset` from the root lies beside the cone, in metres; 0 within.
    fn violation(&self, offset: DVec2) -> f64 {
        let right = -self.right.as_dvec2().perp_dot(offset);
        let left = -offset.perp_dot(self.left.as_dvec2());
        right.max(left).max(0.0)
    }
}
