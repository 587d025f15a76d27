//! How crowds move: every scene of the movement benchmark and of the literature against its bars.
//!
//! Each test looks at all its bars before it fails, and prints the figures.

use crate::support::judge::{Judge, arrival, time_ratio};
use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scorecard::Scorecard;
use headless::scoring::rules::Seen;
use headless::scoring::stage::Stage;

/// A scene of the movement benchmark whose bar is the arrival of all but the last twentieth.
fn benchmark(scene: &'static str, bar: f64) {
    let mut judge = Judge::new(scene, &[&[]]);
    judge.median("arrival_p95_s", bar, arrival);
    judge.most("peak_density", 12.0, |card| f64::from(card.peak_density));
    judge.finish();
}

#[test]
fn open_field() {
    benchmark("openfield", 70.0);
}

#[test]
fn one_way() {
    benchmark("oneway", 52.0);
}

#[test]
fn corner() {
    benchmark("corner", 125.0);
}

#[test]
fn parking() {
    benchmark("parking", 42.0);
}

#[test]
fn blob() {
    let mut judge = Judge::new("blob", &[&[]]);
    judge.median("settle_p95_s", 40.0, |card| card.settle_p95_s.unwrap_or(f64::INFINITY));
    judge.most("peak_density", 14.0, |card| f64::from(card.peak_density));
    judge.finish();
}

/// More room between units on their way makes less dense crowds; everything else still holds.
fn with_personal_space(scene: &'static str) {
    let mut judge = Judge::new(scene, &[&["personal_space=1.15"]]);
    judge.most("peak_density", 9.0, |card| f64::from(card.peak_density));
    judge.finish();
}

#[test]
fn one_way_with_personal_space() {
    with_personal_space("oneway");
}

#[test]
fn corner_with_personal_space() {
    with_personal_space("corner");
}

#[test]
fn parking_with_personal_space() {
    with_personal_space("parking");
}

#[test]
fn blob_with_personal_space() {
    with_personal_space("blob");
}

/// The scene as it is and 20 times with perturbed starts.
fn perturbed(scene: &'static str) -> Judge {
    let seeds: Vec<String> = (1..=20).map(|seed| format!("seed={seed}")).collect();
    let seeded: Vec<[&str; 1]> = seeds.iter().map(|seed| [seed.as_str()]).collect();
    let all: Vec<&[&str]> =
        std::iter::once(&[][..]).chain(seeded.iter().map(|seed| &seed[..])).collect();
    Judge::new(scene, &all)
}

#[test]
fn circle() {
    let mut judge = perturbed("circle");
    judge.most("time_ratio_mean", 1.4, time_ratio);
    judge.finish();
}

#[test]
fn blocks() {
    let mut judge = perturbed("blocks");
    // Ours: RVO2's own runs, where they end at all, take longer.
    judge.most("time_ratio_mean", 1.65, time_ratio);
    judge.finish();
}

/// The door is 1 m long; three radii are 60 cm.
#[test]
fn doors() {
    const WIDTHS: [u32; 8] = [60, 80, 100, 120, 150, 180, 210, 240];
    let settings = WIDTHS.map(|width| format!("width_cm={width}"));
    let each: Vec<[&str; 1]> = settings.iter().map(|setting| [setting.as_str()]).collect();
    let mut judge =
        Judge::new("door", &each.iter().map(|setting| &setting[..]).collect::<Vec<_>>());
    let flow = |card: &Scorecard| card.flow_per_metre.unwrap_or(0.0);
    let flows: Vec<f64> = judge.cards.iter().map(flow).collect();
    let mut narrower = 0.0;
    for (width, flow) in WIDTHS.into_iter().zip(flows) {
        let through = flow * f64::from(width) / 100.0;
        judge.say(
            through > narrower,
            format!("{width} cm let {through:.2} units through in a second, {flow:.2} a metre"),
        );
        if width >= 120 {
            judge.say(flow >= 3.4, format!("{width} cm: at least 3.4 a metre: {flow:.2}"));
        }
        narrower = through;
    }
    judge.finish();
}

