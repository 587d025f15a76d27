//! Paths: A* over the cells, then pulled straight.

use glam::Vec2;

use super::cell_search::CellSearch;
use super::funnel::{Bend, Gate, pulled};
use super::options::{Entry, Path, PathOptions};
use crate::error::PathError;
use crate::exact::route::{End, ExactSearch};
use crate::mesh::NavMesh;
use crate::queries::ray::Ray;

/// The scratch of searches: keep one a thread, and use it for any mesh. Warm, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Search {
    cells: CellSearch,
    gates: Vec<Gate>,
    /// The exits of the corridor.
    through: Vec<u32>,
    bends: Vec<Bend>,
    exact: ExactSearch,
}

impl NavMesh {
    /// A short way between two points for the centre of an agent, pulled straight. Goals that cannot be reached are
    /// known without a search.
    ///
    /// The path is the shortest within its corridor of cells, cut short where the straight way is free; the corridor is
    /// the best by the entry rule. On real maps paths are 0.1 to 2 % longer than the shortest on average. With
    /// [`Entry::Exact`] the path is the shortest of all; it may pass gaps narrower than 1/1024 m, which are no portals.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked; a goal that cannot be reached.
    pub fn find_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.find_path_into(search, (from, to), options, &mut path)?;
        Ok(path)
    }

    /// The same as [`find_path`](Self::find_path) from the first point to the second, into a path whose memory is used
    /// again: once search and path are warm, nothing is allocated. Without an answer the path is empty.
    ///
    /// # Errors
    /// See [`find_path`](Self::find_path).
    pub fn find_path_into(
        &self,
        search: &mut Search,
        (from, to): (Vec2, Vec2),
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let (start, goal) = (self.start_cell(from)?, self.goal_cell(to)?);
        if self.component(start) != self.component(goal) {
            return Err(PathError::Unreachable { from, to });
        }
        if options.entry == Entry::Exact {
            let ends = [End { cell: start, point: from }, End { cell: goal, point: to }];
            if let Some((points, expanded)) = search.exact.route(self, ends[0], ends[1]) {
                path.length = length(&points);
                (path.points, path.expanded) = (points, expanded);
                return Ok(());
            }
        }
        let (origin, target) = (from.as_dvec2(), to.as_dvec2());
        search.cells.begin(self, (start, origin), (goal, target), options.entry);
        search.cells.run(self, u32::MAX);
        search.cells.corridor(&mut path.corridor, &mut search.through, &mut search.gates);
        pulled(origin, &search.gates, target, &mut search.bends);
        self.cut_corners(search);
        path.points.extend(search.bends.iter().map(|bend| bend.point.as_vec2()));
        (path.length, path.expanded) = (length(&path.points), search.cells.expanded());
        Ok(())
    }

    /// Drops the points without which the way is free: a corridor may turn at the corner of a tile, on open ground. Where
    /// it turns at a wall, that is in the way.
    fn cut_corners(&self, search: &mut Search) {
        let Search { cells, through, bends, .. } = search;
        let mut index = 1;
        while index + 1 < bends.len() {
            let at_wall =
                |(gate, left): (usize, bool)| cells.exits.ends_at_wall(self, through[gate], left);
            let point = |index: usize| bends[index].point.as_vec2();
            if !bends[index].turn.is_some_and(at_wall)
                && self.ray_cast(point(index - 1), point(index + 1)) == Ok(Ray::Clear)
            {
                bends.remove(index);
                // Those beside it turn otherwise now.
                index = index.max(2) - 1;
                for beside in [index - 1, index] {
                    bends[beside].turn = None;
                }
            } else {
                index += 1;
            }
        }
    }
}

fn length(points: &[Vec2]) -> f32 {
    let legs = points.windows(2).map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2()));
    legs.sum::<f64>() as f32
}
