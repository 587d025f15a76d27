//! The store of a mesh that never changes: convex cells on shared vertices, all of them one ground.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{DVec2, I64Vec2};

use super::doors::{Gap, corner, entered, opened};
use super::id::{CellId, WidePortal};
use super::sectors::{Sector, Walls, walls_between};
use crate::areas::{Area, Footing};
use crate::bounds::Bounds;
use crate::fixed::cells::FixedCells;
use crate::fixed::chart::Chart;
use crate::kernel::turn::turn;
use crate::tiles::ground::SightGraph;
use crate::tiles::islands::Component;
use crate::tiles::tiling::State;
use crate::tiles::wall_graph::WallGraph;
use crate::tolerances::METRES_PER_UNIT;

/// Cells are named in runs of this many.
const RUN: u32 = 1 << 8;

/// Cells that never change. Copies share them, and what was learnt of them.
#[derive(Clone, Debug)]
pub(crate) struct BakedCells {
    cells: Arc<FixedCells>,
    state: Arc<State>,
    /// The ground, made when a query first needs it.
    ground: Arc<OnceLock<Arc<SightGraph>>>,
    /// The whole corner graph, if it was asked for.
    chart: Arc<OnceLock<Chart>>,
    /// Whether corners may be known but for a rounding.
    is_blunt: bool,
}

/// How the cells are told apart: by run, and all of them by their numbers in one ground. What is asked is said at `Cells`.
impl BakedCells {
    pub(crate) fn new(cells: FixedCells, is_blunt: bool) -> Self {
        let (state, ground, chart) = Default::default();
        Self { cells: Arc::new(cells), state, ground, chart, is_blunt }
    }

    pub(crate) fn cells(&self) -> &FixedCells {
        &self.cells
    }

    pub(crate) fn state(&self) -> &Arc<State> {
        &self.state
    }

    pub(crate) fn part_count(&self) -> u32 {
        self.cells.count().div_ceil(RUN)
    }

    pub(crate) fn cells_of_part(&self, run: u32) -> u16 {
        (self.cells.count() - run * RUN).min(RUN) as u16
    }

    /// They are in world coordinates.
    pub(crate) fn part_corner(&self, _: u32) -> DVec2 {
        DVec2::ZERO
    }

    pub(crate) fn count(&self) -> usize {
        self.cells.count() as usize
    }

    pub(crate) fn number_of(&self, id: CellId) -> u32 {
        id.tile * RUN + id.cell as u32
    }

    pub(crate) fn ground_count(&self) -> u32 {
        1
    }

    pub(crate) fn spot(&self, id: CellId) -> (u32, u32) {
        (0, self.number_of(id))
    }

    pub(crate) fn cell_at_spot(&self, (_, cell): (u32, u32)) -> CellId {
        named(cell)
    }

    pub(crate) fn number_at_spot(&self, (_, cell): (u32, u32)) -> u32 {
        cell
    }

    pub(crate) fn named(&self, spot: (u32, u32)) -> (u32, u32) {
        spot
    }

    pub(crate) fn area(&self, id: CellId) -> Area {
        self.cells.area(self.number_of(id))
    }

    pub(crate) fn footing(&self, id: CellId) -> Footing {
        self.cells.footing(self.number_of(id))
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.cells.is_slow()
    }

    pub(crate) fn has_areas(&self) -> bool {
        self.cells.has_areas()
    }

    pub(crate) fn component(&self, id: CellId) -> Component {
        Component::numbered(self.cells.joined(self.number_of(id)))
    }
}

/// The cell with a number.
fn named(number: u32) -> CellId {
    CellId { tile: number / RUN, cell: (number % RUN) as u16 }
}

/// Where cells are, and what is beyond.
impl BakedCells {
    pub(crate) fn ring(&self, id: CellId) -> impl Iterator<Item = DVec2> + Clone {
        self.cells.ring(self.number_of(id))
    }

    pub(crate) fn each_side(&self, id: CellId, mut each: impl FnMut([DVec2; 2])) {
        let mut ring = self.ring(id);
        let mut from = ring.clone().last().unwrap_or_default();
        ring.by_ref().for_each(|to| each([std::mem::replace(&mut from, to), to]));
    }

