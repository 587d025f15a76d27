//! Worlds that step when the game says so, and that go back.

#![allow(clippy::unwrap_used, reason = "what a test cannot go on without")]

use std::process::Command;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_hybridnav::hybrid::{Goal, WorldDefinition, glam::vec2, navmesh::Bounds};
use bevy_hybridnav::prelude::*;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

#[test]
fn a_world_steps_in_the_runs_of_a_schedule_and_goes_back() {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(30.0, 30.0));
    let nav = NavWorld::new(&WorldDefinition::new(bounds, vec![0.4])).unwrap();
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .add_plugins(HybridNavPlugin::in_schedule(Tick))
        .insert_resource(nav);
    let entity =
        app.world_mut().spawn((NavUnit::new(0.4, 2.0), Transform::from_xyz(5.0, 1.0, 5.0)));
    let entity = entity.id();
    app.update();
    let world = app.world_mut();
    assert_eq!(world.resource::<NavWorld>().world().tick_count(), 0, "frames take no steps");
    world.run_schedule(Tick);
    let unit = world.get::<NavMotion>(entity).unwrap().unit().unwrap();
    let mut nav = world.resource_mut::<NavWorld>();
    nav.world_mut().order(&[unit], &Goal::Point(vec2(25.0, 5.0))).unwrap();
    let state = nav.world().save_state();
    let steps = |app: &mut App| {
        (0..8).for_each(|_| app.world_mut().run_schedule(Tick));
        app.update();
        let nav = app.world().resource::<NavWorld>().world();
        let at = app.world().get::<Transform>(entity).unwrap().translation;
        let position = nav.unit(unit).unwrap().position;
        assert_eq!([at.x, at.y, at.z], [position.x, 1.0, position.y], "it is shown where it is");
        (nav.tick_count(), nav.state_hash())
    };
    let first = steps(&mut app);
    assert_eq!(first.0, 9);
    app.world_mut().resource_mut::<NavWorld>().world_mut().restore_state(&state).unwrap();
    assert_eq!(steps(&mut app), first);
}

#[test]
fn two_players_see_the_same_match() {
    let run = || {
        let example = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--release", "--offline", "--locked", "--example", "rollback"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&example.stdout).into_owned();
        assert!(example.status.success(), "{said}{}", String::from_utf8_lossy(&example.stderr));
        said
    };
    let said = run();
    print!("{said}");
    let back = said
        .lines()
        .filter(|line| line.contains("went back"))
        .filter(|line| !line.contains("back 0 times"));
    assert_eq!(back.count(), 2, "both had to go back\n{said}");
    let last = |said: &str| said.lines().last().map(str::to_owned);
    assert!(last(&said).is_some_and(|line| line.contains("the same 400 ticks")), "{said}");
    assert_eq!(last(&run()), last(&said), "twice the same");
}
