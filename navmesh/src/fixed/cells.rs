//! The cells of a mesh that never changes, and which of them holds a point.
//!
//! Vertices are shared and in world metres (f64); which side of a line a point is on is decided exactly. A ring may have
//! straight vertices, where smaller cells meet a longer side, and be hollow by a rounding: whether it holds a point is
//! told by counting crossings, so that every point of the free area has a cell all the same.

use glam::{DVec2, Vec2};

use super::buckets::Buckets;
use super::sides::{Rings, WALL};
use super::windows::Windows;
use crate::areas::{Area, Footing};
use crate::kernel::turn::turn;
use crate::tolerances::{LEAST_PORTAL, METRES_PER_UNIT};

/// Marks a side that two cells share and that is too short for a portal.
const SLIT: u32 = 1 << 31;

/// The most cells: the highest bit tells portals from slits.
pub(crate) const FIXED_CELL_LIMIT: usize = SLIT as usize - 1;

/// A side of a cell: where it starts, and what lies beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BakedSide {
    vertex: u32,
    /// The cell beyond, with [`SLIT`]; or [`WALL`].
    beyond: u32,
}

/// A part of a cell's border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FixedSide {
    /// Its end points, counter-clockwise, and the number of the first.
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
    pub(crate) vertex: u32,
    /// The cell that shares it, if there is one.
    pub(crate) beyond: Option<u32>,
    /// Whether it is a portal: shared and long enough.
    pub(crate) is_portal: bool,
}

/// Convex cells on shared vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedCells {
    vertices: Vec<DVec2>,
    /// For each cell its first side, and the number of all at the end.
    first: Vec<u32>,
    sides: Vec<BakedSide>,
    /// For each cell the least cell that is joined with it.
    labels: Vec<u32>,
    /// The boxes round the cells, rounded outwards.
    boxes: Vec<[Vec2; 2]>,
    buckets: Buckets,
    windows: Windows,
    /// What the ground of each cell is like; empty where all of it lies in no area.
    areas: Box<[Area]>,
    /// How fast units are in each cell; empty where it is as fast as on free ground in all.
    speeds: Box<[f32]>,
}

impl FixedCells {
    /// The cells with these rings, counter-clockwise and without overlap; `beyond` says what shares their sides.
    pub(crate) fn new(vertices: Vec<DVec2>, rings: &Rings, beyond: &[u32]) -> FixedCells {
        let mut cells = FixedCells { vertices, first: rings.first.clone(), ..Self::default() };
        let side = |(&vertex, &beyond): (&u32, &u32)| BakedSide { vertex, beyond };
        cells.sides = rings.vertices.iter().zip(beyond).map(side).collect();
        for cell in 0..cells.count() {
            for place in cells.range(cell) {
                let (from, to) = cells.ends(cell, place);
                let shared = cells.sides[place].beyond != WALL;
                if shared && from.distance(to) < LEAST_PORTAL * METRES_PER_UNIT {
                    cells.sides[place].beyond |= SLIT;
                }
            }
        }
        cells.boxes = (0..cells.count()).map(|cell| cells.box_of(cell)).collect();
        cells.buckets = Buckets::new(cells.count(), |cell, ring| {
            ring.clear();
            ring.extend(cells.ring(cell));
        });
        cells.label();
        let portal = |side: &BakedSide| (side.beyond & SLIT == 0).then_some(side.beyond);
        let portals: Vec<Option<u32>> = cells.sides.iter().map(portal).collect();
        cells.windows = Windows::new(&cells.first, &portals);
        cells
    }

    /// Returns the cells on ground that is like this, cell by cell.
    pub(crate) fn with_areas(mut self, areas: Vec<Area>) -> FixedCells {
        let has_areas = areas.iter().any(|&area| area != Area::default());
        self.areas = if has_areas { areas.into() } else { Box::default() };
        self
    }

    /// Returns the cells with ground on which units are so fast, cell by cell.
    pub(crate) fn with_speeds(mut self, speeds: Vec<f32>) -> FixedCells {
        let is_slow = speeds.iter().any(|&speed| speed != 1.0);
        self.speeds = if is_slow { speeds.into() } else { Box::default() };
        self
    }

    /// Returns all that is known of the ground of a cell.
    pub(crate) fn footing(&self, cell: u32) -> Footing {
        let speed = self.speeds.get(cell as usize).copied().unwrap_or(1.0);
        Footing { area: self.area(cell), speed }
    }

    /// Returns whether units are slower in any cell.
    pub(crate) fn is_slow(&self) -> bool {
        !self.speeds.is_empty()
    }

    /// Returns what the ground of a cell is like.
    pub(crate) fn area(&self, cell: u32) -> Area {
        self.areas.get(cell as usize).copied().unwrap_or_default()
    }

    /// Returns whether any cell lies in an area.
    pub(crate) fn has_areas(&self) -> bool {
        !self.areas.is_empty()
    }

