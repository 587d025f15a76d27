//! The links of a mesh.

use glam::Vec2;

use super::locate::Location;
use crate::cells::id::CellId;
use crate::links::{Link, LinkId};
use crate::mesh::NavMesh;
use crate::tiles::crossings::{Crossings, LinkJoins};
use crate::tiles::islands::Component;

impl NavMesh {
    /// The links, also those that are out of use.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        self.link_roster().iter()
    }

    /// The link with a handle, if there is one.
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.link_roster().get(id).map(|link| &**link)
    }

    /// Returns whether a way leads from one cell to another, over the ground and the links that the mesh's definition does not
    /// exclude. Known without a search over either: it takes as long as there are parts of the ground that links join.
    pub fn leads(&self, from: CellId, to: CellId) -> bool {
        let [start, goal] = [from, to].map(|cell| self.component(cell));
        start == goal
            || !self.link_roster().is_empty() && self.crossings().joins().leads(start, goal)
    }

    /// Returns which parts of the ground the links join: found when it is first asked for, kept until mesh or links change.
    pub(crate) fn crossings(&self) -> &Crossings {
        self.crossings_cell().get_or_init(|| {
            let part = |point: Vec2| match self.locate(point) {
                Location::Cell(cell) => Some(self.component(cell)),
                _ => None,
            };
            let ends = |link: &Link| [part(link.from), part(link.to)];
            let ends: Vec<[Option<Component>; 2]> =
                self.links().map(|(_, link)| ends(link)).collect();
            let kinds = &self.definition().kinds;
            let joins = self.links().zip(&ends).flat_map(|((_, link), &[from, to])| {
                let is_open = kinds.factor(link.definition.kind).is_finite();
                let back = link.definition.both_ways;
                let ways = from.zip(to).filter(|_| is_open).map(|(from, to)| [from, to]);
                ways.into_iter().flat_map(move |[from, to]| {
                    std::iter::once([from, to]).chain(back.then_some([to, from]))
                })
            });
            let joins: LinkJoins = joins.collect();
            Crossings::new(ends, joins)
        })
    }
}
