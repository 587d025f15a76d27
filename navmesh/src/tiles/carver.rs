//! How a tile is made: obstacles are cut out of its square one after another, in an order that depends on their shapes
//! alone; what is left becomes cells with portals.

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2, i64vec2, vec2};

use super::edge::TileEdge;
use super::levies::Levies;
use super::packed_box::{PackedBox, power_for};
use super::stored::{
    Cell, PORTAL_WORDS, PortalEnd, RING_LIMIT, Rare, StoredLine, VERTEX_COUNT_LIMIT,
};
use super::tile::Tile;
use crate::areas::{Area, AreaDefinition, Footing, KindCosts};
use crate::kernel::line::{BORDER_COUNT, Corner, Line, Lines, Side, common_divisor};
use crate::kernel::outline::floor;
use crate::kernel::pieces::{Cutter, KernelObstacle, Pieces};
use crate::kernel::plugs::Plugs;
use crate::kernel::portals::{Overlap, OverlapEnd, Overlaps};
use crate::kernel::ring::Ring;
use crate::tolerances::{CELL_COUNT_LIMIT, METRES_PER_UNIT, ON_LATTICE, least_portal};

/// The label of a cell that has none yet.
const UNLABELLED: u16 = u16::MAX;

/// Makes tiles. It keeps its buffers from tile to tile; a copy begins with empty ones.
#[derive(Debug, Default)]
pub(crate) struct Carver {
    /// The vertices of all obstacles, and the range of each.
    vertices: Vec<I64Vec2>,
    outlines: Vec<Range<usize>>,
    /// The obstacles just beside the tile.
    beside: Vec<Range<usize>>,
    plugs: Plugs,
    /// For each vertex the [`common_divisor`] of it and the next.
    divisors: Vec<u32>,
    /// What kinds of ground cost, and which are left out.
    kinds: KindCosts,
    /// The areas, and the range of the vertices of each.
    areas: Vec<(AreaDefinition, Range<usize>)>,
    /// The surcharges, likewise.
    surcharges: Vec<(f32, Range<usize>)>,
    levies: Levies,
    lines: Lines,
    sides: Vec<Side>,
    ring: Ring,
    pieces: Pieces,
    cutter: Cutter,
    overlaps: Overlaps,
    /// The lines that cells lie on, each once.
    table: Vec<Line>,
    /// For each of `lines` its index in the table.
    places: Vec<u32>,
    labels: Vec<u16>,
    open: Vec<u16>,
    /// The cell sides on the borders: the edge, where on it they begin, and the cell with the number of the side there.
    borders: Vec<(u8, f32, [u16; 2])>,
    /// The lines that are stored as long ones, and all small numbers of the tile.
    long: Vec<Line>,
    words: Vec<u16>,
}

impl Clone for Carver {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Carver {
    /// Starts a tile without obstacles, for those to whom kinds of ground cost this.
    pub(crate) fn begin(&mut self, kinds: KindCosts) {
        self.kinds = kinds;
        self.vertices.clear();
        self.divisors.clear();
        self.outlines.clear();
        self.beside.clear();
        self.areas.clear();
        self.surcharges.clear();
    }

    /// Adds an obstacle, in the tile or just beside it: a strictly convex ring, counter-clockwise from its least vertex,
    /// relative to the tile's corner; each vertex with the [`common_divisor`] of it and the next.
    pub(crate) fn add(&mut self, ring: impl Iterator<Item = (I64Vec2, u32)>, is_beside: bool) {
        let range = self.entered(ring);
        if is_beside { self.beside.push(range) } else { self.outlines.push(range) }
    }

    /// Adds an area: a ring like that of an obstacle.
    pub(crate) fn add_area(&mut self, area: AreaDefinition, ring: &[I64Vec2]) {
        let range = self.entered(with_divisors(ring));
        self.areas.push((area, range));
    }

    /// Adds a surcharge on a metre: a ring like that of an obstacle.
    pub(crate) fn add_surcharge(&mut self, amount: f32, ring: &[I64Vec2]) {
        let range = self.entered(with_divisors(ring));
        self.surcharges.push((amount, range));
    }

    fn entered(&mut self, ring: impl Iterator<Item = (I64Vec2, u32)>) -> Range<usize> {
        let first = self.vertices.len();
        for (vertex, divisor) in ring {
            self.vertices.push(vertex);
            self.divisors.push(divisor);
        }
        first..self.vertices.len()
    }

