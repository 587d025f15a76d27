//! What is refused: a typed error that says what would be right, and a world as it was.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Bounds, MeshError, ObstacleError};
use hybrid::{
    Driver, Goal, OrderDefinition, UnitDefinition, UnitId, World, WorldDefinition, WorldError,
    WorldParameters,
};

use crate::support::{strict, world_of};

const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));

/// A world with a sealed room from (20, 20) to (30, 30), a pillar, and three units at rest.
fn world() -> (World, Vec<UnitId>) {
    let mut world = world_of(40.0, 40.0)
        .radii(&[0.25, 0.5])
        .walls(&[
            [20.0, 20.0, 30.0, 21.0],
            [20.0, 29.0, 30.0, 30.0],
            [20.0, 20.0, 21.0, 30.0],
            [29.0, 20.0, 30.0, 30.0],
            [10.0, 10.0, 12.0, 12.0],
        ])
        .build();
    let units = [(0.25, 3.0), (0.2, 5.0), (0.4, 7.0)].map(|(radius, x)| {
        world.add_unit(&UnitDefinition::new(vec2(x, 3.0), radius, 1.4)).unwrap()
    });
    world.step(0.1).unwrap();
    (world, units.to_vec())
}

/// Calls, and checks that the world is as it was and that the message names what it must.
fn refused<T: std::fmt::Debug>(
    call: impl FnOnce(&mut World, &[UnitId]) -> Result<T, WorldError>,
    names: &[&str],
) -> WorldError {
    let (mut world, units) = world();
    world.order(&units[..1], &Goal::Point(vec2(30.0, 3.0))).unwrap();
    let (before, count) = (world.state_hash(), world.unit_count());
    let error = call(&mut world, &units).unwrap_err();
    assert_eq!((world.state_hash(), world.unit_count()), (before, count));
    let message = error.to_string();
    assert!(names.iter().all(|name| message.contains(name)), "{message}");
    world.step(0.1).unwrap();
    error
}

#[test]
fn definitions() {
    let right = WorldDefinition::new(BOUNDS, vec![0.5]);
    let error = |definition: WorldDefinition| World::new(&definition).err().unwrap();
    let classes = |class_radii: &[f32]| error(WorldDefinition::new(BOUNDS, class_radii.to_vec()));
    assert_eq!(classes(&[]), WorldError::ClassCount { count: 0, limit: 8 });
    assert!(matches!(classes(&[0.1; 9]), WorldError::ClassCount { count: 9, .. }));
    assert_eq!(classes(&[0.5, 0.0]), WorldError::ClassRadius { index: 1, radius: 0.0 });
    assert!(matches!(classes(&[0.5, f32::NAN]), WorldError::ClassRadius { index: 1, .. }));
    assert!(matches!(classes(&[0.5, 0.2, 0.5]), WorldError::ClassRadius { index: 0, .. }));
    for (bounds, kind) in [
        (Bounds::new(Vec2::ZERO, vec2(40.0, 0.9)), "empty"),
        (Bounds::new(Vec2::ZERO, vec2(f32::INFINITY, 40.0)), "finite"),
        (Bounds::new(Vec2::ZERO, vec2(1e9, 40.0)), "far"),
        (Bounds::new(vec2(0.0, 40.0), vec2(40.0, 0.0)), "reversed"),
        (Bounds::new(vec2(0.0, 0.1), vec2(40.0, 0.0)), "reversed"),
    ] {
        let error = error(WorldDefinition { bounds, ..right.clone() });
        let WorldError::Mesh { source, radius } = error else { panic!("{error}") };
        assert_eq!(radius, 0.5);
        assert!(match kind {
            "empty" => matches!(source, MeshError::BoundsEmpty { .. }),
            "reversed" => source.to_string().contains("wrong way round"),
            "finite" => matches!(source, MeshError::BoundsNotFinite { .. }),
            _ => matches!(source, MeshError::BoundsTooFar { .. }),
        });
    }
    let bounds = Bounds::new(Vec2::splat(900_000.0), Vec2::splat(900_100.0));
    assert!(matches!(error(WorldDefinition { bounds, ..right }), WorldError::Grid { .. }));
}

