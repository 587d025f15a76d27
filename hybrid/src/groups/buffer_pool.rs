//! Windows, walls and jobs that no group uses any more: the next plans are made in their memory.

use std::sync::Arc;

use super::plan::PlanInput;
use super::window::Window;
use crate::grids::walls::Walls;
use crate::tasks::job::RetiredJob;

/// So many of each are kept, or as many as there are groups.
const KEPT: usize = 16;

/// What the next plans are made in.
#[derive(Debug, Default)]
pub(crate) struct BufferPool {
    windows: SizedPool<Arc<Window>>,
    walls: SizedPool<Arc<Walls>>,
    jobs: Vec<RetiredJob<PlanInput>>,
    /// How many of each may be kept.
    most: usize,
}

/// Things, each with how many cells it has had, or there is room for.
#[derive(Debug)]
struct SizedPool<T>(Vec<(usize, T)>);

impl<T> Default for SizedPool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> SizedPool<T> {
    /// The one with room for so many cells, and for as few more as there is, or else that with the most room.
    fn take(&mut self, cells: usize) -> Option<T> {
        let fits = |room: usize| if room < cells { usize::MAX - room } else { room };
        let best = self.0.iter().enumerate().min_by_key(|(_, (room, _))| fits(*room))?.0;
        Some(self.0.swap_remove(best).1)
    }
}

impl BufferPool {
    /// Keeps no more than so many groups may need.
    pub(crate) fn limit(&mut self, groups: usize) {
        self.most = KEPT.max(groups);
        self.windows.0.truncate(self.most);
        self.walls.0.truncate(self.most);
        self.jobs.truncate(self.most);
    }

    /// Takes in a window and its walls, each where nobody else has it.
    pub(crate) fn put(&mut self, mut shared: Arc<Window>) {
        let Some(window) = Arc::get_mut(&mut shared) else { return };
        for mut walls in [window.walls.take(), window.room.walls.take()].into_iter().flatten() {
            if self.walls.0.len() < self.most && Arc::get_mut(&mut walls).is_some() {
                self.walls.0.push((walls.steps().frame().cell_count(), walls));
            }
        }
        if self.windows.0.len() < self.most {
            self.windows.0.push((shared.room.cells, shared));
        }
    }

    /// Takes in a job.
    pub(crate) fn put_job(&mut self, job: RetiredJob<PlanInput>) {
        if self.jobs.len() < self.most {
            self.jobs.push(job);
        }
    }

    /// A window for so many cells.
    pub(crate) fn window(&mut self, cells: usize) -> Arc<Window> {
        self.windows.take(cells).unwrap_or_default()
    }

    /// Walls for so many cells, if there are some.
    pub(crate) fn walls(&mut self, cells: usize) -> Option<Arc<Walls>> {
        self.walls.take(cells)
    }

    /// A job that is over, if there is one.
    pub(crate) fn job(&mut self) -> Option<RetiredJob<PlanInput>> {
        self.jobs.pop()
    }

    /// The bytes that the windows take.
    pub(crate) fn bytes(&self) -> usize {
        self.windows.0.iter().map(|(_, window)| window.bytes()).sum()
    }
}

impl Clone for BufferPool {
    /// There is nothing in it that a copy needs.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(cells: usize) -> Arc<Window> {
        let mut window = Arc::<Window>::default();
        Arc::make_mut(&mut window).room.cells = cells;
        window
    }

    #[test]
    fn the_smallest_window_that_is_large_enough_is_taken() {
        let mut pool = BufferPool::default();
        pool.limit(3);
        [40, 10, 30, 20].into_iter().for_each(|cells| pool.put(window(cells)));
        let taken = [20, 12, 50, 1, 5].map(|cells| pool.window(cells).room.cells);
        assert_eq!(taken, [20, 30, 40, 10, 0]);
    }

    #[test]
    fn no_more_is_kept_than_groups_may_need() {
        let mut pool = BufferPool::default();
        pool.put(window(7));
        assert_eq!(pool.window(7).room.cells, 0, "without groups");
        for (groups, kept) in [(0, KEPT), (40, 40), (20, 20)] {
            pool.limit(groups);
            (0..50).for_each(|_| pool.put(window(1)));
            pool.limit(groups);
            assert_eq!(pool.windows.0.len(), kept);
        }
    }

    #[test]
    fn walls_are_kept_by_the_last_who_has_them() {
        let mut pool = BufferPool::default();
        pool.limit(1);
        let (walls, mut one, mut other) =
            (Arc::new(Walls::closed(Default::default())), window(1), window(1));
        Arc::make_mut(&mut one).walls = Some(Arc::clone(&walls));
        Arc::make_mut(&mut other).walls = Some(walls);
        pool.put(one);
        assert!(pool.walls(1).is_none());
        pool.put(other);
        assert!(pool.walls(1).is_some());
    }
}
