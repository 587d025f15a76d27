//! Roads over mud: who takes them, and how fast units are where.

use hybrid::glam::vec2;
use hybrid::navmesh::{Area, AreaDefinition, Bounds};
use hybrid::{Goal, UnitDefinition, World};

use crate::support::world_of;

fn rect([x0, y0, x1, y1]: [f32; 4]) -> Bounds {
    Bounds::new(vec2(x0, y0), vec2(x1, y1))
}

/// Mud from the south border to y = 32, and a road through it.
fn muddy(mud: AreaDefinition, road: Option<AreaDefinition>) -> World {
    let mut world = world_of(60.0, 40.0).radii(&[0.4]).build();
    world.add_area(rect([20.0, 0.0, 40.0, 32.0]), mud).unwrap();
    if let Some(road) = road {
        world.add_area(rect([20.0, 18.0, 40.0, 22.0]), road).unwrap();
    }
    world
}

/// What a journey from west to east was like.
#[derive(Debug)]
struct Journey {
    /// The greatest y on the way.
    top: f32,
    seconds: f32,
}

fn journey(world: &mut World) -> Journey {
    let definition = UnitDefinition::new(vec2(5.0, 20.0), 0.4, 2.0);
    let unit = world.add_unit(&definition).unwrap();
    world.order(&[unit], &Goal::Point(vec2(55.0, 20.0))).unwrap();
    let mut journey = Journey { top: 0.0, seconds: 0.0 };
    while !world.unit(unit).unwrap().arrived {
        world.step(0.1).unwrap();
        let seen = world.unit(unit).unwrap();
        journey.top = journey.top.max(seen.position.y);
        journey.seconds += 0.1;
        assert!(journey.seconds < 200.0, "{journey:?}");
    }
    journey
}

const MUD: Area = Area { kind: 1, cost: 5.0 };
const ROAD: Area = Area { kind: 2, cost: 1.0 };

#[test]
fn a_road_over_mud_is_taken_on_a_higher_layer_only() {
    let round = journey(&mut muddy(MUD.into(), None));
    assert!(round.top > 31.0, "{round:?}: round the mud");
    let covered = journey(&mut muddy(MUD.into(), Some(ROAD.into())));
    assert!(covered.top > 31.0, "{covered:?}: of one layer the dearest counts");
    let along = journey(&mut muddy(MUD.into(), Some(ROAD.on_layer(1))));
    assert!(along.top < 20.5, "{along:?}");
    assert!(along.seconds < 30.0, "{along:?}");
    let under = journey(&mut muddy(MUD.on_layer(2), Some(ROAD.on_layer(1))));
    assert!(under.top > 31.0, "{under:?}");
}

#[test]
fn layers_come_back_with_a_saved_world() {
    let world = muddy(MUD.into(), Some(ROAD.on_layer(1)));
    let mut loaded = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    // Tiles are cut anew by an edit.
    let post = [vec2(29.0, 26.0), vec2(31.0, 26.0), vec2(31.0, 28.0), vec2(29.0, 28.0)];
    loaded.add_obstacle(&post).unwrap();
    let along = journey(&mut loaded);
    assert!(along.top < 20.5, "{along:?}");
}
