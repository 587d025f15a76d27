//! Where the passages of a mesh are, by number.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use navmesh::{NavMesh, TileId};

use super::chain::{News, PassageKey};
use super::crossing::{Gates, PassageOrder};
use super::finder::PassageFinder;
use super::passage::Passage;
use crate::ground::meshes::Meshes;
use crate::parameters::WorldDefinition;

/// Diameters of the largest class: wider ways are open ground.
const WIDEST: f32 = 14.0;

/// Where passages are. Their numbers depend on the history of edits: what happens in them is in the order of their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    /// By number; those without gates are none.
    pub(super) all: Vec<Passage>,
    pub(super) keys: Vec<PassageKey>,
    order: BTreeMap<PassageKey, u32>,
    /// `None` as long as nothing was looked for.
    gates: Option<Gates>,
    /// `None` until it is needed.
    finder: Option<PassageFinder>,
}

/// The passages that went, with their numbers, and the numbers of those that came.
#[derive(Debug, Default)]
pub(super) struct Change {
    pub(super) gone: Vec<(u32, Passage)>,
    pub(super) come: Vec<u32>,
}

impl Map {
    /// Passages that are in order, without their gates.
    pub(super) fn of(all: Vec<Passage>) -> Self {
        let keys: Vec<PassageKey> = (0..all.len() as u32).map(PassageKey::numbered).collect();
        let order = keys.iter().copied().zip(0..).collect();
        Self { all, keys, order, ..Self::default() }
    }

    /// All passages of a mesh. On bare ground none are looked for: the bounds alone have no corner that stands out into free
    /// ground, and may be kilometres long.
    pub(super) fn found(ground: PassageGround<'_>) -> Self {
        let mut map = Self::unknown(ground);
        let finder = map.finder.take_if(|_| !ground.mesh.is_bare());
        map.finder = finder.map(|mut finder| {
            let news = finder.find(ground.mesh);
            map.take(news);
            finder
        });
        map
    }

    /// No passages yet, of a mesh whose tiles are to be added.
    pub(super) fn unknown(ground: PassageGround<'_>) -> Self {
        let finder = Some(PassageFinder::new(ground.mesh, ground.width()));
        Self { gates: Some(ground.no_gates()), finder, ..Self::default() }
    }

    /// Returns whether it can be kept through edits.
    pub(super) fn is_kept(&self) -> bool {
        self.finder.is_some()
    }

    /// Finds what has changed with some tiles of the mesh, given in ascending order.
    pub(super) fn update(&mut self, mesh: &NavMesh, tiles: &[TileId]) -> Change {
        let news = self.finder.as_mut().map(|finder| finder.update(mesh, tiles));
        self.take(news.unwrap_or_default())
    }

    /// Finds what there is with some tiles that were not looked at before, given in ascending order.
    pub(super) fn add(&mut self, mesh: &NavMesh, tiles: &[TileId]) {
        let news = self.finder.as_mut().map(|finder| finder.add(mesh, tiles));
        self.take(news.unwrap_or_default());
    }

    /// Takes passages away, and adds those that come.
    fn take(&mut self, News { gone, come }: News) -> Change {
        let take = |number: u32| {
            self.order.remove(&self.keys[number as usize]);
            (number, std::mem::take(&mut self.all[number as usize]))
        };
        let gone: Vec<(u32, Passage)> = gone.into_iter().map(take).collect();
        if let Some(gates) = &mut self.gates {
            let gone = gone.iter().map(|(number, passage)| (*number, passage));
            gates.replace(gone, come.iter().map(|(number, _, passage)| (*number, passage)));
        }
        let numbers = come.iter().map(|&(number, ..)| number).collect();
        for (number, key, passage) in come {
            let index = number as usize;
            let count = self.all.len().max(index + 1);
            self.all.resize_with(count, Passage::default);
            self.keys.resize_with(count, PassageKey::default);
            (self.all[index], self.keys[index]) = (passage, key);
            self.order.insert(key, number);
        }
        Change { gone, come: numbers }
    }

    /// Has all gates be found by where they are.
    pub(super) fn make_gates(&mut self, ground: PassageGround<'_>) {
        let mut gates = ground.no_gates();
        gates.replace([].into_iter(), (0..).zip(&self.all));
        self.gates = Some(gates);
    }

    /// A passage by its number.
    pub(super) fn get(&self, number: u32) -> Option<&Passage> {
        self.all.get(number as usize).filter(|passage| !passage.gates.is_empty())
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The numbers of all passages, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.order.values().copied()
    }

    /// Returns how many pairs of corners and walls were looked at in the last look.
    #[cfg(test)]
    pub(super) fn looks(&self) -> usize {
        self.finder.as_ref().map_or(0, PassageFinder::looks)
    }

    /// Returns where gates are; `None` as long as nothing was looked for.
    pub(super) fn gates(&self) -> Option<&Gates> {
        self.gates.as_ref()
    }
}

impl PassageOrder for Map {
    fn gate_count(&self, passage: u32) -> usize {
        self.all[passage as usize].gates.len()
    }

    fn order(&self, one: u32, other: u32) -> Ordering {
        self.keys[one as usize].cmp(&self.keys[other as usize])
    }
}

/// The ground in which passages are looked for.
#[derive(Clone, Copy)]
pub(crate) struct PassageGround<'a> {
    /// The mesh of the least class.
    pub(crate) mesh: &'a NavMesh,
    /// The radius of the largest class, in metres.
    pub(crate) greatest_radius: f32,
}

impl<'a> PassageGround<'a> {
    /// Returns that of a world.
    pub(crate) fn of(meshes: &'a Meshes, definition: &WorldDefinition) -> Self {
        let radii = definition.class_radii.iter().copied();
        Self { mesh: meshes.of(0), greatest_radius: radii.fold(0.0, f32::max) }
    }
}

impl PassageGround<'_> {
    /// The greatest width of a passage, in metres.
    fn width(&self) -> f32 {
        width(self.greatest_radius)
    }

    fn no_gates(&self) -> Gates {
        Gates::new(self.mesh.definition().bounds, self.width())
    }
}

/// The greatest width of a passage in metres, where the largest class has a radius.
pub(super) fn width(greatest_radius: f32) -> f32 {
    WIDEST * 2.0 * greatest_radius
}
