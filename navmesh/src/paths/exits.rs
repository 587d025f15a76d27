//! The portals of a mesh as a search wants them: in one array, cell by cell, with flat numbers. Tiles are taken in when a
//! search first gets there, and kept until they or those beside them change. Once searches have expanded enough cells of one
//! state of the mesh, what lies behind each portal is found out as well, so that the next ones leave dead ends out.

use std::ops::Range;
use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::funnel::PortalEnds;
use crate::areas::{Area, KindCosts};
use crate::cells::id::CellId;
use crate::fixed::windows::Windows;
use crate::mesh::NavMesh;
use crate::tiles::lattice::Lattice;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::State;
use crate::tolerances::SAME_CORNER;

/// A portal, seen from the cell that it leads out of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// Its ends, relative to the corner of the tile of that cell; metres.
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
    /// The number of that cell.
    pub(crate) from: u32,
    /// The cell beyond.
    pub(crate) to: CellId,
    /// What can be reached through it without coming back.
    window: Window,
}

/// Cells as an interval of the numbers that [`Exits::order`] gives them: the first, and how many.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: u32,
    count: u32,
}

/// All cells.
const ALL: Window = Window { first: 0, count: u32::MAX };

/// A tile: the number of its first cell and one more, with [`WATCHED`], and the bits of its corner. All zeros where nobody has
/// been there: of a large mesh that is so nearly everywhere, and zeros that nobody looks at take no time.
type TilePortals = [u64; 3];

/// Marks tiles that would be missed if they changed.
const WATCHED: u64 = 1 << 32;

fn block(first: u32, corner: DVec2) -> TilePortals {
    let [x, y] = corner.to_array().map(f64::to_bits);
    [(u64::from(first) + 1) | WATCHED, x, y]
}

fn first_of(block: TilePortals) -> u32 {
    (block[0] as u32).wrapping_sub(1)
}

const UNKNOWN: u32 = u32::MAX;

/// Not even windows of all cells count round so many.
const ENDLESS: u32 = u32::MAX;

/// The memory for so many tiles is used again after an edit.
const FEW_TILES: usize = 1 << 12;

/// Cells that are looked at round a point; more never meet but by a rounding.
const MOST_ROUND: usize = 64;

fn is_same(p: Vec2, q: Vec2) -> bool {
    p.distance_squared(q) <= (SAME_CORNER * SAME_CORNER) as f32
}

/// The portals of one state of one mesh, as far as searches have been there. Its cells are numbered in the order in
/// which their tiles were taken in, with a number to spare at the end of each tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    state: Option<Arc<State>>,
    /// How the tiles lie; `None` where cells never change.
    lattice: Option<Lattice>,
    blocks: Vec<TilePortals>,
    /// The tiles that were taken in and those beside them, as they are in that state: portals say no more than these.
    watched: Vec<(u32, Arc<Tile>)>,
    /// How many numbers of cells are those of tiles that have changed since.
    lost: usize,
    /// For each cell its first exit, and at the end of each tile where its last cell's exits end.
    first_exit: Vec<u32>,
    /// The tile of each cell.
    tile_of: Vec<u32>,
    /// What the ground of each cell is like; empty where no cell lies in an area.
    areas: Vec<Area>,
    exits: Vec<Exit>,
    /// How many numbers windows count round; [`ENDLESS`] where nobody knows what lies behind.
    round: u32,
    /// On tiles, for each cell its number by which windows are told; empty until they are found.
    orders: Vec<u32>,
    /// The cells that were expanded before the windows were found.
    spent: usize,
}

/// Windows of tiles are found once searches have expanded so many times the cells that there are: a search over a cell
/// costs about as much as finding its windows.
const WORTH_WINDOWS: usize = 2;

