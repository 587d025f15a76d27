//! Programs: what a world is made from, and what is called, as plain data.
//!
//! The text of a program is JSON, a line for the world and one for each call. Objects have numbers of their own, which stay what they
//! are when other calls are left out; calls that name what is not there are passed over.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{Error, Place};

/// A point, in metres.
pub type Point = [f32; 2];

/// What a world is made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The bounds reach from (0, 0) to here.
    pub size: Point,
    /// The radius classes.
    pub radii: Vec<f32>,
    /// Movement kinds, each by the kinds of ground that it cannot enter; one without any if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Vec<u8>>,
    /// Parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// Threads that help each of the worlds that run side by side; one world without helpers if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<usize>,
}

/// Where an order leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// To a point that all share.
    Point(Point),
    /// To a point for each.
    Each(Vec<Point>),
    /// Beside a unit.
    Unit(u32),
}

/// A unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitCall {
    /// Its number.
    pub id: u32,
    /// Where it stands.
    pub at: Point,
    /// Its radius, in metres.
    pub radius: f32,
    /// Its greatest speed, in m/s.
    pub speed: f32,
    /// Its acceleration in m/s²; the default if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<f32>,
    /// Its turn rate in rad/s; the default if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_rate: Option<f32>,
    /// Its mass; the default if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Its movement kind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: usize,
    /// Its team.
    #[serde(default, skip_serializing_if = "is_default")]
    pub team: u32,
    /// Whether an engine moves it: it does as the world wishes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub engine: bool,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderCall {
    /// Its number.
    pub id: u32,
    /// For whom.
    pub units: Vec<u32>,
    /// Where to.
    pub to: Aim,
    /// What is passed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way_points: Vec<Point>,
    /// How near, in metres.
    #[serde(default, skip_serializing_if = "is_default")]
    pub range: f32,
    /// Whether those who cannot get there go as near as they can.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nearest: bool,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkCall {
    /// Its number.
    pub id: u32,
    /// Where it begins.
    pub from: Point,
    /// Where it leads to.
    pub to: Point,
    /// What it costs, in metres.
    pub cost: f32,
    /// Whether it leads back as well.
    #[serde(default, skip_serializing_if = "is_default")]
    pub both_ways: bool,
    /// Its kind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: u8,
    /// How many may be on it at once; any number if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
}

/// Heights of the ground.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightsCall {
    /// Where the first sample lies.
    pub min: Point,
    /// How far samples are apart, in metres.
    pub spacing: f32,
    /// Samples in a row.
    pub columns: usize,
    /// The samples, row by row; none: the ground is flat again.
    pub heights: Vec<f32>,
}

/// Ground that is shunned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscomfortCall {
    /// Its number.
    pub id: u32,
    /// Its middle.
    pub center: Point,
    /// Its radius, in metres.
    pub radius: f32,
    /// How much dearer it is.
    pub amount: f32,
    /// How long it lasts, in seconds; for ever if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
}

/// A call of a world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Adds a convex obstacle.
    Obstacle(u32, Vec<Point>),
    /// Gives an obstacle another outline.
    MoveObstacle(u32, Vec<Point>),
    /// Removes an obstacle.
    RemoveObstacle(u32),
    /// Adds an obstacle of any form: its border, and holes in it.
    Outline(u32, Vec<Vec<Point>>),
    /// Adds an area: its outline, the kind of its ground, and what a metre costs there.
    Area(u32, Vec<Point>, u8, f32),
    /// Removes an area.
    RemoveArea(u32),
    /// Adds a link.
    Link(LinkCall),
    /// Removes a link.
    RemoveLink(u32),
    /// Says how high the ground lies.
    Heights(HeightsCall),
    /// Adds ground that is shunned.
    Discomfort(DiscomfortCall),
    /// Removes such ground.
    RemoveDiscomfort(u32),
    /// Lays the world elsewhere in the coordinates of the game.
    Origin(i64, i64),
    /// Saves one of the twins and puts what is loaded in its place.
    Reload(usize),
    /// Adds a unit.
    Unit(UnitCall),
    /// Removes a unit.
    RemoveUnit(u32),
    /// Gives an order.
    Order(OrderCall),
    /// Adds units to an order.
    Join(u32, Vec<u32>),
    /// Takes the orders of units away.
    Stop(Vec<u32>),
    /// Has units hold their position.
    Hold(Vec<u32>),
    /// Moves the goal of an order.
    MoveGoal(u32, Point),
    /// Adds a goal to an order.
    AppendGoal(u32, Point),
    /// Puts a unit elsewhere.
    Teleport(u32, Point),
    /// Steps so many ticks.
    Steps(u32),
    /// Steps until all orders have ended, and then until nothing moves; at most so many ticks.
    Settle(u32),
}

/// A world and its calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// What the world is made from.
    pub setup: Setup,
    /// What is called, one after the other.
    pub calls: Vec<Call>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns a point as the world takes it.
pub fn vector(point: Point) -> Vec2 {
    Vec2::from(point)
}

/// Returns an outline as the world takes it.
pub fn vectors(outline: &[Point]) -> Vec<Vec2> {
    outline.iter().copied().map(vector).collect()
}

impl Program {
    /// Returns the text: a line for the world, one for each call.
    pub fn text(&self) -> String {
        let line = |value: Result<String, serde_json::Error>| value.unwrap_or_default() + "\n";
        let calls = self.calls.iter().map(|call| line(serde_json::to_string(call)));
        line(serde_json::to_string(&self.setup)) + &calls.collect::<String>()
    }

    /// Reads the text of a program; empty lines and such that begin with `#` are passed over.
    ///
    /// # Errors
    /// [`Error::Input`] at the first line that is none.
    pub fn read(file: &str, text: &str) -> Result<Self, Error> {
        let lines = text.lines().map(str::trim).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let wrong = |line: usize, error: &serde_json::Error| {
            let place = Place { file: file.into(), line: line + 1, column: error.column().max(1) };
            Error::Input { place, message: error.to_string() }
        };
        let Some((line, setup)) = lines.next() else {
            let place = Place { file: file.into(), line: 1, column: 1 };
            let message = "the line that says what the world is made from is missing".into();
            return Err(Error::Input { place, message });
        };
        let setup = serde_json::from_str(setup).map_err(|error| wrong(line, &error))?;
        let call = |(line, text): (usize, &str)| {
            serde_json::from_str(text).map_err(|error| wrong(line, &error))
        };
        Ok(Self { setup, calls: lines.map(call).collect::<Result<_, _>>()? })
    }
}

impl UnitCall {
    /// Makes a unit about which nothing else is said.
    pub fn new(id: u32, at: Point, radius: f32, speed: f32) -> Self {
        Self {
            id,
            at,
            radius,
            speed,
            acceleration: None,
            turn_rate: None,
            mass: None,
            kind: 0,
            team: 0,
            engine: false,
        }
    }
}
