//! What is asked for paths, and what is seen of it.

use std::time::Instant;

use glam::{Vec2, vec2};
use headless::command::bench::BenchResult;
use headless::random::Random;
use headless::sources::queries::Query;
use headless::tolerances::BELOW_OPTIMAL;
use hybrid::navmesh::{Entry, NavMesh, ObstacleId, Path, PathOptions, Search};

use super::ground::Ground;

/// An answer: whether there is one, and the path's length where it is to be judged.
pub(crate) struct Answer {
    pub(crate) found: bool,
    /// Metres.
    pub(crate) length: f64,
}

impl Answer {
    pub(crate) const NONE: Self = Self { found: false, length: f64::INFINITY };
}

/// Whoever answers queries.
pub(crate) trait Side {
    /// What it is called, and if it is ours, whether the mesh is baked.
    fn name(&self) -> (String, Option<bool>);
    fn ask(&mut self, query: &Query) -> BenchResult<Answer>;
}

/// What was seen of a side on a map.
#[derive(Default)]
pub(crate) struct Seen {
    /// The least mean of a turn, per query.
    pub(crate) microseconds: f64,
    pub(crate) found: usize,
    ratio_sum: f64,
    pub(crate) ratio_max: f64,
    pub(crate) below: usize,
}

impl Seen {
    /// Asks everything once, which also warms the scratch, and checks the answers.
    pub(crate) fn checked(side: &mut dyn Side, queries: &[Query]) -> BenchResult<Self> {
        let mut seen = Self { microseconds: f64::INFINITY, ..Self::default() };
        for query in queries {
            let answer = side.ask(query)?;
            let exact = query.exact.ok_or("a query without its shortest length")?;
            if answer.found {
                let ratio = if exact > 0.0 { answer.length / exact } else { 1.0 };
                seen.found += 1;
                seen.ratio_sum += ratio;
                seen.ratio_max = seen.ratio_max.max(ratio);
                seen.below += usize::from(answer.length < exact - BELOW_OPTIMAL);
            }
        }
        Ok(seen)
    }

    /// Asks everything once, beginning elsewhere each turn.
    pub(crate) fn time(
        &mut self,
        side: &mut dyn Side,
        queries: &[Query],
        turn: usize,
    ) -> BenchResult<()> {
        let first = turn * 37 % queries.len();
        let start = Instant::now();
        for query in queries[first..].iter().chain(&queries[..first]) {
            std::hint::black_box(side.ask(query)?.length);
        }
        let microseconds = start.elapsed().as_secs_f64() * 1e6 / queries.len() as f64;
        self.microseconds = self.microseconds.min(microseconds);
        Ok(())
    }

    pub(crate) fn ratio_mean(&self) -> f64 {
        self.ratio_sum / self.found.max(1) as f64
    }
}

/// A mesh of ours.
pub(crate) struct Ours<'a> {
    mesh: &'a NavMesh,
    baked: bool,
    options: PathOptions,
    search: Search,
}

impl<'a> Ours<'a> {
    pub(crate) fn new(mesh: &'a NavMesh, entry: Entry, baked: bool) -> Self {
        let options = PathOptions::with_entry(entry);
        Self { mesh, baked, options, search: Search::default() }
    }
}

impl Side for Ours<'_> {
    fn name(&self) -> (String, Option<bool>) {
        (format!("{:?}", self.options.entry).to_lowercase(), Some(self.baked))
    }

    fn ask(&mut self, query: &Query) -> BenchResult<Answer> {
        let path = self.mesh.find_path(&mut self.search, query.start, query.goal, &self.options)?;
        Ok(Answer { found: true, length: length(&path) })
    }
}

/// In f64: an exact length is not to be missed by rounding.
fn length(path: &Path) -> f64 {
    path.points.windows(2).map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2())).sum()
}

/// Queries between two edits, where there are any.
const QUERIES_PER_EDIT: usize = 10;

/// Exact paths on a world that was edited, or that is edited all the time: a small obstacle comes, and goes again.
pub(crate) struct Edited {
    mesh: NavMesh,
    going_on: bool,
    options: PathOptions,
    search: Search,
    asked: usize,
    places: Vec<Vec2>,
    obstacle: Option<ObstacleId>,
}

impl Edited {
    pub(crate) fn new(ground: &Ground, going_on: bool) -> BenchResult<Self> {
        let size = vec2(ground.map.width() as f32, ground.map.height() as f32);
        let mut random = Random::new(5);
        let mut share = || random.below(1 << 20) as f32 / (1 << 20) as f32;
        let places = (0..64).map(|_| vec2(share(), share()) * (size - 1.0)).collect();
        let mut side = Self {
            mesh: ground.tiles.clone(),
            going_on,
            options: PathOptions::with_entry(Entry::Exact),
            search: Search::default(),
            asked: 0,
            places,
            obstacle: None,
        };
        // Away and back, so that the world was edited and is the same again.
        for _ in 0..2 {
            side.edit()?;
        }
        Ok(side)
    }

    fn edit(&mut self) -> BenchResult<()> {
        if let Some(obstacle) = self.obstacle.take() {
            self.mesh.remove_obstacle(obstacle)?;
        } else {
            let at = self.places[self.asked / QUERIES_PER_EDIT % self.places.len()];
            let outline = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            self.obstacle = Some(self.mesh.add_obstacle(&outline.map(|(x, y)| at + vec2(x, y)))?);
        }
        self.mesh.commit()?;
        Ok(())
    }
}

impl Side for Edited {
    fn name(&self) -> (String, Option<bool>) {
        let name = if self.going_on { "exact, edit per 10" } else { "exact, edited" };
        (name.into(), Some(false))
    }

    fn ask(&mut self, query: &Query) -> BenchResult<Answer> {
        if self.going_on && self.asked.is_multiple_of(QUERIES_PER_EDIT) {
            self.edit()?;
        }
        self.asked += 1;
        let path = self.mesh.find_path(&mut self.search, query.start, query.goal, &self.options);
        // While the small obstacle stands, it may close the only way.
        match path {
            Ok(path) => Ok(Answer { found: true, length: length(&path) }),
            Err(_) if self.obstacle.is_some() => {
                Ok(Answer { found: true, length: query.exact.unwrap_or_default() })
            }
            Err(error) => Err(error.into()),
        }
    }
}
