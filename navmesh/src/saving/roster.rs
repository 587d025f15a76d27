//! Obstacles as bytes, with their handles: those that are stale stay stale, and the next ones to come are the same.

use glam::{I64Vec2, Vec2};
use slotmap::{Key, KeyData};

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use super::sections::Kind;
use super::slots;
use crate::kernel::outline::is_convex_ring;
use crate::obstacles::{Obstacle, ObstacleId, Role};
use crate::store::roster::Roster;
use crate::tolerances::{COORDINATE_LIMIT, METRES_PER_UNIT};

/// The section.
pub(crate) const OBSTACLES: Kind = (*b"OBST", "list of obstacles");

const FIRST: u8 = 1;
const OTHER: u8 = 2;
const WALL: u8 = 3;

/// The section of a mesh's obstacles.
pub(crate) fn written(roster: &Roster<ObstacleId, Obstacle>) -> Writer {
    slots::written(roster, |writer, obstacle| {
        match &obstacle.role {
            Role::First(others) => {
                writer.u8(FIRST);
                writer.u32(others.len() as u32);
                others.iter().for_each(|other| writer.u64(other.data().as_ffi()));
            }
            Role::Other(first) => {
                writer.u8(OTHER);
                writer.u64(first.data().as_ffi());
            }
            Role::Wall => writer.u8(WALL),
        }
        writer.u32(obstacle.outline.len() as u32);
        obstacle.outline.iter().for_each(|&vertex| writer.vec2(vertex));
        let grown = obstacle.kept_inflated();
        writer.u32(grown.len() as u32);
        grown.iter().for_each(|&vertex| writer.ivec2(vertex));
    })
}

/// The same back, all of it checked, but for the walls: these are compared with what the definition makes.
pub(crate) fn read(reader: Reader) -> Result<Roster<ObstacleId, Obstacle>, LoadError> {
    let roster = slots::read(reader, obstacle)?;
    if !parts_fit(&roster) {
        return Err(reader.wrong("the parts of an obstacle do not name each other"));
    }
    Ok(roster)
}

fn obstacle(reader: &mut Reader) -> Result<Obstacle, LoadError> {
    let key =
        |reader: &mut Reader| reader.u64().map(|key| ObstacleId::from(KeyData::from_ffi(key)));
    let role = match reader.u8()? {
        FIRST => Role::First(reader.list(8, key)?.into()),
        OTHER => Role::Other(key(reader)?),
        WALL => Role::Wall,
        _ => return Err(reader.wrong("an obstacle is of no kind")),
    };
    let outline = reader.list(8, Reader::vec2)?;
    let inflated = reader.list(8, Reader::ivec2)?;
    let limit = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    let is_near = |vertex: &Vec2| vertex.is_finite() && vertex.abs().max_element() <= limit;
    if outline.len() < 3 || !outline.iter().all(is_near) {
        return Err(reader.wrong("an obstacle lies beyond the range, or has no outline"));
    }
    let obstacle = Obstacle::restored(outline.into(), inflated.into(), role);
    let ring: Vec<I64Vec2> = obstacle.inflated().collect();
    // The size first: the hull multiplies coordinates in 64 bits.
    if !obstacle.has_right_size() || !is_convex_ring(&ring) {
        return Err(reader.wrong("an obstacle is not convex, or too large"));
    }
    Ok(obstacle)
}

/// Whether the parts of each obstacle name each other, and no other names them.
fn parts_fit(roster: &Roster<ObstacleId, Obstacle>) -> bool {
    let (mut named, mut others) = (Vec::new(), 0);
    for (id, part) in roster.iter() {
        match &part.role {
            Role::First(ids) => {
                let names_it = |other: &ObstacleId| {
                    let role = roster.get(*other).map(|other| &other.role);
                    matches!(role, Some(Role::Other(first)) if *first == id)
                };
                if !ids.iter().all(names_it) {
                    return false;
                }
                named.extend(ids.iter().copied());
            }
            Role::Other(_) => others += 1,
            Role::Wall => {}
        }
    }
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    named.len() == count && count == others
}
