//! Units keep apart and never enter a wall.
//!
//! Position-based contacts, after M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, “Position Based Dynamics”, 2007:
//! pairs that overlap are moved apart one after the other, forwards and backwards in turn, each a little farther than
//! needed (successive over-relaxation: D. M. Young, *Iterative Methods for Solving Partial Difference Equations of
//! Elliptic Type*, 1950), until hardly any overlap is left. In jams whoever is behind gives way. Walls come last, after every
//! pass: they always win.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use slotmap::SlotMap;

use super::disc::{Disc, PUSHED};
use super::islands::Batches;
use super::look::MOST_TOUCHING;
use super::neighbours::Neighbours;
use super::pairs::{Pairs, make_room};
use super::relaxation::{Pushes, Relaxation};
use super::stepping::Step;
use super::stirring::{Reach, Spot, Stirring, goes};
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};
use crate::tolerances::SKIN;

/// Discs nearer than this many sums of their radii count as touching.
const TOUCH: f32 = 1.1;

/// The contact phase, and all that it needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Contacts {
    bodies: SlotMap<UnitId, Body>,
    meshes: Meshes,
    neighbours: Neighbours,
    parameters: WorldParameters,
    batches: Vec<Mutex<Batch>>,
    shared: Batches,
    /// By disc, which of its batch it is.
    places: Vec<u32>,
    /// The batches while they are made or read.
    rooms: Vec<Batch>,
}

/// Discs that have to do with nobody else in a tick.
#[derive(Debug, Default)]
struct Batch {
    /// Which, in ascending order.
    discs: Vec<u32>,
    /// Which of them may touch each other.
    pairs: Pairs,
    spots: Vec<Spot>,
    /// By disc, which of the steps is its own; [`NONE`] while it stands where it did.
    steppers: Vec<u32>,
    steps: Vec<Step>,
    passes: u32,
    pushes: Pushes,
    /// Whether the last pass has moved nobody.
    is_calm: bool,
    /// Whether what it holds is whole.
    is_whole: bool,
}

/// Of a disc without a step.
const NONE: u32 = u32::MAX;

impl Parts for Contacts {
    /// Does passes over a batch until hardly any overlap is left, and as many as are asked for.
    fn part(&self, index: usize) {
        let mut batch = self.batches[index].lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::take(&mut batch.is_whole) {
            self.advance(&mut batch);
        }
        let most = self.parameters.contact_iterations;
        while batch.passes < most && batch.pushes.deepest > SKIN {
            batch.pass(self);
        }
        batch.is_whole = true;
    }
}

