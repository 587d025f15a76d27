//! Obstacles as bytes, with their handles: those that are stale stay stale, and the next ones to come are the same.

use glam::{I64Vec2, IVec2, Vec2};
use slotmap::{Key, KeyData};

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use super::sections::SectionKind;
use super::slots;
use crate::bounds::Bounds;
use crate::kernel::outline::{is_convex_ring, quantised};
use crate::obstacles::{Obstacle, ObstacleId, Role, check_place, check_size};
use crate::store::roster::SharedSlotMap;
use crate::tolerances::{COORDINATE_LIMIT, METRES_PER_UNIT, OBSTACLE_LIMIT};

/// The section.
pub(crate) const OBSTACLES: SectionKind = (*b"OBST", "list of obstacles");

const FIRST: u8 = 1;
const OTHER: u8 = 2;
const WALL: u8 = 3;

/// The section of a mesh's obstacles.
pub(crate) fn written(roster: &SharedSlotMap<ObstacleId, Obstacle>) -> Writer {
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
        // Near the origin the grown ring follows from the outline.
        if !obstacle.outline.iter().all(|&vertex| is_exact(vertex)) {
            let grown = obstacle.kept_inflated();
            writer.u32(grown.len() as u32);
            grown.iter().for_each(|&vertex| writer.ivec2(vertex));
        }
    })
}

/// Returns whether an f32 holds a vertex on the lattice as it was given: farther out, some lie in between.
fn is_exact(vertex: Vec2) -> bool {
    vertex.abs().max_element() <= (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32
}

/// Reads obstacles for a mesh with these bounds and agents of this shape (in units): all of it checked as if it was added,
/// but for the walls: these are compared with what the definition makes.
pub(crate) fn read(
    reader: Reader,
    bounds: Bounds,
    disc: &[I64Vec2],
) -> Result<SharedSlotMap<ObstacleId, Obstacle>, LoadError> {
    let roster = slots::read(reader, |reader| obstacle(reader, disc))?;
    if !parts_fit(&roster) {
        return Err(reader.wrong("the parts of an obstacle do not name each other"));
    }
    if !roster.iter().all(|(_, part)| is_inside(&roster, part, bounds, disc)) {
        return Err(reader.wrong("an obstacle lies outside the bounds"));
    }
    Ok(roster)
}

/// Returns whether an obstacle reaches into the bounds with one of its parts; true of other parts than its first.
fn is_inside(
    roster: &SharedSlotMap<ObstacleId, Obstacle>,
    part: &Obstacle,
    bounds: Bounds,
    disc: &[I64Vec2],
) -> bool {
    let Role::First(others) = &part.role else { return true };
    let ring = |part: &Obstacle| {
        let is_known = part.outline.iter().all(|&vertex| is_exact(vertex));
        let whole = || part.outline.iter().map(|&at| quantised(at)).collect();
        let shrunk = || shrunk(&part.inflated().collect::<Vec<_>>(), disc);
        if is_known { Some(whole()) } else { shrunk() }.unwrap_or_default()
    };
    let others = others.iter().filter_map(|&other| roster.get(other));
    let mut parts = std::iter::once(part).chain(others.map(|other| &**other));
    parts.any(|part| check_place(&[ring(part)], bounds).is_ok())
}

fn obstacle(reader: &mut Reader, disc: &[I64Vec2]) -> Result<Obstacle, LoadError> {
    let key =
        |reader: &mut Reader| reader.u64().map(|key| ObstacleId::from(KeyData::from_ffi(key)));
    let role = match reader.u8()? {
        FIRST => Role::First(reader.list(8, key)?.into()),
        OTHER => Role::Other(key(reader)?),
        WALL => Role::Wall,
        _ => return Err(reader.wrong("an obstacle is of no kind")),
    };
    let outline = reader.list(8, Reader::vec2)?;
    let limit = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    let is_near = |vertex: &Vec2| vertex.abs().max_element() <= limit;
    if outline.len() < 3 || !outline.iter().all(is_near) {
        return Err(reader.wrong("an obstacle lies beyond the range, or has no outline"));
    }
    let obstacle = if outline.iter().all(|&vertex| is_exact(vertex)) {
        let ring: Vec<I64Vec2> = outline.iter().map(|&vertex| quantised(vertex)).collect();
        let made = is_convex_ring(&ring).then(|| Obstacle::new(ring, disc).ok()).flatten();
        made.filter(|made| *made.outline == *outline)
    } else {
        far_obstacle(&outline, reader.list(8, Reader::ivec2)?, disc)
    };
    let obstacle = obstacle.ok_or(reader.wrong("an obstacle is not convex, or too large"))?;
    Ok(obstacle.with_role(role))
}

/// An obstacle of which the outline does not tell all: its exact ring follows from the grown one.
fn far_obstacle(outline: &[Vec2], grown: Vec<IVec2>, disc: &[I64Vec2]) -> Option<Obstacle> {
    let limit = COORDINATE_LIMIT + OBSTACLE_LIMIT;
    let ring = if grown.is_empty() {
        outline.iter().map(|&vertex| quantised(vertex)).collect()
    } else {
        let wide: Vec<I64Vec2> = grown.iter().map(|at| at.as_i64vec2()).collect();
        // Sides are multiplied in 64 bits.
        let is_right = wide.iter().all(|at| at.abs().max_element() <= limit);
        if !is_right || !is_convex_ring(&wide) || check_size(&wide).is_err() {
            return None;
        }
        shrunk(&wide, disc)?
    };
    let made = is_convex_ring(&ring).then(|| Obstacle::new(ring, disc).ok()).flatten()?;
    (*made.outline == *outline && *made.kept_inflated() == *grown).then_some(made)
}

/// The convex ring that was grown by a disc, both counter-clockwise, from its least vertex; `None` if there is none. It must
/// be grown again to see that it is the one: only the directions of sides are looked at.
fn shrunk(grown: &[I64Vec2], disc: &[I64Vec2]) -> Option<Vec<I64Vec2>> {
    if let [centre] = *disc {
        return Some(grown.iter().map(|&at| at - centre).collect());
    }
    let sides = |ring: &[I64Vec2]| -> Vec<I64Vec2> {
        ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&from, &to)| to - from).collect()
    };
    let least = |ring: &[I64Vec2]| ring.iter().copied().min_by_key(|at| at.to_array());
    let known = sides(disc);
    let is_along = |p: I64Vec2, q: I64Vec2| p.perp_dot(q) == 0 && p.dot(q) > 0;
    let own = |side: I64Vec2| {
        let share = known.iter().find(|&&of_disc| is_along(side, of_disc));
        side - share.copied().unwrap_or_default()
    };
    let mut at = least(grown)? - least(disc)?;
    let mut ring = Vec::new();
    for side in sides(grown).into_iter().map(own).filter(|&side| side != I64Vec2::ZERO) {
        ring.push(at);
        at += side;
    }
    Some(ring)
}

/// Returns whether the parts of each obstacle name each other, and no other names them.
fn parts_fit(roster: &SharedSlotMap<ObstacleId, Obstacle>) -> bool {
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
