//! How a tile is made: obstacles are cut out of its square one after another, in an order that depends on their shapes
//! alone; what is left becomes cells with portals.

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2, i64vec2, vec2};

use super::tile::{BorderSide, Cell, Edge, InnerPortal, NONE, StoredLine, Tile};
use crate::kernel::line::{BORDER_COUNT, Line, Lines, Side};
use crate::kernel::pieces::{Block, Cutter, Pieces};
use crate::kernel::portals::Overlaps;
use crate::kernel::ring::Ring;
use crate::tolerances::{CELL_COUNT_LIMIT, LEAST_PORTAL, METRES_PER_UNIT};

/// Makes tiles. It keeps its buffers from tile to tile; a copy begins with empty ones.
#[derive(Debug, Default)]
pub(crate) struct Carver {
    /// The vertices of all obstacles, and the range of each.
    vertices: Vec<I64Vec2>,
    outlines: Vec<Range<usize>>,
    lines: Lines,
    sides: Vec<Side>,
    ring: Ring,
    pieces: Pieces,
    cutter: Cutter,
    overlaps: Overlaps,
    /// The lines that cells lie on, each once.
    table: Vec<Line>,
    /// For each of `lines` its index in the table; the order of those behind the borders.
    places: Vec<u32>,
    order: Vec<u32>,
    labels: Vec<u16>,
    open: Vec<u16>,
}

impl Clone for Carver {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Carver {
    /// Starts a tile without obstacles.
    pub(crate) fn begin(&mut self) {
        self.vertices.clear();
        self.outlines.clear();
    }

    /// Adds an obstacle: a strictly convex ring, counter-clockwise from its least vertex, relative to the tile's corner.
    pub(crate) fn add(&mut self, ring: impl Iterator<Item = I64Vec2>) {
        let first = self.vertices.len();
        self.vertices.extend(ring);
        self.outlines.push(first..self.vertices.len());
    }

    /// The tile of `size` units a side whose part between `min` and `max` is free but for the obstacles. `None` if it
    /// would have too many cells.
    pub(crate) fn finish(&mut self, size: i64, min: I64Vec2, max: I64Vec2) -> Option<Tile> {
        let vertices = &self.vertices;
        let ring = |range: &Range<usize>| vertices[range.clone()].iter().map(|v| v.to_array());
        self.outlines
            .sort_unstable_by(|p, q| p.len().cmp(&q.len()).then_with(|| ring(p).cmp(ring(q))));
        self.outlines.dedup_by(|p, q| p.len() == q.len() && ring(p).eq(ring(q)));
        self.lines.clear();
        self.enter_sides(&rectangle(I64Vec2::ZERO, I64Vec2::splat(size)));
        self.enter_sides(&rectangle(min, max));
        self.ring.set(&self.sides, &self.lines);
        self.pieces.clear();
        self.pieces.push(&self.ring);
        for index in 0..self.outlines.len() {
            let range = self.outlines[index].clone();
            let vertices = std::mem::take(&mut self.vertices);
            self.enter_sides(&vertices[range.clone()]);
            let block = Block { vertices: &vertices[range], sides: &self.sides };
            self.cutter.subtract(&mut self.pieces, block, &self.lines);
            self.vertices = vertices;
            if self.pieces.len() > CELL_COUNT_LIMIT {
                return None;
            }
        }
        self.tidy_lines();
        self.overlaps.find(&self.pieces, &self.table, LEAST_PORTAL);
        self.label_cells();
        Some(self.tile())
    }

    /// Enters the lines of a ring; its sides become `sides`.
    fn enter_sides(&mut self, ring: &[I64Vec2]) {
        self.sides.clear();
        let n = ring.len();
        self.sides.extend((0..n).map(|k| self.lines.side(ring[k], ring[(k + 1) % n])));
    }

    /// Keeps of the lines those that cells lie on, each once: the borders first, the others by their coefficients.
    fn tidy_lines(&mut self) {
        let lines = self.lines.as_slice();
        self.places.clear();
        self.places.resize(lines.len(), u32::MAX);
        self.order.clear();
        for side in self.pieces.all_sides() {
            let line = side.line();
            if line as usize >= BORDER_COUNT && self.places[line as usize] == u32::MAX {
                self.places[line as usize] = 0;
                self.order.push(line);
            }
        }
        self.order.sort_unstable_by_key(|&line| lines[line as usize]);
        self.table.clear();
        self.table.extend_from_slice(&lines[..BORDER_COUNT]);
        for border in 0..BORDER_COUNT {
            self.places[border] = border as u32;
        }
        for &index in &self.order {
            let line = lines[index as usize];
            if self.table.len() == BORDER_COUNT || self.table.last() != Some(&line) {
                self.table.push(line);
            }
            self.places[index as usize] = self.table.len() as u32 - 1;
        }
        let places = &self.places;
        self.pieces.rename_sides(|side| Side::new(places[side.line() as usize], side.flipped()));
    }

