//! Who goes through which passage next.

use serde::{Deserialize, Serialize};
use slotmap::SecondaryMap;

use super::crossing::PassageCrossing;
use super::traffic::Traveller;
use crate::base::cloning::clone_by_fields;
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;

/// Seconds: who has come nearer to its place within these gets on.
const GETS_ON: f32 = 2.0;

/// The next passage of every unit that is on its way, if there is one.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct PassageUsers {
    crossings: SecondaryMap<UnitId, Option<PassageCrossing>>,
    /// Those of a passage together, in id order.
    #[serde(skip)]
    travellers: Vec<Traveller>,
    /// Where the travellers of each passage begin and end.
    #[serde(skip)]
    spans: Vec<[u32; 2]>,
    /// The passages that have travellers.
    #[serde(skip)]
    used: Vec<u32>,
}

clone_by_fields!(PassageUsers { crossings, travellers, spans, used });

/// What is seen of a unit: the next passage on the shortest way and on the likely one, if there is any; `None` where nothing
/// is known, or it is not on its way any more.
pub(super) type Sight = [Option<Option<PassageCrossing>>; 2];

/// What was seen of some units.
#[derive(Debug, Default)]
pub(crate) struct UserCounts {
    /// Of those that were looked at, in id order.
    pub(super) news: Vec<(UnitId, Sight)>,
    /// Of all, looked at or not, in id order, by the shortest way and by the likely one.
    pub(super) near: Vec<Traveller>,
    pub(super) bound: Vec<Traveller>,
}

impl UserCounts {
    /// Nothing is seen of anyone.
    pub(super) fn clear(&mut self) {
        self.news.clear();
        self.near.clear();
        self.bound.clear();
    }
}

impl PassageUsers {
    /// The travellers of a passage.
    pub(super) fn of(&self, passage: usize) -> &[Traveller] {
        let span = self.spans.get(passage);
        span.map_or(&[], |&[first, end]| &self.travellers[first as usize..end as usize])
    }

    /// The passages that have travellers, in any order.
    pub(super) fn used(&self) -> &[u32] {
        &self.used
    }

    /// Returns these with other numbers for passages.
    pub(super) fn renumbered(self, number: impl Fn(u32) -> u32) -> Self {
        let mut crossings = self.crossings;
        for crossing in crossings.values_mut().flatten() {
            crossing.passage = number(crossing.passage);
        }
        Self { crossings, ..Self::default() }
    }

    /// Returns what was seen of a unit when it was last looked at; `None` if it was not.
    pub(super) fn known(&self, unit: UnitId) -> Option<Option<PassageCrossing>> {
        self.crossings.get(unit).copied()
    }

    /// All that was seen.
    pub(super) fn all(&self) -> impl Iterator<Item = &PassageCrossing> {
        self.crossings.values().flatten()
    }

    /// Has a unit be looked at again.
    pub(super) fn forget(&mut self, unit: UnitId) {
        self.crossings.remove(unit);
    }

    /// Notes what was seen of a unit; `None` if it is not on its way.
    pub(super) fn note(&mut self, unit: UnitId, seen: Option<Option<PassageCrossing>>) {
        match seen {
            Some(crossing) => drop(self.crossings.insert(unit, crossing)),
            None => self.forget(unit),
        }
    }

    /// Nobody goes through any of `count` passages: everybody says it anew, first how many there are.
    pub(super) fn begin(&mut self, count: usize) {
        self.travellers.clear();
        for passage in self.used.drain(..) {
            self.spans[passage as usize] = [0; 2];
        }
        self.spans.resize(count, [0; 2]);
    }

    /// Some travellers will come.
    pub(super) fn announce(&mut self, some: &[Traveller]) {
        for one in some {
            let count = &mut self.spans[one.passage as usize][1];
            if *count == 0 {
                self.used.push(one.passage);
            }
            *count += 1;
        }
        // Each is put into its place later.
        self.travellers.extend_from_slice(some);
    }

    /// All are expected who will come.
    pub(super) fn make_room(&mut self) {
        let mut first = 0;
        for &passage in &self.used {
            let count = std::mem::replace(&mut self.spans[passage as usize], [first; 2])[1];
            first += count;
        }
    }

    /// Some travellers come who were expected, in id order.
    pub(super) fn take(&mut self, some: &[Traveller]) {
        for one in some {
            let place = &mut self.spans[one.passage as usize][1];
            self.travellers[*place as usize] = *one;
            *place += 1;
        }
    }
}

/// A unit whose way leads through a passage.
pub(super) fn traveller(unit: UnitId, body: &Body, crossing: &PassageCrossing) -> Traveller {
    let PassageCrossing { passage, end, passed, distance: rest } = *crossing;
    let distance = if passed > 0 { 0.0 } else { rest };
    let (radius, max_speed) = (body.radius, body.free_speed());
    let is_stuck = body.task.as_ref().is_some_and(|task| task.stuck_state.is_stuck);
    let gets_on = body.task.as_ref().is_some_and(|task| task.progress.has_come_nearer(GETS_ON));
    Traveller { unit, passage, end, passed, distance, rest, radius, max_speed, is_stuck, gets_on }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::SlotMap;

    #[test]
    fn travellers_are_sorted_by_passage_and_within_one_stay_in_order() {
        let mut units = SlotMap::<UnitId, ()>::with_key();
        let all: Vec<Traveller> = [2, 0, 2, 3, 0, 2]
            .map(|passage| Traveller {
                unit: units.insert(()),
                passage,
                end: 0,
                passed: 0,
                distance: 1.0,
                rest: 1.0,
                radius: 0.5,
                max_speed: 1.0,
                is_stuck: false,
                gets_on: true,
            })
            .to_vec();
        let mut roll = PassageUsers::default();
        assert!(roll.of(0).is_empty());
        for _ in 0..2 {
            roll.begin(5);
            all.chunks(4).for_each(|some| roll.announce(some));
            roll.make_room();
            all.chunks(4).for_each(|some| roll.take(some));
            let of = |passage| roll.of(passage).iter().map(|one| one.unit).collect();
            let found: Vec<Vec<UnitId>> = (0..5).map(of).collect();
            let unit = |index: usize| all[index].unit;
            let third = vec![unit(0), unit(2), unit(5)];
            let expected = [vec![unit(1), unit(4)], vec![], third, vec![unit(3)], vec![]];
            assert_eq!(found, expected);
        }
        assert!(roll.of(7).is_empty());
    }
}
