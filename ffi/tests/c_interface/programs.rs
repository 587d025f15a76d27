//! C and C++ programs, linked with the library and run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiler::{Standard, has_library, package, run, scratch};
use crate::header::committed;
use crate::tree::{Linked, compiled, started, tree};

/// The sources of the misuse program.
pub(crate) const MISUSE: [&str; 12] = [
    "tests/misuse/main.c",
    "tests/misuse/worlds.c",
    "tests/misuse/ground.c",
    "tests/misuse/units.c",
    "tests/misuse/orders.c",
    "tests/misuse/callbacks.c",
    "tests/misuse/lookup.c",
    "tests/misuse/land.c",
    "tests/misuse/errands.c",
    "tests/misuse/records.c",
    "tests/misuse/reading.c",
    "tests/misuse/states.c",
];

/// The functions of the library that a C text names with a parenthesis behind them.
fn called(text: &str) -> BTreeSet<&str> {
    let names = text.split('(').filter_map(|part| {
        part.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
    });
    names.filter(|name| name.starts_with("hnav")).collect()
}

/// The words of a C text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect()
}

/// The functions of the header; types of functions are none.
pub(crate) fn functions(header: &str) -> BTreeSet<&str> {
    called(header).into_iter().filter(|name| !header.contains(&format!("(*{name})"))).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(package(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(crate) fn check_hello(output: &str) {
    let lines = |kind| output.lines().filter(move |line| line.starts_with(kind)).count();
    assert!(output.starts_with("a path of 29."), "{output}");
    assert!(lines("path: ") >= 3, "the path goes round the wall\n{output}");
    assert!(
        output.contains("\npath: 4.00 16.00\n") && output.contains("\npath: 28.00 16.00\n"),
        "{output}"
    );
    let (_, at) = output.rsplit_once("the unit is at ").expect("it says where the unit is");
    assert!(at.starts_with("28.") || at.starts_with("27.9"), "{output}");
}

#[test]
fn hello_runs_in_every_standard_shared_and_static() {
    for &standard in Standard::of("hello.c") {
        for linked in [Linked::Shared, Linked::Static] {
            let program = compiled(&["examples/hello.c"], standard, linked);
            check_hello(&run(&mut started(program)));
        }
    }
}

/// What a program prints, in all standards of its language, shared and static.
fn outputs(source: &str, arguments: &[&str]) -> Vec<String> {
    let each = |&standard: &Standard| {
        let each = |linked| run(started(compiled(&[source], standard, linked)).args(arguments));
        [Linked::Shared, Linked::Static].map(each)
    };
    Standard::of(source).iter().flat_map(each).collect()
}

#[test]
fn the_door_is_the_same_program_in_c_and_cpp() {
    let file = scratch("door.rec");
    let name = file.to_string_lossy();
    let expected = outputs("examples/door.c", &[&name]);
    let (first, recorded) = (&expected[0], fs::read(&file).expect("it has recorded"));
    for told in [
        "unit 0 has no way to its goal, and keeps its order\n",
        "unit 2 has passed way point 1\n",
        "unit 3 is there\n",
        "\nloaded: the same\ngone back: the same\nreplayed 400 steps: the same\n",
    ] {
        assert!(first.contains(told), "{told}\n{first}");
    }
    for output in expected.iter().chain(&outputs("examples/door.cpp", &[&name])) {
        assert_eq!(output, first);
    }
    assert_eq!(fs::read(&file).expect("it has recorded"), recorded);
}

#[test]
fn the_first_hour_is_the_same_program_in_c_and_cpp() {
    let expected = outputs("examples/first_hour.c", &[]);
    let first = &expected[0];
    assert!(first.contains(" is stuck, by ") && first.contains("\n42 units are there"), "{first}");
    let codes = first.lines().filter_map(|line| line.strip_prefix("refused with "));
    let codes: Vec<_> = codes.filter_map(|line| line.split(':').next()).collect();
    assert_eq!(codes, ["-5", "-8", "-5", "-7", "-2", "-5"], "{first}");
    for output in expected.iter().chain(&outputs("examples/first_hour.cpp", &[])) {
        assert_eq!(output, first);
    }
}

#[test]
fn crowds_in_cpp_reach_the_same_state_with_any_number_of_workers() {
    let hash = |linked, workers: &str| {
        let program = compiled(&["examples/crowd.cpp"], Standard::Cpp17, linked);
        let output = run(started(program).args(["60", workers]));
        assert!(output.starts_with("ticks 60\narrived 0 of 200\nstate_hash "), "{output}");
        output
    };
    let expected = hash(Linked::Shared, "0");
    for workers in ["1", "2", "4"] {
        assert_eq!(hash(Linked::Static, workers), expected, "{workers} workers");
    }
}

#[test]
fn refused_calls_throw_if_they_are_asked_to() {
    let program = compiled(&["tests/exceptions.cpp"], Standard::Cpp17, Linked::Shared);
    assert_eq!(run(&mut started(program)), "0 failures\n");
}

#[test]
fn results_are_true_with_an_answer_and_columns_are_of_any_data() {
    let program = compiled(&["tests/thin.cpp"], Standard::Cpp17, Linked::Shared);
    assert_eq!(run(&mut started(program)), "0 failures\n");
}

/// The declarations of a class of a C++ text, each with the line above it.
fn methods<'a>(text: &'a str, class: &str) -> Vec<(&'a str, &'a str)> {
    let (_, body) = text.split_once(class).expect("the class is there");
    let (body, _) = body.split_once(" private:").expect("it has a private part");
    let lines: Vec<&str> = body.lines().collect();
    let pairs = lines.windows(2).map(|pair| (pair[0], pair[1]));
    let is_method = |line: &str| {
        let indented = line.strip_prefix("  ").filter(|line| !line.starts_with([' ', '/', '}']));
        indented.is_some_and(|line| line.contains('(') && !line.starts_with("template"))
    };
    pairs.filter(|(_, line)| is_method(line)).collect()
}

#[test]
fn every_method_of_a_world_has_a_comment() {
    let text = read("include/hnav/hnav.hpp");
    let found = methods(&text, "\nclass World {");
    assert!(found.len() > 80, "{} methods", found.len());
    for (above, method) in found {
        assert!(above.trim_end().ends_with("*/"), "no comment above {method}");
    }
}

#[test]
fn worlds_never_take_each_others_handles() {
    let program = compiled(&["tests/strangers.c"], Standard::C99, Linked::Shared);
    assert_eq!(run(&mut started(program)), "0 failures\n");
}

/// The library must be built with the feature: `cargo test -p hnav --features planted-panic --test c_interface planted`.
#[test]
fn a_planted_panic_is_a_result() {
    if !cfg!(feature = "planted-panic") {
        println!("skipped: the library has no planted panic");
        return;
    }
    for linked in [Linked::Shared, Linked::Static] {
        let program = compiled(&["tests/planted/panic.c"], Standard::C99, linked);
        assert_eq!(run(&mut started(program)), "0 failures\n");
    }
}

#[test]
fn an_engine_moves_its_bodies_through_the_gaps() {
    let run_for = |linked, workers: &str| {
        let program = compiled(&["examples/engine_loop.cpp"], Standard::Cpp17, linked);
        run(started(program).args(["30", workers]))
    };
    let output = run_for(Linked::Shared, "2");
    assert!(output.contains("\narrived 96 of 96\n"), "{output}");
    let state = |output: String| output.lines().nth(3).map(str::to_owned);
    let expected = state(output);
    for workers in ["1", "4"] {
        assert_eq!(state(run_for(Linked::Static, workers)), expected, "{workers} workers");
    }
}

#[test]
fn the_testbed_draws_without_a_display() {
    if !has_library("sdl2") || !has_library("zlib") {
        return;
    }
    let program = compiled(&["examples/testbed.c"], Standard::C99, Linked::Shared);
    let picture = scratch("testbed.png");
    let _ = fs::remove_file(&picture);
    run(started(program).arg("--shot").arg(&picture).arg("20").env_remove("DISPLAY"));
    let bytes = fs::read(&picture).expect("the picture was written");
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 10_000, "{} bytes", bytes.len());
}

#[test]
fn every_misuse_is_refused_as_documented() {
    for linked in [Linked::Shared, Linked::Static] {
        let program = compiled(&MISUSE, Standard::C99, linked);
        assert_eq!(run(&mut started(program)), "0 failures\n");
    }
}

#[test]
fn every_function_is_misused() {
    let text: String = MISUSE.iter().map(|path| read(path)).collect();
    let (header, misuse) = (committed(), called(&text));
    let spared: Vec<_> = functions(&header).difference(&misuse).copied().collect();
    assert!(spared.is_empty(), "tests/misuse has no call of {spared:?}");
}

#[test]
fn every_function_has_its_place_in_the_cpp_header() {
    let text: String =
        ["basics.hpp", "hnav.hpp"].map(|name| read(&format!("include/hnav/{name}"))).concat();
    let header = committed();
    let missing: Vec<_> = functions(&header).difference(&words(&text)).copied().collect();
    assert!(missing.is_empty(), "hnav.hpp has no word of {missing:?}");
}

#[test]
fn functions_have_six_parameters_at_most() {
    let header = committed();
    for name in functions(&header) {
        let call = format!("{name}(");
        let is_declaration = |(at, _): &(usize, &str)| {
            let line = header[..*at].rfind('\n').map_or(0, |end| end + 1);
            !header[line..].trim_start().starts_with('*')
        };
        let declaration = header.match_indices(&call).find(is_declaration);
        let (start, _) = declaration.expect("it is in the header");
        let end = header[start..].find(");").expect("a declaration ends") + start;
        let parameters = header[start..end].matches(',').count() + 1;
        assert!(parameters <= 6, "{name} has {parameters}");
    }
}

#[test]
fn the_header_lists_what_the_library_exports() {
    let library = tree().join("lib/libhnav.so");
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let exported: BTreeSet<_> =
        symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(exported, functions(&committed()));
}

#[test]
fn the_shared_library_has_its_soname() {
    let library = tree().join("lib/libhnav.so");
    let soname = format!("libhnav.so.{}", hnav::library::ABI_VERSION);
    let dynamic = run(Command::new("objdump").arg("-p").arg(&library));
    assert!(dynamic.contains(&soname), "{dynamic}");
    assert!(Path::new(&library).with_file_name(soname).exists());
}
