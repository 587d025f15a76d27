//! Saved meshes and worlds that somebody has forged, checksums and all, and scenes and maps with wrong letters: refused with
//! what is wrong, or used without a fault.

use headless::fuzzing::exercise::{
    map, mesh, saved_meshes, saved_worlds, scene, seed_maps, seed_scenes, world,
};
use headless::fuzzing::forging::{
    overwritten, recounted, seal_mesh, seal_world, tile_count, wild_values,
};
use hybrid::navmesh::{LoadError, NavMesh};
use hybrid::{SnapshotError, World};

/// Where a mesh's version, bounds and radius stand: behind the header and the frame of the first section.
const VERSION: usize = 44;
const BOUNDS: usize = 52;
const RADIUS: usize = 68;

/// Counts that worlds hold.
const COUNTS: [u64; 6] = [0, 200, 70_000, 1 << 32, u64::MAX - 1, u64::MAX];

/// A mesh of each kind: of tiles and baked, without and with a radius, and made of polygons.
fn meshes() -> Vec<Vec<u8>> {
    let saved = saved_meshes();
    assert_eq!(saved.len(), 5);
    saved
}

/// A world with everything that is saved of one.
fn worlds() -> Vec<Vec<u8>> {
    let saved = saved_worlds();
    assert_eq!(saved.len(), 1);
    saved
}

#[test]
fn what_is_forged_below_is_whole_before() {
    for saved in meshes() {
        assert!(mesh(&saved));
        assert_eq!(sealed_mesh(saved.clone()), saved, "sealed as it was");
    }
    for saved in worlds() {
        assert!(world(&saved));
        assert_eq!(sealed_world(saved.clone()), saved, "sealed as it was");
    }
}

fn sealed_mesh(mut bytes: Vec<u8>) -> Vec<u8> {
    seal_mesh(&mut bytes);
    bytes
}

fn sealed_world(mut bytes: Vec<u8>) -> Vec<u8> {
    seal_world(&mut bytes);
    bytes
}

fn refusal(bytes: Vec<u8>) -> LoadError {
    NavMesh::from_bytes(&sealed_mesh(bytes)).map(|_| ()).unwrap_err()
}

#[test]
fn bounds_and_radii_that_no_mesh_may_have_are_refused() {
    for saved in meshes() {
        for corner in 0..4 {
            for wild in [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, 1e30, -1e30, 2e6, -2e6] {
                let bytes = overwritten(&saved, BOUNDS + 4 * corner, &wild.to_le_bytes());
                let error = refusal(bytes);
                assert!(matches!(error, LoadError::Definition(_)), "{corner} {wild}: {error}");
            }
        }
        let flat = overwritten(&saved, BOUNDS + 8, &0.01_f32.to_le_bytes());
        // Without room for anything, or too small for what it holds, whichever is seen first.
        let _ = refusal(flat);
        for radius in [-1.0, f32::NAN, 1e9] {
            let error = refusal(overwritten(&saved, RADIUS, &radius.to_le_bytes()));
            assert!(matches!(error, LoadError::Definition(_)), "{radius}: {error}");
        }
    }
}

#[test]
fn meshes_that_are_too_large_to_be_asked_in_every_way_are_let_alone() {
    for (saved, is_of_tiles) in meshes().iter().zip([true, true, false, false, false]) {
        // A strip of 24 m and 400 000 tiles, as a mesh may be.
        let large = overwritten(saved, BOUNDS + 12, &1_048_576_f32.to_le_bytes());
        let large = sealed_mesh(large);
        assert_eq!(tile_count(&large) > 1e5, is_of_tiles);
        assert!(!is_of_tiles || !mesh(&large));
    }
}

#[test]
fn versions_that_would_outgrow_their_integer_are_refused() {
    for saved in meshes() {
        for version in [0, 1 << 54, u64::MAX] {
            let error = refusal(overwritten(&saved, VERSION, &version.to_le_bytes()));
            assert!(matches!(error, LoadError::Value { .. }), "{version}: {error}");
        }
    }
}

#[test]
fn older_formats_are_refused_by_name() {
    for saved in meshes() {
        let error = refusal(overwritten(&saved, 8, &[1]));
        assert!(matches!(error, LoadError::Older { found: 1, .. }), "{error}");
    }
    for saved in worlds() {
        let error = World::from_bytes(&sealed_world(overwritten(&saved, 8, &[1])));
        assert!(matches!(error.err(), Some(SnapshotError::Older { found: 1, .. })));
    }
}

#[test]
fn meshes_with_any_value_at_any_place_are_refused_or_used() {
    let values: Vec<Vec<u8>> = wild_values().collect();
    let (mut used, mut turn) = (0, 0);
    for saved in meshes() {
        for at in 8..saved.len() {
            // One value at each place, another one at the next.
            turn += 1;
            let value = &values[turn * 7 % values.len()];
            used += usize::from(mesh(&sealed_mesh(overwritten(&saved, at, value))));
        }
    }
    assert!(used > 500, "only {used} are used, though most bits of coordinates may be anything");
}

#[test]
fn worlds_with_any_value_at_any_place_are_refused_or_used() {
    let values: Vec<Vec<u8>> = wild_values().collect();
    let (mut used, mut turn) = (0, 0);
    for saved in worlds() {
        for at in (24..saved.len()).step_by(7) {
            turn += 1;
            let value = &values[turn % values.len()];
            let count = COUNTS[turn % COUNTS.len()];
            used += usize::from(world(&sealed_world(overwritten(&saved, at, value))));
            used += usize::from(world(&sealed_world(recounted(&saved, at, count))));
        }
    }
    assert!(used > 100, "only {used} are used, though most bits of positions may be anything");
}

/// Uses each text with another letter at every `step`th place; gives how often it was used.
fn used_with_other_letters(text: &str, step: usize, used: impl Fn(&[u8]) -> bool) -> usize {
    let letters = ["-", "9", "e", "0", ".", "\"", "@", "\n", "[", "\0", "\u{e9}"];
    let changed = |(turn, at): (usize, usize)| {
        overwritten(text.as_bytes(), at, letters[turn % 11].as_bytes())
    };
    let places = (0..text.len()).step_by(step).enumerate();
    places.map(changed).filter(|changed| used(changed)).count()
}

#[test]
fn scenes_and_maps_with_any_letter_at_any_place_are_refused_or_used() {
    let (scenes, maps) = (seed_scenes(), seed_maps());
    assert!(scenes.len() >= 10 && maps.len() == 2);
    assert!(scenes.iter().any(|text| scene(text.as_bytes())));
    assert!(maps.iter().all(|text| map(text.as_bytes())));
    let other_scenes = scenes.iter().map(|text| used_with_other_letters(text, 23, scene));
    assert!(other_scenes.sum::<usize>() > 50, "most digits may be anything");
    let other_maps = maps.iter().map(|text| used_with_other_letters(text, 1, map));
    assert!(other_maps.sum::<usize>() > 10, "many letters may be anything");
}

#[test]
fn tests_are_built_with_all_checks_and_optimised() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, profile) = manifest.split_once("[profile.test]").unwrap();
    let profile = profile.split("\n[").next().unwrap();
    for line in ["opt-level = 2", "debug-assertions = true", "overflow-checks = true"] {
        assert!(profile.lines().any(|found| found == line), "{line} is missing: {profile}");
    }
}
