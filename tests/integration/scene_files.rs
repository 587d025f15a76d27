//! What scene files can say: built-in scenes as files, and orders with way points, somebody to follow, and ways that are lost.

use crate::support::{complaint, file, headless, json, small_scene};
use headless::scenes::built_in;
use headless::scenes::loaded::{LoadedScene, load};
use headless::scenes::settings::Settings;
use headless::scenes::written::as_file;
use headless::scorecard::Scorecard;
use headless::scoring::runner::{RunOptions, run};
use headless::scoring::stage::Stage;

/// The form of scene files, as `--help scene` tells it.
const FORMAT: &str = include_str!("../SCENES.md");

fn loaded(name: &str, text: &str) -> LoadedScene {
    load(file(name, text).to_str().unwrap(), Settings::default()).unwrap()
}

fn card(scene: &LoadedScene, ticks: Option<u32>) -> Scorecard {
    run(scene, RunOptions { ticks, ..RunOptions::default() }, &mut |_| ()).unwrap().card
}

/// Two kinds go round a wall with a gate, which closes and opens again after some ticks.
fn gate(opens: u32, policy: &str) -> String {
    format!(
        r#"{{ "name": "yard", "bounds": [0, 0, 40, 30], "budget": 1500,
        "kinds": {{ "inf": {{ "radius": 0.3, "speed": 2 }}, "tank": {{ "radius": 0.8, "speed": 3 }} }},
        "obstacles": [ {{ "box": [19, 0, 21, 12] }}, {{ "box": [19, 15, 21, 30] }} ],
        "blocks": [
          {{ "id": "foot", "kind": "inf", "count": 20, "columns": 5, "anchor": [3, 12], "goal": {{ "point": [35, 15] }} {policy} }},
          {{ "kind": "tank", "count": 6, "columns": 3, "pitch": 2, "anchor": [3, 3], "goal": {{ "point": [35, 5] }} {policy} }} ],
        "events": [ {{ "tick": 30, "add_obstacle": {{ "box": [19, 12, 21, 15] }}, "id": "gate" }},
                    {{ "tick": {opens}, "remove_obstacle": "gate" }} ] }}"#
    )
}

#[test]
fn built_in_scenes_run_as_files_as_they_do_by_their_names() {
    for built_in in built_in::ALL {
        let scene = as_file(built_in.name, Settings::default()).unwrap();
        let text = serde_json::to_string_pretty(&scene).unwrap();
        let name = format!("as_file_{}.json", built_in.name);
        let known = load(built_in.name, Settings::default()).unwrap();
        let [one, other] = [&known, &loaded(&name, &text)].map(|scene| card(scene, Some(60)));
        assert_eq!(one.state_hash, other.state_hash, "{}", built_in.name);
    }
}

#[test]
fn the_command_prints_a_scene_that_it_runs_to_the_end_it_has() {
    let printed = headless(&["scenes", "openfield", "--json"]);
    assert_eq!(printed.status.code(), Some(0));
    let scene = file("printed.json", &String::from_utf8(printed.stdout).unwrap());
    let scene = scene.display().to_string();
    let run =
        |scene: &str| json(&["run", scene, "--json", "--no-pictures"], 0)["state_hash"].clone();
    assert_eq!(run(&scene), run("openfield"));
    assert!(complaint(&["scenes", "nowhere", "--json"]).contains("no built-in scene"));
    assert!(complaint(&["scenes", "--json"]).starts_with("command line: "));
    assert!(complaint(&["scenes", "maze", "--json", "--set", "cell_sise=1"]).contains("cell_size"));
}

#[test]
fn help_tells_the_form_of_scene_files_and_its_example_runs() {
    let help = headless(&["--help", "scene"]);
    assert_eq!(help.status.code(), Some(0));
    assert_eq!(String::from_utf8(help.stdout).unwrap().trim_end(), FORMAT.trim_end());
    let example = FORMAT.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let scene = loaded("example.json", example);
    let card = card(&scene, None);
    assert_eq!((card.units, card.arrived, card.orders_lost), (13, 13, 0), "{card:#?}");
    assert_eq!(card.wall_violations, 0);
}

