//! Areas of scenes: layers, and ground that slows.

use crate::scenes::{loaded, refused};
use headless::scoring::stage::Stage;
use serde_json::json;

#[test]
fn areas_slow_units_and_cost_as_much() {
    let seconds = |area: &str| {
        let scene = json!({
            "name": "mud", "bounds": [0, 0, 60, 40], "tick": 0.1, "budget": 900, "areas": [],
            "kinds": { "walker": { "radius": 0.4, "speed": 2, "acceleration": 40, "turn_rate": 60 } },
            "blocks": [{ "kind": "walker", "count": 1, "columns": 1, "anchor": [5, 20], "rows": 1,
                         "pitch": 1, "goal": { "point": [55, 20] } }]
        });
        let scene = scene.to_string().replace("\"areas\":[]", &format!("\"areas\":[{area}]"));
        let loaded = loaded("mud.json", &scene).unwrap();
        let mut stage = Stage::new(&loaded, 0).unwrap();
        let ticks = (1..900).find(|_| {
            stage.world.step(0.1).unwrap();
            stage.world.units().all(|unit| unit.position.x > 50.0)
        });
        ticks.unwrap() as f32 * 0.1
    };
    let belt = r#"{ "box": [20, 0, 40, 40], "kind": 1, "speed": 0.5 }"#;
    assert!((seconds(belt) - 32.5).abs() < 0.5, "{}", seconds(belt));
    // What is slow costs as much: there is a way round, unless it is said to cost no more.
    let pond = r#"{ "box": [20, 0, 40, 30], "kind": 1, "speed": 0.2 }"#;
    let through = r#"{ "box": [20, 0, 40, 30], "kind": 1, "speed": 0.2, "cost": 1 }"#;
    assert!(seconds(pond) < 29.0 && (seconds(through) - 62.5).abs() < 1.0);
}

#[test]
fn areas_have_layers() {
    let scene = |layer: &str| {
        json!({
            "name": "road", "bounds": [0, 0, 60, 40], "tick": 0.1, "budget": 400,
            "areas": [
                { "box": [20, 0, 40, 40], "kind": 1, "cost": 5 },
                { "box": [20, 32, 40, 36], "kind": 2, "layer": 1 }
            ],
            "kinds": { "walker": { "radius": 0.4, "speed": 2, "acceleration": 4, "turn_rate": 6 } },
            "blocks": [{ "kind": "walker", "count": 1, "columns": 1, "anchor": [5, 20], "rows": 1,
                         "pitch": 1, "goal": { "point": [55, 20] } }]
        })
        .to_string()
        .replace("\"layer\":1", layer)
    };
    let top = |layer: &str| {
        let loaded = loaded("road.json", &scene(layer)).unwrap();
        let mut stage = Stage::new(&loaded, 0).unwrap();
        let heights = (0..350).map(|_| {
            stage.world.step(0.1).unwrap();
            stage.world.units().map(|unit| unit.position.y).fold(0.0, f32::max)
        });
        heights.fold(0.0, f32::max)
    };
    assert!(top("\"layer\":1") > 31.0, "along the road");
    assert!(top("\"layer\":0") < 31.0, "the mud covers it");
    let message = refused("layer.json", &scene("\"layer\":0.5"));
    assert!(message.contains("0.5") || message.contains("i32"), "{message}");
}
