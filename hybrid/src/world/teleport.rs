//! Units are put elsewhere.

use glam::Vec2;

use crate::base::handle::UnitId;
use crate::bodies::aside::Aside;
use crate::bodies::progress::Progress;
use crate::bodies::stuck_state::StuckState;
use crate::error::WorldError;
use crate::event::Event;
use crate::recording::call::Call;
use crate::world::state::World;

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
        self.note(|| Call::Teleport { unit, position });
        let class = self.class_of(unit).ok_or(WorldError::StaleUnit { unit })?;
        self.take_effect()?;
        self.check_standing(class, position)?;
        let meshes = &self.core.meshes;
        let body = &mut self.core.bodies[unit];
        if let Some(task) = &mut body.task {
            let goal = task.end().place;
            if !meshes.joined(class, position, goal) {
                return Err(WorldError::GoalUnreachable { unit, from: position, goal });
            }
            task.settled = false;
            task.forget_way();
            task.progress = Progress::default();
            task.stuck_state = StuckState { anchor: position, ..StuckState::default() };
        }
        (body.position, body.home) = (position, position);
        let left =
            body.crossing.take().map(|crossing| Event::LinkLeft { unit, link: crossing.link });
        self.announced.extend(left);
        (body.velocity, body.held_back, body.push) = (Vec2::ZERO, 0.0, Vec2::ZERO);
        (body.desired, body.chosen) = (Vec2::ZERO, Vec2::ZERO);
        body.aside = Aside::stopping();
        self.core.passages.forget(unit);
        self.finder.note(unit);
        self.watch.call();
        self.pass_over();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::order::Goal;
    use crate::bodies::task::Lead;
    use crate::bodies::unit::UnitDefinition;
    use crate::parameters::WorldDefinition;
    use navmesh::Bounds;

    #[test]
    fn the_field_of_its_order_leads_a_unit_again_that_is_put_far_from_its_place() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        let add = |x: f32| UnitDefinition::new(Vec2::new(x, 50.0), 0.5, 2.0);
        let units = [48.0, 50.0, 52.0].map(|x| world.add_unit(&add(x)).unwrap());
        world.order(&units, &Goal::Point(Vec2::splat(40.0))).unwrap();
        world.core.bodies[units[0]].task.as_mut().unwrap().follow(Lead::Among);
        world.teleport(units[0], Vec2::splat(5.0)).unwrap();
        let task = world.core.bodies[units[0]].task.as_ref().unwrap();
        assert_eq!((task.lead, task.progress.is_new()), (Lead::Order, true));
    }
}
