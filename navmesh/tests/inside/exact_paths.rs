//! Exact paths against shortest paths by brute force, on lattices and in rotated worlds.

use std::f64::consts::{PI, TAU};

use glam::{DVec2, I64Vec2, Vec2, vec2};
use petgraph::graph::{NodeIndex, UnGraph};

use super::path_checks::{Oracle, length_inside};
use super::random_scene::{Random, Scene, convex_outline};
use crate::tolerances::METRES_PER_UNIT;
use crate::{Bounds, Entry, MeshDefinition, NavMesh, Path, PathError, PathOptions, Search};

/// Metres. A gap narrower than this may count as closed.
const GAP: f64 = 1e-4;

/// Metres. Lengths that differ by less are equal.
const SAME: f64 = 1e-4;

/// A world, its grown obstacles, and the least and greatest coordinate that is free.
struct World {
    mesh: NavMesh,
    baked: Option<NavMesh>,
    oracle: Oracle,
    limits: (f64, f64),
}

impl World {
    fn of(scene: &Scene) -> World {
        let metres = |p: &I64Vec2| p.as_dvec2() * METRES_PER_UNIT;
        let rings = scene.inflated();
        let inflated = rings.iter().map(|ring| ring.iter().map(metres).collect()).collect();
        let radius = scene.definition.agent_radius as f64;
        let radius = (radius / METRES_PER_UNIT).ceil() * METRES_PER_UNIT;
        let limits = (radius, scene.definition.bounds.max.x as f64 - radius);
        let mesh = scene.mesh();
        let baked = mesh.bake(&mut |_| {}).ok();
        World { mesh, baked, oracle: Oracle::new(inflated, limits), limits }
    }

    /// The length of the shortest way that does not pass between obstacles that touch: every leg can be moved a little
    /// to one side, or its ends to different sides, and is free then; and it turns only where half a turn is free in
    /// one piece. An upper bound.
    fn length_beside(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let mut points = vec![(from, None), (to, None)];
        let vertices = self.oracle.inflated.iter().flatten().filter(|&&p| self.within(p));
        points.extend(vertices.filter_map(|&p| Some((p, Some(self.widest_arc(p)?)))));
        let mut graph = UnGraph::<(), f64>::new_undirected();
        let nodes: Vec<NodeIndex> = points.iter().map(|_| graph.add_node(())).collect();
        for i in 0..points.len() {
            for j in 0..i {
                let ((p, p_arc), (q, q_arc)) = (points[i], points[j]);
                if in_arc(p_arc, q - p) && in_arc(q_arc, p - q) && self.sees_beside(p, q) {
                    graph.add_edge(nodes[i], nodes[j], p.distance(q));
                }
            }
        }
        petgraph::algo::dijkstra(&graph, nodes[0], Some(nodes[1]), |edge| *edge.weight())
            .get(&nodes[1])
            .copied()
    }

    fn within(&self, p: DVec2) -> bool {
        p.min_element() >= self.limits.0 - 1e-6 && p.max_element() <= self.limits.1 + 1e-6
    }

    fn sees_beside(&self, p: DVec2, q: DVec2) -> bool {
        let clear = |p: DVec2, q: DVec2| {
            let free = |ring: &Vec<DVec2>| length_inside(ring, p, q) == 0.0;
            self.within(p) && self.within(q) && self.oracle.inflated.iter().all(free)
        };
        let ahead = (q - p).normalize_or_zero();
        let (p, q, side) = (p + ahead * (3.0 * GAP), q - ahead * (3.0 * GAP), ahead.perp() * GAP);
        // Not to equal distances: the middle of a leg may be just where two obstacles touch.
        let ways = [(1.0, 1.0), (-1.0, -1.0), (1.0, -0.3), (-1.0, 0.3), (0.3, -1.0), (-0.3, 1.0)];
        ways.iter().any(|&(s, t)| clear(p + side * s, q + side * t))
    }

