//! Outlines, as they are saved: for `serde(with)`. Of each polygon the border, and then the holes.

use glam::DVec2;
use navmesh::{Outline, OutlinePolygon};
use serde::{Deserialize, Deserializer, Serializer};

/// A border, and the holes in it.
type Rings = (Vec<DVec2>, Vec<Vec<DVec2>>);

pub(crate) fn serialize<S: Serializer>(outline: &Outline, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(outline.polygons().iter().map(|polygon| {
        let holes: Vec<&[DVec2]> = polygon.holes().collect();
        (polygon.border(), holes)
    }))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outline, D::Error> {
    let all = Vec::<Rings>::deserialize(from)?;
    Ok(all.into_iter().map(|(border, holes)| OutlinePolygon::new(border, holes)).collect())
}

/// Returns whether all coordinates are finite.
pub(crate) fn is_finite(outline: &Outline) -> bool {
    outline.polygons().iter().all(|polygon| {
        let mut rings = polygon.holes().chain([polygon.border()]);
        rings.all(|ring| ring.iter().all(|vertex| vertex.is_finite()))
    })
}
