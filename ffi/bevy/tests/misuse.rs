//! What a game says wrongly is told in the world's words, has no effect, and never panics.

#![allow(clippy::unwrap_used, reason = "what a test cannot go on without")]

mod support;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{
    Activity, Event, WorldDefinition, WorldError, glam::vec2, navmesh::Bounds,
};
use bevy_hybridnav::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

use support::{app, events, refusals, steps};

fn yard() -> App {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 40.0));
    app(NavWorld::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap(), 1)
}

fn walker(app: &mut App, x: f32, z: f32) -> Entity {
    app.world_mut().spawn((NavUnit::default(), Transform::from_xyz(x, 0.0, z))).id()
}

fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).unwrap().translation
}

#[test]
fn units_that_are_wrong_are_refused_once_each() {
    let mut app = yard();
    let wrong = [
        (NavUnit::new(0.0, 2.0), Vec3::new(5.0, 0.0, 5.0), "a unit's radius is 0"),
        (NavUnit::new(f32::NAN, 2.0), Vec3::new(5.0, 0.0, 5.0), "a unit's radius is NaN"),
        (NavUnit::new(0.9, 2.0), Vec3::new(5.0, 0.0, 5.0), "largest class is 0.5 m"),
        (NavUnit::new(0.4, -1.0), Vec3::new(5.0, 0.0, 5.0), "a unit's max_speed is -1"),
        (NavUnit::default(), Vec3::new(f32::NAN, 0.0, 5.0), "must lie inside the bounds"),
        (NavUnit::default(), Vec3::new(5.0, 0.0, f32::INFINITY), "must lie inside the bounds"),
        (NavUnit { movement_kind: 7, ..NavUnit::default() }, Vec3::splat(5.0), "movement kind 7"),
    ];
    for (unit, at, words) in wrong {
        let entity = app.world_mut().spawn((unit, Transform::from_translation(at))).id();
        steps(&mut app, 3, 1);
        let refused = refusals(&mut app);
        assert!(refused.len() == 1 && refused[0].contains(words), "{words}: {refused:?}");
        assert_eq!(app.world().get::<NavMotion>(entity).unwrap().unit(), None);
        // Put right, it comes in.
        app.world_mut()
            .entity_mut(entity)
            .insert((NavUnit::default(), Transform::from_xyz(5.0, 0.0, 5.0)));
        steps(&mut app, 2, 1);
        assert_eq!(refusals(&mut app), Vec::<String>::new());
        assert!(app.world().get::<NavMotion>(entity).unwrap().unit().is_some());
        app.world_mut().despawn(entity);
    }
    assert_eq!(app.world().resource::<NavWorld>().world().units().count(), 0);
}

#[test]
fn a_change_that_is_refused_leaves_the_unit_as_it_was() {
    let mut app = yard();
    let unit = walker(&mut app, 5.0, 5.0);
    steps(&mut app, 2, 1);
    app.world_mut().get_mut::<NavUnit>(unit).unwrap().max_speed = f32::NAN;
    steps(&mut app, 2, 1);
    assert_eq!(refusals(&mut app).len(), 1);
    for nowhere in [Vec3::NAN, Vec3::splat(-3.0), Vec3::splat(f32::INFINITY)] {
        app.world_mut().get_mut::<Transform>(unit).unwrap().translation = nowhere;
        steps(&mut app, 3, 1);
        let refused = refusals(&mut app);
        assert!(refused.len() == 1 && refused[0].contains("inside the bounds"), "{refused:?}");
        let back = place(&app, unit);
        assert_eq!((back.x, back.z), (5.0, 5.0), "it is where the world has it");
    }
    app.world_mut().get_mut::<Transform>(unit).unwrap().translation = Vec3::new(9.0, 2.0, 7.0);
    steps(&mut app, 3, 1);
    assert_eq!(place(&app, unit), Vec3::new(9.0, 2.0, 7.0));
    let nav = app.world().resource::<NavWorld>();
    assert_eq!(nav.world().units().next().unwrap().position, vec2(9.0, 7.0));
}

