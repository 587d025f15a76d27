//! Ground of other kinds and costs, outlines of any form, obstacles that move.

use hybrid::glam::Vec2;
use hybrid::navmesh::{Area, AreaError, Bounds, KindCosts, MeshDefinition, polygon};
use hybrid::{Event, Goal, Guidance, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

use crate::support::{all_arrived, rows, strict, world_of};

const WATER: u8 = 1;
const BRIDGE: u8 = 2;

const ALL: usize = 0;
const TANK: usize = 1;
const BOAT: usize = 2;

const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::new(40.0, 32.0));

/// For all, for tanks, and for boats, which pass under bridges.
fn world() -> World {
    let tank = KindCosts::default().without(WATER).unwrap();
    let boat = KindCosts::default().without(0).unwrap();
    world_of(40.0, 32.0)
        .radii(&[0.3, 0.6])
        .movement_kinds(vec![KindCosts::default(), tank, boat])
        .build()
}

fn area(kind: u8, cost: f32) -> Area {
    Area { kind, cost }
}

/// Water from south to north between x = 18 and 24, and a bridge over it.
fn river(world: &mut World) {
    world
        .add_area(Bounds::new(Vec2::new(18.0, 0.0), Vec2::new(24.0, 32.0)), area(WATER, 1.0))
        .unwrap();
    world
        .add_area(Bounds::new(Vec2::new(18.0, 14.0), Vec2::new(24.0, 18.0)), area(BRIDGE, 1.0))
        .unwrap();
}

fn unit(world: &mut World, movement_kind: usize, x: f32, y: f32) -> Result<UnitId, WorldError> {
    let definition = UnitDefinition::new(Vec2::new(x, y), 0.3, 1.5);
    world.add_unit(&UnitDefinition { movement_kind, ..definition })
}

fn block(world: &mut World, kind: usize, corner: (f32, f32), count: usize) -> Vec<UnitId> {
    rows(corner.into()).of(0.3, 1.5).kind(kind).add(world, count)
}

#[test]
fn tanks_take_the_bridge_and_boats_stay_on_the_water() {
    let mut world = world();
    river(&mut world);
    let tanks = block(&mut world, TANK, (8.0, 4.0), 12);
    let boats = block(&mut world, BOAT, (19.5, 26.0), 8);
    world.order(&tanks, &Goal::Point(Vec2::new(32.0, 5.0))).unwrap();
    world.order(&boats, &Goal::Point(Vec2::new(21.0, 4.0))).unwrap();
    for _ in 0..700 {
        world.step(0.1).unwrap();
        for unit in world.units() {
            let at = unit.position;
            let on_bridge = at.y > 14.0 - 1e-3 && at.y < 18.0 + 1e-3;
            let on_water = at.x > 18.0 - 1e-3 && at.x < 24.0 + 1e-3;
            let deep = at.x > 18.0 + 1e-3 && at.x < 24.0 - 1e-3;
            let is_boat = boats.contains(&unit.id);
            assert!(if is_boat { on_water } else { !deep || on_bridge }, "{:?} at {at}", unit.id);
        }
    }
    assert!(all_arrived(&world, &tanks) && all_arrived(&world, &boats));
}

#[test]
fn who_may_not_be_there_is_refused() {
    let mut world = world();
    river(&mut world);
    assert!(matches!(unit(&mut world, TANK, 21.0, 5.0), Err(WorldError::UnitBlocked { .. })));
    assert!(matches!(unit(&mut world, BOAT, 5.0, 5.0), Err(WorldError::UnitBlocked { .. })));
    let error = unit(&mut world, 3, 5.0, 5.0).unwrap_err();
    assert_eq!(error, WorldError::MovementKind { given: 3, count: 3 });
    let boat = unit(&mut world, BOAT, 21.0, 5.0).unwrap();
    let tank = unit(&mut world, TANK, 5.0, 5.0).unwrap();
    let order = |world: &mut World, unit, x, y| {
        world.order_with(&[unit], &strict(&Goal::Point(Vec2::new(x, y))))
    };
    assert!(matches!(order(&mut world, boat, 5.0, 5.0), Err(WorldError::GoalBlocked { .. })));
    assert!(matches!(order(&mut world, tank, 21.0, 5.0), Err(WorldError::GoalBlocked { .. })));
    assert!(order(&mut world, tank, 30.0, 5.0).is_ok(), "over the bridge");
    assert!(order(&mut world, boat, 21.0, 30.0).is_ok(), "under the bridge");
}

