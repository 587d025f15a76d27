//! `install.sh` for other machines: what it refuses, and where it puts what was built for Windows.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use crate::compiler::{package, scratch};
use crate::header::committed;
use crate::programs::functions;

fn install(arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.arg(package("install.sh")).arg(scratch("elsewhere")).args(arguments);
    command.output().expect("there is a shell")
}

/// What it says when it refuses.
fn refused(arguments: &[&str]) -> String {
    let output = install(arguments);
    assert!(!output.status.success(), "{arguments:?} is refused");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn targets_that_cannot_be_built_are_refused_in_words() {
    let unknown = refused(&["--target", "vax-dec-vms"]);
    assert!(
        unknown.contains("no target vax-dec-vms") && unknown.contains("target-list"),
        "{unknown}"
    );
    // Rust knows it, but nobody has its standard library.
    let missing = refused(&["--target", "mips-unknown-linux-uclibc"]);
    assert!(missing.contains("rustup target add mips-unknown-linux-uclibc"), "{missing}");
    let empty = refused(&["--from", "/nowhere"]);
    assert!(empty.contains("no library in /nowhere"), "{empty}");
    for wrong in [&["--target"][..], &["--form", "here"], &["more"]] {
        let usage = refused(wrong);
        assert!(usage.contains("install.sh FOLDER --target TRIPLE"), "{wrong:?}: {usage}");
    }
}

/// Installs files of these names as if they were libraries for Windows.
fn installed_for_windows(name: &str, names: [&str; 3]) -> std::path::PathBuf {
    let (built, tree) = (scratch(&format!("{name}_built")), scratch(name));
    let _ = fs::remove_dir_all(&tree);
    fs::create_dir_all(&built).expect("a folder for what was built");
    for name in names {
        fs::write(built.join(name), name).expect("a file can be written");
    }
    let mut command = Command::new("sh");
    command.arg(package("install.sh")).arg(&tree).arg("--from").arg(&built);
    assert!(command.output().expect("there is a shell").status.success());
    tree
}

#[test]
fn libraries_for_windows_have_their_places() {
    let read = |path: std::path::PathBuf| fs::read_to_string(path).expect("it was installed");
    let tree = installed_for_windows("mingw", ["hnav.dll", "libhnav.dll.a", "libhnav.a"]);
    for place in ["bin/hnav.dll", "lib/libhnav.dll.a", "lib/libhnav.a"] {
        assert!(place.ends_with(&read(tree.join(place))), "{place}");
    }
    let tree = installed_for_windows("msvc", ["hnav.dll", "hnav.dll.lib", "hnav.lib"]);
    for (place, built) in [
        ("lib/hnav.lib", "hnav.dll.lib"),
        ("lib/hnav_static.lib", "hnav.lib"),
        ("bin/hnav.dll", "hnav.dll"),
    ] {
        assert_eq!(read(tree.join(place)), built, "{place}");
    }
    assert!(read(tree.join("lib/cmake/hnav/hnavConfig.cmake")).contains("lib/hnav.lib"));
    let definitions = read(tree.join("lib/hnav.def"));
    let exports: BTreeSet<&str> = definitions.lines().skip(2).map(str::trim).collect();
    assert_eq!(exports, functions(&committed()), "what the library exports");
}
