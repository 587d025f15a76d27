//! Distance fields on random worlds, told by the visibility of all corners.

use glam::{DVec2, Vec2};

use super::path_checks::{Oracle, length_inside};
use super::random_scene::Scene;
use crate::tolerances::METRES_PER_UNIT;
use crate::{
    DistanceField, DistanceOptions, Focus, Goal, Location, NavMesh, PathOptions, Ray, Remaining,
    Search,
};

/// The obstacles with their sides moved outwards, in metres.
fn grown(rings: &[Vec<DVec2>], by: f64) -> Vec<Vec<DVec2>> {
    let grow = |ring: &Vec<DVec2>| {
        let n = ring.len();
        (0..n)
            .map(|k| {
                let (before, at, next) = (ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n]);
                let (p, q) = (-(at - before).normalize().perp(), -(next - at).normalize().perp());
                // Needles are cut at four times the width.
                at + (p + q) * (by / (1.0 + p.dot(q)).max(0.1))
            })
            .collect()
    };
    rings.iter().map(grow).collect()
}

/// The shortest way where gaps narrower than twice `by` are closed. `None`: no way, or too near to a wall to tell.
fn length_round(scene: &mut Scene, by: f64, from: Vec2, to: Vec2) -> Option<f64> {
    let rings = metres(scene);
    let (outer, inner) = (grown(&rings, by * 1.5), grown(&rings, by));
    let side = scene.definition.bounds.max.x as f64;
    let radius = (scene.definition.agent_radius as f64 / METRES_PER_UNIT).ceil() * METRES_PER_UNIT;
    visibility(&outer, &inner, (radius + by, side - radius - by), from.as_dvec2(), to.as_dvec2())
}

fn visibility(
    corners: &[Vec<DVec2>],
    walls: &[Vec<DVec2>],
    bounds: (f64, f64),
    from: DVec2,
    to: DVec2,
) -> Option<f64> {
    let within = |p: &&DVec2| p.min_element() >= bounds.0 && p.max_element() <= bounds.1;
    let holds = |ring: &[DVec2], p: DVec2| {
        (0..ring.len()).all(|k| (ring[(k + 1) % ring.len()] - ring[k]).perp_dot(p - ring[k]) > 0.0)
    };
    let free = |p: &DVec2| !walls.iter().any(|ring| holds(ring, *p));
    let mut points = vec![from, to];
    points.extend(corners.iter().flatten().filter(within).copied());
    points.retain(free);
    if points.len() < 2 || points[0] != from || points[1] != to {
        return None;
    }
    let sees = |p: DVec2, q: DVec2| walls.iter().all(|ring| length_inside(ring, p, q) < 1e-7);
    let mut distances = vec![f64::INFINITY; points.len()];
    let mut done = vec![false; points.len()];
    distances[0] = 0.0;
    loop {
        let open = (0..points.len()).filter(|&k| !done[k] && distances[k].is_finite());
        let next = open.min_by(|&p, &q| distances[p].total_cmp(&distances[q]))?;
        if next == 1 {
            return Some(distances[1]);
        }
        done[next] = true;
        for k in 0..points.len() {
            let length = distances[next] + points[next].distance(points[k]);
            if !done[k] && length < distances[k] && sees(points[next], points[k]) {
                distances[k] = length;
            }
        }
    }
}

fn metres(scene: &Scene) -> Vec<Vec<DVec2>> {
    let metres =
        |ring: Vec<glam::I64Vec2>| ring.iter().map(|p| p.as_dvec2() * METRES_PER_UNIT).collect();
    scene.inflated().into_iter().map(metres).collect()
}

/// How many comparisons were made with an exact length from both sides, and the worst difference.
#[derive(Default)]
struct Score {
    asked: u32,
    compared: u32,
    worst: f64,
    /// Legs walked, and walks that the mesh's own slides led astray.
    legs: u32,
    lost: u32,
}

impl Score {
    fn judge(&self) {
        let Score { asked, compared, worst, legs, lost } = self;
        println!(
            "{compared} of {asked} compared, off by {worst:.1e} m at most; {lost} of {legs} legs lost"
        );
        assert!(compared * 10 > asked * 9 && lost * 200 < *legs);
    }
}

