//! Which unit of a formation gets which place: so that the ways of units that could have each other's places do not cross.

use glam::Vec2;

/// So many pairs are looked at, about, at most: more take longer than a step may.
const MOST_PAIRS: usize = 40_000_000;

/// Metres, squared: a swap that gains less is none.
const LEAST_GAIN: f32 = 1e-4;

/// Returns the place of each of some units, for as many places: no two units could swap theirs so that the sum of the squared
/// distances is less. With more than about 2 000 units some pairs may be left that could.
pub(crate) fn matched(units: &[Vec2], places: &[Vec2]) -> Vec<usize> {
    let count = units.len().min(places.len());
    let mut place_of = vec![0; count];
    let (mut of_units, mut of_places): (Vec<usize>, Vec<usize>) =
        ((0..count).collect(), (0..count).collect());
    part(units, places, &mut of_units, &mut of_places, &mut place_of);
    let mut looked = 0;
    loop {
        let mut is_better = false;
        for one in 0..count {
            for other in 0..one {
                let gain = (units[one] - units[other])
                    .dot(places[place_of[other]] - places[place_of[one]]);
                if gain > LEAST_GAIN {
                    place_of.swap(one, other);
                    is_better = true;
                }
            }
        }
        looked += count * count / 2;
        if !is_better || looked >= MOST_PAIRS {
            return place_of;
        }
    }
}

/// Parts units and places alike, along the greater side of the places, until one is left of each.
fn part(
    units: &[Vec2],
    places: &[Vec2],
    of_units: &mut [usize],
    of_places: &mut [usize],
    place_of: &mut [usize],
) {
    if let ([unit], [place]) = (&*of_units, &*of_places) {
        place_of[*unit] = *place;
        return;
    }
    if of_units.is_empty() {
        return;
    }
    let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for &place in &*of_places {
        (least, most) = (least.min(places[place]), most.max(places[place]));
    }
    let axis = if (most - least).x >= (most - least).y { Vec2::X } else { Vec2::Y };
    let order = |points: &[Vec2], one: usize, other: usize| {
        let along = |index: usize| (points[index].dot(axis), points[index].dot(axis.perp()));
        let (a, b) = (along(one), along(other));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(one.cmp(&other))
    };
    of_units.sort_unstable_by(|&one, &other| order(units, one, other));
    of_places.sort_unstable_by(|&one, &other| order(places, one, other));
    let half = of_units.len() / 2;
    let ((first, second), (near, far)) =
        (of_units.split_at_mut(half), of_places.split_at_mut(half));
    part(units, places, first, near, place_of);
    part(units, places, second, far, place_of);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_swap_makes_ways_shorter() {
        let at = |k: u32| {
            let (x, y) = (k.wrapping_mul(2_654_435_761) >> 20, k.wrapping_mul(40_503) & 0xfff);
            Vec2::new(x as f32, y as f32) / 128.0
        };
        let units: Vec<Vec2> = (0..400).map(at).collect();
        let places: Vec<Vec2> =
            (0..400).map(|k| Vec2::new(100.0 + (k % 20) as f32, (k / 20) as f32)).collect();
        let place_of = matched(&units, &places);
        let mut all = place_of.clone();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..400));
        let squared = |unit: usize, of: usize| units[unit].distance_squared(places[place_of[of]]);
        for one in 0..400 {
            for other in 0..one {
                let (now, then) = (
                    squared(one, one) + squared(other, other),
                    squared(one, other) + squared(other, one),
                );
                assert!(now <= then + 0.01, "{one} {other}: {now} {then}");
            }
        }
        assert!(matched(&[], &[]).is_empty());
    }
}