impl Contacts {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        let of_batch = |batch: &Mutex<Batch>| {
            batch.lock().unwrap_or_else(PoisonError::into_inner).bytes() + size_of::<Batch>()
        };
        self.batches.iter().map(of_batch).sum::<usize>()
            + self.shared.bytes()
            + self.places.capacity() * size_of::<u32>()
    }

    fn swap(&mut self, moved: &mut Moved<'_>) {
        std::mem::swap(&mut self.bodies, moved.bodies);
        std::mem::swap(&mut self.meshes, moved.meshes);
        std::mem::swap(&mut self.neighbours, moved.neighbours);
    }

    /// Says which discs belong to which batch, of islands in which anything moves; gives the number of batches.
    fn share(&mut self, neighbours: &Neighbours) -> usize {
        let Self { batches, shared, places, rooms, parameters, .. } = self;
        let stirring = Stirring { discs: neighbours.discs(), reach: Reach::new(parameters) };
        let partners = |disc: u32| neighbours.partners_of(disc as usize);
        let count = shared.share(neighbours.islands(), |disc| stirring.stirs(disc, partners));
        batches.resize_with(count.max(batches.len()), Mutex::default);
        rooms.extend(batches[..count].iter_mut().map(whole));
        rooms.iter_mut().for_each(Batch::clear);
        places.clear();
        make_room(places, neighbours.islands().len());
        for (disc, &island) in (0..).zip(neighbours.islands()) {
            let Some(batch) = shared.of(island) else {
                places.push(NONE);
                continue;
            };
            let room = &mut rooms[batch].discs;
            places.push(room.len() as u32);
            room.push(disc);
        }
        for (batch, room) in batches.iter_mut().zip(rooms.drain(..)) {
            *batch.get_mut().unwrap_or_else(PoisonError::into_inner) = room;
        }
        count
    }

    /// Has those stand that belong to no batch.
    fn halt(&mut self, moved: &mut Moved<'_>) {
        for (disc, &place) in moved.neighbours.discs().iter().zip(&self.places) {
            if place == NONE {
                stand(disc, moved.bodies);
            }
        }
    }

    /// Takes every disc of a batch to where it gets without contacts, and finds those that may touch there.
    fn advance(&self, batch: &mut Batch) {
        let count = batch.discs.len();
        batch.steps.clear();
        make_room(&mut batch.steps, count);
        batch.pairs.clear(count);
        batch.spots.clear();
        make_room(&mut batch.spots, count);
        batch.steppers.clear();
        make_room(&mut batch.steppers, count);
        batch.steppers.resize(count, NONE);
        batch.pushes.begin(count);
        let mut fastest = 0.0_f32;
        for index in 0..count {
            let disc = &self.neighbours.discs()[batch.discs[index] as usize];
            batch.spots.push(Spot::of(disc));
            fastest = fastest.max(disc.max_speed);
            if goes(disc) {
                // Bodies are far away in memory: several are fetched at once where nothing else is done between.
                batch.steppers[index] = batch.steps.len() as u32;
                batch.steps.push(Step::new(disc, &self.bodies, &self.meshes));
            }
        }
        for index in 0..count {
            if batch.steppers[index] != NONE {
                let disc = &self.neighbours.discs()[batch.discs[index] as usize];
                let to = disc.position + disc.velocity * self.parameters.tick;
                batch.walk(index, to, self);
            }
        }
        let Batch { discs, pairs, spots, .. } = batch;
        let (reach, way) = (Reach::new(&self.parameters), fastest * self.parameters.tick);
        let mut near = [0; MOST_TOUCHING];
        for (&disc, one) in discs.iter().zip(&*spots) {
            let mut count = 0;
            for &partner in self.neighbours.partners_of(disc as usize).iter().take(MOST_TOUCHING) {
                let place = self.places[partner as usize];
                let other = &spots[place as usize];
                let touch = reach.most(one, other);
                // Nobody is pushed much farther than it could have gone.
                let room = (PUSHED * touch).max(touch + 2.0 * way);
                // Without a branch for each.
                near[count] = place;
                count += usize::from(one.position.distance_squared(other.position) < room * room);
            }
            pairs.push(near[..count].iter().copied());
        }
        (batch.passes, batch.is_calm) = (0, false);
    }
}

/// Tells a unit that stands where it did so.
fn stand(disc: &Disc, bodies: &mut SlotMap<UnitId, Body>) {
    // Most stood before as well, and their bodies need not be looked up.
    if disc.driven && disc.velocity.to_array().map(f32::to_bits) != [0; 2] {
        bodies[disc.unit].velocity = Vec2::ZERO;
    }
}

/// Takes a batch out of its place.
fn whole(batch: &mut Mutex<Batch>) -> Batch {
    std::mem::take(batch.get_mut().unwrap_or_else(PoisonError::into_inner))
}

/// What is moved in and out.
pub(crate) struct Moved<'a> {
    pub(crate) bodies: &'a mut SlotMap<UnitId, Body>,
    pub(crate) meshes: &'a mut Meshes,
    pub(crate) neighbours: &'a mut Neighbours,
}

/// Moves the units by their velocities, corrects overlaps, and makes their velocities what they really moved. Units that an
/// engine moves stay as they are.
pub(crate) fn resolve(
    place: &Parallel<Contacts>,
    mut moved: Moved<'_>,
    parameters: &WorldParameters,
    executor: Option<&dyn Executor>,
) {
    let mut contacts = place.open();
    contacts.parameters.clone_from(parameters);
    let count = contacts.share(moved.neighbours);
    contacts.halt(&mut moved);
    contacts.swap(&mut moved);
    drop(contacts);
    let mut contacts = place.run(executor.filter(|_| count > 1), count);
    contacts.swap(&mut moved);
    for batch in &mut contacts.batches[..count] {
        let batch = batch.get_mut().unwrap_or_else(PoisonError::into_inner);
        batch.tell(&mut moved, parameters.tick);
    }
}

