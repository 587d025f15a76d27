//! All tiles of a mesh: stitched along their borders, numbered, and put together to components.

use std::sync::{Arc, OnceLock, Weak};

use glam::I64Vec2;

use super::edge::TileEdge;
use super::ground::SightGraph;
use super::islands::Islands;
use super::lattice::{Lattice, TileId};
use super::seam::{Seam, SeamJoins, Stitch};
use super::tile::Tile;
use crate::store::pages::{PAGE, SharedVec};
use crate::tolerances::{METRES_PER_UNIT, UNITS_PER_METRE};

/// A tile and its seams with the tiles to the east and north. All shared: an edit replaces them and never changes one.
#[derive(Clone, Debug, Default)]
struct TileSlot {
    tile: Arc<Tile>,
    east: Seam,
    north: Seam,
    /// How many labels the tile has, and which of them the seams join.
    label_count: u16,
    east_joins: SeamJoins,
    north_joins: SeamJoins,
}

/// What sight needs of a tile.
#[derive(Clone, Debug, Default)]
struct TileSight {
    /// Made when a query first asks for it, and new with every change of the tile, and of one round it that concerns it.
    ground: OnceLock<Arc<SightGraph>>,
    /// What it was before edits, where it was open.
    old: Option<Arc<OldGround>>,
    /// How the tile became what it is; `None` where nobody can have learnt anything of what it was.
    change: Option<Arc<Change>>,
}

/// The box round edits; units.
pub(crate) type Extent = (I64Vec2, I64Vec2);

/// What a ground was, and the boxes round all edits since then.
#[derive(Clone, Debug)]
pub(crate) struct OldGround {
    pub(crate) ground: Arc<SightGraph>,
    pub(crate) edits: Vec<Extent>,
}

/// Edits that are told apart; after more of them what a ground was tells nothing.
const MOST_EDITS: usize = 16;

impl TileSight {
    /// Returns whether nothing is known of the ground.
    fn is_unknown(&self) -> bool {
        self.ground.get().is_none() && self.old.is_none()
    }

    /// Closes it, as something was edited.
    fn close(&mut self, edit: Extent) {
        let known = match self.ground.take() {
            Some(ground) => Some(OldGround { ground, edits: Vec::new() }),
            None => self.old.take().map(Arc::unwrap_or_clone),
        };
        let known = known.filter(|known| known.edits.len() < MOST_EDITS);
        self.old = known.map(|mut known| {
            known.edits.push(edit);
            Arc::new(known)
        });
    }
}

/// How a tile changed.
#[derive(Debug)]
struct Change {
    /// What it was before: compared by address only.
    before: Weak<Tile>,
    /// The box round what differs.
    extent: Extent,
}

/// A tile that was built anew, since something was edited within the extent.
pub(crate) struct Rebuilt {
    pub(crate) number: u32,
    pub(crate) tile: Arc<Tile>,
    pub(crate) extent: Extent,
}

/// A tile that is not as before, and along which edges it is stitched as before.
struct Changed {
    number: u32,
    before: Arc<Tile>,
    alike: [bool; 4],
    extent: Extent,
}

/// Tells one state of a mesh from another: compared by address only.
#[derive(Debug, Default)]
pub(crate) struct State(());

/// The tiles of a mesh. A copy shares them with the original.
#[derive(Clone, Debug)]
pub(crate) struct Tiling {
    pub(crate) lattice: Lattice,
    slots: SharedVec<TileSlot>,
    /// How many tiles have cells in areas.
    with_areas: u32,
    /// How many tiles have areas in which units are slower.
    slow: u32,
    grounds: SharedVec<TileSight>,
    /// The number of each tile's first cell among the cells of its page.
    first_cells: SharedVec<u32>,
    /// For each page of tiles the number of its first cell, and the number of all cells at the end.
    first_of_page: Vec<u32>,
    /// New with every change.
    state: Arc<State>,
    /// Found when first asked for, for all copies.
    islands: Arc<OnceLock<Islands>>,
}

impl Tiling {
    /// Tiles without cells.
    pub(crate) fn new(lattice: Lattice) -> Tiling {
        let tile_count = lattice.tile_count() as usize;
        Self {
            lattice,
            slots: SharedVec::new(tile_count),
            grounds: SharedVec::new(tile_count),
            first_cells: SharedVec::new(tile_count),
            first_of_page: vec![0; tile_count.div_ceil(PAGE) + 1],
            with_areas: 0,
            slow: 0,
            state: Arc::default(),
            islands: Arc::default(),
        }
    }

