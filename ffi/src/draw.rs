//! Debug drawing: the world as shapes, given to the caller's functions.

use std::ffi::{CString, c_char, c_void};

use hybrid::navmesh::{Bounds, NavMesh};
use hybrid::{Activity, GroupView, Unit, World, glam};

use crate::border::definition;
use crate::guard::{guarded, guarded_or};
use crate::handle::WorldHandle;
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::{Vec2, finite};

/// What hnavWorld_Draw() can draw; add up what is wanted.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The free area of a radius class: filled polygons.
    Ground = 1,
    /// The sides of its cells: segments.
    Cells = 2,
    /// The obstacles as they were added: filled polygons.
    Obstacles = 4,
    /// The units: filled circles, by what they are doing, and their headings.
    Units = 8,
    /// The units' velocities: arrows that show the way of a second.
    Velocities = 16,
    /// From each unit on its way to its place: segments.
    Places = 32,
    /// The paths of the groups' leaders: segments.
    Paths = 64,
    /// The windows of the groups: segments, and a text.
    Windows = 128,
    /// The flow fields in them: arrows.
    Fields = 256,
}

/// How to draw, and what. Take it from hnavDefaultDebugDraw(), then set the functions. Those that are NULL are left out.
/// They are called from inside hnavWorld_Draw() only, bottom first; they may ask the world, not change it, and must not
/// throw. Points are metres; colours are 0xRRGGBBAA.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DebugDraw {
    /// Set by hnavDefaultDebugDraw().
    pub struct_size: u32,
    /// A sum of values of hnavDraw; by default HNAV_DRAW_GROUND, HNAV_DRAW_OBSTACLES and HNAV_DRAW_UNITS.
    pub flags: u32,
    /// The index of the radius class whose ground is drawn; by default 0, the least.
    pub class_index: u32,
    /// Only what may reach into the rectangle between these corners is drawn; by default everything.
    pub lower: Vec2,
    /// See `lower`.
    pub upper: Vec2,
    /// A line.
    pub segment: Option<unsafe extern "C" fn(from: Vec2, to: Vec2, colour: u32, user: *mut c_void)>,
    /// A line with a head at its end.
    pub arrow: Option<unsafe extern "C" fn(from: Vec2, to: Vec2, colour: u32, user: *mut c_void)>,
    /// A filled convex polygon, counter-clockwise.
    pub polygon: Option<
        unsafe extern "C" fn(points: *const Vec2, count: u32, colour: u32, user: *mut c_void),
    >,
    /// A filled circle.
    pub circle:
        Option<unsafe extern "C" fn(center: Vec2, radius: f32, colour: u32, user: *mut c_void)>,
    /// A text that ends at 0, in UTF-8.
    pub text:
        Option<unsafe extern "C" fn(at: Vec2, text: *const c_char, colour: u32, user: *mut c_void)>,
    /// Passed on to all of them.
    pub user: *mut c_void,
}

/// Draws the ground, obstacles and units of the whole world, with no function yet.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultDebugDraw() -> DebugDraw {
    let draw = DebugDraw {
        struct_size: size_of::<DebugDraw>() as u32,
        flags: Draw::Ground as u32 | Draw::Obstacles as u32 | Draw::Units as u32,
        class_index: 0,
        lower: Vec2 { x: -f32::MAX, y: -f32::MAX },
        upper: Vec2 { x: f32::MAX, y: f32::MAX },
        segment: None,
        arrow: None,
        polygon: None,
        circle: None,
        text: None,
        user: std::ptr::null_mut(),
    };
    guarded_or(draw, || draw)
}

/// Draws the world as it was after the last step, on the ground as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Draw(world: WorldHandle, draw: *const DebugDraw) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer; a DebugDraw starts with its size.
        let draw = unsafe { definition(draw, "hnavDefaultDebugDraw()")? };
        let known = Draw::Fields as u32 * 2 - 1;
        if draw.flags & !known != 0 {
            let message = format!("flags are {}: give a sum of values of hnavDraw", draw.flags);
            return Err(Failure::new(ResultCode::OutOfRange, message));
        }
        let (lower, upper) = (finite(draw.lower, "lower")?, finite(draw.upper, "upper")?);
        registry::query(world, |entry, _| {
            let world = &entry.world;
            let mesh = world.mesh(draw.class_index as usize).ok_or_else(|| {
                let (class, count) = (draw.class_index, world.class_count());
                let message = format!("classIndex is {class}, but the world has {count} classes");
                Failure::new(ResultCode::OutOfRange, message)
            })?;
            Painter { draw, area: Bounds::new(lower, upper) }.paint(world, mesh);
            Ok(ResultCode::Ok)
        })
    })
}

const GROUND: u32 = 0xfaf8_f3ff;
const SIDE: u32 = 0xd0cc_c4ff;
const OBSTACLE: u32 = 0x3b40_48ff;
const INK: u32 = 0x1d21_26ff;
const PLACE: u32 = 0x0b7a_4b80;
const PATH: u32 = 0xd528_5aff;
const WINDOW: u32 = 0x8a5c_d6ff;
const FIELD: u32 = 0x2a78_8eff;

/// Seconds: how far ahead a velocity's arrow points.
const ARROW_TIME: f32 = 1.0;
/// A window shows about as many arrows a side at most.
const MOST_ARROWS: u32 = 32;

struct Painter {
    draw: DebugDraw,
    area: Bounds,
}

impl Painter {
    fn wants(&self, what: Draw) -> bool {
        self.draw.flags & what as u32 != 0
    }

