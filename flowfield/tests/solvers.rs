//! The buckets and the heap give the same potential, bit for bit, and it is the fixed point that it
//! should be.

use flowfield::glam::{IVec2, UVec2};
use flowfield::{Direction, Frame, Goal, Potential, StepCosts, Steps};
use proptest::prelude::*;

#[derive(Debug, Clone)]
struct Scene {
    size: UVec2,
    costs: Vec<[f32; 4]>,
    blocked: Vec<usize>,
    walls: Vec<(usize, usize)>,
    goals: Vec<(usize, f32)>,
}

fn scene() -> impl Strategy<Value = Scene> {
    (2_u32..30, 2_u32..30, 1.0_f32..4.0).prop_flat_map(|(columns, rows, spread)| {
        let size = UVec2::new(columns, rows);
        let count = (columns * rows) as usize;
        // Some steps cost the same, for ties; the spread is that of no crowd, of a dense one, and more.
        let most = spread * spread * spread * spread;
        let cost = prop_oneof![1 => Just(1.0_f32), 2 => 1.0..1.0 + most];
        let costs = prop::collection::vec([cost.clone(), cost.clone(), cost.clone(), cost], count);
        let blocked = prop::collection::vec(0..count, 0..count / 3);
        let walls = prop::collection::vec((0..count, 0_usize..4), 0..count / 3);
        let goals =
            prop::collection::vec((0..count, prop_oneof![Just(0.0_f32), 0.0_f32..60.0]), 1..6);
        (costs, blocked, walls, goals).prop_map(move |(costs, blocked, walls, goals)| Scene {
            size,
            costs,
            blocked,
            walls,
            goals,
        })
    })
}

impl Scene {
    fn steps(&self) -> Steps {
        let frame = Frame::new(IVec2::ZERO, self.size, 1.0).unwrap();
        let mut steps = Steps::open(frame);
        self.blocked.iter().for_each(|&cell| steps.set_open(cell, false).unwrap());
        self.goals.iter().for_each(|&(cell, _)| steps.set_open(cell, true).unwrap());
        for &(cell, way) in &self.walls {
            steps.set_step(cell, Direction::ALL[way], false).unwrap();
        }
        steps
    }

    fn solved(&self, factor: f32, by_heap: bool) -> (StepCosts, Potential) {
        let steps = self.steps();
        let cost = |cell: usize, direction: Direction| factor * self.costs[cell][direction.index()];
        let costs = StepCosts::new(&steps, cost).unwrap();
        let frame = steps.frame();
        let goal = |&(cell, start)| Goal { cell: frame.cell_at_index(cell), start: factor * start };
        let goals: Vec<_> = self.goals.iter().map(goal).collect();
        let mut potential = Potential::default();
        if by_heap {
            potential.solve_by_heap(&costs, &goals).unwrap();
        } else {
            potential.solve(&costs, &goals).unwrap();
        }
        (costs, potential)
    }
}

/// The least update of all quadrants, by the textbook's quadratic.
fn quadrant_minimum(sides: [(f64, f64); 4]) -> f64 {
    let mut least = f64::INFINITY;
    for ((p, c), (q, e)) in [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(i, j)| (sides[i], sides[j])) {
        least = least.min(p + c).min(q + e);
        if q - p < c && p - q < e {
            let (a, b) = (c.powi(-2), e.powi(-2));
            let (half, rest) = (a * p + b * q, a * p * p + b * q * q - 1.0);
            least = least.min((half + (half * half - (a + b) * rest).sqrt()) / (a + b));
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn buckets_and_heap_agree_bit_for_bit(scene in scene()) {
        let (buckets, heap) = (scene.solved(1.0, false).1, scene.solved(1.0, true).1);
        for (a, b) in buckets.values().as_slice().iter().zip(heap.values().as_slice()) {
            prop_assert_eq!(a.to_bits(), b.to_bits());
        }
    }

    #[test]
    fn every_cell_is_the_least_of_its_quadrants(scene in scene()) {
        let (costs, potential) = scene.solved(1.0, false);
        let (steps, values) = (costs.steps(), potential.values());
        for cell in 0..values.as_slice().len() {
            let sides = Direction::ALL.map(|direction| {
                let beyond = steps.frame().neighbour(cell, direction);
                let beyond = beyond.filter(|_| steps.step_is_open(cell, direction));
                let value = beyond.map_or(f64::INFINITY, |beyond| f64::from(values[beyond]));
                (value, f64::from(costs.of(cell)[direction.index()]))
            });
            let start = scene.goals.iter().filter(|goal| goal.0 == cell).map(|goal| f64::from(goal.1));
            let least = start.fold(quadrant_minimum(sides), f64::min);
            let value = f64::from(values[cell]);
            prop_assert!(value == least || (value - least).abs() < 2e-6 * least, "{}: {} {}", cell, value, least);
        }
    }

    #[test]
    fn the_potential_scales_with_the_cost(scene in scene()) {
        let values = scene.solved(1.0, false).1.values().clone();
        let by = |factor: f32| scene.solved(factor, false).1.values().clone();
        let four: Vec<f32> = values.as_slice().iter().map(|value| 4.0 * value).collect();
        prop_assert_eq!(by(4.0).as_slice().to_vec(), four);
        for (&three, &one) in by(3.0).as_slice().iter().zip(values.as_slice()) {
            prop_assert!(three == 3.0 * one || (three - 3.0 * one).abs() <= 1e-6 * three);
        }
    }

    #[test]
    fn the_potential_never_falls_when_a_cost_rises(
        scene in scene(),
        rises in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, 1.0_f32..5.0), 1..20),
    ) {
        let mut dearer = scene.clone();
        for (index, way, factor) in rises {
            dearer.costs[index.index(scene.costs.len())][way] *= factor;
        }
        let (before, after) = (scene.solved(1.0, false).1, dearer.solved(1.0, false).1);
        for (before, after) in before.values().as_slice().iter().zip(after.values().as_slice()) {
            prop_assert!(after >= before, "{before} {after}");
        }
    }
}

#[test]
fn costs_that_differ_beyond_all_measure_are_solved_all_the_same() {
    let frame = Frame::new(IVec2::ZERO, UVec2::splat(40), 1.0).unwrap();
    let steps = Steps::open(frame);
    let cost = |cell: usize, direction: Direction| {
        if (cell * 7 + direction.index() * 3).is_multiple_of(11) { 1e9 } else { 1e-3 }
    };
    let costs = StepCosts::new(&steps, cost).unwrap();
    let goals =
        [Goal { cell: UVec2::splat(20), start: 0.0 }, Goal { cell: UVec2::ZERO, start: 1e8 }];
    let (mut buckets, mut heap) = (Potential::default(), Potential::default());
    buckets.solve(&costs, &goals).unwrap();
    heap.solve_by_heap(&costs, &goals).unwrap();
    assert_eq!(buckets.values(), heap.values());
}

#[test]
fn costs_that_cannot_be_are_refused() {
    let steps = Steps::open(Frame::new(IVec2::ZERO, UVec2::splat(3), 1.0).unwrap());
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e13] {
        let cost =
            |cell, direction| if (cell, direction) == (4, Direction::West) { bad } else { 1.0 };
        let error = StepCosts::new(&steps, cost).unwrap_err();
        assert_eq!((error.index, error.direction), (4, Direction::West));
    }
}
