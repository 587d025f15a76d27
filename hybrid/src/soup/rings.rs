//! From cells with ground to polygons with holes.

use glam::{DVec2, I64Vec2, i64vec2};
use navmesh::{Outline, OutlinePolygon};

use super::floors::Ground;
use super::gates::{BorderSide, STEPS_OF_CELL, line};

/// The ways along the sides of a cell, with it to the left: south, east, north, west.
const WAYS: [I64Vec2; 4] = [I64Vec2::X, I64Vec2::Y, I64Vec2::NEG_X, I64Vec2::NEG_Y];

/// Where these sides begin, from the corner with the least coordinates.
const BEGINS: [I64Vec2; 4] = [I64Vec2::ZERO, I64Vec2::X, I64Vec2::ONE, I64Vec2::Y];

/// The outline of ground, and what it measures.
pub(super) struct Traced {
    pub(super) outline: Outline,
    pub(super) holes: usize,
    pub(super) vertices: usize,
    /// Square metres.
    pub(super) area: f64,
    /// Metres.
    pub(super) perimeter: f64,
}

/// Leads lines round all ground.
pub(super) fn trace(ground: &Ground) -> Traced {
    let mut borders: Vec<Option<Vec<DVec2>>> = vec![None; ground.island_count];
    let mut holes: Vec<Vec<Vec<DVec2>>> = vec![Vec::new(); ground.island_count];
    let mut traced =
        Traced { outline: Outline::default(), holes: 0, vertices: 0, area: 0.0, perimeter: 0.0 };
    let mut seen = vec![false; 4 * ground.frame.len()];
    for cell in 0..ground.frame.len() {
        for side in 0..4 {
            if seen[4 * cell + side] || !is_border(ground, cell, side) {
                continue;
            }
            let ring = metres(ground, &line(&border(ground, cell, side, &mut seen)));
            let (area, length) = measures(&ring);
            traced.vertices += ring.len();
            traced.area += area;
            traced.perimeter += length;
            let island = ground.islands[cell] as usize;
            if area > 0.0 {
                borders[island] = Some(ring);
            } else {
                traced.holes += 1;
                holes[island].push(ring);
            }
        }
    }
    let polygons = borders.into_iter().zip(holes);
    traced.outline =
        polygons.filter_map(|(border, holes)| Some(OutlinePolygon::new(border?, holes))).collect();
    traced
}

fn ground_at(ground: &Ground, cell: I64Vec2) -> Option<usize> {
    let (width, depth) = (ground.frame.width as i64, ground.frame.depth as i64);
    let inside = (0..width).contains(&cell.x) && (0..depth).contains(&cell.y);
    let index = inside.then_some((cell.y * width + cell.x) as usize)?;
    ground.heights[index].map(|_| index)
}

fn place(ground: &Ground, cell: usize) -> I64Vec2 {
    i64vec2((cell % ground.frame.width) as i64, (cell / ground.frame.width) as i64)
}

/// Whether ground ends at a side of a cell.
fn is_border(ground: &Ground, cell: usize, side: usize) -> bool {
    let beyond = place(ground, cell) - WAYS[side].perp();
    ground.heights[cell].is_some() && ground_at(ground, beyond).is_none()
}

/// All sides of a border, from one on.
fn border(ground: &Ground, cell: usize, side: usize, seen: &mut [bool]) -> Vec<BorderSide> {
    let (mut cell, mut side, mut border) = (cell, side, Vec::new());
    while !std::mem::replace(&mut seen[4 * cell + side], true) {
        let (at, way) = (place(ground, cell), WAYS[side]);
        let left = ground_at(ground, at + way);
        let right = ground_at(ground, at + way - way.perp());
        let is_shared = left.is_none() && right.is_some();
        border.push(BorderSide { from: at + BEGINS[side], way, is_shared });
        (cell, side) = match (left, right) {
            (None, _) => (cell, (side + 1) % 4),
            (Some(left), None) => (left, side),
            (Some(_), Some(right)) => (right, (side + 3) % 4),
        };
    }
    border
}

fn metres(ground: &Ground, line: &[I64Vec2]) -> Vec<DVec2> {
    let step = f64::from(ground.frame.cell) / STEPS_OF_CELL as f64;
    line.iter().map(|at| ground.frame.min.as_dvec2() + at.as_dvec2() * step).collect()
}

/// The area of a ring, negative if it runs clockwise, and its length.
fn measures(ring: &[DVec2]) -> (f64, f64) {
    let Some(&origin) = ring.first() else { return (0.0, 0.0) };
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    sides.fold((0.0, 0.0), |(area, length), (&a, &b)| {
        (area + 0.5 * (a - origin).perp_dot(b - origin), length + a.distance(b))
    })
}
