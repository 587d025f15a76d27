//! Runs of a scene, and the bars that they have to reach.

use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scorecard::Scorecard;
use headless::scoring::runner::{RunOptions, run};

/// The figures of a scene, run by run, and the bars that they miss.
pub(crate) struct Judge {
    scene: &'static str,
    pub(crate) cards: Vec<Scorecard>,
    missed: Vec<String>,
}

impl Judge {
    /// Runs a scene in all its arrangements with some settings each.
    pub(crate) fn new(scene: &'static str, settings: &[&[&str]]) -> Self {
        let mut judge = Self::of_some(scene, settings, u64::MAX);
        judge.most("goal_jitter", 1.0, jitter);
        judge
    }

    /// Runs a scene in so many of its arrangements, evenly strided over all, with some settings each.
    pub(crate) fn of_some(scene: &'static str, settings: &[&[&str]], count: u64) -> Self {
        let mut cards = Vec::new();
        for settings in settings {
            let arguments: Vec<String> = settings.iter().map(|&text| text.to_owned()).collect();
            let loaded = load(scene, Settings::parse(&arguments).unwrap()).unwrap();
            let all = loaded.arrangements();
            for index in 0..all.min(count) {
                let arrangement = index * all / all.min(count);
                let options = RunOptions { arrangement, ..RunOptions::default() };
                cards.push(run(&loaded, options, &mut |_| ()).unwrap().card);
            }
        }
        let mut judge = Self { scene, cards, missed: Vec::new() };
        judge.common();
        judge
    }

    /// What must hold in every run of every scene; how much those at rest are disturbed depends on who comes later.
    fn common(&mut self) {
        self.least("resolved", 1.0, |card| f64::from(u8::from(card.resolved)));
        self.most("not arrived", 0.0, |card| (card.units - card.arrived) as f64);
        self.most("stuck", 0.0, |card| card.stuck as f64);
        self.most("overlap_max", 0.05, |card| card.overlap_max);
        self.most("overlap_pairs_per_1000", 1.0, |card| card.overlap_pairs_per_1000);
        self.most("wall_violations", 0.0, |card| card.wall_violations as f64);
    }

    pub(crate) fn figures(&self, of: impl Fn(&Scorecard) -> f64) -> Vec<f64> {
        let mut figures: Vec<f64> = self.cards.iter().map(of).collect();
        figures.sort_by(f64::total_cmp);
        figures
    }

    pub(crate) fn say(&mut self, holds: bool, text: String) {
        println!("{}: {text}{}", self.scene, if holds { "" } else { " MISSED" });
        if !holds {
            self.missed.push(text);
        }
    }

    /// A bar for the largest figure of all runs.
    pub(crate) fn most(&mut self, name: &str, bar: f64, of: impl Fn(&Scorecard) -> f64) {
        let figures = self.figures(of);
        let (median, largest) = (figures[figures.len() / 2], figures[figures.len() - 1]);
        self.say(largest <= bar, format!("{name} at most {bar}: {largest:.3}, median {median:.3}"));
    }

    /// A bar for the least figure of all runs.
    pub(crate) fn least(&mut self, name: &str, bar: f64, of: impl Fn(&Scorecard) -> f64) {
        let figures = self.figures(of);
        self.say(figures[0] >= bar, format!("{name} at least {bar}: {:.3}", figures[0]));
    }

    /// A bar for the median of all runs.
    pub(crate) fn median(&mut self, name: &str, bar: f64, of: impl Fn(&Scorecard) -> f64) {
        let figures = self.figures(of);
        let median = figures[figures.len() / 2];
        let (least, largest) = (figures[0], figures[figures.len() - 1]);
        self.say(
            median <= bar,
            format!("median {name} at most {bar}: {median:.3} ({least:.3} to {largest:.3})"),
        );
    }

    pub(crate) fn finish(self) {
        assert!(self.missed.is_empty(), "{}:\n{}", self.scene, self.missed.join("\n"));
    }
}

pub(crate) fn arrival(card: &Scorecard) -> f64 {
    card.arrival_p95_s.unwrap_or(f64::INFINITY)
}

pub(crate) fn time_ratio(card: &Scorecard) -> f64 {
    card.time_ratio_mean.unwrap_or(f64::INFINITY)
}

pub(crate) fn jitter(card: &Scorecard) -> f64 {
    card.goal_jitter.unwrap_or(f64::INFINITY)
}
