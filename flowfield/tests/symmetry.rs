//! Mirror images and quarter turns of a problem have the same solution, bit for bit.

use flowfield::glam::{IVec2, UVec2, Vec2};
use flowfield::{CostParameters, Crowd, Direction, Disc, FlowField, Frame, Goal, Problem, Steps};
use proptest::prelude::*;

const SIDE: i32 = 20;

/// One of the eight symmetries of the square around the lattice's origin.
fn transformed(symmetry: usize, v: Vec2) -> Vec2 {
    let v = if symmetry & 4 == 0 { v } else { Vec2::new(-v.x, v.y) };
    [v, v.perp(), -v, -v.perp()][symmetry & 3]
}

#[derive(Debug, Clone)]
struct Scene {
    discs: Vec<Disc>,
    blocked: Vec<usize>,
    walls: Vec<(usize, usize)>,
    goals: Vec<(usize, f32)>,
}

fn frame() -> Frame {
    Frame::new(IVec2::splat(-SIDE / 2), UVec2::splat(SIDE as u32), 0.3).unwrap()
}

fn scene() -> impl Strategy<Value = Scene> {
    let cell = 0..(SIDE * SIDE) as usize;
    let place = -3.0_f32..3.0;
    let disc = (place.clone(), place, -1.5_f32..1.5, -1.5_f32..1.5, 0.3_f32..1.2).prop_map(
        |(x, y, u, v, influence)| Disc {
            position: Vec2::new(x, y),
            velocity: Vec2::new(u, v),
            influence,
        },
    );
    (
        prop::collection::vec(disc, 0..80),
        prop::collection::vec(cell.clone(), 0..60),
        prop::collection::vec((cell.clone(), 0_usize..4), 0..60),
        prop::collection::vec((cell, 0.0_f32..3.0), 1..4),
    )
        .prop_map(|(discs, blocked, walls, goals)| Scene { discs, blocked, walls, goals })
}

fn solve(scene: &Scene, symmetry: usize) -> FlowField {
    let image = |cell: usize| image(symmetry, cell);
    let mut steps = Steps::open(frame());
    for &cell in &scene.blocked {
        steps.set_open(frame().index_of(image(cell)), false).unwrap();
    }
    for &(cell, direction) in &scene.walls {
        let unit = transformed(symmetry, Direction::ALL[direction].unit());
        let direction =
            Direction::ALL.into_iter().find(|direction| direction.unit() == unit).unwrap();
        steps.set_step(frame().index_of(image(cell)), direction, false).unwrap();
    }
    let mut crowd = Crowd::new(frame());
    for disc in &scene.discs {
        let [position, velocity] = [disc.position, disc.velocity].map(|v| transformed(symmetry, v));
        crowd.add(Disc { position, velocity, ..*disc }).unwrap();
    }
    let goals: Vec<_> =
        scene.goals.iter().map(|&(cell, start)| Goal { cell: image(cell), start }).collect();
    for goal in &goals {
        steps.set_open(frame().index_of(goal.cell), true).unwrap();
    }
    let parameters = &CostParameters::default();
    let mut field = FlowField::default();
    let problem = Problem {
        steps: &steps,
        terrain: None,
        crowd: &crowd,
        free_speed: 1.3,
        parameters,
        goals: &goals,
        sampled: None,
    };
    field.solve(&problem).unwrap();
    field
}

fn image(symmetry: usize, cell: usize) -> UVec2 {
    frame().cell_of(transformed(symmetry, frame().center(frame().cell_at_index(cell)))).unwrap()
}

/// Whether one could leave a cell by two opposite sides: if both are equally good, which one it takes
/// depends on the order of the cells.
fn is_ridge(field: &FlowField, cell: usize) -> bool {
    let lower = Direction::ALL.map(|direction| {
        let beyond = frame().neighbour(cell, direction);
        beyond.is_some_and(|beyond| field.potential()[beyond] < field.potential()[cell])
    });
    lower[0] && lower[2] || lower[1] && lower[3]
}

proptest! {
    #[test]
    fn turns_and_flips_are_bit_exact(scene in scene(), x in -3.0_f32..3.0, y in -3.0_f32..3.0) {
        let field = solve(&scene, 0);
        for symmetry in 1..8 {
            let other = solve(&scene, symmetry);
            for cell in 0..frame().cell_count() {
                let image = image(symmetry, cell);
                prop_assert_eq!(field.potential()[cell].to_bits(), other.potential()[image].to_bits());
                if !is_ridge(&field, cell) {
                    prop_assert_eq!(transformed(symmetry, field.velocity()[cell]), other.velocity()[image]);
                }
            }
            let point = Vec2::new(x, y);
            prop_assert_eq!(field.potential_at(point), other.potential_at(transformed(symmetry, point)));
        }
    }
}
