//! What can be seen of a world, as lines: for gizmos, or any other way to draw them.

use bevy_ecs::prelude::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use hybrid::{DebugLayer, DebugLine, World};

use crate::plane::outward;

/// What of the world is drawn; by default obstacles and units.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Resource)]
pub struct NavDebug {
    /// The sides of the mesh's cells.
    pub cells: bool,
    /// The obstacles, in convex parts; they are not grown by the radius of the class, as walls of cells are.
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

/// A line in the world's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavLine {
    /// Where it begins, in metres.
    pub from: Vec2,
    /// Where it ends, in metres.
    pub to: Vec2,
    /// What it shows.
    pub layer: DebugLayer,
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
    pub fn draw(&self, world: &World, mut line: impl FnMut(NavLine)) {
        world.debug_lines(
            self.class,
            |layer| self.wants(layer),
            |DebugLine { from, to, layer }| {
                line(NavLine { from: outward(from), to: outward(to), layer });
            },
        );
    }

    fn wants(&self, layer: DebugLayer) -> bool {
        match layer {
            DebugLayer::Cell => self.cells,
            DebugLayer::Obstacle => self.obstacles,
            DebugLayer::Moving | DebugLayer::Resting | DebugLayer::Stuck => self.units,
            DebugLayer::Velocity => self.velocities,
            DebugLayer::Place => self.places,
            DebugLayer::Path => self.paths,
            DebugLayer::Window => self.windows,
            DebugLayer::Field => self.fields,
        }
    }
}