    /// Puts tiles in place, given in ascending order; returns those that are not as before.
    pub(crate) fn replace(&mut self, tiles: Vec<Rebuilt>) -> Vec<TileId> {
        let mut changed = Vec::new();
        // Whether the same labels are joined as before.
        let mut as_before = true;
        for Rebuilt { number, tile: new, extent } in tiles {
            let Some(slot) = self.slots.get_mut(number as usize) else { continue };
            if slot.tile == new {
                continue;
            }
            as_before &= slot.label_count == new.label_count();
            slot.label_count = new.label_count();
            self.with_areas -= slot.tile.has_areas() as u32;
            self.with_areas += new.has_areas() as u32;
            self.slow -= slot.tile.is_slow() as u32;
            self.slow += new.is_slow() as u32;
            let alike = TileEdge::ALL.map(|edge| new.is_stitched_as(&slot.tile, edge));
            let before = std::mem::replace(&mut slot.tile, new);
            // What was learnt of a tile was seen over its open ground.
            let is_known = self.grounds[number as usize].ground.get().is_some();
            let change = || Arc::new(Change { before: Arc::downgrade(&before), extent });
            let change = is_known.then(change);
            let was_known = self.grounds[number as usize].change.is_some();
            if (was_known || change.is_some())
                && let Some(open) = self.grounds.get_mut(number as usize)
            {
                open.change = change;
            }
            changed.push(Changed { number, before, alike, extent });
        }
        if changed.is_empty() {
            return Vec::new();
        }
        as_before &= self.stitch(&changed);
        changed.iter().for_each(|changed| self.close_grounds(changed));
        self.number(&changed);
        self.state = Arc::default();
        if !as_before {
            self.islands = Arc::default();
        }
        changed.iter().map(|changed| TileId(changed.number)).collect()
    }

    /// Makes the seams of changed tiles anew along the edges that are not as before; returns whether they surely join the
    /// same labels as before.
    fn stitch(&mut self, changed: &[Changed]) -> bool {
        let mut scratch = Vec::new();
        let mut as_before = true;
        for Changed { number: tile, alike, .. } in changed {
            for edge in TileEdge::ALL.into_iter().filter(|&edge| !alike[edge as usize]) {
                let Some(other) = self.lattice.across(*tile, edge) else { continue };
                let across = changed.binary_search_by_key(&other, |changed| changed.number);
                let across = across.ok().map(|index| changed[index].alike);
                if other < *tile && across.is_some_and(|alike| !alike[edge.opposite() as usize]) {
                    continue; // made from the other tile
                }
                as_before &= match edge {
                    TileEdge::East | TileEdge::North => {
                        self.sew((*tile, other), edge, &mut scratch)
                    }
                    TileEdge::West | TileEdge::South => {
                        self.sew((other, *tile), edge.opposite(), &mut scratch)
                    }
                };
            }
        }
        as_before
    }

    /// Makes the seam between a tile and the one to its east or north; returns whether it surely joins the same labels as
    /// before.
    fn sew(&mut self, tiles: (u32, u32), edge: TileEdge, scratch: &mut Vec<Stitch>) -> bool {
        let (seam, joins) = self.seam(tiles, edge, scratch);
        let Some(slot) = self.slots.get_mut(tiles.0 as usize) else { return false };
        let (own, own_joins) = match edge {
            TileEdge::East | TileEdge::West => (&mut slot.east, &mut slot.east_joins),
            TileEdge::North | TileEdge::South => (&mut slot.north, &mut slot.north_joins),
        };
        let as_before = *own_joins == joins && joins.pairs().is_some();
        (*own, *own_joins) = (seam, joins);
        as_before
    }

