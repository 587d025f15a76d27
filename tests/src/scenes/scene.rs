//! The scene file: plain data, one type for files and built-in scenes. Units are metres and seconds
//! throughout.

use std::collections::BTreeMap;
use std::path::PathBuf;

use glam::{DVec2, Vec2};
use hybrid::navmesh::AreaDefinition;
use hybrid::{Formation, Pace, Repeat, Unreachable, WorldParameters};
use serde::{Deserialize, Serialize};

use crate::scenes::followed::{BlockName, Followed};
use crate::scenes::level::SceneLevel;
use crate::sources::unique_keys;

/// A world, its units, and what is asked of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Names the scene and its folder of pictures.
    pub name: String,
    /// What the scene shows, one line.
    #[serde(default)]
    pub about: String,
    /// `[min x, min y, max x, max y]`: the walls around everything. Default: the extent of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f32; 4]>,
    /// Seconds of one tick. Default: that of `world`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tick: Option<f32>,
    /// Most ticks of a run. Default 5000.
    #[serde(default = "default_budget")]
    pub budget: u32,
    /// Whether the run ends once all units with an order have arrived and no event is left. Default
    /// true.
    #[serde(default = "yes")]
    pub end_when_all_arrived: bool,
    /// Parameters of the world that differ from the defaults.
    #[serde(default)]
    pub world: WorldParameters,
    /// Whether those parameters of the world that are the defaults are those of people instead. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pedestrians: bool,
    /// A MovingAI map whose blocked cells are obstacles; relative to the scene file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<PathBuf>,
    /// Ground that is no rectangle: walkable polygons, and heights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<SceneLevel>,
    /// Obstacles that stand from the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// Areas of other cost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// Ways from one point to another without a way over the ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Kinds of units by name.
    #[serde(deserialize_with = "unique_keys::deserialize")]
    pub kinds: BTreeMap<String, UnitKind>,
    /// Blocks of units, in the order in which their units are numbered.
    pub blocks: Vec<Block>,
    /// What happens on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// Metres from its place within which a unit has arrived. Default 1.5.
    #[serde(default = "default_arrive_radius")]
    pub arrive_radius: f32,
    /// Metres from its goal within which a unit is near. Default 6.
    #[serde(default = "default_near_radius")]
    pub near_radius: f32,
    /// `[x, y, x, y]`: a line that units cross, such as a door; its length is the width of
    /// `flow_per_metre`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<[f32; 4]>,
    /// Lines of `[x, y, x, y]`, such as the gaps of a wall: who crosses which first is counted in
    /// `gap_shares`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<[f32; 4]>,
    /// `[min x, min y, max x, max y]`: the part of a corridor along x in which `lane_order` is
    /// measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lanes: Option<[f32; 4]>,
    /// Seconds in which all could be there, with nobody in the way of another: `bound_ratio` compares with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound_s: Option<f32>,
    /// Degrees by which obstacles, units, goals and lines are turned counter-clockwise round the
    /// middle of the bounds, which stay. Default 0.
    #[serde(default)]
    pub turn: f32,
    /// Limits of the scorecard: its keys with `_min` or `_max`.
    #[serde(
        default,
        deserialize_with = "unique_keys::deserialize",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub expect: BTreeMap<String, f64>,
}

/// A convex shape that nobody walks through: exactly one of `box` and `polygon`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// `[min x, min y, max x, max y]`.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub box_: Option<[f32; 4]>,
    /// Corners in order, either way round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<[f32; 2]>>,
    /// Name for events; unique in the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Obstacle {
    /// A nameless box.
    pub fn from_box(corners: [f32; 4]) -> Self {
        Self { box_: Some(corners), ..Self::default() }
    }

    /// The corners; none if the obstacle has neither form.
    pub fn outline(&self) -> Vec<Vec2> {
        match (&self.box_, &self.polygon) {
            (Some([x0, y0, x1, y1]), _) => {
                [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|[x, y]| Vec2::new(*x, *y)).to_vec()
            }
            (None, Some(corners)) => corners.iter().copied().map(Vec2::from_array).collect(),
            (None, None) => Vec::new(),
        }
    }
}

