//! Areas of other ground: cut into the mesh, and honoured by paths.

use std::collections::BTreeSet;

use crate::support::{Random, picture};
use geo::{Contains, Coord, Distance, Euclidean, LineString, Polygon};
use navmesh::glam::{DVec2, Vec2, vec2};
use navmesh::*;

impl Random {
    fn grid_point(&mut self, side: f32) -> Vec2 {
        let mut share = || (1 + self.below(4094)) as f32 / 4096.0;
        vec2(share() * side, share() * side)
    }
}

const MUD: u8 = 1;
const WATER: u8 = 2;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

pub(crate) fn world(side: f32, tile_size: f32, agent_radius: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    NavMesh::new(&MeshDefinition { tile_size, agent_radius, ..MeshDefinition::new(bounds) })
        .unwrap()
}

fn rect(min: (f32, f32), max: (f32, f32)) -> Bounds {
    Bounds::new(min.into(), max.into())
}

fn in_geo(corners: &[Vec2]) -> Polygon<f32> {
    let line: LineString<f32> = corners.iter().map(|at| Coord { x: at.x, y: at.y }).collect();
    Polygon::new(line, Vec::new())
}

/// The cheapest way over a straight border: ground on which a metre costs `costs[0]` to the left of it, `costs[1]` to the
/// right.
pub(crate) fn by_snell(from: DVec2, to: DVec2, border: [DVec2; 2], costs: [f64; 2]) -> f64 {
    let way = border[1] - border[0];
    let is_left = |p: DVec2| way.perp_dot(p - border[0]) > 0.0;
    let cost = |p: DVec2| costs[!is_left(p) as usize];
    let over = |share: f64| {
        let at = border[0] + way * share;
        from.distance(at) * cost(from) + to.distance(at) * cost(to)
    };
    let least = |over: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64| {
        for _ in 0..200 {
            let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if over(p) < over(q) { high = q } else { low = p }
        }
        over(low)
    };
    if is_left(from) != is_left(to) {
        return least(&over, 0.0, 1.0);
    }
    // Along the border, where that is cheaper than straight on.
    let straight = from.distance(to) * cost(from);
    let other = costs[0].min(costs[1]);
    if cost(from) == other {
        return straight;
    }
    let (a, b) = (way.dot(from - border[0]), way.dot(to - border[0]));
    let (a, b) = (a.min(b) / way.length_squared(), a.max(b) / way.length_squared());
    let (first, last) = if way.dot(to - from) > 0.0 { (from, to) } else { (to, from) };
    let along = |p: f64, q: f64| {
        let (p, q) = (border[0] + way * p, border[0] + way * q);
        (first.distance(p) + last.distance(q)) * cost(from) + p.distance(q) * other
    };
    let critical = |p: f64| least(&|q| along(p, q), p, b.max(p));
    straight.min(least(&critical, a, b))
}

pub(crate) fn search(
    mesh: &NavMesh,
    from: Vec2,
    to: Vec2,
    options: PathOptions,
) -> Result<Path, PathError> {
    mesh.find_path(&mut Search::default(), from, to, &options)
}

/// What a way costs, step by step: the least of the cells at each place.
pub(crate) fn walked(mesh: &NavMesh, points: &[Vec2]) -> f64 {
    const STEPS: usize = 400;
    let cost_at = |p: Vec2| {
        let near = mesh.cells_in(Bounds::new(p, p).expanded(0.002));
        let least = near.filter(|&cell| holds(mesh, cell, p)).map(|cell| mesh.area(cell).cost);
        least.fold(f32::INFINITY, f32::min) as f64
    };
    let leg = |leg: &[Vec2]| {
        let costs =
            (0..STEPS).map(|k| cost_at(leg[0].lerp(leg[1], (k as f32 + 0.5) / STEPS as f32)));
        costs.sum::<f64>() / STEPS as f64 * leg[0].as_dvec2().distance(leg[1].as_dvec2())
    };
    points.windows(2).map(leg).sum()
}

