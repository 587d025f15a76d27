//! What can be seen from a point or a corner: cones of sight are sent through the doors until nothing is left of them.

use glam::{DVec2, I64Vec2};

use super::cone::{Cone, Post, is_way_in, opening};
use super::horizon::Horizon;
use super::reach::Reach;
use crate::cells::id::CellId;
use crate::mesh::NavMesh;
use crate::tiles::ground::{Door, NO_CORNER, SightGraph, WallCorner};
use crate::tolerances::{METRES_PER_UNIT, MOST_CONES, VIEW_SLACK};

/// A corner as its ground knows it: the tile, and its number there.
pub(crate) type Sighting = (u32, u32);

/// A cone that enters a cell.
#[derive(Clone, Copy, Debug)]
struct SightBeam {
    tile: u32,
    cell: u32,
    /// The number of the cell among all cells of the mesh.
    number: u32,
    cone: Cone,
    /// Whether the sweep starts in the cell.
    first: bool,
}

/// Where a sweep starts, and what it looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SightStart {
    /// A free lattice point; units.
    pub(crate) point: I64Vec2,
    /// A cell and a point in it, in metres.
    pub(crate) target: Option<(CellId, DVec2)>,
    /// How far it looks.
    pub(crate) horizon: Horizon,
}

/// The scratch of sweeps, and what the last one saw.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightSweep {
    beams: Vec<SightBeam>,
    /// How many of them were followed.
    followed: usize,
    apex: DVec2,
    horizon: Horizon,
    /// Beams that begin beyond the horizon, each with the least length of a way over what it sees.
    held: Vec<(f64, SightBeam)>,
    /// For each cell of the mesh the sweep that last sent a beam there, and that beam.
    last_beam: Vec<(u32, u32)>,
    /// For each tile the sweep that last looked there, and the number of what it saw.
    visited: Vec<(u32, u32)>,
    stamp: u32,
    /// The corners, some of them repeated.
    pub(crate) seen: Vec<Sighting>,
    /// Where it looked on from a corner: how far in each tile, and in those that touch the cells into which it looked.
    pub(crate) reaches: Vec<Reach>,
}

impl SightSweep {
    /// Looks all round; returns whether the target is seen.
    pub(crate) fn all_round(&mut self, mesh: &NavMesh, view: SightStart) -> bool {
        let apex = view.point.as_dvec2() * METRES_PER_UNIT;
        self.begin(mesh, apex);
        self.horizon = view.horizon;
        let target = view.target.map(|(cell, point)| (mesh.cells.spot(cell), point - apex));
        let mut found = false;
        for id in mesh.cells.at(view.point) {
            let spot = mesh.cells.spot(id);
            found |= target.is_some_and(|(other, _)| other == spot);
            self.start_in(mesh, spot.0, spot.1);
        }
        self.spread(mesh, target) || found
    }

    /// Looks on where the last look all round ended at its horizon, as far as ways are at most so long (metres); what it
    /// sees there takes the place of what it saw before.
    pub(crate) fn beyond_horizon(&mut self, mesh: &NavMesh, most: f64) {
        self.seen.clear();
        self.horizon = self.horizon.at(most);
        let held = self.held.len();
        let mut kept = 0;
        for index in 0..held {
            let (least, beam) = self.held[index];
            if self.horizon.shows(least) {
                self.join(beam);
            } else {
                self.held[kept] = (least, beam);
                kept += 1;
            }
        }
        self.held.truncate(kept);
        self.spread(mesh, None);
    }

    /// The least length of a way from the apex to the focus of the horizon over what was not looked at.
    pub(crate) fn least_beyond(&self) -> f64 {
        self.held.iter().fold(f64::INFINITY, |least, held| least.min(held.0))
    }

    /// Looks all round from a corner.
    pub(crate) fn round_corner(
        &mut self,
        mesh: &NavMesh,
        ground: &SightGraph,
        corner: &WallCorner,
    ) {
        self.begin(mesh, corner.at);
        for spot in mesh.cells.cells_round(ground, corner) {
            self.start_in(mesh, spot.0, spot.1);
        }
        self.spread(mesh, None);
    }

    /// The cones in which the last sweep saw cells that it did not start in, each with the cell.
    pub(crate) fn cones(&self) -> impl Iterator<Item = ((u32, u32), &Cone)> {
        self.beams.iter().map(|beam| ((beam.tile, beam.cell), &beam.cone))
    }

