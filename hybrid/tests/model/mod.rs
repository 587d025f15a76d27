//! Random lists of calls against a naive model of a world: which handles live, who has which order, where units may be.
//!
//! `PROPTEST_CASES=10000 cargo test --release -p hybridnav --test suite model` tries as many lists; some hundred without it.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{
    Driver, Event, Goal, ObstacleId, OrderId, Region, Unit, UnitDefinition, UnitId, World,
    WorldDefinition, WorldError,
};
use proptest::prelude::*;

use naive::Model;

mod naive;

const SIZE: f32 = 24.0;
const RADII: [f32; 2] = [0.25, 0.5];
const TICK: f32 = 0.1;

/// Metres: what the lattice of meshes and f32 round.
const ROUNDING: f32 = 0.01;

/// Corners of grown obstacles are octagons round the disc: up to 8 % farther out.
const CORNER: f32 = 1.09;

/// Metres: how far others may push a unit in a tick, if many were put on one point.
const HEAP: f32 = 4.0;

#[derive(Clone, Debug)]
enum Call {
    AddObstacle(Vec2, Vec2),
    RemoveObstacle(usize),
    AddUnit(Vec2, f32, bool),
    RemoveUnit(usize),
    Order(usize, usize, Vec2),
    OrderEach(usize, usize, Vec2),
    Stop(usize, usize),
    Hold(usize, usize),
    Teleport(usize, Vec2),
    SetMotion(usize, Vec2),
    SetUserData(usize, u64),
    Commit,
    Save,
    Step(usize),
    Wrong(usize, usize),
}

/// Points in the world, and some outside.
fn point() -> impl Strategy<Value = Vec2> {
    let inside = || -0.05..1.05_f32;
    (inside(), inside()).prop_map(|(x, y)| SIZE * vec2(x, y))
}

fn call() -> impl Strategy<Value = Call> {
    let some = || (0_usize..64, 0_usize..9);
    let one = || 0_usize..64;
    let wall = (point(), 0.2_f32..5.0, 0.2_f32..5.0);
    prop_oneof![
        2 => wall.prop_map(|(at, w, h)| Call::AddObstacle(at, vec2(w, h))),
        1 => one().prop_map(Call::RemoveObstacle),
        5 => (point(), 0.1_f32..0.6, any::<bool>()).prop_map(|(at, r, e)| Call::AddUnit(at, r, e)),
        1 => one().prop_map(Call::RemoveUnit),
        3 => (some(), point()).prop_map(|((first, count), at)| Call::Order(first, count, at)),
        1 => (some(), point()).prop_map(|((first, count), at)| Call::OrderEach(first, count, at)),
        1 => some().prop_map(|(first, count)| Call::Stop(first, count)),
        1 => some().prop_map(|(first, count)| Call::Hold(first, count)),
        2 => (one(), point()).prop_map(|(unit, at)| Call::Teleport(unit, at)),
        2 => (one(), point()).prop_map(|(unit, at)| Call::SetMotion(unit, at)),
        1 => (one(), any::<u64>()).prop_map(|(unit, data)| Call::SetUserData(unit, data)),
        1 => Just(Call::Commit),
        1 => Just(Call::Save),
        8 => (1_usize..8).prop_map(Call::Step),
        2 => (0_usize..12, one()).prop_map(|(kind, unit)| Call::Wrong(kind, unit)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_world_is_as_its_naive_model(calls in prop::collection::vec(call(), 1..50)) {
        let mut model = Model::new();
        for call in calls {
            model.call(call);
            model.check();
        }
        model.end();
    }
}
