//! Standard output and error: a reader that goes away is no failure.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;

/// Writes a text and a line end on stdout.
///
/// # Errors
/// [`Error::Output`] for anything but a closed pipe.
pub fn say(text: &str) -> Result<(), Error> {
    let mut stdout = std::io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Output { file: "standard output".into(), reason: error.to_string() })
        }
        _ => Ok(()),
    }
}

/// Writes an error as one line on stderr; if even that fails, the exit status has to do.
pub fn complain(error: &dyn Display) {
    let line = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    drop(writeln!(std::io::stderr(), "{line}"));
}

/// A value as JSON on stdout.
///
/// # Errors
/// See [`say`].
pub fn say_json(value: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value);
    say(&text.map_err(|error| Error::Output {
        file: "standard output".into(),
        reason: error.to_string(),
    })?)
}

/// The files that were written, each on a line.
///
/// # Errors
/// See [`say`].
pub fn say_files(files: &[PathBuf]) -> Result<(), Error> {
    files.iter().try_for_each(|file| say(&file.display().to_string()))
}

/// The fields of a value as a table: name and value, objects indented below their names, lists one
/// to a line.
pub fn table(value: &impl Serialize) -> String {
    let mut lines = Vec::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(value) {
        rows(&fields, "", &mut lines);
    }
    lines.join("\n")
}

fn rows(fields: &serde_json::Map<String, Value>, indent: &str, lines: &mut Vec<String>) {
    for (key, value) in fields {
        let key = format!("{indent}{key}");
        match value {
            Value::Object(inner) => {
                lines.push(key);
                rows(inner, &format!("{indent}  "), lines);
            }
            Value::Array(values) if values.is_empty() => {}
            Value::Array(values) => {
                lines.extend(values.iter().map(|value| format!("{key:<26}{}", plain(value))))
            }
            value => lines.push(format!("{key:<26}{}", plain(value))),
        }
    }
}

/// A value as a person reads it.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.4}", number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}
