//! Faults that are planted, to see that they are found.

use glam::{Vec2, vec2};

use hybrid::{Driver, Event, OrderId, PathLostReason, StuckReason, Unit};

use super::finding::{FindingKind, Findings};
use super::liveness::Liveness;
use super::measure::Measure;
use super::program::{Aim, Call, LinkCall, OrderCall, Program, Setup, UnitCall};
use super::run::{run, run_on};
use super::safety::Safety;
use super::stage::{Called, SoakStage};
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
struct PlantedWatch {
    stage: SoakStage,
    measure: Measure,
    safety: Safety,
    telling: Telling,
    liveness: Liveness,
    findings: Findings,
}

impl PlantedWatch {
    fn new() -> Self {
        let mut stage = SoakStage::new(&setup()).unwrap();
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

    /// Looks at something that is said to have happened.
    fn hear(&mut self, event: Event) {
        self.telling.hear(&self.stage, &[event], &mut self.measure, &mut self.findings);
        self.liveness.hear(&self.stage, &[event], &mut self.measure, &mut self.findings);
    }

    /// Returns the unit with a number, and its order.
    fn unit(&self, number: usize) -> (Unit, OrderId) {
        let unit = self.stage.world().units().nth(number).unwrap();
        let order = unit.order.unwrap();
        (unit, order)
    }

    fn kinds(&self) -> Vec<FindingKind> {
        self.findings.all().iter().map(|finding| finding.kind).collect()
    }
}

#[test]
fn nothing_is_found_where_nothing_is_planted() {
    let program = Program { setup: setup(), calls: [calls(), vec![Call::Settle(900)]].concat() };
    let outcome = run(&program, None).unwrap();
    assert_eq!(outcome.findings.all(), []);
    assert_eq!((outcome.rest, outcome.left), (4, [0, 0]));
    assert!(outcome.ticks > 150 && outcome.ticks < 600, "{}", outcome.ticks);
}

#[test]
fn a_unit_that_stands_is_found() {
    let mut watch = PlantedWatch::new();
    watch.stage.engine = |_, _| Ok(());
    watch.steps(200);
    assert_eq!(watch.kinds(), [FindingKind::Silent]);
    assert!(watch.findings.all()[0].text.contains("unit Some(0)"));
}

#[test]
fn a_unit_that_is_under_way_when_time_is_over_is_found() {
    let mut watch = PlantedWatch::new();
    watch.steps(20);
    assert_eq!(watch.kinds(), []);
    watch.liveness.close(&watch.stage, &mut watch.findings);
    assert_eq!(watch.kinds(), [FindingKind::Unended]);
}

#[test]
fn a_unit_that_walks_to_and_fro_is_found() {
    let mut watch = PlantedWatch::new();
    let id = watch.stage.world().units().next().unwrap().id;
    watch.stage.engine = |_, _| Ok(());
    // It comes a little nearer each time: 2 m in 200 s.
    for tick in 0..2000 {
        let way = (tick as f32 * 0.05).sin();
        let at = vec2(6.0 + 2.0 * way + 0.001 * tick as f32, 4.0);
        for world in &mut watch.stage.worlds {
            world.set_motion(id, at, Vec2::X * 0.1).unwrap();
        }
        watch.steps(1);
    }
    assert!(watch.findings.has(FindingKind::FarWalk), "{:?}", watch.kinds());
}

#[test]
fn a_wall_that_the_world_does_not_know_is_found() {
    let mut watch = PlantedWatch::new();
    let wall = [vec2(10.0, 0.0), vec2(11.0, 0.0), vec2(11.0, 20.0), vec2(10.0, 20.0)];
    watch.stage.walls.insert(7, wall.to_vec());
    watch.steps(80);
    assert_eq!(watch.kinds(), [FindingKind::InWall]);
}

#[test]
fn a_unit_that_passes_a_wall_is_found() {
    let mut watch = PlantedWatch::new();
    let wall = vec![[10.0, 0.0], [11.0, 0.0], [11.0, 18.0], [10.0, 18.0]];
    watch.stage.perform(&Call::Obstacle(7, wall)).unwrap();
    watch.steps(3);
    assert_eq!(watch.kinds(), []);
    watch.stage.perform(&Call::Teleport(1, [14.0, 5.0])).unwrap();
    watch.stage.called = Called::default();
    watch.steps(1);
    assert_eq!(watch.kinds(), [FindingKind::Crossed]);
}

#[test]
fn twins_that_differ_are_found() {
    let mut watch = PlantedWatch::new();
    let id = watch.stage.world().units().last().unwrap().id;
    watch.stage.worlds[1].teleport(id, vec2(5.0, 5.0)).unwrap();
    assert_eq!(watch.stage.step().map_err(|refusal| refusal.kind), Err(FindingKind::Twins));
}

#[test]
fn an_arrival_that_is_told_twice_is_found() {
    let mut watch = PlantedWatch::new();
    let has_arrived = |watch: &PlantedWatch| !watch.stage.world().events().is_empty();
    let ticks = (0..600).take_while(|_| {
        let goes_on = !has_arrived(&watch);
        watch.steps(usize::from(goes_on));
        goes_on
    });
    assert!(ticks.count() < 600, "nobody has arrived");
    assert_eq!(watch.kinds(), []);
    watch.look();
    assert_eq!(watch.kinds(), [FindingKind::Events]);
}

/// What is found in a run in which an engine does something of its own.
fn found(engine: super::stage::Engine) -> Vec<FindingKind> {
    let mut stage = SoakStage::new(&setup()).unwrap();
    stage.engine = engine;
    let outcome = run_on(stage, &[calls(), vec![Call::Settle(2000)]].concat(), None);
    outcome.findings.all().iter().map(|finding| finding.kind).collect()
}

#[test]
fn a_panic_in_a_step_is_found() {
    assert_eq!(found(|_, _| panic!("planted")), [FindingKind::Panic]);
}

#[test]
fn a_step_that_is_refused_is_found() {
    assert_eq!(found(|world, _| world.step(99.0)), [FindingKind::Refused]);
}

#[test]
fn a_unit_that_moves_when_all_have_arrived_is_found() {
    let found = found(|world, _| {
        let engines = world.units().find(|unit| unit.driver == Driver::Engine).unwrap();
        let (id, to) = (engines.id, engines.place.unwrap_or(engines.position));
        // It goes to its place, and never rests there.
        let way = (to - engines.position).clamp_length_max(0.15);
        let shaking = if world.tick_count() / 10 % 2 == 0 { 0.01 } else { -0.01 };
        world.set_motion(id, engines.position + way + Vec2::X * shaking, Vec2::ZERO)
    });
    assert_eq!(found, [FindingKind::Restless]);
}

#[test]
fn numbers_that_are_none_are_found() {
    let mut watch = PlantedWatch::new();
    watch.steps(5);
    let (right, _) = watch.unit(1);
    let wrong = [
        Unit { velocity: Vec2::NAN, ..right },
        Unit { position: vec2(-1.0, 5.0), ..right },
        Unit { velocity: Vec2::X * 9.0, ..right },
        Unit { heading: Vec2::X * 2.0, ..right },
        Unit { order: None, ..right },
    ];
    for unit in wrong {
        let mut findings = Findings::default();
        watch.safety.look_at(&watch.stage, (&unit, None), &mut watch.measure, &mut findings);
        assert!(findings.has(FindingKind::State), "{unit:?}");
    }
    assert_eq!(watch.kinds(), []);
}

#[test]
fn a_unit_that_is_told_that_there_is_no_room_where_there_is_is_found() {
    let mut watch = PlantedWatch::new();
    watch.steps(5);
    let (unit, order) = watch.unit(1);
    let goes_to = Some(vec2(5.0, 10.0));
    let reason = PathLostReason::NoRoom;
    watch.hear(Event::PathLost { unit: unit.id, order, reason, goes_to });
    assert_eq!(watch.kinds(), [FindingKind::FalseNoRoom]);
}

#[test]
fn a_way_that_is_lost_for_a_reason_that_is_not_true_is_found() {
    for reason in [PathLostReason::Unreachable, PathLostReason::PlaceBlocked] {
        let mut watch = PlantedWatch::new();
        watch.steps(5);
        let (unit, order) = watch.unit(1);
        watch.hear(Event::PathLost { unit: unit.id, order, reason, goes_to: None });
        assert_eq!(watch.kinds(), [FindingKind::FalseLoss], "{reason}");
    }
}

#[test]
fn a_unit_that_is_said_to_be_stuck_for_a_reason_that_is_not_true_is_found() {
    let reasons =
        [StuckReason::Units, StuckReason::Wall, StuckReason::NoWay, StuckReason::NoProgress];
    for reason in reasons {
        let mut watch = PlantedWatch::new();
        // For long enough to see that it gets on; else before it meets anybody.
        watch.steps(if reason == StuckReason::NoProgress { 110 } else { 5 });
        let (unit, order) = watch.unit(3);
        watch.hear(Event::Stuck { unit: unit.id, order, reason, blocker: None });
        assert_eq!(watch.kinds(), [FindingKind::FalseStuck], "{reason}");
    }
}

#[test]
fn a_unit_that_is_told_again_and_again_that_it_is_stuck_is_found() {
    let mut watch = PlantedWatch::new();
    watch.stage.engine = |_, _| Ok(());
    watch.steps(20);
    let (unit, order) = watch.unit(0);
    let stuck =
        Event::Stuck { unit: unit.id, order, reason: StuckReason::NoProgress, blocker: None };
    for time in 0..4 {
        assert_eq!(watch.kinds(), [], "{time}");
        watch.hear(stuck);
        watch.steps(20);
    }
    assert_eq!(watch.kinds(), [FindingKind::FalseStuck]);
}

#[test]
fn an_arrival_far_from_the_place_is_found() {
    let mut watch = PlantedWatch::new();
    watch.steps(20);
    let (unit, order) = watch.unit(1);
    watch.hear(Event::Arrived { unit: unit.id, order });
    assert_eq!(watch.kinds(), [FindingKind::FalseArrival]);
}

#[test]
fn a_place_far_from_a_shared_goal_is_found() {
    let mut watch = PlantedWatch::new();
    let (_, order) = watch.unit(1);
    watch.steps(300);
    watch.telling.close(&watch.stage, &mut watch.findings);
    assert_eq!(watch.kinds(), []);
    // The game remembers that it has sent them elsewhere.
    watch.stage.said.get_mut(&order).unwrap().point = Some(vec2(5.0, 10.0));
    watch.telling.close(&watch.stage, &mut watch.findings);
    assert_eq!(watch.kinds(), [FindingKind::FalseArrival]);
}

#[test]
fn rest_without_an_arrival_is_found() {
    let mut watch = PlantedWatch::new();
    watch.steps(300);
    let mut findings = Findings::default();
    Telling::default().close(&watch.stage, &mut findings);
    assert!(!findings.has(FindingKind::FalseArrival), "nothing is known of them");
    let mut deaf = Telling::default();
    deaf.hear(&watch.stage, &[], &mut watch.measure, &mut findings);
    deaf.close(&watch.stage, &mut findings);
    assert!(findings.has(FindingKind::FalseArrival));
}

#[test]
fn an_engine_takes_its_units_over_links() {
    let wall = vec![[19.0, 0.0], [21.0, 0.0], [21.0, 20.0], [19.0, 20.0]];
    let link = LinkCall {
        id: 0,
        from: [18.0, 10.0],
        to: [22.0, 10.0],
        cost: 4.0,
        both_ways: false,
        kind: 0,
        capacity: Some(1),
    };
    let ground = vec![Call::Obstacle(0, wall), Call::Link(link)];
    let outcome = run_on(
        SoakStage::new(&setup()).unwrap(),
        &[ground, calls(), vec![Call::Settle(2000)]].concat(),
        None,
    );
    assert_eq!(outcome.findings.all(), []);
}

#[test]
fn a_kind_of_finding_is_planted_for_each() {
    let tests = include_str!("planted.rs");
    for kind in FindingKind::ALL {
        assert!(tests.contains(&format!("Kind::{kind:?}")), "{kind:?}");
    }
}
