//! Reader of Polyanya's mesh files.
//!
//! Format, version 2: Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free Pathfinding on a
//! Navigation Mesh", 2017: `mesh`, `2`, the numbers of vertices and of polygons, each vertex (x, y,
//! its number of neighbours, the polygons round it), each polygon (its number of vertices, the
//! vertices, the polygon beyond each side); −1 is no polygon. Any white space parts the words. What
//! lies beyond a side is told by the polygons themselves, so the neighbours are only checked to be
//! numbers of polygons.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::{NavMesh, PolygonError};

use crate::error::Error;
use crate::sources::source::{Source, words};

/// Convex polygons with the places in their file.
#[derive(Debug, Clone)]
pub struct PolygonMap {
    source: Source,
    vertices: Vec<Vec2>,
    polygons: Vec<Vec<u32>>,
    /// Lines and columns.
    vertex_places: Vec<(usize, usize)>,
    polygon_places: Vec<(usize, usize)>,
}

impl PolygonMap {
    /// Reads a `.mesh` file.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::parse(Source::read(path)?)
    }

    /// Reads the text of a `.mesh` file.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn parse(source: Source) -> Result<Self, Error> {
        let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
        let (mut vertex_places, mut polygon_places) = (Vec::new(), Vec::new());
        let mut words = Words::new(&source);
        words.exactly("mesh")?;
        words.exactly("2")?;
        let vertex_count: u32 = words.number("the number of vertices", |&count| count >= 3)?;
        let polygon_count: u32 = words.number("the number of polygons", |&count| count >= 1)?;
        let neighbours = |words: &mut Words<'_>, count: usize| -> Result<(), Error> {
            let wanted = format!("-1 or a polygon below {polygon_count}");
            for _ in 0..count {
                words
                    .number(&wanted, |&other: &i64| (-1..polygon_count.into()).contains(&other))?;
            }
            Ok(())
        };
        for _ in 0..vertex_count {
            vertex_places.push(words.place());
            let mut coordinate = || words.number("a coordinate", |at: &f32| at.is_finite());
            vertices.push(Vec2::new(coordinate()?, coordinate()?));
            let count = words.number("a number of neighbours", |_| true)?;
            neighbours(&mut words, count)?;
        }
        let wanted = format!("a vertex below {vertex_count}");
        for _ in 0..polygon_count {
            polygon_places.push(words.place());
            let count: usize =
                words.number("a number of at least 3 vertices", |&count| count >= 3)?;
            let vertex = |_| words.number(&wanted, |&vertex: &u32| vertex < vertex_count);
            polygons.push((0..count).map(vertex).collect::<Result<Vec<u32>, _>>()?);
            neighbours(&mut words, count)?;
        }
        words.end()?;
        Ok(Self { source, vertices, polygons, vertex_places, polygon_places })
    }

    /// The mesh of the polygons.
    ///
    /// # Errors
    /// [`Error::Input`] at the vertex or polygon that the mesh refuses.
    pub fn mesh(&self) -> Result<NavMesh, Error> {
        NavMesh::from_polygons(&self.vertices, &self.polygons).map_err(|error| {
            let (line, column) = self.place(&error);
            self.source.error(line, column, error.to_string())
        })
    }

    fn place(&self, error: &PolygonError) -> (usize, usize) {
        match *error {
            PolygonError::NotFinite { index, .. } | PolygonError::TooFar { index, .. } => {
                self.vertex_places[index]
            }
            PolygonError::TooFewVertices { polygon, .. }
            | PolygonError::TooManyVertices { polygon, .. }
            | PolygonError::UnknownVertex { polygon, .. }
            | PolygonError::ZeroArea { polygon }
            | PolygonError::NotConvex { polygon, .. } => self.polygon_places[polygon],
            PolygonError::Overlap { other, .. } => self.polygon_places[other],
            _ => (1, 1),
        }
    }
}

/// The words of a file, one after another, with their lines and columns.
struct Words<'a> {
    source: &'a Source,
    rest: Vec<(usize, usize, &'a str)>,
}

impl<'a> Words<'a> {
    fn new(source: &'a Source) -> Self {
        let of_line = |(line, text)| words(text).map(move |(column, word)| (line, column, word));
        let mut rest: Vec<_> = source.lines().flat_map(of_line).collect();
        rest.reverse();
        Self { source, rest }
    }