#[test]
fn obstacles_that_are_wrong_are_refused_once_each() {
    let mut app = yard();
    let none = app.world_mut().spawn(NavObstacle::default()).id();
    let line = NavObstacle::polygon([Vec2::ZERO, Vec2::X]);
    app.world_mut().spawn((line, Transform::from_xyz(5.0, 0.0, 5.0)));
    let wall = NavObstacle::rectangle(Vec2::ONE);
    app.world_mut().spawn((wall.clone(), Transform::from_xyz(f32::NAN, 0.0, 5.0)));
    app.world_mut().spawn((wall.clone(), Transform::from_scale(Vec3::ZERO)));
    steps(&mut app, 3, 1);
    let refused = refusals(&mut app);
    assert_eq!(refused.len(), 4, "{refused:?}");
    assert!(refused.iter().all(|words| words.starts_with("the obstacle: ")), "{refused:?}");
    app.world_mut().entity_mut(none).insert((wall, Transform::from_xyz(5.0, 0.0, 5.0)));
    steps(&mut app, 1, 1);
    assert_eq!(app.world().resource::<NavWorld>().world().obstacles().count(), 1);
    app.world_mut().get_mut::<Transform>(none).unwrap().translation.x = f32::NAN;
    steps(&mut app, 3, 1);
    assert_eq!(refusals(&mut app).len(), 1);
    assert_eq!(app.world().resource::<NavWorld>().world().obstacles().count(), 1);
}

#[test]
fn orders_that_are_wrong_are_refused_once_each() {
    let mut app = yard();
    let unit = walker(&mut app, 5.0, 5.0);
    let dead = walker(&mut app, 7.0, 5.0);
    app.world_mut().despawn(dead);
    let wrong = [
        (NavOrder::to(Vec2::NAN), "finite"),
        (NavOrder::to(Vec2::splat(99.0)), ""),
        (NavOrder::to_each([]), "0 goals for 1 units"),
        (NavOrder::after(dead), "names no unit of this world"),
        (NavOrder::after(unit), "cannot follow itself"),
        (NavOrder { range: -1.0, ..NavOrder::to(Vec2::ONE) }, "an order's range is -1"),
    ];
    for (order, words) in wrong {
        app.world_mut().commands().nav_order([unit], order);
        steps(&mut app, 3, 1);
        let refused = refusals(&mut app);
        assert!(refused.len() == 1 && refused[0].contains(words), "{words}: {refused:?}");
    }
    // Dead units, and none at all.
    let order = app.world_mut().commands().nav_order([dead], NavOrder::to(Vec2::ONE)).id();
    let empty = app.world_mut().commands().nav_order([], NavOrder::to(Vec2::ONE)).id();
    steps(&mut app, 2, 1);
    assert_eq!(refusals(&mut app).len(), 2);
    assert!(app.world().get_entity(order).is_err() && app.world().get_entity(empty).is_err());
    // An order that is dead is none.
    app.world_mut().entity_mut(unit).insert(NavOrdered(order));
    steps(&mut app, 2, 1);
    assert!(app.world().get::<NavOrdered>(unit).is_none());
    assert_eq!(app.world().resource::<NavWorld>().world().orders().count(), 0);
}

#[test]
fn a_step_that_is_refused_is_told_and_the_game_goes_on() {
    let mut app = yard();
    walker(&mut app, 5.0, 5.0);
    app.world_mut().remove_resource::<NavWorld>();
    app.update();
    app.world_mut().spawn(NavOrder::to(Vec2::ONE));
    app.update();
    let error =
        NavWorld::new(&WorldDefinition::new(Bounds::new(vec2(0.0, 0.0), vec2(1.0, 1.0)), vec![]))
            .err();
    assert!(matches!(error, Some(WorldError::ClassCount { .. })));
}

#[test]
fn units_that_the_game_moves_say_where_they_are() {
    let mut app = yard();
    let unit = NavUnit { driver: NavDriver::Game, ..NavUnit::default() };
    let player = app.world_mut().spawn((unit, Transform::from_xyz(5.0, 0.0, 5.0))).id();
    app.world_mut().commands().nav_order([player], NavOrder::to(Vec2::new(30.0, 5.0)));
    for _ in 0..300 {
        steps(&mut app, 1, 1);
        let velocity = app.world().get::<NavMotion>(player).unwrap().desired_velocity;
        app.world_mut().get_mut::<Transform>(player).unwrap().translation +=
            Vec3::new(velocity.x, 0.0, velocity.y) * 0.1;
    }
    assert!(place(&app, player).distance(Vec3::new(30.0, 0.0, 5.0)) < 1.0);
    assert!(events(&mut app).is_empty() || refusals(&mut app).is_empty());
    app.world_mut().get_mut::<Transform>(player).unwrap().translation.x = f32::NAN;
    steps(&mut app, 5, 1);
    let refused = refusals(&mut app);
    assert!(refused.len() == 1 && refused[0].contains("must be finite"), "{refused:?}");
}

