//! Calls, done again.

use crate::error::WorldError;
use crate::recording::call::Call;
use crate::world::state::World;

impl World {
    /// Calls the world as it was called when the call was recorded.
    ///
    /// # Errors
    /// What the call refuses: it did then as well.
    pub fn apply(&mut self, call: &Call) -> Result<(), WorldError> {
        match call {
            Call::AddUnit(definition) => self.add_unit(definition).map(drop),
            Call::RemoveUnit(unit) => self.remove_unit(*unit),
            Call::SetUnits(changes) => self.set_units(changes.iter().copied()),
            Call::SetMotions(motions) => self.set_motions(motions.iter().copied()),
            Call::Teleport { unit, position } => self.teleport(*unit, *position),
            Call::Order { units, definition } => self.order_with(units, definition).map(drop),
            Call::Join { order, units } => self.join(*order, units),
            Call::MoveGoal { order, goal } => self.move_goal(*order, *goal),
            Call::AppendGoal { order, goal } => self.append_goal(*order, *goal),
            Call::Stop(units) => self.stop(units),
            Call::Hold(units) => self.hold(units),
            Call::AddObstacle(outline) => self.add_obstacle(outline).map(drop),
            Call::AddOutline(outline) => self.add_outline(outline.clone()).map(drop),
            Call::MoveObstacle { obstacle, outline } => self.move_obstacle(*obstacle, outline),
            Call::RemoveObstacle(obstacle) => self.remove_obstacle(*obstacle),
            Call::AddArea { outline, area } => self.add_area(outline.clone(), *area).map(drop),
            Call::RemoveArea(area) => self.remove_area(*area),
            Call::AddLink { from, to, definition } => {
                self.add_link(*from, *to, definition).map(drop)
            }
            Call::RemoveLink(link) => self.remove_link(*link),
            Call::SetHeights(heights) => self.set_heights(heights.clone()),
            Call::AddDiscomfort(discomfort) => self.add_discomfort(discomfort).map(drop),
            Call::RemoveDiscomfort(discomfort) => self.remove_discomfort(*discomfort),
            Call::SetUserData { object, user_data } => self.set_user_data(*object, *user_data),
            Call::SetOrigin(tiles) => {
                self.set_origin(*tiles);
                Ok(())
            }
            Call::Commit => self.commit(),
        }
    }
}
