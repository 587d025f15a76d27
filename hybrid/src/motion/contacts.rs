//! Units keep apart and never enter a wall.
//!
//! Position-based contacts, after M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, “Position Based Dynamics”, 2007:
//! pairs that overlap are moved apart one after the other, forwards and backwards in turn, each a little farther than
//! needed (successive over-relaxation: D. M. Young, *Iterative Methods for Solving Partial Difference Equations of
//! Elliptic Type*, 1950), until hardly any overlap is left. In jams whoever is behind gives way. Walls come last, after every
//! pass: they always win. Where that would push somebody far off, through others, or deeper into them than before, a
//! [press](super::press) finds anew where its whole island gets.

use std::sync::{Mutex, PoisonError};

use super::batch::{Batch, ContactGround, ContactInputs, NONE, stand};
use super::contact_range::{ContactRange, Stirring};
use super::islands::Batches;
use super::neighbours::Neighbours;
use super::pairs::make_room;
use crate::parameters::WorldParameters;
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};

/// The contact phase, and all that it needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Contacts {
    ground: ContactGround,
    batches: Vec<Mutex<Batch>>,
    shared: Batches,
    /// The batches while they are made or read.
    rooms: Vec<Batch>,
}

impl Parts for Contacts {
    /// Does passes over a batch until hardly any overlap is left, and as many as are asked for.
    fn part(&self, index: usize) {
        let mut batch = self.batches[index].lock().unwrap_or_else(PoisonError::into_inner);
        batch.resolve(&self.ground);
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
            + self.ground.places.capacity() * size_of::<u32>()
    }

    /// Says which discs belong to which batch, of islands in which anything moves; gives the number of batches.
    fn share(&mut self, neighbours: &Neighbours) -> usize {
        let Self { ground: ContactGround { places, parameters, .. }, batches, shared, rooms } =
            self;
        let stirring = Stirring { discs: neighbours.discs(), reach: ContactRange::new(parameters) };
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
    fn halt(&mut self, moved: &mut ContactInputs<'_>) {
        for (disc, &place) in moved.neighbours.discs().iter().zip(&self.ground.places) {
            if place == NONE {
                stand(disc, moved.bodies);
            }
        }
    }
}

/// Takes a batch out of its place.
fn whole(batch: &mut Mutex<Batch>) -> Batch {
    std::mem::take(batch.get_mut().unwrap_or_else(PoisonError::into_inner))
}

/// Moves the units by their velocities, corrects overlaps, and makes their velocities what they really moved. Units that an
/// engine moves stay as they are. Tells whether any were pressed so hard that they may have got farther than they walk: who is
/// near whom has to be looked at anew.
pub(crate) fn resolve(
    place: &Parallel<Contacts>,
    mut moved: ContactInputs<'_>,
    parameters: &WorldParameters,
    executor: Option<&dyn Executor>,
) -> bool {
    let mut contacts = place.open();
    contacts.ground.parameters.clone_from(parameters);
    let count = contacts.share(moved.neighbours);
    contacts.halt(&mut moved);
    contacts.ground.swap(&mut moved);
    drop(contacts);
    let mut contacts = place.run(executor.filter(|_| count > 1), count);
    contacts.ground.swap(&mut moved);
    let mut is_relieved = false;
    for batch in &mut contacts.batches[..count] {
        let batch = batch.get_mut().unwrap_or_else(PoisonError::into_inner);
        batch.tell(&mut moved, parameters.tick);
        is_relieved |= batch.is_relieved();
    }
    is_relieved
}
