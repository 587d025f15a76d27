//! One side of the game: what `peer.js` is in JavaScript.

use std::collections::BTreeMap;

use hybrid::glam::Vec2;
use hybrid::navmesh::Bounds;
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldDefinition, WorldError};
use serde::{Deserialize, Serialize};

/// Turns from what a player asks for until it is done, and seconds of a turn: as in `peer.js`.
const DELAY: u64 = 3;
const TURN: f32 = 0.1;

/// What sides tell each other: what a player asks for, or the hash of a turn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Message {
    pub turn: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<Vec<[f32; 2]>>,
    /// Hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// A side and its world.
pub struct Peer {
    side: usize,
    world: World,
    armies: [Vec<UnitId>; 2],
    pub turn: u64,
    asked: Vec<[f32; 2]>,
    /// What each side asked for, by turns.
    inputs: [BTreeMap<u64, Vec<[f32; 2]>>; 2],
    /// The hashes of turns that one side alone has told so far.
    hashes: BTreeMap<u64, String>,
    /// The turn in which the worlds were different for the first time.
    pub different_in: Option<u64>,
}

impl Peer {
    /// Two towns with a wall between them, and a hundred units each.
    pub fn new(side: usize) -> Result<Self, WorldError> {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::new(80.0, 50.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
        for [low, high] in [[0.0, 10.0], [14.0, 36.0], [40.0, 50.0]] {
            let wall = [[39.0, low], [41.0, low], [41.0, high], [39.0, high]];
            world.add_obstacle(&wall.map(Vec2::from))?;
        }
        let mut army = |x: f64, team: u32| -> Result<Vec<UnitId>, WorldError> {
            let unit = |k: u32| {
                // In the numbers of JavaScript, and rounded then.
                let (column, row) = (f64::from(k % 10), f64::from(k / 10));
                let at = Vec2::new((x + column * 1.2) as f32, (19.0 + row * 1.2) as f32);
                UnitDefinition { team, ..UnitDefinition::new(at, 0.4, 2.0) }
            };
            (0..100).map(|k| world.add_unit(&unit(k))).collect()
        };
        let armies = [army(5.0, 0)?, army(64.0, 1)?];
        let first = || (0..DELAY).map(|turn| (turn, Vec::new())).collect();
        let inputs = [first(), first()];
        let (asked, hashes) = (Vec::new(), BTreeMap::new());
        Ok(Self { side, world, armies, turn: 0, asked, inputs, hashes, different_in: None })
    }

    /// The player of this side sends its army somewhere.
    pub fn ask(&mut self, goal: [f32; 2]) {
        self.asked.push(goal);
    }

    /// A message of the other side has come.
    pub fn receive(&mut self, message: Message) {
        if let Some(goals) = message.goals {
            self.inputs[1 - self.side].insert(message.turn, goals);
        }
        if let Some(hash) = message.hash {
            self.compare(message.turn, hash);
        }
    }

    /// Does a turn, if it is known what both sides ask for in it; what is to be told is added to `out`. Returns whether it did.
    pub fn advance(&mut self, out: &mut Vec<Message>) -> Result<bool, WorldError> {
        let later = self.turn + DELAY;
        if !self.inputs[self.side].contains_key(&later) {
            let goals = std::mem::take(&mut self.asked);
            self.inputs[self.side].insert(later, goals.clone());
            out.push(Message { turn: later, goals: Some(goals), hash: None });
        }
        if !self.inputs.iter().all(|of| of.contains_key(&self.turn)) {
            return Ok(false);
        }
        // In the order of the sides, on both of them.
        for (of, army) in self.inputs.iter_mut().zip(&self.armies) {
            for goal in of.remove(&self.turn).unwrap_or_default() {
                self.world.order(army, &Goal::Point(goal.into()))?;
            }
        }
        self.world.step(TURN)?;
        let (turn, hash) = (self.turn, self.hash());
        self.turn += 1;
        self.compare(turn, hash.clone());
        out.push(Message { turn, goals: None, hash: Some(hash) });
        Ok(true)
    }

    /// The hash of its world, hexadecimal.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.world.state_hash())
    }

    fn compare(&mut self, turn: u64, hash: String) {
        match self.hashes.remove(&turn) {
            Some(other) if other != hash => drop(self.different_in.get_or_insert(turn)),
            Some(_) => {}
            None => drop(self.hashes.insert(turn, hash)),
        }
    }
}
