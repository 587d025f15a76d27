//! The compilers of C and C++, and other tools.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What every line of C and C++ must pass.
pub(crate) const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

/// A language and its standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    C99,
    C11,
    Cpp11,
    Cpp17,
}

impl Standard {
    /// The standards that a source is written in.
    pub(crate) fn of(source: &str) -> &'static [Self] {
        if source.ends_with(".cpp") { &[Self::Cpp17] } else { &[Self::C99, Self::C11] }
    }

    /// Its compiler, with all warnings and the folder of our headers.
    pub(crate) fn compiler(self) -> Command {
        let (variable, default, standard) = match self {
            Self::C99 => ("CC", "cc", "c99"),
            Self::C11 => ("CC", "cc", "c11"),
            Self::Cpp11 => ("CXX", "c++", "c++11"),
            Self::Cpp17 => ("CXX", "c++", "c++17"),
        };
        let name = env::var(variable).unwrap_or_else(|_| default.to_owned());
        let mut command = Command::new(name);
        command.arg(format!("-std={standard}")).args(STRICT);
        command
    }
}

/// A path in this package.
pub(crate) fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A path in the folder for what tests make.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs a command that must succeed and say nothing of errors; returns what it printed.
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

/// Whether a tool is there. Where it is not, the check that needs it is skipped, and says so; with `CI=true` it fails.
pub(crate) fn has(tool: &str) -> bool {
    found(tool, Command::new(tool).arg("--version"))
}

/// Whether pkg-config knows a library; as [`has`].
pub(crate) fn has_library(module: &str) -> bool {
    found(module, Command::new("pkg-config").args(["--exists", module]))
}

fn found(what: &str, ask: &mut Command) -> bool {
    let answer = ask.stdout(Stdio::null()).stderr(Stdio::null()).status();
    known(what, answer.is_ok_and(|status| status.success()))
}

/// Says what is not there; as [`has`].
pub(crate) fn known(what: &str, found: bool) -> bool {
    assert!(found || env::var("CI").as_deref() != Ok("true"), "{what} is missing");
    if !found {
        println!("skipped: no {what}");
    }
    found
}
