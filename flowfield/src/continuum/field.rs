//! The flow field of a group: potential and velocity, solved and sampled.

use std::ops::{Add, Mul};

use glam::{IVec2, UVec2, Vec2};

use super::cost;
use super::problem::{Problem, SolveError, Toll};
use super::speed::Speeds;
use super::velocity;
use crate::lattice::bilinear;
use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::lattice::steps::Steps;
use crate::potential::solution::Potential;
use crate::potential::step_costs::StepCosts;
use crate::tolerances::MOST_TOLL;

/// The way to a goal from every cell of a frame, through a crowd.
///
/// Made to be solved again and again: it owns all buffers, and a solve allocates only if its grid, its
/// lists or the front of its potential is larger than any before. Walls, terrain and crowd may change
/// between solves: each begins anew. Before the first solve nothing is reached.
#[derive(Clone, Debug)]
pub struct FlowField {
    costs: StepCosts,
    potential: Potential,
    velocity: Grid<Vec2>,
    wanted: Vec<u32>,
}

impl Default for FlowField {
    fn default() -> Self {
        Self::new(Frame::default())
    }
}

impl FlowField {
    /// A field on `frame` in which no cell is reached.
    pub fn new(frame: Frame) -> Self {
        Self {
            costs: StepCosts::closed(frame),
            potential: Potential::new(frame.size),
            velocity: Grid::new(frame.size, Vec2::ZERO),
            wanted: Vec::new(),
        }
    }

    /// A field that was solved before, from what sampling needs of it: where one could walk, the potential (infinite where
    /// no goal could be reached) and the velocity. What steps cost is not known of it. `None` if a grid is not of the
    /// frame's size, a potential is negative or not a number, or a velocity not finite.
    pub fn from_solution(
        steps: &Steps,
        potential: Grid<f32>,
        velocity: Grid<Vec2>,
    ) -> Option<Self> {
        let size = steps.frame().size;
        let is_potential = |value: &f32| *value >= 0.0;
        let right = potential.size() == size
            && velocity.size() == size
            && potential.as_slice().iter().all(is_potential)
            && velocity.as_slice().iter().all(|velocity| velocity.is_finite());
        let mut costs = StepCosts::closed(*steps.frame());
        costs.begin(steps, f32::INFINITY);
        let potential = Potential::from_values(potential);
        right.then_some(Self { costs, potential, velocity, wanted: Vec::new() })
    }

    /// Finds the potential and the velocity of every cell, on the problem's frame.
    ///
    /// # Errors
    /// [`SolveError`]; the field is then as it was before.
    pub fn solve(&mut self, problem: &Problem<'_>) -> Result<(), SolveError> {
        self.solve_with_tolls(problem, &[])
    }

    /// As [`FlowField::solve`], with tolls on some steps. Tolls lengthen ways; they do not slow who has paid them.
    ///
    /// # Errors
    /// As for [`FlowField::solve`].
    pub fn solve_with_tolls(
        &mut self,
        problem: &Problem<'_>,
        tolls: &[Toll],
    ) -> Result<(), SolveError> {
        self.solve_by(problem, |field| {
            tolls.iter().for_each(|toll| field.pay(toll));
            field.want(problem.steps, problem.sampled.unwrap_or_default());
            let wanted = problem.sampled.map(|_| &field.wanted[..]);
            field.potential.find(&field.costs, problem.goals, wanted);
        })
    }

    /// Finds what [`FlowField::solve`] does, bit for bit and in every cell, with a binary heap for the
    /// potential: slower, and simple. For tests and for comparison.
    ///
    /// # Errors
    /// As for [`FlowField::solve`].
    pub fn solve_by_heap(&mut self, problem: &Problem<'_>) -> Result<(), SolveError> {
        self.solve_by(problem, |field| field.potential.find_by_heap(&field.costs, problem.goals))
    }

    /// Adds a toll to the cost of its step.
    fn pay(&mut self, &Toll { cell, direction, cost }: &Toll) {
        let frame = self.frame();
        if frame.contains(cell) && cost > 0.0 && cost <= MOST_TOLL {
            let index = frame.index_of(cell);
            let free = self.costs.of(index)[direction.index()];
            if free.is_finite() {
                self.costs.set(index, direction, free + cost);
            }
        }
    }

