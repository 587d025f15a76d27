//! Grid agrees with mesh: the walls of windows against an oracle that shares no code with them.

use hybrid::flowfield::{Direction, Frame};
use hybrid::glam::{DVec2, IVec2, UVec2, Vec2, vec2};
use hybrid::navmesh::{Bounds, CellId, Location, MeshDefinition, NavMesh, Ray};
use hybrid::walls::Walls;

use crate::support::{Random, rectangle};

const SIDE: f32 = 24.0;

fn empty(radius: f32, tile_size: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    NavMesh::new(&MeshDefinition { agent_radius: radius, tile_size, ..MeshDefinition::new(bounds) })
        .unwrap()
}

/// Convex polygons of 3 to 8 corners on circles.
fn polygons(random: &mut Random) -> NavMesh {
    let mut mesh = empty(random.between(0.25, 0.6), 8.0);
    for _ in 0..random.below(28) {
        let center = vec2(random.between(0.0, SIDE), random.between(0.0, SIDE));
        let (radius, corners) = (random.between(0.3, 2.5), 3 + random.below(6));
        let start = random.between(0.0, 6.3);
        let corner = |k: u64| {
            center
                + radius
                    * Vec2::from_angle(start + std::f32::consts::TAU * k as f32 / corners as f32)
        };
        mesh.add_obstacle(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

/// Boxes whose inflated sides, and tiles whose borders, lie on the lines of the grid.
fn boxes(random: &mut Random) -> NavMesh {
    let mut mesh = empty(0.5, 4.0);
    for _ in 0..random.below(40) {
        let (x, y) = (random.below(24) as f32, random.below(24) as f32);
        let (w, h) = (1.0 + random.below(5) as f32, 1.0 + random.below(2) as f32);
        let (w, h) = if random.below(2) == 0 { (w, h) } else { (h, w) };
        mesh.add_obstacle(&rectangle([x, y, x + w, y + h])).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

fn clipped(ring: &[DVec2], min: DVec2, max: DVec2) -> f64 {
    // Sutherland and Hodgman, by four half planes n·x ≤ d; then the shoelace formula.
    let planes =
        [(DVec2::X, max.x), (DVec2::Y, max.y), (DVec2::NEG_X, -min.x), (DVec2::NEG_Y, -min.y)];
    let mut ring = ring.to_vec();
    for (normal, limit) in planes {
        let mut next = Vec::new();
        for (index, &to) in ring.iter().enumerate() {
            let from = ring[(index + ring.len() - 1) % ring.len()];
            let (a, b) = (normal.dot(from) - limit, normal.dot(to) - limit);
            if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                next.push(from.lerp(to, a / (a - b)));
            }
            if b <= 0.0 {
                next.push(to);
            }
        }
        ring = next;
    }
    let Some(&first) = ring.first() else { return 0.0 };
    ring.windows(2).map(|pair| 0.5 * (pair[0] - first).perp_dot(pair[1] - first)).sum()
}

/// The length of the part of a segment in a box.
fn portion(a: DVec2, b: DVec2, min: DVec2, max: DVec2) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (from, to, least, most) in [(a.x, b.x, min.x, max.x), (a.y, b.y, min.y, max.y)] {
        for (start, end) in [(least - from, to - from), (from - most, from - to)] {
            // start ≤ t · end
            if end > 0.0 {
                low = low.max(start / end);
            } else if end < 0.0 {
                high = high.min(start / end);
            } else if start > 0.0 {
                return 0.0;
            }
        }
    }
    (high - low).max(0.0) * a.distance(b)
}

struct Oracle {
    frame: Frame,
    cells: Vec<(CellId, Vec<DVec2>, usize)>,
}

impl Oracle {
    /// Islands by a flood over the mesh cells that have area in the window.
    fn new(mesh: &NavMesh, frame: Frame) -> Self {
        let (min, max) = (frame.min().as_dvec2(), frame.max().as_dvec2());
        let ring = |cell| mesh.outline(cell).map(|vertex| vertex.as_dvec2()).collect::<Vec<_>>();
        let mut cells: Vec<(CellId, Vec<DVec2>, usize)> = mesh
            .cells()
            .map(|cell| (cell, ring(cell), usize::MAX))
            .filter(|(_, ring, _)| clipped(ring, min, max) > 1e-9)
            .collect();
        let mut count = 0;
        for start in 0..cells.len() {
            let mut stack = vec![start];
            while let Some(index) = stack.pop() {
                if cells[index].2 != usize::MAX {
                    continue;
                }
                cells[index].2 = count;
                for portal in mesh.portals(cells[index].0) {
                    let (left, right) = (portal.left.as_dvec2(), portal.right.as_dvec2());
                    let inside = portion(left, right, min, max);
                    // One that lies inside as a whole joins, however short it is.
                    if inside >= (1.0 / 1024.0_f64).min(left.distance(right) * (1.0 - 1e-9)) {
                        stack.extend(cells.iter().position(|cell| cell.0 == portal.cell));
                    }
                }
            }
            count += usize::from(cells[start].2 == count);
        }
        Self { frame, cells }
    }

    /// The area of each island in a grid cell.
    fn areas(&self, cell: UVec2) -> Vec<(usize, f64)> {
        let size = f64::from(self.frame.cell_size);
        let min = (self.frame.origin + cell.as_ivec2()).as_dvec2() * size;
        let mut areas: Vec<(usize, f64)> = Vec::new();
        for (_, ring, island) in &self.cells {
            let area = clipped(ring, min, min + size);
            match areas.iter_mut().find(|(known, _)| known == island) {
                _ if area <= 0.0 => {}
                Some((_, sum)) => *sum += area,
                None => areas.push((*island, area)),
            }
        }
        areas.retain(|(_, area)| *area > 2e-7 * size);
        areas
    }
}

/// Checks one window; gives the numbers of contested cells, of islands, and of steps that contested cells hide.
fn check(mesh: &NavMesh, frame: Frame, name: &str) -> (usize, usize, usize) {
    let walls = Walls::new(mesh, frame).unwrap();
    let oracle = Oracle::new(mesh, frame);
    // The same islands, up to their numbers.
    let number =
        |cell: CellId| oracle.cells.iter().find(|known| known.0 == cell).map(|known| known.2);
    let mut names: Vec<Option<usize>> = Vec::new();
    for (cell, island) in walls.mesh_cells() {
        assert_eq!(walls.island_of(cell), Some(island));
        names.resize(names.len().max(island as usize + 1), None);
        // What only touches the window's border may be missing from the oracle.
        let name_of = &mut names[island as usize];
        let expected = number(cell);
        assert!(
            name_of.is_none() || expected.is_none() || *name_of == expected,
            "{name}: {cell:?}"
        );
        *name_of = name_of.or(expected);
    }
    let missing = |cell: &&(CellId, Vec<DVec2>, usize)| walls.island_of(cell.0).is_none();
    assert_eq!(oracle.cells.iter().find(missing), None, "{name}");
    let mut distinct: Vec<usize> = names.iter().copied().flatten().collect();
    let count = distinct.len();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), count, "{name}: an island was split");

    // The labels are those of the largest areas, and a leak is a step between different ones.
    let label = |index: usize| walls.island(index).and_then(|island| names[island as usize]);
    let (mut contested, mut hidden) = (Vec::new(), 0);
    for index in 0..frame.cell_count() {
        let areas = oracle.areas(frame.cell_at_index(index));
        assert_eq!(walls.steps().is_open(index), walls.island(index).is_some());
        match label(index) {
            Some(island) => {
                let own =
                    areas.iter().find(|(other, _)| *other == island).map_or(0.0, |area| area.1);
                assert!(
                    areas.iter().all(|area| area.1 <= own + 1e-9),
                    "{name} {index}: {areas:?} {island}"
                );
            }
            None => assert!(areas.is_empty(), "{name} {index}: {areas:?}"),
        }
        if areas.len() > 1 {
            contested.push(index);
        }
        for direction in [Direction::East, Direction::North] {
            let Some(beyond) = frame.neighbour(index, direction) else { continue };
            let open = walls.steps().step_is_open(index, direction);
            assert_eq!(open, walls.steps().step_is_open(beyond, direction.opposite()));
            assert!(
                !open || label(index) == label(beyond),
                "{name}: leak at {index} {direction:?}"
            );
            if label(index).is_some() && label(index) == label(beyond) && !open {
                let crossable = crossable(mesh, &oracle, (index, direction), label(index));
                // A cell that a neck of walls goes through shows the larger part only.
                let hides = [index, beyond].iter().any(|cell| walls.contested().contains(cell));
                assert!(!crossable || hides, "{name}: {index} {direction:?} is closed");
                hidden += usize::from(crossable);
            }
        }
    }
    for index in &contested {
        assert!(walls.contested().contains(index), "{name}: {index}");
    }
    if walls.contested().is_empty() {
        let mut parts = components(&walls);
        parts.sort_unstable();
        let islands =
            (0..frame.cell_count()).filter_map(label).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(parts.len(), islands.len(), "{name}: a break");
    }
    (walls.contested().len(), count, hidden)
}

/// Whether a disc can cross the side at one of some points, seen by the mesh's own queries.
fn crossable(
    mesh: &NavMesh,
    oracle: &Oracle,
    side: (usize, Direction),
    island: Option<usize>,
) -> bool {
    let (index, direction) = side;
    let (frame, half) = (oracle.frame, 0.5 * oracle.frame.cell_size);
    let middle = frame.center(frame.cell_at_index(index)) + half * direction.unit();
    let off = 0.004 * direction.unit();
    (-7..=7).any(|k| {
        let at = middle + half * 0.13 * k as f32 * direction.unit().perp();
        let cell = |point| match mesh.locate(point) {
            Location::Cell(cell) => {
                oracle.cells.iter().find(|known| known.0 == cell).map(|known| known.2)
            }
            _ => None,
        };
        island.is_some()
            && cell(at - off) == island
            && cell(at + off) == island
            && mesh.ray_cast(at - off, at + off) == Ok(Ray::Clear)
    })
}

/// One cell of each set of cells that open steps join.
fn components(walls: &Walls) -> Vec<usize> {
    let frame = *walls.steps().frame();
    let mut seen = vec![false; frame.cell_count()];
    let mut roots = Vec::new();
    for start in 0..frame.cell_count() {
        if seen[start] || !walls.steps().is_open(start) {
            continue;
        }
        roots.push(start);
        let mut stack = vec![start];
        while let Some(index) = stack.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let open = Direction::ALL
                .into_iter()
                .filter(|&direction| walls.steps().step_is_open(index, direction));
            stack.extend(open.filter_map(|direction| frame.neighbour(index, direction)));
        }
    }
    roots
}