/// Whether a cell holds a point, or nearly.
fn holds(mesh: &NavMesh, cell: CellId, p: Vec2) -> bool {
    let ring: Vec<Vec2> = mesh.outline(cell).collect();
    (0..ring.len()).all(|k| {
        let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
        (to - from).perp_dot(p - from) >= -0.002 * from.distance(to)
    })
}

#[test]
fn cells_know_the_strongest_area_they_lie_in() {
    const SIDE: f32 = 32.0;
    let mut random = Random(7);
    for round in 0..60 {
        let mut mesh = world(SIDE, [8.0, 12.0, 64.0][round % 3], [0.0, 0.3][round % 2]);
        let mut shapes: Vec<([Vec2; 4], Polygon<f32>, Area)> = Vec::new();
        while shapes.len() < 5 {
            let mut at = || vec2(random.below(33) as f32, random.below(33) as f32);
            let ring = [at(), at(), at(), at()];
            let area = Area { kind: random.below(16) as u8, cost: 1.0 + random.below(4) as f32 };
            if mesh.add_area(polygon(&ring, &[]), area).is_ok() {
                shapes.push((ring, in_geo(&ring), area));
            }
        }
        let wall = [vec2(10.0, 10.0), vec2(20.0, 12.0), vec2(13.0, 21.0)];
        mesh.add_obstacle(&wall).unwrap();
        mesh.commit().unwrap();
        for _ in 0..200 {
            let at = random.grid_point(SIDE);
            let Location::Cell(cell) = mesh.locate(at) else { continue };
            let point = geo::Point::new(at.x, at.y);
            let near = |shape: &Polygon<f32>| Euclidean.distance(&point, shape.exterior()) < 0.01;
            if shapes.iter().any(|(_, shape, _)| near(shape)) {
                continue;
            }
            let inside = shapes.iter().filter(|(_, shape, _)| shape.contains(&point));
            let strongest = inside
                .map(|&(_, _, area)| area)
                .max_by(|p, q| p.cost.total_cmp(&q.cost).then(p.kind.cmp(&q.kind)));
            assert_eq!(mesh.area(cell), strongest.unwrap_or_default(), "{at}");
        }
        // The same set in another order, and after others have gone, is the same mesh.
        let definition = mesh.definition();
        let mut other = world(SIDE, definition.tile_size, definition.agent_radius);
        let passing = rect((3.0, 3.0), (29.0, 17.0));
        let passing = other.add_area(passing, Area { kind: 3, cost: 9.0 }).unwrap();
        other.add_obstacle(&wall).unwrap();
        for (ring, _, area) in shapes.iter().rev() {
            other.add_area(polygon(ring, &[]), *area).unwrap();
        }
        other.commit().unwrap();
        other.remove_area(passing).unwrap();
        other.commit().unwrap();
        assert_eq!(picture(&mesh), picture(&other));
    }
}

#[test]
fn areas_leave_the_free_part_as_it_is() {
    let mut mesh = world(64.0, 16.0, 0.5);
    mesh.add_obstacle(&[vec2(20.0, 20.0), vec2(40.0, 22.0), vec2(30.0, 44.0)]).unwrap();
    mesh.commit().unwrap();
    let before = picture(&mesh);
    let points: Vec<Vec2> =
        (0..400).map(|k| vec2((k % 20) as f32 * 3.1, (k / 20) as f32 * 3.1)).collect();
    let free = |mesh: &NavMesh| -> Vec<bool> {
        points.iter().map(|&p| matches!(mesh.locate(p), Location::Cell(_))).collect()
    };
    let free_before = free(&mesh);
    let border = [vec2(5.0, 5.0), vec2(60.0, 9.0), vec2(50.0, 60.0), vec2(9.0, 50.0)];
    let hole = [vec2(25.0, 15.0), vec2(45.0, 30.0), vec2(20.0, 40.0)];
    let water = Area { kind: WATER, cost: 2.5 };
    let id = mesh.add_area(polygon(&border, &[&hole]), water).unwrap();
    assert_eq!(picture(&mesh), before, "staged");
    assert!(!mesh.commit().unwrap().changed.is_empty());
    assert_eq!(free(&mesh), free_before);
    assert!(mesh.cells().any(|cell| mesh.area(cell) == water));
    let components: BTreeSet<_> = mesh.cells().map(|cell| mesh.component(cell)).collect();
    assert_eq!(components.len(), 1);
    assert_eq!(mesh.ray_cast(vec2(2.0, 30.0), vec2(18.0, 30.0)), Ok(Ray::Clear), "as far as sight");
    let loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    assert!(mesh.cells().all(|cell| loaded.area(cell) == mesh.area(cell)));
    mesh.remove_area(id).unwrap();
    assert_eq!(mesh.remove_area(id), Err(AreaError::Stale));
    mesh.commit().unwrap();
    assert_eq!(picture(&mesh), before);
    assert_eq!(mesh.remove_area(AreaId::default()), Err(AreaError::Stale));
}

