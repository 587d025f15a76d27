//! The places that sweeps must reach: on borders between ground of different cost, and at the ends of links.

use glam::DVec2;

use crate::areas::KindCosts;
use crate::distance::rings::{NONE, Rings};
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tolerances::{BORDER_SPACING, SIGHT_SLACK};

/// What a station is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A vertex where ground of different cost meets and the border bends or ends; a half edge that starts there.
    Vertex(u32),
    /// A part of a border: the half edge that it is part of, and its ends, along that.
    Border(u32, [DVec2; 2]),
    /// Where a link leads to, by the number of its way.
    Arrival(u32),
}

/// A place that sweeps must reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Station {
    pub(crate) place: DVec2,
    pub(crate) kind: Kind,
}

/// A direction of a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) from: DVec2,
    /// The number of the cell where it begins.
    pub(crate) cell: u32,
    pub(crate) cost: f64,
}

/// All stations, by cell as well.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stations {
    pub(crate) all: Vec<Station>,
    /// For each vertex whether ground of different cost meets there.
    pub(crate) is_uneven: Vec<bool>,
    first_of_cell: Vec<u32>,
    of_cell: Vec<u32>,
}

impl Stations {
    /// The stations of a mesh; `arrivals` are the ends of its ways over links, with their cells.
    pub(crate) fn new(rings: &Rings, rates: &[f64], arrivals: &[(DVec2, u32)]) -> Stations {
        let mut stations =
            Stations { is_uneven: vec![false; rings.places.len()], ..Stations::default() };
        let mut cells: Vec<(u32, u32)> = Vec::new();
        for edge in 0..rings.half_edges.len() as u32 {
            if is_border(rings, rates, edge) {
                stations.add_vertex(rings, rates, edge, &mut cells);
                stations.add_border(rings, edge, &mut cells);
            }
        }
        for (&(place, cell), way) in arrivals.iter().zip(0..) {
            cells.push((cell, stations.all.len() as u32));
            stations.all.push(Station { place, kind: Kind::Arrival(way) });
        }
        cells.sort_unstable();
        cells.dedup();
        let first = |cell: usize| cells.partition_point(|&(of, _)| (of as usize) < cell) as u32;
        stations.first_of_cell = (0..=rings.cell_count()).map(first).collect();
        stations.of_cell = cells.into_iter().map(|(_, station)| station).collect();
        stations
    }

    /// The stations in or on the border of a cell.
    pub(crate) fn of(&self, cell: u32) -> impl Iterator<Item = u32> {
        let of = |cell: u32| self.first_of_cell[cell as usize] as usize;
        self.of_cell[of(cell)..of(cell + 1)].iter().copied()
    }

    /// Notes the vertex where a half edge on a border starts, and makes it a station unless the border goes straight on.
    fn add_vertex(&mut self, rings: &Rings, rates: &[f64], edge: u32, cells: &mut Vec<(u32, u32)>) {
        let vertex = rings.edge(edge).vertex;
        if std::mem::replace(&mut self.is_uneven[vertex as usize], true) {
            return;
        }
        let (around, closed) = around(rings, edge);
        let place = rings.places[vertex as usize];
        let ways = around.iter().filter(|&&edge| is_border(rings, rates, edge));
        let ways: Vec<DVec2> =
            ways.map(|&edge| (rings.places_of(edge).1 - place).normalize_or_zero()).collect();
        if closed && ways.len() == 2 && (ways[0] + ways[1]).length() < SIGHT_SLACK {
            return;
        }
        let station = self.all.len() as u32;
        cells.extend(around.iter().map(|&edge| (rings.edge(edge).cell, station)));
        self.all.push(Station { place, kind: Kind::Vertex(edge) });
    }

    /// Cuts a half edge on a border into stations; its twin has the same.
    fn add_border(&mut self, rings: &Rings, edge: u32, cells: &mut Vec<(u32, u32)>) {
        let twin = rings.edge(edge).twin;
        if twin < edge {
            return;
        }
        let (from, to) = rings.places_of(edge);
        let count = (from.distance(to) / BORDER_SPACING).ceil().clamp(1.0, 1e4) as u32;
        let at = |k: u32| from.lerp(to, f64::from(k) / f64::from(count));
        for k in 0..count {
            let ends = [at(k), at(k + 1)];
            let station = self.all.len() as u32;
            cells.extend([edge, twin].map(|side| (rings.edge(side).cell, station)));
            let place = ends[0].midpoint(ends[1]);
            self.all.push(Station { place, kind: Kind::Border(edge, ends) });
        }
    }
}

/// Whether the ground beyond a half edge costs more or less.
fn is_border(rings: &Rings, rates: &[f64], edge: u32) -> bool {
    let side = rings.edge(edge);
    side.twin != NONE && rates[side.cell as usize] != rates[rings.edge(side.twin).cell as usize]
}

/// The half edges that start where one does, and whether they close round it: else walls are there.
pub(crate) fn around(rings: &Rings, edge: u32) -> (Vec<u32>, bool) {
    let mut edges = vec![edge];
    let mut last = edge;
    while let Some(next) = rings.turned_left(last) {
        if next == edge {
            return (edges, true);
        }
        edges.push(next);
        last = next;
    }
    let mut first = edge;
    while let Some(next) = rings.turned_right(first).filter(|next| !edges.contains(next)) {
        edges.push(next);
        first = next;
    }
    (edges, false)
}

/// The directions of all links that are in use, where each leads to, and its handle and whether it leads back.
pub(crate) fn ways(mesh: &NavMesh) -> (Vec<Way>, Vec<(DVec2, u32)>, Vec<crate::links::LinkId>) {
    let (mut ways, mut arrivals, mut handles) = (Vec::new(), Vec::new(), Vec::new());
    let cell = |point| match mesh.locate(point) {
        Location::Cell(cell) => Some(mesh.number_of(cell)),
        _ => None,
    };
    for (id, link) in mesh.links() {
        let own = &mesh.definition().kinds;
        let Some(cost) = link.cost([own, &KindCosts::default()]) else { continue };
        for [from, to] in link.ways() {
            let (Some(start), Some(end)) = (cell(from), cell(to)) else { continue };
            ways.push(Way { from: from.as_dvec2(), cell: start, cost });
            arrivals.push((to.as_dvec2(), end));
            handles.push(id);
        }
    }
    (ways, arrivals, handles)
}
