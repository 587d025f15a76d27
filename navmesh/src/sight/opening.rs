//! Opening a ground for sight: its cells' doors, where they end, and the corners there.

use std::collections::BTreeMap;

use glam::{DVec2, I64Vec2};

use super::gaps::{Gap, fixed_gaps, gaps};
use crate::cells::CellId;
use crate::kernel::outline::lattice_point;
use crate::mesh::NavMesh;
use crate::tiles::ground::{Door, NO_CORNER, NO_TILE, SightGraph, WallCorner};
use crate::tiles::tiling::OldGround;
use crate::tolerances::{METRES_PER_UNIT, ON_LATTICE, PORTAL_SLACK, UNITS_PER_METRE};

impl NavMesh {
    /// The doors of a tile, or of all cells that never change: made when they are first asked for, kept while the tile
    /// and those round it stay.
    pub(crate) fn ground(&self, ground: u32) -> &SightGraph {
        self.ground_cell(ground).get_or_init(|| self.opened(ground).into())
    }

    fn opened(&self, number: u32) -> SightGraph {
        let (count, gaps) = match self.fixed() {
            Some(fixed) => (fixed.count(), fixed_gaps(fixed)),
            None => (self.tile(number).cell_count() as u32, gaps(self, number)),
        };
        let mut ground = SightGraph {
            first_door: Vec::with_capacity(count as usize + 1),
            doors: Vec::with_capacity(gaps.len()),
            places: Vec::with_capacity(gaps.len()),
            corner_of: Vec::with_capacity(gaps.len()),
            at_wall: Vec::with_capacity(gaps.len()),
            is_blunt: self.may_bend_off_lattice(),
            ..SightGraph::default()
        };
        let mut index = 0;
        for cell in 0..count {
            ground.first_door.push(index as u32);
            index += gaps[index..].iter().take_while(|gap| gap.cell == cell).count();
        }
        ground.first_door.push(index as u32);
        self.find_touched(number, &mut ground);
        let is_open = self.is_open_round(number, &ground);
        let mut joints = Joints::new(gaps.len());
        join_ends(&gaps, &ground, number, &mut joints);
        let mut place_of = vec![u32::MAX; gaps.len() * 2];
        let ends = if self.is_fixed() { Vec::new() } else { ends_on_lattice(&gaps) };
        let mut bends = Bends::new(self, number, ends);
        // Corners between points of the lattice are placed alike by all tiles that know them: where they are on the border.
        let is_blunt = ground.is_blunt;
        let on_border = |&door: &usize| is_blunt && gaps[door].beyond.0 != number;
        let border_first = (0..gaps.len()).filter(on_border).chain(0..gaps.len());
        for (door, end) in border_first.flat_map(|door| [(door, 0), (door, 1)]) {
            let root = joints.root((door * 2 + end) as u32) as usize;
            if place_of[root] == u32::MAX {
                place_of[root] = ground.places.len() as u32;
                let (at, is_exact) = self.place_of_end(number, gaps[door].ends[end]);
                ground.places.push(at);
                let corner = if is_open {
                    NO_CORNER
                } else if is_exact {
                    bends.at(self, &mut ground, at)
                } else if is_blunt {
                    bends.between(self, &mut ground, at)
                } else {
                    NO_CORNER
                };
                ground.corner_of.push(corner);
                ground.at_wall.push(false);
            }
        }
        for (door, gap) in gaps.iter().enumerate() {
            let [right, left] =
                [0, 1].map(|end| place_of[joints.root((door * 2 + end) as u32) as usize]);
            ground.at_wall[left as usize] |= joints.walls[door][1];
            ground.at_wall[right as usize] |= joints.walls[door][0];
            let (tile, cell) = gap.beyond;
            ground.doors.push(Door { right, left, tile, cell });
        }
        ground
    }

    /// Whether a tile and all those round it are open, so that no wall is near it: most of a large world is like that.
    fn is_open_round(&self, number: u32, ground: &SightGraph) -> bool {
        let is_open = |tile: u32| tile != NO_TILE && self.tile(tile).is_open(self.lattice().size);
        !self.is_fixed() && is_open(number) && ground.near.iter().all(|&tile| is_open(tile))
    }

    /// Whether there may be corners that are not on the lattice of tiles, and so known but for a rounding: walls round ground
    /// that the definition excludes bend where it crosses stronger ground of other kinds.
    pub(super) fn may_bend_off_lattice(&self) -> bool {
        self.definition().kinds.exclude_any()
    }

