//! A scene of units that walk over a level, from one end to the other.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::SoupGround;
use hybrid::navmesh::{
    Component, DistanceField, DistanceOptions, Goal as FieldGoal, Location, NavMesh,
};

use crate::scenes::level::SceneLevel;
use crate::scenes::parts::{block, field, walker};
use crate::scenes::scene::{Block, Goal, Scene};

/// Metres from unit to unit, and from place to place where they are looked for.
const PITCH: f32 = 1.0;

/// The most places that are looked at: on larger levels they lie farther apart.
const MOST_PLACES: f32 = 250_000.0;

/// Speed of the units, m/s.
const SPEED: f32 = 1.4;

/// A scene in which so many units of a radius walk over the largest island of a level, between the two places in it that
/// are about as far apart as any; fewer where there is not enough room. The mesh is that of their radius.
///
/// # Errors
/// If there is no room for anybody, and what the mesh says of a distance.
pub fn walkers(
    name: &str,
    ground: &SoupGround,
    mesh: &NavMesh,
    units: u32,
    radius: f32,
) -> Result<Scene, String> {
    let none = || {
        format!("no room for a unit with a radius of {radius} m; a smaller --radius is expected")
    };
    let places = places(mesh);
    let far = |from: Vec2| {
        let field = mesh.distance_field(&[FieldGoal::new(from)], &DistanceOptions::default());
        field.map_err(|error| error.to_string())
    };
    let first = *places.first().ok_or_else(none)?;
    let one = farthest(mesh, &far(first)?, &places).ok_or_else(none)?;
    let field_of_one = far(one)?;
    let other = farthest(mesh, &field_of_one, &places).ok_or_else(none)?;
    let distance = |place: Vec2| field_of_one.distance(mesh, place).unwrap_or(f32::INFINITY);
    let mut starts: Vec<(f32, Vec2)> =
        places.into_iter().map(|place| (distance(place), place)).collect();
    starts.sort_by(|a, b| {
        a.0.total_cmp(&b.0).then(a.1.y.total_cmp(&b.1.y)).then(a.1.x.total_cmp(&b.1.x))
    });
    starts.truncate(units as usize);
    let starts: Vec<Vec2> = starts.into_iter().map(|(_, place)| place).collect();
    let bounds = ground.bounds;
    let bounds = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
    let scene =
        field(bounds, walker(radius, SPEED), blocks(starts, &Goal::point(other.x, other.y)));
    Ok(Scene {
        name: name.into(),
        about: "units walk from one end of a level to the other".into(),
        ground: Some(SceneLevel::new(&ground.walkable, Some(&ground.heights))),
        ..scene
    })
}

/// Places on a lattice where units fit, on the island that has the most of them.
fn places(mesh: &NavMesh) -> Vec<Vec2> {
    let bounds = mesh.definition().bounds;
    let area = (bounds.max - bounds.min) / PITCH;
    let stride = (area.x * area.y / MOST_PLACES).sqrt().ceil().max(1.0);
    let pitch = PITCH * stride;
    let (low, high) = ((bounds.min / pitch).floor(), (bounds.max / pitch).ceil());
    let mut found: Vec<(Component, Vec2)> = Vec::new();
    for row in low.y as i64..high.y as i64 {
        for column in low.x as i64..high.x as i64 {
            let place = Vec2::new(column as f32, row as f32) * pitch + Vec2::splat(0.5);
            if let Location::Cell(cell) = mesh.locate(place) {
                found.push((mesh.component(cell), place));
            }
        }
    }
    let mut counts: BTreeMap<Component, usize> = BTreeMap::new();
    for (component, _) in &found {
        *counts.entry(*component).or_default() += 1;
    }
    let largest = counts.iter().max_by_key(|(_, count)| **count).map(|(component, _)| *component);
    let on_it = found.into_iter().filter(|(component, _)| Some(*component) == largest);
    on_it.map(|(_, place)| place).collect()
}

fn farthest(mesh: &NavMesh, field: &DistanceField, places: &[Vec2]) -> Option<Vec2> {
    let far = |place: &Vec2| field.distance(mesh, *place);
    let reached = places.iter().filter_map(|place| Some((far(place)?, *place)));
    reached.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// Blocks of units that stand there, neighbours in a row together.
fn blocks(mut starts: Vec<Vec2>, goal: &Goal) -> Vec<Block> {
    starts.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut blocks: Vec<Block> = Vec::new();
    let mut last = Vec2::splat(f32::NAN);
    for place in starts {
        match blocks.last_mut() {
            Some(block) if place - last == Vec2::new(PITCH, 0.0) => {
                block.count += 1;
                block.columns += 1;
            }
            _ => {
                let anchor = [place.x - 0.5, place.y - 0.5];
                blocks.push(block(1, 1, anchor, PITCH, goal.clone()));
            }
        }
        last = place;
    }
    blocks
}
