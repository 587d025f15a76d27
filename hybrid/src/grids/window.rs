//! How large a group's window is, and which units share one.

use flowfield::Frame;
use glam::{UVec2, Vec2};
use navmesh::Bounds;

use super::cluster::{cut, extent};
use crate::error::WorldError;
use crate::parameters::WorldParameters;

/// Windows begin and end at multiples of this many cells, so that they stay the same, and with them their walls, while
/// a group walks a few cells.
const BLOCK: i32 = 8;

/// What decides the size of windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizing<'a> {
    pub(crate) parameters: &'a WorldParameters,
    /// The world's bounds.
    pub(crate) bounds: Bounds,
}

impl Sizing<'_> {
    /// Whether the world's corners are within reach of the grid's lattice.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        let (bounds, cell_size) = (self.bounds, self.parameters.cell_size);
        for corner in [bounds.min, bounds.max] {
            Frame::covering(corner, corner, cell_size).map_err(|source| WorldError::Grid {
                bounds,
                cell_size,
                source,
            })?;
        }
        Ok(())
    }

    /// The distance between a group's bounds and its window's border, in metres: twenty radii, or what the fastest unit
    /// walks until the next plan and looks ahead then; never so much that the margin alone fills half a window.
    pub(crate) fn margin(&self, radius: f32, speed: f32) -> f32 {
        let WorldParameters { margin, plan_period, look_ahead, cell_size, window_cells, .. } =
            *self.parameters;
        let automatic = (20.0 * radius).max(speed * (plan_period + look_ahead) + 2.0 * cell_size);
        let wanted = if margin > 0.0 { margin } else { automatic };
        let most = 0.5 * cell_size * ((0.5 * window_cells as f32).sqrt() - 2.0 * BLOCK as f32);
        wanted.min(most)
    }

    /// The window round some points: whole blocks of the lattice, cut to the world. `None` if there are no points, or
    /// if the window would have too many cells.
    pub(crate) fn frame(
        &self,
        points: impl IntoIterator<Item = Vec2>,
        margin: f32,
    ) -> Option<Frame> {
        let lattice = |point: Vec2| point.as_dvec2() / f64::from(self.parameters.cell_size);
        let block = |point: Vec2| (lattice(point) / f64::from(BLOCK)).floor().as_ivec2();
        let (min, max) = extent(points)?;
        let world =
            lattice(self.bounds.min).floor().as_ivec2()..lattice(self.bounds.max).ceil().as_ivec2();
        let first = (block(min - margin) * BLOCK).max(world.start);
        let size = ((block(max + margin) + 1) * BLOCK).min(world.end) - first;
        let fits = size.as_i64vec2().element_product() <= i64::from(self.parameters.window_cells);
        let size = UVec2::try_from(size).ok().filter(|_| fits)?;
        Frame::new(first, size, self.parameters.cell_size).ok()
    }

    /// Cuts a cluster until each part's window has at most the allowed number of cells, and calls `each` with them.
    /// `members` are indices into `points`; in each part they keep their order.
    pub(crate) fn parts(
        &self,
        (points, margin): (&[Vec2], f32),
        members: &mut [u32],
        room: &mut Parting,
        each: &mut dyn FnMut(&[u32]),
    ) {
        let positions = members.iter().map(|&member| points[member as usize]);
        let fits = self.frame(positions.clone(), margin).is_some();
        let line = if fits { None } else { cut(positions, &mut room.values) };
        let Some((axis, at)) = line else { return each(members) };
        room.above.clear();
        let mut below = 0;
        for place in 0..members.len() {
            let member = members[place];
            if points[member as usize][axis] < at {
                members[below] = member;
                below += 1;
            } else {
                room.above.push(member);
            }
        }
        members[below..].copy_from_slice(&room.above);
        let (below, above) = members.split_at_mut(below);
        self.parts((points, margin), below, room, each);
        self.parts((points, margin), above, room, each);
    }
}

/// Room to cut clusters in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parting {
    values: Vec<f32>,
    above: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(300.0));

    fn parameters() -> WorldParameters {
        WorldParameters { cell_size: 0.3125, ..WorldParameters::default() }
    }

    #[test]
    fn windows_hold_their_points_and_keep_still() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let margin = sizing.margin(0.25, 1.4);
        assert_eq!(margin, 5.0);
        let at =
            |x: f32| sizing.frame([Vec2::new(x, 50.0), Vec2::new(x + 3.0, 52.0)], margin).unwrap();
        let frame = at(20.0);
        assert!(
            frame.min().cmple(Vec2::new(15.0, 45.0)).all()
                && frame.max().cmpge(Vec2::new(28.0, 57.0)).all()
        );
        assert!(
            (0..10)
                .filter(|&step| at(20.0 + 0.1 * step as f32) != at(20.1 + 0.1 * step as f32))
                .count()
                <= 2
        );
        let corner = sizing.frame([Vec2::splat(299.9)], margin).unwrap();
        assert_eq!(corner.max(), Vec2::splat(300.0));
    }

    #[test]
    fn large_clusters_are_cut() {
        let parameters = parameters();
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        let points: Vec<Vec2> =
            (0..400).map(|k| Vec2::new(2.0 + 0.7 * k as f32, 20.0 + (k % 7) as f32)).collect();
        let (mut parts, mut members) = (Vec::new(), (0..400).collect::<Vec<u32>>());
        let mut each = |part: &[u32]| parts.push(part.to_vec());
        sizing.parts((&points, 5.0), &mut members, &mut Parting::default(), &mut each);
        assert!(parts.len() >= 4);
        assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), 400);
        for part in parts {
            let positions = part.iter().map(|&member| points[member as usize]);
            assert!(sizing.frame(positions, 5.0).unwrap().cell_count() <= 20_000);
        }
    }

    #[test]
    fn a_margin_never_fills_a_window() {
        let parameters = WorldParameters { window_cells: 2048, margin: 500.0, ..parameters() };
        let sizing = Sizing { parameters: &parameters, bounds: BOUNDS };
        assert!(sizing.frame([Vec2::splat(99.0)], sizing.margin(0.25, 60.0)).is_some());
    }
}
