//! The flow field of a group: potential and velocity, solved and sampled.

use std::ops::{Add, Mul};

use glam::Vec2;

use crate::bilinear;
use crate::cost::{self, Speeds};
use crate::frame::Frame;
use crate::grid::Grid;
use crate::march::{Front, March, Upwind};
use crate::problem::{Goal, Problem, SolveError};
use crate::steps::Steps;
use crate::velocity;

/// The way to a goal from every cell of a frame, through a crowd.
///
/// Made to be solved again and again: it owns all buffers, so a solve with no more cells and goals
/// than one before does not allocate. Before the first solve nothing is reached.
#[derive(Clone, Debug)]
pub struct FlowField {
    steps: Steps,
    potential: Grid<f32>,
    velocity: Grid<Vec2>,
    costs: Vec<[f32; 4]>,
    upwind: Vec<Upwind>,
    front: Front,
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
            steps: Steps::closed(frame),
            potential: Grid::new(frame.size, f32::INFINITY),
            velocity: Grid::new(frame.size, Vec2::ZERO),
            costs: Vec::new(),
            upwind: Vec::new(),
            front: Front::new(),
        }
    }

    /// Finds the potential and the velocity of every cell, on the problem's frame.
    ///
    /// # Errors
    /// [`SolveError`]; the field is then as it was before.
    pub fn solve(&mut self, problem: &Problem<'_>) -> Result<(), SolveError> {
        problem.check()?;
        let Problem { steps, crowd, free_speed, parameters, goals } = *problem;
        let speeds = Speeds { crowd, free_speed, parameters };
        self.steps.copy_from(steps);
        cost::fill(&mut self.costs, steps, &speeds);
        self.march(goals);
        velocity::descend(&self.potential, &self.upwind, &speeds, &mut self.velocity);
        Ok(())
    }

    /// The cells that the field is about.
    pub const fn frame(&self) -> &Frame {
        self.steps.frame()
    }

    /// The potential in metres of free travel; infinite where no goal can be reached.
    pub const fn potential(&self) -> &Grid<f32> {
        &self.potential
    }

    /// The velocity as a fraction of the free speed, at most 1 long. Zero where no goal can be
    /// reached, and in goal cells that kept their start value.
    pub const fn velocity(&self) -> &Grid<Vec2> {
        &self.velocity
    }

    /// Whether a goal can be reached from a cell; `false` off the frame.
    pub fn reached(&self, index: usize) -> bool {
        self.potential.as_slice().get(index).is_some_and(|potential| potential.is_finite())
    }

    /// The potential at a point in metres of free travel, bilinear between cell centres as for
    /// [`FlowField::sample`]; `None` off the frame and where no goal can be reached.
    pub fn potential_at(&self, point: Vec2) -> Option<f32> {
        self.mix(&self.potential, point)
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

    fn march(&mut self, goals: &[Goal]) {
        let frame = *self.steps.frame();
        self.potential.reset(frame.size, f32::INFINITY);
        self.upwind.clear();
        self.upwind.resize(frame.cell_count(), 0);
        // Every side between two cells is crossed at most once, by the one that settles first.
        self.front.reserve(2 * frame.cell_count() + goals.len());
        let mut march = March {
            costs: &self.costs,
            width: frame.size.x as usize,
            potential: self.potential.as_mut_slice(),
            upwind: &mut self.upwind,
            front: &mut self.front,
        };
        for goal in goals {
            // The sum turns −0 into 0, whose bits are the least.
            march.start(frame.index_of(goal.cell), goal.start + 0.0);
        }
        march.run();
    }

    fn mix<T>(&self, values: &Grid<T>, point: Vec2) -> Option<T>
    where
        T: Copy + Add<Output = T> + Mul<f32, Output = T>,
    {
        // A step that is open from a reached cell leads to a reached one.
        let corners =
            bilinear::corners(&self.steps, point).filter(|&[(cell, _), ..]| self.reached(cell))?;
        let [a, b, c, d] = corners.map(|(cell, weight)| values[cell] * weight);
        Some((a + b) + (c + d))
    }
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2};

    use super::*;
    use crate::cost::CostParameters;
    use crate::crowd::{Crowd, Disc};

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
        path_weight: 0.1,
        time_weight: 0.9,
    };

    fn problem<'a>(steps: &'a Steps, crowd: &'a Crowd, goals: &'a [Goal]) -> Problem<'a> {
        Problem { steps, crowd, free_speed: 1.5, parameters: &PARAMETERS, goals }
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
        crowd.finish();
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
            let FlowField { potential, velocity, costs, upwind, front, .. } = field;
            let pointers =
                (potential.as_slice().as_ptr(), velocity.as_slice().as_ptr(), costs.as_ptr());
            (pointers, upwind.as_ptr(), front.as_slice().as_ptr(), front.capacity())
        };
        let before = buffers(&field);
        let mut crowd = Crowd::new(frame);
        for step in 0..200_u32 {
            let offset = 0.2 * UVec2::new(step * 37 % 101, step * 53 % 97).as_vec2();
            let disc = Disc { position: frame.min() + offset, velocity: Vec2::X, influence: 0.8 };
            crowd.add(disc).unwrap();
        }
        crowd.finish();
        field.solve(&problem(&open, &crowd, &goals)).unwrap();
        assert_eq!(buffers(&field), before);
        assert!(field.front.is_empty());
        let fresh = solved(&open, &crowd, &goals);
        assert_eq!((&field.potential, &field.velocity), (&fresh.potential, &fresh.velocity));
    }

    #[test]
    fn bad_problems_are_refused_and_change_nothing() {
        let (mut steps, mut crowd) = (Steps::open(frame(4, 3)), Crowd::new(frame(4, 3)));
        steps.set_open(5, false).unwrap();
        let goals = [goal(3, 2, 0.0)];
        let mut field = solved(&steps, &crowd, &goals);
        let before = field.clone();
        let mut refused = |problem: &Problem<'_>, expected: &dyn Fn(&SolveError) -> bool| {
            let error = field.solve(problem).unwrap_err();
            assert!(expected(&error), "{error:?}");
            assert_eq!((&field.steps, &field.velocity), (&before.steps, &before.velocity));
            assert_eq!(field.potential, before.potential);
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
        refused(&Problem { goals: &[], ..good }, &|error| *error == SolveError::NoGoal);
        for cell in [UVec2::new(4, 0), UVec2::new(0, 3), UVec2::MAX] {
            let (goals, size) = ([goals[0], goal(cell.x, cell.y, 0.0)], UVec2::new(4, 3));
            let expected = SolveError::GoalOutside { goal: 1, cell, size };
            refused(&Problem { goals: &goals, ..good }, &|error| *error == expected);
        }
        let blocked = SolveError::GoalBlocked { goal: 0, cell: UVec2::ONE };
        refused(&Problem { goals: &[goal(1, 1, 0.0)], ..good }, &|error| *error == blocked);
        for start in [-1.0, f32::NAN, f32::INFINITY] {
            let goals = [goal(0, 0, start)];
            let bad = Problem { goals: &goals, ..good };
            refused(&bad, &|error| matches!(error, SolveError::GoalStart { goal: 0, .. }));
        }
        let other = Crowd::new(frame(3, 4));
        let mismatch = SolveError::FrameMismatch { steps: frame(4, 3), crowd: frame(3, 4) };
        refused(&Problem { crowd: &other, ..good }, &|error| *error == mismatch);
        crowd.add(Disc { position: Vec2::ZERO, velocity: Vec2::ZERO, influence: 1.0 }).unwrap();
        let unfinished = problem(&steps, &crowd, &goals);
        refused(&unfinished, &|error| *error == SolveError::CrowdNotFinished);
    }
}