/// Seconds of the longest time in which nobody passes a door before the last has.
fn longest_wait(width_cm: u32) -> f32 {
    let settings = Settings::parse(&[format!("width_cm={width_cm}")]).unwrap();
    let loaded = load("door", settings).unwrap();
    let mut stage = Stage::new(&loaded, 0).unwrap();
    let tick = loaded.scene.world.tick;
    let (mut outside, mut since, mut longest) = (0, 0, 0);
    for _ in 0..loaded.scene.budget {
        stage.world.step(tick).unwrap();
        let now = stage.seen().iter().filter(|seen| seen.position.x > 9.0).count();
        since = if now > outside { 0 } else { since + 1 };
        outside = outside.max(now);
        longest = longest.max(if outside > 0 { since } else { 0 });
        if outside == stage.units.len() {
            break;
        }
    }
    assert_eq!(outside, stage.units.len(), "{width_cm} cm");
    longest as f32 * tick
}

/// A queue that stands for seconds before an open door is a clog, though it may dissolve.
#[test]
fn doors_do_not_clog() {
    const MOST_SECONDS: f32 = 5.0;
    let waits = [60, 63, 66, 70, 80, 100, 160].map(|width| (width, longest_wait(width)));
    println!("door: longest wait in s by width in cm: {waits:?}");
    assert!(waits.iter().all(|(_, seconds)| *seconds <= MOST_SECONDS), "{waits:?}");
}

#[test]
fn head_on() {
    let mut judge =
        Judge::new("headon", &[&[], &["files=2"], &["files=3"], &["files=7"], &["files=20"]]);
    judge.most("time_ratio_mean", 1.15, time_ratio);
    judge.finish();
}

#[test]
fn pushed() {
    let mut judge = Judge::new("pushed", &[&[]]);
    judge.most("time_ratio_mean", 1.4, time_ratio);
    judge.finish();
}

/// Runs a scene for some ticks; gives how far each unit ends from its place (an idle one: from
/// where it stood at first) in its radii, and whether the world says that it has arrived.
fn ends(scene: &str, ticks: u32) -> Vec<(f32, bool)> {
    let loaded = load(scene, Settings::default()).unwrap();
    let mut stage = Stage::new(&loaded, 0).unwrap();
    let starts = stage.seen();
    let tick = loaded.scene.world.tick;
    (0..ticks).for_each(|_| stage.world.step(tick).unwrap());
    let end = |(id, start): (&_, &Seen)| {
        let unit = stage.world.unit(*id).unwrap();
        let place = unit.place.unwrap_or(start.position);
        (unit.position.distance(place) / unit.radius, unit.arrived || unit.order.is_none())
    };
    stage.units.iter().zip(&starts).map(end).collect()
}

/// A tenth of a minute after the last arrival everybody rests where he belongs: not farther from
/// his place than where the world lets him rest.
#[test]
fn everybody_ends_at_his_place() {
    let mut missed = Vec::new();
    for (scene, ticks) in [
        ("openfield", 900),
        ("oneway", 800),
        ("corner", 1300),
        ("parking", 800),
        ("blob", 800),
        ("blocks", 1000),
        ("door", 700),
        ("pushed", 700),
    ] {
        let return_radius = load(scene, Settings::default()).unwrap().scene.world.return_radius;
        let ends = ends(scene, ticks);
        let not_arrived = ends.iter().filter(|end| !end.1).count();
        let off = ends.iter().filter(|end| end.0 > return_radius + 0.01).count();
        let most = ends.iter().map(|end| end.0).fold(0.0, f32::max);
        let mean = ends.iter().map(|end| end.0).sum::<f32>() / ends.len() as f32;
        let text = format!(
            "{scene}: {not_arrived} of {} have not arrived, {off} rest farther than {return_radius} radii from their places; mean {mean:.2}, largest {most:.2}",
            ends.len()
        );
        println!("{text}");
        if not_arrived + off > 0 {
            missed.push(text);
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
