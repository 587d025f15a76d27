//! Maps of a scene file: a key that stands twice is an error instead of a silent loss.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// Reads a map and refuses a key that it has already.
///
/// # Errors
/// The deserializer's own, and one for the second of two equal keys.
pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    deserializer.deserialize_map(UniqueKeys(PhantomData))
}

struct UniqueKeys<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for UniqueKeys<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, value)) = access.next_entry::<String, T>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("key `{key}` stands twice; keys are unique")));
            }
            map.insert(key, value);
        }
        Ok(map)
    }
}
