//! Who goes before others where one fits.

use serde::{Deserialize, Serialize};

/// How a unit stands to a way in which one fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Precedence {
    /// As to any other.
    #[default]
    None,
    /// It is the next one to enter it.
    First,
    /// It is inside.
    Inside,
}
