//! Worlds as bytes, and back.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, Bounds, LinkDefinition};
use hybrid::{
    Discomfort, Driver, Goal, HeightGrid, ObstacleId, SnapshotError, UnitDefinition, UnitId, World,
    WorldDefinition,
};

use crate::support::{Random, add_wall, world_of};

const SIZE: f32 = 48.0;

fn point(random: &mut Random) -> Vec2 {
    vec2(random.between(0.0, SIZE), random.between(0.0, SIZE))
}

/// A place in a list of so many.
fn index(random: &mut Random, count: usize) -> usize {
    random.below(count as u64) as usize
}

/// A scene in which something happens all the time: units come and go, walls as well, orders of all kinds.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) random: u64,
    pub(crate) units: Vec<UnitId>,
    pub(crate) obstacles: Vec<ObstacleId>,
}

impl Scene {
    pub(crate) fn new(seed: u64) -> Self {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIZE));
        let radii = if seed.is_multiple_of(2) { vec![0.3] } else { vec![0.25, 0.5] };
        let mut definition = WorldDefinition::new(bounds, radii);
        definition.parameters.plan_period = [0.5, 0.3, 1.0][seed as usize % 3];
        definition.parameters.search_cells = [20_000, 40, 200][seed as usize % 3];
        definition.parameters.plan_latency = [0, 2, 7][seed as usize / 2 % 3];
        let mut world = World::new(&definition).unwrap();
        // A wall with two doors.
        for (low, high) in [(0.0, 12.0), (13.2, 30.0), (33.0, SIZE)] {
            add_wall(&mut world, [23.0, low, 25.0, high]);
        }
        if seed.is_multiple_of(3) {
            let link = LinkDefinition { capacity: 2, ..LinkDefinition::new(6.0) };
            world.add_link(vec2(20.0, 22.0), vec2(28.0, 22.0), &link).unwrap();
            let mud = Area { kind: 1, cost: 3.0 };
            world.add_area(Bounds::new(vec2(10.0, 5.0), vec2(18.0, 14.0)), mud).unwrap();
            let heights = (0..100).map(|k| (k % 10) as f32 * 0.3).collect();
            let hill = HeightGrid { min: Vec2::ZERO, spacing: 5.0, columns: 10, heights };
            world.set_heights(Some(hill)).unwrap();
            for seconds in [3.0, f32::INFINITY, 9.0] {
                let center = vec2(12.0 + seconds.min(20.0), 30.0);
                let smell = Discomfort { center, radius: 3.0, amount: 2.0, seconds };
                world.add_discomfort(&smell).unwrap();
            }
        }
        let mut scene = Self { world, random: seed + 1, units: vec![], obstacles: vec![] };
        (0..60).for_each(|_| scene.add_unit());
        let half = scene.units.len() / 2;
        let (one, other) = scene.units.split_at(half);
        scene.world.order(one, &Goal::Point(vec2(40.0, 20.0))).unwrap();
        scene.world.order(other, &Goal::Point(vec2(8.0, 22.0))).unwrap();
        scene
    }

    fn add_unit(&mut self) {
        let mut random = Random(self.random);
        let (position, engine) = (point(&mut random), random.below(12) == 0);
        let driver = if engine { Driver::Engine } else { Driver::World };
        let definition = UnitDefinition {
            driver,
            team: random.below(2) as u32,
            user_data: random.bits(),
            ..UnitDefinition::new(position, 0.25, 1.0 + random.below(10) as f32 * 0.1)
        };
        self.random = random.0;
        self.units.extend(self.world.add_unit(&definition));
    }

    fn call(&mut self) {
        let mut random = Random(self.random);
        let (kind, pick) = (random.below(40), index(&mut random, 1000));
        let at = point(&mut random);
        self.random = random.0;
        let some: Vec<UnitId> = self.units.iter().copied().skip(pick % 7).step_by(4).collect();
        let one = self.units.get(pick % self.units.len().max(1)).copied();
        let world = &mut self.world;
        match (kind, one) {
            (0, _) => {
                let far = at + vec2(1.0 + (pick % 4) as f32, 1.5);
                let wall = [at, vec2(far.x, at.y), far, vec2(at.x, far.y)];
                self.obstacles.extend(world.add_obstacle(&wall));
            }
            (1, _) if !self.obstacles.is_empty() => {
                let gone = self.obstacles.swap_remove(pick % self.obstacles.len());
                world.remove_obstacle(gone).unwrap();
            }
            (2, Some(unit)) => {
                world.remove_unit(unit).unwrap();
                self.units.retain(|&other| other != unit);
            }
            (3 | 4, _) => self.add_unit(),
            (5, _) if !some.is_empty() => drop(world.order(&some, &Goal::Point(at))),
            (6, _) if !some.is_empty() => {
                let goals = (0..some.len()).map(|k| at + vec2(0.0, 0.8 * k as f32)).collect();
                drop(world.order(&some, &Goal::Each(goals)));
            }
            (7, Some(unit)) => world.stop(&[unit]).unwrap(),
            (8, Some(unit)) => world.hold(&[unit]).unwrap(),
            (9, Some(unit)) => drop(world.teleport(unit, at)),
            (10..=14, Some(unit)) => drop(world.set_motion(unit, at, Vec2::X)),
            _ => {}
        }
    }

    pub(crate) fn step(&mut self) {
        self.call();
        self.world.step(0.1).unwrap();
    }
}

