//! What fuzzers drive: any bytes become a list of edits and questions, or a saved mesh, and whatever comes of it is
//! checked. A wrong answer panics.
//!
//! Worlds are tiny lattices, full of coincident sides: that is where geometric kernels break. The same functions serve
//! cargo-fuzz (`tests/fuzz`) and the example `soak`, which needs no nightly compiler.

use glam::{Vec2, vec2};
use hybrid::navmesh::{
    Bounds, CellId, Component, Entry, Location, MeshDefinition, NavMesh, ObstacleId, PathError,
    PathOptions, Portal, Search, polygon,
};

/// Metres by which lengths may differ by rounding: a few units of 1/1024 m.
const ROUNDING: f32 = 4e-3;

/// The mesh's own lattice: points a metre.
const UNITS: f32 = 1024.0;

/// The most edits of one run.
const MOST_EDITS: usize = 40;

/// Bytes that never end: zeros follow the last.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> usize {
        let first = self.0.split_first();
        first.map_or(0, |(&byte, rest)| {
            self.0 = rest;
            byte as usize
        })
    }

    fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}

/// A lattice of points, `steps` to a side.
#[derive(Clone, Copy)]
struct Lattice {
    steps: usize,
    step: f32,
}

impl Lattice {
    fn new(script: &mut Script) -> Self {
        let (steps, step) =
            [(8, 0.5), (8, 2.0), (16, 0.25), (64, 0.0625), (255, 0.03125)][script.byte() % 5];
        Self { steps, step }
    }

    fn side(self) -> f32 {
        self.steps as f32 * self.step
    }

    fn point(self, script: &mut Script) -> Vec2 {
        let mut coordinate = || (script.byte() % (self.steps + 1)) as f32 * self.step;
        vec2(coordinate(), coordinate())
    }
}

/// All that can be seen of a mesh.
fn picture(mesh: &NavMesh) -> Vec<(CellId, Vec<Vec2>, Vec<Portal>, Component)> {
    let seen = |cell| {
        let (outline, portals) = (mesh.outline(cell).collect(), mesh.portals(cell).collect());
        (cell, outline, portals, mesh.component(cell))
    };
    mesh.cells().map(seen).collect()
}

/// Adds, removes and moves obstacles as the bytes say, and checks the mesh after every commit.
///
/// # Panics
/// When an invariant is broken.
pub fn edits(data: &[u8]) {
    let mut script = Script(data);
    let lattice = Lattice::new(&mut script);
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(lattice.side()));
    let tile_size = (lattice.side() * [0.25, 0.3, 2.0][script.byte() % 3]).max(1.0);
    let definition = MeshDefinition { tile_size, ..MeshDefinition::new(bounds) };
    let Ok(mut mesh) = NavMesh::new(&definition) else { return };
    let mut ids = Vec::new();
    let mut search = Search::default();
    for _ in 0..MOST_EDITS {
        if script.is_over() {
            break;
        }
        edit(&mut mesh, &mut ids, lattice, &mut script);
        if script.byte() % 3 == 0 {
            assert!(mesh.commit().is_ok(), "so few obstacles make few cells");
            check(&mesh);
            for _ in 0..2 {
                // Beside the obstacles' lattice: where parts of the mesh only touch, a point belongs to one of them alone,
                // but may be reached from both.
                let ends =
                    [(); 2].map(|()| lattice.point(&mut script) * 0.99 + vec2(7.0, 3.0) / UNITS);
                ask(&mesh, &mut search, ends);
            }
        }
    }
    assert!(mesh.commit().is_ok(), "so few obstacles make few cells");
    check(&mesh);
    let loaded = mesh.to_bytes().ok().and_then(|bytes| NavMesh::from_bytes(&bytes).ok());
    assert!(loaded.is_some_and(|loaded| picture(&loaded) == picture(&mesh)), "loading changes it");
}

fn edit(mesh: &mut NavMesh, ids: &mut Vec<ObstacleId>, lattice: Lattice, script: &mut Script) {
    let (kind, pick) = (script.byte() % 7, script.byte());
    let mut corners =
        |count: usize| -> Vec<Vec2> { (0..count).map(|_| lattice.point(script)).collect() };
    let box_ = |ends: &[Vec2]| {
        let (min, max) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        [min, vec2(max.x, min.y), max, vec2(min.x, max.y)]
    };
    let added = match kind {
        0 | 1 => mesh.add_obstacle(&corners(3)).ok(),
        2 => mesh.add_obstacle(&box_(&corners(2))).ok(),
        3 => mesh.add_outline(polygon(&corners(4 + pick % 3), &[])).ok(),
        4 if !ids.is_empty() => {
            // A refused outline leaves the obstacle where it is.
            let _ = mesh.move_obstacle(ids[pick % ids.len()], &corners(3));
            None
        }
        _ if !ids.is_empty() => {
            let id = ids.swap_remove(pick % ids.len());
            assert!(mesh.remove_obstacle(id).is_ok(), "the handle is not stale");
            assert!(mesh.remove_obstacle(id).is_err(), "the handle is stale");
            None
        }
        _ => None,
    };
    ids.extend(added);
}

