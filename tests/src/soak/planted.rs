//! Faults that are planted, to see that they are found.

use glam::{Vec2, vec2};

use super::finding::{Findings, Kind};
use super::liveness::Liveness;
use super::measure::Measure;
use super::program::{Aim, Call, OrderCall, Program, Setup, UnitCall};
use super::run::run;
use super::safety::Safety;
use super::stage::{Called, Stage};
use super::telling::Telling;

fn setup() -> Setup {
    let (kinds, twins) = (Vec::new(), vec![0, 0]);
    Setup { size: [40.0, 20.0], radii: vec![0.25], kinds, parameters: Default::default(), twins }
}

/// Four units that go to a point; the first is the engine's.
fn calls() -> Vec<Call> {
    let unit = |id: u32| UnitCall {
        engine: id == 0,
        ..UnitCall::new(id, [4.0, 4.0 + 2.0 * id as f32], 0.25, 1.5)
    };
    let order = OrderCall {
        id: 9,
        units: vec![0, 1, 2, 3],
        to: Aim::Point([30.0, 10.0]),
        way_points: Vec::new(),
        range: 0.0,
        nearest: false,
    };
    (0..4).map(|id| Call::Unit(unit(id))).chain([Call::Order(order)]).collect()
}

/// All that watches, and what it found.
struct Watch {
    stage: Stage,
    measure: Measure,
    safety: Safety,
    telling: Telling,
    liveness: Liveness,
    findings: Findings,
}

impl Watch {
    fn new() -> Self {
        let mut stage = Stage::new(&setup()).unwrap();
        calls().iter().for_each(|call| stage.perform(call).unwrap());
        Self {
            stage,
            measure: Measure::default(),
            safety: Safety::default(),
            telling: Telling::default(),
            liveness: Liveness::default(),
            findings: Findings::default(),
        }
    }

    fn steps(&mut self, ticks: usize) {
        for _ in 0..ticks {
            self.stage.step().unwrap();
            self.look();
        }
    }

    fn look(&mut self) {
        let (stage, measure, findings) = (&self.stage, &mut self.measure, &mut self.findings);
        self.safety.look(stage, measure, findings);
        self.telling.look(stage, measure, findings);
        self.liveness.look(stage, measure, findings);
        self.stage.called = Called::default();
    }

    fn kinds(&self) -> Vec<Kind> {
        self.findings.all().iter().map(|finding| finding.kind).collect()
    }
}

#[test]
fn nothing_is_found_where_nothing_is_planted() {
    let program = Program { setup: setup(), calls: [calls(), vec![Call::Settle(900)]].concat() };
    let outcome = run(&program, None);
    assert_eq!(outcome.findings.all(), []);
    assert_eq!((outcome.rest, outcome.left), (4, [0, 0]));
    assert!(outcome.ticks > 150 && outcome.ticks < 600, "{}", outcome.ticks);
}

#[test]
fn a_unit_that_stands_is_found() {
    let mut watch = Watch::new();
    watch.stage.is_driving = false;
    watch.steps(200);
    assert_eq!(watch.kinds(), [Kind::Silent]);
    assert!(watch.findings.all()[0].text.contains("unit Some(0)"));
}

#[test]
fn a_unit_that_is_under_way_when_time_is_over_is_found() {
    let mut watch = Watch::new();
    watch.steps(20);
    assert_eq!(watch.kinds(), []);
    watch.liveness.close(&watch.stage, &mut watch.findings);
    assert_eq!(watch.kinds(), [Kind::Unended]);
}

#[test]
fn a_unit_that_walks_to_and_fro_is_found() {
    let mut watch = Watch::new();
    let id = watch.stage.world().units().next().unwrap().id;
    watch.stage.is_driving = false;
    // It comes a little nearer each time: 2 m in 200 s.
    for tick in 0..2000 {
        let way = (tick as f32 * 0.05).sin();
        let at = vec2(6.0 + 2.0 * way + 0.001 * tick as f32, 4.0);
        for world in &mut watch.stage.worlds {
            world.set_motion(id, at, Vec2::X * 0.1).unwrap();
        }
        watch.steps(1);
    }
    assert!(watch.findings.has(Kind::FarWalk), "{:?}", watch.kinds());
}

#[test]
fn a_wall_that_the_world_does_not_know_is_found() {
    let mut watch = Watch::new();
    let wall = [vec2(10.0, 0.0), vec2(11.0, 0.0), vec2(11.0, 20.0), vec2(10.0, 20.0)];
    watch.stage.walls.insert(7, wall.to_vec());
    watch.steps(80);
    assert_eq!(watch.kinds(), [Kind::InWall]);
}

#[test]
fn a_unit_that_passes_a_wall_is_found() {
    let mut watch = Watch::new();
    let wall = vec![[10.0, 0.0], [11.0, 0.0], [11.0, 18.0], [10.0, 18.0]];
    watch.stage.perform(&Call::Obstacle(7, wall)).unwrap();
    watch.steps(3);
    assert_eq!(watch.kinds(), []);
    watch.stage.perform(&Call::Teleport(1, [14.0, 5.0])).unwrap();
    watch.stage.called = Called::default();
    watch.steps(1);
    assert_eq!(watch.kinds(), [Kind::Crossed]);
}

#[test]
fn twins_that_differ_are_found() {
    let mut watch = Watch::new();
    let id = watch.stage.world().units().last().unwrap().id;
    watch.stage.worlds[1].teleport(id, vec2(5.0, 5.0)).unwrap();
    assert_eq!(watch.stage.step().map_err(|refusal| refusal.kind), Err(Kind::Twins));
}

#[test]
fn an_arrival_that_is_told_twice_is_found() {
    let mut watch = Watch::new();
    let has_arrived = |watch: &Watch| !watch.stage.world().events().is_empty();
    while !has_arrived(&watch) {
        watch.steps(1);
    }
    assert_eq!(watch.kinds(), []);
    watch.look();
    assert_eq!(watch.kinds(), [Kind::Events]);
}
