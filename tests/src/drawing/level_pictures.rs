//! A picture of the ground of a level: how high it lies, its borders, and where floors lie over each other.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::{Bounds, Location, NavMesh};
use hybrid::{SoupGround, World};

use crate::drawing::figure::{Figure, round_number};
use crate::drawing::grid_pictures::heat_map;
use crate::drawing::palette::{ACCENT, VIRIDIS, WALL, on_scale};
use crate::error::Error;

/// Draws the ground of a level, of which there is a mesh for points, and a world that knows its heights.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_level(
    file: &Path,
    title: &str,
    ground: &SoupGround,
    mesh: &NavMesh,
    world: &World,
) -> Result<(), Error> {
    let Bounds { min, max } = ground.bounds;
    let report = &ground.report;
    let mut figure = Figure::new(min, max, &format!("{title}: {:.0} m² walkable", report.area));
    let range = (report.highest - report.lowest).max(1e-3);
    let step = round_number(range / 4.0);
    // So that no contour lies on floors of whole numbers of metres.
    let off = 0.37 * step;
    let rise = |at: Vec2| {
        let is_ground = matches!(mesh.locate(at), Location::Cell(_));
        is_ground.then(|| world.height_at(at) - report.lowest + off)
    };
    let colour = |rise: f32| on_scale(VIRIDIS, 0.1 + 0.9 * (rise - off) / range);
    heat_map(&mut figure, rise, colour, step);
    for polygon in ground.walkable.polygons() {
        for ring in std::iter::once(polygon.border()).chain(polygon.holes()) {
            let mut ring: Vec<Vec2> = ring.iter().map(|at| at.as_vec2()).collect();
            ring.extend(ring.first().copied());
            figure.polyline(&ring, 2.0, WALL);
        }
    }
    for Bounds { min, max } in report.overlaps.iter().map(|overlap| overlap.bounds) {
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y), min];
        figure.polyline(&corners, 3.0, ACCENT);
    }
    let metres = |height: f32| format!("{height:.1} m");
    figure.scale_of_colours(VIRIDIS, &metres(report.lowest), &metres(report.highest));
    figure.finish(file)
}
