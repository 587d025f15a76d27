//! Scenes from end to end, and what a scene file may not say.

use crate::support::maps::{self, KnownMap};
use crate::support::{file, small_scene};
use glam::Vec2;
use headless::error::Error;
use headless::scenes::loaded::{LoadedScene, load};
use headless::scenes::settings::Settings;
use headless::scorecard::Scorecard;
use headless::scoring::path_queries::build_mesh;
use headless::scoring::runner::{RunOptions, run};
use headless::scoring::stage::Stage;
use headless::sources::grid_map::GridMap;
use hybrid::Driver;
use hybrid::navmesh::{Location, NavMesh};
use serde_json::json;

pub(crate) fn loaded(name: &str, text: &str) -> Result<LoadedScene, Error> {
    load(file(name, text).to_str().unwrap(), Settings::default())
}

fn card(scene: &LoadedScene) -> Scorecard {
    run(scene, RunOptions::default(), &mut |_| ()).unwrap().card
}

fn assert_all_arrived(card: &Scorecard, units: usize) {
    assert_eq!(
        (card.units, card.arrived, card.stuck, card.wall_violations),
        (units, units, 0, 0),
        "{card:#?}"
    );
    assert!(card.resolved, "{card:#?}");
}

/// The message of a scene that is refused when it is read or set up, without the folder of its
/// file.
pub(crate) fn refused(name: &str, text: &str) -> String {
    let refused = match loaded(name, text) {
        Ok(scene) => {
            run(&scene, RunOptions { ticks: Some(20), ..RunOptions::default() }, &mut |_| ())
                .map(|_| ())
        }
        Err(error) => Err(error),
    };
    let message = refused.expect_err(text).to_string();
    message.rsplit_once(&format!("{name}:")).map(|(_, rest)| rest.to_owned()).unwrap_or(message)
}

#[test]
fn the_maze_is_solved() {
    assert_all_arrived(&card(&load("maze", Settings::default()).unwrap()), 200);
}

#[test]
fn lanes_and_chokes_are_solved() {
    assert_all_arrived(&card(&load("lanes", Settings::default()).unwrap()), 200);
    assert_all_arrived(&card(&load("choke", Settings::default()).unwrap()), 400);
}

#[test]
fn the_open_field_is_the_floor() {
    let card = card(&load("openfield", Settings::default()).unwrap());
    assert_all_arrived(&card, 40);
    // 1.8 s per metre is the tank's speed; the way to the arrive radius is a little shorter than
    // the leg.
    let pace = card.sec_per_tile_p50.unwrap();
    assert!((1.7..2.0).contains(&pace), "{pace}");
}

fn is_crossed(map: &KnownMap) {
    let name = map.name;
    let scene = crossing(name, &map.file("map"));
    let card = card(&loaded(&format!("{name}.json"), &scene).unwrap());
    println!("{name}: {card:?}");
    assert_all_arrived(&card, 100);
}

#[test]
fn the_small_map_is_crossed() {
    is_crossed(&maps::small());
}

#[test]
#[cfg_attr(not(has_maps), ignore = "needs the maps of HYBRIDNAV_MAPS")]
fn large_maps_are_crossed() {
    for name in ["maze512-8-0", "AcrosstheCape"] {
        is_crossed(&maps::large_one(name));
    }
}

/// A scene in which 100 units cross a map: from the first open hall to the most distant of some
/// other open places.
fn crossing(name: &str, path: &std::path::Path) -> String {
    const RADIUS: f32 = 0.3;
    let map = GridMap::read(path).unwrap();
    let (mesh, _) = build_mesh(&map, RADIUS, None).unwrap();
    let hall =
        |x: u32, y: u32, w: u32, h: u32| (x..x + w).all(|x| (y..y + h).all(|y| map.is_open(x, y)));
    let cells = || (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| (x, y)));
    let (x, y) = cells().find(|&(x, y)| hall(x, y, 8, 8)).unwrap();
    let start = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
    let component = |mesh: &NavMesh, point: Vec2| match mesh.locate(point) {
        Location::Cell(cell) => Some(mesh.component(cell)),
        _ => None,
    };
    let reachable = |point: &Vec2| component(&mesh, *point) == component(&mesh, start);
    let halls = cells().filter(|&(x, y)| x % 16 == 0 && y % 16 == 0 && hall(x, y, 6, 6));
    let goals = halls.map(|(x, y)| Vec2::new(x as f32 + 3.0, y as f32 + 3.0)).filter(reachable);
    let goal = goals.max_by(|a, b| a.distance(start).total_cmp(&b.distance(start))).unwrap();
    json!({
        "name": name, "map": path, "budget": 20000, "near_radius": 15.0,
        "kinds": { "unit": { "radius": RADIUS, "speed": 3.0 } },
        "blocks": [ { "kind": "unit", "count": 100, "columns": 10, "anchor": start.to_array(), "pitch": 0.7,
                      "goal": { "point": goal.to_array() } } ],
    })
    .to_string()
}

