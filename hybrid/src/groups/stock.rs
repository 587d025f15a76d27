//! Windows, walls and jobs that no group uses any more: the next plans are made in their memory.

use std::sync::Arc;

use super::plan::Brief;
use super::window::Window;
use crate::grids::walls::Walls;
use crate::tasks::job::Former;

/// So many of each are kept, or as many as there are groups.
const KEPT: usize = 16;

/// What the next plans are made in.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    windows: Shelf<Box<Window>>,
    walls: Shelf<Arc<Walls>>,
    jobs: Vec<Former<Brief>>,
    /// How many of each may be kept.
    most: usize,
}

/// Things, each with how many cells it has had, or there is room for.
#[derive(Debug)]
struct Shelf<T>(Vec<(usize, T)>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Shelf<T> {
    /// The one with room for so many cells, and for as few more as there is, or else that with the most room.
    fn take(&mut self, cells: usize) -> Option<T> {
        let fits = |room: usize| if room < cells { usize::MAX - room } else { room };
        let best = self.0.iter().enumerate().min_by_key(|(_, (room, _))| fits(*room))?.0;
        Some(self.0.swap_remove(best).1)
    }
}

impl Stock {
    /// Keeps no more than so many groups may need.
    pub(crate) fn limit(&mut self, groups: usize) {
        self.most = KEPT.max(groups);
        self.windows.0.truncate(self.most);
        self.walls.0.truncate(self.most);
        self.jobs.truncate(self.most);
    }

    /// Takes in a window, and its walls where nobody else has them.
    pub(crate) fn put(&mut self, mut window: Box<Window>) {
        for mut walls in [window.walls.take(), window.room.walls.take()].into_iter().flatten() {
            if self.walls.0.len() < self.most && Arc::get_mut(&mut walls).is_some() {
                self.walls.0.push((walls.steps().frame().cell_count(), walls));
            }
        }
        if self.windows.0.len() < self.most {
            self.windows.0.push((window.room.cells, window));
        }
    }

    /// Takes in a job.
    pub(crate) fn put_job(&mut self, job: Former<Brief>) {
        if self.jobs.len() < self.most {
            self.jobs.push(job);
        }
    }

    /// A window for so many cells.
    pub(crate) fn window(&mut self, cells: usize) -> Box<Window> {
        self.windows.take(cells).unwrap_or_default()
    }

    /// Walls for so many cells, if there are some.
    pub(crate) fn walls(&mut self, cells: usize) -> Option<Arc<Walls>> {
        self.walls.take(cells)
    }

    /// A job that is over, if there is one.
    pub(crate) fn job(&mut self) -> Option<Former<Brief>> {
        self.jobs.pop()
    }

    /// The bytes that the windows take.
    pub(crate) fn bytes(&self) -> usize {
        self.windows.0.iter().map(|(_, window)| window.bytes()).sum()
    }
}

impl Clone for Stock {
    /// There is nothing in it that a copy needs.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(cells: usize) -> Box<Window> {
        let mut window = Box::<Window>::default();
        window.room.cells = cells;
        window
    }

    #[test]
    fn the_smallest_window_that_is_large_enough_is_taken() {
        let mut stock = Stock::default();
        stock.limit(3);
        [40, 10, 30, 20].into_iter().for_each(|cells| stock.put(window(cells)));
        let taken = [20, 12, 50, 1, 5].map(|cells| stock.window(cells).room.cells);
        assert_eq!(taken, [20, 30, 40, 10, 0]);
    }

    #[test]
    fn no_more_is_kept_than_groups_may_need() {
        let mut stock = Stock::default();
        stock.put(window(7));
        assert_eq!(stock.window(7).room.cells, 0, "without groups");
        for (groups, kept) in [(0, KEPT), (40, 40), (20, 20)] {
            stock.limit(groups);
            (0..50).for_each(|_| stock.put(window(1)));
            stock.limit(groups);
            assert_eq!(stock.windows.0.len(), kept);
        }
    }

    #[test]
    fn walls_are_kept_by_the_last_who_has_them() {
        let mut stock = Stock::default();
        stock.limit(1);
        let (walls, mut one, mut other) =
            (Arc::new(Walls::closed(Default::default())), window(1), window(1));
        one.walls = Some(Arc::clone(&walls));
        other.walls = Some(walls);
        stock.put(one);
        assert!(stock.walls(1).is_none());
        stock.put(other);
        assert!(stock.walls(1).is_some());
    }
}
