//! The walls round the free ground of a mesh, as rings of corners, kept through its edits.

use std::collections::BTreeMap;

use glam::Vec2;
use navmesh::{CellId, NavMesh, TileId, Wall, WallId};

use super::marks::Marks;
use crate::base::tolerances::{STRAIGHT, TOUCHING};

/// No wall, no side.
pub(crate) const NONE: u32 = u32::MAX;

/// A part of a wall between two cells, or all of it: from one place to that of the next part.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallPart {
    pub(super) from: Vec2,
    pub(super) next: u32,
    before: u32,
    /// The corners before and behind, if the wall has a corner where this part begins; else `NONE`.
    ahead: u32,
    behind: u32,
    /// The first of what lies on the wall that begins here.
    first: u32,
    /// The cell before this part.
    cell: Option<CellId>,
    /// Whether walls meet at an angle here.
    pub(super) bends: bool,
}

const NOTHING: WallPart = WallPart {
    from: Vec2::ZERO,
    next: NONE,
    before: NONE,
    ahead: NONE,
    behind: NONE,
    first: NONE,
    cell: None,
    bends: false,
};

/// All walls. A wall, and the corner where it begins, have one number, which stays as long as neither changes. Numbers depend
/// on the history of edits: nothing may be ordered by them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundary {
    pub(super) parts: Vec<WallPart>,
    free: Vec<u32>,
    /// Numbers that became free in the last edit, and are not given again in the same: who knows a wall by its number would
    /// take another one for it.
    gone: Vec<u32>,
    /// The parts before the cells of each tile, sorted.
    tiles: BTreeMap<TileId, Vec<(WallId, u32)>>,
    pub(super) marks: Marks,
}

impl Boundary {
    /// A part; one that is nowhere, if there is none of this number.
    pub(super) fn part(&self, number: u32) -> &WallPart {
        self.parts.get(number as usize).unwrap_or(&NOTHING)
    }

    /// The ends of a wall.
    pub(crate) fn ends(&self, wall: u32) -> [Vec2; 2] {
        [self.corner(wall), self.corner(self.ahead(wall))]
    }

    /// The wall that follows on another one; `NONE` where a ring is not closed.
    pub(crate) fn ahead(&self, wall: u32) -> u32 {
        self.part(wall).ahead
    }

    /// The wall before another one; `NONE` where a ring is not closed.
    pub(crate) fn behind(&self, wall: u32) -> u32 {
        self.part(wall).behind
    }

    /// Returns where a wall begins.
    pub(crate) fn corner(&self, wall: u32) -> Vec2 {
        self.part(wall).from
    }

    /// A cell at the corner where a wall begins.
    pub(crate) fn cell(&self, wall: u32) -> Option<CellId> {
        self.part(wall).cell
    }

    /// The directions in which the walls that meet in a corner lead away from it: forwards and backwards along the ring.
    pub(crate) fn directions(&self, corner: u32) -> [Vec2; 2] {
        let WallPart { from, ahead, behind, .. } = *self.part(corner);
        [ahead, behind].map(|other| (self.corner(other) - from).normalize_or_zero())
    }

    /// The first of what lies on a wall.
    pub(crate) fn first(&self, wall: u32) -> u32 {
        self.part(wall).first
    }

    /// The first of what lies on a wall, to be changed.
    pub(crate) fn first_mut(&mut self, wall: u32) -> &mut u32 {
        &mut self.parts[wall as usize].first
    }

    /// Returns whether there is such a wall, between two others, as a part of a ring of at least three.
    pub(crate) fn is_wall(&self, wall: u32) -> bool {
        let WallPart { ahead, behind, .. } = *self.part(wall);
        ahead != NONE && behind != NONE && ahead != wall && self.ahead(ahead) != wall
    }

    /// The parts before the cells of a tile.
    pub(super) fn list(&self, tile: TileId) -> &[(WallId, u32)] {
        self.tiles.get(&tile).map_or(&[], Vec::as_slice)
    }

    /// The wall that a part belongs to.
    pub(super) fn wall_of(&self, part: u32) -> Option<u32> {
        let mut wall = part;
        while !self.parts[wall as usize].bends {
            wall = self.parts[wall as usize].before;
            if wall == part || wall == NONE {
                return None;
            }
        }
        Some(wall)
    }

