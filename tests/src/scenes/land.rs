//! Scenes of ground that is not the same for all.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::scenes::parts::{block, boxes, field, walker};
use crate::scenes::scene::{Area, Block, Goal, Link, Scene, UnitKind};
use crate::scenes::settings::Settings;

const WATER: u8 = 1;
const BRIDGE: u8 = 2;

/// Tanks cross a river by its bridge, boats sail along it underneath, and infantry jumps over a wall in the one place
/// where it can.
pub fn river(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 24, 100)?;
    let area = |box_: [f32; 4], kind: u8, cost: f32| Area {
        box_: Some(box_),
        polygon: None,
        kind,
        cost: Some(cost),
        ..Area::default()
    };
    let of = |kind: &str, mut block: Block| {
        block.kind = kind.into();
        block
    };
    let wide =
        |anchor: [f32; 2], goal: [f32; 2]| block(units, 6, anchor, 1.0, Goal::fan_out(goal, 6, 1));
    let blocks = vec![
        of("tank", wide([6.0, 6.0], [62.0, 8.0])),
        of("boat", wide([33.0, 4.0], [33.0, 52.0])),
        of("infantry", wide([6.0, 44.0], [8.0, 14.0])),
    ];
    let kind = |excludes: &[u8]| UnitKind { excludes: excludes.to_vec(), ..walker(0.35, 1.6) };
    let kinds = BTreeMap::from([
        ("tank".into(), kind(&[WATER])),
        ("boat".into(), kind(&[0])),
        ("infantry".into(), kind(&[WATER])),
    ]);
    let scene = field([0.0, 0.0, 72.0, 64.0], walker(0.35, 1.6), blocks);
    Ok(Scene {
        budget: 2000,
        kinds,
        obstacles: boxes([[0.0, 34.0, 28.0, 36.0]]),
        areas: vec![
            area([30.0, 0.0, 42.0, 64.0], WATER, 1.0),
            area([30.0, 20.0, 42.0, 26.0], BRIDGE, 1.0),
            area([12.0, 18.0, 24.0, 28.0], 0, 4.0),
        ],
        links: vec![Link {
            from: [4.0, 37.0],
            to: [4.0, 33.0],
            cost: 5.0,
            both_ways: false,
            kind: 0,
            capacity: Some(2),
        }],
        ..scene
    })
}
