//! Who touches whom.

use super::neighbours::Neighbours;
use crate::base::handle::UnitId;

/// Discs nearer than this many sums of their radii count as touching.
const TOUCH: f32 = 1.1;

/// The pairs of units that touched in the last step or nearly did, each once.
pub(crate) fn touching(neighbours: &Neighbours) -> impl Iterator<Item = (UnitId, UnitId)> {
    neighbours.pairs().filter_map(|pair| touches(neighbours, pair))
}

/// The units of two discs, if they touch or nearly do.
pub(crate) fn touches(
    neighbours: &Neighbours,
    (first, second): (u32, u32),
) -> Option<(UnitId, UnitId)> {
    let discs = neighbours.discs();
    let (one, other) = (&discs[first as usize], &discs[second as usize]);
    let touch = TOUCH * (one.radius + other.radius);
    let near = one.position.distance_squared(other.position) < touch * touch;
    near.then_some((one.unit, other.unit))
}
