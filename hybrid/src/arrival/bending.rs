//! A formation on real ground: places that do not fit are replaced by the nearest ones that do.

use glam::Vec2;
use navmesh::{NavMesh, PathOptions, Search};

use super::filling::{Gap, fill};
use super::standing::StandingDiscs;
use crate::ways::ground::is_free;
use crate::ways::sight::sees;

/// A place of a formation that somebody shall have.
#[derive(Clone, Copy)]
pub(crate) struct WantedPost<'a> {
    pub(crate) at: Vec2,
    /// The radius of the disc that stands there, in metres.
    pub(crate) radius: f32,
    pub(crate) mesh: &'a NavMesh,
}

/// The formation's surroundings.
#[derive(Clone, Copy)]
pub(crate) struct FormationGround<'a> {
    pub(crate) goal: Vec2,
    /// The way there.
    pub(crate) approach: &'a [Vec2],
    /// The distance between discs, in metres.
    pub(crate) spacing: f32,
}

/// The way from the goal to a place is no longer than so many times the straight one, and metres more: else it lies behind a wall.
const ROUND: f32 = 1.5;
const MORE: f32 = 4.0;

/// So many of the lost places say where others are looked for, and so many points of the approach are places to begin at.
const SAMPLES: usize = 64;

/// Lengths that differ by less than this share are one.
const WITHIN: f32 = 0.999;

/// Returns the places of a formation as they are on free ground, one for each that is wanted; `None` if there is not so much room.
pub(crate) fn bent(posts: &[WantedPost<'_>], ground: &FormationGround<'_>) -> Option<Vec<Vec2>> {
    let greatest = posts.iter().map(|post| post.radius).fold(0.0, f32::max);
    let half = |radius: f32| WITHIN * (radius + 0.5 * ground.spacing);
    let mut standing = vec![StandingDiscs::new(2.0 * half(greatest))];
    let (mut search, mut lost) = (Search::default(), Vec::new());
    let mut places: Vec<Vec2> = posts.iter().map(|post| post.at).collect();
    let mut kept = Vec::new();
    for (index, post) in posts.iter().enumerate() {
        if standing[0].leaves(post.at, half(post.radius)) && fits(post, ground, &mut search) {
            standing[0].add(post.at, half(post.radius));
            kept.push((post.at, post.radius));
        } else {
            lost.push(index);
        }
    }
    lost.sort_by(|&one, &other| posts[other].radius.total_cmp(&posts[one].radius));
    let is_alike = |one: &usize, other: &usize| {
        let (one, other) = (&posts[*one], &posts[*other]);
        one.radius == other.radius && std::ptr::eq(one.mesh, other.mesh)
    };
    for alike in lost.chunk_by(is_alike) {
        let found = instead(alike, posts, &kept, &standing, ground, &mut search);
        if found.len() < alike.len() {
            return None;
        }
        let radius = posts[alike[0]].radius;
        let mut own = StandingDiscs::new(2.0 * half(radius));
        for (&index, place) in alike.iter().zip(found) {
            places[index] = place;
            kept.push((place, radius));
            own.add(place, half(radius));
        }
        standing.push(own);
    }
    Some(places)
}

/// Returns whether a place is free ground that is not behind a wall, seen from the goal.
fn fits(post: &WantedPost<'_>, ground: &FormationGround<'_>, search: &mut Search) -> bool {
    let WantedPost { at, mesh, .. } = *post;
    if !at.is_finite() || !is_free(mesh, at) {
        return false;
    }
    if sees(mesh, ground.goal, at) {
        return true;
    }
    let way = mesh.find_path(search, ground.goal, at, &PathOptions::default().by_length());
    way.is_ok_and(|way| way.length <= ROUND * ground.goal.distance(at) + MORE)
}

/// Places in the stead of lost ones that are alike.
fn instead(
    lost: &[usize],
    posts: &[WantedPost<'_>],
    kept: &[(Vec2, f32)],
    standing: &[StandingDiscs],
    ground: &FormationGround<'_>,
    search: &mut Search,
) -> Vec<Vec2> {
    let WantedPost { radius, mesh, .. } = posts[lost[0]];
    let spacing = 2.0 * radius + ground.spacing;
    let sampled = lost.iter().step_by(lost.len().div_ceil(SAMPLES));
    let sampled: Vec<Vec2> =
        sampled.map(|&index| posts[index].at).filter(|at| at.is_finite()).collect();
    let nearest = |to: Vec2| {
        let far = |(place, _): &&(Vec2, f32)| place.distance_squared(to).to_bits();
        kept.iter().min_by_key(far)
    };
    let beside = |&(place, its_radius): &(Vec2, f32)| {
        let apart = its_radius + radius + 1.5 * ground.spacing + 0.5 * spacing;
        let around = (0..12).map(move |k| std::f32::consts::TAU / 12.0 * k as f32);
        around.map(move |angle| place + apart * Vec2::new(libm::cosf(angle), libm::sinf(angle)))
    };
    let mut seeds = vec![ground.goal];
    seeds.extend(sampled.iter().filter_map(|&at| nearest(at)).flat_map(beside));
    let mut back = ground.approach.windows(2).rev().flat_map(|pair| {
        let samples = (pair[0].distance(pair[1]) / spacing).ceil().clamp(1.0, SAMPLES as f32);
        (0..=samples as u32).map(move |k| pair[1].lerp(pair[0], k as f32 / samples))
    });
    seeds.extend(back.by_ref().take(4 * SAMPLES));
    seeds.retain(|&seed| is_free(mesh, seed));
    let meshes = [mesh];
    let gap = Gap { meshes: &meshes, origin: ground.goal, spacing, seeds: &seeds, standing };
    let cost = |point: Vec2| {
        let far = sampled.iter().map(|at| at.distance(point));
        Some(far.fold(f32::INFINITY, f32::min).min(f32::MAX))
    };
    fill(&gap, lost.len(), cost, |at| fits(&WantedPost { at, ..posts[lost[0]] }, ground, search))
}
