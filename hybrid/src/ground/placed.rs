//! What lies on all meshes of a world: what each mesh calls it, and what is read back of it.

use std::sync::Arc;

use glam::Vec2;
use navmesh::{Bounds, Outline};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use crate::base::handle::{AreaId, LinkId, ObstacleId, SurchargeId};
use crate::saving::roster::{self, Filler};
use crate::saving::{outlines, rectangles};

/// Something that lies on every mesh.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Placed<Handle> {
    /// What each mesh calls it.
    pub(super) handles: Vec<Handle>,
    #[serde(with = "rectangles::one")]
    pub(super) extent: Bounds,
    /// The outline as it was given, where that is read back: of obstacles and areas.
    #[serde(with = "outlines")]
    pub(super) outline: Outline,
    /// What the game keeps with it.
    pub(super) user_data: u64,
}

impl<Handle> Placed<Handle> {
    pub(super) fn new(handles: Vec<Handle>, extent: Bounds, outline: Outline) -> Arc<Self> {
        Arc::new(Self { handles, extent, outline, user_data: 0 })
    }
}

impl<Handle> Filler for Arc<Placed<Handle>> {
    fn filler() -> Self {
        Placed::new(Vec::new(), Bounds::new(Vec2::ZERO, Vec2::ZERO), Outline::default())
    }
}

/// All that lies on the meshes. Copies share each thing as long as it is not changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Placements {
    #[serde(with = "roster")]
    pub(super) obstacles: SlotMap<ObstacleId, Arc<Placed<navmesh::ObstacleId>>>,
    #[serde(with = "roster")]
    pub(super) areas: SlotMap<AreaId, Arc<Placed<navmesh::AreaId>>>,
    #[serde(with = "roster")]
    pub(super) surcharges: SlotMap<SurchargeId, Arc<Placed<Vec<navmesh::AreaId>>>>,
    #[serde(with = "roster")]
    pub(super) links: SlotMap<LinkId, Arc<Placed<navmesh::LinkId>>>,
}