#[test]
fn random_worlds_are_crossed_for_what_they_cost() {
    const SIDE: f32 = 60.0;
    let mut random = Random(11);
    let (mut uneven, mut better) = (0, 0);
    for round in 0..60 {
        let mut mesh = world(SIDE, [12.0, 24.0, 128.0][round % 3], 0.0);
        for _ in 0..6 {
            let (p, reach) = (random.grid_point(SIDE), 2.0 + random.below(12) as f32);
            let (x, y) = (Vec2::X * reach, Vec2::Y * reach * 0.7);
            if random.below(2) == 0 {
                mesh.add_obstacle(&[p - x * 0.5, p - y * 0.5, p + x * 0.5, p + y * 0.5]).unwrap();
            } else {
                let cost = 1.5 + random.below(5) as f32;
                let diamond = polygon(&[p - x, p - y, p + x, p + y], &[]);
                mesh.add_area(diamond, Area { kind: MUD, cost }).unwrap();
            }
        }
        mesh.commit().unwrap();
        if round % 2 == 1 {
            mesh = mesh.bake(&mut |_| {}).unwrap();
        }
        for _ in 0..30 {
            let (from, to) = (random.grid_point(SIDE), random.grid_point(SIDE));
            if search(&mesh, from, to, PathOptions::default()).is_err() {
                continue;
            }
            let straight = mesh.ray_cast(from, to) == Ok(Ray::Clear);
            let most = if straight { walked(&mesh, &[from, to]) } else { f64::INFINITY };
            for entry in ENTRIES {
                let path = search(&mesh, from, to, PathOptions::with_entry(entry)).unwrap();
                let cost = walked(&mesh, &path.points);
                let case = format!("{from} {to} {entry:?}: {} {cost} {most}", path.cost);
                assert!((path.cost as f64 - cost).abs() < 0.02 * cost + 0.05, "{case}");
                assert!(path.cost >= path.length * 0.9999, "{case}");
                assert_eq!((path.points[0], *path.points.last().unwrap()), (from, to));
                if entry != Entry::Midpoint {
                    assert!(path.cost as f64 <= most * 1.02 + 0.02, "{case}");
                    uneven += (path.cost > path.length * 1.001) as usize;
                    better += ((path.cost as f64) < most * 0.99) as usize;
                }
            }
        }
    }
    assert!(uneven > 300 && better > 300, "{uneven} {better}");
}

#[test]
fn exact_paths_are_the_shortest_where_areas_do_not_matter() {
    let exact = PathOptions::with_entry(Entry::Exact);
    let mut mesh = world(60.0, 16.0, 0.0);
    mesh.add_obstacle(&[vec2(28., 0.), vec2(32., 0.), vec2(32., 40.), vec2(28., 40.)]).unwrap();
    mesh.commit().unwrap();
    let (from, to) = (vec2(5.0, 5.0), vec2(55.0, 5.0));
    let before = search(&mesh, from, to, exact).unwrap();
    let mud = Area { kind: MUD, cost: 5.0 };
    mesh.add_area(rect((0.0, 50.0), (60.0, 60.0)), mud).unwrap();
    mesh.commit().unwrap();
    let beside = search(&mesh, from, to, exact).unwrap();
    assert_eq!(
        (&beside.points, beside.cost),
        (&before.points, before.length),
        "mud beside the way"
    );
    let id = mesh.add_area(rect((20.0, 38.0), (40.0, 46.0)), mud).unwrap();
    mesh.commit().unwrap();
    let round = search(&mesh, from, to, exact).unwrap();
    assert!(
        round.length > before.length && round.cost < before.length + 4.0 * 5.0,
        "mud on the way"
    );
    mesh.remove_area(id).unwrap();
    mesh.commit().unwrap();
    assert_eq!(search(&mesh, from, to, exact).unwrap().points, before.points);
}

