//! Levels of triangles, built from a few shapes; the second axis points up, as in most files of levels.

use std::fmt::Write;

/// Triangles in the making. Places are those of the plane and a height: x, y, h. Files have (x, h, −y).
#[derive(Default)]
pub(crate) struct Shapes {
    vertices: Vec<[f32; 3]>,
    faces: Vec<Vec<u32>>,
}

impl Shapes {
    /// A face, counter-clockwise as seen from where it shows.
    pub(crate) fn face(&mut self, corners: &[[f32; 3]]) {
        let vertex = |&corner: &[f32; 3]| {
            let known = self.vertices.iter().position(|vertex| *vertex == corner);
            known.unwrap_or_else(|| {
                self.vertices.push(corner);
                self.vertices.len() - 1
            }) as u32
        };
        let face = corners.iter().map(vertex).collect();
        self.faces.push(face);
    }

    /// A rectangle that faces up.
    pub(crate) fn floor(&mut self, [x0, y0, x1, y1]: [f32; 4], h: f32) {
        self.face(&[[x0, y0, h], [x1, y0, h], [x1, y1, h], [x0, y1, h]]);
    }

    /// A box, from height to height.
    pub(crate) fn block(&mut self, [x0, y0, x1, y1]: [f32; 4], [low, high]: [f32; 2]) {
        let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        self.floor([x0, y0, x1, y1], high);
        self.face(&[[x0, y1, low], [x1, y1, low], [x1, y0, low], [x0, y0, low]]);
        for side in 0..4 {
            let ([ax, ay], [bx, by]) = (corners[side], corners[(side + 1) % 4]);
            self.face(&[[ax, ay, low], [bx, by, low], [bx, by, high], [ax, ay, high]]);
        }
    }

    /// A flight of stairs that rises along x, each step a box.
    pub(crate) fn stairs(&mut self, [x0, y0, x1, y1]: [f32; 4], [low, high]: [f32; 2], steps: u32) {
        for step in 0..steps {
            let at = |step: u32| step as f32 / steps as f32;
            let x = x0 + (x1 - x0) * at(step);
            let next = x0 + (x1 - x0) * at(step + 1);
            self.block(
                [x.min(next), y0, x.max(next), y1],
                [low, low + (high - low) * at(step + 1)],
            );
        }
    }

    /// The text of an OBJ.
    pub(crate) fn obj(&self, name: &str) -> String {
        let mut text = format!(
            "# {name}: drawn by the tests of hybridnav; the second axis points up\no {name}\n"
        );
        for [x, y, h] in &self.vertices {
            writeln!(text, "v {x} {h} {}", 0.0 - y).unwrap();
        }
        for face in &self.faces {
            let corners: Vec<String> = face.iter().map(|corner| (corner + 1).to_string()).collect();
            writeln!(text, "f {}", corners.join(" ")).unwrap();
        }
        text
    }

    /// The bytes of a binary glTF: one mesh, with 16-bit indices, which a node turns by 90° and moves.
    pub(crate) fn glb(&self, name: &str) -> Vec<u8> {
        // The node's rotation takes (x, y, z) to (x, −z, y): as if the level had been made with its third axis up.
        let positions = self.vertices.iter().flat_map(|&[x, y, h]| [x, y, h - 1.0]);
        let mut bytes: Vec<u8> = positions.flat_map(f32::to_le_bytes).collect();
        let view = bytes.len();
        let triangles = self
            .faces
            .iter()
            .flat_map(|face| (2..face.len()).flat_map(|at| [face[0], face[at - 1], face[at]]));
        bytes.extend(triangles.flat_map(|corner| (corner as u16).to_le_bytes()));
        let indices = (bytes.len() - view) / 2;
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let bound = |pick: fn(f32, f32) -> f32| {
            let of = |axis: usize| {
                self.vertices.iter().map(move |vertex| vertex[axis]).reduce(pick).unwrap()
            };
            format!("[{},{},{}]", of(0), of(1), of(2) - 1.0)
        };
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let mut json = format!(
            r#"{{"asset":{{"version":"2.0","generator":"tests of hybridnav"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"children":[1],"translation":[0,1,0]}},{{"name":"{name}","mesh":0,"rotation":[{},0,0,{half}]}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3","min":{},"max":{}}},{{"bufferView":1,"componentType":5123,"count":{indices},"type":"SCALAR"}}],"bufferViews":[{{"buffer":0,"byteLength":{view}}},{{"buffer":0,"byteOffset":{view},"byteLength":{}}}],"buffers":[{{"byteLength":{}}}]}}"#,
            -half,
            self.vertices.len(),
            bound(f32::min),
            bound(f32::max),
            2 * indices,
            bytes.len()
        );
        while json.len() % 4 != 0 {
            json.push(' ');
        }
        let length = 12 + 8 + json.len() + 8 + bytes.len();
        let word = |word: usize| (word as u32).to_le_bytes();
        [
            &b"glTF"[..],
            &word(2),
            &word(length),
            &word(json.len()),
            b"JSON",
            json.as_bytes(),
            &word(bytes.len()),
            b"BIN\0",
            &bytes,
        ]
        .concat()
    }
}

