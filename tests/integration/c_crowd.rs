//! The example `crowd.cpp` makes the scene `maze` through the C library; with the engine's own task system it reaches the
//! same state as the runner, whatever the number of workers. Needs a C++ compiler: `c++`, or the one that `CXX` names.
#![cfg(target_os = "linux")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scoring::runner::{RunOptions, run};

const TICKS: u32 = 60;

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The example, linked with the library that cargo built for this test.
fn crowd() -> PathBuf {
    let ffi = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ffi");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crowd");
    let built = env::current_exe().expect("the test is a program").with_file_name("libhnav.a");
    let mut compiler = Command::new(env::var("CXX").unwrap_or_else(|_| "c++".to_owned()));
    compiler.arg("-std=c++17").arg("-I").arg(ffi.join("include"));
    compiler.arg(ffi.join("examples/crowd.cpp")).arg(built);
    compiler.args(["-lgcc_s", "-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
    said(&mut compiler);
    program
}

#[test]
fn the_maze_in_cpp_reaches_the_state_of_the_runner() {
    let scene = load("maze", Settings::parse(&[]).unwrap()).unwrap();
    let options = RunOptions { ticks: Some(TICKS), ..RunOptions::default() };
    let expected = run(&scene, options, &mut |_| ()).unwrap().card.state_hash;
    let program = crowd();
    for workers in ["1", "2", "4"] {
        let output = said(Command::new(&program).args([TICKS.to_string().as_str(), workers]));
        assert!(output.ends_with(&format!("state_hash {expected}\n")), "{workers}: {output}");
    }
}
