//! What is saved of who is near whom: until they look around again units keep to it.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::disc::Foresight;
use super::neighbours::Neighbours;
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;
use crate::parameters::WorldParameters;

/// Metres along an axis: no unit is farther from the origin, as the bounds of worlds reach little more than half as far.
const FARTHEST: f32 = 2e6;

/// What the first axis of the grid may be.
const AXES: [Vec2; 4] = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];

/// Who is near whom, as it is written.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedNeighbours {
    /// The first axis of the grid.
    axis: Option<Vec2>,
    /// In the order of their discs; nobody where the next step looks anew.
    units: Vec<UnitId>,
    /// Where they were when they looked around, along the axes of the grid.
    points: Vec<Vec2>,
    /// For each disc the later ones that it may touch.
    partners: Vec<Vec<u32>>,
}

impl SavedNeighbours {
    /// Returns what is written of neighbours: no more than the axis, unless the next step keeps them.
    pub(crate) fn of(neighbours: &Neighbours, is_kept: bool) -> Self {
        let discs = if is_kept { neighbours.discs() } else { &[] };
        let partners = neighbours.partners().take(discs.len());
        Self {
            axis: neighbours.axis,
            units: discs.iter().map(|disc| disc.unit).collect(),
            points: neighbours.points().iter().copied().take(discs.len()).collect(),
            partners: partners.map(<[u32]>::to_vec).collect(),
        }
    }

    /// The neighbours among the units of a world. `None` if they cannot be so.
    pub(crate) fn among(
        self,
        bodies: &SlotMap<UnitId, Body>,
        is_kept: bool,
        parameters: &WorldParameters,
    ) -> Option<Neighbours> {
        let on_ground = bodies.iter().filter(|(_, body)| body.crossing.is_none());
        let mut expected: Vec<UnitId> = on_ground.map(|(unit, _)| unit).collect();
        if !is_kept {
            expected.clear();
        }
        let mut found = self.units.clone();
        found.sort_unstable();
        let count = found.len();
        let are_later = |(disc, partners): (usize, &Vec<u32>)| {
            partners.iter().all(|&other| (disc + 1..count).contains(&(other as usize)))
        };
        let is_near = |point: &Vec2| point.is_finite() && point.abs().max_element() <= FARTHEST;
        let right = found == expected
            && self.partners.len() == count
            && self.points.len() == count
            && self.points.iter().all(is_near)
            && self.partners.iter().enumerate().all(are_later)
            && self.axis.is_none_or(|axis| AXES.contains(&axis));
        right.then(|| {
            let horizon = Foresight::of(parameters);
            let Self { axis, units, points, partners } = self;
            Neighbours::kept(axis, &units, bodies, points, horizon, &partners)
        })
    }
}
