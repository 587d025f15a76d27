//! What the integration tests share.

pub(crate) mod judge;
pub(crate) mod maps;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the workspace")
        .to_path_buf()
}

/// A file in the test's own folder.
pub(crate) fn file(name: &str, text: &str) -> PathBuf {
    let path = folder().join(name);
    std::fs::write(&path, text).expect("the folder of the test can be written");
    path
}

/// A folder for files of tests.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Runs the command.
pub(crate) fn headless(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_headless"))
        .args(arguments)
        .current_dir(folder())
        .output()
        .expect("the command runs")
}

/// Runs the command with a page of the inspector.
pub(crate) fn headless_with_page(arguments: &[&str], page: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_headless"))
        .args(arguments)
        .current_dir(folder())
        .env("HYBRIDNAV_INSPECTOR", page)
        .output()
        .expect("the command runs")
}

/// The JSON that the command prints; it has to end with the status.
pub(crate) fn json(arguments: &[&str], status: i32) -> Value {
    let output = headless(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {errors}"))
}

/// The one line that the command complains with: nothing on stdout, status 2.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = headless(arguments);
    let errors = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors.trim_end().to_owned()
}

/// A small scene: four units walk eight metres; `more` adds keys at its end.
pub(crate) fn small_scene(more: &str) -> String {
    let more = if more.is_empty() { String::new() } else { format!(",\n  {more}") };
    format!(
        r#"{{ "name": "small", "bounds": [0, 0, 20, 10], "budget": 400,
  "kinds": {{ "unit": {{ "radius": 0.3, "speed": 1.5 }} }},
  "blocks": [ {{ "kind": "unit", "count": 4, "columns": 2, "anchor": [3, 3], "shift": true,
                "goal": {{ "fan_out": [12, 3], "columns": 2, "rows": 1 }} }} ]{more} }}"#
    )
}