    /// Closes the grounds that a change of a tile concerns: its own, those that touch what was edited, and those across an
    /// edge on which it has other sides now.
    fn close_grounds(&mut self, changed: &Changed) {
        let Changed { number: tile, before: old, extent: (min, max), .. } = changed;
        let (tile, min, max) = (*tile, *min, *max);
        for near in self.lattice.round(tile) {
            // What is not open yet may be shared with a copy, for which it is opened later.
            if self.grounds[near as usize].is_unknown() && !self.grounds.shares(near as usize) {
                continue;
            }
            let low = self.lattice.corner(near);
            let touches = min.cmple(low + self.lattice.size).all() && max.cmpge(low).all();
            let across = TileEdge::ALL
                .into_iter()
                .find(|&edge| self.lattice.across(tile, edge) == Some(near));
            let open = self.grounds[near as usize].ground.get();
            let same = |edge: TileEdge| self.tile(tile).has_same_border(old, edge);
            let stays = near != tile
                && !touches
                && open.is_some_and(|open| {
                    across.is_none_or(same) && self.knows_cells_round_corners(open, tile)
                });
            if !stays && let Some(open) = self.grounds.get_mut(near as usize) {
                open.close((min, max));
            }
        }
    }

    /// Returns whether a ground knows of another tile all cells round its corners. If not, there are some now that touch a
    /// corner and have no side on the edge.
    fn knows_cells_round_corners(&self, ground: &SightGraph, tile: u32) -> bool {
        let low = self.lattice.corner_in_metres(tile);
        let high = low + self.lattice.size as f64 * METRES_PER_UNIT;
        ground.corners.iter().all(|corner| {
            let kept = ground.cells_round(corner);
            if kept.is_empty() || corner.at.cmplt(low).any() || corner.at.cmpgt(high).any() {
                return true;
            }
            let local = (corner.at - low) * UNITS_PER_METRE;
            let known = kept.iter().filter(|round| round.0 == tile).count();
            self.tile(tile).cells_meeting_at(local).count() == known
        })
    }

    /// Returns where the ground of a tile is kept.
    pub(crate) fn ground_cell(&self, tile: u32) -> &OnceLock<Arc<SightGraph>> {
        &self.grounds[tile as usize].ground
    }

    /// Returns what the ground of a tile was before edits.
    pub(crate) fn old_ground(&self, tile: u32) -> Option<&OldGround> {
        self.grounds[tile as usize].old.as_deref()
    }

