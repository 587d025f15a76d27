//! The committed header.

use std::env;
use std::fs;

use cbindgen::{Builder, Config};

use crate::compiler::{Standard, package, run};

const HEADER: &str = "include/hnav/hnav.h";

/// The header's text.
pub(crate) fn committed() -> String {
    fs::read_to_string(package(HEADER)).expect("the header is committed")
}

/// The header made from the modules in the order of `lib.rs`.
fn generated() -> String {
    let root = fs::read_to_string(package("src/lib.rs")).expect("lib.rs can be read");
    let modules = root.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let config = Config::from_file(package("cbindgen.toml")).expect("cbindgen.toml is right");
    let start = Builder::new().with_config(config);
    let builder = modules
        .fold(start, |builder, module| builder.with_src(package(&format!("src/{module}.rs"))));
    let mut text = Vec::new();
    builder.generate().expect("cbindgen understands the sources").write(&mut text);
    String::from_utf8(text).expect("the header is UTF-8")
}

#[test]
fn the_committed_header_is_the_generated_one() {
    let generated = generated();
    if env::var_os("HNAV_WRITE_HEADER").is_some() {
        fs::write(package(HEADER), &generated).expect("the header can be written");
    }
    assert!(
        committed() == generated,
        "include/hnav/hnav.h is out of date: run `HNAV_WRITE_HEADER=1 cargo test -p hnav`"
    );
}

#[test]
fn the_header_compiles_alone() {
    for (standard, language) in [
        (Standard::C99, "c"),
        (Standard::C11, "c"),
        (Standard::Cpp11, "c++"),
        (Standard::Cpp17, "c++"),
    ] {
        let mut compiler = standard.compiler();
        compiler.arg("-I").arg(package("include")).args(["-fsyntax-only", "-x", language]);
        run(compiler.arg(package("tests/header_alone.c")));
    }
}
