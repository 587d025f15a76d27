//! Why a mesh could not be saved, or bytes are no mesh.

use thiserror::Error;

use crate::error::{CommitError, MeshError};

/// Why a mesh was not saved.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SaveError {
    /// Edits are staged that no commit has taken over.
    #[error("edits are staged: commit them first, so that what is saved is what queries see")]
    Staged,
}

/// Why bytes are no mesh.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes do not begin like a saved mesh.
    #[error("the bytes are no saved mesh: they do not begin with its mark")]
    Foreign,
    /// The bytes were written by a newer version.
    #[error(
        "the mesh was saved in format {found}, this version reads up to {newest}: use a newer version"
    )]
    Newer {
        /// The format of the bytes.
        found: u32,
        /// The newest format that is read.
        newest: u32,
    },
    /// The bytes were written by an older version, in a format that is no longer read.
    #[error(
        "the mesh was saved in format {found}, this version reads from {oldest} on: load it with the version that saved it, and save what it was made from"
    )]
    Older {
        /// The format of the bytes.
        found: u32,
        /// The oldest format that is read.
        oldest: u32,
    },
    /// The bytes end too early.
    #[error("the bytes end at {end}, where {what} is expected: the file is cut off")]
    Truncated {
        /// How many bytes there are.
        end: usize,
        /// What is missing.
        what: &'static str,
    },
    /// There are more bytes than the mesh takes.
    #[error("the mesh ends at byte {end}, but there are {extra} bytes more")]
    TooLong {
        /// Where the mesh ends.
        end: usize,
        /// How many bytes follow.
        extra: usize,
    },
    /// A checksum is wrong.
    #[error("the {part} is damaged: its checksum is wrong")]
    Damaged {
        /// The part.
        part: &'static str,
    },
    /// Sections that do not belong together, or not here.
    #[error(
        "the section {found} was not expected here: the bytes were not written by this library"
    )]
    Section {
        /// The mark of the section.
        found: String,
    },
    /// A value that no saved mesh has.
    #[error("the {part}: {what}")]
    Value {
        /// The part.
        part: &'static str,
        /// What is wrong.
        what: &'static str,
    },
    /// The definition makes no mesh.
    #[error("the definition makes no mesh: {0}")]
    Definition(#[from] MeshError),
    /// The obstacles make no mesh.
    #[error("the obstacles make no mesh: {0}")]
    Commit(#[from] CommitError),
}