    pub(crate) fn portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let portals = self.cells.sides(self.number_of(id)).filter(|side| side.is_portal);
        portals.filter_map(|side| {
            let cell = named(side.beyond?);
            Some(WidePortal { cell, left: side.to, right: side.from })
        })
    }

    /// A side is one part of the border.
    pub(crate) fn each_part(&self, id: CellId, mut each: impl FnMut(u16, DVec2, Option<CellId>)) {
        for (number, side) in (0..).zip(self.cells.sides(self.number_of(id))) {
            each(number, side.from, side.beyond.filter(|_| side.is_portal).map(named));
        }
    }

    /// Back along itself a wall goes where what is open is too narrow for a portal.
    pub(crate) fn are_in_line(&self, [from, at, to]: [DVec2; 3]) -> bool {
        turn(from, at, to) == 0 && (to - at).dot(from - at) < 0.0
    }

    pub(crate) fn at(&self, point: I64Vec2) -> impl Iterator<Item = CellId> {
        self.cells.at(point.as_dvec2() * METRES_PER_UNIT).map(named)
    }

    pub(crate) fn within(&self, area: Bounds) -> impl Iterator<Item = CellId> {
        let finite = area.min.is_finite() && area.max.is_finite();
        let cells = finite.then(|| self.cells.within(area.min.as_dvec2(), area.max.as_dvec2()));
        let meets = move |&cell: &u32| {
            let [min, max] = self.cells.extent(cell);
            min.cmple(area.max).all() && max.cmpge(area.min).all()
        };
        cells.into_iter().flatten().filter(meets).map(named)
    }

    pub(crate) fn walls(&self) -> WallGraph {
        let mut graph = WallGraph::default();
        let mut number: BTreeMap<u32, u32> = BTreeMap::new();
        for cell in 0..self.cells.count() {
            let mut sides: Vec<_> = self.cells.sides(cell).collect();
            sides.push(sides[0]);
            for pair in sides.windows(2).filter(|pair| pair[0].beyond.is_none()) {
                let ends = [pair[0], pair[1]].map(|side| {
                    *number.entry(side.vertex).or_insert_with(|| {
                        graph.vertices.push(side.from);
                        graph.vertices.len() as u32 - 1
                    })
                });
                graph.walls.push(ends);
            }
        }
        graph
    }

    pub(crate) fn order(&self, id: CellId) -> u32 {
        self.cells.order(self.number_of(id))
    }

    pub(crate) fn windows(&self, id: CellId) -> impl Iterator<Item = [u32; 2]> {
        self.cells.windows(self.number_of(id))
    }
}

/// What sight needs.
impl BakedCells {
    /// The doors of all cells.
    pub(crate) fn ground(&self) -> &SightGraph {
        self.ground.get_or_init(|| self.opened().into())
    }

    pub(crate) fn known_ground(&self) -> Option<&Arc<SightGraph>> {
        self.ground.get()
    }

    fn opened(&self) -> SightGraph {
        let gaps: Vec<Gap> = (0..self.cells.count()).flat_map(|cell| self.gaps(cell)).collect();
        // By the bits of where they are; also where there may be one, and is none.
        let mut known: BTreeMap<[u64; 2], u32> = BTreeMap::new();
        opened(0, self.cells.count(), &gaps, self.is_blunt, |ground, end| {
            // Both zeros have the same bits after this.
            let at = end + DVec2::ZERO;
            let bend = known.entry(at.to_array().map(f64::to_bits)).or_insert_with(|| {
                let walls = self.walls_at(at);
                let bend = walls.map(|(walls, round)| {
                    let names = round.iter().map(|&id| Some(self.spot(id)));
                    corner(ground, (at, walls), names)
                });
                entered(ground, bend)
            });
            (at, *bend)
        })
    }

    /// Returns what a cell shares with others: it knows it.
    fn gaps(&self, cell: u32) -> impl Iterator<Item = Gap> {
        self.cells.sides(cell).filter_map(move |side| {
            let beyond = (0, side.beyond?);
            Some(Gap { cell, side: 0, along: 0.0, ends: [side.from, side.to], beyond })
        })
    }

    pub(crate) fn sector(&self, id: CellId, at: DVec2) -> Option<Sector> {
        let sides = self.cells.beside(self.number_of(id), at)?.map(|end| end - at);
        Some(Sector { cell: id, sides, lengths: sides.map(DVec2::length) })
    }

    pub(crate) fn walls_at(&self, at: DVec2) -> Option<Walls> {
        let cells = self.cells.at(at).map(named);
        walls_between(cells.filter_map(|cell| self.sector(cell, at)), self.is_blunt)
    }

    /// Returns where the whole corner graph is kept.
    pub(crate) fn chart_cell(&self) -> &OnceLock<Chart> {
        &self.chart
    }

    /// The whole corner graph and its ground, if it was made.
    pub(crate) fn chart(&self) -> Option<(&SightGraph, &Chart)> {
        Some((self.ground.get()?, self.chart.get()?))
    }

    /// The bytes of what is kept for sight.
    pub(crate) fn sight_size_in_bytes(&self) -> usize {
        let ground = self.ground.get().map_or(0, |ground| ground.size_in_bytes());
        ground + self.chart.get().map_or(0, Chart::size_in_bytes)
    }
}