    /// Takes over all walls of a mesh.
    pub(crate) fn of(mesh: &NavMesh) -> Self {
        let mut all = Self::default();
        let mut changed = Vec::new();
        for tile in mesh.tiles_with_walls() {
            all.put(tile, &mesh.walls_of(mesh.tile_cells(tile)), None, &mut changed);
        }
        all.join_up(&changed);
        all
    }

    /// The walls that an edit of some tiles may change, given with the cells that touch them: those before these cells, and
    /// two before and behind those.
    pub(crate) fn walls_at(&mut self, tiles: &[TileId], cells: &[CellId]) -> Vec<u32> {
        let mut marks = std::mem::take(&mut self.marks);
        marks.clear(self.parts.len());
        let mut walls = Vec::new();
        let mut add = |walls: &mut Vec<u32>, wall: u32| {
            if marks.is_new(wall) {
                walls.push(wall);
            }
        };
        let mut lists: Vec<TileId> = cells.iter().map(|cell| cell.tile()).collect();
        lists.extend_from_slice(tiles);
        for tile in sorted(lists.into_iter()) {
            let is_whole = tiles.binary_search(&tile).is_ok();
            let list = self.list(tile);
            let parts = list.iter().filter(|_| is_whole);
            let near = if is_whole { &[] } else { of_tile(cells, tile) };
            for &(_, part) in parts.chain(before_cells(list, near)) {
                self.wall_of(part).into_iter().for_each(|wall| add(&mut walls, wall));
            }
        }
        for _ in 0..2 {
            for index in 0..walls.len() {
                let wall = walls[index];
                add(&mut walls, self.behind(wall));
                add(&mut walls, self.ahead(wall));
            }
        }
        self.marks = marks;
        walls.sort_unstable();
        walls
    }

    /// The ends of a wall, and where the one before it begins; `None` if there is none.
    pub(crate) fn shape(&self, wall: u32) -> Option<[Vec2; 3]> {
        let is_wall = self.is_wall(wall);
        is_wall.then(|| [self.behind(wall), wall, self.ahead(wall)].map(|at| self.corner(at)))
    }

    /// Takes over how tiles of a mesh have changed, in ascending order, and the cells that touch them. Returns the walls that
    /// may not be as before, in any order.
    pub(crate) fn update(
        &mut self,
        mesh: &NavMesh,
        tiles: &[TileId],
        cells: &[CellId],
    ) -> Vec<u32> {
        self.free.append(&mut self.gone);
        let mut changed = Vec::new();
        for &tile in tiles {
            // They are sorted by their tiles.
            let first = cells.partition_point(|cell| cell.tile() < tile);
            if cells.get(first).is_none_or(|cell| cell.tile() != tile) {
                self.put(tile, &[], None, &mut changed);
            }
        }
        let found = mesh.walls_of(cells.iter().copied());
        let mut found = &found[..];
        for cells in cells.chunk_by(|p, q| p.tile() == q.tile()) {
            let tile = cells[0].tile();
            let is_whole = tiles.binary_search(&tile).is_ok();
            let (of_tile, others) =
                found.split_at(found.partition_point(|wall| wall.id.tile() <= tile));
            found = others;
            self.put(tile, of_tile, (!is_whole).then_some(cells), &mut changed);
        }
        self.join_up(&changed)
    }

    /// Puts the parts before the cells of a tile in place: all of them, or those before some cells.
    fn put(
        &mut self,
        tile: TileId,
        found: &[Wall],
        some: Option<&[CellId]>,
        changed: &mut Vec<(u32, WallId)>,
    ) {
        if some.is_some_and(|cells| self.keeps(tile, found, cells, changed)) {
            return;
        }
        let mut list = self.tiles.remove(&tile).unwrap_or_default();
        let goes = |id: &WallId| some.is_none_or(|cells| cells.binary_search(&id.cell()).is_ok());
        // An edit cuts a tile anew, and names all its walls anew: those that begin where one did before are the same, or
        // everything on them would have to be looked for again.
        let mut known: Vec<(u64, u32)> = Vec::new();
        list.retain(|&(id, part)| {
            let is_known = goes(&id);
            known.extend(is_known.then(|| (bits(self.corner(part)), part)));
            !is_known
        });
        known.sort_unstable();
        let mut taken = vec![false; known.len()];
        list.reserve(found.len());
        for wall in found {
            let at = bits(wall.from);
            let first = known.partition_point(|known| known.0 < at);
            let same = known[first..].iter().take_while(|known| known.0 == at).count();
            let free = (first..first + same).find(|&place| !taken[place]);
            let part = free.map_or_else(|| self.insert(), |place| known[place].1);
            free.into_iter().for_each(|place| taken[place] = true);
            let place = &mut self.parts[part as usize];
            (place.from, place.cell) = (wall.from, Some(wall.id.cell()));
            list.push((wall.id, part));
            changed.push((part, wall.before));
        }
        let gone = known.iter().zip(taken).filter(|(_, taken)| !taken);
        gone.for_each(|(&(_, part), _)| self.remove(part));
        if some.is_some() {
            // Two runs in order, which this sort joins.
            list.sort_by_key(|entry| entry.0);
        }
        if !list.is_empty() {
            self.tiles.insert(tile, list);
        }
    }

