//! Files of levels that are wrong: one line that says where, what, and what would be right; never a panic.

use headless::sources::level_mesh::LevelMesh;
use headless::sources::source::Source;
use proptest::prelude::*;

use super::{level_file, shapes};
use crate::support::{complaint, file, folder, json, small_scene};

fn path(name: &str, bytes: &[u8]) -> String {
    let path = folder().join(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn the_command_complains_in_one_line() {
    let square = "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\n";
    for (name, text, expected) in [
        ("face.obj", format!("{square}f 1 2 5\n"), ":5:7: '5'; a vertex from 1 to 4"),
        ("number.obj", format!("{square}v 1 nan 0\n"), ":5:5: 'nan'; a finite number is expected"),
        ("empty.obj", String::new(), ":1:1: no faces; at least one \"f\" is expected"),
        ("down.obj", format!("{square}f 1 4 3 2\n"), ":1:1: no ground is walkable: 2 triangles"),
        ("far.obj", format!("{square}v 1e6 0 0\nf 1 2 3 5\n"), "its numbers must be from -65536"),
        ("wide.obj", "v 0 0 0\nv 60000 0 0\nv 0 0 -60000\nf 1 2 3\n".into(), "take larger cells"),
    ] {
        let name = file(&format!("levels_{name}"), &text).display().to_string();
        let complaint = complaint(&["soup", &name]);
        assert!(complaint.starts_with(&name) && complaint.contains(expected), "{complaint}");
    }
    let missing = folder().join("levels_missing.obj").display().to_string();
    assert!(complaint(&["soup", &missing]).contains("name a text file that exists"));
    let house = level_file("house.glb").display().to_string();
    let floors = complaint(&["soup", &house]);
    assert!(
        floors.contains("floors lie over each other at (") && floors.contains("--floor lowest")
    );
    assert!(complaint(&["soup", &house, "--slope", "120"]).contains("from 0 to 90"));
    assert!(complaint(&["soup", &house, "--cell-size", "0"]).contains("cell_size is 0"));
    let bytes = std::fs::read(&house).unwrap();
    let cut = path("levels_cut.glb", &bytes[..bytes.len() / 2]);
    assert!(complaint(&["soup", &cut]).contains("all of it is expected"));
    let text = path("levels_text.glb", b"v 0 0 0");
    assert!(complaint(&["soup", &text]).contains("the first four bytes \"glTF\" are expected"));
}

#[test]
fn the_ground_of_a_scene_is_checked() {
    let scene = |ground: &str| {
        let text = small_scene(&format!("\"ground\": {{ {ground} }}"));
        file("levels_ground.json", &text).display().to_string()
    };
    let heights = |spacing: f32, columns: usize| {
        let heights = r#""min": [0, 0], "heights": [0, 0, 1, 1]"#;
        format!(r#""heights": {{ {heights}, "spacing": {spacing}, "columns": {columns} }}"#)
    };
    let walkable = |border: &str| format!(r#""walkable": [ {{ "border": [{border}] }} ]"#);
    for (ground, expected) in [
        (heights(0.0, 2), "the spacing at least 0.0625 m"),
        (heights(8.0, 3), "4 samples in rows of 3: give whole rows"),
        (walkable("[0, 0], [1, 1]"), "give at least 3"),
        (walkable("[0, 0], [10, 10], [10, 0], [0, 10]"), "self-intersection"),
        (r#""flat": true"#.into(), "unknown field `flat`"),
    ] {
        let complaint = complaint(&["run", &scene(&ground), "--no-pictures"]);
        assert!(complaint.contains("levels_ground.json:5:"), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    }
    let ground = format!("{}, {}", heights(8.0, 2), walkable("[1, 1], [19, 1], [19, 9], [1, 9]"));
    let card = json(&["run", &scene(&ground), "--json", "--no-pictures"], 0);
    assert_eq!((&card["arrived"], &card["wall_violations"]), (&4.into(), &0.into()));
}

#[test]
fn a_binary_level_that_is_cut_off_anywhere_is_refused() {
    let whole = shapes::house().glb("house");
    assert!(LevelMesh::parse_glb(&whole).is_ok());
    for length in 0..whole.len() {
        assert!(LevelMesh::parse_glb(&whole[..length]).is_err(), "{length}");
    }
}

#[test]
fn both_kinds_of_files_have_equal_levels() {
    let house = shapes::house();
    let obj = LevelMesh::parse_obj(&Source::new("house.obj", house.obj("house"))).unwrap();
    let glb = LevelMesh::parse_glb(&house.glb("house")).unwrap();
    let corners = |level: &LevelMesh| -> Vec<_> {
        level.triangles.iter().flatten().map(|at| level.vertices[*at as usize]).collect()
    };
    let pairs = corners(&obj).into_iter().zip(corners(&glb));
    assert_eq!(obj.triangles.len(), glb.triangles.len());
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs().max_element() < 1e-5));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_bytes_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = shapes::house().glb("house");
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        // Most of it is numbers: the text and the headers too.
        let mut head = bytes.clone();
        for (at, byte) in &changes {
            head[at.index(900)] = *byte;
        }
        for bytes in [bytes, head] {
            if let Ok(level) = LevelMesh::parse_glb(&bytes) {
                let count = level.vertices.len();
                prop_assert!(level.triangles.iter().flatten().all(|at| (*at as usize) < count));
            }
        }
    }

    #[test]
    fn damaged_text_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6)) {
        let mut text: Vec<char> = shapes::courtyard().obj("courtyard").chars().collect();
        for (at, letter) in changes {
            let at = at.index(text.len());
            text[at] = letter;
        }
        let text: String = text.into_iter().collect();
        if let Ok(level) = LevelMesh::parse_obj(&Source::new("damaged.obj", text)) {
            let count = level.vertices.len();
            prop_assert!(level.triangles.iter().flatten().all(|at| (*at as usize) < count));
        }
    }
}
