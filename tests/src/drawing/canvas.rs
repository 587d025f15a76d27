//! A canvas for shapes with smooth edges, which the library `tiny-skia` draws, and for single pixels.

use std::ops::Range;
use std::path::Path;

use glam::Vec2;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, PixmapMut, PixmapRef, Stroke, Transform,
};

use crate::error::Error;

/// A colour: red, green, blue, opacity, each 0 … 1, as they go into the file (sRGB).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub [f32; 4]);

impl Colour {
    /// An opaque colour from its usual hexadecimal number.
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self([r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, 1.0])
    }

    /// Returns the colour with another opacity.
    pub const fn faded(self, opacity: f32) -> Self {
        let [r, g, b, _] = self.0;
        Self([r, g, b, opacity])
    }

    /// A colour on the way from this one (0) to another (1).
    pub fn towards(self, other: Self, share: f32) -> Self {
        Self(std::array::from_fn(|part| self.0[part] + (other.0[part] - self.0[part]) * share))
    }
}

/// An image whose pixel (0, 0) is at the top left; coordinates are in pixels, a pixel's centre is
/// at its half.
#[derive(Debug, Clone)]
pub struct Canvas {
    width: usize,
    height: usize,
    /// Red, green, blue and opacity of each pixel; all are opaque.
    bytes: Vec<u8>,
    clip: (Range<usize>, Range<usize>),
    /// The clip for shapes; `None`: all of the canvas.
    mask: Option<Mask>,
}

/// Corners of a disc. The library's own circles have so few that their area is a fiftieth too small.
const DISC_CORNERS: usize = 64;
/// The turn from one corner to the next, as cosine and sine.
const DISC_TURN: Vec2 = Vec2::new(0.995_184_7, 0.098_017_14);

impl Canvas {
    /// A canvas of one colour.
    pub fn new(width: usize, height: usize, Colour([r, g, b, _]): Colour) -> Self {
        let bytes = [r, g, b, 1.0].map(byte).repeat(width * height);
        Self { width, height, bytes, clip: (0..width, 0..height), mask: None }
    }

    /// Returns red, green and blue of a pixel.
    #[cfg(test)]
    pub(crate) fn pixel(&self, x: usize, y: usize) -> [f32; 3] {
        let at = 4 * (y * self.width + x);
        std::array::from_fn(|part| f32::from(self.bytes[at + part]) / 255.0)
    }

    /// Only these columns and rows take colour from now on.
    pub fn clip(&mut self, columns: Range<usize>, rows: Range<usize>) {
        let columns = columns.start..columns.end.min(self.width);
        let rows = rows.start..rows.end.min(self.height);
        self.clip = (columns.clone(), rows.clone());
        self.mask = None;
        if self.clip != (0..self.width, 0..self.height) {
            self.mask = Mask::new(self.width as u32, self.height as u32);
            let shares =
                self.mask.iter_mut().flat_map(|mask| mask.data_mut().chunks_mut(self.width));
            for row in shares.take(rows.end).skip(rows.start) {
                row[columns.clone()].fill(u8::MAX);
            }
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width as f32, self.height as f32)
    }

    /// Mixes a colour into a pixel that it covers in part.
    pub fn blend(&mut self, x: usize, y: usize, Colour([r, g, b, opacity]): Colour, coverage: f32) {
        let share = opacity * coverage.clamp(0.0, 1.0);
        if self.clip.0.contains(&x) && self.clip.1.contains(&y) {
            let pixel = &mut self.bytes[4 * (y * self.width + x)..];
            for (part, new) in pixel.iter_mut().zip([r, g, b]) {
                let old = f32::from(*part) / 255.0;
                *part = byte(old + (new - old) * share);
            }
        }
    }

    /// A filled disc.
    pub fn disc(&mut self, center: Vec2, radius: f32, colour: Colour) {
        let mut arm = Vec2::new(radius, 0.0);
        let corners: [Vec2; DISC_CORNERS] = std::array::from_fn(|_| {
            arm = DISC_TURN.rotate(arm);
            center + arm
        });
        self.polygon(&corners, colour);
    }