    /// The tile of `size` units a side whose part between `min` and `max` is free but for the obstacles. `None` if it
    /// would have too many cells.
    pub(crate) fn finish(&mut self, size: i64, min: I64Vec2, max: I64Vec2) -> Option<Tile> {
        let vertices = &self.vertices;
        let ring = |range: &Range<usize>| vertices[range.clone()].iter().map(|v| v.to_array());
        self.outlines
            .sort_unstable_by(|p, q| p.len().cmp(&q.len()).then_with(|| ring(p).cmp(ring(q))));
        self.outlines.dedup_by(|p, q| p.len() == q.len() && ring(p).eq(ring(q)));
        self.lines.begin(size);
        self.enter_rectangle(I64Vec2::ZERO, I64Vec2::splat(size));
        if (min, max) != (I64Vec2::ZERO, I64Vec2::splat(size)) {
            self.enter_rectangle(min, max);
        }
        self.ring.set(&self.sides, &self.lines);
        self.pieces.clear();
        self.pieces.push(&self.ring);
        for index in 0..self.outlines.len() {
            let range = self.outlines[index].clone();
            self.enter_sides(range.clone());
            let block = KernelObstacle { vertices: &self.vertices[range], sides: &self.sides };
            self.cutter.subtract(&mut self.pieces, block, &self.lines);
            if self.pieces.len() > CELL_COUNT_LIMIT {
                return None;
            }
        }
        self.plug_gaps(size)?;
        self.claim_areas()?;
        self.levy_surcharges()?;
        self.apply_kinds();
        let vertex_count = self.vertex_count()?;
        self.tidy_lines();
        self.overlaps.find(&self.pieces, &self.table, least_portal(size));
        self.label_cells();
        Some(self.tile(size, vertex_count))
    }

    /// Closes the gaps between obstacles that are too narrow to pass. `None` where there would be too many cells.
    fn plug_gaps(&mut self, size: i64) -> Option<()> {
        self.beside.extend_from_slice(&self.outlines);
        let mut plugs = std::mem::take(&mut self.plugs);
        let tile = [I64Vec2::ZERO, I64Vec2::splat(size)];
        for plug in plugs.find(&self.vertices, &self.beside, tile) {
            let range = self.entered(with_divisors(plug));
            self.enter_sides(range.clone());
            let block = KernelObstacle { vertices: &self.vertices[range], sides: &self.sides };
            self.cutter.subtract(&mut self.pieces, block, &self.lines);
        }
        self.plugs = plugs;
        (self.pieces.len() <= CELL_COUNT_LIMIT).then_some(())
    }

    /// Cuts what is free along the borders of the areas: the stronger ones first, in an order that depends on their
    /// shapes alone. In the end `areas` has each once. `None` where there would be too many cells.
    fn claim_areas(&mut self) -> Option<()> {
        let mut areas = std::mem::take(&mut self.areas);
        let vertices = &self.vertices;
        let ring = |range: &Range<usize>| vertices[range.clone()].iter().map(|v| v.to_array());
        areas.sort_unstable_by(|(p, first), (q, second)| {
            let by_shape =
                first.len().cmp(&second.len()).then_with(|| ring(first).cmp(ring(second)));
            q.strength().cmp(&p.strength()).then(by_shape)
        });
        let mut number = 0_u16;
        for index in 0..areas.len() {
            let (area, range) = areas[index].clone();
            if index == 0 || areas[index - 1].0 != area {
                number = number.checked_add(1)?;
            }
            self.enter_sides(range.clone());
            let block = KernelObstacle { vertices: &self.vertices[range], sides: &self.sides };
            self.cutter.claim(&mut self.pieces, block, &self.lines, number);
            if self.pieces.len() > CELL_COUNT_LIMIT {
                return None;
            }
        }
        areas.dedup_by_key(|(area, _)| *area);
        self.areas = areas;
        Some(())
    }

