//! What a world takes.

use crate::base::handle::UnitId;
use crate::bodies::unit::Body;
use crate::world::state::World;

/// The bytes that the parts of a world take, room for more included. What a mesh learns for exact searches is not
/// counted, and what several worlds share counts in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// Units, their neighbours and what they touch.
    pub units: usize,
    /// The windows of groups, and those kept for the next plans: crowds and fields. Those of plans under way are not
    /// included.
    pub windows: usize,
    /// The distance fields of orders.
    pub distance_fields: usize,
    /// The meshes of all classes.
    pub meshes: usize,
}

impl Memory {
    /// All of it.
    pub fn total(&self) -> usize {
        self.units + self.windows + self.distance_fields + self.meshes
    }
}

impl World {
    /// Returns what the world takes at present, in bytes. It looks at all parts: not for every tick.
    pub fn memory(&self) -> Memory {
        let bodies = self.core.bodies.capacity() * (size_of::<Body>() + size_of::<UnitId>());
        let meshes = (0..self.class_count()).filter_map(|class| self.mesh(class));
        Memory {
            units: bodies + self.core.neighbours.bytes() + self.phases.bytes(),
            windows: self.core.groups.bytes(),
            distance_fields: self.core.guides.bytes(),
            meshes: meshes.map(navmesh::NavMesh::size_in_bytes).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Goal;
    use crate::bodies::unit::UnitDefinition;
    use crate::parameters::WorldDefinition;
    use glam::Vec2;
    use navmesh::Bounds;

    #[test]
    fn every_part_counts_once_it_is_there() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25])).unwrap();
        let empty = world.memory();
        assert!(empty.meshes > 0 && (empty.windows, empty.distance_fields) == (0, 0));
        let at = |k: u16| Vec2::new(3.0 + f32::from(k % 10), 3.0 + f32::from(k / 10));
        let units: Vec<UnitId> = (0..100)
            .map(|k| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).unwrap())
            .collect();
        world.order(&units, &Goal::Point(Vec2::splat(30.0))).unwrap();
        world.step(0.1).unwrap();
        let full = world.memory();
        assert!(full.units >= empty.units + 100 * size_of::<Body>());
        assert!(full.windows > 8 * 2048 && full.distance_fields > 0, "{full:?}");
        assert!(full.total() > empty.total());
    }
}
