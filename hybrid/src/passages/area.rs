//! A part of the ground, in whole squares of a lattice.

use glam::{IVec2, Vec2};
use navmesh::Bounds;

use super::buckets::{square_of, squares_along};

/// Squares side by side: the row, and the first and the last column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SquareRun {
    y: i32,
    first: i32,
    last: i32,
}

impl SquareRun {
    fn len(&self) -> i64 {
        i64::from(self.last) - i64::from(self.first) + 1
    }
}

/// Some squares of a lattice, or all.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    side: f32,
    /// Sorted, with squares between those of a row; `None`: all squares.
    runs: Option<Vec<SquareRun>>,
}

impl Area {
    /// All squares.
    pub(crate) fn whole(side: f32) -> Self {
        Self { side, runs: None }
    }

    /// The squares that some rectangles and segments come near: each place in them lies in one of these, or, of segments,
    /// in one beside.
    pub(crate) fn of(
        rectangles: impl Iterator<Item = Bounds>,
        segments: impl Iterator<Item = [Vec2; 2]>,
        side: f32,
    ) -> Self {
        let rows = rectangles.flat_map(|Bounds { min, max }| {
            let (first, last) = (square_of(min, side), square_of(max, side));
            (first.y..=last.y).map(move |y| SquareRun { y, first: first.x, last: last.x })
        });
        let along = segments.flat_map(|segment| squares_along(segment, side));
        let runs =
            rows.chain(along.map(|IVec2 { x, y }| SquareRun { y, first: x, last: x })).collect();
        Self { side, runs: Some(merged(runs)) }
    }

    /// Returns the area with all squares up to so many away.
    pub(crate) fn grown(&self, by: i32) -> Self {
        let grow = |runs: &Vec<SquareRun>| {
            let rows = runs.iter().flat_map(|&SquareRun { y, first, last }| {
                (y - by..=y + by).map(move |y| SquareRun { y, first: first - by, last: last + by })
            });
            merged(rows.collect())
        };
        Self { side: self.side, runs: self.runs.as_ref().map(grow) }
    }

    /// Adds the squares of another area of the same lattice; whether any is new.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (&mut self.runs, &other.runs) else { return false };
        let count = |runs: &[SquareRun]| runs.iter().map(SquareRun::len).sum::<i64>();
        let before = count(own);
        own.extend(others);
        *own = merged(std::mem::take(own));
        count(own) > before
    }

    /// Returns whether it holds a point.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        let has = |runs: &Vec<SquareRun>| has(runs, square_of(point, self.side));
        self.runs.as_ref().is_none_or(has)
    }

    /// Returns whether it holds a place that a segment comes near.
    pub(crate) fn meets(&self, segment: [Vec2; 2]) -> bool {
        let Some(runs) = &self.runs else { return true };
        let [from, to] = segment.map(|end| square_of(end, self.side));
        // Most segments are short.
        has(runs, from)
            || (from != to && squares_along(segment, self.side).any(|square| has(runs, square)))
    }

    /// Returns whether it is most of the least rectangle of squares that holds it.
    pub(crate) fn is_compact(&self) -> bool {
        let Some(runs) = &self.runs else { return true };
        let Some((top, bottom)) = runs.last().zip(runs.first()) else { return true };
        let first = runs.iter().fold(bottom.first, |first, run| first.min(run.first));
        let last = runs.iter().fold(bottom.last, |last, run| last.max(run.last));
        let row = SquareRun { y: 0, first, last }.len();
        let rows = i64::from(top.y) - i64::from(bottom.y) + 1;
        2 * runs.iter().map(SquareRun::len).sum::<i64>() > row * rows
    }

    /// Its squares: rows, and the first and the last column of some side by side; `None`: all.
    pub(crate) fn runs(&self) -> Option<impl Iterator<Item = (i32, [i32; 2])>> {
        let runs = self.runs.as_ref()?.iter();
        Some(runs.map(|&SquareRun { y, first, last }| (y, [first, last])))
    }

    /// Rectangles that cover it, one for each run of squares in a row, in metres; `None`: all.
    pub(crate) fn rows(&self) -> Option<impl Iterator<Item = Bounds>> {
        let corner = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * self.side;
        let row = move |(y, [first, last]): (i32, [i32; 2])| {
            Bounds::new(corner(first, y), corner(last + 1, y + 1))
        };
        Some(self.runs()?.map(row))
    }
}

fn has(runs: &[SquareRun], IVec2 { x, y }: IVec2) -> bool {
    let behind = runs.partition_point(|run| (run.y, run.first) <= (y, x));
    behind.checked_sub(1).is_some_and(|at| runs[at].y == y && x <= runs[at].last)
}

/// Runs in order, with those joined that meet.
fn merged(mut runs: Vec<SquareRun>) -> Vec<SquareRun> {
    runs.sort_unstable();
    runs.dedup_by(|run, before| {
        let meets = run.y == before.y && run.first <= before.last + 1;
        if meets {
            before.last = before.last.max(run.last);
        }
        meets
    });
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_hold_what_they_were_made_of_and_grow() {
        let rectangle = Bounds::new(Vec2::new(-1.0, 1.0), Vec2::new(5.0, 3.0));
        let segment = [Vec2::new(20.0, 20.0), Vec2::new(31.0, 20.0)];
        let area = Area::of([rectangle].into_iter(), [segment].into_iter(), 2.0);
        assert!(area.holds(Vec2::new(4.9, 2.9)) && !area.holds(Vec2::new(4.9, 4.1)));
        assert!(area.holds(Vec2::new(25.0, 20.1)) && !area.holds(Vec2::new(25.0, 18.1)));
        assert!(area.meets([Vec2::new(0.0, -4.0), Vec2::new(0.0, 9.0)]));
        let grown = area.grown(1);
        assert!(grown.holds(Vec2::new(7.9, 5.9)) && !grown.holds(Vec2::new(8.1, 2.0)));
        let mut joined = area.clone();
        assert!(joined.join(&grown) && !joined.join(&grown) && !joined.join(&area));
        let alone = |bounds: Bounds| Area::of([bounds].into_iter(), [].into_iter(), 2.0);
        assert!(alone(rectangle).is_compact() && !area.is_compact());
        assert!(joined.rows().unwrap().all(|row| grown.holds(0.5 * (row.min + row.max))));
        let whole = Area::whole(2.0);
        assert!(whole.holds(Vec2::splat(1e9)) && whole.grown(3).rows().is_none());
    }
}
