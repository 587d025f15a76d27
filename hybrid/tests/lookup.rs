//! Questions between two steps, user data, and units that are put elsewhere.

use hybrid::glam::{DVec2, I64Vec2, Vec2, dvec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{
    Activity, Driver, Event, Goal, ObjectId, Region, UnitDefinition, UnitId, World,
    WorldDefinition, WorldError,
};

use crate::support::{Random, rectangle, world_of};

fn world() -> World {
    world_of(60.0, 60.0).radii(&[0.3]).walls(&[[30.0, 0.0, 31.0, 50.0]]).build()
}

/// All answers for one region and one point, compared with a look at every unit.
fn compare(world: &World, random: &mut Random) {
    let mut point = || vec2(random.between(-6.0, 66.0), random.between(-6.0, 66.0));
    let (a, b) = (point(), point());
    let reach = a.distance(b) * 0.5;
    for region in
        [Region::Box(Bounds::new(a.min(b), a.max(b))), Region::Circle { center: a, radius: reach }]
    {
        let inside = |at: Vec2| match region {
            Region::Box(bounds) => bounds.contains(at),
            Region::Circle { center, radius } => center.distance_squared(at) <= radius * radius,
        };
        let expected: Vec<UnitId> =
            world.units().filter(|unit| inside(unit.position)).map(|unit| unit.id).collect();
        assert_eq!(world.units_in(&region).unwrap(), expected);
    }
    for reach in [f32::INFINITY, reach] {
        for team in [None, Some(1)] {
            let will_do = |unit: &hybrid::Unit| team.is_none_or(|team| unit.team == team);
            let expected = world
                .units()
                .filter(|unit| will_do(unit) && unit.position.distance_squared(a) <= reach * reach)
                .min_by(|p, q| {
                    let squared = |unit: &hybrid::Unit| unit.position.distance_squared(a);
                    squared(p).total_cmp(&squared(q)).then(p.id.cmp(&q.id))
                });
            let found = world.nearest_unit(a, reach, will_do).unwrap();
            assert_eq!(found, expected.map(|unit| unit.id), "from {a}");
        }
    }
}

#[test]
fn answers_are_those_of_a_look_at_every_unit() {
    let (mut world, mut random) = (world(), Random(5));
    compare(&world, &mut random);
    let mut units: Vec<UnitId> = Vec::new();
    for round in 0..400_usize {
        let at = vec2(random.between(0.5, 28.5), random.between(0.5, 59.5));
        match round % 8 {
            0..=2 => {
                let engine = if round % 3 == 0 { Driver::Engine } else { Driver::World };
                let team = (round % 2) as u32;
                let definition =
                    UnitDefinition { team, driver: engine, ..UnitDefinition::new(at, 0.3, 1.4) };
                units.push(world.add_unit(&definition).unwrap());
            }
            3 if !units.is_empty() => {
                let unit = units.swap_remove(round * 7 % units.len());
                world.remove_unit(unit).unwrap();
            }
            4 if !units.is_empty() => world.teleport(units[round * 3 % units.len()], at).unwrap(),
            5 => {
                let engine = world.units().find(|unit| unit.driver == Driver::Engine);
                engine.inspect(|unit| world.set_motion(unit.id, at, Vec2::ZERO).unwrap());
            }
            6 if !units.is_empty() && round % 40 == 6 => {
                world.order(&units, &Goal::Point(vec2(15.0, 30.0))).unwrap();
            }
            _ => world.step(0.1).unwrap(),
        }
        compare(&world, &mut random);
    }
    // More than the list of those that were put elsewhere holds.
    for k in 0..300 {
        let at = vec2(1.0 + 0.09 * k as f32, 55.0);
        world.teleport(units[k % units.len()], at).unwrap();
        compare(&world, &mut random);
    }
}

#[test]
fn answers_are_right_far_away_too() {
    let mut world = world();
    let units: Vec<UnitId> = (0..20_u8)
        .map(|k| UnitDefinition::new(vec2(1.0 + f32::from(k), 5.0), 0.3, 1.4))
        .map(|definition| world.add_unit(&definition).unwrap())
        .collect();
    let circle = |x: f32, radius: f32| Region::Circle { center: vec2(x, x), radius };
    assert_eq!(world.units_in(&circle(2e19, 2.1e19)).unwrap(), []);
    assert_eq!(world.units_in(&circle(2e19, 3e19)).unwrap(), units);
    let nearest = |point: Vec2, reach: f32| world.nearest_unit(point, reach, |_| true).unwrap();
    assert_eq!(nearest(vec2(1e25, 0.0), 1e20), None);
    assert_eq!(nearest(vec2(1e10, 5.0), f32::INFINITY), Some(units[19]));
    assert_eq!(nearest(vec2(-1e10, 5.0), f32::INFINITY), Some(units[0]));
}

#[test]
fn a_circle_of_any_size_misses_nobody_who_lies_in_it() {
    let bounds = Bounds::new(Vec2::splat(-20.0), Vec2::splat(20.0));
    for count in 1..30_u16 {
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.3])).unwrap();
        let mut random = Random(count.into());
        for _ in 0..count {
            let at = vec2(random.between(-19.0, 19.0), random.between(-19.0, 19.0));
            world.add_unit(&UnitDefinition::new(at, 0.3, 1.4)).unwrap();
        }
        for (center, radius) in [
            (vec2(0.0, -1e30), 1e30),
            (vec2(1e30, 0.0), 1e30),
            (vec2(1e20, 0.0), 1e20),
            (vec2(16_777_216.0, 3.0), 16_777_216.0),
            (vec2(1000.3, 0.0), 1000.1),
            (Vec2::ZERO, f32::MAX),
            (Vec2::MAX, f32::MAX),
        ] {
            let is_inside = |at: Vec2| {
                let squared = at.as_dvec2().distance_squared(center.as_dvec2());
                squared <= f64::from(radius).powi(2)
            };
            let expected: Vec<UnitId> =
                world.units().filter(|unit| is_inside(unit.position)).map(|unit| unit.id).collect();
            let found = world.units_in(&Region::Circle { center, radius }).unwrap();
            assert_eq!(found, expected, "{count} units, {center}, {radius}");
        }
    }
}