fn check_distances(mesh: &NavMesh, scene: &mut Scene, score: &mut Score) {
    let goal = scene.point();
    let Ok(field) = mesh.distance_field(&[Goal::new(goal)], &DistanceOptions::default()) else {
        assert!(!matches!(mesh.locate(goal), Location::Cell(_)));
        return;
    };
    let radius = (scene.definition.agent_radius as f64 / METRES_PER_UNIT).ceil() * METRES_PER_UNIT;
    let limits = (radius, scene.definition.bounds.max.x as f64 - radius);
    let oracle = Oracle::new(metres(scene), limits);
    for _ in 0..6 {
        let start = scene.point();
        let path = mesh.find_path(&mut Search::default(), start, goal, &PathOptions::default());
        let found = field.distance(mesh, start);
        let Ok(path) = path else {
            assert_eq!(found, None, "{start} → {goal}");
            continue;
        };
        let distance = found.unwrap_or_else(|| panic!("{start} → {goal}: no distance")) as f64;
        score.asked += 1;
        let least = oracle.length(start.as_dvec2(), goal.as_dvec2()).unwrap_or(0.0);
        assert!(distance >= least - 1e-3, "{start} → {goal}: {distance} < {least}");
        // Touching obstacles are no passage: where closing narrow gaps makes no difference, lengths must agree.
        let closed = [1e-6, 6e-4].map(|by| length_round(scene, by, start, goal));
        // Paths that are cut short may squeeze through where obstacles touch.
        let bound = closed[1].map_or(f64::INFINITY, |narrow| narrow.max(path.length as f64));
        assert!(distance <= bound + 1e-3, "{start} → {goal}: {distance}, not {bound}");
        if let [Some(wide), Some(narrow)] = closed
            && narrow - wide < 5e-3
        {
            score.compared += 1;
            score.worst = score.worst.max((distance - wide).abs());
            assert!((distance - wide).abs() <= 1e-3, "{start} → {goal}: {distance}, not {wide}");
        }
        check_legs(mesh, &field, &oracle.inflated, start, score);
        check_walk_home(mesh, &field, start, score);
    }
    check_steepness(mesh, &field, scene);
}

/// Whoever heads for the next way point again and again comes home by a way as long as the distance said.
fn check_walk_home(mesh: &NavMesh, field: &DistanceField, start: Vec2, score: &mut Score) {
    let (mut at, mut length) = (start, 0.0);
    let distance = field.distance(mesh, start).unwrap();
    for _ in 0..100 {
        // A place where two parts of the mesh touch may belong to the one that has no way home.
        let Some(remaining) = field.remaining(mesh, at) else {
            assert!(at != start);
            score.lost += 1;
            return;
        };
        let target = remaining.way_point;
        let next = mesh.slide(at, target).unwrap();
        score.legs += 1;
        let expected = remaining.distance - at.distance(next) + 5e-3;
        if next.distance(target) > 0.005 || field.distance(mesh, next) > Some(expected) {
            // From the very tip of a corner that is off the lattice, slides may take the wrong wall; and again a place
            // where two parts touch may belong to the one with the longer way.
            score.lost += 1;
            return;
        }
        length += at.distance(next);
        at = next;
        let rest = field.remaining(mesh, at).filter(|rest| rest.way_point == at);
        if rest.is_some() {
            let off = (length - distance).abs();
            assert!(off <= 1e-3 * (1.0 + distance), "{start}: walked {length}, not {distance}");
            return;
        }
    }
    panic!("{start}: stuck at {at}, {:?}", field.remaining(mesh, at));
}

/// The straight way to the next way point is free, and the rest from there on is as much shorter as the leg is long.
fn check_legs(
    mesh: &NavMesh,
    field: &DistanceField,
    rings: &[Vec<DVec2>],
    start: Vec2,
    score: &mut Score,
) {
    let Some(Remaining { distance, way_point, direction }) = field.remaining(mesh, start) else {
        return;
    };
    let (from, to) = (start.as_dvec2(), way_point.as_dvec2());
    let deepest = rings.iter().map(|ring| deepest(ring, from, to)).fold(0.0, f64::max);
    assert!(deepest < 3e-3, "{start} → {way_point}: {deepest} m deep in an obstacle");
    assert!((direction - (way_point - start).normalize_or_zero()).length() < 1e-2);
    let rest = field.distance(mesh, way_point);
    let expected = distance - start.distance(way_point) + 5e-3;
    // A place where two parts of the mesh touch may belong to the one with the longer way, or none.
    score.lost += rest.is_none_or(|rest| rest > expected) as u32;
}