    /// The line and column of the next word.
    fn place(&self) -> (usize, usize) {
        self.rest.last().map_or((self.source.end(), 1), |&(line, column, _)| (line, column))
    }

    fn number<T: std::str::FromStr>(
        &mut self,
        wanted: &str,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, Error> {
        let (line, column) = self.place();
        let Some((.., word)) = self.rest.pop() else {
            return Err(self.source.error(
                line,
                column,
                format!("the file ends here; {wanted} is expected"),
            ));
        };
        word.parse().ok().filter(fits).ok_or_else(|| {
            self.source.error(line, column, format!("'{word}'; {wanted} is expected"))
        })
    }

    fn exactly(&mut self, wanted: &str) -> Result<(), Error> {
        self.number(&format!("'{wanted}'"), |word: &String| word == wanted).map(drop)
    }

    fn end(&self) -> Result<(), Error> {
        self.rest.last().map_or(Ok(()), |&(line, column, word)| {
            let message = format!("'{word}' after the last polygon; the end is expected");
            Err(self.source.error(line, column, message))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hybrid::navmesh::{PathOptions, Search};

    /// Two boxes side by side.
    const MESH: &str = "mesh\n2\n6 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n4 0 2 1 -1\n0 1 2 0 -1\n2 1 3 1 0 -1\n4 1 2 1 -1\n4 0 1 4 3 -1 -1 1 -1\n4 1 2 5 4 0 -1 -1 -1\n";

    fn message(text: &str) -> String {
        let made = PolygonMap::parse(Source::new("m.mesh", text)).and_then(|map| map.mesh());
        made.unwrap_err().to_string()
    }

    #[test]
    fn reads_polygons() {
        for text in [MESH.to_owned(), MESH.replace('\n', " ")] {
            let mesh = PolygonMap::parse(Source::new("m", text)).unwrap().mesh().unwrap();
            let (from, to) = (Vec2::new(0.5, 0.5), Vec2::new(3.5, 0.5));
            let path =
                mesh.find_path(&mut Search::default(), from, to, &PathOptions::default()).unwrap();
            assert_eq!((path.corridor.len(), path.length), (2, 3.0));
        }
    }

    #[test]
    fn says_where_a_mesh_is_wrong() {
        assert_eq!(message(""), "m.mesh:1:1: the file ends here; 'mesh' is expected");
        assert_eq!(message("mesh\n1\n"), "m.mesh:2:1: '1'; '2' is expected");
        assert_eq!(message("mesh\n2\n6 x"), "m.mesh:3:3: 'x'; the number of polygons is expected");
        let with = |from: &str, to: &str| message(&MESH.replacen(from, to, 1));
        assert_eq!(
            with("2 0 3 0 1 -1", "2 NaN 3 0 1 -1"),
            "m.mesh:5:3: 'NaN'; a coordinate is expected"
        );
        assert_eq!(
            with("3 1 0 -1", "3 1 2 -1"),
            "m.mesh:8:9: '2'; -1 or a polygon below 2 is expected"
        );
        assert_eq!(
            with("4 0 1 4 3", "4 0 1 4 6"),
            "m.mesh:10:9: '6'; a vertex below 6 is expected"
        );
        assert_eq!(
            with("4 1 2 5 4 0 -1 -1 -1\n", "4 1 2 5\n"),
            "m.mesh:12:1: the file ends here; a vertex below 6 is expected"
        );
        assert_eq!(
            with("0 -1 -1 -1\n", "0 -1 -1 -1\n7"),
            "m.mesh:12:1: '7' after the last polygon; the end is expected"
        );
    }

    #[test]
    fn what_the_mesh_refuses_has_a_place() {
        let with = |from: &str, to: &str| message(&MESH.replacen(from, to, 1));
        assert_eq!(
            with("4 1 2 5 4", "4 1 5 2 4"),
            "m.mesh:11:1: polygon 1 encloses no area: its vertices lie within 1.5 mm of one line"
        );
        assert_eq!(
            with("4 1 2 5 4", "4 0 2 5 3"),
            "m.mesh:11:1: polygons 0 and 1 overlap: each place may belong to one only"
        );
        assert_eq!(
            with("\n4 0 2", "\n2e7 0 2"),
            "m.mesh:6:1: vertex 2 [20000000, 0] lies beyond the range of ±1048576 m"
        );
    }
}
