//! Passages that are found some tiles at a time are those that are found at once.

use super::super::map::Map;
use super::super::search::{CELLS_A_STEP, Search, ticks};
use super::*;
use crate::{Goal, ObstacleId, OrderDefinition, Unreachable};
use crate::{UnitDefinition, World, WorldDefinition};

fn of(map: &Map) -> Vec<Passage> {
    map.numbers().map(|number| map.get(number).unwrap().clone()).collect()
}

#[test]
fn passages_found_some_tiles_at_a_time_are_those_found_at_once_to_the_bit_and_in_order() {
    let (mut count, mut parts, mut changes) = (0, 0, 0);
    for seed in 0..90 {
        let mut random = Random(seed);
        let (side, tile) =
            (40.0 + 20.0 * (seed % 3) as f32, [4.0, 8.0, 16.0][seed as usize / 3 % 3]);
        let radius = [0.25, 0.4, 0.1][seed as usize / 9 % 3];
        let greatest_radius = radius * [1.0, 2.4][seed as usize % 2];
        let mut mesh = mesh(side, tile, radius);
        for _ in 0..20 + 60 * (seed % 2) {
            edit(&mut random, &mut mesh, side);
        }
        let at_once = |mesh: &NavMesh| bits(&at_once::passages(mesh, 28.0 * greatest_radius));
        let mut search = Search::new(PassageGround { mesh: &mesh, greatest_radius });
        let begun = at_once(&mesh);
        let mut tiles = Vec::new();
        while !search.is_over() {
            search.look(1 + random.below(60) as usize);
            parts += 1;
            assert!(parts < 1_000_000, "seed {seed}");
            if random.below(4) == 0 {
                tiles.extend(edit(&mut random, &mut mesh, side));
            }
        }
        // It goes by the mesh as it was; what has changed since comes in the end.
        let mut found = search.found();
        assert_eq!(bits(&of(&found)), begun, "seed {seed}");
        tiles.sort_unstable();
        tiles.dedup();
        found.update(&mesh, &tiles);
        let now = bits(&of(&found));
        assert_eq!(now, at_once(&mesh), "seed {seed}");
        count += now.len();
        changes += usize::from(now != begun);
    }
    assert!(count > 1_000 && parts > 500 && changes > 40, "{count} {parts} {changes}");
}

/// Metres.
const SIDE: f32 = 200.0;

/// A world of some thousand cells in which units walk past each other.
fn crossed() -> World {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25, 0.4])).unwrap();
    world.set_executor(None);
    let mut random = Random(7);
    for _ in 0..1000 {
        place(&mut world, &mut random);
    }
    for (from, to) in [(10.0, 40.0), (40.0, 10.0)] {
        let at = |k: u8| Vec2::splat(from) + Vec2::new(f32::from(k % 8), f32::from(k / 8));
        let add = |k: u8| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).ok();
        let units: Vec<_> = (0..40).filter_map(add).collect();
        assert!(units.len() > 10, "{}", units.len());
        let goal = OrderDefinition::new(Goal::Point(Vec2::splat(to)));
        let order = OrderDefinition { unreachable: Unreachable::Nearest, ..goal };
        world.order_with(&units, &order).unwrap();
    }
    world
}

/// Adds an obstacle anywhere.
fn place(world: &mut World, random: &mut Random) -> Option<ObstacleId> {
    let ring = outline(random, SIDE, false);
    let ring: Vec<Vec2> = ring.iter().map(|at| *at + 0.3 * SIDE).collect();
    world.add_obstacle(&ring).ok()
}

fn step(world: &mut World) {
    let tick = world.definition().parameters.tick;
    world.step(tick).unwrap();
}

/// The bits of the passages that a world knows, and of those that it should know.
fn known(world: &World) -> [Vec<Vec<u32>>; 2] {
    let found = at_once::passages(world.core.meshes.of(0), 28.0 * 0.4);
    [all(&world.core.passages), found].map(|passages| bits(&passages))
}

