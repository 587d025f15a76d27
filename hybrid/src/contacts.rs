//! Units keep apart and never enter a wall: position-based contacts, after M. Müller, B. Heidelberger, M. Hennix,
//! J. Ratcliff, “Position Based Dynamics”, 2007; averaged over a unit's contacts as in M. Macklin, M. Müller,
//! N. Chentanez, T.-Y. Kim, “Unified Particle Physics for Real-Time Applications”, 2014.

use glam::Vec2;
use slotmap::SlotMap;

use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::neighbours::Neighbours;
use crate::parameters::WorldParameters;
use crate::tolerances::{COINCIDENT, SHIFT};
use crate::unit::Body;

/// Pairs whose distance is below this many sums of their radii are looked at: corrections may push them together.
const REACH: f32 = 1.25;

/// Discs nearer than this many sums of their radii count as touching.
const TOUCH: f32 = 1.1;

/// One unit as contacts see it.
#[derive(Clone, Copy, Debug)]
struct Disc {
    unit: UnitId,
    position: Vec2,
    radius: f32,
    /// Its share of a correction: the inverse of its mass, which grows with its area.
    weight: f32,
    class: usize,
}

/// The scratch of the contact phase; empty between steps but for its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    discs: Vec<Disc>,
    points: Vec<Vec2>,
    shifts: Vec<Vec2>,
    neighbours: Neighbours,
    /// The contacts of disc `i` are those before `ends[i]`, from where those of the disc before it end.
    others: Vec<u32>,
    ends: Vec<usize>,
}

impl Contacts {
    /// Moves the units by their velocities, corrects overlaps, and makes their velocities what they really moved.
    pub(crate) fn resolve(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        meshes: &Meshes,
        parameters: &WorldParameters,
    ) {
        let dt = parameters.tick;
        self.gather(bodies, meshes, dt);
        self.find_pairs();
        for _ in 0..parameters.contact_iterations {
            self.find_shifts(parameters.contact_gain);
            for (disc, &shift) in self.discs.iter_mut().zip(&self.shifts) {
                if shift.length_squared() > SHIFT * SHIFT {
                    disc.position = moved(meshes, disc.class, disc.position, disc.position + shift);
                }
            }
        }
        for (body, disc) in bodies.values_mut().zip(&self.discs) {
            body.velocity = ((disc.position - body.position) / dt).clamp_length_max(body.max_speed);
            body.position = disc.position;
        }
    }

    /// The pairs of units that touched in the last step or nearly did: each once, in the order of their ids.
    pub(crate) fn touching(&self) -> impl Iterator<Item = (UnitId, UnitId)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let contacts = starts.zip(&self.ends).enumerate();
        contacts.flat_map(|(index, (start, &end))| {
            let disc = &self.discs[index];
            let others =
                self.others[start..end].iter().filter(move |&&other| other as usize > index);
            others.map(|&other| &self.discs[other as usize]).filter_map(move |other| {
                let touch = TOUCH * (disc.radius + other.radius);
                let near = disc.position.distance_squared(other.position) < touch * touch;
                near.then_some((disc.unit, other.unit))
            })
        })
    }

    /// Where each unit gets without contacts.
    fn gather(&mut self, bodies: &SlotMap<UnitId, Body>, meshes: &Meshes, dt: f32) {
        self.discs.clear();
        self.discs.extend(bodies.iter().map(|(unit, body)| Disc {
            unit,
            position: moved(meshes, body.class, body.position, body.position + body.velocity * dt),
            radius: body.radius,
            weight: 1.0 / (body.radius * body.radius),
            class: body.class,
        }));
    }

    fn find_pairs(&mut self) {
        self.points.clear();
        self.points.extend(self.discs.iter().map(|disc| disc.position));
        let greatest = self.discs.iter().map(|disc| disc.radius).fold(0.0, f32::max);
        if greatest > 0.0 {
            self.neighbours.rebuild(&self.points, 2.0 * greatest * REACH);
        }
        self.others.clear();
        self.ends.clear();
        for (disc, index) in self.discs.iter().zip(0_u32..) {
            let near = |&other: &u32| {
                let other = &self.discs[other as usize];
                let reach = REACH * (disc.radius + other.radius);
                other.position.distance_squared(disc.position) < reach * reach
            };
            self.others.extend(
                self.neighbours.around(disc.position).filter(|&other| other != index).filter(near),
            );
            self.ends.push(self.others.len());
        }
    }

    /// The mean correction of each unit, times the gain; of a single contact half as much, since both sides give way.
    fn find_shifts(&mut self, gain: f32) {
        self.shifts.clear();
        let mut start = 0;
        for (index, &end) in self.ends.iter().enumerate() {
            let (mut sum, mut count) = (Vec2::ZERO, 0.0_f32);
            for &other in &self.others[start..end] {
                if let Some(correction) = self.correction(index, other as usize) {
                    sum += correction;
                    count += 1.0;
                }
            }
            self.shifts.push(sum * (gain / (0.5 * count).max(1.0)));
            start = end;
        }
    }

    /// How far a unit must give way to another one, if they overlap.
    fn correction(&self, index: usize, other: usize) -> Option<Vec2> {
        let (disc, against) = (&self.discs[index], &self.discs[other]);
        let apart = disc.position - against.position;
        let distance = apart.length();
        let depth = disc.radius + against.radius - distance;
        if depth <= 0.0 {
            return None;
        }
        let normal = if distance > COINCIDENT { apart / distance } else { direction(index, other) };
        Some(normal * (depth * disc.weight / (disc.weight + against.weight)))
    }
}

/// A direction for two units at one point: opposite for the two, and different from pair to pair.
fn direction(index: usize, other: usize) -> Vec2 {
    let (low, high) = (index.min(other) as u32, index.max(other) as u32);
    let hash = low.wrapping_mul(0x9e37_79b1) ^ high.wrapping_mul(0x85eb_ca77);
    let angle = (hash >> 8) as f32 * (std::f32::consts::TAU / (1 << 24) as f32);
    let direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
    if index < other { direction } else { -direction }
}

/// Where a disc gets that moves from one point to another along the mesh. A point that is not free stays.
fn moved(meshes: &Meshes, class: usize, from: Vec2, to: Vec2) -> Vec2 {
    if from == to { from } else { meshes.of(class).slide(from, to).unwrap_or(from) }
}
