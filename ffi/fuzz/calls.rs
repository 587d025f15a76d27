//! Any bytes, as calls of the C library: right ones, stale and foreign handles, numbers that are none, buffers too small.
//! Whatever comes, each call gives a result, and none panics or touches memory that is not its own.
//!
//! It is a target of the package in `tests/fuzz`, like all others; it lies here because calling C functions is `unsafe`.
#![no_main]

use std::ptr::{null, null_mut};

use hnav::around::{hnavDefaultPointQuery, hnavWorld_FindRandomPoint, hnavWorld_FindWalls};
use hnav::event::{Event, hnavWorld_GetEvents};
use hnav::explain::{hnavWorld_ExplainInWords, hnavWorld_GetExpectedWay, hnavWorld_Preview};
use hnav::ground::{hnavWorld_FindNearest, hnavWorld_IsReachable, hnavWorld_Slide};
use hnav::handle::{
    AreaHandle, DiscomfortHandle, LinkHandle, ObstacleHandle, OrderHandle, SavedStateHandle,
    UnitHandle, WorldHandle,
};
use hnav::land::{
    hnavWorld_AddArea, hnavWorld_AddOutline, hnavWorld_MoveObstacle, hnavWorld_RemoveArea,
};
use hnav::library::hnavGetLastErrorMessage;
use hnav::link::{hnavDefaultLinkDef, hnavWorld_AddLink, hnavWorld_RemoveLink};
use hnav::lookup::{
    hnavWorld_FindUnitsInBox, hnavWorld_FindUnitsInCircle, hnavWorld_SetOrigin, hnavWorld_Teleport,
    hnavWorld_ToGame,
};
use hnav::obstacle::{hnavWorld_AddObstacle, hnavWorld_Commit, hnavWorld_RemoveObstacle};
use hnav::order::{
    hnavDefaultOrderDef, hnavWorld_AppendGoal, hnavWorld_GiveOrder, hnavWorld_Hold,
    hnavWorld_JoinOrder, hnavWorld_MoveGoal, hnavWorld_OrderEach, hnavWorld_Stop,
};
use hnav::path::{PathInfo, hnavDefaultPathQuery, hnavWorld_FindPath};
use hnav::relief::{
    hnavWorld_AddDiscomfort, hnavWorld_GetHeight, hnavWorld_RemoveDiscomfort, hnavWorld_SetHeights,
};
use hnav::report::hnavWorld_GetStateHash;
use hnav::result::ResultCode;
use hnav::saved_states::{
    hnavDestroySavedState, hnavWorld_RestoreState, hnavWorld_SaveState, hnavWorld_SaveStateInto,
};
use hnav::saving::{hnavWorld_Load, hnavWorld_Save};
use hnav::task::hnavWorld_SetThreads;
use hnav::unit::{
    hnavDefaultUnitDef, hnavWorld_CreateUnits, hnavWorld_DestroyUnits, hnavWorld_GetUnits,
};
use hnav::vector::Vec2;
use hnav::world::{hnavCreateWorld, hnavDefaultWorldDef, hnavDestroyWorld, hnavWorld_Step};

libfuzzer_sys::fuzz_target!(|data: &[u8]| run(data));

/// The most calls of one run.
const MOST_CALLS: usize = 60;

/// The most units: runs are to be short.
const MOST_UNITS: usize = 24;

/// Numbers that calls get wrong.
const WILD: [f32; 12] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    -1.0,
    0.0,
    1e6,
    -1e6,
    1e10,
    1_048_576.0,
];

/// Bytes that never end: zeros follow the last.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> usize {
        let first = self.0.split_first();
        first.map_or(0, |(&byte, rest)| {
            self.0 = rest;
            byte as usize
        })
    }

    /// A number from 0 to 20, mostly.
    fn number(&mut self) -> f32 {
        match self.byte() {
            wild @ 244.. => WILD[wild - 244],
            byte => byte as f32 * (20.0 / 243.0),
        }
    }

    fn point(&mut self) -> Vec2 {
        Vec2 { x: self.number(), y: self.number() }
    }

    fn points(&mut self) -> Vec<Vec2> {
        let count = self.byte() % 7;
        (0..count).map(|_| self.point()).collect()
    }

    /// One of a list, or what was never handed out.
    fn one_of<T: Copy + Default>(&mut self, all: &[T]) -> T {
        let byte = self.byte();
        if all.is_empty() || byte > 250 { T::default() } else { all[byte % all.len()] }
    }

    fn some_of<T: Copy + Default>(&mut self, all: &[T]) -> Vec<T> {
        let count = self.byte() % 5;
        (0..count).map(|_| self.one_of(all)).collect()
    }
}

