//! The judge of one side: it sends units to and fro and looks at how they move.

use glam::Vec2;
use headless::buckets::Buckets;
use headless::command::bench::BenchResult;
use headless::scoring::overlaps::Overlaps;
use headless::scoring::walls::Walls;
use headless::tolerances::WALL_SHARE;

use super::scene::{RADIUS, SPEED, Scene, TICK};
use super::side::Side;

/// Metres from its goal at which a unit turns back: before it slows down.
const TURN: f32 = 2.0;

/// What was seen, summed over ticks and runs.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    /// Seconds of each block of ticks, per unit and tick.
    pub(crate) seconds: Vec<f64>,
    pub(crate) unit_ticks: u64,
    /// Pairs that overlap by more than the counted share.
    pub(crate) pairs: u64,
    /// The largest overlap that lasts, and the largest one at any tick.
    pub(crate) lasting: f32,
    pub(crate) peak: f32,
    /// Unit-ticks in a wall, or nowhere.
    pub(crate) in_walls: u64,
    pub(crate) not_finite: u64,
    /// Metres that units came nearer to their goals.
    pub(crate) progress: f64,
}

impl Seen {
    /// Adds another run.
    pub(crate) fn add(&mut self, run: &Self) {
        self.seconds.extend(&run.seconds);
        self.unit_ticks += run.unit_ticks;
        self.pairs += run.pairs;
        self.lasting = self.lasting.max(run.lasting);
        self.peak = self.peak.max(run.peak);
        self.in_walls += run.in_walls;
        self.not_finite += run.not_finite;
        self.progress += run.progress;
    }

    /// The median block's microseconds per unit and tick: other programs' interruptions are not counted.
    pub(crate) fn microseconds(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        1e6 * sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn pairs_per_1000(&self) -> f64 {
        1000.0 * self.pairs as f64 / self.unit_ticks.max(1) as f64
    }

    /// The mean speed towards the goals, as a share of the free speed.
    pub(crate) fn pace(&self) -> f64 {
        self.progress / (self.unit_ticks.max(1) as f64 * f64::from(SPEED * TICK))
    }
}

/// One side, its goals, and what is seen of it.
pub(crate) struct Judge<'a, S> {
    side: S,
    walls: &'a Walls,
    ends: Vec<[Vec2; 2]>,
    before: Vec<Vec2>,
    positions: Vec<Vec2>,
    buckets: Buckets,
    overlaps: Overlaps,
    tick: u32,
    seen: Seen,
}

impl<'a, S: Side> Judge<'a, S> {
    pub(crate) fn new(scene: &Scene, walls: &'a Walls, mut side: S) -> BenchResult<Self> {
        for (unit, end) in scene.ends.iter().enumerate() {
            side.send(unit, end[1])?;
        }
        Ok(Self {
            side,
            walls,
            ends: scene.ends.clone(),
            before: Vec::new(),
            positions: scene.starts.clone(),
            buckets: Buckets::new(scene.bounds, 2.0 * RADIUS),
            overlaps: Overlaps::new(TICK),
            tick: 0,
            seen: Seen::default(),
        })
    }

    /// Some ticks that are not looked at.
    pub(crate) fn warm_up(&mut self, ticks: u32) -> BenchResult<()> {
        for _ in 0..ticks {
            self.step()?;
            self.turn_back()?;
        }
        Ok(())
    }

    /// Some ticks that are measured and looked at.
    pub(crate) fn measure(&mut self, ticks: u32) -> BenchResult<()> {
        let mut seconds = 0.0;
        for _ in 0..ticks {
            seconds += self.step()?;
            self.look();
            self.turn_back()?;
        }
        self.seen.seconds.push(seconds / (f64::from(ticks) * self.ends.len() as f64));
        Ok(())
    }

    pub(crate) fn finish(self) -> Seen {
        let Overlaps { peak, lasting, counted, .. } = self.overlaps;
        Seen { pairs: counted, lasting, peak, ..self.seen }
    }

    fn step(&mut self) -> BenchResult<f64> {
        let seconds = self.side.step()?;
        self.tick += 1;
        std::mem::swap(&mut self.before, &mut self.positions);
        self.positions.clear();
        self.positions.extend((0..self.ends.len()).map(|unit| self.side.position(unit)));
        Ok(seconds)
    }

    fn look(&mut self) {
        for ((&position, before), end) in self.positions.iter().zip(&self.before).zip(&self.ends) {
            let progress = before.distance(end[1]) - position.distance(end[1]);
            self.seen.unit_ticks += 1;
            self.seen.progress += f64::from(progress);
            self.seen.not_finite += u64::from(!position.is_finite());
            let in_wall = self.walls.distance(position) < WALL_SHARE * RADIUS;
            self.seen.in_walls += u64::from(in_wall);
        }
        let pairs = self.overlapping();
        self.overlaps.observe(self.tick, &pairs);
    }

    /// All pairs that overlap, and by which share of their radii.
    fn overlapping(&mut self) -> Vec<(u32, u32, f32)> {
        let points: Vec<(Vec2, Vec2)> =
            self.positions.iter().map(|&point| (point, point)).collect();
        self.buckets.fill(&points);
        let mut pairs = Vec::new();
        for (&position, unit) in self.positions.iter().zip(0..) {
            let others = self.buckets.around(position, 2.0 * RADIUS);
            for other in others.filter(|&other| other > unit) {
                let distance = position.distance(self.positions[other as usize]);
                if distance < 2.0 * RADIUS {
                    pairs.push((unit, other, 1.0 - distance / (2.0 * RADIUS)));
                }
            }
        }
        pairs
    }

    /// Those that are near their goals turn back.
    fn turn_back(&mut self) -> BenchResult<()> {
        for (unit, end) in self.ends.iter_mut().enumerate() {
            if self.positions[unit].distance_squared(end[1]) < TURN * TURN {
                end.swap(0, 1);
                self.side.send(unit, end[1])?;
            }
        }
        Ok(())
    }
}
