//! Cells that never change as bytes.

use glam::DVec2;

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use super::sections::SectionKind;
use crate::areas::{Area, check_speed};
use crate::bounds::Bounds;
use crate::definition::MeshDefinition;
use crate::fixed::buckets::Buckets;
use crate::fixed::cells::{FIXED_CELL_LIMIT, FixedCells};
use crate::fixed::convex::is_convex;
use crate::fixed::overlaps::{first_overlap, most_tests};
use crate::fixed::sides::{Rings, WALL};
use crate::tolerances::{COORDINATE_LIMIT, HOLLOW, LOADED_DEPTH, LOADED_TESTS, METRES_PER_UNIT};

/// The section.
pub(crate) const CELLS: SectionKind = (*b"CELL", "list of cells");

/// The section of what their ground is like, where it lies in areas.
pub(crate) const GROUND: SectionKind = (*b"GRND", "list of the ground of cells");

/// The section of how fast units are on it, where they are slower anywhere.
pub(crate) const SPEEDS: SectionKind = (*b"SPED", "list of the speeds on cells");

/// The section of cells that never change, and whether their corner graph was made.
pub(crate) fn written(cells: &FixedCells, prepared: bool) -> Writer {
    let mut writer = Writer::default();
    writer.u8(prepared as u8);
    writer.u32(cells.vertices().len() as u32);
    cells.vertices().iter().for_each(|&vertex| writer.dvec2(vertex));
    writer.u32(cells.count());
    for cell in 0..cells.count() {
        writer.u32(cells.sides(cell).count() as u32);
        for side in cells.sides(cell) {
            writer.u32(side.vertex);
            writer.u32(side.beyond.unwrap_or(WALL));
        }
    }
    writer
}

/// Reads cells that never change, all of it checked, and whether their corner graph was made.
pub(crate) fn read(mut reader: Reader) -> Result<(FixedCells, bool), LoadError> {
    let prepared = match reader.u8()? {
        0 => false,
        1 => true,
        _ => return Err(reader.wrong("the corner graph is neither made nor not")),
    };
    let vertices = reader.list(16, Reader::dvec2)?;
    let side = |reader: &mut Reader| Ok([reader.u32()?, reader.u32()?]);
    let sides: Vec<Vec<[u32; 2]>> = reader.list(4, |reader| reader.list(8, side))?;
    reader.end()?;
    let limit = COORDINATE_LIMIT as f64 * METRES_PER_UNIT;
    let is_near = |vertex: &DVec2| vertex.is_finite() && vertex.abs().max_element() <= limit;
    if !vertices.iter().all(is_near) {
        return Err(reader.wrong("a vertex lies beyond the range"));
    }
    if sides.len() > FIXED_CELL_LIMIT {
        return Err(reader.wrong("there are more cells than can be numbered"));
    }
    let (mut rings, mut beyond, mut taken) = (Rings::default(), Vec::new(), 0.0);
    let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for ring in &sides {
        if ring.len() < 3 || ring.iter().any(|side| side[0] as usize >= vertices.len()) {
            return Err(reader.wrong("a cell has too few vertices, or one that is not there"));
        }
        rings.push(ring.iter().map(|side| side[0]));
        beyond.extend(ring.iter().map(|side| side[1]));
        let corners: Vec<DVec2> = ring.iter().map(|side| vertices[side[0] as usize]).collect();
        if !is_convex(&corners, LOADED_DEPTH * METRES_PER_UNIT) {
            return Err(reader.wrong("a cell is not convex"));
        }
        low = corners.iter().fold(low, |low, &corner| low.min(corner));
        high = corners.iter().fold(high, |high, &corner| high.max(corner));
        // What is all rim has no room of its own, and takes none from others.
        taken += own_room(&corners).max(0.0);
    }
    if taken > (high - low).element_product() {
        return Err(reader.wrong("two cells overlap"));
    }
    let points = |ring: u32, points: &mut Vec<DVec2>| {
        points.clear();
        points.extend(rings.ring(ring).iter().map(|&vertex| vertices[vertex as usize]));
    };
    let buckets = Buckets::new(rings.len(), points);
    let depth = LOADED_DEPTH * METRES_PER_UNIT;
    let tests = LOADED_TESTS * most_tests(rings.len());
    let Ok(overlap) = first_overlap(&buckets, rings.len(), points, depth, tests) else {
        return Err(reader.wrong("its cells lie too close together to tell whether they overlap"));
    };
    if overlap.is_some() || !is_joined(&rings, &beyond) {
        return Err(reader.wrong("two cells overlap, or do not agree on the side they share"));
    }
    Ok((FixedCells::new(vertices, &rings, &beyond), prepared))
}

