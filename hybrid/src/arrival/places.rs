//! Places round a goal that many units share: a hexagonal lattice of slots, the nearest by walking distance first.
//!
//! The slots are found by a flood from the goal over a finer lattice whose points are joined where a disc can move
//! straight from one to the other. Walking distances are any-angle: a point measures from the last corner that it sees,
//! after K. Daniel, A. Nash, S. Koenig, A. Felner, “Theta*: Any-Angle Path Planning on Grids”, 2010. Where the lattice
//! is too coarse to pass through a door, it is halved.

use glam::Vec2;
use navmesh::NavMesh;

use super::flood::{Flood, WantedPlaces};
use super::hollow::{Hollow, Outside, outside};
use super::taken::Others;
use crate::bodies::order::{Ring, SharedGoal, Slot};
use crate::ways::ground::is_free;
use crate::ways::sight::sees;

/// How often the spacing of the slots is halved for the walking lattice: at first, and at most. At 4, doors of an
/// eighth of a radius are found.
const HALVINGS: std::ops::RangeInclusive<u32> = 1..=4;

/// Slot spacings: from the middle of a ring that leaves out more than this round it the flood would take long.
const HOLLOW: f32 = 8.0;

/// Of the room that is left round places of other orders. Places are no nearer to each other than this: out of that room the
/// flood takes steps of theirs, and a unit may be a thousand times as small as those that go before it.
const OF_ROOM: f32 = 0.5;

/// A leg of a way is looked at at no more points than this: the step is small where units are, and ranges are not.
const MOST_SAMPLES: f32 = 1024.0;

/// The nearest places round a goal that are free on all of some meshes, the farthest from the approach first; fewer than
/// wanted where there is no room for more. Within a range or a half-plane, doors that the coarsest lattice cannot pass count as
/// walls: else looking for places that are not there would take long.
pub(crate) fn places(meshes: &[&NavMesh], wanted: &WantedPlaces<'_>) -> Vec<Slot> {
    let is_open = wanted.ring.is_open();
    let finest = if is_open { *HALVINGS.end() } else { *HALVINGS.start() };
    let mut slots = Vec::new();
    for halvings in *HALVINGS.start()..=finest {
        let mut flood = Flood::new(meshes, wanted, halvings);
        flood.run();
        slots = flood.ordered();
        if slots.len() == wanted.count {
            break;
        }
    }
    if slots.len() < wanted.count && is_open {
        let mut flood = Flood::new(meshes, wanted, *HALVINGS.start());
        flood.run();
        flood.run_back();
        if flood.count() > slots.len() {
            slots = flood.ordered();
        }
    }
    slots
}

/// As many of the slots round a goal that units share as are wanted, the farthest from the approach first. Those for which
/// there is no room in the goal's range, or behind a unit that is followed, lie elsewhere.
pub(crate) fn slots(
    meshes: &[&NavMesh],
    shared: &SharedGoal,
    count: usize,
    taken: &[Vec2],
    others: &Others,
) -> Vec<Slot> {
    let SharedGoal { ring, spacing, ref approach, .. } = *shared;
    let Some(start) = start_of(meshes, shared) else { return Vec::new() };
    let spacing = spacing.max(OF_ROOM * others.room);
    let wanted = WantedPlaces { goal: start, spacing, count, taken, others, approach, ring };
    let mut slots = places(meshes, &wanted);
    if slots.len() < count && !ring.is_open() {
        let taken: Vec<Vec2> =
            taken.iter().copied().chain(slots.iter().map(|slot| slot.place)).collect();
        let ring = Ring { least: ring.least, ..Ring::open(ring.center) };
        let count = count - slots.len();
        let behind = places(meshes, &WantedPlaces { count, ring, taken: &taken, ..wanted });
        slots.extend(behind.into_iter().map(|slot| Slot { depth: 0.0, ..slot }));
    }
    slots
}

