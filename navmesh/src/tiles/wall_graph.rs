//! The outline of the free area of a mesh of tiles: straight walls between vertices, each as long as it goes, and borders
//! of areas in it.
//!
//! Cells cover the two sides of every line in intervals. Where only one side is covered, there is a wall; where the ground
//! on both sides differs, a border. Intervals that follow each other, in one tile or in several, are one. Lines are integers in world units, so it is exact which sides
//! lie on one line; only the ends are rounded (to f64).

use std::collections::BTreeMap;

use glam::{DVec2, I64Vec2};

use super::tiling::Tiling;
use crate::areas::Footing;
use crate::kernel::line::Line;
use crate::tolerances::{METRES_PER_UNIT, ON_LATTICE, SAME_VERTEX};

/// The border of a free area.
#[derive(Clone, Debug, Default)]
pub(crate) struct WallGraph {
    /// Where walls end; metres.
    pub(crate) vertices: Vec<DVec2>,
    /// From vertex to vertex, with the free area to the left.
    pub(crate) walls: Vec<[u32; 2]>,
    /// From vertex to vertex, where ground of different kind or cost meets.
    pub(crate) borders: Vec<[u32; 2]>,
    /// What the cells cover, in square metres.
    pub(crate) area: f64,
}

/// A side of a cell as an interval of its line.
#[derive(Clone, Copy, Debug)]
struct Interval {
    line: Line,
    /// Whether the cell lies on the negative side of the line.
    flipped: bool,
    low: End,
    high: End,
    /// What the ground of the cell is like.
    footing: Footing,
}

impl Interval {
    /// From vertex to vertex, with the cell to the left.
    fn directed(&self, [low, high]: [u32; 2]) -> [u32; 2] {
        if runs_forwards(self.line) != self.flipped { [low, high] } else { [high, low] }
    }
}

/// Where an interval ends.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The coordinate along the line; units.
    along: f64,
    /// World units.
    point: DVec2,
}

impl WallGraph {
    /// The walls, and the borders of areas if they are wanted.
    pub(crate) fn of_tiles(tiles: &Tiling, with_borders: bool) -> WallGraph {
        let (mut intervals, mut graph) = (Vec::new(), WallGraph::default());
        for tile in 0..tiles.tile_count() {
            graph.area += cover(tiles, tile, &mut intervals);
        }
        intervals.sort_unstable_by(|p, q| {
            (p.line, p.flipped)
                .cmp(&(q.line, q.flipped))
                .then(p.low.along.total_cmp(&q.low.along))
                .then(p.high.along.total_cmp(&q.high.along))
        });
        let (mut walls, mut borders) = (Vec::new(), Vec::new());
        for line in intervals.chunk_by(|p, q| p.line == q.line) {
            let (plain, flipped) = line.split_at(line.partition_point(|side| !side.flipped));
            walls_of(plain, flipped, &mut walls);
            walls_of(flipped, plain, &mut walls);
            if with_borders {
                borders_of(plain, flipped, &mut borders);
            }
        }
        graph.connect([&walls, &borders], &intervals);
        graph
    }

    /// Numbers the ends of walls and borders, and cuts both at ends of others that touch them.
    fn connect(&mut self, [walls, borders]: [&[Interval]; 2], sides: &[Interval]) {
        let mut known = Places::default();
        let mut ends = |parts: &[Interval]| -> Vec<[u32; 2]> {
            let ends = parts.iter().map(|part| [part.low, part.high]);
            ends.map(|ends| ends.map(|end| known.number(end.point))).collect()
        };
        let (wall_ends, border_ends) = (ends(walls), ends(borders));
        for (wall, ends) in walls.iter().zip(wall_ends) {
            let stops = stops(&known, ends, inner(sides, wall, wall.flipped));
            self.walls.extend(stops.windows(2).map(|pair| wall.directed([pair[0], pair[1]])));
        }
        for (border, ends) in borders.iter().zip(border_ends) {
            // Another one may end there on either side.
            let both = [false, true].into_iter().flat_map(|on| inner(sides, border, on));
            let stops = stops(&known, ends, both);
            self.borders.extend(stops.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        self.vertices = known.points.iter().map(|&point| point * METRES_PER_UNIT).collect();
    }
}

/// The ends within a wall or border of sides of cells on a side of its line. The sides are sorted by line, side and low end.
fn inner<'a>(
    sides: &'a [Interval],
    part: &Interval,
    flipped: bool,
) -> impl Iterator<Item = End> + use<'a> {
    let (line, least) = (part.line, part.low.along + SAME_VERTEX);
    let most = part.high.along - SAME_VERTEX;
    let first = sides.partition_point(|side| {
        let order = (side.line, side.flipped).cmp(&(line, flipped));
        order.then(side.low.along.total_cmp(&least)).is_lt()
    });
    let within = move |side: &&Interval| {
        (side.line, side.flipped) == (line, flipped) && side.low.along < most
    };
    let later = sides[first..].iter().take_while(within).map(|side| side.low);
    later.filter(move |end| end.along > least)
}

/// The vertices along a wall or border, ends included: those that are known of such ends along it.
fn stops(known: &Places, [low, high]: [u32; 2], inner: impl Iterator<Item = End>) -> Vec<u32> {
    let mut inner: Vec<End> = inner.collect();
    inner.sort_by(|p, q| p.along.total_cmp(&q.along));
    let mut stops = vec![low];
    stops.extend(inner.into_iter().filter_map(|end| known.find(end.point)));
    stops.push(high);
    stops.dedup();
    stops
}

