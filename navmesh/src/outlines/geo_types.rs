//! Outlines from geo's types, and back.

use geo::{Coord, CoordNum, LineString, MultiPolygon, Polygon, Rect, Triangle};
use glam::{DVec2, dvec2};

use super::outline::{Outline, OutlinePolygon};

impl<T: CoordNum + Into<f64>> From<Polygon<T>> for OutlinePolygon {
    fn from(polygon: Polygon<T>) -> Self {
        let ring = |line: LineString<T>| -> Vec<DVec2> {
            line.0.into_iter().map(|at| dvec2(at.x.into(), at.y.into())).collect()
        };
        let (border, holes) = polygon.into_inner();
        Self::new(ring(border), holes.into_iter().map(ring).collect())
    }
}

impl<T: CoordNum + Into<f64>> From<Polygon<T>> for Outline {
    fn from(polygon: Polygon<T>) -> Self {
        OutlinePolygon::from(polygon).into()
    }
}

impl<T: CoordNum + Into<f64>> From<MultiPolygon<T>> for Outline {
    fn from(polygons: MultiPolygon<T>) -> Self {
        polygons.into_iter().collect()
    }
}

impl<T: CoordNum + Into<f64>> From<Rect<T>> for Outline {
    fn from(rectangle: Rect<T>) -> Self {
        Polygon::from(rectangle).into()
    }
}

impl<T: CoordNum + Into<f64>> From<Triangle<T>> for Outline {
    fn from(triangle: Triangle<T>) -> Self {
        Polygon::from(triangle).into()
    }
}

impl From<OutlinePolygon> for Polygon<f64> {
    fn from(polygon: OutlinePolygon) -> Self {
        let line = |ring: Vec<DVec2>| {
            LineString::new(ring.into_iter().map(|at| Coord { x: at.x, y: at.y }).collect())
        };
        let (border, holes) = polygon.into_rings();
        Self::new(line(border), holes.into_iter().map(line).collect())
    }
}

impl From<Outline> for MultiPolygon<f64> {
    fn from(outline: Outline) -> Self {
        outline.into_polygons().into_iter().map(Polygon::from).collect()
    }
}
