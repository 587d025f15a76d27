//! Makes programs small that show something: calls, units and numbers are left out as long as it is still seen.
//!
//! Delta debugging: Andreas Zeller, Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.

use super::program::{Aim, Call, OrderCall, Point, Program, UnitCall};

/// How coarse coordinates are tried, the coarsest first: steps in a metre.
const STEPS: [f32; 4] = [1.0, 2.0, 10.0, 100.0];

/// Says whether a program still shows what is looked for.
pub type Shows<'a> = dyn FnMut(&Program) -> bool + 'a;

/// Returns a program that shows the same and of which nothing can be left out, as far as `shows` has patience: it says no to whatever
/// comes after that.
pub fn shrink(program: &Program, shows: &mut Shows) -> Program {
    let mut least = program.clone();
    loop {
        let before = least.clone();
        fewer_calls(&mut least, shows);
        fewer_units(&mut least, shows);
        plainer_setup(&mut least, shows);
        plainer_calls(&mut least, shows);
        if least == before {
            return least;
        }
    }
}

/// Returns a program that ends in this tick, whatever it steps towards.
pub fn cut(program: &Program, tick: u64) -> Program {
    let mut left = u32::try_from(tick).unwrap_or(u32::MAX);
    let mut calls = Vec::new();
    for call in &program.calls {
        let (Call::Steps(ticks) | Call::Settle(ticks)) = call else {
            calls.push(call.clone());
            continue;
        };
        let ticks = left.min(*ticks);
        left -= ticks;
        calls.push(Call::Steps(ticks));
        if left == 0 {
            break;
        }
    }
    Program { setup: program.setup.clone(), calls }
}

/// Takes a candidate if it shows the same.
fn take(least: &mut Program, candidate: Program, shows: &mut Shows) -> bool {
    let is_better = candidate != *least && shows(&candidate);
    if is_better {
        *least = candidate;
    }
    is_better
}

/// Leaves out runs of calls, long ones first.
fn fewer_calls(least: &mut Program, shows: &mut Shows) {
    let mut run = least.calls.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        while at < least.calls.len() {
            let mut candidate = least.clone();
            let end = (at + run).min(candidate.calls.len());
            candidate.calls.drain(at..end);
            if !take(least, candidate, shows) {
                at += run;
            }
        }
        if run == 1 {
            return;
        }
        run = run.div_ceil(2);
    }
}

/// Leaves units out of calls that name several.
fn fewer_units(least: &mut Program, shows: &mut Shows) {
    for index in 0..least.calls.len() {
        let count = units_of(&least.calls[index]);
        let mut run = count.div_ceil(2).max(1);
        while units_of(&least.calls[index]) > 1 {
            let mut at = 0;
            while at < units_of(&least.calls[index]) {
                let mut candidate = least.clone();
                drop_units(&mut candidate.calls[index], at, run);
                if !take(least, candidate, shows) {
                    at += run;
                }
            }
            if run == 1 {
                break;
            }
            run = run.div_ceil(2);
        }
    }
}

fn units_of(call: &Call) -> usize {
    match call {
        Call::Order(order) => order.units.len(),
        Call::Join(_, units) | Call::Stop(units) | Call::Hold(units) => units.len(),
        _ => 0,
    }
}

fn drop_units(call: &mut Call, at: usize, count: usize) {
    let cut = |units: &mut Vec<u32>| {
        let end = (at + count).min(units.len());
        units.drain(at..end);
    };
    match call {
        Call::Order(order) => {
            cut(&mut order.units);
            if let Aim::Each(points) = &mut order.to {
                let end = (at + count).min(points.len());
                points.drain(at.min(end)..end);
            }
        }
        Call::Join(_, units) | Call::Stop(units) | Call::Hold(units) => cut(units),
        _ => {}
    }
}

/// Leaves out parameters, twins, radii and movement kinds.
fn plainer_setup(least: &mut Program, shows: &mut Shows) {
    for key in least.setup.parameters.clone().keys() {
        let mut candidate = least.clone();
        candidate.setup.parameters.remove(key);
        take(least, candidate, shows);
    }
    for length in [0, 1] {
        let mut candidate = least.clone();
        candidate.setup.twins.truncate(length);
        take(least, candidate, shows);
    }
    for index in (0..least.setup.radii.len()).rev() {
        let mut candidate = least.clone();
        candidate.setup.radii.remove(index);
        take(least, candidate, shows);
    }
    let mut candidate = least.clone();
    candidate.setup.kinds.clear();
    take(least, candidate, shows);
}

/// Makes calls plainer, one after the other.
fn plainer_calls(least: &mut Program, shows: &mut Shows) {
    for index in 0..least.calls.len() {
        for plainer in plainer(&least.calls[index]) {
            let mut candidate = least.clone();
            candidate.calls[index] = plainer;
            take(least, candidate, shows);
        }
        for steps in STEPS {
            let mut candidate = least.clone();
            points_of(&mut candidate.calls[index], &mut |point| {
                *point = point.map(|number| (number * steps).round() / steps);
            });
            if candidate == *least || take(least, candidate, shows) {
                break;
            }
        }
    }
}