    pub(crate) fn grounds_size_in_bytes(&self) -> usize {
        let of_open = |open: &'_ TileSight| {
            let old = open.old.as_ref().map(|old| &old.ground);
            open.ground
                .get()
                .into_iter()
                .chain(old)
                .map(|ground| ground.size_in_bytes())
                .sum::<usize>()
        };
        let known = self.grounds.iter().map(of_open);
        let changes = self.grounds.iter().filter(|open| open.change.is_some()).count();
        known.sum::<usize>() + changes * size_of::<Change>()
    }

    fn seam(
        &self,
        tiles: (u32, u32),
        edge: TileEdge,
        scratch: &mut Vec<Stitch>,
    ) -> (Seam, SeamJoins) {
        let (before, behind) = (self.tile(tiles.0), self.tile(tiles.1));
        let (own, other) = (before.border(edge), behind.border(edge.opposite()));
        let seam = Seam::new(own.iter(), other.iter(), self.lattice.size, scratch);
        let joins = SeamJoins::new(joined_labels([before, behind], &seam, edge));
        (seam, joins)
    }

    /// Moves the numbers of all cells behind changed tiles.
    fn number(&mut self, changed: &[Changed]) {
        let page_of = |changed: &Changed| changed.number as usize / PAGE;
        let mut pages = changed.chunk_by(|p, q| page_of(p) == page_of(q)).peekable();
        // By how many cells there are more: where there are fewer, the sums wrap round.
        let mut more = 0u32;
        while let Some(changed) = pages.next() {
            let page = page_of(&changed[0]);
            let firsts = self.first_cells.page_mut(page);
            for Changed { number, before, .. } in changed {
                let count = self.slots[*number as usize].tile.cell_count() as u32;
                let change = count.wrapping_sub(before.cell_count() as u32);
                let behind = &mut firsts[*number as usize % PAGE + 1..];
                behind.iter_mut().for_each(|first| *first = first.wrapping_add(change));
                more = more.wrapping_add(change);
            }
            let end = pages.peek().map_or(self.first_of_page.len(), |next| page_of(&next[0]) + 1);
            let behind = &mut self.first_of_page[page + 1..end];
            behind.iter_mut().for_each(|first| *first = first.wrapping_add(more));
        }
    }

    pub(crate) fn tile(&self, tile: u32) -> &Tile {
        self.shared_tile(tile)
    }

    /// The tile as copies share it: another where it has changed.
    pub(crate) fn shared_tile(&self, tile: u32) -> &Arc<Tile> {
        &self.slots[tile as usize].tile
    }

    /// The box round what differs between a tile and what it was just before; `None` if it was not that.
    pub(crate) fn changed_part(&self, tile: u32, before: &Arc<Tile>) -> Option<Extent> {
        let change = self.grounds[tile as usize].change.as_ref()?;
        std::ptr::eq(change.before.as_ptr(), Arc::as_ptr(before)).then_some(change.extent)
    }

    /// Returns whether any cell lies in an area.
    pub(crate) fn has_areas(&self) -> bool {
        self.with_areas > 0
    }

    /// Returns whether units are slower in any area.
    pub(crate) fn is_slow(&self) -> bool {
        self.slow > 0
    }

    pub(crate) fn tile_count(&self) -> u32 {
        self.slots.len() as u32
    }

    /// The seam between a tile and the one to its east.
    pub(crate) fn seam_east(&self, tile: u32) -> &Seam {
        &self.slots[tile as usize].east
    }

    /// The seam between a tile and the one to its north.
    pub(crate) fn seam_north(&self, tile: u32) -> &Seam {
        &self.slots[tile as usize].north
    }

    /// The number of a tile's first cell among all cells.
    pub(crate) fn first_cell(&self, tile: u32) -> u32 {
        self.first_of_page[tile as usize / PAGE] + self.first_cells[tile as usize]
    }

    pub(crate) fn cell_count(&self) -> usize {
        self.first_of_page.last().map_or(0, |&count| count as usize)
    }

    /// New with every change.
    pub(crate) fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// The components. The first call after a change that may have joined or parted some finds them anew.
    pub(crate) fn islands(&self) -> &Islands {
        self.islands.get_or_init(|| {
            let counts = self.slots.iter().map(|slot| slot.label_count as u32);
            Islands::new(counts, |islands| self.join_all(islands))
        })
    }

    /// Unites all labels that seams join.
    fn join_all(&self, islands: &mut Islands) {
        for (before, slot) in (0..).zip(self.slots.iter()) {
            let east = (slot.east_joins, &slot.east, TileEdge::East, before + 1);
            let north = (
                slot.north_joins,
                &slot.north,
                TileEdge::North,
                before + self.lattice.columns as u32,
            );
            for (joins, seam, edge, behind) in [east, north] {
                if let Some(pairs) = joins.pairs() {
                    pairs.for_each(|[p, q]| islands.unite((before, p), (behind, q)));
                } else {
                    let tiles = [&*slot.tile, self.tile(behind)];
                    let pairs = joined_labels(tiles, seam, edge);
                    pairs.for_each(|[p, q]| islands.unite((before, p), (behind, q)));
                }
            }
        }
    }

    /// The bytes of all tiles, seams and components. Tiles that are one count once.
    pub(crate) fn size_in_bytes(&self) -> usize {
        let seams = |slot: &TileSlot| slot.east.size_in_bytes() + slot.north.size_in_bytes();
        let mut tiles: Vec<&Arc<Tile>> = self.slots.iter().map(|slot| &slot.tile).collect();
        tiles.sort_unstable_by_key(|tile| Arc::as_ptr(tile));
        tiles.dedup_by(|p, q| Arc::ptr_eq(p, q));
        self.slots.size_in_bytes()
            + self.slots.iter().map(seams).sum::<usize>()
            + tiles.iter().map(|tile| tile.size_in_bytes()).sum::<usize>()
            + self.first_cells.size_in_bytes()
            + size_of_val(&*self.first_of_page)
            + self.islands.get().map_or(0, Islands::size_in_bytes)
    }
}

/// The labels of two tiles that each stitch of their seam joins.
fn joined_labels(
    [before, behind]: [&Tile; 2],
    seam: &Seam,
    edge: TileEdge,
) -> impl Iterator<Item = [u16; 2]> {
    let (own, other) = (before.border(edge), behind.border(edge.opposite()));
    seam.stitches().iter().map(move |stitch| {
        let (p, q) = (own.cell(stitch.before as usize), other.cell(stitch.behind as usize));
        [before.label(p), behind.label(q)]
    })
}
