//! Groups of units.

use flowfield::Disc;
use glam::Vec2;
use headless::random::Random;

use super::ground::CELL;

/// Metres; one cell fits 1.25 times into it.
pub(crate) const RADIUS: f32 = 0.4;
/// Metres a second.
pub(crate) const SPEED: f32 = 1.4;

/// A number from 0 to 1.
pub(crate) fn share(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Units in groups of about a hundred, packed side by side, each group on its own way.
pub(crate) fn discs(n: u32, units: usize, random: &mut Random) -> Vec<Disc> {
    const GROUP: usize = 100;
    let side = n as f32 * CELL;
    let mut discs = Vec::with_capacity(units);
    while discs.len() < units {
        let corner = Vec2::new(share(random), share(random)) * (side - 9.0);
        let heading = Vec2::new(share(random) - 0.5, share(random) - 0.5).normalize_or(Vec2::X);
        for k in 0..GROUP.min(units - discs.len()) {
            let place = Vec2::new((k % 10) as f32, (k / 10) as f32) * 2.2 * RADIUS;
            let jitter = Vec2::new(share(random), share(random)) * 0.2 * RADIUS;
            let velocity = heading * SPEED * share(random);
            discs.push(Disc {
                position: corner + place + jitter,
                velocity,
                influence: 3.0 * RADIUS,
            });
        }
    }
    discs
}