/// 40 m by 30 m within walls, with pillars, and in the east a terrace of 1.6 m that a ramp and stairs lead to.
pub(crate) fn courtyard() -> Shapes {
    let mut shapes = Shapes::default();
    shapes.floor([0.0, 0.0, 40.0, 30.0], 0.0);
    for wall in [
        [0.0, 0.0, 40.0, 0.4],
        [0.0, 29.6, 40.0, 30.0],
        [0.0, 0.4, 0.4, 29.6],
        [39.6, 0.4, 40.0, 29.6],
    ] {
        shapes.block(wall, [0.0, 3.0]);
    }
    shapes.block([28.0, 0.4, 39.6, 29.6], [0.0, 1.6]);
    for pillar in [[8.0, 8.0], [8.0, 21.2], [14.0, 14.6], [20.0, 8.0], [20.0, 21.2]] {
        let [x, y] = pillar;
        shapes.block([x, y, x + 0.8, y + 0.8], [0.0, 3.0]);
    }
    // 1.6 m in 6 m: 15 degrees.
    let [x0, x1, y0, y1] = [22.0, 28.0, 16.0, 20.0];
    shapes.face(&[[x0, y0, 0.0], [x1, y0, 1.6], [x1, y1, 1.6], [x0, y1, 0.0]]);
    shapes.face(&[[x0, y0, 0.0], [x1, y0, 0.0], [x1, y0, 1.6]]);
    shapes.face(&[[x1, y1, 0.0], [x0, y1, 0.0], [x1, y1, 1.6]]);
    shapes.stairs([24.8, 8.0, 28.0, 11.0], [0.0, 1.6], 8);
    shapes
}

/// How high the hills are: gentle, but for a cliff in the south that ends in the middle.
pub(crate) fn hill(x: f32, y: f32) -> f32 {
    let wave = |at: f32| {
        let at = at / 24.0 - (at / 24.0).floor();
        16.0 * at * at * (1.0 - at) * (1.0 - at)
    };
    let cliff = if y < 26.0 { ((x - 24.0) / 2.0).clamp(0.0, 1.0) * 4.0 } else { 0.0 };
    let fade = ((26.0 - y) / 20.0).clamp(0.0, 1.0);
    2.0 * wave(x) * wave(y) + cliff * fade
}

/// 48 m by 48 m of hills, a vertex every 2 m.
pub(crate) fn hills() -> Shapes {
    let mut shapes = Shapes::default();
    let at = |column: u32, row: u32| {
        let (x, y) = (2.0 * column as f32, 2.0 * row as f32);
        [x, y, (hill(x, y) * 100.0).round() / 100.0]
    };
    for row in 0..24 {
        for column in 0..24 {
            let corners = [
                at(column, row),
                at(column + 1, row),
                at(column + 1, row + 1),
                at(column, row + 1),
            ];
            shapes.face(&corners);
        }
    }
    shapes
}

/// A house of two floors with a door and stairs inside, on a lawn of 24 m by 20 m.
pub(crate) fn house() -> Shapes {
    let mut shapes = Shapes::default();
    shapes.floor([0.0, 0.0, 24.0, 20.0], 0.0);
    let walls = [
        [6.0, 5.0, 18.0, 5.4],
        [6.0, 14.6, 18.0, 15.0],
        [17.6, 5.4, 18.0, 14.6],
        [6.0, 5.4, 6.4, 8.4],
        [6.0, 11.6, 6.4, 14.6],
    ];
    for wall in walls {
        shapes.block(wall, [0.0, 6.0]);
    }
    // The upper floor, with an opening for the stairs.
    shapes.block([12.0, 5.4, 17.6, 12.6], [2.8, 3.0]);
    shapes.block([15.6, 12.6, 17.6, 14.6], [2.8, 3.0]);
    shapes.stairs([9.6, 12.6, 15.6, 14.6], [0.0, 3.0], 16);
    shapes
}
