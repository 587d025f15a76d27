//! A small software canvas with smooth edges: lines, discs and convex polygons, by the share of
//! each pixel that they cover.

use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;

use glam::Vec2;

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
    pixels: Vec<[f32; 3]>,
    clip: (Range<usize>, Range<usize>),
}

/// Sub-rows of a pixel that a polygon's edge is followed in.
const SUB_ROWS: usize = 4;

impl Canvas {
    /// A canvas of one colour.
    pub fn new(width: usize, height: usize, Colour([r, g, b, _]): Colour) -> Self {
        Self { width, height, pixels: vec![[r, g, b]; width * height], clip: (0..width, 0..height) }
    }

    /// Returns red, green and blue of a pixel.
    #[cfg(test)]
    pub(crate) fn pixel(&self, x: usize, y: usize) -> [f32; 3] {
        self.pixels[y * self.width + x]
    }

    /// Only these columns and rows take colour from now on.
    pub fn clip(&mut self, columns: Range<usize>, rows: Range<usize>) {
        self.clip =
            (columns.start..columns.end.min(self.width), rows.start..rows.end.min(self.height));
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width as f32, self.height as f32)
    }

    /// Mixes a colour into a pixel that it covers in part.
    pub fn blend(&mut self, x: usize, y: usize, Colour([r, g, b, opacity]): Colour, coverage: f32) {
        let share = opacity * coverage.clamp(0.0, 1.0);
        if self.clip.0.contains(&x) && self.clip.1.contains(&y) {
            let pixel = &mut self.pixels[y * self.width + x];
            for (old, new) in pixel.iter_mut().zip([r, g, b]) {
                *old += (new - *old) * share;
            }
        }
    }

    /// The whole pixels from `low` to `high`, cut to the canvas.
    fn span(low: f32, high: f32, end: usize) -> Range<usize> {
        let clamp = |value: f32| value.clamp(0.0, end as f32) as usize;
        clamp(low.floor())..clamp(high.ceil())
    }

    /// A filled disc.
    pub fn disc(&mut self, center: Vec2, radius: f32, colour: Colour) {
        self.capsule(center, center, radius, colour);
    }

    /// A line with round ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Colour) {
        // Thinner than a pixel means fainter, not interrupted.
        let shown = width.max(1.0);
        let [.., opacity] = colour.0;
        self.capsule(from, to, shown / 2.0, colour.faded(opacity * width / shown));
    }

    /// Lines from point to point.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        points.windows(2).for_each(|pair| self.line(pair[0], pair[1], width, colour));
    }

    /// All points within `radius` of a segment.
    fn capsule(&mut self, a: Vec2, b: Vec2, radius: f32, colour: Colour) {
        if !(a + b).is_finite() {
            return;
        }
        let along = b - a;
        let reach = radius + 1.0;
        let squared = along.length_squared();
        for y in Self::span(a.y.min(b.y) - reach, a.y.max(b.y) + reach, self.height) {
            // The part of the segment that this row can see bounds the columns to be looked at.
            let middle = y as f32 + 0.5;
            let share =
                |at: f32| if along.y == 0.0 { 0.0 } else { ((at - a.y) / along.y).clamp(0.0, 1.0) };
            let (p, q) = if along.y == 0.0 {
                (a, b)
            } else {
                (a + along * share(middle - reach), a + along * share(middle + reach))
            };
            for x in Self::span(p.x.min(q.x) - reach, p.x.max(q.x) + reach, self.width) {
                let point = Vec2::new(x as f32 + 0.5, middle);
                let nearest = if squared > 0.0 {
                    ((point - a).dot(along) / squared).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let coverage = radius + 0.5 - point.distance(a + along * nearest);
                if coverage > 0.0 {
                    self.blend(x, y, colour, coverage);
                }
            }
        }
    }

    /// A filled convex polygon, either way round.
    pub fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        let low = corners.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(Vec2::max).unwrap_or_default();
        if corners.len() < 3 || !(low + high).is_finite() {
            return;
        }
        let columns = Self::span(low.x, high.x, self.width);
        let mut coverage = vec![0.0; columns.len()];
        for y in Self::span(low.y, high.y, self.height) {
            coverage.fill(0.0);
            for sub in 0..SUB_ROWS {
                let at = y as f32 + (sub as f32 + 0.5) / SUB_ROWS as f32;
                let Some((left, right)) = crossing(corners, at) else { continue };
                for x in Self::span(left, right, self.width) {
                    let covered = right.min(x as f32 + 1.0) - left.max(x as f32);
                    if let Some(sum) =
                        x.checked_sub(columns.start).and_then(|index| coverage.get_mut(index))
                    {
                        *sum += covered.max(0.0) / SUB_ROWS as f32;
                    }
                }
            }
            for (x, &covered) in columns.clone().zip(&coverage) {
                self.blend(x, y, colour, covered);
            }
        }
    }

    /// Writes a PNG file, eight bits a channel; the folder is made if it is not there.
    ///
    /// # Errors
    /// [`Error::Output`] with the system's reason.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        self.write(path)
            .map_err(|reason| Error::Output { file: path.display().to_string(), reason })
    }

    fn write(&self, path: &Path) -> Result<(), String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        let file = std::fs::File::create(path).map_err(|error| error.to_string())?;
        let mut encoder =
            png::Encoder::new(BufWriter::new(file), self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let bytes: Vec<u8> = self
            .pixels
            .iter()
            .flatten()
            .map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)
            .collect();
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        writer.write_image_data(&bytes).map_err(|error| error.to_string())?;
        writer.finish().map_err(|error| error.to_string())
    }
}

/// Where a horizontal line enters and leaves a convex polygon.
fn crossing(corners: &[Vec2], y: f32) -> Option<(f32, f32)> {
    let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if (a.y <= y) != (b.y <= y) {
            let x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
            (left, right) = (left.min(x), right.max(x));
        }
    }
    (left < right).then_some((left, right))
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
        canvas.pixels.iter().map(|pixel| 1.0 - pixel[0]).sum()
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