    /// The bytes that they take.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.vertices)
            + size_of_val(&*self.first)
            + size_of_val(&*self.sides)
            + size_of_val(&*self.labels)
            + size_of_val(&*self.boxes)
            + size_of_val(&*self.areas)
            + size_of_val(&*self.speeds)
            + self.buckets.size_in_bytes()
            + self.windows.size_in_bytes()
    }

    /// The places of all vertices; metres.
    pub(crate) fn vertices(&self) -> &[DVec2] {
        &self.vertices
    }

    pub(crate) fn count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    fn range(&self, cell: u32) -> std::ops::Range<usize> {
        self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize
    }

    fn ends(&self, cell: u32, place: usize) -> (DVec2, DVec2) {
        let range = self.range(cell);
        let next = if place + 1 == range.end { range.start } else { place + 1 };
        let at = |place: usize| self.vertices[self.sides[place].vertex as usize];
        (at(place), at(next))
    }

    /// The vertices of a cell, counter-clockwise; metres.
    pub(crate) fn ring(&self, cell: u32) -> impl Iterator<Item = DVec2> + Clone {
        self.sides[self.range(cell)].iter().map(|side| self.vertices[side.vertex as usize])
    }

    /// The vertices behind and before a vertex of a cell, counter-clockwise; `None` where it has none there.
    pub(crate) fn beside(&self, cell: u32, at: DVec2) -> Option<[DVec2; 2]> {
        let sides = &self.sides[self.range(cell)];
        let vertex = |place: usize| self.vertices[sides[place].vertex as usize];
        let last = sides.len() - 1;
        let place = (0..=last).find(|&place| vertex(place) == at)?;
        let behind = if place == last { 0 } else { place + 1 };
        let before = if place == 0 { last } else { place - 1 };
        Some([vertex(behind), vertex(before)])
    }

    /// The sides of a cell, from its first vertex on.
    pub(crate) fn sides(&self, cell: u32) -> impl Iterator<Item = FixedSide> {
        self.range(cell).map(move |place| {
            let (from, to) = self.ends(cell, place);
            let BakedSide { vertex, beyond } = self.sides[place];
            let shared = (beyond != WALL).then_some(beyond & !SLIT);
            FixedSide { from, to, vertex, beyond: shared, is_portal: beyond & SLIT == 0 }
        })
    }

    /// The number of a cell in the order by which windows are told.
    pub(crate) fn order(&self, cell: u32) -> u32 {
        self.windows.order(cell)
    }

    /// For each portal of a cell which cells can be reached through it without coming back: the first number in that
    /// order, and how many there are, counted round the end.
    pub(crate) fn windows(&self, cell: u32) -> impl Iterator<Item = [u32; 2]> {
        let portals = self.range(cell).filter(|&place| self.sides[place].beyond & SLIT == 0);
        portals.map(|place| self.windows.behind(place))
    }

    /// The least cell that is joined with a cell.
    pub(crate) fn joined(&self, cell: u32) -> u32 {
        self.labels[cell as usize]
    }

    /// The box round a cell: never less, and more by a rounding.
    pub(crate) fn extent(&self, cell: u32) -> [Vec2; 2] {
        self.boxes[cell as usize]
    }

    /// The cells whose boxes may meet an area, in ascending order.
    pub(crate) fn within(&self, min: DVec2, max: DVec2) -> Vec<u32> {
        self.buckets.within(min, max)
    }

    /// The cells that hold a point (their borders included), in ascending order. Exact.
    pub(crate) fn at(&self, point: DVec2) -> impl Iterator<Item = u32> {
        let near = point.as_vec2();
        self.buckets.at(point).iter().copied().filter(move |&cell| {
            let [min, max] = self.boxes[cell as usize];
            min.cmple(near).all() && max.cmpge(near).all() && self.holds(cell, point)
        })
    }

    /// Returns whether a cell or its border holds a point: how often a ray from there to the east crosses the ring.
    fn holds(&self, cell: u32, point: DVec2) -> bool {
        let sides = &self.sides[self.range(cell)];
        let at = |side: &BakedSide| self.vertices[side.vertex as usize];
        let (mut from, mut inside) = (at(&sides[sides.len() - 1]), false);
        for side in sides {
            let to = at(side);
            let (low, high) = (from.y > point.y, to.y > point.y);
            if low != high {
                let turn = turn(from, to, point);
                if turn == 0 {
                    return true;
                }
                inside ^= (turn > 0) == high;
            } else if to == point || is_between(from, point, to) {
                return true;
            }
            from = to;
        }
        inside
    }

    fn box_of(&self, cell: u32) -> [Vec2; 2] {
        let min = self.ring(cell).fold(DVec2::INFINITY, |min, point| min.min(point));
        let max = self.ring(cell).fold(DVec2::NEG_INFINITY, |max, point| max.max(point));
        // Rounding is monotone: what is within the box in f64 is so in f32.
        [min.as_vec2(), max.as_vec2()]
    }

    fn label(&mut self) {
        self.labels = vec![WALL; self.count() as usize];
        let mut open = Vec::new();
        for start in 0..self.count() {
            if self.labels[start as usize] != WALL {
                continue;
            }
            self.labels[start as usize] = start;
            open.push(start);
            while let Some(cell) = open.pop() {
                for side in &self.sides[self.range(cell)] {
                    if side.beyond & SLIT == 0 && self.labels[side.beyond as usize] == WALL {
                        self.labels[side.beyond as usize] = start;
                        open.push(side.beyond);
                    }
                }
            }
        }
    }
}

/// Returns whether a point lies on a level side.
fn is_between(from: DVec2, point: DVec2, to: DVec2) -> bool {
    let level = from.y == point.y && to.y == point.y;
    level && from.x.min(to.x) <= point.x && point.x <= from.x.max(to.x)
}
