//! What is known of the ground beside its walls: heights, and where it is unpleasant.
//!
//! What stays is cut into the meshes as surcharges, so that paths, distance fields and windows see the same of it: slopes,
//! and discomfort until it is removed. What passes is seen in windows alone.

use flowfield::{Terrain, TerrainError};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use crate::base::handle::{DiscomfortId, SurchargeId};
use crate::grids::walls::Walls;
use crate::saving::roster::{self, Filler};
use crate::terrain::discomfort::Discomfort;
use crate::terrain::heights::HeightGrid;

/// The most that a metre costs in a window: the field knows nothing dearer.
const DEAREST: f32 = 1000.0;

/// A discomfort, the tick from which it is over, and its surcharge on the meshes.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lasting {
    discomfort: Discomfort,
    end: Option<u64>,
    surcharge: Option<SurchargeId>,
}

/// Heights and discomforts of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GroundModifiers {
    heights: Option<HeightGrid>,
    /// What its slopes cost.
    slopes: Option<SurchargeId>,
    #[serde(with = "roster")]
    discomforts: SlotMap<DiscomfortId, Lasting>,
}

impl Filler for Lasting {
    fn filler() -> Self {
        let discomfort =
            Discomfort { center: Vec2::ZERO, radius: 1.0, amount: 1.0, seconds: f32::INFINITY };
        Self { discomfort, end: None, surcharge: None }
    }
}

impl GroundModifiers {
    /// Returns whether all that it knows is in range, and its surcharges are among those that are `levied`.
    pub(crate) fn is_valid(&self, levied: impl Fn(SurchargeId) -> bool) -> bool {
        let surcharges = self.discomforts.values().filter_map(|known| known.surcharge);
        surcharges.chain(self.slopes).all(levied)
            && self.discomforts.values().all(|known| known.discomfort.check().is_ok())
            && self.heights.as_ref().is_none_or(|heights| heights.check().is_ok())
    }

    /// The heights, if there are any.
    pub(crate) fn heights(&self) -> Option<&HeightGrid> {
        self.heights.as_ref()
    }

    /// Sets the heights, which are checked, or all ground is flat again; and what their slopes cost. Returns the surcharges of
    /// the slopes before.
    pub(crate) fn set_heights(
        &mut self,
        heights: Option<HeightGrid>,
        slopes: Option<SurchargeId>,
    ) -> Option<SurchargeId> {
        self.heights = heights;
        std::mem::replace(&mut self.slopes, slopes)
    }

    /// Adds a discomfort, which is checked, and is over at a tick, or has a surcharge on the meshes.
    pub(crate) fn add(
        &mut self,
        discomfort: Discomfort,
        end: Option<u64>,
        surcharge: Option<SurchargeId>,
    ) -> DiscomfortId {
        self.discomforts.insert(Lasting { discomfort, end, surcharge })
    }

    /// Removes a discomfort, if it still lasts. Returns its surcharge on the meshes, if there is one.
    pub(crate) fn remove(&mut self, id: DiscomfortId) -> Option<Option<SurchargeId>> {
        self.discomforts.remove(id).map(|known| known.surcharge)
    }

    /// A discomfort, if it still lasts.
    pub(crate) fn get(&self, id: DiscomfortId) -> Option<Discomfort> {
        self.discomforts.get(id).map(|known| known.discomfort)
    }

    /// All discomforts that last, in the order of their handles.
    pub(crate) fn all(&self) -> impl Iterator<Item = (DiscomfortId, Discomfort)> {
        self.discomforts.iter().map(|(id, known)| (id, known.discomfort))
    }

    /// Returns whether anything is over at a tick.
    pub(crate) fn is_over(&self, tick: u64) -> bool {
        self.discomforts.values().any(|known| known.end.is_some_and(|end| tick >= end))
    }

    /// Removes what is over at a tick.
    pub(crate) fn expire(&mut self, tick: u64) {
        self.discomforts.retain(|_, known| known.end.is_none_or(|end| tick < end));
    }

    /// Tells what the ground in a window is like; `None` where it is plain. Then its buffers are `spare`, to be used again.
    pub(crate) fn survey(
        &self,
        walls: &Walls,
        terrain: &mut Option<Terrain>,
        spare: &mut Option<Terrain>,
    ) -> Result<(), TerrainError> {
        let frame = *walls.steps().frame();
        let former = terrain.take().or_else(|| spare.take());
        let near = |known: &&Lasting| known.end.is_some() && known.discomfort.touches(&frame);
        if walls.costs().is_none() && !self.discomforts.values().any(|known| near(&known)) {
            *spare = former;
            return Ok(());
        }
        let mut found = former.unwrap_or_else(|| Terrain::new(frame));
        found.reset(frame);
        if let Some(costs) = walls.costs() {
            for (cell, &cost) in costs.as_slice().iter().enumerate() {
                found.set_cost(cell, cost.min(DEAREST))?;
            }
        }
        let mut touching = self.discomforts.values().filter(near);
        touching.try_for_each(|known| known.discomfort.apply(&mut found))?;
        *terrain = Some(found);
        Ok(())
    }
}
