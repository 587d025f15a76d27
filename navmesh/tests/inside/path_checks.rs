//! What must hold for every path, ray and slide, told by exact and by foreign algorithms.

use glam::{DVec2, I64Vec2, Vec2};
use petgraph::graph::{NodeIndex, UnGraph};

use super::random_scene::Scene;
use crate::cells::id::CellId;
use crate::tolerances::METRES_PER_UNIT;
use crate::{Entry, Location, NavMesh, PathError, PathOptions, Ray, Search};

/// How far the leg goes through the inside of a convex ring, in the ring's unit.
pub(crate) fn length_inside(ring: &[DVec2], from: DVec2, to: DVec2) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for k in 0..ring.len() {
        let side = ring[(k + 1) % ring.len()] - ring[k];
        let (start, gain) = (side.perp_dot(from - ring[k]), side.perp_dot(to - from));
        // A leg along a side stays outside; its ends are rounded to f32.
        if start.max(start + gain) <= 1e-5 * side.length() {
            return 0.0;
        }
        if gain != 0.0 {
            let share = -start / gain;
            if gain > 0.0 { low = low.max(share) } else { high = high.min(share) }
        }
    }
    (high - low).max(0.0) * from.distance(to)
}

/// Shortest ways past obstacles by brute force: Dijkstra over everything that sees each other. Ways may pass between
/// obstacles that touch, so lengths are lower bounds.
pub(crate) struct Oracle {
    pub(crate) inflated: Vec<Vec<DVec2>>,
    /// The vertices of the obstacles, and which of them see which.
    points: Vec<DVec2>,
    seen: Vec<Vec<usize>>,
}

impl Oracle {
    /// Past these grown obstacles, where coordinates from `limits.0` to `limits.1` are free.
    pub(crate) fn new(inflated: Vec<Vec<DVec2>>, limits: (f64, f64)) -> Oracle {
        let within =
            |p: &DVec2| p.min_element() >= limits.0 - 1e-6 && p.max_element() <= limits.1 + 1e-6;
        // Outlines cross each other: a taut way may also turn there only where it enters a hollow, never outside one.
        let points = inflated.iter().flatten().copied().filter(within).collect();
        let mut oracle = Oracle { inflated, points, seen: Vec::new() };
        oracle.seen = oracle.points.iter().map(|&point| oracle.seen_from(point)).collect();
        oracle
    }

    fn sees(&self, p: DVec2, q: DVec2) -> bool {
        self.inflated.iter().all(|ring| length_inside(ring, p, q) < 1e-6)
    }

    fn seen_from(&self, from: DVec2) -> Vec<usize> {
        (0..self.points.len()).filter(|&point| self.sees(from, self.points[point])).collect()
    }

    /// The length of the shortest way; `None` where there is none.
    pub(crate) fn length(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let mut lengths = vec![f64::INFINITY; self.points.len()];
        for point in self.seen_from(from) {
            lengths[point] = from.distance(self.points[point]);
        }
        let mut last = vec![false; self.points.len()];
        self.seen_from(to).into_iter().for_each(|point| last[point] = true);
        let mut best = if self.sees(from, to) { from.distance(to) } else { f64::INFINITY };
        let mut open: Vec<usize> = (0..self.points.len()).collect();
        while let Some(next) =
            open.iter().copied().min_by(|&p, &q| lengths[p].total_cmp(&lengths[q]))
        {
            if lengths[next] >= best {
                break;
            }
            open.retain(|&point| point != next);
            let at = self.points[next];
            if last[next] {
                best = best.min(lengths[next] + at.distance(to));
            }
            for &point in &self.seen[next] {
                let length = lengths[next] + at.distance(self.points[point]);
                lengths[point] = lengths[point].min(length);
            }
        }
        best.is_finite().then_some(best)
    }
}

/// Paths are never shorter than the shortest, never inside an obstacle, and found iff there is a way.
pub(crate) fn check_paths(mesh: &NavMesh, scene: &mut Scene) -> (f64, f64) {
    let metres = |p: &I64Vec2| p.as_dvec2() * METRES_PER_UNIT;
    let inflated: Vec<Vec<DVec2>> =
        scene.inflated().iter().map(|ring| ring.iter().map(metres).collect()).collect();
    let radius = (scene.definition.agent_radius as f64 / METRES_PER_UNIT).ceil() * METRES_PER_UNIT;
    let limits = (radius, scene.definition.bounds.max.x as f64 - radius);
    let oracle = Oracle::new(inflated, limits);
    let (mut search, mut found, mut shortest) = (Search::default(), 0.0, 0.0);
    for _ in 0..4 {
        let (from, to) = (scene.point(), scene.point());
        for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
            match mesh.find_path(&mut search, from, to, &PathOptions::with_entry(entry)) {
                Ok(path) => {
                    assert_eq!((path.points.first(), path.points.last()), (Some(&from), Some(&to)));
                    let legs: Vec<DVec2> = path.points.iter().map(|p| p.as_dvec2()).collect();
                    for leg in legs.windows(2) {
                        let rings = oracle.inflated.iter();
                        let inside = rings.map(|ring| length_inside(ring, leg[0], leg[1]));
                        let deepest = inside.fold(0.0, f64::max);
                        assert!(
                            deepest < 2e-3,
                            "{from} → {to}: {deepest} m through an obstacle at {leg:?}"
                        );
                    }
                    check_progress(mesh, &mut search, &path.points, path.length);
                    let exact = oracle.length(from.as_dvec2(), to.as_dvec2()).expect("a way");
                    assert!(
                        path.length as f64 >= exact - 1e-3,
                        "{from} → {to}: {} < {exact}",
                        path.length
                    );
                    (found, shortest) = (found + path.length as f64, shortest + exact);
                }
                Err(PathError::Unreachable { .. }) => {
                    assert_ne!(component_at(mesh, from), component_at(mesh, to))
                }
                Err(PathError::StartBlocked { point } | PathError::GoalBlocked { point }) => {
                    assert_eq!(mesh.locate(point), Location::Blocked);
                }
                Err(other) => panic!("{other}"),
            }
        }
        check_walk(mesh, &oracle.inflated, from, to);
    }
    (found, shortest)
}

