//! Units keep apart and never enter a wall.
//!
//! Position-based contacts, after M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, “Position Based Dynamics”, 2007:
//! pairs that overlap are moved apart one after the other, forwards and backwards in turn, each a little farther than
//! needed (successive over-relaxation: D. M. Young, *Iterative Methods for Solving Partial Difference Equations of
//! Elliptic Type*, 1950), until hardly any overlap is left. In jams whoever is behind gives way. Walls come last, after every
//! pass: they always win. Where that would push somebody far off, through others, or deeper into them than before, a
//! [press](super::press) finds anew where its whole island gets.

use slotmap::SlotMap;

use super::batch::{Batch, ContactGround, NONE, stand};
use super::contact_range::{ContactRange, Stirring};
use super::islands::Batches;
use super::neighbours::Neighbours;
use super::pairs::make_room;
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::tasks::parallel::Outputs;

/// Which discs are resolved together: each batch is a part.
#[derive(Default)]
pub(crate) struct Contacts {
    batches: Batches,
    /// By disc, which of its batch it is; [`NONE`] if it is in none.
    places: Vec<u32>,
}

impl Contacts {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        self.batches.bytes() + self.places.capacity() * size_of::<u32>()
    }

    /// Says which discs belong to which batch, of islands in which anything moves; returns the number of batches.
    pub(crate) fn share(
        &mut self,
        neighbours: &Neighbours,
        parameters: &WorldParameters,
        parts: &mut Outputs<Batch>,
    ) -> usize {
        let Self { batches, places } = self;
        let stirring = Stirring { discs: neighbours.discs(), reach: ContactRange::new(parameters) };
        let partners = |disc: u32| neighbours.partners_of(disc as usize);
        let count = batches.share(neighbours.islands(), |disc| stirring.stirs(disc, partners));
        parts.prepare(count);
        parts.iter_mut().take(count).for_each(Batch::clear);
        places.clear();
        make_room(places, neighbours.islands().len());
        for (disc, &island) in (0..).zip(neighbours.islands()) {
            let Some(batch) = batches.of(island) else {
                places.push(NONE);
                continue;
            };
            let discs = &mut parts.of(batch).discs;
            places.push(discs.len() as u32);
            discs.push(disc);
        }
        count
    }

    /// Has those stand that belong to no batch.
    pub(crate) fn halt(&self, neighbours: &Neighbours, bodies: &mut SlotMap<UnitId, Body>) {
        for (disc, &place) in neighbours.discs().iter().zip(&self.places) {
            if place == NONE {
                stand(disc, bodies);
            }
        }
    }

    /// Does passes over a batch until hardly any overlap is left, and as many as are asked for.
    pub(crate) fn resolve(
        &self,
        bodies: &SlotMap<UnitId, Body>,
        meshes: &Meshes,
        neighbours: &Neighbours,
        parameters: &WorldParameters,
        batch: &mut Batch,
    ) {
        let places = &self.places;
        batch.resolve(&ContactGround { bodies, meshes, neighbours, parameters, places });
    }
}

/// Moves the units of batches to where their contacts have taken them, and makes their velocities what they really moved in
/// `dt` seconds. Units that an engine moves stay as they are. Returns whether any were pressed so hard that they may have got
/// farther than they walk: who is near whom has to be looked at anew.
pub(crate) fn move_all<'a>(
    batches: impl Iterator<Item = &'a mut Batch>,
    bodies: &mut SlotMap<UnitId, Body>,
    neighbours: &mut Neighbours,
    meshes: &Meshes,
    dt: f32,
) -> bool {
    let mut is_relieved = false;
    for batch in batches {
        batch.tell(bodies, neighbours, meshes, dt);
        is_relieved |= batch.is_relieved();
    }
    is_relieved
}