/// A shape of other ground.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// As of an [`Obstacle`].
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub box_: Option<[f32; 4]>,
    /// As of an [`Obstacle`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<[f32; 2]>>,
    /// The kind of ground, below 16, which kinds of units may exclude. Default 0, that of open ground.
    #[serde(default)]
    pub kind: u8,
    /// Factor of the cost of open ground, at least 0.1. Default the inverse of the speed: 1 where that is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    /// How fast units are on it, as a factor of their speed, from 0.001 to 1. Default 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f32>,
    /// Where areas overlap, those on the highest layer alone count, of these the dearest. Default 0.
    #[serde(default, skip_serializing_if = "is_lowest")]
    pub layer: i32,
}

impl Area {
    /// What the world is told of it.
    pub fn definition(&self) -> AreaDefinition {
        let of_speed = AreaDefinition::of_speed(self.kind, self.speed.unwrap_or(1.0));
        AreaDefinition { cost: self.cost.unwrap_or(of_speed.cost), layer: self.layer, ..of_speed }
    }
}

/// A way from one point to another, such as a jump.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where it begins.
    pub from: [f32; 2],
    /// Where it leads to.
    pub to: [f32; 2],
    /// What it costs, in metres of open ground; it takes as long as to walk them.
    pub cost: f32,
    /// Whether it leads back as well. Default false.
    #[serde(default)]
    pub both_ways: bool,
    /// The kind of link, below 16, which kinds of units may exclude. Default 0.
    #[serde(default)]
    pub kind: u8,
    /// How many may be on it at once. Default: any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
}

/// A kind of units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// Metres.
    pub radius: f32,
    /// Greatest speed, m/s.
    pub speed: f32,
    /// m/s². Default: the world's for this speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<f32>,
    /// rad/s. Default: the world's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_rate: Option<f32>,
    /// Relative: a heavier unit pushes a lighter one. Default: the world's for this radius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Who moves the units: the world (default), or the engine (here: the runner).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driven_by: Option<DrivenBy>,
    /// The kinds of ground and of links that it cannot enter. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excludes: Vec<u8>,
}

/// Who moves a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrivenBy {
    /// The world.
    World,
    /// The caller of the world.
    Engine,
}

/// A block of units: unit `k` stands at `anchor + (k mod columns, rows · ⌊k / columns⌋) · pitch +
/// (0.5, 0.5)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Name of the kind.
    pub kind: String,
    /// Units.
    pub count: u32,
    /// Units side by side in x.
    pub columns: u32,
    /// Metres.
    pub anchor: [f32; 2],
    /// Which way (sign) and how many pitches (size) the rows go in y. Default 1.
    #[serde(default = "one")]
    pub rows: i32,
    /// Metres from unit to unit. Default 1.
    #[serde(default = "default_pitch")]
    pub pitch: f32,
    /// Whether arrangements move the anchor. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shift: bool,
    /// Where the units go; null: they stand idle, if they follow nobody.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// Whom the units follow, in place of a goal: the first unit of a block, by number or id, or `{ "block": b, "unit": k }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<Followed>,
    /// Points that the units pass first, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way_points: Vec<[f32; 2]>,
    /// Whether they go on after the goal: `"once"` (the default), `"loop"`, or `"to_and_fro"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// Metres: how near to the goal, or to whom they follow, they go. Default 0: to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f32>,
    /// What becomes of those who cannot get there: `"nearest"` (the default): they go as near as they can; or `"stop"`: such
    /// an order is refused, and who loses its way later stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<Unreachable>,
    /// Name for events; unique in the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Side that the units are on: friends give way to each other. Default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u32>,
    /// Whether the units, which have no goal, hold their position. Default false: idle units step
    /// aside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hold: bool,
    /// A seed that moves each unit's start at random, by so little that no two overlap. Default 0:
    /// none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scatter: u32,
    /// How the places of the units lie round the point that they share. Blocks share an order only if they say the same.
    /// Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
    /// How fast the units go. Default: each as fast as it can.
    #[serde(default, skip_serializing_if = "is_own")]
    pub pace: Pace,
}

fn is_own(pace: &Pace) -> bool {
    *pace == Pace::Own
}

