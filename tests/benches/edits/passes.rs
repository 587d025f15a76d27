//! The edits themselves, timed and checked.

use std::time::Instant;

use glam::Vec2;
use headless::obstacle_worlds::ObstacleWorld;
use hybrid::navmesh::{CellId, Location, NavMesh, ObstacleId, Portal};

use super::mesh_support::Outcome;

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
    ) -> Outcome<Self> {
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

fn first_component(mesh: &NavMesh) -> Outcome<f64> {
    let cell = mesh.cells().next().ok_or("a mesh without cells")?;
    let began = Instant::now();
    let component = mesh.component(cell);
    let spent = microseconds(began);
    let same = mesh.component(cell) == component;
    if same { Ok(spent) } else { Err("a component changed by itself".into()) }
}

/// An obstacle that is there blocks its middle.
fn check(mesh: &NavMesh, middle: Vec2, blocked: bool) -> Outcome<()> {
    match mesh.locate(middle) {
        Location::Cell(_) if blocked => Err(format!("{middle} is free").into()),
        _ => Ok(()),
    }
}
