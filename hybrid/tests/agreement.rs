//! A window's field and the paths of the mesh say the same of areas, slopes, discomfort and links, as well as a grid can:
//! of a few cells it is some percent off by itself, the less the longer the way.

use hybrid::navmesh::{Area, Entry, LinkDefinition, Location, PathOptions, Search, polygon};
use hybrid::{Discomfort, Goal, HeightGrid, UnitDefinition, World, WorldParameters, glam::Vec2};

use crate::support::{Random, world_of};

fn point(random: &mut Random) -> Vec2 {
    Vec2::new(random.between(1.0, SIDE - 1.0), random.between(1.0, SIDE - 1.0))
}

/// A convex quadrangle, turned anyhow.
fn quadrangle(random: &mut Random, size: f32) -> [Vec2; 4] {
    let (center, turn) = (point(random), random.between(0.0, 1.6));
    let (wide, high) = (random.between(0.3, 1.0) * size, random.between(0.3, 1.0) * size);
    let turn = Vec2::from_angle(turn);
    let at = |x: f32, y: f32| center + turn.rotate(Vec2::new(x * wide, y * high));
    [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
}

const SIDE: f32 = 64.0;

/// By then the window of a scene is planned, if it ever is: where the unit sees its goal, it needs none.
const MOST_TICKS: u32 = 20;

/// Six hills anywhere, with slopes of up to 1.
fn hills(random: &mut Random) -> HeightGrid {
    const COLUMNS: usize = 33;
    let hills: [(Vec2, f32); 6] =
        std::array::from_fn(|_| (point(random), random.between(2.0, 10.0)));
    let height = |k: usize| {
        let at = 2.0 * Vec2::new((k % COLUMNS) as f32, (k / COLUMNS) as f32);
        let over = |&(top, radius): &(Vec2, f32)| (1.0 - at.distance(top) / radius).max(0.0);
        hills.iter().map(|hill| 0.7 * hill.1 * over(hill).powi(2)).sum()
    };
    let heights = (0..COLUMNS * COLUMNS).map(height).collect();
    HeightGrid { min: Vec2::ZERO, spacing: 2.0, columns: COLUMNS, heights }
}

/// Obstacles, and, if it is not to be even, areas, hills, fires and links anywhere; one unit, alone in a window as large as the world.
fn scene(random: &mut Random, even: bool) -> Option<(World, Vec2)> {
    let parameters = WorldParameters {
        window_units: 1,
        window_cells: 200_000,
        margin: 1000.0,
        ..WorldParameters::default()
    };
    let mut world = world_of(SIDE, SIDE).parameters(parameters).build();
    for _ in 0..12 {
        world.add_obstacle(&quadrangle(random, 3.0)).unwrap();
    }
    for kind in 0..10 {
        let cost = random.between(1.3, 4.0);
        let cost = if even { 1.0 } else { cost };
        world.add_area(polygon(&quadrangle(random, 7.0), &[]), Area { kind, cost }).unwrap();
    }
    for _ in 0..if even { 0 } else { 7 } {
        let (radius, amount) = (random.between(0.5, 5.0), random.between(0.3, 3.0));
        let (center, seconds) = (point(random), f32::INFINITY);
        world.add_discomfort(&Discomfort { center, radius, amount, seconds }).unwrap();
    }
    if !even {
        world.set_heights(Some(hills(random))).unwrap();
    }
    // On even ground nobody takes them.
    let cost = if even { 600.0 } else { 6.0 };
    for _ in 0..4 {
        let definition = LinkDefinition { both_ways: true, ..LinkDefinition::new(cost) };
        // Ends in obstacles are refused: then there is no link.
        let _ = world.add_link(point(random), point(random), &definition);
    }
    let unit = world.add_unit(&UnitDefinition::new(point(random), 0.25, 1.4)).ok()?;
    let goal = point(random);
    world.order(&[unit], &Goal::Point(goal)).ok()?;
    // A guide over costs is made in shares: the window is planned once that is there.
    let is_planned = |world: &World| world.groups().any(|group| group.field.is_some());
    for _ in 0..MOST_TICKS {
        world.step(0.1).unwrap();
        if is_planned(&world) {
            break;
        }
    }
    Some((world, goal))
}

/// Over ways of more than 10 m in 100 scenes, by what part of its cost a window's field and the path differ: in the mean,
/// and of 95 in 100 ways at most.
fn difference(even: bool) -> (f32, f32) {
    let (mut random, mut search) = (Random(11), Search::default());
    let options = PathOptions::with_entry(Entry::Portals);
    let (mut scenes, mut tried, mut apart) = (0, 0, Vec::new());
    while scenes < 100 {
        tried += 1;
        assert!(tried <= 200, "only {scenes} of {tried} scenes have a field");
        let Some((world, goal)) = scene(&mut random, even) else { continue };
        let Some(field) = world.groups().next().and_then(|group| group.field) else { continue };
        scenes += 1;
        let mesh = world.mesh(0).unwrap();
        for _ in 0..14 {
            let from = point(&mut random);
            if !matches!(mesh.locate(from), Location::Cell(_)) {
                continue;
            }
            let path = mesh.find_path(&mut search, from, goal, &options);
            let (Ok(path), Some(potential)) = (path, field.potential_at(from)) else { continue };
            if path.length > 10.0 {
                apart.push((potential - path.cost).abs() / path.cost);
            }
        }
    }
    assert!(apart.len() > 1000);
    apart.sort_by(f32::total_cmp);
    let mean = apart.iter().sum::<f32>() / apart.len() as f32;
    (mean, apart[apart.len() * 19 / 20])
}

#[test]
fn fields_of_windows_agree_with_paths_within_3_percent_in_the_mean() {
    let (mean, most) = difference(false);
    println!("mean {mean}, 95 % {most}");
    assert!(mean < 0.03 && most < 0.08, "mean {mean}, 95 % {most}");
}

#[test]
fn on_even_ground_the_grid_alone_is_half_as_far_off() {
    let (mean, most) = difference(true);
    assert!(mean < 0.018 && most < 0.04, "mean {mean}, 95 % {most}");
}
