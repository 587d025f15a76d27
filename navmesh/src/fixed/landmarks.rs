//! The distances of corners from landmarks, in 16 bits each.

use crate::tolerances::LANDMARK_STEPS;

/// How many landmarks there are.
pub(crate) const LANDMARKS: usize = 16;

/// Distances of a place from all landmarks, in whole steps: less than a step is cut off.
pub(crate) type LandmarkSteps = [u16; LANDMARKS];

/// For each corner its distances from the landmarks; 0 for those that no way joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landmarks {
    /// Metres.
    step: f32,
    of_corners: Vec<LandmarkSteps>,
}

impl Landmarks {
    /// These distances, in metres.
    pub(crate) fn new(lengths: &[[f32; LANDMARKS]]) -> Self {
        let farthest = lengths.iter().flatten().fold(0.0f32, |most, &length| most.max(length));
        let step = farthest / u16::MAX as f32;
        let mut landmarks = Self { step, of_corners: Vec::new() };
        landmarks.of_corners = lengths.iter().map(|lengths| landmarks.steps(lengths)).collect();
        landmarks
    }

    /// Distances in metres as whole steps.
    fn steps(&self, lengths: &[f32; LANDMARKS]) -> LandmarkSteps {
        // Casts cut off, and end at the ends of the range; with a step of 0 at one of them.
        lengths.map(|length| (length / self.step) as u16)
    }

    /// The distances of a place from which some corners are seen, each so many metres away.
    pub(crate) fn of_place(&self, seen: impl Iterator<Item = (u32, f32)>) -> LandmarkSteps {
        let mut least = [f32::INFINITY; LANDMARKS];
        for (corner, length) in seen {
            for (least, &steps) in least.iter_mut().zip(&self.of_corners[corner as usize]) {
                *least = least.min(steps as f32 * self.step + length);
            }
        }
        self.steps(&least)
    }

    /// No more than the way between a corner and a place; metres.
    pub(crate) fn least_way(&self, corner: u32, place: &LandmarkSteps) -> f64 {
        let of_corner = &self.of_corners[corner as usize];
        let most = of_corner.iter().zip(place).fold(0, |most, (p, &q)| most.max(p.abs_diff(q)));
        ((most as f32 - LANDMARK_STEPS) * self.step) as f64
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.of_corners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_never_less_than_what_landmarks_tell() {
        // Corners and a place on a line, the landmarks on it, too: what they tell is nearly all of the way.
        let landmark = |k: usize| k as f32 * 91.7;
        let of = |at: f32| std::array::from_fn(|k| (at - landmark(k)).abs());
        let corners: Vec<f32> = (0..1000).map(|k| k as f32 * 1.373).collect();
        let lengths: Vec<[f32; LANDMARKS]> = corners.iter().map(|&at| of(at)).collect();
        let landmarks = Landmarks::new(&lengths);
        let seen = |place: f32| {
            let near = (0..1000).zip(&corners).map(move |(k, at)| (k, (at - place).abs()));
            near.filter(|near| near.1 < 10.0)
        };
        for place in [0.0, 3.3, 517.77, 1371.0, 1380.0] {
            let steps = landmarks.of_place(seen(place));
            for (corner, at) in (0..).zip(&corners) {
                let (way, told) = ((at - place).abs() as f64, landmarks.least_way(corner, &steps));
                assert!(told <= way && told > way - 10.1, "{told} of {way}");
            }
        }
    }

    #[test]
    fn corners_in_one_place_tell_nothing() {
        let landmarks = Landmarks::new(&[[0.0; LANDMARKS]; 2]);
        let steps = landmarks.of_place([(0, 4.0)].into_iter());
        assert!(landmarks.least_way(1, &steps) <= 4.0);
    }
}
