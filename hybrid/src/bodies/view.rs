//! What a game may read of a unit.

use glam::Vec2;

use super::activity::Activity;
use super::task::Guidance;
use super::unit::{Body, Driver};
use crate::base::handle::{LinkId, OrderId, UnitId};

/// What a game may read of a unit: a copy of its state after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Its handle.
    pub id: UnitId,
    /// The index of its class.
    pub class: usize,
    /// Its centre, in metres.
    pub position: Vec2,
    /// What it really moved in the last step, in m/s, `push` included; of one that the engine moves, what the engine said. What
    /// the game or an edit put elsewhere has not moved so: [`World::teleport`](crate::World::teleport) and
    /// [`Event::Displaced`](crate::Event::Displaced) leave it out.
    pub velocity: Vec2,
    /// The part of `velocity` that is beyond its greatest speed, in m/s: what contacts with others, walls or a fast link added
    /// to what the unit may do. Mostly zero; always of one that the engine moves. `velocity - push`, which its next velocity goes
    /// on from, is at most `max_speed`.
    pub push: Vec2,
    /// Where it wanted to go when it last looked around, in m/s. Of a unit that the engine moves: with which velocity it should
    /// move now, others avoided. Moving by it for one tick does not bring its centre into a wall.
    pub desired_velocity: Vec2,
    /// Where it looks: a unit vector.
    pub heading: Vec2,
    /// The radius of its disc, in metres.
    pub radius: f32,
    /// Its greatest speed, in m/s.
    pub max_speed: f32,
    /// How heavy it is, relative to others.
    pub mass: f32,
    /// Its team.
    pub team: u32,
    /// The layers that it is in.
    pub collision_layers: u32,
    /// The layers of those that it meets.
    pub collision_mask: u32,
    /// The layers of those that it gives way to.
    pub yields_to: u32,
    /// How large it is when it and others avoid each other, in metres.
    pub avoidance_radius: f32,
    /// Who moves it.
    pub driver: Driver,
    /// What it is doing.
    pub activity: Activity,
    /// What showed it its way when it last looked around.
    pub guidance: Guidance,
    /// Its order, if it has one. It keeps it after it has arrived.
    pub order: Option<OrderId>,
    /// Its place: its own goal, or its slot round a shared one.
    pub place: Option<Vec2>,
    /// The link that it is on.
    pub link: Option<LinkId>,
    /// The way point that it is heading for, if it has to pass any before it goes to its place.
    pub way_point: Option<Vec2>,
    /// Whether it has arrived, once, since it got the order.
    pub arrived: bool,
    /// What the game keeps with it, see [`World::set_user_data`](crate::World::set_user_data).
    pub user_data: u64,
}

impl Body {
    /// The copy that a game reads.
    pub(crate) fn view(&self, id: UnitId) -> Unit {
        let (task, rules) = (self.task.as_ref(), self.rules());
        Unit {
            id,
            class: self.class(),
            position: self.position,
            velocity: self.velocity + self.push,
            push: self.push,
            desired_velocity: match self.driver {
                Driver::World => self.desired,
                Driver::Engine => self.chosen,
            },
            heading: self.heading,
            radius: self.radius,
            max_speed: self.max_speed,
            mass: self.mass,
            team: self.team,
            collision_layers: rules.layers,
            collision_mask: rules.mask,
            yields_to: rules.yields_to,
            avoidance_radius: rules.avoidance_radius,
            driver: self.driver,
            activity: self.activity(),
            guidance: task.map_or(Guidance::None, |task| task.guidance),
            order: task.map(|task| task.order),
            place: task.map(|task| task.end().place),
            way_point: task.filter(|task| task.is_passing()).map(|task| task.place),
            link: self.crossing.as_ref().map(|crossing| crossing.link),
            arrived: task.is_some_and(|task| task.arrived),
            user_data: self.user_data,
        }
    }
}