    /// Returns whether just these parts stand before some cells of a tile already. Then names those that others may come before
    /// now.
    fn keeps(
        &self,
        tile: TileId,
        found: &[Wall],
        cells: &[CellId],
        changed: &mut Vec<(u32, WallId)>,
    ) -> bool {
        let list = self.list(tile);
        let mut known = before_cells(list, cells);
        let is_kept = |wall: &Wall| {
            let same = known.next().filter(|known| known.0 == wall.id);
            same.is_some_and(|known| bits(self.corner(known.1)) == bits(wall.from))
        };
        if !found.iter().all(is_kept) || known.next().is_some() {
            return false;
        }
        for (wall, &(_, part)) in found.iter().zip(before_cells(list, cells)) {
            let before = self.part(part).before;
            let place = list.binary_search_by_key(&wall.before, |known| known.0);
            if place.map_or(true, |place| list[place].1 != before) {
                changed.push((part, wall.before));
            }
        }
        true
    }

    fn insert(&mut self) -> u32 {
        let part = self.free.pop().unwrap_or_else(|| {
            self.parts.push(NOTHING);
            self.parts.len() as u32 - 1
        });
        self.parts[part as usize] = NOTHING;
        part
    }

    fn remove(&mut self, part: u32) {
        self.parts[part as usize] = NOTHING;
        self.gone.push(part);
    }

    /// Joins parts that were put in place to those before them, and finds the corners. Returns the walls that may not be as
    /// before, in any order.
    fn join_up(&mut self, changed: &[(u32, WallId)]) -> Vec<u32> {
        // Those before are mostly in the same tile as the last ones.
        let mut known: Option<(TileId, &[(WallId, u32)])> = None;
        for &(part, before) in changed {
            let tile = before.tile();
            let list = match known {
                Some((last, list)) if last == tile => list,
                _ => self.tiles.get(&tile).map_or(&[][..], Vec::as_slice),
            };
            known = Some((tile, list));
            let place = list.binary_search_by_key(&before, |known| known.0);
            let before = place.map_or(NONE, |place| list[place].1);
            self.parts[part as usize].before = before;
            if let Some(before) = self.parts.get_mut(before as usize) {
                before.next = part;
            }
        }
        let mut marks = std::mem::take(&mut self.marks);
        marks.clear(self.parts.len());
        let mut near = Vec::with_capacity(changed.len());
        for &(number, _) in changed {
            let WallPart { before, next, .. } = self.parts[number as usize];
            near.extend([number, before, next].into_iter().filter(|&part| marks.is_new(part)));
        }
        for &number in &near {
            let bends = self.bends(number);
            let part = &mut self.parts[number as usize];
            part.bends = bends;
            if !bends {
                (part.ahead, part.behind) = (NONE, NONE);
            }
        }
        marks.clear(self.parts.len());
        let mut walls = Vec::with_capacity(near.len());
        for number in near {
            let both = [number, self.parts[number as usize].before];
            let parts = both.into_iter().filter(|&part| part != NONE);
            let own = parts.filter_map(|part| self.wall_of(part));
            walls.extend(own.filter(|&wall| marks.is_new(wall)));
        }
        for index in 0..walls.len() {
            let wall = walls[index];
            let ahead = self.corner_after(wall);
            self.parts[wall as usize].ahead = ahead;
            if let Some(part) = self.parts.get_mut(ahead as usize) {
                part.behind = wall;
                walls.extend(Some(ahead).filter(|&ahead| marks.is_new(ahead)));
            }
        }
        self.marks = marks;
        walls
    }

