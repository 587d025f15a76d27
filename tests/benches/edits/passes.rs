//! The edits themselves, timed and checked.

use std::time::Instant;

use glam::Vec2;
use headless::command::bench::BenchResult;
use headless::sources::obstacle_worlds::ObstacleWorld;
use hybrid::navmesh::{
    CellId, Location, NavMesh, ObstacleId, PathError, PathOptions, Portal, Search,
};

const PASSES: usize = 3;

/// What was seen.
pub(crate) struct Passes {
    /// The least time of each edit with its commit.
    pub(crate) edit_us: Vec<f64>,
    /// The least time of the first question for a component after each edit.
    pub(crate) islands_us: Vec<f64>,
    pub(crate) clone_us: f64,
    pub(crate) tiles_per_edit: f64,
}

/// A cell as it can be seen from outside.
type Seen = (CellId, Vec<Vec2>, Vec<Portal>);

fn picture(mesh: &NavMesh) -> Vec<Seen> {
    let seen = |cell| (cell, mesh.outline(cell).collect(), mesh.portals(cell).collect());
    mesh.cells().map(seen).collect()
}

fn middle(ring: &[Vec2]) -> Vec2 {
    ring.iter().sum::<Vec2>() / ring.len() as f32
}

impl Passes {
    /// Removes `edited` obstacles, one at a time, and adds each again.
    pub(crate) fn run(
        mesh: &mut NavMesh,
        world: &ObstacleWorld,
        mut handles: Vec<ObstacleId>,
        edited: usize,
    ) -> BenchResult<Self> {
        let before = picture(mesh);
        let mut edit_us = vec![f64::INFINITY; edited * 2];
        let mut islands_us = edit_us.clone();
        let (mut clone_us, mut tiles) = (f64::INFINITY, 0);
        let stride = world.outlines.len() / edited;
        for _ in 0..PASSES {
            for turn in 0..edited {
                let obstacle = turn * stride;
                let ring = &world.outlines[obstacle];
                for step in 0..2 {
                    let began = Instant::now();
                    if step == 0 {
                        mesh.remove_obstacle(handles[obstacle])?;
                    } else {
                        handles[obstacle] = mesh.add_obstacle(ring)?;
                    }
                    let commit = mesh.commit()?;
                    let number = turn * 2 + step;
                    edit_us[number] = edit_us[number].min(microseconds(began));
                    tiles += commit.changed.len();
                    islands_us[number] = islands_us[number].min(first_component(mesh)?);
                    check(mesh, middle(ring), step == 1)?;
                }
            }
            let began = Instant::now();
            let copy = mesh.clone();
            clone_us = clone_us.min(microseconds(began));
            drop(copy);
            if picture(mesh) != before {
                return Err("removing and adding again changed the mesh".into());
            }
        }
        let tiles_per_edit = tiles as f64 / (edit_us.len() * PASSES) as f64;
        Ok(Self { edit_us, islands_us, clone_us, tiles_per_edit })
    }
}

fn microseconds(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e6
}

fn first_component(mesh: &NavMesh) -> BenchResult<f64> {
    let cell = mesh.cells().next().ok_or("a mesh without cells")?;
    let began = Instant::now();
    let component = mesh.component(cell);
    let spent = microseconds(began);
    let same = mesh.component(cell) == component;
    if same { Ok(spent) } else { Err("a component changed by itself".into()) }
}

/// An obstacle that is there blocks its middle.
fn check(mesh: &NavMesh, middle: Vec2, blocked: bool) -> BenchResult<()> {
    match mesh.locate(middle) {
        Location::Cell(_) if blocked => Err(format!("{middle} is free").into()),
        _ => Ok(()),
    }
}

/// Asks for ways to a point behind walls and to one outside, and gives the mean microseconds of an answer.
pub(crate) fn refusals(mesh: &NavMesh, world: &ObstacleWorld) -> BenchResult<f64> {
    let mut mesh = mesh.clone();
    let (low, high) = (world.bounds.max * 0.5, world.bounds.max * 0.5 + 8.0);
    for (min, max) in [
        (low, Vec2::new(high.x, low.y + 1.0)),
        (Vec2::new(low.x, high.y - 1.0), high),
        (low, Vec2::new(low.x + 1.0, high.y)),
        (Vec2::new(high.x - 1.0, low.y), high),
    ] {
        mesh.add_obstacle(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])?;
    }
    mesh.commit()?;
    let is_free = |point: &Vec2| matches!(mesh.locate(*point), Location::Cell(_));
    let room = |k: usize| low + 1.3 + Vec2::new((k % 8) as f32, (k / 8) as f32) * 0.7;
    let inside = (0..64).map(room).find(is_free);
    let start = (0..64).map(|k| Vec2::splat(1.7 + k as f32)).find(is_free);
    let start = start.ok_or("no free start")?;
    let (mut search, mut best) = (Search::default(), f64::INFINITY);
    // Where an obstacle covers the walled place, the goal outside alone is asked for.
    let goals: Vec<Vec2> = inside.into_iter().chain([world.bounds.max * 1.1]).collect();
    for _ in 0..20 {
        let began = Instant::now();
        for index in 0..100 {
            let goal = goals[index % goals.len()];
            let answer = mesh.find_path(&mut search, start, goal, &PathOptions::default());
            match answer {
                Err(PathError::Unreachable { .. } | PathError::GoalOutside { .. }) => {}
                _ => return Err(format!("the way to {goal} is {answer:?}").into()),
            }
        }
        best = best.min(microseconds(began) / 100.0);
    }
    Ok(best)
}