#[test]
fn ways_that_are_lost_are_counted_and_named() {
    let opened = card(&loaded("opened.json", &gate(100, "")), None);
    assert_eq!((opened.arrived, opened.orders_lost), (26, 0), "{opened:#?}");
    assert!(opened.lost_why.is_empty());
    let stopped = card(&loaded("stopped.json", &gate(100, r#", "unreachable": "stop""#)), None);
    assert_eq!((stopped.arrived, stopped.orders_lost), (0, 26), "{stopped:#?}");
    assert_eq!((stopped.arrival_p50_s, stopped.arrival_p95_s), (None, None));
    assert!(stopped.lost_why.iter().any(|why| why.starts_with("20 of block foot (inf): an obst")));
    assert!(stopped.lost_why.iter().any(|why| why.starts_with("6 of block 1 (tank): ")));
    let closed = card(&loaded("closed.json", &gate(1400, "")), Some(400));
    assert_eq!(closed.orders_lost, 26, "they stand as near as they can");
    // Who has got another order since has lost none.
    let ordered = gate(1400, "").replace(
        "\"events\": [",
        r#""events": [ { "tick": 200, "block": "foot", "goal": { "point": [5, 25] } },"#,
    );
    assert_eq!(card(&loaded("ordered.json", &ordered), Some(400)).orders_lost, 6);
}

#[test]
fn every_key_of_the_scorecard_is_explained() {
    let scene = file("explained.json", &gate(100, "")).display().to_string();
    let run = headless(&["run", &scene, "--ticks", "5", "--no-pictures", "--explain"]);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("orders_lost") && text.contains("not found again"), "{text}");
    let card = json(&["run", &scene, "--ticks", "5", "--no-pictures", "--json"], 0);
    assert_eq!(
        (&card["orders_lost"], &card["arrival_p50_s"]),
        (&0.into(), &serde_json::Value::Null)
    );
}

#[test]
fn followers_and_patrols_go_where_their_orders_say() {
    let text = r#"{ "name": "yard", "bounds": [0, 0, 60, 40], "budget": 900, "end_when_all_arrived": false,
        "kinds": { "man": { "radius": 0.3, "speed": 2 } },
        "blocks": [
          { "id": "chief", "kind": "man", "count": 2, "columns": 2, "anchor": [5, 10], "way_points": [[20, 30]], "goal": { "point": [50, 10] } },
          { "kind": "man", "count": 3, "columns": 3, "anchor": [5, 5], "follow": { "block": "chief", "unit": 1 }, "range": 3 },
          { "kind": "man", "count": 1, "columns": 1, "anchor": [40, 30], "way_points": [[50, 35]], "goal": { "point": [30, 35] }, "repeat": "loop" } ],
        "events": [ { "tick": 700, "block": 2, "follow": 0 } ] }"#;
    let scene = loaded("errands.json", text);
    let mut stage = Stage::new(&scene, 0).unwrap();
    let mut rounds = 0;
    for tick in 0..900 {
        stage.apply_events(tick).unwrap();
        stage.world.step(0.1).unwrap();
        stage.observe();
        let patrol = stage.units[5];
        let passes = |event: &&hybrid::Event| event.unit() == patrol && tick < 700;
        rounds += stage.world.events().iter().filter(passes).count();
    }
    let at = |unit: usize| stage.world.unit(stage.units[unit]).unwrap().position;
    assert!(rounds > 6, "{rounds}");
    assert!((2..5).all(|unit| at(unit).distance(at(1)) < 4.0) && at(1).x > 48.0);
    assert!(at(5).distance(at(0)) < 2.0, "the patrol was called");
    assert_eq!(stage.score.scorecard().near, 6, "near to whom they follow, wherever that is");
}

#[test]
fn orders_that_make_no_sense_are_refused_where_they_stand() {
    let scene = |block: &str, event: &str| {
        format!(
            r#"{{ "name": "yard", "bounds": [0, 0, 60, 40],
"kinds": {{ "man": {{ "radius": 0.3, "speed": 2 }} }},
"blocks": [ {{ "kind": "man", "count": 2, "columns": 2, "anchor": [5, 10], "goal": {{ "point": [9, 9] }} }},
{{ "kind": "man", "count": 2, "columns": 2, "anchor": [5, 20], {block} }} ],
"events": [ {{ "tick": 5, {event} }} ] }}"#
        )
    };
    let (right, area) = (r#""follow": 0"#, r#""add_area": { "box": [1, 1, 2, 2], "cost": 2 }"#);
    for (line, block, event, word) in [
        (4, r#""follow": 1"#, area, "another block"),
        (4, r#""follow": { "block": 0, "unit": 2 }"#, area, "no such unit"),
        (4, r#""follow": 0, "goal": { "point": [3, 3] }"#, area, "one of"),
        (4, r#""range": 3"#, area, "without a goal"),
        (4, r#""repeat": "loop", "goal": { "point": [3, 3] }"#, area, "way point"),
        (4, r#""unreachable": "never", "follow": 0"#, area, "unknown variant"),
        (5, right, r#""remove_area": "mud""#, "no area"),
        (5, right, r#""block": 0, "way_points": [[3, 3]]"#, "goal"),
        (5, right, r#""block": 0, "follow": 0"#, "another block"),
        (5, right, r#""add_area": { "cost": 2 }"#, "box"),
    ] {
        let path = file("senseless.json", &scene(block, event)).display().to_string();
        let said = complaint(&["run", &path, "--ticks", "9", "--no-pictures"]);
        assert!(said.starts_with(&format!("{path}:{line}:")), "{said}");
        assert!(said.contains(word), "{said}");
    }
    let path = file("sense.json", &scene(right, area)).display().to_string();
    json(&["run", &path, "--ticks", "9", "--no-pictures", "--json"], 0);
}

#[test]
fn orders_that_nobody_can_follow_are_refused_if_their_blocks_say_so() {
    for obstacle in ["[12, 3, 14, 5]", "[8, 0, 9, 10]"] {
        let text = small_scene(&format!(r#""obstacles": [ {{ "box": {obstacle} }} ]"#));
        let strict = text.replace(r#""rows": 1 } }"#, r#""rows": 1 }, "unreachable": "stop" }"#);
        let path = file("strict.json", &strict).display().to_string();
        let said = complaint(&["run", &path, "--ticks", "9", "--no-pictures"]);
        assert!(said.starts_with(&format!("{path}:4:25: the order: ")), "{said}");
        let card = card(&loaded("nearest.json", &text), None);
        assert!(card.orders_lost > 0, "{card:#?}");
    }
}

#[test]
fn idle_units_are_not_scored() {
    let text = small_scene("")
        .replace(r#""goal": { "fan_out": [12, 3], "columns": 2, "rows": 1 }"#, r#""goal": null"#);
    let card = card(&loaded("idle.json", &text), Some(20));
    assert_eq!((card.units, card.arrived, card.ticks, card.arrival_p95_s), (0, 0, 20, None));
}

#[test]
fn a_scene_in_which_nobody_has_an_order_says_so() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("idle.json");
    let block = r#"{ "kind": "a", "count": 2, "columns": 2, "anchor": [2, 2] }"#;
    let scene = format!(
        r#"{{ "name": "idle", "bounds": [0, 0, 9, 9], "kinds": {{ "a": {{ "radius": 0.3, "speed": 1 }} }}, "blocks": [{block}] }}"#
    );
    std::fs::write(&file, scene).unwrap();
    let path = file.to_str().unwrap();
    let output = headless(&["run", path, "--no-pictures", "--ticks", "3"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("no unit has an order"), "{told}");
    let output = headless(&["run", "maze", "--no-pictures", "--ticks", "3"]);
    assert!(output.stderr.is_empty());
}
