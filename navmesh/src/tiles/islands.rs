//! Which cells are joined at all: the tiles' own labels, united across their borders.

use super::seam::Seam;
use super::tile::Tile;

/// A connected part of a mesh: two cells are joined by a way iff their components are equal. Valid until the next
/// [`commit`](crate::NavMesh::commit) that changes the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(u32);

impl Component {
    /// The component of no cell.
    pub(crate) const NOWHERE: Component = Component(u32::MAX);

    /// The component with this number; unique within a mesh.
    pub(crate) fn numbered(number: u32) -> Component {
        Component(number)
    }
}

/// The component of every label of every tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// For each tile the number of its first label.
    first_label: Vec<u32>,
    /// For each label of each tile the least label of its component.
    least: Vec<u32>,
}

impl Islands {
    /// Unites the labels of `tiles` over `seams`: (tile before, tile behind, seam).
    pub(crate) fn new<'a>(
        tiles: impl Iterator<Item = &'a Tile>,
        seams: impl Iterator<Item = (u32, u32, &'a Seam)>,
    ) -> Islands
    where
        Self: 'a,
    {
        let (mut islands, tiles): (Islands, Vec<&Tile>) = (Islands::default(), tiles.collect());
        let mut count = 0;
        for tile in &tiles {
            islands.first_label.push(count);
            count += tile.label_count() as u32;
        }
        islands.least = (0..count).collect();
        for (before, behind, seam) in seams {
            for stitch in seam.stitches() {
                let p = islands.first_label[before as usize]
                    + tiles[before as usize].label(stitch.before) as u32;
                let q = islands.first_label[behind as usize]
                    + tiles[behind as usize].label(stitch.behind) as u32;
                islands.unite(p, q);
            }
        }
        for label in 0..count {
            // Parents are less than their children, so one ascending pass settles all.
            islands.least[label as usize] = islands.least[islands.least[label as usize] as usize];
        }
        islands
    }

    /// The component of a label of a tile.
    pub(crate) fn component(&self, tile: u32, label: u16) -> Component {
        Component(self.least[(self.first_label[tile as usize] + label as u32) as usize])
    }

    fn unite(&mut self, p: u32, q: u32) {
        let (p, q) = (self.root(p), self.root(q));
        self.least[p.max(q) as usize] = p.min(q);
    }

    fn root(&mut self, mut label: u32) -> u32 {
        while self.least[label as usize] != label {
            let parent = self.least[label as usize];
            self.least[label as usize] = self.least[parent as usize];
            label = parent;
        }
        label
    }
}
