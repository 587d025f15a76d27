//! The frontier against the exit point of the leader's path.

use headless::command::bench::{BenchResult, Effort};
use serde_json::json;

use crate::Row;
use crate::runs::{cards, map, median};

/// The frontier may be this much slower at most.
const MOST: f64 = 1.03;

/// A scene and how often it is run, with seeds where it has some.
struct Race {
    name: &'static str,
    scene: &'static str,
    settings: Vec<String>,
    seeds: u32,
    least: Effort,
}

/// The races; a map that is not there is left out and named.
fn races(missing: &mut Vec<&'static str>) -> Vec<Race> {
    let race = |name, seeds, least| Race { name, scene: name, settings: Vec::new(), seeds, least };
    let mut races = vec![
        race("two_routes", 5, Effort::Trial),
        // The second gap lies outside of these windows.
        Race {
            settings: vec!["margin=2".into()],
            scene: "two_routes",
            ..race("two_routes, near", 5, Effort::Quick)
        },
        race("choke", 5, Effort::Quick),
        race("maze", 0, Effort::Quick),
    ];
    for name in ["orz103d.map", "AcrosstheCape.map"] {
        match map(name) {
            Some(file) => races.push(Race {
                settings: vec![format!("map={}", file.display())],
                scene: "armies",
                ..race(name, 0, Effort::Whole)
            }),
            None => missing.push(name),
        }
    }
    races
}

pub(crate) fn rows(
    effort: Effort,
    each: &mut dyn FnMut(Row) -> BenchResult<()>,
) -> BenchResult<()> {
    let mut missing = Vec::new();
    for race in races(&mut missing).iter().filter(|race| race.least <= effort) {
        each(race.row()?)?;
    }
    for name in missing {
        let text = format!("goals    {name} is not there: HYBRIDNAV_MAPS names no folder with it");
        each(Row { text, value: json!({ "part": "goals", "scene": name }), missed: None })?;
    }
    Ok(())
}

impl Race {
    /// Medians of the times of half of the units, and of all but a twentieth.
    fn times(&self, goal: &str) -> BenchResult<[f64; 2]> {
        let mut all = Vec::new();
        for seed in self.seeds.min(1)..=self.seeds {
            let mut settings = self.settings.clone();
            settings.push(format!("window_goal={goal}"));
            settings.extend((self.seeds > 0).then(|| format!("seed={seed}")));
            all.extend(cards(self.scene, &settings, 1)?);
        }
        let of_all = all.iter().all(|card| card.arrived == card.units);
        let half = median(all.iter().map(|card| card.arrival_p50_s.filter(|_| of_all)));
        let most = median(all.iter().map(|card| card.arrival_p95_s.filter(|_| of_all)));
        Ok([half, most])
    }

    fn row(&self) -> BenchResult<Row> {
        let ([half, most], [other_half, other]) =
            (self.times("frontier")?, self.times("exit_point")?);
        let ratios = [half / other_half, most / other];
        let text = format!(
            "goals    {:18} arrival p50 {half:6.1} s, exit point {other_half:6.1} s, ratio {:.3}; p95 {most:6.1} s, {other:6.1} s, {:.3}",
            self.name, ratios[0], ratios[1]
        );
        let is_slow = !ratios.iter().all(|&ratio| ratio <= MOST);
        let value = json!({
            "part": "goals", "scene": self.name, "p50_s": half, "exit_point_p50_s": other_half,
            "p95_s": most, "exit_point_p95_s": other,
        });
        let missed =
            is_slow.then(|| format!("{}: the frontier is slower: {ratios:.3?}", self.name));
        Ok(Row { text, value, missed })
    }
}
