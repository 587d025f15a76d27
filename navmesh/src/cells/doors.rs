//! Opening a ground for sight: the doors of its cells are put together, and their ends joined to places.

use glam::DVec2;

use crate::tiles::ground::{Door, NO_CORNER, SightGraph, WallCorner};
use crate::tolerances::ON_LATTICE;

/// A door while the ground is being opened.
pub(super) struct Gap {
    pub(super) cell: u32,
    /// The side of the cell on which it lies, and how far along that it begins; units².
    pub(super) side: usize,
    pub(super) along: f64,
    /// The right and the left end: tile-local units, or metres.
    pub(super) ends: [DVec2; 2],
    /// The ground beyond, and the name of the cell there.
    pub(super) beyond: (u32, u32),
}

/// The ground with a number, of so many cells with these gaps, which are sorted by cell, and round it. `place` is asked where
/// the end of a gap is, in metres, and for the number of the corner there, or [`NO_CORNER`]; it enters corners that are new.
pub(super) fn opened(
    number: u32,
    count: u32,
    gaps: &[Gap],
    is_blunt: bool,
    mut place: impl FnMut(&mut SightGraph, DVec2) -> (DVec2, u32),
) -> SightGraph {
    let mut ground = SightGraph {
        first_door: Vec::with_capacity(count as usize + 1),
        doors: Vec::with_capacity(gaps.len()),
        places: Vec::with_capacity(gaps.len()),
        corner_of: Vec::with_capacity(gaps.len()),
        at_wall: Vec::with_capacity(gaps.len()),
        is_blunt,
        ..SightGraph::default()
    };
    let mut index = 0;
    for cell in 0..count {
        ground.first_door.push(index as u32);
        index += gaps[index..].iter().take_while(|gap| gap.cell == cell).count();
    }
    ground.first_door.push(index as u32);
    let mut joints = Joints::new(gaps.len());
    join_ends(gaps, &ground, number, &mut joints);
    let mut place_of = vec![u32::MAX; gaps.len() * 2];
    // Corners between points of the lattice are placed alike by all tiles that know them: where they are on the border.
    let on_border = |&door: &usize| is_blunt && gaps[door].beyond.0 != number;
    let border_first = (0..gaps.len()).filter(on_border).chain(0..gaps.len());
    for (door, end) in border_first.flat_map(|door| [(door, 0), (door, 1)]) {
        let root = joints.root((door * 2 + end) as u32) as usize;
        if place_of[root] == u32::MAX {
            place_of[root] = ground.places.len() as u32;
            let (at, corner) = place(&mut ground, gaps[door].ends[end]);
            ground.places.push(at);
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

/// Enters a corner at a place into a ground, with these walls and the names of the cells round it, if all of them have one.
pub(super) fn corner(
    ground: &mut SightGraph,
    (at, walls): (DVec2, [DVec2; 2]),
    names: impl ExactSizeIterator<Item = Option<(u32, u32)>>,
) -> WallCorner {
    let (first, count) = (ground.round.len(), names.len());
    ground.round.extend(names.map_while(|name| name));
    if ground.round.len() < first + count {
        ground.round.truncate(first);
    }
    ground.round[first..].sort_unstable();
    let cells = (first as u32, (ground.round.len() - first) as u32);
    WallCorner { at, walls, cells, is_blunt: ground.is_blunt }
}

/// The number of a corner that is new, or [`NO_CORNER`].
pub(super) fn entered(ground: &mut SightGraph, corner: Option<WallCorner>) -> u32 {
    corner.map_or(NO_CORNER, |corner| {
        ground.corners.push(corner);
        ground.corners.len() as u32 - 1
    })
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