    /// The free directions round a vertex, from an angle counter-clockwise by an angle, if they are half a turn or more.
    fn widest_arc(&self, p: DVec2) -> Option<(f64, f64)> {
        let (low, high) = (self.limits.0 + 1e-6, self.limits.1 - 1e-6);
        if p.min_element() < low || p.max_element() > high {
            return None; // on the border of the world half a turn is free at most
        }
        let mut blocked: Vec<(f64, f64)> = Vec::new();
        let mut block = |from: DVec2, to: DVec2| {
            let (start, width) = (from.to_angle(), from.angle_to(to).rem_euclid(TAU));
            blocked.extend([(start, start + width), (start + TAU, start + width + TAU)]);
        };
        for ring in &self.oracle.inflated {
            let side = |k: usize| (ring[k], ring[(k + 1) % ring.len()]);
            let on = |k: usize| {
                let (a, b) = side(k);
                (b - a).perp_dot(p - a).abs() < 1e-9 * (b - a).length()
            };
            if (0..ring.len())
                .any(|k| (side(k).1 - side(k).0).perp_dot(p - side(k).0) < 0.0 && !on(k))
            {
                continue; // outside
            }
            match (0..ring.len()).filter(|&k| on(k)).collect::<Vec<_>>()[..] {
                [] => return None,
                [k] => block(side(k).1 - side(k).0, side(k).0 - side(k).1),
                [j, k] => {
                    let (before, after) = if k == j + 1 { (j, k) } else { (k, j) };
                    block(side(after).1 - p, side(before).0 - p);
                }
                _ => unreachable!("three sides of a convex ring in one point"),
            }
        }
        blocked.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut end = blocked[0].1;
        for &(start, next) in &blocked {
            if start - end > PI - 1e-9 {
                return Some((end, start - end));
            }
            end = end.max(next);
        }
        None
    }
}

fn in_arc(arc: Option<(f64, f64)>, way: DVec2) -> bool {
    arc.is_none_or(|(start, width)| (way.to_angle() - start + 1e-9).rem_euclid(TAU) <= width + 2e-9)
}

/// What a check found: paths, and how many of them could not be told exactly, as shorter ways between obstacles that
/// touch keep the two bounds apart.
#[derive(Default, Debug)]
struct Count {
    paths: u32,
    between: u32,
    wrong: u32,
}

fn check_exact(
    world: &World,
    search: &mut Search,
    ends: (Vec2, Vec2),
    count: &mut Count,
    what: &str,
) {
    check_on(world, &world.mesh, (search, ends), count, what);
    if let Some(baked) = &world.baked {
        check_on(world, baked, (search, ends), count, &format!("{what}, baked"));
    }
}

fn check_on(
    world: &World,
    mesh: &NavMesh,
    (search, ends): (&mut Search, (Vec2, Vec2)),
    count: &mut Count,
    what: &str,
) {
    let (from, to) = ends;
    let Ok(path) = mesh.find_path(search, from, to, &PathOptions::with_entry(Entry::Exact)) else {
        return;
    };
    count.paths += 1;
    let points: Vec<DVec2> = path.points.iter().map(|p| p.as_dvec2()).collect();
    let length: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    for leg in points.windows(2) {
        let inside = world.oracle.inflated.iter().map(|ring| length_inside(ring, leg[0], leg[1]));
        assert!(inside.fold(0.0, f64::max) < 2e-3, "{what}: {from} → {to} goes through {leg:?}");
    }
    let (from, to) = (from.as_dvec2(), to.as_dvec2());
    let least = world.oracle.length(from, to).expect("a way");
    assert!(length > least - SAME, "{what}: {from} → {to}: {length} < {least}");
    if length > least + SAME {
        let most = world.length_beside(from, to).unwrap_or(f64::INFINITY);
        let (options, mut other) = (PathOptions::default(), Search::default());
        let crossing = mesh.find_path(&mut other, ends.0, ends.1, &options).unwrap().length;
        count.between += 1;
        if length > most.min(crossing as f64) + SAME {
            println!("{what}: {from} → {to}: {length}, at most {most}, {crossing}: {points:?}");
            count.wrong += 1;
        }
    }
}

