//! How high the ground lies at the points of a grid: on the triangles themselves.

use std::collections::VecDeque;

use glam::{DVec3, Vec2};

use super::columns::{Frame, STEPS};
use super::definition::SoupDefinition;
use super::error::SoupError;
use super::floors::Ground;
use super::raster::Corners;
use crate::terrain::heights::HeightGrid;

/// The most samples of a grid: as many as cells are looked at.
const MOST_SAMPLES: u64 = 1 << 23;

/// The samples of a grid, as they are found.
struct Samples<'a> {
    /// Each sample is the middle of a cell here.
    frame: Frame,
    ground: &'a Ground,
    /// How high voxels say that ground is.
    about: Vec<Option<f32>>,
    /// What triangle is nearest to that.
    found: Vec<Option<f32>>,
}

/// Heights on all ground, and as high as the nearest beside it; and the lowest and highest of those on ground.
pub(super) fn heights(
    definition: &SoupDefinition,
    ground: &Ground,
    triangles: &[Corners],
) -> Result<(HeightGrid, f32, f32), SoupError> {
    let spacing = definition.height_spacing;
    let size = Vec2::new(ground.frame.width as f32, ground.frame.depth as f32) * ground.frame.cell;
    // One more than fit in, so that the last one lies on the border or behind it.
    let counts = (size / spacing).ceil() + 1.0;
    let (width, depth) = (counts.x as usize, counts.y as usize);
    if width as u64 * depth as u64 > MOST_SAMPLES {
        let (width, depth) = (width as u64, depth as u64);
        let (limit, side, layers) = (MOST_SAMPLES, MOST_SAMPLES, 1);
        return Err(SoupError::TooLarge { width, depth, height: 1, limit, side, layers });
    }
    let min = ground.frame.min;
    let frame = Frame { min: min - 0.5 * spacing, cell: spacing, width, depth };
    let about: Vec<Option<f32>> = (0..frame.len())
        .map(|sample| ground.frame.cell_of(frame.centre(sample)).and_then(|at| ground.heights[at]))
        .collect();
    let mut samples = Samples { frame, ground, found: vec![None; about.len()], about };
    for corners in triangles {
        samples.look_at(corners);
    }
    let (heights, lowest, highest) = samples.all(definition.cell_height);
    Ok((HeightGrid { min, spacing, columns: width, heights }, lowest, highest))
}

impl Samples<'_> {
    /// Takes a triangle's surface where it is nearer to the ground than others.
    fn look_at(&mut self, corners: &Corners) {
        let [a, b, c] = corners.map(|corner| corner.as_dvec3());
        let normal = (b - a).cross(c - a);
        if normal.z == 0.0 {
            return;
        }
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        let index = |at: f64, origin: f32, most: usize| {
            let index = (at - f64::from(origin)) / f64::from(self.frame.cell) - 0.5;
            (index.max(0.0) as usize).min(most - 1)
        };
        let columns = [min.x, max.x].map(|x| index(x, self.frame.min.x, self.frame.width));
        let rows = [min.y, max.y].map(|y| index(y, self.frame.min.y, self.frame.depth));
        for row in rows[0]..=rows[1] {
            for column in columns[0]..=columns[1] {
                let sample = row * self.frame.width + column;
                let Some(about) = self.about[sample] else { continue };
                let at = self.frame.centre(sample).as_dvec2().extend(0.0);
                if !covers([a, b, c], normal.z, at) {
                    continue;
                }
                let rise = (at - a).truncate().dot(normal.truncate()) / normal.z;
                let height = (a.z - rise) as f32;
                let off = |height: f32| (height - about).abs();
                if self.found[sample].is_none_or(|found| off(height) < off(found)) {
                    self.found[sample] = Some(height);
                }
            }
        }
    }

    /// All heights: on ground what was found, elsewhere that of the nearest ground, over sides of squares.
    fn all(self, cell_height: f32) -> (Vec<f32>, f32, f32) {
        // Ground without a triangle just there, at a border, is half a voxel below what voxels say.
        let known = |(about, found): (&Option<f32>, &Option<f32>)| {
            about.map(|about| found.unwrap_or(about - 0.5 * cell_height))
        };
        let mut heights: Vec<Option<f32>> = self.about.iter().zip(&self.found).map(known).collect();
        let range = heights.iter().flatten();
        // Islands between samples have none.
        let about =
            || self.ground.heights.iter().flatten().map(|height| height - 0.5 * cell_height);
        let lowest = range.clone().copied().reduce(f32::min).or_else(|| about().reduce(f32::min));
        let highest = range.copied().reduce(f32::max).or_else(|| about().reduce(f32::max));
        let mut open: VecDeque<usize> =
            (0..heights.len()).filter(|&sample| heights[sample].is_some()).collect();
        while let Some(sample) = open.pop_front() {
            for step in STEPS {
                let Some(next) = self.frame.neighbour(sample, step) else { continue };
                if heights[next].is_none() {
                    heights[next] = heights[sample];
                    open.push_back(next);
                }
            }
        }
        let lowest = lowest.unwrap_or_default();
        let heights = heights.into_iter().map(|height| height.unwrap_or(lowest)).collect();
        (heights, lowest, highest.unwrap_or_default())
    }
}

/// Whether a point of the plane lies in a triangle, or on its border.
fn covers([a, b, c]: [DVec3; 3], turn: f64, at: DVec3) -> bool {
    [[a, b], [b, c], [c, a]].into_iter().all(|[from, to]| {
        let side = (to - from).truncate().perp_dot((at - from).truncate());
        side * turn >= 0.0
    })
}
