//! Which cells are joined at all: the tiles' own labels, united across their borders.

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

    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// A label of a tile: what hangs together within it.
pub(crate) type Joint = (u32, u16);

/// The component of every label of every tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// For each tile the number of its first label.
    first_label: Vec<u32>,
    /// For each label of each tile the least label of its component.
    least: Vec<u32>,
}

impl Islands {
    /// The labels of tiles with so many labels each, united by `join_all`.
    pub(crate) fn new(
        counts: impl Iterator<Item = u32>,
        join_all: impl FnOnce(&mut Islands),
    ) -> Islands {
        let mut islands = Islands::default();
        let mut count = 0;
        islands.first_label.extend(counts.map(|labels| {
            count += labels;
            count - labels
        }));
        islands.least = (0..count).collect();
        join_all(&mut islands);
        for label in 0..count {
            // Parents are less than their children, so one ascending pass settles all.
            islands.least[label as usize] = islands.least[islands.least[label as usize] as usize];
        }
        islands
    }

    /// The component of a label of a tile.
    pub(crate) fn component(&self, tile: u32, label: u16) -> Component {
        Component(self.least[self.number((tile, label)) as usize])
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first_label) + size_of_val(&*self.least)
    }

    fn number(&self, (tile, label): Joint) -> u32 {
        self.first_label[tile as usize] + label as u32
    }

    /// Two labels that are joined.
    pub(super) fn unite(&mut self, p: Joint, q: Joint) {
        let (p, q) = (self.number(p), self.number(q));
        // Most of those that are joined already are so by the same parent.
        if self.least[p as usize] == self.least[q as usize] {
            return;
        }
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