#[test]
fn parameters() {
    let default = WorldParameters::default;
    for (name, parameters) in [
        ("tick", WorldParameters { tick: 0.0, ..default() }),
        ("tick", WorldParameters { tick: f32::NAN, ..default() }),
        ("cell_size", WorldParameters { cell_size: 0.8, ..default() }),
        ("look_period", WorldParameters { look_period: 1.5, ..default() }),
        ("plan_period", WorldParameters { plan_period: 0.05, ..default() }),
        ("look_ahead", WorldParameters { look_ahead: -0.1, ..default() }),
        ("window_cells", WorldParameters { window_cells: 4, ..default() }),
        ("link_distance", WorldParameters { link_distance: 0.0, ..default() }),
        ("return_radius", WorldParameters { return_radius: 0.1, ..default() }),
        ("contact_gain", WorldParameters { contact_gain: 2.0, ..default() }),
        ("search_cells", WorldParameters { search_cells: 0, ..default() }),
        ("density_max", WorldParameters { density_max: 0.1, ..default() }),
        ("speed_floor", WorldParameters { speed_floor: 0.0, ..default() }),
        ("headway_time", WorldParameters { headway_time: -0.1, ..default() }),
        ("headway_time", WorldParameters { headway_time: 5.1, ..default() }),
        ("companion_floor", WorldParameters { companion_floor: 1.1, ..default() }),
        ("path_weight", WorldParameters { path_weight: -1.0, ..default() }),
        ("tile size", WorldParameters { tile_size: 0.0, ..default() }),
        ("corner sides", WorldParameters { corner_sides: 7, ..default() }),
    ] {
        let definition = WorldDefinition { parameters, ..WorldDefinition::new(BOUNDS, vec![0.5]) };
        let message = World::new(&definition).err().unwrap().to_string();
        assert!(message.contains(name), "{name}: {message}");
    }
}

#[test]
fn automatic_values_are_shown() {
    let world = World::new(&WorldDefinition::new(BOUNDS, vec![0.5, 0.25])).unwrap();
    assert_eq!(world.definition().class_radii, [0.25, 0.5]);
    assert_eq!(world.definition().parameters.cell_size, 0.3125);
    assert_eq!(world.class_count(), 2);
    for (radius, cell_size) in [(0.0112, 1.0 / 64.0), (0.012, 1.0 / 64.0), (0.0134, 17.0 / 1024.0)]
    {
        let world = World::new(&WorldDefinition::new(BOUNDS, vec![radius])).unwrap();
        assert_eq!(world.definition().parameters.cell_size, cell_size);
    }
}

#[test]
fn obstacles() {
    let add = |outline: &[Vec2]| {
        let outline = outline.to_vec();
        match refused(move |world, _| world.add_obstacle(&outline), &["obstacle"]) {
            WorldError::Obstacle(error) => error,
            error => panic!("{error}"),
        }
    };
    assert!(matches!(
        add(&[vec2(1.0, 1.0), vec2(2.0, 1.0)]),
        ObstacleError::TooFewVertices { count: 2 }
    ));
    assert!(matches!(
        add(&[vec2(1.0, 1.0), vec2(2.0, f32::NAN), vec2(1.0, 2.0)]),
        ObstacleError::NotFinite { index: 1, .. }
    ));
    assert!(matches!(
        add(&[vec2(1.0, 1.0), vec2(2.0, 2.0), vec2(3.0, 3.0)]),
        ObstacleError::ZeroArea
    ));
    assert!(matches!(
        add(&[vec2(1.0, 1.0), vec2(4.0, 1.0), vec2(2.0, 2.0), vec2(1.0, 4.0)]),
        ObstacleError::NotConvex { .. }
    ));
    assert!(matches!(
        add(&[vec2(91.0, 1.0), vec2(92.0, 1.0), vec2(91.0, 2.0)]),
        ObstacleError::OutsideBounds { .. }
    ));
    let stale = refused(
        |world, _| {
            let obstacle =
                world.add_obstacle(&[vec2(1.0, 30.0), vec2(2.0, 30.0), vec2(1.0, 31.0)])?;
            world.remove_obstacle(obstacle)?;
            world.remove_obstacle(obstacle)
        },
        &["removed"],
    );
    assert_eq!(stale, WorldError::StaleObstacle);
}

