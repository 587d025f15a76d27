//! Pulling a path straight through a corridor of portals.
//!
//! After the funnel algorithm of Bernard Chazelle, *A Theorem on Polygon Cutting with Applications* (1982), in the form
//! that keeps only the two current sides. One difference matters: a corridor may turn round a corner through several
//! portals that all end there. After each turn the funnel opens at the first portal that does *not* end at the new
//! apex; one whose side is the apex itself could open beyond 180° and would then accept everything.

use glam::DVec2;

use crate::tolerances::SAME_CORNER;

/// The ends of a portal, as seen when passing it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortalEnds {
    pub(crate) left: DVec2,
    pub(crate) right: DVec2,
}

/// A point of a pulled path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bend {
    pub(crate) point: DVec2,
    /// The gate at whose end the path turns, and whether it turns left; `None` for the ends of the path.
    pub(crate) turn: Option<(usize, bool)>,
    /// Whether a point beside it has been dropped, so that the path turns otherwise here.
    pub(crate) moved: bool,
}

impl Bend {
    fn end(point: DVec2) -> Bend {
        Bend { point, turn: None, moved: false }
    }
}

/// The shortest way from `start` through the gates to `goal`, both included.
pub(crate) fn pulled(start: DVec2, gates: &[PortalEnds], goal: DVec2, bends: &mut Vec<Bend>) {
    bends.clear();
    bends.push(Bend::end(start));
    let (mut apex, mut first) = (start, 0);
    while let Some((gate, left)) = next_corner(apex, gates, first, goal) {
        apex = if left { gates[gate].left } else { gates[gate].right };
        first = gate + 1;
        bends.push(Bend { point: apex, turn: Some((gate, left)), moved: false });
    }
    if bends.len() == 1 || !is_same(apex, goal) {
        bends.push(Bend::end(goal));
    }
}

/// The gate at whose end a taut way from the apex turns next, and whether to the left; `None` where the way to the goal
/// is straight.
fn next_corner(
    apex: DVec2,
    gates: &[PortalEnds],
    first: usize,
    goal: DVec2,
) -> Option<(usize, bool)> {
    let open = first + gates[first..].iter().take_while(|gate| holds(gate, apex)).count();
    let (mut left, mut left_gate) = (gates.get(open)?.left - apex, open);
    let (mut right, mut right_gate) = (gates[open].right - apex, open);
    for index in open + 1..=gates.len() {
        let gate = gates.get(index).copied().unwrap_or(PortalEnds { left: goal, right: goal });
        let (new_left, new_right) = (gate.left - apex, gate.right - apex);
        if right.perp_dot(new_right) >= 0.0 {
            if left.perp_dot(new_right) > 0.0 {
                return Some((left_gate, true));
            }
            (right, right_gate) = (new_right, index);
        }
        if left.perp_dot(new_left) <= 0.0 {
            if right.perp_dot(new_left) < 0.0 {
                return Some((right_gate, false));
            }
            (left, left_gate) = (new_left, index);
        }
    }
    None
}

/// Returns whether a point lies on a gate.
fn holds(gate: &PortalEnds, point: DVec2) -> bool {
    let (side, offset) = (gate.right - gate.left, point - gate.left);
    let along = (side.dot(offset) / side.length_squared()).clamp(0.0, 1.0);
    is_same(gate.left + side * along, point)
}

pub(crate) fn is_same(p: DVec2, q: DVec2) -> bool {
    p.distance_squared(q) <= SAME_CORNER * SAME_CORNER
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn pull(start: DVec2, gates: &[[(f64, f64); 2]], goal: DVec2) -> Vec<DVec2> {
        let point = |(x, y): (f64, f64)| dvec2(x, y);
        let gates: Vec<PortalEnds> =
            gates.iter().map(|g| PortalEnds { left: point(g[0]), right: point(g[1]) }).collect();
        let mut bends = Vec::new();
        pulled(start, &gates, goal, &mut bends);
        bends.iter().map(|bend| bend.point).collect()
    }

    #[test]
    fn a_clear_corridor_is_straight() {
        let gates = [[(1.0, 1.0), (1.0, -1.0)], [(2.0, 1.0), (2.0, -0.5)]];
        assert_eq!(
            pull(dvec2(0.0, 0.0), &gates, dvec2(3.0, 0.0)),
            [dvec2(0.0, 0.0), dvec2(3.0, 0.0)]
        );
        assert_eq!(pull(dvec2(0.0, 0.0), &[], dvec2(3.0, 0.0)), [dvec2(0.0, 0.0), dvec2(3.0, 0.0)]);
        assert_eq!(
            pull(dvec2(1.0, 1.0), &[], dvec2(1.0, 1.0)).len(),
            2,
            "a path has both its ends"
        );
    }

    #[test]
    fn a_fan_round_a_corner_turns_there_once() {
        // A half turn round the end (0, 0) of a wall that comes from the west.
        let fan = [[(0.0, 0.0), (0.0, -9.0)], [(0.0, 0.0), (9.0, 0.0)], [(0.0, 0.0), (0.0, 9.0)]];
        let corner = dvec2(0.0, 0.0);
        for back in [-1.0, -5.0] {
            let (start, goal) = (dvec2(-5.0, -1.0), dvec2(back, 1.0));
            assert_eq!(pull(start, &fan, goal), [start, corner, goal]);
        }
        // From the corner itself.
        assert_eq!(pull(corner, &fan, dvec2(-5.0, 1.0)), [corner, dvec2(-5.0, 1.0)]);
    }

    #[test]
    fn a_zigzag_touches_both_walls() {
        let gates =
            [[(2.0, 9.0), (2.0, 4.0)], [(4.0, -4.0), (4.0, -9.0)], [(6.0, 9.0), (6.0, 4.0)]];
        let (start, goal) = (dvec2(0.0, 0.0), dvec2(8.0, 0.0));
        let expected = [start, dvec2(2.0, 4.0), dvec2(4.0, -4.0), dvec2(6.0, 4.0), goal];
        assert_eq!(pull(start, &gates, goal), expected);
    }
}
