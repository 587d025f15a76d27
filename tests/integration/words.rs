//! One word for one thing, and comments that say something: kept by reading the sources.

use std::collections::BTreeMap;

use crate::layers::{HOUSE, assert_none, code, house_sources, is_test_module, read, sources};
use crate::support::root;

/// The types that a source declares at the top level.
fn types(text: &str) -> Vec<String> {
    let declared = |line: &str| {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let at = words
            .iter()
            .position(|word| ["struct", "enum", "trait", "type", "union"].contains(word))?;
        let plain = |word: &&str| ["", "pub", "crate", "super"].contains(word);
        words[..at].iter().all(plain).then(|| words[at + 1].to_owned())
    };
    let top = |line: &String| !line.starts_with([' ', '/', '#']);
    code(text)
        .into_iter()
        .map(|(_, line)| line)
        .filter(top)
        .filter_map(|line| declared(&line))
        .collect()
}

#[test]
fn no_two_types_of_a_crate_have_one_name() {
    let mut found = Vec::new();
    for [folder, ..] in HOUSE {
        let source = root().join(folder).join("src");
        let mut known = BTreeMap::new();
        for path in sources(&source).into_iter().filter(|path| !is_test_module(path)) {
            for name in types(&read(&path)) {
                if let Some(first) = known.insert(name.clone(), path.clone()) {
                    found.push(format!("{name}: {} and {}", first.display(), path.display()));
                }
            }
        }
    }
    assert_none("one name for two types", &found);
}

/// In a tooltip, and on a page of its own, nobody sees what it would be the same as.
#[test]
fn no_comment_begins_with_the_same() {
    let phrase = concat!("The", " same");
    let mut found = Vec::new();
    for (_, path) in house_sources() {
        let text = read(&path);
        let first =
            |text: &str| text.strip_prefix("/// ").or(text.strip_prefix("//! ")).map(str::to_owned);
        let mut before = None;
        for (index, line) in text.lines().map(str::trim_start).enumerate() {
            let comment = first(line);
            let begins =
                before.is_none() && comment.as_ref().is_some_and(|text| text.starts_with(phrase));
            found.extend(begins.then(|| format!("{}:{}: {line}", path.display(), index + 1)));
            before = comment;
        }
    }
    assert_none("what is it?", &found);
}
