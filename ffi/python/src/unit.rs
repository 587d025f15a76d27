//! One unit, as it is now.

use hybrid::glam::Vec2;
use pyo3::prelude::*;

use crate::arrays::number_of;
use crate::handles::{Link, Order};
use crate::names::{activity_name, driver_name, guidance_name};

/// A unit as it was when it was asked for: metres, seconds. For many units read the columns of the world.
#[pyclass(frozen, get_all, module = "hybridnav")]
pub(crate) struct Unit {
    /// Its handle, a number.
    number: u64,
    /// Where its centre is.
    position: (f32, f32),
    /// What it really moved in the last step, in m/s.
    velocity: (f32, f32),
    /// Where it wants to go, others avoided, in m/s. Units that you move are to move so.
    desired_velocity: (f32, f32),
    /// Where it looks: a unit vector.
    heading: (f32, f32),
    /// The radius of its disc.
    radius: f32,
    /// Its greatest speed, in m/s.
    max_speed: f32,
    /// How heavy it is, relative to others.
    mass: f32,
    /// Its team.
    team: u32,
    /// Who moves it: "world" or "engine".
    driver: &'static str,
    /// What it does: one of `ACTIVITIES`.
    activity: &'static str,
    /// What shows it its way: "none", "place", "field", "distance", "path" or "link".
    guidance: &'static str,
    /// Its order; it keeps it after it has arrived.
    order: Option<Order>,
    /// Its place: its own goal, or its slot round a shared one.
    place: Option<(f32, f32)>,
    /// The way point that it goes to first.
    way_point: Option<(f32, f32)>,
    /// Whether it has arrived, once, since it got the order.
    arrived: bool,
    /// The link that it is on.
    link: Option<Link>,
    /// Your number.
    user_data: u64,
}

impl From<hybrid::Unit> for Unit {
    fn from(unit: hybrid::Unit) -> Self {
        let pair = |point: Vec2| (point.x, point.y);
        Self {
            number: number_of(unit.id),
            position: pair(unit.position),
            velocity: pair(unit.velocity),
            desired_velocity: pair(unit.desired_velocity),
            heading: pair(unit.heading),
            radius: unit.radius,
            max_speed: unit.max_speed,
            mass: unit.mass,
            team: unit.team,
            driver: driver_name(unit.driver),
            activity: activity_name(unit.activity),
            guidance: guidance_name(unit.guidance),
            order: unit.order.map(Order),
            place: unit.place.map(pair),
            way_point: unit.way_point.map(pair),
            arrived: unit.arrived,
            link: unit.link.map(Link),
            user_data: unit.user_data,
        }
    }
}

#[pymethods]
impl Unit {
    fn __repr__(&self) -> String {
        let Self { number, position: (x, y), activity, .. } = self;
        format!("Unit({number}, {activity} at ({x}, {y}))")
    }
}
