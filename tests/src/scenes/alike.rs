//! What a name may mean that stands for nothing.

/// How like a name has to be to one that it may mean, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Of some names the one that is most like the given one, if it is like it at all.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |other: &str| strsim::jaro_winkler(other, name);
    names
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|nearest| likeness(nearest) > ALIKE)
}
