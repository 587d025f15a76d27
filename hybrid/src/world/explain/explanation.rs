//! What is known of the reasons of one unit, and how it reads.

use std::fmt;

use glam::Vec2;
use navmesh::Remaining;

use crate::base::handle::{OrderId, UnitId};
use crate::bodies::activity::Activity;
use crate::bodies::task::Guidance;

/// Why a unit goes where it goes, as of the last step: for pictures, logs and questions of players. Its text tells the
/// same in a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The unit.
    pub unit: UnitId,
    /// What it is doing.
    pub activity: Activity,
    /// Its order, if it has one.
    pub order: Option<OrderId>,
    /// Its place: its own goal, or its slot round a shared one.
    pub place: Option<Vec2>,
    /// Its goal, in metres, if no way leads there: its place is then as near to it as it gets. `None` where one does.
    pub lost_goal: Option<Vec2>,
    /// What showed it its way when it last looked around.
    pub guidance: Guidance,
    /// What the distance field of its order says at its position, or at the end of the link that it is on: how far it
    /// still is from there to the nearest place of the order, and where the shortest way leads. `None` where the order
    /// has none, as it has few units, or the unit has arrived.
    pub rest: Option<Remaining>,
    /// What the flow field of its group says at its position. `None` where there is none, or it does not know the position.
    pub field: Option<FieldReading>,
    /// The next passage on its shortest way, if one is near; `None` until passages are known, too: see
    /// [`World::step`](crate::World::step).
    pub passage: Option<PassageReading>,
    /// The units that it touches and that are where it wants to go, in the order of their handles.
    pub blocked_by: Vec<UnitId>,
    /// What it does instead of what the others do, as it was stuck.
    pub fallback: Fallback,
    /// For how long it has not got on, in seconds; 0 without an order and at its place.
    pub standstill: f32,
    /// The way that it is expected to take, from its position on, in metres: along the flow field, then along the shortest
    /// way, to its place; or along a path of its own. On a link its end comes first. One point if it does not go anywhere.
    pub way: Vec<Vec2>,
}

/// What a group's flow field says at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FieldReading {
    /// The unit that the group's window was planned for.
    pub leader: UnitId,
    /// How many units the group has.
    pub unit_count: usize,
    /// What it costs to go on from here, in metres of free travel.
    pub potential: f32,
    /// The velocity that the field asks for, as a share of the free speed.
    pub velocity: Vec2,
}

/// How a unit stands to the next passage on its way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PassageReading {
    /// The ends of the mouth by which it goes in, the left and the right one, in metres.
    pub mouth: [Vec2; 2],
    /// The least distance between the passage's walls, in metres.
    pub width: f32,
    /// How far it is from mouth to mouth, in metres.
    pub length: f32,
    /// How far the unit is from the mouth, in metres; 0 inside.
    pub distance: f32,
    /// Whether it has passed the mouth.
    pub is_inside: bool,
    /// Whether it must wait before the mouth, or go back out to it, as it is the others' turn.
    pub must_wait: bool,
    /// How long those wait who come to this mouth now, in seconds.
    pub wait: f32,
    /// The units of the other direction that are inside or go first, if it must wait, in the order of their handles.
    pub waits_for: Vec<UnitId>,
}

/// What a stuck unit does to get away.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fallback {
    /// Nothing: it does what all do.
    None,
    /// It follows a path of its own, whatever the field says.
    OwnPath,
    /// It steps in this direction, a unit vector.
    Sidestep(Vec2),
    /// It waits until something changes.
    Wait,
    /// It stands until this unit, which bars its way, is gone, or the one right ahead goes on.
    Stand(UnitId),
}

impl fmt::Display for Explanation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, activity, .. } = self;
        write!(formatter, "{unit:?} is {}", doing(*activity))?;
        if let (Some(order), Some(place)) = (self.order, self.place) {
            write!(formatter, ", by {order:?}, with its place at {place}")?;
        }
        if let (Some(goal), Some(place)) = (self.lost_goal, self.place) {
            let distance = goal.distance(place);
            write!(formatter, ", {distance:.1} m from its goal at {goal}, to which no way leads")?;
        }
        write!(formatter, "; {}", shown_by(self.guidance))?;
        if let Some(Remaining { distance, way_point, .. }) = self.rest {
            write!(formatter, "; {distance:.1} m to go, next by {way_point}")?;
        }
        if let Some(FieldReading { unit_count, potential, .. }) = self.field {
            write!(formatter, "; the field of its group of {unit_count} says {potential:.1} m")?;
        }
        if let Some(passage) = &self.passage {
            write!(formatter, "; {passage}")?;
        }
        match self.blocked_by.len() {
            0 => {}
            1 => formatter.write_str("; a unit bars its way")?,
            several => write!(formatter, "; {several} units bar its way")?,
        }
        match self.fallback {
            Fallback::None => {}
            Fallback::OwnPath => formatter.write_str("; it tries a path of its own")?,
            Fallback::Sidestep(_) => formatter.write_str("; it tries to step aside")?,
            Fallback::Wait => formatter.write_str("; it waits until something changes")?,
            Fallback::Stand(unit) => write!(formatter, "; it stands, as {unit:?} bars its way")?,
        }
        if self.standstill > 0.0 {
            write!(formatter, "; it has not got on for {:.1} s", self.standstill)?;
        }
        Ok(())
    }
}

impl fmt::Display for PassageReading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, distance, .. } = self;
        if self.is_inside {
            write!(formatter, "inside a passage {width:.1} m wide")?;
        } else {
            write!(formatter, "{distance:.1} m before a passage {width:.1} m wide")?;
        }
        if self.must_wait {
            match self.waits_for.len() {
                1 => formatter.write_str(" where another one goes first")?,
                several => write!(formatter, " where {several} others go first")?,
            }
        }
        Ok(())
    }
}

fn doing(activity: Activity) -> &'static str {
    match activity {
        Activity::Idle => "idle",
        Activity::Moving => "on its way",
        Activity::Resting => "resting",
        Activity::Holding => "holding its position",
        Activity::Crossing => "on a link",
        Activity::Stuck => "stuck",
    }
}

fn shown_by(guidance: Guidance) -> &'static str {
    match guidance {
        Guidance::None => "nothing shows it a way",
        Guidance::Place => "it sees its place",
        Guidance::Field => "it goes with the field of its group",
        Guidance::Distance => "it goes straight to the next corner of the shortest way",
        Guidance::Path => "it follows a path of its own",
        Guidance::Link => "it goes straight to the beginning of a link",
    }
}