#[test]
fn events_open_doors_and_give_orders() {
    let text = r#"{ "name": "door", "bounds": [0, 0, 30, 10], "budget": 600,
      "kinds": { "unit": { "radius": 0.3, "speed": 2.0 } },
      "obstacles": [ { "box": [14, 0, 15, 7] } ],
      "blocks": [ { "kind": "unit", "count": 4, "columns": 2, "anchor": [3, 3], "id": "walkers",
                    "goal": { "point": [27, 5] } },
                  { "kind": "unit", "count": 2, "columns": 1, "anchor": [20, 1], "goal": null } ],
      "events": [ { "tick": 0, "add_obstacle": { "box": [14, 6.5, 15, 10] }, "id": "door" },
                  { "tick": 0, "block": "walkers", "goal": null },
                  { "tick": 50, "remove_obstacle": "door" },
                  { "tick": 51, "block": "walkers", "goal": { "point": [26, 5] } },
                  { "tick": 60, "block": 1, "goal": { "fan_out": [20, 6], "columns": 1, "rows": 1 } } ] }"#;
    let card = card(&loaded("door.json", text).unwrap());
    assert_all_arrived(&card, 6);
    // Seconds count from the order on: the door's five are not in them.
    assert!(card.arrival_p95_s.unwrap() < (card.ticks - 50) as f64 * 0.1, "{card:#?}");
    assert!(card.arrival_p95_s.unwrap() > 11.0, "{card:#?}");
}

#[test]
fn the_engine_drives_its_units_through_units_that_hold() {
    // Two units that the runner moves pass four that hold, one of which stands in their way.
    let text = r#"{ "name": "engine", "bounds": [0, 0, 24, 10], "budget": 400, "arrive_radius": 0.5,
      "kinds": { "driven": { "radius": 0.3, "speed": 1.5, "driven_by": "engine" },
                 "guard": { "radius": 0.3, "speed": 1.5, "mass": 3 } },
      "blocks": [ { "kind": "driven", "count": 2, "columns": 1, "anchor": [2, 4],
                    "goal": { "fan_out": [20, 4], "columns": 1, "rows": 1 } },
                  { "kind": "guard", "count": 4, "columns": 1, "anchor": [11, 1.5], "rows": 1,
                    "pitch": 1.4, "hold": true, "team": 1 } ],
      "line": [11.5, 0, 11.5, 10] }"#;
    let scene = loaded("engine.json", text).unwrap();
    let mut stage = Stage::new(&scene, 0).unwrap();
    let driver = |unit: usize| stage.world.unit(stage.units[unit]).unwrap().driver;
    assert_eq!([driver(0), driver(2)], [Driver::Engine, Driver::World]);
    let guards =
        |stage: &Stage| stage.seen()[2..].iter().map(|seen| seen.position).collect::<Vec<_>>();
    let before = guards(&stage);
    for tick in 0..150 {
        stage.drive(tick).unwrap();
        stage.world.step(0.1).unwrap();
        stage.observe();
    }
    assert_eq!(guards(&stage), before, "who holds stays");
    let card = card(&scene);
    assert_all_arrived(&card, 2);
    assert!(card.overlap_max <= 0.05, "{card:#?}");
}

