//! What units do, and what can be read of them.

use crate::handle::{Handle, LinkHandle, OrderHandle, UnitHandle};
use crate::stamp::Stamps;
use crate::vector::Vec2;

/// Who moves a unit.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The world: it moves in hnavWorld_Step().
    World = 0,
    /// The engine: the world never moves it. The engine says where it is, once a tick, with hnavWorld_SetMotions(), and
    /// gets a desired velocity; the others avoid it.
    Engine = 1,
}

/// What a unit is doing.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It has no order; it may step aside for friends, and returns.
    Idle = 0,
    /// It is on its way to its place.
    Moving = 1,
    /// It rests at its place; it may step aside for friends, and returns.
    Resting = 2,
    /// It holds its position, see hnavWorld_Hold().
    Holding = 3,
    /// It is on its way and gets nowhere.
    Stuck = 4,
    /// It is on a link, see hnavWorld_AddLink().
    Crossing = 5,
    /// Something that this version of the header has no name for.
    Other = 6,
}

/// What showed a unit its way when it last looked around.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guidance {
    /// Nothing: it has nowhere to go, or it waits, or it steps aside.
    None = 0,
    /// Its place, which it sees.
    Place = 1,
    /// The flow field of its group.
    Field = 2,
    /// The distance field of its order: straight to the next corner of the shortest way.
    Distance = 3,
    /// A path of its own.
    Path = 4,
    /// The beginning of a link that it is about to take.
    Link = 5,
    /// Something that this version of the header has no name for.
    Other = 6,
}

/// What can be read of a unit: its state after the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UnitState {
    /// The unit.
    pub unit: UnitHandle,
    /// Its order; none (all zero) if it has none. It keeps it after it has arrived.
    pub order: OrderHandle,
    /// Its centre, in metres.
    pub position: Vec2,
    /// What it really moved in the last step, in m/s, `push` included; of one that the engine moves, what the engine said. What
    /// the game or an edit put elsewhere has not moved so: hnavWorld_Teleport() and HNAV_EVENT_KIND_DISPLACED leave it out.
    pub velocity: Vec2,
    /// The part of `velocity` that is beyond its greatest speed, in m/s: what contacts with others, walls or a fast link added
    /// to what the unit may do. Mostly zero; always of one that the engine moves.
    pub push: Vec2,
    /// Where it wanted to go when it last looked around, in m/s. Of one that the engine moves: with which velocity it
    /// should move now, others avoided.
    pub desired_velocity: Vec2,
    /// Where it looks: a unit vector.
    pub heading: Vec2,
    /// Its place, if it has an order: its own goal, or its slot round a shared one, in metres; else where it is.
    pub place: Vec2,
    /// The way point that it is heading for, in metres, if `isPassing`; else its place.
    pub way_point: Vec2,
    /// The link that it is on; none (all zero) if it is on the ground.
    pub link: LinkHandle,
    /// What the game keeps with it, see hnavWorld_SetUnitUserData().
    pub user_data: u64,
    /// The radius of its disc, in metres.
    pub radius: f32,
    /// Its greatest speed, in m/s.
    pub max_speed: f32,
    /// How heavy it is, relative to others.
    pub mass: f32,
    /// Its team.
    pub team: u32,
    /// The index of its class: radius classes in ascending order, of the first movement kind; then those of the others.
    pub class_index: u32,
    /// Who moves it.
    pub driver: Driver,
    /// What it is doing.
    pub activity: Activity,
    /// What showed it its way when it last looked around.
    pub guidance: Guidance,
    /// Whether it has arrived, once, since it got the order.
    pub arrived: bool,
    /// Whether it has way points to pass before it goes to its place.
    pub is_passing: bool,
    /// The layers that it is in, a bit for each.
    pub collision_layers: u32,
    /// The layers of those that it meets, a bit for each.
    pub collision_mask: u32,
    /// The layers of those that it gives way to, a bit for each.
    pub yields_to: u32,
    /// How large it is when it and others avoid each other, in metres.
    pub avoidance_radius: f32,
}

impl UnitState {
    pub(crate) fn new(unit: &hybrid::Unit, stamps: &Stamps) -> Self {
        let place = unit.place.unwrap_or(unit.position);
        Self {
            unit: UnitHandle::new(unit.id, stamps),
            order: unit
                .order
                .map_or_else(OrderHandle::default, |key| OrderHandle::new(key, stamps)),
            position: unit.position.into(),
            velocity: unit.velocity.into(),
            push: unit.push.into(),
            desired_velocity: unit.desired_velocity.into(),
            heading: unit.heading.into(),
            place: place.into(),
            way_point: unit.way_point.unwrap_or(place).into(),
            link: unit.link.map_or_else(LinkHandle::default, |key| LinkHandle::new(key, stamps)),
            user_data: unit.user_data,
            radius: unit.radius,
            max_speed: unit.max_speed,
            mass: unit.mass,
            team: unit.team,
            class_index: unit.class as u32,
            driver: match unit.driver {
                hybrid::Driver::World => Driver::World,
                hybrid::Driver::Engine => Driver::Engine,
            },
            activity: activity(unit.activity),
            guidance: guidance(unit.guidance),
            arrived: unit.arrived,
            is_passing: unit.way_point.is_some(),
            collision_layers: unit.collision_layers,
            collision_mask: unit.collision_mask,
            yields_to: unit.yields_to,
            avoidance_radius: unit.avoidance_radius,
        }
    }
}

pub(crate) fn activity(activity: hybrid::Activity) -> Activity {
    match activity {
        hybrid::Activity::Idle => Activity::Idle,
        hybrid::Activity::Moving => Activity::Moving,
        hybrid::Activity::Resting => Activity::Resting,
        hybrid::Activity::Holding => Activity::Holding,
        hybrid::Activity::Stuck => Activity::Stuck,
        hybrid::Activity::Crossing => Activity::Crossing,
        _ => Activity::Other,
    }
}

pub(crate) fn guidance(guidance: hybrid::Guidance) -> Guidance {
    match guidance {
        hybrid::Guidance::None => Guidance::None,
        hybrid::Guidance::Place => Guidance::Place,
        hybrid::Guidance::Field => Guidance::Field,
        hybrid::Guidance::Distance => Guidance::Distance,
        hybrid::Guidance::Path => Guidance::Path,
        hybrid::Guidance::Link => Guidance::Link,
        _ => Guidance::Other,
    }
}