#[test]
fn units_of_all_kinds_share_places_where_all_may_be() {
    let mut world = world();
    river(&mut world);
    let mut units = block(&mut world, TANK, (4.0, 4.0), 8);
    units.extend(block(&mut world, ALL, (4.0, 8.0), 8));
    world.order(&units, &Goal::Point(Vec2::new(17.6, 8.0))).unwrap();
    for unit in world.units() {
        assert!(unit.place.is_some_and(|place| place.x <= 18.0), "on the shore: {:?}", unit.place);
    }
}

#[test]
fn an_area_that_appears_is_like_an_obstacle_for_those_it_excludes() {
    let mut world = world();
    let (tank, other) =
        (unit(&mut world, TANK, 12.0, 8.0).unwrap(), unit(&mut world, ALL, 12.0, 12.0).unwrap());
    let far = world.order(&[tank], &Goal::Point(Vec2::new(30.0, 8.0))).unwrap();
    world.step(0.1).unwrap();
    let lake = world
        .add_area(Bounds::new(Vec2::new(10.0, 0.0), Vec2::new(20.0, 32.0)), area(WATER, 1.0))
        .unwrap();
    world.step(0.1).unwrap();
    let position = |world: &World, unit| world.unit(unit).unwrap().position;
    assert!(position(&world, tank).x <= 10.0, "out of the water");
    assert_eq!(position(&world, other), Vec2::new(12.0, 12.0));
    let lost = |event: &Event| matches!(event, Event::PathLost { unit, order, .. } if *unit == tank && *order == far);
    assert!(world.events().iter().any(lost));
    world.remove_area(lake).unwrap();
    assert_eq!(world.remove_area(lake), Err(WorldError::StaleArea));
    world.order(&[tank], &Goal::Point(Vec2::new(30.0, 8.0))).unwrap();
    (0..200).for_each(|_| world.step(0.1).unwrap());
    assert!(all_arrived(&world, &[tank]));
}

#[test]
fn windows_know_what_the_ground_costs() {
    let mut world = world();
    world.add_area(Bounds::new(Vec2::new(15.0, 0.0), Vec2::new(17.1, 32.0)), area(0, 3.0)).unwrap();
    let units = block(&mut world, ALL, (12.0, 8.0), 8);
    world.order(&units, &Goal::Point(Vec2::new(30.0, 9.0))).unwrap();
    world.step(0.1).unwrap();
    let group = world.groups().next().unwrap();
    let walls = group.walls.unwrap();
    let (frame, costs) = (walls.steps().frame(), walls.costs().unwrap());
    let cost = |x: f32| costs[frame.index_of(frame.cell_of(Vec2::new(x, 9.0)).unwrap())];
    assert_eq!((cost(14.0), cost(16.0), cost(18.0)), (1.0, 3.0, 1.0));
    // The border runs through a cell: what it costs there is the mean.
    let cell = frame.cell_of(Vec2::new(17.1, 9.0)).unwrap();
    let share = (17.1 - (frame.center(cell).x - 0.5 * frame.cell_size)) / frame.cell_size;
    assert!((cost(17.1) - (1.0 + 2.0 * share)).abs() < 1e-2, "{} {share}", cost(17.1));
}

#[test]
fn a_unit_on_its_own_goes_round_a_dear_patch() {
    let mut world = world();
    world.add_area(Bounds::new(Vec2::new(12.0, 4.0), Vec2::new(16.0, 9.0)), area(0, 10.0)).unwrap();
    let one = unit(&mut world, ALL, 10.0, 7.0).unwrap();
    world.order(&[one], &Goal::Point(Vec2::new(17.5, 7.0))).unwrap();
    for _ in 0..150 {
        world.step(0.1).unwrap();
        let at = world.unit(one).unwrap().position;
        assert!(!(at.x > 12.3 && at.x < 15.7 && at.y > 4.3 && at.y < 8.7), "through it at {at}");
    }
    assert!(all_arrived(&world, &[one]));
}