    /// Cuts all ground along the borders of the surcharges, which add up, in an order that depends on their shapes alone. In
    /// the end `areas` has the kinds and costs with them. `None` where there would be too many cells.
    fn levy_surcharges(&mut self) -> Option<()> {
        if self.surcharges.is_empty() {
            return Some(());
        }
        let mut surcharges = std::mem::take(&mut self.surcharges);
        let vertices = &self.vertices;
        let ring = |range: &Range<usize>| vertices[range.clone()].iter().map(|v| v.to_array());
        // Amounts are positive: they order like their bits.
        surcharges.sort_unstable_by(|(p, first), (q, second)| {
            p.to_bits().cmp(&q.to_bits()).then_with(|| ring(first).cmp(ring(second)))
        });
        self.levies.begin(self.areas.iter().map(|(area, _)| area.footing()));
        for (amount, range) in &surcharges {
            self.enter_sides(range.clone());
            let block =
                KernelObstacle { vertices: &self.vertices[range.clone()], sides: &self.sides };
            let raised = |number| self.levies.raised(number, *amount);
            self.cutter.renumber(&mut self.pieces, block, &self.lines, raised);
            if self.pieces.len() > CELL_COUNT_LIMIT || self.levies.are_too_many() {
                return None;
            }
        }
        self.areas.clear();
        self.areas.extend(self.levies.areas().map(|area| (area.into(), 0..0)));
        self.surcharges = surcharges;
        Some(())
    }

    /// Drops the ground of kinds that are excluded, and makes that of others dearer by their factors.
    fn apply_kinds(&mut self) {
        let kinds = self.kinds;
        if kinds.is_plain() && !kinds.have_speeds() {
            return;
        }
        let area = Area { kind: 0, cost: kinds.factor(0) };
        let outside = Footing { area, speed: kinds.speed(0) };
        let areas = &self.areas;
        self.pieces.retain_areas(|number| match (number as usize).checked_sub(1) {
            Some(index) => kinds.factor(areas[index].0.kind).is_finite(),
            None => outside.area.cost.is_finite(),
        });
        for (area, _) in &mut self.areas {
            *area = kinds.applied(area.footing()).into();
        }
        if outside != Footing::default() {
            self.areas.push((outside.into(), 0..0));
            self.pieces.claim_rest(self.areas.len() as u16);
        }
    }

    /// Returns how many vertices the rings have; `None` if they cannot be told by the numbers of a tile.
    fn vertex_count(&self) -> Option<usize> {
        let mut count = 0;
        for index in 0..self.pieces.len() {
            let length = self.pieces.corners(index).len();
            count += length;
            if length > RING_LIMIT {
                return None;
            }
        }
        (count < VERTEX_COUNT_LIMIT).then_some(count)
    }

    /// Enters the lines of an upright rectangle; its sides, in the order of [`TileEdge`], become `sides`.
    fn enter_rectangle(&mut self, min: I64Vec2, max: I64Vec2) {
        let corners = [min, i64vec2(max.x, min.y), max, i64vec2(min.x, max.y)];
        let range = self.entered(with_divisors(&corners));
        self.enter_sides(range);
    }

    /// Enters the lines of a ring of `vertices`; its sides become `sides`.
    fn enter_sides(&mut self, range: Range<usize>) {
        let (ring, divisors) = (&self.vertices[range.clone()], &self.divisors[range]);
        self.sides.clear();
        let next = ring.iter().skip(1).chain(ring.first());
        let sides = ring.iter().zip(next).zip(divisors);
        self.sides.extend(sides.map(|((&from, &to), &divisor)| self.lines.side(from, to, divisor)));
    }

    /// Keeps of the lines those that cells lie on: the borders first, the others as they come.
    fn tidy_lines(&mut self) {
        let Self { lines, places, table, .. } = self;
        let lines = lines.as_slice();
        places.clear();
        places.extend(0..BORDER_COUNT as u32);
        places.resize(lines.len(), u32::MAX);
        table.clear();
        table.extend_from_slice(lines);
        let mut count = BORDER_COUNT;
        self.pieces.rename_sides(|side| {
            // Without a branch, as nobody can tell whether a line comes for the first time.
            let line = side.line() as usize;
            let is_new = places[line] == u32::MAX;
            let place = places[line].min(count as u32);
            places[line] = place;
            table[place as usize] = lines[line];
            count += is_new as usize;
            Side::new(place, side.flipped())
        });
        table.truncate(count);
    }

    /// Labels the cells by what is joined within the tile, in the order of the least cell of each part.
    fn label_cells(&mut self) {
        let count = self.pieces.len();
        self.labels.clear();
        self.labels.resize(count, UNLABELLED);
        let mut label = 0;
        for start in 0..count {
            if self.labels[start] != UNLABELLED {
                continue;
            }
            self.labels[start] = label;
            self.open.push(start as u16);
            while let Some(cell) = self.open.pop() {
                for portal in self.overlaps.of(cell as usize) {
                    if self.labels[portal.beyond as usize] == UNLABELLED {
                        self.labels[portal.beyond as usize] = label;
                        self.open.push(portal.beyond);
                    }
                }
            }
            label += 1;
        }
    }

