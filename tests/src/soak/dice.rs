//! Random numbers as worlds need them.

use glam::{Vec2, vec2};

use crate::random::Random;

/// A generator of numbers, choices and points.
#[derive(Debug, Clone)]
pub struct Dice {
    random: Random,
}

impl Dice {
    /// Makes the dice of a seed. Seeds in a row give unlike sequences: the generator would go through neighbouring states.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(Random::new(seed).bits()) }
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub fn share(&mut self) -> f32 {
        (self.random.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// Returns a number between two others.
    pub fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.share()
    }

    /// Returns a number between two others that are above 0, as often small as large.
    pub fn scale(&mut self, least: f32, most: f32) -> f32 {
        let (from, to) = (f64::from(least).ln(), f64::from(most).ln());
        (from + (to - from) * f64::from(self.share())).exp() as f32
    }

    /// Returns a whole number below an end.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    /// Returns a whole number between two others, both included.
    pub fn whole(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Whether something happens that has this chance, 0 to 1.
    pub fn is(&mut self, chance: f32) -> bool {
        self.share() < chance
    }

    /// Returns one of some things, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns a point of a rectangle from (0, 0) to `size`, so far from its border.
    pub fn point(&mut self, size: Vec2, margin: f32) -> Vec2 {
        let (x, y) = (self.between(margin, size.x - margin), self.between(margin, size.y - margin));
        vec2(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_where_they_should() {
        let mut dice = Dice::new(7);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&dice.share()));
            assert!((2.0..=3.0).contains(&dice.between(2.0, 3.0)));
            assert!((0.1..=10.01).contains(&dice.scale(0.1, 10.0)));
            assert!((3..=5).contains(&dice.whole(3, 5)));
        }
        let small = (0..1000).filter(|_| dice.scale(0.1, 10.0) < 1.0).count();
        assert!((400..600).contains(&small), "{small}");
    }
}
