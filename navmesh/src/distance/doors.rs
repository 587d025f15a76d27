//! Doors as a sweep sees them.

use glam::DVec2;

use crate::tiles::ground::{Door, SightGraph};
use crate::tolerances::{LEAST_PORTAL, METRES_PER_UNIT};

/// The right and the left end of a door.
pub(super) fn ends(ground: &SightGraph, door: &Door) -> [DVec2; 2] {
    [door.right, door.left].map(|end| ground.places[end as usize])
}

/// Returns whether a door is a gap between walls that is too narrow for a portal.
pub(super) fn is_gap(ground: &SightGraph, door: &Door) -> bool {
    let [right, left] = [door.right as usize, door.left as usize];
    ground.at_wall[right]
        && ground.at_wall[left]
        && ground.places[right].distance(ground.places[left]) < LEAST_PORTAL * METRES_PER_UNIT
}