/// The mesh is what its obstacles make of it in any order; portals are seen from both sides.
fn check(mesh: &NavMesh) {
    let Ok(mut fresh) = NavMesh::new(mesh.definition()) else { return };
    let mut parts: Vec<Vec<Vec2>> = mesh.obstacles().map(|(_, outline)| outline.to_vec()).collect();
    parts.reverse();
    let added = parts.iter().filter(|part| fresh.add_obstacle(part).is_ok()).count();
    assert!(added <= parts.len() && fresh.commit().is_ok());
    // Parts of an outline that lie outside the bounds are refused alone, and change nothing.
    assert!(picture(&fresh) == picture(mesh), "the mesh depends on its history");
    check_portals(mesh);
    check_places(mesh, &parts);
}

fn check_portals(mesh: &NavMesh) {
    for cell in mesh.cells() {
        for portal in mesh.portals(cell) {
            let back = mesh.portals(portal.cell).any(|back| {
                back.cell == cell && back.left == portal.right && back.right == portal.left
            });
            assert!(back, "{portal:?} of {cell:?} is not seen from beyond");
            assert_eq!(mesh.component(cell), mesh.component(portal.cell), "{cell:?}");
        }
    }
}

/// Points inside an obstacle are blocked, points outside all are free. Exact: the coordinates are small.
fn check_places(mesh: &NavMesh, parts: &[Vec<Vec2>]) {
    let bounds = mesh.definition().bounds;
    for index in 0..64_u32 {
        // Points of a lattice that the obstacles' own lies in, spread by an odd factor.
        let share = |index: u32| (index * 37 % 65) as f32 / 64.0;
        let point = bounds.max * vec2(share(index), share(index * 5 + 3));
        let point = (point * UNITS).round() / UNITS;
        let depth = |ring: &Vec<Vec2>| {
            let side = |k: usize| {
                let (from, to) = (ring[k].as_dvec2(), ring[(k + 1) % ring.len()].as_dvec2());
                (to - from).perp_dot(point.as_dvec2() - from)
            };
            (0..ring.len()).map(side).fold(f64::INFINITY, f64::min)
        };
        let deepest = parts.iter().map(depth).fold(f64::NEG_INFINITY, f64::max);
        let free = matches!(mesh.locate(point), Location::Cell(_));
        assert!(!(free && deepest > 0.0), "{point} lies in an obstacle and is free");
        assert!(free || deepest >= 0.0, "{point} lies in no obstacle and is not free");
    }
}

/// All ways to search agree whether there is a path, and none is shorter than the exact one, whatever was asked before.
fn ask(mesh: &NavMesh, search: &mut Search, [from, to]: [Vec2; 2]) {
    let exactly = PathOptions::with_entry(Entry::Exact);
    let fresh = mesh.find_path(&mut Search::default(), from, to, &exactly).map(|path| path.length);
    let mut find =
        |entry| mesh.find_path(search, from, to, &PathOptions::with_entry(entry)).map(|p| p.length);
    let exact = find(Entry::Exact);
    assert_eq!(exact, fresh, "what was asked before changes the answer: {from} {to}");
    for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals] {
        match (find(entry), exact) {
            (Ok(length), Ok(exact)) => {
                assert!(length > exact - ROUNDING, "{entry:?} {from} {to}: {length} < {exact}");
            }
            (found, exact) => {
                let (found, exact) = (found.err(), exact.err());
                assert_eq!(found, exact, "{entry:?} {from} {to}");
            }
        }
    }
    match exact {
        Ok(exact) => assert!(exact > from.distance(to) - ROUNDING),
        Err(PathError::Unreachable { .. }) => {
            let part = |point| match mesh.locate(point) {
                Location::Cell(cell) => Some(mesh.component(cell)),
                _ => None,
            };
            assert_ne!(part(from), part(to));
        }
        Err(_) => {}
    }
}

