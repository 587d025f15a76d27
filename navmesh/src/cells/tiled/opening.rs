//! Opening the ground of a tile for sight: where the doors of its cells end, and the corners there.

use std::sync::Arc;

use glam::{DVec2, I64Vec2};

use super::sites::TiledCells;
use crate::cells::doors::{Gap, corner, entered, opened};
use crate::cells::id::CellId;
use crate::cells::sectors::Walls;
use crate::kernel::outline::lattice_point;
use crate::tiles::ground::{NO_CORNER, NO_TILE, SightGraph, WallCorner};
use crate::tiles::tiling::OldGround;
use crate::tolerances::{METRES_PER_UNIT, PORTAL_SLACK, UNITS_PER_METRE};

impl TiledCells {
    /// The doors of a tile: made when they are first asked for, kept while the tile and those round it stay.
    pub(crate) fn ground(&self, tile: u32) -> &SightGraph {
        self.ground_cell(tile).get_or_init(|| self.opened(tile).into())
    }

    pub(crate) fn known_ground(&self, tile: u32) -> Option<&Arc<SightGraph>> {
        self.ground_cell(tile).get()
    }

    /// The rectangle within which no other tile reaches; metres.
    pub(crate) fn inside_of(&self, tile: u32) -> (DVec2, DVec2) {
        let low = self.lattice().corner_in_metres(tile);
        (low, low + self.lattice().size as f64 * METRES_PER_UNIT)
    }

    fn opened(&self, number: u32) -> SightGraph {
        let (count, gaps) = (self.tile(number).cell_count() as u32, self.gaps(number));
        let near = self.tiles_round(number);
        let is_open = self.is_open_round(number, near);
        let is_blunt = self.may_bend_off_lattice();
        let mut bends = Bends::new(self, number, ends_on_lattice(&gaps));
        let place = |ground: &mut SightGraph, end: DVec2| {
            let (at, is_exact) = self.place_of_end(number, end);
            let corner = if is_open {
                NO_CORNER
            } else if is_exact {
                bends.at(ground, at)
            } else if is_blunt {
                bends.between(ground, at)
            } else {
                NO_CORNER
            };
            (at, corner)
        };
        let ground = opened(number, count, &gaps, is_blunt, place);
        SightGraph { near, touches: self.touched(number), ..ground }
    }

    /// Returns whether a tile and all those round it are open, so that no wall is near it: most of a large world is like that.
    fn is_open_round(&self, number: u32, near: [u32; 8]) -> bool {
        let is_open = |tile: u32| tile != NO_TILE && self.is_open_part(tile);
        is_open(number) && near.into_iter().all(is_open)
    }

    /// The tiles round a tile, in the order of [`SightGraph::near`].
    fn tiles_round(&self, number: u32) -> [u32; 8] {
        let lattice = self.lattice();
        let [west, east] = [lattice.west_of(number), lattice.east_of(number)];
        let south = |tile: Option<u32>| tile.and_then(|tile| lattice.south_of(tile));
        let north = |tile: Option<u32>| tile.and_then(|tile| lattice.north_of(tile));
        let own = Some(number);
        let near = [
            west,
            east,
            south(own),
            north(own),
            south(west),
            south(east),
            north(west),
            north(east),
        ];
        near.map(|near| near.unwrap_or(NO_TILE))
    }

    /// For each cell of a tile which of the tiles round it it touches, a bit each.
    fn touched(&self, number: u32) -> Vec<u8> {
        let tile = self.tile(number);
        let far = (self.lattice().size as f64 * METRES_PER_UNIT - PORTAL_SLACK) as f32;
        let near = PORTAL_SLACK as f32;
        let touched = (0..tile.cell_count()).map(|cell| {
            let (min, max) = tile.extent(cell);
            let [west, east, south, north] =
                [min.x < near, max.x > far, min.y < near, max.y > far].map(u8::from);
            let sides = west | east << 1 | south << 2 | north << 3;
            let corners = [south & west, south & east, north & west, north & east];
            corners.iter().zip(4..).fold(sides, |touches, (&corner, k)| touches | corner << k)
        });
        touched.collect()
    }

    /// Returns where the end of a door is, in metres, and whether that is exact: where it is on the lattice.
    fn place_of_end(&self, tile: u32, end: DVec2) -> (DVec2, bool) {
        match lattice_point(end) {
            Some(local) => {
                let point = self.lattice().corner(tile) + local;
                (point.as_dvec2() * METRES_PER_UNIT, true)
            }
            None => (self.lattice().corner_in_metres(tile) + end * METRES_PER_UNIT, false),
        }
    }
}

/// A corner that was not looked for yet.
const UNKNOWN: u32 = NO_CORNER - 1;

/// The corners of a tile's ground that is being opened.
struct Bends<'a> {
    tiles: &'a TiledCells,
    /// The tile, and where its doors end on the lattice: the point, and the cell that the door leads out of; sorted.
    tile: u32,
    ends: Vec<(LocalPoint, u32)>,
    /// For each of `ends` that is the first at its point the corner there; also where there may be one, and is none.
    known: Vec<u32>,
    /// The rectangle within which no other tile matters; metres.
    inside: (DVec2, DVec2),
    /// What the ground was before edits, and its places by where they are, sorted.
    old: Option<&'a OldGround>,
    old_places: Vec<(LocalPoint, u32)>,
}

