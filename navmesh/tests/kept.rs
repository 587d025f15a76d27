//! What edits leave exact of distance fields, and cells that are known in path queries.

use crate::support::Random;
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 96.0;

impl Random {
    fn hundredths(&mut self) -> Vec2 {
        vec2(self.below(9600) as f32, self.below(9600) as f32) * 0.01
    }

    fn add_to(&mut self, mesh: &mut NavMesh) -> ObstacleId {
        let (at, long) = (self.hundredths(), 1.0 + self.below(80) as f32 * 0.1);
        let (x, y) = (vec2(long, 0.3), vec2(-0.3, 1.0));
        let outline = if self.below(2) == 0 {
            [x, y, -x, -y]
        } else {
            [x.perp(), y.perp(), -x.perp(), -y.perp()]
        };
        mesh.add_obstacle(&outline.map(|corner| vec2(48.0, 48.0).lerp(at, 0.9) + corner)).unwrap()
    }
}

fn world(random: &mut Random) -> (NavMesh, Vec<ObstacleId>) {
    let definition = MeshDefinition {
        tile_size: 8.0,
        agent_radius: 0.3,
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIDE)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let obstacles = (0..60).map(|_| random.add_to(&mut mesh)).collect();
    mesh.commit().unwrap();
    (mesh, obstacles)
}

#[test]
fn distances_that_are_kept_are_those_of_a_new_field() {
    let (mut random, mut kept, mut asked, mut other) = (Random(3), 0, 0, 0);
    for _ in 0..40 {
        let (before, mut obstacles) = world(&mut random);
        let goals = [(random.hundredths(), 0.0), (random.hundredths(), 20.0)];
        let goals = goals.map(|(point, start_value)| Goal { point, start_value });
        let Ok(field) = before.distance_field(&goals, &DistanceOptions::default()) else {
            continue;
        };
        let mut mesh = before.clone();
        for _ in 0..1 + random.below(3) {
            let index = random.below(obstacles.len() as u64) as usize;
            mesh.remove_obstacle(obstacles.swap_remove(index)).unwrap();
            obstacles.push(random.add_to(&mut mesh));
        }
        let changed = mesh.commit().unwrap().changed;
        let changed: Vec<Bounds> =
            changed.into_iter().map(|tile| mesh.tile_bounds(tile).unwrap()).collect();
        let Ok(new) = mesh.distance_field(&goals, &DistanceOptions::default()) else { continue };
        let after = field.kept(&changed);
        assert!(!after.is_exact(&mesh, goals[0].point), "of another mesh");
        for _ in 0..200 {
            let point = random.hundredths();
            let Some(distance) = field.distance(&before, point) else {
                assert!(!after.is_exact(&before, point));
                continue;
            };
            let today = new.distance(&mesh, point);
            let is_same = today.is_some_and(|today| (today - distance).abs() < 2e-3);
            asked += 1;
            other += !is_same as usize;
            if after.is_exact(&before, point) {
                kept += 1;
                assert!(is_same, "{point}: {distance} before, {today:?} now");
            }
        }
    }
    assert!(asked > 5000 && kept * 3 > asked && other * 20 > asked, "{kept} {other} {asked}");
}

#[test]
fn known_cells_change_no_path() {
    let mut random = Random(8);
    let (mesh, _) = world(&mut random);
    let cells: Vec<CellId> = mesh.cells().collect();
    let mut search = Search::default();
    for _ in 0..300 {
        let (from, to) = (random.hundredths(), random.hundredths());
        let known = |point| match mesh.locate(point) {
            Location::Cell(cell) => Some(cell),
            _ => None,
        };
        let any = |random: &mut Random| Some(cells[random.below(cells.len() as u64) as usize]);
        for entry in [Entry::Crossing, Entry::Exact] {
            let options = PathOptions::with_entry(entry).or_nearest();
            let expected = mesh.find_path(&mut search, from, to, &options);
            for near in [(known(from), known(to)), (any(&mut random), any(&mut random))] {
                let options = options.near_cells(near.0, near.1);
                let path = mesh.find_path(&mut search, from, to, &options);
                let points = |path: &Result<Path, PathError>| path.clone().map(|path| path.points);
                assert_eq!(points(&path), points(&expected), "{from} {to} {near:?}");
            }
        }
    }
}
