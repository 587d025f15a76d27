//! The command's contract, on the built binary: exit status, streams, keys, pictures.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{complaint, file, folder, headless, json, small_scene};
use serde_json::Value;

const SCORECARD: &[&str] = &[
    "scene",
    "arrangement",
    "units",
    "ticks",
    "arrived",
    "near",
    "resolved",
    "arrival_p50_s",
    "arrival_p95_s",
    "sec_per_tile_p50",
    "sec_per_tile_p95",
    "settle_p95_s",
    "time_ratio_mean",
    "flow_per_metre",
    "peak_density",
    "hard_stops",
    "stall_share_p50",
    "detour_p95",
    "overlap_max",
    "overlap_peak",
    "overlap_pairs_per_1000",
    "stuck",
    "orders_lost",
    "lost_why",
    "goal_jitter",
    "reversals_per_unit",
    "walked_while_waiting_m",
    "walked_ratio_p95",
    "wall_violations",
    "step_ms_p50",
    "step_ms_p99",
    "step_ms_mean",
    "phase_ms",
    "state_hash",
];

const PATHS: &[&str] = &[
    "map",
    "entry",
    "baked",
    "cells",
    "build_ms",
    "queries",
    "found",
    "ratio_mean",
    "ratio_max",
    "below_optimal",
    "us_mean",
    "us_p50",
    "us_p99",
    "expanded_mean",
];

/// A wall with a gap below: from (0.5, 2.5) to (4.5, 2.5) the way is round its lower end.
const MAP: &str = "type octile\nheight 4\nwidth 5\nmap\n.....\n..@..\n..@..\n..@..\n";
/// Straight along the open row, and round the corners (2, 1) and (3, 1).
const QUERIES: &str = "0.5 0.5 4.5 0.5 4.00000\n0.5 2.5 4.5 2.5 5.24264\n";

fn path(name: &str, text: &str) -> String {
    file(name, text).display().to_string()
}

