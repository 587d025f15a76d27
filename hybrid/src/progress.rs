//! Whether units on their way come nearer to their places, looked at now and then.
//!
//! What ends every walk: for as long as its place stays, a unit is led first by the field of its order, and then by a path
//! of its own, never the other way round; and by both the rest of its way becomes shorter, unless others hold it up, it
//! waits for its turn, or the ground changes. So who does not come nearer for a while is held up, or goes astray: then it
//! is told, and if it walked meanwhile, it is led by a path of its own.

use slotmap::Key;

use crate::bodies::progress::{Gauge, Progress};
use crate::bodies::task::Guidance;
use crate::bodies::unit::Body;
use crate::groups::guides::Guides;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;

/// Seconds from one look at a unit to the next.
const EVERY: f32 = 2.5;

/// Radii: who is nearer by less than this is as far as before.
const STEP: f32 = 0.1;

/// Radii: who waits for its turn and is farther back than this does not wait, but is carried off.
const BACK: f32 = 4.0;

/// Radii: who has arrived and was pushed no farther off than this still rests, as far as it is told what it does.
const BACK_AT_REST: f32 = 24.0;

/// The share of its greatest speed with which a unit walks.
const WALKS: f32 = 0.5;

/// All that measuring the rest of a unit's way needs of a world.
#[derive(Clone, Copy)]
pub(crate) struct Surveyor<'a> {
    pub(crate) guides: &'a Guides,
    pub(crate) meshes: &'a Meshes,
    pub(crate) tick: u64,
    pub(crate) parameters: &'a WorldParameters,
}

impl Surveyor<'_> {
    /// Adds what a unit has walked in the last tick, and looks at its progress if it is its turn.
    pub(crate) fn look(&self, unit: UnitId, body: &mut Body) {
        let (speed, tick) = (body.velocity.length(), self.parameters.tick);
        let Some(task) = body.task.as_deref_mut() else { return };
        task.progress.walk(speed * tick);
        let period = ((EVERY / tick) as u64).max(1);
        let number = unit.data().as_ffi() & u64::from(u32::MAX);
        if !task.progress.is_new() && !(self.tick + number).is_multiple_of(period) {
            return;
        }
        let queues = std::mem::take(&mut task.standstill.queues);
        let near = BACK_AT_REST * body.radius;
        if task.settled || task.arrived && body.position.distance(task.place) <= near {
            task.progress = Progress::default();
            return;
        }
        if body.crossing.is_some() {
            task.progress.wait();
            return;
        }
        let Some((gauge, rest)) = self.rest_of_way(body) else { return };
        let (step, back) = (STEP * body.radius, BACK * body.radius);
        let Some(task) = &mut body.task else { return };
        let walks = speed > WALKS * body.max_speed;
        task.progress.note(gauge, rest, step, walks);
        if queues && !walks && !task.progress.is_back(rest, back) {
            task.progress.wait();
        }
    }

    /// Returns by what the rest of a unit's way is measured, and how long it is, in metres; `None` as long as it has no way.
    fn rest_of_way(&self, body: &Body) -> Option<(Gauge, f32)> {
        let task = body.task.as_ref()?;
        if task.guidance == Guidance::Place {
            return Some((Gauge::Straight, body.position.distance(task.place)));
        }
        if let Some(route) = &task.route {
            let (length, _) = route.rest(body.position)?;
            return Some((Gauge::Path(self.meshes.of(body.class()).version()), length));
        }
        let guide = self.guides.of(task.kind(body.class())).filter(|_| !task.lead.is_own())?;
        let rest = guide.remaining_near(body.position, body.cell)?;
        Some((Gauge::Field(guide.made_in()), rest.distance))
    }
}
