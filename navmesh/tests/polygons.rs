//! Meshes from an engine's own polygons answer like the tiles of the same world.

use crate::support::Random;
use navmesh::glam::{IVec2, Vec2, ivec2, vec2};
use navmesh::*;

/// A square cut again and again into boxes, some of them solid, turned by an angle at which all corners stay on the
/// 1/1024 m lattice: tiles and polygons are the same world exactly.
struct Boxes {
    free: Vec<[IVec2; 2]>,
    solid: Vec<[IVec2; 2]>,
    /// The cosine and the sine of the angle, as multiples of a whole divisor.
    turn: (i32, i32, i32),
    random: Random,
}

/// In units of 65/1024 m, so that coordinates divide by 5 and by 13.
const SIDE: i32 = 600;

impl Boxes {
    fn new(seed: u64) -> Boxes {
        let mut random = Random(seed);
        let mut boxes = vec![[ivec2(0, 0), ivec2(SIDE, SIDE)]];
        let step = [1, 20][random.below(2) as usize];
        for _ in 0..10 + random.below(60) {
            let index = random.below(boxes.len() as u64) as usize;
            let [min, max] = boxes[index];
            let along_x = random.below(2) == 0;
            let room = if along_x { max.x - min.x } else { max.y - min.y } / step;
            if room < 2 {
                continue;
            }
            let cut = step * (1 + random.below(room as u64 - 1) as i32);
            let (low, high) = if along_x {
                (ivec2(min.x + cut, max.y), ivec2(min.x + cut, min.y))
            } else {
                (ivec2(max.x, min.y + cut), ivec2(min.x, min.y + cut))
            };
            boxes[index] = [min, low];
            boxes.push([high, max]);
        }
        let (solid, free) = boxes.into_iter().partition(|_| random.below(3) == 0);
        let turn = [(1, 0, 1), (3, 4, 5), (5, 12, 13), (-12, 5, 13)][random.below(4) as usize];
        Boxes { free, solid, turn, random }
    }

    fn turned(&self, point: IVec2) -> Vec2 {
        let (cosine, sine, divisor) = self.turn;
        let point = point * (65 / divisor);
        let turned = ivec2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine);
        turned.as_vec2() / 1024.0
    }

    fn ring(&self, [min, max]: [IVec2; 2]) -> Vec<Vec2> {
        let corners = [min, ivec2(max.x, min.y), max, ivec2(min.x, max.y)];
        corners.iter().map(|&corner| self.turned(corner)).collect()
    }

    fn tiles(&self) -> NavMesh {
        let square = self.ring([ivec2(0, 0), ivec2(SIDE, SIDE)]);
        let first = Bounds::new(square[0], square[0]);
        let bounds = square
            .iter()
            .fold(first, |all, &corner| Bounds::new(all.min.min(corner), all.max.max(corner)));
        let definition = MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        let far = 2 * SIDE;
        let walls = [
            [ivec2(-far, -far), ivec2(far, 0)],
            [ivec2(-far, SIDE), ivec2(far, far)],
            [ivec2(-far, -far), ivec2(0, far)],
            [ivec2(SIDE, -far), ivec2(far, far)],
        ];
        for &wall in self.solid.iter().chain(&walls) {
            match mesh.add_obstacle(&self.ring(wall)) {
                Ok(_) | Err(ObstacleError::OutsideBounds { .. }) => {}
                Err(other) => panic!("{other}"),
            }
        }
        mesh.commit().unwrap();
        mesh
    }

    /// Every box has corners of its own, in either winding.
    fn polygons(&mut self) -> Result<NavMesh, PolygonError> {
        let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
        for index in 0..self.free.len() {
            let first = vertices.len() as u32;
            vertices.extend(self.ring(self.free[index]));
            let mut ring: Vec<u32> = (first..first + 4).collect();
            if self.random.below(2) == 0 {
                ring.reverse();
            }
            polygons.push(ring);
        }
        NavMesh::from_polygons(&vertices, &polygons)
    }

    fn point(&mut self) -> Vec2 {
        let mut along = || self.random.below(SIDE as u64 + 1) as i32;
        let point = ivec2(along(), along());
        self.turned(point)
    }
}

