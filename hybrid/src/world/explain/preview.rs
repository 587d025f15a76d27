//! What an order would do, before it is given.

use glam::Vec2;
use navmesh::{NavMesh, Path, PathLink, PathOptions, Search};

use crate::base::handle::UnitId;
use crate::bodies::order::{Goal, Unreachable};
use crate::error::WorldError;
use crate::world::state::World;

/// The way that a unit would go.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Preview {
    /// The unit.
    pub unit: UnitId,
    /// The shortest path from where it stands to the goal, in metres. On a link it begins with the rest of that.
    pub path: Vec<Vec2>,
    /// The length of the path over the ground, in metres: without links.
    pub length: f32,
    /// How long it takes at the unit's greatest speed if nobody is in its way, in seconds, links included.
    pub seconds: f32,
}

impl World {
    /// The ways that units would go if they got an order to this goal now, one for each, in their order. Nothing changes.
    /// It takes a search for each unit: ask for the one or two whose ways are shown. Obstacles that are still to take
    /// effect are not seen ([`World::commit`]).
    ///
    /// # Errors
    /// As for [`World::order_with`] with [`Unreachable::Stop`]: no way leads to a goal that is blocked or unreachable. But for the
    /// room round a shared goal, which is not looked for.
    pub fn preview(&self, units: &[UnitId], goal: &Goal) -> Result<Vec<Preview>, WorldError> {
        self.check_units(units)?;
        let goals = match goal {
            Goal::Point(goal) => vec![*goal; units.len()],
            Goal::Each(goals) => goals.clone(),
            Goal::Unit(target) => {
                self.check_target(*target, units)?;
                let target = &self.core.bodies[*target];
                vec![self.beside(target.position, target.radius, units); units.len()]
            }
        };
        self.check_each(units, &goals, Unreachable::Stop)?;
        let mut search = Search::default();
        let preview = |(&unit, &goal)| self.preview_of(unit, goal, &mut search);
        units.iter().zip(&goals).map(preview).collect()
    }

    fn preview_of(
        &self,
        unit: UnitId,
        goal: Vec2,
        search: &mut Search,
    ) -> Result<Preview, WorldError> {
        let body = &self.core.bodies[unit];
        let mesh = self.core.meshes.of(body.class());
        let from = self.foothold(unit);
        let options = PathOptions::with_entry(self.core.definition.parameters.entry);
        // The goal was checked: it can be reached.
        let path = mesh
            .find_path(search, from, goal, &options)
            .map_err(|_| WorldError::GoalUnreachable { unit, from, goal })?;
        let link = |link: &PathLink| mesh.link(link.link).map(|link| link.definition.cost);
        let costs: f32 = path.links.iter().filter_map(link).sum();
        let more = if mesh.has_slow_ground() { slowness(mesh, &path) } else { 0.0 };
        let mut seconds = (path.length + costs + more) / body.max_speed;
        let mut points = path.points;
        if let Some(crossing) = &body.crossing {
            seconds += crossing.ticks_left() as f32 * self.core.definition.parameters.tick;
            points.insert(0, body.position);
            // Another link may begin where this one ends.
            points.dedup();
        }
        Ok(Preview { unit, path: points, length: path.length, seconds })
    }
}

/// Returns how many metres of free ground take as long to walk as what a path is slower than over free ground.
fn slowness(mesh: &NavMesh, path: &Path) -> f32 {
    let leaps = |from: usize| path.links.iter().any(|link| link.point == from);
    let legs = (0..).zip(path.points.windows(2)).filter(|&(from, _)| !leaps(from));
    let more = |(_, leg): (usize, &[Vec2])| {
        Some(mesh.straight_effort(leg[0], leg[1])? - leg[0].distance(leg[1]))
    };
    legs.filter_map(more).sum()
}
