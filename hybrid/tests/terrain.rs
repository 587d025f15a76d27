//! Roads over mud: who takes them, and how fast units are where.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, AreaDefinition, AreaError, Bounds, KindCosts, PathOptions, Search};
use hybrid::{Goal, UnitDefinition, World, WorldError, WorldParameters};

use crate::support::{Random, world_of};

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

/// How long it takes to get from x = 22 to x = 38, in seconds, straight on.
fn crossing(world: &mut World, kind: usize) -> f32 {
    let definition = UnitDefinition::new(vec2(5.0, 20.0), 0.4, 2.0);
    let unit = world.add_unit(&UnitDefinition { movement_kind: kind, ..definition }).unwrap();
    world.order(&[unit], &Goal::Point(vec2(55.0, 20.0))).unwrap();
    let mut ticks = 0;
    for _ in 0..4000 {
        world.step(0.1).unwrap();
        let seen = world.unit(unit).unwrap();
        assert!((seen.position.y - 20.0).abs() < 0.5, "{}", seen.position);
        assert_eq!(seen.max_speed, 2.0, "what it was made with");
        ticks += (22.0..38.0).contains(&seen.position.x) as usize;
        if seen.arrived {
            break;
        }
    }
    assert!(world.unit(unit).unwrap().arrived);
    // The next one goes to the same point.
    world.remove_unit(unit).unwrap();
    ticks as f32 * 0.1
}

#[test]
fn units_are_slower_by_the_factor_of_the_ground() {
    for speed in [1.0, 0.5, 0.2, 0.05] {
        // A cost of 1: the way stays straight.
        let mut world = muddy(AreaDefinition { speed, ..AreaDefinition::default() }, None);
        let seconds = crossing(&mut world, 0);
        assert!((seconds / (8.0 / speed) - 1.0).abs() < 0.03, "{seconds} s at {speed}");
    }
    let slow = AreaDefinition { speed: 0.2, ..AreaDefinition::default() };
    let mut world = muddy(slow, Some(ROAD.on_layer(1)));
    let seconds = crossing(&mut world, 0);
    assert!((seconds / 8.0 - 1.0).abs() < 0.03, "{seconds} s along the road");
}

#[test]
fn no_unit_is_faster_than_the_ground_allows() {
    let mud = AreaDefinition { speed: 0.25, ..AreaDefinition::default() };
    let mut world = muddy(mud, None);
    let units = crate::support::rows(vec2(3.0, 16.0)).of(0.4, 2.0).add(&mut world, 24);
    world.order(&units, &Goal::Point(vec2(50.0, 20.0))).unwrap();
    let mut seen = 0;
    for _ in 0..1500 {
        let before: Vec<_> = world.units().map(|unit| unit.position).collect();
        world.step(0.1).unwrap();
        for (unit, before) in world.units().zip(before) {
            // At its border the ground beside it carries them.
            if (20.1..39.9).contains(&before.x) && before.y < 31.9 {
                seen += 1;
                // Those who come behind push.
                let own = (unit.velocity - unit.push).length();
                assert!(own <= 0.5 + 1e-5, "{own} m/s of its own");
            }
        }
    }
    assert!(seen > 1000, "{seen}");
    assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived));
}

#[test]
fn speeds_are_those_of_movement_kinds() {
    let slow = KindCosts::default().with_speed(1, 0.5).unwrap();
    let slow = slow.with_factor(1, 1.0).unwrap();
    let mut world =
        world_of(60.0, 40.0).radii(&[0.4]).movement_kinds(vec![KindCosts::default(), slow]).build();
    let mud = AreaDefinition { kind: 1, speed: 0.5, ..AreaDefinition::default() };
    world.add_area(rect([20.0, 0.0, 40.0, 40.0]), mud).unwrap();
    let mut world = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    let [all, slower] = [0, 1].map(|kind| crossing(&mut world, kind));
    assert!((all / 16.0 - 1.0).abs() < 0.03, "{all}");
    assert!((slower / 32.0 - 1.0).abs() < 0.03, "{slower}");
}

