//! A crowd is as good on turned and shifted ground, on other grids, and created in another order.

use glam::Vec2;
use headless::random::Random;
use hybrid::navmesh::Bounds;
use hybrid::{Event, Goal, UnitDefinition, UnitId, World, WorldDefinition, WorldParameters};

const RADIUS: f32 = 0.25;
/// Metres: twice as large a cell and half as large a cell are both within the world's limits.
const CELL: f32 = 0.16;
const TICKS: u32 = 600;

/// Units on open ground, in metres around the middle of the world.
struct Crowd {
    starts: Vec<Vec2>,
    goals: Vec<Vec2>,
    obstacles: Vec<[Vec2; 4]>,
    /// Where the units look at first.
    heading: Vec2,
    cell_size: f32,
    shared: bool,
}

impl Crowd {
    /// `count` units in four columns that walk 30 m east.
    fn open(count: u16) -> Self {
        let start = |k: u16| Vec2::new(f32::from(k % 4) * 0.75 - 16.0, f32::from(k / 4) * 0.75);
        let starts: Vec<Vec2> = (0..count).map(start).collect();
        let goals = starts.iter().map(|&start| start + Vec2::new(30.0, 2.0)).collect();
        let (obstacles, heading) = (Vec::new(), Vec2::X);
        Self { starts, goals, obstacles, heading, cell_size: CELL, shared: false }
    }