#[test]
fn a_world_that_comes_back_goes_on_with_the_same_bits() {
    for seed in 0..10 {
        let mut scene = Scene::new(seed);
        let mut random = Random(seed + 77);
        for _ in 0..2 {
            (0..5 + random.below(90)).for_each(|_| scene.step());
            let bytes = scene.world.to_bytes().unwrap();
            let mut other = scene.clone();
            other.world = World::from_bytes(&bytes).unwrap();
            assert_eq!(other.world.state_hash(), scene.world.state_hash(), "seed {seed}");
            assert!(other.world.to_bytes().unwrap() == bytes, "seed {seed}");
            for tick in 0..100 {
                scene.step();
                other.step();
                let hashes = (scene.world.state_hash(), other.world.state_hash());
                assert_eq!(hashes.0, hashes.1, "seed {seed}, tick {tick}");
                assert_eq!(scene.world.events(), other.world.events());
            }
            // Not a bit of anything that is kept differs.
            assert!(other.world.to_bytes().unwrap() == scene.world.to_bytes().unwrap());
        }
    }
}

/// Of scenes with little time for paths, those in which many units wait for one.
#[test]
fn who_finds_a_path_in_a_tick_does_not_depend_on_what_was_searched_before() {
    for seed in [13, 31, 37] {
        let (mut one, mut other) = (Scene::new(seed), Scene::new(seed));
        for tick in 0..110 {
            if tick % 7 == 3 {
                other.world = World::from_bytes(&other.world.to_bytes().unwrap()).unwrap();
            }
            one.step();
            other.step();
            let hashes = (one.world.state_hash(), other.world.state_hash());
            assert_eq!(hashes.0, hashes.1, "seed {seed}, tick {tick}");
        }
    }
}

/// Who stops in a way for one is an ordinary idle unit: others push it as much, also in the world that comes back.
#[test]
fn a_unit_that_stops_in_a_narrow_way_has_no_right_of_way_left() {
    let mut world = world_of(40.0, 20.0).build();
    for [low, high] in [[0.0, 9.55], [10.45, 20.0]] {
        add_wall(&mut world, [14.0, low, 26.0, high]);
    }
    let add = |world: &mut World, x: f32| {
        let unit = world.add_unit(&UnitDefinition::new(vec2(x, 10.0), 0.25, 1.4)).unwrap();
        world.order(&[unit], &Goal::Point(vec2(34.0, 10.0))).unwrap();
        unit
    };
    let first = add(&mut world, 12.0);
    (0..60).for_each(|_| world.step(0.1).unwrap());
    let inside = world.unit(first).unwrap().position.x;
    assert!(inside > 16.0 && inside < 24.0, "it is in the way: {inside}");
    world.stop(&[first]).unwrap();
    (0..10).for_each(|_| world.step(0.1).unwrap());
    let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    for world in [&mut world, &mut other] {
        add(world, 12.0);
    }
    let before = world.unit(first).unwrap().position;
    for tick in 0..120 {
        world.step(0.1).unwrap();
        other.step(0.1).unwrap();
        assert_eq!(world.state_hash(), other.state_hash(), "tick {tick}");
    }
    assert!(world.unit(first).unwrap().position != before, "it has been pushed");
}