/// Adds the sides of a tile's cells; returns their area in square metres.
fn cover(tiles: &Tiling, tile: u32, intervals: &mut Vec<Interval>) -> f64 {
    let corner = tiles.lattice.corner(tile);
    let tile = tiles.tile(tile);
    let mut area = 0.0;
    for cell in 0..tile.cell_count() {
        let ring: Vec<(Line, DVec2)> =
            tile.sharp_ring(cell).map(|(line, end)| (line, on_lattice(end))).collect();
        let base = ring[0].1;
        area += ring
            .windows(2)
            .map(|pair| (pair[0].1 - base).perp_dot(pair[1].1 - base) * 0.5)
            .sum::<f64>();
        for (k, &(line, to)) in ring.iter().enumerate() {
            let from = ring[(k + ring.len() - 1) % ring.len()].1;
            intervals.push(interval(line, tile.footing(cell), corner, [from, to]));
        }
    }
    area * METRES_PER_UNIT * METRES_PER_UNIT
}

/// A crossing that is a lattice point but for its rounding.
fn on_lattice(point: DVec2) -> DVec2 {
    let nearest = point.round();
    if (point - nearest).abs().max_element() > ON_LATTICE { point } else { nearest }
}

/// A side from its inward line, the ground there and its ends, in units of the tile with this corner.
fn interval(line: Line, footing: Footing, corner: I64Vec2, ends: [DVec2; 2]) -> Interval {
    let flipped = line.a < 0 || (line.a == 0 && line.b < 0);
    let sign = if flipped { -1 } else { 1 };
    let (a, b) = (line.a * sign, line.b * sign);
    let line = Line { a, b, c: line.c * sign - a * corner.x - b * corner.y };
    let [p, q] = ends.map(|end| {
        let point = end + corner.as_dvec2();
        End { along: if is_steep(line) { point.y } else { point.x }, point }
    });
    let (low, high) = if p.along <= q.along { (p, q) } else { (q, p) };
    Interval { line, flipped, low, high, footing }
}

fn is_steep(line: Line) -> bool {
    line.a.abs() > line.b.abs()
}

/// Returns whether a cell on the positive side of a line lies to the left when its coordinate grows.
fn runs_forwards(line: Line) -> bool {
    if is_steep(line) { line.a < 0 } else { line.b > 0 }
}

/// What `sides` cover of a line and `others` do not. Both are sorted.
fn walls_of(sides: &[Interval], others: &[Interval], walls: &mut Vec<Interval>) {
    let mut next = 0;
    let mut open = sides.iter().peekable();
    while let Some(&first) = open.next() {
        let mut whole = first;
        while let Some(more) = open.next_if(|side| side.low.along <= whole.high.along + SAME_VERTEX)
        {
            if more.high.along > whole.high.along {
                whole.high = more.high;
            }
        }
        while let Some(other) = others.get(next)
            && other.low.along < whole.high.along
        {
            if other.low.along > whole.low.along + SAME_VERTEX {
                walls.push(Interval { high: other.low, ..whole });
            }
            if other.high.along > whole.low.along {
                whole.low = other.high;
            }
            if other.high.along > whole.high.along {
                break;
            }
            next += 1;
        }
        if whole.high.along > whole.low.along + SAME_VERTEX {
            walls.push(whole);
        }
    }
}

/// Where both sides of a line are covered by ground that differs. Both are sorted.
fn borders_of(plain: &[Interval], flipped: &[Interval], borders: &mut Vec<Interval>) {
    let (mut plain, mut flipped) = (plain.iter().peekable(), flipped.iter().peekable());
    let first = borders.len();
    while let (Some(one), Some(other)) = (plain.peek(), flipped.peek()) {
        let later = |p: End, q: End| if p.along < q.along { q } else { p };
        let low = later(one.low, other.low);
        let high = if one.high.along < other.high.along { one.high } else { other.high };
        if one.footing != other.footing && high.along > low.along + SAME_VERTEX {
            match borders[first..].last_mut() {
                Some(last) if low.along <= last.high.along + SAME_VERTEX => last.high = high,
                _ => borders.push(Interval { low, high, ..**one }),
            }
        }
        if one.high.along < other.high.along {
            plain.next();
        } else {
            flipped.next();
        }
    }
}

/// Points by their places; those nearer than [`SAME_VERTEX`] are one.
#[derive(Default)]
struct Places {
    points: Vec<DVec2>,
    by_square: BTreeMap<[i64; 2], u32>,
}

/// Squares per unit. Points of one square are one; so are those nearer than [`SAME_VERTEX`] beyond its border.
const SQUARES: f64 = 4096.0;

impl Places {
    fn find(&self, point: DVec2) -> Option<u32> {
        let square = |offset: DVec2| ((point + offset) * SQUARES).round().as_i64vec2().to_array();
        let first = square(DVec2::splat(-SAME_VERTEX));
        let last = square(DVec2::splat(SAME_VERTEX));
        let rows = first[1]..=last[1];
        let mut near = rows.flat_map(|y| (first[0]..=last[0]).map(move |x| [x, y]));
        near.find_map(|square| self.by_square.get(&square).copied())
    }

    fn number(&mut self, point: DVec2) -> u32 {
        self.find(point).unwrap_or_else(|| {
            let number = self.points.len() as u32;
            self.by_square.insert((point * SQUARES).round().as_i64vec2().to_array(), number);
            self.points.push(point);
            number
        })
    }
}
