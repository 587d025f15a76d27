//! All that corners see of each other, and how far they are from one of them.

use glam::{DVec2, Vec2};

use super::legs::{Glance, TautNode, is_taut, look, node, nodes_in_sight, turn_of};
use crate::mesh::NavMesh;
use crate::sight::sweep::SightSweep;
use crate::tolerances::{NODES_A_PART, STRAIGHT};
use crate::workers::{Results, Workers};

/// Marks the ends of taut legs, of all that is seen.
const LEG: u32 = 1 << 31;

/// What is seen from the nodes of a mesh that has only one ground.
#[derive(Debug, Default)]
pub(crate) struct Roads {
    /// For each node where what it sees begins, and the number of all at the end.
    first: Vec<u32>,
    /// Nodes to which taut legs lead, with [`LEG`], and others of corners where no taut path goes on. Those of a node turn
    /// less and less.
    ends: Vec<u32>,
    /// Where the corners are.
    places: Vec<DVec2>,
}

impl Roads {
    /// Looks from all corners. `progress` is told how much is done, from 0 to 1.
    pub(crate) fn new(
        mesh: &NavMesh,
        workers: &dyn Workers,
        progress: &mut dyn FnMut(f32),
    ) -> Roads {
        let places: Vec<DVec2> = mesh.cells.ground(0).corners.iter().map(|it| it.at).collect();
        let count = places.len() * 2;
        let parts = count.div_ceil(NODES_A_PART);
        let mut roads = Roads { places, ..Roads::default() };
        let mesh = mesh.clone();
        let seen = Results::of(workers, parts, move |part| {
            let (mut seen, mut sweep) = (Roads::default(), SightSweep::default());
            let mut glances = Vec::new();
            let first = part * NODES_A_PART;
            for from in first..count.min(first + NODES_A_PART) {
                seen.see(&mesh, from as u32, &mut sweep, &mut glances);
            }
            seen
        });
        for (part, done) in seen.iter().zip(1..) {
            let before = roads.ends.len() as u32;
            roads.first.extend(part.first.iter().map(|first| before + first));
            roads.ends.extend_from_slice(&part.ends);
            progress(done as f32 / parts as f32);
        }
        roads.first.push(roads.ends.len() as u32);
        roads
    }

    /// Adds what is seen from the next node.
    fn see(
        &mut self,
        mesh: &NavMesh,
        from: TautNode,
        sweep: &mut SightSweep,
        glances: &mut Vec<Glance>,
    ) {
        self.first.push(self.ends.len() as u32);
        look(mesh, sweep, (0, from / 2), (turn_of(from), None), glances);
        self.ends.extend(glances.iter().map(|&Glance { corner: (_, corner), turn, .. }| {
            turn.map_or(corner * 2, |turn| node(corner, turn) | LEG)
        }));
    }

    pub(crate) fn places(&self) -> &[DVec2] {
        &self.places
    }

    pub(crate) fn node_count(&self) -> u32 {
        self.places.len() as u32 * 2
    }

    fn seen_from(&self, node: TautNode) -> &[u32] {
        &self.ends[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The nodes to which taut legs lead from a node, those that turn most first.
    pub(crate) fn legs(&self, node: TautNode) -> impl Iterator<Item = TautNode> {
        self.seen_from(node).iter().filter(|&end| end & LEG != 0).map(|end| end & !LEG)
    }

    /// The distances of all corners from one; infinite for those that no way joins.
    pub(crate) fn distances(&self, mesh: &NavMesh, from: u32) -> Vec<f64> {
        let (ground, at) = (mesh.cells.ground(0), self.places[from as usize]);
        let (mut sweep, mut nodes) = (SightSweep::default(), Vec::new());
        sweep.round_corner(mesh, ground, &ground.corners[from as usize]);
        nodes_in_sight(mesh, &sweep, at, false, |seen| seen.1, &mut nodes);
        // No way between two corners that see each other is longer than the mesh is wide and high.
        let bounds = mesh.definition().bounds;
        let mut open = OpenNodes::new(self, bounds.width() + bounds.height());
        open.lengths[from as usize] = 0.0;
        for &(_, corner) in &sweep.seen {
            open.reach(corner, self.places[corner as usize].distance(at));
        }
        for node in nodes {
            let way = self.places[node as usize / 2] - at;
            open.offer(node, way.length(), way.as_vec2());
        }
        while let Some((length, node)) = open.next() {
            let (known, way) = open.ways[node as usize];
            // Over a corner that is reached in a shorter way with the other turn, or none, no shortest way leads.
            if length == known && length * (1.0 - STRAIGHT) <= open.lengths[node as usize / 2] {
                self.expand(&mut open, node, length, way);
            }
        }
        open.lengths
    }

    fn expand(&self, open: &mut OpenNodes, node: TautNode, length: f64, way: Vec2) {
        let at = self.places[node as usize / 2];
        for &end in self.seen_from(node) {
            let onward = self.places[(end & !LEG) as usize / 2] - at;
            let direction = onward.as_vec2();
            if !is_taut(node, way, direction) {
                break;
            }
            let length = length + onward.length();
            if end & LEG == 0 {
                open.reach(end / 2, length);
            } else {
                open.offer(end & !LEG, length, direction);
            }
        }
    }
}

/// How many lists there are of nodes whose turn comes at nearly the same time.
const LISTS: usize = 1 << 12;

/// Nodes that are reached, from the nearest on, but for a part of the longest leg: what is expanded too early comes again
/// when it is reached in a shorter way.
///
/// After Robert Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering* (1969).
struct OpenNodes {
    lists: Vec<Vec<(f64, TautNode)>>,
    /// The list whose turn it is, counted on from the first.
    now: usize,
    /// How many there are in all lists.
    count: usize,
    /// Lists for each metre.
    per_metre: f64,
    /// For each node the length of the way that turns there, and its last direction.
    ways: Vec<(f64, Vec2)>,
    /// For each corner its distance.
    lengths: Vec<f64>,
}

impl OpenNodes {
    /// For ways between corners that are at most so long (metres).
    fn new(roads: &Roads, longest: f32) -> Self {
        Self {
            lists: vec![Vec::new(); LISTS],
            now: 0,
            count: 0,
            per_metre: (LISTS - 2) as f64 / longest as f64,
            ways: vec![(f64::INFINITY, Vec2::ZERO); roads.places.len() * 2],
            lengths: vec![f64::INFINITY; roads.places.len()],
        }
    }

    fn reach(&mut self, corner: u32, length: f64) {
        let known = &mut self.lengths[corner as usize];
        *known = known.min(length);
    }

    fn offer(&mut self, node: TautNode, length: f64, way: Vec2) {
        let known = &mut self.ways[node as usize];
        if length < known.0 {
            *known = (length, way);
            self.reach(node / 2, length);
            let list = (length * self.per_metre) as usize;
            self.lists[list.clamp(self.now, self.now + LISTS - 1) % LISTS].push((length, node));
            self.count += 1;
        }
    }

    fn next(&mut self) -> Option<(f64, TautNode)> {
        while self.count > 0 {
            if let Some(next) = self.lists[self.now % LISTS].pop() {
                self.count -= 1;
                return Some(next);
            }
            self.now += 1;
        }
        None
    }
}
