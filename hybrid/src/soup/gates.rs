//! Lines through gates: borders of cells with as few corners as they need.
//!
//! A border runs between cells with ground, to its left, and cells without. Each side of a cell that it passes is a *gate*:
//! the way from the middle of the one cell to that of the other, without its ends. A line that goes through all gates of a
//! border in turn stays within the squares between four middles that the border passes, so lines of two borders never meet,
//! nor does one meet itself, whatever corners are left out.

use glam::I64Vec2;

/// Steps along the side of a cell: everything here is exact in these.
pub(super) const STEPS_OF_CELL: i64 = 64;

/// What a line keeps from the middle of a cell, in steps: about a twentieth of a cell.
const KEPT: i64 = 3;

/// Sides that have to lie in one line on both sides of a corner for it to be one of the level, and not of the grid.
const STRAIGHT: usize = 3;

/// A side of a cell, on its way along a border: where it begins, and its direction, one of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BorderSide {
    pub(super) from: I64Vec2,
    pub(super) way: I64Vec2,
    /// Whether another border, or this one again, passes the corner at its end.
    pub(super) is_shared: bool,
}

/// A place where a line may turn: the middle of a side, or its end.
#[derive(Clone, Copy, Debug)]
struct Turn {
    at: I64Vec2,
    /// The gate that it lies in, or the one before it, by its side.
    gate: usize,
    is_middle: bool,
    is_forced: bool,
}

/// A closed line through the gates of a border, in steps.
pub(super) fn line(border: &[BorderSide]) -> Vec<I64Vec2> {
    let mut turns = turns(border);
    let first = turns.iter().position(|turn| turn.is_forced).unwrap_or(0);
    turns.rotate_left(first);
    let Some(&begin) = turns.first() else { return Vec::new() };
    // Once round, to where it began.
    turns.push(begin);
    let (mut line, mut at) = (Vec::new(), 0);
    while at + 1 < turns.len() {
        line.push(turns[at].at);
        at = farthest(border, &turns, at);
    }
    line
}

/// All places where the line of a border may turn, along it.
fn turns(border: &[BorderSide]) -> Vec<Turn> {
    let count = border.len();
    let runs = runs(border);
    let mut turns = Vec::with_capacity(2 * count);
    for (gate, side) in border.iter().enumerate() {
        let next = (gate + 1) % count;
        let from = side.from * STEPS_OF_CELL;
        let middle = from + side.way * (STEPS_OF_CELL / 2);
        turns.push(Turn { at: middle, gate, is_middle: true, is_forced: false });
        if border[next].way != side.way && !side.is_shared {
            let is_forced = runs[gate].min(runs[next]) >= STRAIGHT;
            let at = from + side.way * STEPS_OF_CELL;
            turns.push(Turn { at, gate, is_middle: false, is_forced });
        }
    }
    turns
}

/// How many sides lie in one line with each.
fn runs(border: &[BorderSide]) -> Vec<usize> {
    let count = border.len();
    let begins = |at: usize| border[at].way != border[(at + count - 1) % count].way;
    let mut runs = vec![count; count];
    let Some(first) = (0..count).find(|&at| begins(at)) else { return runs };
    let mut at = 0;
    while at < count {
        let length = (1..count).find(|&k| begins((first + at + k) % count)).unwrap_or(count);
        (at..at + length).for_each(|k| runs[(first + k) % count] = length);
        at += length;
    }
    runs
}

/// The last turn to which a straight line leads from one, through all gates between them; it does not go beyond forced ones.
fn farthest(border: &[BorderSide], turns: &[Turn], from: usize) -> usize {
    let start = turns[from];
    // The next one can always be seen.
    let mut best = from + 1;
    let mut cone: Option<[I64Vec2; 2]> = None;
    for (index, turn) in turns.iter().enumerate().skip(from + 1) {
        if sees(cone, turn.at - start.at) {
            best = index;
        }
        if turn.is_forced {
            break;
        }
        // Whatever comes behind the middle of a side comes through its gate.
        if turn.is_middle {
            cone = through(cone, &border[turn.gate], start.at);
            if cone.is_none() {
                break;
            }
        }
    }
    best
}

/// The directions, right and left, from a point through a gate.
fn through(cone: Option<[I64Vec2; 2]>, gate: &BorderSide, point: I64Vec2) -> Option<[I64Vec2; 2]> {
    let middle = gate.from * STEPS_OF_CELL + gate.way * (STEPS_OF_CELL / 2);
    let reach = gate.way.perp() * (STEPS_OF_CELL / 2 - KEPT);
    let [mut right, mut left] = [middle - reach - point, middle + reach - point];
    if let Some([former_right, former_left]) = cone {
        if former_right.perp_dot(right) < 0 {
            right = former_right;
        }
        if former_left.perp_dot(left) > 0 {
            left = former_left;
        }
    }
    (right.perp_dot(left) > 0).then_some([right, left])
}

fn sees(cone: Option<[I64Vec2; 2]>, way: I64Vec2) -> bool {
    let Some([right, left]) = cone else { return true };
    right.perp_dot(way) >= 0 && way.perp_dot(left) >= 0 && way.dot(right + left) > 0
}
