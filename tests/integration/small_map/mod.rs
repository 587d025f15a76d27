//! The small map of the repository is what is drawn here, and its lengths are measured without the meshes that are tested
//! with it. `HYBRIDNAV_WRITE_MAP=1` writes its files anew.

mod drawing;
mod lengths;

use std::fmt::Write as _;

use headless::random::Random;
use headless::sources::grid_map::GridMap;

use crate::support::maps;
use drawing::{SIDE, draw};
use lengths::{Corners, center, octile, sees};

/// How many queries the map has.
const QUERIES: usize = 200;

/// The cells of the largest part of the map, and a query's start and goal among them.
fn pairs(map: &GridMap) -> Vec<([u32; 2], [u32; 2], f64)> {
    let random = &mut Random::new(2);
    let mut found = Vec::new();
    while found.len() < QUERIES {
        let mut cell = || [random.below(SIDE as usize) as u32, random.below(SIDE as usize) as u32];
        let [from, to] = [cell(), cell()];
        if map.is_open(from[0], from[1]) {
            let length = octile(map, from)[(to[1] * SIDE + to[0]) as usize];
            found.extend((length.is_finite() && length > 0.0).then_some((from, to, length)));
        }
    }
    found.sort_by(|a, b| a.2.total_cmp(&b.2));
    found
}

/// Each file's ending and text.
fn files(map: &GridMap) -> [(&'static str, String); 3] {
    let mut text = format!("type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n");
    for y in 0..SIDE {
        text.extend((0..SIDE).map(|x| if map.is_open(x, y) { '.' } else { '@' }));
        text.push('\n');
    }
    let (mut scenario, mut queries) = (String::from("version 1\n"), String::new());
    let corners = Corners::new(map);
    for (from, to, octile) in pairs(map) {
        let ([x0, y0], [x1, y1]) = (from, to);
        let exact = corners.shortest(center(x0, y0), center(x1, y1)).unwrap();
        assert!(exact <= octile + 1e-9, "{from:?} → {to:?}: {exact}, in steps {octile}");
        let bucket = octile as u32 / 4;
        let name = maps::SMALL;
        writeln!(
            scenario,
            "{bucket}\t{name}.map\t{SIDE}\t{SIDE}\t{x0}\t{y0}\t{x1}\t{y1}\t{octile:.8}"
        )
        .unwrap();
        writeln!(queries, "{x0}.5 {y0}.5 {x1}.5 {y1}.5 {exact:.5}").unwrap();
    }
    [("map", text), ("scen", scenario), ("queries", queries)]
}

#[test]
fn the_small_map_is_what_is_drawn_and_measured_here() {
    let drawn = files(&draw());
    for (ending, text) in drawn {
        let path = maps::small().file(ending);
        if std::env::var_os("HYBRIDNAV_WRITE_MAP").is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == text,
                "{} is not what is drawn: run `HYBRIDNAV_WRITE_MAP=1 cargo test -p headless small_map`",
                path.display()
            );
        }
    }
}

/// Against lengths that somebody else's program found.
#[test]
#[cfg_attr(not(has_maps), ignore = "needs the maps of HYBRIDNAV_MAPS")]
fn lengths_are_those_of_the_original_polyanya() {
    for known in maps::large().filter(|known| ["arena", "random-100-33"].contains(&known.name)) {
        let map = known.grid();
        let corners = Corners::new(&map);
        for query in known.queries().iter().step_by(5) {
            let place = |point: glam::Vec2| center(point.x as u32, point.y as u32);
            let length = corners.shortest(place(query.start), place(query.goal)).unwrap();
            assert!((length - query.exact.unwrap()).abs() <= 1e-5, "{}: {query:?}", known.name);
        }
    }
}

#[test]
fn one_sees_along_walls_but_not_between_blocked_cells() {
    let map = |rows: &[&str]| {
        let open = rows.iter().flat_map(|row| row.chars().map(|cell| cell == '.')).collect();
        GridMap::from_cells(rows[0].len() as u32, rows.len() as u32, open)
    };
    let touching = map(&[".@.", "@..", "..."]);
    // Between two that touch in a corner, but past one of them.
    assert!(!sees(&touching, [1, 1], [3, 3]));
    assert!(sees(&touching, [1, 5], [5, 1]));
    assert!(sees(&touching, [2, 4], [4, 2]));
    // Along a wall, but not on the seam of two blocked cells, nor from one side of a wall to the other.
    let wall = map(&["....", ".@@.", ".@..", "...."]);
    assert!(sees(&wall, [0, 2], [8, 2]));
    assert!(!sees(&wall, [0, 4], [8, 4]));
    let sides = map(&["..", "@.", ".@", ".."]);
    assert!(!sees(&sides, [2, 1], [2, 7]));
    assert!(sees(&sides, [2, 0], [2, 4]));
    // Nothing lies beyond the border.
    assert!(!sees(&touching, [1, 1], [-1, 1]));
    // Round one corner, and where no way leads.
    let corners = Corners::new(&touching);
    assert_eq!(corners.shortest([1, 5], [5, 1]), Some(8.0_f64.sqrt()));
    assert_eq!(corners.shortest([1, 1], [5, 5]), None);
}