/// A world and all handles that it gave.
#[derive(Default)]
struct Game {
    world: WorldHandle,
    units: Vec<UnitHandle>,
    orders: Vec<OrderHandle>,
    obstacles: Vec<ObstacleHandle>,
    areas: Vec<AreaHandle>,
    links: Vec<LinkHandle>,
    discomforts: Vec<DiscomfortHandle>,
    saved: Vec<u8>,
    state: SavedStateHandle,
}

fn run(data: &[u8]) {
    let mut script = Script(data);
    let mut game = Game::default();
    let radii = [0.25, 0.5];
    let (lower, upper) = (Vec2 { x: 0.0, y: 0.0 }, Vec2 { x: 20.0, y: 16.0 });
    // SAFETY: the pointers lead to what they say for the time of the call, here and below.
    unsafe {
        let mut def = hnavDefaultWorldDef(lower, upper, radii.as_ptr(), 2);
        if script.byte() == 255 {
            def.lower = script.point();
            def.upper = script.point();
            def.parameters.tick = script.number();
        }
        if hnavCreateWorld(&def, &mut game.world) != ResultCode::Ok {
            assert!(!hnavGetLastErrorMessage().is_null());
            return;
        }
        hnavWorld_SetThreads(game.world, 0);
    }
    for _ in 0..MOST_CALLS {
        if script.0.is_empty() {
            break;
        }
        let code = match script.byte() % 4 {
            0 => game.edit(&mut script),
            1 => game.command(&mut script),
            2 => game.ask(&mut script),
            _ => game.go_on(&mut script),
        };
        assert!(code != ResultCode::Panic, "a fault inside the library");
    }
    hnavDestroySavedState(game.state);
    assert!(hnavDestroyWorld(game.world) == ResultCode::Ok);
    assert!(hnavDestroyWorld(game.world) != ResultCode::Ok, "the handle is stale");
}

/// Keeps a handle that was given.
fn keep<T>(all: &mut Vec<T>, handle: T, code: ResultCode) -> ResultCode {
    if code == ResultCode::Ok {
        all.push(handle);
    }
    code
}

impl Game {
    /// Changes the ground.
    fn edit(&mut self, script: &mut Script) -> ResultCode {
        let world = self.world;
        let (mut obstacle, mut area) = (ObstacleHandle::default(), AreaHandle::default());
        // SAFETY: as above.
        unsafe {
            match script.byte() % 10 {
                0 => {
                    let ring = script.points();
                    let (points, count) = (ring.as_ptr(), ring.len() as u32);
                    let code = hnavWorld_AddObstacle(world, points, count, &mut obstacle);
                    keep(&mut self.obstacles, obstacle, code)
                }
                1 => {
                    let ring = script.points();
                    let (points, count) = (ring.as_ptr(), ring.len() as u32);
                    let code = hnavWorld_AddOutline(world, points, count, &mut obstacle);
                    keep(&mut self.obstacles, obstacle, code)
                }
                2 => hnavWorld_RemoveObstacle(world, script.one_of(&self.obstacles)),
                3 => {
                    let (one, ring) = (script.one_of(&self.obstacles), script.points());
                    hnavWorld_MoveObstacle(world, one, ring.as_ptr(), ring.len() as u32)
                }
                4 => {
                    let ring = script.points();
                    let (points, count) = (ring.as_ptr(), ring.len() as u32);
                    let (kind, cost) = (script.byte() as u32 % 20, script.number());
                    let code = hnavWorld_AddArea(world, points, count, kind, cost, &mut area);
                    keep(&mut self.areas, area, code)
                }
                5 => hnavWorld_RemoveArea(world, script.one_of(&self.areas)),
                6 => {
                    let mut link = LinkHandle::default();
                    let mut def =
                        hnavDefaultLinkDef(script.point(), script.point(), script.number());
                    def.both_ways = script.byte() as u32 % 3;
                    let code = hnavWorld_AddLink(world, &def, &mut link);
                    keep(&mut self.links, link, code)
                }
                7 => hnavWorld_RemoveLink(world, script.one_of(&self.links)),
                8 => {
                    let mut fire = DiscomfortHandle::default();
                    let (at, radius) = (script.point(), script.number());
                    let (amount, seconds) = (script.number(), script.number());
                    let code =
                        hnavWorld_AddDiscomfort(world, at, radius, amount, seconds, &mut fire);
                    keep(&mut self.discomforts, fire, code)
                }
                _ if script.byte() % 2 == 0 => {
                    hnavWorld_RemoveDiscomfort(world, script.one_of(&self.discomforts))
                }
                _ => {
                    let heights: Vec<f32> = (0..6).map(|_| script.number()).collect();
                    let (at, spacing) = (script.point(), script.number());
                    hnavWorld_SetHeights(world, at, spacing, 3, heights.as_ptr(), 6)
                }
            }
        }
    }

