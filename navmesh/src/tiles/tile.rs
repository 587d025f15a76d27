//! A tile: the free part of a square as convex cells, made from the set of obstacles that overlap it.
//!
//! A tile knows neither where in the world it lies nor which obstacles it was made from: equal sets of outlines,
//! seen from the tile's corner, give equal tiles bit for bit.

use glam::{DVec2, I64Vec2, Vec2, i64vec2, vec2};

use crate::kernel::line::{Line, Lines, Side};
use crate::kernel::outline::extent;
use crate::kernel::piece::Piece;
use crate::kernel::portals::{Overlap, overlaps};
use crate::tolerances::{CELL_COUNT_LIMIT, LEAST_PORTAL, METRES_PER_UNIT};

/// The sides of a tile's square, in the order of their lines in the tile's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    South,
    East,
    North,
    West,
}

impl Edge {
    pub(crate) const ALL: [Edge; 4] = [Edge::South, Edge::East, Edge::North, Edge::West];

    /// The same edge, seen from the tile across it.
    pub(crate) fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::East => Edge::West,
            Edge::North => Edge::South,
            Edge::West => Edge::East,
        }
    }

    /// Whether the edge runs along x.
    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, Edge::South | Edge::North)
    }
}

/// No cell side on this edge of the tile.
const NONE: u16 = u16::MAX;

/// A convex cell of a tile.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    /// The first vertex and side in the tile's tables, and the first portal.
    first_vertex: u32,
    first_portal: u32,
    /// The index of the cell's side in each of the tile's borders.
    border: [u16; 4],
    /// Cells of the tile that are joined within it have the same label.
    label: u16,
    /// The box round the cell, in tile-local metres.
    min: Vec2,
    max: Vec2,
}

/// A portal within the tile. Ends are tile-local metres, left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InnerPortal {
    pub(crate) beyond: u16,
    /// The side of the cell on which it lies.
    pub(crate) side: u8,
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
}

/// A cell's side on the border of the tile: an interval of the coordinate along that border, in tile-local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BorderSide {
    pub(crate) cell: u16,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// The same in f64: an interval of the coordinate along the border, in tile-local units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharpSide {
    pub(crate) cell: u16,
    /// Its number in the ring of the cell.
    pub(crate) side: usize,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The cells of a square of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    lines: Lines,
    cells: Vec<Cell>,
    sides: Vec<Side>,
    vertices: Vec<Vec2>,
    portals: Vec<InnerPortal>,
    borders: [Vec<BorderSide>; 4],
    label_count: u16,
}

impl Tile {
    /// The tile of `size` units a side whose part between `min` and `max` is free but for the obstacles: strictly
    /// convex rings, counter-clockwise from their least vertex, relative to the tile's corner. `None` if it would
    /// have too many cells.
    pub(crate) fn build(
        size: i64,
        min: I64Vec2,
        max: I64Vec2,
        mut obstacles: Vec<Vec<I64Vec2>>,
    ) -> Option<Tile> {
        obstacles.sort_unstable_by(|p, q| (p.len().cmp(&q.len())).then_with(|| compare(p, q)));
        obstacles.dedup();
        let mut lines = Lines::default();
        rectangle(&mut lines, I64Vec2::ZERO, I64Vec2::splat(size));
        let free = rectangle(&mut lines, min, max);
        let mut pieces = vec![Piece::new(free, &lines)];
        for ring in &obstacles {
            subtract(&mut pieces, ring, &mut lines);
            if pieces.len() > CELL_COUNT_LIMIT {
                return None;
            }
        }
        Some(Tile::from_pieces(pieces, lines))
    }

    fn from_pieces(pieces: Vec<Piece>, lines: Lines) -> Tile {
        let mut tile = Tile { lines, ..Tile::default() };
        let overlaps = overlaps(&pieces, &tile.lines, LEAST_PORTAL);
        let mut portal = 0;
        for (index, piece) in pieces.iter().enumerate() {
            let (first_vertex, first_portal) = (tile.vertices.len() as u32, portal as u32);
            let (min, max) = (in_metres(piece.min), in_metres(piece.max));
            tile.cells.push(Cell {
                first_vertex,
                first_portal,
                border: [NONE; 4],
                label: 0,
                min,
                max,
            });
            tile.sides.extend(&piece.sides);
            tile.vertices.extend(piece.vertices.iter().map(|&vertex| in_metres(vertex)));
            portal += overlaps[portal..]
                .iter()
                .take_while(|overlap| overlap.cell as usize == index)
                .count();
        }
        tile.portals.extend(overlaps.iter().map(|overlap| InnerPortal {
            beyond: overlap.beyond,
            side: overlap.side,
            left: in_metres(overlap.left),
            right: in_metres(overlap.right),
        }));
        tile.borders = Edge::ALL.map(|edge| tile.border_of(edge));
        for edge in Edge::ALL {
            for index in 0..tile.borders[edge as usize].len() {
                let cell = tile.borders[edge as usize][index].cell;
                tile.cells[cell as usize].border[edge as usize] = index as u16;
            }
        }
        tile.label_cells();
        tile
    }

