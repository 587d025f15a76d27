//! The walls of some cells: what [`NavMesh::boundary`] puts together, part by part, so that who keeps the boundary of a mesh
//! can follow its edits.

use glam::{DVec2, Vec2};

use crate::bounds::Bounds;
use crate::cells::id::{CellId, Cuts};
use crate::cells::tiled::sites::TiledCells;
use crate::mesh::NavMesh;
use crate::tiles::lattice::TileId;
use crate::tolerances::CELL_COUNT_LIMIT;

/// Names a wall: the cell before it, the side of that cell, and which part of the side. A name stays until the cell's tile
/// changes; of a wall between two tiles until either does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallId {
    cell: CellId,
    side: u16,
    part: u16,
}

impl WallId {
    /// The cell to its left.
    pub fn cell(self) -> CellId {
        self.cell
    }

    /// The tile of that cell.
    pub fn tile(self) -> TileId {
        TileId(self.cell.tile)
    }
}

/// A straight part of the boundary of the free ground, with a cell to its left. It ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its name.
    pub id: WallId,
    /// Where it begins, in metres; the same bits as in [`NavMesh::boundary`].
    pub from: Vec2,
    /// The wall that ends where this one begins.
    pub before: WallId,
}

/// The most cells round a vertex: all of the four tiles that may meet there. It is for the case that portals should ever not
/// agree, and lead round in circles.
const MOST_ROUND: usize = 4 * CELL_COUNT_LIMIT;

/// So many tiles are kept in mind, and those round the last one: as many as touch one.
const MOST_TILES: usize = 9;

/// A part of a cell's border: a portal, or a wall.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: DVec2,
    beyond: Option<CellId>,
    side: u16,
    number: u16,
}

/// The borders of cells, cut into parts when they are first asked for.
struct CellBorders<'a> {
    mesh: &'a NavMesh,
    /// The tiles that were asked for, which are few, and where their cells begin.
    tiles: Vec<(u32, usize)>,
    /// Where the parts of each of their cells begin and end; (0, 0): not cut yet.
    cells: Vec<(u32, u32)>,
    parts: Vec<Part>,
    cuts: Cuts,
}

impl CellBorders<'_> {
    /// Forgets all.
    fn clear(&mut self) {
        self.tiles.clear();
        self.cells.clear();
        self.parts.clear();
    }

    /// Returns where the parts of a cell begin and end.
    fn of(&mut self, cell: CellId) -> (u32, u32) {
        let asked = self.tiles.iter().find(|tile| tile.0 == cell.tile).map(|tile| tile.1);
        let first = asked.unwrap_or_else(|| {
            let (first, count) = (self.cells.len(), self.mesh.cells.cells_of_part(cell.tile));
            self.tiles.push((cell.tile, first));
            self.cells.resize(first + count as usize, (0, 0));
            first
        });
        let known = &mut self.cells[first + cell.cell as usize];
        if known.1 == 0 {
            let (first, mut number) = (self.parts.len(), 0);
            let parts = &mut self.parts;
            self.mesh.cells.each_part(cell, &mut self.cuts, |side, start, beyond| {
                let is_same = parts[first..].last().is_some_and(|last| last.side == side);
                number = if is_same { number + 1 } else { 0 };
                parts.push(Part { start, beyond, side, number });
            });
            *known = (first as u32, self.parts.len() as u32);
        }
        *known
    }

    fn name(&self, cell: CellId, part: u32) -> WallId {
        let Part { side, number, .. } = self.parts[part as usize];
        WallId { cell, side, part: number }
    }

    /// The wall of a cell that is a part of its border: goes round the vertex where it starts, counter-clockwise, up to the
    /// wall that ends there. The place of the vertex is that of its first part, by cells.
    fn wall(&mut self, cell: CellId, part: u32) -> Wall {
        let id = self.name(cell, part);
        let (mut here, mut at) = (cell, part);
        let mut least = (cell, part);
        let mut turns = 0;
        loop {
            let (first, end) = self.of(here);
            let back = if at == first { end - 1 } else { at - 1 };
            let twin = self.parts[back as usize].beyond.and_then(|beyond| {
                let (first, end) = self.of(beyond);
                let is_back = |&part: &u32| self.parts[part as usize].beyond == Some(here);
                Some((beyond, (first..end).find(is_back)?))
            });
            turns += 1;
            match twin.filter(|&twin| twin != (cell, part) && turns < MOST_ROUND) {
                // Parts of one cell are in the order of its border; those of different cells are cut in any order.
                Some((beyond, twin)) => {
                    (here, at) = (beyond, twin);
                    least = least.min((here, at));
                }
                None => {
                    let from = self.parts[least.1 as usize].start.as_vec2();
                    return Wall { id, from, before: self.name(here, back) };
                }
            }
        }
    }
}

impl NavMesh {
    /// All tiles, in ascending order; none on a mesh that never changes.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> + use<> {
        (0..self.cells.tiles().map_or(0, TiledCells::tile_count)).map(TileId)
    }

    /// Returns whether nothing stands in its bounds, staged or not, and all ground in them is walkable; never on a mesh that
    /// never changes.
    pub fn is_bare(&self) -> bool {
        self.cells.tiles().is_some() && self.rosters().obstacles.iter().next().is_none()
    }

    /// The tiles that hold walls, and perhaps a few more, in ascending order; none on a mesh that never changes.
    pub fn tiles_with_walls(&self) -> impl Iterator<Item = TileId> + use<'_> {
        self.cells.tiles().into_iter().flat_map(TiledCells::with_walls).map(TileId)
    }

    /// The tiles that meet an area, in ascending order; none on a mesh that never changes, or in an area that is not
    /// finite.
    pub fn tiles_in(&self, area: Bounds) -> impl Iterator<Item = TileId> + use<> {
        let bounds = self.definition().bounds;
        let tiles = self.cells.tiles().map(|tiles| tiles.tiles_within(area, bounds));
        tiles.into_iter().flatten().map(TileId)
    }

    /// The cells of a tile, in ascending order; none of a tile of a larger mesh.
    pub fn tile_cells(&self, TileId(tile): TileId) -> impl Iterator<Item = CellId> + use<> {
        let tiles = self.cells.tiles().filter(|tiles| tile < tiles.tile_count());
        let count = tiles.map_or(0, |tiles| tiles.cells_of_part(tile));
        (0..count).map(move |cell| CellId { tile, cell })
    }

    /// The walls of some cells: the parts of their borders beyond which no ground is free. Together, the walls of all cells
    /// are those of [`boundary`](Self::boundary), cut where cells meet. None on a mesh that never changes.
    pub fn walls_of(&self, cells: impl IntoIterator<Item = CellId>) -> Vec<Wall> {
        let mut walls = Vec::new();
        // They are named for those who follow edits.
        if self.cells.tiles().is_none() {
            return walls;
        }
        let mut borders = CellBorders {
            mesh: self,
            tiles: Vec::new(),
            cells: Vec::new(),
            parts: Vec::new(),
            cuts: Cuts::new(),
        };
        let mut tile = None;
        for cell in cells {
            if !self.cells.exists(cell) {
                continue;
            }
            // Only those of some tiles at a time: they are many.
            let is_other = tile.replace(cell.tile) != Some(cell.tile);
            if is_other && borders.tiles.len() > MOST_TILES {
                borders.clear();
            }
            let (first, end) = borders.of(cell);
            for part in first..end {
                if borders.parts[part as usize].beyond.is_none() {
                    walls.push(borders.wall(cell, part));
                }
            }
        }
        walls
    }
}
