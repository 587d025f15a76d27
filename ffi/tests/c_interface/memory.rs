//! The programs under valgrind: no error, no byte lost.

use std::path::Path;

use crate::compiler::{Standard, has, package, run};
use crate::programs::MISUSE;
use crate::tree::{Linked, compiled, started};

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
    valgrind.arg(format!("--suppressions={}", package("tests/valgrind.supp").display()));
    // A panic's backtrace reads what valgrind takes for lost.
    run(valgrind.arg(program).args(arguments).env("RUST_BACKTRACE", "0"));
}

#[test]
fn examples_and_misuse_pass_memcheck() {
    if !has("valgrind") {
        return;
    }
    for (sources, standard, arguments) in [
        (["examples/hello.c"].as_slice(), Standard::C99, [].as_slice()),
        (&["examples/crowd.cpp"], Standard::Cpp17, &["3"]),
        (&["examples/engine_loop.cpp"], Standard::Cpp17, &["1"]),
        (&MISUSE, Standard::C99, &[]),
    ] {
        check(&compiled(sources, standard, Linked::Shared), arguments);
    }
}