/// Returns where the flood for slots round a goal that units share begins; `None` if there is no room for any.
pub(super) fn start_of(meshes: &[&NavMesh], shared: &SharedGoal) -> Option<Vec2> {
    let SharedGoal { goal, ring, ref approach, .. } = *shared;
    // Something may have been built where the way comes into the range since it was found.
    let is_open = |point: &&Vec2| meshes.iter().all(|mesh| is_free(mesh, **point));
    let into = approach.last().filter(|_| ring.most.is_finite()).filter(is_open);
    let start = into.copied().unwrap_or(goal);
    match rim(meshes, shared, start) {
        Outside::At(start) => Some(start),
        Outside::Near => Some(start),
        Outside::Nowhere => None,
    }
}

/// Returns where the flood begins instead of a point in the middle of a large ring: just outside of what the ring leaves out,
/// on the side of the approach if that can be seen from the point, else on another one, or where the ground nearest to the
/// point lies that is outside.
fn rim(meshes: &[&NavMesh], shared: &SharedGoal, start: Vec2) -> Outside {
    let SharedGoal { ring: Ring { center, least, .. }, spacing, ref approach, .. } = *shared;
    let is_out = |point: &&Vec2| point.distance_squared(center) >= least * least;
    if least <= HOLLOW * spacing || is_out(&&start) {
        return Outside::Near;
    }
    let from = approach.iter().rev().find(is_out).or(approach.first());
    let towards = from.map_or(Vec2::X, |&from| (from - center).normalize_or(Vec2::X));
    let points = [towards, towards.perp(), -towards.perp(), -towards]
        .map(|direction| center + (least + 0.5 * spacing) * direction);
    let seen = points
        .into_iter()
        .find(|&point| meshes.iter().all(|mesh| is_free(mesh, point) && sees(mesh, start, point)));
    let hollow = Hollow { center, radius: least, beyond: 0.5 * spacing };
    let round = || outside(meshes, start, hollow);
    seen.map_or_else(round, Outside::At)
}

/// The part of a way to the centre of a ring up to where it comes into the ring's range and sees it.
pub(crate) fn way_into(mesh: &NavMesh, mut way: Vec<Vec2>, ring: Ring, step: f32) -> Vec<Vec2> {
    let is_in = |point: Vec2| {
        point.distance_squared(ring.center) <= ring.most * ring.most
            && sees(mesh, point, ring.center)
    };
    while let [.., from, to] = way[..] {
        let samples = (from.distance(to) / step).ceil().clamp(1.0, MOST_SAMPLES);
        let backwards = (0..=samples as u32).map(|sample| to.lerp(from, sample as f32 / samples));
        let inside: Vec<Vec2> = backwards.take_while(|&point| is_in(point)).collect();
        way.pop();
        match inside.last() {
            Some(&point) if point == from => {}
            Some(&point) => {
                way.push(point);
                break;
            }
            None => {
                way.push(to);
                break;
            }
        }
    }
    way
}

