//! Formations on their way, and when they are there.

use super::*;

#[test]
fn units_turn_to_the_front_in_place_and_stay_so() {
    let mut world = world_of(40.0, 40.0).radii(&[SCOUT, TANK]).build();
    let units = rows(vec2(4.0, 18.0)).of(SCOUT, 2.0).add(&mut world, 12);
    let facing = vec2(-1.0, 1.0).normalize();
    let formation = Formation { facing: Some(facing), ..Formation::new(Shape::Line) };
    send(&mut world, &units, vec2(25.0, 20.0), formation);
    for _ in 0..400 {
        let before = units_of(&world, &units);
        world.step(TICK).unwrap();
        for (one, now) in before.iter().zip(units_of(&world, &units)) {
            let turn = one.heading.angle_to(now.heading).abs();
            assert!(turn <= std::f32::consts::TAU * TICK + 1e-3, "{turn}");
        }
    }
    assert!(all_arrived(&world, &units));
    for unit in units_of(&world, &units) {
        assert!(unit.heading.distance(facing) < 1e-4, "{}", unit.heading);
    }
    // Who has no formation looks as it came.
    let other = rows(vec2(4.0, 4.0)).of(SCOUT, 2.0).add(&mut world, 1);
    world.order(&other, &Goal::Point(vec2(25.0, 4.0))).unwrap();
    step_until(&mut world, 400, |world| all_arrived(world, &other));
    steps(&mut world, 20);
    assert!(units_of(&world, &other)[0].heading.x > 0.9);
}

#[test]
fn who_keeps_the_pace_of_the_slowest_arrives_with_it() {
    let arrivals = |pace: Pace| {
        let mut world = world_of(80.0, 40.0).radii(&[SCOUT, TANK]).build();
        let mut units =
            rows(vec2(4.0, 18.0)).of(TANK, 1.0).pitch(2.0).columns(2).add(&mut world, 4);
        units.extend(rows(vec2(4.0, 23.0)).of(SCOUT, 3.0).add(&mut world, 8));
        let goal = Goal::Point(vec2(60.0, 20.0));
        let definition = OrderDefinition { pace, ..OrderDefinition::new(goal) };
        let order = world.order_with(&units, &definition).unwrap();
        assert_eq!(world.order_view(order).unwrap().pace, pace);
        // Given once more it is the one that they have.
        assert_eq!(world.order_with(&units, &definition), Ok(order));
        let mut came = vec![None; units.len()];
        let mut fastest = 0.0_f32;
        for tick in 0..900 {
            world.step(TICK).unwrap();
            for (unit, came) in units_of(&world, &units).iter().zip(&mut came) {
                // Pushes take some farther than they want.
                fastest = fastest.max(unit.desired_velocity.length());
                if unit.arrived {
                    came.get_or_insert(tick);
                }
            }
        }
        let came: Vec<i32> = came.into_iter().map(Option::unwrap).collect();
        (came.iter().max().unwrap() - came.iter().min().unwrap(), fastest)
    };
    let (apart, fastest) = arrivals(Pace::Own);
    assert!(apart > 200 && fastest > 2.9, "{apart} {fastest}");
    let (apart, fastest) = arrivals(Pace::Slowest);
    assert!(apart < 120 && fastest < 1.001, "{apart} {fastest}");
}

#[test]
fn the_pace_is_of_those_who_have_the_order_now() {
    let mut world = world_of(80.0, 40.0).radii(&[SCOUT, TANK]).build();
    let slow = rows(vec2(4.0, 18.0)).of(SCOUT, 0.1).add(&mut world, 1);
    let fast = rows(vec2(4.0, 23.0)).of(SCOUT, 3.0).add(&mut world, 1);
    let goal = Goal::Point(vec2(60.0, 20.0));
    let definition = OrderDefinition { pace: Pace::Slowest, ..OrderDefinition::new(goal) };
    let order = world.order_with(&[slow[0], fast[0]], &definition).unwrap();
    steps(&mut world, 300);
    let unit = world.unit(fast[0]).unwrap();
    // A thirtieth of what it could, and not stuck.
    assert!(unit.velocity.length() < 0.11 && unit.position.x > 6.5, "{unit:?}");
    assert_eq!(unit.activity, hybrid::Activity::Moving);
    world.stop(&slow).unwrap();
    steps(&mut world, 20);
    assert!(world.unit(fast[0]).unwrap().velocity.length() > 2.9);
    world.join(order, &slow).unwrap();
    steps(&mut world, 20);
    assert!(world.unit(fast[0]).unwrap().velocity.length() < 0.11);
}

