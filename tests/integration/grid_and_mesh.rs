//! Grid agrees with mesh, on maps and on random worlds: the islands of a window are those of
//! the mesh, cut to the window. The judge cuts polygons for itself, in f64.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::support::maps::{KnownMap, on_maps};
use flowfield::{Direction, Frame};
use glam::{DVec2, IVec2, UVec2, Vec2};
use headless::random::Random;
use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scoring::path_queries::build_mesh;
use hybrid::navmesh::{Bounds, CellId, MeshDefinition, NavMesh, Ray};
use hybrid::walls::Walls;

/// Metres: passages at the window's border that are narrower are none, but for portals that lie inside as a whole.
const PORTAL: f64 = 0.95 / 1024.0;
/// Metres: how exact that is. Corners of obstacles and of windows lie on 1/1024 m, so that a border
/// may leave just that much of a portal.
const PORTAL_ROUNDING: f64 = 1e-9;
/// Share of a grid cell from which on an island has area in it.
const AREA: f64 = 1e-9;

/// A convex polygon, cut to a box (Ivan Sutherland, Gary Hodgman, "Reentrant Polygon Clipping",
/// 1974).
fn cut(ring: &[DVec2], min: DVec2, max: DVec2) -> Vec<DVec2> {
    let planes =
        [(DVec2::X, max.x), (DVec2::NEG_X, -min.x), (DVec2::Y, max.y), (DVec2::NEG_Y, -min.y)];
    planes.into_iter().fold(ring.to_vec(), |ring, (normal, most)| {
        let mut kept = Vec::with_capacity(ring.len() + 1);
        for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (before, after) = (normal.dot(from) - most, normal.dot(to) - most);
            if before <= 0.0 {
                kept.push(from);
            }
            if before * after < 0.0 {
                kept.push(from + (to - from) * (before / (before - after)));
            }
        }
        kept
    })
}

fn area(ring: &[DVec2]) -> f64 {
    let Some(&first) = ring.first() else { return 0.0 };
    ring.windows(2).map(|side| (side[0] - first).perp_dot(side[1] - first)).sum::<f64>() / 2.0
}

/// Which of some nodes hang together.
struct Forest(Vec<usize>);

impl Forest {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&self, mut node: usize) -> usize {
        while self.0[node] != node {
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// A window as the mesh has it.
struct Judge {
    frame: Frame,
    /// The island of every mesh cell that has area in the window.
    islands: BTreeMap<CellId, usize>,
    /// The area of each island in each grid cell that it has some in.
    areas: BTreeMap<(usize, usize), f64>,
    /// Whether a portal is neither clearly wide enough nor clearly too narrow.
    undecided: bool,
}

impl Judge {
    fn new(mesh: &NavMesh, frame: Frame) -> Self {
        let (min, max) = (frame.min().as_dvec2(), frame.max().as_dvec2());
        let window = Bounds::new(frame.min(), frame.max());
        let ring =
            |cell| cut(&mesh.outline(cell).map(|p| p.as_dvec2()).collect::<Vec<_>>(), min, max);
        let cells: Vec<(CellId, Vec<DVec2>)> = mesh
            .cells_in(window)
            .map(|cell| (cell, ring(cell)))
            .filter(|(_, ring)| area(ring) > 0.0)
            .collect();
        let numbers: BTreeMap<CellId, usize> =
            cells.iter().enumerate().map(|(number, (cell, _))| (*cell, number)).collect();
        let (mut forest, mut undecided) = (Forest::new(cells.len()), false);
        for (number, (cell, _)) in cells.iter().enumerate() {
            for portal in mesh.portals(*cell) {
                let inside = cut(&[portal.left.as_dvec2(), portal.right.as_dvec2()], min, max);
                let length = inside.iter().map(|&end| end.distance(inside[0])).fold(0.0, f64::max);
                let whole = portal.left.as_dvec2().distance(portal.right.as_dvec2());
                let least = PORTAL.min(whole * (1.0 - PORTAL_ROUNDING));
                undecided |= (length - PORTAL).abs() < PORTAL_ROUNDING;
                if let Some(&other) = numbers.get(&portal.cell).filter(|_| length >= least) {
                    forest.join(number, other);
                }
            }
        }
        let islands = numbers.iter().map(|(&cell, &number)| (cell, forest.root(number))).collect();
        let mut judge = Self { frame, islands, areas: BTreeMap::new(), undecided };
        for (cell, ring) in &cells {
            judge.add(judge.islands[cell], ring);
        }
        let least = AREA * f64::from(frame.cell_size).powi(2);
        judge.areas.retain(|_, area| *area > least);
        judge
    }

    /// Adds the area of a piece of an island in each grid cell.
    fn add(&mut self, island: usize, ring: &[DVec2]) {
        let size = f64::from(self.frame.cell_size);
        let low = ring.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = ring.iter().copied().reduce(DVec2::max).unwrap_or_default();
        let first = (low / size).floor().as_ivec2().max(self.frame.origin);
        let last = (high / size).floor().as_ivec2();
        let last = last.min(self.frame.origin + self.frame.size.as_ivec2() - 1);
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let corner = IVec2::new(x, y);
                let min = corner.as_dvec2() * size;
                let index = self.frame.index_of((corner - self.frame.origin).as_uvec2());
                let part = area(&cut(ring, min, min + size));
                self.areas.entry((index, island)).or_default().add_assign(part);
            }
        }
    }

