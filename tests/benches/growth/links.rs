//! Links: ten walls that only links lead over.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::navmesh::{LinkDefinition, PathOptions, Search};
use hybrid::{Event, Goal, World};

use crate::scenes::{add_units, add_wall, longest_step, mean_distance, world};
use crate::table::{LINEAR, Subject, ensure, timed};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject { name: "links, a step", least: 250, bar: 2.0, growth: LINEAR, run: step },
    Subject { name: "links, ways found", least: 250, bar: 20.0, growth: LINEAR, run: ways },
];

const WALLS: usize = 10;

fn bridged(count: usize) -> BenchResult<World> {
    let mut world = world(Vec2::splat(100.0), &[0.25])?;
    let at = |wall: usize| 9.0 * (wall + 1) as f32;
    for wall in 0..WALLS {
        add_wall(&mut world, Vec2::new(at(wall), 0.0), Vec2::new(1.0, 100.0))?;
    }
    let mut random = Random::new(2);
    for link in 0..count {
        let (x, y) = (at(link % WALLS), 1.0 + random.below(98_000) as f32 / 1000.0);
        let definition =
            LinkDefinition { both_ways: true, capacity: 2, ..LinkDefinition::new(3.0) };
        world.add_link(Vec2::new(x - 0.5, y), Vec2::new(x + 1.5, y), &definition)?;
    }
    Ok(world)
}

fn step(count: usize) -> BenchResult<Duration> {
    let mut world = bridged(count)?;
    let units = add_units(&mut world, 100, (Vec2::ONE, 10, 0.6))?;
    let goal = Vec2::new(99.0, 57.0);
    world.order(&units, &Goal::Point(goal))?;
    let before = mean_distance(&world, &units, goal);
    let (mut longest, mut entered) = (Duration::ZERO, 0);
    for _ in 0..100 {
        longest = longest.max(longest_step(&mut world, 1)?);
        let enters = |event: &&Event| matches!(event, Event::LinkEntered { .. });
        entered += world.events().iter().filter(enters).count();
    }
    let nearer = before - mean_distance(&world, &units, goal);
    ensure(nearer > 4.0, || format!("units are only {nearer} m nearer to their goal"))?;
    // The goal lies behind all walls, and the first of them is 8 m away.
    ensure(entered > 0, || "no unit has taken a link".into())?;
    Ok(longest)
}

fn ways(count: usize) -> BenchResult<Duration> {
    let world = bridged(count)?;
    let mesh = world.mesh(0).ok_or("no mesh")?;
    let (mut search, options) = (Search::default(), PathOptions::default());
    let way = |search: &mut Search, y: f32| {
        mesh.find_path(search, Vec2::new(1.0, y), Vec2::new(99.5, 100.0 - y), &options)
    };
    way(&mut search, 1.0)?;
    let (time, paths) = timed(|| (2..22).map(|k| way(&mut search, 4.0 * k as f32)).collect());
    let paths: Vec<_> = paths;
    for path in paths {
        let path = path?;
        let links = path.links.len();
        ensure(links == WALLS, || format!("a path with {links} links"))?;
        let least = 98.5 + WALLS as f32;
        ensure((least..2.0 * least).contains(&path.cost), || format!("a path of {}", path.cost))?;
    }
    Ok(time)
}
