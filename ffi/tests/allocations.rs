//! Warm queries allocate nothing. The test is here because counting allocations takes an allocator, and an allocator
//! takes `unsafe`.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use hybrid::navmesh::glam::{Vec2, vec2};
use hybrid::navmesh::{Bounds, Entry, MeshDefinition, NavMesh, Path, PathOptions, Search};

/// The system's allocator, with a count.
struct Counting;

static COUNT: AtomicU64 = AtomicU64::new(0);

// SAFETY: all is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Pillars in rows, turned so that hardly two are in line.
fn mesh() -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(100.0));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    for k in 0..100 {
        let centre = vec2((k % 10) as f32, (k / 10) as f32) * 10.0 + 5.0;
        let turn = vec2(1.0 + k as f32 * 0.1, 2.0).normalize() * (1.0 + (k % 7) as f32 * 0.5);
        let corners = [turn, turn.perp(), -turn, -turn.perp()];
        mesh.add_obstacle(&corners.map(|corner| centre + corner)).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

#[test]
fn warm_paths_allocate_nothing() {
    let tiles = mesh();
    let baked = tiles.bake(&mut |_| ()).unwrap();
    let ends: Vec<(Vec2, Vec2)> = (0..50)
        .map(|k| (vec2(0.3, 1.0 + k as f32 * 1.9), vec2(99.8, 98.0 - k as f32 * 1.7)))
        .collect();
    for mesh in [&tiles, &baked] {
        for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
            let (mut search, mut path) = (Search::default(), Path::default());
            let options = PathOptions::with_entry(entry);
            let mut turning = 0;
            let mut ask_all = || {
                for &ends in &ends {
                    mesh.find_path_into(&mut search, ends.0, ends.1, &options, &mut path).unwrap();
                    turning += (path.points.len() > 2) as u32;
                }
            };
            ask_all();
            ask_all();
            let before = COUNT.load(Ordering::Relaxed);
            ask_all();
            let count = COUNT.load(Ordering::Relaxed) - before;
            assert_eq!(count, 0, "{entry:?}: allocations of {} queries", ends.len());
            assert!(turning > 100, "{entry:?}: {turning} of the paths turn");
        }
    }
}
