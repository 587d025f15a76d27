//! From which of many places a distance field begins.
//!
//! Places lie close together, and who comes from elsewhere reaches one at their rim first: those with others on all sides
//! need not be sources. A few of them are all the same, so that whoever is among the places is near one.

use glam::{IVec2, Vec2};
use navmesh::NavMesh;

use crate::ways::sight::sees;

/// Fewer places than this are sources all of them.
const FEW: usize = 16;

/// Radii of the class: places no farther apart than this are neighbours. Slots are little more than two apart.
const NEIGHBOURS: f32 = 3.5;

/// Squares of that side: whoever stands at a place sees a source no farther off. Little enough for a unit there to be
/// among the places of its order.
const COVER: f32 = 1.9;

/// The places of an order by the squares in which they lie.
struct Places<'a> {
    mesh: &'a NavMesh,
    all: &'a [Vec2],
    /// The side of a square, in metres.
    side: f32,
    /// Row, column, place; sorted.
    squares: Vec<(i32, i32, u32)>,
}

impl<'a> Places<'a> {
    fn new(mesh: &'a NavMesh, all: &'a [Vec2]) -> Self {
        let side = NEIGHBOURS * mesh.definition().agent_radius;
        let square = |(&place, number): (&Vec2, u32)| {
            let at = square(place, side);
            (at.y, at.x, number)
        };
        let mut squares: Vec<_> = all.iter().zip(0..).map(square).collect();
        squares.sort_unstable();
        Self { mesh, all, side, squares }
    }

    /// The places in the squares round a point, up to `rings` away.
    fn round(&self, point: Vec2, rings: i32) -> impl Iterator<Item = u32> {
        let IVec2 { x, y } = square(point, self.side);
        (y.saturating_sub(rings)..=y.saturating_add(rings)).flat_map(move |row| {
            let (low, high) = (x.saturating_sub(rings), x.saturating_add(rings));
            let first = self.squares.partition_point(|&(y, x, _)| (y, x) < (row, low));
            let in_row = move |&&(y, x, _): &&(i32, i32, u32)| (y, x) <= (row, high);
            self.squares[first..].iter().take_while(in_row).map(|&(.., place)| place)
        })
    }

    /// Returns whether a place has neighbours towards all four sides.
    fn is_inner(&self, place: Vec2) -> bool {
        let mut sides = [false; 4];
        for other in self.round(place, 1) {
            let other = self.all[other as usize];
            let offset = other - place;
            let side = usize::from(offset.y > offset.x) | usize::from(offset.y > -offset.x) << 1;
            let is_near = offset != Vec2::ZERO && offset.length_squared() <= self.side * self.side;
            sides[side] |= is_near && !sides[side] && sees(self.mesh, place, other);
            if sides == [true; 4] {
                return true;
            }
        }
        false
    }

    /// Returns whether one of some places is so near to a place that whoever stands there is among them.
    fn is_covered(&self, place: Vec2, by: &[bool]) -> bool {
        let most = COVER * self.side;
        self.round(place, COVER.ceil() as i32).filter(|&other| by[other as usize]).any(|other| {
            let other = self.all[other as usize];
            other.distance_squared(place) <= most * most && sees(self.mesh, place, other)
        })
    }
}

fn square(point: Vec2, side: f32) -> IVec2 {
    // Casts end at the limits of i32.
    (point / side).floor().as_ivec2()
}

/// The places from which distances are measured: all that have not neighbours all round, and some of the others.
pub(super) fn sources(mesh: &NavMesh, places: &[Vec2]) -> Vec<Vec2> {
    if places.len() < FEW {
        return places.to_vec();
    }
    let all = Places::new(mesh, places);
    let mut is_source: Vec<bool> = places.iter().map(|&place| !all.is_inner(place)).collect();
    for (index, &place) in places.iter().enumerate() {
        is_source[index] = is_source[index] || !all.is_covered(place, &is_source);
    }
    places
        .iter()
        .zip(&is_source)
        .filter(|(_, is_source)| **is_source)
        .map(|(&place, _)| place)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walled::mesh_with;

    const RADIUS: f32 = 0.25;

    /// Places in rows, half a metre and a little apart.
    fn rows(size: u16) -> Vec<Vec2> {
        let at = |k: u16| Vec2::new(f32::from(k / size), f32::from(k % size));
        (0..size * size).map(|k| Vec2::splat(5.0) + 0.52 * at(k)).collect()
    }

    fn mesh(wall: Option<[f32; 4]>) -> NavMesh {
        mesh_with(40.0, RADIUS, wall.as_slice())
    }

    #[test]
    fn the_rim_and_a_few_inside_are_sources() {
        let (mesh, places) = (mesh(None), rows(30));
        let found = sources(&mesh, &places);
        let is_rim = |place: &Vec2| {
            (place - Vec2::splat(5.0)).min_element() < 0.1
                || (place - Vec2::splat(5.0)).max_element() > 29.0 * 0.52 - 0.1
        };
        assert!(places.iter().filter(|place| is_rim(place)).all(|place| found.contains(place)));
        assert!(found.len() < 116 + 900 / 6, "{}", found.len());
        for place in &places {
            let nearest = found.iter().map(|at| at.distance(*place)).fold(f32::INFINITY, f32::min);
            assert!(nearest <= COVER * NEIGHBOURS * RADIUS + 1e-5, "{place}: {nearest}");
        }
    }

    #[test]
    fn distances_from_elsewhere_are_the_same() {
        let (mesh, places) = (mesh(Some([18.0, 0.0, 19.0, 30.0])), rows(20));
        let goals = |places: &[Vec2]| -> Vec<navmesh::Goal> {
            places.iter().map(|&place| navmesh::Goal::new(place)).collect()
        };
        let field = |places: &[Vec2]| mesh.distance_field(&goals(places), &Default::default());
        let found = sources(&mesh, &places);
        let (all, few) = (field(&places).unwrap(), field(&found).unwrap());
        assert!(found.len() < places.len() / 2);
        for k in 0_u16..1600 {
            let point = Vec2::new(f32::from(k / 40), f32::from(k % 40)) + 0.5;
            let is_among =
                point.cmpge(Vec2::splat(5.0)).all() && point.cmple(Vec2::splat(15.0)).all();
            if !is_among {
                assert_eq!(all.remaining(&mesh, point), few.remaining(&mesh, point), "{point}");
            }
        }
    }

    #[test]
    fn a_wall_between_places_has_sources_on_both_sides() {
        let (mesh, all) = (mesh(Some([9.9, 0.0, 10.0, 30.0])), rows(20));
        let places: Vec<Vec2> =
            all.into_iter().filter(|place| (place.x - 9.95).abs() > 0.32).collect();
        let found = sources(&mesh, &places);
        for place in &places {
            let is_seen = |at: &&Vec2| at.distance(*place) < 2.0 && sees(&mesh, *place, **at);
            assert!(found.iter().any(|at| is_seen(&at)), "{place}");
        }
        let along = |x: f32| found.iter().filter(|at| (at.x - x).abs() < 0.6).count();
        assert!(along(9.5) > 15 && along(10.4) > 15, "{found:?}");
    }
}