    /// The cell sides on an edge of the tile, sorted along it.
    fn border_of(&self, edge: Edge) -> Vec<BorderSide> {
        let mut border = Vec::new();
        for cell in 0..self.cell_count() {
            for (side, id) in self.sides(cell).iter().enumerate() {
                if id.line == edge as u32 {
                    let (from, to) = self.side_ends(cell, side);
                    let (from, to) =
                        if edge.is_horizontal() { (from.x, to.x) } else { (from.y, to.y) };
                    border.push(BorderSide { cell, low: from.min(to), high: from.max(to) });
                }
            }
        }
        border.sort_unstable_by(|p, q| p.low.total_cmp(&q.low).then(p.cell.cmp(&q.cell)));
        border
    }

    /// Labels the cells by what is joined within the tile, in the order of the least cell of each part.
    fn label_cells(&mut self) {
        let mut label_of = vec![NONE; self.cells.len()];
        let mut open = Vec::new();
        for start in 0..self.cell_count() {
            if label_of[start as usize] != NONE {
                continue;
            }
            label_of[start as usize] = self.label_count;
            open.push(start);
            while let Some(cell) = open.pop() {
                for portal in self.portals(cell) {
                    if label_of[portal.beyond as usize] == NONE {
                        label_of[portal.beyond as usize] = self.label_count;
                        open.push(portal.beyond);
                    }
                }
            }
            self.label_count += 1;
        }
        self.cells.iter_mut().zip(label_of).for_each(|(cell, label)| cell.label = label);
    }

    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of::<Tile>()
            + self.lines.size_in_bytes()
            + size_of_val(&*self.cells)
            + size_of_val(&*self.sides)
            + size_of_val(&*self.vertices)
            + size_of_val(&*self.portals)
            + self.borders.iter().map(|border| size_of_val(&**border)).sum::<usize>()
    }

    pub(crate) fn cell_count(&self) -> u16 {
        self.cells.len() as u16
    }

    pub(crate) fn label_count(&self) -> u16 {
        self.label_count
    }

    pub(crate) fn label(&self, cell: u16) -> u16 {
        self.cells[cell as usize].label
    }

    /// The ring of a cell: vertex `k` is the end of side `k`.
    pub(crate) fn vertices(&self, cell: u16) -> &[Vec2] {
        &self.vertices[self.ring(cell)]
    }

    /// The lines of a cell's ring.
    pub(crate) fn sides(&self, cell: u16) -> &[Side] {
        &self.sides[self.ring(cell)]
    }

    fn ring(&self, cell: u16) -> std::ops::Range<usize> {
        let end = self
            .cells
            .get(cell as usize + 1)
            .map_or(self.vertices.len(), |next| next.first_vertex as usize);
        self.cells[cell as usize].first_vertex as usize..end
    }

    /// The end points of a side, counter-clockwise.
    pub(crate) fn side_ends(&self, cell: u16, side: usize) -> (Vec2, Vec2) {
        let ring = self.vertices(cell);
        (ring[(side + ring.len() - 1) % ring.len()], ring[side])
    }

    /// The portals to other cells of the tile.
    pub(crate) fn portals(&self, cell: u16) -> &[InnerPortal] {
        let end = self
            .cells
            .get(cell as usize + 1)
            .map_or(self.portals.len(), |next| next.first_portal as usize);
        &self.portals[self.cells[cell as usize].first_portal as usize..end]
    }

    /// The cell sides on an edge, sorted along it.
    pub(crate) fn border(&self, edge: Edge) -> &[BorderSide] {
        &self.borders[edge as usize]
    }

    /// The overlaps of at least `least` units between its cells, as exact as f64 allows; tile-local units.
    pub(crate) fn sharp_overlaps(&self, least: f64) -> Vec<Overlap> {
        let cells = 0..self.cell_count();
        let pieces: Vec<Piece> =
            cells.map(|cell| Piece::new(self.sides(cell).to_vec(), &self.lines)).collect();
        overlaps(&pieces, &self.lines, least)
    }

    /// The sides of a cell, positive inside, each with its end as exact as f64 allows; tile-local units.
    pub(crate) fn sharp_ring(&self, cell: u16) -> impl Iterator<Item = (Line, DVec2)> {
        let ring = self.sides(cell);
        let next = ring.iter().cycle().skip(1);
        ring.iter()
            .zip(next)
            .map(|(&side, &next)| (self.line(side), self.lines.crossing(side, next)))
    }

    /// The cell sides on an edge, as exact as f64 allows, sorted along it.
    pub(crate) fn sharp_border(&self, edge: Edge) -> Vec<SharpSide> {
        let interval = |side: &BorderSide| {
            let ring = self.sides(side.cell);
            let n = ring.len();
            let k = ring.iter().position(|id| id.line == edge as u32)?;
            let ends = [(k + n - 1) % n, k].map(|k| {
                let point = self.lines.crossing(ring[k], ring[(k + 1) % n]);
                if edge.is_horizontal() { point.x } else { point.y }
            });
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            Some(SharpSide { cell: side.cell, side: k, low, high })
        };
        let mut sides: Vec<SharpSide> = self.border(edge).iter().filter_map(interval).collect();
        sides.sort_by(|p, q| p.low.total_cmp(&q.low));
        sides
    }

    /// Where in an edge's border the cell's side is.
    pub(crate) fn border_index(&self, cell: u16, edge: Edge) -> Option<usize> {
        let index = self.cells[cell as usize].border[edge as usize];
        (index != NONE).then_some(index as usize)
    }

    /// The box round a cell, in tile-local metres.
    pub(crate) fn extent(&self, cell: u16) -> (Vec2, Vec2) {
        let cell = &self.cells[cell as usize];
        (cell.min, cell.max)
    }

    /// The cells that hold the lattice point (their borders included), in ascending order.
    pub(crate) fn cells_at(&self, point: I64Vec2) -> impl Iterator<Item = u16> {
        let (low, high) = (in_metres(point.as_dvec2() - 1.0), in_metres(point.as_dvec2() + 1.0));
        let near = move |cell: u16| {
            let (min, max) = self.extent(cell);
            min.cmple(high).all() && max.cmpge(low).all()
        };
        let holds = move |cell: u16| {
            self.sides(cell).iter().all(|&side| self.line(side).sign_at(point) >= 0)
        };
        (0..self.cell_count()).filter(move |&cell| near(cell) && holds(cell))
    }

    /// The line of a side, positive inside; tile-local units.
    pub(crate) fn line(&self, side: Side) -> Line {
        self.lines.inward(side)
    }
}

