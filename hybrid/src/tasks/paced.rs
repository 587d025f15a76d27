//! Work at a set pace at the latest, and ahead of that by whoever has time. When it counts as done depends on the pace alone.

use std::fmt;
use std::sync::Arc;

use super::course::{Course, Shares};
use super::executor::Executor;

/// Work at a set pace, or what it has made.
pub(crate) struct Paced<W: Shares> {
    /// How much of it the pace allows for so far.
    granted: u32,
    work: PaceProgress<W>,
}

enum PaceProgress<W: Shares> {
    UnderWay(Arc<Course<W>>),
    /// How much it was, and what was made; `None` if it panicked.
    Done(u32, Option<W::Made>),
}

impl<W: Shares> Paced<W> {
    /// Offers work to an executor.
    pub(crate) fn new(work: W, executor: Option<&dyn Executor>) -> Self {
        Self { granted: 0, work: PaceProgress::UnderWay(Course::start(work, executor, None)) }
    }

    /// Returns how much the pace has allowed for so far.
    pub(crate) fn granted(&self) -> u32 {
        self.granted
    }

    /// Has the pace allow for so much more. It is to be [done](Self::catch_up).
    pub(crate) fn grant(&mut self, amount: u32) {
        self.granted = self.granted.saturating_add(amount);
    }

    /// Does what the pace allows for and is not done yet. Where somebody else is at it, does something `elsewhere`, which returns
    /// whether there was anything to do, or else waits.
    pub(crate) fn catch_up(&self, elsewhere: impl FnMut() -> bool) {
        if let PaceProgress::UnderWay(course) = &self.work {
            course.reach(self.granted, elsewhere);
        }
    }

    /// Does a share, ahead of the pace, unless somebody is at it or nothing is left to do; returns whether it did.
    pub(crate) fn help(&self) -> bool {
        match &self.work {
            PaceProgress::UnderWay(course) => course.help(),
            PaceProgress::Done(..) => false,
        }
    }

    /// Returns how much of what the pace allows for is over.
    pub(crate) fn over(&self) -> u32 {
        self.total().map_or(0, |total| self.granted.saturating_sub(total))
    }

    /// Returns whether it is done as far as the pace is concerned.
    pub(crate) fn is_ready(&self) -> bool {
        self.total().is_some_and(|total| total <= self.granted)
    }

    /// Returns how much it is; `None` before that is known.
    fn total(&self) -> Option<u32> {
        match &self.work {
            PaceProgress::UnderWay(course) => course.total(),
            PaceProgress::Done(total, _) => Some(*total),
        }
    }

    /// Gets it done, ahead of the pace: then it is plain data.
    pub(crate) fn finish(&mut self) {
        let (total, made) = self.outcome();
        self.work = PaceProgress::Done(total, made);
    }

    /// Gets it done, ahead of the pace. Returns how much the pace has still to allow for, and what was made.
    pub(crate) fn rest(&self) -> (u32, Option<W::Made>) {
        let (total, made) = self.outcome();
        (total.saturating_sub(self.granted), made)
    }

    fn outcome(&self) -> (u32, Option<W::Made>) {
        match &self.work {
            PaceProgress::UnderWay(course) => course.outcome(),
            PaceProgress::Done(total, made) => (*total, made.clone()),
        }
    }
}

impl<W: Shares> Clone for Paced<W> {
    /// Has one who goes at a pace of its own share the work: what is made is the same for both, whoever does it.
    fn clone(&self) -> Self {
        Self { granted: self.granted, work: self.work.clone() }
    }
}

impl<W: Shares> Clone for PaceProgress<W> {
    fn clone(&self) -> Self {
        match self {
            Self::UnderWay(course) => Self::UnderWay(Arc::clone(course)),
            Self::Done(total, made) => Self::Done(*total, made.clone()),
        }
    }
}

