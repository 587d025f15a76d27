//! The compilers of C and C++.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What every line of C and C++ must pass.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

pub(crate) fn c99() -> Command {
    compiler("CC", "cc", "-std=c99")
}

pub(crate) fn cpp11() -> Command {
    compiler("CXX", "c++", "-std=c++11")
}

/// A path in this package.
pub(crate) fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a command that must succeed; returns what it printed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}: these tests need a C and a C++ compiler; name them in CC and CXX, or install gcc and g++")
    });
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{error}", output.status);
    assert!(error.is_empty(), "{command:?} says\n{error}");
    out
}

fn compiler(variable: &str, default: &str, standard: &str) -> Command {
    let name = env::var(variable).unwrap_or_else(|_| default.to_owned());
    let mut command = Command::new(name);
    command.arg(standard).args(STRICT).arg("-I").arg(package("include"));
    command
}
