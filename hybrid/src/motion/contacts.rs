//! Units keep apart and never enter a wall.
//!
//! Position-based contacts, after M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, “Position Based Dynamics”, 2007:
//! pairs that overlap are moved apart one after the other, forwards and backwards in turn, each a little farther than
//! needed (successive over-relaxation: D. M. Young, *Iterative Methods for Solving Partial Difference Equations of
//! Elliptic Type*, 1950), until hardly any overlap is left. Walls come last, after every pass: they always win.

use glam::Vec2;
use navmesh::{CellId, Location};
use slotmap::SlotMap;

use super::disc::Disc;
use super::neighbours::Neighbours;
use crate::bodies::free::FreeGround;
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::tolerances::{COINCIDENT, SKIN, STILL};

/// Discs nearer than this many sums of their radii count as touching.
const TOUCH: f32 = 1.1;

/// Scratch of the contact phase, by disc.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    spots: Vec<Spot>,
    steps: Vec<Step>,
}

/// Where a disc is, and what decides about pushes: all that a pass over the pairs needs, close together.
#[derive(Clone, Copy, Debug)]
struct Spot {
    position: Vec2,
    radius: f32,
    mobility: f32,
    /// Whether it is on its way.
    walks: bool,
    /// Whether the pass has moved it.
    pushed: bool,
}

/// The step of a disc over the mesh.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Vec2,
    class: u32,
    /// The cell where it was last seen.
    cell: Option<CellId>,
    ground: FreeGround,
}

impl Step {
    /// Where the disc gets that goes from a free point to another.
    fn walk(&mut self, meshes: &Meshes, to: Vec2) -> Vec2 {
        if self.from == to || (self.ground.holds(self.from) && self.ground.holds(to)) {
            return to;
        }
        let mesh = meshes.of(self.class as usize);
        // A point that is not free (an obstacle has just come) stays.
        let at = mesh.slide_near(self.from, to, self.cell).unwrap_or(self.from);
        if let Location::Cell(cell) = mesh.locate_near(at, self.cell) {
            self.cell = Some(cell);
        }
        (self.ground.center, self.ground.radius) = (at, mesh.free_radius_near(at, self.cell));
        at
    }
}

impl Contacts {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        let spots = self.spots.capacity() * size_of::<Spot>();
        spots + self.steps.capacity() * size_of::<Step>()
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
        self.advance(neighbours.discs(), bodies, meshes, dt);
        for pass in 0..parameters.contact_iterations {
            self.spots.iter_mut().for_each(|spot| spot.pushed = false);
            let mut relaxation = Relaxation::new(&mut self.spots, parameters);
            if pass % 2 == 0 {
                let lists = neighbours.pair_lists();
                lists.flatten().for_each(|&pair| relaxation.relax(pair));
            } else {
                let lists = neighbours.pair_lists().rev();
                lists.for_each(|list| list.iter().rev().for_each(|&pair| relaxation.relax(pair)));
            }
            let deepest = relaxation.deepest;
            self.keep_out_of_walls(meshes);
            if deepest <= SKIN {
                break;
            }
        }
        neighbours.move_to(self.spots.iter().map(|spot| spot.position));
        for (disc, step) in neighbours.discs().iter().zip(&self.steps) {
            let body = &mut bodies[disc.unit];
            (body.cell, body.free) = (step.cell, step.ground);
            if disc.driven {
                body.velocity = ((disc.position - step.from) / dt).clamp_length_max(body.max_speed);
                body.position = disc.position;
            }
        }
    }

    /// Takes every disc to where it gets without contacts.
    fn advance(
        &mut self,
        discs: &[Disc],
        bodies: &SlotMap<UnitId, Body>,
        meshes: &Meshes,
        dt: f32,
    ) {
        self.spots.clear();
        self.steps.clear();
        for disc in discs {
            let Disc { position, radius, mobility, class, .. } = *disc;
            let version = meshes.of(class as usize).version();
            let body = &bodies[disc.unit];
            let nothing = FreeGround { version, ..FreeGround::UNKNOWN };
            let ground = if body.free.version == version { body.free } else { nothing };
            let mut step = Step { from: position, class, cell: body.cell, ground };
            let walks = disc.desired.length_squared() > STILL * STILL;
            let mut spot = Spot { position, radius, mobility, walks, pushed: false };
            if disc.driven && body.velocity.length_squared() > STILL * STILL {
                spot.position = step.walk(meshes, position + body.velocity * dt);
            }
            self.spots.push(spot);
            self.steps.push(step);
        }
    }

    /// Takes discs that were pushed off their free ground there along the mesh, from where they stood.
    fn keep_out_of_walls(&mut self, meshes: &Meshes) {
        for (spot, step) in self.spots.iter_mut().zip(&mut self.steps) {
            if spot.pushed {
                spot.position = step.walk(meshes, spot.position);
            }
        }
    }
}

/// One pass over all pairs.
struct Relaxation<'a> {
    spots: &'a mut [Spot],
    /// How much farther than needed a correction goes.
    gain: f32,
    /// The factors on the radii of two discs: a skin, and between those on their way their personal space.
    skin: f32,
    space: f32,
    /// The deepest overlap met, as a fraction of the radii.
    deepest: f32,
}

impl<'a> Relaxation<'a> {
    fn new(spots: &'a mut [Spot], parameters: &WorldParameters) -> Self {
        let skin = 1.0 + SKIN;
        let space = parameters.personal_space.max(skin);
        Self { spots, gain: parameters.contact_gain, skin, space, deepest: 0.0 }
    }

    /// Moves two discs apart if they overlap.
    fn relax(&mut self, (first, second): (u32, u32)) {
        let (i, j) = (first as usize, second as usize);
        let (one, other) = (&self.spots[i], &self.spots[j]);
        let apart = one.position - other.position;
        let factor = if one.walks && other.walks { self.space } else { self.skin };
        let room = (one.radius + other.radius) * factor;
        let squared = apart.length_squared();
        let mobility = one.mobility + other.mobility;
        if squared >= room * room || mobility <= 0.0 {
            return;
        }
        let distance = squared.sqrt();
        let normal =
            if distance > COINCIDENT { apart / distance } else { direction(first, second) };
        let push = normal * ((room - distance) * self.gain / mobility);
        self.deepest = self.deepest.max((room - distance) / room);
        let (one, other) = (one.mobility, other.mobility);
        self.spots[i].position += push * one;
        self.spots[j].position -= push * other;
        (self.spots[i].pushed, self.spots[j].pushed) = (true, true);
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

/// A direction for two discs at one point: different from pair to pair.
fn direction(first: u32, second: u32) -> Vec2 {
    let hash = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca77);
    let angle = (hash >> 8) as f32 * (std::f32::consts::TAU / (1 << 24) as f32);
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
