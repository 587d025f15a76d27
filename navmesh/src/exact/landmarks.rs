//! Landmarks: corners whose exact distances to all others are kept.

use std::sync::Arc;

use super::roads::Roads;
use crate::fixed::landmarks::LANDMARKS;
use crate::mesh::NavMesh;
use crate::workers::{Results, Workers};

/// How many landmarks are chosen at a time, so that their distances are measured side by side. With more, those chosen first
/// are known less well to the others.
const AT_A_TIME: usize = 2;

/// What a metre away from the farthest landmark counts, where one away from the nearest counts 1.
const RIM: f32 = 0.5;

/// Corners on their way to landmarks.
struct Choice<'a> {
    roads: &'a Roads,
    /// For each corner its distances from the landmarks, or less; 0 for those that no way joins.
    found: Vec<[f32; LANDMARKS]>,
    chosen: Vec<u32>,
    /// Of how many of them all distances are known.
    known: usize,
}

/// For each corner its distances from the landmarks, in metres; 0 for those that no way joins. Landmarks are corners of the part of
/// the mesh that has most, each far from those before it and at the rim: the way goes towards landmarks at the rim, or away
/// from them, more often than to those in the middle.
pub(crate) fn landmarks(
    mesh: &NavMesh,
    roads: &Arc<Roads>,
    workers: &dyn Workers,
    progress: &mut dyn FnMut(f32),
) -> Vec<[f32; LANDMARKS]> {
    let found = vec![[0.0; LANDMARKS]; roads.places().len()];
    let mut choice = Choice { roads, found, chosen: Vec::new(), known: 0 };
    choice.begin(mesh);
    while choice.known < LANDMARKS {
        // What is known of the first two is too little to choose others by it.
        for _ in 0..choice.known.clamp(1, AT_A_TIME) {
            choice.choose();
        }
        let new = choice.chosen[choice.known..].to_vec();
        if new.is_empty() {
            break;
        }
        let (mesh, roads) = (mesh.clone(), Arc::clone(roads));
        let measured =
            Results::of(workers, new.len(), move |part| roads.distances(&mesh, new[part]));
        for lengths in measured.iter() {
            for (found, &length) in choice.found.iter_mut().zip(lengths) {
                found[choice.known] = if length.is_finite() { length as f32 } else { 0.0 };
            }
            choice.known += 1;
            progress(choice.known as f32 / LANDMARKS as f32);
        }
    }
    choice.found
}

impl Choice<'_> {
    /// Gives all corners of the main part a distance, so that a first landmark can be chosen.
    fn begin(&mut self, mesh: &NavMesh) {
        let ground = mesh.cells.ground(0);
        let part = |corner| match ground.cells_round(corner) {
            [spot, ..] => mesh.cells.component(mesh.cells.cell_at_spot(*spot)).number(),
            [] => u32::MAX,
        };
        let parts: Vec<u32> = ground.corners.iter().map(part).collect();
        let mut sizes = vec![0; mesh.cell_count()];
        let mut main = (0, 0);
        for &part in &parts {
            if let Some(size) = sizes.get_mut(part as usize) {
                *size += 1;
                main = main.max((*size, part));
            }
        }
        let places = self.roads.places();
        for ((found, place), part) in self.found.iter_mut().zip(places).zip(parts) {
            if part == main.1 {
                found[0] = place.distance(places[0]) as f32;
            }
        }
    }

    /// Chooses the next landmark, if there is a corner for it.
    fn choose(&mut self) {
        let columns = self.chosen.len().max(1);
        let (mut best, mut most) = (None, 0.0);
        for (corner, found) in (0..).zip(&self.found) {
            let (mut nearest, mut farthest) = (f32::INFINITY, 0.0f32);
            for &length in &found[..columns] {
                (nearest, farthest) = (nearest.min(length), farthest.max(length));
            }
            let worth = nearest + farthest * RIM;
            if nearest > 0.0 && worth > most {
                (best, most) = (Some(corner), worth);
            }
        }
        let Some(best) = best else { return };
        let (own, at) = (self.found[best as usize], self.roads.places()[best as usize]);
        let column = self.chosen.len();
        self.chosen.push(best);
        // Until its distances are known, what the others tell of them has to do.
        for (found, place) in self.found.iter_mut().zip(self.roads.places()) {
            if found[0] > 0.0 {
                let told = (0..self.known).map(|k| (found[k] - own[k]).abs());
                found[column] = told.fold(place.distance(at) as f32, f32::max);
            }
        }
    }
}
