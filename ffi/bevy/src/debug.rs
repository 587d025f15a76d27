//! What can be seen of a world, as lines: for gizmos, or any other way to draw them.

use bevy_ecs::prelude::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use hybrid::{GroupView, Unit, World, glam};

use crate::plane::outward;

/// A window shows about as many arrows a side at most.
const MOST_ARROWS: u32 = 32;
/// The share of the room between two arrows that one takes.
const ARROW_LENGTH: f32 = 0.8;
/// The sides of a circle.
const SIDES: u8 = 12;

/// What of the world is drawn; by default obstacles and units.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Resource)]
pub struct NavDebug {
    /// The sides of the mesh's cells.
    pub cells: bool,
    /// The obstacles, as the mesh has them: grown by the radius of its class.
    pub obstacles: bool,
    /// The units and where they look.
    pub units: bool,
    /// Where each will be in a second.
    pub velocities: bool,
    /// From each unit on its way to its place.
    pub places: bool,
    /// The paths of the leaders of groups.
    pub paths: bool,
    /// The windows of groups.
    pub windows: bool,
    /// The flow fields in them.
    pub fields: bool,
    /// Whose mesh is drawn: the class of units; default 0, the least.
    pub class: usize,
    /// How high above the plane lines are drawn, in metres; default 0.05.
    pub height: f32,
}

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavLayer {
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
pub struct NavLine {
    /// Where it begins, in metres.
    pub from: Vec2,
    /// Where it ends, in metres.
    pub to: Vec2,
    /// What it shows.
    pub layer: NavLayer,
}

impl Default for NavDebug {
    fn default() -> Self {
        Self { obstacles: true, units: true, ..Self::none() }
    }
}

impl NavDebug {
    /// Nothing.
    pub const fn none() -> Self {
        Self {
            cells: false,
            obstacles: false,
            units: false,
            velocities: false,
            places: false,
            paths: false,
            windows: false,
            fields: false,
            class: 0,
            height: 0.05,
        }
    }

    /// Everything.
    pub const fn all() -> Self {
        Self {
            cells: true,
            obstacles: true,
            units: true,
            velocities: true,
            places: true,
            paths: true,
            windows: true,
            fields: true,
            ..Self::none()
        }
    }

    /// Hands out the lines of a world as it was after its last step, those below first.
    pub fn draw(&self, world: &World, line: impl FnMut(NavLine)) {
        let mut painter = Painter { line };
        if let Some(mesh) = world.mesh(self.class) {
            if self.cells {
                for cell in mesh.cells_in(mesh.definition().bounds) {
                    painter.ring(mesh.outline(cell), NavLayer::Cell);
                }
            }
            if self.obstacles {
                for (_, outline) in mesh.obstacles() {
                    painter.ring(outline.iter().copied(), NavLayer::Obstacle);
                }
            }
        }
        for group in world.groups() {
            painter.group(self, &group);
        }
        for unit in world.units() {
            painter.unit(self, &unit);
        }
    }
}

struct Painter<F> {
    line: F,
}

impl<F: FnMut(NavLine)> Painter<F> {
    fn line(&mut self, from: glam::Vec2, to: glam::Vec2, layer: NavLayer) {
        (self.line)(NavLine { from: outward(from), to: outward(to), layer });
    }

    fn ring(&mut self, corners: impl Iterator<Item = glam::Vec2>, layer: NavLayer) {
        let corners: Vec<glam::Vec2> = corners.collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).for_each(|(&from, &to)| self.line(from, to, layer));
    }

    fn group(&mut self, debug: &NavDebug, group: &GroupView<'_>) {
        if debug.paths {
            group.path.windows(2).for_each(|leg| self.line(leg[0], leg[1], NavLayer::Path));
        }
        let Some(field) = group.field else { return };
        let frame = field.frame();
        if debug.windows {
            let (min, max) = (frame.min(), frame.max());
            let corners = [min, glam::vec2(max.x, min.y), max, glam::vec2(min.x, max.y)];
            self.ring(corners.into_iter(), NavLayer::Window);
        }
        if !debug.fields {
            return;
        }
        let stride = frame.size.max_element().div_ceil(MOST_ARROWS).max(1);
        let length = ARROW_LENGTH * stride as f32 * frame.cell_size;
        for row in (stride / 2..frame.size.y).step_by(stride as usize) {
            for column in (stride / 2..frame.size.x).step_by(stride as usize) {
                let cell = glam::uvec2(column, row);
                let (from, way) = (frame.center(cell), field.velocity()[cell]);
                if way != glam::Vec2::ZERO {
                    self.line(from, from + way.normalize_or_zero() * length, NavLayer::Field);
                }
            }
        }
    }

    fn unit(&mut self, debug: &NavDebug, unit: &Unit) {
        use hybrid::Activity::{Crossing, Moving, Stuck};
        let at = unit.position;
        if debug.units {
            let layer = match unit.activity {
                Moving | Crossing => NavLayer::Moving,
                Stuck => NavLayer::Stuck,
                _ => NavLayer::Resting,
            };
            let turn = std::f32::consts::TAU / f32::from(SIDES);
            let corner = |k| at + unit.radius * glam::Vec2::from_angle(turn * f32::from(k));
            self.ring((0..SIDES).map(corner), layer);
            self.line(at, at + unit.heading * unit.radius, layer);
        }
        if debug.velocities && unit.velocity != glam::Vec2::ZERO {
            self.line(at, at + unit.velocity, NavLayer::Velocity);
        }
        if let Some(place) = unit.place.filter(|_| debug.places && !unit.arrived) {
            self.line(at, place, NavLayer::Place);
        }
    }
}
