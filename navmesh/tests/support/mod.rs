//! What tests share.

mod random;

pub(crate) use random::Random;

use navmesh::glam::{Vec2, vec2};
use navmesh::{Area, CellId, Component, Location, NavMesh, Portal};

impl Random {
    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1u64 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.bits() >> 40) as f32 / (1u64 << 24) as f32)
    }

    /// A point of a square, a metre at least from its border.
    pub(crate) fn point(&mut self, side: f32) -> Vec2 {
        vec2(self.share(), self.share()) * (side - 2.0) + 1.0
    }
}

/// The first of some points that is free.
pub(crate) fn free(mesh: &NavMesh, mut point: impl FnMut() -> Vec2) -> Vec2 {
    let is_free = |point: &Vec2| matches!(mesh.locate(*point), Location::Cell(_));
    (0..10_000).map(|_| point()).find(is_free).expect("one of many points is free")
}

pub(crate) fn square(x: f32, y: f32, side: f32) -> Vec<Vec2> {
    vec![vec2(x, y), vec2(x + side, y), vec2(x + side, y + side), vec2(x, y + side)]
}

pub(crate) fn diamond(x: f32, y: f32, reach: f32) -> Vec<Vec2> {
    let at = vec2(x, y);
    vec![at - Vec2::X * reach, at - Vec2::Y * reach, at + Vec2::X * reach, at + Vec2::Y * reach]
}

/// What can be seen of a cell.
type Seen = (Vec<Vec2>, Vec<Portal>, Area, Component);

/// All that can be seen of the cells of a mesh.
pub(crate) fn picture(mesh: &NavMesh) -> Vec<(CellId, Seen)> {
    let seen = |cell| {
        let (outline, portals) = (mesh.outline(cell).collect(), mesh.portals(cell).collect());
        (cell, (outline, portals, mesh.area(cell), mesh.component(cell)))
    };
    mesh.cells().map(seen).collect()
}
