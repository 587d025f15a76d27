//! Gaps that nothing can pass are closed for units, too.

use hybrid::flowfield::{Direction, Frame};
use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Bounds, MeshDefinition, NavMesh};
use hybrid::walls::Walls;
use hybrid::{Event, Goal, UnitDefinition, UnitId, World};

use crate::support::world_of;

/// Two walls; grown by 0.25 m, they are 0.6 mm apart where they are nearest.
const NEEDLE: [[(f32, f32); 4]; 2] = [
    [(27.364258, 25.057617), (29.859375, 22.90625), (30.93457, 24.15332), (28.44043, 26.304688)],
    [(29.009766, 22.72168), (30.095703, 18.493164), (30.30664, 18.547852), (29.22168, 22.77539)],
];

/// How many steps of a grid lead from one point to another at least.
fn step_count(walls: &Walls, from: Vec2, to: Vec2) -> Option<usize> {
    let frame = walls.steps().frame();
    let [from, to] = [from, to].map(|at| frame.index_of(frame.cell_of(at).unwrap()));
    let mut counts = vec![None; frame.cell_count()];
    counts[from] = Some(0);
    let mut cells = std::collections::VecDeque::from([from]);
    while let Some(cell) = cells.pop_front() {
        for direction in Direction::ALL {
            if walls.steps().step_is_open(cell, direction) {
                let next = frame.neighbour(cell, direction).unwrap();
                if counts[next].is_none() {
                    counts[next] = counts[cell].map(|count: usize| count + 1);
                    cells.push_back(next);
                }
            }
        }
    }
    counts[to]
}

#[test]
fn no_step_of_a_grid_leads_through_a_neck_of_walls() {
    let bounds = Bounds::new(Vec2::ZERO, vec2(35.85984, 36.452686));
    let definition = MeshDefinition { agent_radius: 0.25, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for corners in NEEDLE {
        mesh.add_obstacle(&corners.map(|(x, y)| vec2(x, y))).unwrap();
    }
    mesh.commit().unwrap();
    for cell_size in [0.25, 0.28125, 0.3, 0.3125, 0.328125, 0.35] {
        let frame = Frame::covering(vec2(20.0, 12.0), vec2(35.0, 30.0), cell_size).unwrap();
        let walls = Walls::new(&mesh, frame).unwrap();
        let count = step_count(&walls, vec2(30.2, 22.4), vec2(28.6, 23.2));
        // Round the walls it is more than four metres.
        let least = (4.0 / cell_size) as usize;
        assert!(count.is_some_and(|count| count > least), "cells of {cell_size} m: {count:?}");
    }
}

#[test]
fn five_units_go_round_a_gap_of_less_than_a_unit() {
    let mut world = world_of(35.85984, 36.452686).build();
    world.set_executor(None);
    for corners in NEEDLE {
        world.add_obstacle(&corners.map(|(x, y)| vec2(x, y))).unwrap();
    }
    let start = |k: u8| UnitDefinition::new(vec2(31.0 + 0.55 * f32::from(k), 22.6), 0.25, 2.0);
    let units: Vec<UnitId> = (0..5).map(|k| world.add_unit(&start(k)).unwrap()).collect();
    world.order(&units, &Goal::Point(vec2(8.822668, 20.53317))).unwrap();
    let arrived = |world: &World| world.units().filter(|unit| unit.arrived).count();
    let mut stuck = Vec::new();
    for _ in 0..600 {
        world.step(0.1).unwrap();
        stuck.extend(
            world.events().iter().copied().filter(|event| matches!(event, Event::Stuck { .. })),
        );
    }
    assert_eq!(stuck, [], "the way round is free");
    assert_eq!(arrived(&world), 5, "after a minute for 24 m");
}
