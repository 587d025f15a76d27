//! The programs under valgrind and AddressSanitizer: no error, no byte lost.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiler::{Standard, has, has_library, known, run, scratch};
use crate::programs::MISUSE;
use crate::tree::{Linked, compiled, compiled_with, started};

/// Runs a program under valgrind's memcheck, which fails if it finds anything.
fn check(program: &Path, arguments: &[&str]) {
    let mut valgrind = started("valgrind");
    valgrind.args([
        "--quiet",
        "--error-exitcode=9",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect,possible",
    ]);
    valgrind.arg("--errors-for-leak-kinds=definite,indirect,possible");
    // A panic's backtrace reads what valgrind takes for lost.
    run(valgrind.arg(program).args(arguments).env("RUST_BACKTRACE", "0"));
}

/// The programs, and what they are given.
const PROGRAMS: [(&[&str], Standard, &[&str]); 7] = [
    (&["examples/hello.c"], Standard::C99, &[]),
    (&["examples/first_hour.c"], Standard::C99, &[]),
    (&["examples/first_hour.cpp"], Standard::Cpp17, &[]),
    (&["examples/crowd.cpp"], Standard::Cpp17, &["3"]),
    (&["examples/engine_loop.cpp"], Standard::Cpp17, &["1"]),
    (&["tests/exceptions.cpp"], Standard::Cpp17, &[]),
    (&MISUSE, Standard::C99, &[]),
];

#[test]
fn examples_and_misuse_pass_memcheck() {
    if !has("valgrind") {
        return;
    }
    for (sources, standard, arguments) in PROGRAMS {
        check(&compiled(sources, standard, Linked::Shared), arguments);
    }
}

#[test]
fn the_testbed_passes_memcheck() {
    if !has("valgrind") || !has_library("sdl2") || !has_library("zlib") {
        return;
    }
    let picture = scratch("testbed_under_valgrind.png");
    let program = compiled(&["examples/testbed.c"], Standard::C99, Linked::Shared);
    check(&program, &["--shot", &picture.to_string_lossy(), "2"]);
}

const SANITIZER: [&str; 4] = ["-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=address"];

/// Whether programs with AddressSanitizer can be compiled and run here.
fn has_sanitizer() -> bool {
    let source = scratch("nothing.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("a source can be written");
    let program = scratch("nothing");
    let mut compiler = Standard::C99.compiler();
    compiler.args(SANITIZER).arg(&source).arg("-o").arg(&program);
    let is_done = |command: &mut Command| command.output().is_ok_and(|it| it.status.success());
    let found = is_done(&mut compiler) && is_done(&mut Command::new(&program));
    known("AddressSanitizer", found)
}

#[test]
fn examples_and_misuse_pass_address_sanitizer() {
    if !has_sanitizer() {
        return;
    }
    for linked in [Linked::Shared, Linked::Static] {
        for (sources, standard, arguments) in PROGRAMS {
            let program = compiled_with(&SANITIZER, sources, (standard, linked));
            // What the library keeps until the end it can still reach: all else would be lost.
            run(started(program).args(arguments).env("ASAN_OPTIONS", "detect_leaks=1"));
        }
    }
}
