//! Shared things as if they were not: for `serde(with)`.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes what is shared.
pub(crate) fn serialize<T: Serialize, S: Serializer>(
    thing: &Arc<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    T::serialize(thing, to)
}

/// Reads it; nobody shares it yet.
pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Arc<T>, D::Error> {
    T::deserialize(from).map(Arc::new)
}
