//! Rows of units that do not move for a group: where they stand so close that nobody gets between them, its plan leads round
//! them as round a wall.
//!
//! A row is no wall of the mesh: it may be gone soon. So steps across it are open and pay a toll, as much as a long way round:
//! where there is no other way the field leads up to the row, as if the toll were not there.

use flowfield::{Direction, Frame, Toll};
use glam::Vec2;

use crate::base::tolerances::COINCIDENT;

/// Metres of free travel that it costs to cross a row.
const CROSSED: f32 = 100.0;

/// How far beyond the centres of its last units a row is closed, as a share of what two units take that touch: a little less, so
/// that ways lead close by.
const END: f32 = 0.95;

/// For whom a unit does not move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Firmness {
    /// It makes room for all, or is on its way.
    #[default]
    Gives,
    /// It rests, and makes room for its own team only.
    Rests(u32),
    /// It moves for nobody.
    Holds,
}

impl Firmness {
    /// Returns whether a unit does not move for those of a team; `None`: of several.
    pub(crate) fn is_firm(self, team: Option<u32>) -> bool {
        match self {
            Self::Gives => false,
            Self::Rests(own) => team.is_some_and(|team| team != own),
            Self::Holds => true,
        }
    }
}

/// A unit that does not move for a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirmDisc {
    pub(super) position: Vec2,
    pub(super) radius: f32,
}

/// Adds tolls to all steps of a frame across rows of units that do not move, so close together that no disc of a radius gets
/// between two of them.
pub(super) fn add(tolls: &mut Vec<Toll>, frame: &Frame, firm: &mut [FirmDisc], radius: f32) {
    firm.sort_unstable_by(|one, other| {
        let (a, b) = (one.position, other.position);
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    let widest = firm.iter().map(|disc| disc.radius).fold(0.0, f32::max);
    let first = tolls.len();
    for (index, one) in firm.iter().enumerate() {
        let far = one.position.x + one.radius + widest + 2.0 * radius;
        for other in firm[index + 1..].iter().take_while(|other| other.position.x < far) {
            let (way, room) = (other.position - one.position, one.radius + other.radius);
            let (squared, closed) = (way.length_squared(), room + 2.0 * radius);
            if squared < closed * closed && squared > COINCIDENT * COINCIDENT {
                let along = way / squared.sqrt();
                let from = one.position - along * (END * (one.radius + radius));
                let to = other.position + along * (END * (other.radius + radius));
                close(tolls, frame, [from, to]);
            }
        }
    }
    let key = |toll: &Toll| (toll.cell.y, toll.cell.x, toll.direction.index());
    tolls[first..].sort_unstable_by_key(key);
    let mut last = None;
    let mut at = 0;
    tolls.retain(|toll| {
        at += 1;
        at <= first || last.replace(key(toll)) != Some(key(toll))
    });
}

/// Adds tolls to all steps of a frame that cross a line, both ways.
fn close(tolls: &mut Vec<Toll>, frame: &Frame, [from, to]: [Vec2; 2]) {
    let (way, side) = (to - from, frame.cell_size);
    let (low, high) = (from.min(to) - side, from.max(to) + side);
    if high.cmplt(frame.min()).any() || low.cmpgt(frame.max()).any() {
        return;
    }
    let inside = |point: Vec2| point.clamp(frame.min() + 0.5 * side, frame.max() - 0.5 * side);
    let Some((first, last)) = frame.cell_of(inside(low)).zip(frame.cell_of(inside(high))) else {
        return;
    };
    let left = |point: Vec2| way.perp_dot(point - from);
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let cell = flowfield::glam::UVec2::new(x, y);
            let center = frame.center(cell);
            let before = left(center);
            for direction in [Direction::East, Direction::North] {
                let beyond = center + direction.unit() * side;
                let after = left(beyond);
                if (before < 0.0) == (after < 0.0) {
                    continue;
                }
                let at = center.lerp(beyond, before / (before - after)) - from;
                if (0.0..=way.length_squared()).contains(&at.dot(way)) {
                    let back = direction.opposite();
                    let neighbour = cell.wrapping_add_signed(direction.unit().as_ivec2());
                    tolls.push(Toll { cell, direction, cost: CROSSED });
                    tolls.push(Toll { cell: neighbour, direction: back, cost: CROSSED });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::glam::{IVec2, UVec2};
    use flowfield::{CostParameters, Crowd, FlowField, Goal, Problem, Steps};

    /// The potential left of a column of discs with a pitch, whose goal lies right of it.
    fn potential(pitch: f32, count: usize) -> f32 {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(40, 40), 0.3).unwrap();
        let disc =
            |k: usize| FirmDisc { position: Vec2::new(6.1, 0.2 + pitch * k as f32), radius: 0.25 };
        let mut tolls = Vec::new();
        let mut firm: Vec<FirmDisc> = (0..count).rev().map(disc).collect();
        add(&mut tolls, &frame, &mut firm, 0.25);
        let (steps, crowd) = (Steps::open(frame), Crowd::new(frame));
        let goals = [Goal { cell: UVec2::new(30, 10), start: 0.0 }];
        let parameters = &CostParameters::default();
        let (terrain, sampled) = (None, None);
        let problem = Problem {
            steps: &steps,
            terrain,
            crowd: &crowd,
            free_speed: 1.0,
            parameters,
            goals: &goals,
            sampled,
        };
        let mut field = FlowField::default();
        field.solve_with_tolls(&problem, &tolls).unwrap();
        field.potential()[UVec2::new(10, 10)]
    }

    #[test]
    fn a_row_is_walked_round_and_one_with_gaps_through() {
        let straight = potential(2.0, 4);
        assert!((straight - 6.0).abs() < 0.01, "{straight}");
        let round = potential(0.9, 8);
        assert!((7.0..20.0).contains(&round), "{round}");
        let crossed = potential(0.9, 14);
        assert!((CROSSED..CROSSED + 7.0).contains(&crossed), "{crossed}");
    }
}