    /// The next corner after one.
    fn corner_after(&self, corner: u32) -> u32 {
        let mut part = self.parts[corner as usize].next;
        while part != NONE && part != corner && !self.parts[part as usize].bends {
            part = self.parts[part as usize].next;
        }
        part
    }

    /// Returns whether walls meet at an angle where a part begins.
    fn bends(&self, part: u32) -> bool {
        let WallPart { from: at, next, before, .. } = self.parts[part as usize];
        if next == NONE || before == NONE {
            return false;
        }
        let (from, to) = (at - self.corner(before), self.corner(next) - at);
        let (from, to) = (from.as_dvec2(), to.as_dvec2());
        from.perp_dot(to).abs() > STRAIGHT * (from.length() + to.length()) || from.dot(to) < 0.0
    }
}

/// The cells of some tiles, and those that touch them: they may be cut otherwise there, and walls round their corners be
/// other ones.
pub(crate) fn cells_at(mesh: &NavMesh, tiles: &[TileId]) -> Vec<CellId> {
    let near = |tile: &TileId| {
        let square = mesh.tile_bounds(*tile).map(|square| square.expanded(TOUCHING));
        square.into_iter().flat_map(|square| mesh.cells_in(square))
    };
    sorted(tiles.iter().flat_map(near))
}

/// The bits of a point.
fn bits(at: Vec2) -> u64 {
    u64::from(at.x.to_bits()) << 32 | u64::from(at.y.to_bits())
}

/// Those of some cells, in ascending order, that are part of a tile.
fn of_tile(cells: &[CellId], tile: TileId) -> &[CellId] {
    let first = cells.partition_point(|cell| cell.tile() < tile);
    let count = cells[first..].partition_point(|cell| cell.tile() == tile);
    &cells[first..first + count]
}

/// Of the parts of a tile those before some of its cells; all are in ascending order.
fn before_cells<'a>(
    list: &'a [(WallId, u32)],
    cells: &'a [CellId],
) -> impl Iterator<Item = &'a (WallId, u32)> {
    let mut rest = cells;
    list.iter().filter(move |(id, _)| {
        let behind = rest.iter().take_while(|&&cell| cell < id.cell()).count();
        rest = &rest[behind..];
        rest.first() == Some(&id.cell())
    })
}

/// In ascending order, each once.
pub(super) fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = all.collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

#[cfg(test)]
impl Boundary {
    /// A ring of walls between corners.
    pub(crate) fn ring(corners: &[Vec2]) -> Self {
        let count = corners.len() as u32;
        let part = |(&from, number): (&Vec2, u32)| {
            let (ahead, behind) = ((number + 1) % count, (number + count - 1) % count);
            WallPart { from, next: ahead, before: behind, ahead, behind, bends: true, ..NOTHING }
        };
        Self { parts: corners.iter().zip(0..).map(part).collect(), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_that_is_not_closed_has_no_walls_at_its_ends() {
        let part = |number: u32| WallPart {
            from: Vec2::new(number as f32, (number % 2) as f32),
            before: number.checked_sub(1).unwrap_or(NONE),
            next: if number < 5 { number + 1 } else { NONE },
            ..NOTHING
        };
        let mut boundary = Boundary { parts: (0..6).map(part).collect(), ..Boundary::default() };
        for number in 0..6 {
            boundary.parts[number as usize].bends = boundary.bends(number);
        }
        for wall in 1..5 {
            let ahead = boundary.corner_after(wall);
            boundary.parts[wall as usize].ahead = ahead;
            if let Some(part) = boundary.parts.get_mut(ahead as usize) {
                part.behind = wall;
            }
        }
        let walls: Vec<u32> = (0..7).filter(|&wall| boundary.is_wall(wall)).collect();
        assert_eq!(walls, [2, 3]);
        assert_eq!([0, 1, 4, 5, NONE].map(|wall| boundary.shape(wall)), [None; 5]);
        assert!((0..6).all(|wall| boundary.directions(wall).iter().all(|way| way.is_finite())));
        let mut outline = Vec::new();
        let post = |wall: u32| super::super::gate::Post { point: Vec2::ZERO, wall, share: 0.0 };
        super::super::posts::Posts::walk(&boundary, [post(3), post(1)], &mut outline);
        assert_eq!(outline, [boundary.corner(4)], "it ends where the walls end");
    }
}