/// Searching for the cheapest way of one unit over so many patches would take longer than all the rest of a step.
#[test]
fn on_a_quilt_units_set_off_by_length_until_their_order_knows_costs() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::new(96.0, 64.0));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.3])).unwrap();
    for k in 0..48 * 32 {
        let (x, y) = (2.0 * (k % 48) as f32, 2.0 * (k / 48) as f32);
        // A road along the north is cheap.
        let cost = if y >= 56.0 { 1.0 } else { 4.0 + ((k * 7) % 13) as f32 };
        world
            .add_area(Bounds::new(Vec2::new(x, y), Vec2::new(x + 2.0, y + 2.0)), area(0, cost))
            .unwrap();
    }
    let units = block(&mut world, ALL, (4.0, 48.0), 40);
    world.order(&units, &Goal::Point(Vec2::new(90.0, 50.0))).unwrap();
    assert!(world.mesh(0).unwrap().cell_count() > 1024);
    let guidances = |world: &World| {
        units.iter().map(|&unit| world.unit(unit).unwrap().guidance).collect::<Vec<_>>()
    };
    for _ in 0..4 {
        world.step(0.1).unwrap();
    }
    assert!(guidances(&world).iter().all(|&guidance| guidance == Guidance::Path));
    let pace: Vec2 = world.units().map(|unit| unit.desired_velocity).sum();
    assert!(pace.x > 50.0 && pace.y.abs() < 0.1 * pace.x, "{pace}");
    let mut north = 0.0_f32;
    let mut were_led = false;
    for _ in 0..900 {
        world.step(0.1).unwrap();
        were_led |= guidances(&world).iter().all(|&guidance| guidance != Guidance::Path);
        north = world.units().map(|unit| unit.position.y).fold(north, f32::max);
    }
    assert!(were_led && north > 56.0, "{were_led}, {north}");
    assert!(all_arrived(&world, &units));
}

#[test]
fn outlines_walkable_ground_and_obstacles_that_move() {
    let corners = [(0., 0.), (40., 0.), (40., 10.), (10., 10.), (10., 32.), (0., 32.)];
    let hook = polygon(&corners.map(Vec2::from), &[]);
    let mut world = World::new(&WorldDefinition {
        walkable: MeshDefinition::within(hook).walkable,
        ..WorldDefinition::new(BOUNDS, vec![0.3])
    })
    .unwrap();
    assert!(matches!(unit(&mut world, 0, 20.0, 20.0), Err(WorldError::UnitBlocked { .. })));
    let one = unit(&mut world, 0, 5.0, 28.0).unwrap();
    world.order(&[one], &Goal::Point(Vec2::new(36.0, 5.0))).unwrap();
    let square = |x: f32| [(x, 2.), (x + 2., 2.), (x + 2., 4.), (x, 4.)].map(Vec2::from);
    let door = world.add_obstacle(&square(20.0)).unwrap();
    let angle =
        [(15., 3.), (17., 3.), (17., 7.), (15., 7.), (15., 6.), (16., 6.), (16., 4.), (15., 4.)];
    let angle = world.add_outline(polygon(&angle.map(Vec2::from), &[])).unwrap();
    for tick in 0..600 {
        if tick == 20 {
            world.move_obstacle(door, &square(24.0)).unwrap();
            world.remove_obstacle(angle).unwrap();
        }
        world.step(0.1).unwrap();
    }
    assert!(all_arrived(&world, &[one]));
    let obstacles = |world: &World| world.mesh(0).unwrap().obstacles().count();
    assert_eq!(obstacles(&world), 1);
    assert!(matches!(world.move_obstacle(door, &[Vec2::ZERO]), Err(WorldError::Obstacle(_))));
    assert_eq!(world.move_obstacle(angle, &square(2.0)), Err(WorldError::StaleObstacle));
    world.remove_obstacle(door).unwrap();
    world.commit().unwrap();
    assert_eq!(obstacles(&world), 0);
}

#[test]
fn bad_areas_are_refused_and_change_nothing() {
    let mut world = world();
    let rect = Bounds::new(Vec2::new(10.0, 0.0), Vec2::new(20.0, 32.0));
    for cost in [0.09, 0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = world.add_area(rect, area(1, cost)).unwrap_err();
        assert!(matches!(error, WorldError::Area(AreaError::Cost { .. })), "{error}");
    }
    let error = world.add_area(rect, area(16, 1.0)).unwrap_err();
    assert_eq!(error, WorldError::Area(AreaError::Kind { kind: 16 }));
    let nowhere = Bounds::new(Vec2::new(100.0, 0.0), Vec2::new(120.0, 32.0));
    assert!(matches!(world.add_area(nowhere, area(1, 1.0)), Err(WorldError::Area(_))));
    let bad = polygon(&[Vec2::NAN, Vec2::ONE, Vec2::X], &[]);
    assert!(matches!(world.add_area(bad, area(1, 1.0)), Err(WorldError::Area(_))));
    world.commit().unwrap();
    assert!(!world.mesh(0).unwrap().has_areas());
    let kinds = |movement_kinds| {
        World::new(&WorldDefinition {
            movement_kinds,
            ..WorldDefinition::new(BOUNDS, vec![0.3, 0.4])
        })
    };
    for count in [0, 17] {
        let error = kinds(vec![KindCosts::default(); count]).err();
        assert_eq!(error, Some(WorldError::MovementKindCount { count, radii: 2, limit: 32 }));
    }
}