#[test]
fn units() {
    let add = |definition: UnitDefinition, names: &[&str]| {
        refused(move |world, _| world.add_unit(&definition), names)
    };
    let at = |x: f32, y: f32| UnitDefinition::new(vec2(x, y), 0.25, 1.4);
    assert!(matches!(add(at(11.0, 11.0), &["wall"]), WorldError::UnitBlocked { radius: 0.25, .. }));
    assert!(matches!(add(at(0.2, 11.0), &["wall"]), WorldError::UnitBlocked { .. }));
    assert!(matches!(add(at(-1.0, 11.0), &["inside the bounds"]), WorldError::UnitOutside { .. }));
    assert!(matches!(
        add(at(f32::NAN, 11.0), &["inside the bounds"]),
        WorldError::UnitOutside { .. }
    ));
    let large = UnitDefinition { radius: 0.6, ..at(3.0, 30.0) };
    assert_eq!(
        add(large, &["0.6", "0.5"]),
        WorldError::UnitTooLarge { radius: 0.6, greatest: 0.5 }
    );
    let still = UnitDefinition { max_speed: 0.0, ..at(3.0, 30.0) };
    assert_eq!(add(still, &["max_speed"]), WorldError::UnitValue { name: "max_speed", value: 0.0 });
}

#[test]
fn orders() {
    let to = |goal: Vec2, names: &[&str]| {
        refused(move |world, units| world.order_with(units, &strict(&Goal::Point(goal))), names)
    };
    assert!(matches!(to(vec2(f32::NAN, 1.0), &["finite"]), WorldError::GoalNotFinite { .. }));
    assert!(matches!(to(vec2(50.0, 1.0), &["bounds"]), WorldError::GoalOutside { .. }));
    assert!(matches!(to(vec2(11.0, 11.0), &["free goal"]), WorldError::GoalBlocked { .. }));
    // Free for the small units, too near to a wall for the one of the larger class.
    assert!(matches!(to(vec2(0.3, 20.0), &["0.5 m"]), WorldError::GoalBlocked { radius: 0.5, .. }));
    assert!(matches!(to(vec2(25.0, 25.0), &["no way"]), WorldError::GoalUnreachable { .. }));
    let past = |way_point: Vec2, names: &[&str]| {
        let goal = Goal::Point(vec2(3.0, 30.0));
        let way_points = vec![vec2(3.0, 30.0), way_point];
        let definition = OrderDefinition { way_points, ..strict(&goal) };
        let error = refused(move |world, units| world.order_with(units, &definition), names);
        assert!(!error.to_string().contains("goal"), "{error}");
        error
    };
    let at = |x: f32, y: f32, name: &'static str| past(vec2(x, y), &["way point 1", name]);
    assert!(matches!(at(f32::NAN, 1.0, "finite"), WorldError::WayPointNotFinite { index: 1, .. }));
    assert!(matches!(at(50.0, 1.0, "bounds"), WorldError::WayPointOutside { index: 1, .. }));
    assert!(matches!(at(11.0, 11.0, "free point"), WorldError::WayPointBlocked { index: 1, .. }));
    assert!(matches!(at(25.0, 25.0, "no way"), WorldError::WayPointUnreachable { index: 1, .. }));
    let each = |goals: Vec<Vec2>, names: &[&str]| {
        refused(move |world, units| world.order_with(units, &strict(&Goal::Each(goals))), names)
    };
    let right = vec2(3.0, 30.0);
    assert_eq!(
        each(vec![right; 2], &["2 goals for 3 units"]),
        WorldError::GoalCount { goals: 2, units: 3 }
    );
    assert!(matches!(
        each(vec![right, right, vec2(25.0, 25.0)], &[]),
        WorldError::GoalUnreachable { .. }
    ));
    assert!(matches!(
        each(vec![right, vec2(11.0, 11.0), right], &[]),
        WorldError::GoalBlocked { .. }
    ));
}

