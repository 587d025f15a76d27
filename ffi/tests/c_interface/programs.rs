//! C programs, linked with the library and run.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compiler::{c99, package, run};
use crate::header::committed;

/// What the static library needs of the system.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// Compiles a program; `link` says with what.
fn compiled(source: &str, name: &str, link: impl FnOnce(&mut Command)) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = c99();
    compiler.arg(package(source)).arg("-o").arg(&program);
    link(&mut compiler);
    run(&mut compiler);
    program
}

/// Compiles a program with the shared library and runs it where nothing but the library's soname can be found.
fn with_shared(source: &str, name: &str) -> String {
    let program = compiled(source, name, |compiler| {
        compiler.arg(built("libhnav.so")).arg("-lm");
    });
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_library"));
    let link = folder.join(format!("libhnav.so.{}", hnav::library::ABI_VERSION));
    fs::create_dir_all(&folder).expect("a folder for the library");
    let _ = fs::remove_file(&link);
    symlink(built("libhnav.so"), link).expect("a link to the library");
    run(Command::new(program).env("LD_LIBRARY_PATH", folder))
}

/// A library that cargo built with this test, in the folder of the test's own program.
fn built(library: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test is a program");
    let path = test.with_file_name(library);
    assert!(path.exists(), "{path:?} is missing: cargo builds it with the tests of this package");
    path
}

/// The functions of the library that a C text names with a parenthesis behind them.
fn functions(text: &str) -> BTreeSet<&str> {
    let names = text.split('(').filter_map(|part| {
        part.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
    });
    names.filter(|name| name.starts_with("hnav")).collect()
}

fn check_hello(output: &str) {
    let lines = |kind| output.lines().filter(move |line| line.starts_with(kind)).count();
    assert!(lines("path: ") >= 3, "the path goes round the wall\n{output}");
    assert!(
        output.starts_with("path: 4.00 16.00\n") && output.contains("path: 28.00 16.00\n"),
        "{output}"
    );
    assert_eq!(lines("unit: "), 4, "{output}");
    assert!(output.ends_with("4 of 4 arrived\n"), "{output}");
}

#[test]
fn hello_runs_with_the_shared_library() {
    check_hello(&with_shared("examples/hello.c", "hello_shared"));
}

#[test]
fn hello_runs_with_the_static_library() {
    let program = compiled("examples/hello.c", "hello_static", |compiler| {
        compiler.arg(built("libhnav.a")).args(SYSTEM);
    });
    check_hello(&run(&mut Command::new(program)));
}

#[test]
fn every_misuse_is_refused_as_documented() {
    assert_eq!(with_shared("tests/misuse.c", "misuse"), "0 failures\n");
}

#[test]
fn every_function_is_misused() {
    let misuse = fs::read_to_string(package("tests/misuse.c")).expect("misuse.c can be read");
    let (header, misuse) = (committed(), functions(&misuse));
    let spared: Vec<_> = functions(&header).difference(&misuse).copied().collect();
    assert!(spared.is_empty(), "tests/misuse.c has no call of {spared:?}");
}

#[test]
fn the_header_lists_what_the_library_exports() {
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(built("libhnav.so")));
    let exported: BTreeSet<_> =
        symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(exported, functions(&committed()));
}