#[test]
fn polygons_answer_like_the_tiles_of_the_same_world() {
    let (mut paths, mut unreachable, mut walls) = (0, 0, 0);
    let mut search = [Search::default(), Search::default()];
    for seed in 0..300 {
        let mut boxes = Boxes::new(seed);
        if boxes.free.is_empty() {
            continue;
        }
        let meshes = [boxes.tiles(), boxes.polygons().unwrap()];
        assert!(meshes[1].is_fixed());
        for cell in meshes[1].cells() {
            for portal in meshes[1].portals(cell) {
                let back = meshes[1].portals(portal.cell).filter(|back| {
                    back.cell == cell && back.left == portal.right && back.right == portal.left
                });
                assert_eq!(back.count(), 1, "seed {seed}: {cell:?}");
            }
        }
        for _ in 0..30 {
            let (from, to) = (boxes.point(), boxes.point());
            let free = meshes.each_ref().map(|mesh| matches!(mesh.locate(from), Location::Cell(_)));
            assert_eq!(free[0], free[1], "seed {seed}: {from}");
            let exact = PathOptions::with_entry(Entry::Exact);
            let mut find =
                |k: usize, options| meshes[k].find_path(&mut search[k], from, to, &options);
            match (find(0, exact), find(1, exact)) {
                (Ok(tiled), Ok(fixed)) => {
                    assert!(
                        (tiled.length - fixed.length).abs() < 1e-4,
                        "seed {seed}: {from} to {to}: {} and {}",
                        tiled.length,
                        fixed.length
                    );
                    for entry in [Entry::Crossing, Entry::Midpoint] {
                        let found = find(1, PathOptions::with_entry(entry)).unwrap();
                        assert!(found.length > fixed.length - 1e-3, "seed {seed}: {from} to {to}");
                    }
                    for mesh in &meshes {
                        let goals = [Goal::new(to)];
                        let field =
                            mesh.distance_field(&goals, &DistanceOptions::default()).unwrap();
                        let rest = field.distance(mesh, from).unwrap();
                        assert!((rest - fixed.length).abs() < 2e-3, "seed {seed}: {from} to {to}");
                    }
                    paths += 1;
                }
                (Err(tiled), Err(fixed)) => {
                    unreachable += matches!(fixed, PathError::Unreachable { .. }) as u32;
                    let same = std::mem::discriminant(&tiled) == std::mem::discriminant(&fixed);
                    let beyond = matches!(
                        fixed,
                        PathError::StartOutside { .. } | PathError::GoalOutside { .. }
                    );
                    assert!(same || beyond, "seed {seed}: {from} to {to}: {tiled} {fixed}");
                }
                other => panic!("seed {seed}: {from} to {to}: {other:?}"),
            }
            if let (Ok(Ray::Hit { point, .. }), Ok(Ray::Hit { point: other, .. })) =
                (meshes[0].ray_cast(from, to), meshes[1].ray_cast(from, to))
            {
                walls += (point.distance(other) < 0.01) as u32;
            }
        }
    }
    println!("{paths} paths, {unreachable} unreachable, {walls} walls");
    assert!(paths > 1000 && unreachable > 300 && walls > 1000);
}

#[test]
fn cells_are_the_polygons_in_their_order() {
    let mut boxes = Boxes::new(5);
    let mesh = boxes.polygons().unwrap();
    assert_eq!(mesh.cells().count(), boxes.free.len());
    for (cell, &free) in mesh.cells().zip(&boxes.free) {
        let outline: Vec<Vec2> = mesh.outline(cell).collect();
        assert!(boxes.ring(free).iter().all(|corner| outline.contains(corner)));
        let middle = boxes.ring(free).iter().sum::<Vec2>() / 4.0;
        assert_eq!(mesh.locate(middle), Location::Cell(cell));
        let area = Bounds::new(middle, middle);
        assert!(mesh.cells_in(area).any(|other| other == cell));
        assert!(mesh.free_radius(middle) > 0.02);
    }
    let all = mesh.definition().bounds;
    assert!(mesh.cells_in(all).eq(mesh.cells()));
}

