//! Why a world could not be saved, or bytes are no world.

use navmesh::LoadError;
use thiserror::Error;

/// Why a world could not be saved, or bytes are no saved world.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes do not begin like a saved world.
    #[error("the bytes are no saved world: they do not begin with its mark")]
    Foreign,
    /// The bytes were written by a newer version.
    #[error(
        "the world was saved in format {found}, this version reads up to {newest}: use a newer version"
    )]
    Newer {
        /// The format of the bytes.
        found: u32,
        /// The newest format that is read.
        newest: u32,
    },
    /// The bytes were written by an older version, in a format that is no longer read.
    #[error(
        "the world was saved in format {found}, this version reads from {oldest} on: load it with the version that saved it"
    )]
    Older {
        /// The format of the bytes.
        found: u32,
        /// The oldest format that is read.
        oldest: u32,
    },
    /// The bytes end too early.
    #[error("there are {found} bytes of {expected}: the file is cut off")]
    Truncated {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: u64,
    },
    /// There are more bytes than the world takes.
    #[error("the world ends at byte {end}, but there are {extra} bytes more")]
    TooLong {
        /// Where the world ends.
        end: usize,
        /// How many bytes follow.
        extra: usize,
    },
    /// The checksum is wrong.
    #[error("the saved world is damaged: its checksum is wrong")]
    Damaged,
    /// A part has values that no saved world has.
    #[error(
        "the saved world's {part} are not those of a world: the bytes were not written by this library"
    )]
    Value {
        /// The part.
        part: &'static str,
    },
    /// A mesh of the world is none.
    #[error("a mesh of the saved world: {0}")]
    Mesh(#[from] LoadError),
    /// The world cannot be written.
    #[error("the world cannot be written: {what}")]
    Save {
        /// Why.
        what: String,
    },
}

impl SnapshotError {
    /// Nothing, or the error that a part has wrong values.
    pub(crate) fn unless(right: bool, part: &'static str) -> Result<(), Self> {
        if right { Ok(()) } else { Err(Self::Value { part }) }
    }
}
