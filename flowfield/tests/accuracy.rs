//! The potential against distances that are known exactly.

use flowfield::glam::{DVec2, IVec2, UVec2, Vec2};
use flowfield::{
    CostParameters, Crowd, Disc, FlowField, Frame, Goal, Potential, Problem, StepCosts, Steps,
};

fn solve(crowd: &Crowd, parameters: &CostParameters, goals: &[Goal]) -> FlowField {
    let steps = Steps::open(*crowd.frame());
    let mut field = FlowField::default();
    let problem = Problem {
        steps: &steps,
        terrain: None,
        crowd,
        free_speed: 1.0,
        parameters,
        goals,
        sampled: None,
    };
    field.solve(&problem).unwrap();
    field
}

fn centers(frame: &Frame) -> impl Iterator<Item = (usize, DVec2)> {
    (0..frame.cell_count())
        .map(|index| (index, frame.center(frame.cell_at_index(index)).as_dvec2()))
}

/// The cells within `disc` metres of a source, which start with their exact distances; the source itself, if that is 0.
fn goals_round(frame: &Frame, source: UVec2, disc: f64) -> Vec<Goal> {
    let middle = frame.center(source).as_dvec2();
    let distances = centers(frame).map(|(index, center)| (index, center.distance(middle)));
    let near = distances.filter(|&(_, distance)| distance <= disc);
    near.map(|(index, distance)| Goal { cell: frame.cell_at_index(index), start: distance as f32 })
        .collect()
}

/// Mean and greatest error around a goal in the middle of a square of side 1.
fn point_source_errors(n: u32, disc: f64) -> (f64, f64) {
    let frame = Frame::new(IVec2::splat(100), UVec2::splat(n), 1.0 / n as f32).unwrap();
    let source = UVec2::splat(n / 2);
    let goals = goals_round(&frame, source, disc);
    let field = solve(&Crowd::new(frame), &CostParameters::default(), &goals);
    let source = frame.center(source).as_dvec2();
    let errors = centers(&frame)
        .map(|(index, center)| f64::from(field.potential()[index]) - center.distance(source));
    let (sum, most) = errors
        .fold((0.0, 0.0_f64), |(sum, most), error| (sum + error.abs(), most.max(error.abs())));
    (sum / frame.cell_count() as f64, most)
}

#[test]
fn a_point_source_has_the_expected_error_and_order() {
    let errors = [64, 128, 256].map(|n| point_source_errors(n, 0.0));
    let bars = [(0.0104, 0.0187), (0.0063, 0.0110), (0.0038, 0.0065)];
    for ((mean, most), (mean_bar, most_bar)) in errors.into_iter().zip(bars) {
        assert!(mean < mean_bar && most < most_bar, "{errors:?}");
    }
    for pair in errors.windows(2) {
        assert!((pair[0].0 / pair[1].0).log2() > 0.65, "{errors:?}");
        assert!((pair[0].1 / pair[1].1).log2() > 0.65, "{errors:?}");
    }
}

#[test]
fn a_plane_wave_is_exact() {
    let frame = Frame::new(IVec2::new(-9, 4), UVec2::new(60, 40), 0.25).unwrap();
    let goals: Vec<_> = (0..40).map(|y| Goal { cell: UVec2::new(0, y), start: 0.5 }).collect();
    let field = solve(&Crowd::new(frame), &CostParameters::default(), &goals);
    for index in 0..frame.cell_count() {
        let column = frame.cell_at_index(index).x;
        assert_eq!(field.potential()[index], 0.5 + 0.25 * column as f32);
        assert_eq!(field.velocity()[index], if column > 0 { Vec2::NEG_X } else { Vec2::ZERO });
    }
}

#[test]
fn a_slanting_plane_wave_is_exact_but_for_rounding() {
    // Goals along two edges that start as a wave in the direction (3, 4) / 5 passes them.
    let frame = Frame::new(IVec2::ZERO, UVec2::splat(50), 1.0).unwrap();
    let wave = |cell: UVec2| 0.6 * cell.x as f32 + 0.8 * cell.y as f32;
    let edge = (0..50).flat_map(|i| [UVec2::new(i, 0), UVec2::new(0, i)]);
    let goals: Vec<_> = edge.map(|cell| Goal { cell, start: wave(cell) }).collect();
    let field = solve(&Crowd::new(frame), &CostParameters::default(), &goals);
    for cell in (0..frame.cell_count()).map(|index| frame.cell_at_index(index)) {
        assert!((field.potential()[cell] - wave(cell)).abs() < 1e-4, "{cell}");
        if cell.min_element() > 0 {
            assert!(field.velocity()[cell].abs_diff_eq(Vec2::new(-0.6, -0.8), 1e-4), "{cell}");
        }
    }
}