#[test]
fn regions_that_are_none_are_refused() {
    let world = world();
    for region in [
        Region::Box(Bounds::new(vec2(2.0, 0.0), vec2(1.0, 5.0))),
        Region::Box(Bounds::new(Vec2::NAN, Vec2::ONE)),
        Region::Box(Bounds::new(Vec2::ZERO, Vec2::INFINITY)),
        Region::Circle { center: Vec2::ZERO, radius: -1.0 },
        Region::Circle { center: Vec2::ZERO, radius: f32::INFINITY },
        Region::Circle { center: vec2(f32::NAN, 0.0), radius: 1.0 },
    ] {
        let error = world.units_in(&region).unwrap_err();
        assert!(matches!(error, WorldError::Region { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with("the region, the "), "{text}");
        assert!(!text.contains(['{', '(']), "{text}");
    }
    for (point, reach) in [(Vec2::NAN, 1.0), (Vec2::ONE, -1.0), (Vec2::ONE, f32::NAN)] {
        assert!(world.nearest_unit(point, reach, |_| true).is_err());
    }
    assert_eq!(world.nearest_unit(Vec2::ONE, f32::INFINITY, |_| true), Ok(None));
}

#[test]
fn user_data_stays_with_its_object_and_changes_nothing() {
    let mut world = world();
    let definition =
        UnitDefinition { user_data: 7, ..UnitDefinition::new(vec2(5.0, 5.0), 0.3, 1.4) };
    let unit = world.add_unit(&definition).unwrap();
    let order = world.order(&[unit], &Goal::Point(vec2(10.0, 10.0))).unwrap();
    let wall = world.obstacles().next().unwrap();
    assert_eq!(world.user_data(unit), Some(7));
    assert_eq!((world.user_data(order), world.user_data(wall)), (Some(0), Some(0)));
    let mut plain = world.clone();
    let objects = [ObjectId::from(unit), order.into(), wall.into()];
    for (object, data) in objects.into_iter().zip(1..) {
        world.set_user_data(object, u64::MAX - data).unwrap();
    }
    for _ in 0..20 {
        world.step(0.1).unwrap();
        plain.step(0.1).unwrap();
        assert_eq!(world.state_hash(), plain.state_hash());
    }
    for (object, data) in objects.into_iter().zip(1..) {
        assert_eq!(world.user_data(object), Some(u64::MAX - data));
    }
    assert_eq!(world.unit(unit).unwrap().user_data, u64::MAX - 1);
    assert_eq!(world.orders().collect::<Vec<_>>(), [order]);
    assert_eq!(world.units_of(order).collect::<Vec<_>>(), [unit]);
    world.remove_unit(unit).unwrap();
    world.remove_obstacle(wall).unwrap();
    for object in objects {
        assert_eq!(world.user_data(object), None);
        let error = world.set_user_data(object, 1).unwrap_err();
        assert_eq!(error, WorldError::StaleObject { object });
    }
}

#[test]
fn a_unit_that_is_put_elsewhere_goes_on_with_its_order() {
    let mut world = world();
    let at = vec2(5.0, 5.0);
    let unit = world.add_unit(&UnitDefinition::new(at, 0.3, 2.0)).unwrap();
    world.order(&[unit], &Goal::Point(vec2(20.0, 5.0))).unwrap();
    let arrives = |world: &mut World| {
        for _ in 0..400 {
            world.step(0.1).unwrap();
            if world.unit(unit).unwrap().activity == Activity::Resting {
                return;
            }
        }
        panic!("it does not arrive");
    };
    for _ in 0..20 {
        world.step(0.1).unwrap();
    }
    // To the other side of the wall, as far from its place as can be.
    world.teleport(unit, vec2(50.0, 5.0)).unwrap();
    let there = world.unit(unit).unwrap();
    assert_eq!((there.position, there.velocity), (vec2(50.0, 5.0), Vec2::ZERO));
    world.step(0.1).unwrap();
    assert!(world.unit(unit).unwrap().position.distance(vec2(50.0, 5.0)) < 0.3);
    for _ in 0..600 {
        world.step(0.1).unwrap();
        assert!(!world.events().iter().any(|event| matches!(event, Event::Stuck { .. })));
    }
    assert_eq!(world.unit(unit).unwrap().activity, Activity::Resting);
    world.teleport(unit, vec2(10.0, 8.0)).unwrap();
    assert_eq!(world.unit(unit).unwrap().activity, Activity::Moving);
    arrives(&mut world);
    world.stop(&[unit]).unwrap();
    world.teleport(unit, vec2(40.0, 40.0)).unwrap();
    (0..30).for_each(|_| world.step(0.1).unwrap());
    assert_eq!(world.unit(unit).unwrap().position, vec2(40.0, 40.0), "without an order it stays");
}

#[test]
fn where_a_unit_cannot_be_it_is_not_put() {
    let mut world = world();
    let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.3, 2.0)).unwrap();
    let before = world.state_hash();
    let teleport = |world: &mut World, at: Vec2| world.teleport(unit, at).unwrap_err();
    assert!(matches!(
        teleport(&mut world, vec2(30.5, 9.0)),
        WorldError::UnitBlocked { radius: 0.3, .. }
    ));
    for outside in [vec2(-1.0, 5.0), Vec2::NAN, vec2(5.0, f32::INFINITY)] {
        assert!(matches!(teleport(&mut world, outside), WorldError::UnitOutside { .. }));
    }
    assert_eq!(world.state_hash(), before);
    world.order(&[unit], &Goal::Point(vec2(20.0, 5.0))).unwrap();
    let lid = rectangle([29.0, 49.0, 60.0, 52.0]);
    world.add_obstacle(&lid).unwrap();
    let before = world.state_hash();
    assert!(matches!(teleport(&mut world, vec2(50.0, 5.0)), WorldError::GoalUnreachable { .. }));
    assert_eq!(world.state_hash(), before);
    world.stop(&[unit]).unwrap();
    world.teleport(unit, vec2(50.0, 5.0)).unwrap();
    world.remove_unit(unit).unwrap();
    assert_eq!(world.teleport(unit, vec2(5.0, 5.0)), Err(WorldError::StaleUnit { unit }));
}

#[test]
fn a_world_that_lies_far_away_moves_bit_for_bit_as_before() {
    let mut near = world();
    let unit = near.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.3, 2.0)).unwrap();
    near.order(&[unit], &Goal::Point(vec2(50.0, 5.0))).unwrap();
    let mut far = near.clone();
    let tiles = I64Vec2::new(40_000_000, -30_000_000);
    for tick in 0..100 {
        far.set_origin(tiles * (tick % 3));
        near.step(0.1).unwrap();
        far.step(0.1).unwrap();
        assert_eq!(near.state_hash(), far.state_hash());
    }
    far.set_origin(tiles);
    assert_eq!((near.origin(), far.origin()), (I64Vec2::ZERO, tiles));
    let at = far.unit(unit).unwrap().position;
    assert_eq!(
        far.position_in_game(at) - far.position_in_game(Vec2::ZERO),
        at.as_dvec2(),
        "to the last bit"
    );
    assert_eq!(far.position_in_game(Vec2::ZERO), dvec2(1.28e9, -0.96e9));
    assert_eq!(far.position_in_world(far.position_in_game(at)), at);
    assert_eq!(near.position_in_world(DVec2::new(1.5, 2.5)), vec2(1.5, 2.5));
}