fn check_worlds(name: &str, worlds: u64, make: fn(&mut Random) -> NavMesh) {
    let (mut contested, mut cells, mut islands, mut free, mut hidden) = (0, 0, 0, 0, 0);
    for seed in 0..worlds {
        let random = &mut Random(seed + 1);
        let mesh = make(random);
        let radius = mesh.definition().agent_radius;
        let cell_size =
            if name == "boxes" { 0.5 } else { (1.25 * radius * 1024.0).floor() / 1024.0 };
        let most = (SIDE / cell_size) as u64;
        let origin = IVec2::new(random.below(most / 2) as i32, random.below(most / 2) as i32) - 2;
        let size = UVec2::new(4 + random.below(24) as u32, 4 + random.below(24) as u32);
        let frame = Frame::new(origin, size, cell_size).unwrap();
        let found = check(&mesh, frame, &format!("{name} {seed}"));
        contested += found.0;
        islands += found.1;
        cells += frame.cell_count();
        free += usize::from(found.0 == 0);
        hidden += found.2;
    }
    println!(
        "{name}: {worlds} windows, {cells} cells, {islands} islands, {contested} contested cells, {free} windows without, {hidden} hidden steps"
    );
    assert!(hidden <= worlds as usize / 100, "{hidden} steps are hidden");
}

