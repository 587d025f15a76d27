//! A picture of a part of the world: metres to pixels (y up in the world, down in the picture), a
//! title, a scale of colours and one of lengths.

use std::ops::Range;
use std::path::Path;

use glam::Vec2;

use crate::drawing::canvas::{Canvas, Colour};
use crate::drawing::palette::{GROUND, INK, Scale, WALL, on_scale};
use crate::drawing::text;
use crate::error::Error;

/// Pixels of the longer side of what is shown.
const LONGER_SIDE: f32 = 1300.0;
/// Most pixels of a metre.
const MOST_SCALE: f32 = 96.0;
/// Pixels around what is shown.
const MARGIN: f32 = 28.0;
/// Pixels above it for title and scales.
const HEADER: f32 = 64.0;
/// Least pixels of the header's width.
const LEAST_WIDTH: f32 = 700.0;
/// Pixels from the title down to the scales.
const SECOND_ROW: f32 = 28.0;
/// Pixels from one line of the notes to the next, and from their left to their text.
const NOTE_ROW: f32 = 26.0;
const NOTE_INDENT: f32 = 58.0;
/// Pixels of the scale of colours; as high as the text.
const BAR: Vec2 = Vec2::new(220.0, text::HEIGHT);
/// Pixels between a scale and its text.
const GAP: f32 = 10.0;

/// A picture in the making.
pub struct Figure {
    /// Where to draw, in pixels; what lies outside the view is cut off.
    pub canvas: Canvas,
    min: Vec2,
    max: Vec2,
    scale: f32,
    /// The top left corner of what is shown, in pixels.
    corner: Vec2,
}

impl Figure {
    /// An empty picture of a rectangle of the world.
    pub fn new(min: Vec2, max: Vec2, title: &str) -> Self {
        Self::sized(min, max, title, LONGER_SIDE)
    }

    /// An empty picture with a number of pixels for the longer side of what is shown.
    pub fn sized(min: Vec2, max: Vec2, title: &str, longer_side: f32) -> Self {
        Self::made(min, max, title, longer_side, HEADER)
    }

    /// An empty picture of a rectangle of the world with room for some lines of notes between the scales and what is shown.
    pub fn with_notes(min: Vec2, max: Vec2, title: &str, notes: usize) -> Self {
        Self::made(min, max, title, LONGER_SIDE, HEADER + notes as f32 * NOTE_ROW)
    }

    fn made(min: Vec2, max: Vec2, title: &str, longer_side: f32, header: f32) -> Self {
        let extent = (max - min).max(Vec2::splat(1e-3));
        let scale = (longer_side / extent.max_element()).min(MOST_SCALE);
        let shown = (extent * scale).round().max(Vec2::ONE);
        let inner = Vec2::new(shown.x.max(LEAST_WIDTH), shown.y + header);
        let size = inner + 2.0 * MARGIN;
        let corner = Vec2::new(((size.x - shown.x) / 2.0).floor(), MARGIN + header);
        let mut canvas = Canvas::new(size.x as usize, size.y as usize, Colour::hex(0xffffff));
        text::write(&mut canvas, Vec2::splat(MARGIN), title, INK);
        let mut figure = Self { canvas, min, max, scale, corner };
        figure.ruler();
        let (columns, rows) = figure.pixels();
        figure.canvas.clip(columns, rows);
        figure.rectangle(min, max, GROUND);
        figure
    }

    /// A point of the world in pixels.
    pub fn at(&self, point: Vec2) -> Vec2 {
        self.corner + Vec2::new(point.x - self.min.x, self.max.y - point.y) * self.scale
    }

    /// The world at a pixel's centre.
    pub fn world(&self, x: usize, y: usize) -> Vec2 {
        let offset = (Vec2::new(x as f32, y as f32) + 0.5 - self.corner) / self.scale;
        Vec2::new(self.min.x + offset.x, self.max.y - offset.y)
    }

    /// The pixels of what is shown: columns and rows.
    pub fn pixels(&self) -> (Range<usize>, Range<usize>) {
        let end = self.corner + ((self.max - self.min) * self.scale).round();
        (self.corner.x as usize..end.x as usize, self.corner.y as usize..end.y as usize)
    }

    /// Pixels of a length in metres.
    pub fn length(&self, metres: f32) -> f32 {
        metres * self.scale
    }