/// The cost of a corridor by the paper's rule, through the middles of its portals, and the least there is, which
/// petgraph's A* finds on the graph of all portals.
pub(crate) fn midpoint_costs(
    mesh: &NavMesh,
    corridor: &[CellId],
    from: DVec2,
    to: DVec2,
) -> (f64, f64) {
    let middle = |p: &crate::cells::id::WidePortal| (p.left + p.right) * 0.5;
    let mut graph = UnGraph::<DVec2, f64>::new_undirected();
    let (start, goal) = (graph.add_node(from), graph.add_node(to));
    let mut node_of = std::collections::BTreeMap::new();
    for cell in mesh.cells() {
        let mut nodes: Vec<NodeIndex> = mesh
            .cells
            .portals(cell)
            .map(|p| {
                *node_of
                    .entry((cell.min(p.cell), cell.max(p.cell)))
                    .or_insert_with(|| graph.add_node(middle(&p)))
            })
            .collect();
        nodes.extend((Some(&cell) == corridor.first()).then_some(start));
        nodes.extend((Some(&cell) == corridor.last()).then_some(goal));
        for i in 0..nodes.len() {
            for j in 0..i {
                graph.add_edge(nodes[i], nodes[j], graph[nodes[i]].distance(graph[nodes[j]]));
            }
        }
    }
    let estimate = |node: NodeIndex| graph[node].distance(to);
    let best =
        petgraph::algo::astar(&graph, start, |node| node == goal, |edge| *edge.weight(), estimate);
    let step = |pair: &[CellId]| {
        mesh.cells.portals(pair[0]).find(|p| p.cell == pair[1]).map(|p| middle(&p)).unwrap()
    };
    let mut points = vec![from];
    points.extend(corridor.windows(2).map(step));
    points.push(to);
    (points.windows(2).map(|leg| leg[0].distance(leg[1])).sum(), best.unwrap().0)
}

pub(crate) fn component_at(mesh: &NavMesh, point: Vec2) -> Option<crate::Component> {
    match mesh.locate(point) {
        Location::Cell(cell) => Some(mesh.component(cell)),
        _ => None,
    }
}

/// Whoever plans, moves a little towards the first corner, and plans again, gets there: nothing hangs on a corner.
pub(crate) fn check_progress(mesh: &NavMesh, search: &mut Search, path: &[Vec2], length: f32) {
    let (mut at, goal) = (path[0], path[path.len() - 1]);
    let (step, near) = (length / 40.0, 0.005);
    for _ in 0..80 {
        let path = mesh.find_path(search, at, goal, &PathOptions::default()).unwrap().points;
        let target = path.iter().find(|point| point.distance(at) > near).copied().unwrap_or(goal);
        at = mesh.slide(at, at + (target - at).clamp_length_max(step)).unwrap();
        if at.distance(goal) <= near {
            return;
        }
    }
    panic!("from {} to {goal}: stuck at {at}", path[0]);
}

/// Rays stop before walls, and slides end on free ground of the same component.
pub(crate) fn check_walk(mesh: &NavMesh, inflated: &[Vec<DVec2>], from: Vec2, to: Vec2) {
    let Ok(ray) = mesh.ray_cast(from, to) else { return };
    let end = if let Ray::Hit { point, .. } = ray { point } else { to };
    let inside = inflated.iter().map(|ring| length_inside(ring, from.as_dvec2(), end.as_dvec2()));
    assert!(inside.fold(0.0, f64::max) < 2e-2, "the ray {from} → {to} went through a wall");
    let free = mesh.free_radius(from);
    for direction in
        [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y, Vec2::new(0.6, 0.8), Vec2::new(-0.8, 0.6)]
    {
        let beside = from + direction * free * 0.999;
        assert!(free == 0.0 || component_at(mesh, beside).is_some(), "{beside} is not free");
    }
    let slid = mesh.slide(from, to).unwrap();
    assert_eq!(component_at(mesh, slid), component_at(mesh, from), "slid from {from} to {slid}");
}
