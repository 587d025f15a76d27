//! Readers of path queries: MovingAI `.scen` files and `.queries` files with exact lengths.

use std::path::Path;

use glam::Vec2;
use hybrid::navmesh::Bounds;

use crate::error::Error;
use crate::sources::grid_map::GridMap;
use crate::sources::source::{Source, words};

/// One path that is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    /// Where it starts, metres.
    pub start: Vec2,
    /// Where it ends, metres.
    pub goal: Vec2,
    /// Exact shortest length of an agent of radius 0, metres, where the file has one.
    pub exact: Option<f64>,
}

/// Where the points of queries may lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// The least and the greatest coordinates, in metres.
    pub bounds: Bounds,
    /// The columns and rows of a grid map.
    pub cells: Option<[u32; 2]>,
}

impl From<&GridMap> for Extent {
    fn from(map: &GridMap) -> Self {
        let size = Vec2::new(map.width() as f32, map.height() as f32);
        let cells = Some([map.width(), map.height()]);
        Self { bounds: Bounds::new(Vec2::ZERO, size), cells }
    }
}

impl From<Bounds> for Extent {
    fn from(bounds: Bounds) -> Self {
        Self { bounds, cells: None }
    }
}

/// Reads a `.queries` file (`sx sy gx gy L` a line) or a `.scen` file (whose lengths are octile,
/// not Euclidean, and left out).
///
/// # Errors
/// [`Error::Input`] with line and column.
pub fn read(path: &Path, within: impl Into<Extent>) -> Result<Vec<Query>, Error> {
    let within = &within.into();
    let source = Source::read(path)?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("queries") => parse_queries(&source, within),
        Some("scen") => parse_scen(&source, within),
        _ => Err(source.error(1, 1, "unknown kind of file; .queries or .scen is expected")),
    }
}

/// Reads the text of a `.queries` file.
///
/// # Errors
/// [`Error::Input`] with line and column.
pub fn parse_queries(source: &Source, within: &Extent) -> Result<Vec<Query>, Error> {
    let query = |(line, text): (usize, &str)| {
        let fields = Fields::new(source, line, text, 5, "sx sy gx gy length")?;
        let exact: f64 =
            fields.number(4, "a length in metres", |length| (0.0..1e9).contains(length))?;
        Ok(Query {
            start: fields.point(0, within)?,
            goal: fields.point(2, within)?,
            exact: Some(exact),
        })
    };
    some(source, source.lines().map(query).collect::<Result<_, _>>()?)
}

/// Reads the text of a `.scen` file; a path goes from cell centre to cell centre.
///
/// # Errors
/// [`Error::Input`] with line and column.
pub fn parse_scen(source: &Source, within: &Extent) -> Result<Vec<Query>, Error> {
    let mut lines = source.lines();
    let (line, first) = lines.next().unwrap_or((1, ""));
    if words(first).next().map(|(_, word)| word) != Some("version") {
        return Err(source.error(
            line,
            1,
            "no 'version' in the first line; 'version 1' is expected",
        ));
    }
    let query = |(line, text): (usize, &str)| {
        const WANTED: &str = "bucket map width height start-x start-y goal-x goal-y length";
        let fields = Fields::new(source, line, text, 9, WANTED)?;
        let size = fields.size(within)?;
        Ok(Query { start: fields.cell(4, size)?, goal: fields.cell(6, size)?, exact: None })
    };
    some(source, lines.map(query).collect::<Result<_, _>>()?)
}

fn some(source: &Source, queries: Vec<Query>) -> Result<Vec<Query>, Error> {
    if queries.is_empty() {
        Err(source.error(source.end(), 1, "no query; at least one line is expected"))
    } else {
        Ok(queries)
    }
}

/// The fields of one line.
struct Fields<'a> {
    source: &'a Source,
    line: usize,
    words: Vec<(usize, &'a str)>,
}

impl<'a> Fields<'a> {
    fn new(
        source: &'a Source,
        line: usize,
        text: &'a str,
        count: usize,
        wanted: &str,
    ) -> Result<Self, Error> {
        let words: Vec<_> = words(text).collect();
        if words.len() != count {
            let column = words.get(count).map_or(text.len() + 1, |&(column, _)| column);
            let found = words.len();
            return Err(source.error(
                line,
                column,
                format!("a line of {found} fields; the {count} fields '{wanted}' are expected"),
            ));
        }
        Ok(Self { source, line, words })
    }

