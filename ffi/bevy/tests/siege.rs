//! The example ends as it shall: headless, under Bevy's `ScheduleRunnerPlugin`, with everybody in the keep.

#![allow(clippy::unwrap_used, reason = "what a test cannot go on without")]

use std::process::Command;

#[test]
fn the_siege_ends_with_all_in_the_keep() {
    let run = || {
        let example = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--release", "--offline", "--locked", "--example", "siege"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&example.stdout).into_owned();
        assert!(example.status.success(), "{said}{}", String::from_utf8_lossy(&example.stderr));
        said
    };
    let said = run();
    print!("{said}");
    assert!(said.contains("200 of 200 are in the keep"), "{said}");
    assert_eq!(run(), said, "twice the same");
}
