//! A part of the ground, in whole squares of a lattice.

use glam::{IVec2, Vec2};
use navmesh::Bounds;

use super::buckets::{square_of, squares_along};

/// Some squares of a lattice, or all.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    side: f32,
    /// Row and column, sorted; `None`: all squares.
    squares: Option<Vec<(i32, i32)>>,
}

impl Area {
    /// All squares.
    pub(crate) fn whole(side: f32) -> Self {
        Self { side, squares: None }
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
            (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| (y, x)))
        });
        let along = segments.flat_map(|segment| squares_along(segment, side));
        let squares: Vec<_> = rows.chain(along.map(|square| (square.y, square.x))).collect();
        Self { side, squares: Some(sorted(squares)) }
    }

    /// The same with all squares up to so many away.
    pub(crate) fn grown(&self, by: i32) -> Self {
        let grow = |squares: &Vec<(i32, i32)>| {
            let along_rows =
                squares.iter().flat_map(|&(y, x)| (x - by..=x + by).map(move |x| (y, x)));
            let wide = sorted(along_rows.collect());
            sorted(wide.iter().flat_map(|&(y, x)| (y - by..=y + by).map(move |y| (y, x))).collect())
        };
        Self { side: self.side, squares: self.squares.as_ref().map(grow) }
    }

    /// Adds the squares of another area of the same lattice; whether any is new.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (&mut self.squares, &other.squares) else { return false };
        let count = own.len();
        own.extend(others);
        *own = sorted(std::mem::take(own));
        own.len() > count
    }

    /// Whether it holds a point.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        let Some(squares) = &self.squares else { return true };
        let IVec2 { x, y } = square_of(point, self.side);
        squares.binary_search(&(y, x)).is_ok()
    }

    /// Whether it holds a place that a segment comes near.
    pub(crate) fn meets(&self, segment: [Vec2; 2]) -> bool {
        let Some(squares) = &self.squares else { return true };
        squares_along(segment, self.side)
            .any(|square| squares.binary_search(&(square.y, square.x)).is_ok())
    }

    /// Rectangles that cover it, one for each run of squares in a row, in metres; `None`: all.
    pub(crate) fn rows(&self) -> Option<impl Iterator<Item = Bounds>> {
        let runs = self.squares.as_ref()?.chunk_by(|p, q| p.0 == q.0 && p.1 + 1 == q.1);
        Some(runs.filter_map(|run| {
            let (&(y, first), &(_, last)) = (run.first()?, run.last()?);
            let corner = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * self.side;
            Some(Bounds::new(corner(first, y), corner(last + 1, y + 1)))
        }))
    }
}

fn sorted(mut squares: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    squares.sort_unstable();
    squares.dedup();
    squares
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
        assert!(joined.rows().unwrap().all(|row| grown.holds(0.5 * (row.min + row.max))));
        let whole = Area::whole(2.0);
        assert!(whole.holds(Vec2::splat(1e9)) && whole.grown(3).rows().is_none());
    }
}
