//! Many shapes in one call to the graphics card: discs, lines and polygons of one texture.

use eframe::egui::{
    Color32, ColorImage, Context, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions,
    Vec2 as Away, pos2, vec2,
};
use eframe::epaint::Vertex;
use hybrid::glam::Vec2;

use crate::view::View;

/// Pixels of a side of each of the four pictures in the texture: a disc, a ring, a line from side to side, and all white.
const SIDE: usize = 64;
/// The pictures, from the left.
const PICTURES: usize = 4;
/// How thick the ring is, as a share of its radius.
const RING: f32 = 0.22;
/// A line is drawn so much wider, as its sides are soft.
const SOFT: f32 = 1.4;

/// The texture that all shapes are cut from.
pub struct Shapes(TextureHandle);

impl Shapes {
    /// Makes the texture.
    pub fn new(ctx: &Context) -> Self {
        let half = 0.5 * SIDE as f32;
        let mut pixels = Vec::with_capacity(SIDE * SIDE * PICTURES);
        for y in 0..SIDE {
            for x in 0..SIDE * PICTURES {
                let away = vec2((x % SIDE) as f32 + 0.5 - half, y as f32 + 0.5 - half);
                let inside = half - 1.0 - away.length();
                let cover = match x / SIDE {
                    0 => inside,
                    1 => inside.min(away.length() - (half - 1.0) * (1.0 - RING)),
                    2 => (half - away.y.abs()) / (half * (1.0 - 1.0 / SOFT)),
                    _ => 1.0,
                };
                let alpha = (cover.clamp(0.0, 1.0) * 255.0) as u8;
                pixels.push(Color32::from_rgba_premultiplied(alpha, alpha, alpha, alpha));
            }
        }
        let image = ColorImage::new([SIDE * PICTURES, SIDE], pixels);
        Self(ctx.load_texture("shapes", image, TextureOptions::LINEAR))
    }
}

/// The corner of a picture of the texture; (0, 0) is its upper left one.
fn corner(picture: usize, x: f32, y: f32) -> Pos2 {
    pos2((picture as f32 + x) / PICTURES as f32, y)
}

/// Shapes that are drawn together, the later ones on top.
pub struct Batch<'a> {
    /// What is seen.
    pub view: &'a View,
    mesh: Mesh,
}

impl<'a> Batch<'a> {
    /// No shapes yet.
    pub fn new(view: &'a View, shapes: &Shapes) -> Self {
        Self { view, mesh: Mesh::with_texture(shapes.0.id()) }
    }

    /// Draws all of them.
    pub fn finish(self, painter: &Painter) {
        if !self.mesh.is_empty() {
            painter.add(Shape::mesh(self.mesh));
        }
    }

    fn quad(&mut self, corners: [(Pos2, Pos2); 4], color: Color32) {
        let first = self.mesh.vertices.len() as u32;
        self.mesh.vertices.extend(corners.map(|(pos, uv)| Vertex { pos, uv, color }));
        self.mesh.indices.extend([first, first + 1, first + 2, first, first + 2, first + 3]);
    }

    fn round(&mut self, picture: usize, center: Pos2, radius: f32, color: Color32) {
        let Rect { min, max } = Rect::from_center_size(center, Away::splat(2.0 * radius + 1.0));
        let corners = [
            (min.x, min.y, 0.0, 0.0),
            (max.x, min.y, 1.0, 0.0),
            (max.x, max.y, 1.0, 1.0),
            (min.x, max.y, 0.0, 1.0),
        ];
        self.quad(corners.map(|(x, y, u, v)| (pos2(x, y), corner(picture, u, v))), color);
    }

    /// A disc, in metres; at least so many points of the screen in radius.
    pub fn disc(&mut self, center: Vec2, radius: f32, least: f32, color: Color32) {
        self.round(0, self.view.at(center), (radius * self.view.scale).max(least), color);
    }

    /// A ring, in metres; at least so many points of the screen in radius.
    pub fn ring(&mut self, center: Vec2, radius: f32, least: f32, color: Color32) {
        self.round(1, self.view.at(center), (radius * self.view.scale).max(least), color);
    }

    /// A line between two points of the world, so many points of the screen wide.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color32) {
        self.screen_line(self.view.at(from), self.view.at(to), width, color);
    }

    /// A line between two points of the screen.
    pub fn screen_line(&mut self, from: Pos2, to: Pos2, width: f32, color: Color32) {
        let along = to - from;
        let length = along.length();
        if length > 0.0 {
            let side = along.rot90() * (0.5 * SOFT * width / length);
            let corners =
                [(from + side, 0.0), (to + side, 0.0), (to - side, 1.0), (from - side, 1.0)];
            self.quad(corners.map(|(at, v)| (at, corner(2, 0.5, v))), color);
        }
    }

    /// Lines from point to point.
    pub fn lines(&mut self, points: &[Vec2], width: f32, color: Color32) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, color);
        }
    }

    /// Lines round a ring of points.
    pub fn outline(&mut self, points: &[Vec2], width: f32, color: Color32) {
        self.lines(points, width, color);
        if let [first, .., last] = points {
            self.line(*last, *first, width, color);
        }
    }

    /// A convex polygon.
    pub fn convex(&mut self, points: &[Vec2], color: Color32) {
        let corners = points.len() as u32;
        self.triangles(points, (1..corners.saturating_sub(1)).flat_map(|k| [0, k, k + 1]), color);
    }

    /// Triangles: three indices of points for each.
    pub fn triangles(
        &mut self,
        points: &[Vec2],
        indices: impl IntoIterator<Item = u32>,
        color: Color32,
    ) {
        let first = self.mesh.vertices.len() as u32;
        let uv = corner(3, 0.5, 0.5);
        self.mesh.vertices.extend(points.iter().map(|&point| Vertex {
            pos: self.view.at(point),
            uv,
            color,
        }));
        self.mesh.indices.extend(indices.into_iter().map(|index| first + index));
    }

    /// An upright rectangle.
    pub fn rectangle(&mut self, min: Vec2, max: Vec2, color: Color32) {
        self.convex(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], color);
    }

    /// An arrow, in metres; its head is a third of it.
    pub fn arrow(&mut self, from: Vec2, along: Vec2, width: f32, color: Color32) {
        let to = from + along;
        self.line(from, to, width, color);
        let side = along.perp() * 0.16;
        let neck = from + along * 0.62;
        self.triangles(&[to, neck + side, neck - side], [0, 1, 2], color);
    }
}
