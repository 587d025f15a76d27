//! Units that walk over levels: the scenes that the command makes, and how high units are.

use glam::{Vec2, vec2};
use hybrid::{Goal, SoupDefinition, UnitDefinition, World};
use serde_json::Value;

use super::{ground, level_file};
use crate::support::{folder, headless, json};

/// Makes a scene of a level by the command; what it prints.
fn soup(level: &str, more: &[&str]) -> (String, Value) {
    let name = level.split('.').next().unwrap();
    let out = folder().join(format!("levels_{name}"));
    let file = level_file(level).display().to_string();
    let out_name = out.display().to_string();
    let arguments: Vec<&str> =
        ["soup", &file, "--out", &out_name, "--json"].iter().chain(more).copied().collect();
    let summary = json(&arguments, 0);
    let picture = std::fs::read(out.join("level.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"), "{level}");
    (out.join(format!("{name}.json")).display().to_string(), summary)
}

#[test]
fn all_units_arrive_in_the_scenes_that_the_command_makes() {
    for (level, more) in [
        ("courtyard.obj", &[][..]),
        ("hills.obj", &["--height-spacing", "1"]),
        ("house.glb", &["--floor", "lowest"]),
    ] {
        let (scene, summary) = soup(level, more);
        assert_eq!((&summary["units"], &summary["islands"]), (&60.into(), &1.into()), "{level}");
        let card = json(&["run", &scene, "--json", "--no-pictures"], 0);
        assert_eq!(
            summary["overlaps"].as_array().map(Vec::len),
            Some(usize::from(level == "house.glb"))
        );
        println!("{level}: {} of {} in {} ticks", card["arrived"], card["units"], card["ticks"]);
        assert_eq!(card["arrived"], 60, "{level}: {card}");
        assert_eq!(card["wall_violations"], 0, "{level}");
    }
}

#[test]
fn the_command_says_in_words_what_it_found() {
    let file = level_file("house.glb").display().to_string();
    let out = folder().join("levels_words").display().to_string();
    let output = headless(&["soup", &file, "--out", &out, "--floor", "highest"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.lines().any(|line| line.starts_with("triangles ")), "{text}");
    let overlap = text.lines().find(|line| line.starts_with("floors lie over each other at ("));
    let overlap = overlap.unwrap_or_else(|| panic!("{text}"));
    assert!(overlap.contains("heights 0.05 and 3.05; the highest counts"), "{overlap}");
    assert!(text.contains("level.png") && text.contains("house.json"), "{text}");
}

/// How high the courtyard is: its floor, the ramp, the stairs, the terrace.
fn height(at: Vec2) -> f32 {
    let Vec2 { x, y } = at;
    match () {
        () if x >= 28.0 => 1.6,
        () if x >= 22.0 && (16.0..20.0).contains(&y) => 1.6 * (x - 22.0) / 6.0,
        () if x >= 24.8 && (8.0..11.0).contains(&y) => 0.2 * ((x - 24.8) / 0.4).ceil(),
        () => 0.0,
    }
}

#[test]
fn units_are_as_high_as_the_ground_below_them() {
    let ground = ground("courtyard.obj", SoupDefinition::default()).unwrap();
    let mut world = World::new(&ground.world(vec![0.3])).unwrap();
    world.set_heights(Some(ground.heights)).unwrap();
    let units: Vec<_> = (0..12)
        .map(|at| vec2(18.0 + (at % 2) as f32, 3.0 + 2.0 * (at / 2) as f32))
        .map(|at| world.add_unit(&UnitDefinition::new(at, 0.3, 1.4)).unwrap())
        .collect();
    world.order(&units, &Goal::Point(vec2(36.0, 15.0))).unwrap();
    let (mut most, mut sum, mut count) = (0.0_f32, 0.0, 0);
    for _ in 0..600 {
        world.step(0.1).unwrap();
        for unit in world.units() {
            let off = (world.height_at(unit.position) - height(unit.position)).abs();
            (most, sum, count) = (most.max(off), sum + off, count + 1);
        }
    }
    assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived));
    assert!(units.iter().all(|&unit| world.height_at(world.unit(unit).unwrap().position) == 1.6));
    println!("{most} m at most, {} m on average", sum / count as f32);
    // Steps of 0.2 m, between samples half a metre apart.
    assert!(most <= 0.25 && sum / count as f32 <= 0.02, "{most}, {}", sum / count as f32);
}
