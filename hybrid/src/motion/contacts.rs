//! Units keep apart and never enter a wall.
//!
//! Position-based contacts, after M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, “Position Based Dynamics”, 2007:
//! pairs that overlap are moved apart one after the other, forwards and backwards in turn, each a little farther than
//! needed (successive over-relaxation: D. M. Young, *Iterative Methods for Solving Partial Difference Equations of
//! Elliptic Type*, 1950), until hardly any overlap is left. Walls come last, after every pass: they always win.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use slotmap::{SecondaryMap, SlotMap};

use super::neighbours::{Disc, Neighbours};
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::tolerances::{COINCIDENT, SKIN, STILL};

/// Discs nearer than this many sums of their radii count as touching.
const TOUCH: f32 = 1.1;

/// A disc of free ground: moves within it need no look at the walls.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Ground {
    center: Vec2,
    /// Negative if nothing is known.
    radius: f32,
    /// The version of the mesh that it was seen on.
    version: u64,
}

impl Ground {
    fn holds(&self, point: Vec2) -> bool {
        self.radius > 0.0 && self.center.distance_squared(point) <= self.radius * self.radius
    }
}

/// What the contact phase keeps: free ground from step to step, the rest is scratch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Contacts {
    known: SecondaryMap<UnitId, Ground>,
    /// By disc: its ground, where it was, and whether a pass moved it.
    #[serde(skip)]
    grounds: Vec<Ground>,
    #[serde(skip)]
    before: Vec<Vec2>,
    #[serde(skip)]
    moved: Vec<bool>,
}

impl Contacts {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        let known = self.known.capacity() * (size_of::<Ground>() + size_of::<u32>());
        let of_discs = size_of::<Ground>() + size_of::<Vec2>() + size_of::<bool>();
        known + self.grounds.capacity() * of_discs
    }

    /// Moves the units by their velocities, corrects overlaps, and makes their velocities what they really moved.
    /// Units that an engine moves stay as they are.
    pub(crate) fn resolve(
        &mut self,
        neighbours: &mut Neighbours,
        bodies: &mut SlotMap<UnitId, Body>,
        meshes: &Meshes,
        parameters: &WorldParameters,
    ) {
        let dt = parameters.tick;
        let (discs, pairs) = neighbours.split();
        self.advance(discs, bodies, meshes, dt);
        for pass in 0..parameters.contact_iterations {
            self.moved.fill(false);
            let mut relaxation =
                Relaxation { discs, moved: &mut self.moved, parameters, deepest: 0.0 };
            if pass % 2 == 0 {
                pairs.iter().for_each(|&pair| relaxation.relax(pair));
            } else {
                pairs.iter().rev().for_each(|&pair| relaxation.relax(pair));
            }
            let deepest = relaxation.deepest;
            self.keep_out_of_walls(discs, meshes);
            if deepest <= SKIN {
                break;
            }
        }
        for ((disc, before), ground) in discs.iter().zip(&self.before).zip(&self.grounds) {
            let body = &mut bodies[disc.unit];
            if disc.driven {
                body.velocity = ((disc.position - before) / dt).clamp_length_max(body.max_speed);
                body.position = disc.position;
            }
            self.known.insert(disc.unit, *ground);
        }
    }

    /// Whether all ground that is known to be free is so.
    pub(crate) fn is_valid(&self, bodies: &SlotMap<UnitId, Body>, meshes: &Meshes) -> bool {
        self.known.iter().all(|(unit, ground)| {
            let Some(mesh) = bodies.get(unit).and_then(|body| meshes.get(body.class)) else {
                return true;
            };
            // Of another version of the mesh nothing is believed.
            let is_old = ground.version != mesh.version();
            is_old || ground.center.is_finite() && ground.radius <= mesh.free_radius(ground.center)
        })
    }

    /// Takes every disc to where it gets without contacts.
    fn advance(
        &mut self,
        discs: &mut [Disc],
        bodies: &SlotMap<UnitId, Body>,
        meshes: &Meshes,
        dt: f32,
    ) {
        self.grounds.clear();
        self.before.clear();
        self.moved.clear();
        self.moved.resize(discs.len(), false);
        for disc in discs {
            let version = meshes.of(disc.class as usize).version();
            let known = self.known.get(disc.unit).filter(|ground| ground.version == version);
            let nothing = Ground { center: disc.position, radius: -1.0, version };
            let mut ground = known.copied().unwrap_or(nothing);
            self.before.push(disc.position);
            disc.velocity = bodies[disc.unit].velocity;
            if disc.driven && disc.velocity.length_squared() > STILL * STILL {
                let to = disc.position + disc.velocity * dt;
                disc.position = walked(meshes, disc, &mut ground, (disc.position, to));
            }
            self.grounds.push(ground);
        }
    }

    /// Takes discs that were pushed off their free ground there along the mesh, from where they stood.
    fn keep_out_of_walls(&mut self, discs: &mut [Disc], meshes: &Meshes) {
        let pushed = self.moved.iter().zip(&self.before).zip(&mut self.grounds);
        for (disc, ((_, &before), ground)) in
            discs.iter_mut().zip(pushed).filter(|(_, ((moved, _), _))| **moved)
        {
            disc.position = walked(meshes, disc, ground, (before, disc.position));
        }
    }
}

