//! Readers of level meshes: Wavefront OBJ by `tobj`, binary glTF by `gltf`. Only triangles are read, no materials.

use std::io::Cursor;
use std::path::Path;

use glam::Vec3;

use crate::error::{Error, Place};
use crate::sources::binary_gltf;
use crate::sources::source::{Source, words};

/// The triangles of a level, as its file has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LevelMesh {
    /// Metres.
    pub vertices: Vec<Vec3>,
    /// Indices of vertices.
    pub triangles: Vec<[u32; 3]>,
}

impl LevelMesh {
    /// Reads a file: `.glb` as binary glTF, any other as OBJ.
    ///
    /// # Errors
    /// [`Error::Input`], with line and column in an OBJ.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let is_binary = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb"));
        if !is_binary {
            return Self::parse_obj(&Source::read(path)?);
        }
        let place = Place { file: name, line: 1, column: 1 };
        let error = |message: String| Error::Input { place: place.clone(), message };
        let bytes = std::fs::read(path).map_err(|reason| {
            error(format!("cannot be read ({reason}); name a file that exists"))
        })?;
        Self::parse_glb(&bytes).map_err(error)
    }

    /// Reads the bytes of a binary glTF.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn parse_glb(bytes: &[u8]) -> Result<Self, String> {
        let (vertices, triangles) = binary_gltf::triangles(bytes)?;
        Ok(Self { vertices, triangles })
    }

    /// Reads the text of an OBJ. Faces of more than three corners are cut into triangles from their first corner on.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn parse_obj(source: &Source) -> Result<Self, Error> {
        check_lines(source)?;
        let options = tobj::LoadOptions {
            triangulate: true,
            ignore_points: true,
            ignore_lines: true,
            ..tobj::LoadOptions::default()
        };
        let mut text = Cursor::new(&source.text);
        // Materials do not matter here, nor whether there are any.
        let (models, _) = tobj::load_obj_buf(&mut text, &options, |_| Ok(Default::default()))
            .map_err(|error| source.error(1, 1, format!("{error}; a Wavefront OBJ is expected")))?;
        let mut level = Self::default();
        for tobj::Model { mesh, .. } in models {
            let first = level.vertices.len() as u32;
            let (vertices, _) = mesh.positions.as_chunks::<3>();
            let (triangles, _) = mesh.indices.as_chunks::<3>();
            level.vertices.extend(vertices.iter().copied().map(Vec3::from_array));
            level.triangles.extend(triangles.iter().map(|corners| corners.map(|at| first + at)));
        }
        match level.triangles.is_empty() {
            true => Err(source.error(source.end(), 1, "no faces; at least one \"f\" is expected")),
            false => Ok(level),
        }
    }
}

/// Finds what is wrong with vertices and faces, and where: the reader of their numbers does not say.
fn check_lines(source: &Source) -> Result<(), Error> {
    let (mut vertices, mut last) = (0_i64, false);
    for (line, text) in source.lines() {
        let is_continued = std::mem::replace(&mut last, text.trim_end().ends_with('\\'));
        if is_continued || last {
            let message = "a line that is continued by \\; each \"v\" and \"f\" on a line of its own is expected";
            return Err(source.error(line, 1, message));
        }
        let mut words = words(text);
        match words.next() {
            Some((_, "v")) => {
                vertices += 1;
                let mut count = 0;
                for (column, word) in words {
                    count += 1;
                    if !word.parse().is_ok_and(f32::is_finite) {
                        let message = format!("'{word}'; a finite number is expected");
                        return Err(source.error(line, column, message));
                    }
                }
                if count < 3 {
                    let message = format!("{count} numbers; \"v\" and three are expected");
                    return Err(source.error(line, 1, message));
                }
            }
            Some((_, "f")) => check_face(source, line, words, vertices)?,
            _ => {}
        }
    }
    Ok(())
}

fn check_face<'a>(
    source: &Source,
    line: usize,
    corners: impl Iterator<Item = (usize, &'a str)>,
    vertices: i64,
) -> Result<(), Error> {
    let mut count = 0;
    for (column, word) in corners {
        count += 1;
        let vertex = word.split('/').next().and_then(|vertex| vertex.parse::<i64>().ok());
        let is_there =
            vertex.is_some_and(|at| (1..=vertices).contains(&at) || (-vertices..=-1).contains(&at));
        if !is_there {
            let message = format!(
                "'{word}'; a vertex from 1 to {vertices}, the number of those above, is expected"
            );
            return Err(source.error(line, column, message));
        }
    }
    let message = format!("a face of {count} corners; three at least are expected");
    if count < 3 { Err(source.error(line, 1, message)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "# a floor\nmtllib none.mtl\no floor\nv 0 0 0\nv 4 0 0\nv 4 0 -3 1.0\nv 0 0 -3\nusemtl grass\nf 1 2/1 3//1 -1\n";

    #[test]
    fn faces_become_triangles() {
        let level = LevelMesh::parse_obj(&Source::new("a.obj", SQUARE)).unwrap();
        assert_eq!(level.vertices.len(), 4);
        assert_eq!(level.vertices[2], Vec3::new(4.0, 0.0, -3.0));
        assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn says_where_a_file_is_wrong() {
        let message = |from: &str, to: &str| {
            let source = Source::new("a.obj", SQUARE.replacen(from, to, 1));
            LevelMesh::parse_obj(&source).unwrap_err().to_string()
        };
        assert_eq!(message("v 4 0 0", "v 4 x 0"), "a.obj:5:5: 'x'; a finite number is expected");
        assert_eq!(
            message("v 4 0 0", "v 4 inf 0"),
            "a.obj:5:5: 'inf'; a finite number is expected"
        );
        assert_eq!(
            message("v 4 0 0", "v 4 0"),
            "a.obj:5:1: 2 numbers; \"v\" and three are expected"
        );
        assert_eq!(
            message("-1\n", "-5\n"),
            "a.obj:9:14: '-5'; a vertex from 1 to 4, the number of those above, is expected"
        );
        assert_eq!(
            message("f 1 2/1 3//1 -1", "f 1 2"),
            "a.obj:9:1: a face of 2 corners; three at least are expected"
        );
        assert_eq!(
            message("f 1 2/1 3//1 -1", ""),
            "a.obj:10:1: no faces; at least one \"f\" is expected"
        );
        assert_eq!(
            message("f 1 2/1", "f 1 2/9x"),
            "a.obj:1:1: face parse error; a Wavefront OBJ is expected"
        );
    }
}
