//! The walls in a part of the ground.

use glam::Vec2;
use navmesh::{Bounds, NavMesh};

use super::area::Area;
use super::boundary::{Boundary, NONE, WallPart, sorted};
use super::marks::Marks;
use crate::base::tolerances::{CROOKED, TOUCHING};

/// Some walls.
#[derive(Clone, Debug, Default)]
pub(crate) struct SomeWalls {
    /// In any order.
    pub(crate) all: Vec<u32>,
    /// Those of them that lie beside the line from end to end, where corners so near to each other that neither counts
    /// meet; in ascending order.
    pub(crate) crooked: Vec<u32>,
    /// The parts of these, and those that belong to no wall.
    pub(crate) odd: Vec<[Vec2; 2]>,
}

impl Boundary {
    /// The walls in an area, each once, and some that only come near it.
    pub(crate) fn walls_in(&mut self, mesh: &NavMesh, area: &Area) -> SomeWalls {
        let mut walls = SomeWalls::default();
        let mut marks = std::mem::take(&mut self.marks);
        marks.clear(self.parts.len());
        let Some(rows) = area.rows() else {
            let parts = (0..self.parts.len() as u32).filter(|&part| self.cell(part).is_some());
            parts.for_each(|part| self.add_wall_of(part, &mut marks, &mut walls));
            self.marks = marks;
            self.add_parts(&mut walls);
            return walls;
        };
        let rows: Vec<Bounds> = rows.collect();
        let tiles = sorted(rows.iter().flat_map(|&row| mesh.tiles_in(row)));
        let all = rows
            .into_iter()
            .reduce(|all, row| Bounds::new(all.min.min(row.min), all.max.max(row.max)))
            .map(|all| all.expanded(TOUCHING));
        // Most lie far from the few squares that an edit changes.
        let comes_near = |part: u32| {
            let WallPart { from, next, .. } = *self.part(part);
            let to = self.corner(next);
            all.is_some_and(|Bounds { min, max }| {
                (from.min(to).cmple(max) & from.max(to).cmpge(min)).all()
            })
        };
        let parts = tiles.iter().flat_map(|&tile| self.list(tile));
        let parts = parts.map(|&(_, part)| part).filter(|&part| comes_near(part));
        parts.for_each(|part| self.add_wall_of(part, &mut marks, &mut walls));
        self.marks = marks;
        self.add_parts(&mut walls);
        // Between squares far from each other there may be many more.
        if !area.is_compact() {
            walls.all.retain(|&wall| area.meets(self.ends(wall)));
        }
        walls
    }

    /// Adds the wall that a part belongs to.
    fn add_wall_of(&self, part: u32, marks: &mut Marks, walls: &mut SomeWalls) {
        let Some(wall) = self.wall_of(part).filter(|&wall| self.is_wall(wall)) else {
            walls.odd.push(self.ends_of_part(part));
            return;
        };
        walls.all.extend(Some(wall).filter(|&wall| marks.is_new(wall)));
        let ends = [part, self.part(part).next].into_iter();
        let mut inner = ends.filter(|&part| !self.part(part).bends);
        let [from, to] = self.ends(wall);
        let off = |place: Vec2| (to - from).perp_dot(place - from).abs();
        if inner.any(|part| off(self.corner(part)) > CROOKED * from.distance(to)) {
            walls.crooked.push(wall);
        }
    }

    /// Adds the parts of crooked walls, once all are known.
    fn add_parts(&self, walls: &mut SomeWalls) {
        walls.crooked.sort_unstable();
        walls.crooked.dedup();
        for &wall in &walls.crooked {
            let next = |&part: &u32| Some(self.part(part).next);
            let parts = std::iter::successors(next(&wall), next);
            let parts = parts.take_while(|&part| part != NONE && !self.part(part).bends);
            let parts = std::iter::once(wall).chain(parts);
            walls.odd.extend(parts.map(|part| self.ends_of_part(part)));
        }
    }

    fn ends_of_part(&self, part: u32) -> [Vec2; 2] {
        [self.corner(part), self.corner(self.part(part).next)]
    }
}
