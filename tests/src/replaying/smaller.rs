//! Leaves out of a recording what its fault does not need.
//!
//! Delta debugging: Andreas Zeller, Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.

use std::io::Write;

use hybrid::RecordingError;

use super::fault::Fault;
use super::script::{CallScript, Part};

/// A script that still shows its fault.
#[derive(Debug, Clone)]
pub struct Smaller {
    /// What is kept, in order.
    pub parts: Vec<Part>,
    /// Steps until the fault shows.
    pub steps: u64,
    /// How often it was run.
    pub runs: u32,
}

/// How much later than in all of it the fault may show in what is left: as a multiple of the steps.
const LATER: u64 = 2;

/// Leaves out parts, many at once first, as long as the fault shows, until none can be left out or it was run so often; `progress`
/// hears of each run. `None` if the fault does not show in all of it.
///
/// What shows a fault first may need more than what shows it a little later: of forty units that jam before a gate, eight are needed, and
/// of two in a doorway that get stuck after them, two. So it looks for what shows it ever earlier, and then for what may show it later, and
/// returns the one that has fewer parts.
pub fn smaller(
    script: &CallScript,
    fault: Fault,
    most_runs: u32,
    progress: &mut dyn FnMut(&Smaller),
) -> Option<Smaller> {
    let parts = script.parts();
    let steps = fault.shows(script, &parts, script.steps)?;
    let all = Smaller { parts, steps, runs: 1 };
    let mut search = Search { script, fault, most_runs, progress };
    let early = search.least(all.clone(), |least| least.steps);
    let later = steps.saturating_mul(LATER).min(script.steps);
    let late = search.least(Smaller { runs: early.runs, ..all }, |_| later);
    let runs = late.runs;
    let is_late = late.parts.len() < early.parts.len();
    Some(Smaller { runs, ..if is_late { late } else { early } })
}

/// What a search goes by.
struct Search<'a> {
    script: &'a CallScript,
    fault: Fault,
    most_runs: u32,
    progress: &'a mut dyn FnMut(&Smaller),
}

impl Search<'_> {
    /// Leaves out parts as long as the fault shows within `limit` steps.
    fn least(&mut self, mut least: Smaller, limit: impl Fn(&Smaller) -> u64) -> Smaller {
        let mut size = least.parts.len().div_ceil(2).max(1);
        loop {
            let before = least.parts.len();
            let mut at = 0;
            while at < least.parts.len() && least.runs < self.most_runs {
                let end = (at + size).min(least.parts.len());
                let kept = [&least.parts[..at], &least.parts[end..]].concat();
                least.runs += 1;
                match self.fault.shows(self.script, &kept, limit(&least)) {
                    Some(steps) => (least.parts, least.steps) = (kept, steps),
                    None => at = end,
                }
                (self.progress)(&least);
            }
            let is_least = size == 1 && least.parts.len() == before;
            if is_least || least.runs >= self.most_runs {
                return least;
            }
            if least.parts.len() == before || size > least.parts.len() {
                size = size.min(least.parts.len()).div_ceil(2).max(1);
            }
        }
    }
}

/// Records what is left.
///
/// # Errors
/// The world cannot be loaded, or the recording not be written.
pub fn write(
    script: &CallScript,
    smaller: &Smaller,
    sink: impl Write + Send + Sync + 'static,
) -> Result<(), RecordingError> {
    let mut world = script.world(&smaller.parts)?;
    world.start_recording(sink)?;
    // A panic at its end: what is written until then shows it.
    let run = || script.run(&mut world, &smaller.parts, smaller.steps, &mut |_| false);
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_ok() {
        world.stop_recording()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use glam::{Vec2, vec2};
    use hybrid::navmesh::Bounds;
    use hybrid::{Goal, Recording, UnitDefinition, World, WorldDefinition};

    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn rectangle(low: Vec2, high: Vec2) -> [Vec2; 4] {
        [low, vec2(high.x, low.y), high, vec2(low.x, high.y)]
    }

    /// Two units lose their way: one is walled in by four walls after 5 steps, and an obstacle covers the goal of the other one after
    /// 8 steps.
    fn two_ways_lost() -> Recording {
        let bounds = Bounds::new(Vec2::ZERO, vec2(40.0, 20.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4])).unwrap();
        let sink = Sink::default();
        world.start_recording(sink.clone()).unwrap();
        let mut send = |from: Vec2, to: Vec2| {
            let unit = world.add_unit(&UnitDefinition::new(from, 0.4, 1.0)).unwrap();
            world.order(&[unit], &Goal::Point(to)).unwrap();
        };
        send(vec2(5.0, 5.0), vec2(35.0, 5.0));
        send(vec2(5.0, 15.0), vec2(35.0, 15.0));
        for step in 0..20 {
            if step == 5 {
                for (low, high) in [
                    (vec2(2.0, 2.0), vec2(9.0, 2.5)),
                    (vec2(2.0, 7.5), vec2(9.0, 8.0)),
                    (vec2(2.0, 2.5), vec2(2.5, 7.5)),
                    (vec2(8.5, 2.5), vec2(9.0, 7.5)),
                ] {
                    world.add_obstacle(&rectangle(low, high)).unwrap();
                }
            }
            if step == 8 {
                world.add_obstacle(&rectangle(vec2(33.0, 13.0), vec2(37.0, 17.0))).unwrap();
            }
            world.step(0.1).unwrap();
        }
        world.stop_recording().unwrap();
        let bytes = sink.0.lock().unwrap().clone();
        Recording::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn what_needs_fewer_calls_is_found_though_it_shows_later() {
        let script = CallScript::new(&two_ways_lost()).unwrap();
        let least = smaller(&script, Fault::PathLost(0), 500, &mut |_| {}).unwrap();
        let all = script.parts();
        // The other unit, its order, and the obstacle on its goal.
        assert_eq!(least.parts, [all[2], all[3], all[8]], "{least:?}");
        assert!(least.steps > 8 && least.steps <= 10, "{least:?}");
    }
}