impl<'a> Bends<'a> {
    fn new(tiles: &'a TiledCells, tile: u32, ends: Vec<(LocalPoint, u32)>) -> Self {
        let (inside, old) = (tiles.inside_of(tile), tiles.old_ground(tile));
        let known = vec![UNKNOWN; ends.len()];
        let mut bends = Self { tiles, tile, ends, known, inside, old, old_places: Vec::new() };
        if let Some(OldGround { ground, .. }) = old {
            let places = ground.places.iter().zip(0..).filter(|(at, _)| bends.is_inside(**at));
            let places = places.map(|(&at, place)| (bends.local(at), place));
            let mut places: Vec<_> = places.collect();
            places.sort_unstable();
            bends.old_places = places;
        }
        bends
    }

    /// The lattice point at a place.
    fn local(&self, at: DVec2) -> LocalPoint {
        let point = (at * UNITS_PER_METRE).round().as_i64vec2();
        local_point(point - self.tiles.lattice().corner(self.tile))
    }

    /// The walls of the corner where one of `ends` is, and the cells round it. Cells that are joined at a corner have a door
    /// there.
    fn walls_at(&self, at: DVec2, end: usize) -> Option<Walls> {
        if !self.is_inside(at) {
            return self.tiles.walls_at(at);
        }
        let cells = self.cells_at(end).map(|cell| CellId { tile: self.tile, cell: cell as u16 });
        self.tiles.walls_round(cells, at)
    }

    /// The cells with doors that end where one of `ends` is, the first at its point; sorted.
    fn cells_at(&self, first: usize) -> impl Iterator<Item = u32> + Clone {
        let point = self.ends[first].0;
        self.ends[first..].iter().take_while(move |end| end.0 == point).map(|end| end.1)
    }

    fn is_inside(&self, at: DVec2) -> bool {
        at.cmpgt(self.inside.0).all() && at.cmplt(self.inside.1).all()
    }

    /// The number of the corner at a lattice point, or [`NO_CORNER`].
    fn at(&mut self, ground: &mut SightGraph, at: DVec2) -> u32 {
        let point = self.local(at);
        let end = self.ends.partition_point(|end| end.0 < point);
        if self.known[end] != UNKNOWN {
            return self.known[end];
        }
        let (tile, first) = (self.tile, ground.round.len() as u32);
        let corner = match self.before(end, at) {
            Some(None) => None,
            Some(Some(corner)) => {
                ground.round.extend(self.cells_at(end).map(|cell| (tile, cell)));
                Some(WallCorner { cells: (first, corner.cells.1), ..*corner })
            }
            None => self.walls_at(at, end).map(|walls| self.corner(ground, at, walls)),
        };
        self.known[end] = entered(ground, corner);
        self.known[end]
    }

    /// The number of the corner at a place that is not on the lattice, or [`NO_CORNER`].
    fn between(&self, ground: &mut SightGraph, at: DVec2) -> u32 {
        let corner = self.tiles.walls_at(at).map(|walls| self.corner(ground, at, walls));
        entered(ground, corner)
    }

    /// A corner with these walls and the cells round it.
    fn corner(&self, ground: &mut SightGraph, at: DVec2, (walls, round): Walls) -> WallCorner {
        let name = |&id: &CellId| self.tiles.name_from(self.tile, self.tiles.spot(id));
        corner(ground, (at, walls), round.iter().map(name))
    }

    /// The corner that was at a place before edits elsewhere, if there was one; `None` if that tells nothing. `end` is the
    /// first of `ends` there.
    fn before(&self, end: usize, at: DVec2) -> Option<Option<&'a WallCorner>> {
        let OldGround { ground, edits } = self.old.filter(|_| self.is_inside(at))?;
        let point = (at * UNITS_PER_METRE).round().as_i64vec2();
        if edits.iter().any(|&(min, max)| point.cmpge(min).all() && point.cmple(max).all()) {
            return None;
        }
        let point = self.ends[end].0;
        let first = self.old_places.partition_point(|place| place.0 < point);
        let mut places = self.old_places[first..].iter().take_while(|place| place.0 == point);
        let place = places.find(|place| ground.places[place.1 as usize] == at)?.1;
        let corner = ground.corners.get(ground.corner_of[place as usize] as usize);
        let Some(corner) = corner else { return Some(None) };
        // Where two parts of the ground touch in a point, cells round one of them cannot be told by the point.
        let is_whole = self.cells_at(end).count() == corner.cells.1 as usize;
        is_whole.then_some(Some(corner))
    }
}

/// A lattice point, relative to the corner of its tile: tells it from others of the tile.
type LocalPoint = u64;

fn local_point(point: I64Vec2) -> LocalPoint {
    (point.x as u32 as u64) << 32 | point.y as u32 as u64
}

/// Returns where doors of a tile end on the lattice, each with the cell that the door leads out of.
fn ends_on_lattice(gaps: &[Gap]) -> Vec<(LocalPoint, u32)> {
    let mut ends = Vec::with_capacity(gaps.len() * 2);
    for gap in gaps {
        for end in gap.ends {
            ends.extend(lattice_point(end).map(|point| (local_point(point), gap.cell)));
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}
