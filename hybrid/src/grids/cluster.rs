//! Which points are near each other: single-link clusters, and cutting one that is too large.

use glam::{IVec2, Vec2};

use super::islands::{find, union};

/// The cell (x, y) offsets that come after a cell in row-major order and may hold points within √2 cell sizes of its
/// own.
const LATER: [(i32, i32); 12] = [
    (1, 0),
    (2, 0),
    (-2, 1),
    (-1, 1),
    (0, 1),
    (1, 1),
    (2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
];

/// Puts points that are within `link` metres of each other, by way of others where need be, into one cluster. Gives the
/// cluster of each point; clusters are numbered by their first points.
pub(crate) fn clusters(points: &[Vec2], link: f32) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..points.len() as u32).collect();
    // Points of one cell of this size are always within `link`, so only different cells must be compared.
    let cell_size = link * std::f32::consts::FRAC_1_SQRT_2;
    let mut by_cell: Vec<((i32, i32), u32)> =
        points.iter().zip(0..).map(|(&p, k)| (cell(p, cell_size), k)).collect();
    by_cell.sort_unstable_by_key(|&((x, y), index)| (y, x, index));
    let cells: Vec<&[((i32, i32), u32)]> = by_cell.chunk_by(|a, b| a.0 == b.0).collect();
    for members in &cells {
        let (x, y) = members[0].0;
        members.iter().for_each(|&(_, index)| union(&mut parents, members[0].1, index));
        for (right, up) in LATER {
            let key = (y.saturating_add(up), x.saturating_add(right));
            let Ok(other) = cells.binary_search_by_key(&key, |other| (other[0].0.1, other[0].0.0))
            else {
                continue;
            };
            let (a, b) = (members[0].1, cells[other][0].1);
            if find(&mut parents, a) != find(&mut parents, b)
                && are_linked(points, (members, cells[other]), link)
            {
                union(&mut parents, a, b);
            }
        }
    }
    number(&mut parents)
}

fn cell(point: Vec2, cell_size: f32) -> (i32, i32) {
    let IVec2 { x, y } = (point / cell_size).floor().as_ivec2();
    (x, y)
}

type Members<'a> = &'a [((i32, i32), u32)];

fn are_linked(points: &[Vec2], (some, others): (Members<'_>, Members<'_>), link: f32) -> bool {
    let near =
        |a: u32, b: u32| points[a as usize].distance_squared(points[b as usize]) <= link * link;
    some.iter().any(|&(_, a)| others.iter().any(|&(_, b)| near(a, b)))
}

/// Numbers sets whose roots are their least members.
fn number(parents: &mut [u32]) -> Vec<u32> {
    let mut labels: Vec<u32> = Vec::with_capacity(parents.len());
    let mut count = 0;
    for index in 0..parents.len() as u32 {
        let root = find(parents, index);
        labels.push(if root == index { count } else { labels[root as usize] });
        count += u32::from(root == index);
    }
    labels
}

/// Where to cut a cluster in two: the axis along which it is longer, and the middle of the widest gap there. Only gaps
/// that reach into the middle half count, so that each part is at most three quarters as long; `None` if all points are
/// one.
pub(crate) fn cut(points: &[Vec2]) -> Option<(usize, f32)> {
    let (min, max) = extent(points)?;
    let axis = usize::from((max - min).y > (max - min).x);
    let mut values: Vec<f32> = points.iter().map(|point| point[axis]).collect();
    values.sort_unstable_by(f32::total_cmp);
    let quarter = 0.25 * (max[axis] - min[axis]);
    let (low, high) = (min[axis] + quarter, max[axis] - quarter);
    let mut widest: Option<(f32, f32)> = None;
    for pair in values.windows(2).filter(|pair| pair[1] > low && pair[0] < high) {
        let (start, end) = (pair[0].max(low), pair[1].min(high));
        if end > start && widest.is_none_or(|(width, _)| end - start > width) {
            widest = Some((end - start, 0.5 * (start + end)));
        }
    }
    widest.map(|(_, at)| (axis, at))
}

/// The least and greatest coordinates of points, if there are any.
pub(crate) fn extent(points: &[Vec2]) -> Option<(Vec2, Vec2)> {
    let (&first, rest) = points.split_first()?;
    Some(rest.iter().fold((first, first), |(min, max), &point| (min.min(point), max.max(point))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(count: u32, area: f32) -> Vec<Vec2> {
        let mut state = 9_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * area
        };
        (0..count).map(|_| Vec2::new(random(), random())).collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        for link in [0.5, 2.0, 4.0, 9.0] {
            let points = scattered(200, 60.0);
            let mut parents: Vec<u32> = (0..200).collect();
            for a in 0..200 {
                for b in 0..a {
                    if points[a].distance_squared(points[b]) <= link * link {
                        union(&mut parents, a as u32, b as u32);
                    }
                }
            }
            assert_eq!(clusters(&points, link), number(&mut parents));
        }
    }

    #[test]
    fn cuts_at_the_widest_gap_of_the_longer_axis() {
        let points = [0.0, 1.0, 2.0, 6.0, 7.0, 9.0].map(|x| Vec2::new(x, 0.3 * x));
        assert_eq!(cut(&points), Some((0, 0.5 * (2.25 + 6.0))));
        assert_eq!(cut(&[Vec2::ONE; 5]), None);
        assert_eq!(cut(&[]), None);
        let (axis, at) = cut(&scattered(500, 100.0)).unwrap();
        assert!(axis < 2 && (20.0..80.0).contains(&at));
    }
}
