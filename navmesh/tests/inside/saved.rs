//! Bytes that someone wrote who knows the format: rightly framed, with anything inside.

use super::invariants::check;
use super::random_scene::{Random, Scene};
use crate::saving::areas::{AREAS, LINKS, areas_written, links_written};
use crate::saving::bytes::Writer;
use crate::saving::definition::DEFINITION;
use crate::saving::fixed::CELLS;
use crate::saving::roster::OBSTACLES;
use crate::saving::sections::{Kind, Sections, framed};
use crate::{LoadError, NavMesh};

/// The contents of the sections of a saved mesh.
fn opened(bytes: &[u8], kinds: [Kind; 2]) -> [Vec<u8>; 2] {
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
                    sections.push((AREAS, areas_written(mesh.area_roster())));
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

/// Changes a bit or a few bytes, or cuts some out.
fn forge(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
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
