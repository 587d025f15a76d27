//! Hills and ground that is shunned.

use hybrid::{
    Discomfort, DiscomfortError, Goal, HeightGrid, HeightGridError, UnitId, World, WorldError,
    glam::Vec2,
};

use crate::support::{rows, world_of};

/// Twelve units in the west, on their way to the east.
fn crowd() -> (World, Vec<UnitId>) {
    let mut world = world_of(30.0, 24.0).radii(&[0.3]).build();
    let units = rows(Vec2::new(4.0, 10.6)).columns(3).of(0.3, 1.5).add(&mut world, 12);
    world.order(&units, &Goal::Point(Vec2::new(25.0, 12.0))).unwrap();
    (world, units)
}

/// Steps on until all have arrived; gives how many ticks units spent where a place counts.
fn ticks_in(world: &mut World, units: &[UnitId], counts: impl Fn(Vec2) -> bool) -> usize {
    let mut ticks = 0;
    for _ in 0..600 {
        world.step(0.1).unwrap();
        ticks += world.units().filter(|unit| counts(unit.position)).count();
    }
    assert!(units.iter().all(|&unit| world.unit(unit).is_some_and(|unit| unit.arrived)));
    ticks
}

#[test]
fn a_crowd_goes_round_a_fire_while_it_burns() {
    let center = Vec2::new(13.0, 12.0);
    let burns = |at: Vec2| at.distance(center) < 2.0;
    let (mut world, units) = crowd();
    let through = ticks_in(&mut world, &units, burns);
    assert!(through > 100, "{through}");
    let fire = Discomfort { center, radius: 2.5, amount: 10.0, seconds: f32::INFINITY };
    let (mut world, units) = crowd();
    let id = world.add_discomfort(&fire).unwrap();
    let round = ticks_in(&mut world, &units, burns);
    assert!(round * 10 < through, "{round} of {through}");
    assert_eq!(world.discomfort(id), Some(fire));
    world.remove_discomfort(id).unwrap();
    assert_eq!(world.remove_discomfort(id), Err(WorldError::StaleDiscomfort));
    let (mut world, units) = crowd();
    let id = world.add_discomfort(&Discomfort { seconds: 1.0, ..fire }).unwrap();
    let after = ticks_in(&mut world, &units, burns);
    assert!(after * 2 > through, "{after} of {through}");
    assert_eq!(world.discomfort(id), None);
    assert_eq!(world.remove_discomfort(id), Err(WorldError::StaleDiscomfort));
}

/// A ridge from south to north, 3 m high, with a saddle round y = 17.
fn ridge() -> HeightGrid {
    let height = |x: f32, y: f32| {
        let across = (1.0 - (x - 14.0).abs() / 3.0).max(0.0);
        let along = ((y - 17.0).abs() / 2.0).min(1.0);
        3.0 * across * along
    };
    let samples = (0..49).flat_map(|row| (0..61).map(move |column| (column, row)));
    let heights = samples.map(|(x, y)| height(0.5 * x as f32, 0.5 * y as f32)).collect();
    HeightGrid { min: Vec2::ZERO, spacing: 0.5, columns: 61, heights }
}

#[test]
fn a_crowd_goes_over_the_saddle() {
    let on_top = |at: Vec2| (at.x - 14.0).abs() < 1.0 && (at.y - 17.0).abs() > 2.0;
    let (mut world, units) = crowd();
    let over = ticks_in(&mut world, &units, on_top);
    let (mut world, units) = crowd();
    world.set_heights(Some(ridge())).unwrap();
    assert_eq!(world.height_at(Vec2::new(14.0, 5.0)), 3.0);
    assert_eq!(world.height_at(Vec2::new(14.0, 17.0)), 0.0);
    let round = ticks_in(&mut world, &units, on_top);
    assert!(round * 5 < over, "{round} of {over}");
    world.set_heights(None).unwrap();
    assert_eq!(world.height_at(Vec2::new(14.0, 5.0)), 0.0);
}

#[test]
fn bad_relief_is_refused_and_changes_nothing() {
    let (mut world, _) = crowd();
    world.set_heights(Some(ridge())).unwrap();
    let error = world.set_heights(Some(HeightGrid { spacing: 0.0, ..ridge() })).unwrap_err();
    assert!(matches!(error, WorldError::Heights(HeightGridError::Place { .. })), "{error}");
    assert_eq!(world.height_at(Vec2::new(14.0, 5.0)), 3.0);
    let fire = Discomfort { center: Vec2::ONE, radius: 1.0, amount: f32::NAN, seconds: 1.0 };
    let error = world.add_discomfort(&fire).unwrap_err();
    assert!(matches!(error, WorldError::Discomfort(DiscomfortError::Amount { .. })), "{error}");
}