    /// Makes units, and tells them what to do.
    fn command(&mut self, script: &mut Script) -> ResultCode {
        let world = self.world;
        let mut order = OrderHandle::default();
        let some = script.some_of(&self.units);
        let (units, count) = (some.as_ptr(), some.len() as u32);
        // SAFETY: as above.
        unsafe {
            match script.byte() % 9 {
                0 | 1 if self.units.len() < MOST_UNITS => {
                    let mut unit = UnitHandle::default();
                    let speed = 0.5 + 0.1 * script.number();
                    let mut def = hnavDefaultUnitDef(script.point(), 0.25, speed);
                    if script.byte() > 240 {
                        def.radius = script.number();
                        def.acceleration = script.number();
                        def.movement_kind = script.byte() as u32 % 3;
                    }
                    let code = hnavWorld_CreateUnits(world, &def, 1, &mut unit);
                    keep(&mut self.units, unit, code)
                }
                2 => {
                    let mut def = hnavDefaultOrderDef(script.point());
                    def.goal_kind = script.byte() as i32 % 4;
                    def.target = script.one_of(&self.units);
                    let passed = script.points();
                    (def.way_points, def.way_point_count) = (passed.as_ptr(), passed.len() as u32);
                    let goals: Vec<Vec2> = some.iter().map(|_| script.point()).collect();
                    def.goals = goals.as_ptr();
                    def.range = if script.byte() > 128 { script.number() } else { 0.0 };
                    def.unreachable = script.byte() as i32 % 3;
                    def.exchange = script.byte() as u32 % 3;
                    let code = hnavWorld_GiveOrder(world, units, count, &def, &mut order);
                    keep(&mut self.orders, order, code)
                }
                3 => {
                    let goals: Vec<Vec2> = some.iter().map(|_| script.point()).collect();
                    let goals = goals.as_ptr();
                    let code = hnavWorld_OrderEach(world, units, goals, count, &mut order);
                    keep(&mut self.orders, order, code)
                }
                4 => hnavWorld_JoinOrder(world, script.one_of(&self.orders), units, count),
                5 => hnavWorld_MoveGoal(world, script.one_of(&self.orders), script.point()),
                6 => hnavWorld_AppendGoal(world, script.one_of(&self.orders), script.point()),
                7 => match script.byte() % 3 {
                    0 => hnavWorld_Stop(world, units, count),
                    1 => hnavWorld_Hold(world, units, count),
                    _ => hnavWorld_DestroyUnits(world, units, count),
                },
                _ => hnavWorld_Teleport(world, script.one_of(&self.units), script.point()),
            }
        }
    }

