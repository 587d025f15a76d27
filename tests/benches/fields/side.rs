//! What is timed, and on what.

use std::sync::LazyLock;

use flowfield::{CostParameters, Crowd, Disc, FlowField, Goal, Potential, Problem, Steps};
use glam::{UVec2, Vec2};
use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::navmesh::{Bounds, MeshDefinition, NavMesh, PathOptions, Search};

use super::clock::Least;
use super::ground::{CELL, frame};
use super::groups::{RADIUS, SPEED, discs, share};

/// How many things are timed: splat to gradient; the same by a heap; with a path on the mesh before;
/// ending early; and parts of the first.
pub(crate) const SIDES: usize = 6;
pub(crate) const WHOLE: usize = 0;
pub(crate) const HEAP: usize = 1;
pub(crate) const WITH_MESH: usize = 2;
pub(crate) const EARLY: usize = 3;
pub(crate) const SPLAT: usize = 4;
pub(crate) const POTENTIAL: usize = 5;

/// A crowd among pillars, and where one group of it goes.
pub(crate) struct Input {
    steps: Steps,
    mesh: NavMesh,
    discs: Vec<Disc>,
    goal: Goal,
    /// The cells of the group's units.
    sampled: Vec<UVec2>,
    leader: Vec2,
}

impl Input {
    pub(crate) fn new(n: u32, units: usize, seed: u64) -> BenchResult<Self> {
        let mut random = Random::new(seed);
        let frame = frame(n)?;
        let mut steps = Steps::open(frame);
        let mut mesh = NavMesh::new(&MeshDefinition {
            agent_radius: RADIUS,
            ..MeshDefinition::new(Bounds::new(frame.min(), frame.max()))
        })?;
        for _ in 0..n * n / 1024 {
            let low = UVec2::new(
                random.below(n as usize - 3) as u32,
                random.below(n as usize - 3) as u32,
            );
            for k in 0..9 {
                steps.set_open(frame.index_of(low + UVec2::new(k % 3, k / 3)), false)?;
            }
            let corner = low.as_vec2() * CELL;
            let [across, along] = [Vec2::X, Vec2::Y].map(|axis| 3.0 * CELL * axis);
            mesh.add_obstacle(&[corner, corner + across, corner + across + along, corner + along])?;
        }
        mesh.commit()?;
        let discs = discs(n, units, &mut random);
        let cells = discs.iter().take(100).filter_map(|disc| frame.cell_of(disc.position));
        let sampled: Vec<UVec2> =
            cells.filter(|&cell| steps.is_open(frame.index_of(cell))).collect();
        let free = |cell: UVec2| {
            mesh.find_path(
                &mut Search::default(),
                frame.center(cell),
                frame.center(cell),
                &PathOptions::default(),
            )
            .is_ok()
        };
        let leader = sampled.iter().copied().find(|&cell| free(cell)).ok_or("no free leader")?;
        let goal = loop {
            let cell = UVec2::new(
                (share(&mut random) * n as f32) as u32,
                (share(&mut random) * n as f32) as u32,
            );
            if steps.is_open(frame.index_of(cell)) && free(cell) {
                break Goal { cell, start: 0.0 };
            }
        };
        Ok(Self { steps, mesh, discs, goal, sampled, leader: frame.center(leader) })
    }
}

impl Input {
    fn problem<'a>(
        &'a self,
        crowd: &'a Crowd,
        goals: &'a [Goal],
        sampled: Option<&'a [UVec2]>,
    ) -> Problem<'a> {
        let (steps, terrain, free_speed, parameters) = (&self.steps, None, SPEED, &PARAMETERS);
        Problem { steps, terrain, crowd, free_speed, parameters, goals, sampled }
    }
}

/// The defaults.
static PARAMETERS: LazyLock<CostParameters> = LazyLock::new(CostParameters::default);

/// The buffers of all sides.
#[derive(Default)]
pub(crate) struct Sides {
    crowd: Option<Crowd>,
    field: FlowField,
    heap: FlowField,
    early: FlowField,
    potential: Potential,
    search: Search,
}

impl Sides {
    /// Times everything once on an input, and checks that all agree.
    pub(crate) fn measure(&mut self, input: &Input, times: &mut Least<SIDES>) -> BenchResult<()> {
        let frame = *input.steps.frame();
        let mut crowd = self.crowd.take().unwrap_or_else(|| Crowd::new(frame));
        let goals = &[input.goal][..];
        let splat = |crowd: &mut Crowd| -> BenchResult<()> {
            crowd.reset(frame);
            Ok(input.discs.iter().try_for_each(|&disc| crowd.add(disc))?)
        };
        times.time(SPLAT, || splat(&mut crowd))?;
        times.time(WHOLE, || -> BenchResult<()> {
            splat(&mut crowd)?;
            Ok(self.field.solve(&input.problem(&crowd, goals, None))?)
        })?;
        times.time(HEAP, || -> BenchResult<()> {
            splat(&mut crowd)?;
            Ok(self.heap.solve_by_heap(&input.problem(&crowd, goals, None))?)
        })?;
        times.time(POTENTIAL, || self.potential.solve(self.field.costs(), goals))?;
        times.time(EARLY, || -> BenchResult<()> {
            splat(&mut crowd)?;
            Ok(self.early.solve(&input.problem(&crowd, goals, Some(&input.sampled)))?)
        })?;
        let to = frame.center(input.goal.cell);
        times.time(WITH_MESH, || -> BenchResult<()> {
            let path = input.mesh.find_path(
                &mut self.search,
                input.leader,
                to,
                &PathOptions::default(),
            )?;
            splat(&mut crowd)?;
            self.field.solve(&input.problem(&crowd, goals, None))?;
            if path.points.len() < 2 { Err("no path".into()) } else { Ok(()) }
        })?;
        self.crowd = Some(crowd);
        self.check(input)
    }

    fn check(&self, input: &Input) -> BenchResult<()> {
        let (field, heap) = (&self.field, &self.heap);
        if field.potential() != heap.potential() || field.potential() != self.potential.values() {
            return Err("the buckets differ from the heap".into());
        }
        if !field.reached(input.steps.frame().index_of(input.goal.cell)) {
            return Err("the goal is not reached".into());
        }
        for &cell in &input.sampled {
            let point = input.steps.frame().center(cell);
            if self.early.sample(point) != field.sample(point) {
                return Err(format!("what ended early is wrong in cell {cell}").into());
            }
        }
        Ok(())
    }

    /// Of the field, and of the crowd.
    pub(crate) fn bytes(&self) -> [usize; 2] {
        [self.field.bytes(), self.crowd.as_ref().map_or(0, Crowd::bytes)]
    }
}
