//! What the steps cost, all of them.

use super::problem::Problem;
use super::speed::Speeds;
use crate::lattice::direction::Direction;
use crate::potential::step_costs::StepCosts;

/// Writes what each cell's four steps cost, in metres of free travel.
pub(super) fn fill(costs: &mut StepCosts, problem: &Problem<'_>, speeds: &Speeds<'_>) {
    if speeds.is_plain() {
        fill_plain(costs, problem, speeds);
    } else {
        fill_general(costs, problem, speeds);
    }
}

/// Free steps all over, but for those into cells where the crowd is felt.
fn fill_plain(costs: &mut StepCosts, problem: &Problem<'_>, speeds: &Speeds<'_>) {
    let (steps, frame) = (problem.steps, problem.steps.frame());
    costs.begin(steps, speeds.free_cost());
    for cell in 0..frame.cell_count() {
        let Some(into) = speeds.costs_into(cell) else { continue };
        for direction in Direction::ALL {
            if steps.step_is_open(cell, direction.opposite()) {
                let from = frame.toward(cell, direction.opposite());
                costs.set(from, direction, into[direction.index()]);
            }
        }
    }
}

fn fill_general(costs: &mut StepCosts, problem: &Problem<'_>, speeds: &Speeds<'_>) {
    costs.begin(problem.steps, f32::INFINITY);
    for cell in 0..problem.steps.frame().cell_count() {
        for direction in Direction::ALL {
            if problem.steps.step_is_open(cell, direction) {
                costs.set(cell, direction, speeds.cost(cell, direction));
            }
        }
    }
    costs.mark_plain();
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2, Vec2};

    use super::*;
    use crate::continuum::crowd::{Crowd, CrowdOptions, Disc, Prediction};
    use crate::continuum::parameters::{CostParameters, SlopeSpeeds};
    use crate::lattice::frame::Frame;
    use crate::lattice::steps::Steps;
    use crate::lattice::terrain::Terrain;

    /// Three cells in a row; in the middle one the density and velocity given.
    fn crowd(density: f32, velocity: Vec2) -> Crowd {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(3, 1), 0.5).unwrap();
        let mut crowd = Crowd::new(frame);
        for left in (0..3).map(|disc| density - disc as f32).filter(|&left| left > 0.0) {
            // Too small to be felt in the other cells, and off the centre by what is too much.
            let position = Vec2::new(0.75, 0.25 + 0.5 * (1.0 - left).max(0.0));
            crowd.add(Disc { position, velocity, influence: 0.5 }).unwrap();
        }
        assert!((crowd.density(1) - density).abs() < 1e-6);
        crowd
    }

    fn problem<'a>(
        steps: &'a Steps,
        crowd: &'a Crowd,
        parameters: &'a CostParameters,
    ) -> Problem<'a> {
        let (terrain, goals, sampled) = (None, &[][..], None);
        Problem { steps, terrain, crowd, free_speed: 2.0, parameters, goals, sampled }
    }

    fn costs(problem: &Problem<'_>) -> StepCosts {
        let mut costs = StepCosts::closed(Frame::default());
        fill(&mut costs, problem, &Speeds::new(problem));
        costs
    }

    fn close(cost: f32, expected: f32) -> bool {
        (cost - expected).abs() < 1e-5
    }

    fn speed(density: f32, velocity: Vec2, parameters: &CostParameters) -> f32 {
        let crowd = crowd(density, velocity);
        let steps = Steps::open(*crowd.frame());
        Speeds::new(&problem(&steps, &crowd, parameters)).of_step(0, Direction::East)
    }

    #[test]
    fn speed_goes_from_free_to_the_flow_of_the_crowd() {
        let table = [
            (0.0, Vec2::ZERO, 1.0),
            (0.59, Vec2::ZERO, 1.0),
            (1.1, Vec2::ZERO, 0.5),
            (1.1, Vec2::X, 0.75),
            (1.1, Vec2::NEG_X, 0.5),
            (2.5, Vec2::X, 0.5),
            (2.5, Vec2::new(3.0, 5.0), 1.0),
            (2.5, Vec2::new(0.1, 5.0), 0.1),
            (2.5, Vec2::NEG_X, 0.1),
            (1.6001, Vec2::ZERO, 0.1),
        ];
        for (density, velocity, expected) in table {
            let speed = speed(density, velocity, &CostParameters::default());
            assert!((speed - expected).abs() < 1e-5, "{density} {velocity}: {speed}");
        }
    }

    #[test]
    fn among_companions_one_queues() {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(3, 1), 0.5).unwrap();
        let position = frame.center(UVec2::new(1, 0));
        let disc = Disc { position, velocity: Vec2::ZERO, influence: 0.5 };
        let (steps, parameters) = (Steps::open(frame), &CostParameters::default());
        // The floors are 0.5 among companions and 0.1 among others.
        for (companions, expected) in [(4, 0.5), (2, 0.3), (0, 0.1)] {
            let mut crowd = Crowd::new(frame);
            for index in 0..4 {
                let companion = index < companions;
                if companion { crowd.add_companion(disc) } else { crowd.add(disc) }.unwrap();
            }
            let problem = problem(&steps, &crowd, parameters);
            let speed = Speeds::new(&problem).of_step(0, Direction::East);
            assert!((speed - expected).abs() < 1e-6, "{companions} of 4: {speed}");
            let cost = 0.5 * (0.1 + 0.9 / expected);
            assert!(close(costs(&problem).of(0)[0], cost), "{companions} of 4");
        }
    }

    #[test]
    fn strangers_who_do_not_come_the_other_way_will_be_gone() {
        let parameters = &CostParameters { patience: 0.5, ..CostParameters::default() };
        // Between the floors 0.1 and 0.5 by the share that counts as companions; those who cross are gone at once.
        let east = |velocity: Vec2| speed(2.5, velocity, parameters);
        for (velocity, expected) in [
            (Vec2::ZERO, 0.3),
            (2.0 * Vec2::Y, 0.95),
            (Vec2::NEG_Y, 0.85),
            (0.4 * Vec2::Y, 0.34),
            (2.0 * Vec2::NEG_X, 0.1),
            (Vec2::NEG_X, 0.2),
            (2.0 * Vec2::X, 1.0),
        ] {
            let speed = east(velocity);
            assert!((speed - expected).abs() < 1e-5, "{velocity}: {speed}");
        }
    }

    #[test]
    fn those_who_are_held_will_not_be_gone() {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(3, 1), 0.5).unwrap();
        let position = frame.center(UVec2::new(1, 0));
        let disc = Disc { position, velocity: Vec2::ZERO, influence: 0.5 };
        let parameters = &CostParameters { patience: 0.5, ..CostParameters::default() };
        let steps = Steps::open(frame);
        for (held, expected) in [(0, 0.3), (2, 0.2), (4, 0.1)] {
            let mut crowd = Crowd::new(frame);
            for index in 0..4 {
                if index < held { crowd.add_held(disc) } else { crowd.add(disc) }.unwrap();
            }
            let speed =
                Speeds::new(&problem(&steps, &crowd, parameters)).of_step(0, Direction::East);
            assert!((speed - expected).abs() < 1e-6, "{held} of 4: {speed}");
        }
    }

    #[test]
    fn equal_densities_make_a_step_instead_of_a_ramp() {
        let parameters =
            &CostParameters { density_min: 1.0, density_max: 1.0, ..CostParameters::default() };
        for (density, expected) in [(1.0, 1.0), (1.001, 0.1)] {
            assert_eq!(speed(density, Vec2::ZERO, parameters), expected);
        }
    }

    #[test]
    fn a_step_costs_its_own_direction_and_closed_ones_are_infinite() {
        let crowd = crowd(3.0, Vec2::new(0.4, 0.0));
        let mut steps = Steps::open(*crowd.frame());
        let parameters = &CostParameters::default();
        let open = costs(&problem(&steps, &crowd, parameters));
        // cell size × (α + β / f), f = 0.2 with the crowd and the floor 0.1 against it.
        assert!(close(open.of(0)[0], 0.5 * 4.6) && close(open.of(2)[2], 0.5 * 9.1), "{open:?}");
        assert_eq!((open.of(1)[0], open.of(1)[2]), (0.5, 0.5));
        assert!((0..3).all(|cell| open.of(cell)[1] == f32::INFINITY));
        assert_eq!(open.range(), (0.5, open.of(2)[2]));
        steps.set_step(0, Direction::East, false).unwrap();
        let closed = costs(&problem(&steps, &crowd, parameters));
        assert_eq!((closed.of(0), closed.of(1)[2]), ([f32::INFINITY; 4], f32::INFINITY));
    }

    #[test]
    fn terrain_adds_its_cost_its_slope_and_its_discomfort() {
        let crowd = crowd(0.0, Vec2::ZERO);
        let steps = Steps::open(*crowd.frame());
        let slope = SlopeSpeeds { gentlest: -0.5, steepest: 0.5, fastest: 1.5, slowest: 0.5 };
        let parameters =
            &CostParameters { discomfort_weight: 2.0, slope, ..CostParameters::default() };
        let mut terrain = Terrain::new(*crowd.frame());
        let plain = problem(&steps, &crowd, parameters);
        let with = |terrain: &Terrain| costs(&Problem { terrain: Some(terrain), ..plain });
        assert_eq!(with(&terrain), costs(&plain), "plain terrain is none");
        terrain.set_cost(0, 3.0).unwrap();
        assert_eq!((with(&terrain).of(0)[0], with(&terrain).of(1)[2]), (1.5, 0.5));
        // Up 0.125 m on half a metre: a slope of 1/4, a speed of 3/4; down at 5/4.
        terrain.set_height(1, 0.125).unwrap();
        assert!(close(with(&terrain).of(0)[0], 1.5 * (0.1 + 0.9 / 0.75)));
        assert!(close(with(&terrain).of(1)[2], 0.5 * (0.1 + 0.9 / 1.25)));
        terrain.set_discomfort(2, 0.5).unwrap();
        assert!(close(with(&terrain).of(1)[0], 0.5 * (0.1 + (0.9 + 2.0 * 0.5) / 1.25)));
    }

    #[test]
    fn the_crowd_is_seen_from_afar_but_not_through_walls() {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(6, 1), 0.5).unwrap();
        let mut crowd = Crowd::new(frame);
        for _ in 0..3 {
            let position = frame.center(UVec2::new(3, 0));
            crowd.add(Disc { position, velocity: Vec2::ZERO, influence: 0.5 }).unwrap();
        }
        let mut steps = Steps::open(frame);
        let parameters = &CostParameters { look_ahead: 1.0, ..CostParameters::default() };
        let east = |steps: &Steps| -> Vec<bool> {
            let costs = costs(&problem(steps, &crowd, parameters));
            (0..5)
                .map(|cell| costs.of(cell)[0] > 0.5 && costs.of(cell)[0] < f32::INFINITY)
                .collect()
        };
        assert_eq!(east(&steps), [false, true, false, false, false], "two cells ahead");
        steps.set_step(3, Direction::East, false).unwrap();
        assert_eq!(east(&steps), [false, true, true, false, false], "as far as one can walk");
        steps.set_step(2, Direction::East, false).unwrap();
        assert_eq!(east(&steps), [false; 5]);
    }

    #[test]
    fn one_steps_reluctantly_where_somebody_will_be() {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(3, 1), 0.5).unwrap();
        let prediction = Prediction { seconds: 1.0, steps: 1, amount: 0.5 };
        let options = CrowdOptions { prediction: Some(prediction), ..CrowdOptions::default() };
        let mut crowd = Crowd::with_options(frame, options).unwrap();
        let position = frame.center(UVec2::ZERO);
        crowd.add(Disc { position, velocity: 0.5 * Vec2::X, influence: 0.4 }).unwrap();
        let steps = Steps::open(frame);
        let costs = costs(&problem(&steps, &crowd, &CostParameters::default()));
        assert!(close(costs.of(2)[2], 0.5 * 1.5), "{costs:?}");
        assert_eq!(costs.of(1)[0], 0.5);
    }
}
