//! The house rules, kept by reading the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// The packages from the bottom of the house to the top: folder, name, and by what name others import it.
pub(crate) const HOUSE: [[&str; 3]; 5] = [
    ["navmesh", "hybridnav_navmesh", "navmesh"],
    ["flowfield", "hybridnav_flowfield", "flowfield"],
    ["hybrid", "hybridnav", "hybrid"],
    ["ffi", "hnav", "hnav"],
    ["tests", "headless", "headless"],
];

/// The licences: each package that is published brings their texts along.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// What is visible at the root.
const VISIBLE: [&str; 13] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "ffi",
    "flowfield",
    "hybrid",
    "navmesh",
    "tests",
];

/// Everything except the tests is a library that games use.
fn is_library(folder: &str) -> bool {
    folder != "tests"
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Rust files below a folder, in a fixed order.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths
        .into_iter()
        .flat_map(below)
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

pub(crate) fn house_sources() -> Vec<(&'static str, PathBuf)> {
    HOUSE
        .iter()
        .flat_map(|[folder, ..]| {
            sources(&root().join(folder)).into_iter().map(move |path| (*folder, path))
        })
        .collect()
}

/// A source without its test module, line by line with numbers from 1, line comments cut off.
pub(crate) fn code(text: &str) -> Vec<(usize, String)> {
    let is_body = |at: &usize| {
        text[at + TEST_MODULE.len()..].lines().next().is_some_and(|line| line.ends_with('{'))
    };
    let end = text.match_indices(TEST_MODULE).map(|(at, _)| at).find(is_body).unwrap_or(text.len());
    let cut = |line: &str| line.split("//").next().unwrap_or("").trim_end().to_owned();
    let lines = text[..end].lines().enumerate().map(|(index, line)| (index + 1, cut(line)));
    lines.filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// How a module of tests begins, in its file or (with a semicolon after its name) in one of its
/// own.
const TEST_MODULE: &str = "\n#[cfg(test)]\nmod ";

/// Whether a file is a module that is compiled for tests only.
pub(crate) fn is_test_module(path: &Path) -> bool {
    let list = path.with_file_name("lib.rs");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    list.exists() && read(&list).contains(&format!("{TEST_MODULE}{name};"))
}

/// What a check found, all of it at once.
pub(crate) fn assert_none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn the_root_shows_what_the_house_has() {
    let ignored: Vec<String> = read(&root().join(".gitignore"))
        .lines()
        .map(|line| line.trim_matches('/').to_owned())
        .collect();
    let entries = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut visible: Vec<String> =
        entries.filter(|name| !name.starts_with('.') && !ignored.contains(name)).collect();
    visible.sort();
    assert_eq!(visible, VISIBLE);
}

#[test]
fn packages_depend_downwards_only() {
    let mut found = Vec::new();
    for (height, [folder, name, _]) in HOUSE.iter().enumerate() {
        let manifest = read(&root().join(folder).join("Cargo.toml"));
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{folder} is not the package {name}"
        );
        let mut section = "";
        for line in manifest.lines().map(str::trim) {
            if line.starts_with('[') {
                section = line;
            }
            let dependency = line.split(['.', '=', ' ']).next().unwrap_or_default();
            let above = HOUSE.iter().skip(height).any(|[.., above]| *above == dependency);
            // `flowfield` stands above `navmesh` in the list, but neither may use the other.
            let sideways = (*folder, dependency) == ("flowfield", "navmesh");
            if section.ends_with("dependencies]") && (above || sideways) {
                found.push(format!("{folder} uses {dependency}"));
            }
        }
    }
    assert_none("dependencies upwards", &found);
}

#[test]
fn published_packages_bring_their_licences() {
    for [folder, ..] in HOUSE.iter().filter(|[folder, ..]| is_library(folder)) {
        for licence in LICENCES {
            let (own, common) = (root().join(folder).join(licence), root().join(licence));
            assert!(read(&own) == read(&common), "{} is not that of the root", own.display());
        }
    }
}

/// The modules that a file declares, in order.
fn modules(text: &str) -> Vec<String> {
    let declared = |line: &str| {
        let line = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        line.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)
    };
    code(text).iter().filter_map(|(_, line)| declared(line)).collect()
}