/// Where a disc gets that goes from a free point to another.
fn walked(meshes: &Meshes, disc: &Disc, ground: &mut Ground, (from, to): (Vec2, Vec2)) -> Vec2 {
    if from == to || (ground.holds(from) && ground.holds(to)) {
        return to;
    }
    let mesh = meshes.of(disc.class as usize);
    // A point that is not free (an obstacle has just come) stays.
    let at = mesh.slide(from, to).unwrap_or(from);
    (ground.center, ground.radius) = (at, mesh.free_radius(at));
    at
}

/// One pass over all pairs.
struct Relaxation<'a> {
    discs: &'a mut [Disc],
    moved: &'a mut [bool],
    parameters: &'a WorldParameters,
    /// The deepest overlap met, as a fraction of the radii.
    deepest: f32,
}

impl Relaxation<'_> {
    /// Moves two discs apart if they overlap.
    fn relax(&mut self, (first, second): (u32, u32)) {
        let (i, j) = (first as usize, second as usize);
        let (one, other) = (&self.discs[i], &self.discs[j]);
        let apart = one.position - other.position;
        let room = (one.radius + other.radius) * self.room(one, other);
        let squared = apart.length_squared();
        let mobility = one.mobility + other.mobility;
        if squared >= room * room || mobility <= 0.0 {
            return;
        }
        let distance = squared.sqrt();
        let normal =
            if distance > COINCIDENT { apart / distance } else { direction(first, second) };
        let push = normal * ((room - distance) * self.parameters.contact_gain / mobility);
        self.deepest = self.deepest.max((room - distance) / room);
        let (one, other) = (one.mobility, other.mobility);
        self.discs[i].position += push * one;
        self.discs[j].position -= push * other;
        (self.moved[i], self.moved[j]) = (true, true);
    }

    /// The factor on the radii of two discs: a skin, and between those on their way their personal space.
    fn room(&self, one: &Disc, other: &Disc) -> f32 {
        let moving = |disc: &Disc| disc.desired.length_squared() > STILL * STILL;
        if moving(one) && moving(other) {
            self.parameters.personal_space.max(1.0 + SKIN)
        } else {
            1.0 + SKIN
        }
    }
}

/// The pairs of units that touched in the last step or nearly did, each once.
pub(crate) fn touching(neighbours: &Neighbours) -> impl Iterator<Item = (UnitId, UnitId)> {
    let discs = neighbours.discs();
    neighbours.pairs().iter().filter_map(move |&(first, second)| {
        let (one, other) = (&discs[first as usize], &discs[second as usize]);
        let touch = TOUCH * (one.radius + other.radius);
        let near = one.position.distance_squared(other.position) < touch * touch;
        near.then_some((one.unit, other.unit))
    })
}

/// A direction for two discs at one point: different from pair to pair.
fn direction(first: u32, second: u32) -> Vec2 {
    let hash = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca77);
    let angle = (hash >> 8) as f32 * (std::f32::consts::TAU / (1 << 24) as f32);
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