#[test]
fn ways_take_the_least_time() {
    let mut world = muddy(AreaDefinition::of_speed(1, 0.2), None);
    let round = journey(&mut world);
    assert!(round.top > 31.0 && round.seconds < 35.0, "{round:?}");
    let road = AreaDefinition { layer: 1, ..AreaDefinition::default() };
    let along = journey(&mut muddy(AreaDefinition::of_speed(1, 0.2), Some(road)));
    assert!(along.top < 20.5 && along.seconds < 28.0, "{along:?}");
}

/// A world with some patches of slow ground, which may overlap, and where to go in it.
fn patchy(random: &mut Random) -> (World, [Vec2; 2]) {
    let mut world = world_of(60.0, 60.0).radii(&[0.4]).build();
    for _ in 0..12 {
        let at = vec2(random.between(6.0, 40.0), random.between(6.0, 40.0));
        let end = at + vec2(random.between(4.0, 14.0), random.between(4.0, 14.0));
        let speed = [0.2, 0.35, 0.5, 0.8][random.below(4) as usize];
        let layer = random.below(2) as i32;
        let area = AreaDefinition { layer, ..AreaDefinition::of_speed(1, speed) };
        world.add_area(Bounds::new(at, end), area).unwrap();
    }
    let ends = [3.0, 57.0].map(|x| vec2(x, random.between(3.0, 57.0)));
    (world, ends)
}

/// What a path between two points costs, in metres, and how long it is.
fn path_cost(world: &World, [from, to]: [Vec2; 2]) -> (f32, f32) {
    let options = PathOptions::with_entry(WorldParameters::default().entry);
    let mesh = world.mesh(0).unwrap();
    let path = mesh.find_path(&mut Search::default(), from, to, &options).unwrap();
    (path.cost, path.length)
}

#[test]
fn time_to_walk_is_what_paths_cost() {
    let mut random = Random(17);
    let (mut slowed, mut wrong) = (0, Vec::new());
    for map in 0..100 {
        let (mut world, [from, to]) = patchy(&mut random);
        // Fast to speed up: what is measured is the way.
        let quick = UnitDefinition {
            acceleration: 100.0,
            turn_rate: 60.0,
            ..UnitDefinition::new(from, 0.4, 2.0)
        };
        let unit = world.add_unit(&quick).unwrap();
        world.commit().unwrap();
        let (cost, length) = path_cost(&world, [from, to]);
        let told = world.preview(&[unit], &Goal::Point(to)).unwrap()[0].seconds;
        world.order(&[unit], &Goal::Point(to)).unwrap();
        let mut seconds = 0.0;
        // The last metre is approached slowly.
        while world.unit(unit).unwrap().position.distance(to) > 1.0 {
            world.step(0.1).unwrap();
            seconds += 0.1;
            assert!(seconds < 300.0, "map {map}");
        }
        let left = world.unit(unit).unwrap().position.distance(to);
        let share = (seconds + left / 2.0) / (cost / 2.0);
        let previewed = told / (cost / 2.0);
        if (share - 1.0).abs() >= 0.03 || (previewed - 1.0).abs() >= 0.03 {
            wrong.push((map, share, previewed));
        }
        slowed += (cost > length + 1.0) as usize;
    }
    assert!(wrong.is_empty(), "{} of 100: {wrong:?}", wrong.len());
    assert!(slowed >= 20, "{slowed} of 100 lead over slow ground");
}

