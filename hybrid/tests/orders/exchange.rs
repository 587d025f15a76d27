//! Goals of their own that units exchange.

use super::*;

/// Places of a block of rows, from a corner on.
fn block(corner: Vec2, columns: usize, count: usize) -> Vec<Vec2> {
    (0..count).map(|k| corner + 0.67 * vec2((k % columns) as f32, (k / columns) as f32)).collect()
}

fn exchanging(goals: &[Vec2]) -> OrderDefinition {
    OrderDefinition { exchange: true, ..OrderDefinition::new(Goal::Each(goals.to_vec())) }
}

/// The places of some units, as bits, sorted.
fn places(world: &World, units: &[UnitId]) -> Vec<[u32; 2]> {
    let place = |&unit: &UnitId| world.unit(unit).unwrap().place.unwrap();
    sorted(units.iter().map(place))
}

fn sorted(points: impl Iterator<Item = Vec2>) -> Vec<[u32; 2]> {
    let mut bits: Vec<_> = points.map(|point| point.to_array().map(f32::to_bits)).collect();
    bits.sort_unstable();
    bits
}

/// Seconds until all of a company are on a parade ground behind a gate; who came first would stand before the others.
fn march(exchange: bool) -> f32 {
    let mut world = world();
    add_wall(&mut world, [24.0, 0.0, 25.0, 28.5]);
    add_wall(&mut world, [24.0, 31.5, 25.0, 60.0]);
    let units = rows(vec2(5.0, 20.0)).columns(8).add(&mut world, 160);
    // The foremost have the nearest places.
    let mut goals = block(vec2(32.0, 23.5), 8, 160);
    goals.chunks_mut(8).for_each(<[Vec2]>::reverse);
    let definition = OrderDefinition { exchange, ..exchanging(&goals) };
    world.order_with(&units, &definition).unwrap();
    for tick in 1..2000 {
        run(&mut world, 1);
        if units.iter().all(|&unit| activity(&world, unit) == Activity::Resting) {
            assert_eq!(places(&world, &units), sorted(goals.iter().copied()));
            // The last ones have pushed others off their places, who come back.
            run(&mut world, 100);
            let at_own = units.iter().zip(&goals).all(|(&unit, &goal)| {
                world.unit(unit).unwrap().place == Some(goal)
                    && position(&world, unit).distance(goal) <= 0.5
            });
            assert_eq!(at_own, !exchange);
            return tick as f32 * TICK;
        }
    }
    panic!("not all are there");
}

#[test]
fn a_company_does_not_bar_its_own_parade_ground() {
    let (own, exchanged) = (march(false), march(true));
    println!("{own} s each to its own place, {exchanged} s with places exchanged");
    assert!(exchanged < 0.8 * own, "{exchanged} s, {own} s");
}

#[test]
fn only_units_of_one_size_exchange_their_places() {
    let mut world = world();
    let small = rows(vec2(5.0, 5.0)).columns(4).add(&mut world, 12);
    let large: Vec<UnitId> = (0..4)
        .map(|k| {
            let at = vec2(2.0, 4.0 + 1.1 * k as f32);
            world.add_unit(&UnitDefinition::new(at, 0.5, SPEED)).unwrap()
        })
        .collect();
    let wide: Vec<Vec2> = (0..4).map(|k| vec2(30.0, 4.0 + 1.1 * k as f32)).collect();
    let close = block(vec2(27.0, 4.0), 4, 12);
    let units = [&small[..], &large[..]].concat();
    world.order_with(&units, &exchanging(&[&close[..], &wide[..]].concat())).unwrap();
    rest(&mut world, &units, 900);
    assert_eq!(places(&world, &small), sorted(close.into_iter()));
    assert_eq!(places(&world, &large), sorted(wide.into_iter()));
}

#[test]
fn an_order_to_exchange_goals_is_told_again_and_saved() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).columns(6).add(&mut world, 36);
    let goals = block(vec2(25.0, 5.0), 6, 36);
    let order = world.order_with(&units, &exchanging(&goals)).unwrap();
    assert!(world.order_view(order).unwrap().exchange);
    // By now some have others' places.
    run(&mut world, 170);
    let own = |world: &World| {
        units.iter().zip(&goals).all(|(&unit, &goal)| world.unit(unit).unwrap().place == Some(goal))
    };
    assert!(!own(&world));
    assert_eq!(world.order_with(&units, &exchanging(&goals)), Ok(order), "it is the same");
    let mut twin = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    run(&mut world, 100);
    run(&mut twin, 100);
    assert_eq!(world.state_hash(), twin.state_hash());
    // Each to its own after all.
    let strict = world.order(&units, &Goal::Each(goals.clone())).unwrap();
    assert_ne!(strict, order);
    assert!(own(&world));
}
