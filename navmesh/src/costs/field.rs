//! Cost fields: what the way to the nearest goal costs, over ground of different cost and over links, at any point.

use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::root::Roots;
use crate::cells::id::CellId;
use crate::half_edges::rings::NONE;
use crate::kernel::outline::quantised;
use crate::links::LinkId;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::tiling::State;
use crate::tolerances::{AT_WAY_POINT, CONE_SLACK, METRES_PER_UNIT};

/// The rest of the way from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onward {
    /// What the cheapest way to a goal costs, its start value included, in metres of free ground: least over all goals.
    pub cost: f32,
    /// The next bend of that way: a corner, a place on a border between ground of different cost, the beginning of a link,
    /// or the goal. The way there is straight and free. Bends nearer than 3 mm count as reached, but for beginnings of
    /// links.
    pub way_point: Vec2,
    /// The direction in which to head, of length 1; zero at the goal and at the beginning of a link.
    pub direction: Vec2,
    /// The link that begins at the way point and by which the way leads on, and where that leads to.
    pub link: Option<(LinkId, Vec2)>,
}

/// What the way to the nearest of some goals costs, at any point of a mesh: over ground of different cost
/// ([`NavMesh::add_area`]) and over links ([`NavMesh::add_link`]).
///
/// It is a [`DistanceField`](crate::DistanceField) in metres of free ground, where a metre costs what its area says. On
/// ground of one cost it is as exact. Where ways cross borders they are refracted, each part of a border (half a metre at most) as
/// its middle is reached: what it says of a way is what that way costs, and the best way is missed by a part in a hundred
/// at most where borders lie close together, nearly always by far less.
#[derive(Clone, Debug)]
pub struct CostField {
    /// Of the mesh for which it was made, and of its links.
    pub(super) states: [Arc<State>; 2],
    pub(super) limit: f64,
    /// For each cell its first entry, and the number of all at the end.
    pub(super) first: Vec<u32>,
    /// The entries of each cell, those that can give the least costs first.
    pub(super) entries: Vec<CostPart>,
    pub(super) roots: Roots,
    /// What a metre costs in each cell.
    pub(super) rates: Vec<f32>,
    /// The links of the ways over links, and where each way leads to.
    pub(super) links: Vec<(LinkId, Vec2)>,
}

/// A part of a cell, and the root from which it is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostPart {
    pub(super) root: u32,
    /// The least cost that it can give.
    pub(super) least: f32,
    /// The bounds of the cone, of length 1; zero where there are none.
    pub(super) right: Vec2,
    pub(super) left: Vec2,
}

/// The best of the entries at a point: what it costs, its root, and the cost of a metre there.
struct Best {
    cost: f64,
    root: u32,
    rate: f64,
}

impl CostField {
    /// Returns whether the field was made for the mesh as it is now, or for what that is a copy of. On any other version, and
    /// on other meshes, there are no answers.
    pub fn is_current(&self, mesh: &NavMesh) -> bool {
        self.states.iter().zip(mesh.states()).all(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// Returns what the cheapest way from a point to a goal costs, its start value included, in metres of free ground. `None`
    /// where no way leads to a goal, or none within the limit; for points that are blocked, outside or not finite; and on a
    /// mesh that has changed since ([`is_current`](Self::is_current)).
    pub fn cost(&self, mesh: &NavMesh, point: Vec2) -> Option<f32> {
        self.best(mesh, point, None).map(|best| best.cost as f32)
    }

    /// All about the rest of the way from a point. `None` as for [`cost`](Self::cost).
    pub fn onward(&self, mesh: &NavMesh, point: Vec2) -> Option<Onward> {
        self.onward_near(mesh, point, None)
    }

    /// As [`onward`](Self::onward), in less time where the point lies inside the cell `hint`; see [`NavMesh::locate_near`].
    pub fn onward_near(&self, mesh: &NavMesh, point: Vec2, hint: Option<CellId>) -> Option<Onward> {
        let Best { cost, mut root, mut rate } = self.best(mesh, point, hint)?;
        let from = point.as_dvec2();
        let mut bend = self.roots.way(root, from, rate).1;
        while bend.distance(from) <= AT_WAY_POINT {
            let passed = self.roots.of(root);
            if passed.next == NONE || passed.link != NONE {
                break;
            }
            (root, rate) = (passed.next, passed.rate);
            bend = self.roots.way(root, from, rate).1;
        }
        let link = self.links.get(self.roots.of(root).link as usize).copied();
        Some(Onward {
            cost: cost as f32,
            way_point: bend.as_vec2(),
            direction: (bend - from).normalize_or_zero().as_vec2(),
            link,
        })
    }

    /// Returns how many bytes the field takes.
    pub fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first)
            + size_of_val(&*self.entries)
            + size_of_val(&*self.roots.all)
            + size_of_val(&*self.roots.borders)
            + size_of_val(&*self.rates)
            + size_of_val(&*self.links)
    }

    fn best(&self, mesh: &NavMesh, point: Vec2, hint: Option<CellId>) -> Option<Best> {
        let Location::Cell(cell) = mesh.locate_near(point, hint) else { return None };
        if !self.is_current(mesh) {
            return None;
        }
        let number = mesh.cells.number_of(cell) as usize;
        let rate = f64::from(self.rates[number]);
        let entries = &self.entries[self.first[number] as usize..self.first[number + 1] as usize];
        // The lattice point that decided on the cell decides on the cones; the cost is the point's own.
        let (at, from) = (quantised(point).as_dvec2() * METRES_PER_UNIT, point.as_dvec2());
        let (mut rank, mut best) = (f64::INFINITY, None);
        let (mut beside, mut nearest) = (f64::INFINITY, None);
        for entry in entries {
            if f64::from(entry.least) >= rank {
                break;
            }
            let violation = entry.violation(at - self.roots.of(entry.root).apex);
            let found = || {
                let cost = self.roots.way(entry.root, from, rate).0;
                Best { cost, root: entry.root, rate }
            };
            if violation <= CONE_SLACK {
                // Of two ways that are as good as equal, the one that is free wins.
                let found = found();
                if found.cost + violation < rank {
                    (rank, best) = (found.cost + violation, Some(found));
                }
            } else if violation < beside {
                (beside, nearest) = (violation, Some(found()));
            }
        }
        // Cells thinner than a cone's noise may lie between cones.
        best.or(nearest).filter(|best| best.cost <= self.limit)
    }
}

impl CostPart {
    /// Returns how far a place at `offset` from the apex lies beside the cone, in metres; 0 within.
    fn violation(&self, offset: DVec2) -> f64 {
        let right = -self.right.as_dvec2().perp_dot(offset);
        let left = -offset.perp_dot(self.left.as_dvec2());
        right.max(left).max(0.0)
    }
}