    fn tile(&mut self, size: i64, vertex_count: usize) -> Tile {
        let (pieces, step) = (&self.pieces, power_for(size));
        let mut cells = Vec::with_capacity(pieces.len() + 1);
        let mut boxes = Vec::with_capacity(pieces.len());
        let mut vertices = Vec::with_capacity(vertex_count);
        self.words.clear();
        self.borders.clear();
        let mut first_portal = 0;
        for index in 0..pieces.len() {
            let corners = pieces.corners(index);
            let (first_vertex, mut edges) = (vertices.len() as u32, 0);
            let mut from = in_metres(corners[corners.len() - 1].vertex);
            for (k, &Corner { side, vertex }) in corners.iter().enumerate() {
                let to = in_metres(vertex);
                if let Some(&edge) = TileEdge::ALL.get(side.line() as usize) {
                    edges |= 1 << edge as u8;
                    let (low, _) = edge.interval([from, to]);
                    self.borders.push((edge as u8, low, [index as u16, k as u16]));
                }
                vertices.push(to);
                self.words.push(side.words()[0]);
                from = to;
            }
            cells.push(Cell::new(first_vertex, first_portal, edges));
            let (min, max) = pieces.extent(index);
            boxes.push(packed(min, max, step));
            first_portal += self.overlaps.of(index).len() as u32;
        }
        cells.push(Cell::new(vertex_count as u32, first_portal, 0));
        self.borders.sort_unstable_by(|(e, p, s), (f, q, t)| {
            e.cmp(f).then(p.total_cmp(q)).then(s[0].cmp(&t[0]))
        });
        let count = |edge| self.borders.iter().filter(|side| side.0 == edge as u8).count() as u16;
        let border_counts = TileEdge::ALL.map(count);
        let label_count = self.labels.iter().max().map_or(0, |&most| most + 1);
        let has_areas = (0..pieces.len()).any(|index| pieces.area(index) != 0);
        let has_many_lines = self.table.len() > Side::FEW_LINES;
        self.long.clear();
        let lines = self.table.iter().map(|&line| StoredLine::new(line, &mut self.long)).collect();
        let footings = self.areas.iter().map(|(area, _)| area.footing());
        let rare = Rare::of(&self.long, footings.collect(), has_areas);
        let mut tile = Tile {
            lines,
            vertices: vertices.into(),
            cells: cells.into(),
            boxes: boxes.into(),
            words: Box::default(),
            rare,
            border_counts,
            label_count,
            has_areas,
            has_many_lines,
            step,
        };
        self.enter_words(&tile);
        tile.words = self.words.as_slice().into();
        tile
    }

    /// Enters all small numbers of a tile behind those of the sides.
    fn enter_words(&mut self, tile: &Tile) {
        let (pieces, words) = (&self.pieces, &mut self.words);
        words.extend(self.overlaps.found().iter().flat_map(portal_words));
        words.extend(self.borders.iter().flat_map(|side| side.2));
        if tile.label_count > 1 {
            words.extend(&self.labels);
        }
        if tile.has_areas {
            words.extend((0..pieces.len()).map(|index| pieces.area(index)));
        }
        if tile.has_many_lines {
            words.extend(pieces.all_sides().map(|side| side.words()[1]));
        }
    }
}

/// The box of a cell in steps of the tile.
fn packed(min: DVec2, max: DVec2, step: u8) -> PackedBox {
    // What a rounding moved out of the box by a hair is still in it.
    let [min, max] = [min - ON_LATTICE, max + ON_LATTICE].map(floor);
    PackedBox::new(min >> step, max >> step)
}

/// Returns what a tile stores of a portal.
fn portal_words(portal: &Overlap) -> [u16; PORTAL_WORDS] {
    let word = |end: OverlapEnd| PortalEnd::new(end.vertex, end.cell != portal.cell).0;
    [portal.beyond, word(portal.left), word(portal.right)]
}

/// The vertices of a ring, each with the [`common_divisor`] of it and the next.
fn with_divisors(ring: &[I64Vec2]) -> impl Iterator<Item = (I64Vec2, u32)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| (from, common_divisor(from, to)))
}

fn in_metres(point: DVec2) -> Vec2 {
    let point = point * METRES_PER_UNIT;
    vec2(point.x as f32, point.y as f32)
}
