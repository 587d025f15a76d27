//! Finds the passages of a mesh, and keeps them through its edits: what an edit costs depends on the tiles that it changes
//! alone. Their walls are read again, gates are looked for round those walls that have changed, and of others it is seen to
//! that the ground between their posts is free as before.

use navmesh::{Bounds, NavMesh, TileId};

use super::area::Area;
use super::boundary::{Boundary, cells_at};
use super::chain::{Chains, News};
use super::gate::{Candidates, Gate, GateKey, Tested};
use super::looked::Looked;
use super::posts::{gate_of, other};

/// The passages of a mesh that are at most so wide between walls. What is found depends on the mesh as it is alone, not on
/// how it came to be so; but for the numbers of passages.
#[derive(Clone, Debug)]
pub(crate) struct PassageFinder {
    /// Between walls of the mesh, and the diameter of its discs, in metres.
    reach: f32,
    diameter: f32,
    boundary: Boundary,
    chains: Chains,
    looked: Looked,
    /// How many pairs of corners and walls were looked at in the last look.
    looks: usize,
}

impl PassageFinder {
    /// Nothing is known yet; passages are at most `width` metres wide.
    pub(crate) fn new(mesh: &NavMesh, width: f32) -> Self {
        let diameter = 2.0 * mesh.definition().agent_radius;
        let (boundary, chains) = (Boundary::default(), Chains::default());
        let reach = width - diameter;
        Self { reach, diameter, boundary, chains, looked: Looked::new(reach), looks: 0 }
    }

    /// Finds all passages of a mesh, after nothing was known.
    pub(crate) fn find(&mut self, mesh: &NavMesh) -> News {
        if self.reach <= 0.0 {
            return News::default();
        }
        self.boundary = Boundary::of(mesh);
        let area = Area::whole(self.reach);
        let walls = self.boundary.walls_in(mesh, &area);
        let mut candidates = Candidates::new(self.reach);
        candidates.find(&self.boundary, walls, &area);
        let tested = candidates.tested(mesh, &self.boundary, &area, &[]);
        self.looks = candidates.looks;
        self.looked.replace(&area, &tested);
        let chosen = gates(&tested);
        self.chains.replace(&mut self.boundary, &[], &chosen);
        let sides: Vec<u32> =
            self.chains.posts.numbers().flat_map(|gate| [2 * gate, 2 * gate + 1]).collect();
        self.chains.pair(&self.boundary, &sides, self.diameter);
        self.chains.link(&self.boundary, self.diameter)
    }

    /// Finds what has changed with some tiles, given in ascending order.
    pub(crate) fn update(&mut self, mesh: &NavMesh, tiles: &[TileId]) -> News {
        self.look(mesh, tiles, 1)
    }

    /// Finds what there is with some tiles that were not looked at before, given in ascending order.
    pub(crate) fn add(&mut self, mesh: &NavMesh, tiles: &[TileId]) -> News {
        // All gates there are new, and touch what lies up to two squares off: so one look is enough.
        self.look(mesh, tiles, 2)
    }

    /// Finds what has changed with some tiles; looks so many squares beyond the walls there at first.
    fn look(&mut self, mesh: &NavMesh, tiles: &[TileId], margin: i32) -> News {
        if self.reach <= 0.0 || tiles.is_empty() {
            return News::default();
        }
        let cells = cells_at(mesh, tiles);
        let watched = self.boundary.walls_at(tiles, &cells);
        let standing: Vec<(u32, u32)> = watched
            .iter()
            .flat_map(|&wall| {
                self.chains.posts.on(&self.boundary, wall).map(move |side| (wall, side))
            })
            .map(|(wall, side)| (gate_of(side), wall))
            .collect();
        let watched: Vec<_> =
            watched.into_iter().map(|wall| (wall, self.boundary.shape(wall))).collect();
        let mut changed = self.boundary.update(mesh, tiles, &cells);
        changed.retain(|&wall| {
            let before = watched.binary_search_by_key(&wall, |watched| watched.0);
            let shape = self.boundary.shape(wall);
            shape.is_some() && before.map_or(true, |index| watched[index].1 != shape)
        });
        let is_gone = |wall: u32, shape| shape != self.boundary.shape(wall);
        let gone: Vec<_> =
            watched.iter().filter(|&&(wall, shape)| is_gone(wall, shape)).copied().collect();
        let was_on = |wall: u32| gone.binary_search_by_key(&wall, |gone| gone.0).is_ok();
        let on = standing.into_iter().filter(|&(_, wall)| was_on(wall));
        let mut displaced: Vec<u32> = on.map(|(gate, _)| gate).collect();
        displaced.sort_unstable();
        displaced.dedup();
        let before = gone.iter().filter_map(|gone| gone.1).map(|[_, from, to]| [from, to]);
        let now = changed.iter().map(|&wall| self.boundary.ends(wall));
        let mut area = Area::of([].into_iter(), before.chain(now), self.reach).grown(margin);
        let squares = tiles.iter().filter_map(|&tile| mesh.tile_bounds(tile));
        let near: Vec<Bounds> = squares.map(|square| square.expanded(self.reach)).collect();
        if self.looked.differs(mesh, &self.boundary, &near, &area) {
            area.join(&Area::of(near.into_iter(), [].into_iter(), self.reach));
        }
        let (former, chosen) = self.choose(mesh, &mut area, displaced, &mut changed);
        self.pair(changed, &former, &chosen);
        self.chains.link(&self.boundary, self.diameter)
    }