/// Loads the bytes as they are, and a saved mesh that the bytes were put into, rightly framed.
///
/// # Panics
/// When what is loaded breaks an invariant.
pub fn load(data: &[u8]) {
    let _ = NavMesh::from_bytes(data);
    let mut script = Script(data);
    let Some(bytes) = saved(script.byte()) else { return };
    let forged = forged(bytes, &mut script);
    if let Ok(mesh) = NavMesh::from_bytes(&forged) {
        if !mesh.is_fixed() {
            check_portals(&mesh);
        }
        let again = mesh.to_bytes().ok().and_then(|bytes| NavMesh::from_bytes(&bytes).ok());
        assert!(again.is_some_and(|again| picture(&again) == picture(&mesh)), "loading changes it");
    }
}

/// A small mesh as bytes, of tiles or baked.
fn saved(kind: usize) -> Option<Vec<u8>> {
    let bounds = Bounds::new(Vec2::ZERO, vec2(24.0, 16.0));
    let agent_radius = [0.0, 0.25][kind / 2 % 2];
    let definition = MeshDefinition { agent_radius, tile_size: 8.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).ok()?;
    let triangle = |x: f32| [vec2(x, 3.0), vec2(x + 3.0, 5.0), vec2(x, 9.0)];
    let gone = mesh.add_obstacle(&triangle(2.0)).ok()?;
    for x in [6.0, 11.0, 13.0] {
        mesh.add_obstacle(&triangle(x)).ok()?;
    }
    let angle = [(17., 1.), (22., 1.), (22., 3.), (19., 3.), (19., 9.), (17., 9.)];
    mesh.add_outline(polygon(&angle.map(|(x, y)| vec2(x, y)), &[])).ok()?;
    mesh.remove_obstacle(gone).ok()?;
    mesh.commit().ok()?;
    let mesh = if kind.is_multiple_of(2) { mesh } else { mesh.bake(&mut |_| {}).ok()? };
    mesh.to_bytes().ok()
}

/// Where the sections begin: behind mark, format, count and checksum.
const HEADER: usize = 24;

/// A section's mark, length and checksum.
const FRAME: usize = 20;

/// Changes bytes of the second section (obstacles or cells) and sets its length and checksum right.
fn forged(bytes: Vec<u8>, script: &mut Script) -> Vec<u8> {
    let length = |at: usize| {
        let mut length = [0; 8];
        length.copy_from_slice(&bytes[at + 4..at + 12]);
        u64::from_le_bytes(length) as usize
    };
    let frame = HEADER + FRAME + length(HEADER);
    let (head, rest) = bytes.split_at(frame + FRAME);
    let (content, rest) = rest.split_at(length(frame));
    let mut content = content.to_vec();
    while !script.is_over() && !content.is_empty() {
        let (kind, value) = (script.byte(), script.byte());
        let at = (script.byte() << 8 | script.byte()) % content.len();
        match kind % 4 {
            0 => content[at] ^= 1 << (value % 8),
            1 => content[at] = value as u8,
            2 => drop(content.remove(at)),
            _ => content.insert(at, value as u8),
        }
    }
    let (mark, length) = (&head[frame..frame + 4], (content.len() as u64).to_le_bytes());
    let sum = checksum(&[mark, &length, &content].concat());
    [&head[..frame + 4], &length, &sum.to_le_bytes(), &content, rest].concat()
}

/// CRC-64 of ECMA-182, bit by bit.
fn checksum(bytes: &[u8]) -> u64 {
    let shift =
        |sum: u64, _| if sum & 1 == 1 { sum >> 1 ^ 0xc96c_5795_d787_0f42 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ byte as u64, shift))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn bytes(random: &mut Random) -> Vec<u8> {
        (0..20 + random.below(150)).map(|_| random.bits() as u8).collect()
    }

    fn script(seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        (0..8 + random.below(300)).map(|_| random.bits() as u8).collect()
    }

    #[test]
    fn many_edits_at_once_and_many_one_by_one_are_both_followed() {
        edits(&script(7_119_900));
    }

    #[test]
    fn a_corner_beside_an_edit_knows_the_cells_round_it() {
        edits(&script(9_238_987));
    }

    #[test]
    fn random_scripts_find_nothing() {
        let mut random = Random::new(1);
        for _ in 0..150 {
            edits(&bytes(&mut random));
            load(&bytes(&mut random)[..12]);
        }
    }

    #[test]
    fn a_forged_mesh_without_changes_is_loaded() {
        for kind in 0..4 {
            let bytes = saved(kind).unwrap();
            assert_eq!(forged(bytes.clone(), &mut Script(&[])), bytes);
        }
    }
}
