//! What changes at run time — walls, terrain, crowd — is solved as if it had never been otherwise.

use flowfield::glam::{IVec2, UVec2, Vec2};
use flowfield::{
    CostParameters, Crowd, Disc, FlowField, Frame, Goal, HeatMap, Problem, Steps, Terrain,
};
use proptest::prelude::*;

fn frame() -> Frame {
    Frame::new(IVec2::new(-5, 3), UVec2::new(30, 24), 0.5).unwrap()
}

fn crowd(discs: &[(f32, f32)]) -> Crowd {
    let mut crowd = Crowd::new(frame());
    for &(x, y) in discs {
        let position = frame().min() + Vec2::new(x, y);
        crowd.add(Disc { position, velocity: Vec2::new(0.5, -0.25), influence: 1.2 }).unwrap();
    }
    crowd
}

fn solve(field: &mut FlowField, steps: &Steps, terrain: &Terrain, crowd: &Crowd) {
    let goals = [Goal { cell: UVec2::new(28, 20), start: 0.0 }];
    let (terrain, parameters) = (Some(terrain), &CostParameters::default());
    let problem = Problem {
        steps,
        terrain,
        crowd,
        free_speed: 1.4,
        parameters,
        goals: &goals,
        sampled: None,
    };
    field.solve(&problem).unwrap();
}

/// A rectangle of cells by its low corner and its size.
type Rectangle = (u32, u32, u32, u32);

fn cells((x, y, width, height): Rectangle) -> impl Iterator<Item = usize> {
    let cells =
        (y..(y + height).min(24)).flat_map(move |y| (x..(x + width).min(30)).map(move |x| (x, y)));
    cells.filter(|&cell| cell != (28, 20)).map(|(x, y)| frame().index_of(UVec2::new(x, y)))
}

fn rectangle() -> impl Strategy<Value = Rectangle> {
    (0_u32..30, 0_u32..24, 1_u32..8, 1_u32..8)
}

proptest! {
    #[test]
    fn a_changed_rectangle_is_solved_as_a_new_problem(
        edits in prop::collection::vec((rectangle(), 0_u8..4, 1_u8..9), 1..8),
        discs in prop::collection::vec((0.0_f32..15.0, 0.0_f32..12.0), 0..40),
    ) {
        let (mut steps, mut terrain) = (Steps::open(frame()), Terrain::new(frame()));
        let crowd = crowd(&discs);
        let (mut field, mut heat_map) = (FlowField::default(), HeatMap::default());
        solve(&mut field, &steps, &terrain, &crowd);
        for (rectangle, what, amount) in edits {
            for cell in cells(rectangle) {
                match what {
                    0 => steps.set_open(cell, false).unwrap(),
                    1 => steps.set_open(cell, true).unwrap(),
                    2 => terrain.set_cost(cell, f32::from(amount)).unwrap(),
                    _ => terrain.set_height(cell, 0.1 * f32::from(amount)).unwrap(),
                }
            }
            solve(&mut field, &steps, &terrain, &crowd);
            let mut fresh = FlowField::default();
            solve(&mut fresh, &steps, &terrain, &crowd);
            prop_assert_eq!(field.potential(), fresh.potential());
            prop_assert_eq!(field.velocity(), fresh.velocity());
            heat_map.solve_terrain(&steps, &terrain, &[UVec2::new(28, 20)]).unwrap();
            let mut anew = HeatMap::default();
            anew.solve_terrain(&steps, &terrain, &[UVec2::new(28, 20)]).unwrap();
            prop_assert_eq!(heat_map.distances(), anew.distances());
        }
    }
}

/// All bits of a field, mixed (FNV-1a).
fn hash(field: &FlowField) -> u64 {
    let velocities = field.velocity().as_slice().iter().flat_map(|velocity| velocity.to_array());
    let numbers = field.potential().as_slice().iter().copied().chain(velocities);
    let bytes = numbers.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// In debug and in release, on every platform: to be changed only together with what a field is.
#[test]
fn a_field_has_the_same_bits_in_every_build() {
    const GOLDEN: u64 = 0xe175_c41a_9711_53a4;
    let (mut steps, mut terrain) = (Steps::open(frame()), Terrain::new(frame()));
    cells((10, 4, 2, 16)).for_each(|cell| steps.set_open(cell, false).unwrap());
    cells((16, 0, 5, 9)).for_each(|cell| terrain.set_cost(cell, 1.75).unwrap());
    for (step, cell) in cells((18, 12, 8, 8)).enumerate() {
        terrain.set_height(cell, (step % 7) as f32 * 0.11).unwrap();
        terrain.set_discomfort(cell, (step % 5) as f32 * 0.3).unwrap();
    }
    let discs: Vec<_> = (0..60_u16)
        .map(|k| (f32::from(k * 37 % 101) * 0.12, f32::from(k * 53 % 97) * 0.11))
        .collect();
    let mut field = FlowField::default();
    solve(&mut field, &steps, &terrain, &crowd(&discs));
    assert_eq!(hash(&field), GOLDEN, "{:#018x}", hash(&field));
}