    /// The gates with a post on one of some walls.
    fn gates_on(&self, walls: &[u32]) -> Vec<u32> {
        let on = |&wall: &u32| self.chains.posts.on(&self.boundary, wall);
        let mut gates: Vec<u32> = walls.iter().flat_map(on).map(gate_of).collect();
        gates.sort_unstable();
        gates.dedup();
        gates
    }

    /// Chooses the gates with a post in an area anew; `displaced` are those whose walls have changed. The area grows as long as
    /// what is new there may touch what lies beyond. Returns the former and the new gates, and adds the walls there.
    fn choose(
        &mut self,
        mesh: &NavMesh,
        area: &mut Area,
        displaced: Vec<u32>,
        there: &mut Vec<u32>,
    ) -> (Vec<u32>, Vec<Gate>) {
        let mut candidates = Candidates::new(self.reach);
        loop {
            // Who stands beyond may have a post two squares off, on a wall that comes near a third one.
            let walls = self.boundary.walls_in(mesh, &area.grown(3));
            candidates.find(&self.boundary, walls, &area.grown(1));
            let walls = candidates.walls();
            let mut former = displaced.clone();
            let mut others = Vec::new();
            for gate in self.gates_on(walls) {
                match self.chains.posts.get(gate) {
                    Some(held) if held.gate.is_in(area) => former.push(gate),
                    Some(held) if displaced.binary_search(&gate).is_err() => others.push(held.gate),
                    _ => {}
                }
            }
            former.sort_unstable();
            former.dedup();
            let tested = candidates.tested(mesh, &self.boundary, area, &others);
            self.looks = candidates.looks;
            let chosen = gates(&tested);
            let news = self.differing(&former, &chosen);
            let touched = Area::of([].into_iter(), news.map(|gate| gate.ends()), self.reach);
            if !area.join(&touched.grown(1)) {
                let is_there = |&wall: &u32| area.meets(self.boundary.ends(wall));
                there.extend(walls.iter().copied().filter(is_there));
                self.looked.replace(area, &tested);
                return (former, chosen);
            }
        }
    }

    /// The gates that are but among the former or the new ones.
    fn differing<'a>(
        &'a self,
        former: &'a [u32],
        chosen: &'a [Gate],
    ) -> impl Iterator<Item = Gate> + 'a {
        let mut all: Vec<(GateKey, Gate)> = former
            .iter()
            .filter_map(|&gate| self.chains.posts.get(gate))
            .map(|held| (held.key, held.gate))
            .chain(chosen.iter().map(|gate| (gate.key(), *gate)))
            .collect();
        all.sort_by_key(|entry| entry.0);
        let alone: Vec<Gate> = all
            .chunk_by(|p, q| p.0 == q.0)
            .filter(|same| same.len() == 1)
            .map(|same| same[0].1)
            .collect();
        alone.into_iter()
    }

    /// Puts the new gates in the places of former ones, and looks at all rooms again that may have changed: those beside these
    /// walls, and those of the gates.
    fn pair(&mut self, mut walls: Vec<u32>, former: &[u32], chosen: &[Gate]) {
        let posts = &self.chains.posts;
        let before = former.iter().filter_map(|&gate| posts.get(gate)).map(|held| held.gate);
        let on = before.chain(chosen.iter().copied()).flat_map(|gate| gate.posts);
        walls.extend(on.map(|post| post.wall));
        walls.retain(|&wall| self.boundary.is_wall(wall));
        walls.sort_unstable();
        walls.dedup();
        self.chains.replace(&mut self.boundary, former, chosen);
        let (posts, boundary) = (&self.chains.posts, &self.boundary);
        let mut sides = Vec::new();
        for &wall in &walls {
            sides.extend(posts.on(boundary, wall).map(other));
            // The room of the last side before it reaches to this wall.
            if walls.binary_search(&boundary.behind(wall)).is_err() {
                sides.extend(posts.last_before(boundary, wall).map(other));
            }
        }
        sides.sort_unstable();
        sides.dedup();
        self.chains.pair(&self.boundary, &sides, self.diameter);
    }
}

/// Those that are gates.
fn gates(tested: &[Tested]) -> Vec<Gate> {
    tested.iter().filter(|one| one.is_open).map(|one| one.gate).collect()
}

impl PassageFinder {
    /// Returns how many pairs of corners and walls were looked at in the last look.
    #[cfg(test)]
    pub(crate) fn looks(&self) -> usize {
        self.looks
    }
}
