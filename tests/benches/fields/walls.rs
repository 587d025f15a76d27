//! Mazes, and goals that can be stood on.

use flowfield::{Goal, Steps};
use glam::UVec2;
use headless::command::bench::BenchResult;
use headless::random::Random;
use headless::scenes::maze::Maze;

use super::ground::frame;

/// Corridors three cells wide between walls of one, with exactly one way between any two.
pub(crate) fn maze(n: u32, seed: u64) -> BenchResult<Steps> {
    let frame = frame(n)?;
    let mut steps = Steps::open(frame);
    for wall in Maze::new((n / 4) as usize, seed).walls(4.0, 1.0) {
        let [left, low, right, high] = wall.map(|edge| (edge + 0.5) as u32);
        for (x, y) in (low..high.min(n)).flat_map(|y| (left..right.min(n)).map(move |x| (x, y))) {
            steps.set_open(frame.index_of(UVec2::new(x, y)), false)?;
        }
    }
    Ok(steps)
}

/// An open cell somewhere.
pub(crate) fn goal(steps: &Steps, random: &mut Random) -> Goal {
    loop {
        let index = random.below(steps.frame().cell_count());
        if steps.is_open(index) {
            return Goal { cell: steps.frame().cell_at_index(index), start: 0.0 };
        }
    }
}