#[test]
fn exact_paths_on_lattices_are_the_shortest() {
    let (mut search, mut count) = (Search::default(), Count::default());
    for seed in 5000..6000 {
        let mut scene = Scene::new(seed);
        let world = World::of(&scene);
        for _ in 0..4 {
            let ends = (scene.point(), scene.point());
            check_exact(&world, &mut search, ends, &mut count, &format!("seed {seed}"));
        }
    }
    println!("{count:?}");
    assert!(count.wrong == 0 && count.paths > 1000 && count.between * 50 < count.paths);
}

#[test]
fn what_was_learnt_is_forgotten_with_an_edit() {
    let mut search = Search::default();
    for seed in 7000..7100 {
        let mut scene = Scene::new(seed);
        let before = scene.mesh();
        let mut after = before.clone();
        let (id, _) = after.obstacles().next().unwrap();
        after.remove_obstacle(id).unwrap();
        after.commit().unwrap();
        for _ in 0..8 {
            let (from, to) = (scene.point(), scene.point());
            // One search for both, in turn: a copy keeps its own state.
            for mesh in [&before, &after] {
                let options = PathOptions::with_entry(Entry::Exact);
                let path = mesh.find_path(&mut search, from, to, &options);
                let fresh = mesh.find_path(&mut Search::default(), from, to, &options);
                let length = |path: &Result<Path, PathError>| path.as_ref().ok().map(|p| p.length);
                assert_eq!(length(&path), length(&fresh), "seed {seed}: {from} → {to}");
            }
        }
    }
}

#[test]
fn what_was_learnt_elsewhere_survives_edits_and_stays_true() {
    let mut asked = 0;
    let points = |path: &Result<Path, PathError>| path.as_ref().ok().map(|p| p.points.clone());
    for seed in 8000..8080 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { rotated_scene(seed) };
        let (mut mesh, mut search) = (scene.mesh(), Search::default());
        for _ in 0..12 {
            let ids: Vec<_> = mesh.obstacles().map(|(id, _)| id).collect();
            if !ids.is_empty() && scene.random.below(2) == 0 {
                let id = ids[scene.random.below(ids.len() as u64) as usize];
                mesh.remove_obstacle(id).unwrap();
            } else if !scene.outlines.is_empty() {
                let index = scene.random.below(scene.outlines.len() as u64) as usize;
                mesh.add_obstacle(&scene.outlines[index]).unwrap();
            }
            mesh.commit().unwrap();
            for _ in 0..6 {
                let (from, to) = (scene.point(), scene.point());
                let options = PathOptions::with_entry(Entry::Exact);
                let path = mesh.find_path(&mut search, from, to, &options);
                let fresh = mesh.find_path(&mut Search::default(), from, to, &options);
                assert_eq!(points(&path), points(&fresh), "seed {seed}: {from} → {to}");
                asked += path.is_ok() as u32;
            }
        }
    }
    assert!(asked > 2000);
}

#[test]
fn exact_paths_far_from_the_origin_are_as_long() {
    let shift = vec2(4096.0, -8128.0);
    for seed in 3000..3200 {
        let mut scene = rotated_scene(seed);
        let near = scene.mesh();
        let bounds = scene.definition.bounds;
        let moved = Bounds::new(bounds.min + shift, bounds.max + shift);
        let definition = MeshDefinition { bounds: moved, ..scene.definition.clone() };
        let outlines = near.obstacles().map(|(_, ring)| ring.iter().map(|&p| p + shift).collect());
        let far = Scene { definition, outlines: outlines.collect(), random: Random(0) }.mesh();
        for _ in 0..4 {
            let (from, to) = (scene.point(), scene.point());
            let length = |mesh: &NavMesh, shift: Vec2| {
                let options = PathOptions::with_entry(Entry::Exact);
                let path =
                    mesh.find_path(&mut Search::default(), from + shift, to + shift, &options);
                path.ok().map(|path| path.length)
            };
            match (length(&near, Vec2::ZERO), length(&far, shift)) {
                (Some(p), Some(q)) => assert!((p - q).abs() < 1e-3, "{seed}: {p}, {q}"),
                (p, q) => assert_eq!(p, q, "{seed}"),
            }
        }
    }
}