impl Batch {
    fn bytes(&self) -> usize {
        self.discs.capacity() * size_of::<u32>()
            + self.pairs.bytes()
            + self.pushes.bytes()
            + self.spots.capacity() * size_of::<Spot>()
            + self.steppers.capacity() * size_of::<u32>()
            + self.steps.capacity() * size_of::<Step>()
    }

    fn clear(&mut self) {
        self.discs.clear();
        make_room(&mut self.discs, 0);
        self.is_whole = false;
    }

    /// A pass over all pairs, then a look at the walls.
    fn pass(&mut self, contacts: &Contacts) {
        self.passes += 1;
        if self.is_calm {
            return;
        }
        let Self { discs: numbers, pairs, spots, pushes, .. } = self;
        let (discs, pass) = (contacts.neighbours.discs(), self.passes as u8);
        Relaxation { pairs, spots, numbers, discs, pushes, pass }.run(&contacts.parameters);
        self.keep_out_of_walls(contacts);
    }

    /// Takes discs that were pushed off their free ground there along the mesh, from where they stood.
    fn keep_out_of_walls(&mut self, contacts: &Contacts) {
        self.is_calm = self.pushes.pushed.is_empty();
        for at in 0..self.pushes.pushed.len() {
            let index = self.pushes.pushed[at] as usize;
            let to = self.spots[index].position;
            self.walk(index, to, contacts);
            if self.spots[index].position != to {
                self.pushes.stop(index);
            }
        }
    }

    /// Takes a disc from where it stood towards a point.
    fn walk(&mut self, index: usize, to: Vec2, contacts: &Contacts) {
        let stepper = &mut self.steppers[index];
        if *stepper == NONE {
            *stepper = self.steps.len() as u32;
            let disc = &contacts.neighbours.discs()[self.discs[index] as usize];
            self.steps.push(Step::new(disc, &contacts.bodies, &contacts.meshes));
        }
        let step = &mut self.steps[*stepper as usize];
        self.spots[index].position = step.walk(&contacts.meshes, to);
    }

    /// Tells the units where they have got to. What stands where it did need not be told, but that it stands.
    fn tell(&self, moved: &mut Moved<'_>, dt: f32) {
        for ((&index, spot), &stepper) in self.discs.iter().zip(&self.spots).zip(&self.steppers) {
            let disc = moved.neighbours.disc_mut(index as usize);
            let Some(step) = self.steps.get(stepper as usize) else {
                stand(disc, moved.bodies);
                continue;
            };
            let body = &mut moved.bodies[disc.unit];
            disc.position = spot.position;
            let version = moved.meshes.of(step.class.into()).version();
            (body.cell, body.free) = (step.cell, step.ground(version));
            if disc.driven {
                body.velocity = ((disc.position - step.from) / dt).clamp_length_max(body.max_speed);
                body.position = disc.position;
            }
        }
    }
}

/// The pairs of units that touched in the last step or nearly did, each once.
pub(crate) fn touching(neighbours: &Neighbours) -> impl Iterator<Item = (UnitId, UnitId)> {
    neighbours.pairs().filter_map(|pair| touches(neighbours, pair))
}

/// The units of two discs, if they touch or nearly do.
pub(crate) fn touches(
    neighbours: &Neighbours,
    (first, second): (u32, u32),
) -> Option<(UnitId, UnitId)> {
    let discs = neighbours.discs();
    let (one, other) = (&discs[first as usize], &discs[second as usize]);
    let touch = TOUCH * (one.radius + other.radius);
    let near = one.position.distance_squared(other.position) < touch * touch;
    near.then_some((one.unit, other.unit))
}
