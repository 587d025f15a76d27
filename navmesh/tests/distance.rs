//! Distance fields on small worlds whose answers are known.

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

/// 40 × 30 m with a wall from the bottom to y = 20 at x = 10 … 12, and a closed room in the upper right corner.
fn mesh(tile_size: f32) -> NavMesh {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0));
    let definition = MeshDefinition { tile_size, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let box_ = |min: Vec2, max: Vec2| [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
    mesh.add_obstacle(&box_(vec2(10.0, 0.0), vec2(12.0, 20.0))).unwrap();
    mesh.add_obstacle(&box_(vec2(34.0, 24.0), vec2(40.0, 25.0))).unwrap();
    mesh.add_obstacle(&box_(vec2(34.0, 24.0), vec2(35.0, 30.0))).unwrap();
    mesh.commit().unwrap();
    mesh
}

fn field(mesh: &NavMesh, goals: &[Goal]) -> DistanceField {
    mesh.distance_field(goals, &DistanceOptions::default()).unwrap()
}

#[test]
fn ways_bend_at_the_corners_of_the_wall() {
    for tile_size in [4.0, 7.3, 64.0] {
        let mesh = mesh(tile_size);
        let field = field(&mesh, &[Goal::new(vec2(17.0, 10.0))]);
        let start = vec2(5.0, 10.0);
        let remaining = field.remaining(&mesh, start).unwrap();
        assert!((remaining.distance - (2.0 * 125f32.sqrt() + 2.0)).abs() < 1e-4);
        assert_eq!(remaining.way_point, vec2(10.0, 20.0));
        assert!((remaining.direction - vec2(5.0, 10.0).normalize()).length() < 1e-6);
        assert_eq!(field.next_way_point(&mesh, vec2(10.0, 20.0)), Some(vec2(12.0, 20.0)));
        assert_eq!(field.next_way_point(&mesh, vec2(12.0, 20.0)), Some(vec2(17.0, 10.0)));
        let home = field.remaining(&mesh, vec2(17.0, 10.0)).unwrap();
        assert_eq!((home.distance, home.direction), (0.0, Vec2::ZERO));
    }
}

#[test]
fn goals_start_with_their_values() {
    let mesh = mesh(8.0);
    let far = Goal::new(vec2(30.0, 10.0));
    let near = Goal { point: vec2(20.0, 10.0), start_value: 8.0 };
    let field = field(&mesh, &[far, near]);
    assert_eq!(field.distance(&mesh, vec2(24.0, 10.0)), Some(6.0));
    assert_eq!(field.distance(&mesh, vec2(20.0, 10.0)), Some(8.0));
    assert_eq!(field.next_way_point(&mesh, vec2(18.0, 10.0)), Some(vec2(20.0, 10.0)));
}

#[test]
fn where_no_way_leads_there_is_no_distance() {
    let mesh = mesh(8.0);
    let field = field(&mesh, &[Goal::new(vec2(17.0, 10.0))]);
    let closed_room = vec2(38.0, 28.0);
    for point in [closed_room, vec2(11.0, 5.0), vec2(-1.0, 5.0), vec2(f32::NAN, 5.0)] {
        assert_eq!(field.remaining(&mesh, point), None, "{point}");
    }
}

#[test]
fn a_limit_cuts_the_field_off() {
    let mesh = mesh(8.0);
    let goal = Goal::new(vec2(17.0, 10.0));
    let bounded = mesh.distance_field(&[goal], &DistanceOptions::with_limit(12.0)).unwrap();
    assert_eq!(bounded.distance(&mesh, vec2(29.0, 10.0)), Some(12.0));
    assert_eq!(bounded.distance(&mesh, vec2(29.1, 10.0)), None);
    assert_eq!(bounded.distance(&mesh, vec2(5.0, 10.0)), None);
    assert!(bounded.size_in_bytes() < field(&mesh, &[goal]).size_in_bytes());
}

#[test]
fn a_field_round_the_way_from_a_focus_has_no_answers_beside_it() {
    let mesh = mesh(8.0);
    let goal = Goal::new(vec2(17.0, 10.0));
    let whole = field(&mesh, &[goal]);
    let focus = Focus { center: vec2(29.0, 10.0), radius: 1.0 };
    let options = DistanceOptions::with_limit(14.0).with_focus(focus);
    let led = mesh.distance_field(&[goal], &options).unwrap();
    for at in [vec2(29.0, 10.0), vec2(30.0, 10.0), vec2(17.0, 10.0), vec2(23.0, 12.0)] {
        assert_eq!(led.remaining(&mesh, at), whole.remaining(&mesh, at), "{at}");
    }
    for at in [vec2(31.2, 10.0), vec2(15.0, 10.0), vec2(17.0, 15.0), vec2(5.0, 10.0)] {
        assert_eq!(led.remaining(&mesh, at), None, "{at}");
    }
    assert!(led.size_in_bytes() < whole.size_in_bytes());
}

#[test]
fn a_focus_that_is_no_disc_is_refused() {
    let mesh = mesh(8.0);
    let goal = [Goal::new(vec2(17.0, 10.0))];
    for (x, radius) in [(f32::NAN, 1.0), (1.0, -1.0), (1.0, f32::NAN), (f32::INFINITY, 1.0)] {
        let focus = Focus { center: vec2(x, 1.0), radius };
        let options = DistanceOptions::default().with_focus(focus);
        let error = mesh.distance_field(&goal, &options).unwrap_err();
        assert!(matches!(error, PathError::Focus { .. }), "{error}");
        assert_eq!(mesh.cost_field(&goal, &options).unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn a_field_is_of_one_version() {
    let mut mesh = mesh(8.0);
    let before = mesh.clone();
    let field = field(&mesh, &[Goal::new(vec2(17.0, 10.0))]);
    assert!(field.is_current(&mesh));
    mesh.add_obstacle(&[vec2(20.0, 4.0), vec2(22.0, 4.0), vec2(21.0, 6.0)]).unwrap();
    assert!(field.is_current(&mesh), "staged edits wait for the commit");
    mesh.commit().unwrap();
    assert!(!field.is_current(&mesh));
    assert_eq!(field.distance(&mesh, vec2(18.0, 10.0)), None);
    assert_eq!(field.distance(&before, vec2(18.0, 10.0)), Some(1.0));
}

#[test]
fn no_slice_takes_long_on_open_ground_either() {
    // All of it is seen from the first goal; of so many cells what is done for each of them is cut as well.
    for (side, tile_size) in [(640.0, 16.0), (800.0, 4.0)] {
        let bounds = Bounds::new(vec2(0.0, 0.0), vec2(side, side));
        let mut mesh =
            NavMesh::new(&MeshDefinition { tile_size, ..MeshDefinition::new(bounds) }).unwrap();
        mesh.add_obstacle(&[vec2(300.0, 200.0), vec2(310.0, 200.0), vec2(300.0, 450.0)]).unwrap();
        mesh.commit().unwrap();
        let goals = [vec2(20.0, 30.0), vec2(25.0, 30.0)].map(Goal::new);
        let whole = field(&mesh, &goals);
        let options = DistanceOptions::default();
        let mut build = mesh.begin_distance_field(&goals, &options).unwrap();
        let (mut most, mut slices) = (0, 0);
        let sliced = loop {
            let before = build.steps();
            let done = mesh.continue_distance_field(&mut build, 100).unwrap();
            most = most.max(build.steps() - before);
            slices += 1;
            if let Some(field) = done {
                break field;
            }
            assert!(slices < 100_000, "it does not end");
        };
        assert!(most <= 120, "{most} steps in one slice of 100");
        assert!(slices > mesh.cell_count() / 200, "{slices} slices");
        for step in 0..900 {
            let at = vec2((step % 30) as f32, (step / 30) as f32) * (side / 31.0) + 0.3;
            assert_eq!(sliced.remaining(&mesh, at), whole.remaining(&mesh, at), "{at}");
        }
    }
}

#[test]
fn slices_make_the_same_field() {
    let mut mesh = mesh(8.0);
    let goals = [Goal::new(vec2(17.0, 10.0)), Goal { point: vec2(3.0, 3.0), start_value: 2.0 }];
    let whole = field(&mesh, &goals);
    let mut all_steps = Vec::new();
    for least in [0, 1, 3, 1000] {
        let options = DistanceOptions::default();
        let mut build = mesh.begin_distance_field(&goals, &options).unwrap();
        let mut slices = 0;
        let (sliced, before) = loop {
            let (slice, before) = (least + slices / 50, build.steps());
            if let Some(field) = mesh.continue_distance_field(&mut build, slice).unwrap() {
                break (field, before);
            }
            slices += 1;
            assert!(slices < 100_000, "it does not end");
        };
        assert!(slices > 0, "all in one slice of {least}");
        let last = build.steps() - before;
        assert!(last <= slices / 50 + least + 1, "{last} steps in the last slice");
        all_steps.push(build.steps());
        for step in 0..1200 {
            let at = vec2((step % 40) as f32 + 0.25, (step / 40) as f32 + 0.75);
            assert_eq!(sliced.remaining(&mesh, at), whole.remaining(&mesh, at), "{at}");
        }
        let again = mesh.continue_distance_field(&mut build, 1).unwrap_err();
        assert_eq!(again, SliceError::SearchUsed);
    }
    assert!(all_steps[0] > 10 && all_steps.iter().all(|steps| *steps == all_steps[0]));
    let mut build = mesh.begin_distance_field(&goals, &DistanceOptions::default()).unwrap();
    mesh.add_obstacle(&[vec2(20.0, 4.0), vec2(22.0, 4.0), vec2(21.0, 6.0)]).unwrap();
    mesh.commit().unwrap();
    let error = mesh.continue_distance_field(&mut build, 1).unwrap_err();
    assert_eq!(error, SliceError::MeshChanged);
    assert!(mesh.begin_distance_field(&[], &DistanceOptions::default()).is_err());
}

/// Who works at a field counts at least one step for each slice: then all is as much however it is cut.
#[test]
fn each_slice_does_a_step_at_least() {
    let mesh = mesh(8.0);
    let goals = [Goal::new(vec2(17.0, 10.0)), Goal { point: vec2(3.0, 3.0), start_value: 2.0 }];
    for slice in 1..300 {
        let mut build = mesh.begin_distance_field(&goals, &DistanceOptions::default()).unwrap();
        loop {
            let before = build.steps();
            let done = mesh.continue_distance_field(&mut build, slice).unwrap();
            assert!(build.steps() > before, "a slice of {slice} at {before} does none");
            if done.is_some() {
                break;
            }
        }
    }
}

#[test]
fn bad_goals_are_refused() {
    let mesh = mesh(8.0);
    let ask = |goals: &[Goal], limit: f32| {
        mesh.distance_field(goals, &DistanceOptions::with_limit(limit)).err()
    };
    let good = Goal::new(vec2(17.0, 10.0));
    let (blocked, outside) = (vec2(11.0, 5.0), vec2(50.0, 5.0));
    assert_eq!(ask(&[], 1.0), Some(PathError::NoGoal));
    assert_eq!(
        ask(&[good, Goal::new(blocked)], 1.0),
        Some(PathError::GoalBlocked { point: blocked })
    );
    assert_eq!(ask(&[Goal::new(outside)], 1.0), Some(PathError::GoalOutside { point: outside }));
    let nowhere = Goal::new(vec2(f32::INFINITY, 1.0));
    assert!(matches!(ask(&[nowhere], 1.0), Some(PathError::NotFinite { .. })));
    for start_value in [-1.0, f32::NAN, f32::INFINITY] {
        let error = ask(&[Goal { start_value, ..good }], 1.0);
        assert!(matches!(error, Some(PathError::StartValue { .. })), "{error:?}");
    }
    for limit in [-1.0, f32::NAN] {
        assert!(matches!(ask(&[good], limit), Some(PathError::Limit { .. })));
    }
}
