//! The way that a unit is about to take: with the field of its group, then with its guide or its own path.

use glam::Vec2;

use super::group::Group;
use super::guide::Guides;
use crate::bodies::task::Task;
use crate::bodies::unit::Body;
use crate::passages::network::Way;
use crate::passages::waits::FARTHEST;

/// All that ways depend on.
#[derive(Clone, Copy)]
pub(crate) struct Ahead<'a> {
    pub(crate) guides: &'a Guides,
    pub(crate) groups: &'a [Group],
}

impl<'a> Ahead<'a> {
    /// The way points of the shortest way; none if the unit is not on its way.
    pub(crate) fn shortest(self, body: &'a Body) -> Way<'a> {
        match &body.task {
            Some(task) => self.beyond(body, task, body.position),
            None => Box::new(std::iter::empty()),
        }
    }

    /// Points along the way that the field of the unit's group shows, and along the shortest one from where that ends.
    pub(crate) fn likely(self, body: &'a Body) -> Way<'a> {
        let Some(task) = &body.task else { return Box::new(std::iter::empty()) };
        let group = task.group.and_then(|group| self.groups.get(group as usize));
        let Some(window) = group.and_then(|group| group.window.as_deref()) else {
            return self.beyond(body, task, body.position);
        };
        let (mut trace, mut last, mut rest) = (window.trace(body.position), body.position, None);
        Box::new(std::iter::from_fn(move || match trace.next() {
            Some(point) => {
                last = point;
                Some(point)
            }
            None => rest.get_or_insert_with(|| self.beyond(body, task, last)).next(),
        }))
    }

    /// The shortest way from a point.
    fn beyond(self, body: &'a Body, task: &'a Task, from: Vec2) -> Way<'a> {
        match (self.guides.of(task.kind(body.class)), &task.route) {
            (Some(guide), _) => Box::new(guide.way_points(from).take(FARTHEST)),
            (None, Some(route)) => Box::new(route.ahead().iter().copied()),
            (None, None) => Box::new(std::iter::empty()),
        }
    }
}
