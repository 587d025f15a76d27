//! The calls that change a world.

use glam::{I64Vec2, Vec2};
use navmesh::{AreaDefinition, LinkDefinition, Outline};
use serde::{Deserialize, Serialize};

use super::runs;
use crate::base::handle::{AreaId, DiscomfortId, LinkId, ObjectId, ObstacleId, OrderId, UnitId};
use crate::bodies::change::UnitChange;
use crate::bodies::order::OrderDefinition;
use crate::bodies::unit::UnitDefinition;
use crate::saving::outlines;
use crate::terrain::discomfort::Discomfort;
use crate::terrain::heights::HeightGrid;

/// A call that changes a world, with what it was given; named as the method of [`World`](crate::World) is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is the method of its name, each field its argument")]
pub enum Call {
    AddUnit(UnitDefinition),
    RemoveUnit(UnitId),
    SetUnits(Vec<(UnitId, UnitChange)>),
    SetMotions(Vec<(UnitId, Vec2, Vec2)>),
    Teleport {
        unit: UnitId,
        position: Vec2,
    },
    Order {
        #[serde(with = "runs")]
        units: Vec<UnitId>,
        definition: OrderDefinition,
    },
    Join {
        order: OrderId,
        #[serde(with = "runs")]
        units: Vec<UnitId>,
    },
    MoveGoal {
        order: OrderId,
        goal: Vec2,
    },
    AppendGoal {
        order: OrderId,
        goal: Vec2,
    },
    Stop(#[serde(with = "runs")] Vec<UnitId>),
    Hold(#[serde(with = "runs")] Vec<UnitId>),
    AddObstacle(Vec<Vec2>),
    AddOutline(#[serde(with = "outlines")] Outline),
    MoveObstacle {
        obstacle: ObstacleId,
        outline: Vec<Vec2>,
    },
    RemoveObstacle(ObstacleId),
    AddArea {
        #[serde(with = "outlines")]
        outline: Outline,
        #[serde(with = "WrittenArea")]
        area: AreaDefinition,
    },
    RemoveArea(AreaId),
    AddLink {
        from: Vec2,
        to: Vec2,
        #[serde(with = "WrittenLink")]
        definition: LinkDefinition,
    },
    RemoveLink(LinkId),
    SetHeights(Option<HeightGrid>),
    AddDiscomfort(Discomfort),
    RemoveDiscomfort(DiscomfortId),
    SetUserData {
        object: ObjectId,
        user_data: u64,
    },
    SetOrigin(I64Vec2),
    Commit,
}

/// How areas are written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AreaDefinition")]
struct WrittenArea {
    kind: u8,
    cost: f32,
    layer: i32,
    speed: f32,
}

/// How links are written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "LinkDefinition")]
struct WrittenLink {
    both_ways: bool,
    cost: f32,
    kind: u8,
    capacity: u32,
}
