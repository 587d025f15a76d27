//! Where ground begins outside of a disc, found from cell to cell: it takes as long as there are cells in the disc, however
//! small the units are that look for a place.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use glam::Vec2;
use navmesh::{CellId, Location, NavMesh};

use crate::ways::ground::is_free;

/// Where there is ground outside of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outside {
    /// All round: the disc is small, or the point from which it was looked for lies outside.
    Near,
    /// At this point.
    At(Vec2),
    /// Nowhere that can be reached.
    Nowhere,
}

/// A disc to get out of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hollow {
    pub(super) center: Vec2,
    /// In metres, as all lengths here.
    pub(super) radius: f32,
    /// How far outside of it a point is wanted, if there is so much room.
    pub(super) beyond: f32,
}

/// Finds a free point outside of a disc that can be
/// reached from another point: about the one to which it is least far to walk. It is free on all of some meshes.
pub(super) fn outside(meshes: &[&NavMesh], from: Vec2, hollow: Hollow) -> Outside {
    let Some(&mesh) = meshes.first() else { return Outside::Near };
    let Location::Cell(first) = mesh.locate(from) else { return Outside::Near };
    let mut known = BTreeSet::from([first]);
    // Distances are not negative: their bits are ordered as they are.
    let mut open = BinaryHeap::from([Reverse((0, first, from.to_array().map(f32::to_bits)))]);
    while let Some(Reverse((walked, cell, entry))) = open.pop() {
        let entry = Vec2::from_array(entry.map(f32::from_bits));
        let points = points_outside(mesh, cell, entry, hollow);
        let mut free =
            points.into_iter().filter(|&point| meshes.iter().all(|mesh| is_free(mesh, point)));
        if let Some(point) = free.next() {
            return Outside::At(point);
        }
        for portal in mesh.portals(cell).filter(|portal| known.insert(portal.cell)) {
            let middle = 0.5 * (portal.left + portal.right);
            let walked = f32::from_bits(walked) + entry.distance(middle);
            let place = middle.to_array().map(f32::to_bits);
            open.push(Reverse((walked.to_bits(), portal.cell, place)));
        }
    }
    Outside::Nowhere
}

/// The points of a cell outside of a disc that may do, the nearest to where the cell was entered first. A cell is convex: if
/// none of its corners lies outside, nothing of it does.
fn points_outside(
    mesh: &NavMesh,
    cell: CellId,
    entry: Vec2,
    Hollow { center, radius, beyond }: Hollow,
) -> Vec<Vec2> {
    let corners: Vec<Vec2> = mesh.outline(cell).collect();
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let far = |point: Vec2| point.distance(center);
    let mut points = Vec::new();
    for &corner in corners.iter().filter(|&&corner| far(corner) >= radius) {
        // Where the way from the middle to the corner leaves the disc, by bisection: distances grow along a ray that leaves a
        // disc for good.
        let (mut inside, mut out) = (0.0, 1.0);
        for _ in 0..BISECTIONS {
            let half = 0.5 * (inside + out);
            let is_out = far(middle.lerp(corner, half)) >= radius + beyond;
            *if is_out { &mut out } else { &mut inside } = half;
        }
        let leaves = middle.lerp(corner, out);
        // On the border of a cell a rounding decides what is free.
        points.extend([leaves, leaves.lerp(corner, 0.5), corner.lerp(middle, NEAR), corner]);
    }
    points.retain(|&point| far(point) >= radius);
    points.sort_by_key(|point| {
        (point.distance_squared(entry).to_bits(), point.to_array().map(f32::to_bits))
    });
    points
}

/// Halvings of a way: as many as f32 can tell apart.
const BISECTIONS: u32 = 24;

/// So much of the way from a corner to the middle of its cell is surely within the cell.
const NEAR: f32 = 1e-3;
