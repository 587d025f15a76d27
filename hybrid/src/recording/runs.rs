//! Handles of units, as they are written: for `serde(with)`. Most lists are of units that were made one after the other: of each run the
//! first handle and how many follow it.

use serde::{Deserialize, Deserializer, Serializer};
use slotmap::{Key, KeyData};

use crate::base::handle::UnitId;

/// No call has more units than this, or it is nonsense: a few bytes must not take all memory.
const MOST: u64 = 1 << 22;

/// A handle as a number, and how many in a row.
type Run = (u32, u32, u32);

fn parts(unit: UnitId) -> [u32; 2] {
    let number = unit.data().as_ffi();
    [number as u32, (number >> 32) as u32]
}

pub(crate) fn serialize<S: Serializer>(units: &[UnitId], to: S) -> Result<S::Ok, S::Error> {
    let mut runs: Vec<Run> = Vec::new();
    for [index, version] in units.iter().map(|&unit| parts(unit)) {
        match runs.last_mut() {
            Some((first, known, count))
                if *known == version && first.checked_add(*count) == Some(index) =>
            {
                *count += 1;
            }
            _ => runs.push((index, version, 1)),
        }
    }
    to.collect_seq(runs)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<UnitId>, D::Error> {
    let runs = Vec::<Run>::deserialize(from)?;
    if runs.iter().map(|&(_, _, count)| u64::from(count)).sum::<u64>() > MOST {
        return Err(serde::de::Error::custom("more units than a world has"));
    }
    let units = runs.into_iter().flat_map(|(first, version, count)| {
        (0..count).map(move |k| {
            let index = u64::from(first) + u64::from(k);
            UnitId::from(KeyData::from_ffi(u64::from(version) << 32 | index))
        })
    });
    Ok(units.collect())
}
