//! The frame of a saved mesh: a mark, the format, and sections, each with its length and checksum.
//!
//! ```text
//! HNAVMESH  format: u32  sections: u32  checksum: u64   then for each section
//! mark: 4 bytes  length: u64  checksum: u64 (of mark, length and bytes)  bytes
//! ```

use super::bytes::{Reader, Writer};
use super::checksum::checksum;
use super::error::LoadError;

const MARK: &[u8; 8] = b"HNAVMESH";

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 2;

/// What is at the start, for errors.
const HEADER: &str = "header";

/// A kind of section: its mark, and what it is called in errors.
pub(crate) type SectionKind = ([u8; 4], &'static str);

/// The bytes of a mesh with these sections.
pub(crate) fn framed(sections: Vec<(SectionKind, Writer)>) -> Vec<u8> {
    let mut writer = Writer(MARK.to_vec());
    writer.u32(FORMAT);
    writer.u32(sections.len() as u32);
    writer.u64(checksum(&[&writer.0]));
    for ((mark, _), section) in sections {
        let length = (section.0.len() as u64).to_le_bytes();
        writer.0.extend(mark);
        writer.0.extend(length);
        writer.u64(checksum(&[&mark, &length, &section.0]));
        writer.0.extend(section.0);
    }
    writer.0
}

/// The sections of a saved mesh, in their order.
#[derive(Debug)]
pub(crate) struct Sections<'a> {
    reader: Reader<'a>,
    left: u32,
}

impl<'a> Sections<'a> {
    /// Checks the header.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let mut reader = Reader::new(bytes, 0, HEADER);
        let known = bytes.len().min(MARK.len());
        if bytes[..known] != MARK[..known] {
            return Err(LoadError::Foreign);
        }
        let header = bytes.get(..16);
        reader.take(MARK.len())?;
        let (found, left) = (reader.u32()?, reader.u32()?);
        let expected = reader.u64()?;
        if header.is_none_or(|header| checksum(&[header]) != expected) {
            return Err(LoadError::Damaged { part: HEADER });
        }
        if found > FORMAT {
            return Err(LoadError::Newer { found, newest: FORMAT });
        }
        if found < FORMAT {
            return Err(LoadError::Older { found, oldest: FORMAT });
        }
        Ok(Self { reader, left })
    }

    /// The next section, if it is of this kind; its bytes are checked.
    pub(crate) fn next(
        &mut self,
        (mark, part): SectionKind,
    ) -> Result<Option<Reader<'a>>, LoadError> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut reader = self.reader;
        let found = reader.take(mark.len())?;
        if found != mark {
            return Ok(None);
        }
        let length = reader.u64()?;
        let expected = reader.u64()?;
        let at = reader.at();
        let end = at + reader.left();
        let count =
            usize::try_from(length).map_err(|_| LoadError::Truncated { end, what: part })?;
        let bytes = reader.take(count)?;
        if checksum(&[&mark, &length.to_le_bytes(), bytes]) != expected {
            return Err(LoadError::Damaged { part });
        }
        (self.reader, self.left) = (reader, self.left - 1);
        Ok(Some(Reader::new(bytes, at, part)))
    }

    /// The next section, which must be of this kind.
    pub(crate) fn required(&mut self, kind: SectionKind) -> Result<Reader<'a>, LoadError> {
        match self.next(kind)? {
            Some(section) => Ok(section),
            None => Err(self.unexpected(kind.1)),
        }
    }

    fn unexpected(&self, what: &'static str) -> LoadError {
        let mut reader = self.reader;
        match reader.take(4) {
            Ok(mark) if self.left > 0 => {
                LoadError::Section { found: String::from_utf8_lossy(mark).into_owned() }
            }
            _ => LoadError::Truncated { end: reader.at() + reader.left(), what },
        }
    }

    /// Makes sure that all has been read.
    pub(crate) fn close(self) -> Result<(), LoadError> {
        if self.left > 0 {
            return Err(self.unexpected("another section"));
        }
        match self.reader.left() {
            0 => Ok(()),
            extra => Err(LoadError::TooLong { end: self.reader.at(), extra }),
        }
    }
}
