//! Which of many numbered things were met already: in less time than by sorting them.

/// Marks on numbers. All are taken away at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// For each number the round in which it was met last.
    rounds: Vec<u32>,
    round: u32,
}

impl Marks {
    /// Takes all marks away, and makes room for numbers below a count.
    pub(crate) fn clear(&mut self, count: usize) {
        if self.round == u32::MAX {
            (self.rounds, self.round) = (Vec::new(), 0);
        }
        self.round += 1;
        self.rounds.resize(count.max(self.rounds.len()), 0);
    }

    /// Marks a number; whether it was not before. Numbers beyond the count are none.
    pub(crate) fn is_new(&mut self, number: u32) -> bool {
        let Some(last) = self.rounds.get_mut(number as usize) else { return false };
        std::mem::replace(last, self.round) != self.round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_new_once_in_each_round() {
        let mut marks = Marks::default();
        for round in [0, 7, u32::MAX - 1, u32::MAX] {
            marks.round = round;
            for _ in 0..3 {
                marks.clear(3);
                assert_eq!(
                    [0, 2, 0, 3, u32::MAX].map(|n| marks.is_new(n)),
                    [true, true, false, false, false]
                );
            }
        }
    }
}