    /// A filled polygon, either way round.
    pub fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        self.shape(path(corners), colour, None);
    }

    /// A line with round ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Colour) {
        self.polyline(&[from, to], width, colour);
    }

    /// Lines from point to point, with round ends and corners. Thinner than a pixel they are fainter, not interrupted.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
        self.shape(path(points), colour, Some(&stroke));
    }

    /// A path that is filled, or drawn as a line.
    fn shape(&mut self, path: Option<tiny_skia::Path>, colour: Colour, stroke: Option<&Stroke>) {
        let (width, height) = (self.width as u32, self.height as u32);
        let image = PixmapMut::from_bytes(&mut self.bytes, width, height);
        let (Some(path), Some(mut image)) = (path, image) else { return };
        let [r, g, b, opacity] = colour.0.map(byte);
        let mut paint = Paint::default();
        paint.set_color_rgba8(r, g, b, opacity);
        let (at, mask) = (Transform::identity(), self.mask.as_ref());
        match stroke {
            Some(stroke) => image.stroke_path(&path, &paint, stroke, at, mask),
            None => image.fill_path(&path, &paint, FillRule::Winding, at, mask),
        }
    }

    /// Writes a PNG file, eight bits a channel; the folder is made if it is not there.
    ///
    /// # Errors
    /// [`Error::Output`] with the system's reason.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let told = |reason: &dyn std::fmt::Display| Error::unwritten(path, &reason);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        PixmapRef::from_bytes(&self.bytes, self.width as u32, self.height as u32)
            .ok_or_else(|| told(&"it has no pixels"))?
            .save_png(path)
            .map_err(|error| told(&error))
    }
}

/// A share, 0 … 1, as it goes into the file.
fn byte(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

/// From point to point; `None` where nothing is to be drawn, and where one is not finite.
fn path(points: &[Vec2]) -> Option<tiny_skia::Path> {
    let (first, others) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.x, first.y);
    others.iter().for_each(|point| path.line_to(point.x, point.y));
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Colour = Colour::hex(0xffffff);
    const BLACK: Colour = Colour::hex(0x000000);

    /// How much black lies on a white canvas, in pixels.
    fn ink(draw: impl Fn(&mut Canvas)) -> f32 {
        let mut canvas = Canvas::new(40, 30, WHITE);
        draw(&mut canvas);
        canvas.bytes.chunks_exact(4).map(|pixel| 1.0 - f32::from(pixel[0]) / 255.0).sum()
    }

    #[test]
    fn shapes_cover_their_area() {
        let close = |ink: f32, area: f32| {
            assert!((ink - area).abs() < 0.02 * area, "{ink}, expected {area}")
        };
        close(
            ink(|canvas| canvas.disc(Vec2::new(15.3, 14.8), 9.0, BLACK)),
            81.0 * std::f32::consts::PI,
        );
        let triangle = [Vec2::new(3.2, 4.1), Vec2::new(35.7, 8.4), Vec2::new(20.0, 27.3)];
        let area = (triangle[1] - triangle[0]).perp_dot(triangle[2] - triangle[0]) / 2.0;
        close(ink(|canvas| canvas.polygon(&triangle, BLACK)), area);
        let across = (Vec2::new(5.0, 5.0), Vec2::new(30.0, 25.0));
        let area = across.0.distance(across.1) * 3.0 + 2.25 * std::f32::consts::PI;
        close(ink(|canvas| canvas.line(across.0, across.1, 3.0, BLACK)), area);
    }

    #[test]
    fn thin_lines_are_fainter_and_corners_are_not_drawn_twice() {
        let ends = (Vec2::new(5.0, 12.5), Vec2::new(35.0, 12.5));
        let thin = ink(|canvas| canvas.line(ends.0, ends.1, 0.5, BLACK));
        assert!((14.0..17.0).contains(&thin), "{thin}");
        let mut canvas = Canvas::new(40, 30, WHITE);
        let angle = [Vec2::new(5.0, 5.0), Vec2::new(20.0, 15.0), Vec2::new(5.0, 25.0)];
        canvas.polyline(&angle, 6.0, BLACK.faded(0.5));
        assert_eq!(canvas.pixel(20, 15), canvas.pixel(12, 10));
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let all = ink(|canvas| {
            canvas.polygon(
                &[[-9.0, -9.0], [99.0, -9.0], [99.0, 99.0], [-9.0, 99.0]].map(Vec2::from),
                BLACK,
            )
        });
        assert_eq!(all, 40.0 * 30.0);
        assert_eq!(ink(|canvas| canvas.disc(Vec2::new(-20.0, 300.0), 5.0, BLACK)), 0.0);
        let clipped = |canvas: &mut Canvas| {
            canvas.clip(3..6, 29..99);
            canvas.disc(Vec2::new(5.0, 29.0), 20.0, BLACK);
        };
        assert_eq!(ink(clipped), 3.0);
        assert_eq!(ink(|canvas| canvas.line(Vec2::NAN, Vec2::ONE, 5.0, BLACK)), 0.0);
    }
}
