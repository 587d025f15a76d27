//! The taut corner graph: where a shortest path may go on from a corner at which it turned.
//!
//! A shortest path among walls bends only at corners, and only so that it stays taut: every leg touches the walls at
//! both of its ends without cutting them. After Shunhao Oh and Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs:
//! Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths* (2017). Here nothing is made beforehand: the legs
//! out of a corner are found when a search first gets there, and kept until a tile changes into which the corner sees.

use glam::{DVec2, Vec2};

use crate::kernel::turn::turned;
use crate::mesh::NavMesh;
use crate::sight::numbers::Numbers;
use crate::sight::sweep::{Sweep, View};
use crate::tiles::ground::Turn;
use crate::tolerances::METRES_PER_UNIT;

/// A corner and how the path turns there: twice the corner's number, and 1 more for turns to the right.
pub(crate) type Node = u32;

/// The node of a turn at a corner.
pub(crate) fn node(corner: u32, turn: Turn) -> Node {
    corner * 2 + (turn == Turn::Right) as u32
}

/// A taut leg to another corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub(crate) to: Node,
    /// The lesson on the legs out of its end by which no taut leg goes on from it, or 0: then it only leads to goals
    /// that are seen from its end.
    dead: u32,
    /// Of length 1.
    pub(crate) way: Vec2,
    /// Metres.
    pub(crate) length: f64,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Its legs: the first, and how many.
    legs: (u32, u32),
    /// The tiles into which it sees: the first, and how many.
    tiles: (u32, u32),
    /// Tells what was learnt at one time from what was learnt at another; 0: nothing.
    lesson: u32,
    /// The ages of the mesh in which it was learnt, and in which that was last found to hold.
    learnt: u32,
    checked: u32,
}

/// The taut corner graph of a mesh, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerGraph {
    numbers: Numbers,
    sweep: Sweep,
    legs: Vec<Leg>,
    tiles: Vec<u32>,
    known: Vec<Known>,
    lessons: u32,
    /// How many legs were given up.
    lost: usize,
}

/// Legs that may be lost before it pays to begin anew, whatever their share.
const LOST_ALLOWANCE: usize = 1 << 14;

impl CornerGraph {
    /// Follows the mesh: what was learnt of tiles that have changed is no longer believed.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) {
        if self.lost > self.legs.len() / 2 + LOST_ALLOWANCE {
            self.numbers = Numbers::default();
        }
        if self.numbers.follow(mesh) {
            self.legs.clear();
            self.tiles.clear();
            self.known.clear();
            (self.lessons, self.lost) = (0, 0);
        }
    }

    /// How many nodes there are so far.
    pub(crate) fn node_count(&self) -> usize {
        self.numbers.count() * 2
    }

    /// Where a node is; metres.
    pub(crate) fn position(&self, node: Node) -> DVec2 {
        self.numbers.place(node / 2)
    }

    /// Puts into `nodes` where taut legs lead from a free lattice point, or, with `backwards`, from where they lead to
    /// it. Returns whether the view's target is seen.
    pub(crate) fn nodes_in_sight(
        &mut self,
        mesh: &NavMesh,
        view: View,
        backwards: bool,
        nodes: &mut Vec<Node>,
    ) -> bool {
        nodes.clear();
        let apex = view.point.as_dvec2() * METRES_PER_UNIT;
        let found = self.sweep.all_round(mesh, view);
        for &sighting in &self.sweep.seen {
            let corner = &mesh.ground(sighting.0).corners[sighting.1 as usize];
            let offset = if backwards { apex - corner.at } else { corner.at - apex };
            if offset != DVec2::ZERO
                && let Some(turn) = corner.turn(offset)
            {
                nodes.push(node(self.numbers.of(mesh, sighting), turn));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        found
    }

    /// Whether what is known of a node holds.
    fn holds(&mut self, node: Node) -> bool {
        let age = self.numbers.age();
        let Some(known) = self.known.get_mut(node as usize).filter(|known| known.lesson != 0)
        else {
            return false;
        };
        if known.checked != age {
            let (first, count) = known.tiles;
            let tiles = &self.tiles[first as usize..(first + count) as usize];
            if !self.numbers.unchanged_since(known.learnt, tiles) {
                self.lost += known.legs.1 as usize;
                *known = Known::default();
                return false;
            }
            known.checked = age;
        }
        true
    }

    /// The numbers of the taut legs out of a node, those that turn most first.
    pub(crate) fn legs(&mut self, mesh: &NavMesh, node: Node) -> std::ops::Range<u32> {
        if !self.holds(node) {
            self.find_legs(mesh, node);
        }
        let (first, count) = self.known[node as usize].legs;
        first..first + count
    }

    /// A leg.
    pub(crate) fn leg(&self, number: u32) -> &Leg {
        &self.legs[number as usize]
    }

    /// Whether taut legs may go on from a leg.
    pub(crate) fn leads_on(&mut self, number: u32) -> bool {
        let Leg { to, dead, .. } = self.legs[number as usize];
        dead == 0 || !self.holds(to) || self.known[to as usize].lesson != dead
    }

    /// Remembers that no taut leg goes on from a leg.
    pub(crate) fn bury(&mut self, number: u32) {
        if let Some(leg) = self.legs.get_mut(number as usize) {
            leg.dead = self.known[leg.to as usize].lesson;
        }
    }

    fn find_legs(&mut self, mesh: &NavMesh, from: Node) {
        let turn = Turn::BOTH[(from % 2) as usize];
        let (tile, corner) = self.numbers.home(mesh, from / 2);
        let ground = mesh.ground(tile);
        self.sweep.onward(mesh, ground, &ground.corners[corner as usize], turn);
        let first_tile = self.tiles.len() as u32;
        self.tiles.extend(&self.sweep.tiles);
        self.sweep.tiles.iter().for_each(|&tile| self.numbers.meet(mesh, tile));
        let first = self.legs.len() as u32;
        self.add_legs(mesh, from, turn);
        self.lessons += 1;
        let age = self.numbers.age();
        self.known.resize(self.known.len().max(self.node_count()), Known::default());
        self.known[from as usize] = Known {
            legs: (first, self.legs.len() as u32 - first),
            tiles: (first_tile, self.tiles.len() as u32 - first_tile),
            lesson: self.lessons,
            learnt: age,
            checked: age,
        };
    }

    /// Adds the legs to the corners that were seen.
    fn add_legs(&mut self, mesh: &NavMesh, from: Node, turn: Turn) {
        let origin = self.numbers.place(from / 2);
        let at = |&(tile, corner): &(u32, u32)| mesh.ground(tile).corners[corner as usize].at;
        let seen = &mut self.sweep.seen;
        seen.retain(|corner| at(corner) != origin);
        seen.sort_unstable_by(|p, q| {
            let (a, b) = (at(p) - origin, at(q) - origin);
            let most = 0.cmp(&turned(a, b));
            let most = if turn == Turn::Left { most.reverse() } else { most };
            most.then(a.length_squared().total_cmp(&b.length_squared())).then(p.cmp(q))
        });
        let mut last = DVec2::ZERO;
        for &sighting in &self.sweep.seen {
            let corner = &mesh.ground(sighting.0).corners[sighting.1 as usize];
            let way = corner.at - origin;
            // What lies straight behind a corner is reached over that corner.
            if last != DVec2::ZERO && turned(last, way) == 0 {
                continue;
            }
            if let Some(turn) = corner.turn(way) {
                let to = node(self.numbers.of(mesh, sighting), turn);
                let length = way.length();
                self.legs.push(Leg { to, dead: 0, way: (way / length).as_vec2(), length });
                last = way;
            }
        }
    }
}
