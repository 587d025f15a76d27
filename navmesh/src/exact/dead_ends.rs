//! Corners that no shortest path between two cells passes, as they lie in dead ends: found once searches have been long
//! enough to pay for it, and believed as long as the mesh only loses ground.
//!
//! A shortest path comes to no convex cell twice, so it passes only the blocks of cells between its ends. Where an
//! obstacle came later, it may come back to the cells that there were: then it may pass all blocks of these, if it can
//! get there.

use std::sync::Arc;

use glam::I64Vec2;

use super::legs::TautNode;
use super::origin::Origin;
use crate::cells::id::CellId;
use crate::fixed::blocks::Blocks;
use crate::mesh::NavMesh;
use crate::sight::numbers::Numbers;
use crate::sight::sweep::Sighting;
use crate::tiles::tiling::State;

/// A corner that may be passed by any path.
const ANY: u32 = u32::MAX;

/// Dead ends are found once searches have expanded so many times the corners that there are cells: to find them costs
/// about as much.
const WORTH_FINDING: usize = 6;

/// How often what has to be expanded is doubled at most.
const MOST_GIVEN_UP: u32 = 8;

/// Blocks that are kept for a corner; where cells of more meet, any path may pass.
const MOST_BLOCKS: usize = 4;

/// What is known of the dead ends of a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeadEnds {
    state: Option<Arc<State>>,
    /// The corners that searches have expanded since it was last found out whether dead ends are believed.
    spent: usize,
    /// How many times dead ends were given up before they were of use; then they are looked for later.
    given_up: u32,
    /// The mesh in which they were found; `None`: only its state is known.
    origin: Option<Origin>,
    /// Nothing, until they are found.
    blocks: Blocks,
    plan: Plan,
    /// For each corner the blocks of the cells round it, or [`ANY`].
    of_corners: Vec<[u32; MOST_BLOCKS]>,
    /// For each block the search that last had it between its ends.
    marks: Vec<u32>,
    /// The number of the search.
    stamp: u32,
    is_known: bool,
}

/// How the cells of a mesh are numbered for blocks. All cells of a tile that nobody has looked at are one, which there is
/// twice: ways may pass such a tile more than once.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// For each tile the number of its first cell, and whether it has one for each cell.
    tiles: Vec<(u32, bool)>,
}

impl Plan {
    fn number(&self, (tile, cell): (u32, u32)) -> u32 {
        let (first, is_open) = self.tiles[tile as usize];
        if is_open { first + cell } else { first }
    }

    /// The blocks of a mesh. Cells of tiles that nobody has looked at hang together in all ways that there may be.
    fn blocks(mesh: &NavMesh) -> (Plan, Blocks) {
        let grounds = mesh.cells.known_grounds();
        let (mut plan, mut count) = (Plan::default(), 0);
        for ground in &grounds {
            plan.tiles.push((count, ground.is_some()));
            count += ground.map_or(2, |ground| ground.first_door.len() as u32 - 1);
        }
        let mut links: Vec<(u32, u32)> = Vec::new();
        for tile in 0..grounds.len() as u32 {
            let (own, _) = plan.tiles[tile as usize];
            let Some(ground) = grounds[tile as usize] else {
                let across = mesh.cells.grounds_beside(tile);
                let closed =
                    across.map(|other| plan.tiles[other as usize]).filter(|other| !other.1);
                let twice = |(other, _)| {
                    [(own, other), (own, other + 1), (own + 1, other), (own + 1, other + 1)]
                };
                links.extend(closed.flat_map(twice));
                continue;
            };
            for (cell, number) in (0..ground.first_door.len() as u32 - 1).zip(own..) {
                for door in ground.doors(cell) {
                    let other = plan.number(mesh.cells.named((door.tile, door.cell)));
                    links.push((number, other));
                    if grounds[door.tile as usize].is_none() {
                        links.extend([(other, number), (number, other + 1), (other + 1, number)]);
                    }
                }
            }
        }
        links.sort_unstable();
        let mut first = vec![0; count as usize + 1];
        links.iter().for_each(|link| first[link.0 as usize + 1] += 1);
        (0..count as usize).for_each(|cell| first[cell + 1] += first[cell]);
        let beyond: Vec<Option<u32>> = links.into_iter().map(|link| Some(link.1)).collect();
        let blocks = Blocks::new(&first, &beyond);
        (plan, blocks)
    }
}