#[test]
fn a_large_world_knows_its_passages_in_the_tick_that_was_settled_and_no_step_finds_many() {
    let mut world = crossed();
    step(&mut world);
    let due = world.core.passages.due.unwrap();
    let cells = world.core.meshes.of(0).cell_count();
    assert_eq!(due, ticks(world.core.meshes.of(0)));
    assert!(cells > 8000 && due > 8 && due as usize * CELLS_A_STEP >= cells, "{cells} {due}");
    let mut looks = Vec::new();
    while world.tick < due {
        assert!(!world.core.passages.are_known());
        looks.extend(world.core.passages.search.as_ref().map(|search| search.looks()));
        step(&mut world);
    }
    assert!(
        world.core.passages.search.as_ref().unwrap().is_over(),
        "nothing is left for the last step"
    );
    while !world.core.passages.are_known() {
        step(&mut world);
        assert!(world.tick <= due + 2, "units decide in every second tick: {}", world.tick);
    }
    let [known, expected] = known(&world);
    assert_eq!(known, expected);
    assert!(known.len() > 100, "{}", known.len());
    let mesh = world.core.meshes.of(0);
    let mut at_once = Passages::default();
    at_once.refresh(PassageGround { mesh, greatest_radius: 0.4 }, &[]);
    let (all, most) = (at_once.map.looks(), looks.iter().copied().max().unwrap());
    assert!(most > 0 && 2 * most < all, "{most} of {all}");
}

#[test]
fn worlds_saved_copied_and_edited_before_passages_are_known_go_on_as_one() {
    for saved_after in [1, 4, 11, 30] {
        let (mut world, mut random) = (crossed(), Random(saved_after));
        let mut others = Vec::new();
        let mut added = Vec::new();
        let mut is_known = false;
        for tick in 0..40 {
            if tick == saved_after {
                others.push(world.clone());
                others.push(World::from_bytes(&world.to_bytes().unwrap()).unwrap());
            }
            if tick % 3 == 1 {
                let seed = random.below(1 << 20);
                let place = |world: &mut World| place(world, &mut Random(seed));
                let id = place(&mut world);
                others.iter_mut().for_each(|other| assert_eq!(place(other), id));
                added.extend(id);
            }
            if tick % 10 == 9
                && let Some(id) = added.pop()
            {
                world.remove_obstacle(id).unwrap();
                others.iter_mut().for_each(|other| other.remove_obstacle(id).unwrap());
            }
            step(&mut world);
            for other in &mut others {
                step(other);
                assert_eq!(other.state_hash(), world.state_hash(), "{saved_after} {tick}");
            }
            if !is_known && world.core.passages.are_known() {
                is_known = true;
                let [known, expected] = known(&world);
                assert_eq!(known, expected, "{saved_after} {tick}");
            }
        }
        assert!(is_known);
        let bytes = world.to_bytes().unwrap();
        assert!(others.iter().all(|other| other.to_bytes().unwrap() == bytes), "{saved_after}");
    }
}

#[test]
fn what_was_read_is_ready_for_edits_some_steps_later() {
    let mut world = crossed();
    (0..40).for_each(|_| step(&mut world));
    let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    assert!(other.core.passages.are_known() && !other.core.passages.map.is_kept());
    for _ in 0..ticks(other.core.meshes.of(0)) {
        [&mut world, &mut other].into_iter().for_each(step);
    }
    assert!(other.core.passages.search.as_ref().is_some_and(|search| search.is_over()));
    let mut random = Random(3);
    let seed = random.below(1 << 20);
    for world in [&mut world, &mut other] {
        place(world, &mut Random(seed)).unwrap();
        (0..12).for_each(|_| step(world));
    }
    // Only the tiles of the edit were looked at, not all.
    let all =
        Map::found(PassageGround { mesh: other.core.meshes.of(0), greatest_radius: 0.4 }).looks();
    let looks = other.core.passages.map.looks();
    assert!(other.core.passages.map.is_kept() && 8 * looks < all, "{looks} of {all}");
    assert_eq!(known(&other)[0], known(&world)[0]);
    assert_eq!(other.to_bytes().unwrap(), world.to_bytes().unwrap());
}
