//! Scenes, recorded and replayed by the command.

use crate::support::{file, headless, json};

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