    fn solve_by(
        &mut self,
        problem: &Problem<'_>,
        find: impl FnOnce(&mut Self),
    ) -> Result<(), SolveError> {
        problem.check()?;
        let speeds = Speeds::new(problem);
        cost::fill(&mut self.costs, problem, &speeds);
        find(self);
        velocity::descend(&self.costs, &self.potential, &speeds, &mut self.velocity);
        Ok(())
    }

    /// The cells that the field is about.
    pub const fn frame(&self) -> &Frame {
        self.steps().frame()
    }

    /// Returns where one could walk when the field was solved.
    pub const fn steps(&self) -> &Steps {
        self.costs.steps()
    }

    /// Returns what the steps cost when the field was solved.
    pub const fn costs(&self) -> &StepCosts {
        &self.costs
    }

    /// The potential in metres of free travel; infinite where no goal can be reached.
    pub const fn potential(&self) -> &Grid<f32> {
        self.potential.values()
    }

    /// The velocity as a fraction of the free speed, at most 1 long on the flat. Zero where no goal can
    /// be reached, and in goal cells that kept their start value.
    pub const fn velocity(&self) -> &Grid<Vec2> {
        &self.velocity
    }

    /// Returns whether a goal can be reached from a cell; `false` off the frame.
    pub fn reached(&self, index: usize) -> bool {
        self.potential().as_slice().get(index).is_some_and(|potential| potential.is_finite())
    }

    /// The potential at a point in metres of free travel, bilinear between cell centres as for
    /// [`FlowField::sample`]; `None` off the frame and where no goal can be reached.
    pub fn potential_at(&self, point: Vec2) -> Option<f32> {
        self.mix(self.potential(), point)
    }

    /// The velocity at a point as a fraction of the free speed, bilinear between cell centres; `None`
    /// off the frame and where no goal can be reached.
    ///
    /// Only cells that one can step to from the point's own cell take part, the diagonal one only if
    /// both ways to it are open; the weights of the others are shared out. Where two ways are equally
    /// good the velocities on both sides may cancel out.
    pub fn sample(&self, point: Vec2) -> Option<Vec2> {
        self.mix(&self.velocity, point)
    }

    /// The bytes that all buffers take.
    pub fn bytes(&self) -> usize {
        let wanted = self.wanted.capacity() * size_of::<u32>();
        self.costs.bytes() + self.potential.bytes() + self.velocity.bytes() + wanted
    }