    /// Sees all of a cell that holds the apex, and through its doors.
    fn start_in(&mut self, mesh: &NavMesh, tile: u32, cell: u32) {
        let ground = mesh.cells.ground(tile);
        for door in ground.doors(cell) {
            let ends = [door.right, door.left];
            let corners = ends.map(|end| ground.corner_of[end as usize]);
            let known = corners.into_iter().filter(|&corner| corner != NO_CORNER);
            self.seen.extend(known.map(|corner| (tile, corner)));
            if let Some(cone) = opening(ground, ends, self.apex) {
                let (tile, cell) = mesh.cells.named((door.tile, door.cell));
                let number = mesh.cells.number_at_spot((tile, cell));
                let least = self.horizon.least_over(cone.ways(), [0.0, 1.0]);
                self.send(least, SightBeam { tile, cell, number, cone, first: false });
            }
        }
    }

    /// Looks from a corner in the directions of an arc of less than half a turn, or as far as they are free.
    pub(crate) fn onward(
        &mut self,
        mesh: &NavMesh,
        ground: &SightGraph,
        corner: &WallCorner,
        arc: [DVec2; 2],
    ) {
        self.begin(mesh, corner.at);
        for (tile, cell) in mesh.cells.cells_round(ground, corner) {
            self.reach(mesh, tile, cell, corner.at, arc);
            let sector = mesh.cells.sector(mesh.cells.cell_at_spot((tile, cell)), corner.at);
            if let Some(part) = sector.and_then(|sector| sector.clipped(arc)) {
                let number = mesh.cells.number_at_spot((tile, cell));
                self.beams.push(SightBeam {
                    tile,
                    cell,
                    number,
                    cone: Cone::between(corner, part),
                    first: true,
                });
            }
        }
        self.follow_beams(mesh);
    }

    fn begin(&mut self, mesh: &NavMesh, apex: DVec2) {
        self.seen.clear();
        self.reaches.clear();
        self.beams.clear();
        self.held.clear();
        (self.followed, self.apex, self.horizon) = (0, apex, Horizon::NONE);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.last_beam.fill((0, 0));
            self.visited.fill((0, 0));
            self.stamp = 1;
        }
        self.last_beam.resize(self.last_beam.len().max(mesh.cell_count()), (0, 0));
        self.visited.resize(self.visited.len().max(mesh.cells.ground_count() as usize), (0, 0));
    }

    /// Sends the beams on, and remembers how far they reach.
    fn follow_beams(&mut self, mesh: &NavMesh) {
        self.spread(mesh, None);
        for index in 0..self.beams.len() {
            let SightBeam { tile, cell, cone, .. } = self.beams[index];
            self.reach(mesh, tile, cell, self.apex, [cone.right.way, cone.left.way]);
        }
    }

    /// Remembers that what was learnt depends on what is seen of a cell between two rays.
    fn reach(&mut self, mesh: &NavMesh, tile: u32, cell: u32, apex: DVec2, rays: [DVec2; 2]) {
        let Some(extent) = mesh.cells.watched_box((tile, cell), apex) else {
            self.add_reach(Reach::all(tile));
            return;
        };
        let seen = Reach::new(tile, rays, extent);
        self.add_reach(seen);
        mesh.cells
            .ground(tile)
            .touched_by(cell)
            .for_each(|tile| self.add_reach(seen.of_tile(tile)));
    }

    fn add_reach(&mut self, seen: Reach) {
        let (stamp, index) = self.visited[seen.tile as usize];
        if stamp == self.stamp {
            self.reaches[index as usize].add(&seen);
        } else {
            self.visited[seen.tile as usize] = (self.stamp, self.reaches.len() as u32);
            self.reaches.push(seen);
        }
    }

    /// Takes in a beam over which ways have at least a length.
    fn send(&mut self, least: f64, beam: SightBeam) {
        if self.horizon.shows(least) { self.join(beam) } else { self.held.push((least, beam)) }
    }

    /// Adds a beam to those that wait; to the last one into the same cell, if that is right beside it. So a beam that
    /// parted at a point on open ground is one again behind it.
    fn join(&mut self, beam: SightBeam) {
        let number = beam.number as usize;
        let (stamp, last) = self.last_beam[number];
        if stamp == self.stamp
            && last as usize >= self.followed
            && self.beams[last as usize].cone.join(&beam.cone)
        {
            return;
        }
        self.last_beam[number] = (self.stamp, self.beams.len() as u32);
        self.beams.push(beam);
    }

    /// Sends the beams on until nothing is left of them; returns whether the target was seen.
    fn spread(&mut self, mesh: &NavMesh, target: Option<((u32, u32), DVec2)>) -> bool {
        let (mut found, apex) = (false, self.apex);
        let mut here: Option<(u32, &SightGraph)> = None;
        while let Some(&beam) = self.beams[..self.beams.len().min(MOST_CONES)].get(self.followed) {
            self.followed += 1;
            let SightBeam { tile, cell, number, cone, first } = beam;
            let known = here.filter(|here| here.0 == tile);
            let ground = known.map_or_else(|| mesh.cells.ground(tile), |here| here.1);
            here = Some((tile, ground));
            found |= target.is_some_and(|(spot, way)| spot == (tile, cell) && cone.holds(way));
            // The left end of the last door, and whether it was looked at.
            let mut before: Option<(Post, bool)> = None;
            for door in ground.doors(cell) {
                let post = |place: u32| Post::new(ground, place, apex, &cone);
                let shared = before.filter(|(post, _)| post.place == door.right);
                let (right, was_seen) = shared.unwrap_or_else(|| (post(door.right), false));
                let left = post(door.left);
                let leads_in = is_way_in(&right, &left);
                before = Some((left, !leads_in));
                if leads_in {
                    continue;
                }
                for (post, was_seen) in [(&right, was_seen), (&left, false)] {
                    let corner = ground.corner_of[post.place as usize];
                    if corner != NO_CORNER && !was_seen && cone.shows(post) {
                        self.seen.push((tile, corner));
                    }
                }
                if let Some(beyond) = cone.through(ground, [&right, &left], first) {
                    let least = self.horizon.least_through(&cone, [&right, &left]);
                    let (number, (tile, cell)) = if door.tile == tile {
                        (number - cell + door.cell, (tile, door.cell))
                    } else {
                        let spot = mesh.cells.named((door.tile, door.cell));
                        (mesh.cells.number_at_spot(spot), spot)
                    };
                    self.send(least, SightBeam { tile, cell, number, cone: beyond, first: false });
                }
            }
        }
        found
    }
}

