//! The library installed: what a user has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::compiler::{Standard, package, run, scratch};

/// What the static library needs of the system.
const SYSTEM: [&str; 4] = ["-lgcc_s", "-lpthread", "-ldl", "-lm"];

/// How a program gets the library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Linked {
    Shared,
    Static,
}

/// An installed tree, moved after it was installed.
pub(crate) fn tree() -> &'static Path {
    static TREE: OnceLock<PathBuf> = OnceLock::new();
    TREE.get_or_init(|| {
        let (installed, moved) = (scratch("installed"), scratch("moved"));
        for folder in [&installed, &moved] {
            let _ = fs::remove_dir_all(folder);
        }
        let mut install = Command::new("sh");
        install.arg(package("install.sh")).arg(&installed).arg("--from").arg(built());
        run(&mut install);
        fs::rename(&installed, &moved).expect("a tree can be moved");
        moved
    })
}

/// The folder of the libraries that cargo built with this test, that of the test's own program; or the one that HNAV_BUILT
/// names: for a library that was built otherwise.
fn built() -> PathBuf {
    if let Some(folder) = std::env::var_os("HNAV_BUILT") {
        return folder.into();
    }
    let test = std::env::current_exe().expect("the test is a program");
    let path = test.with_file_name("libhnav.so");
    assert!(path.exists(), "{path:?} is missing: cargo builds it with the tests of this package");
    test.parent().expect("a program is in a folder").to_owned()
}

/// Compiles sources of this package by the compiler alone. The name of the program says which it is.
pub(crate) fn compiled(sources: &[&str], standard: Standard, linked: Linked) -> PathBuf {
    compiled_with(&[], sources, (standard, linked))
}

/// Compiles sources with other options, too, of which the last one is in the program's name.
pub(crate) fn compiled_with(
    options: &[&str],
    sources: &[&str],
    (standard, linked): (Standard, Linked),
) -> PathBuf {
    static COMPILED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let stem = Path::new(sources[0]).file_stem().unwrap_or_default().to_string_lossy();
    let option = options.last().map_or_else(String::new, |option| option.replace(['-', '='], "_"));
    let program = scratch(&format!("{stem}_{standard:?}_{linked:?}{option}"));
    // Tests that run at the same time share it.
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if !compiled.insert(program.clone()) {
        return program;
    }
    // One of an older library must not be taken for it.
    let _ = fs::remove_file(&program);
    let mut compiler = standard.compiler();
    compiler.args(options).arg("-I").arg(tree().join("include"));
    compiler.args(sources.iter().map(|source| package(source))).arg("-o").arg(&program);
    match linked {
        Linked::Shared => compiler.arg("-L").arg(tree().join("lib")).args(["-lhnav", "-lm"]),
        Linked::Static => compiler.arg(tree().join("lib/libhnav.a")).args(SYSTEM),
    };
    if sources[0].ends_with("testbed.c") {
        let flags = run(Command::new("pkg-config").args(["--cflags", "--libs", "sdl2", "zlib"]));
        compiler.args(flags.split_whitespace()).arg("-lm");
    }
    compiler.arg("-pthread");
    run(&mut compiler);
    program
}

/// A program that finds the installed library.
pub(crate) fn started(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", tree().join("lib"));
    command
}
