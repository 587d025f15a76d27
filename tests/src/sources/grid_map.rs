//! Reader of MovingAI grid maps.
//!
//! Format: Nathan Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012: the header `type
//! octile`, `height H`, `width W`, `map`, then H rows of W characters. Row 0 is y = 0, cell (x, y)
//! covers [x, x+1] × [y, y+1].

use std::path::Path;

use crate::error::Error;
use crate::sources::source::{Source, words};

/// Most cells a side: below this many metres an f32 still resolves 1/1024 m.
const MOST_CELLS: u32 = 1 << 14;

/// A grid of open and blocked cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridMap {
    width: u32,
    height: u32,
    open: Vec<bool>,
}

impl GridMap {
    /// Reads a `.map` file.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::parse(&Source::read(path)?)
    }

    /// Reads the text of a `.map` file.
    ///
    /// # Errors
    /// [`Error::Input`] with line and column.
    pub fn parse(source: &Source) -> Result<Self, Error> {
        let mut lines = source.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut next = |wanted: &str| {
            lines.next().ok_or_else(|| {
                source.error(source.end(), 1, format!("the file ends here; {wanted} is expected"))
            })
        };
        header_words(source, next("the line 'type octile'")?, &["type", "octile"])?;
        let height = header_size(source, next("the line 'height H'")?, "height")?;
        let width = header_size(source, next("the line 'width W'")?, "width")?;
        header_words(source, next("the line 'map'")?, &["map"])?;
        let mut open = Vec::new();
        for row in 0..height {
            let (line, text) = next(&format!("row {} of {height}", row + 1))?;
            let found = text.chars().count();
            if found != width as usize {
                let column = found.min(width as usize) + 1;
                return Err(source.error(
                    line,
                    column,
                    format!("a row of {found} cells; the header says width {width}"),
                ));
            }
            open.extend(text.chars().map(|cell| matches!(cell, '.' | 'G' | 'S')));
        }
        match lines.find(|(_, text)| !text.trim().is_empty()) {
            Some((line, _)) => Err(source.error(
                line,
                1,
                format!("text after the last row; the header says height {height}"),
            )),
            None => Ok(Self { width, height, open }),
        }
    }

    /// A map from its cells, row by row from y = 0; cells that are missing are blocked.
    pub fn from_cells(width: u32, height: u32, mut open: Vec<bool>) -> Self {
        open.resize(width as usize * height as usize, false);
        Self { width, height, open }
    }

    /// Cells in x.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Cells in y.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whether a cell can be walked on; cells off the map cannot.
    pub fn is_open(&self, x: u32, y: u32) -> bool {
        x < self.width
            && y < self.height
            && self.open[y as usize * self.width as usize + x as usize]
    }
}

fn header_words(
    source: &Source,
    (line, text): (usize, &str),
    wanted: &[&str],
) -> Result<(), Error> {
    if words(text).map(|(_, word)| word).eq(wanted.iter().copied()) {
        return Ok(());
    }
    Err(source.error(
        line,
        1,
        format!("'{}' in the header; '{}' is expected", excerpt(text), wanted.join(" ")),
    ))
}

fn header_size(source: &Source, (line, text): (usize, &str), name: &str) -> Result<u32, Error> {
    let mut found = words(text);
    let (key, value, rest) = (found.next(), found.next(), found.next());
    let (Some((_, key)), Some((column, value)), None) = (key, value, rest) else {
        return Err(source.error(
            line,
            1,
            format!("'{}' in the header; '{name} N' is expected", excerpt(text)),
        ));
    };
    if key != name {
        return Err(source.error(
            line,
            1,
            format!("'{}' in the header; '{name} N' is expected", excerpt(text)),
        ));
    }
    let size = value.parse().ok().filter(|size| (1..=MOST_CELLS).contains(size));
    size.ok_or_else(|| {
        let value = excerpt(value);
        source.error(
            line,
            column,
            format!("{name} '{value}'; a whole number from 1 to {MOST_CELLS} is expected"),
        )
    })
}

/// The beginning of a text, so that a message stays one readable line.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.trim_end().chars().take(MOST).collect();
    if text.trim_end().chars().count() > MOST {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        GridMap::parse(&Source::new("m.map", text)).unwrap_err().to_string()
    }

    #[test]
    fn reads_cells() {
        let source =
            Source::new("m.map", "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@G\r\nTS \r\n");
        let map = GridMap::parse(&source).unwrap();
        let open: Vec<bool> = (0..2)
            .flat_map(|y| (0..3).map(move |x| (x, y)))
            .map(|(x, y)| map.is_open(x, y))
            .collect();
        assert_eq!(open, [true, false, true, false, true, false]);
        assert!(!map.is_open(3, 0) && !map.is_open(0, 2));
    }

    #[test]
    fn says_where_the_header_is_wrong() {
        assert_eq!(
            message(""),
            "m.map:1:1: the file ends here; the line 'type octile' is expected"
        );
        assert_eq!(
            message("type tile\n"),
            "m.map:1:1: 'type tile' in the header; 'type octile' is expected"
        );
        assert_eq!(
            message("type octile\nwidth 3\n"),
            "m.map:2:1: 'width 3' in the header; 'height N' is expected"
        );
        assert_eq!(
            message("type octile\nheight many\n"),
            "m.map:2:8: height 'many'; a whole number from 1 to 16384 is expected"
        );
        assert_eq!(
            message("type octile\nheight 1\nwidth 0\n"),
            "m.map:3:7: width '0'; a whole number from 1 to 16384 is expected"
        );
        assert_eq!(
            message("type octile\nheight 1\nwidth 1\n.\n"),
            "m.map:4:1: '.' in the header; 'map' is expected"
        );
    }

    #[test]
    fn says_where_a_row_is_wrong() {
        let head = "type octile\nheight 2\nwidth 3\nmap\n";
        assert_eq!(
            message(&format!("{head}...\n")),
            "m.map:6:1: the file ends here; row 2 of 2 is expected"
        );
        assert_eq!(
            message(&format!("{head}...\n..\n")),
            "m.map:6:3: a row of 2 cells; the header says width 3"
        );
        assert_eq!(
            message(&format!("{head}...\n....\n")),
            "m.map:6:4: a row of 4 cells; the header says width 3"
        );
        assert_eq!(
            message(&format!("{head}...\n...\n\n...\n")),
            "m.map:8:1: text after the last row; the header says height 2"
        );
    }
}
