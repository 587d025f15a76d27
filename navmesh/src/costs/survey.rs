//! Finding out in slices what a field is made from: rings, corners, what a metre costs, links and stations.

use super::pace::Pace;
use super::scene::Scene;
use super::station::Stations;
use crate::areas::KindCosts;
use crate::cells::id::CellId;
use crate::half_edges::corners::Corners;
use crate::half_edges::rings::{HalfEdges, RingsBuild};
use crate::links::LinkId;
use crate::mesh::NavMesh;

/// The work of adding the half edges of a cell: for the cell, and for each of them.
const WORK_OF_CELL: u64 = 10;
const WORK_OF_SIDE: u64 = 3;

/// The work of a station that is added.
const WORK_OF_STATION: u64 = 2;

/// The work of a link: its ends are looked for.
const WORK_OF_LINK: u64 = 40;

/// What a field is made from, while it is found out.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    cells: Vec<CellId>,
    links: Vec<LinkId>,
    build: RingsBuild,
    scene: Scene,
    phase: Phase,
    /// What is looked at next in this phase.
    next: usize,
}

/// What is looked at, one after the other.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Cells,
    Pairs,
    Vertices,
    Corners,
    Borders,
    Links,
    Arrivals,
    Listing,
    Over,
}

impl Survey {
    /// Begins with a mesh; no way that costs more than the limit is asked for.
    pub(crate) fn new(mesh: &NavMesh, limit: f64) -> Survey {
        let (rings, corners, stations) = Default::default();
        let (rates, ways) = Default::default();
        Survey {
            cells: mesh.cells().collect(),
            links: mesh.links().map(|(id, _)| id).collect(),
            build: RingsBuild::default(),
            scene: Scene { rings, corners, stations, rates, ways, limit },
            phase: Phase::Cells,
            next: 0,
        }
    }

    /// Goes on until the slice is over; returns whether all is found out.
    pub(crate) fn run(&mut self, mesh: &NavMesh, pace: &mut Pace) -> bool {
        while !matches!(self.phase, Phase::Over) {
            if self.next == self.count() {
                self.phase = self.turn_to_next();
                self.next = 0;
            } else if pace.is_over() {
                return false;
            } else {
                pace.spend(self.look(mesh, self.next));
                self.next += 1;
            }
        }
        true
    }

    /// The scene, once all is found out.
    pub(crate) fn finish(self) -> Scene {
        self.scene
    }

    /// Returns how much there is to look at in this phase.
    fn count(&self) -> usize {
        let Scene { rings, stations, ways, .. } = &self.scene;
        match self.phase {
            Phase::Cells => self.cells.len(),
            Phase::Pairs | Phase::Vertices => self.build.edge_count(),
            Phase::Corners | Phase::Borders => rings.half_edges.len(),
            Phase::Links => self.links.len(),
            Phase::Arrivals => ways.arrivals.len(),
            Phase::Listing => stations.pair_count(),
            Phase::Over => 0,
        }
    }

    /// Prepares the next phase.
    fn turn_to_next(&mut self) -> Phase {
        let scene = &mut self.scene;
        match self.phase {
            Phase::Cells => {
                self.build.close();
                Phase::Pairs
            }
            Phase::Pairs => Phase::Vertices,
            Phase::Vertices => {
                scene.rings = std::mem::take(&mut self.build).finish();
                scene.corners = Corners::none(scene.rings.places.len());
                Phase::Corners
            }
            Phase::Corners => {
                let HalfEdges { places, .. } = &scene.rings;
                scene.stations = Stations::none(places.len(), self.cells.len());
                Phase::Borders
            }
            Phase::Borders => Phase::Links,
            Phase::Links => Phase::Arrivals,
            Phase::Arrivals => Phase::Listing,
            Phase::Listing | Phase::Over => Phase::Over,
        }
    }

    /// Looks at one thing; returns how much work that was.
    fn look(&mut self, mesh: &NavMesh, index: usize) -> u64 {
        let Scene { rings, corners, stations, rates, ways, .. } = &mut self.scene;
        match self.phase {
            Phase::Cells => {
                let cell = self.cells[index];
                rates.push(f64::from(KindCosts::default().cost(mesh.area(cell))));
                WORK_OF_CELL + WORK_OF_SIDE * self.build.add(mesh, cell) as u64
            }
            Phase::Pairs => {
                self.build.pair(index);
                1
            }
            Phase::Vertices => {
                self.build.find_vertex(index);
                1
            }
            Phase::Corners => {
                corners.add(mesh, rings, index as u32, &self.cells);
                1
            }
            Phase::Borders => 1 + WORK_OF_STATION * stations.add_edge(rings, rates, index as u32),
            Phase::Links => {
                ways.add(mesh, self.links[index]);
                WORK_OF_LINK
            }
            Phase::Arrivals => {
                let (place, cell) = ways.arrivals[index];
                stations.add_arrival(place, cell, index as u32);
                1
            }
            Phase::Listing => {
                stations.list(index);
                1
            }
            Phase::Over => 0,
        }
    }
}