    /// Which other tiles the cells of a tile touch.
    fn find_touched(&self, number: u32, ground: &mut SightGraph) {
        if self.is_fixed() {
            return;
        }
        let (tile, lattice) = (self.tile(number), self.lattice());
        let [west, east] = [lattice.west_of(number), lattice.east_of(number)];
        let south = |tile: Option<u32>| tile.and_then(|tile| lattice.south_of(tile));
        let north = |tile: Option<u32>| tile.and_then(|tile| lattice.north_of(tile));
        let own = Some(number);
        ground.near = [
            west,
            east,
            south(own),
            north(own),
            south(west),
            south(east),
            north(west),
            north(east),
        ]
        .map(|near| near.unwrap_or(NO_TILE));
        let far = (lattice.size as f64 * METRES_PER_UNIT - PORTAL_SLACK) as f32;
        let near = PORTAL_SLACK as f32;
        ground.touches.extend((0..tile.cell_count()).map(|cell| {
            let (min, max) = tile.extent(cell);
            let [west, east, south, north] =
                [min.x < near, max.x > far, min.y < near, max.y > far].map(u8::from);
            let sides = west | east << 1 | south << 2 | north << 3;
            let corners = [south & west, south & east, north & west, north & east];
            corners.iter().zip(4..).fold(sides, |touches, (&corner, k)| touches | corner << k)
        }));
    }

    /// Where the end of a door is, in metres, and whether that is exact: on tiles, where it is on the lattice.
    fn place_of_end(&self, tile: u32, end: DVec2) -> (DVec2, bool) {
        if self.is_fixed() {
            // Both zeros have the same bits after this.
            return (end + DVec2::ZERO, true);
        }
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

/// The corners of a ground that is being opened.
struct Bends<'a> {
    /// By the bits of where they are; also where there may be one, and is none.
    known: BTreeMap<[u64; 2], u32>,
    /// On tiles instead for each of `ends` that is the first at its point.
    known_at: Vec<u32>,
    /// The rectangle within which no other tile matters; metres.
    inside: (DVec2, DVec2),
    /// The tile, and where its doors end on the lattice: the point, and the cell that the door leads out of; sorted.
    tile: u32,
    ends: Vec<(LocalPoint, u32)>,
    /// What the ground was before edits, and its places by where they are, sorted.
    old: Option<&'a OldGround>,
    old_places: Vec<(LocalPoint, u32)>,
}

impl<'a> Bends<'a> {
    fn new(mesh: &'a NavMesh, tile: u32, ends: Vec<(LocalPoint, u32)>) -> Self {
        let inside = mesh.inside_of(tile);
        let old = mesh.old_ground(tile);
        let known_at = vec![UNKNOWN; ends.len()];
        let (known, old_places) = (BTreeMap::new(), Vec::new());
        let mut bends = Self { known, known_at, inside, tile, ends, old, old_places };
        if let Some(OldGround { ground, .. }) = old {
            let places = ground.places.iter().zip(0..).filter(|(at, _)| bends.is_inside(**at));
            let places = places.map(|(&at, place)| (bends.local(mesh, at), place));
            let mut places: Vec<_> = places.collect();
            places.sort_unstable();
            bends.old_places = places;
        }
        bends
    }

    /// The lattice point at a place.
    fn local(&self, mesh: &NavMesh, at: DVec2) -> LocalPoint {
        let point = (at * UNITS_PER_METRE).round().as_i64vec2();
        local_point(point - mesh.lattice().corner(self.tile))
    }

