//! Who waits before passages, as runs keep it for their pictures and scorecards.

use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scoring::queues::{Queues, Way};
use headless::scoring::runner::{Outcome, RunOptions, run};

fn outcome(scene: &str, settings: &[&str]) -> Outcome {
    let settings: Vec<String> = settings.iter().map(|&text| text.to_owned()).collect();
    let loaded = load(scene, Settings::parse(&settings).unwrap()).unwrap();
    let options = RunOptions { record: true, ..RunOptions::default() };
    run(&loaded, options, &mut |_| ()).unwrap()
}

fn longest(outcome: Outcome) -> Option<Queues> {
    outcome.recording.unwrap().queues.longest
}

/// The only passage of a scene.
fn only(queues: &Queues) -> &Way {
    assert_eq!(queues.ways.len(), 1);
    &queues.ways[0]
}

#[test]
fn columns_wait_for_who_is_in_the_passage_or_queue_behind_them() {
    let outcome = outcome("columns", &["units=40", "length=6"]);
    assert_eq!(outcome.card.arrived, 40);
    let waited = outcome.card.walked_while_waiting_m.unwrap();
    assert!((0.0..20.0).contains(&waited), "{waited}");
    let queues = longest(outcome).unwrap();
    let [must_wait, queue] = queues.counts();
    assert!(must_wait >= 10 && queue >= 4 && queues.tick > 20, "{must_wait} {queue}");
    assert!(must_wait + queue >= 20, "{must_wait} {queue}");
    let way = only(&queues);
    assert!(way.has_queue && way.lanes == 1 && (way.width - 0.7).abs() < 0.01, "{way:?}");
    // One end is open for the one lane that there is, the other one is shut.
    let open = way.entrances.iter().position(|entrance| entrance.open.is_some()).unwrap();
    let [goes, waits] = [way.entrances[open], way.entrances[1 - open]];
    assert_eq!((goes.open, goes.lanes, waits.open, waits.lanes), (Some(goes.mouth), 1, None, 0));
    assert!(goes.users > 5 && waits.users > 10, "{goes:?} {waits:?}");
    // The first half of the units comes from the west.
    let is_west = |unit: usize| unit < 20;
    let goes_west = goes.mouth[0].x < waits.mouth[0].x;
    for one in &queues.waiting {
        assert_eq!(is_west(one.unit) == goes_west, !one.must_wait, "{one:?}");
        let first = queues.units.iter().position(|unit| unit.center == one.until);
        match first {
            Some(first) => assert!(one.must_wait && is_west(first) == goes_west, "{one:?}"),
            None => assert_eq!(one.until, goes.mouth[0].midpoint(goes.mouth[1]), "{one:?}"),
        }
        assert_eq!(first.is_some(), one.must_wait, "{one:?}");
    }
}

#[test]
fn a_crowd_of_one_way_queues_and_need_not_wait() {
    let outcome = outcome("gaps", &["units=60", "count=1"]);
    assert_eq!(outcome.card.walked_while_waiting_m, None);
    let queues = longest(outcome).unwrap();
    let [must_wait, queue] = queues.counts();
    assert!(must_wait == 0 && queue > 20, "{must_wait} {queue}");
    let [west, east] = only(&queues).entrances;
    assert_eq!((west.open, west.lanes), (Some(west.mouth), 2));
    assert!(west.users > 20 && east.users == 0, "{west:?} {east:?}");
}

#[test]
fn directions_share_the_lanes_of_a_passage_for_many() {
    let queues = longest(outcome("gate", &["units=60", "width=4.8"])).unwrap();
    let way = only(&queues);
    assert_eq!(way.lanes, 8);
    for entrance in way.entrances.iter().filter(|entrance| entrance.users > 0) {
        let [left, right] = entrance.mouth;
        assert_eq!((entrance.open, entrance.lanes), (Some([left.midpoint(right), right]), 4));
    }
}

#[test]
fn nobody_waits_on_open_ground() {
    let outcome = outcome("lanes", &["units=20"]);
    assert_eq!(outcome.card.walked_while_waiting_m, None);
    assert!(longest(outcome).is_none());
}
