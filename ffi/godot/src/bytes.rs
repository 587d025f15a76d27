//! Worlds as bytes, with the names of their nodes.

use std::collections::BTreeSet;

use hybrid::glam::Vec2;
use hybrid::{UnitId, World};
use serde::{Deserialize, Serialize};

use crate::crowd::{Names, Piece};
use crate::geometry::digest;
use crate::settings::Settings;

/// What the bytes begin with.
const MARK: &[u8; 8] = b"HNAVNODE";
/// The form of the bytes.
const FORMAT: u32 = 1;
/// Mark, format and checksum.
const HEAD: usize = 8 + 4 + 8;
/// Numbers from here on are not given.
const MOST_NUMBERS: i64 = 1 << 62;

/// What is known of a unit's node, by its path from the world's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedUnit {
    pub(crate) path: String,
    pub(crate) unit: UnitId,
    pub(crate) told: Settings,
    pub(crate) shown: [f32; 2],
    pub(crate) stance: [f32; 2],
}

impl SavedUnit {
    pub(crate) fn shown(&self) -> Vec2 {
        self.shown.into()
    }
}

/// What is known of a world's nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedNodes {
    /// 2 or 3.
    pub(crate) dimensions: u8,
    pub(crate) units_per_metre: f32,
    pub(crate) names: Names,
    pub(crate) units: Vec<SavedUnit>,
    /// What nodes put into the world, after the digest of what they are.
    pub(crate) pieces: Vec<(u64, Piece)>,
}

/// Writes a world and what is known of its nodes.
pub(crate) fn written(world: &World, nodes: &SavedNodes) -> Result<Vec<u8>, String> {
    let world = world.to_bytes().map_err(|error| error.to_string())?;
    let nodes = postcard::to_allocvec(nodes)
        .map_err(|error| format!("the nodes cannot be written: {error}"))?;
    let content = [nodes, world].concat();
    let head = [&MARK[..], &FORMAT.to_le_bytes(), &digest(&content).to_le_bytes()].concat();
    Ok([head, content].concat())
}

/// Reads them, and says what is wrong with the bytes if they are not those of [`written`].
pub(crate) fn read(bytes: &[u8]) -> Result<(World, SavedNodes), String> {
    if !bytes.starts_with(MARK) {
        return Err(
            "the bytes are no saved world: they do not begin with its mark; give those that \
                    save_bytes has returned"
                .to_owned(),
        );
    }
    let (Some(format), Some(sum), Some(content)) =
        (number(bytes, 8..12), number(bytes, 12..HEAD), bytes.get(HEAD..))
    else {
        return Err(format!("the bytes end at {}: they are cut off", bytes.len()));
    };
    if format != u64::from(FORMAT) {
        return Err(format!(
            "the bytes were saved in format {format}, this version reads format {FORMAT}: load them with the version that saved \
             them"
        ));
    }
    if digest(content) != sum {
        return Err("the bytes are damaged or cut off: their checksum is wrong".to_owned());
    }
    let foreign = || {
        "the saved nodes are not those of the saved world: the bytes were not written by save_bytes"
            .to_owned()
    };
    let (nodes, world) = postcard::take_from_bytes::<SavedNodes>(content).map_err(|_| foreign())?;
    let world = World::from_bytes(world).map_err(|error| error.to_string())?;
    if fit(&world, &nodes) { Ok((world, nodes)) } else { Err(foreign()) }
}

