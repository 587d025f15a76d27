//! A few units where games have them: each alone has a free time, and with the others it is hardly later.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, all_arrived, world_of};

const SPEED: f32 = 1.4;

/// Walls, and from where to where units of a radius go.
struct Situation {
    radius: f32,
    walls: Vec<[f32; 4]>,
    walks: Vec<[Vec2; 2]>,
}

impl Situation {
    fn world(&self) -> World {
        world_of(40.0, 40.0).radii(&[self.radius]).walls(&self.walls).build()
    }

    fn send(&self, world: &mut World, [from, to]: [Vec2; 2]) -> UnitId {
        let unit = world.add_unit(&UnitDefinition::new(from, self.radius, SPEED)).unwrap();
        world.order(&[unit], &Goal::Point(to)).unwrap();
        unit
    }

    /// Returns in how many seconds a unit is there alone.
    fn alone(&self, walk: [Vec2; 2]) -> f32 {
        let mut world = self.world();
        let unit = self.send(&mut world, walk);
        seconds(&mut world, &[unit])
    }

    /// Returns how many seconds later the last one is there than the slowest of them alone.
    fn delay(&self) -> f32 {
        let free = self.walks.iter().map(|&walk| self.alone(walk)).fold(0.0, f32::max);
        let mut world = self.world();
        let units: Vec<UnitId> =
            self.walks.iter().map(|&walk| self.send(&mut world, walk)).collect();
        seconds(&mut world, &units) - free
    }
}

/// Returns in how many seconds all are there.
fn seconds(world: &mut World, units: &[UnitId]) -> f32 {
    while world.tick_count() < 900 && !all_arrived(world, units) {
        world.step(TICK).unwrap();
    }
    world.tick_count() as f32 * TICK
}

/// So many walks side by side and as many the other way, round a middle, so many radii apart.
fn opposed(count: usize, radius: f32, far: f32, pitch: f32) -> Vec<[Vec2; 2]> {
    let lane = |k: usize| 20.0 + pitch * radius * (k as f32 - 0.5 * (count - 1) as f32);
    (0..count)
        .map(|k| [vec2(20.0 - far, lane(k)), vec2(20.0 + far, lane(k))])
        .flat_map(|[west, east]| [[west, east], [east, west]])
        .collect()
}

/// A wall across with a gap of a width, from one x to another.
fn gap(low: f32, high: f32, width: f32) -> [[f32; 4]; 2] {
    [[low, 0.0, high, 20.0 - 0.5 * width], [low, 20.0 + 0.5 * width, high, 40.0]]
}

#[test]
fn some_go_into_a_room_and_as_many_out_of_it() {
    for (radius, width, count, most) in
        [(0.25, 0.75, 2, 6.0), (0.25, 0.75, 3, 8.0), (0.4, 1.76, 2, 3.0), (0.4, 1.76, 4, 7.0)]
    {
        let sides = [[20.0, 24.0, 25.0, 25.0], [20.0, 15.0, 25.0, 16.0], [24.0, 16.0, 25.0, 24.0]];
        let walls = [&gap(19.0, 20.0, width)[..], &sides].concat();
        let walks = opposed(count, radius, 2.0, 2.4).into_iter().map(|[from, to]| {
            // From 4 m before the door to 2 m behind it.
            let place = |at: Vec2| if at.x < 20.0 { vec2(16.0, at.y) } else { at };
            [place(from), place(to)]
        });
        let delay = Situation { radius, walls, walks: walks.collect() }.delay();
        assert!(delay < most, "{radius} m, {width} m, {count} each: {delay} s");
    }
}

#[test]
fn some_pass_two_doors_in_a_row_from_both_sides() {
    for (radius, width, count, most) in
        [(0.4, 1.2, 1, 2.0), (0.4, 1.2, 2, 5.0), (0.25, 1.5, 3, 4.0), (0.4, 2.4, 3, 6.0)]
    {
        let sides = [[19.0, 22.0, 21.0, 40.0], [19.0, 0.0, 21.0, 18.0]];
        let walls = [&gap(18.0, 19.0, width)[..], &gap(21.0, 22.0, width), &sides].concat();
        let walks = opposed(count, radius, 5.0, 2.2);
        let delay = Situation { radius, walls, walks }.delay();
        assert!(delay < most, "{radius} m, {width} m, {count} each: {delay} s");
    }
}

#[test]
fn some_meet_in_the_open_at_a_wall_and_at_a_pillar() {
    let radius = 0.4;
    let wall = vec![[10.0, 10.0, 30.0, 18.3]];
    let pillar = vec![[19.5, 19.5, 20.5, 20.5]];
    for (walls, count, most) in
        [(vec![], 2, 2.0), (vec![], 4, 4.0), (wall, 4, 5.0), (pillar, 3, 5.0)]
    {
        let walks = opposed(count, radius, 4.0, 2.1);
        let delay = Situation { radius, walls: walls.clone(), walks }.delay();
        assert!(delay < most, "{walls:?}, {count} each: {delay} s");
    }
}

#[test]
fn some_meet_in_a_wide_corridor_without_a_detour() {
    // Ten abreast would fit.
    for (count, most) in [(1, 1.0), (2, 2.0), (3, 3.5)] {
        let walks = opposed(count, 0.4, 9.0, 2.2);
        let delay = Situation { radius: 0.4, walls: gap(12.0, 28.0, 8.0).into(), walks }.delay();
        assert!(delay < most, "{count} each: {delay} s");
    }
}

#[test]
fn who_meets_a_crowd_alone_gets_through_and_is_not_carried_off() {
    for (crowd, offset) in [(64, 0.3), (64, 0.0), (64, 0.55), (36, 0.4)] {
        let (radius, from, to) = (0.3, vec2(36.0, 20.0 + offset), vec2(4.0, 20.0));
        let situation = Situation { radius, walls: vec![], walks: vec![[from, to]] };
        let mut world = situation.world();
        let columns = f32::sqrt(crowd as f32) as usize;
        let block = |k: usize| {
            let [column, row] = [k / columns, k % columns].map(|place| place as f32);
            vec2(6.0 + 0.69 * column, 20.0 + 0.69 * (row - 0.5 * (columns - 1) as f32))
        };
        let mut add = |at| world.add_unit(&UnitDefinition::new(at, radius, SPEED)).unwrap();
        let one = add(from);
        let many: Vec<UnitId> = (0..crowd).map(|k| add(block(k))).collect();
        world.order(&[one], &Goal::Point(to)).unwrap();
        world.order(&many, &Goal::Point(vec2(34.0, 20.0))).unwrap();
        let (mut nearest, mut back) = (f32::INFINITY, 0.0_f32);
        while world.tick_count() < 900 && !all_arrived(&world, &[one]) {
            world.step(TICK).unwrap();
            let to_go = world.unit(one).unwrap().position.distance(to);
            nearest = nearest.min(to_go);
            back = back.max(to_go - nearest);
        }
        let late = world.tick_count() as f32 * TICK - situation.alone([from, to]);
        assert!(late < 8.0 && back < 2.0, "{crowd} {offset}: {late} s late, {back} m back");
    }
}
