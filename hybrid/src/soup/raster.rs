//! Where a level lies in a grid of cells and voxels.

use glam::{DVec2, Vec3};

use super::columns::Frame;
use super::definition::SoupDefinition;
use super::error::SoupError;

/// The most cells of a level: they take about a gigabyte.
const MOST_CELLS: u64 = 1 << 23;

/// The most cells along a side: so many that an f32 still tells 1/1024 of a cell.
const MOST_ALONG: u64 = 1 << 14;

/// The most voxels of a column: what is added to them has to fit 16 bits, too.
const MOST_VOXELS: u64 = 50_000;

/// The most pairs of triangles over a cell, in all cells: each is compared with those below it, which takes some seconds.
const MOST_PAIRS: u64 = 1 << 30;

/// The cells round the level in which there is nothing.
const MARGIN: f64 = 2.0;

/// To so many parts of a cell corners are rounded. They lie on the odd halves of these, so that none lies on a side of a cell or nearly:
/// triangles that are cut there would have more corners than `rerecast` has room for, as it rounds.
const PARTS_OF_CELL: f64 = 32.0;

/// A triangle, by x, y and height.
pub(super) type Corners = [Vec3; 3];

/// A grid round a level.
pub(super) struct Raster {
    pub(super) frame: Frame,
    /// Metres: where voxels begin.
    lowest: f32,
    /// Metres.
    cell_height: f32,
    /// How many voxels high the level is.
    pub(super) layers: u64,
    /// In cells and voxels, from the corner of the grid.
    pub(super) triangles: Vec<Corners>,
}

impl Raster {
    /// A grid for all triangles, of which there is one at least. Its size is checked before there is any room for it.
    pub(super) fn of(definition: &SoupDefinition, all: &[Corners]) -> Result<Self, SoupError> {
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for &corner in all.iter().flatten() {
            (min, max) = (min.min(corner), max.max(corner));
        }
        let (cell, cell_height) = (definition.cell_size, definition.cell_height);
        let in_cells = |at: Vec3| DVec2::new(at.x.into(), at.y.into()) / f64::from(cell);
        // On multiples of a cell: a level that is moved by whole cells has the same ground.
        let low = in_cells(min).floor() - MARGIN;
        let size = in_cells(max).ceil() + MARGIN - low;
        let layers = ((max.z - min.z) / cell_height).ceil() + 1.0;
        let [width, depth, layers] = [size.x as u64, size.y as u64, layers as u64];
        let fits = width.max(depth) <= MOST_ALONG
            && width.saturating_mul(depth) <= MOST_CELLS
            && layers <= MOST_VOXELS;
        if !fits {
            return Err(SoupError::TooLarge {
                width,
                depth,
                height: layers,
                limit: MOST_CELLS,
                side: MOST_ALONG,
                layers: MOST_VOXELS,
            });
        }
        let corner = |at: Vec3| {
            let place = ((in_cells(at) - low) * PARTS_OF_CELL).round() + 0.5;
            (place / PARTS_OF_CELL).as_vec2().extend((at.z - min.z) / cell_height)
        };
        let triangles = all.iter().map(|corners| corners.map(corner)).collect();
        let min_corner = (low * f64::from(cell)).as_vec2();
        let frame = Frame { min: min_corner, cell, width: width as usize, depth: depth as usize };
        let raster = Self { frame, lowest: min.z, cell_height, layers, triangles };
        raster.check_pairs()?;
        Ok(raster)
    }

    /// The height at which so many voxels end, in metres.
    pub(super) fn height(&self, voxels: u16) -> f32 {
        self.lowest + f32::from(voxels) * self.cell_height
    }

    /// Makes sure that triangles do not lie over each other so often that it would take too long to look at all.
    fn check_pairs(&self) -> Result<(), SoupError> {
        let frame = &self.frame;
        // By how many more boxes round triangles a cell is covered than the one to the west, than in the row to the south.
        let row = frame.width + 1;
        let mut changes = vec![0_i64; row * (frame.depth + 1)];
        for [a, b, c] in &self.triangles {
            let (low, high) = (a.min(*b).min(*c), a.max(*b).max(*c));
            let west = (low.x as usize).min(frame.width - 1);
            let east = (high.x as usize).min(frame.width - 1) + 1;
            let south = (low.y as usize).min(frame.depth - 1) * row;
            let north = (high.y as usize).min(frame.depth - 1) * row + row;
            for (corner, change) in
                [(south + west, 1), (south + east, -1), (north + west, -1), (north + east, 1)]
            {
                changes[corner] += change;
            }
        }
        let mut pairs = 0_u64;
        for at in 0..changes.len() {
            let (west, south) = (at % row != 0, at >= row);
            let sum = |is_there: bool, back: usize| if is_there { changes[at - back] } else { 0 };
            changes[at] += sum(west, 1) + sum(south, row) - sum(west && south, row + 1);
            pairs = pairs.saturating_add(changes[at].unsigned_abs().saturating_pow(2));
        }
        match pairs > MOST_PAIRS {
            true => Err(SoupError::TooDense { pairs, limit: MOST_PAIRS }),
            false => Ok(()),
        }
    }
}
