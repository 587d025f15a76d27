//! The guide: its pages are listed, their links lead somewhere, and their code is that of programs which tests run. What is drawn,
//! printed and measured for it, and the site as a whole, is checked by `tests/docs/build`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::layers::{assert_none, read};
use crate::support::{headless, root};

/// The folders of chapters, one in each crate that has some.
const FOLDERS: [&str; 4] = ["hybrid/docs", "ffi/docs", "ffi/web/docs", "tests/docs"];

/// What `tests/docs/build` makes.
const MADE: [&str; 3] = ["made/", "api/", "gallery/"];

/// The most lines of a chapter.
const MOST_LINES: usize = 250;

/// A path of the repository, without `..`.
fn plain(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part.as_os_str().to_str().unwrap_or_default()),
        }
    }
    parts.join("/")
}

/// What a page names from where it lies.
fn from(page: &str, target: &str) -> String {
    plain(&Path::new(page).parent().unwrap_or(Path::new("")).join(target))
}

/// The targets of the links and pictures of a text, without its code.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|part| part.split("](").skip(1));
    targets.filter_map(|rest| rest.split(')').next()).collect()
}

/// The pages of the site, as its list has them.
fn listed() -> Vec<String> {
    let summary = read(&root().join("tests/docs/SUMMARY.md"));
    links(&summary).into_iter().map(|target| from("tests/docs/SUMMARY.md", target)).collect()
}

/// All chapters that there are.
fn chapters() -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join(folder)).expect("the folder of chapters is there");
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let pages = names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md");
        found.extend(pages.map(|name| format!("{folder}/{name}")));
    }
    found.sort();
    found
}

/// The anchors of a page's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let prose = text.split("```").step_by(2);
    let headings = prose.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let letters = line.trim_start_matches('#').trim().chars();
        let kept = letters.filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_chapter_is_listed_once_and_is_there() {
    let pages = listed();
    let mut found = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        if !root().join(page).is_file() {
            found.push(format!("{page} is listed, and not there"));
        }
        if pages[..at].contains(page) {
            found.push(format!("{page} is listed twice"));
        }
    }
    for chapter in chapters() {
        if !pages.contains(&chapter) {
            found.push(format!("{chapter} is not in tests/docs/SUMMARY.md"));
        }
        let lines = read(&root().join(&chapter)).lines().count();
        if lines > MOST_LINES {
            found.push(format!("{chapter} has {lines} lines"));
        }
    }
    assert_none("the list of pages", &found);
}

#[test]
fn links_of_chapters_lead_to_pages_files_and_headings() {
    let pages = listed();
    let mut found = Vec::new();
    for chapter in chapters() {
        let text = read(&root().join(&chapter));
        for link in links(&text).into_iter().filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { chapter.clone() } else { from(&chapter, file) };
            if MADE.iter().any(|made| target.starts_with(made)) {
                continue;
            }
            let is_page = Path::new(&target).extension().is_some_and(|end| end == "md");
            if !root().join(&target).is_file() {
                found.push(format!("{chapter}: {link}: there is no {target}"));
            } else if is_page && !pages.contains(&target) {
                found.push(format!("{chapter}: {link}: {target} is not listed"));
            } else if !anchor.is_empty() && !anchors(&read(&root().join(&target))).contains(anchor)
            {
                found.push(format!("{chapter}: {link}: {target} has no such heading"));
            }
        }
    }
    assert_none("broken links", &found);
}

/// What a page includes: a file, and a part of it.
fn includes(page: &str, text: &str) -> Vec<(String, String)> {
    let parts = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
    let split = |part: &str| {
        let (file, anchor) = part.split_once(':').unwrap_or((part, ""));
        (from(page, file), anchor.to_owned())
    };
    parts.map(split).collect()
}

#[test]
fn code_and_output_are_included_from_files() {
    let mut found = Vec::new();
    for chapter in chapters() {
        let text = read(&root().join(&chapter));
        for block in text.split("```").skip(1).step_by(2) {
            let (language, code) = block.split_once('\n').unwrap_or((block, ""));
            let is_written = ["sh", "toml"].contains(&language);
            let is_included =
                code.starts_with("{{#include ") && code.trim_end().lines().count() == 1;
            if !is_written && !is_included {
                found.push(format!("{chapter}: a block of {language} is not an include"));
            }
        }
        for (file, anchor) in includes(&chapter, &text) {
            if MADE.iter().any(|made| file.starts_with(made)) {
                continue;
            }
            let Ok(source) = fs::read_to_string(root().join(&file)) else {
                found.push(format!("{chapter}: there is no {file}"));
                continue;
            };
            let ends = [format!("ANCHOR: {anchor}"), format!("ANCHOR_END: {anchor}")];
            let has = |end: &String| {
                let is_end = |line: &str| line.trim_end_matches("*/").trim_end().ends_with(end);
                source.lines().any(is_end)
            };
            if !anchor.is_empty() && !ends.iter().all(has) {
                found.push(format!("{chapter}: {file} has no part {anchor}"));
            }
        }
    }
    assert_none("code of the guide", &found);
}

/// The file that has a program run by tests, and what it says of it.
fn runner(program: &str) -> Option<(PathBuf, String)> {
    let name = Path::new(program).file_name()?.to_str()?;
    let stem = Path::new(program).file_stem()?.to_str()?;
    let folder = Path::new(program).parent()?.to_str()?;
    let (file, says) = match folder {
        "hybrid/examples" => ("hybrid/Cargo.toml", format!("name = \"{stem}\"\ntest = true\n")),
        "ffi/examples" => ("ffi/tests/c_interface/programs.rs", format!("\"examples/{name}\"")),
        "ffi/web/examples" => ("ffi/web/tests/first_hour.test.mjs", format!("\"./{name}\"")),
        // Below.
        "tests/docs" => ("tests/integration/guide.rs", name.to_owned()),
        _ => return None,
    };
    Some((root().join(file), says))
}

#[test]
fn programs_of_the_guide_are_run_by_tests() {
    let mut programs = BTreeSet::new();
    for chapter in chapters() {
        let included = includes(&chapter, &read(&root().join(&chapter)));
        programs.extend(included.into_iter().map(|(file, _)| file));
    }
    programs.retain(|file| !MADE.iter().any(|made| file.starts_with(made)));
    assert!(programs.len() > 5, "{programs:?}");
    let is_run =
        |file: &String| runner(file).is_some_and(|(test, says)| read(&test).contains(&says));
    let found: Vec<String> = programs.into_iter().filter(|file| !is_run(file)).collect();
    assert_none("no test runs", &found);
}

#[test]
fn the_yard_of_the_guide_runs() {
    let scene = root().join("tests/docs/yard.json").display().to_string();
    let output = headless(&["run", &scene, "--no-pictures", "--json"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("\"arrived\": 42"), "{said}");
}