/// A metre of the road costs a quarter: alone and in a group they walk it, though the place is in sight.
#[test]
fn a_road_beside_the_straight_way_is_taken() {
    for (count, cost, top) in [(1, 0.25, 30.0), (16, 0.25, 30.0), (16, 0.9, 0.0)] {
        let mut world = world_of(60.0, 40.0).radii(&[0.4]).build();
        let road = Bounds::new(vec2(4.0, 30.0), vec2(56.0, 34.0));
        world
            .add_area(road, AreaDefinition { kind: 1, cost, ..AreaDefinition::default() })
            .unwrap();
        let units = crate::support::rows(vec2(3.0, 18.0)).of(0.4, 2.0).add(&mut world, count);
        world.order(&units, &Goal::Point(vec2(55.0, 20.0))).unwrap();
        let mut highest = vec![0.0_f32; count];
        for _ in 0..700 {
            world.step(0.1).unwrap();
            for (highest, &unit) in highest.iter_mut().zip(&units) {
                *highest = highest.max(world.unit(unit).unwrap().position.y);
            }
        }
        assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived));
        if top > 0.0 {
            assert!(highest.iter().all(|&y| y > top), "{count}: {highest:?}");
        } else {
            assert!(highest.iter().all(|&y| y < 29.0), "{count}: {highest:?}");
        }
    }
}

#[test]
fn slowed_units_go_on_alike_in_a_world_that_was_saved() {
    let mud = AreaDefinition::of_speed(1, 0.25);
    let mut world = muddy(AreaDefinition { cost: 1.0, ..mud }, None);
    let units = crate::support::rows(vec2(6.0, 18.0)).of(0.4, 2.0).add(&mut world, 9);
    world.order(&units, &Goal::Point(vec2(50.0, 20.0))).unwrap();
    crate::support::steps(&mut world, 120);
    let mut loaded = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    for _ in 0..200 {
        world.step(0.1).unwrap();
        loaded.step(0.1).unwrap();
        assert_eq!(world.state_hash(), loaded.state_hash());
    }
}

#[test]
fn mud_that_dries_slows_nobody() {
    let mut world = world_of(60.0, 40.0).radii(&[0.4]).build();
    let mud = AreaDefinition { speed: 0.1, ..AreaDefinition::default() };
    let mud = world.add_area(rect([0.0, 0.0, 60.0, 40.0]), mud).unwrap();
    let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 20.0), 0.4, 2.0)).unwrap();
    world.commit().unwrap();
    let goal = Goal::Point(vec2(55.0, 20.0));
    let told = world.preview(&[unit], &goal).unwrap()[0].seconds;
    assert!((told / 250.0 - 1.0).abs() < 0.01, "{told} s");
    world.order(&[unit], &goal).unwrap();
    crate::support::steps(&mut world, 30);
    assert!(world.unit(unit).unwrap().velocity.length() <= 0.2 + 1e-6);
    world.remove_area(mud).unwrap();
    crate::support::steps(&mut world, 20);
    assert!((world.unit(unit).unwrap().velocity.length() - 2.0).abs() < 1e-3);
}

#[test]
fn speeds_out_of_range_are_refused() {
    let mut world = world_of(60.0, 40.0).radii(&[0.4]).build();
    let place = rect([0.0, 0.0, 60.0, 40.0]);
    for speed in [0.0, -1.0, 1e-4, 1.01, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        let error = world.add_area(place, AreaDefinition::of_speed(1, speed)).unwrap_err();
        assert!(matches!(error, WorldError::Area(AreaError::Speed { .. })), "{error}");
        assert!(error.to_string().contains("at least 0.001 and at most 1"), "{error}");
        let error = KindCosts::default().with_speed(1, speed).unwrap_err();
        assert!(matches!(error, AreaError::Speed { .. }), "{error}");
    }
    assert_eq!(KindCosts::default().with_speed(16, 0.5), Err(AreaError::Kind { kind: 16 }));
    let never = AreaDefinition { cost: 0.0, ..AreaDefinition::of_speed(1, 0.5) };
    assert!(matches!(world.add_area(place, never), Err(WorldError::Area(AreaError::Cost { .. }))));
}
