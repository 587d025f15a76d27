//! What can be seen from a point: cones of sight are sent through the portals, each clipped to the next.
//!
//! After the triangular expansion of Bungiu, Hemmer, Hershberger, Huang, Kröller, *Efficient Computation of Visibility
//! Polygons* (2014), on convex cells. The limits of a cone are kept as directions to the points that define them, never
//! as points where it crosses something.

use glam::{DVec2, I64Vec2};

use super::corner::{ArcEnd, Turn};
use super::ground::{Door, Ground, NO_CORNER};
use crate::cells::CellId;
use crate::mesh::NavMesh;
use crate::tolerances::{METRES_PER_UNIT, MOST_CONES, VIEW_SLACK};

/// A limit of a cone of sight.
#[derive(Clone, Copy, Debug)]
struct Limit {
    way: DVec2,
    /// How far beside `way` (in metres, at its end) the true limit may lie: 0 where it is given by a corner.
    slack: f64,
}

/// The part of a cell's surroundings that is seen through it.
#[derive(Clone, Copy, Debug)]
struct Cone {
    cell: CellId,
    right: Limit,
    left: Limit,
    /// Whether the sweep starts in the cell.
    first: bool,
}

impl Cone {
    fn holds(&self, way: DVec2) -> bool {
        beside(self.right, way, 1.0) && beside(self.left, way, -1.0)
    }
}

fn beside(limit: Limit, way: DVec2, sign: f64) -> bool {
    let gain = sign * limit.way.perp_dot(way);
    gain >= 0.0 || (limit.slack > 0.0 && gain >= -limit.slack * way.length())
}

/// Where a sweep starts, and what it looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// A free lattice point; units.
    pub(crate) point: I64Vec2,
    /// A cell and a point in it, in metres.
    pub(crate) target: Option<(CellId, DVec2)>,
}

/// The scratch of sweeps, and what the last one saw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    cones: Vec<Cone>,
    /// For each cell of the mesh the sweep that last sent a cone there, and that cone.
    last_cone: Vec<(u32, u32)>,
    stamp: u32,
    /// The corners, some of them repeated.
    pub(crate) seen: Vec<u32>,
}

impl Sweep {
    /// Looks all round; returns whether the target is seen.
    pub(crate) fn all_round(&mut self, mesh: &NavMesh, ground: &mut Ground, view: View) -> bool {
        let apex = view.point.as_dvec2() * METRES_PER_UNIT;
        self.begin(mesh);
        let mut found = false;
        for cell in mesh.cells_at(view.point) {
            found |= view.target.is_some_and(|(other, _)| other == cell);
            for door in ground.doors(mesh, cell) {
                let ends = [door.right - apex, door.left - apex];
                for corner in [door.right_corner, door.left_corner] {
                    if corner != NO_CORNER {
                        self.seen.push(corner);
                    }
                }
                let [right, left] = limits(door, ends);
                if faces(right, left, true) {
                    self.cones.push(Cone { cell: door.beyond, right, left, first: false });
                }
            }
        }
        let target = view.target.map(|(cell, point)| (cell, point - apex));
        self.spread(mesh, ground, apex, target) || found
    }

    /// Looks from a corner where a path may go on that turns there.
    pub(crate) fn onward(&mut self, mesh: &NavMesh, ground: &mut Ground, corner: u32, turn: Turn) {
        let corner = *ground.corner(corner);
        self.begin(mesh);
        let arc = corner.taut_arc(turn);
        for sector in mesh.sectors_at(corner.at) {
            if let Some(part) = sector.clipped(arc) {
                let [right, left] = part.map(arc_limit);
                self.cones.push(Cone { cell: sector.cell, right, left, first: true });
            }
        }
        self.spread(mesh, ground, corner.at, None);
    }

