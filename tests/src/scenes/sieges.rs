//! A siege: a thousand units before a walled town, whose gate opens and whose wall falls.

use crate::error::Error;
use crate::scenes::followed::BlockName;
use crate::scenes::orders::event;
use crate::scenes::parts::{block, boxes, field, walker};
use crate::scenes::scene::{Area, Block, Event, Goal, Obstacle, Scene};
use crate::scenes::settings::Settings;

/// Most units in all.
const MOST_UNITS: u32 = 6000;

/// The towers, walls and houses of the town.
const TOWN: [[f32; 4]; 17] = [
    [50.0, 35.0, 52.0, 57.0],
    [50.0, 63.0, 52.0, 85.0],
    [52.0, 35.0, 110.0, 37.0],
    [52.0, 83.0, 110.0, 85.0],
    [108.0, 37.0, 110.0, 50.0],
    [108.0, 58.0, 110.0, 83.0],
    [48.5, 33.5, 53.5, 38.5],
    [48.5, 81.5, 53.5, 86.5],
    [106.5, 33.5, 111.5, 38.5],
    [106.5, 81.5, 111.5, 86.5],
    [48.5, 54.0, 53.5, 57.0],
    [48.5, 63.0, 53.5, 66.0],
    [58.0, 41.0, 66.0, 47.0],
    [58.0, 73.0, 66.0, 79.0],
    [94.0, 41.0, 102.0, 47.0],
    [76.0, 40.0, 84.0, 45.0],
    [94.0, 73.0, 102.0, 79.0],
];

/// Units besiege a town from three sides, and go for its square as soon as there is a way: the gate in the west opens after
/// 15 s, a piece of the wall in the east falls after 40 s. 60 defenders behind the gate withdraw to the keep.
pub fn siege(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 1000, MOST_UNITS)?;
    let side = |share: u32, anchor: [f32; 2]| {
        let count = (units * share / 100).max(1);
        let columns = (1..).find(|side| side * side >= count).unwrap_or(1);
        block(count, columns, anchor, 0.9, Goal::point(80.0, 60.0))
    };
    let named = |id: &str, corners| Obstacle { id: Some(id.into()), ..Obstacle::from_box(corners) };
    let closed =
        [named("gate", [50.0, 57.0, 52.0, 63.0]), named("wall", [108.0, 50.0, 110.0, 58.0])];
    let defenders = Block {
        goal: None,
        team: Some(1),
        id: Some("defenders".into()),
        ..block(60, 6, [56.0, 55.0], 1.0, Goal::default())
    };
    let keep = Goal::fan_out([86.0, 72.0], 6, 1);
    let events = vec![
        Event { remove_obstacle: Some("gate".into()), ..event(150) },
        Event {
            block: Some(BlockName::Id("defenders".into())),
            goal: Some(Some(keep)),
            ..event(150)
        },
        Event { remove_obstacle: Some("wall".into()), ..event(400) },
    ];
    let ditch =
        |corners| Area { box_: Some(corners), kind: 1, speed: Some(0.5), ..Area::default() };
    let blocks =
        vec![side(40, [8.0, 44.0]), side(30, [66.0, 6.0]), side(30, [126.0, 46.0]), defenders];
    let scene = field([0.0, 0.0, 160.0, 120.0], walker(0.3, 1.8), blocks);
    Ok(Scene {
        budget: 4000,
        obstacles: boxes(TOWN).into_iter().chain(closed).collect(),
        areas: vec![ditch([50.0, 26.0, 110.0, 33.0])],
        events,
        near_radius: 20.0,
        ..scene
    })
}