    fn paint(&self, world: &World, mesh: &NavMesh) {
        if self.wants(Draw::Ground) || self.wants(Draw::Cells) {
            self.ground(mesh);
        }
        if self.wants(Draw::Obstacles) {
            for (_, outline) in mesh.obstacles() {
                self.polygon(outline.iter().copied(), OBSTACLE);
            }
        }
        for (index, group) in world.groups().enumerate() {
            self.group(index, &group);
        }
        for unit in world.units() {
            self.unit(&unit);
        }
    }

    fn ground(&self, mesh: &NavMesh) {
        let bounds = mesh.definition().bounds;
        let Some(area) = self.area.intersection(&bounds) else { return };
        for cell in mesh.cells_in(area) {
            if self.wants(Draw::Ground) {
                self.polygon(mesh.outline(cell), GROUND);
            }
            if self.wants(Draw::Cells) {
                let ring: Vec<glam::Vec2> = mesh.outline(cell).collect();
                let next = ring.iter().cycle().skip(1);
                ring.iter().zip(next).for_each(|(&from, &to)| self.segment(from, to, SIDE));
            }
        }
    }

    fn group(&self, index: usize, group: &GroupView<'_>) {
        if self.wants(Draw::Paths) {
            group.path.windows(2).for_each(|leg| self.segment(leg[0], leg[1], PATH));
        }
        let Some(field) = group.field else { return };
        let frame = field.frame();
        if self.wants(Draw::Windows) {
            let (min, max) = (frame.min(), frame.max());
            let ring = [min, glam::vec2(max.x, min.y), max, glam::vec2(min.x, max.y), min];
            ring.windows(2).for_each(|side| self.segment(side[0], side[1], WINDOW));
            self.text(min, &format!("group {index}: {} units", group.units.len()), WINDOW);
        }
        if self.wants(Draw::Fields) {
            let stride = frame.size.max_element().div_ceil(MOST_ARROWS);
            let length = 0.8 * stride as f32 * frame.cell_size;
            for row in (stride / 2..frame.size.y).step_by(stride as usize) {
                for column in (stride / 2..frame.size.x).step_by(stride as usize) {
                    let cell = glam::uvec2(column, row);
                    let (center, way) = (frame.center(cell), field.velocity()[cell]);
                    if way != glam::Vec2::ZERO {
                        self.arrow(center, center + way.normalize_or_zero() * length, FIELD);
                    }
                }
            }
        }
    }

    fn unit(&self, unit: &Unit) {
        let at = unit.position;
        if self.wants(Draw::Units) {
            let colour = match unit.activity {
                Activity::Moving => 0x0072_b2ff,
                Activity::Resting => 0x009e_73ff,
                Activity::Holding => 0xe69f_00ff,
                Activity::Stuck => 0xd55e_00ff,
                _ => 0x8d94_9eff,
            };
            self.circle(at, unit.radius, colour);
            self.segment(at, at + unit.heading * unit.radius, INK);
        }
        if self.wants(Draw::Velocities) && unit.velocity != glam::Vec2::ZERO {
            self.arrow(at, at + unit.velocity * ARROW_TIME, INK);
        }
        if let Some(place) = unit.place
            && self.wants(Draw::Places)
            && !unit.arrived
        {
            self.segment(at, place, PLACE);
        }
    }

    /// Whether what lies between two points may be seen.
    fn sees(&self, a: glam::Vec2, b: glam::Vec2) -> bool {
        self.area.intersection(&Bounds::new(a.min(b), a.max(b))).is_some()
    }

    fn segment(&self, from: glam::Vec2, to: glam::Vec2, colour: u32) {
        if let Some(segment) = self.draw.segment.filter(|_| self.sees(from, to)) {
            // SAFETY: the caller's function, called as documented.
            unsafe { segment(from.into(), to.into(), colour, self.draw.user) }
        }
    }

    fn arrow(&self, from: glam::Vec2, to: glam::Vec2, colour: u32) {
        if let Some(arrow) = self.draw.arrow.filter(|_| self.sees(from, to)) {
            // SAFETY: as for segments.
            unsafe { arrow(from.into(), to.into(), colour, self.draw.user) }
        }
    }

    fn circle(&self, center: glam::Vec2, radius: f32, colour: u32) {
        let seen = self.sees(center - radius, center + radius);
        if let Some(circle) = self.draw.circle.filter(|_| seen) {
            // SAFETY: as for segments.
            unsafe { circle(center.into(), radius, colour, self.draw.user) }
        }
    }

    fn polygon(&self, points: impl Iterator<Item = glam::Vec2>, colour: u32) {
        let Some(polygon) = self.draw.polygon else { return };
        let points: Vec<glam::Vec2> = points.collect();
        let extent = points.iter().fold(None, |extent, &point| {
            let (min, max) = extent.unwrap_or((point, point));
            Some((point.min(min), point.max(max)))
        });
        if extent.is_some_and(|(min, max)| self.sees(min, max)) {
            let points: Vec<Vec2> = points.into_iter().map(Vec2::from).collect();
            // SAFETY: as for segments; the points live as long as the call.
            unsafe { polygon(points.as_ptr(), points.len() as u32, colour, self.draw.user) }
        }
    }

    fn text(&self, at: glam::Vec2, text: &str, colour: u32) {
        if let (Some(draw), Ok(text)) =
            (self.draw.text.filter(|_| self.sees(at, at)), CString::new(text))
        {
            // SAFETY: as for segments; the text lives as long as the call.
            unsafe { draw(at.into(), text.as_ptr(), colour, self.draw.user) }
        }
    }
}