#[test]
fn a_mixed_army_comes_through_a_gap_into_a_box() {
    let walls = [[38.0, 0.0, 40.0, 17.0], [38.0, 23.0, 40.0, 40.0]];
    let goal = vec2(60.0, 20.0);
    let time = |walls: &[[f32; 4]]| {
        let mut world = world_of(80.0, 40.0).radii(&[SCOUT, TANK]).walls(walls).build();
        let units = army(&mut world, vec2(4.0, 14.0));
        let formation = Formation { spacing: 0.05, ..Formation::new(Shape::Box) };
        let order = OrderDefinition { pace: Pace::Slowest, ..formed(goal, formation) };
        world.order_with(&units, &order).unwrap();
        let places = places_of(&world, &units);
        assert_stand(&world, &places, 0.05);
        let looseness = looseness(&places, |_| 0.05);
        assert!(looseness < 1.25, "{looseness}");
        let mut ticks = 0;
        while !all_arrived(&world, &units) {
            world.step(TICK).unwrap();
            ticks += 1;
            assert!(ticks < 2000);
        }
        steps(&mut world, 50);
        let far = units_of(&world, &units)
            .iter()
            .map(|unit| unit.position.distance(goal))
            .fold(0.0, f32::max);
        assert!(far < 12.0, "{far}");
        ticks
    };
    let (free, gap) = (time(&[]), time(&walls));
    assert!(gap as f32 <= 1.3 * free as f32, "{gap} {free}");
}

#[test]
fn a_saved_formation_goes_on_alike() {
    let mut world = world_of(60.0, 40.0).radii(&[SCOUT, TANK]).build();
    let units = army(&mut world, vec2(4.0, 10.0));
    let formation = Formation { facing: Some(Vec2::NEG_X), ..Formation::new(Shape::Wedge) };
    let order = OrderDefinition { pace: Pace::Slowest, ..formed(vec2(45.0, 20.0), formation) };
    let order = world.order_with(&units, &order).unwrap();
    steps(&mut world, 100);
    let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    assert_eq!(other.order_view(order), world.order_view(order));
    for world in [&mut world, &mut other] {
        world.move_goal(order, vec2(40.0, 25.0)).unwrap();
        steps(world, 300);
    }
    assert_eq!(other.state_hash(), world.state_hash());
}

#[test]
fn who_joins_late_stands_in_the_last_rank() {
    let mut world = world_of(60.0, 40.0).radii(&[SCOUT]).build();
    let first: Vec<UnitId> =
        rows(vec2(6.0, 12.0)).columns(4).pitch(1.0).of(SCOUT, 2.0).add(&mut world, 12);
    let late: Vec<UnitId> =
        rows(vec2(2.0, 30.0)).columns(2).pitch(1.0).of(SCOUT, 3.0).add(&mut world, 4);
    let formation =
        Formation { facing: Some(Vec2::X), front: Front::AsGiven, ..Formation::new(Shape::Box) };
    let order = send(&mut world, &first, vec2(40.0, 20.0), formation);
    steps(&mut world, 60);
    world.join(order, &late).unwrap();
    let all = [first.as_slice(), &late].concat();
    step_until(&mut world, 1500, |world| all_arrived(world, &all));
    steps(&mut world, 100);
    let ahead = |units: &[UnitId]| {
        units_of(&world, units).iter().map(|unit| unit.position.x).collect::<Vec<_>>()
    };
    let rear = ahead(&first).into_iter().fold(f32::INFINITY, f32::min);
    let foremost = ahead(&late).into_iter().fold(f32::NEG_INFINITY, f32::max);
    assert!(
        foremost < rear - SCOUT,
        "the foremost who joined is at {foremost}, the rear of the others at {rear}"
    );
    let places = places_of(&world, &all);
    assert_stand(&world, &places, 0.0);
    for unit in units_of(&world, &all) {
        assert!(unit.heading.x > 0.99, "{unit:?}");
    }
}
