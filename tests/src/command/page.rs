//! A page for a browser: the inspector, with a recording in it.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::error::Error;

/// The variable that names the page of the inspector, where it is not the one that was built here.
const VARIABLE: &str = "HYBRIDNAV_INSPECTOR";
/// Where `tests/inspector/build` puts it.
const BUILT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/inspector/inspector.html");

/// Returns the page of the inspector: what has to be there before a long run begins.
///
/// # Errors
/// [`Error::Usage`] if it has not been built.
pub fn inspector() -> Result<String, Error> {
    let named = std::env::var_os(VARIABLE).filter(|file| !file.is_empty());
    let file = named.map_or_else(|| PathBuf::from(BUILT), PathBuf::from);
    std::fs::read_to_string(&file).map_err(|error| {
        Error::Usage(format!(
            "--html needs the page of the inspector, {}: {error}; tests/inspector/build makes it, and {VARIABLE} may name another file",
            file.display()
        ))
    })
}

/// Writes the page of the inspector with a recording in it, and the scorecard that belongs to it.
///
/// # Errors
/// [`Error::Output`] if it cannot be written.
pub fn write(file: &Path, page: &str, recording: &[u8], card: Option<&Value>) -> Result<(), Error> {
    // Nothing in the script may end it.
    let card = card.map_or_else(String::new, |card| card.to_string().replace('<', "\\u003c"));
    let data = format!(
        "<script id=\"recording\" type=\"text/plain\">{}</script>\n<script id=\"card\" type=\"text/plain\">{card}</script>\n</body>",
        BASE64_STANDARD.encode(recording)
    );
    let (before, after) = page.rsplit_once("</body>").unwrap_or((page, ""));
    std::fs::write(file, format!("{before}{data}{after}"))
        .map_err(|error| Error::unwritten(file, &error))
}