#[test]
fn lists_of_units() {
    let goal = Goal::Point(vec2(30.0, 10.0));
    let order = |units: Vec<UnitId>| refused(|world, _| world.order(&units, &goal), &[]);
    let (mut other, units) = world();
    assert_eq!(order(vec![]), WorldError::NoUnits);
    assert_eq!(
        order(vec![units[0], units[1], units[0]]),
        WorldError::DuplicateUnit { unit: units[0] }
    );
    let stale = other.add_unit(&UnitDefinition::new(vec2(3.0, 30.0), 0.25, 1.4)).unwrap();
    assert_eq!(order(vec![units[0], stale]), WorldError::StaleUnit { unit: stale });
    refused(|world, _| world.stop(&[stale]), &["removed"]);
    refused(|world, _| world.stop(&[]), &["at least one"]);
    refused(|world, _| world.remove_unit(stale), &["removed"]);
    assert_eq!(other.unit(UnitId::default()), None);
}

#[test]
fn too_many_units_for_an_island() {
    let mut world =
        World::new(&WorldDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(3.0)), vec![0.25]))
            .unwrap();
    let mut units = Vec::new();
    for _ in 0..60 {
        units.push(world.add_unit(&UnitDefinition::new(vec2(1.5, 1.5), 0.25, 1.4)).unwrap());
    }
    let before = world.state_hash();
    let error = world.order_with(&units, &strict(&Goal::Point(vec2(1.0, 1.0)))).unwrap_err();
    let WorldError::TooFewPlaces { wanted: 60, found, .. } = error else { panic!("{error}") };
    assert!((20..40).contains(&found), "{found}");
    assert_eq!(world.state_hash(), before);
    world.order(&units[..found], &Goal::Point(vec2(1.0, 1.0))).unwrap();
}

#[test]
fn steps_of_another_length() {
    let error = refused(|world, _| world.step(0.2), &["0.2", "0.1"]);
    assert_eq!(error, WorldError::TimeStep { given: 0.2, expected: 0.1 });
    refused(|world, _| world.step(f32::NAN), &["tick"]);
}

#[test]
fn motions_of_engines() {
    let set = |at: Vec2, velocity: Vec2, names: &[&str]| {
        let (mut world, _) = world();
        let engine = UnitDefinition::new(vec2(3.0, 30.0), 0.25, 1.4);
        let engine = world.add_unit(&UnitDefinition { driver: Driver::Engine, ..engine }).unwrap();
        let before = world.state_hash();
        let error = world.set_motion(engine, at, velocity).unwrap_err();
        assert_eq!(world.state_hash(), before);
        let message = error.to_string();
        assert!(names.iter().all(|name| message.contains(name)), "{message}");
        error
    };
    let (free, still) = (vec2(4.0, 30.0), Vec2::ZERO);
    for (at, velocity) in [
        (vec2(f32::NAN, 1.0), still),
        (vec2(1.0, f32::INFINITY), still),
        (free, vec2(0.0, f32::NAN)),
        (free, vec2(f32::NEG_INFINITY, 0.0)),
    ] {
        assert!(matches!(set(at, velocity, &["finite"]), WorldError::MotionNotFinite { .. }));
    }
    assert!(matches!(set(vec2(-0.1, 3.0), still, &["bounds"]), WorldError::UnitOutside { .. }));
    assert!(matches!(
        set(free, vec2(800.0, 800.0), &["1000 m/s"]),
        WorldError::VelocityTooGreat { limit: 1000.0, .. }
    ));
    assert!(matches!(set(free, vec2(1e30, 0.0), &[]), WorldError::VelocityTooGreat { .. }));
    let driven = refused(|world, units| world.set_motion(units[1], free, still), &["engine"]);
    assert!(matches!(driven, WorldError::NotEngineDriven { .. }));
    let unknown = refused(|world, _| world.set_motion(UnitId::default(), free, still), &[]);
    assert!(matches!(unknown, WorldError::StaleUnit { .. }));
}