fn in_metres(point: DVec2) -> Vec2 {
    let point = point * METRES_PER_UNIT;
    vec2(point.x as f32, point.y as f32)
}

fn compare(p: &[I64Vec2], q: &[I64Vec2]) -> std::cmp::Ordering {
    p.iter().map(|point| point.to_array()).cmp(q.iter().map(|point| point.to_array()))
}

/// The sides of a rectangle, in the order of [`Edge`].
fn rectangle(lines: &mut Lines, min: I64Vec2, max: I64Vec2) -> Vec<Side> {
    polygon(lines, &[min, i64vec2(max.x, min.y), max, i64vec2(min.x, max.y)])
}

fn polygon(lines: &mut Lines, ring: &[I64Vec2]) -> Vec<Side> {
    (0..ring.len()).map(|k| lines.side(ring[k], ring[(k + 1) % ring.len()])).collect()
}

/// Takes the inside of one obstacle out of the pieces.
fn subtract(pieces: &mut Vec<Piece>, ring: &[I64Vec2], lines: &mut Lines) {
    let (min, max) = extent(ring);
    let (min, max) = (min.as_dvec2(), max.as_dvec2());
    let sides = polygon(lines, ring);
    let mut rest = Vec::new();
    let mut index = 0;
    while let Some(piece) = pieces.get(index) {
        if piece.min.cmplt(max).all() && piece.max.cmpgt(min).all() {
            pieces.swap_remove(index).subtract(&sides, lines, &mut rest);
        } else {
            index += 1;
        }
    }
    pieces.append(&mut rest);
}
