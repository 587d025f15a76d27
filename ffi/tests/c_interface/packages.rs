//! The installed tree through pkg-config and CMake, in an empty folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::compiler::{STRICT, Standard, has, package, run, scratch};
use crate::programs::check_hello;
use crate::tree::{started, tree};

/// An empty folder with `hello.c` in it.
fn empty_folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for a project");
    fs::copy(package("examples/hello.c"), folder.join("hello.c")).expect("hello.c is there");
    folder
}

#[test]
fn pkg_config_finds_both_libraries() {
    if !has("pkg-config") {
        return;
    }
    let folder = empty_folder("by_pkg_config");
    for module in ["hnav", "hnav-static"] {
        let mut ask = Command::new("pkg-config");
        ask.args(["--cflags", "--libs", module])
            .env("PKG_CONFIG_PATH", tree().join("lib/pkgconfig"));
        let flags = run(&mut ask);
        let mut compiler = Standard::C99.compiler();
        compiler.current_dir(&folder).arg("hello.c").args(flags.split_whitespace());
        run(compiler.args(["-o", module]));
        check_hello(&run(&mut started(folder.join(module))));
    }
}

#[test]
fn cmake_finds_both_libraries() {
    if !has("cmake") {
        return;
    }
    let folder = empty_folder("by_cmake");
    let project = format!(
        "cmake_minimum_required(VERSION 3.16)\n\
         project(hello C)\n\
         find_package(hnav 0.1 REQUIRED)\n\
         add_compile_options({})\n\
         add_executable(hello_shared hello.c)\n\
         target_link_libraries(hello_shared hnav::hnav)\n\
         add_executable(hello_static hello.c)\n\
         target_link_libraries(hello_static hnav::hnav_static)\n",
        STRICT.join(" ")
    );
    fs::write(folder.join("CMakeLists.txt"), project).expect("the project can be written");
    let mut configure = Command::new("cmake");
    configure
        .args(["-S", ".", "-B", "build"])
        .arg(format!("-DCMAKE_PREFIX_PATH={}", tree().display()));
    run(configure.current_dir(&folder));
    run(Command::new("cmake").args(["--build", "build"]).current_dir(&folder));
    for program in ["hello_shared", "hello_static"] {
        // CMake has written down where the library is: nothing else tells.
        check_hello(&run(&mut Command::new(folder.join("build").join(program))));
    }
}