#[test]
fn units_that_are_gone() {
    let gone = |call: fn(&mut World, &[UnitId]) -> Result<(), WorldError>| {
        let (mut world, units) = world();
        world.remove_unit(units[1]).unwrap();
        let before = world.state_hash();
        assert_eq!(call(&mut world, &units), Err(WorldError::StaleUnit { unit: units[1] }));
        assert_eq!(world.state_hash(), before);
        world.step(0.1).unwrap();
    };
    gone(|world, units| world.order(units, &Goal::Point(vec2(30.0, 10.0))).map(drop));
    gone(|world, units| world.stop(units));
    gone(|world, units| world.hold(units));
    gone(|world, units| world.set_motion(units[1], vec2(3.0, 3.0), Vec2::ZERO));
    refused(|world, _| world.hold(&[]), &["at least one"]);
    refused(|world, units| world.hold(&[units[0], units[0]]), &["twice"]);
}

#[test]
fn numbers_of_units() {
    let right = UnitDefinition::new(vec2(3.0, 30.0), 0.25, 1.4);
    for wrong in [0.0, -1.0, f32::NAN, f32::INFINITY, 2e6] {
        for (name, definition) in [
            ("radius", UnitDefinition { radius: wrong, ..right }),
            ("max_speed", UnitDefinition { max_speed: wrong, ..right }),
            ("acceleration", UnitDefinition { acceleration: wrong, ..right }),
            ("turn_rate", UnitDefinition { turn_rate: wrong, ..right }),
            ("mass", UnitDefinition { mass: wrong, ..right }),
        ] {
            let error = refused(|world, _| world.add_unit(&definition), &[name]);
            assert!(matches!(error, WorldError::UnitValue { .. }), "{error}");
        }
    }
}

#[test]
fn the_least_and_the_greatest_numbers_do_no_harm() {
    let (mut world, _) = world();
    let tiny = f32::from_bits(1);
    let base = UnitDefinition::new(vec2(5.0, 35.0), 0.25, 1.4);
    let units = [
        UnitDefinition { mass: tiny, ..base },
        UnitDefinition { mass: 1e6, ..base },
        UnitDefinition { max_speed: tiny, ..base },
        UnitDefinition { radius: 1e-6, ..base },
        UnitDefinition::new(base.position, 1e-30, 1.0),
        UnitDefinition { acceleration: tiny, turn_rate: tiny, ..base },
        UnitDefinition { acceleration: 1e6, turn_rate: 1e6, ..base },
    ]
    .map(|definition| world.add_unit(&definition).unwrap());
    world.order(&units, &Goal::Point(vec2(30.0, 5.0))).unwrap();
    for _ in 0..300 {
        world.step(0.1).unwrap();
    }
    assert!(world.units().all(|unit| unit.position.is_finite() && unit.velocity.is_finite()));
}

#[test]
fn the_least_units_get_out_of_obstacles() {
    for radius in [f32::from_bits(1), f32::from_bits(2), 1e-30, 1e-6] {
        let (mut world, _) = world();
        let inside = vec2(15.0, 30.0);
        let unit = world.add_unit(&UnitDefinition::new(inside, radius, 1.4)).unwrap();
        let outline = [(12.0, 28.0), (18.0, 28.0), (18.0, 34.0), (12.0, 34.0)];
        world.add_obstacle(&outline.map(Vec2::from)).unwrap();
        world.step(0.1).unwrap();
        let moved = world.unit(unit).unwrap().position.distance(inside);
        assert!((2.0..2.4).contains(&moved), "{radius}: {moved}");
    }
}