#[test]
fn excluded_kinds_are_walls() {
    let mut mesh = world(60.0, 16.0, 0.0);
    let water = rect((20.0, 0.0), (25.0, 60.0));
    mesh.add_area(water, Area { kind: WATER, cost: 1.0 }).unwrap();
    mesh.add_area(rect((20.0, 30.0), (25.0, 32.0)), Area { kind: MUD, cost: 2.0 }).unwrap();
    mesh.commit().unwrap();
    let (from, to, wet) = (vec2(5.0, 5.0), vec2(55.0, 5.0), vec2(22.0, 5.0));
    let kinds = KindCosts::default().without(WATER).unwrap();
    for entry in ENTRIES {
        let straight = search(&mesh, from, to, PathOptions::with_entry(entry)).unwrap();
        assert!((straight.cost - 50.0).abs() < 1e-3, "{entry:?}");
        let dry = PathOptions::with_entry(entry).with_kinds(kinds);
        let ford = search(&mesh, from, to, dry).unwrap();
        let in_mud = |p: &Vec2| (30.0..=32.0).contains(&p.y) && (19.9..25.1).contains(&p.x);
        assert!(ford.cost > 70.0 && ford.points.iter().any(in_mud), "{entry:?} {ford:?}");
        let error = PathError::StartExcluded { point: wet, kind: WATER };
        assert_eq!(search(&mesh, wet, to, dry), Err(error));
        let error = PathError::GoalExcluded { point: wet, kind: WATER };
        assert_eq!(search(&mesh, from, wet, dry), Err(error));
        let neither = dry.with_kinds(kinds.without(MUD).unwrap());
        assert_eq!(search(&mesh, from, to, neither), Err(PathError::Unreachable { from, to }));
        let near = search(&mesh, from, to, neither.or_nearest()).unwrap();
        let end = *near.points.last().unwrap();
        assert!((end.x - 20.0).abs() < 0.01, "as near as it gets: {entry:?} {near:?}");
        assert!(matches!(near.end, PathEnd::Nearest { distance } if (distance - 35.0).abs() < 0.1));
    }
    let shore = vec2(20.0, 5.0);
    assert!(search(&mesh, shore, from, PathOptions::default().with_kinds(kinds)).is_ok());
    // Kinds may cost more for a query, ground without an area included.
    let slow = KindCosts::default().with_factor(WATER, 4.0).unwrap().with_factor(0, 2.0).unwrap();
    let path = search(&mesh, from, to, PathOptions::default().with_kinds(slow)).unwrap();
    assert!(path.cost > 100.0 && path.cost < 110.01, "{}", path.cost);
}

