//! From triangles to floors, by `rerecast`: nothing else here knows that crate, nor which version of `glam` it has.

use glam::Vec3;
use rerecast::{Aabb3d, AreaType, CompactHeightfield, Heightfield, HeightfieldBuilder};

use super::columns::{Columns, Floor, Frame};
use super::definition::SoupDefinition;
use super::error::SoupError;
use super::raster::{Corners, Raster};

/// The most floors of a column: `rerecast` joins no more.
const MOST_FLOORS: usize = 60;

/// What is known of the triangles before they are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facing {
    /// How many are flat enough, and face up.
    pub(super) flat: usize,
    /// How many are flat enough but face down.
    pub(super) turned: usize,
}

/// Finds all floors.
pub(super) fn floors(
    definition: &SoupDefinition,
    triangles: &[Corners],
) -> Result<(Columns, Facing), SoupError> {
    let (height, climb) = (definition.height_in_voxels(), definition.climb_in_voxels());
    let raster = Raster::of(definition, triangles)?;
    let mut field = empty_field(&raster)?;
    let mut facing = Facing::default();
    // A NaN, of a triangle without area, is no ground.
    let flat = libm::cos(f64::from(definition.slope)) - 1e-6;
    for (corners, in_voxels) in triangles.iter().zip(&raster.triangles) {
        let up = upward(corners);
        facing.flat += usize::from(up >= flat);
        facing.turned += usize::from(-up >= flat);
        let walkable = up >= flat || definition.two_sided && -up >= flat;
        let area = if walkable { AreaType::DEFAULT_WALKABLE } else { AreaType::NOT_WALKABLE };
        let corners = in_voxels.map(|Vec3 { x, y, z }| [x, z, y].into());
        field.rasterize_triangle(corners, area, climb).map_err(unmade)?;
    }
    field.filter_low_hanging_walkable_obstacles(climb);
    field.filter_ledge_spans(height, climb);
    field.filter_walkable_low_height_spans(height);
    check_floors(&field, &raster.frame)?;
    let mut field = field.into_compact(height, climb).map_err(unmade)?;
    field.erode_walkable_area(definition.radius_in_cells());
    Ok((columns(&field, &raster), facing))
}

/// How far up a triangle faces: the cosine of its slope, negative if it faces down.
fn upward(corners: &Corners) -> f64 {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    let normal = (b - a).cross(c - a);
    normal.z / normal.length()
}

fn unmade(error: impl std::fmt::Display) -> SoupError {
    SoupError::Voxels { reason: error.to_string() }
}

/// A field without anything in it, in which a cell has a side of 1 and a voxel a height of 1.
fn empty_field(raster: &Raster) -> Result<Heightfield, SoupError> {
    let Frame { width, depth, .. } = raster.frame;
    let max = [width as f32, raster.layers as f32, depth as f32];
    let aabb = Aabb3d { min: [0.0; 3].into(), max: max.into() };
    HeightfieldBuilder { aabb, cell_size: 1.0, cell_height: 1.0 }.build().map_err(unmade)
}

/// Makes sure that floors can be counted and joined.
fn check_floors(field: &Heightfield, frame: &Frame) -> Result<(), SoupError> {
    for column in 0..frame.len() {
        let (x, y) = ((column % frame.width) as u16, (column / frame.width) as u16);
        let (mut count, mut span) = (0, field.span_at(x, y));
        while let Some(at) = span {
            count += usize::from(at.area.is_walkable());
            span = at.next.map(|next| field.span(next));
        }
        if count > MOST_FLOORS {
            let at = frame.centre(column);
            return Err(SoupError::TooManyFloors { at, count, limit: MOST_FLOORS });
        }
    }
    Ok(())
}

fn columns(field: &CompactHeightfield, raster: &Raster) -> Columns {
    let frame = raster.frame;
    let (mut floors, mut begins) = (Vec::with_capacity(field.spans.len()), vec![0]);
    for column in 0..frame.len() {
        let (x, y) = ((column % frame.width) as i32, (column / frame.width) as i32);
        let Some(cell) = field.get_cell_at(x as u16, y as u16) else { continue };
        let range = cell.index_range();
        let spans = field.spans.get(range.clone()).unwrap_or_default();
        for (span, area) in spans.iter().zip(field.areas.get(range).unwrap_or_default()) {
            let joined = [0, 1, 2, 3].map(|direction| {
                let layer = span.con(direction)?;
                let (_, _, index) = field.con_indices(x, y, direction, layer);
                Some(index as u32)
            });
            let height = raster.height(span.y);
            floors.push(Floor { height, joined, is_wide: area.is_walkable() });
        }
        begins.push(floors.len() as u32);
    }
    Columns { frame, floors, begins }
}
