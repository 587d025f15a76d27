//! Areas and links as bytes, with their handles.

use glam::{I64Vec2, IVec2};

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use super::sections::SectionKind;
use super::slots;
use crate::areas::{AreaDefinition, AreaId, AreaShape, GroundRule};
use crate::bounds::Bounds;
use crate::kernel::outline::is_convex_ring;
use crate::links::{Link, LinkDefinition, LinkId};
use crate::obstacles::check_place;
use crate::store::roster::SharedSlotMap;
use crate::tolerances::{COORDINATE_LIMIT, OBSTACLE_LIMIT};

/// The section of areas.
pub(crate) const AREAS: SectionKind = (*b"AREA", "list of areas");

/// Stands for a kind where an outline is no area but a surcharge.
const SURCHARGE: u8 = u8::MAX;

/// Added to the kind of an area that is on another layer than 0: the layer comes behind its cost.
const LAYERED: u8 = 0x40;

/// Added to the kind of an area in which units are slower: the speed comes last.
const SLOW: u8 = 0x20;

/// The section of links.
pub(crate) const LINKS: SectionKind = (*b"LINK", "list of links");

/// The section of a mesh's areas.
pub(crate) fn areas_written(areas: &SharedSlotMap<AreaId, AreaShape>) -> Writer {
    slots::written(areas, |writer, shape| {
        match shape.ground {
            GroundRule::Area(AreaDefinition { kind, cost, layer, speed }) => {
                let slow = if speed == 1.0 { 0 } else { SLOW };
                writer.u8(kind | if layer == 0 { 0 } else { LAYERED } | slow);
                writer.f32(cost);
                if layer != 0 {
                    writer.u32(layer as u32);
                }
                if speed != 1.0 {
                    writer.f32(speed);
                }
            }
            GroundRule::Surcharge(amount) => {
                writer.u8(SURCHARGE);
                writer.f32(amount);
            }
        }
        writer.u32(shape.parts().count() as u32);
        for (ring, _) in shape.parts() {
            writer.u32(ring.len() as u32);
            ring.iter().for_each(|&at| writer.ivec2(at));
        }
    })
}

/// Reads the areas of a mesh of these bounds; all of it checked as if it was added.
pub(crate) fn areas_read(
    reader: Reader,
    bounds: Bounds,
) -> Result<SharedSlotMap<AreaId, AreaShape>, LoadError> {
    let limit = (COORDINATE_LIMIT + OBSTACLE_LIMIT) as i32;
    slots::read(reader, |reader| {
        let ground = match (reader.u8()?, reader.f32()?) {
            (SURCHARGE, amount) => GroundRule::Surcharge(amount),
            (kind, cost) => {
                let layer = if kind & LAYERED == 0 { 0 } else { reader.u32()? as i32 };
                let speed = if kind & SLOW == 0 { 1.0 } else { reader.f32()? };
                GroundRule::Area(AreaDefinition {
                    kind: kind & !(LAYERED | SLOW),
                    cost,
                    layer,
                    speed,
                })
            }
        };
        let rings = reader.list(4, |reader| reader.list(8, Reader::ivec2))?;
        let near = |at: &IVec2| at.min_element() >= -limit && at.max_element() <= limit;
        if ground.check().is_err() || !rings.iter().flatten().all(near) {
            return Err(reader.wrong("an area has no right kind or cost, or lies beyond the range"));
        }
        let wide = |ring: Vec<IVec2>| ring.into_iter().map(|at| at.as_i64vec2()).collect();
        let rings: Vec<Vec<I64Vec2>> = rings.into_iter().map(wide).collect();
        if !rings.iter().all(|ring| is_convex_ring(ring)) {
            return Err(reader.wrong("a part of an area is not convex"));
        }
        if check_place(&rings, bounds).is_err() {
            return Err(reader.wrong("an area lies outside the bounds"));
        }
        AreaShape::new(ground, rings).map_err(|_| reader.wrong("a part of an area is too large"))
    })
}

/// The section of a mesh's links.
pub(crate) fn links_written(links: &SharedSlotMap<LinkId, Link>) -> Writer {
    slots::written(links, |writer, link| {
        writer.vec2(link.from);
        writer.vec2(link.to);
        writer.u8(link.definition.both_ways as u8);
        writer.f32(link.definition.cost);
        writer.u8(link.definition.kind);
        writer.u32(link.definition.capacity);
    })
}

/// Reads the links of a mesh of these bounds; all of it checked as if it was added. Ends may have gone under obstacles
/// since: such links are out of use.
pub(crate) fn links_read(
    reader: Reader,
    bounds: Bounds,
) -> Result<SharedSlotMap<LinkId, Link>, LoadError> {
    slots::read(reader, |reader| {
        let (from, to) = (reader.vec2()?, reader.vec2()?);
        let both_ways = match reader.u8()? {
            0 => false,
            1 => true,
            _ => return Err(reader.wrong("a link leads neither one way nor both")),
        };
        let (cost, kind, capacity) = (reader.f32()?, reader.u8()?, reader.u32()?);
        let definition = LinkDefinition { both_ways, cost, kind, capacity };
        if definition.check().is_err() || !bounds.contains(from) || !bounds.contains(to) {
            return Err(
                reader.wrong("a link has no right cost, kind or capacity, or leads outside")
            );
        }
        Ok(Link { from, to, definition })
    })
}