#[test]
fn handles_stay_and_the_next_ones_are_the_same() {
    let mut scene = Scene::new(3);
    (0..120).for_each(|_| scene.step());
    let gone: Vec<UnitId> = scene.units.drain(5..12).collect();
    gone.iter().for_each(|&unit| scene.world.remove_unit(unit).unwrap());
    let mut other = World::from_bytes(&scene.world.to_bytes().unwrap()).unwrap();
    let world = &mut scene.world;
    assert!(world.units().eq(other.units()) && world.obstacles().eq(other.obstacles()));
    assert!(world.orders().eq(other.orders()));
    assert!(gone.iter().all(|&unit| other.unit(unit).is_none()));
    for k in 0..12 {
        let definition = UnitDefinition::new(vec2(1.0 + k as f32, 46.0), 0.25, 1.0);
        assert_eq!(world.add_unit(&definition), other.add_unit(&definition));
        let wall = [vec2(40.0, k as f32), vec2(41.0, k as f32), vec2(40.5, 0.5 + k as f32)];
        assert_eq!(world.add_obstacle(&wall), other.add_obstacle(&wall));
    }
    let obstacles: Vec<ObstacleId> = world.obstacles().collect();
    for obstacle in obstacles {
        world.remove_obstacle(obstacle).unwrap();
        other.remove_obstacle(obstacle).unwrap();
        assert_eq!(world.step(0.1), other.step(0.1));
        assert_eq!(world.state_hash(), other.state_hash());
    }
}

#[test]
fn edits_that_wait_take_effect_in_the_world_that_comes_back() {
    let mut scene = Scene::new(0);
    (0..30).for_each(|_| scene.world.step(0.1).unwrap());
    scene.world.add_obstacle(&[vec2(10.0, 10.0), vec2(14.0, 10.0), vec2(12.0, 15.0)]).unwrap();
    let before = scene.world.mesh(0).unwrap().version();
    let mut other = World::from_bytes(&scene.world.to_bytes().unwrap()).unwrap();
    assert_eq!(scene.world.mesh(0).unwrap().version(), before, "saving changes nothing");
    assert!(other.mesh(0).unwrap().version() > before);
    for _ in 0..60 {
        scene.world.step(0.1).unwrap();
        other.step(0.1).unwrap();
        assert_eq!(scene.world.state_hash(), other.state_hash());
    }
}

#[test]
fn bytes_that_are_no_world_are_refused_with_what_is_wrong() {
    let mut scene = Scene::new(1);
    (0..20).for_each(|_| scene.step());
    let bytes = scene.world.to_bytes().unwrap();
    let refused = |bytes: &[u8]| World::from_bytes(bytes).err().unwrap();
    assert_eq!(refused(b"once upon a time there was a world"), SnapshotError::Foreign);
    let mesh = scene.world.mesh(0).unwrap().to_bytes().unwrap();
    assert_eq!(refused(&mesh), SnapshotError::Foreign);
    let mut newer = bytes.clone();
    newer[8] += 1;
    assert!(matches!(refused(&newer), SnapshotError::Newer { .. }));
    for cut in [0, 7, 20, 24, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(refused(&bytes[..cut]), SnapshotError::Truncated { .. }));
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(refused(&longer), SnapshotError::TooLong { extra: 1, .. }));
    let mut random = Random(5);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        damaged[index(&mut random, bytes.len())] ^= 1 << random.below(8);
        let error = refused(&damaged);
        assert!(!error.to_string().is_empty());
    }
}

