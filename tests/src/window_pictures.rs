//! Pictures of the window of a group: density, potential and flow.

use std::path::Path;

use flowfield::{Direction, Frame, Steps};
use glam::Vec2;

use crate::canvas::Colour;
use crate::error::Error;
use crate::figure::{Figure, round_number};
use crate::palette::{ACCENT, FREE, HEAT, INK, SPEED, UNREACHED, VIRIDIS, WALL, on_scale};
use crate::recording::{Disc, Moment, Window};

/// Contour lines of the potential, about.
const CONTOURS: f32 = 24.0;
/// Least pixels between two arrows.
const ARROW_STEP: f32 = 22.0;

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
    let density = view.window.crowd.density().as_slice();
    let greatest = density.iter().copied().fold(1.0, f32::max);
    let mut figure = figure(view, "density");
    figure.scale_of_colours(HEAT, "0", &format!("{greatest:.1}"));
    cells(&mut figure, view, |index| on_scale(HEAT, density[index] / greatest));
    figure.walls(view.outlines.iter().map(Vec::as_slice));
    units(&mut figure, &view.moment.units, INK.faded(0.75));
    finish(figure, view, file)
}

/// Draws the potential with contour lines.
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
    let mut figure = figure(view, &format!("potential, a line every {step} m"));
    figure.scale_of_colours(VIRIDIS, &format!("{high:.0} m"), &format!("{low:.0} m"));
    cells(&mut figure, view, |_| UNREACHED);
    heat_map(&mut figure, view, |value| on_scale(VIRIDIS, 1.0 - (value - low) / range), step);
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
    cells(&mut figure, view, |_| FREE);
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

/// Colours open cells, blocks the others, and draws the closed steps between open ones as lines.
/// Pixel by pixel: no seams.
fn cells(figure: &mut Figure, view: &View<'_>, colour: impl Fn(usize) -> Colour) {
    let (frame, steps) = (frame(view), &view.window.steps);
    let (columns, rows) = figure.pixels();
    for y in rows {
        for x in columns.clone() {
            let Some(index) = frame.cell_of(figure.world(x, y)).map(|cell| frame.index_of(cell))
            else {
                continue;
            };
            let shown =
                if steps.is_open(index) { colour(index) } else { WALL.towards(UNREACHED, 0.35) };
            figure.canvas.blend(x, y, shown, 1.0);
        }
    }
    closed_steps(figure, frame, steps);
}

fn closed_steps(figure: &mut Figure, frame: &Frame, steps: &Steps) {
    let half = frame.cell_size / 2.0;
    for index in (0..frame.cell_count()).filter(|&index| steps.is_open(index)) {
        let center = frame.center(frame.cell_at_index(index));
        for direction in [Direction::East, Direction::North] {
            let beyond = frame.neighbour(index, direction).filter(|&beyond| steps.is_open(beyond));
            if beyond.is_some() && !steps.step_is_open(index, direction) {
                let (out, side) = (direction.unit() * half, direction.unit().perp() * half);
                figure.polyline(&[center + out - side, center + out + side], 3.0, WALL);
            }
        }
    }
}

/// Colours every pixel by its value, and darkens those that a contour line passes through.
fn heat_map(figure: &mut Figure, view: &View<'_>, colour: impl Fn(f32) -> Colour, step: f32) {
    let (columns, rows) = figure.pixels();
    let value = |x: usize, y: usize| view.window.field.potential_at(figure.world(x, y));
    let values: Vec<Vec<Option<f32>>> =
        rows.clone().map(|y| columns.clone().map(|x| value(x, y)).collect()).collect();
    for (row, y) in rows.enumerate() {
        for (column, x) in columns.clone().enumerate() {
            let Some(value) = values[row][column] else { continue };
            figure.canvas.blend(x, y, colour(value), 1.0);
            let next = |row: usize, column: usize| {
                values.get(row).and_then(|row| row.get(column).copied().flatten())
            };
            let slope = next(row, column + 1)
                .map_or(0.0, |next| next - value)
                .hypot(next(row + 1, column).map_or(0.0, |next| next - value));
            // Pixels to the nearest contour; a jump at a wall is no slope.
            let distance = (value / step - (value / step).round()).abs() * step / slope.max(1e-6);
            if slope < step / 2.0 && value > step / 2.0 {
                figure.canvas.blend(x, y, INK.faded(0.55), 1.1 - distance);
            }
        }
    }
}

fn units(figure: &mut Figure, units: &[Disc], colour: Colour) {
    for unit in units {
        let (at, radius) = (figure.at(unit.center), figure.length(unit.radius));
        figure.canvas.disc(at, radius.max(1.5), colour);
    }
}

fn arrow(figure: &mut Figure, center: Vec2, velocity: Vec2, length: f32) {
    let speed = velocity.length();
    let Some(heading) = velocity.try_normalize().map(|heading| Vec2::new(heading.x, -heading.y))
    else {
        return;
    };
    let colour = on_scale(SPEED, speed);
    let half = heading * (length / 2.0 * (0.35 + 0.65 * speed.min(1.0)));
    let (tail, tip) = (figure.at(center) - half, figure.at(center) + half);
    let barb = heading * (0.38 * length).min(9.0);
    figure.canvas.line(tail, tip - barb * 0.6, 1.6, colour);
    figure
        .canvas
        .polygon(&[tip, tip - barb + barb.perp() * 0.5, tip - barb - barb.perp() * 0.5], colour);
}
