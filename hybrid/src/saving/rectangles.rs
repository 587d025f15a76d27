//! Rectangles as pairs of corners.

use glam::Vec2;
use navmesh::Bounds;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a rectangle: for `serde(with)`.
pub(crate) mod one {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(bounds: &Bounds, to: S) -> Result<S::Ok, S::Error> {
        (bounds.min, bounds.max).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Bounds, D::Error> {
        <(Vec2, Vec2)>::deserialize(from).map(|(min, max)| Bounds::new(min, max))
    }
}

/// Writes a list of rectangles: for `serde(with)`.
pub(crate) mod many {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(all: &[Bounds], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().map(|bounds| (bounds.min, bounds.max)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Bounds>, D::Error> {
        let all = Vec::<(Vec2, Vec2)>::deserialize(from)?;
        Ok(all.into_iter().map(|(min, max)| Bounds::new(min, max)).collect())
    }
}