/// The most cells that a straight way is followed through; cells that it passes in a rounding could make it go in circles.
const MOST_STEPS: usize = 1 << 16;

impl NavMesh {
    /// Returns whether the straight way between two free lattice points is free; `None` where it touches an end of a door, and
    /// that is not sure.
    pub(crate) fn is_straight(
        &self,
        from: (CellId, I64Vec2),
        to: (CellId, I64Vec2),
    ) -> Option<bool> {
        let (goal, place) = (self.cells.spot(to.0), to.1.as_dvec2() * METRES_PER_UNIT);
        let straight = self.leads_straight(from, place, |spot| spot == goal);
        if straight == Some(true) {
            return straight;
        }
        // What lies between cells is left from any of them, and reached in any.
        let around = |(cell, at): (CellId, I64Vec2)| {
            self.cells_around(cell, at.as_dvec2() * METRES_PER_UNIT)
        };
        if [from, to].into_iter().all(|end| around(end).nth(1).is_none()) {
            return straight;
        }
        let is_goal = |spot| around(to).any(|cell| self.cells.spot(cell) == spot);
        let leads = |start| self.leads_straight((start, from.1), place, is_goal) == Some(true);
        if around(from).any(leads) { Some(true) } else { straight }
    }

    /// Returns whether the straight way from a free lattice point to a place, metres, in the cells that are told is free.
    pub(crate) fn leads_straight(
        &self,
        from: (CellId, I64Vec2),
        to: DVec2,
        holds_it: impl Fn((u32, u32)) -> bool,
    ) -> Option<bool> {
        let apex = from.1.as_dvec2() * METRES_PER_UNIT;
        let way = to - apex;
        let beside = -VIEW_SLACK * way.abs().element_sum();
        let (mut at, mut touched) = (self.cells.spot(from.0), false);
        for _ in 0..MOST_STEPS {
            if holds_it(at) {
                return Some(true);
            }
            let ground = self.cells.ground(at.0);
            let mut next: Option<&Door> = None;
            for door in ground.doors(at.1) {
                let [right, left] =
                    [door.right, door.left].map(|end| ground.places[end as usize] - apex);
                let within = right.perp_dot(way).min(way.perp_dot(left));
                let leads_out = right.perp_dot(left) > 0.0;
                if within > 0.0 && leads_out {
                    next = Some(door);
                    break;
                }
                // Through an end of a door the way is as free, but may lie in another cell behind it.
                touched |= within >= beside;
                if within >= beside && leads_out {
                    next = next.or(Some(door));
                }
            }
            match next {
                Some(door) => at = self.cells.named((door.tile, door.cell)),
                None => return if touched { None } else { Some(false) },
            }
        }
        None
    }
}
