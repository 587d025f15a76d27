//! Bytes that someone wrote who knows the format: rightly framed, with anything inside.

use super::invariants::check;
use super::random_scene::{Random, Scene};
use crate::saving::areas::{AREAS, LINKS, areas_written, links_written};
use crate::saving::bytes::Writer;
use crate::saving::definition::DEFINITION;
use crate::saving::fixed::{CELLS, GROUND, SPEEDS};
use crate::saving::roster::OBSTACLES;
use crate::saving::sections::{SectionKind, Sections, framed};
use crate::{
    AreaDefinition, Bounds, KindCosts, LoadError, MeshDefinition, NavMesh, OutlinePolygon,
};
use glam::{DVec2, Vec2, vec2};

/// The contents of sections of a saved mesh, in the order in which they are written.
fn opened<const N: usize>(bytes: &[u8], kinds: [SectionKind; N]) -> [Vec<u8>; N] {
    let mut sections = Sections::open(bytes).unwrap();
    kinds.map(|kind| {
        let mut section = sections.required(kind).unwrap();
        section.take(section.left()).unwrap().to_vec()
    })
}

#[test]
fn forged_bytes_are_refused_or_make_a_sound_mesh() {
    let (mut refused, mut sound) = (0, 0);
    for seed in 5000..5040 {
        let mut scene = Scene::new(seed);
        let tiled = scene.mesh();
        let baked = tiled.bake(&mut |_| {});
        for (mesh, kind) in [(Some(tiled), OBSTACLES), (baked.ok(), CELLS)] {
            let Some(mesh) = mesh else { continue };
            let [definition, content] = opened(&mesh.to_bytes().unwrap(), [DEFINITION, kind]);
            for _ in 0..40 {
                let forged = forge(&mut scene.random, content.clone());
                let mut sections =
                    vec![(DEFINITION, Writer(definition.clone())), (kind, Writer(forged))];
                if kind == OBSTACLES {
                    sections.push((AREAS, areas_written(mesh.rosters().areas)));
                }
                sections.push((LINKS, links_written(mesh.link_roster())));
                let bytes = framed(sections);
                match NavMesh::from_bytes(&bytes) {
                    Err(_) => refused += 1,
                    Ok(mesh) => {
                        sound += 1;
                        if !mesh.is_fixed() {
                            check(&mesh);
                        }
                        let again = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
                        assert_eq!(again.cell_count(), mesh.cell_count());
                    }
                }
            }
        }
    }
    println!("{refused} refused, {sound} sound");
    assert!(refused > 500 && sound > 50);
}

#[test]
fn speeds_come_back_and_wrong_ones_are_refused() {
    let place = Bounds::new(vec2(5.0, 5.0), vec2(15.0, 15.0));
    let bounds = Bounds::new(Vec2::ZERO, vec2(40.0, 30.0));
    let kinds = KindCosts::default().with_speed(2, 0.25).unwrap();
    let mut tiled = NavMesh::new(&MeshDefinition { kinds, ..MeshDefinition::new(bounds) }).unwrap();
    tiled.add_area(place, AreaDefinition::of_speed(2, 0.5)).unwrap();
    tiled.commit().unwrap();
    let baked = tiled.bake(&mut |_| {}).unwrap();
    for mesh in [&tiled, &baked] {
        let loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
        let speeds =
            |mesh: &NavMesh| mesh.cells().map(|cell| mesh.ground_speed(cell)).collect::<Vec<f32>>();
        assert!(speeds(mesh).contains(&0.125) && speeds(mesh) == speeds(&loaded));
    }
    let bytes = baked.to_bytes().unwrap();
    let [definition, cells, areas, speeds] = opened(&bytes, [DEFINITION, CELLS, GROUND, SPEEDS]);
    let load = |definition: &[u8], speeds: Vec<u8>| {
        NavMesh::from_bytes(&framed(vec![
            (DEFINITION, Writer(definition.to_vec())),
            (CELLS, Writer(cells.clone())),
            (GROUND, Writer(areas.clone())),
            (SPEEDS, Writer(speeds)),
            (LINKS, links_written(baked.link_roster())),
        ]))
    };
    load(&definition, speeds.clone()).unwrap();
    for wrong in [0.0, -0.5, 1e-4, 1.5, f32::INFINITY, f32::NAN] {
        let mut forged = speeds.clone();
        forged[4..8].copy_from_slice(&wrong.to_le_bytes());
        let message = load(&definition, forged).unwrap_err().to_string();
        assert!(message.contains("no right speed"), "{wrong}: {message}");
        let mut forged = definition.clone();
        let last = forged.len() - 4;
        forged[last..].copy_from_slice(&wrong.to_le_bytes());
        let message = load(&forged, speeds.clone()).unwrap_err().to_string();
        assert!(message.contains("no right speed"), "{wrong}: {message}");
    }
    for end in 0..speeds.len() {
        load(&definition, speeds[..end].to_vec()).unwrap_err();
    }
    load(&definition, [&speeds[..], &[0, 0, 128, 63]].concat()).unwrap_err();
}

/// Changes a bit or a few bytes, or cuts some out.
fn forge(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.bits() as u8,
            2 => bytes[at] = [0, 1, 0x7f, 0xff][random.below(4) as usize],
            _ => {
                let end = bytes.len().min(at + 1 + random.below(8) as usize);
                if end - at < bytes.len() {
                    bytes.drain(at..end);
                }
            }
        }
    }
    bytes
}