/// Bytes with their length and checksum made right, as a forger would.
fn sealed(content: &[u8], model: &[u8]) -> Vec<u8> {
    let mut bytes = model[..12].to_vec();
    bytes.extend((content.len() as u64).to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[8..]);
    hasher.update(content);
    bytes.extend(hasher.finalize().to_le_bytes());
    bytes.extend(content);
    bytes
}

/// A small world in which all that is saved is there: a crowd with a field before a door, a queue, paths, idle units.
fn small() -> World {
    let mut world = world_of(16.0, 10.0).radii(&[0.4]).build();
    for (low, high) in [(0.0, 4.4), (5.6, 10.0)] {
        add_wall(&mut world, [7.5, low, 8.5, high]);
    }
    let add =
        |world: &mut World, at: Vec2| world.add_unit(&UnitDefinition::new(at, 0.4, 1.4)).unwrap();
    let west: Vec<UnitId> = (0..6)
        .map(|k| add(&mut world, vec2(2.0, 1.5) + 1.1 * vec2((k / 3) as f32, (k % 3) as f32)))
        .collect();
    let east: Vec<UnitId> =
        (0..3).map(|k| add(&mut world, vec2(14.0, 2.0 + 1.1 * k as f32))).collect();
    let idle = add(&mut world, vec2(12.0, 8.0));
    world.order(&west, &Goal::Point(vec2(13.0, 6.0))).unwrap();
    world.order(&east, &Goal::Point(vec2(3.0, 6.0))).unwrap();
    (0..12).for_each(|_| world.step(0.1).unwrap());
    world.remove_unit(idle).unwrap();
    world.add_obstacle(&[vec2(1.0, 8.0), vec2(2.0, 8.0), vec2(1.5, 9.0)]).unwrap();
    world
}

#[test]
fn forged_bytes_are_refused_or_make_a_world_that_steps() {
    let model = small().to_bytes().unwrap();
    let content = &model[24..];
    assert!(World::from_bytes(&sealed(content, &model)).is_ok());
    let (mut random, mut worlds) = (Random(11), 0);
    for turn in 0..10_000 {
        let mut forged = content.to_vec();
        match turn % 4 {
            0 => forged.truncate(index(&mut random, content.len())),
            1 => {
                let at = index(&mut random, content.len());
                forged[at] = random.bits() as u8;
            }
            _ => {
                for _ in 0..1 + turn % 3 {
                    let at = index(&mut random, content.len());
                    forged[at] ^= 1 << random.below(8);
                }
            }
        }
        let Ok(mut world) = World::from_bytes(&sealed(&forged, &model)) else { continue };
        worlds += 1;
        for _ in 0..3 {
            let tick = world.definition().parameters.tick;
            if world.step(tick).is_err() {
                break;
            }
            for unit in world.units() {
                assert!(unit.position.is_finite() && unit.velocity.is_finite(), "turn {turn}");
            }
        }
        assert!(World::from_bytes(&world.to_bytes().unwrap()).is_ok(), "turn {turn}");
    }
    assert!(worlds > 1000, "{worlds}: most bits of positions may be anything");
}

#[test]
fn a_world_at_the_end_of_all_coordinates_comes_back_between_look_and_decision() {
    let corner = Vec2::splat(1_048_000.0);
    let bounds = Bounds::new(corner, corner + 64.0);
    let mut world = World::new(&WorldDefinition::new(bounds, vec![1.0])).unwrap();
    world.add_unit(&UnitDefinition::new(corner + 32.0, 1.0, 1.4)).unwrap();
    for _ in 0..4 {
        world.step(0.1).unwrap();
        assert!(World::from_bytes(&world.to_bytes().unwrap()).is_ok());
    }
}