impl Exits {
    /// Forgets what was taken from another mesh, or what an edit has changed.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) {
        if self.holds(mesh) {
            return;
        }
        if !self.take_back_changed(mesh) {
            self.forget(mesh);
        }
        self.state = Some(Arc::clone(mesh.cells.state()));
        self.spent = 0;
        self.round = mesh.cells.order_count().unwrap_or(ENDLESS);
    }

    /// Forgets everything.
    fn forget(&mut self, mesh: &NavMesh) {
        let count = mesh.cells.part_count() as usize;
        if self.blocks.len() == count && count <= FEW_TILES {
            self.blocks.fill([0; 3]);
        } else {
            self.blocks = vec![[0; 3]; count];
        }
        self.lattice = mesh.cells.tiles().map(|tiles| tiles.lattice().clone());
        self.watched.clear();
        self.lost = 0;
        self.first_exit.clear();
        self.tile_of.clear();
        self.areas.clear();
        self.exits.clear();
        self.orders.clear();
    }

    /// Takes back the tiles that are not as they were, and those beside them. Returns whether the others are worth keeping.
    fn take_back_changed(&mut self, mesh: &NavMesh) -> bool {
        let Some(tiles) = mesh.cells.tiles() else { return false };
        if self.lattice.as_ref() != Some(tiles.lattice())
            || self.areas.is_empty() == mesh.has_areas()
        {
            return false;
        }
        for place in 0..self.watched.len() {
            let (tile, was) = &mut self.watched[place];
            let (tile, now) = (*tile, tiles.shared_tile(*tile));
            if !Arc::ptr_eq(was, now) {
                *was = Arc::clone(now);
                self.take_back(tile);
                tiles.grounds_beside(tile).for_each(|beside| self.take_back(beside));
            }
        }
        if !self.orders.is_empty() {
            self.orders.clear();
            self.exits.iter_mut().for_each(|exit| exit.window = ALL);
        }
        2 * self.lost <= self.first_exit.len()
    }

    fn take_back(&mut self, tile: u32) {
        let block = &mut self.blocks[tile as usize];
        let first = first_of(*block);
        if first != UNKNOWN {
            *block = [WATCHED, 0, 0];
            let numbers = self.tile_of[first as usize..].iter();
            self.lost += numbers.take_while(|&&of| of == tile).count();
        }
    }

    /// Notes what a tile is like, so that it is seen when it has changed.
    fn watch(&mut self, tile: u32, now: &Arc<Tile>) {
        let block = &mut self.blocks[tile as usize];
        if block[0] & WATCHED == 0 {
            block[0] |= WATCHED;
            self.watched.push((tile, Arc::clone(now)));
        }
    }

    /// Returns whether it was taken from this state of this mesh.
    pub(crate) fn holds(&self, mesh: &NavMesh) -> bool {
        self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.cells.state()))
    }

    /// One above the largest number of a cell.
    pub(crate) fn cell_limit(&self) -> usize {
        self.first_exit.len()
    }

    /// One above the largest number of an exit.
    pub(crate) fn exit_limit(&self) -> usize {
        self.exits.len()
    }

    /// The number of a cell, if its tile has been taken in.
    pub(crate) fn known(&self, cell: CellId) -> Option<u32> {
        let first = first_of(self.blocks[cell.tile as usize]);
        (first != UNKNOWN).then(|| first + cell.cell as u32)
    }

    /// The number of a cell, whose tile is taken in if need be.
    pub(crate) fn number(&mut self, mesh: &NavMesh, cell: CellId) -> u32 {
        self.known(cell).unwrap_or_else(|| {
            self.take_in(mesh, cell.tile);
            first_of(self.blocks[cell.tile as usize]) + cell.cell as u32
        })
    }

    /// The cell with a number.
    pub(crate) fn cell(&self, number: u32) -> CellId {
        let tile = self.tile_of[number as usize];
        CellId { tile, cell: (number - first_of(self.blocks[tile as usize])) as u16 }
    }

    /// The number by which windows are told of a cell that has been taken in.
    pub(crate) fn order(&self, mesh: &NavMesh, cell: CellId) -> u32 {
        mesh.cells.order(cell).unwrap_or_else(|| {
            let known = self.known(cell).and_then(|cell| self.orders.get(cell as usize));
            known.map_or(0, |&order| order)
        })
    }

    /// Notes that a search expanded so many cells.
    pub(crate) fn spend(&mut self, expanded: u32) {
        self.spent = self.spent.saturating_add(expanded as usize);
    }

    /// Finds the windows of tiles once that is worth while. Takes about as long as a search over
    /// all of them.
    pub(crate) fn look_behind(&mut self, mesh: &NavMesh) {
        let is_worth = self.spent > mesh.cell_count() * WORTH_WINDOWS;
        if !is_worth || self.round != ENDLESS || !self.holds(mesh) {
            return;
        }
        if self.lost > 0 {
            self.forget(mesh);
        }
        for tile in 0..mesh.cells.part_count() {
            if first_of(self.blocks[tile as usize]) == UNKNOWN {
                self.take_in(mesh, tile);
            }
        }
        let mut first = self.first_exit.clone();
        first.push(self.exits.len() as u32);
        let beyond: Vec<Option<u32>> = self.exits.iter().map(|exit| self.known(exit.to)).collect();
        let windows = Windows::new(&first, &beyond);
        for (number, exit) in self.exits.iter_mut().enumerate() {
            let [first, count] = windows.behind(number);
            exit.window = Window { first, count };
        }
        self.orders = windows.into_order();
        self.round = self.orders.len() as u32;
    }

    /// Returns whether a goal may be reached through an exit without coming back; told by the order of its cell.
    pub(crate) fn may_lead_to(&self, exit: &Exit, order: u32) -> bool {
        let Window { first, count } = exit.window;
        let place = if order >= first { order - first } else { order + (self.round - first) };
        place < count
    }

    /// The numbers of a cell's exits.
    pub(crate) fn of(&self, cell: u32) -> Range<u32> {
        self.first_exit[cell as usize]..self.first_exit[cell as usize + 1]
    }

    pub(crate) fn exit(&self, number: u32) -> &Exit {
        &self.exits[number as usize]
    }

    /// Returns what a metre costs in a cell; infinite where it is excluded.
    pub(crate) fn cost(&self, cell: u32, kinds: &KindCosts) -> f32 {
        kinds.cost(self.areas.get(cell as usize).copied().unwrap_or_default())
    }

    /// The corner of the tile of a cell; metres.
    pub(crate) fn corner(&self, cell: u32) -> DVec2 {
        let [_, x, y] = self.blocks[self.tile_of[cell as usize] as usize];
        DVec2::new(f64::from_bits(x), f64::from_bits(y))
    }

    /// The ends of an exit in the world; metres.
    pub(crate) fn gate(&self, number: u32) -> PortalEnds {
        let exit = self.exit(number);
        let corner = self.corner(exit.from);
        PortalEnds { left: corner + exit.left.as_dvec2(), right: corner + exit.right.as_dvec2() }
    }

    /// Returns whether the left or right end of an exit touches a wall. If not, all round it is free.
    pub(crate) fn ends_at_wall(&mut self, mesh: &NavMesh, number: u32, left: bool) -> bool {
        let gate = self.gate(number);
        let end = if left { gate.left } else { gate.right };
        let first = self.exit(number).from;
        let mut cell = first;
        // Round the point, from cell to cell, until the first again.
        for _ in 0..MOST_ROUND {
            let place = (end - self.corner(cell)).as_vec2();
            let next = self.of(cell).find(|&number| {
                let exit = self.exit(number);
                is_same(if left { exit.right } else { exit.left }, place)
            });
            let Some(next) = next else { return true };
            cell = self.number(mesh, self.exit(next).to);
            if cell == first {
                return false;
            }
        }
        true
    }

    fn take_in(&mut self, mesh: &NavMesh, tile: u32) {
        let first = self.first_exit.len() as u32;
        let corner = mesh.cells.part_corner(tile);
        if let Some(tiles) = mesh.cells.tiles() {
            self.watch(tile, tiles.shared_tile(tile));
            for beside in tiles.grounds_beside(tile) {
                self.watch(beside, tiles.shared_tile(beside));
            }
        }
        self.blocks[tile as usize] = block(first, corner);
        for cell in 0..mesh.cells.cells_of_part(tile) {
            self.first_exit.push(self.exits.len() as u32);
            self.tile_of.push(tile);
            let (from, id) = (first + cell as u32, CellId { tile, cell });
            if mesh.has_areas() {
                self.areas.push(mesh.area(id));
            }
            let windows = mesh.cells.windows(id).map(|[first, count]| Window { first, count });
            let portals = mesh.cells.portals(id).zip(windows.chain(std::iter::repeat(ALL)));
            self.exits.extend(portals.map(|(portal, window)| Exit {
                left: (portal.left - corner).as_vec2(),
                right: (portal.right - corner).as_vec2(),
                from,
                to: portal.cell,
                window,
            }));
        }
        self.first_exit.push(self.exits.len() as u32);
        self.tile_of.push(tile);
        if mesh.has_areas() {
            self.areas.push(Area::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, MeshDefinition};

    /// The tiles that have been taken in.
    fn taken(exits: &Exits) -> Vec<u32> {
        let tiles = (0..).zip(&exits.blocks);
        tiles.filter(|(_, block)| first_of(**block) != UNKNOWN).map(|(tile, _)| tile).collect()
    }

    #[test]
    fn an_edit_takes_back_its_tile_and_those_beside_it() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(64.0));
        let definition = MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        let mut exits = Exits::default();
        exits.follow(&mesh);
        for cell in mesh.cells() {
            exits.number(&mesh, cell);
        }
        assert_eq!(taken(&exits).len(), 16);
        for place in [Vec2::splat(3.0), Vec2::splat(24.0)] {
            let triangle = [place, place + Vec2::X, place + Vec2::Y];
            mesh.add_obstacle(&triangle).unwrap();
            mesh.commit().unwrap();
            exits.follow(&mesh);
        }
        // The first in the corner, the second beside it.
        let gone = [0, 1, 4, 5, 6, 9];
        assert_eq!(taken(&exits), (0..16).filter(|tile| !gone.contains(tile)).collect::<Vec<_>>());
        for cell in mesh.cells() {
            let number = exits.number(&mesh, cell);
            assert_eq!(exits.cell(number), cell);
            let (known, made) = (exits.of(number).len(), mesh.cells.portals(cell).count());
            assert_eq!(known, made, "{cell:?}");
        }
        let (limit, lost) = (exits.cell_limit(), exits.lost);
        assert!(lost > 0 && lost < limit / 2);
        // What has changed more than half of the time is not dragged along.
        for k in 0..20 {
            let place = Vec2::splat(40.0 + k as f32);
            mesh.add_obstacle(&[place, place + Vec2::X, place + Vec2::Y]).unwrap();
            mesh.commit().unwrap();
            exits.follow(&mesh);
            for cell in mesh.cells() {
                exits.number(&mesh, cell);
            }
            assert!(2 * exits.lost <= exits.cell_limit());
        }
    }
}