/// How deep a leg dips into a convex ring.
fn deepest(ring: &[DVec2], from: DVec2, to: DVec2) -> f64 {
    let depth = |p: DVec2| {
        let side = |k: usize| (ring[k], ring[(k + 1) % ring.len()]);
        (0..ring.len())
            .map(side)
            .map(|(a, b)| (b - a).perp_dot(p - a) / a.distance(b))
            .fold(f64::INFINITY, f64::min)
    };
    (0..=200).map(|k| depth(from.lerp(to, k as f64 / 200.0))).fold(0.0, f64::max)
}

/// Nowhere is the distance steeper than the ground is long, where two points see each other.
fn check_steepness(mesh: &NavMesh, field: &DistanceField, scene: &mut Scene) {
    for _ in 0..10 {
        let (p, q) = (scene.point(), scene.point());
        for q in [q, p.lerp(q, 0.01)] {
            if mesh.ray_cast(p, q) == Ok(Ray::Clear)
                && let (Some(from), Some(to)) = (field.distance(mesh, p), field.distance(mesh, q))
            {
                let steps = (from - to).abs();
                assert!(steps <= 1.0003 * p.distance(q) + 2e-3, "{p} {from}, {q} {to}");
            }
        }
    }
}

#[test]
fn distances_are_exact_on_random_lattice_worlds() {
    let mut score = Score::default();
    for seed in 5000..6000 {
        let mut scene = Scene::new(seed);
        check_distances(&scene.mesh(), &mut scene, &mut score);
    }
    score.judge();
}

#[test]
fn distances_are_exact_on_random_turned_worlds() {
    let mut score = Score::default();
    for seed in 6000..7000 {
        let mut scene = Scene::turned(seed);
        check_distances(&scene.mesh(), &mut scene, &mut score);
    }
    score.judge();
}

#[test]
fn several_goals_give_the_least_of_their_fields() {
    let mut compared = 0;
    for seed in 7000..7200 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mesh = scene.mesh();
        let is_free = |goal: &Goal| matches!(mesh.locate(goal.point), Location::Cell(_));
        let side = scene.definition.bounds.max.x;
        let goals: Vec<Goal> = (0..5)
            .map(|_| Goal { point: scene.point(), start_value: scene.point().x * side * 0.1 })
            .filter(is_free)
            .collect();
        let options = DistanceOptions::default();
        let Ok(all) = mesh.distance_field(&goals, &options) else { continue };
        let single: Vec<DistanceField> =
            goals.iter().map(|&goal| mesh.distance_field(&[goal], &options).unwrap()).collect();
        let limit = side * 0.5;
        let bounds = DistanceOptions::with_limit(limit);
        let near = mesh.distance_field(&goals, &bounds).unwrap();
        let focus = Focus { center: scene.point(), radius: scene.point().y * 0.3 };
        let led = mesh.distance_field(&goals, &bounds.with_focus(focus)).unwrap();
        for _ in 0..40 {
            let point = scene.point();
            let least = single.iter().filter_map(|field| field.distance(&mesh, point));
            let least = least.fold(f32::INFINITY, f32::min);
            let found = all.distance(&mesh, point).unwrap_or(f32::INFINITY);
            assert!(
                found == least || (found - least).abs() < 1e-3,
                "{seed} {point}: {found}, not {least}"
            );
            let bounded = near.distance(&mesh, point).unwrap_or(f32::INFINITY);
            let same = (found - bounded).abs() < 1e-3;
            assert!(same || (bounded == f32::INFINITY && found > limit - 1e-3), "{seed} {point}");
            let to_focus = (point.distance(focus.center) - focus.radius).max(0.0);
            let led = led.distance(&mesh, point).unwrap_or(f32::INFINITY);
            let is_off = led == f32::INFINITY && found + to_focus > limit - 1e-3;
            assert!((found - led).abs() < 1e-3 || found == led || is_off, "{seed} {point}: {led}");
            compared += least.is_finite() as u32;
        }
    }
    assert!(compared > 3000);
}
