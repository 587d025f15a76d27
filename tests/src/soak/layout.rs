//! Where things stand in random worlds: walls, units and goals that the world accepts.

use glam::{Vec2, vec2};
use hybrid::World;
use hybrid::navmesh::Location;

use super::dice::Dice;
use super::program::{Call, Point, Program, Setup, UnitCall, vector};
use super::stage::SoakStage;

/// How often a random place is looked for before it is left.
const TRIES: usize = 30;

/// A program that grows, and the world that it makes.
pub struct Layout {
    /// The numbers of it.
    pub dice: Dice,
    /// What has been called.
    pub program: Program,
    stage: SoakStage,
    /// Whether coordinates are rounded to centimetres: their text is shorter, and coincidences are more common.
    is_rounded: bool,
    /// The next number of an object.
    next: u32,
}

impl Layout {
    /// Begins a program; `None` if no world can be made from the setup.
    pub fn new(setup: Setup, mut dice: Dice) -> Option<Self> {
        let stage = SoakStage::new(&Setup { twins: Vec::new(), ..setup.clone() }).ok()?;
        let is_rounded = dice.is(0.8);
        Some(Self {
            dice,
            program: Program { setup, calls: Vec::new() },
            stage,
            is_rounded,
            next: 0,
        })
    }

    /// Returns the world as it is now.
    pub fn world(&self) -> &World {
        self.stage.world()
    }

    /// Returns the size of the world.
    pub fn size(&self) -> Vec2 {
        vector(self.program.setup.size)
    }

    /// Adds a call, and does what it says: at once, so that what follows fits.
    pub fn call(&mut self, call: Call) {
        let known = self.stage.perform(&call);
        debug_assert_eq!(known, Ok(()));
        self.program.calls.push(call);
    }

    /// Adds a call that is not done here.
    pub fn later(&mut self, call: Call) {
        self.program.calls.push(call);
    }

    /// Returns a number for a new object.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Returns a point as it is written.
    pub fn written(&self, point: Vec2) -> Point {
        let rounded = (point * 100.0).round() / 100.0;
        if self.is_rounded { rounded.to_array() } else { point.to_array() }
    }

    /// Returns a random point.
    pub fn anywhere(&mut self) -> Point {
        let size = self.size();
        let point = self.dice.point(size, 0.5);
        self.written(point)
    }

    /// Returns a random wall: a bar, a box, a triangle, or a wheel; near the last one or anywhere.
    pub fn wall(&mut self, largest: f32) -> Vec<Point> {
        let size = self.size();
        let center = self.dice.point(size, 1.0);
        let long = self.dice.between(1.0, largest);
        let outline = match self.dice.below(6) {
            0 => bar(center, vec2(long, 0.0), 0.3),
            1 => bar(center, vec2(0.0, long), 0.3),
            2 => {
                let angle = self.dice.between(-1.0, 1.0);
                let wide = self.dice.pick(&[0.05, 0.3, 0.3, 1.0]);
                // A direction of about this length will do.
                bar(center, vec2(1.0 - angle.abs(), angle).normalize_or(Vec2::X) * long, wide)
            }
            3 => {
                let wide = self.dice.between(0.5, largest * 0.5);
                bar(center, vec2(long * 0.5, 0.0), wide)
            }
            4 => (0..3).map(|_| center + self.dice.point(Vec2::splat(long), 0.0)).collect(),
            _ => wheel(center, long * 0.4, self.dice.whole(4, 8)),
        };
        outline.into_iter().map(|corner| self.written(corner)).collect()
    }

    /// Adds walls; some of them in rows that touch.
    pub fn walls(&mut self, count: usize, largest: f32) {
        let mut last: Option<Vec<Point>> = None;
        for _ in 0..count {
            let beside = self.dice.is(0.15);
            let outline = match last.filter(|_| beside) {
                Some(outline) => {
                    let by = vector(outline[1]) - vector(outline[0]);
                    outline.iter().map(|&corner| (vector(corner) + by).to_array()).collect()
                }
                None => self.wall(largest),
            };
            let number = self.number();
            self.call(Call::Obstacle(number, outline.clone()));
            last = Some(outline);
        }
        // The walls are in the meshes as soon as somebody asks for a place.
        self.commit();
    }

    /// Has staged edits take effect here.
    pub fn commit(&mut self) {
        self.stage.commit();
    }

    /// Returns a free point of a class, not nearer than this to others; `None` if none is found.
    pub fn free(&mut self, class: usize, others: &[(Vec2, f32)]) -> Option<Vec2> {
        for _ in 0..TRIES {
            let point = vector(self.anywhere());
            let mesh = self.stage.world().mesh(class)?;
            let is_free = matches!(mesh.locate(point), Location::Cell(_));
            if is_free && others.iter().all(|&(other, apart)| other.distance(point) > apart) {
                return Some(point);
            }
        }
        None
    }

    /// Returns a free point that a class can walk to.
    pub fn reachable(&mut self, class: usize, from: Vec2, others: &[(Vec2, f32)]) -> Option<Vec2> {
        for _ in 0..TRIES {
            let point = self.free(class, others)?;
            let mesh = self.stage.world().mesh(class)?;
            if mesh.reachable(from, point).unwrap_or(false) {
                return Some(point);
            }
        }
        None
    }

    /// Adds units at random places; returns them.
    pub fn units(&mut self, count: usize, speeds: (f32, f32)) -> Vec<UnitCall> {
        self.units_with(count, speeds, |_, _| {})
    }

    /// Adds units at random places that something more is said of; returns them.
    pub fn units_with(
        &mut self,
        count: usize,
        speeds: (f32, f32),
        mut say: impl FnMut(&mut Dice, &mut UnitCall),
    ) -> Vec<UnitCall> {
        let radii = self.program.setup.radii.clone();
        let mut taken: Vec<(Vec2, f32)> = Vec::new();
        let mut units = Vec::new();
        let is_even = self.dice.is(0.5);
        let common = self.dice.between(speeds.0, speeds.1);
        for _ in 0..count {
            let class = self.dice.below(radii.len());
            let radius = radii[class];
            let apart: Vec<(Vec2, f32)> =
                taken.iter().map(|&(at, other)| (at, other + radius + 0.05)).collect();
            let Some(at) = self.free(class, &apart) else { continue };
            taken.push((at, radius));
            let own = self.dice.between(speeds.0, speeds.1);
            let speed = (if is_even { common } else { own } * 10.0).round() / 10.0;
            let mut unit = UnitCall::new(self.number(), at.to_array(), radius, speed);
            say(&mut self.dice, &mut unit);
            self.call(Call::Unit(unit.clone()));
            units.push(unit);
        }
        units
    }
}

/// Returns a bar from a point along a way.
fn bar(from: Vec2, along: Vec2, wide: f32) -> Vec<Vec2> {
    let across = along.perp().normalize_or(Vec2::Y) * wide;
    vec![from, from + along, from + along + across, from + across]
}

/// Returns a regular polygon, but for a rounding.
fn wheel(center: Vec2, radius: f32, sides: usize) -> Vec<Vec2> {
    let turn = |side: usize| std::f32::consts::TAU * side as f32 / sides as f32;
    (0..sides).map(|side| center + Vec2::from_angle(turn(side)) * radius).collect()
}
