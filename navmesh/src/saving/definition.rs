//! The definition of a mesh as bytes, and its version.

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use super::sections::SectionKind;
use crate::areas::KindCosts;
use crate::bounds::Bounds;
use crate::definition::MeshDefinition;
use crate::outlines::outline::OutlinePolygon;
use crate::tolerances::KIND_COUNT;

/// The section.
pub(crate) const DEFINITION: SectionKind = (*b"DEFN", "definition");

/// The section of a definition and the version of its mesh.
pub(crate) fn written(definition: &MeshDefinition, version: u64) -> Writer {
    let mut writer = Writer::default();
    writer.u64(version);
    writer.vec2(definition.bounds.min);
    writer.vec2(definition.bounds.max);
    writer.f32(definition.agent_radius);
    writer.f32(definition.tile_size);
    writer.u32(definition.corner_sides);
    writer.u8(definition.walkable.is_some() as u8);
    if let Some(walkable) = &definition.walkable {
        writer.u32(walkable.polygons().len() as u32);
        for polygon in walkable.polygons() {
            writer.u32(polygon.ring_count() as u32);
            for (_, ring) in polygon.rings() {
                writer.u32(ring.len() as u32);
                ring.iter().for_each(|&at| writer.dvec2(at));
            }
        }
    }
    let kinds = &definition.kinds;
    if !kinds.is_plain() || kinds.have_speeds() {
        (0..KIND_COUNT).for_each(|kind| writer.f32(kinds.factor(kind as u8)));
    }
    if kinds.have_speeds() {
        (0..KIND_COUNT).for_each(|kind| writer.f32(kinds.speed(kind as u8)));
    }
    writer
}

/// Reads a definition and a version; whether it makes a mesh is not checked yet.
pub(crate) fn read(mut reader: Reader) -> Result<(MeshDefinition, u64), LoadError> {
    let version = reader.u64()?;
    let mut definition = MeshDefinition::new(Bounds::new(reader.vec2()?, reader.vec2()?));
    definition.agent_radius = reader.f32()?;
    definition.tile_size = reader.f32()?;
    definition.corner_sides = reader.u32()?;
    definition.walkable = match reader.u8()? {
        0 => None,
        1 => Some(reader.list(4, polygon)?.into()),
        _ => return Err(reader.wrong("what is walkable is neither all nor polygons")),
    };
    if reader.left() > 0 {
        definition.kinds = kinds(&mut reader)?;
    }
    reader.end()?;
    Ok((definition, version))
}

fn kinds(reader: &mut Reader) -> Result<KindCosts, LoadError> {
    let factors = (0..KIND_COUNT).map(|_| reader.f32()).collect::<Result<Vec<f32>, _>>()?;
    let mut kinds = KindCosts::default();
    if reader.left() > 0 {
        let speeds = (0..KIND_COUNT).map(|_| reader.f32()).collect::<Result<Vec<f32>, _>>()?;
        for (kind, &speed) in (0..).zip(&speeds) {
            kinds = kinds
                .with_speed(kind, speed)
                .map_err(|_| reader.wrong("a kind of ground has no right speed"))?;
        }
    }
    for (kind, &factor) in (0..).zip(&factors) {
        let known = if factor == f32::INFINITY {
            kinds.without(kind)
        } else {
            kinds.with_factor(kind, factor)
        };
        kinds = known.map_err(|_| reader.wrong("a kind of ground has no right factor"))?;
    }
    Ok(kinds)
}

fn polygon(reader: &mut Reader) -> Result<OutlinePolygon, LoadError> {
    let ring = |reader: &mut Reader| reader.list(16, Reader::dvec2);
    let mut rings = reader.list(4, ring)?.into_iter();
    let border = rings.next().ok_or(reader.wrong("a polygon has no border"))?;
    Ok(OutlinePolygon::new(border, rings.collect()))
}
