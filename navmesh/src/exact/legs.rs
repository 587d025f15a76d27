//! The taut legs out of a corner, by a sweep of sight.

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2};

use crate::cells::id::CellId;
use crate::kernel::turn::turned;
use crate::mesh::NavMesh;
use crate::sight::sweep::{SightSweep, Sighting};
use crate::tiles::ground::{Turn, WallCorner};
use crate::tolerances::TAUT_SLACK;

/// A corner and how the path turns there: twice the corner's number, and 1 more for turns to the right.
pub(crate) type TautNode = u32;

/// The node of a turn at a corner.
pub(crate) fn node(corner: u32, turn: Turn) -> TautNode {
    corner * 2 + (turn == Turn::Right) as u32
}

/// The turn of a node.
pub(crate) fn turn_of(node: TautNode) -> Turn {
    Turn::BOTH[(node % 2) as usize]
}

/// A taut leg to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TautLeg {
    pub(crate) to: TautNode,
    /// Its direction, of any length.
    pub(crate) way: Vec2,
    /// Metres.
    pub(crate) length: f64,
}

/// A taut corner graph, as a search wants it.
pub(crate) trait TautGraph {
    /// Whether it pays to look only from the first corners whether they see the goal, before the goal looks round.
    const AIMS_LATE: bool;
    /// Returns how many nodes there are so far.
    fn node_count(&self) -> usize;
    /// Returns where a node is; metres.
    fn position(&self, node: TautNode) -> DVec2;
    /// Begins a search between two lattice points, given with their cells.
    fn begin(&mut self, mesh: &NavMesh, ends: [(CellId, I64Vec2); 2]);
    /// Puts into `nodes` where taut legs lead from the start, as far as it was looked at. Returns whether the goal is seen
    /// from there, if its cell is given.
    fn set_out(
        &mut self,
        mesh: &NavMesh,
        ends: [Vec2; 2],
        goal: Option<CellId>,
        nodes: &mut Vec<TautNode>,
    ) -> bool;
    /// The least length of a way over what was not looked at yet from the start.
    fn least_beyond(&self) -> f64;
    /// Looks at that, too, as far as ways are at most so long (metres): puts into `nodes` where taut legs lead there.
    fn look_beyond(&mut self, mesh: &NavMesh, most: f64, nodes: &mut Vec<TautNode>);
    /// Puts into `nodes` from where taut legs lead to the goal.
    fn aim(&mut self, mesh: &NavMesh, goal: Vec2, nodes: &mut Vec<TautNode>);
    /// Returns whether a node sees the goal, where that is sure.
    fn sees(&mut self, mesh: &NavMesh, node: TautNode, goal: (CellId, Vec2)) -> Option<bool>;
    /// Returns whether a node whose legs are known may see the goal along a taut path.
    fn may_see(&self, mesh: &NavMesh, node: TautNode, goal: (CellId, Vec2)) -> bool;
    /// The least length of the way from a node to the goal, or less; infinite where none leads there over the node that
    /// might be the shortest.
    fn left(&self, node: TautNode, goal: DVec2) -> f64;
    /// The numbers of the taut legs out of a node, those that turn most first.
    fn legs(&mut self, mesh: &NavMesh, node: TautNode) -> Range<u32>;
    /// A leg out of a node.
    fn leg(&self, from: TautNode, number: u32) -> TautLeg;
    /// Returns whether a taut path may go on from a leg, instead of only to a goal that is seen from its end.
    fn leads_on(&mut self, number: u32) -> bool;
    /// Remembers that no taut leg goes on from a leg.
    fn bury(&mut self, number: u32);
}

/// Returns whether a path that came along `before` stays taut along `after`, where it turns at a node.
pub(crate) fn is_taut(node: TautNode, before: Vec2, after: Vec2) -> bool {
    let sign = if node.is_multiple_of(2) { 1.0 } else { -1.0 };
    let turn = sign * before.perp_dot(after);
    let slack = || TAUT_SLACK * TAUT_SLACK * before.length_squared() * after.length_squared();
    turn >= 0.0 || turn * turn <= slack()
}

/// What is seen from a corner where a path goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    pub(crate) corner: Sighting,
    /// How a path would turn there that goes on tautly; `None` where it cannot.
    pub(crate) turn: Option<Turn>,
    pub(crate) way: DVec2,
}

/// Looks from a corner where a path may go on that turns there, or within a part of these directions: what it sees, in the
/// order in which the path turns, most first. What lies straight behind a corner that a taut path may touch is left out of the turns: it is reached over
/// that corner.
pub(crate) fn look(
    mesh: &NavMesh,
    sweep: &mut SightSweep,
    from: Sighting,
    (turn, part): (Turn, Option<[DVec2; 2]>),
    glances: &mut Vec<Glance>,
) {
    glances.clear();
    let ground = mesh.cells.ground(from.0);
    let origin = &ground.corners[from.1 as usize];
    sweep.onward(mesh, ground, origin, part.unwrap_or_else(|| origin.taut_arc(turn)));
    let corner = |&(tile, corner): &Sighting| -> &WallCorner {
        &mesh.cells.ground(tile).corners[corner as usize]
    };
    glances.extend(sweep.seen.iter().filter_map(|seen| {
        let way = corner(seen).at - origin.at;
        (way != DVec2::ZERO).then_some(Glance { corner: *seen, turn: None, way })
    }));
    glances.sort_unstable_by(|p, q| {
        let most = 0.cmp(&turned(p.way, q.way));
        let most = if turn == Turn::Left { most.reverse() } else { most };
        let nearest = p.way.length_squared().total_cmp(&q.way.length_squared());
        most.then(nearest).then(p.corner.cmp(&q.corner))
    });
    glances.dedup_by(|later, first| later.corner == first.corner);
    let mut last = DVec2::ZERO;
    for glance in glances {
        if last == DVec2::ZERO || turned(last, glance.way) != 0 {
            glance.turn = corner(&glance.corner).turn(glance.way);
            if glance.turn.is_some() {
                last = glance.way;
            }
        }
    }
}

/// Puts into `nodes` where taut legs lead from a point from which a sweep looked all round, or, if `backwards`, from
/// where they lead to it. `number` numbers the corners.
pub(crate) fn nodes_in_sight(
    mesh: &NavMesh,
    sweep: &SightSweep,
    apex: DVec2,
    backwards: bool,
    mut number: impl FnMut(Sighting) -> u32,
    nodes: &mut Vec<TautNode>,
) {
    nodes.clear();
    for &seen in &sweep.seen {
        let corner = &mesh.cells.ground(seen.0).corners[seen.1 as usize];
        let way = if backwards { apex - corner.at } else { corner.at - apex };
        if way != DVec2::ZERO
            && let Some(turn) = corner.turn(way)
        {
            nodes.push(node(number(seen), turn));
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
}
