//! Whether there was room.

use glam::{Vec2, vec2};
use hybrid::navmesh::{Entry, PathOptions, Search};
use hybrid::{Unit, World};

/// Spacings of places within which all must be free where there is room for certain: a hexagonal lattice has a slot in every disc of
/// this radius.
const CLEAR: f32 = 2.0;

/// The most rings of points that are looked at.
const RINGS: usize = 60;

/// Returns a point much nearer to a goal than a unit's place, also by the way round walls, that the unit can reach and where there is room
/// for it between walls and other units' places. `None` where there is none for certain.
pub fn nearer_room(world: &World, unit: &Unit, goal: Vec2, place: Vec2) -> Option<Vec2> {
    let mesh = world.mesh(unit.class)?;
    let taken: Vec<Vec2> = world
        .units()
        .filter(|other| other.id != unit.id)
        .flat_map(|other| [other.place, Some(other.position)])
        .flatten()
        .collect();
    let greatest = world.units().map(|unit| unit.radius).fold(0.0, f32::max);
    let spacing = 2.0 * greatest * world.definition().parameters.slot_spacing;
    let clear = CLEAR * spacing;
    let farthest = place.distance(goal) - 2.0 * clear;
    let (mut search, exactly) = (Search::default(), PathOptions::with_entry(Entry::Exact));
    let mut is_near = |point: Vec2| {
        let way = mesh.find_path(&mut search, goal, point, &exactly);
        way.is_ok_and(|way| way.length <= farthest)
    };
    let has_room = |point: &Vec2| {
        taken.iter().all(|other| other.distance(*point) > clear + spacing)
            && mesh.reachable(unit.position, *point).unwrap_or(false)
            && mesh.walls_near(*point, clear).is_ok_and(|walls| walls.is_empty())
    };
    let rings = (1..=RINGS).map(|ring| ring as f32 * clear).take_while(|&far| far < farthest);
    rings.flat_map(|far| around(goal, far)).find(|point| has_room(point) && is_near(*point))
}

/// Returns points on a square round another one.
fn around(center: Vec2, far: f32) -> impl Iterator<Item = Vec2> {
    let along = (-4..=4).map(move |step| far * step as f32 / 4.0);
    along.flat_map(move |at| {
        [vec2(at, far), vec2(at, -far), vec2(far, at), vec2(-far, at)].map(|offset| center + offset)
    })
}
