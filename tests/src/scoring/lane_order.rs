//! How well two opposed directions keep to lanes of their own in a corridor along x.
//!
//! `Φ = mean over units of ((s − o) / (s + o))²`, where `s` and `o` count the other units of the same
//! and of the opposite direction less than a diameter to the side, however far ahead or behind; units
//! without such neighbours are left out.

use glam::Vec2;

use crate::scorecard::mean;

/// A unit on its way through the corridor.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// Metres.
    pub position: Vec2,
    /// Metres.
    pub radius: f32,
    /// Whether it goes east.
    pub east: bool,
}

/// The order of lanes over a run.
#[derive(Debug, Clone)]
pub struct LaneOrder {
    min: Vec2,
    max: Vec2,
    samples: Vec<f64>,
}

impl LaneOrder {
    /// Nothing has been seen yet in an area of `[min x, min y, max x, max y]`.
    pub fn new([x0, y0, x1, y1]: [f32; 4]) -> Self {
        Self { min: Vec2::new(x0, y0), max: Vec2::new(x1, y1), samples: Vec::new() }
    }

    /// Looks at the units once; nothing is noted unless both directions are in the area.
    pub fn observe(&mut self, walkers: &[Walker]) {
        let inside = |walker: &Walker| {
            walker.position.cmpge(self.min).all() && walker.position.cmple(self.max).all()
        };
        let here: Vec<Walker> = walkers.iter().copied().filter(inside).collect();
        let east = here.iter().filter(|walker| walker.east).count();
        if east > 0 && east < here.len() {
            let orders: Vec<f64> = (0..here.len()).filter_map(|unit| order(&here, unit)).collect();
            self.samples.extend(mean(&orders));
        }
    }

    /// The mean over all looks.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.samples)
    }

    /// The mean over the last third of them.
    pub fn late(&self) -> Option<f64> {
        mean(&self.samples[self.samples.len() * 2 / 3..])
    }
}

fn order(walkers: &[Walker], unit: usize) -> Option<f64> {
    let one = &walkers[unit];
    let beside =
        |other: &&Walker| (other.position.y - one.position.y).abs() < one.radius + other.radius;
    let others = walkers.iter().enumerate().filter(|&(index, _)| index != unit);
    let (mut same, mut opposite) = (0.0, 0.0);
    for other in others.map(|(_, other)| other).filter(beside) {
        *if other.east == one.east { &mut same } else { &mut opposite } += 1.0;
    }
    let sum: f64 = same + opposite;
    (sum > 0.0).then(|| ((same - opposite) / sum).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(east_rows: &[f32], west_rows: &[f32]) -> Option<f64> {
        let mut order = LaneOrder::new([0.0, 0.0, 10.0, 3.0]);
        let row = |&y: &f32, east| {
            (0..4_u8).map(move |k| {
                let position = Vec2::new(f32::from(k) + 1.0, y);
                Walker { position, radius: 0.2, east }
            })
        };
        let walkers: Vec<Walker> = east_rows
            .iter()
            .flat_map(|y| row(y, true))
            .chain(west_rows.iter().flat_map(|y| row(y, false)))
            .collect();
        order.observe(&walkers);
        order.late()
    }

    #[test]
    fn lanes_are_order_and_a_mixture_is_none() {
        assert_eq!(late(&[0.5, 1.0], &[2.0]), Some(1.0));
        // Each has three of its own and four opponents beside it.
        let mixed = late(&[1.0], &[1.1]).unwrap();
        assert!((mixed - 1.0 / 49.0).abs() < 1e-9, "{mixed}");
        assert_eq!(late(&[1.0], &[]), None, "one direction only");
    }
}
