//! The contract of the soak, on the built binary: exit status, last line, bad arguments, programs.

use crate::support::{complaint, file, headless};

const SETUP: &str = r#"{"size":[30.0,20.0],"radii":[0.25]}"#;
const UNIT: &str = r#"{"unit":{"id":1,"at":[4.0,4.0],"radius":0.25,"speed":1.5}}"#;
const ORDER: &str = r#"{"order":{"id":2,"units":[1],"to":{"point":[26.0,4.0]}}}"#;

/// Runs the soak; returns its exit status and what it prints.
fn soak(arguments: &[&str]) -> (Option<i32>, String) {
    let output = headless(&[&["soak"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn program(name: &str, lines: &[&str]) -> String {
    file(name, &lines.join("\n")).display().to_string()
}

fn last(text: &str) -> &str {
    text.trim_end().lines().last().unwrap()
}

#[test]
fn worlds_without_findings_are_status_zero() {
    let (status, text) = soak(&["--liveness", "--seeds", "5..7", "--threads", "2"]);
    assert_eq!(status, Some(0), "{text}");
    let line = last(&text);
    assert!(line.starts_with("2 worlds, "), "{line}");
    assert!(line.contains("; 0 worlds with findings, 0 findings; longest step "), "{line}");
}

#[test]
fn a_program_with_a_finding_is_status_one_and_is_made_smaller() {
    let file = program("unended.txt", &[SETUP, UNIT, ORDER, r#"{"settle":20}"#]);
    let (status, text) = soak(&["--program", &file]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.starts_with("unended at tick 20: "), "{text}");
    assert!(text.contains("# unended of "), "{text}");
    let line = last(&text);
    assert!(line.contains("; 1 worlds with findings, 1 findings; longest step "), "{line}");
    let (status, text) = soak(&["--program", &file, "--no-shrink"]);
    assert_eq!((status, text.lines().count()), (Some(1), 2), "{text}");
}

#[test]
fn a_program_without_a_finding_is_status_zero() {
    let file = program("ended.txt", &[SETUP, UNIT, ORDER, "# A remark.", r#"{"settle":400}"#]);
    let (status, text) = soak(&["--program", &file]);
    assert_eq!((status, text.lines().count()), (Some(0), 1), "{text}");
    assert!(text.contains(" 1 units rest, "), "{text}");
    assert!(text.contains("; 0 worlds with findings, 0 findings; longest step "), "{text}");
}

#[test]
fn an_order_that_ends_for_want_of_places_is_stale_for_the_call_that_finds_none() {
    let lines = [
        r#"{"size":[45.0,13.0],"radii":[0.1]}"#,
        r#"{"unit":{"id":21,"at":[8.0,7.0],"radius":0.1,"speed":1.5}}"#,
        r#"{"order":{"id":22,"units":[21],"to":{"point":[6.0,7.0]},"range":9.443959}}"#,
        r#"{"outline":[24,[[[6.0,5.0],[12.0,5.0],[12.0,5.0],[7.0,5.0],[7.0,9.0],[6.0,9.0]]]]}"#,
    ];
    for call in [r#"{"append_goal":[22,[43.0,1.0]]}"#, r#"{"move_goal":[22,[43.0,1.0]]}"#] {
        let file = program("ended_order.txt", &[&lines[..], &[call]].concat());
        let (status, text) = soak(&["--program", &file]);
        assert_eq!(status, Some(0), "{text}");
    }
}

#[test]
fn a_program_that_cannot_be_used_is_status_two() {
    let wrong = |name: &str, lines: &[&str], place: &str, said: &str| {
        let file = program(name, lines);
        let text = complaint(&["soak", "--program", &file]);
        assert!(text.starts_with(&format!("{file}:{place}: ")), "{text}");
        assert!(text.contains(said), "{text}");
    };
    let setup = |more: &str| format!(r#"{{"size":[30.0,20.0],"radii":[0.25]{more}}}"#);
    wrong("radii.txt", &[r#"{"size":[30.0,20.0],"radii":[]}"#, UNIT], "1:1", "radius class");
    wrong("size.txt", &[r#"{"size":[0.0,20.0],"radii":[0.25]}"#], "1:1", "bounds");
    wrong("key.txt", &[&setup(r#","parameters":{"tack":0.1}"#)], "1:1", "tack");
    wrong("value.txt", &[&setup(r#","parameters":{"tick":0}"#)], "1:1", "tick");
    wrong("call.txt", &[SETUP, r#"{"walk":1}"#], "2:7", "walk");
    wrong("broken.txt", &[SETUP, "", "{"], "3:1", "EOF");
    wrong("empty.txt", &["# Nothing."], "1:1", "missing");
    let said = complaint(&["soak", "--program", "nowhere.txt"]);
    assert!(said.starts_with("nowhere.txt:1:1: cannot be read"), "{said}");
}

#[test]
fn bad_arguments_are_refused_by_name() {
    for minutes in ["nan", "0", "-0", "-3", "inf", "1e9", "two"] {
        let said = complaint(&["soak", "--minutes", minutes]);
        assert!(said.contains("--minutes") && said.contains("above 0"), "{minutes}: {said}");
    }
    for seeds in ["5..5", "7..5", "5", "a..b"] {
        assert!(complaint(&["soak", "--seeds", seeds]).contains("0..100"), "{seeds}");
    }
    for both in [
        ["--program", "a.txt", "--wild", ""],
        ["--program", "a.txt", "--liveness", ""],
        ["--program", "a.txt", "--seeds", "0..2"],
        ["--minutes", "1", "--seeds", "0..2"],
        ["--minutes", "1", "--print", ""],
        ["--liveness", "--wild", "", ""],
    ] {
        let given: Vec<&str> = both.into_iter().filter(|part| !part.is_empty()).collect();
        let said = complaint(&[&["soak"], &given[..]].concat());
        assert!(said.contains("cannot be used with"), "{said}");
    }
    assert!(complaint(&["soak", "--threads", "0"]).contains("--threads"));
    assert!(complaint(&["soak", "--hangs", "0"]).contains("--hangs"));
}

#[test]
fn a_program_that_hangs_is_told_and_ends() {
    let file = program("hangs.txt", &[SETUP, UNIT, r#"{"steps":4000000000}"#]);
    let (status, text) = soak(&["--program", &file, "--hangs", "1"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains(r#"{"steps":4000000000}"#), "{text}");
    let line = last(&text);
    assert!(line.starts_with("1 worlds with findings; ") && line.contains(" hangs"), "{line}");
}

#[test]
fn the_program_of_a_seed_is_printed_and_does_the_same() {
    let (status, text) = soak(&["--print", "--liveness", "--seeds", "5..6"]);
    assert_eq!(status, Some(0));
    let file = file("printed.txt", &text).display().to_string();
    let (status, replayed) = soak(&["--program", &file]);
    let (_, run) = soak(&["--liveness", "--seeds", "5..6"]);
    let ticks = |text: &str| last(text).split(&[',', ';']).nth(1).unwrap().to_owned();
    assert_eq!((status, ticks(&replayed)), (Some(0), ticks(&run)));
}

#[test]
fn the_first_of_fresh_seeds_is_printed() {
    let (_, text) = soak(&["--minutes", "0.01", "--no-shrink"]);
    let first = text.lines().next().unwrap();
    let seed = first.strip_prefix("seeds from ").and_then(|rest| rest.strip_suffix(" on"));
    assert!(seed.is_some_and(|seed| seed.parse::<u64>().is_ok_and(|seed| seed > 0)), "{first}");
    assert!(last(&text).contains(" worlds with findings, "), "{text}");
}
