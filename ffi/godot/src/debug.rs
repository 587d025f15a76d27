//! What can be seen of a world, as lines.

use hybrid::{GroupView, Unit, World, glam};

/// A window shows about as many arrows a side at most.
const MOST_ARROWS: u32 = 32;
/// The share of the room between two arrows that one takes.
const ARROW_LENGTH: f32 = 0.8;
/// The sides of a circle.
const SIDES: u8 = 12;

/// The layers: a bit for each, as the worlds' property `debug_layers` has them.
pub(crate) const CELLS: i32 = 1;
pub(crate) const OBSTACLES: i32 = 2;
pub(crate) const UNITS: i32 = 4;
pub(crate) const VELOCITIES: i32 = 8;
pub(crate) const PLACES: i32 = 16;
pub(crate) const PATHS: i32 = 32;
pub(crate) const WINDOWS: i32 = 64;
pub(crate) const FIELDS: i32 = 128;

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Layer {
    /// A side of a cell.
    Cell,
    /// A side of an obstacle.
    Obstacle,
    /// A unit on its way.
    Moving,
    /// A unit that rests, holds or has nothing to do.
    Resting,
    /// A unit that is stuck.
    Stuck,
    /// A velocity.
    Velocity,
    /// The way to a place, as the crow flies.
    Place,
    /// A leg of a path.
    Path,
    /// A side of a window.
    Window,
    /// The flow in a cell.
    Field,
}

/// A line in the world's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    /// Where it begins, in metres.
    pub(crate) from: glam::Vec2,
    /// Where it ends, in metres.
    pub(crate) to: glam::Vec2,
    /// What it shows.
    pub(crate) layer: Layer,
}

/// Hands out the lines of some layers of a world as it was after its last step, those below first.
pub(crate) fn draw(world: &World, layers: i32, line: impl FnMut(Line)) {
    let mut painter = Painter { line, layers };
    if let Some(mesh) = world.mesh(0) {
        if painter.wants(CELLS) {
            for cell in mesh.cells_in(mesh.definition().bounds) {
                painter.ring(mesh.outline(cell), Layer::Cell);
            }
        }
        if painter.wants(OBSTACLES) {
            for (_, outline) in mesh.obstacles() {
                painter.ring(outline.iter().copied(), Layer::Obstacle);
            }
        }
    }
    for group in world.groups() {
        painter.group(&group);
    }
    for unit in world.units() {
        painter.unit(&unit);
    }
}

impl Layer {
    /// Its colour, as red, green and blue from 0 to 255.
    pub(crate) fn colour(self) -> [u8; 3] {
        match self {
            Self::Cell => [0xd0, 0xcc, 0xc4],
            Self::Obstacle => [0x3b, 0x40, 0x48],
            Self::Moving => [0x00, 0x72, 0xb2],
            Self::Resting => [0x00, 0x9e, 0x73],
            Self::Stuck => [0xd5, 0x5e, 0x00],
            Self::Velocity => [0x1d, 0x21, 0x26],
            Self::Place => [0x0b, 0x7a, 0x4b],
            Self::Path => [0xd5, 0x28, 0x5a],
            Self::Window => [0x8a, 0x5c, 0xd6],
            Self::Field => [0x2a, 0x78, 0x8e],
        }
    }
}

struct Painter<F> {
    line: F,
    layers: i32,
}

impl<F: FnMut(Line)> Painter<F> {
    fn wants(&self, layer: i32) -> bool {
        self.layers & layer != 0
    }

    fn line(&mut self, from: glam::Vec2, to: glam::Vec2, layer: Layer) {
        (self.line)(Line { from, to, layer });
    }

    fn ring(&mut self, corners: impl Iterator<Item = glam::Vec2>, layer: Layer) {
        let corners: Vec<glam::Vec2> = corners.collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).for_each(|(&from, &to)| self.line(from, to, layer));
    }

    fn group(&mut self, group: &GroupView<'_>) {
        if self.wants(PATHS) {
            group.path.windows(2).for_each(|leg| self.line(leg[0], leg[1], Layer::Path));
        }
        let Some(field) = group.field else { return };
        let frame = field.frame();
        if self.wants(WINDOWS) {
            let (min, max) = (frame.min(), frame.max());
            let corners = [min, glam::vec2(max.x, min.y), max, glam::vec2(min.x, max.y)];
            self.ring(corners.into_iter(), Layer::Window);
        }
        if !self.wants(FIELDS) {
            return;
        }
        let stride = frame.size.max_element().div_ceil(MOST_ARROWS).max(1);
        let length = ARROW_LENGTH * stride as f32 * frame.cell_size;
        for row in (stride / 2..frame.size.y).step_by(stride as usize) {
            for column in (stride / 2..frame.size.x).step_by(stride as usize) {
                let cell = glam::uvec2(column, row);
                let (from, way) = (frame.center(cell), field.velocity()[cell]);
                if way != glam::Vec2::ZERO {
                    self.line(from, from + way.normalize_or_zero() * length, Layer::Field);
                }
            }
        }
    }

    fn unit(&mut self, unit: &Unit) {
        use hybrid::Activity::{Crossing, Moving, Stuck};
        let at = unit.position;
        if self.wants(UNITS) {
            let layer = match unit.activity {
                Moving | Crossing => Layer::Moving,
                Stuck => Layer::Stuck,
                _ => Layer::Resting,
            };
            let turn = std::f32::consts::TAU / f32::from(SIDES);
            let corner = |k| at + unit.radius * glam::Vec2::from_angle(turn * f32::from(k));
            self.ring((0..SIDES).map(corner), layer);
            self.line(at, at + unit.heading * unit.radius, layer);
        }
        if self.wants(VELOCITIES) && unit.velocity != glam::Vec2::ZERO {
            self.line(at, at + unit.velocity, Layer::Velocity);
        }
        if let Some(place) = unit.place.filter(|_| self.wants(PLACES) && !unit.arrived) {
            self.line(at, place, Layer::Place);
        }
    }
}
