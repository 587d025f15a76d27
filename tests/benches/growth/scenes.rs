//! What worlds of several rows are made of.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::navmesh::Bounds;
use hybrid::{UnitDefinition, UnitId, World, WorldDefinition};

use crate::table::{ensure, timed};

/// An empty world of one thread.
pub(crate) fn world(size: Vec2, radii: &[f32]) -> BenchResult<World> {
    let bounds = Bounds::new(Vec2::ZERO, size);
    let mut world = World::new(&WorldDefinition::new(bounds, radii.to_vec()))?;
    world.set_executor(None);
    Ok(world)
}

/// Adds a rectangle.
pub(crate) fn add_wall(world: &mut World, min: Vec2, size: Vec2) -> BenchResult<()> {
    let max = min + size;
    world.add_obstacle(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])?;
    Ok(())
}

/// Adds units of 0.25 m in rows, so many a row, so far apart.
pub(crate) fn add_units(
    world: &mut World,
    count: usize,
    (first, columns, apart): (Vec2, usize, f32),
) -> BenchResult<Vec<UnitId>> {
    let place = |index: usize| {
        first + apart * Vec2::new((index % columns) as f32, (index / columns) as f32)
    };
    let unit = |index| UnitDefinition::new(place(index), 0.25, 2.0);
    (0..count).map(|index| Ok(world.add_unit(&unit(index))?)).collect()
}

/// The side of a square in which so many things have so much room each.
pub(crate) fn side(count: usize, room: f32) -> f32 {
    (count as f32).sqrt() * room
}

/// Takes steps; gives how long the longest one took.
pub(crate) fn longest_step(world: &mut World, steps: usize) -> BenchResult<Duration> {
    let tick = world.definition().parameters.tick;
    let mut longest = Duration::ZERO;
    for _ in 0..steps {
        let (time, stepped) = timed(|| world.step(tick));
        stepped?;
        longest = longest.max(time);
    }
    Ok(longest)
}

/// How far some units are from a point, on average.
pub(crate) fn mean_distance(world: &World, units: &[UnitId], point: Vec2) -> f32 {
    let places = units.iter().filter_map(|&unit| world.unit(unit));
    let sum: f32 = places.map(|unit| unit.position.distance(point)).sum();
    sum / units.len().max(1) as f32
}

/// An error unless each unit has a place of its own.
pub(crate) fn check_places(world: &World, units: &[UnitId]) -> BenchResult<()> {
    let places = units.iter().filter_map(|&unit| world.unit(unit)?.place);
    let mut places: Vec<[u32; 2]> =
        places.map(|place| place.to_array().map(f32::to_bits)).collect();
    places.sort_unstable();
    places.dedup();
    let count = places.len();
    ensure(count == units.len(), || format!("{count} places for {} units", units.len()))
}
