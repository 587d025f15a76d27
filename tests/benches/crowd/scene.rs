//! The scene: units on a jittered lattice among pillars, and where each of them walks to and fro.

use glam::Vec2;
use headless::random::Random;
use hybrid::navmesh::Bounds;

/// Metres.
pub(crate) const RADIUS: f32 = 0.2;

/// Metres per second.
pub(crate) const SPEED: f32 = 1.34;

/// Seconds of a tick.
pub(crate) const TICK: f32 = 0.1;

/// Units per square metre: there the peer overlaps as often and costs as much as is published of it.
const DENSITY: f32 = 0.6;

/// Metres between the centres of pillars, which are octagons of radius `PILLAR`.
const PILLAR_SPACING: f32 = 12.0;
const PILLAR: f32 = 0.6;

/// Metres between the square and the walls of the world; goals lie halfway.
const MARGIN: f32 = 6.0;

/// Where everything stands and goes.
pub(crate) struct Scene {
    pub(crate) bounds: Bounds,
    /// Counter-clockwise octagons.
    pub(crate) pillars: Vec<Vec<Vec2>>,
    pub(crate) starts: Vec<Vec2>,
    /// Each unit walks to and fro between two points, to the second one first.
    pub(crate) ends: Vec<[Vec2; 2]>,
}

impl Scene {
    /// A scene from a seed.
    pub(crate) fn new(units: usize, seed: u64) -> Self {
        let side = (units as f32 / DENSITY).sqrt();
        let random = &mut Random::new(seed);
        let count = (side / PILLAR_SPACING) as usize;
        let centers: Vec<Vec2> = (0..count * count)
            .map(|k| cell(k, count) * (side / count as f32) + shake(random, 1.0))
            .collect();
        let columns = (units as f32).sqrt().ceil() as usize;
        let pitch = side / columns as f32;
        let starts: Vec<Vec2> = (0..units)
            .map(|k| cell(k, columns) * pitch + shake(random, 0.25 * pitch))
            .map(|point| off_pillars(point, &centers))
            .collect();
        Self {
            bounds: Bounds::new(Vec2::splat(-MARGIN), Vec2::splat(side + MARGIN)),
            pillars: centers.iter().map(|&center| octagon(center, share(random))).collect(),
            ends: starts.iter().map(|&start| ends(start, side, random)).collect(),
            starts,
        }
    }
}

/// The centre of the `k`-th cell of a lattice, in cells.
fn cell(k: usize, columns: usize) -> Vec2 {
    Vec2::new((k % columns) as f32 + 0.5, (k / columns) as f32 + 0.5)
}

/// From 0 to 1.
fn share(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / (1 << 24) as f32
}

fn shake(random: &mut Random, most: f32) -> Vec2 {
    Vec2::new(2.0 * share(random) - 1.0, 2.0 * share(random) - 1.0) * most
}

/// Turned by a part of a whole turn.
fn octagon(center: Vec2, turn: f32) -> Vec<Vec2> {
    let angle = |k: u8| std::f32::consts::TAU * (turn + f32::from(k) / 8.0);
    (0..8).map(|k| center + PILLAR * Vec2::from_angle(angle(k))).collect()
}

/// The point, or if it is too near to a pillar, the nearest one that is not.
fn off_pillars(point: Vec2, centers: &[Vec2]) -> Vec2 {
    let clear = PILLAR + 1.2 * RADIUS;
    let near = centers.iter().find(|center| center.distance(point) < clear);
    near.map_or(point, |&center| center + (point - center).normalize_or(Vec2::X) * clear)
}

/// Beyond two opposite sides of the square: straight across but for a metre. Half the units walk east and west, half
/// north and south, so that flows cross and meet everywhere.
fn ends(start: Vec2, side: f32, random: &mut Random) -> [Vec2; 2] {
    let north = random.below(2) == 0;
    let mut end = |along: f32| {
        let across = start + shake(random, 1.0);
        if north { Vec2::new(across.x, along) } else { Vec2::new(along, across.y) }
    };
    let (low, high) = (end(-0.5 * MARGIN), end(side + 0.5 * MARGIN));
    if random.below(2) == 0 { [low, high] } else { [high, low] }
}
