//! Cutting rings into convex parts: triangles, merged as long as they stay convex.
//!
//! After Stefan Hertel and Kurt Mehlhorn, *Fast Triangulation of Simple Polygons* (1983), which leaves at most four
//! times the least number of parts. Parts share their sides exactly: nothing opens between them.

use std::cmp::Reverse;

use glam::I64Vec2;

use super::triangulation::{Tangle, Triangles, without_straight_vertices};

/// The convex parts of what lies inside the rings: counter-clockwise, strictly convex, each from its least vertex,
/// sorted. See [`Triangles::inside`] for the rings.
pub(crate) fn convex_parts(rings: &[Vec<I64Vec2>]) -> Result<Vec<Vec<I64Vec2>>, Tangle> {
    let Triangles { vertices, triangles, mut shared } = Triangles::inside(rings)?;
    let at = |index: u32| vertices[index as usize];
    // Long sides make thin parts: they go first.
    shared.sort_unstable_by_key(|shared| {
        let [p, q] = shared.side;
        let side = at(q) - at(p);
        // Sides may reach from one end of the coordinates to the other.
        let square = |length: i64| i128::from(length) * i128::from(length);
        (Reverse(square(side.x) + square(side.y)), p.min(q), p.max(q))
    });
    let mut parts: Vec<Vec<u32>> = triangles.iter().map(|triangle| triangle.to_vec()).collect();
    let mut owner: Vec<u32> = (0..parts.len() as u32).collect();
    for side in shared {
        let [first, second] = side.triangles.map(|triangle| root(&mut owner, triangle));
        if first == second {
            continue;
        }
        let rings = [first, second].map(|part| parts[part as usize].as_slice());
        if let Some(merged) = merged(rings, side.side, at) {
            parts[first as usize] = merged;
            parts[second as usize].clear();
            owner[second as usize] = first;
        }
    }
    let whole = parts.into_iter().filter(|part| !part.is_empty());
    let mut rings: Vec<Vec<I64Vec2>> =
        whole.map(|part| without_straight_vertices(part.into_iter().map(at).collect())).collect();
    rings.sort_unstable_by(|p, q| {
        p.iter().map(|v| v.to_array()).cmp(q.iter().map(|v| v.to_array()))
    });
    Ok(rings)
}

fn root(owner: &mut [u32], mut part: u32) -> u32 {
    while owner[part as usize] != part {
        let parent = owner[part as usize];
        owner[part as usize] = owner[parent as usize];
        part = parent;
    }
    part
}

/// The two rings as one, without the side that they share; `None` if that is not convex.
fn merged(
    [first, second]: [&[u32]; 2],
    [from, to]: [u32; 2],
    at: impl Fn(u32) -> I64Vec2,
) -> Option<Vec<u32>> {
    let place = |ring: &[u32], vertex: u32| ring.iter().position(|&other| other == vertex);
    // From the side's end round to its start, and back along the other ring.
    let (start, back) = (place(first, to)?, place(second, from)?);
    let mut ring: Vec<u32> = first.iter().cycle().skip(start).take(first.len()).copied().collect();
    let seam = ring.len() - 1;
    ring.extend(second.iter().cycle().skip(back + 1).take(second.len() - 2));
    let turns_left = |k: usize| {
        let n = ring.len();
        let [p, q, r] = [ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n]].map(&at);
        let (d, e) = (q - p, r - q);
        let turn = d.x as i128 * e.y as i128 - d.y as i128 * e.x as i128;
        let ahead = d.x as i128 * e.x as i128 + d.y as i128 * e.y as i128;
        turn > 0 || (turn == 0 && ahead > 0)
    };
    (turns_left(0) && turns_left(seam)).then_some(ring)
}
