//! Pictures of the whole world: the mesh with the leaders' paths, and the traces of all units.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::{Bounds, NavMesh};

use crate::drawing::canvas::Colour;
use crate::drawing::figure::Figure;
use crate::drawing::palette::{ACCENT, FREE, GOAL, LINE, VIRIDIS, of_group, on_scale};
use crate::error::Error;

/// Pixels that a unit has to move before its trace goes on: traces are many, and their joints
/// should not show.
const TRACE_STEP: f32 = 5.0;

/// Draws a mesh: obstacles as they were given, cells with their sides, paths from start to goal.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_mesh(
    file: &Path,
    title: &str,
    mesh: &NavMesh,
    outlines: &[Vec<Vec2>],
    paths: &[Vec<Vec2>],
) -> Result<(), Error> {
    let Bounds { min, max } = mesh.definition().bounds;
    let mut figure =
        Figure::new(min, max, &format!("{title}: mesh of {} cells", mesh.cell_count()));
    let rings: Vec<Vec<Vec2>> = mesh.cells().map(|cell| mesh.outline(cell).collect()).collect();
    for ring in &rings {
        figure.polygon(ring, FREE);
    }
    for mut ring in rings {
        ring.extend(ring.first().copied());
        figure.polyline(&ring, 0.7, LINE);
    }
    figure.walls(outlines.iter().map(Vec::as_slice));
    for (group, path) in paths.iter().enumerate() {
        let colour = if paths.len() == 1 { ACCENT } else { of_group(group) };
        figure.polyline(path, 3.5, colour);
        if let (Some(&start), Some(&goal)) = (path.first(), path.last()) {
            figure.mark(start, 6.0, colour);
            figure.mark(goal, 6.0, GOAL);
        }
    }
    figure.finish(file)
}

/// Pixels of the line of a link.
const LINK_WIDTH: f32 = 3.0;

/// Draws the way of every unit: light at its start and dark at its end in the colour of its group,
/// or along a scale of colours if there is one group only.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_traces(
    file: &Path,
    title: &str,
    bounds: Bounds,
    traces: &Traces<'_>,
) -> Result<(), Error> {
    let mut figure = Figure::new(
        bounds.min,
        bounds.max,
        &format!("{title}: traces of {} units", traces.groups.len()),
    );
    figure.rectangle(bounds.min, bounds.max, FREE);
    for (outline, colour) in traces.areas {
        figure.polygon(outline, *colour);
    }
    figure.walls(traces.outlines.iter().map(Vec::as_slice));
    for &[from, to] in traces.links {
        figure.polyline(&[from, to], LINK_WIDTH, ACCENT);
    }
    let several = traces.groups.iter().any(|group| Some(group) != traces.groups.first());
    if !several {
        figure.scale_of_colours(VIRIDIS, "start", "end");
    }
    let colour = |group: usize, share: f32| {
        if several {
            of_group(group).towards(FREE, 0.6 * (1.0 - share))
        } else {
            on_scale(VIRIDIS, share * 0.93)
        }
    };
    for (unit, &group) in traces.groups.iter().enumerate() {
        draw_trace(&mut figure, traces.positions, unit, |share| colour(group, share));
    }
    for (unit, &group) in traces.groups.iter().enumerate() {
        for (positions, share, size) in
            [(traces.positions.first(), 0.0, 0.6), (traces.positions.last(), 1.0, 1.0)]
        {
            let Some(&position) = positions.and_then(|positions| positions.get(unit)) else {
                continue;
            };
            let (at, radius) =
                (figure.at(position), figure.length(traces.radii[unit]).max(1.5) * size);
            figure.canvas.disc(at, radius, colour(group, share));
        }
    }
    figure.finish(file)
}

/// What the picture of the traces shows.
#[derive(Debug, Clone, Copy)]
pub struct Traces<'a> {
    /// Positions of all units, from first to last.
    pub positions: &'a [Vec<Vec2>],
    /// Radius of each unit, metres.
    pub radii: &'a [f32],
    /// Group of each unit.
    pub groups: &'a [usize],
    /// The obstacles.
    pub outlines: &'a [Vec<Vec2>],
    /// The areas of other ground, and their colours.
    pub areas: &'a [(Vec<Vec2>, Colour)],
    /// The links, from where to where.
    pub links: &'a [[Vec2; 2]],
}

/// Draws the way of one unit; the colour takes the share of the time until it stood for good.
fn draw_trace(
    figure: &mut Figure,
    positions: &[Vec<Vec2>],
    unit: usize,
    colour: impl Fn(f32) -> Colour,
) {
    let mut way: Vec<(usize, Vec2)> = Vec::new();
    for (index, sample) in positions.iter().enumerate() {
        let Some(at) = sample.get(unit).map(|&position| figure.at(position)) else { continue };
        if way.last().is_none_or(|(_, last)| last.distance(at) >= TRACE_STEP) {
            way.push((index, at));
        }
    }
    let last = way.last().map_or(1, |(index, _)| *index).max(1) as f32;
    for pair in way.windows(2) {
        let ((_, from), (index, to)) = (pair[0], pair[1]);
        let side = (to - from).perp().normalize_or_zero() * 0.6;
        let colour = colour(index as f32 / last).faded(0.45);
        figure.canvas.polygon(&[from - side, to - side, to + side, from + side], colour);
    }
}
