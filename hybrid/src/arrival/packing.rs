//! Places for units of several sizes round a goal that they share: the large ones in the middle, as of units of one size, and
//! the others round them, size by size, each as close as its own radius allows.
//!
//! How far it is to walk to each place, and how deep it lies, a flood for units that all are as large as the largest says.

use glam::Vec2;
use navmesh::NavMesh;

use super::filling::{Gap, fill};
use super::flood::{Flood, WantedPlaces};
use super::places::start_of;
use super::standing::StandingDiscs;
use super::taken::{Given, Taken};
use crate::bodies::order::{SharedGoal, Slot};
use crate::ways::sight::sees;

/// Units of about one size.
pub(crate) struct SizeGroup<'a> {
    /// The kind of their slots.
    pub(crate) kind: u32,
    /// The distance between their places, in metres.
    pub(crate) spacing: f32,
    pub(crate) count: usize,
    pub(crate) meshes: Vec<&'a NavMesh>,
}

/// Returns places for units of several sizes, the largest first, on `meshes` of all of them; of each size the deepest first. `None`
/// if there is no such room for all of them.
pub(crate) fn packed(
    meshes: &[&NavMesh],
    shared: &SharedGoal,
    sizes: &[SizeGroup<'_>],
    Given { taken, others }: Given<'_>,
) -> Option<Vec<Vec<Slot>>> {
    let SharedGoal { ring, spacing, ref approach, .. } = *shared;
    let goal = start_of(meshes, shared)?;
    let count = sizes.iter().map(|size| size.count).sum();
    let wanted = WantedPlaces { goal, spacing, count, taken, others, approach, ring };
    let mut flood = Flood::new(meshes, &wanted, HALVINGS);
    flood.run();
    let (first, rest) = sizes.split_first()?;
    let middle: Vec<Vec2> = flood.found().take(first.count).collect();
    let mut standing = vec![standing_at(&middle, first.spacing)];
    let mut places = vec![middle];
    for size in rest {
        let half = 0.5 * size.spacing;
        let leaves = |point| standing.iter().all(|standing| standing.leaves(point, half));
        let seeds = flood.border(leaves);
        let gap = Gap {
            meshes: &size.meshes,
            origin: goal,
            spacing: size.spacing,
            seeds: &seeds,
            standing: &standing,
        };
        let (own, others) = (Taken::new(taken, half + 0.5 * spacing), others.taken(size.spacing));
        let is_seen = |point| size.meshes.iter().all(|mesh| sees(mesh, point, ring.center));
        let suits = |point: Vec2| {
            let apart = point.distance_squared(ring.center);
            (point - ring.center).dot(ring.ahead) <= 0.0
                && apart >= ring.least * ring.least
                && apart <= ring.most * ring.most
                && (ring.most == f32::INFINITY || is_seen(point))
                && own.leaves(point)
                && others.leaves(point)
        };
        let found = fill(&gap, size.count, |point| flood.walk_to(point), suits);
        standing.push(standing_at(&found, size.spacing));
        places.push(found);
    }
    let is_all = places.iter().zip(sizes).all(|(places, size)| places.len() == size.count);
    is_all.then(|| {
        places.iter().zip(sizes).map(|(places, size)| ordered(&flood, places, size)).collect()
    })
}

/// How often the spacing is halved for the walking lattice of the largest: where that finds no door, nobody is packed.
const HALVINGS: u32 = 1;

/// Discs that keep half of a spacing.
fn standing_at(places: &[Vec2], spacing: f32) -> StandingDiscs {
    let mut standing = StandingDiscs::new(spacing);
    places.iter().for_each(|&place| standing.add(place, WITHIN * 0.5 * spacing));
    standing
}

/// Slots for places, the deepest first; of those that are as deep the one that was found last.
fn ordered(flood: &Flood<'_>, places: &[Vec2], size: &SizeGroup<'_>) -> Vec<Slot> {
    let depths = flood.depths(places);
    let slots = places.iter().zip(depths).rev();
    let mut slots: Vec<Slot> =
        slots.map(|(&place, depth)| Slot { place, depth, kind: size.kind }).collect();
    slots.sort_by(|one, other| other.depth.total_cmp(&one.depth));
    slots
}

/// Lengths that differ by less than this share are one.
const WITHIN: f32 = 0.999;
