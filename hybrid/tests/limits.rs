//! Numbers at the limits of what is allowed: what is within them works, and what is refused is named.

use hybrid::glam::Vec2;
use hybrid::navmesh::Bounds;
use hybrid::{UnitDefinition, World, WorldDefinition, WorldError};

const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));

#[test]
fn weights_are_refused_by_their_names_and_only_outside_the_range_that_is_told() {
    for (path_weight, time_weight, name) in [
        (1e-6, 0.0, "path_weight + time_weight"),
        (0.0, 0.0009, "path_weight + time_weight"),
        (0.0, 0.0, "path_weight + time_weight"),
        (6e5, 6e5, "path_weight + time_weight"),
        (f32::NAN, 1.0, "path_weight"),
        (1.0, -1.0, "time_weight"),
        (1.0, 2e6, "time_weight"),
    ] {
        let mut definition = WorldDefinition::new(BOUNDS, vec![0.5]);
        (definition.parameters.path_weight, definition.parameters.time_weight) =
            (path_weight, time_weight);
        let error = World::new(&definition).err().unwrap();
        let known = matches!(error, WorldError::Parameter { name: found, .. } if found == name);
        assert!(known, "{path_weight} {time_weight}: {error}");
    }
    for (path_weight, time_weight) in [(0.001, 0.0), (0.0, 0.001), (5e5, 5e5), (0.0005, 0.0005)] {
        let mut definition = WorldDefinition::new(BOUNDS, vec![0.5]);
        (definition.parameters.path_weight, definition.parameters.time_weight) =
            (path_weight, time_weight);
        assert!(World::new(&definition).is_ok(), "{path_weight} {time_weight}");
    }
}

#[test]
fn a_unit_with_defaults_may_have_any_speed_that_is_allowed() {
    let mut world = World::new(&WorldDefinition::new(BOUNDS, vec![0.5])).unwrap();
    for speed in [0.1, 5e5, 6e5, 1e6] {
        let definition = UnitDefinition::new(Vec2::splat(5.0), 0.5, speed);
        let unit = world.add_unit(&definition).unwrap();
        world.remove_unit(unit).unwrap();
    }
    let error = world.add_unit(&UnitDefinition::new(Vec2::splat(5.0), 0.5, 1.1e6)).unwrap_err();
    assert!(matches!(error, WorldError::UnitValue { name: "max_speed", .. }), "{error}");
}
