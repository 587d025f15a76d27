//! Outlines from geo's types and back.

use geo::{MultiPolygon, Polygon};
use glam::{Vec2, vec2};

use super::random_scene::Random;
use crate::{Bounds, Outline, polygon};

fn random_ring(random: &mut Random) -> Vec<Vec2> {
    let count = random.below(9);
    (0..count).map(|_| vec2(random.below(99) as f32 * 0.1, random.below(99) as f32)).collect()
}

#[test]
fn outlines_come_from_geo_and_go_back_without_loss() {
    let mut random = Random(4);
    let line = |ring: &Vec<Vec2>| ring.iter().map(|at| (at.x, at.y)).collect();
    for _ in 0..200 {
        let (border, hole) = (random_ring(&mut random), random_ring(&mut random));
        let shape = Polygon::<f32>::new(line(&border), vec![line(&hole)]);
        let outline = Outline::from(shape.clone());
        assert_eq!(outline, polygon(&border, &[&hole]));
        assert_eq!(outline.polygons()[0].holes().len(), 1);
        // In f64, with what an f32 does not hold, and several together.
        let shape: Polygon<f64> = MultiPolygon::from(outline).0.remove(0);
        let fine = geo::MapCoords::map_coords(&shape, |at| at / 3.0);
        let both = MultiPolygon::new(vec![shape, fine]);
        let outlines: Vec<Outline> = both.iter().cloned().map(Outline::from).collect();
        assert_eq!(Outline::from(both.clone()), Outline::from(outlines));
        assert_eq!(MultiPolygon::from(Outline::from(both.clone())), both);
    }
}

#[test]
fn rectangles_and_triangles_are_what_they_are_to_geo() {
    let (min, max) = (vec2(1.5, 2.5), vec2(4.0, 3.0));
    let rectangle = Outline::from(Bounds::new(min, max));
    assert_eq!(rectangle, geo::Rect::new((1.5, 2.5), (4.0, 3.0)).into());
    assert_eq!(rectangle.bounds(), Some(Bounds::new(min, max)));
    let corners = [vec2(0.0, 0.0), vec2(4.0, 1.0), vec2(0.0, 2.0)];
    let triangle = geo::Triangle::from(corners.map(|at| (at.x, at.y)));
    assert_eq!(polygon(&corners, &[]), triangle.into());
}

#[test]
fn rings_that_are_none_stay_what_they_are() {
    for ring in [vec![], vec![(1.0, 2.0)], vec![(1.0, 2.0); 2], vec![(0.0, 2.0), (-0.0, 2.0)]] {
        let shape = Polygon::<f64>::new(ring.into(), Vec::new());
        assert_eq!(MultiPolygon::from(Outline::from(shape.clone())).0, [shape]);
    }
    assert_eq!(Outline::default().bounds(), None);
}