/// Returns calls that say less than this one.
fn plainer(call: &Call) -> Vec<Call> {
    match call {
        Call::Steps(ticks) => shorter(*ticks).map(Call::Steps).to_vec(),
        Call::Unit(unit) => {
            let plain = UnitCall::new(unit.id, unit.at, unit.radius, unit.speed);
            let of_the_world = UnitCall { engine: false, ..unit.clone() };
            let plainly_fast = UnitCall { speed: 1.5, ..unit.clone() };
            [plain, of_the_world, plainly_fast].map(Call::Unit).to_vec()
        }
        Call::Order(order) => {
            let without = |index: usize| {
                let mut fewer = order.clone();
                fewer.way_points.remove(index);
                fewer
            };
            let mut all: Vec<OrderCall> = (0..order.way_points.len()).map(without).collect();
            all.push(OrderCall { range: 0.0, ..order.clone() });
            all.push(OrderCall { nearest: false, ..order.clone() });
            all.into_iter().map(Call::Order).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns lesser numbers of ticks.
fn shorter(ticks: u32) -> [u32; 3] {
    [ticks / 8, ticks / 2, ticks.saturating_sub(ticks / 5).saturating_sub(1)]
}

/// Hands on all points of a call.
fn points_of(call: &mut Call, change: &mut dyn FnMut(&mut Point)) {
    match call {
        Call::Obstacle(_, outline)
        | Call::MoveObstacle(_, outline)
        | Call::Area(_, outline, ..) => outline.iter_mut().for_each(change),
        Call::Outline(_, rings) => rings.iter_mut().flatten().for_each(change),
        Call::Link(link) => {
            change(&mut link.from);
            change(&mut link.to);
        }
        Call::Discomfort(disc) => change(&mut disc.center),
        Call::Unit(unit) => change(&mut unit.at),
        Call::MoveGoal(_, point) | Call::AppendGoal(_, point) | Call::Teleport(_, point) => {
            change(point);
        }
        Call::Order(order) => {
            order.way_points.iter_mut().for_each(&mut *change);
            match &mut order.to {
                Aim::Point(point) => change(point),
                Aim::Each(points) => points.iter_mut().for_each(change),
                Aim::Unit(_) => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::finding::FindingKind;
    use crate::soak::liveness_worlds::world_of;
    use crate::soak::program::Setup;
    use crate::soak::run::run;
    use serde_json::json;

    /// A fault that is planted: it shows as soon as unit 7 is sent east of a line while an obstacle stands.
    fn planted(program: &Program) -> bool {
        let is_sent = |call: &Call| {
            let Call::Order(order) = call else { return false };
            let Aim::Point(to) = order.to else { return false };
            to[0] > 10.0 && order.units.contains(&7)
        };
        let stands = |call: &Call| matches!(call, Call::Obstacle(..));
        let is_there = |call: &Call| matches!(call, Call::Unit(unit) if unit.id == 7);
        [is_sent as fn(&Call) -> bool, stands, is_there]
            .iter()
            .all(|holds| program.calls.iter().any(holds))
    }

    #[test]
    fn a_planted_fault_is_shown_by_a_small_program() {
        let seed = (2..4000).step_by(8).find(|&seed| world_of(seed).is_some_and(|p| planted(&p)));
        let large = world_of(seed.unwrap()).unwrap();
        let small = shrink(&large, &mut planted);
        assert!(planted(&small) && small.calls.len() == 3, "{}", small.text());
        assert!(small.setup.parameters.is_empty());
        let is_alone = |call: &Call| matches!(call, Call::Order(order) if order.units == [7]);
        assert!(small.calls.iter().any(is_alone), "{}", small.text());
    }

    #[test]
    fn a_program_is_cut_at_a_tick() {
        let setup = world_of(2).unwrap().setup;
        let calls = vec![Call::Steps(5), Call::Stop(vec![1]), Call::Settle(50), Call::Steps(3)];
        let cut = cut(&Program { setup, calls }, 12);
        assert_eq!(cut.calls, [Call::Steps(5), Call::Stop(vec![1]), Call::Steps(7)]);
    }

    #[test]
    fn a_program_that_shows_nothing_stays() {
        let large = world_of(3).unwrap();
        assert_eq!(shrink(&large, &mut |_| false), large);
    }

    #[test]
    fn a_world_that_never_ends_is_made_small() {
        // An engine's unit that is told to go nowhere: the order of its follower ends all the same, but not in a tenth of a second.
        let setup = Setup {
            size: [30.0, 20.0],
            radii: vec![0.25, 0.5],
            kinds: Vec::new(),
            parameters: [("plan_latency".to_owned(), json!(2))].into_iter().collect(),
            twins: Vec::new(),
        };
        let unit =
            |id: u32| Call::Unit(UnitCall::new(id, [2.0 + id as f32 * 2.13, 3.77], 0.25, 1.37));
        let order = OrderCall {
            id: 20,
            units: (0..6).collect(),
            to: Aim::Point([25.03, 15.08]),
            way_points: vec![[4.0, 16.0]],
            range: 0.0,
            nearest: true,
        };
        let mut calls: Vec<Call> = (0..6).map(unit).collect();
        calls.extend([Call::Order(order), Call::Settle(20)]);
        let large = Program { setup, calls };
        let mut shows = |program: &Program| {
            run(program, None).is_ok_and(|run| run.findings.has(FindingKind::Unended))
        };
        assert!(shows(&large));
        let small = shrink(&large, &mut shows);
        assert_eq!(small.calls.len(), 3, "{}", small.text());
        assert_eq!(Program::read("small", &small.text()), Ok(small));
    }
}
