//! The flow through a line, such as a door.

use glam::Vec2;

/// When each unit first crossed a line, either way.
#[derive(Debug, Clone)]
pub struct Crossings {
    ends: [Vec2; 2],
    /// Ticks, with the part of the tick in which the line was crossed.
    first: Vec<Option<f64>>,
}

impl Crossings {
    /// Nobody of `units` has crossed the line yet.
    pub fn new([x0, y0, x1, y1]: [f32; 4], units: usize) -> Self {
        Self { ends: [Vec2::new(x0, y0), Vec2::new(x1, y1)], first: vec![None; units] }
    }

    /// Follows a unit through a tick, which is the `tick`-th (from 1).
    pub fn observe(&mut self, unit: usize, tick: u32, (before, now): (Vec2, Vec2)) {
        if self.first[unit].is_none() {
            let share = share_until(self.ends, before, now);
            self.first[unit] = share.map(|share| f64::from(tick - 1) + f64::from(share));
        }
    }

    /// How many units have crossed the line.
    pub fn crossed(&self) -> usize {
        self.first.iter().flatten().count()
    }

    /// Crossings per metre and tick from the first tenth of some units to the last tenth; none if
    /// one of them has not crossed.
    pub fn flow(&self, units: impl IntoIterator<Item = usize>) -> Option<f64> {
        let mut times: Vec<f64> =
            units.into_iter().map(|unit| self.first[unit]).collect::<Option<_>>()?;
        times.sort_by(f64::total_cmp);
        let (from, to) = (times.len() / 10, times.len() * 9 / 10);
        let seconds = times.get(to)? - times.get(from)?;
        let length = f64::from(self.ends[0].distance(self.ends[1]));
        (seconds > 0.0).then(|| (to - from) as f64 / seconds / length)
    }
}

/// The share of a step after which it crosses a line, if it does.
fn share_until([a, b]: [Vec2; 2], before: Vec2, now: Vec2) -> Option<f32> {
    let side = |point: Vec2| (b - a).perp_dot(point - a);
    let (from, to) = (side(before), side(now));
    if (from < 0.0) == (to < 0.0) {
        return None;
    }
    let share = from / (from - to);
    let along = (before.lerp(now, share) - a).dot(b - a) / (b - a).length_squared();
    (0.0..=1.0).contains(&along).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_stream_has_its_flow() {
        // A unit every 4 ticks through a line of 2 m.
        let mut crossings = Crossings::new([5.0, 0.0, 5.0, 2.0], 20);
        for tick in 1..=200 {
            for unit in 0..20_u8 {
                let at =
                    |tick: u32| Vec2::new(tick as f32 * 0.1 - f32::from(unit) * 0.4 + 0.03, 1.0);
                crossings.observe(unit.into(), tick, (at(tick - 1), at(tick)));
            }
        }
        let flow = crossings.flow(0..20).unwrap();
        assert!((flow - 1.0 / 8.0).abs() < 1e-4, "{flow}");
    }

    #[test]
    fn who_passes_beside_the_line_has_not_crossed_it() {
        let mut crossings = Crossings::new([5.0, 0.0, 5.0, 2.0], 2);
        crossings.observe(0, 1, (Vec2::new(4.0, 3.0), Vec2::new(6.0, 3.0)));
        crossings.observe(1, 1, (Vec2::new(6.0, 1.0), Vec2::new(4.0, 1.0)));
        assert_eq!(crossings.first, [None, Some(0.5)]);
        assert_eq!(crossings.flow([0, 1]), None);
    }
}