#[test]
fn a_line_measures_the_flow() {
    // Four units cross it in two rows.
    let line = |line: &str| card(&loaded("line.json", &small_scene(line)).unwrap()).flow_per_metre;
    let flow = line(r#""line": [10, 0, 10, 10]"#).unwrap();
    assert!((0.1..2.0).contains(&flow), "{flow}");
    assert_eq!(line(r#""line": [10, 8, 10, 10]"#), None);
    assert_eq!(line(r#""near_radius": 6"#), None);
}

#[test]
fn shifts_follow_the_benchmark() {
    let block = r#"{ "kind": "unit", "count": 1, "columns": 1, "anchor": [9, 9], "shift": SHIFT }"#;
    let blocks = ["true", "false", "true"].map(|shift| block.replace("SHIFT", shift)).join(", ");
    let text = format!(
        r#"{{ "name": "s", "bounds": [0, 0, 20, 20], "kinds": {{ "unit": {{ "radius": 0.3, "speed": 1 }} }}, "blocks": [{blocks}] }}"#
    );
    let scene = loaded("shifts.json", &text).unwrap();
    assert_eq!(scene.arrangements(), 81);
    let shifts = |k: u64| scene.shifts(k).iter().map(|shift| shift.to_array()).collect::<Vec<_>>();
    assert_eq!(shifts(0), [[-1.0, -1.0], [0.0, 0.0], [-1.0, -1.0]]);
    assert_eq!(shifts(40), [[0.0, 0.0]; 3]);
    assert_eq!(shifts(5 + 9), [[1.0, 0.0], [0.0, 0.0], [0.0, -1.0]]);
}

#[test]
fn maps_are_relative_to_the_scene_and_fit_the_bounds() {
    file("relative.map", "type octile\nheight 10\nwidth 20\nmap\n".to_owned().as_str());
    let rows = "....................\n".repeat(10);
    file("relative.map", &format!("type octile\nheight 10\nwidth 20\nmap\n{rows}"));
    let with_map = small_scene(r#""map": "relative.map""#);
    assert_eq!(loaded("map.json", &with_map).unwrap().bounds.max, Vec2::new(20.0, 10.0));
    let without_bounds = with_map.replace(r#""bounds": [0, 0, 20, 10], "#, "");
    assert_eq!(loaded("map.json", &without_bounds).unwrap().bounds.max, Vec2::new(20.0, 10.0));
    let narrow = with_map.replace("[0, 0, 20, 10]", "[0, 0, 19, 10]");
    assert_eq!(
        refused("map.json", &narrow),
        "1:30: the map does not fit; at least [0, 0, 20, 10] is expected"
    );
    let missing = with_map.replace("relative.map", "absent.map");
    assert!(refused("map.json", &missing).contains("absent.map:1:1: cannot be read"));
}

#[test]
fn errors_of_form_say_where() {
    let say = |more: &str| refused("form.json", &small_scene(more));
    assert!(
        say(r#""colour": 1"#).starts_with("5:10: unknown field `colour`, expected one of `name`")
    );
    assert!(
        say(r#""world": { "cell": 1 }"#)
            .starts_with("5:19: unknown field `cell`, expected one of `tick`, `cell_size`")
    );
    assert!(say(r#""arrive_radius": "far""#).starts_with("5:24: invalid type: string"));
    assert!(say(r#""budget": 3"#).contains("duplicate field `budget`"));
    assert!(
        say(r#""expect": { "near_min": 1, "near_min": 2 }"#)
            .contains("key `near_min` stands twice")
    );
    assert!(refused("form.json", "").starts_with("1:1: "), "{}", refused("form.json", ""));
    assert!(refused("form.json", "{ \"name\": \"a\" }").contains("missing field `kinds`"));
}

#[test]
fn errors_of_meaning_say_where() {
    let mut wrong = Vec::new();
    for (more, expected) in [
        (r#""tick": 0"#, "5:11: 0; a number above 0 is expected"),
        (
            r#""tick": 0.2, "world": { "tick": 0.3 }"#,
            "5:35: a tick that is not the scene's, 0.2 s; one of the two is expected",
        ),
        (r#""near_radius": 1e999"#, "5:"),
        (r#""line": [1, 2, 1, 2]"#, "5:11: no line; [x, y, x, y] of two points is expected"),
        (
            r#""obstacles": [ { "box": [5, 5, 4, 6] } ]"#,
            "5:27: an empty box; [min x, min y, max x, max y] with min < max is expected",
        ),
        (r#""obstacles": [ {} ]"#, "5:18: exactly one of \"box\" and \"polygon\" is expected"),
        (r#""obstacles": [ { "polygon": [[5,5],[6,5]] } ]"#, "5:18: the obstacle: "),
        (r#""obstacles": [ { "polygon": [[5,5],[6,5],[7,5]] } ]"#, "5:18: the obstacle: "),
        (r#""obstacles": [ { "polygon": [[5,5],[9,5],[6,6],[5,9]] } ]"#, "5:18: the obstacle: "),
        (r#""obstacles": [ { "box": [50, 50, 60, 60] } ]"#, "5:18: the obstacle: "),
        (r#""obstacles": [ { "box": [3, 3, 5, 5] } ]"#, "3:15: unit 3: "),
        (
            r#""areas": [ { "cost": 2 } ]"#,
            "5:14: exactly one of \"box\" and \"polygon\" is expected",
        ),
        (
            r#""areas": [ { "box": [1, 1, 2, 2], "cost": 0.005 } ]"#,
            "5:14: the area: a cost of 0.005 for a metre: it must be a finite number, 0.1 or more",
        ),
        (
            r#""areas": [ { "box": [1, 1, 2, 2], "speed": 0 } ]"#,
            "5:14: the area: a speed of 0 times that on free ground: it must be at least 0.001",
        ),
        (
            r#""areas": [ { "box": [1, 1, 2, 2], "speed": 1.5, "cost": 1 } ]"#,
            "5:14: the area: a speed of 1.5 times that on free ground: ",
        ),
        (r#""expect": { "arived_min": 1 }"#, "5:29: 'arived' is no number of the scorecard; "),
        (r#""expect": { "arrived": 1 }"#, "5:26: 'arrived' is no limit; "),
        (r#""world": { "cell_size": 9 }"#, "5:27: the world: "),
        (
            r#""obstacles": [ { "box": [1, 1, 2, 2], "id": "a" }, { "box": [1, 7, 2, 8], "id": "a" } ]"#,
            "5:83: id 'a' stands twice; ids are unique",
        ),
        (
            r#""events": [ { "tick": 400, "remove_obstacle": "a" } ]"#,
            "5:25: lies beyond the budget of 400 ticks",
        ),
        (
            r#""events": [ { "tick": 1, "remove_obstacle": "a" } ]"#,
            "5:47: no obstacle 'a' stands at tick 1; ",
        ),
        (r#""events": [ { "tick": 1 } ]"#, "5:15: exactly one of "),
        (r#""events": [ { "tick": 1, "block": 0 } ]"#, "5:15: \"goal\" or \"follow\""),
        (r#""events": [ { "tick": 1, "block": 1, "goal": null } ]"#, "5:37: no such block; "),
        (
            r#""events": [ { "tick": 1, "block": 0, "goal": { "point": [50, 5] } } ]"#,
            "5:48: the order: ",
        ),
        (
            r#""events": [ { "tick": 1, "add_obstacle": { "box": [1, 1, 2, 2], "id": "x" } } ]"#,
            "5:15: the id of an obstacle",
        ),
    ] {
        let message = refused("meaning.json", &small_scene(more));
        if !message.starts_with(expected) {
            wrong.push(format!("{more}:\n{message}\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn errors_in_kinds_and_blocks_say_where() {
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        (r#""count": 4"#, r#""count": 0"#, "3:42: 0 units; at least 1 is expected"),
        (
            r#""columns": 2, "anchor""#,
            r#""columns": 0, "anchor""#,
            "3:56: 0 columns; at least 1 is expected",
        ),
        (r#""shift": true"#, r#""pitch": 0"#, "3:86: 0; a number above 0 is expected"),
        (r#""shift": true"#, r#""rows": 0"#, "3:85: 0; rows go up (1) or down (-1)"),
        (r#""shift": true"#, r#""hold": true"#, "3:85: a block with a goal; only idle units hold"),
        (r#""shift": true"#, r#""team": -1"#, "3:86: invalid value: integer `-1`, expected u32"),
        (r#"{ "kind": "unit""#, r#"{ "kind": "tank""#, "3:25: no kind 'tank'; the scene has unit"),
        (r#""rows": 1 }"#, r#""rows": 0 }"#, "4:25: { \"point\": [x, y] } or "),
        (r#""radius": 0.3"#, r#""radius": 0"#, "2:34: 0; a number above 0 is expected"),
        (r#""speed": 1.5"#, r#""speed": 1.5, "mass": 0"#, "2:61: 0; a number above 0 is expected"),
        (
            r#""speed": 1.5"#,
            r#""speed": 1.5, "driven_by": "hand""#,
            "2:71: unknown variant `hand`, expected `world` or `engine`",
        ),
        (
            r#""name": "small""#,
            r#""name": "../small""#,
            "1:11: a name that can also name a folder is expected",
        ),
        (r#""bounds": [0, 0, 20, 10], "#, "", "1:1: neither bounds nor map; "),
        ("[0, 0, 20, 10]", "[0, 0, 0, 10]", "1:30: an empty box; "),
        ("[0, 0, 20, 10]", "[0, 0, 1e30, 10]", "1:30: the world: "),
        (r#""anchor": [3, 3]"#, r#""anchor": [-3, 3]"#, "3:15: unit 0: "),
        (r#"[12, 3]"#, r#"[19, 3]"#, "4:25: the order: "),
    ] {
        let text = small_scene("");
        assert!(text.contains(from), "{from}");
        let message = refused("blocks.json", &text.replacen(from, to, 1));
        if !message.starts_with(expected) {
            wrong.push(format!("{to}:\n{message}\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn nine_radii_are_too_many() {
    let kinds: Vec<String> =
        (1..=9).map(|k| format!(r#""k{k}": {{ "radius": 0.{k}, "speed": 1 }}"#)).collect();
    let text = small_scene("")
        .replace(r#""unit": { "radius": 0.3, "speed": 1.5 }"#, &kinds.join(", "))
        .replace("\"unit\"", "\"k3\"");
    assert_eq!(refused("radii.json", &text), "2:12: 9 distinct radii; at most 8 are expected");
}
