//! Whether units on their way come nearer to their places, looked at now and then.
//!
//! What ends every walk: for as long as its place stays, a unit is led first by the field of its order, and then by a path
//! of its own, never the other way round; and by both the rest of its way becomes shorter, unless others hold it up, it
//! waits for its turn, or the ground changes. So who does not come nearer for a while is held up, or goes astray: then it
//! is told, and led by a path of its own.

use slotmap::{Key, SlotMap};

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

/// Looks at those of the units whose turn it is.
pub(crate) fn look_at_progress(
    bodies: &mut SlotMap<UnitId, Body>,
    (guides, meshes): (&Guides, &Meshes),
    (tick, parameters): (u64, &WorldParameters),
) {
    let period = ((EVERY / parameters.tick) as u64).max(1);
    for (unit, body) in bodies {
        let speed = body.velocity.length();
        let Some(task) = body.task.as_deref_mut() else { continue };
        task.progress.walk(speed * parameters.tick);
        let number = unit.data().as_ffi() & u64::from(u32::MAX);
        if !task.progress.is_new() && !(tick + number).is_multiple_of(period) {
            continue;
        }
        let queues = std::mem::take(&mut task.standstill.queues);
        let is_back = BACK_AT_REST * body.radius;
        let rests = task.arrived && body.position.distance(task.place) <= is_back;
        if task.settled || rests {
            task.progress = Progress::default();
            continue;
        }
        if body.crossing.is_some() {
            task.progress.wait();
            continue;
        }
        let Some((gauge, rest)) = rest_of_way(body, guides, meshes) else { continue };
        let (step, back) = (STEP * body.radius, BACK * body.radius);
        let Some(task) = &mut body.task else { continue };
        let walks = speed > WALKS * body.max_speed;
        task.progress.note(gauge, rest, step, walks);
        if queues && !walks && !task.progress.is_back(rest, back) {
            task.progress.wait();
        }
    }
}

/// How long the rest of a unit's way is, in metres, and by what that is measured; `None` as long as it has no way.
fn rest_of_way(body: &Body, guides: &Guides, meshes: &Meshes) -> Option<(Gauge, f32)> {
    let task = body.task.as_ref()?;
    if task.guidance == Guidance::Place {
        return Some((Gauge::Straight, body.position.distance(task.place)));
    }
    let mesh = meshes.of(body.class());
    if let Some(route) = &task.route {
        let rest = route.rest(body.position).map(|(length, _)| length);
        return rest.map(|rest| (Gauge::Path(mesh.version()), rest));
    }
    let guide = guides.of(task.kind(body.class())).filter(|_| !task.lead.is_own())?;
    let rest = guide.remaining_near(body.position, body.cell)?;
    Some((Gauge::Field(guide.made_in()), rest.distance))
}
