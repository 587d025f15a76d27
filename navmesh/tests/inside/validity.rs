//! Our own word on whether polygons are valid, against geo's.

use std::collections::BTreeMap;

use geo::{Area, Coord, LineString, MultiPolygon, Polygon, Validation};
use glam::{DVec2, dvec2};

use super::random_scene::Random;
use crate::InvalidOutline::{self, Overlap, Touch};
use crate::outlines::validity::check;
use crate::{Outline, OutlinePolygon};

type Rings = Vec<Vec<DVec2>>;

/// Random polygons of one lattice: with few steps sides meet in vertices and run along each other, with many they cross.
fn random_polygons(random: &mut Random) -> Vec<Rings> {
    let steps = [3, 5, 8, 16, 1 << 40][random.below(5) as usize];
    let count = 1 + random.below(3);
    (0..count).map(|_| random_rings(random, steps)).collect()
}

fn random_rings(random: &mut Random, steps: u64) -> Rings {
    let mut rings = vec![random_ring(random, steps)];
    if random.below(3) == 0 {
        // A border wide enough for holes.
        rings[0] = rectangle(DVec2::ZERO, DVec2::splat(steps as f64));
    }
    let holes = random.below(8).saturating_sub(4);
    rings.extend((0..holes).map(|_| random_ring(random, steps)));
    rings
}

fn rectangle(min: DVec2, max: DVec2) -> Vec<DVec2> {
    vec![min, dvec2(max.x, min.y), max, dvec2(min.x, max.y)]
}

fn random_ring(random: &mut Random, steps: u64) -> Vec<DVec2> {
    let form = random.below(4);
    let mut at = || dvec2(random.below(steps + 1) as f64, random.below(steps + 1) as f64);
    let (p, q) = (at(), at());
    match form {
        0 => rectangle(p.min(q), p.max(q)),
        1 => {
            // As they are seen from their middle: mostly simple.
            let mut ring: Vec<DVec2> = (0..9).map(|_| at()).collect();
            let middle = ring.iter().sum::<DVec2>() / 9.0;
            ring.sort_by(|p, q| (p - middle).to_angle().total_cmp(&(q - middle).to_angle()));
            ring
        }
        more => [p, q].into_iter().chain((1..more).map(|_| at())).collect(),
    }
}

fn in_geo(rings: &Rings) -> Polygon<f64> {
    let line = |ring: &Vec<DVec2>| -> LineString<f64> {
        ring.iter().map(|at| Coord { x: at.x, y: at.y }).collect()
    };
    Polygon::new(line(&rings[0]), rings[1..].iter().map(line).collect())
}

fn is_flat(ring: &[DVec2]) -> bool {
    in_geo(&vec![ring.to_vec()]).unsigned_area() == 0.0
}

fn found(polygons: &[Rings]) -> Option<InvalidOutline> {
    let polygon = |rings: &Rings| OutlinePolygon::new(rings[0].clone(), rings[1..].to_vec());
    let outline: Outline = polygons.iter().map(polygon).collect();
    check(&outline).err()
}

/// Compares what both say; returns the words of it without numbers.
fn compare(polygons: &[Rings]) -> String {
    let foreign: Vec<Polygon<f64>> = polygons.iter().map(in_geo).collect();
    let bad = foreign.iter().position(|polygon| !polygon.is_valid());
    // geo relates polygons before it knows that both are valid, and may say anything then, or panic.
    let valid = MultiPolygon(foreign[..bad.unwrap_or(foreign.len())].to_vec());
    let expected = match (valid.check_validation().err(), bad) {
        (Some(reason), _) => Some(reason.to_string()),
        (None, Some(bad)) => {
            let reason = foreign[bad].check_validation().unwrap_err();
            Some(format!("polygon at index {bad} is invalid: {reason}"))
        }
        (None, None) => None,
    };
    let found = found(polygons);
    match (&found, bad) {
        // Of pairs with one that is not valid we may say so first.
        (Some(Overlap { polygons, .. } | Touch { polygons, .. }), Some(bad))
            if polygons[1] >= bad => {}
        // We leave holes that enclose nothing alone; to geo some of them are wrong, and more than they.
        _ if polygons.iter().flatten().any(|ring| is_flat(ring)) => {
            assert!(found.is_none() || expected.is_some(), "{found:?}: {polygons:?}");
        }
        _ => assert_eq!(found.map(|reason| reason.to_string()), expected, "{polygons:?}"),
    }
    let words = expected.unwrap_or("valid".into());
    words.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[test]
fn what_is_wrong_is_what_geo_says() {
    let mut random = Random(5);
    let mut count_of: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..20_000 {
        let polygons = random_polygons(&mut random);
        // Of holes in a border that encloses nothing geo says nothing.
        if !polygons.iter().any(|rings| is_flat(&rings[0])) {
            *count_of.entry(compare(&polygons)).or_default() += 1;
        }
    }
    assert!(count_of.len() == 10 && count_of.values().all(|&count| count >= 10), "{count_of:#?}");
}

#[test]
fn a_hundred_thousand_vertices_are_no_trouble() {
    let teeth = (0..25_000).flat_map(|k| {
        let low = 4.0 * f64::from(k);
        [(0.0, low), (1000.0, low + 1.0), (1000.0, low + 2.0), (0.0, low + 3.0)]
    });
    let comb: Vec<DVec2> = teeth.map(|(x, y)| dvec2(x, y)).chain([dvec2(-1.0, 0.0)]).collect();
    let upright: Vec<DVec2> = comb.iter().map(|at| dvec2(at.y, at.x)).collect();
    let squares = (0..25_000).map(|k| {
        let low = dvec2(f64::from(k % 200), f64::from(k / 200)) * 4.0;
        rectangle(low, low + 2.0)
    });
    let squares: Vec<Vec<DVec2>> = squares.collect();
    let sieve: Rings = std::iter::once(rectangle(DVec2::splat(-1.0), DVec2::splat(1000.0)))
        .chain(squares.clone())
        .collect();
    let apart: Vec<Rings> = squares.into_iter().map(|ring| vec![ring]).collect();
    let fan = (0..5_000)
        .map(f64::from)
        .map(|y| vec![vec![DVec2::ZERO, dvec2(1000.0, y), dvec2(1000.0, y + 0.5)]]);
    for polygons in [vec![vec![comb]], vec![vec![upright]], vec![sieve], apart, fan.collect()] {
        assert_eq!(found(&polygons), None);
    }
}
