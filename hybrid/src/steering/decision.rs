//! What a unit wants in a step, and how that is told it.

use glam::Vec2;
use navmesh::CellId;

use crate::bodies::crossing::Boarding;
use crate::bodies::precedence::Precedence;
use crate::bodies::stuck_state::Recovery;
use crate::bodies::task::{Assignment, Guidance, Lead};
use crate::bodies::unit::Body;
use crate::ways::sight::Occluder;

/// What a unit wants in a step.
pub(crate) struct SteeringDecision {
    /// Where it wants to go; `None` if it needs a path of its own and has none.
    pub(super) velocity: Option<Vec2>,
    /// Where it goes until it has that path.
    pub(super) meanwhile: Vec2,
    pub(super) guidance: Guidance,
    /// The link that it wants to enter.
    pub(super) boarding: Option<Boarding>,
    /// Whether it waits for its turn at the beginning of a link.
    pub(super) queues: bool,
    pub(super) route: OnRoute,
    /// Who leads it from now on.
    pub(super) lead: Option<Lead>,
    /// The cell where it is.
    pub(super) cell: Option<CellId>,
    /// A wall that was found between it and its place.
    pub(super) occluder: Option<Occluder>,
}

/// What becomes of a unit's own path.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OnRoute {
    /// It stays as it is.
    Keep,
    /// It goes on with the way point of this number.
    Next(usize),
    /// It is of no use any more.
    Drop,
}

impl SteeringDecision {
    /// A decision to stay.
    pub(super) fn none(body: &Body) -> Self {
        Self {
            velocity: Some(Vec2::ZERO),
            meanwhile: Vec2::ZERO,
            guidance: Guidance::None,
            boarding: None,
            queues: false,
            route: OnRoute::Keep,
            lead: None,
            cell: body.cell,
            occluder: None,
        }
    }

    /// Tells a unit what it wants. Whether it needs a path.
    pub(crate) fn tell(self, body: &mut Body) -> bool {
        body.desired = self.velocity.unwrap_or(self.meanwhile);
        (body.cell, body.precedence, body.sets_out) = (self.cell, Precedence::None, false);
        match (&mut body.boarding, self.boarding) {
            (Some(known), Some(boarding)) => **known = boarding,
            (known, boarding) => *known = boarding.map(Box::new),
        }
        if body.crossing.is_some() {
            body.chosen = body.desired;
            return false;
        }
        let position = body.position;
        if let Some(task) = &mut body.task {
            task.guidance = self.guidance;
            task.occluder = self.occluder.or(task.occluder);
            if let Some(lead) = self.lead {
                task.follow(lead);
            }
            self.route.follow(task);
            (task.stuck_state.must_wait, task.stuck_state.queue_wait) = (false, 0.0);
            if self.queues {
                task.stuck_state.queue(position);
            }
            let waits = task.stuck_state.recovery == Recovery::Wait;
            task.stuck_state.is_lost &= self.velocity.is_none() || waits;
        }
        self.velocity.is_none()
    }
}

impl OnRoute {
    pub(super) fn follow(self, task: &mut Assignment) {
        match (self, &mut task.route) {
            (Self::Next(next), Some(route)) => route.go_on(next),
            (Self::Drop, route) => *route = None,
            _ => {}
        }
    }
}
