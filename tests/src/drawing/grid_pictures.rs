//! What pictures of grids are made of: cells, walls on steps, heat maps with contour lines, arrows.

use flowfield::{Direction, Steps};
use glam::Vec2;

use crate::drawing::canvas::Colour;
use crate::drawing::figure::Figure;
use crate::drawing::palette::{INK, SPEED, UNREACHED, WALL, on_scale};

/// Colours open cells, blocks the others, and draws the closed steps between open ones as lines.
/// Pixel by pixel: no seams.
pub fn cells(figure: &mut Figure, steps: &Steps, colour: impl Fn(usize) -> Colour) {
    let frame = steps.frame();
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
    closed_steps(figure, steps);
}

fn closed_steps(figure: &mut Figure, steps: &Steps) {
    let frame = steps.frame();
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

/// Colours every pixel by the value there, and darkens those that a contour line passes through, one at each
/// multiple of `step`.
pub fn heat_map(
    figure: &mut Figure,
    value: impl Fn(Vec2) -> Option<f32>,
    colour: impl Fn(f32) -> Colour,
    step: f32,
) {
    let (columns, rows) = figure.pixels();
    let value = |x: usize, y: usize| value(figure.world(x, y));
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

/// An arrow round a point of the world: longer and bluer with the speed; `length` in pixels.
pub fn arrow(figure: &mut Figure, center: Vec2, velocity: Vec2, length: f32) {
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
