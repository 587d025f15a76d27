//! How far it still is: the judge of whether units get on, whatever the library follows itself.

use glam::Vec2;
use hybrid::World;
use hybrid::navmesh::{Entry, Path, PathOptions, Search};

/// Searches, one for each class.
#[derive(Default)]
pub struct Measure {
    searches: Vec<Search>,
}

impl Measure {
    /// Returns what the cheapest way of a class costs: in metres, over even ground. `None` if there is none.
    pub fn rest(&mut self, world: &World, class: usize, ends: [Vec2; 2]) -> Option<f32> {
        self.path(world, class, ends).map(|path| path.cost)
    }

    /// Returns how long the cheapest way of a class is, in metres, links left out. `None` if there is none.
    pub fn length(&mut self, world: &World, class: usize, ends: [Vec2; 2]) -> Option<f32> {
        self.path(world, class, ends).map(|path| path.length)
    }

    fn path(&mut self, world: &World, class: usize, ends: [Vec2; 2]) -> Option<Path> {
        let mesh = world.mesh(class)?;
        let free = |point: Vec2| {
            let nearest = mesh.nearest_point(point, f32::INFINITY).ok().flatten();
            nearest.map_or(point, |nearest| nearest.point)
        };
        let exactly = PathOptions::with_entry(Entry::Exact);
        self.searches.resize_with(world.class_count().max(self.searches.len()), Search::default);
        let search = &mut self.searches[class];
        let mut find = |from, to| mesh.find_path(search, from, to, &exactly).ok();
        find(ends[0], ends[1]).or_else(|| find(free(ends[0]), free(ends[1])))
    }
}