impl Block {
    /// Where unit `k` stands, with the anchor moved by `shift`.
    pub fn position(&self, k: u32, shift: Vec2) -> Vec2 {
        Vec2::from_array(self.anchor)
            + shift
            + lattice(k, self.columns, self.rows) * self.pitch
            + Vec2::splat(0.5)
    }
}

/// A goal: one point for all (`point`), or `fan_out + (k mod columns, rows · ⌊k / columns⌋) + (0.5,
/// 0.5)` for unit `k`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// One point for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 2]>,
    /// Anchor of a goal for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fan_out: Option<[f32; 2]>,
    /// Goals side by side in x.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// Which way and how many metres the rows go in y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<i32>,
    /// Metres from goal to goal. Default 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Whether the units exchange their goals where they stand in each other's way. Default true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<bool>,
}

impl Goal {
    /// One point for all.
    pub fn point(x: f32, y: f32) -> Self {
        Self { point: Some([x, y]), ..Self::default() }
    }

    /// A goal for each, which it keeps.
    pub fn own(anchor: [f32; 2], columns: u32, rows: i32) -> Self {
        Self { exchange: Some(false), ..Self::fan_out(anchor, columns, rows) }
    }

    /// A goal for each, which the units exchange.
    pub fn fan_out(anchor: [f32; 2], columns: u32, rows: i32) -> Self {
        Self { fan_out: Some(anchor), columns: Some(columns), rows: Some(rows), ..Self::default() }
    }

    /// The goal of unit `k`.
    pub fn position(&self, k: u32) -> Vec2 {
        match (self.point, self.fan_out) {
            (None, Some(anchor)) => {
                let columns = self.columns.unwrap_or(1);
                Vec2::from_array(anchor)
                    + lattice(k, columns, self.rows.unwrap_or(1)) * self.pitch.unwrap_or(1.0)
                    + Vec2::splat(0.5)
            }
            (point, _) => Vec2::from_array(point.unwrap_or_default()),
        }
    }
}

/// `(k mod columns, rows · ⌊k / columns⌋)`.
fn lattice(k: u32, columns: u32, rows: i32) -> Vec2 {
    let columns = columns.max(1);
    Vec2::new((k % columns) as f32, rows as f32 * (k / columns) as f32)
}

/// Something that happens at the beginning of a tick: exactly one of `add_obstacle`, `remove_obstacle`, `add_area`,
/// `remove_area` and `block`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The tick, from 0.
    pub tick: u32,
    /// An obstacle that appears; its name stands beside it, as the event's `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_obstacle: Option<Obstacle>,
    /// Name of the obstacle or area that appears; unique in the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Name of the obstacle that goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remove_obstacle: Option<String>,
    /// An area that appears; its name stands beside it, as the event's `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_area: Option<Area>,
    /// Name of the area that goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remove_area: Option<String>,
    /// The block that gets a new order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockName>,
    /// The new goal; null stops the block. (The outer option: whether the key is there.)
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub goal: Option<Option<Goal>>,
    /// Whom the units follow, in place of a goal: the first unit of a block, by number or id, or `{ "block": b, "unit": k }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<Followed>,
    /// Points that the units pass first, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way_points: Vec<[f32; 2]>,
    /// Whether they go on after the goal: `"once"` (the default), `"loop"`, or `"to_and_fro"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// Metres: how near to the goal, or to whom they follow, they go. Default 0: to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f32>,
    /// What becomes of those who cannot get there: `"nearest"` (the default): they go as near as they can; or `"stop"`: such
    /// an order is refused, and who loses its way later stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<Unreachable>,
}

impl Scene {
    /// A point of the scene, turned as the scene says; on 1/1024 m, so that the last bit of a
    /// platform's sine does not matter.
    pub fn turned(&self, point: Vec2) -> Vec2 {
        let Some([x0, y0, x1, y1]) = self.bounds.filter(|_| self.turn != 0.0) else { return point };
        let middle = DVec2::new(f64::from(x0 + x1), f64::from(y0 + y1)) / 2.0;
        let turn = DVec2::from_angle(f64::from(self.turn).to_radians());
        let turned = middle + turn.rotate(point.as_dvec2() - middle);
        ((turned * 1024.0).round() / 1024.0).as_vec2()
    }