/// Returns how far a unit at `position` has to go to the end of a path, if it walks to the nearest point of the path and then
/// along it; in metres.
pub(crate) fn remaining(path: &[Vec2], position: Vec2) -> f32 {
    let (mut beyond, mut nearest) = (0.0, f32::INFINITY);
    let mut remaining = path.last().map_or(0.0, |&last| last.distance(position));
    for pair in path.windows(2).rev() {
        let (way, length) = (pair[1] - pair[0], pair[0].distance(pair[1]));
        let share = way.dot(position - pair[0]) / way.length_squared().max(f32::MIN_POSITIVE);
        let share = share.clamp(0.0, 1.0);
        let beside = (pair[0] + way * share).distance(position);
        if beside < nearest {
            (nearest, remaining) = (beside, beyond + beside + (1.0 - share) * length);
        }
        beyond += length;
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walled::mesh_with;

    fn mesh(walls: &[[f32; 4]]) -> NavMesh {
        mesh_with(20.0, 0.5, walls)
    }

    fn wanted(goal: Vec2, count: usize) -> WantedPlaces<'static> {
        WantedPlaces {
            goal,
            spacing: 1.04,
            count,
            taken: &[],
            others: Others::NONE,
            approach: &[],
            ring: Ring::open(goal),
        }
    }

    fn points(mesh: &NavMesh, wanted: &WantedPlaces<'_>) -> Vec<Vec2> {
        places(&[mesh], wanted).into_iter().map(|slot| slot.place).collect()
    }

    #[test]
    fn a_disc_in_the_open() {
        let goal = Vec2::splat(10.0);
        let places = points(&mesh(&[]), &wanted(goal, 37));
        assert!(places.contains(&goal));
        for (index, place) in places.iter().enumerate() {
            assert!(place.distance(goal) < 3.2 * 1.04);
            assert!(places[..index].iter().all(|other| other.distance(*place) > 1.03));
        }
    }

    #[test]
    fn the_farthest_from_the_approach_comes_first() {
        let goal = Vec2::splat(10.0);
        let approach = [Vec2::new(1.0, 10.0), goal];
        let places = points(&mesh(&[]), &WantedPlaces { approach: &approach, ..wanted(goal, 19) });
        assert!(places[0].x > 11.5 && places[18].x < 8.5, "{places:?}");
    }

    #[test]
    fn the_flood_passes_doors_and_no_walls() {
        // A wall with a door of 1.1 m: 0.1 m for the centre of a disc of 0.5 m.
        let mesh = mesh(&[[10.0, 0.0, 11.0, 4.4], [10.0, 5.5, 11.0, 20.0]]);
        let goal = Vec2::new(9.4, 5.1);
        let near = points(&mesh, &wanted(goal, 3));
        assert!(near.iter().all(|place| place.x < 10.0), "{near:?}");
        let all = points(&mesh, &wanted(goal, 250));
        assert!(all.iter().any(|place| place.x > 12.0));
    }

    #[test]
    fn too_little_room_is_counted() {
        let mesh = mesh(&[[4.0, 0.0, 5.0, 5.0], [0.0, 4.0, 4.0, 5.0]]);
        let found = places(&[&mesh], &wanted(Vec2::splat(2.0), 30)).len();
        assert!((7..=12).contains(&found), "{found}");
    }

    #[test]
    fn taken_places_are_left_out() {
        let goal = Vec2::splat(10.0);
        let taken = [goal, goal + Vec2::new(1.04, 0.0)];
        let places = points(&mesh(&[]), &WantedPlaces { taken: &taken, ..wanted(goal, 5) });
        assert!(places.iter().all(|place| taken.iter().all(|taken| taken.distance(*place) > 1.0)));
    }

    #[test]
    fn an_approach_that_ends_beyond_the_numbers_of_the_lattice_is_not_followed() {
        let goal = Vec2::splat(10.0);
        let approach = [Vec2::new(1.0, 10.0), Vec2::new(9.0, 10.0)];
        // A metre is more steps of the lattice than an integer counts.
        let wanted = WantedPlaces { approach: &approach, spacing: 1e-10, ..wanted(goal, 5) };
        let places = points(&mesh(&[]), &wanted);
        assert!(places.len() == 5 && places.iter().all(|place| place.distance(goal) < 1e-3));
    }

    #[test]
    fn the_flood_round_a_large_disc_begins_at_its_rim() {
        let goal = Vec2::splat(10.0);
        let ring = Ring { least: 5.0, ..Ring::open(goal) };
        let approach = vec![Vec2::new(1.0, 10.0), goal];
        let shared = SharedGoal {
            goal,
            ring,
            spacing: 2e-3,
            approach,
            found_on: (0, 0),
            is_surrounded: false,
            reach: 0.0,
        };
        // From the middle on it would go through six million points.
        let found = slots(&[&mesh(&[])], &shared, 20, &[], Others::NONE);
        assert_eq!(found.len(), 20);
        let is_near = |slot: &Slot| slot.place.distance(Vec2::new(5.0, 10.0)) < 0.02;
        assert!(found.iter().all(|slot| is_near(slot) && slot.place.distance(goal) >= 5.0));
        // Another side where that one is walled off.
        let found = slots(&[&mesh(&[[6.0, 0.0, 7.0, 20.0]])], &shared, 20, &[], Others::NONE);
        assert!(found.len() == 20 && !found.iter().any(is_near));
    }

    #[test]
    fn distance_along_a_path() {
        let path = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 10.0)];
        assert_eq!(remaining(&path, Vec2::new(4.0, 1.0)), 17.0);
        assert!((remaining(&path, Vec2::new(12.0, 9.0)) - 3.0).abs() < 1e-5);
        assert_eq!(remaining(&[Vec2::ONE], Vec2::new(1.0, 4.0)), 3.0);
    }
}
