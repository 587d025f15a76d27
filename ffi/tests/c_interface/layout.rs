//! Structures have the same layout on both sides of the border: sizes, alignments, and the offset of every field.

use std::collections::BTreeMap;

use crate::compiler::{Standard, package, run, scratch};
use crate::header::committed;
use crate::structures::{Layout, structures};

/// A name as C has it.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// The name of a field: that of a function stands in parentheses, that of an array before its size.
fn field(line: &str) -> Option<&str> {
    let line = line.trim().strip_suffix(';')?;
    if let Some((_, rest)) = line.split_once("(*") {
        return rest.split_once(')').map(|(name, _)| name);
    }
    let line = line.split_once('[').map_or(line, |(name, _)| name);
    line.rsplit([' ', '*']).next()
}

/// The name of a structure and those of its fields, from behind its opening brace on.
fn structure(text: &str) -> Option<(&str, Vec<&str>)> {
    let (body, rest) = text.split_once("\n} ")?;
    let is_code = |line: &&str| !line.trim_start().starts_with(['*', '/']);
    let fields = body.lines().filter(is_code).filter_map(field).collect();
    Some((rest.split_once(';')?.0, fields))
}

/// The structures of the header, and their fields.
fn declared(header: &str) -> BTreeMap<&str, Vec<&str>> {
    header.split("typedef struct {\n").skip(1).filter_map(structure).collect()
}

fn checks(layout: &Layout) -> String {
    let Layout { name, size, align, fields } = layout;
    let mut text = format!(
        "struct {name}_at {{ char before; {name} it; }};\n\
         typedef char {name}_size[sizeof({name}) == {size} ? 1 : -1];\n\
         typedef char {name}_align[offsetof(struct {name}_at, it) == {align} ? 1 : -1];\n"
    );
    for (field, offset) in fields {
        let field = camel_case(field);
        text += &format!(
            "typedef char {name}_{field}[offsetof({name}, {field}) == {offset} ? 1 : -1];\n"
        );
    }
    text
}

#[test]
fn sizes_and_offsets_are_the_same_in_c_and_cpp() {
    let checks: String = structures().iter().map(checks).collect();
    let text = format!("#include <hnav/hnav.h>\n#include <stddef.h>\n{checks}");
    let source = scratch("layout.c");
    std::fs::write(&source, text).expect("the layout can be written");
    for (standard, language) in
        [(Standard::C99, "c"), (Standard::C11, "c"), (Standard::Cpp17, "c++")]
    {
        let mut compiler = standard.compiler();
        compiler.arg("-I").arg(package("include")).args(["-fsyntax-only", "-x", language]);
        run(compiler.arg(&source));
    }
}

#[test]
fn every_field_of_the_header_is_compared() {
    let header = committed();
    let structures = structures();
    let ours: BTreeMap<&str, Vec<String>> = structures
        .iter()
        .map(|layout| {
            (layout.name, layout.fields.iter().map(|(field, _)| camel_case(field)).collect())
        })
        .collect();
    let declared = declared(&header);
    assert!(declared.len() > 30, "the header's structures are found");
    for (name, fields) in declared {
        let known: Vec<&str> = ours.get(name).into_iter().flatten().map(String::as_str).collect();
        assert_eq!(known, fields, "{name}");
    }
}