    fn islands_at(&self, index: usize) -> Vec<usize> {
        self.areas.range((index, 0)..(index + 1, 0)).map(|(&(_, island), _)| island).collect()
    }
}

/// What a window showed.
#[derive(Debug, Default)]
struct Counts {
    windows: usize,
    undecided: usize,
    cells: usize,
    islands: usize,
    contested: usize,
    /// Islands that a contested cell cuts in two.
    explained_breaks: usize,
    leaks: usize,
    unexplained_breaks: usize,
}

impl Counts {
    fn add(&mut self, mesh: &NavMesh, frame: Frame) {
        let (walls, judge) = (Walls::new(mesh, frame).unwrap(), Judge::new(mesh, frame));
        if judge.undecided {
            self.undecided += 1;
            return;
        }
        // The judge's name of each of the window's islands; the same name for two of them, or two
        // names for one, is a leak or a break of the islands themselves.
        let mut names: BTreeMap<u32, usize> = BTreeMap::new();
        for (cell, island) in walls.mesh_cells() {
            let Some(&name) = judge.islands.get(&cell) else { continue };
            self.leaks += usize::from(*names.entry(island).or_insert(name) != name);
        }
        let mut distinct: Vec<usize> = names.values().copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        self.unexplained_breaks += names.len() - distinct.len();
        self.windows += 1;
        self.cells += frame.cell_count();
        self.islands += distinct.len();

        let label =
            |index: usize| walls.island(index).and_then(|island| names.get(&island).copied());
        let (mut steps, mut explained) =
            (Forest::new(frame.cell_count()), Forest::new(frame.cell_count()));
        for index in 0..frame.cell_count() {
            let here = judge.islands_at(index);
            self.contested += usize::from(here.len() > 1);
            for direction in [Direction::East, Direction::North] {
                let Some(beyond) = frame.neighbour(index, direction) else { continue };
                let there = judge.islands_at(beyond);
                let common = here.iter().any(|island| there.contains(island));
                if walls.steps().step_is_open(index, direction) {
                    self.leaks += usize::from(label(index) != label(beyond) || !common);
                    steps.join(index, beyond);
                    explained.join(index, beyond);
                } else if common && here.len().max(there.len()) > 1 {
                    explained.join(index, beyond);
                }
            }
        }
        for island in distinct {
            let roots = |forest: &Forest| {
                let own = (0..frame.cell_count()).filter(|&index| label(index) == Some(island));
                let mut roots: Vec<usize> = own.map(|index| forest.root(index)).collect();
                roots.sort_unstable();
                roots.dedup();
                roots.len()
            };
            if roots(&steps) > 1 {
                let contested = roots(&explained) == 1;
                self.explained_breaks += usize::from(contested);
                self.unexplained_breaks += usize::from(!contested);
            }
        }
    }

    fn judge(&self, name: &str) {
        println!("{name}: {self:?}");
        assert_eq!((self.leaks, self.unexplained_breaks), (0, 0), "{name}: {self:?}");
    }
}

/// A frame of up to 48 cells a side that meets a world.
fn frame(random: &mut Random, bounds: &Bounds, cell_size: f32) -> Frame {
    let side = |random: &mut Random| 4 + random.below(45) as u32;
    let size = UVec2::new(side(random), side(random));
    let origin = |random: &mut Random, low: f32, high: f32, cells: u32| {
        let (low, high) = ((low / cell_size) as i32 - 2, (high / cell_size) as i32 + 2);
        low + random.below((high - low - cells as i32).max(1) as usize) as i32
    };
    let x = origin(random, bounds.min.x, bounds.max.x, size.x);
    let y = origin(random, bounds.min.y, bounds.max.y, size.y);
    Frame::new(IVec2::new(x, y), size, cell_size).unwrap()
}

/// The world's default: 1.25 radii, rounded down to 1/1024 m.
fn default_cell(radius: f32) -> f32 {
    (1.25 * radius * 1024.0).floor() / 1024.0
}