/// Many boxes and other convex obstacles of a lattice, all turned by one angle.
fn rotated_scene(seed: u64) -> Scene {
    let mut random = Random(seed);
    let side = 64.0;
    // A rational point of the unit circle.
    let t = (1 + random.below(998)) as f32 / 1000.0;
    let (cos, sin) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    let middle = Vec2::splat(side * 0.5);
    let turned = |p: Vec2| middle + vec2(cos, sin).rotate(p - middle);
    let mut outlines = Vec::new();
    for _ in 0..10 + random.below(30) {
        let ring = if random.below(2) == 0 {
            let (x, y) = (random.below(15) as f32 * 4.0, random.below(15) as f32 * 4.0);
            let (w, h) = ((1 + random.below(3)) as f32 * 4.0, (1 + random.below(3)) as f32 * 4.0);
            vec![vec2(x, y), vec2(x + w, y), vec2(x + w, y + h), vec2(x, y + h)]
        } else {
            let at = vec2(random.below(56) as f32, random.below(56) as f32);
            convex_outline(&mut random, 12, 1.0).into_iter().map(|p| p + at).collect()
        };
        outlines.push(ring.into_iter().map(turned).collect());
    }
    let definition = MeshDefinition {
        agent_radius: [0.0, 0.0, 0.3][random.below(3) as usize],
        tile_size: [8.0, 16.0, 32.0, 100.0][random.below(4) as usize],
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(side)))
    };
    let mut scene = Scene { definition, outlines, random };
    // Turned out of the bounds: such an obstacle is refused.
    scene
        .outlines
        .retain(|ring| NavMesh::new(&scene.definition).unwrap().add_obstacle(ring).is_ok());
    scene
}

#[test]
fn exact_paths_in_rotated_worlds_are_the_shortest() {
    let (mut search, mut count) = (Search::default(), Count::default());
    for seed in 1000..2000 {
        let mut scene = rotated_scene(seed);
        let world = World::of(&scene);
        for _ in 0..16 {
            let ends = (scene.point(), scene.point());
            check_exact(&world, &mut search, ends, &mut count, &format!("rotated {seed}"));
        }
    }
    println!("{count:?}");
    // On tiles and baked.
    assert!(count.wrong == 0 && count.paths > 2 * 10_000 && count.between * 15 < count.paths);
}

#[test]
fn bounded_paths_are_hardly_longer_and_take_fewer_steps() {
    let (mut search, mut paths) = (Search::default(), 0);
    let exact = PathOptions::with_entry(Entry::Exact);
    // All steps, with each bound.
    let mut steps = [0; 3];
    for seed in 4000..4200 {
        let mut scene = rotated_scene(seed);
        let mesh = scene.mesh();
        let baked = mesh.bake(&mut |_| {}).ok();
        for _ in 0..8 {
            let (from, to) = (scene.point(), scene.point());
            for mesh in [Some(&mesh), baked.as_ref()].into_iter().flatten() {
                let Ok(least) = mesh.find_path(&mut search, from, to, &exact) else { continue };
                paths += 1;
                for (bound, steps) in [1.0, 1.1, 9.0].into_iter().zip(&mut steps) {
                    let options = exact.within(bound);
                    let path = mesh.find_path(&mut search, from, to, &options).unwrap();
                    let most = least.length * bound.min(2.0) + 1e-3;
                    assert!(path.length <= most, "{seed}: {from} → {to}, within {bound}");
                    assert!(path.length >= least.length - 1e-3);
                    *steps += path.expanded;
                }
                for none in [f32::NAN, -1.0, f32::NEG_INFINITY] {
                    let same = mesh.find_path(&mut search, from, to, &exact.within(none)).unwrap();
                    assert_eq!(same.points, least.points);
                }
            }
        }
    }
    assert!(paths > 1000 && steps[1] < steps[0], "{paths} paths, {steps:?} steps");
}
