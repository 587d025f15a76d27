//! Surcharges: they add up on whatever ground they lie.

use crate::support::{Random, picture};
use geo::{Contains, Coord, Distance, Euclidean, LineString, Polygon};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 32.0;

impl Random {
    /// Whole metres, so that borders meet.
    fn corner(&mut self) -> Vec2 {
        vec2(self.below(33) as f32, self.below(33) as f32)
    }

    fn whole_quadrangle(&mut self) -> [Vec2; 4] {
        [self.corner(), self.corner(), self.corner(), self.corner()]
    }
}

fn mesh(round: usize) -> NavMesh {
    let definition = MeshDefinition {
        tile_size: [8.0, 12.0, 64.0][round % 3],
        agent_radius: [0.0, 0.3][round % 2],
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIDE)))
    };
    NavMesh::new(&definition).unwrap()
}

fn in_geo(corners: &[Vec2]) -> Polygon<f32> {
    let line: LineString<f32> = corners.iter().map(|at| Coord { x: at.x, y: at.y }).collect();
    Polygon::new(line, Vec::new())
}

/// Areas and surcharges on a mesh, and what they should be.
#[derive(Default)]
struct Land {
    areas: Vec<([Vec2; 4], Area)>,
    surcharges: Vec<([Vec2; 4], f32)>,
}

impl Land {
    /// Some areas and surcharges that a mesh takes.
    fn on(mesh: &mut NavMesh, random: &mut Random) -> Self {
        let mut land = Self::default();
        while land.areas.len() < 3 {
            let area = Area { kind: random.below(16) as u8, cost: 1.0 + random.below(4) as f32 };
            let corners = random.whole_quadrangle();
            if mesh.add_area(polygon(&corners, &[]), area).is_ok() {
                land.areas.push((corners, area));
            }
        }
        while land.surcharges.len() < 5 {
            let (amount, corners) =
                (0.25 * (1 + random.below(8)) as f32, random.whole_quadrangle());
            if mesh.add_surcharge(polygon(&corners, &[]), amount).is_ok() {
                land.surcharges.push((corners, amount));
            }
        }
        land
    }

    /// What the ground should be like at a point; `None` next to a border.
    fn at(&self, point: Vec2) -> Option<Area> {
        let point = geo::Point::new(point.x, point.y);
        let areas = self.areas.iter().map(|(corners, _)| corners);
        let mut all = areas.chain(self.surcharges.iter().map(|(corners, _)| corners));
        if all.any(|corners| Euclidean.distance(&point, in_geo(corners).exterior()) < 0.01) {
            return None;
        }
        let inside = self.areas.iter().filter(|(corners, _)| in_geo(corners).contains(&point));
        let strongest = inside
            .map(|&(_, area)| area)
            .max_by(|p, q| p.cost.total_cmp(&q.cost).then(p.kind.cmp(&q.kind)));
        let Area { kind, cost } = strongest.unwrap_or_default();
        let levied = self.surcharges.iter().filter(|(corners, _)| in_geo(corners).contains(&point));
        Some(Area { kind, cost: cost * (1.0 + levied.map(|(_, amount)| amount).sum::<f32>()) })
    }
}

#[test]
fn cells_know_the_sum_of_the_surcharges_they_lie_in() {
    let (mut random, mut sums) = (Random(5), 0);
    for round in 0..60 {
        let mut made = mesh(round);
        let land = Land::on(&mut made, &mut random);
        made.commit().unwrap();
        for _ in 0..200 {
            let at = vec2(random.below(3200) as f32, random.below(3200) as f32) * 0.01;
            let (Location::Cell(cell), Some(area)) = (made.locate(at), land.at(at)) else {
                continue;
            };
            assert_eq!(made.area(cell), area, "{at}");
            sums += (area.cost > 3.0) as usize;
        }
        // In another order, and after others have gone, it is the same mesh; as is what is read back.
        let mut other = mesh(round);
        let passing = other.add_surcharge(Bounds::new(vec2(3., 3.), vec2(29., 17.)), 0.7).unwrap();
        for (corners, amount) in land.surcharges.iter().rev() {
            other.add_surcharge(polygon(corners, &[]), *amount).unwrap();
        }
        other.commit().unwrap();
        other.remove_area(passing).unwrap();
        for (corners, area) in land.areas.iter().rev() {
            other.add_area(polygon(corners, &[]), *area).unwrap();
        }
        other.commit().unwrap();
        assert_eq!(picture(&made), picture(&other));
        let loaded = NavMesh::from_bytes(&made.to_bytes().unwrap()).unwrap();
        assert_eq!(picture(&made), picture(&loaded));
    }
    assert!(sums > 1000, "{sums}");
}

#[test]
fn ground_that_is_excluded_stays_so_under_a_surcharge() {
    let water = Bounds::new(vec2(14.0, 0.0), vec2(18.0, 32.0));
    let everywhere = Bounds::new(vec2(1.0, 1.0), vec2(31.0, 31.0));
    let kinds = KindCosts::default().without(2).unwrap().with_factor(0, 2.0).unwrap();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut made = NavMesh::new(&MeshDefinition { kinds, ..MeshDefinition::new(bounds) }).unwrap();
    made.add_area(water, Area { kind: 2, cost: 1.0 }).unwrap();
    made.add_surcharge(everywhere, 4.0).unwrap();
    made.commit().unwrap();
    assert_ne!(made.locate(vec2(8.0, 8.0)), Location::Outside);
    assert!(!matches!(made.locate(vec2(16.0, 16.0)), Location::Cell(_)));
    assert!(made.cells().any(|cell| made.area(cell) == Area { kind: 0, cost: 10.0 }));
    let error = made.find_path(
        &mut Search::default(),
        vec2(8.0, 8.0),
        vec2(24.0, 8.0),
        &PathOptions::default(),
    );
    assert!(matches!(error, Err(PathError::Unreachable { .. })));
}

#[test]
fn bad_surcharges_are_refused() {
    let mut made = mesh(0);
    let before = picture(&made);
    let shape = Bounds::new(vec2(5.0, 5.0), vec2(9.0, 9.0));
    for amount in [0.0, -1.0, 2e6, f32::NAN, f32::INFINITY] {
        let error = made.add_surcharge(shape, amount).unwrap_err();
        assert!(matches!(error, AreaError::Surcharge { .. }), "{error}");
    }
    let error = made.add_surcharge(Bounds::new(vec2(50.0, 5.0), vec2(59.0, 9.0)), 1.0).unwrap_err();
    assert!(matches!(error, AreaError::Outline(ObstacleError::OutsideBounds { .. })), "{error}");
    assert!(made.commit().unwrap().changed.is_empty() && picture(&made) == before);
    let id = made.add_surcharge(shape, 1.0).unwrap();
    made.commit().unwrap();
    made.remove_area(id).unwrap();
    made.commit().unwrap();
    assert!(picture(&made) == before && made.remove_area(id) == Err(AreaError::Stale));
}
