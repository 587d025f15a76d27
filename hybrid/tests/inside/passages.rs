//! Passages that are kept through edits are those that are found from nothing.

use std::collections::BTreeMap;

use glam::Vec2;
use navmesh::{Area, Bounds, MeshDefinition, NavMesh, TileId, polygon};

use super::map::PassageGround;
use super::network::Passages;
use super::passage::Passage;
use super::queue::Queue;
use super::saved::SavedPassages;
use super::traffic::Traffic;

#[path = "at_once.rs"]
mod at_once;
#[path = "close.rs"]
mod close;
#[path = "rooms.rs"]
mod rooms;
#[path = "search.rs"]
mod search;
#[path = "../support/random.rs"]
mod random;

use random::Random;

fn mesh(side: f32, tile_size: f32, agent_radius: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::splat(-0.3 * side), Vec2::splat(0.7 * side));
    let definition = MeshDefinition { agent_radius, tile_size, ..MeshDefinition::new(bounds) };
    NavMesh::new(&definition).unwrap()
}

/// A quadrilateral: turned any way, or along the axes on a lattice so that sides and corners of many lie in one line.
fn outline(random: &mut Random, side: f32, is_aligned: bool) -> Vec<Vec2> {
    if is_aligned {
        let whole = |random: &mut Random, most: f32| (random.between(0.0, most)).floor();
        let at = Vec2::new(whole(random, side), whole(random, side)) - 0.3 * side;
        let size = Vec2::new(1.0 + whole(random, 4.0), 1.0 + whole(random, 4.0));
        return [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|corner| at + size * Vec2::from(corner))
            .to_vec();
    }
    let at = Vec2::new(random.between(0.0, side), random.between(0.0, side)) - 0.3 * side;
    let along =
        Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)).normalize_or(Vec2::X);
    let (long, wide) = (along * random.between(0.4, 7.0), along.perp() * random.between(0.3, 2.0));
    vec![at, at + long, at + long + wide, at + wide]
}

/// All passages, in order.
fn all(passages: &Passages) -> Vec<Passage> {
    passages.map.numbers().map(|number| passages.map.get(number).unwrap().clone()).collect()
}

/// The bits of passages.
fn bits(passages: &[Passage]) -> Vec<Vec<u32>> {
    let of = |passage: &Passage| {
        let gates = passage.gates.iter().flat_map(|gate| [gate.left, gate.right]);
        let points = gates.flat_map(|point| point.to_array());
        let known = [passage.width, passage.length, f32::from(passage.is_dead_end)];
        points.chain(known).map(f32::to_bits).collect()
    };
    passages.iter().map(of).collect()
}

/// What happens in passages, by where they are.
fn states(passages: &Passages) -> BTreeMap<Vec<u32>, (Traffic, Queue)> {
    let numbers = passages.map.numbers();
    let state = |number: u32| {
        let gates = bits(&[passages.map.get(number).unwrap().clone()]).remove(0);
        let index = number as usize;
        (gates, (passages.traffic[index].clone(), passages.queues[index].clone()))
    };
    numbers.map(state).collect()
}

/// Makes a random edit.
fn edit(random: &mut Random, mesh: &mut NavMesh, side: f32) -> Vec<TileId> {
    let is_aligned = random.below(2) == 0;
    for _ in 0..1 + random.below(3) {
        let ring = outline(random, side, is_aligned);
        let known: Vec<_> = mesh.obstacles().map(|(id, _)| id).collect();
        let any = (!known.is_empty()).then(|| known[random.below(known.len() as u64) as usize]);
        match (random.below(8), any) {
            (0 | 1, Some(any)) => mesh.remove_obstacle(any).unwrap(),
            (2 | 3, Some(any)) => drop(mesh.move_obstacle(any, &ring)),
            (4, _) => {
                let kind = random.below(3) as u8;
                let cost = random.between(1.0, 4.0);
                drop(mesh.add_area(polygon(&ring, &[]), Area { kind, cost }));
            }
            (5, _) => {
                let hole: Vec<Vec2> = ring.iter().map(|at| ring[0].midpoint(*at) + 0.1).collect();
                drop(mesh.add_outline(polygon(&ring, &[&hole])));
            }
            _ => drop(mesh.add_obstacle(&ring)),
        }
    }
    mesh.commit().unwrap().changed
}

/// A mesh and its passages.
struct Kept {
    mesh: NavMesh,
    passages: Passages,
    greatest_radius: f32,
}

impl Kept {
    fn refresh(&mut self, tiles: &[TileId]) {
        let ground = PassageGround { mesh: &self.mesh, greatest_radius: self.greatest_radius };
        self.passages.refresh(ground, tiles);
    }

    fn found_anew(&self) -> Vec<Passage> {
        at_once::passages(&self.mesh, 28.0 * self.greatest_radius)
    }
}

