//! Entities come and go in their thousands, and nothing is left of them in the world.

#![allow(clippy::unwrap_used, reason = "what a test cannot go on without")]

mod support;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{WorldDefinition, glam::vec2, navmesh::Bounds};
use bevy_hybridnav::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

use support::{app, refusals, steps};

/// A generator of numbers, the same on each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

fn counts(world: &bevy_hybridnav::hybrid::World) -> [usize; 3] {
    [world.units().count(), world.obstacles().count(), world.orders().count()]
}

/// The world has what the entities say that it has.
fn check(app: &mut App, walls: usize, round: usize) {
    let handles = counts(app.world().resource::<NavWorld>().world());
    let known = app
        .world_mut()
        .query::<&NavMotion>()
        .iter(app.world())
        .filter(|motion| motion.unit().is_some())
        .count();
    let orders = app.world_mut().query::<(&NavOrder, &NavOrderUnits)>().iter(app.world()).count();
    assert_eq!([handles[0], handles[1]], [known, walls], "round {round}");
    assert!(handles[2] <= orders, "round {round}: {} orders of {orders}", handles[2]);
    let ordered = app
        .world()
        .resource::<NavWorld>()
        .world()
        .units()
        .filter(|unit| unit.order.is_some())
        .count();
    let said = app
        .world_mut()
        .query_filtered::<&NavMotion, With<NavOrdered>>()
        .iter(app.world())
        .filter(|motion| motion.unit().is_some())
        .count();
    assert_eq!(ordered, said, "round {round}");
}

#[test]
fn despawned_entities_leave_nothing() {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(100.0, 100.0));
    let definition = WorldDefinition::new(bounds, vec![0.5]);
    let mut app = app(NavWorld::new(&definition).unwrap(), 1);
    let mut dice = Dice(7);
    let (mut units, mut walls, mut civilians) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..60 {
        for _ in 0..40 {
            let at = Vec3::new(
                1.0 + dice.roll(400) as f32 * 0.1,
                0.0,
                1.0 + dice.roll(980) as f32 * 0.1,
            );
            units.push(
                app.world_mut()
                    .spawn((NavUnit::new(0.3, 2.0), Transform::from_translation(at)))
                    .id(),
            );
        }
        for _ in 0..5 {
            let at = Transform::from_xyz(50.0 + dice.roll(45) as f32, 0.0, dice.roll(100) as f32);
            walls.push(app.world_mut().spawn((NavObstacle::rectangle(Vec2::splat(1.5)), at)).id());
        }
        let squad: Vec<Entity> = (0..20).map(|_| units[dice.roll(units.len())]).collect();
        let goal = Vec2::new(2.0 + dice.roll(40) as f32, 2.0 + dice.roll(90) as f32);
        app.world_mut().commands().nav_order(squad, NavOrder::to(goal));
        if round % 3 == 0 {
            steps(&mut app, 1, 1);
        }
        // Some are despawned in the tick in which they came, others lose a component.
        for _ in 0..38 {
            let unit = units.swap_remove(dice.roll(units.len()));
            match dice.roll(4) {
                0 => {
                    app.world_mut().entity_mut(unit).remove::<NavUnit>();
                    civilians.push(unit);
                }
                1 => {
                    app.world_mut().entity_mut(unit).remove::<NavMotion>().remove::<NavUnit>();
                    civilians.push(unit);
                }
                2 => app.world_mut().commands().entity(unit).despawn(),
                _ => {
                    app.world_mut().despawn(unit);
                }
            }
        }
        for _ in 0..4 {
            let wall = walls.swap_remove(dice.roll(walls.len()));
            match dice.roll(2) {
                0 => {
                    app.world_mut().entity_mut(wall).remove::<NavObstacle>();
                }
                _ => {
                    app.world_mut().despawn(wall);
                }
            }
        }
        let order =
            app.world_mut().query_filtered::<Entity, With<NavOrder>>().iter(app.world()).next();
        if let Some(order) = order.filter(|_| round % 7 == 0) {
            app.world_mut().despawn(order);
        }
        steps(&mut app, 1, 1);
        check(&mut app, walls.len(), round);
    }
    refusals(&mut app);
    // Another world gets all that there is; then all of it goes.
    app.insert_resource(NavWorld::new(&definition).unwrap());
    steps(&mut app, 2, 1);
    let handles = counts(app.world().resource::<NavWorld>().world());
    assert!(handles[0] > 0 && handles[1] == walls.len() && handles[2] > 0, "{handles:?}");
    for entity in units.into_iter().chain(walls).chain(civilians) {
        app.world_mut().despawn(entity);
    }
    assert_eq!(counts(app.world().resource::<NavWorld>().world()), [0, 0, 0], "at once");
    steps(&mut app, 1, 1);
    let left = app.world_mut().query::<&NavOrder>().iter(app.world()).count();
    assert_eq!(left, 0, "orders without units");
}
