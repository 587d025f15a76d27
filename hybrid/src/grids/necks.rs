//! Necks: places where two obstacles, grown, touch or nearly do, so that a wall is far thinner than a cell of the grid.
//!
//! ```text
//!    ┌───────┬───────┐
//!    │██▄    │       │    Both sides of the neck lie in one cell, and belong to one island where a way leads round the
//!    │███▟ a │       │    obstacles. What lies in the cell is *kept* with the largest part, a, and *hidden* with the
//!    ├──▟▙───┼───────┤    other one, b: steps that lead to b alone are closed.
//!    │ b ▜███│       │
//!    └───────┴───────┘
//! ```
//!
//! Where only the tip of an obstacle parts a cell, a short way leads round it, through the cells next to it: that is no neck.

use flowfield::Direction;
use glam::{DVec2, UVec2};
use navmesh::{CellId, NavMesh};

use super::clip::{X, Y, length_within, split};
use super::cover::CellPart;
use super::islands::{Lines, WindowRegions, find, union};
use crate::base::tolerances::CROSSING_LENGTH;

/// A grid cell that a neck goes through.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neck {
    /// The mesh cells whose parts are hidden.
    pub(crate) hidden: Vec<CellId>,
    /// By direction, whether a part that is kept reaches over that side.
    pub(crate) crossed: [bool; 4],
}

/// Room to look for necks in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probe {
    parents: Vec<u32>,
    reached: Vec<CellId>,
    halves: [Vec<DVec2>; 2],
}

impl Probe {
    /// The neck through a grid cell that has these parts of one island; `None` if there is none.
    pub(crate) fn neck(
        &mut self,
        mesh: &NavMesh,
        islands: &WindowRegions,
        lines: &Lines,
        cell: UVec2,
        parts: &[CellPart],
    ) -> Option<Neck> {
        let low = DVec2::new(lines.at::<X>(cell.x), lines.at::<Y>(cell.y));
        let high = DVec2::new(lines.at::<X>(cell.x + 1), lines.at::<Y>(cell.y + 1));
        let ground = |part: &CellPart| islands.cell(part.piece as usize);
        self.parents.clear();
        self.parents.extend(0..parts.len() as u32);
        let mut count = parts.len();
        for (index, part) in parts.iter().enumerate() {
            for portal in mesh.portals(ground(part)) {
                let beyond =
                    parts[index + 1..].iter().position(|other| ground(other) == portal.cell);
                let Some(beyond) = beyond.map(|offset| (index + 1 + offset) as u32) else {
                    continue;
                };
                let (left, right) = (portal.left.as_dvec2(), portal.right.as_dvec2());
                let is_joined =
                    find(&mut self.parents, index as u32) == find(&mut self.parents, beyond);
                if !is_joined && length_within(left, right, low, high) > CROSSING_LENGTH {
                    union(&mut self.parents, index as u32, beyond);
                    count -= 1;
                }
            }
        }
        if count == 1 {
            return None;
        }
        let first = self.largest(parts);
        let size = high - low;
        self.flood(mesh, ground(&parts[first]), [low - size, high + size]);
        let is_hidden = |part: &CellPart| !self.reached.contains(&ground(part));
        let least = CROSSING_LENGTH * size.x;
        if !parts.iter().any(|part| is_hidden(part) && part.area > least) {
            return None;
        }
        let hidden = parts.iter().filter(|part| is_hidden(part)).map(ground).collect();
        let kept = || parts.iter().filter(|part| !is_hidden(part));
        let halves = &mut self.halves;
        let crossed = Direction::ALL.map(|direction| {
            kept().any(|part| {
                crosses(islands.piece(part.piece as usize).0, [low, high], direction, halves)
            })
        });
        Some(Neck { hidden, crossed })
    }

    /// The first part of the component with the largest area, of equal ones the first.
    fn largest(&mut self, parts: &[CellPart]) -> usize {
        let (mut largest, mut most) = (0, 0.0);
        for index in 0..parts.len() {
            if self.parents[index] != index as u32 {
                continue;
            }
            let is_ours = |other: &usize| find(&mut self.parents, *other as u32) == index as u32;
            let area: f64 = (0..parts.len()).filter(is_ours).map(|other| parts[other].area).sum();
            if area > most {
                (largest, most) = (index, area);
            }
        }
        largest
    }

    /// Finds the mesh cells that ways within a box lead to from one of them.
    fn flood(&mut self, mesh: &NavMesh, from: CellId, [low, high]: [DVec2; 2]) {
        self.reached.clear();
        self.reached.push(from);
        let mut done = 0;
        while let Some(&cell) = self.reached.get(done) {
            done += 1;
            for portal in mesh.portals(cell) {
                let (left, right) = (portal.left.as_dvec2(), portal.right.as_dvec2());
                if length_within(left, right, low, high) > CROSSING_LENGTH
                    && !self.reached.contains(&portal.cell)
                {
                    self.reached.push(portal.cell);
                }
            }
        }
    }
}

/// Returns whether a ring reaches over a side of a box, or lies along it.
fn crosses(
    ring: &[DVec2],
    [low, high]: [DVec2; 2],
    direction: Direction,
    halves: &mut [Vec<DVec2>; 2],
) -> bool {
    let (chord, low, high) = match direction {
        Direction::East => (split::<X>(ring, high.x, halves), low.y, high.y),
        Direction::West => (split::<X>(ring, low.x, halves), low.y, high.y),
        Direction::North => (split::<Y>(ring, high.y, halves), low.x, high.x),
        Direction::South => (split::<Y>(ring, low.y, halves), low.x, high.x),
    };
    chord.end.min(high) - chord.start.max(low) > CROSSING_LENGTH
}