#[test]
fn what_changes_reaches_the_world_and_comes_back() {
    let mut app = yard();
    let wall = app
        .world_mut()
        .spawn((NavObstacle::rectangle(Vec2::new(1.0, 38.0)), Transform::from_xyz(20.0, 0.0, 19.0)))
        .id();
    let unit = walker(&mut app, 5.0, 5.0);
    app.world_mut().commands().nav_order([unit], NavOrder::to(Vec2::new(35.0, 5.0)));
    steps(&mut app, 50, 1);
    assert!(app.world().get::<Transform>(unit).unwrap().forward().x.is_finite());
    // The wall goes, and comes back where it is not in the way.
    app.world_mut().get_mut::<Transform>(wall).unwrap().translation = Vec3::new(20.0, 0.0, 33.0);
    app.world_mut().get_mut::<NavObstacle>(wall).unwrap().outline =
        NavObstacle::rectangle(Vec2::splat(2.0)).outline;
    app.world_mut().get_mut::<NavUnit>(unit).unwrap().max_speed = 4.0;
    steps(&mut app, 100, 1);
    assert!(events(&mut app).iter().any(NavEvent::is_arrival));
    assert!(place(&app, unit).distance(Vec3::new(35.0, 0.0, 5.0)) < 0.5);
    let order = app.world().get::<NavOrdered>(unit).unwrap().0;
    app.world_mut().get_mut::<NavOrder>(order).unwrap().goal =
        NavGoal::Point(Vec2::new(35.0, 20.0));
    steps(&mut app, 80, 1);
    let arrivals: Vec<NavEvent> =
        events(&mut app).into_iter().filter(NavEvent::is_arrival).collect();
    assert_eq!(
        arrivals.iter().map(|event| (event.entity, event.order)).collect::<Vec<_>>(),
        [(unit, Some(order))]
    );
    // Without its order it stops, and the order is gone.
    app.world_mut().entity_mut(unit).remove::<NavOrdered>();
    steps(&mut app, 1, 1);
    assert!(app.world().get_entity(order).is_err());
    let nav = app.world().resource::<NavWorld>();
    assert_eq!(nav.world().orders().count(), 0);
    assert_eq!(app.world().get::<NavMotion>(unit).unwrap().activity, Some(Activity::Idle));
    assert!(matches!(arrivals[0].event, Event::Arrived { .. }));
}

#[test]
fn transforms_are_interpolated() {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 40.0));
    let mut app = app(NavWorld::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap(), 10);
    let unit = walker(&mut app, 5.0, 5.0);
    app.world_mut().get_mut::<Transform>(unit).unwrap().translation.y = 1.5;
    app.world_mut().commands().nav_order([unit], NavOrder::to(Vec2::new(35.0, 5.0)));
    steps(&mut app, 30, 10);
    let mut before = place(&app, unit);
    for _ in 0..40 {
        app.update();
        let now = place(&app, unit);
        let moved = now.x - before.x;
        assert!((moved - 0.02).abs() < 2e-3 && now.y == 1.5, "{moved}");
        before = now;
    }
    let forward = app.world().get::<Transform>(unit).unwrap().forward();
    assert!(forward.distance(Vec3::X) < 1e-2);
}

#[test]
fn units_that_come_late_or_come_back_have_their_order() {
    let mut app = yard();
    let first = walker(&mut app, 5.0, 5.0);
    let wrong = (NavUnit::new(0.0, 2.0), Transform::from_xyz(5.0, 0.0, 8.0));
    let late = app.world_mut().spawn(wrong).id();
    app.world_mut().commands().nav_order([first, late], NavOrder::to(Vec2::new(30.0, 30.0)));
    steps(&mut app, 3, 1);
    assert_eq!(refusals(&mut app).len(), 1);
    let ordered = |app: &App| {
        let nav = app.world().resource::<NavWorld>();
        nav.world().units().filter(|unit| unit.order.is_some()).count()
    };
    assert_eq!(ordered(&app), 1);
    app.world_mut().get_mut::<NavUnit>(late).unwrap().radius = 0.4;
    steps(&mut app, 2, 1);
    assert_eq!(ordered(&app), 2);
    app.world_mut().entity_mut(first).remove::<NavUnit>();
    steps(&mut app, 2, 1);
    assert_eq!(ordered(&app), 1);
    app.world_mut().entity_mut(first).insert(NavUnit::default());
    steps(&mut app, 2, 1);
    assert_eq!(ordered(&app), 2);
    steps(&mut app, 300, 1);
    assert_eq!(events(&mut app).iter().filter(|event| event.is_arrival()).count(), 2);
    assert_eq!(refusals(&mut app), Vec::<String>::new());
}