    /// The corners of an obstacle, turned as the scene says.
    pub fn outline(&self, obstacle: &Obstacle) -> Vec<Vec2> {
        obstacle.outline().into_iter().map(|corner| self.turned(corner)).collect()
    }

    /// The corners of an area, turned as the scene says.
    pub fn area_outline(&self, area: &Area) -> Vec<Vec2> {
        let Area { box_, polygon, .. } = area.clone();
        self.outline(&Obstacle { box_, polygon, id: None })
    }

    /// What kinds of units exclude, each list once, by the names of the kinds.
    pub fn exclusions(&self) -> Vec<&[u8]> {
        let mut all: Vec<&[u8]> = Vec::new();
        for kind in self.kinds.values() {
            if !all.contains(&&*kind.excludes) {
                all.push(&kind.excludes);
            }
        }
        all
    }

    /// A line of the scene, turned as the scene says.
    pub fn turned_line(&self, [x0, y0, x1, y1]: [f32; 4]) -> [f32; 4] {
        let (from, to) = (self.turned(Vec2::new(x0, y0)), self.turned(Vec2::new(x1, y1)));
        [from.x, from.y, to.x, to.y]
    }

    /// The number of a block, if the scene has it.
    pub fn block_index(&self, name: &BlockName) -> Option<usize> {
        match name {
            BlockName::Index(index) => (*index < self.blocks.len()).then_some(*index),
            BlockName::Id(id) => self.blocks.iter().position(|block| block.id.as_ref() == Some(id)),
        }
    }

    /// The distinct radii of the kinds, ascending.
    pub fn class_radii(&self) -> Vec<f32> {
        let mut radii: Vec<f32> = self.kinds.values().map(|kind| kind.radius).collect();
        radii.sort_by(f32::total_cmp);
        radii.dedup();
        radii
    }

    /// The events with their numbers, by tick; those of one tick in order of appearance.
    pub fn events_in_order(&self) -> Vec<(usize, &Event)> {
        let mut events: Vec<_> = self.events.iter().enumerate().collect();
        events.sort_by_key(|(_, event)| event.tick);
        events
    }

    /// Units of all blocks.
    pub fn unit_count(&self) -> usize {
        self.blocks.iter().map(|block| block.count as usize).sum()
    }
}

fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<Goal>>, D::Error> {
    Option::<Goal>::deserialize(deserializer).map(Some)
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn default_budget() -> u32 {
    5000
}

fn yes() -> bool {
    true
}

fn is_lowest(layer: &i32) -> bool {
    *layer == 0
}

fn one() -> i32 {
    1
}

fn default_pitch() -> f32 {
    1.0
}

fn default_arrive_radius() -> f32 {
    1.5
}

fn default_near_radius() -> f32 {
    6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_goals_stand_where_the_contract_says() {
        let goal = Goal::fan_out([28.0, 24.0], 8, -2);
        assert_eq!(goal.position(0), Vec2::new(28.5, 24.5));
        assert_eq!(goal.position(10), Vec2::new(30.5, 22.5));
        assert_eq!(Goal::point(3.0, 4.0).position(7), Vec2::new(3.0, 4.0));
        let text = r#"{ "kind": "a", "count": 9, "columns": 4, "anchor": [30, 24], "rows": -1, "pitch": 2 }"#;
        let block: Block = serde_json::from_str(text).unwrap();
        assert_eq!(block.position(6, Vec2::new(1.0, -1.0)), Vec2::new(35.5, 21.5));
    }

    #[test]
    fn a_null_goal_is_not_a_missing_goal() {
        let goal = |text: &str| serde_json::from_str::<Event>(text).unwrap().goal;
        assert_eq!(goal(r#"{ "tick": 1, "block": 0 }"#), None);
        assert_eq!(goal(r#"{ "tick": 1, "block": 0, "goal": null }"#), Some(None));
        assert!(serde_json::from_str::<Event>(r#"{ "tick": 1, "gaol": null }"#).is_err());
    }
}