    /// Labels the cells by what is joined within the tile, in the order of the least cell of each part.
    fn label_cells(&mut self) {
        let (count, portals) = (self.pieces.len(), &self.overlaps.found);
        self.labels.clear();
        self.labels.resize(count, NONE);
        let mut label = 0;
        for start in 0..count {
            if self.labels[start] != NONE {
                continue;
            }
            self.labels[start] = label;
            self.open.push(start as u16);
            while let Some(cell) = self.open.pop() {
                let first = portals.partition_point(|portal| portal.cell < cell);
                for portal in portals[first..].iter().take_while(|portal| portal.cell == cell) {
                    if self.labels[portal.beyond as usize] == NONE {
                        self.labels[portal.beyond as usize] = label;
                        self.open.push(portal.beyond);
                    }
                }
            }
            label += 1;
        }
    }

    fn tile(&self) -> Tile {
        let (pieces, portals) = (&self.pieces, &self.overlaps.found);
        let mut cells = Vec::with_capacity(pieces.len());
        let mut borders: [Vec<BorderSide>; 4] = Default::default();
        let (mut first_vertex, mut first_portal) = (0, 0);
        for index in 0..pieces.len() {
            let (min, max) = pieces.extent(index);
            let (min, max) = (in_metres(min), in_metres(max));
            let label = self.labels[index];
            cells.push(Cell { first_vertex, first_portal, border: [NONE; 4], label, min, max });
            first_vertex += pieces.sides(index).len() as u32;
            let mine = |portal: &&_| {
                let portal: &crate::kernel::portals::Overlap = portal;
                portal.cell as usize == index
            };
            first_portal += portals[first_portal as usize..].iter().take_while(mine).count() as u32;
            self.enter_borders(index, &mut borders);
        }
        let mut ends = [0; 4];
        let mut count = 0;
        for (edge, border) in borders.iter_mut().enumerate() {
            border.sort_unstable_by(|p, q| p.low.total_cmp(&q.low).then(p.cell.cmp(&q.cell)));
            for (place, side) in border.iter().enumerate() {
                cells[side.cell as usize].border[edge] = place as u16;
            }
            count += border.len() as u32;
            ends[edge] = count;
        }
        Tile {
            lines: self.table.iter().map(|&line| StoredLine::new(line)).collect(),
            cells: cells.into(),
            sides: pieces.all_sides().collect(),
            vertices: pieces.all_vertices().map(in_metres).collect(),
            portals: portals
                .iter()
                .map(|overlap| InnerPortal {
                    beyond: overlap.beyond,
                    side: overlap.side,
                    left: in_metres(overlap.left),
                    right: in_metres(overlap.right),
                })
                .collect(),
            borders: borders.concat().into(),
            border_ends: ends,
            label_count: self.labels.iter().max().map_or(0, |&most| most + 1),
        }
    }

    /// Enters the sides of a cell that lie on the tile's border.
    fn enter_borders(&self, index: usize, borders: &mut [Vec<BorderSide>; 4]) {
        let (sides, ring) = (self.pieces.sides(index), self.pieces.vertices(index));
        for (k, side) in sides.iter().enumerate() {
            let Some(&edge) = Edge::ALL.get(side.line() as usize) else { continue };
            let from = in_metres(ring[(k + ring.len() - 1) % ring.len()]);
            let to = in_metres(ring[k]);
            let (from, to) = if edge.is_horizontal() { (from.x, to.x) } else { (from.y, to.y) };
            let (low, high) = (from.min(to), from.max(to));
            borders[edge as usize].push(BorderSide { cell: index as u16, low, high });
        }
    }
}

/// The vertices of a rectangle, so that its sides are in the order of [`Edge`].
fn rectangle(min: I64Vec2, max: I64Vec2) -> [I64Vec2; 4] {
    [min, i64vec2(max.x, min.y), max, i64vec2(min.x, max.y)]
}

fn in_metres(point: DVec2) -> Vec2 {
    let point = point * METRES_PER_UNIT;
    vec2(point.x as f32, point.y as f32)
}
