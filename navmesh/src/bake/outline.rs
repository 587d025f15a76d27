//! The outline of the free area of a mesh of tiles: straight walls between vertices, each as long as it goes.
//!
//! Cells cover the two sides of every line in intervals. Where only one side is covered, there is a wall; intervals that
//! follow each other, in one tile or in several, are one. Lines are integers in world units, so it is exact which sides
//! lie on one line; only the ends are rounded (to f64).

use std::collections::BTreeMap;

use glam::{DVec2, I64Vec2};

use crate::kernel::line::Line;
use crate::mesh::NavMesh;
use crate::tolerances::{METRES_PER_UNIT, ON_LATTICE, SAME_VERTEX};

/// The border of a free area.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Where walls end; metres.
    pub(crate) vertices: Vec<DVec2>,
    /// From vertex to vertex, with the free area to the left.
    pub(crate) walls: Vec<[u32; 2]>,
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
}

/// Where an interval ends.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The coordinate along the line; units.
    along: f64,
    /// World units.
    point: DVec2,
}

impl Outline {
    pub(crate) fn of_tiles(mesh: &NavMesh) -> Outline {
        let (mut intervals, mut outline) = (Vec::new(), Outline::default());
        for tile in 0..mesh.tile_count() {
            outline.area += cover(mesh, tile, &mut intervals);
        }
        intervals.sort_unstable_by(|p, q| {
            (p.line, p.flipped)
                .cmp(&(q.line, q.flipped))
                .then(p.low.along.total_cmp(&q.low.along))
                .then(p.high.along.total_cmp(&q.high.along))
        });
        let mut walls = Vec::new();
        for line in intervals.chunk_by(|p, q| p.line == q.line) {
            let (plain, flipped) = line.split_at(line.partition_point(|side| !side.flipped));
            walls_of(plain, flipped, &mut walls);
            walls_of(flipped, plain, &mut walls);
        }
        outline.connect(&walls, &intervals);
        outline
    }

    /// Numbers the ends of the walls, and cuts walls at ends of others that touch them.
    fn connect(&mut self, walls: &[Interval], sides: &[Interval]) {
        let mut known = Places::default();
        let ends: Vec<[u32; 2]> = walls
            .iter()
            .map(|wall| [wall.low, wall.high].map(|end| known.number(end.point)))
            .collect();
        for (wall, [low, high]) in walls.iter().zip(ends) {
            let key = (wall.line, wall.flipped);
            let first = sides.partition_point(|side| (side.line, side.flipped) < key);
            let own = sides[first..].iter().take_while(|side| (side.line, side.flipped) == key);
            let (least, most) = (wall.low.along + SAME_VERTEX, wall.high.along - SAME_VERTEX);
            let inner =
                own.map(|side| side.low).filter(|end| end.along > least && end.along < most);
            let mut stops = vec![low];
            stops.extend(inner.filter_map(|end| known.find(end.point)));
            stops.push(high);
            stops.dedup();
            for pair in stops.windows(2) {
                let forwards = runs_forwards(wall.line) != wall.flipped;
                self.walls.push(if forwards { [pair[0], pair[1]] } else { [pair[1], pair[0]] });
            }
        }
        self.vertices = known.points.iter().map(|&point| point * METRES_PER_UNIT).collect();
    }
}

/// Adds the sides of a tile's cells; returns their area in square metres.
fn cover(mesh: &NavMesh, tile: u32, intervals: &mut Vec<Interval>) -> f64 {
    let corner = mesh.lattice().corner(tile);
    let tile = mesh.tile(tile);
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
            intervals.push(interval(line, corner, [from, to]));
        }
    }
    area * METRES_PER_UNIT * METRES_PER_UNIT
}

/// A crossing that is a lattice point but for its rounding.
fn on_lattice(point: DVec2) -> DVec2 {
    let nearest = point.round();
    if (point - nearest).abs().max_element() > ON_LATTICE { point } else { nearest }
}

/// A side from its inward line and its ends, in units of the tile with this corner.
fn interval(line: Line, corner: I64Vec2, ends: [DVec2; 2]) -> Interval {
    let flipped = line.a < 0 || (line.a == 0 && line.b < 0);
    let sign = if flipped { -1 } else { 1 };
    let (a, b) = (line.a * sign, line.b * sign);
    let line = Line { a, b, c: line.c * sign - a * corner.x - b * corner.y };
    let [p, q] = ends.map(|end| {
        let point = end + corner.as_dvec2();
        End { along: if is_steep(line) { point.y } else { point.x }, point }
    });
    let (low, high) = if p.along <= q.along { (p, q) } else { (q, p) };
    Interval { line, flipped, low, high }
}

fn is_steep(line: Line) -> bool {
    line.a.abs() > line.b.abs()
}

/// Whether a cell on the positive side of a line lies to the left when its coordinate grows.
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
