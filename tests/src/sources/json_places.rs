//! Where a value stands in a JSON text: serde tells the place of a syntax error, this the place of
//! an error of meaning.

/// One step from a value to a value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key<'a> {
    /// The value of a key of an object.
    Name(&'a str),
    /// An element of an array.
    Index(usize),
}

impl<'a> From<&'a str> for Key<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl From<usize> for Key<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// Line and column (from 1) of the value that a path of keys leads to in a valid JSON text. Where
/// the path leaves the text, the place is that of the last value that is there; a text that is no
/// JSON gives some place in it.
pub fn place_of(text: &str, path: &[Key<'_>]) -> (usize, usize) {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0 };
    scanner.skip_space();
    for &key in path {
        let container = scanner.at;
        if !scanner.enter(key) {
            scanner.at = container;
            break;
        }
    }
    let before = &scanner.bytes[..scanner.at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    (line, column)
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// Moves from the start of a container to the start of one of its values.
    fn enter(&mut self, key: Key<'_>) -> bool {
        let opening = if matches!(key, Key::Name(_)) { b'{' } else { b'[' };
        if self.peek() != opening {
            return false;
        }
        self.at += 1;
        for index in 0.. {
            self.skip_space();
            if matches!(self.peek(), b'}' | b']' | 0) {
                return false;
            }
            let mut here = key == Key::Index(index);
            if let Key::Name(name) = key {
                let start = self.at + 1;
                self.skip_string();
                here = self.bytes.get(start..self.at.saturating_sub(1)) == Some(name.as_bytes());
                self.skip_space();
                self.at += 1; // the colon
                self.skip_space();
            }
            if here {
                return true;
            }
            self.skip_value();
            self.skip_space();
            self.at += usize::from(self.peek() == b',');
        }
        false
    }

    /// Moves past a string, from its opening quote.
    fn skip_string(&mut self) {
        self.at += 1;
        while !matches!(self.peek(), b'"' | 0) {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }

    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => return,
                0 => return,
                byte => {
                    depth -= usize::from(matches!(byte, b'}' | b']'));
                    self.at += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "{ \"a\": [1, {\"b\\\"]\": 2, \"c\": [[]]}, 3],\n  \"d\": {\"e\": \"x,]}\", \"f\": null} }";

    #[test]
    fn finds_values() {
        let at = |path: &[Key<'_>]| {
            let (line, column) = place_of(TEXT, path);
            TEXT.lines().nth(line - 1).map(|text| &text[column - 1..]).unwrap_or_default()
        };
        assert!(at(&[]).starts_with("{ \"a\""));
        assert!(at(&["a".into()]).starts_with("[1"));
        assert!(at(&["a".into(), 1.into(), "c".into()]).starts_with("[[]]"));
        assert!(at(&["a".into(), 2.into()]).starts_with("3]"));
        assert!(at(&["d".into(), "f".into()]).starts_with("null"));
    }

    #[test]
    fn a_path_that_ends_early_gives_the_container() {
        assert_eq!(place_of(TEXT, &["d".into(), "missing".into(), 3.into()]), (2, 8));
        assert_eq!(place_of(TEXT, &["a".into(), 9.into()]), (1, 8));
    }

    #[test]
    fn no_text_makes_it_panic_or_hang() {
        for end in 0..TEXT.len() {
            place_of(&TEXT[..end], &["a".into(), 1.into(), "x".into()]);
            place_of(&TEXT[end..], &["d".into(), 0.into()]);
        }
    }
}
