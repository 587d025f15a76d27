//! Places that are given away: whether a point is free of them, without a look at all.

use glam::{DVec2, I64Vec2, Vec2};

/// Places that are given away, by the squares of a grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    /// The side of the squares, and how far from each place others must be; metres.
    apart: f32,
    /// The square of each place, and the place, sorted by square.
    places: Vec<([i64; 2], Vec2)>,
}

/// Places of other orders that are left free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Others {
    pub(crate) places: Vec<Vec2>,
    /// Half the greatest distance between neighbouring places of one of these orders, in metres.
    pub(crate) room: f32,
}

/// Places that units of an order cannot have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    /// Others of the same order have them.
    pub(crate) taken: &'a [Vec2],
    pub(crate) others: &'a Others,
}

impl Others {
    /// None at all.
    pub(crate) const NONE: &Self = &Self { places: Vec::new(), room: 0.0 };

    /// Returns them as given away for places that are so far from each other.
    pub(crate) fn taken(&self, spacing: f32) -> Taken {
        Taken::new(&self.places, 0.5 * spacing + self.room)
    }
}

impl Taken {
    /// Notes places, from which others must be so many metres away.
    pub(crate) fn new(places: &[Vec2], apart: f32) -> Self {
        let mut taken = Self { apart, places: Vec::with_capacity(places.len()) };
        taken.places.extend(places.iter().map(|&place| (square(place, apart), place)));
        taken.places.sort_unstable_by_key(|&(square, _)| square);
        taken
    }

    /// Returns whether a point is far enough from all places.
    pub(crate) fn leaves(&self, point: Vec2) -> bool {
        if self.places.is_empty() {
            return true;
        }
        let [x, y] = square(point, self.apart);
        let (low, high) = (y.saturating_sub(1), y.saturating_add(1));
        [x.saturating_sub(1), x, x.saturating_add(1)].into_iter().all(|x| {
            let first = self.places.partition_point(|&(square, _)| square < [x, low]);
            let near = self.places[first..].iter().take_while(|&&(square, _)| square <= [x, high]);
            near.map(|(_, place)| place.distance_squared(point))
                .all(|squared| squared >= self.apart * self.apart)
        })
    }
}

/// The square in which a point lies.
fn square(point: Vec2, side: f32) -> [i64; 2] {
    let squares: DVec2 = (point.as_dvec2() / f64::from(side)).floor();
    let I64Vec2 { x, y } = squares.as_i64vec2();
    [x, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_free_of_all_places_or_of_none_of_the_squares_round_it() {
        let at = |k: u32| {
            let (x, y) = (k.wrapping_mul(2_654_435_761) >> 20, k.wrapping_mul(40_503) & 0xfff);
            Vec2::new(x as f32, y as f32) / 256.0 - 8.0
        };
        let places: Vec<Vec2> = (0..300).map(at).collect();
        for apart in [0.01, 0.26, 1.0, 40.0] {
            let taken = Taken::new(&places, apart);
            let is_left = |point: Vec2| {
                places.iter().all(|place| place.distance_squared(point) >= apart * apart)
            };
            let points = (300..900).map(at).chain(places.iter().copied());
            let left = points.map(|point| {
                assert_eq!(taken.leaves(point), is_left(point), "{point} {apart}");
                u32::from(is_left(point))
            });
            assert_eq!(left.sum::<u32>() > 0, apart < 2.0, "{apart}");
        }
        assert!(Taken::new(&[], 1.0).leaves(Vec2::ZERO));
    }
}