/// A number of up to 8 bytes, the least part first.
fn number(bytes: &[u8], range: std::ops::Range<usize>) -> Option<u64> {
    let part = bytes.get(range)?;
    Some(part.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// Whether all that is known of nodes is in a world, once, and each of its units has a node.
fn fit(world: &World, nodes: &SavedNodes) -> bool {
    let has = |piece: &Piece| match *piece {
        Piece::Obstacle(obstacle) => world.obstacle(obstacle).is_some(),
        Piece::Area(area) => world.area(area).is_some(),
        Piece::Link(link) => world.link(link).is_some(),
    };
    let units: BTreeSet<UnitId> = nodes.units.iter().map(|saved| saved.unit).collect();
    let paths: BTreeSet<&str> = nodes.units.iter().map(|saved| saved.path.as_str()).collect();
    let numbers = nodes.names.orders.keys().chain(nodes.names.obstacles.keys());
    units.len() == nodes.units.len()
        && paths.len() == nodes.units.len()
        && world.unit_count() == units.len()
        && units.iter().all(|&unit| world.unit(unit).is_some())
        && nodes.pieces.iter().all(|(_, piece)| has(piece))
        && nodes.names.obstacles.values().all(|&obstacle| world.obstacle(obstacle).is_some())
        && (0..MOST_NUMBERS).contains(&nodes.names.last)
        && numbers.into_iter().all(|number| (1..=nodes.names.last).contains(number))
}

#[cfg(test)]
mod tests {
    use hybrid::glam::vec2;
    use hybrid::navmesh::Bounds;
    use hybrid::{Goal, WorldDefinition};

    use super::*;

    fn settings() -> Settings {
        Settings {
            radius: 0.4,
            max_speed: 2.0,
            acceleration: 0.0,
            turn_rate: 6.0,
            mass: 0.0,
            team: 0,
            layers: 1,
            mask: u32::MAX,
            yields_to: 0,
            avoidance_radius: 0.0,
            is_game_driven: false,
        }
    }

    fn saved() -> (World, SavedNodes) {
        let bounds = Bounds::new(Vec2::ZERO, vec2(20.0, 20.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4])).unwrap();
        let wall = [vec2(9.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 12.0), vec2(9.0, 12.0)];
        let piece = Piece::Obstacle(world.add_obstacle(&wall).unwrap());
        let at = vec2(3.0, 3.0);
        let unit = world.add_unit(&settings().definition(at, Vec2::X, 7)).unwrap();
        let order = world.order(&[unit], &Goal::Point(vec2(17.0, 3.0))).unwrap();
        (0..10).for_each(|_| world.step(0.1).unwrap());
        let path = "Soldiers/First".to_owned();
        let (told, at) = (settings(), at.to_array());
        let nodes = SavedNodes {
            dimensions: 2,
            units_per_metre: 32.0,
            names: Names { last: 1, orders: [(1, order)].into(), ..Names::default() },
            units: vec![SavedUnit { path, unit, told, shown: at, stance: at }],
            pieces: vec![(5, piece)],
        };
        (world, nodes)
    }

    #[test]
    fn worlds_come_back_from_bytes_and_go_on() {
        let (mut world, nodes) = saved();
        let bytes = written(&world, &nodes).unwrap();
        let (mut other, found) = read(&bytes).unwrap();
        assert_eq!(format!("{found:?}"), format!("{nodes:?}"));
        for _ in 0..60 {
            world.step(0.1).unwrap();
            other.step(0.1).unwrap();
        }
        assert_eq!(world.state_hash(), other.state_hash());
    }

    #[test]
    fn broken_bytes_are_refused() {
        let (world, nodes) = saved();
        let bytes = written(&world, &nodes).unwrap();
        let refused = |bytes: &[u8]| read(bytes).err().unwrap_or_default();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert_ne!(refused(&changed), "", "a change at {at}");
            assert_ne!(refused(&bytes[..at]), "", "cut off at {at}");
        }
        assert!(refused(&[]).contains("mark"));
        assert!(refused(&world.to_bytes().unwrap()).contains("mark"));
        assert!(refused(&bytes[..10]).contains("cut off"));
        assert!(refused(&[&bytes[..], &[0]].concat()).contains("checksum"));
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert!(refused(&newer).contains("format 2"));
    }

    #[test]
    fn nodes_that_do_not_fit_the_world_are_refused() {
        let (world, nodes) = saved();
        let wrongs: [fn(&mut SavedNodes); 6] = [
            |nodes| nodes.units.clear(),
            |nodes| nodes.units.push(nodes.units[0].clone()),
            |nodes| nodes.units[0].unit = UnitId::default(),
            |nodes| nodes.pieces[0].1 = Piece::Link(hybrid::LinkId::default()),
            |nodes| nodes.names.last = 0,
            |nodes| nodes.names.last = i64::MAX,
        ];
        for wrong in wrongs {
            let mut nodes = nodes.clone();
            wrong(&mut nodes);
            let refused = read(&written(&world, &nodes).unwrap()).err().unwrap_or_default();
            assert!(refused.contains("not those of the saved world"), "{refused}");
        }
    }
}