/// The modules that a file names by `prefix` (such as `crate::`), also in groups of one `use`.
fn named_after(text: &str, prefix: &str) -> Vec<(usize, String)> {
    let identifier = |text: &str| {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut named = Vec::new();
    for (number, line) in code(text) {
        let starts = line.match_indices(prefix).filter(|(at, _)| {
            !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
        });
        for (at, _) in starts {
            let rest = &line[at + prefix.len()..];
            match rest.strip_prefix('{') {
                None => named.push((number, identifier(rest))),
                Some(group) => named
                    .extend(group.split(',').map(|name| (number, identifier(name.trim_start())))),
            }
        }
    }
    named
}

/// Checks one level of a crate, whose modules are named after `prefix`: `list` declares modules; a module may name those
/// listed above it only.
fn imports_upwards(list: &Path, folder: &Path, prefix: &str, found: &mut Vec<String>) {
    let order: BTreeMap<String, usize> =
        modules(&read(list)).into_iter().enumerate().map(|(at, name)| (name, at)).collect();
    for (module, &height) in &order {
        let (file, inner) = (folder.join(format!("{module}.rs")), folder.join(module));
        for path in std::iter::once(file).filter(|file| file.exists()).chain(sources(&inner)) {
            // Those that lie deeper mean another level by `super`.
            let prefixes = [prefix, "super::"];
            let prefixes = &prefixes[..if path.parent() == Some(folder) { 2 } else { 1 }];
            for (number, name) in
                prefixes.iter().flat_map(|prefix| named_after(&read(&path), prefix))
            {
                if order.get(&name).is_some_and(|&other| other >= height && name != *module) {
                    found.push(format!(
                        "{}:{number}: {module} uses {name}, which is not below it",
                        path.display()
                    ));
                }
            }
        }
        let list = inner.join("mod.rs");
        if list.exists() {
            imports_upwards(&list, &inner, &format!("{prefix}{module}::"), found);
        }
    }
}

#[test]
fn modules_import_downwards_only() {
    let mut found = Vec::new();
    for [folder, ..] in HOUSE {
        let source = root().join(folder).join("src");
        imports_upwards(&source.join("lib.rs"), &source, "crate::", &mut found);
    }
    assert_none("imports upwards", &found);
}

#[test]
fn nothing_below_the_world_names_it() {
    let folder = root().join("hybrid").join("src");
    let mut found = Vec::new();
    for path in sources(&folder) {
        if !path.starts_with(folder.join("world")) && !path.ends_with("lib.rs") {
            let lines = code(&read(&path));
            let named = lines
                .iter()
                .filter(|(_, line)| line.contains("world::") || line.contains("crate::World"));
            found.extend(named.map(|(number, line)| format!("{}:{number}:{line}", path.display())));
        }
    }
    assert_none("the world is above", &found);
}

#[test]
fn files_and_functions_stay_small() {
    const MOST_LINES: usize = 350;
    const MOST_FUNCTION_LINES: usize = 100;
    let mut found = Vec::new();
    for (_, path) in house_sources() {
        let text = read(&path);
        let lines = code(&text);
        if lines.len() > MOST_LINES {
            found.push(format!("{}: {} lines of code", path.display(), lines.len()));
        }
        for (number, length) in functions(&text) {
            if length > MOST_FUNCTION_LINES {
                found.push(format!("{}:{number}: a function of {length} lines", path.display()));
            }
        }
    }
    assert_none("too large", &found);
}

/// First line and number of lines of every function that has a body of more than a line; the code
/// is formatted, so a body ends at the first line that is its indentation and a brace.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let words: Vec<&str> =
            line.split_whitespace().take_while(|word| !word.starts_with("//")).take(6).collect();
        let Some(at) = words.iter().position(|word| *word == "fn") else { continue };
        let plain = |word: &&str| {
            ["pub", "pub(crate)", "pub(super)", "const", "unsafe", "extern", "\"C\"", "async"]
                .contains(word)
        };
        if words[..at].iter().all(plain) {
            let end = lines[start..].iter().position(|line| {
                *line == format!("{indent}}}")
                    || line.ends_with(';') && line.starts_with(&format!("{indent}fn"))
            });
            found.push((start + 1, end.unwrap_or(0) + 1));
        }
    }
    found
}

#[test]
fn unsafe_code_stays_in_the_c_library() {
    let mut found = Vec::new();
    for [folder, ..] in HOUSE.iter().filter(|[folder, ..]| *folder != "ffi") {
        for top in ["lib.rs", "main.rs"].map(|name| root().join(folder).join("src").join(name)) {
            if top.exists() && !read(&top).contains("#![forbid(unsafe_code)]") {
                found.push(format!("{} does not forbid unsafe code", top.display()));
            }
        }
    }
    assert_none("unsafe", &found);
}

#[test]
fn libraries_neither_panic_on_purpose_nor_print() {
    // Written apart, so that this file does not find itself.
    let words = [
        ".unwrap()",
        ".expect(",
        "panic!(",
        "println!",
        "print!(",
        "dbg!(",
        "todo!(",
        "unimplemented!(",
        "unreachable!(",
    ];
    let notes = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    let mut found = Vec::new();
    for (folder, path) in house_sources() {
        let text = read(&path);
        let shown = |number: usize, word: &str| format!("{}:{number}: {word}", path.display());
        let library = path.starts_with(root().join(folder).join("src")) && is_library(folder);
        if library && !is_test_module(&path) {
            let lines = code(&text);
            found.extend(lines.iter().flat_map(|(number, line)| {
                words
                    .iter()
                    .filter(|word| line.contains(**word))
                    .map(|word| shown(*number, word))
                    .collect::<Vec<_>>()
            }));
        }
        let noted = text.lines().enumerate().flat_map(|(index, line)| {
            notes
                .iter()
                .filter(|note| line.contains(**note))
                .map(|note| shown(index + 1, note))
                .collect::<Vec<_>>()
        });
        found.extend(noted);
    }
    assert_none("not in a library", &found);
}

#[test]
fn the_reader_of_sources_sees_what_it_should() {
    let text = "use crate::{a::X, b};\nlet x = crate::c::f(); // crate::d\nuse mycrate::e;\n\n#[cfg(test)]\nmod tests {\n    use crate::f;\n}\n";
    let names: Vec<String> =
        named_after(text, "crate::").into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(
        modules("pub mod one;\nmod two;\n// mod three;\npub(crate) mod four;\n"),
        ["one", "two", "four"]
    );
    assert_eq!(
        functions("impl X {\n    pub fn a() {\n        1\n    }\n\n    fn b();\n}\n"),
        [(2, 3), (6, 1)]
    );
}
