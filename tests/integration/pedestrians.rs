//! The parameters of people against what people were measured to do, as the tests of RiMEA ask (“Guideline for Microscopic
//! Evacuation Analysis”, 2016). Each test prints its figures; those that were measured stand in `tests/SCENES.md`.

use std::collections::BTreeSet;

use glam::Vec2;
use headless::random::Random;
use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scoring::runner::{RunOptions, run};
use hybrid::navmesh::Bounds;
use hybrid::{Event, Goal, Unit, UnitDefinition, UnitId, World, WorldDefinition, WorldParameters};

const RADIUS: f32 = 0.2;

/// The speed at which people walk freely, in m/s (Weidmann 1993).
const SPEED: f32 = 1.34;

/// Flows per metre and second of doors in the literature, the least and the greatest.
const FLOWS: [f32; 2] = [1.2, 1.9];

/// A world of people, and what was told of them.
struct Place {
    world: World,
    tick: f32,
    stuck: BTreeSet<UnitId>,
}

impl Place {
    /// Ground with walls, each a box.
    fn new(size: [f32; 2], walls: &[[f32; 4]]) -> Self {
        let bounds = Bounds::new(Vec2::ZERO, size.into());
        let parameters = WorldParameters::pedestrians();
        let tick = parameters.tick;
        let definition =
            WorldDefinition { parameters, ..WorldDefinition::new(bounds, vec![RADIUS]) };
        let mut world = World::new(&definition).unwrap();
        for &[x0, y0, x1, y1] in walls {
            let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
            world.add_obstacle(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap();
        }
        Self { world, tick, stuck: BTreeSet::new() }
    }

    /// Spreads people over a box, a little out of line, and sends them to a point.
    fn people(&mut self, area: [f32; 4], count: usize, goal: [f32; 2]) -> Vec<UnitId> {
        let [x0, y0, x1, y1] = area;
        let (width, height) = (x1 - x0, y1 - y0);
        let pitch = (width * height / count as f32).sqrt();
        let rows = (height / pitch).round().clamp(1.0, height / (2.0 * RADIUS)) as usize;
        let step = Vec2::new(width / count.div_ceil(rows) as f32, height / rows as f32);
        let room = (step - Vec2::splat(2.0 * RADIUS)).max(Vec2::ZERO);
        let mut random = Random::new(count as u64);
        let mut shift = || random.below(1001) as f32 / 1000.0 - 0.5;
        let units: Vec<UnitId> = (0..count)
            .map(|k| {
                let (column, row) = ((k / rows) as f32, (k % rows) as f32);
                let at = Vec2::new(column + 0.5, row + 0.5) * step;
                let at = Vec2::new(x0, y0) + at + Vec2::new(shift(), shift()) * room;
                self.world.add_unit(&UnitDefinition::new(at, RADIUS, SPEED)).unwrap()
            })
            .collect();
        self.world.order(&units, &Goal::Point(goal.into())).unwrap();
        units
    }

    fn step(&mut self) {
        self.world.step(self.tick).unwrap();
        let stuck = self.world.events().iter().filter_map(|event| match event {
            Event::Stuck { unit, .. } => Some(*unit),
            _ => None,
        });
        self.stuck.extend(stuck);
    }

    fn count(&self, is_there: impl Fn(Vec2) -> bool) -> usize {
        self.world.units().filter(|unit| is_there(unit.position)).count()
    }

    fn unit(&self, unit: UnitId) -> Unit {
        self.world.unit(unit).unwrap()
    }

    /// Steps until all are out, at most so many seconds; when each was, in seconds and in order.
    fn times(&mut self, seconds: f32, is_out: impl Fn(Vec2) -> bool) -> Vec<f32> {
        let (mut times, mut seen) = (Vec::new(), BTreeSet::new());
        while times.len() < self.world.unit_count() {
            let now = self.world.tick_count() as f32 * self.tick;
            assert!(now < seconds, "{} of {} out", times.len(), self.world.unit_count());
            self.step();
            let out = self.world.units().filter(|unit| is_out(unit.position));
            times.extend(out.filter(|unit| seen.insert(unit.id)).map(|_| now + self.tick));
        }
        times
    }
}

/// People per second from the first tenth of some times to the last.
fn flow(times: &[f32]) -> f32 {
    let (from, to) = (times.len() / 10, times.len() * 9 / 10);
    (to - from) as f32 / (times[to] - times[from])
}

/// The speed of people in m/s at a density of so many a square metre (Weidmann 1993).
fn weidmann(density: f32) -> f32 {
    SPEED * (1.0 - (-1.913 * (1.0 / density - 1.0 / 5.4)).exp())
}

/// RiMEA 1.
#[test]
fn one_walks_forty_metres_in_a_corridor_in_thirty_seconds() {
    let mut place = Place::new([44.0, 2.0], &[]);
    let definition = UnitDefinition::new(Vec2::new(1.0, 1.0), RADIUS, 1.33);
    let unit = place.world.add_unit(&definition).unwrap();
    place.world.order(&[unit], &Goal::Point(Vec2::new(43.0, 1.0))).unwrap();
    let times = place.times(60.0, |at| at.x >= 41.0);
    println!("rimea 1: 40 m in {:.1} s", times[0]);
    assert!((26.0..34.0).contains(&times[0]), "{times:?}");
}

/// Density in people a square metre, and mean speed, in the middle of a corridor of 100 m that is full of people at first.
fn measured(density: f32) -> [f32; 2] {
    const FROM: f32 = 45.0;
    const TO: f32 = 60.0;
    let walls = [[0.0, 0.0, 100.0, 10.0], [0.0, 13.0, 100.0, 23.0]];
    let mut place = Place::new([140.0, 23.0], &walls);
    place.people([0.0, 10.0, 100.0, 13.0], (density * 300.0) as usize, [125.0, 11.5]);
    (0..150).for_each(|_| place.step());
    let (mut people, mut way) = (0, 0.0);
    for _ in 0..150 {
        place.step();
        for unit in place.world.units().filter(|unit| (FROM..TO).contains(&unit.position.x)) {
            people += 1;
            way += unit.velocity.x;
        }
    }
    let people = people as f32;
    [people / (150.0 * 3.0 * (TO - FROM)), way / people]
}

/// RiMEA 4.
#[test]
fn people_slow_down_as_they_become_denser() {
    let mut last = SPEED;
    for density in [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0] {
        let [density, speed] = measured(density);
        let ratio = speed / weidmann(density);
        println!(
            "rimea 4: {density:.2} a square metre walk {speed:.2} m/s, {ratio:.2} of Weidmann"
        );
        assert!(speed < last + 0.01, "{speed} m/s at {density}, {last} before");
        assert!(density > 3.1 || (0.7..1.3).contains(&ratio), "{ratio} at {density}");
        last = speed;
    }
    assert!(last < 0.3, "{last}");
}

/// RiMEA 6.
#[test]
fn people_go_round_a_corner_and_into_no_wall() {
    let mut place = Place::new([14.0, 14.0], &[[0.0, 2.0, 12.0, 14.0]]);
    place.people([0.3, 0.3, 6.0, 1.7], 20, [13.0, 13.0]);
    let mut nearest = f32::INFINITY;
    for _ in 0..400 {
        place.step();
        for Unit { position, .. } in place.world.units() {
            // How far it is to the box, and to the bounds.
            let outside = Vec2::new((position.x - 12.0).max(0.0), (2.0 - position.y).max(0.0));
            let wall = outside.length().min(position.min_element()).min(14.0 - position.x);
            nearest = nearest.min(wall.min(14.0 - position.y));
        }
    }
    println!("rimea 6: nobody nearer to a wall than {nearest:.3} m");
    assert!(nearest > 0.95 * RADIUS, "{nearest}");
    assert!(place.world.units().all(|unit| unit.arrived));
}

/// The room of RiMEA 9, 30 by 20 m, with two exits of 1 m on each long side or on one alone.
fn room(exits: usize) -> Vec<f32> {
    let mut walls = vec![[19.0, 20.0, 20.0, 42.0], [50.0, 20.0, 51.0, 42.0]];
    let open = [[19.0, 27.0], [28.0, 42.0], [43.0, 51.0]];
    let side =
        |y: f32, parts: &[[f32; 2]]| parts.iter().map(|&[a, b]| [a, y, b, y + 1.0]).collect();
    let (lower, upper): (Vec<_>, Vec<_>) =
        (side(20.0, &open), side(41.0, if exits == 4 { &open } else { &[[19.0, 51.0]] }));
    walls.extend(lower);
    walls.extend(upper);
    let mut place = Place::new([70.0, 62.0], &walls);
    // With four each half goes out on its own side.
    let halves = if exits == 4 { [[35.0, 2.0], [35.0, 60.0]] } else { [[35.0, 2.0]; 2] };
    if exits == 4 {
        place.people([20.0, 21.0, 50.0, 31.0], 500, halves[0]);
        place.people([20.0, 31.0, 50.0, 41.0], 500, halves[1]);
    } else {
        place.people([20.0, 21.0, 50.0, 41.0], 1000, halves[0]);
    }
    let times = place.times(900.0, |at| !(20.5..41.5).contains(&at.y));
    let each = flow(&times) / exits as f32;
    let last = times[times.len() - 1];
    println!(
        "rimea 9: {exits} exits, last one out after {last:.0} s, {each:.2} a second and metre"
    );
    println!("    told to be stuck: {} of 1000", place.stuck.len());
    assert!((FLOWS[0]..FLOWS[1]).contains(&each), "{each}");
    times
}

#[test]
fn a_room_of_a_thousand_empties_half_as_fast_by_half_its_exits() {
    let last = [4, 2].map(|exits| room(exits)[999]);
    let ratio = last[1] / last[0];
    println!("rimea 9: {ratio:.2} times as long");
    assert!((1.7..2.3).contains(&ratio), "{last:?}");
}

/// RiMEA 10: the people of a room leave by the exit that they are sent to.
#[test]
fn people_leave_by_the_exits_that_they_are_sent_to() {
    // Twelve rooms along a corridor 2 m wide, each with a door of 0.9 m; the main exit is in the west.
    let mut walls = Vec::new();
    for [y, doors] in [[6.0, 0.0], [8.2, 0.0]] {
        for room in 0..6 {
            let x = 2.0 + 5.0 * room as f32 + doors;
            walls.push([x, y, x + 2.0, y + 0.2]);
            walls.push([x + 2.9, y, x + 5.0, y + 0.2]);
        }
    }
    for wall in 0..7 {
        let x = 2.0 + 5.0 * wall as f32;
        walls.extend([[x - 0.1, 0.0, x + 0.1, 6.2], [x - 0.1, 8.2, x + 0.1, 14.0]]);
    }
    let mut place = Place::new([34.0, 14.0], &walls);
    let (main, second) = ([0.8, 7.1], [33.2, 7.1]);
    let mut sent = Vec::new();
    for room in 0..12 {
        let (x, y) = (2.0 + 5.0 * (room % 6) as f32, if room < 6 { 2.0 } else { 10.0 });
        let goal = if room % 6 < 4 { main } else { second };
        let people = place.people([x + 1.0, y, x + 4.0, y + 2.0], 2, goal);
        sent.extend(people.into_iter().map(|unit| (unit, goal)));
    }
    (0..600).for_each(|_| place.step());
    for (unit, goal) in sent {
        let at = place.unit(unit);
        assert!(at.arrived && at.position.distance(goal.into()) < 3.0, "{at:?} sent to {goal:?}");
    }
}

/// RiMEA 12.
#[test]
fn people_jam_before_a_narrow_corridor_and_not_behind_it() {
    let walls = [
        [10.0, 0.0, 15.0, 4.5],
        [10.0, 5.5, 15.0, 10.0],
        [25.0, 0.0, 26.0, 4.5],
        [25.0, 5.5, 26.0, 10.0],
    ];
    let mut place = Place::new([36.0, 10.0], &walls);
    place.people([0.5, 0.5, 9.5, 9.5], 150, [32.0, 5.0]);
    let near = |place: &Place, x: f32| {
        let area = std::f32::consts::PI;
        place.count(|at| at.x < x && at.distance(Vec2::new(x, 5.0)) < 2.0_f32.sqrt()) as f32 / area
    };
    let mut densities = [0.0_f32; 2];
    let mut times = Vec::new();
    for tick in 1..2000 {
        place.step();
        let out = place.count(|at| at.x > 25.5);
        times.resize(out.max(times.len()), tick as f32 * place.tick);
        if (300..800).contains(&tick) {
            densities[0] += near(&place, 10.0) / 500.0;
            densities[1] += near(&place, 25.0) / 500.0;
        }
    }
    let [before, behind] = densities;
    println!(
        "rimea 12: {before:.2} a square metre before the corridor, {behind:.2} before the exit, {:.2} through in a second",
        flow(&times)
    );
    assert_eq!(times.len(), 150);
    assert!(before > 2.0 && behind < 0.5 * before, "{densities:?}");
}

/// 150 people go through a door to a point straight behind it, or one to the side.
fn door(width: f32, beyond: [f32; 2]) -> f32 {
    let [low, high] = [15.0 - 0.5 * width, 15.0 + 0.5 * width];
    let mut place = Place::new([80.0, 60.0], &[[30.0, 0.0, 31.0, low], [30.0, high, 31.0, 60.0]]);
    place.people([17.0, 8.0, 26.0, 22.0], 150, beyond);
    let times = place.times(400.0, |at| at.x > 30.5);
    let each = flow(&times) / width;
    let (last, stuck) = (times[times.len() - 1], place.stuck.len());
    println!(
        "door of {width} m to {beyond:?}: {each:.2} a metre and second, last {last:.0} s, {stuck} stuck"
    );
    assert!(stuck <= 3, "{stuck} who wait are told to be stuck");
    each
}

#[test]
fn doors_let_as_many_through_as_doors_do() {
    for width in [0.8, 1.0, 1.2, 1.6, 2.0, 2.4] {
        let each = door(width, [60.0, 15.0]);
        assert!((FLOWS[0]..FLOWS[1]).contains(&each), "{width} m: {each}");
    }
}

/// There they cut the corner: fewer than straight on, and not half as many.
#[test]
fn people_who_turn_behind_a_door_use_all_of_it() {
    for width in [0.8, 1.2, 2.0] {
        let each = door(width, [40.0, 48.0]);
        assert!((0.8..FLOWS[1]).contains(&each), "{width} m: {each}");
    }
}

#[test]
fn crowds_that_meet_in_a_corridor_pass_and_all_arrive() {
    let walls = [[20.0, 0.0, 58.0, 10.0], [20.0, 13.0, 58.0, 23.0]];
    let mut place = Place::new([78.0, 23.0], &walls);
    place.people([4.0, 7.0, 16.0, 16.0], 60, [68.0, 11.5]);
    place.people([62.0, 7.0, 74.0, 16.0], 60, [10.0, 11.5]);
    while !place.world.units().all(|unit| unit.arrived) {
        let now = place.world.tick_count() as f32 * place.tick;
        assert!(now < 200.0, "{} arrived", place.world.units().filter(|unit| unit.arrived).count());
        place.step();
    }
    let seconds = place.world.tick_count() as f32 * place.tick;
    println!(
        "60 and 60 in a corridor: all there after {seconds:.0} s, {} stuck",
        place.stuck.len()
    );
    assert!(place.stuck.len() <= 6, "{}", place.stuck.len());
}

#[test]
fn people_end_in_one_state_with_any_threads_and_from_bytes() {
    let state = |threads, restored_before| {
        let settings = Settings::parse(&["pedestrians=1".to_owned()]).unwrap();
        let options = RunOptions {
            ticks: Some(60),
            threads: Some(threads),
            restored_before,
            ..Default::default()
        };
        run(&load("choke", settings).unwrap(), options, &mut |_| ()).unwrap().card.state_hash
    };
    let alone = state(0, None);
    for (threads, restored_before) in [(1, None), (2, None), (0, Some(31)), (2, Some(44))] {
        assert_eq!(state(threads, restored_before), alone, "{threads} {restored_before:?}");
    }
    let run_of_games = RunOptions { ticks: Some(60), ..Default::default() };
    let games = run(&load("choke", Settings::default()).unwrap(), run_of_games, &mut |_| ());
    assert_ne!(games.unwrap().card.state_hash, alone);
}