    /// An axis-aligned rectangle of the world.
    pub fn rectangle(&mut self, min: Vec2, max: Vec2, colour: Colour) {
        self.polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], colour);
    }

    /// A convex polygon of the world.
    pub fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| self.at(corner)).collect();
        self.canvas.polygon(&corners, colour);
    }

    /// A line of the world; `width` in pixels.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        let points: Vec<Vec2> = points.iter().map(|&point| self.at(point)).collect();
        self.canvas.polyline(&points, width, colour);
    }

    /// A ring around a point of the world: filled disc with an outline; `radius` in pixels.
    pub fn mark(&mut self, point: Vec2, radius: f32, colour: Colour) {
        let at = self.at(point);
        self.canvas.disc(at, radius + 1.5, Colour::hex(0xffffff));
        self.canvas.disc(at, radius, colour);
    }

    /// Walls on top of what was drawn.
    pub fn walls<'a>(&mut self, outlines: impl IntoIterator<Item = &'a [Vec2]>) {
        for outline in outlines {
            self.polygon(outline, WALL);
        }
    }

    /// Draws a frame around what is shown, and writes the file.
    ///
    /// # Errors
    /// [`Error::Output`] if it cannot be written.
    pub fn finish(mut self, path: &Path) -> Result<(), Error> {
        let Vec2 { x: left, y: bottom } = self.at(self.min);
        let Vec2 { x: right, y: top } = self.at(self.max);
        let frame = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        self.canvas.clip(0..usize::MAX, 0..usize::MAX);
        self.canvas.polyline(&frame.map(Vec2::from), 2.0, WALL);
        self.canvas.save(path)
    }

    /// A scale of colours in the header, from `low` to `high`.
    pub fn scale_of_colours(&mut self, scale: &Scale, low: &str, high: &str) {
        let (columns, rows) = self.pixels();
        self.canvas.clip(0..usize::MAX, 0..usize::MAX);
        // Whole pixels: its steps touch each other.
        let right = (self.canvas.size().x - MARGIN - text::width(high)).floor();
        let left = right - 2.0 * GAP - BAR.x;
        let row = MARGIN + SECOND_ROW;
        text::write(&mut self.canvas, Vec2::new(right, row), high, INK);
        let low_at = Vec2::new(left - text::width(low), row);
        text::write(&mut self.canvas, low_at, low, INK);
        for step in 0..BAR.x as usize {
            let (x, colour) =
                (left + GAP + step as f32, on_scale(scale, step as f32 / (BAR.x - 1.0)));
            let corners = [[x, row], [x + 1.0, row], [x + 1.0, row + BAR.y], [x, row + BAR.y]];
            self.canvas.polygon(&corners.map(Vec2::from), colour);
        }
        self.canvas.clip(columns, rows);
    }

    /// A line of the notes, from 0: a symbol, drawn round a point of the canvas, and what it means.
    pub fn note(&mut self, row: usize, text: &str, symbol: fn(&mut Self, Vec2)) {
        let (columns, rows) = self.pixels();
        self.canvas.clip(0..usize::MAX, 0..usize::MAX);
        let middle = MARGIN + HEADER + (row as f32 + 0.2) * NOTE_ROW;
        symbol(self, Vec2::new(MARGIN + 0.5 * NOTE_INDENT - 8.0, middle));
        let at = Vec2::new(MARGIN + NOTE_INDENT, middle - BAR.y / 2.0);
        text::write(&mut self.canvas, at, text, INK);
        self.canvas.clip(columns, rows);
    }

    /// A line of a round length, about an eighth of the width, under the title.
    fn ruler(&mut self) {
        let metres = round_number((self.max.x - self.min.x) / 8.0);
        let (from, pixels) =
            (Vec2::new(MARGIN, MARGIN + SECOND_ROW + BAR.y / 2.0), self.length(metres));
        self.canvas.line(from, from + Vec2::new(pixels, 0.0), 2.0, INK);
        for end in [from, from + Vec2::new(pixels, 0.0)] {
            self.canvas.line(end - Vec2::new(0.0, 5.0), end + Vec2::new(0.0, 5.0), 2.0, INK);
        }
        text::write(
            &mut self.canvas,
            from + Vec2::new(pixels + GAP, -BAR.y / 2.0),
            &format!("{metres} m"),
            INK,
        );
    }
}

/// The greatest of 1, 2, 5, 10, 20 … (and of their tenths) that is not above a value.
pub fn round_number(value: f32) -> f32 {
    let mut power = 1e-3;
    while power * 10.0 <= value && power < 1e9 {
        power *= 10.0;
    }
    let steps = [5.0, 2.0, 1.0];
    // Products such as 0.001 · 10 are not exact: the answer is read as a person would write it.
    let best = steps
        .into_iter()
        .map(|step| step * power)
        .find(|&step| step <= value * 1.000_1)
        .unwrap_or(power);
    (best * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_round() {
        for (value, expected) in
            [(15.0, 10.0), (20.0, 20.0), (49.0, 20.0), (96.0, 50.0), (0.7, 0.5), (0.001, 0.001)]
        {
            assert_eq!(round_number(value), expected);
        }
    }

    #[test]
    fn pixels_and_metres_agree() {
        let figure = Figure::new(Vec2::new(-3.0, 2.0), Vec2::new(17.0, 9.0), "title");
        let (columns, rows) = figure.pixels();
        let corner = figure.world(columns.start, rows.start);
        assert!(corner.distance(Vec2::new(-3.0, 9.0)) < 0.02, "{corner}");
        assert!(figure.world(columns.end, rows.end).distance(Vec2::new(17.0, 2.0)) < 0.02);
        assert!((figure.at(Vec2::new(17.0, 2.0)).x - columns.end as f32).abs() < 1.0);
    }
}
