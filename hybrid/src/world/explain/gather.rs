//! The reasons of a unit, gathered from all that leads it.

use glam::Vec2;
use navmesh::{PathOptions, Search};

use super::explanation::{Explanation, Fallback, FieldReading, PassageReading};
use crate::base::handle::UnitId;
use crate::bodies::stuck_state::{Recovery, StuckState};
use crate::bodies::task::{Assignment, Guidance};
use crate::bodies::unit::Body;
use crate::error::WorldError;
use crate::groups::guide::GuideRest;
use crate::motion::touching::touching;
use crate::ways::ground::is_free;
use crate::ways::sight::sees;
use crate::world::state::World;

impl World {
    /// Why a unit goes where it goes, as of the last step. It changes nothing; it takes as long as a path or two, and is
    /// for the units that somebody looks at.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn explain(&self, unit: UnitId) -> Result<Explanation, WorldError> {
        let body = self.core.bodies.get(unit).ok_or(WorldError::StaleUnit { unit })?;
        let task = body.task.as_ref();
        let walks = task.filter(|task| !task.settled);
        let guide = walks.and_then(|task| self.core.guides.of(task.cohort(body.class())));
        let from = body.crossing.as_ref().map_or(body.position, |_| self.foothold(unit));
        let ticks = walks.map_or(0, |task| task.stuck_state.ticks);
        Ok(Explanation {
            unit,
            activity: body.activity(),
            order: task.map(|task| task.order),
            place: task.map(|task| task.end().place),
            lost_goal: task.and_then(|task| task.lost),
            guidance: task.map_or(Guidance::None, |task| task.guidance),
            rest: guide.and_then(|guide| guide.remaining(from)).map(GuideRest::without_link),
            field: walks.and_then(|task| self.field_reading(body, task)),
            passage: walks.and_then(|_| self.passage_reading(unit, body)),
            blocked_by: self.ahead_of(unit, body),
            fallback: task.map_or(Fallback::None, |task| fallback(&task.stuck_state)),
            standstill: ticks as f32 * self.core.definition.parameters.tick,
            way: walks.map_or_else(|| vec![body.position], |task| self.way(body, from, task)),
        })
    }

    fn field_reading(&self, body: &Body, task: &Assignment) -> Option<FieldReading> {
        let group = self.core.groups.of(task.group?)?;
        let window = group.window.as_deref().filter(|window| window.solved)?;
        Some(FieldReading {
            leader: group.leader,
            unit_count: group.units.len(),
            potential: window.field.potential_at(body.position)?,
            velocity: window.field.sample(body.position)?,
        })
    }

    fn passage_reading(&self, unit: UnitId, body: &Body) -> Option<PassageReading> {
        let found = self.core.passages.next_of(unit, body)?;
        let traveller = found.traveller;
        let mouth = found.passage.mouth(traveller.end);
        let must_wait = found.traffic.must_wait(&traveller);
        let others =
            found.travellers.iter().filter(|other| must_wait && other.end != traveller.end);
        // Those that were removed since the last step are still noted.
        let others =
            others.map(|other| other.unit).filter(|&other| self.core.bodies.contains_key(other));
        Some(PassageReading {
            mouth: [mouth.left, mouth.right],
            width: found.passage.width,
            length: found.passage.length,
            distance: traveller.distance,
            is_inside: traveller.is_inside(),
            must_wait,
            wait: found.wait,
            waits_for: others.collect(),
        })
    }

    /// The units that one touches, on the side where it wants to go.
    fn ahead_of(&self, unit: UnitId, body: &Body) -> Vec<UnitId> {
        let other = |(one, two): (UnitId, UnitId)| match unit {
            unit if unit == one => Some(two),
            unit if unit == two => Some(one),
            _ => None,
        };
        let is_ahead = |other: &UnitId| {
            let other = self.core.bodies.get(*other);
            other.is_some_and(|other| (other.position - body.position).dot(body.desired) > 0.0)
        };
        let mut found: Vec<UnitId> =
            touching(&self.core.neighbours).filter_map(other).filter(is_ahead).collect();
        found.sort_unstable();
        found
    }

    /// The way that a unit is expected to take: over the ground from a point, up to which it is on a link.
    fn way(&self, body: &Body, from: Vec2, task: &Assignment) -> Vec<Vec2> {
        let mesh = self.core.meshes.of(body.class());
        let mut way = vec![body.position, from];
        // What led a unit onto a link leads it no farther.
        let guidance = if body.crossing.is_some() { Guidance::None } else { task.guidance };
        match (guidance, &task.route) {
            (Guidance::Path, Some(route)) => way.extend_from_slice(route.ahead()),
            (Guidance::Field, _) => {
                let group = task.group.and_then(|group| self.core.groups.of(group));
                let window = group.and_then(|group| group.window.as_deref());
                let trace = window.into_iter().flat_map(|window| window.trace(body.position));
                // Cells reach into walls: where the field ends in one the way goes on from the ground before it.
                way.extend(trace.take_while(|&point| is_free(mesh, point)));
            }
            _ => {}
        }
        let last = way[way.len() - 1];
        if sees(mesh, last, task.place) {
            way.push(task.place);
        } else {
            let options = PathOptions::with_entry(self.core.definition.parameters.entry);
            let path = mesh.find_path(&mut Search::default(), last, task.place, &options);
            way.extend(path.into_iter().flat_map(|path| path.points).skip(1));
        }
        way.dedup();
        way
    }
}

fn fallback(still: &StuckState) -> Fallback {
    if let Some(barred) = still.barred {
        return Fallback::Stand(barred.head);
    }
    match still.recovery {
        Recovery::None => Fallback::None,
        Recovery::OwnPath => Fallback::OwnPath,
        Recovery::Sidestep(direction) => Fallback::Sidestep(direction),
        Recovery::Wait => Fallback::Wait,
    }
}