fn windows_of_maps(map: &KnownMap) {
    let mut counts = Counts::default();
    let random = &mut Random::new(1);
    for radius in [0.3, 0.45] {
        let (mesh, _) = build_mesh(&map.grid(), radius, None).unwrap();
        let bounds = mesh.definition().bounds;
        for _ in 0..100 {
            counts.add(&mesh, frame(random, &bounds, default_cell(radius)));
        }
    }
    counts.judge(map.name);
}

on_maps!(windows_of_maps);

const SIDE: f32 = 24.0;

fn unit(random: &mut Random) -> f32 {
    random.below(1 << 16) as f32 / (1 << 16) as f32
}

fn world(radius: f32, tile_size: f32, outlines: &[Vec<Vec2>]) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let definition =
        MeshDefinition { agent_radius: radius, tile_size, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for outline in outlines {
        mesh.add_obstacle(outline).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

fn rectangle(min: Vec2, max: Vec2) -> Vec<Vec2> {
    vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
}

/// Polygons of three to seven corners, anywhere.
fn polygons(random: &mut Random) -> NavMesh {
    let mut polygon = |_| {
        let center = Vec2::new(unit(random), unit(random)) * SIDE;
        let (reach, corners, first) =
            (0.2 + 2.5 * unit(random), 3 + random.below(5), 7.0 * unit(random));
        let corner = |k: usize| {
            center
                + reach
                    * Vec2::from_angle(first + std::f32::consts::TAU * k as f32 / corners as f32)
        };
        (0..corners).map(corner).collect()
    };
    let outlines: Vec<Vec<Vec2>> = (0..20).map(&mut polygon).collect();
    world(0.25 + 0.3 * unit(random), 6.0, &outlines)
}

/// Boxes on whole metres: with a radius of half a metre their inflated sides lie on lines of the
/// grid.
fn boxes(random: &mut Random) -> NavMesh {
    let mut one = |_| {
        let min = Vec2::new(random.below(24) as f32, random.below(24) as f32);
        rectangle(min, min + Vec2::new(1.0 + random.below(4) as f32, 1.0 + random.below(4) as f32))
    };
    world(0.5, 4.0, &(0..16).map(&mut one).collect::<Vec<_>>())
}

/// Walls across the world with a gap each, about as wide as a disc.
fn gaps(random: &mut Random) -> NavMesh {
    let radius = 0.4;
    let mut outlines = Vec::new();
    for wall in 1..6_u8 {
        let at = f32::from(wall) * 4.0 + 0.6 * unit(random) - 0.3;
        let (gap, width) = (2.0 + 20.0 * unit(random), 2.0 * radius * (0.9 + 0.3 * unit(random)));
        let thickness = 0.02 + 0.5 * unit(random);
        for (from, to) in [(0.0, gap), (gap + width, SIDE)] {
            outlines.push(if wall % 2 == 0 {
                rectangle(Vec2::new(from, at), Vec2::new(to, at + thickness))
            } else {
                rectangle(Vec2::new(at, from), Vec2::new(at + thickness, to))
            });
        }
    }
    world(radius, 8.0, &outlines)
}

#[test]
fn windows_of_random_worlds() {
    type Make = fn(&mut Random) -> NavMesh;
    let kinds: [(&str, u64, Make); 3] =
        [("polygons", 500, polygons), ("boxes", 250, boxes), ("gaps", 250, gaps)];
    for (name, worlds, make) in kinds {
        let mut counts = Counts::default();
        for seed in 0..worlds {
            let random = &mut Random::new(seed + 1000);
            let mesh = make(random);
            let definition = mesh.definition();
            let cell_size =
                if name == "boxes" { 0.5 } else { default_cell(definition.agent_radius) };
            counts.add(&mesh, frame(random, &definition.bounds, cell_size));
        }
        counts.judge(name);
    }
}

/// A ray that began half a millimetre off a wall beside a gap used to end where it began.
#[test]
fn a_ray_beside_a_wall_leaves_its_start() {
    let scene = load("choke", Settings::default()).unwrap();
    let definition = MeshDefinition { agent_radius: 0.3, ..MeshDefinition::new(scene.bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for obstacle in &scene.scene.obstacles {
        mesh.add_obstacle(&obstacle.outline()).unwrap();
    }
    mesh.commit().unwrap();
    let from = Vec2::new(31.699_362, 13.568_465);
    let ray = mesh.ray_cast(from, Vec2::new(60.5, 18.5)).unwrap();
    // It passes the corner, and meets the side of the gap.
    let Ray::Hit { point, .. } = ray else { panic!("{ray:?}") };
    assert!(point.distance(Vec2::new(32.47, 13.7)) < 0.05, "{point}");
}