    /// The walls of the corner at a place, and the cells round it. Cells that are joined at a corner have a door there.
    fn walls_at(
        &self,
        mesh: &NavMesh,
        at: DVec2,
        end: Option<usize>,
    ) -> Option<([DVec2; 2], Vec<CellId>)> {
        let Some(end) = end.filter(|_| self.is_inside(at)) else { return mesh.walls_at(at) };
        let cells = self.cells_at(end).map(|cell| CellId { tile: self.tile, cell: cell as u16 });
        mesh.walls_between(cells, at)
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
    fn at(&mut self, mesh: &NavMesh, ground: &mut SightGraph, at: DVec2) -> u32 {
        let key = at.to_array().map(f64::to_bits);
        let end = (!mesh.is_fixed()).then(|| {
            let point = self.local(mesh, at);
            self.ends.partition_point(|end| end.0 < point)
        });
        let known = match end {
            Some(end) => Some(self.known_at[end]).filter(|&known| known != UNKNOWN),
            None => self.known.get(&key).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let (tile, first) = (self.tile, ground.round.len() as u32);
        let before = end.and_then(|end| Some((end, self.before(end, at)?)));
        let corner = match before {
            Some((_, None)) => None,
            Some((end, Some(corner))) => {
                ground.round.extend(self.cells_at(end).map(|cell| (tile, cell)));
                Some(WallCorner { cells: (first, corner.cells.1), ..*corner })
            }
            None => {
                let walls = self.walls_at(mesh, at, end);
                walls.map(|(walls, round)| self.corner(mesh, ground, (at, walls), &round))
            }
        };
        let number = entered(ground, corner);
        match end {
            Some(end) => self.known_at[end] = number,
            None => drop(self.known.insert(key, number)),
        }
        number
    }

    /// The number of the corner at a place that is not on the lattice, or [`NO_CORNER`].
    fn between(&self, mesh: &NavMesh, ground: &mut SightGraph, at: DVec2) -> u32 {
        let walls = mesh.walls_at(at);
        let corner = walls.map(|(walls, round)| self.corner(mesh, ground, (at, walls), &round));
        entered(ground, corner)
    }

    /// A corner with these walls and the cells round it.
    fn corner(
        &self,
        mesh: &NavMesh,
        ground: &mut SightGraph,
        (at, walls): (DVec2, [DVec2; 2]),
        round: &[CellId],
    ) -> WallCorner {
        let first = ground.round.len();
        let name = |&id: &CellId| mesh.name_from(self.tile, mesh.spot(id));
        ground.round.extend(round.iter().map_while(name));
        if ground.round.len() < first + round.len() {
            ground.round.truncate(first);
        }
        ground.round[first..].sort_unstable();
        let cells = (first as u32, (ground.round.len() - first) as u32);
        WallCorner { at, walls, cells, is_blunt: ground.is_blunt }
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

/// The number of a corner that is new, or [`NO_CORNER`].
fn entered(ground: &mut SightGraph, corner: Option<WallCorner>) -> u32 {
    corner.map_or(NO_CORNER, |corner| {
        ground.corners.push(corner);
        ground.corners.len() as u32 - 1
    })
}

/// A lattice point, relative to the corner of its tile: tells it from others of the tile.
type LocalPoint = u64;

fn local_point(point: I64Vec2) -> LocalPoint {
    (point.x as u32 as u64) << 32 | point.y as u32 as u64
}

/// Where doors of a tile end on the lattice, each with the cell that the door leads out of.
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

/// Which ends of doors are one place: a union-find forest over the right end (even) and the left end (odd) of each.
struct Joints {
    parents: Vec<u32>,
    /// For each door whether walls of its cell end at its right and its left end.
    walls: Vec<[bool; 2]>,
}

impl Joints {
    fn new(doors: usize) -> Joints {
        Joints { parents: (0..doors as u32 * 2).collect(), walls: vec![[true; 2]; doors] }
    }

    fn root(&mut self, mut end: u32) -> u32 {
        while self.parents[end as usize] != end {
            let parent = self.parents[end as usize];
            self.parents[end as usize] = self.parents[parent as usize];
            end = parent;
        }
        end
    }

    fn unite(&mut self, p: u32, q: u32) {
        let (p, q) = (self.root(p), self.root(q));
        self.parents[p.max(q) as usize] = p.min(q);
    }
}

/// Joins the ends of doors round each vertex, as far as the cells of the ground are joined there.
fn join_ends(gaps: &[Gap], ground: &SightGraph, number: u32, joints: &mut Joints) {
    let range = |cell: u32| {
        ground.first_door[cell as usize] as usize..ground.first_door[cell as usize + 1] as usize
    };
    let same = |p: DVec2, q: DVec2| p.distance_squared(q) <= ON_LATTICE * ON_LATTICE;
    for (door, gap) in gaps.iter().enumerate() {
        let own = range(gap.cell);
        let next = if door + 1 == own.end { own.start } else { door + 1 };
        if same(gap.ends[1], gaps[next].ends[0]) {
            joints.unite(door as u32 * 2 + 1, next as u32 * 2);
            (joints.walls[door][1], joints.walls[next][0]) = (false, false);
        }
        let (other, cell) = gap.beyond;
        if other == number && cell < gap.cell {
            let is_back = |back: &usize| {
                gaps[*back].beyond == (number, gap.cell)
                    && same(gaps[*back].ends[0], gap.ends[1])
                    && same(gaps[*back].ends[1], gap.ends[0])
            };
            if let Some(back) = range(cell).find(is_back) {
                joints.unite(door as u32 * 2, back as u32 * 2 + 1);
                joints.unite(door as u32 * 2 + 1, back as u32 * 2);
            }
        }
    }
}
