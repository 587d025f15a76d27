//! Nothing leaks through blocked cells and closed steps, nor is mixed in from beyond them.

use std::collections::VecDeque;

use flowfield::glam::{IVec2, UVec2, Vec2};
use flowfield::{CostParameters, Crowd, Direction, FlowField, Frame, Goal, Problem, Steps};
use proptest::prelude::*;

fn frame(columns: u32, rows: u32) -> Frame {
    Frame::new(IVec2::ZERO, UVec2::new(columns, rows), 1.0).unwrap()
}

fn solve(steps: &Steps, goals: &[Goal]) -> FlowField {
    let crowd = Crowd::new(*steps.frame());
    let parameters = &CostParameters::default();
    let mut field = FlowField::default();
    field
        .solve(&Problem {
            steps,
            terrain: None,
            crowd: &crowd,
            free_speed: 1.0,
            parameters,
            goals,
            sampled: None,
        })
        .unwrap();
    field
}

fn goal(x: u32, y: u32) -> Goal {
    Goal { cell: UVec2::new(x, y), start: 0.0 }
}

/// A wall between columns 9 and 10 of 20, open in the rows of `gap`: of blocked cells (column 9), or
/// on the sides alone.
fn wall(thick: bool, gap: std::ops::Range<u32>) -> Steps {
    let frame = frame(20, 16);
    let mut steps = Steps::open(frame);
    for y in (0..16).filter(|y| !gap.contains(y)) {
        let cell = frame.index_of(UVec2::new(9, y));
        if thick {
            steps.set_open(cell, false).unwrap();
        } else {
            steps.set_step(cell, Direction::East, false).unwrap();
        }
    }
    steps
}

#[test]
fn nothing_leaks_through_a_sealed_wall() {
    for thick in [true, false] {
        let steps = wall(thick, 0..0);
        let field = solve(&steps, &[goal(15, 3)]);
        for index in 0..320 {
            let beyond = steps.frame().cell_at_index(index).x < 10;
            assert_eq!(field.reached(index), !beyond);
            assert_eq!(field.potential()[index].is_infinite(), beyond);
            if beyond {
                assert_eq!(field.velocity()[index], Vec2::ZERO);
                assert_eq!(
                    field.sample(steps.frame().center(steps.frame().cell_at_index(index))),
                    None
                );
            }
        }
        assert_eq!(field.potential_at(Vec2::new(9.99, 3.5)), None);
        assert!(field.potential_at(Vec2::new(10.01, 3.5)).is_some());
    }
}

#[test]
fn through_a_gap_the_way_is_as_long_as_it_looks() {
    for thick in [true, false] {
        let field = solve(&wall(thick, 15..16), &[goal(12, 0)]);
        let there = field.potential()[UVec2::new(7, 0)];
        // Round the end: by (9.5, 15) and (10.5, 15), nowhere shorter than 2 √(2.5² + 14.5²) − 2.
        assert!(there > 27.4 && there < 33.0, "{thick}: {there}");
        let past_the_end = field.velocity()[UVec2::new(9, 15)];
        assert!(past_the_end.x > 0.9, "{past_the_end}");
    }
}

#[test]
fn beside_a_wall_the_other_side_does_not_count() {
    // A wall on the sides between columns 9 and 10, with the goal beyond: everyone walks up this side
    // and down the other.
    let field = solve(&wall(false, 15..16), &[goal(10, 0)]);
    for y in 2..14 {
        let near = |x: f32| field.sample(Vec2::new(x, y as f32 + 0.7)).unwrap();
        assert!(near(9.99).y > 0.99 && near(10.01).y < -0.99, "{} {}", near(9.99), near(10.01));
        assert!(near(9.99).x >= 0.0 && near(10.01).x <= 0.0);
    }
    // Below the wall's end on this side: the diagonal cell already flows down again.
    let turning = field.sample(Vec2::new(9.9, 14.9)).unwrap();
    assert!(turning.y > 0.5, "{turning}");
}

#[test]
fn beside_blocked_cells_no_zero_is_mixed_in() {
    let mut steps = Steps::open(frame(10, 3));
    for x in 0..10 {
        steps.set_open(steps.frame().index_of(UVec2::new(x, 0)), false).unwrap();
    }
    let field = solve(&steps, &[goal(9, 1), goal(9, 2)]);
    for (x, y) in [(3.3, 1.01), (3.9, 1.3), (0.01, 2.99), (0.2, 1.0)] {
        assert!(field.sample(Vec2::new(x, y)).unwrap().abs_diff_eq(Vec2::X, 1e-6), "{x} {y}");
        assert!((field.potential_at(Vec2::new(x, y)).unwrap() - (9.5 - x.max(0.5))).abs() < 1e-5);
    }
    assert_eq!(field.sample(Vec2::new(3.3, 0.99)), None);
    assert_eq!(field.sample(Vec2::new(3.3, -0.01)), None);
    assert_eq!(field.sample(Vec2::NAN), None);
}

proptest! {
    #[test]
    fn what_is_reached_is_what_is_connected(
        blocked in prop::collection::vec(0_usize..144, 0..60),
        walls in prop::collection::vec((0_usize..144, 0_usize..4), 0..160),
        start in 0_usize..144,
    ) {
        let mut steps = Steps::open(frame(12, 12));
        blocked.into_iter().for_each(|cell| steps.set_open(cell, false).unwrap());
        steps.set_open(start, true).unwrap();
        for (cell, way) in walls {
            steps.set_step(cell, Direction::ALL[way], false).unwrap();
        }
        let mut connected = [false; 144];
        connected[start] = true;
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            for way in Direction::ALL.into_iter().filter(|&way| steps.step_is_open(cell, way)) {
                let next = steps.frame().neighbour(cell, way).unwrap();
                if !std::mem::replace(&mut connected[next], true) {
                    queue.push_back(next);
                }
            }
        }
        let field = solve(&steps, &[Goal { cell: steps.frame().cell_at_index(start), start: 0.0 }]);
        for (cell, connected) in connected.into_iter().enumerate() {
            prop_assert_eq!(field.reached(cell), connected);
            let moves = field.velocity()[cell] != Vec2::ZERO;
            prop_assert_eq!(moves, connected && cell != start);
        }
    }

    #[test]
    fn the_velocity_never_points_into_a_closed_step(
        blocked in prop::collection::vec(0_usize..144, 0..60),
        walls in prop::collection::vec((0_usize..144, 0_usize..4), 0..160),
    ) {
        let mut steps = Steps::open(frame(12, 12));
        blocked.into_iter().for_each(|cell| steps.set_open(cell, false).unwrap());
        walls.into_iter().for_each(|(cell, way)| steps.set_step(cell, Direction::ALL[way], false).unwrap());
        steps.set_open(77, true).unwrap();
        let field = solve(&steps, &[Goal { cell: steps.frame().cell_at_index(77), start: 0.0 }]);
        for cell in 0..144 {
            for way in Direction::ALL.into_iter().filter(|&way| !steps.step_is_open(cell, way)) {
                prop_assert!(field.velocity()[cell].dot(way.unit()) <= 0.0);
            }
        }
    }
}
