//! Passages: what they take in the first step of a world and in the steps after an edit, by how many obstacles there are.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{
    Goal, OrderDefinition, Unreachable, UnitDefinition, UnitId, World, WorldDefinition,
};

/// Metres: on a square of this side lies an obstacle, on average.
const ROOM: f32 = 6.0;

/// Edits that are made, and steps after each: in one of them passages are looked for.
const EDITS: usize = 20;
const STEPS: usize = 12;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn bar(&mut self, side: f32) -> [Vec2; 4] {
        let at = vec2(self.between(0.0, side - 2.0), self.between(0.0, side - 2.0));
        let along = vec2(self.between(-1.0, 1.0), self.between(-1.0, 1.0)).normalize_or(Vec2::X);
        let (long, wide) = (2.0 * along, 0.5 * along.perp());
        [at, at + long, at + long + wide, at + wide]
    }
}

/// A world of so many obstacles with some units on their way, and the seconds in which its mesh was built.
fn world(obstacles: usize, random: &mut Random) -> (World, f64) {
    let side = ROOM * (obstacles as f32).sqrt();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25])).unwrap();
    world.set_executor(None);
    let begun = std::time::Instant::now();
    for _ in 0..obstacles {
        world.add_obstacle(&random.bar(side)).unwrap();
    }
    world.commit().unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    let place = |k: u8| vec2(2.0 + 0.6 * f32::from(k % 10), 2.0 + 0.6 * f32::from(k / 10));
    let add = |k: u8| world.add_unit(&UnitDefinition::new(place(k), 0.25, 2.0)).ok();
    let units: Vec<UnitId> = (0..100).filter_map(add).collect();
    let goal = Goal::Point(Vec2::splat(side.min(100.0) - 3.0));
    let order = OrderDefinition { unreachable: Unreachable::Nearest, ..OrderDefinition::new(goal) };
    world.order_with(&units, &order).unwrap();
    (world, seconds)
}

/// The seconds that passages take in the next step.
fn step(world: &mut World) -> f64 {
    let tick = world.definition().parameters.tick;
    world.step(tick).unwrap();
    let phases = world.profile().phases.iter();
    phases.filter(|phase| phase.name == "passages").map(|phase| phase.seconds).sum()
}

/// The seconds that passages take in the first step, by the number of obstacles.
pub fn first_step(sizes: &[usize]) -> Vec<(usize, f64)> {
    let row = |&obstacles: &usize| (obstacles, step(&mut world(obstacles, &mut Random(1)).0));
    sizes.iter().map(row).collect()
}

/// The seconds that building the mesh takes, by the number of obstacles: what the first step is compared with.
pub fn building(sizes: &[usize]) -> Vec<(usize, f64)> {
    sizes.iter().map(|&obstacles| (obstacles, world(obstacles, &mut Random(1)).1)).collect()
}

/// The seconds that passages take in the longest step after an edit, in the median of some edits, by the number of obstacles.
pub fn edit(sizes: &[usize]) -> Vec<(usize, f64)> {
    let row = |&obstacles: &usize| {
        let mut random = Random(1);
        let (mut world, _) = world(obstacles, &mut random);
        let side = ROOM * (obstacles as f32).sqrt();
        for _ in 0..STEPS {
            step(&mut world);
        }
        let longest = |_| {
            world.add_obstacle(&random.bar(side)).unwrap();
            (0..STEPS).map(|_| step(&mut world)).fold(0.0, f64::max)
        };
        let mut all: Vec<f64> = (0..EDITS).map(longest).collect();
        all.sort_by(f64::total_cmp);
        (obstacles, all[EDITS / 2])
    };
    sizes.iter().map(row).collect()
}
