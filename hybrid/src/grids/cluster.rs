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

/// Puts points that are within `link` metres of each other, by way of others where need be, into one cluster. Returns the
/// cluster of each point; clusters are numbered by their first points.
pub(crate) fn clusters(points: &[Vec2], link: f32) -> Vec<u32> {
    let mut clustering = Clustering::default();
    clustering.find(points, link);
    clustering.labels
}

/// A point's cell, and its index.
type Located = ((i32, i32), u32);

/// The search for clusters; its buffers may be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clustering {
    parents: Vec<u32>,
    by_cell: Vec<Located>,
    /// The cells with points in them, in order, and where those begin; one more at the end.
    cells: Vec<Located>,
    labels: Vec<u32>,
}

impl Clustering {
    /// Finds what [`clusters`] does, in buffers that are used again.
    pub(crate) fn find(&mut self, points: &[Vec2], link: f32) -> &[u32] {
        let Self { parents, by_cell, cells, .. } = self;
        parents.clear();
        parents.extend(0..points.len() as u32);
        // Points of one cell of this size are always within `link`, so only different cells must be compared.
        let cell_size = link * std::f32::consts::FRAC_1_SQRT_2;
        by_cell.clear();
        by_cell.extend(points.iter().zip(0..).map(|(&p, k)| (cell(p, cell_size), k)));
        by_cell.sort_unstable_by_key(|&((x, y), index)| (y, x, index));
        cells.clear();
        for (&(cell, _), place) in by_cell.iter().zip(0..) {
            if cells.last().is_none_or(|last| last.0 != cell) {
                cells.push((cell, place));
            }
        }
        cells.push(((i32::MAX, i32::MAX), by_cell.len() as u32));
        let count = cells.len() - 1;
        let members = |at: usize| &by_cell[cells[at].1 as usize..cells[at + 1].1 as usize];
        for at in 0..count {
            let ((x, y), some) = (cells[at].0, members(at));
            some.iter().for_each(|&(_, index)| union(parents, some[0].1, index));
            for (right, up) in LATER {
                let key = (y.saturating_add(up), x.saturating_add(right));
                let found =
                    cells[..count].binary_search_by_key(&key, |other| (other.0.1, other.0.0));
                let Ok(other) = found else { continue };
                let others = members(other);
                let (a, b) = (some[0].1, others[0].1);
                if find(parents, a) != find(parents, b) && are_linked(points, some, others, link) {
                    union(parents, a, b);
                }
            }
        }
        number(parents, &mut self.labels);
        &self.labels
    }
}

/// The search for clusters that lets points stay together longer than others join; its buffers may be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SteadyClustering {
    all: Clustering,
    /// The search among those that were together.
    some: Clustering,
    formed: Vec<(u32, u32)>,
    members: Vec<Vec2>,
    firsts: Vec<u32>,
}

impl SteadyClustering {
    /// As [`clusters`], but points that were together `before` (those with the same number) stay together while they are
    /// within `kept` metres of each other: what parts at one distance and joins at a lesser one does neither to and fro.
    pub(crate) fn find(
        &mut self,
        points: &[Vec2],
        before: &[Option<u32>],
        link: f32,
        kept: f32,
    ) -> &[u32] {
        let Self { all, some, formed, members, firsts } = self;
        all.find(points, link);
        formed.clear();
        formed.extend(before.iter().zip(0..).filter_map(|(group, k)| Some(((*group)?, k))));
        formed.sort_unstable();
        for together in formed.chunk_by(|a, b| a.0 == b.0) {
            let label = |member: &(u32, u32)| all.labels[member.1 as usize];
            if together.iter().all(|member| label(member) == label(&together[0])) {
                continue;
            }
            members.clear();
            members.extend(together.iter().map(|&(_, k)| points[k as usize]));
            firsts.clear();
            for (&label, &(_, member)) in some.find(members, kept).iter().zip(together) {
                if label as usize == firsts.len() {
                    firsts.push(member);
                }
                union(&mut all.parents, member, firsts[label as usize]);
            }
        }
        number(&mut all.parents, &mut all.labels);
        &all.labels
    }
}

fn cell(point: Vec2, cell_size: f32) -> (i32, i32) {
    let IVec2 { x, y } = (point / cell_size).floor().as_ivec2();
    (x, y)
}

type Members<'a> = &'a [Located];

fn are_linked(points: &[Vec2], some: Members<'_>, others: Members<'_>, link: f32) -> bool {
    let near =
        |a: u32, b: u32| points[a as usize].distance_squared(points[b as usize]) <= link * link;
    some.iter().any(|&(_, a)| others.iter().any(|&(_, b)| near(a, b)))
}

/// Numbers sets whose roots are their least members.
fn number(parents: &mut [u32], labels: &mut Vec<u32>) {
    labels.clear();
    let mut count = 0;
    for index in 0..parents.len() as u32 {
        let root = find(parents, index);
        labels.push(if root == index { count } else { labels[root as usize] });
        count += u32::from(root == index);
    }
}

/// Returns where to cut a cluster in two: the axis along which it is longer, and the middle of the widest gap there. Only gaps
/// that reach into the middle half count, so that each part is at most three quarters as long; `None` if all points are one.
/// `values` is room.
pub(crate) fn cut(
    points: impl Iterator<Item = Vec2> + Clone,
    values: &mut Vec<f32>,
) -> Option<(usize, f32)> {
    let (min, max) = extent(points.clone())?;
    let axis = usize::from((max - min).y > (max - min).x);
    values.clear();
    values.extend(points.map(|point| point[axis]));
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
pub(crate) fn extent(points: impl IntoIterator<Item = Vec2>) -> Option<(Vec2, Vec2)> {
    let mut points = points.into_iter();
    let first = points.next()?;
    Some(points.fold((first, first), |(min, max), point| (min.min(point), max.max(point))))
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
            let mut expected = Vec::new();
            number(&mut parents, &mut expected);
            assert_eq!(clusters(&points, link), expected);
        }
    }

    #[test]
    fn who_was_together_parts_later_than_others_join() {
        let find = |points: &[Vec2], before: &[Option<u32>]| {
            SteadyClustering::default().find(points, before, 4.0, 6.0).to_vec()
        };
        let points = [0.0, 3.0, 8.0, 20.0, 24.5].map(|x| Vec2::new(x, 0.0));
        let labels = |before: [Option<u32>; 5]| find(&points, &before);
        assert_eq!(labels([None; 5]), [0, 0, 1, 2, 3]);
        assert_eq!(labels([Some(7), Some(7), Some(7), None, None]), [0, 0, 0, 1, 2]);
        assert_eq!(labels([Some(7), Some(3), Some(3), Some(3), Some(3)]), [0, 0, 0, 1, 1]);
        let many = scattered(300, 60.0);
        assert_eq!(find(&many, &[None; 300]), clusters(&many, 4.0));
        assert_eq!(find(&many, &[Some(1); 300]), clusters(&many, 6.0));
    }

    #[test]
    fn cuts_at_the_widest_gap_of_the_longer_axis() {
        let points = [0.0, 1.0, 2.0, 6.0, 7.0, 9.0].map(|x| Vec2::new(x, 0.3 * x));
        let cut = |points: &[Vec2]| cut(points.iter().copied(), &mut Vec::new());
        assert_eq!(cut(&points), Some((0, 0.5 * (2.25 + 6.0))));
        assert_eq!(cut(&[Vec2::ONE; 5]), None);
        assert_eq!(cut(&[]), None);
        let (axis, at) = cut(&scattered(500, 100.0)).unwrap();
        assert!(axis < 2 && (20.0..80.0).contains(&at));
    }
}
