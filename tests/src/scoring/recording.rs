//! What the pictures need of a run: traces of all units, the windows of the largest groups at
//! moments spread over the run, and the longest queues.

use flowfield::{Crowd, FlowField, Goal, Steps};
use glam::Vec2;
use hybrid::navmesh::NavMesh;

use crate::scoring::queues::{Disc, QueueWatch};
use crate::scoring::stage::Stage;

/// Most points of all traces; beyond, every second one is dropped.
const MOST_POINTS: usize = 4_000_000;
/// Most moments that are kept; beyond, every second one is dropped.
const MOST_MOMENTS: usize = 24;
/// Most cells of the windows of all moments.
const MOST_CELLS: usize = 4_000_000;

/// Values taken every so many ticks: when there are too many, every second one goes and the
/// distance doubles.
#[derive(Debug, Clone)]
struct Thinned<T> {
    values: Vec<T>,
    stride: u32,
    most: usize,
}

impl<T> Thinned<T> {
    fn new(most: usize) -> Self {
        Self { values: Vec::new(), stride: 1, most: most.max(2) }
    }

    fn is_due(&self, tick: u32) -> bool {
        tick.is_multiple_of(self.stride)
    }

    fn push(&mut self, value: T) {
        self.values.push(value);
        if self.values.len() >= self.most {
            let mut index = 0;
            self.values.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }
}

/// The window of a group.
#[derive(Debug, Clone)]
pub struct Window {
    /// Its field.
    pub field: FlowField,
    /// Density and mean velocity.
    pub crowd: Crowd,
    /// Which steps are open.
    pub steps: Steps,
    /// Where the field begins.
    pub seeds: Vec<Goal>,
    /// The path of the group's leader.
    pub path: Vec<Vec2>,
    /// Where that path leaves the window.
    pub exit: Option<Vec2>,
}

/// A moment of the run.
#[derive(Debug, Clone)]
pub struct Moment {
    /// Ticks that had passed.
    pub tick: u32,
    /// All units, in the order of the blocks.
    pub units: Vec<Disc>,
    /// The window of the largest group that has one.
    pub window: Option<Window>,
}

/// All that is kept of a run.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The mesh of the class of the first group, with the obstacles of the first tick.
    pub mesh: Option<NavMesh>,
    /// The leaders' paths after the first tick.
    pub paths: Vec<Vec<Vec2>>,
    /// The obstacles of the first tick.
    pub outlines: Vec<Vec<Vec2>>,
    /// At the end: the share of the units that went through each gap of the scene first.
    pub gap_shares: Vec<f64>,
    /// Who waits before passages.
    pub queues: QueueWatch,
    traces: Thinned<Vec<Vec2>>,
    moments: Thinned<Moment>,
    /// A moment is due, and taken as soon as the largest group has just been planned.
    waiting: bool,
}

impl Recording {
    /// Begins a recording before the first tick.
    pub fn new(stage: &Stage) -> Self {
        let mut traces = Thinned::new(MOST_POINTS / stage.units.len().max(1));
        traces.push(stage.seen().iter().map(|seen| seen.position).collect());
        let window_cells = stage.loaded.scene.world.window_cells.max(1) as usize;
        let moments = Thinned::new(MOST_MOMENTS.min(MOST_CELLS / window_cells));
        Self {
            mesh: None,
            paths: Vec::new(),
            outlines: Vec::new(),
            gap_shares: Vec::new(),
            queues: QueueWatch::new(stage),
            traces,
            moments,
            waiting: false,
        }
    }

    /// Looks at the world after a tick.
    pub fn observe(&mut self, stage: &Stage, tick: u32) {
        if tick == 1 {
            let class = stage.world.groups().next().map_or(0, |group| group.class);
            self.mesh = stage.world.mesh(class).cloned();
            self.paths = stage.world.groups().map(|group| group.path.to_vec()).collect();
            self.outlines = stage.walls.outlines().map(<[Vec2]>::to_vec).collect();
        }
        self.observe_rest(stage, tick);
        self.queues.observe(stage, tick);
        self.waiting |= self.moments.is_due(tick);
        if let Some(moment) = self.waiting.then(|| moment(stage, tick)).flatten() {
            self.waiting = false;
            self.moments.push(moment);
        }
    }

    /// Looks at the world after a tick at the end, when nobody is on his way: traces only.
    pub fn observe_rest(&mut self, stage: &Stage, tick: u32) {
        if self.traces.is_due(tick) {
            self.traces.push(stage.seen().iter().map(|seen| seen.position).collect());
        }
    }

    /// Positions of all units, from first to last.
    pub fn traces(&self) -> &[Vec<Vec2>] {
        &self.traces.values
    }

    /// The most telling moment: the greatest crowd about mid-run.
    pub fn telling_moment(&self) -> Option<&Moment> {
        let last = self.moments.values.last()?.tick;
        let about_mid = last / 4..=last - last / 4;
        let middle = self.moments.values.iter().filter(|moment| about_mid.contains(&moment.tick));
        middle.max_by(|a, b| a.crowding().total_cmp(&b.crowding()))
    }
}

impl Moment {
    /// How much more than one unit alone there is in the cells of the window, all in all.
    fn crowding(&self) -> f32 {
        let more = |crowd: &Crowd| -> f32 {
            let cells = 0..crowd.frame().cell_count();
            cells.map(|cell| (crowd.density(cell) - 1.0).max(0.0)).sum()
        };
        self.window.as_ref().map_or(0.0, |window| more(&window.crowd))
    }
}

/// The moment after a tick; none if the largest group's field is older than that, and its units no
/// longer where the field saw them.
fn moment(stage: &Stage, tick: u32) -> Option<Moment> {
    let windowed = stage.world.groups().filter(|group| group.field.is_some());
    // The first of the largest: groups come in a fixed order.
    let largest =
        windowed.reduce(|best, next| if next.units.len() > best.units.len() { next } else { best });
    if let Some((leader, start)) = largest
        .as_ref()
        .and_then(|group| Some((stage.world.unit(group.leader)?, group.path.first()?)))
    {
        let one_tick = leader.max_speed * stage.loaded.scene.world.tick;
        if leader.position.distance(*start) > 1.5 * one_tick {
            return None;
        }
    }
    let window = largest.and_then(|group| {
        Some(Window {
            field: group.field?.clone(),
            crowd: group.crowd?.clone(),
            steps: group.steps?.clone(),
            seeds: group.seeds.to_vec(),
            path: group.path.to_vec(),
            exit: group.exit,
        })
    });
    let units = stage.units.iter().filter_map(|&unit| stage.world.unit(unit));
    let discs = units.map(|unit| Disc { center: unit.position, radius: unit.radius }).collect();
    Some(Moment { tick, units: discs, window })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_values_at_equal_distances() {
        let mut thinned = Thinned::new(8);
        for tick in 0..=100 {
            if thinned.is_due(tick) {
                thinned.push(tick);
            }
        }
        assert!(thinned.values.len() <= 8);
        assert!(
            thinned.values.windows(2).all(|pair| pair[1] - pair[0] == thinned.stride),
            "{:?}",
            thinned.values
        );
    }
}
