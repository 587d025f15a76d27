//! Runs of scenes with settings.

use std::path::{Path, PathBuf};

use headless::command::bench::BenchResult;
use headless::scenes::loaded::{LoadedScene, load};
use headless::scenes::settings::Settings;
use headless::scorecard::Scorecard;
use headless::scoring::runner::{RunOptions, run};

/// A scene with settings of its own and of the world.
pub(crate) fn loaded(scene: &str, settings: &[String]) -> BenchResult<LoadedScene> {
    Ok(load(scene, Settings::parse(settings)?)?)
}

/// The cards of at most so many of a scene's arrangements, evenly strided over all.
pub(crate) fn cards(scene: &str, settings: &[String], most: u64) -> BenchResult<Vec<Scorecard>> {
    let loaded = loaded(scene, settings)?;
    let (all, count) = (loaded.arrangements(), loaded.arrangements().min(most));
    let card = |index: u64| {
        let options = RunOptions { arrangement: index * all / count, ..RunOptions::default() };
        Ok(run(&loaded, options, &mut |_| ())?.card)
    };
    (0..count).map(card).collect()
}

/// The median of some numbers; infinite if there are none or one is missing.
pub(crate) fn median(values: impl IntoIterator<Item = Option<f64>>) -> f64 {
    let mut values: Vec<f64> =
        values.into_iter().map(|value| value.unwrap_or(f64::INFINITY)).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// The file of a real map, where there is one.
pub(crate) fn map(name: &str) -> Option<PathBuf> {
    let shared = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/maps");
    let folder = std::env::var_os("HYBRIDNAV_MAPS").map_or_else(shared, PathBuf::from);
    Some(folder.join(name)).filter(|file| file.exists())
}
