//! Scenes, recorded and replayed by the command.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::support::{file, headless, headless_with_page, json};

/// Records a scene and returns the file and the state hash at the end.
fn recorded(scene: &str, ticks: &str, settings: &[&str]) -> (String, String) {
    let name = format!("{scene}{}.rec", settings.concat().replace('=', "_"));
    let file = file(&name, "").display().to_string();
    let run = ["run", scene, "--json", "--no-pictures", "--ticks", ticks, "--record", &file];
    let card = json(&[&run[..], settings].concat(), 0);
    (file, card["state_hash"].as_str().unwrap().to_owned())
}

#[test]
fn ten_scenes_are_replayed_with_the_same_hash_on_any_number_of_threads() {
    for scene in [
        "maze",
        "lanes",
        "circle",
        "counterflow_w4",
        "gate",
        "crossroads",
        "rally",
        "door_opens",
        "bridge_falls",
        "river",
    ] {
        let (file, hash) = recorded(scene, "150", &[]);
        let size = std::fs::metadata(&file).unwrap().len();
        assert!(size < 40_000, "{scene}: {size} bytes");
        for threads in ["1", "4"] {
            let report = json(&["replay", &file, "--json", "--threads", threads], 0);
            assert_eq!(report["state_hash"], hash.as_str(), "{scene}");
            assert_eq!((&report["whole"], &report["difference"]), (&true.into(), &().into()));
        }
    }
}

#[test]
fn a_replay_goes_as_far_as_is_asked_for() {
    let (file, _) = recorded("gate", "50", &["--set", "units=20"]);
    let report = json(&["replay", &file, "--json", "--until", "17"], 0);
    assert_eq!((&report["tick"], &report["stepped"]), (&17.into(), &17.into()));
    assert_eq!(report["events"]["arrived"], 0);
}

#[test]
fn a_replay_counts_what_happened() {
    let (file, _) = recorded("bridge_falls", "900", &["--set", "tick=0.1"]);
    let events = &json(&["replay", &file, "--json"], 0)["events"];
    assert_eq!((&events["arrived"], &events["path_lost"]), (&60.into(), &0.into()));
    assert!(events["displaced"].as_u64() > Some(0), "those on the bridge are put beside it");
}

#[test]
fn two_recordings_are_told_apart_in_the_first_tick_that_differs() {
    let one = recorded("gate", "40", &["--set", "units=20"]).0;
    let other = recorded("gate", "40", &["--set", "units=20", "--set", "seed=2"]).0;
    let same = json(&["replay", &one, "--against", &one, "--json"], 0);
    assert!(same["difference"].is_null());
    let report = json(&["replay", &one, "--against", &other, "--json"], 1);
    assert_eq!(report["difference"]["tick"], 1);
    assert!(report["difference"]["what"].as_str().unwrap().contains("Unit"), "{report}");
}

#[test]
fn what_cannot_be_read_or_written_is_told() {
    let text = file("text.rec", "no recording").display().to_string();
    for (recording, said) in [
        ("nowhere.rec", "name a recording that exists"),
        (text.as_str(), "the bytes are no recording"),
    ] {
        let output = headless(&["replay", recording]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(said), "{message}");
    }
    let run = ["run", "gate", "--no-pictures", "--record", "/no/such/folder/gate.rec"];
    let output = headless(&run);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be written"));
}

/// A scene of 200 units, of which 5 are walled in after 20 ticks.
const WALLED_IN: &str = r#"{
    "name": "walled_in", "bounds": [0, 0, 60, 60], "budget": 60,
    "kinds": { "walker": { "radius": 0.3, "speed": 1.5 } },
    "blocks": [
        { "kind": "walker", "count": 195, "columns": 15, "anchor": [5, 5], "goal": { "point": [45, 45] } },
        { "kind": "walker", "count": 5, "columns": 5, "anchor": [40, 10], "goal": { "point": [50, 50] } }
    ],
    "obstacles": [{ "box": [30, 30, 32, 34] }],
    "events": [
        { "tick": 20, "add_obstacle": { "box": [36, 18, 56, 19] } },
        { "tick": 20, "add_obstacle": { "box": [36, 7, 56, 8] } },
        { "tick": 20, "add_obstacle": { "box": [36, 7, 37, 19] } },
        { "tick": 20, "add_obstacle": { "box": [55, 7, 56, 19] } }
    ]
}"#;