impl<W: Shares> fmt::Debug for Paced<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Paced").field("granted", &self.granted).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::thread_pool::ThreadPool;
    use crate::tasks::waiting::wait_until;

    /// Adds up the numbers below one of them; panics at 10 400.
    struct Sum {
        next: u32,
        end: u32,
        sum: u32,
    }

    impl Sum {
        fn below(end: u32) -> Self {
            Self { next: 0, end, sum: 0 }
        }
    }

    impl Shares for Sum {
        type Made = u32;

        fn share(&mut self, most: u32) -> (u32, Option<u32>) {
            let last = self.end.min(self.next + most);
            assert!(!(self.next..last).contains(&10_400), "a planted panic");
            let done = last - self.next;
            self.sum += (self.next..last).sum::<u32>();
            self.next = last;
            (done, (last == self.end).then_some(self.sum))
        }
    }

    /// Work of 3000 that is cut at every 500, where a share only finds out that it is so.
    struct Stages {
        done: u32,
        is_between: bool,
    }

    impl Shares for Stages {
        type Made = ();

        fn share(&mut self, most: u32) -> (u32, Option<()>) {
            if self.is_between {
                self.is_between = false;
                return (0, None);
            }
            let next = (self.done / 500 + 1) * 500;
            let done = most.min(next - self.done);
            self.done += done;
            self.is_between = self.done == next && most == done;
            (done, (self.done == 3000).then_some(()))
        }
    }

    #[test]
    fn shares_that_do_nothing_count_as_nothing() {
        for amount in [250, 300, 500, 700, 1000, 4000] {
            let mut paced = Paced::new(Stages { done: 0, is_between: false }, None);
            let is_ready = (0..100).any(|_| {
                paced.grant(amount);
                paced.catch_up(|| false);
                paced.is_ready()
            });
            assert!(is_ready, "{amount}");
            assert_eq!(paced.granted() - paced.over(), 3000, "{amount}");
        }
    }

    fn grant(paced: &mut Paced<Sum>, amount: u32) -> u32 {
        paced.grant(amount);
        paced.catch_up(|| false);
        paced.over()
    }

    #[test]
    fn it_counts_as_done_when_the_pace_says_so_whoever_does_it() {
        let pool = ThreadPool::new(2);
        for executor in [None, Some(&pool as &dyn Executor)] {
            for end in [1, 2047, 2048, 2049, 8000, 8192] {
                let mut paced = Paced::new(Sum::below(end), executor);
                let grants = end.div_ceil(800);
                for granted in 1..=grants {
                    assert!(!paced.is_ready());
                    let over = grant(&mut paced, 800);
                    assert_eq!(over, (granted * 800).saturating_sub(end));
                }
                assert!(paced.is_ready());
                assert_eq!(paced.rest(), (0, Some((0..end).sum())));
                assert!(!paced.help(), "nothing is left to do");
            }
        }
    }

    #[test]
    fn what_is_finished_ahead_still_waits_for_its_pace() {
        let mut paced = Paced::new(Sum::below(8000), None);
        grant(&mut paced, 2400);
        assert!(paced.help());
        let copy = paced.clone();
        paced.finish();
        for mut paced in [paced, copy] {
            assert!(!paced.is_ready());
            assert_eq!(paced.rest(), (5600, Some((0..8000).sum())));
            assert_eq!(grant(&mut paced, 5599), 0);
            assert!(!paced.is_ready());
            assert_eq!((grant(&mut paced, 3), paced.is_ready()), (2, true));
        }
    }

    #[test]
    fn a_copy_does_no_work_and_shares_what_is_done() {
        let mut paced = Paced::new(Sum::below(8000), None);
        grant(&mut paced, 2400);
        let mut copy = paced.clone();
        let done = |paced: &Paced<Sum>| match &paced.work {
            PaceProgress::UnderWay(course) => course.lock().done,
            PaceProgress::Done(total, _) => *total,
        };
        assert_eq!((done(&paced), done(&copy)), (2400, 2400));
        grant(&mut copy, 5600);
        assert!(copy.is_ready() && !paced.is_ready(), "each has a pace of its own");
        assert_eq!(paced.rest(), (5600, copy.rest().1));
    }

    #[test]
    fn who_waits_for_work_is_left_to_go_on_with_it() {
        let mut paced = Paced::new(Sum::below(8000), None);
        let PaceProgress::UnderWay(course) = &paced.work else { unreachable!() };
        course.lock().waiting += 1;
        assert!(!paced.help());
        paced.grant(800);
        let mut left = 3;
        paced.catch_up(|| {
            left -= 1;
            left > 0
        });
        // Once nothing else is left to do it is done all the same.
        let PaceProgress::UnderWay(course) = &paced.work else { unreachable!() };
        assert_eq!((left, course.lock().done), (0, 800));
    }

    #[test]
    fn a_panic_elsewhere_is_no_hang() {
        let pool = ThreadPool::new(1);
        let mut paced = Paced::new(Sum::below(16_000), Some(&pool));
        wait_until(|| paced.total().is_some());
        grant(&mut paced, u32::MAX);
        assert_eq!((paced.is_ready(), paced.rest().1), (true, None));
    }
}