    fn begin(&mut self, mesh: &NavMesh) {
        self.seen.clear();
        self.cones.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.last_cone.fill((0, 0));
            self.stamp = 1;
        }
        self.last_cone.resize(self.last_cone.len().max(mesh.cell_count()), (0, 0));
    }

    /// Adds a cone to those that wait from `next` on; to the last one into the same cell, if that is right beside it. So
    /// a cone that parted at a point on open ground is one again behind it.
    fn join(&mut self, mesh: &NavMesh, next: usize, cone: Cone) {
        let number = mesh.number_of(cone.cell) as usize;
        let (stamp, last) = self.last_cone[number];
        if stamp == self.stamp && last as usize >= next {
            let known = &mut self.cones[last as usize];
            if known.left.way == cone.right.way {
                known.left = cone.left;
                return;
            }
            if known.right.way == cone.left.way {
                known.right = cone.right;
                return;
            }
        }
        self.last_cone[number] = (self.stamp, self.cones.len() as u32);
        self.cones.push(cone);
    }

    /// Sends the cones on until nothing is left of them; returns whether the target was seen.
    fn spread(
        &mut self,
        mesh: &NavMesh,
        ground: &mut Ground,
        apex: DVec2,
        target: Option<(CellId, DVec2)>,
    ) -> bool {
        let mut found = false;
        let mut next = 0;
        while let Some(&cone) = self.cones[..self.cones.len().min(MOST_CONES)].get(next) {
            next += 1;
            found |= target.is_some_and(|(cell, way)| cell == cone.cell && cone.holds(way));
            for door in ground.doors(mesh, cone.cell) {
                let ends = [door.right - apex, door.left - apex];
                let reach = ends[0].abs().element_sum() + ends[1].abs().element_sum();
                if ends[0].perp_dot(ends[1]) < -VIEW_SLACK * reach {
                    continue; // a way in: what is at its ends was seen from where the cone came
                }
                if door.right_corner != NO_CORNER && cone.holds(ends[0]) {
                    self.seen.push(door.right_corner);
                }
                if door.left_corner != NO_CORNER && cone.holds(ends[1]) {
                    self.seen.push(door.left_corner);
                }
                let [right, left] = limits(door, ends);
                if faces(right, left, cone.first) {
                    let (right, left) =
                        (tighter(cone.right, right, 1.0), tighter(cone.left, left, -1.0));
                    if right.way.perp_dot(left.way) > rounding(right, left) {
                        let cone = Cone { cell: door.beyond, right, left, first: false };
                        self.join(mesh, next, cone);
                    }
                }
            }
        }
        found
    }
}

fn limits(door: &Door, [right, left]: [DVec2; 2]) -> [Limit; 2] {
    let slack = |corner: u32| if corner == NO_CORNER { VIEW_SLACK } else { 0.0 };
    [
        Limit { way: right, slack: slack(door.right_corner) },
        Limit { way: left, slack: slack(door.left_corner) },
    ]
}

/// A limit at the start of a sweep: exact if it is given by the walls, but for the side of a cell.
fn arc_limit((way, length): ArcEnd) -> Limit {
    length.map_or(Limit { way, slack: 0.0 }, |length| Limit {
        way: way * (length / way.length()),
        slack: VIEW_SLACK,
    })
}

/// By how much the cross product of two limits may be wrong.
fn rounding(right: Limit, left: Limit) -> f64 {
    right.slack * left.way.abs().element_sum() + left.slack * right.way.abs().element_sum()
}

/// Whether a door with these ends leads away from the apex. One that only a rounding turns away from it does not, or
/// sight would go round in circles; but out of the cell where the sweep starts, it may pass just beside the apex.
fn faces(right: Limit, left: Limit, first: bool) -> bool {
    let turn = right.way.perp_dot(left.way);
    if right.way.dot(left.way) >= 0.0 {
        turn > rounding(right, left)
    } else {
        turn > if first { -rounding(right, left) } else { 0.0 }
    }
}

/// The limit that leaves less; the known one, where the other is only a rounding beside it.
fn tighter(known: Limit, other: Limit, sign: f64) -> Limit {
    let gain = sign * known.way.perp_dot(other.way);
    if gain > other.slack * known.way.abs().element_sum() { other } else { known }
}