#[test]
fn many_cells_are_found_again() {
    // More than one run of names, on a grid of squares of 0.5 m.
    const COLUMNS: u32 = 60;
    let vertices: Vec<Vec2> = (0..(COLUMNS + 1) * (COLUMNS + 1))
        .map(|index| vec2((index % (COLUMNS + 1)) as f32, (index / (COLUMNS + 1)) as f32) * 0.5)
        .collect();
    let polygons: Vec<[u32; 4]> = (0..COLUMNS * COLUMNS)
        .map(|index| {
            let first = index / COLUMNS * (COLUMNS + 1) + index % COLUMNS;
            [first, first + 1, first + COLUMNS + 2, first + COLUMNS + 1]
        })
        .collect();
    let mesh = NavMesh::from_polygons(&vertices, &polygons).unwrap();
    let cells: Vec<CellId> = mesh.cells().collect();
    assert_eq!(cells.len(), polygons.len());
    assert!(cells.is_sorted());
    for (index, &cell) in cells.iter().enumerate() {
        let corner = vertices[polygons[index][0] as usize];
        assert_eq!(mesh.locate(corner + 0.2), Location::Cell(cell));
        let (column, row) = (index % COLUMNS as usize, index / COLUMNS as usize);
        let least = (row.max(1) - 1) * COLUMNS as usize + column.max(1) - 1;
        assert_eq!(mesh.locate(corner), Location::Cell(cells[least]), "the least of four");
        let inside = |k: usize| (k > 0) as usize + (k + 1 < COLUMNS as usize) as usize;
        assert_eq!(mesh.portals(cell).count(), inside(column) + inside(row));
        assert_eq!(mesh.component(cell), mesh.component(cells[0]));
    }
    let path = mesh
        .find_path(
            &mut Search::default(),
            vec2(0.1, 0.2),
            vec2(29.7, 29.3),
            &PathOptions::default(),
        )
        .unwrap();
    assert_eq!(path.points.len(), 2, "straight over open ground");
}

#[test]
fn bad_polygons_are_refused_with_the_one_at_fault() {
    use PolygonError::*;
    let square =
        [vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.), vec2(1., 1.), vec2(2., 2.)];
    let made = |polygons: &[Vec<u32>]| NavMesh::from_polygons(&square, polygons).map(|_| ());
    assert_eq!(made(&[]), Err(None));
    assert_eq!(made(&[vec![0, 1, 2, 3]]), Ok(()));
    assert_eq!(made(&[vec![0, 1, 2], vec![0, 1]]), Err(TooFewVertices { polygon: 1, count: 2 }));
    assert_eq!(made(&[vec![0, 1, 6]]), Err(UnknownVertex { polygon: 0, index: 6, count: 6 }));
    assert_eq!(made(&[vec![0, 4, 5, 2]]), Err(ZeroArea { polygon: 0 }));
    assert_eq!(made(&[vec![0, 0, 1, 1]]), Err(ZeroArea { polygon: 0 }));
    for hollow in [vec![0, 1, 4, 3], vec![3, 4, 1, 0], vec![0, 2, 1, 4], vec![0, 1, 2, 0, 1, 2]] {
        let error = made(&[vec![0, 1, 2, 3], hollow]);
        assert!(matches!(error, Err(NotConvex { polygon: 1, .. })), "{error:?}");
    }
    assert_eq!(made(&[vec![0, 1, 2, 3], vec![0, 1, 2]]), Err(Overlap { polygon: 0, other: 1 }));
    assert_eq!(made(&[vec![0, 1, 2], vec![2, 1, 3]]), Err(Overlap { polygon: 0, other: 1 }));
    let many: Vec<u32> = (0..1025).map(|k| k % 6).collect();
    assert!(matches!(made(&[many]), Err(TooManyVertices { polygon: 0, count: 1025, .. })));
    for bad in [vec2(f32::NAN, 0.0), vec2(0.0, f32::INFINITY)] {
        let error = NavMesh::from_polygons(&[vec2(0., 0.), bad, vec2(1., 1.)], &[[0, 1, 2]]);
        assert!(matches!(error, Err(NotFinite { index: 1, .. })));
    }
    let error = NavMesh::from_polygons(&[vec2(0., 0.), vec2(1., 1.), vec2(1e30, 0.)], &[[0, 1, 2]]);
    assert!(matches!(error, Err(TooFar { index: 2, .. })));
}

#[test]
fn edits_are_refused_with_what_to_do() {
    let corners = [vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.)];
    let mut mesh = NavMesh::from_polygons(&corners, &[[0, 1, 2, 3]]).unwrap();
    let error = mesh.add_obstacle(&corners).unwrap_err();
    assert_eq!(error, ObstacleError::Fixed);
    assert!(error.to_string().contains("bake that again"));
    assert_eq!(mesh.remove_obstacle(ObstacleId::default()), Err(ObstacleError::Fixed));
    assert_eq!(mesh.commit().unwrap(), Commit { version: 1, changed: Vec::new() });
    assert_eq!(mesh.cell_count(), 1);
}
