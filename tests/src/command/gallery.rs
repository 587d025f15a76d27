//! `gallery`: built-in scenes with pictures and scores on one page, each a click away from the playground.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::arguments::GalleryArguments;
use super::output::{say, say_files};
use super::page;
use super::peers::{self, Origin};
use super::run::with_progress;
use crate::drawing::pictures;
use crate::error::Error;
use crate::scenes::built_in;
use crate::scenes::loaded::load;
use crate::scenes::settings::Settings;
use crate::scoring::runner::RunOptions;

/// What is shown of a scorecard, and how it is called.
const SHOWN: [(&str, &str); 8] = [
    ("units", "units"),
    ("arrived", "arrived"),
    ("stuck", "stuck"),
    ("arrival_p95_s", "95 % there after, s"),
    ("bound_ratio", "time ÷ bound"),
    ("overlap_max", "greatest overlap"),
    ("peak_density", "most within 1.5 m of one"),
    ("step_ms_mean", "step, ms"),
];

const HEAD: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>hybridnav: gallery</title>
<style>
  body { font: 16px/1.4 sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: #faf8f3; color: #1d2126; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.5rem; }
  article { background: #fff; border: 1px solid #d9d5cc; border-radius: 6px; padding: 1rem; }
  img { width: 100%; height: 14rem; object-fit: contain; background: #d9d5cc; }
  h2 { margin: 0.5rem 0 0; font-size: 1.1rem; } td { padding-right: 1rem; } td + td { text-align: right; }
  a { color: #1a6c8e; }
</style></head><body>
<h1>hybridnav: gallery</h1>
<p>Built-in scenes, as this machine has just run them. "Play" opens a scene in the playground, where walls can be drawn and units sent.</p>
<main>
"#;

/// Runs the scenes and writes the page.
///
/// # Errors
/// [`Error`] for a scene that there is not, for files that cannot be written, and if the inspector's page has not been built.
pub fn gallery(arguments: &GalleryArguments) -> Result<(), Error> {
    let inspector = page::inspector()?;
    let folder = &arguments.folder;
    let all: Vec<String> = built_in::ALL.iter().map(|scene| scene.name.to_owned()).collect();
    let names = if arguments.scenes.is_empty() { &all } else { &arguments.scenes };
    if let Some(stranger) = names.iter().find(|name| !all.contains(name)) {
        return Err(Error::Usage(format!(
            "gallery: {stranger}: a built-in scene is expected, `scenes` lists them"
        )));
    }
    let mut html = HEAD.to_owned();
    for name in names {
        html += &article(name, folder)?;
    }
    html += "</main>\n";
    html += &origins();
    html += "</body></html>\n";
    let files = [(folder.join("index.html"), html), (folder.join("inspector.html"), inspector)];
    for (file, text) in &files {
        std::fs::write(file, text).map_err(|error| Error::unwritten(file, &error))?;
    }
    say(&format!("{} scenes", names.len()))?;
    say_files(&files.map(|(file, _)| file))
}

/// One scene: it is run, and its pictures are drawn.
fn article(name: &str, folder: &Path) -> Result<String, Error> {
    let loaded = load(name, Settings::default())?;
    let outcome = with_progress(&loaded, RunOptions { record: true, ..RunOptions::default() })?;
    let mut drawn = Vec::new();
    if let Some(recording) = &outcome.recording {
        drawn = pictures::draw(&folder.join(name), &loaded, recording)?;
    }
    let names = ["crowd.png", "traces.png", "mesh.png"];
    let picture =
        names.into_iter().find(|picture| drawn.iter().any(|file| file.ends_with(picture)));
    let card = json!(outcome.card);
    let rows = SHOWN.iter().filter_map(|(key, called)| {
        let value = plain(card.get(key)?)?;
        let peer = peers::of(name, key).map_or(String::new(), |peer| {
            let number = peer.origin.number();
            format!("<td>{}<sup><a href=\"#origin-{number}\">{number}</a></sup></td>", peer.shown)
        });
        Some(format!("<tr><td>{called}</td><td>{value}</td>{peer}</tr>"))
    });
    let mut rows: String = rows.collect();
    if peers::ALL.iter().any(|peer| peer.scene == name) {
        rows.insert_str(0, "<tr><td></td><td>hybridnav</td><td>peer</td></tr>");
    }
    let mut html = String::new();
    // Writing to a text does not fail.
    let _ = write!(
        html,
        "<article><a href=\"inspector.html#scene={name}\"><img src=\"{name}/{}\" alt=\"{name}\"></a>\n<h2>{name}</h2>\n<p>{}</p>\n\
         <table>{rows}</table>\n<p><a href=\"inspector.html#scene={name}\">Play</a></p></article>\n",
        picture.unwrap_or_default(),
        escaped(&loaded.scene.about),
    );
    Ok(html)
}

/// Where the figures of others are from.
fn origins() -> String {
    let item = |origin: Origin| {
        format!("<li id=\"origin-{}\">{}.</li>\n", origin.number(), escaped(origin.about()))
    };
    let items: String = Origin::ALL.into_iter().map(item).collect();
    format!(
        "<h2>Figures of others</h2>\n<p>As published, for the same scenes as far as they are described: a peer's figures are medians of many arrangements, ours are of \
         one (<code>headless run SCENE --arrangements 27</code> runs more).</p>\n<ol>\n{items}</ol>\n"
    )
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) if number.is_f64() => Some(format!("{:.2}", number.as_f64()?)),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