#[test]
fn costs_that_differ_by_axis_give_the_norm_of_an_ellipse() {
    // A crowd of the same density and velocity everywhere: discs wide enough to have no slope.
    let frame = Frame::new(IVec2::ZERO, UVec2::splat(128), 0.5).unwrap();
    let mut crowd = Crowd::new(frame);
    let velocity = Vec2::new(0.8, 0.4);
    for _ in 0..3 {
        crowd
            .add(Disc { position: frame.center(UVec2::splat(64)), velocity, influence: 1e9 })
            .unwrap();
    }
    let parameters =
        &CostParameters { path_weight: 0.0, time_weight: 2.0, ..CostParameters::default() };
    let goal = Goal { cell: UVec2::splat(127), start: 0.0 };
    let field = solve(&crowd, parameters, &[goal]);
    let source = frame.center(goal.cell).as_dvec2();
    for (index, center) in centers(&frame) {
        let potential = f64::from(field.potential()[index]);
        let exact = ((source - center) / velocity.as_dvec2()).length();
        assert!(
            potential >= exact * (1.0 - 1e-6) && potential < exact * 1.01 + 1.6,
            "{potential} {exact}"
        );
        if frame.cell_at_index(index).cmpeq(goal.cell).any() {
            assert!(
                (potential - exact).abs() < 1e-5 * exact + 1e-6,
                "along an axis: {potential} {exact}"
            );
        }
    }
}

/// Mean and greatest error beyond a straight border at which the speed halves: the source lies
/// ¼ before it, in a square of side 1. The exact time is that of Snell's ray.
fn errors_in_two_media(n: usize, disc: f64) -> (f64, f64) {
    let cost = 1.0 / n as f32;
    let slow = |cell: usize| cell % n >= n / 2;
    let source = n / 2 * n + n / 4;
    let center = |cell: usize| ((cell % n) as f64 + 0.5, (cell / n) as f64 + 0.5);
    let ((x0, y0), border) = (center(source), (n / 2) as f64);
    let exact = |cell: usize| {
        let (x, y) = center(cell);
        let time = |crossing: f64| {
            (border - x0).hypot(crossing - y0) + 2.0 * (x - border).hypot(y - crossing)
        };
        if !slow(cell) {
            return (x - x0).hypot(y - y0);
        }
        let (mut low, mut high) = (y0.min(y), y0.max(y));
        for _ in 0..100 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if time(a) < time(b) { high = b } else { low = a }
        }
        time(low)
    };
    let steps =
        Steps::open(Frame::new(IVec2::ZERO, UVec2::splat(n as u32), 1.0 / n as f32).unwrap());
    let costs = StepCosts::new(&steps, |cell, _| if slow(cell) { 2.0 * cost } else { cost });
    let mut potential = Potential::default();
    let goals = goals_round(steps.frame(), steps.frame().cell_at_index(source), disc);
    potential.solve(&costs.unwrap(), &goals).unwrap();
    let error = |cell| (f64::from(potential.values()[cell]) - exact(cell) / n as f64).abs();
    let errors = (0..n * n).filter(|&cell| slow(cell)).map(error);
    let (sum, most) =
        errors.fold((0.0, 0.0_f64), |(sum, most), error| (sum + error, most.max(error)));
    (2.0 * sum / (n * n) as f64, most)
}

#[test]
fn two_media_refract_with_the_expected_error_and_order() {
    let errors = [64, 128, 256].map(|n| errors_in_two_media(n, 0.0));
    for ((mean, most), (mean_bar, most_bar)) in
        errors.into_iter().zip([(0.0207, 0.0264), (0.0116, 0.0149), (0.00645, 0.0084)])
    {
        assert!(mean < mean_bar && most < most_bar, "{errors:?}");
    }
    for pair in errors.windows(2) {
        assert!((pair[0].0 / pair[1].0).log2() > 0.65, "{errors:?}");
        assert!((pair[0].1 / pair[1].1).log2() > 0.65, "{errors:?}");
    }
}

/// Much of the error comes from the cells next to a source: a small disc that starts with exact distances takes it away.
#[test]
fn an_exact_start_round_the_source_takes_a_part_of_the_error_away() {
    const DISC: f64 = 0.05;
    let bars = [
        (64, [(0.0102, 0.0187), (0.0205, 0.0264)]),
        (128, [(0.0062, 0.0110), (0.0114, 0.0149)]),
        (256, [(0.0037, 0.0064), (0.0063, 0.0083)]),
    ];
    for (n, bars) in bars {
        let errors = [point_source_errors(n, DISC), errors_in_two_media(n as usize, DISC)];
        println!("{n}: a point {:.5?}, two media {:.5?}", errors[0], errors[1]);
        for ((mean, most), (mean_bar, most_bar)) in errors.into_iter().zip(bars) {
            assert!(mean < 0.9 * mean_bar && most < 0.9 * most_bar, "{n}: {errors:?}");
        }
    }
}
