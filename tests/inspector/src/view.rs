//! What part of the world is seen: metres to points of the screen and back.

use eframe::egui::{Pos2, Rect, vec2};
use hybrid::glam::Vec2;
use hybrid::navmesh::Bounds;

/// Points of the screen per metre: the least and the most.
const SCALES: [f32; 2] = [0.02, 400.0];

/// A part of the world, upright: y is up.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The middle of the screen, in metres.
    pub center: Vec2,
    /// Points of the screen per metre.
    pub scale: f32,
    /// The part of the screen.
    pub screen: Rect,
}

impl Default for View {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            scale: 1.0,
            screen: Rect::from_min_size(Pos2::ZERO, vec2(1.0, 1.0)),
        }
    }
}

impl View {
    /// Shows all of it, with a little room around.
    pub fn fit(&mut self, bounds: Bounds) {
        let size = (bounds.max - bounds.min).max(Vec2::splat(1.0));
        let room = self.screen.size() * 0.96;
        self.center = bounds.min.midpoint(bounds.max);
        self.scale = (room.x / size.x).min(room.y / size.y).clamp(SCALES[0], SCALES[1]);
    }

    /// Where a point of the world is on the screen.
    pub fn at(&self, point: Vec2) -> Pos2 {
        let away = (point - self.center) * self.scale;
        self.screen.center() + vec2(away.x, -away.y)
    }

    /// What point of the world is there.
    pub fn point(&self, at: Pos2) -> Vec2 {
        let away = (at - self.screen.center()) / self.scale;
        self.center + Vec2::new(away.x, -away.y)
    }

    /// What is seen of the world.
    pub fn bounds(&self) -> Bounds {
        let half = Vec2::new(self.screen.width(), self.screen.height()) * (0.5 / self.scale);
        Bounds::new(self.center - half, self.center + half)
    }

    /// Whether some of a disc is seen.
    pub fn sees(&self, center: Vec2, radius: f32) -> bool {
        let Bounds { min, max } = self.bounds();
        center.cmpge(min - radius).all() && center.cmple(max + radius).all()
    }

    /// Moves what is seen by points of the screen.
    pub fn pan(&mut self, by: eframe::egui::Vec2) {
        self.center -= Vec2::new(by.x, -by.y) / self.scale;
    }

    /// Zooms so that what is at a point of the screen stays there.
    pub fn zoom(&mut self, factor: f32, around: Pos2) {
        let fixed = self.point(around);
        self.scale = (self.scale * factor).clamp(SCALES[0], SCALES[1]);
        self.center += fixed - self.point(around);
    }
}
