//! The places that sweeps must reach: on borders between ground of different cost, and at the ends of links.

use glam::DVec2;

use super::by_cell::ByCell;
use crate::areas::KindCosts;
use crate::half_edges::rings::{HalfEdges, NONE};
use crate::links::LinkId;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tolerances::{BORDER_SPACING, SIGHT_SLACK};

/// What a station is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StationKind {
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
    pub(crate) kind: StationKind,
}

/// A direction of a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkDirection {
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
    /// The cells and stations that belong together, as they were found: stations in their order.
    pairs: Vec<(u32, u32)>,
    of_cells: ByCell,
}

impl Stations {
    /// No stations yet, of so many vertices and cells.
    pub(crate) fn none(vertex_count: usize, cell_count: usize) -> Stations {
        let (is_uneven, of_cells) = (vec![false; vertex_count], ByCell::new(cell_count));
        Stations { is_uneven, of_cells, ..Stations::default() }
    }

    /// Adds the stations along a half edge and where it starts, if ground of different cost meets there; returns how many.
    pub(crate) fn add_edge(&mut self, rings: &HalfEdges, rates: &[f64], edge: u32) -> u64 {
        let before = self.all.len();
        if is_border(rings, rates, edge) {
            self.add_vertex(rings, rates, edge);
            self.add_border(rings, edge);
        }
        (self.all.len() - before) as u64
    }

    /// Adds the place in a cell where a way over a link ends.
    pub(crate) fn add_arrival(&mut self, place: DVec2, cell: u32, way: u32) {
        self.add(Station { place, kind: StationKind::Arrival(way) }, [cell]);
    }

    fn add(&mut self, station: Station, cells: impl IntoIterator<Item = u32>) {
        let number = self.all.len() as u32;
        for cell in cells {
            self.pairs.push((cell, number));
            self.of_cells.count(cell);
        }
        self.all.push(station);
    }

    /// Returns how many pairs of a cell and a station are to be [listed](Self::list), once all stations are there.
    pub(crate) fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// Lists a pair with its cell: one after the other.
    pub(crate) fn list(&mut self, pair: usize) {
        let (cell, station) = self.pairs[pair];
        self.of_cells.place(cell, station);
    }

    /// The stations in or on the border of a cell, once all are listed.
    pub(crate) fn of(&self, cell: u32) -> &[u32] {
        self.of_cells.of(cell)
    }

    /// Notes the vertex where a half edge on a border starts, and makes it a station unless the border goes straight on.
    fn add_vertex(&mut self, rings: &HalfEdges, rates: &[f64], edge: u32) {
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
        let mut cells: Vec<u32> = around.iter().map(|&edge| rings.edge(edge).cell).collect();
        cells.sort_unstable();
        cells.dedup();
        self.add(Station { place, kind: StationKind::Vertex(edge) }, cells);
    }

    /// Cuts a half edge on a border into stations; its twin has the same.
    fn add_border(&mut self, rings: &HalfEdges, edge: u32) {
        let twin = rings.edge(edge).twin;
        if twin < edge {
            return;
        }
        let (from, to) = rings.places_of(edge);
        let count = (from.distance(to) / BORDER_SPACING).ceil().clamp(1.0, 1e4) as u32;
        let at = |k: u32| from.lerp(to, f64::from(k) / f64::from(count));
        let cells = [edge, twin].map(|side| rings.edge(side).cell);
        for k in 0..count {
            let ends = [at(k), at(k + 1)];
            let place = ends[0].midpoint(ends[1]);
            self.add(Station { place, kind: StationKind::Border(edge, ends) }, cells);
        }
    }
}

/// Returns whether the ground beyond a half edge costs more or less.
fn is_border(rings: &HalfEdges, rates: &[f64], edge: u32) -> bool {
    let side = rings.edge(edge);
    side.twin != NONE && rates[side.cell as usize] != rates[rings.edge(side.twin).cell as usize]
}

/// The half edges that start where one does, and whether they close round it: else walls are there.
pub(crate) fn around(rings: &HalfEdges, edge: u32) -> (Vec<u32>, bool) {
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

/// The ways over links that are in use, with the cells where they end and the links.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkDirections {
    pub(crate) all: Vec<LinkDirection>,
    /// Where each leads to, and the number of that cell.
    pub(crate) arrivals: Vec<(DVec2, u32)>,
    pub(crate) links: Vec<LinkId>,
}

impl LinkDirections {
    /// Adds the directions of a link, if it is in use.
    pub(crate) fn add(&mut self, mesh: &NavMesh, id: LinkId) {
        let cell = |point| match mesh.locate(point) {
            Location::Cell(cell) => Some(mesh.cells.number_of(cell)),
            _ => None,
        };
        let own = &mesh.definition().kinds;
        let Some(link) = mesh.link(id) else { return };
        let Some(cost) = link.cost([own, &KindCosts::default()]) else { return };
        for [from, to] in link.ways() {
            let (Some(start), Some(end)) = (cell(from), cell(to)) else { continue };
            self.all.push(LinkDirection { from: from.as_dvec2(), cell: start, cost });
            self.arrivals.push((to.as_dvec2(), end));
            self.links.push(id);
        }
    }
}
