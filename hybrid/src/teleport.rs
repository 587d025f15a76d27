//! Units are put elsewhere.

use glam::Vec2;

use crate::bodies::aside::Aside;
use crate::bodies::progress::Progress;
use crate::bodies::standstill::Standstill;
use crate::error::WorldError;
use crate::event::Event;
use crate::handle::UnitId;
use crate::world::World;

impl World {
    /// Puts a unit elsewhere, at rest; it looks where it looked, and goes on with its order from there. One that has
    /// arrived goes back to its place; one without an order stays. Units that it lands on are pushed away in the next
    /// steps. One on a link has left it, as the events of the next step say ([`Event::LinkLeft`]). Edits of obstacles take
    /// effect, even if the unit is refused.
    ///
    /// # Errors
    /// The handle is stale, the position is not finite, outside the world or not free for the unit's class, or no way
    /// leads from there to its place ([`World::stop`] it first): nothing has moved.
    pub fn teleport(&mut self, unit: UnitId, position: Vec2) -> Result<(), WorldError> {
        let class = self.class_of(unit).ok_or(WorldError::StaleUnit { unit })?;
        self.commit()?;
        self.check_standing(class, position)?;
        let meshes = &self.meshes;
        let body = &mut self.bodies[unit];
        if let Some(task) = &mut body.task {
            let goal = task.end().place;
            if !meshes.joined(class, position, goal) {
                return Err(WorldError::GoalUnreachable { unit, from: position, goal });
            }
            (task.settled, task.route) = (false, None);
            task.progress = Progress::default();
            task.standstill = Standstill { anchor: position, ..Standstill::default() };
        }
        (body.position, body.home) = (position, position);
        let left =
            body.crossing.take().map(|crossing| Event::LinkLeft { unit, link: crossing.link });
        self.announced.extend(left);
        (body.velocity, body.desired, body.chosen) = (Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
        body.aside = Aside::stopping();
        self.passages.forget(unit);
        self.finder.note(unit);
        self.watch.call();
        self.pass_over();
        Ok(())
    }
}