#[test]
fn bad_areas_and_kinds_are_refused() {
    let mut mesh = world(40.0, 16.0, 0.0);
    let before = picture(&mesh);
    let area = Outline::from(rect((5.0, 5.0), (9.0, 9.0)));
    let good = Area { kind: MUD, cost: 2.0 };
    let mut add = |shape: Outline, area: Area| mesh.add_area(shape, area).unwrap_err();
    for cost in [0.099, 0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = add(area.clone(), Area { cost, ..good });
        assert!(matches!(error, AreaError::Cost { .. }), "{error}");
    }
    assert_eq!(add(area.clone(), Area { kind: 16, ..good }), AreaError::Kind { kind: 16 });
    use ObstacleError::*;
    let bow_tie = [vec2(1.0, 1.0), vec2(9.0, 9.0), vec2(9.0, 1.0), vec2(2.0, 9.0)];
    assert!(matches!(add(polygon(&bow_tie, &[]), good), AreaError::Outline(Invalid { .. })));
    let nan = [vec2(1.0, 1.0), vec2(f32::NAN, 9.0), vec2(9.0, 1.0)];
    assert!(matches!(add(polygon(&nan, &[]), good), AreaError::Outline(Invalid { .. })));
    let outside = rect((50.0, 5.0), (59.0, 9.0));
    assert!(matches!(add(outside.into(), good), AreaError::Outline(OutsideBounds { .. })));
    let huge = rect((-20_000.0, -20_000.0), (20_000.0, 20_000.0));
    assert!(matches!(add(huge.into(), good), AreaError::Outline(TooLarge { .. })));
    assert!(matches!(add(rect((5.0, 5.0), (5.0, 9.0)).into(), good), AreaError::Outline(_)));
    assert!(mesh.commit().unwrap().changed.is_empty() && picture(&mesh) == before);
    let kinds = KindCosts::default();
    assert_eq!(kinds.without(16), Err(AreaError::Kind { kind: 16 }));
    assert!(matches!(kinds.with_factor(3, 0.09), Err(AreaError::Cost { .. })));
    assert!(matches!(kinds.with_factor(3, f32::NAN), Err(AreaError::Cost { .. })));
    assert_eq!(kinds.with_factor(200, 2.0), Err(AreaError::Kind { kind: 200 }));
    assert_eq!((kinds.factor(3), kinds.factor(200)), (1.0, f32::INFINITY));
    let corners = [vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(0.0, 9.0)];
    let mut fixed = NavMesh::from_polygons(&corners, &[[0, 1, 2]]).unwrap();
    assert_eq!(fixed.add_area(area, good), Err(AreaError::Outline(Fixed)));
}

#[test]
fn two_half_planes_are_crossed_as_light_would() {
    const SIDE: f32 = 100.0;
    let mut random = Random(1);
    let mut worst = [[0.0f64; 4]; 2];
    let mut sum = [[0.0f64; 4]; 2];
    let mut search = Search::default();
    for round in 0..2000 {
        let slant = (random.below(61) as f32 - 30.0) * (round % 2) as f32;
        let (low, high) = (vec2(50.0 - slant, 0.0), vec2(50.0 + slant, SIDE));
        let mut mesh = world(SIDE, [16.0, 32.0, 128.0][round % 3], 0.0);
        let right = [low, vec2(SIDE, 0.0), vec2(SIDE, SIDE), high];
        mesh.add_area(polygon(&right, &[]), Area { kind: MUD, cost: 3.0 }).unwrap();
        mesh.commit().unwrap();
        if round % 4 > 1 {
            mesh = mesh.bake(&mut |_| {}).unwrap();
        }
        let (from, to) = (random.grid_point(SIDE), random.grid_point(SIDE));
        let border = [low.as_dvec2(), high.as_dvec2()];
        let expected = by_snell(from.as_dvec2(), to.as_dvec2(), border, [1.0, 3.0]);
        let is_mud = |p: Vec2| (high - low).perp_dot(p - low) < 0.0;
        let crossing = is_mud(from) != is_mud(to);
        for (index, entry) in ENTRIES.into_iter().enumerate() {
            let path =
                mesh.find_path(&mut search, from, to, &PathOptions::with_entry(entry)).unwrap();
            let ratio = path.cost as f64 / expected;
            assert!(ratio > 0.9999, "{from} {to} {slant} {entry:?}: {} {expected}", path.cost);
            let case = &mut worst[!crossing as usize][index];
            *case = case.max(ratio);
            sum[!crossing as usize][index] += ratio - 1.0;
        }
    }
    for entry in [1, 2, 3] {
        assert!(worst[0][entry] < 1.02 && worst[1][entry] < 1.02, "{worst:?}");
        assert!(sum[0][entry] + sum[1][entry] < 0.2, "on average {sum:?} two thousandths");
    }
    assert!(worst[0][0] < 1.15, "midpoints cross the border, but do not follow it: {worst:?}");
}