#[test]
fn a_length_beyond_the_bytes_is_refused_before_anything_is_made_for_it() {
    let mesh = Scene::new(1).mesh();
    let [definition, _] = opened(&mesh.to_bytes().unwrap(), [DEFINITION, OBSTACLES]);
    let mut content = Writer::default();
    content.u32(u32::MAX);
    content.u32(u32::MAX - 1);
    let bytes = framed(vec![(DEFINITION, Writer(definition)), (OBSTACLES, content)]);
    let error = NavMesh::from_bytes(&bytes).unwrap_err();
    assert!(matches!(error, LoadError::Truncated { .. }), "{error}");
}

/// Metres: so far from the origin an f32 tells places to 32 units.
const FAR: f32 = 300_000.0;

/// An empty mesh that begins there.
fn far_mesh(agent_radius: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::splat(FAR), Vec2::splat(FAR + 60.0));
    NavMesh::new(&MeshDefinition { agent_radius, ..MeshDefinition::new(bounds) }).unwrap()
}

#[test]
fn whatever_a_call_accepts_far_from_the_origin_is_loaded() {
    let far = f64::from(FAR);
    for agent_radius in [0.0, 0.4] {
        for reach in [1.0, 2.0, 17.0, 5000.0] {
            let mut mesh = far_mesh(agent_radius);
            // As an f32 its right side lies on the border.
            let right = far + reach / 1024.0;
            let corners = [(far - 9.0, far + 10.3), (right, far + 12.01), (right, far + 20.0)];
            let border = corners.map(DVec2::from).to_vec();
            mesh.add_outline(OutlinePolygon::new(border, Vec::new())).unwrap();
            mesh.commit().unwrap();
            let bytes = mesh.to_bytes().unwrap();
            let loaded = NavMesh::from_bytes(&bytes).unwrap();
            assert_eq!(loaded.to_bytes().unwrap(), bytes);
            let outlines = |mesh: &NavMesh| -> Vec<Vec<Vec2>> {
                mesh.cells().map(|cell| mesh.outline(cell).collect()).collect()
            };
            assert_eq!(outlines(&loaded), outlines(&mesh), "{agent_radius} {reach}");
        }
    }
}

#[test]
fn outlines_and_grown_rings_that_do_not_belong_together_are_refused() {
    for agent_radius in [0.0, 0.4] {
        let mut mesh = far_mesh(agent_radius);
        let far = f64::from(FAR);
        let corners =
            [(far + 9.001, far + 10.3), (far + 15.0, far + 12.01), (far + 11.0, far + 20.0)];
        let border = corners.map(DVec2::from).to_vec();
        mesh.add_outline(OutlinePolygon::new(border, Vec::new())).unwrap();
        mesh.commit().unwrap();
        let (_, outline) = mesh.obstacles().next().unwrap();
        let known = outline[1];
        let [definition, content] = opened(&mesh.to_bytes().unwrap(), [DEFINITION, OBSTACLES]);
        let bits = |at: Vec2| [at.x.to_le_bytes(), at.y.to_le_bytes()].concat();
        let place = content.windows(8).position(|bytes| *bytes == bits(known)).unwrap();
        for (other, is_loaded) in
            [(known, true), (known + vec2(0.5, 0.0), false), (known - vec2(0.0, 0.0625), false)]
        {
            let mut forged = content.clone();
            forged[place..place + 8].copy_from_slice(&bits(other));
            let sections = vec![
                (DEFINITION, Writer(definition.clone())),
                (OBSTACLES, Writer(forged)),
                (AREAS, areas_written(mesh.rosters().areas)),
                (LINKS, links_written(mesh.link_roster())),
            ];
            let loaded = NavMesh::from_bytes(&framed(sections));
            assert_eq!(loaded.is_ok(), is_loaded, "{agent_radius} {other}");
            assert!(matches!(loaded.err(), None | Some(LoadError::Value { .. })));
        }
    }
}

/// So many polygons in one place, each 1 mm wide and 1000 km long.
fn heap(count: u32) -> (Vec<Vec2>, Vec<Vec<u32>>) {
    let ring = [(-5e5, 0.0), (5e5, 0.0), (5e5, 0.001), (-5e5, 0.001)];
    // Sides that are the same would tell that they overlap.
    let at = |k: u32| ring.map(|(x, y): (f32, f32)| vec2(x + 0.5 * k as f32, y));
    let polygons = (0..count).map(|k| (4 * k..4 * k + 4).collect()).collect();
    ((0..count).flat_map(at).collect(), polygons)
}

#[test]
fn heaps_of_slivers_are_refused_before_they_take_room_or_time() {
    let (vertices, polygons) = heap(30_000);
    let error = NavMesh::from_polygons(&vertices, &polygons).unwrap_err();
    assert!(matches!(error, crate::PolygonError::TooClose { .. }), "{error}");
    let mut mesh = far_mesh(0.0);
    mesh.commit().unwrap();
    let baked = mesh.bake(&mut |_| {}).unwrap();
    let [definition, _] = opened(&baked.to_bytes().unwrap(), [DEFINITION, CELLS]);
    // Those of no width at all, and one more that is large enough for all of them.
    let mut cells = Writer::default();
    cells.u8(0);
    cells.u32(4 * 30_000);
    vertices.iter().for_each(|at| cells.dvec2(at.as_dvec2()));
    cells.u32(30_000);
    for polygon in &polygons {
        cells.u32(4);
        for &vertex in polygon {
            cells.u32(vertex);
            cells.u32(u32::MAX);
        }
    }
    let sections = vec![
        (DEFINITION, Writer(definition)),
        (CELLS, cells),
        (LINKS, links_written(baked.link_roster())),
    ];
    let error = NavMesh::from_bytes(&framed(sections)).unwrap_err();
    assert!(error.to_string().contains("too close together"), "{error}");
}
