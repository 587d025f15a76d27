//! The way that a unit is about to take: with the field of its group, then with its guide or its own path.

use std::iter::{Once, Take, once};

use glam::Vec2;

use super::all::Groups;
use super::guide::WayPoints;
use super::guides::Guides;
use crate::bodies::task::{Assignment, Guidance};
use crate::bodies::unit::Body;
use crate::passages::waits::FARTHEST;

/// All that ways depend on.
#[derive(Clone, Copy)]
pub(crate) struct Ahead<'a> {
    pub(crate) guides: &'a Guides,
    pub(crate) groups: &'a Groups,
}

impl<'a> Ahead<'a> {
    /// The way points of the shortest way of a unit, from a point where it is or could be; none if it is not on its way.
    pub(crate) fn shortest(self, body: &'a Body, from: Vec2) -> impl Iterator<Item = Vec2> {
        let task = body.task.as_ref();
        task.and_then(|task| self.beyond(body, task, from)).into_iter().flatten()
    }

    /// Points along the way that the field of the unit's group shows from such a point, and along the shortest one from where
    /// that ends.
    pub(crate) fn likely(self, body: &'a Body, from: Vec2) -> impl Iterator<Item = Vec2> {
        let task = body.task.as_ref();
        let group = task.and_then(|task| self.groups.of(task.group?));
        let window = group.and_then(|group| group.window.as_deref());
        let trace = window.map(|window| window.trace(from));
        let (mut trace, mut last, mut rest) = (trace, from, None);
        std::iter::from_fn(move || match trace.as_mut().and_then(Iterator::next) {
            Some(point) => {
                last = point;
                Some(point)
            }
            None => rest.get_or_insert_with(|| self.beyond(body, task?, last)).as_mut()?.next(),
        })
    }

    /// Returns whether the shortest way of a unit is that of a guide.
    pub(crate) fn is_guided(self, body: &Body) -> bool {
        let task = body.task.as_ref();
        task.is_some_and(|task| self.guides.of(task.cohort(body.class())).is_some())
    }

    /// The shortest way from a point.
    fn beyond(
        self,
        body: &'a Body,
        task: &'a Assignment,
        from: Vec2,
    ) -> Option<impl Iterator<Item = Vec2>> {
        let hint = body.cell;
        if task.guidance == Guidance::Place {
            // It has left its path, if it ever had one.
            return Some(Beyond::Place(once(task.place)));
        }
        Some(match (self.guides.of(task.cohort(body.class())), &task.route) {
            (Some(guide), _) => Beyond::Guide(guide.way_points_near(from, hint).take(FARTHEST)),
            (None, Some(route)) => Beyond::Route(route.ahead_of(from, task.place)),
            (None, None) => return None,
        })
    }
}

/// A shortest way: that of a guide, or the rest of a path, or straight to the place.
enum Beyond<'a, R> {
    Guide(Take<WayPoints<'a>>),
    Route(R),
    Place(Once<Vec2>),
}

impl<R: Iterator<Item = Vec2>> Iterator for Beyond<'_, R> {
    type Item = Vec2;

    fn next(&mut self) -> Option<Vec2> {
        match self {
            Self::Guide(points) => points.next(),
            Self::Route(points) => points.next(),
            Self::Place(point) => point.next(),
        }
    }
}