#[test]
fn windows_of_random_polygons() {
    check_worlds("polygons", 700, polygons);
}

#[test]
fn windows_of_boxes_on_the_lines_of_the_grid() {
    check_worlds("boxes", 300, boxes);
}

#[test]
fn an_empty_window_is_all_open() {
    let mesh = empty(0.5, 8.0);
    let frame = Frame::covering(vec2(4.0, 4.0), vec2(12.0, 10.0), 0.5).unwrap();
    let walls = Walls::new(&mesh, frame).unwrap();
    assert_eq!(walls.steps(), &hybrid::flowfield::Steps::open(frame));
    assert!((0..frame.cell_count()).all(|index| walls.island(index) == Some(0)));
}

#[test]
fn a_window_outside_is_all_blocked() {
    let mesh = empty(0.5, 8.0);
    let frame = Frame::covering(vec2(-12.0, 4.0), vec2(0.5, 10.0), 0.5).unwrap();
    let walls = Walls::new(&mesh, frame).unwrap();
    assert!((0..frame.cell_count()).all(|index| walls.island(index).is_none()));
    assert_eq!(walls.mesh_cells().count(), 0);
}

#[test]
fn a_wall_through_the_window_makes_two_islands() {
    let mut mesh = empty(0.5, 32.0);
    mesh.add_obstacle(&rectangle([10.0, 4.0, 10.2, 20.0])).unwrap();
    mesh.commit().unwrap();
    let frame = Frame::covering(vec2(6.0, 8.0), vec2(14.0, 16.0), 0.625).unwrap();
    let walls = Walls::new(&mesh, frame).unwrap();
    let at = |x: f32, y: f32| walls.island(frame.index_of(frame.cell_of(vec2(x, y)).unwrap()));
    assert!(at(7.0, 12.0).is_some() && at(13.0, 12.0).is_some());
    assert_ne!(at(7.0, 12.0), at(13.0, 12.0));
    assert_eq!(components(&walls).len(), 2);
    let whole = Frame::covering(vec2(0.0, 0.0), vec2(24.0, 24.0), 0.625).unwrap();
    assert_eq!(components(&Walls::new(&mesh, whole).unwrap()).len(), 1);
}
