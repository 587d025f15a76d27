//! Text files that can say where something stands in them.

use std::path::Path;

use crate::error::{Error, Place};

/// A text with the name of its file.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file as the user named it.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Source {
    /// A text that was not read from a file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads a UTF-8 text file.
    ///
    /// # Errors
    /// [`Error::Input`] if the file cannot be read or is not text.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            Self::new(&name, "").error(
                1,
                1,
                format!("cannot be read ({error}); name a text file that exists"),
            )
        })?;
        Self::of_bytes(name, bytes)
    }

    /// The content of a UTF-8 text file.
    ///
    /// # Errors
    /// [`Error::Input`] if it is not text.
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Error> {
        let mut source = Self::new(name, "");
        source.text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = valid.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            source.error(line, column, "not a text file; UTF-8 text is expected")
        })?;
        Ok(source)
    }

    /// An input error at a line and column, both from 1.
    pub fn error(&self, line: usize, column: usize, message: impl Into<String>) -> Error {
        Error::Input {
            place: Place { file: self.name.clone(), line, column },
            message: message.into(),
        }
    }

    /// The lines that are not blank, with their numbers from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .filter(|(_, line)| !line.trim().is_empty())
    }

    /// The number of the line after the last one: where a truncated file should go on.
    pub fn end(&self) -> usize {
        self.text.lines().count() + 1
    }
}

/// The words of a line with their columns from 1.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize + 1, word))
}
