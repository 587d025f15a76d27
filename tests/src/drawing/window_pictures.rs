//! Pictures of the window of a group: density, potential and flow.

use std::path::Path;

use flowfield::Frame;
use glam::Vec2;

use crate::drawing::canvas::Colour;
use crate::drawing::figure::{Figure, round_number};
use crate::drawing::grid_pictures::{arrow, cells, heat_map};
use crate::drawing::palette::{ACCENT, FREE, HEAT, INK, SPEED, UNREACHED, VIRIDIS, on_scale};
use crate::error::Error;
use crate::scoring::queues::Disc;
use crate::scoring::recording::{Moment, Window};

/// Contour lines of the potential, about.
const CONTOURS: f32 = 24.0;
/// Least pixels between two arrows.
const ARROW_STEP: f32 = 22.0;

/// Pixels of the dot of a cell where the field begins.
const SEED: f32 = 2.5;

/// A moment with a window, and how to call it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Name of the scene and time.
    pub title: &'a str,
    /// The units.
    pub moment: &'a Moment,
    /// The window.
    pub window: &'a Window,
    /// The obstacles.
    pub outlines: &'a [Vec<Vec2>],
}

/// Draws the crowd's density, with the units on top.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_density(file: &Path, view: &View<'_>) -> Result<(), Error> {
    let density = |index: usize| view.window.crowd.density(index);
    let greatest = (0..frame(view).cell_count()).map(density).fold(1.0, f32::max);
    let mut figure = figure(view, "density");
    figure.scale_of_colours(HEAT, "0", &format!("{greatest:.1}"));
    cells(&mut figure, &view.window.steps, |index| on_scale(HEAT, density(index) / greatest));
    figure.walls(view.outlines.iter().map(Vec::as_slice));
    units(&mut figure, &view.moment.units, INK.faded(0.75));
    finish(figure, view, file)
}

/// Draws the potential with contour lines, and a dot in each cell where it begins.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_potential(file: &Path, view: &View<'_>) -> Result<(), Error> {
    let finite =
        view.window.field.potential().as_slice().iter().copied().filter(|value| value.is_finite());
    let (low, high) =
        finite.fold((f32::INFINITY, 0.0), |(low, high), value| (value.min(low), value.max(high)));
    let (low, range) = (low.min(high), (high - low).max(1e-3));
    let step = round_number(range / CONTOURS).max(1e-3);
    let mut figure = figure(view, &format!("potential, a line every {step} m, from the dots"));
    figure.scale_of_colours(VIRIDIS, &format!("{high:.0} m"), &format!("{low:.0} m"));
    cells(&mut figure, &view.window.steps, |_| UNREACHED);
    let value = |point: Vec2| view.window.field.potential_at(point);
    heat_map(&mut figure, value, |value| on_scale(VIRIDIS, 1.0 - (value - low) / range), step);
    for seed in &view.window.seeds {
        let at = figure.at(frame(view).center(seed.cell));
        figure.canvas.disc(at, SEED, INK);
    }
    finish(figure, view, file)
}

/// Draws the velocities that units find in the field, and the units.
///
/// # Errors
/// [`Error::Output`] if the file cannot be written.
pub fn draw_flow(file: &Path, view: &View<'_>) -> Result<(), Error> {
    let frame = frame(view);
    let mut figure = figure(view, "flow");
    figure.scale_of_colours(SPEED, "slow", "free");
    cells(&mut figure, &view.window.steps, |_| FREE);
    figure.walls(view.outlines.iter().map(Vec::as_slice));
    units(&mut figure, &view.moment.units, ACCENT.faded(0.35));
    let stride = (ARROW_STEP / figure.length(frame.cell_size)).ceil().max(1.0) as usize;
    let velocity = view.window.field.velocity();
    for index in 0..frame.cell_count() {
        let cell = frame.cell_at_index(index);
        let shown =
            cell.x as usize % stride == stride / 2 && cell.y as usize % stride == stride / 2;
        if shown && view.window.field.reached(index) {
            let length = figure.length(frame.cell_size) * stride as f32 * 0.8;
            arrow(&mut figure, frame.center(cell), velocity.as_slice()[index], length);
        }
    }
    finish(figure, view, file)
}

fn frame<'a>(view: &View<'a>) -> &'a Frame {
    view.window.field.frame()
}

fn figure(view: &View<'_>, what: &str) -> Figure {
    Figure::new(frame(view).min(), frame(view).max(), &format!("{}: {what}", view.title))
}

/// The leader's path and its exit on top of everything.
fn finish(mut figure: Figure, view: &View<'_>, file: &Path) -> Result<(), Error> {
    figure.polyline(&view.window.path, 2.5, ACCENT);
    for point in view.window.exit.iter().chain(view.window.path.last()) {
        figure.mark(*point, 7.0, ACCENT);
    }
    figure.finish(file)
}

fn units(figure: &mut Figure, units: &[Disc], colour: Colour) {
    for unit in units {
        let (at, radius) = (figure.at(unit.center), figure.length(unit.radius));
        figure.canvas.disc(at, radius.max(1.5), colour);
    }
}