#[test]
fn built_in_scenes_are_listed() {
    let output = headless(&["scenes"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        names.join(" "),
        "maze lanes choke openfield oneway corner blob parking circle blocks door headon pushed \
         counterflow_w2 counterflow_w4 counterflow_w8 bend serial tee two_routes corridor columns \
         gate courtyard crossroads rally hold_line parade gaps merge roundabout pillars evacuation \
         crossing4 door_opens bridge_falls armies river siege"
    );
}

#[test]
fn a_scorecard_has_every_key() {
    let scene = path("card.json", &small_scene(""));
    let card = json(&["run", &scene, "--json", "--no-pictures"], 0);
    for key in SCORECARD {
        assert!(card.get(key).is_some(), "{key} is missing");
    }
    assert_eq!(
        (&card["scene"], &card["units"], &card["arrived"]),
        (&"small".into(), &4.into(), &4.into())
    );
    assert!(
        card["phase_ms"].as_object().is_some_and(|phases| phases.contains_key("plan")),
        "{}",
        card["phase_ms"]
    );
    assert!(card["state_hash"].as_str().is_some_and(|hash| u64::from_str_radix(hash, 16).is_ok()));
    assert!(
        card["ticks"].as_u64().is_some_and(|ticks| (40..400).contains(&ticks)),
        "{}",
        card["ticks"]
    );
}

#[test]
fn the_budget_and_parameters_can_be_set() {
    let scene = path("set.json", &small_scene(""));
    let card =
        json(&["run", &scene, "--json", "--no-pictures", "--ticks", "7", "--set", "tick=0.05"], 0);
    assert_eq!(card["ticks"], 7);
    assert_eq!(card["settle_p95_s"].as_f64().map(|seconds| (seconds * 100.0).round()), Some(35.0));
    assert_eq!((&card["arrival_p50_s"], &card["arrival_p95_s"]), (&Value::Null, &Value::Null));
    let card =
        json(&["run", "lanes", "--json", "--no-pictures", "--ticks", "3", "--set", "units=5"], 0);
    assert_eq!(card["units"], 10);
}

#[test]
fn an_expectation_that_fails_is_status_one() {
    let scene =
        path("expect.json", &small_scene(r#""expect": { "arrived_min": 5, "stuck_max": 0 }"#));
    let card = json(&["run", &scene, "--json", "--no-pictures"], 1);
    assert_eq!(card["expect_failed"], serde_json::json!(["arrived is 4, expected at least 5"]));
    let scene = path(
        "expected.json",
        &small_scene(r#""expect": { "arrived_min": 4, "resolved_share_min": 1 }"#),
    );
    json(&["run", &scene, "--json", "--no-pictures"], 0);
}

#[test]
fn arrangements_are_evenly_strided() {
    let scene = path("arrangements.json", &small_scene(""));
    let run = |count: &str| {
        let report = json(
            &["run", &scene, "--json", "--no-pictures", "--ticks", "2", "--arrangements", count],
            0,
        );
        report["runs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|run| run["arrangement"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(run("3"), [0, 3, 6]);
    assert_eq!(run("1000"), (0..9).collect::<Vec<_>>());
    assert_eq!(
        json(&["run", &scene, "--json", "--no-pictures", "--ticks", "2", "--arrangement", "8"], 0)
            ["arrangement"],
        8
    );
    assert!(
        complaint(&["run", &scene, "--arrangement", "9"])
            .contains("a number from 0 to 8 is expected")
    );
}

#[test]
fn pictures_are_drawn_and_named() {
    let scene = path("pictures.json", &small_scene(""));
    let out = folder().join("pictures");
    let output = headless(&["run", &scene, "--out", out.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    for name in ["mesh.png", "density.png", "potential.png", "flow.png", "crowd.png", "traces.png"]
    {
        let file = out.join(name);
        assert!(
            text.lines().any(|line| line == file.display().to_string()),
            "{name} is not named in {text}"
        );
        let decoder =
            png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&file).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert!((700..=1600).contains(&info.width), "{name}: {} wide", info.width);
        let colours = pixels.chunks(info.color_type.samples()).map(|pixel| &pixel[..3]);
        let dark = colours.filter(|colour| colour.iter().all(|&part| part < 100)).count();
        assert!(dark > 100, "{name} is empty");
    }
}

#[test]
fn queues_are_drawn_where_there_are_any() {
    let out = folder().join("queues");
    let queues = out.join("queues.png").display().to_string();
    let run = |scene: &[&str]| {
        let output = headless(&[&["run", "--out", out.to_str().unwrap()], scene].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap().lines().any(|line| line == queues)
    };
    assert!(run(&["columns", "--set", "units=20", "--ticks", "150"]));
    assert!(!run(&["openfield", "--ticks", "50"]));
}

#[test]
fn paths_answer_a_small_map() {
    let (map, queries) = (path("small.map", MAP), path("small.queries", QUERIES));
    for entry in ["midpoint", "crossing", "exact"] {
        let report = json(&["paths", &map, &queries, "--entry", entry, "--json", "--reps", "2"], 0);
        for key in PATHS {
            assert!(report.get(key).is_some(), "{key} is missing");
        }
        assert_eq!(
            (&report["map"], &report["entry"], &report["baked"]),
            (&"small".into(), &entry.into(), &false.into())
        );
        assert_eq!(
            (&report["queries"], &report["found"], &report["below_optimal"]),
            (&2.into(), &2.into(), &0.into())
        );
        assert!(report["ratio_max"].as_f64().is_some_and(|ratio| ratio < 1.0001), "{report}");
    }
    let scen = path(
        "small.scen",
        "version 1\n0\tsmall.map\t5\t4\t0\t0\t4\t0\t4\n0\tsmall.map\t5\t4\t2\t2\t4\t0\t4\n",
    );
    let report = json(&["paths", &map, &scen, "--json"], 0);
    assert_eq!(
        (&report["queries"], &report["found"], &report["ratio_mean"]),
        (&2.into(), &1.into(), &Value::Null)
    );
    let wide = json(&["paths", &map, &queries, "--json", "--radius", "0.4", "--tile", "2"], 0);
    assert!(wide["ratio_mean"].as_f64().is_some_and(|ratio| ratio > 1.01), "{wide}");
}

#[test]
fn paths_on_a_baked_map_are_the_shortest() {
    let (map, queries) = (path("baked.map", MAP), path("baked.queries", QUERIES));
    for entry in ["midpoint", "crossing", "portals", "exact"] {
        let report = json(&["paths", &map, &queries, "--entry", entry, "--json", "--bake"], 0);
        assert_eq!(
            (&report["baked"], &report["found"], &report["below_optimal"]),
            (&true.into(), &2.into(), &0.into())
        );
        assert!(report["ratio_max"].as_f64().is_some_and(|ratio| ratio < 1.0001), "{report}");
    }
}

#[test]
fn polygons_of_a_mesh_answer_queries() {
    let text = "mesh 2 6 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n4 0 2 1 -1\n0 1 2 0 -1\n2 1 3 1 0 -1\n4 1 2 1 -1\n4 0 1 4 3 -1 -1 1 -1\n4 1 2 5 4 0 -1 -1 -1\n";
    let (mesh, queries) = (path("two.mesh", text), path("two.queries", "0.5 0.5 3.5 0.5 3\n"));
    let report = json(&["paths", &mesh, &queries, "--json"], 0);
    assert_eq!(
        (&report["cells"], &report["found"], &report["ratio_mean"], &report["baked"]),
        (&2.into(), &1.into(), &1.0.into(), &true.into())
    );
    let output = headless(&["draw", &mesh, "--out", folder().join("two").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    for argument in [&["--bake"][..], &["--radius", "1"], &["--tile", "8"]] {
        let said = complaint(&[&["paths", &mesh, &queries], argument].concat());
        assert!(said.starts_with(&format!("command line: {}: ", argument[0])), "{said}");
    }
    let beyond = path("beyond.queries", "0.5 0.5 4.5 0.5 4\n");
    let said = complaint(&["paths", &mesh, &beyond]);
    assert!(said.starts_with(&format!("{beyond}:1:9: '4.5'; a coordinate from 0 to 4")), "{said}");
    let broken = path("broken.mesh", &text.replacen("4 1 2 5 4", "4 0 2 5 3", 1));
    let said = complaint(&["paths", &broken, &queries]);
    assert!(said.starts_with(&format!("{broken}:9:1: polygons 0 and 1 overlap")), "{said}");
}

#[test]
fn a_map_is_drawn() {
    let (map, out) = (path("drawn.map", MAP), folder().join("drawn"));
    let output = headless(&["draw", &map, "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out.join("mesh.png").exists());
}

#[test]
fn threads_share_the_work_and_change_nothing() {
    let run = |threads: &str| {
        let few = ["run", "maze", "--json", "--no-pictures", "--ticks", "30", "--threads", threads];
        json(&few, 0)["state_hash"].clone()
    };
    assert_eq!(run("1"), run("3"));
    for wrong in ["0", "257", "some"] {
        assert!(complaint(&["run", "maze", "--threads", wrong]).contains("--threads"), "{wrong}");
    }
}

#[test]
fn bad_arguments_are_one_line() {
    for (name, told) in [
        (
            "nowhere",
            "nowhere:1:1: no such file, and no such built-in scene; a scene file or a name",
        ),
        (
            "nowhere/a.json",
            "nowhere/a.json:1:1: no such file; a scene file or a name that `headless scenes` lists",
        ),
        (
            "maz",
            "maz:1:1: no such file, and no such built-in scene; is the built-in scene maze meant?",
        ),
        ("./rally.json", "./rally.json:1:1: no such file; is the built-in scene rally meant?"),
    ] {
        let complaint = complaint(&["run", name]);
        assert!(complaint.starts_with(told), "{complaint}");
    }
    assert!(complaint(&["run"]).starts_with("command line: "));
    assert!(complaint(&["walk"]).starts_with("command line: "));
    assert!(complaint(&["run", "maze", "--ticks", "0"]).contains("--ticks"));
    assert!(complaint(&["run", "maze", "--ticks", "-1"]).starts_with("command line: "));
    assert!(
        complaint(&["run", "maze", "--arrangement", "1", "--arrangements", "2"])
            .contains("cannot be used with")
    );
    assert!(complaint(&["run", "maze", "--set", "cell_sise=1"]).contains("tick, cell_size"));
    assert!(complaint(&["run", "maze", "--set", "cell_size=9"]).contains("cell_size"));
    assert!(complaint(&["paths", "a.map", "b.queries", "--entry", "door"]).contains("midpoint"));
    let (map, queries) = (path("bad.map", MAP), path("bad.queries", QUERIES));
    assert!(complaint(&["paths", &map, &queries, "--radius", "-1"]).contains("--radius"));
    assert!(complaint(&["paths", &map, &queries, "--radius", "nan"]).contains("--radius"));
    assert!(complaint(&["paths", &map, &queries, "--tile", "0"]).contains("--tile"));
    assert!(complaint(&["paths", &map, &map]).contains(".queries or .scen is expected"));
    assert!(complaint(&["draw", "missing.map"]).starts_with("missing.map:1:1: cannot be read"));
}

#[test]
fn bad_files_are_named_with_line_and_column() {
    let truncated = path("truncated.json", "{ \"name\": \"a\",\n  \"kinds\"");
    assert!(complaint(&["run", &truncated]).starts_with(&format!("{truncated}:2:9: ")));
    let truncated = path("truncated.map", &MAP[..MAP.len() - 6]);
    assert!(
        complaint(&["draw", &truncated])
            .starts_with(&format!("{truncated}:8:1: the file ends here; row 4 of 4"))
    );
    let binary = folder().join("binary.map");
    std::fs::write(&binary, b"type octile\nheight \xff\xfe").unwrap();
    let binary = binary.display().to_string();
    assert!(complaint(&["draw", &binary]).starts_with(&format!("{binary}:2:8: not a text file")));
}

#[test]
fn a_picture_that_cannot_be_written_is_status_two() {
    let scene = path("unwritable.json", &small_scene(""));
    let occupied = path("occupied", "");
    let said = complaint(&["run", &scene, "--ticks", "3", "--out", &occupied]);
    assert!(said.contains("cannot be written"), "{said}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for arguments in
        [&["scenes"][..], &["run", "openfield", "--ticks", "3", "--no-pictures"], &["--help"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_headless"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