#[test]
fn a_fault_is_shrunk_to_what_it_needs() {
    let scene = file("walled_in.json", WALLED_IN).display().to_string();
    let whole = file("whole.rec", "").display().to_string();
    json(&["run", &scene, "--json", "--no-pictures", "--record", &whole], 0);
    let least = file("least.rec", "").display().to_string();
    let shrink = ["replay", &whole, "--json", "--shrink", &least, "--expect", "path_lost_max=0"];
    let report = json(&shrink, 1);
    assert_eq!((&report["units"], &report["kept_units"]), (&200.into(), &1.into()), "{report}");
    // A unit, its order, and the walls round it.
    assert!(report["kept"].as_u64().unwrap() <= 6, "{report}");
    assert!(report["kept_steps"].as_u64().unwrap() <= 30, "{report}");
    // The fault is still there, and nothing of it can be left out.
    let again = ["replay", &least, "--json", "--shrink", &whole, "--expect", "path_lost_max=0"];
    let report = json(&again, 1);
    assert_eq!(report["kept"], report["parts"], "{report}");
    assert!(json(&["replay", &least, "--json"], 0)["difference"].is_null());
}

#[test]
fn a_recording_without_a_fault_is_not_shrunk() {
    let (file, _) = recorded("gate", "10", &["--set", "units=4"]);
    let to = format!("{file}.less");
    for expected in [
        &[][..],
        &["--expect", "stuck_max=0"],
        &["--expect", "stuck_min=0"],
        &["--expect", "stuck_max"],
    ] {
        let run = [&["replay", &file, "--shrink", &to][..], expected].concat();
        let output = headless(&run);
        assert_eq!(output.status.code(), Some(2), "{expected:?}");
        assert!(!std::path::Path::new(&to).exists());
    }
}

/// What stands between two texts.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split_once(before)
        .and_then(|(_, rest)| rest.split_once(after))
        .map_or("", |(text, _)| text)
}

#[test]
fn a_page_holds_the_recording_and_its_scorecard() {
    let page = file("page.html", "<html><body><p>the inspector</p></body></html>");
    let to = file("gate.html", "").display().to_string();
    let kept = file("kept.rec", "").display().to_string();
    let run = [
        "run",
        "gate",
        "--ticks",
        "20",
        "--set",
        "units=6",
        "--no-pictures",
        "--html",
        &to,
        "--record",
        &kept,
    ];
    assert!(headless_with_page(&run, &page).status.success());
    let html = std::fs::read_to_string(&to).unwrap();
    assert!(
        html.starts_with("<html><body><p>the inspector</p>") && html.ends_with("</body></html>")
    );
    let card = between(&html, "<script id=\"card\" type=\"text/plain\">", "</script>");
    let card: serde_json::Value = serde_json::from_str(card).unwrap();
    let recording = between(&html, "<script id=\"recording\" type=\"text/plain\">", "</script>");
    let recording = BASE64_STANDARD.decode(recording).unwrap();
    assert_eq!(recording, std::fs::read(&kept).unwrap());
    assert_eq!(json(&["replay", &kept, "--json"], 0)["state_hash"], card["state_hash"]);
    let again = ["replay", &kept, "--html", &to];
    assert!(headless_with_page(&again, &page).status.success());
    assert!(std::fs::read_to_string(&to).unwrap().contains(&BASE64_STANDARD.encode(&recording)));
}

#[test]
fn without_the_inspector_a_page_says_how_to_make_it() {
    let missing = std::path::Path::new("no_such_page.html");
    for run in [&["run", "gate", "--html", "gate.html"][..], &["gallery", "gallery"]] {
        let output = headless_with_page(run, missing);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            said.contains("no_such_page.html") && said.contains("tests/inspector/build"),
            "{said}"
        );
    }
}

#[test]
fn the_gallery_shows_scenes_with_pictures_and_scores() {
    let page = file("page_of_gallery.html", "<html><body></body></html>");
    let folder = page.with_file_name("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    let to = folder.display().to_string();
    let output = headless_with_page(&["gallery", &to, "openfield", "headon"], &page);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let html = std::fs::read_to_string(folder.join("index.html")).unwrap();
    for scene in ["openfield", "headon"] {
        assert!(html.contains(&format!("inspector.html#scene={scene}")));
        assert!(folder.join(scene).join("crowd.png").exists());
    }
    // Beside ours what was published of others, with its origin; nothing beside a scene of which there is none.
    let of = |scene: &str| {
        html.split("<article>").find(|part| part.contains(&format!("{scene}/"))).unwrap()
    };
    assert!(of("openfield").contains("<td>peer</td>") && !of("headon").contains("<td>peer</td>"));
    assert!(of("openfield").contains("<td>74<sup><a href=\"#origin-1\">"), "{html}");
    assert!(html.contains("<li id=\"origin-1\">Warzone 2100"));
    assert!(html.contains("<td>units</td><td>40</td>") && folder.join("inspector.html").exists());
    assert_eq!(headless_with_page(&["gallery", &to, "no_scene"], &page).status.code(), Some(2));
}