#[test]
fn passages_kept_through_edits_are_those_found_anew_to_the_bit_and_in_order() {
    let (mut count, mut changes, mut carried, mut dead_ends) = (0, 0, 0, 0);
    for seed in 0..SEEDS {
        let mut random = Random(seed);
        let (side, tile) = (40.0 + 20.0 * (seed % 3) as f32, [8.0, 16.0, 32.0][seed as usize % 3]);
        let radius = [0.25, 0.4, 0.1][seed as usize / 3 % 3];
        let greatest_radius = radius * [1.0, 2.4, 2.5][seed as usize / 2 % 3];
        let mesh = mesh(side, tile, radius);
        let mut kept = Kept { mesh, passages: Passages::default(), greatest_radius };
        for _ in 0..20 + 40 * (seed % 2) {
            edit(&mut random, &mut kept.mesh, side);
        }
        kept.refresh(&[]);
        let mut known = all(&kept.passages);
        let mut tiles = Vec::new();
        for step in 0..STEPS {
            if random.below(20) == 0 {
                // As from bytes.
                kept.passages = SavedPassages::from(kept.passages).into();
                let ground = PassageGround { mesh: &kept.mesh, greatest_radius };
                kept.passages.make_gates(ground);
            }
            for number in kept.passages.map.numbers().collect::<Vec<_>>() {
                if random.below(4) == 0 {
                    kept.passages.traffic[number as usize].turn = Some(random.below(2) as usize);
                    kept.passages.busy.push(number);
                }
            }
            let before = states(&kept.passages);
            tiles.extend(edit(&mut random, &mut kept.mesh, side));
            if random.below(3) == 0 {
                continue;
            }
            tiles.sort_unstable();
            tiles.dedup();
            kept.refresh(&tiles);
            tiles.clear();
            let (now, anew) = (all(&kept.passages), kept.found_anew());
            assert_eq!(bits(&now), bits(&anew), "seed {seed}, step {step}");
            let after = states(&kept.passages);
            for (gates, state) in &after {
                let expected = before.get(gates).cloned().unwrap_or_default();
                assert_eq!(*state, expected, "seed {seed}, step {step}");
                carried += usize::from(*state != Default::default());
            }
            count += now.len();
            dead_ends += now.iter().filter(|passage| passage.is_dead_end).count();
            changes += usize::from(now != known);
            known = now;
        }
    }
    assert!(count > 8_000 && changes > 500 && carried > 4_000, "{count} {changes} {carried}");
    assert!(dead_ends > 500, "{dead_ends}");
}

#[test]
fn walkable_ground_without_obstacles_has_passages_and_bare_ground_none() {
    let corners = [(0, 0), (20, 0), (20, 9), (24, 9), (24, 0), (44, 0), (44, 20), (24, 20)];
    let corners = corners.into_iter().chain([(24, 11), (20, 11), (20, 20), (0, 20)]);
    let ring: Vec<Vec2> = corners.map(|(x, y)| Vec2::new(x as f32, y as f32)).collect();
    let necked = MeshDefinition::within(polygon(&ring, &[]));
    let bare = MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(44.0)));
    for (definition, count) in [(necked, 1), (bare, 0)] {
        let mesh = NavMesh::new(&definition).unwrap();
        let mut kept = Kept { mesh, passages: Passages::default(), greatest_radius: 0.25 };
        kept.refresh(&[]);
        assert_eq!(all(&kept.passages).len(), count);
        assert_eq!(bits(&all(&kept.passages)), bits(&kept.found_anew()));
        // What comes later is found, and is gone again.
        let at = |x: f32| [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)].map(|p| Vec2::from(p) + x);
        let ids = [6.0, 9.0].map(|x| kept.mesh.add_obstacle(&at(x)).unwrap());
        let changed = kept.mesh.commit().unwrap().changed;
        kept.refresh(&changed);
        assert!(all(&kept.passages).len() > count);
        assert_eq!(bits(&all(&kept.passages)), bits(&kept.found_anew()));
        ids.iter().for_each(|id| kept.mesh.remove_obstacle(*id).unwrap());
        let changed = kept.mesh.commit().unwrap().changed;
        kept.refresh(&changed);
        assert_eq!(all(&kept.passages).len(), count);
    }
}

const SEEDS: u64 = 54;
const STEPS: u32 = 60;

/// Boxes on a lattice with ways between them that are now and then narrow.
fn town(blocks: u16) -> Kept {
    let side = 4.0 * f32::from(blocks);
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    for (x, y) in (0..blocks).flat_map(|y| (0..blocks).map(move |x| (x, y))) {
        let at = 4.0 * Vec2::new(f32::from(x), f32::from(y)) + 0.5;
        mesh.add_obstacle(&[at, at + Vec2::new(2.5, 0.0), at + 2.5, at + Vec2::new(0.0, 2.5)])
            .unwrap();
    }
    mesh.commit().unwrap();
    let mut kept = Kept { mesh, passages: Passages::default(), greatest_radius: 0.25 };
    kept.refresh(&[]);
    kept
}

#[test]
fn an_edit_looks_at_no_more_in_a_larger_world() {
    let looks = |blocks: u16| {
        let mut kept = town(blocks);
        let first = kept.passages.map.looks();
        let middle = Vec2::splat(2.0 * f32::from(blocks)) + Vec2::new(1.2, 3.2);
        let corners =
            [(0.0, 0.0), (0.4, 0.0), (0.0, 0.4)].map(|corner| middle + Vec2::from(corner));
        kept.mesh.add_obstacle(&corners).unwrap();
        let changed = kept.mesh.commit().unwrap().changed;
        let before = all(&kept.passages);
        kept.refresh(&changed);
        assert!(before != all(&kept.passages), "{blocks}");
        (first, kept.passages.map.looks())
    };
    let ((small, least), (large, most)) = (looks(32), looks(64));
    assert!(least > 0 && large > 3 * small, "{small} {large}");
    // But for where the edit lies among the squares in which walls are looked for.
    assert!(4 * most < 5 * least && 20 * most < large, "{least} {most} of {large}");
}