    /// Two blocks behind a wall with a gap of 2 m, before which they meet.
    fn queue() -> Self {
        let mut crowd = Self::open(20);
        let box_ =
            |min: Vec2, max: Vec2| [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        crowd.obstacles = vec![
            box_(Vec2::new(-1.0, -30.0), Vec2::new(1.0, -0.5)),
            box_(Vec2::new(-1.0, 1.5), Vec2::new(1.0, 30.0)),
        ];
        for start in &mut crowd.starts {
            start.x += 8.0;
        }
        crowd
    }

    fn mapped(&self, map: impl Fn(Vec2) -> Vec2) -> Self {
        let all = |points: &[Vec2]| points.iter().map(|&point| map(point)).collect();
        Self {
            starts: all(&self.starts),
            goals: all(&self.goals),
            obstacles: self.obstacles.iter().map(|corners| corners.map(&map)).collect(),
            heading: map(self.heading) - map(Vec2::ZERO),
            ..*self
        }
    }

    fn turned(&self, degrees: f32) -> Self {
        let turn = Vec2::from_angle(degrees.to_radians());
        self.mapped(|point| turn.rotate(point))
    }

    /// The world with its units, created in an order.
    fn world(&self, order: &[usize]) -> (World, Vec<UnitId>) {
        // Tiles of 32 m: their borders, too, are where they were after a quarter turn.
        let bounds = Bounds::new(Vec2::splat(-48.0), Vec2::splat(48.0));
        // Fine grids must not cut the group in two: that is another crowd.
        let (cell_size, window_cells) = (self.cell_size, 1_000_000);
        let parameters = WorldParameters { cell_size, window_cells, ..WorldParameters::default() };
        let definition =
            WorldDefinition { parameters, ..WorldDefinition::new(bounds, vec![RADIUS]) };
        let mut world = World::new(&definition).unwrap();
        for outline in &self.obstacles {
            world.add_obstacle(outline).unwrap();
        }
        let mut add = |&unit: &usize| {
            let unit = UnitDefinition::new(self.starts[unit], RADIUS, 1.4);
            world.add_unit(&UnitDefinition { heading: self.heading, ..unit }).unwrap()
        };
        let units: Vec<UnitId> = order.iter().map(&mut add).collect();
        let goal = if self.shared {
            Goal::Point(self.goals[0])
        } else {
            Goal::Each(order.iter().map(|&unit| self.goals[unit]).collect())
        };
        world.order(&units, &goal).unwrap();
        (world, units)
    }

    /// Seconds until each unit arrives, ascending.
    fn times(&self) -> Vec<f64> {
        let order: Vec<usize> = (0..self.starts.len()).collect();
        let (mut world, units) = self.world(&order);
        let tick = world.definition().parameters.tick;
        let mut times = Vec::new();
        for number in 1..=TICKS {
            world.step(tick).unwrap();
            let arrivals =
                world.events().iter().filter(|event| matches!(event, Event::Arrived { .. }));
            times.extend(arrivals.map(|_| f64::from(number) * f64::from(tick)));
        }
        assert_eq!(times.len(), units.len(), "all arrive");
        times
    }

    /// All positions after some ticks, in the order of the crowd, whatever the order of creation.
    fn positions(&self, order: &[usize], ticks: u32) -> Vec<Vec2> {
        let (mut world, units) = self.world(order);
        let tick = world.definition().parameters.tick;
        (0..ticks).for_each(|_| world.step(tick).unwrap());
        let mut positions = vec![Vec2::ZERO; units.len()];
        for (&index, &unit) in order.iter().zip(&units) {
            positions[index] = world.unit(unit).unwrap().position;
        }
        positions
    }
}

/// The mean and the last of two lists of times, as ratios.
fn ratios(times: &[f64], reference: &[f64]) -> [f64; 2] {
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let last = |times: &[f64]| times[times.len() - 1];
    [mean(times) / mean(reference), last(times) / last(reference)]
}

#[test]
fn times_do_not_depend_on_the_ground() {
    let mut missed = Vec::new();
    for count in [1, 20] {
        let crowd = Crowd::open(count);
        let reference = crowd.times();
        let mut cases: Vec<(String, Crowd)> = Vec::new();
        for degrees in [15.0, 30.0, 45.0, 90.0] {
            cases.push((format!("turned by {degrees}°"), crowd.turned(degrees)));
        }
        for quarters in 1..4_u8 {
            let shift = Vec2::splat(f32::from(quarters) * 0.25 * CELL);
            cases.push((format!("shifted by {quarters} quarters"), crowd.mapped(|p| p + shift)));
        }
        for factor in [0.5, 2.0] {
            let cell_size = factor * CELL;
            let other = Crowd { cell_size, ..crowd.mapped(|point| point) };
            cases.push((format!("cell × {factor}"), other));
        }
        for (name, case) in cases {
            let [mean, last] = ratios(&case.times(), &reference);
            let text = format!("{count} units, {name}: mean × {mean:.4}, last × {last:.4}");
            println!("{text}");
            if (mean - 1.0).abs() > 0.02 || (last - 1.0).abs() > 0.02 {
                missed.push(text);
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The first tick after which a crowd that was turned by some quarters is not bit for bit where the
/// crowd is, turned likewise; and how far off.
fn first_difference(crowd: &Crowd, quarters: u8) -> Option<(u32, f32)> {
    let order: Vec<usize> = (0..crowd.starts.len()).collect();
    let turn = |point: Vec2| (0..quarters).fold(point, |p, _| Vec2::new(-p.y, p.x));
    let ((mut world, units), (mut other, turned)) =
        (crowd.world(&order), crowd.mapped(turn).world(&order));
    let tick = world.definition().parameters.tick;
    for number in 1..=TICKS {
        world.step(tick).unwrap();
        other.step(tick).unwrap();
        let pairs = units.iter().zip(&turned);
        let off = pairs.map(|(&unit, &turned)| {
            let (here, there) = (world.unit(unit).unwrap(), other.unit(turned).unwrap());
            turn(here.position).distance(there.position)
        });
        let most = off.fold(0.0, f32::max);
        if most > 0.0 {
            return Some((number, most));
        }
    }
    None
}

#[test]
fn quarter_turns_change_no_bit() {
    for (name, crowd) in
        [("a unit", Crowd::open(1)), ("a crowd", Crowd::open(20)), ("a queue", Crowd::queue())]
    {
        let differences = [1, 2, 3].map(|quarters| first_difference(&crowd, quarters));
        assert_eq!(differences, [None; 3], "{name}: (tick, metres off) by quarters");
    }
}

#[test]
fn the_order_of_creation_does_not_matter() {
    let mut missed = Vec::new();
    for (name, crowd, shared) in [
        ("open ground", Crowd::open(20), false),
        ("a queue", Crowd::queue(), false),
        ("a queue to one point", Crowd::queue(), true),
    ] {
        let crowd = Crowd { shared, ..crowd };
        let mut order: Vec<usize> = (0..crowd.starts.len()).collect();
        for ticks in [1, 2, 5, 10, 40, 150, 400] {
            let reference = bits(&crowd.positions(&order, ticks));
            for seed in 0..3 {
                shuffle(&mut order, seed);
                if bits(&crowd.positions(&order, ticks)) != reference {
                    missed.push(format!("{name}: another state after {ticks} ticks, seed {seed}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Positions as a multiset, bit for bit.
fn bits(positions: &[Vec2]) -> Vec<(u32, u32)> {
    let mut bits: Vec<(u32, u32)> =
        positions.iter().map(|point| (point.x.to_bits(), point.y.to_bits())).collect();
    bits.sort_unstable();
    bits
}

fn shuffle(order: &mut [usize], seed: u64) {
    let mut random = Random::new(seed + 1);
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}
