//! Saved meshes and worlds that somebody has forged, checksums and all: refused with what is wrong, or used without a fault.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use headless::exercise::{mesh, saved_meshes, saved_worlds, world};
use headless::forging::{overwritten, recounted, seal_mesh, seal_world, wild_values};
use hybrid::navmesh::{LoadError, NavMesh};
use hybrid::{SnapshotError, World};

/// Where a mesh's version, bounds and radius stand: behind the header and the frame of the first section.
const VERSION: usize = 44;
const BOUNDS: usize = 52;
const RADIUS: usize = 68;

/// Counts that worlds hold.
const COUNTS: [u64; 6] = [0, 200, 70_000, 1 << 32, u64::MAX - 1, u64::MAX];

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
fn bounds_of_all_meshes_go_through_the_same_door() {
    for saved in saved_meshes() {
        for corner in 0..4 {
            for wild in [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, 1e30, -1e30, 2e6, -2e6] {
                let bytes = overwritten(&saved, BOUNDS + 4 * corner, &wild.to_le_bytes());
                let error = refusal(bytes);
                assert!(matches!(error, LoadError::Definition(_)), "{corner} {wild}: {error}");
            }
        }
        let flat = overwritten(&saved, BOUNDS + 8, &0.01_f32.to_le_bytes());
        let _ = refusal(flat);
        for radius in [-1.0, f32::NAN, 1e9] {
            let error = refusal(overwritten(&saved, RADIUS, &radius.to_le_bytes()));
            assert!(matches!(error, LoadError::Definition(_)), "{radius}: {error}");
        }
    }
}

#[test]
fn versions_that_would_outgrow_their_integer_are_refused() {
    for saved in saved_meshes() {
        for version in [0, 1 << 54, u64::MAX] {
            let error = refusal(overwritten(&saved, VERSION, &version.to_le_bytes()));
            assert!(matches!(error, LoadError::Value { .. }), "{version}: {error}");
        }
    }
}

#[test]
fn older_formats_are_refused_by_name() {
    for saved in saved_meshes() {
        let error = refusal(overwritten(&saved, 8, &[1]));
        assert!(matches!(error, LoadError::Older { found: 1, .. }), "{error}");
    }
    for saved in saved_worlds() {
        let error = World::from_bytes(&sealed_world(overwritten(&saved, 8, &[1])));
        assert!(matches!(error.err(), Some(SnapshotError::Older { found: 1, .. })));
    }
}

#[test]
fn meshes_with_any_value_at_any_place_are_refused_or_used() {
    let values: Vec<Vec<u8>> = wild_values().collect();
    let (mut used, mut turn) = (0, 0);
    for saved in saved_meshes() {
        for at in 8..saved.len() {
            // One value at each place, another one at the next.
            turn += 1;
            let value = &values[turn * 7 % values.len()];
            used += usize::from(mesh(&sealed_mesh(overwritten(&saved, at, value))));
        }
    }
    assert!(used > 500, "{used}: most bits of coordinates may be anything");
}

#[test]
fn worlds_with_any_value_at_any_place_are_refused_or_used() {
    let values: Vec<Vec<u8>> = wild_values().collect();
    let (mut used, mut turn) = (0, 0);
    for saved in saved_worlds() {
        for at in (24..saved.len()).step_by(7) {
            turn += 1;
            let value = &values[turn % values.len()];
            let count = COUNTS[turn % COUNTS.len()];
            used += usize::from(world(&sealed_world(overwritten(&saved, at, value))));
            used += usize::from(world(&sealed_world(recounted(&saved, at, count))));
        }
    }
    assert!(used > 100, "{used}: most bits of positions may be anything");
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