impl DeadEnds {
    /// Forgets what no longer holds after an edit.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) {
        if self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.cells.state())) {
            return;
        }
        self.state = Some(Arc::clone(mesh.cells.state()));
        if self.is_known && !self.origin.as_mut().is_some_and(|origin| origin.follow(mesh)) {
            let was_worth_it = self.spent > mesh.cell_count() * WORTH_FINDING;
            self.given_up = if was_worth_it { 0 } else { (self.given_up + 1).min(MOST_GIVEN_UP) };
            (self.spent, self.is_known) = (0, false);
        }
    }

    /// Notes that a corner was expanded.
    pub(crate) fn spend(&mut self) {
        self.spent += 1;
    }

    /// Finds them, if searches have expanded enough corners.
    pub(crate) fn find(&mut self, mesh: &NavMesh) {
        self.follow(mesh);
        let worth = (mesh.cell_count() * WORTH_FINDING) << self.given_up;
        if !self.is_known && self.spent > worth && !mesh.has_staged() {
            (self.plan, self.blocks) = Plan::blocks(mesh);
            self.origin = Origin::new(mesh);
            (self.is_known, self.spent) = (true, 0);
            self.of_corners.clear();
            self.marks.clear();
            self.marks.resize(self.blocks.count(), 0);
            self.stamp = 0;
        }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, ends: [(CellId, I64Vec2); 2]) {
        self.follow(mesh);
        if !self.is_known {
            return;
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.marks.fill(0);
            self.stamp = 1;
        }
        let mut marks = std::mem::take(&mut self.marks);
        let [from, to] = ends.map(|(cell, point)| (mesh.cells.spot(cell), point));
        let mut is_told = false;
        for from in self.cells_then(from.0, from.1) {
            for to in self.cells_then(to.0, to.1) {
                let between = self.blocks.between([from, to]);
                between.for_each(|block| marks[block as usize] = self.stamp);
                is_told = true;
            }
        }
        // An end on a wall may be rounded to a point that lies in no cell.
        if !is_told {
            marks.fill(self.stamp);
        }
        self.marks = marks;
        self.mark_round_obstructed();
    }

    /// The cells that there were at a lattice point (units) of a cell of today.
    fn cells_then(&self, spot: (u32, u32), point: I64Vec2) -> impl Iterator<Item = u32> {
        let other = self.origin.as_ref().filter(|origin| !origin.is_as_before(spot.0));
        let same = other.is_none().then_some(spot);
        let then = other.into_iter().flat_map(move |origin| origin.cells_at(spot.0, point));
        same.into_iter().chain(then).map(|cell| self.plan.number(cell))
    }

    /// Adds all blocks of cells in which there are obstacles now, as far as a path may get there.
    fn mark_round_obstructed(&mut self) {
        let Some(origin) = &self.origin else { return };
        let mut went_on = true;
        while std::mem::take(&mut went_on) {
            for &cell in origin.obstructed() {
                let of_cell = || self.blocks.of(self.plan.number(cell));
                let is_marked = |block: u32| self.marks[block as usize] == self.stamp;
                if of_cell().any(is_marked) && !of_cell().all(is_marked) {
                    of_cell().for_each(|block| self.marks[block as usize] = self.stamp);
                    went_on = true;
                }
            }
        }
    }

    /// Takes in the corners that were numbered since.
    pub(crate) fn take_in(&mut self, mesh: &NavMesh, numbers: &mut Numbers) {
        if !self.is_known {
            return;
        }
        for number in self.of_corners.len() as u32..numbers.count() as u32 {
            let blocks = self.blocks_round(mesh, numbers.find_home(mesh, number));
            self.of_corners.push(blocks.unwrap_or([ANY; MOST_BLOCKS]));
        }
    }

    /// The blocks of the cells round a corner, the last one repeated; `None` if there are too many.
    fn blocks_round(&self, mesh: &NavMesh, home: Option<Sighting>) -> Option<[u32; MOST_BLOCKS]> {
        let (tile, corner) = home?;
        let ground = mesh.cells.ground(tile);
        let (mut found, mut count) = ([ANY; MOST_BLOCKS], 0);
        for cell in mesh.cells.cells_round(ground, &ground.corners[corner as usize]) {
            if !self.origin.as_ref().is_none_or(|origin| origin.is_as_before(cell.0)) {
                return None;
            }
            for block in self.blocks.of(self.plan.number(cell)) {
                if !found[..count].contains(&block) {
                    *found.get_mut(count)? = block;
                    count += 1;
                }
            }
        }
        let last = *found[..count].last()?;
        found[count..].fill(last);
        Some(found)
    }

    /// Returns whether no shortest path passes the corner of a node.
    pub(crate) fn hold(&self, node: TautNode) -> bool {
        let is_passed =
            |block: u32| self.marks.get(block as usize).is_none_or(|&mark| mark == self.stamp);
        self.is_known
            && self
                .of_corners
                .get(node as usize / 2)
                .is_some_and(|blocks| !blocks.iter().any(|&block| is_passed(block)))
    }
}