/// The area of a ring, less what others may overlap of it.
fn own_room(ring: &[DVec2]) -> f64 {
    let next = || ring.iter().cycle().skip(1);
    let doubled: f64 =
        ring.iter().zip(next()).map(|(&p, &q)| (p - ring[0]).perp_dot(q - ring[0])).sum();
    let around: f64 = ring.iter().zip(next()).map(|(p, q)| p.distance(*q)).sum();
    0.5 * doubled - around * LOADED_DEPTH * METRES_PER_UNIT
}

/// The section of what the ground of cells that never change is like.
pub(crate) fn ground_written(cells: &FixedCells) -> Writer {
    let mut writer = Writer::default();
    writer.u32(cells.count());
    for Area { kind, cost } in (0..cells.count()).map(|cell| cells.area(cell)) {
        writer.u8(kind);
        writer.f32(cost);
    }
    writer
}

/// The cells with the ground that the section says, all of it checked.
pub(crate) fn ground_read(mut reader: Reader, cells: FixedCells) -> Result<FixedCells, LoadError> {
    let area = |reader: &mut Reader| Ok(Area { kind: reader.u8()?, cost: reader.f32()? });
    let areas: Vec<Area> = reader.list(5, area)?;
    reader.end()?;
    if areas.len() != cells.count() as usize {
        return Err(reader.wrong("it does not tell the ground of each cell"));
    }
    if areas.iter().any(|area| area.check().is_err()) {
        return Err(reader.wrong("the ground of a cell has no right kind or cost"));
    }
    Ok(cells.with_areas(areas))
}

/// The section of how fast units are on the ground of cells that never change.
pub(crate) fn speeds_written(cells: &FixedCells) -> Writer {
    let mut writer = Writer::default();
    writer.u32(cells.count());
    (0..cells.count()).for_each(|cell| writer.f32(cells.footing(cell).speed));
    writer
}

/// The cells with the speeds that the section says, all of it checked.
pub(crate) fn speeds_read(mut reader: Reader, cells: FixedCells) -> Result<FixedCells, LoadError> {
    let speeds: Vec<f32> = reader.list(4, Reader::f32)?;
    reader.end()?;
    if speeds.len() != cells.count() as usize {
        return Err(reader.wrong("it does not tell the speed in each cell"));
    }
    if speeds.iter().any(|&speed| check_speed(speed).is_err()) {
        return Err(reader.wrong("the ground of a cell has no right speed"));
    }
    Ok(cells.with_speeds(speeds))
}

/// Returns whether all cells lie where those of a mesh with this definition can be, but for a rounding.
pub(crate) fn lie_within(cells: &FixedCells, definition: &MeshDefinition) -> bool {
    let Bounds { min, max } = definition.bounds;
    let slack = HOLLOW * METRES_PER_UNIT - f64::from(definition.agent_radius);
    let (min, max) = (min.as_dvec2() - slack, max.as_dvec2() + slack);
    cells.vertices().iter().all(|vertex| vertex.cmpge(min).all() && vertex.cmple(max).all())
}

/// Returns whether each side that is shared lies between just the two cells that say so.
fn is_joined(rings: &Rings, beyond: &[u32]) -> bool {
    let Ok(found) = rings.beyond() else { return false };
    let mut sides = Vec::new();
    for (ring, vertices) in rings.iter() {
        let next = vertices.iter().cycle().skip(1);
        for ((&p, &q), place) in vertices.iter().zip(next).zip(rings.range(ring)) {
            if found[place] != WALL {
                sides.push(([p.min(q), p.max(q)], beyond[place] == WALL));
            }
            if beyond[place] != WALL && beyond[place] != found[place] {
                return false;
            }
        }
    }
    sides.sort_unstable();
    sides.chunks(2).all(|pair| pair[0] == pair[pair.len() - 1])
}