    fn number<T: std::str::FromStr>(
        &self,
        field: usize,
        wanted: &str,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, Error> {
        let (column, word) = self.words[field];
        let number = word.parse().ok().filter(fits);
        number.ok_or_else(|| {
            self.source.error(self.line, column, format!("'{word}'; {wanted} is expected"))
        })
    }

    fn point(&self, field: usize, within: &Extent) -> Result<Vec2, Error> {
        let Bounds { min, max } = within.bounds;
        let coordinate = |field: usize, low: f32, high: f32| {
            self.number(field, &format!("a coordinate from {low} to {high}"), |at: &f32| {
                (low..=high).contains(at)
            })
        };
        Ok(Vec2::new(coordinate(field, min.x, max.x)?, coordinate(field + 1, min.y, max.y)?))
    }

    /// The columns and rows of the grid on which a scen was made: those of the map, if that has any.
    fn size(&self, within: &Extent) -> Result<[u32; 2], Error> {
        let side = |axis: usize, name: &str| match within.cells.map(|cells| cells[axis]) {
            Some(size) => {
                self.number(2 + axis, &format!("the map's {name} {size}"), |&given: &u32| {
                    given == size
                })
            }
            None => self.number(2 + axis, &format!("a {name} in cells"), |&given| given > 0),
        };
        Ok([side(0, "width")?, side(1, "height")?])
    }

    fn cell(&self, field: usize, size: [u32; 2]) -> Result<Vec2, Error> {
        let cell = |axis: usize| {
            let (field, size) = (field + axis, size[axis]);
            self.number(field, &format!("a cell from 0 to {}", size - 1), |&cell: &u32| cell < size)
                .map(|cell| cell as f32 + 0.5)
        };
        Ok(Vec2::new(cell(0)?, cell(1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Extent {
        Extent::from(&GridMap::from_cells(4, 3, vec![true; 12]))
    }

    #[test]
    fn reads_both_kinds() {
        let queries =
            parse_queries(&Source::new("q", "0.5 0.5 3.5 2.5 3.60555\n"), &map()).unwrap();
        assert_eq!(
            queries,
            [Query { start: Vec2::new(0.5, 0.5), goal: Vec2::new(3.5, 2.5), exact: Some(3.60555) }]
        );
        let scen =
            parse_scen(&Source::new("q", "version 1\n0\ta.map\t4\t3\t0\t0\t3\t2\t4.2\n"), &map())
                .unwrap();
        assert_eq!(
            scen,
            [Query { start: Vec2::new(0.5, 0.5), goal: Vec2::new(3.5, 2.5), exact: None }]
        );
    }

    #[test]
    fn says_where_queries_are_wrong() {
        let message =
            |text: &str| parse_queries(&Source::new("q", text), &map()).unwrap_err().to_string();
        assert_eq!(message(""), "q:1:1: no query; at least one line is expected");
        assert_eq!(
            message("1 1 2 2\n"),
            "q:1:8: a line of 4 fields; the 5 fields 'sx sy gx gy length' are expected"
        );
        assert_eq!(
            message("1 1 2 2 1.4\n1 x 2 2 1.4\n"),
            "q:2:3: 'x'; a coordinate from 0 to 3 is expected"
        );
        assert_eq!(message("1 1 5 2 1.4\n"), "q:1:5: '5'; a coordinate from 0 to 4 is expected");
        assert_eq!(message("1 1 2 2 NaN\n"), "q:1:9: 'NaN'; a length in metres is expected");
    }

    #[test]
    fn says_where_a_scen_is_wrong() {
        let message =
            |text: &str| parse_scen(&Source::new("q", text), &map()).unwrap_err().to_string();
        assert_eq!(message(""), "q:1:1: no 'version' in the first line; 'version 1' is expected");
        assert_eq!(message("version 1\n"), "q:2:1: no query; at least one line is expected");
        assert_eq!(
            message("version 1\n0 a 5 3 0 0 1 1 1\n"),
            "q:2:5: '5'; the map's width 4 is expected"
        );
        assert_eq!(
            message("version 1\n0 a 4 3 0 0 1 3 1\n"),
            "q:2:15: '3'; a cell from 0 to 2 is expected"
        );
        assert_eq!(
            message("version 1\n0 a 4 3 0 0 1\n"),
            "q:2:14: a line of 7 fields; the 9 fields 'bucket map width height start-x start-y goal-x goal-y length' are expected"
        );
    }
}
