//! Scenes of the literature on crowds, and small ones that show one behaviour each.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::error::Error;
use crate::random::Random;
use crate::scenes::parts::{KIND, MOST_SEEDS, block, boxes, field, perturbation, single, walker};
use crate::scenes::scene::{Block, Goal, Scene, UnitKind};
use crate::scenes::settings::Settings;

/// Share of its radius that a seed moves a unit's start at most, in x and in y.
const PERTURBATION: f32 = 0.25;

/// The circle of RVO2's examples (Jamie Snape and others, RVO2 Library, `Circle.cpp`, 2008): 250
/// units on a circle of 133 radii, each goes to its antipode, so that all ways meet in the middle.
pub fn circle(settings: &mut Settings) -> Result<Scene, Error> {
    const RADIUS: f32 = 0.3;
    const RING: f32 = 200.0 / 1.5 * RADIUS;
    let units = settings.count("units", 250, 400)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let mut random = Random::new(seed.into());
    let center = Vec2::splat(RING + 10.0);
    let on_ring = |k: u32| {
        let (sine, cosine) = (f64::from(k) / f64::from(units) * std::f64::consts::TAU).sin_cos();
        // On 1/1024 m, so that the last bit of a platform's sine does not matter.
        let on_grid = |metres: f64| ((metres * 1024.0).round() / 1024.0) as f32;
        Vec2::new(on_grid(f64::from(RING) * cosine), on_grid(f64::from(RING) * sine))
    };
    let unit = |k: u32| {
        let start = on_ring(k) + perturbation(&mut random, seed, PERTURBATION * RADIUS);
        single(center + start, center - on_ring(k))
    };
    let blocks = (0..units).map(unit).collect();
    let bounds = [0.0, 0.0, 2.0 * center.x, 2.0 * center.y];
    // As RVO2's example has it: who is within a radius of the goal has reached it.
    let scene = field(bounds, walker(RADIUS, 1.4), blocks);
    Ok(Scene { budget: 3000, arrive_radius: RADIUS, ..scene })
}

/// The blocks of RVO2's examples (`Blocks.cpp`, see [`circle`]) at a fifth of their size: from each
/// corner of a crossing of two streets, ten radii wide between four square blocks, 25 units go to
/// the opposite corner.
pub fn blocks(settings: &mut Settings) -> Result<Scene, Error> {
    const RADIUS: f32 = 0.4;
    const CENTER: f32 = 30.0;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let mut random = Random::new(seed.into());
    let corner = |x: f32, y: f32| Vec2::new(x, y) + CENTER;
    let mut units = Vec::new();
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        for k in 0..25_u16 {
            let step = |index: u16| 11.0 + 2.0 * f32::from(index);
            let start = corner(x * step(k / 5), y * step(k % 5));
            let start = start + perturbation(&mut random, seed, PERTURBATION * RADIUS);
            units.push(single(start, corner(-15.0 * x, -15.0 * y)));
        }
    }
    let square = |x: f32, y: f32| [CENTER + x, CENTER + y, CENTER + x + 6.0, CENTER + y + 6.0];
    let obstacles =
        boxes([square(2.0, 2.0), square(-8.0, 2.0), square(2.0, -8.0), square(-8.0, -8.0)]);
    let scene = field([0.0, 0.0, 60.0, 60.0], walker(RADIUS, 1.4), units);
    Ok(Scene { budget: 3000, obstacles, ..scene })
}

/// A bottleneck: a hundred units leave a room of 8 m by 8 m through one door, 1 m long.
pub fn door(settings: &mut Settings) -> Result<Scene, Error> {
    let half = settings.count("width_cm", 120, 800)? as f32 / 200.0;
    let (low, high) = (10.0 - half, 10.0 + half);
    let walls = boxes([
        [0.0, 0.0, 9.0, 6.0],
        [0.0, 14.0, 9.0, 20.0],
        [8.0, 6.0, 9.0, low],
        [8.0, high, 9.0, 14.0],
    ]);
    // Ten columns and rows, 0.7 m apart, in the middle of the room; the front goes farthest.
    let crowd = block(100, 10, [0.35, 6.35], 0.7, Goal::fan_out([18.0, 5.0], 10, 1));
    let scene = field([0.0, 0.0, 32.0, 20.0], walker(0.2, 1.34), vec![crowd]);
    let obstacles = walls.into_iter().filter(|wall| wall.box_.is_some_and(|b| b[1] < b[3]));
    Ok(Scene {
        budget: 3000,
        obstacles: obstacles.collect(),
        line: Some([9.0, low, 9.0, high]),
        ..scene
    })
}

/// Two units, or two files of them, walk head on into each other on open ground.
pub fn head_on(settings: &mut Settings) -> Result<Scene, Error> {
    let files = settings.count("files", 1, 100)?;
    let end = files as f32 + 22.0;
    let east = block(files, files, [2.0, 9.5], 1.0, Goal::fan_out([end, 9.5], files, 1));
    let west = block(files, files, [end, 9.5], 1.0, Goal::fan_out([2.0, 9.5], files, 1));
    let bounds = [0.0, 0.0, end + files as f32 + 3.0, 20.0];
    let scene = field(bounds, walker(0.3, 1.4), vec![east, west]);
    Ok(Scene { budget: 1500, arrive_radius: 0.3, ..scene })
}

/// A heavy unit walks through a crowd at rest.
pub fn pushed(_: &mut Settings) -> Result<Scene, Error> {
    const HEAVY: &str = "heavy";
    let crowd = block(100, 10, [11.5, 6.35], 0.7, Goal::default());
    let heavy = block(1, 1, [3.5, 9.5], 1.0, Goal::point(26.0, 10.0));
    let blocks = vec![Block { goal: None, ..crowd }, Block { kind: HEAVY.into(), ..heavy }];
    let kinds = BTreeMap::from([
        (KIND.to_owned(), walker(0.3, 1.4)),
        (HEAVY.to_owned(), UnitKind { mass: Some(20.0), ..walker(0.6, 1.0) }),
    ]);
    let scene = field([0.0, 0.0, 30.0, 20.0], walker(0.3, 1.4), blocks);
    Ok(Scene { budget: 900, kinds, ..scene })
}
