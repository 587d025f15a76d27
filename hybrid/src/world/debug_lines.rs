//! What can be seen of a world, as lines: for whatever way an engine has to draw them.

use std::iter;

use glam::{Vec2, uvec2, vec2};

use crate::bodies::activity::Activity;
use crate::bodies::view::Unit;
use crate::groups::group::GroupView;
use crate::world::state::World;

/// A window shows about as many arrows a side at most.
const MOST_ARROWS: u32 = 32;
/// The share of the room between two arrows that one takes.
const ARROW_LENGTH: f32 = 0.8;
/// The sides of a circle, and how one turns from the other: by 30°.
const SIDES: usize = 12;
const TURN: Vec2 = Vec2::new(0.866_025_4, 0.5);

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugLayer {
    /// A side of a cell.
    Cell,
    /// A side of a convex part of an obstacle; it is not grown by the radius of a class, as walls of cells are.
    Obstacle,
    /// A unit on its way, and where it looks.
    Moving,
    /// A unit that rests, holds or has nothing to do.
    Resting,
    /// A unit that is stuck.
    Stuck,
    /// A velocity: to where the unit is in a second.
    Velocity,
    /// From a unit on its way to its place, as the crow flies.
    Place,
    /// A leg of the path of a group's leader.
    Path,
    /// A side of a group's window.
    Window,
    /// The flow in a window.
    Field,
}

/// A line in the world's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// Where it begins, in metres.
    pub from: Vec2,
    /// Where it ends, in metres.
    pub to: Vec2,
    /// What it shows.
    pub layer: DebugLayer,
}

impl DebugLayer {
    /// Its colour on light ground, as red, green and blue from 0 to 255.
    pub fn colour(self) -> [u8; 3] {
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

impl World {
    /// Hands out the lines of those layers that are `wanted`, as the world was after its last step, those below first. Cells and obstacles are
    /// those of the mesh of `class`, and none if there is no such class.
    ///
    /// ```
    /// use hybrid::{DebugLayer, UnitDefinition, World, WorldDefinition, glam::Vec2, navmesh::Bounds};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// world.add_unit(&UnitDefinition::new(Vec2::new(4.0, 16.0), 0.25, 1.4))?;
    /// let mut lines = Vec::new();
    /// world.debug_lines(0, |layer| layer != DebugLayer::Cell, |line| lines.push(line));
    /// // A circle, and where the unit looks.
    /// assert!(lines.iter().all(|line| line.layer == DebugLayer::Resting) && lines.len() == 13);
    /// # Ok::<(), hybrid::WorldError>(())
    /// ```
    pub fn debug_lines(
        &self,
        class: usize,
        wanted: impl Fn(DebugLayer) -> bool,
        line: impl FnMut(DebugLine),
    ) {
        let mut painter = Painter { wanted, line };
        if let Some(mesh) = self.mesh(class) {
            if painter.wants(DebugLayer::Cell) {
                for cell in mesh.cells_in(mesh.definition().bounds) {
                    painter.ring(mesh.outline(cell), DebugLayer::Cell);
                }
            }
            if painter.wants(DebugLayer::Obstacle) {
                for (_, outline) in mesh.obstacles() {
                    painter.ring(outline.iter().copied(), DebugLayer::Obstacle);
                }
            }
        }
        for group in self.groups() {
            painter.group(&group);
        }
        for unit in self.units() {
            painter.unit(&unit);
        }
    }
}

struct Painter<W, L> {
    wanted: W,
    line: L,
}

impl<W: Fn(DebugLayer) -> bool, L: FnMut(DebugLine)> Painter<W, L> {
    fn wants(&self, layer: DebugLayer) -> bool {
        (self.wanted)(layer)
    }

    fn line(&mut self, from: Vec2, to: Vec2, layer: DebugLayer) {
        (self.line)(DebugLine { from, to, layer });
    }

    fn ring(&mut self, corners: impl Iterator<Item = Vec2>, layer: DebugLayer) {
        let corners: Vec<Vec2> = corners.collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).for_each(|(&from, &to)| self.line(from, to, layer));
    }

    fn group(&mut self, group: &GroupView<'_>) {
        if self.wants(DebugLayer::Path) {
            group.path.windows(2).for_each(|leg| self.line(leg[0], leg[1], DebugLayer::Path));
        }
        let Some(field) = group.field else { return };
        let frame = field.frame();
        if self.wants(DebugLayer::Window) {
            let (min, max) = (frame.min(), frame.max());
            let corners = [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
            self.ring(corners.into_iter(), DebugLayer::Window);
        }
        if !self.wants(DebugLayer::Field) {
            return;
        }
        let stride = frame.size.max_element().div_ceil(MOST_ARROWS).max(1);
        let length = ARROW_LENGTH * stride as f32 * frame.cell_size;
        for row in (stride / 2..frame.size.y).step_by(stride as usize) {
            for column in (stride / 2..frame.size.x).step_by(stride as usize) {
                let cell = uvec2(column, row);
                let (from, way) = (frame.center(cell), field.velocity()[cell]);
                if way != Vec2::ZERO {
                    self.line(from, from + way.normalize_or_zero() * length, DebugLayer::Field);
                }
            }
        }
    }

    fn unit(&mut self, unit: &Unit) {
        let at = unit.position;
        let layer = match unit.activity {
            Activity::Moving | Activity::Crossing => DebugLayer::Moving,
            Activity::Stuck => DebugLayer::Stuck,
            _ => DebugLayer::Resting,
        };
        if self.wants(layer) {
            let spokes = iter::successors(Some(Vec2::X), |&spoke| Some(TURN.rotate(spoke)));
            self.ring(spokes.take(SIDES).map(|spoke| at + unit.radius * spoke), layer);
            self.line(at, at + unit.heading * unit.radius, layer);
        }
        if unit.velocity != Vec2::ZERO && self.wants(DebugLayer::Velocity) {
            self.line(at, at + unit.velocity, DebugLayer::Velocity);
        }
        if let Some(place) = unit.place.filter(|_| !unit.arrived && self.wants(DebugLayer::Place)) {
            self.line(at, place, DebugLayer::Place);
        }
    }
}