    /// Lists the cells that take part in samples in some cells.
    fn want(&mut self, steps: &Steps, cells: &[UVec2]) {
        let frame = steps.frame();
        self.wanted.clear();
        for cell in cells {
            for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
                let near = cell.as_ivec2() + IVec2::new(x, y);
                // A negative column becomes one that is off the frame.
                let near = UVec2::new(near.x as u32, near.y as u32);
                if frame.contains(near) && steps.is_open(frame.index_of(near)) {
                    self.wanted.push(frame.index_of(near) as u32);
                }
            }
        }
    }

    fn mix<T>(&self, values: &Grid<T>, point: Vec2) -> Option<T>
    where
        T: Copy + Add<Output = T> + Mul<f32, Output = T>,
    {
        let corners = bilinear::corners(self.steps(), point)?;
        // A step that is open from a reached cell leads to a reached one, unless the solve ended early.
        if !corners.iter().all(|&(cell, _)| self.reached(cell)) {
            return None;
        }
        let part = |(cell, weight): (usize, f32)| values[cell] * weight;
        let [a, b, c, d] = corners;
        Some((part(a) + part(b)) + (part(c) + part(d)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuum::crowd::{Crowd, Disc};
    use crate::continuum::parameters::{CostParameters, SlopeSpeeds};
    use crate::lattice::terrain::Terrain;
    use crate::potential::goal::{Goal, GoalError};

    fn frame(columns: u32, rows: u32) -> Frame {
        Frame::new(IVec2::new(4, -3), UVec2::new(columns, rows), 0.5).unwrap()
    }

    fn goal(x: u32, y: u32, start: f32) -> Goal {
        Goal { cell: UVec2::new(x, y), start }
    }

    const PARAMETERS: CostParameters = CostParameters {
        density_min: 0.5,
        density_max: 1.5,
        speed_floor: 0.1,
        companion_floor: 0.5,
        patience: 0.0,
        path_weight: 0.1,
        time_weight: 0.9,
        discomfort_weight: 1.0,
        look_ahead: 0.0,
        slope: SlopeSpeeds { gentlest: 0.0, steepest: 1.0, fastest: 1.0, slowest: 0.1 },
    };

    fn problem<'a>(steps: &'a Steps, crowd: &'a Crowd, goals: &'a [Goal]) -> Problem<'a> {
        let parameters = &PARAMETERS;
        Problem { steps, terrain: None, crowd, free_speed: 1.5, parameters, goals, sampled: None }
    }

    fn solved(steps: &Steps, crowd: &Crowd, goals: &[Goal]) -> FlowField {
        let mut field = FlowField::default();
        field.solve(&problem(steps, crowd, goals)).unwrap();
        field
    }

    #[test]
    fn before_the_first_solve_nothing_is_reached() {
        let field = FlowField::new(frame(3, 3));
        assert_eq!((field.frame(), field.reached(4)), (&frame(3, 3), false));
        assert_eq!(field.sample(field.frame().center(UVec2::ONE)), None);
    }

    #[test]
    fn a_goal_is_lowered_by_a_nearer_one_and_never_raised() {
        let (steps, crowd) = (Steps::open(frame(5, 1)), Crowd::new(frame(5, 1)));
        let goals =
            [goal(0, 0, 1.0), goal(4, 0, 7.0), goal(2, 0, 1.5), goal(0, 0, 3.0), goal(3, 0, -0.0)];
        let field = solved(&steps, &crowd, &goals);
        assert_eq!(field.potential().as_slice(), [1.0, 1.0, 0.5, 0.0, 0.5]);
        assert!(field.potential()[3].is_sign_positive());
        let x: Vec<_> = field.velocity().as_slice().iter().map(|velocity| velocity.x).collect();
        assert_eq!(x, [0.0, 1.0, 1.0, 0.0, -1.0], "only goals that kept their start stand still");
    }

    #[test]
    fn in_the_open_the_velocity_is_the_unit_vector_to_the_goal() {
        let (steps, crowd) = (Steps::open(frame(41, 41)), Crowd::new(frame(41, 41)));
        let field = solved(&steps, &crowd, &[goal(20, 20, 0.0)]);
        for cell in (0..41 * 41).map(|index| field.frame().cell_at_index(index)) {
            let to_goal = Vec2::splat(20.0) - cell.as_vec2();
            if to_goal.length() > 10.0 {
                let velocity = field.velocity()[cell];
                assert!((velocity.length() - 1.0).abs() < 1e-5);
                assert!(velocity.angle_to(to_goal).abs() < 0.1, "{cell}: {velocity}");
            }
        }
    }

    #[test]
    fn the_velocity_is_scaled_per_axis_by_the_speed_the_way_it_goes() {
        // A packed crowd on every cell but the goal walks north-east.
        let (steps, mut crowd) = (Steps::open(frame(9, 9)), Crowd::new(frame(9, 9)));
        for cell in (0..81).map(|index| steps.frame().cell_at_index(index)) {
            let disc = Disc {
                position: steps.frame().center(cell),
                velocity: Vec2::new(0.6, 1.2),
                influence: 0.25,
            };
            crowd.add(disc).unwrap();
            crowd.add(disc).unwrap();
        }
        let field = solved(&steps, &crowd, &[goal(8, 8, 0.0)]);
        assert!((field.velocity()[UVec2::new(0, 8)].x - 0.4).abs() < 1e-6, "0.6 of 1.5 m/s");
        assert!((field.velocity()[UVec2::new(8, 0)].y - 0.8).abs() < 1e-6, "1.2 of 1.5 m/s");
        let slope = field.velocity()[UVec2::ZERO] / Vec2::new(0.4, 0.8);
        assert!((slope.length() - 1.0).abs() < 1e-5, "without its speeds it is a unit vector");
        let back = solved(&steps, &crowd, &[goal(0, 8, 0.0)]);
        assert!((back.velocity()[UVec2::new(8, 8)].x + 0.1).abs() < 1e-6, "against it: the floor");
    }

    #[test]
    fn solving_again_uses_the_same_buffers() {
        let frame = frame(40, 40);
        let goals: Vec<_> = (0..40).map(|x| goal(x, x * 7 % 40, x as f32 / 8.0)).collect();
        let (open, mut only_goals) = (Steps::open(frame), Steps::closed(frame));
        for goal in &goals {
            only_goals.set_open(frame.index_of(goal.cell), true).unwrap();
        }
        let mut field = solved(&only_goals, &Crowd::new(frame), &goals);
        let buffers = |field: &FlowField| {
            let FlowField { potential, velocity, costs, .. } = field;
            let values = potential.values().as_slice().as_ptr();
            (values, velocity.as_slice().as_ptr(), costs.as_slice().as_ptr(), field.bytes())
        };
        let before = buffers(&field);
        let mut crowd = Crowd::new(frame);
        for step in 0..200_u32 {
            let offset = 0.2 * UVec2::new(step * 37 % 101, step * 53 % 97).as_vec2();
            let disc = Disc { position: frame.min() + offset, velocity: Vec2::X, influence: 0.8 };
            crowd.add(disc).unwrap();
        }
        field.solve(&problem(&open, &crowd, &goals)).unwrap();
        assert_eq!(buffers(&field), before);
        let fresh = solved(&open, &crowd, &goals);
        assert_eq!((field.potential(), &field.velocity), (fresh.potential(), &fresh.velocity));
    }

    #[test]
    fn a_solve_that_ends_early_is_right_where_it_is_sampled_and_says_where_it_is_not() {
        let frame = frame(64, 64);
        let (mut steps, crowd) = (Steps::open(frame), Crowd::new(frame));
        (0..50).for_each(|y| steps.set_open(frame.index_of(UVec2::new(20, y)), false).unwrap());
        let goals = [goal(1, 1, 0.0)];
        let whole = solved(&steps, &crowd, &goals);
        let sampled = [UVec2::new(12, 9), UVec2::new(3, 15)];
        let mut early = FlowField::default();
        let problem = Problem { sampled: Some(&sampled), ..problem(&steps, &crowd, &goals) };
        early.solve(&problem).unwrap();
        for cell in sampled {
            for offset in [(0.1, 0.2), (-0.2, 0.1), (0.2, -0.2), (-0.1, -0.1)] {
                let point = frame.center(cell) + Vec2::from(offset);
                assert_eq!(early.sample(point), whole.sample(point));
                assert_eq!(early.potential_at(point), whole.potential_at(point));
            }
        }
        let reached = (0..frame.cell_count()).filter(|&cell| early.reached(cell));
        let same = |cell: usize| {
            early.potential()[cell] == whole.potential()[cell]
                && early.velocity[cell] == whole.velocity[cell]
        };
        let count =
            reached.inspect(|&cell| assert!(same(cell), "what is reached is final")).count();
        assert!(count > 200 && count < 500, "{count} of 4096 cells");
        assert_eq!(early.sample(frame.center(UVec2::new(40, 40))), None);
        // An unreachable cell is no reason to go on for ever, nor is a blocked one.
        let far = [UVec2::new(20, 4)];
        early.solve(&Problem { sampled: Some(&far), ..problem }).unwrap();
        assert!(early.reached(frame.index_of(UVec2::new(19, 4))));
        early.solve(&Problem { sampled: Some(&[]), ..problem }).unwrap();
        assert_eq!(early.sample(frame.center(UVec2::new(12, 9))), None);
    }

    #[test]
    fn what_was_solved_can_be_put_together_again() {
        let frame = frame(12, 9);
        let mut steps = Steps::open(frame);
        (0..8).for_each(|y| steps.set_open(frame.index_of(UVec2::new(5, y)), false).unwrap());
        let field = solved(&steps, &Crowd::new(frame), &[goal(1, 1, 0.0)]);
        let (potential, velocity) = (field.potential().clone(), field.velocity().clone());
        let mut again =
            FlowField::from_solution(field.steps(), potential.clone(), velocity.clone()).unwrap();
        for index in 0..frame.cell_count() {
            let point = frame.center(frame.cell_at_index(index)) + Vec2::new(0.1, -0.2);
            assert_eq!(again.sample(point), field.sample(point));
            assert_eq!(again.potential_at(point), field.potential_at(point));
        }
        again.solve(&problem(&steps, &Crowd::new(frame), &[goal(9, 2, 0.0)])).unwrap();
        let fresh = solved(&steps, &Crowd::new(frame), &[goal(9, 2, 0.0)]);
        assert_eq!((again.potential(), again.velocity()), (fresh.potential(), fresh.velocity()));
        let with = |potential, velocity| FlowField::from_solution(&steps, potential, velocity);
        let other = Grid::new(UVec2::new(9, 12), Vec2::ZERO);
        assert!(with(potential.clone(), other).is_none());
        for wrong in [-1.0, f32::NAN] {
            let mut potential = potential.clone();
            potential[3] = wrong;
            assert!(with(potential, velocity.clone()).is_none());
        }
        let mut endless = velocity.clone();
        endless[3] = Vec2::INFINITY;
        assert!(with(potential, endless).is_none());
    }

    #[test]
    fn bad_problems_are_refused_and_change_nothing() {
        let (mut steps, crowd) = (Steps::open(frame(4, 3)), Crowd::new(frame(4, 3)));
        steps.set_open(5, false).unwrap();
        let goals = [goal(3, 2, 0.0)];
        let mut field = solved(&steps, &crowd, &goals);
        let before = field.clone();
        let mut refused = |problem: &Problem<'_>, expected: &dyn Fn(&SolveError) -> bool| {
            let error = field.solve(problem).unwrap_err();
            assert!(expected(&error), "{error:?}");
            assert_eq!((&field.costs, &field.velocity), (&before.costs, &before.velocity));
            assert_eq!(field.potential(), before.potential());
        };
        let good = problem(&steps, &crowd, &goals);
        for free_speed in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let bad = Problem { free_speed, ..good };
            refused(&bad, &|error| matches!(error, SolveError::FreeSpeed { .. }));
        }
        let parameters = &CostParameters { speed_floor: 0.0, ..PARAMETERS };
        refused(&Problem { parameters, ..good }, &|error| {
            matches!(error, SolveError::Parameters(_))
        });
        let no_goal = SolveError::Goal(GoalError::None);
        refused(&Problem { goals: &[], ..good }, &|error| *error == no_goal);
        for cell in [UVec2::new(4, 0), UVec2::new(0, 3), UVec2::MAX] {
            let (goals, size) = ([goals[0], goal(cell.x, cell.y, 0.0)], UVec2::new(4, 3));
            let expected = GoalError::Outside { goal: 1, cell, size }.into();
            refused(&Problem { goals: &goals, ..good }, &|error| *error == expected);
            let expected = SolveError::SampledOutside { cell, size };
            refused(&Problem { sampled: Some(&[UVec2::ONE, cell]), ..good }, &|error| {
                *error == expected
            });
        }
        let blocked = GoalError::Blocked { goal: 0, cell: UVec2::ONE }.into();
        refused(&Problem { goals: &[goal(1, 1, 0.0)], ..good }, &|error| *error == blocked);
        for start in [-1.0, f32::NAN, f32::INFINITY] {
            let goals = [goal(0, 0, start)];
            let bad = Problem { goals: &goals, ..good };
            let is_start =
                |error: &_| matches!(error, SolveError::Goal(GoalError::Start { goal: 0, .. }));
            refused(&bad, &is_start);
        }
        let other = Crowd::new(frame(3, 4));
        let mismatch = SolveError::FrameMismatch { steps: frame(4, 3), crowd: frame(3, 4) };
        refused(&Problem { crowd: &other, ..good }, &|error| *error == mismatch);
        let other = Terrain::new(frame(3, 4));
        let mismatch = SolveError::TerrainMismatch { steps: frame(4, 3), terrain: frame(3, 4) };
        refused(&Problem { terrain: Some(&other), ..good }, &|error| *error == mismatch);
    }
}