    /// Asks, with buffers of all sizes.
    fn ask(&mut self, script: &mut Script) -> ResultCode {
        let world = self.world;
        let capacity = script.byte() as u32 % 4;
        let mut points = [Vec2::default(); 4];
        let mut units = [UnitHandle::default(); 4];
        let (mut count, mut at) = (0_u32, Vec2::default());
        let (from, to) = (script.point(), script.point());
        // SAFETY: as above; no buffer is shorter than its capacity.
        unsafe {
            match script.byte() % 13 {
                0 => {
                    let mut query = hnavDefaultPathQuery(from, to, script.number() * 0.02);
                    query.entry = script.byte() as i32 % 6;
                    query.partial = script.byte() as u32 % 3;
                    let (points, mut info) = (points.as_mut_ptr(), PathInfo::default());
                    hnavWorld_FindPath(world, &query, points, capacity, &mut count, &mut info)
                }
                1 => hnavWorld_FindNearest(world, from, 0.25, 0, script.number(), &mut at),
                2 => hnavWorld_Slide(world, from, to, 0.25, 0, &mut at),
                3 => hnavWorld_IsReachable(world, from, to, 0.5, 0, &mut false),
                4 => {
                    let query = hnavDefaultPointQuery(from, 0.25, script.number());
                    hnavWorld_FindWalls(world, &query, points.as_mut_ptr(), capacity, &mut count)
                }
                5 => {
                    let query = hnavDefaultPointQuery(from, 0.25, script.number());
                    let (a, b) = (f64::from(script.number()) * 0.05, 0.5);
                    hnavWorld_FindRandomPoint(world, &query, a, b, &mut at)
                }
                6 => {
                    let units = units.as_mut_ptr();
                    hnavWorld_FindUnitsInBox(world, from, to, units, capacity, &mut count)
                }
                7 => {
                    let (units, radius) = (units.as_mut_ptr(), script.number());
                    hnavWorld_FindUnitsInCircle(world, from, radius, units, capacity, &mut count)
                }
                8 => hnavWorld_GetUnits(world, units.as_mut_ptr(), capacity, &mut count),
                9 => {
                    let unit = script.one_of(&self.units);
                    let points = points.as_mut_ptr();
                    hnavWorld_GetExpectedWay(world, unit, points, capacity, &mut count)
                }
                10 => {
                    let unit = script.one_of(&self.units);
                    hnavWorld_ExplainInWords(world, unit, null_mut(), 0, &mut count)
                }
                11 => {
                    let unit = script.one_of(&self.units);
                    let points = points.as_mut_ptr();
                    hnavWorld_Preview(world, unit, to, points, capacity, &mut count)
                }
                _ => {
                    let (mut x, mut y) = (0.0, 0.0);
                    hnavWorld_ToGame(world, from, &mut x, &mut y);
                    hnavWorld_GetHeight(world, from, &mut 0.0)
                }
            }
        }
    }

    /// Steps, saves, loads and goes back.
    fn go_on(&mut self, script: &mut Script) -> ResultCode {
        let (world, mut count) = (self.world, 0);
        // SAFETY: as above.
        unsafe {
            match script.byte() % 10 {
                0 => hnavWorld_Commit(world),
                1 => hnavWorld_SetOrigin(world, (script.byte() as i64) << 56, i64::MIN),
                2 => {
                    let code = hnavWorld_Save(world, null_mut(), 0, &mut count);
                    self.saved.resize(count as usize, 0);
                    let bytes = self.saved.as_mut_ptr();
                    if count > 0 { hnavWorld_Save(world, bytes, count, &mut count) } else { code }
                }
                3 => hnavWorld_Load(world, self.saved.as_ptr(), self.saved.len() as u32),
                4 => hnavWorld_Load(world, null(), 0),
                5 => {
                    hnavWorld_GetEvents(world, null_mut::<Event>(), 0, &mut count);
                    hnavWorld_GetStateHash(world, &mut 0)
                }
                6 => hnavWorld_Step(world, script.number()),
                7 if hnavWorld_SaveStateInto(world, self.state) == ResultCode::Ok => ResultCode::Ok,
                7 => hnavWorld_SaveState(world, &mut self.state),
                8 => hnavWorld_RestoreState(world, self.state),
                _ => {
                    let steps = 1 + script.byte() % 12;
                    (0..steps).map(|_| hnavWorld_Step(world, 0.1)).last().unwrap_or(ResultCode::Ok)
                }
            }
        }
    }
}
