//! What is seen of the units of orders at a glance: enough to know that the guide of most is still for their places.

use slotmap::SlotMap;

use super::guide::bits;
use crate::base::handle::UnitId;
use crate::bodies::task::{Cohort, Lead};
use crate::bodies::unit::Body;

/// What is seen of the units of a cohort.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Survey {
    pub(super) cohort: Cohort,
    pub(super) count: usize,
    /// Made from all their places, whoever has which: others have the same but once in 2⁶⁴ times.
    pub(super) imprint: u64,
    /// Whether one that goes a way of its own is where the cohort's guide falls short.
    pub(super) is_lost: bool,
    /// Whether all places have only been carried on a little since the guide was made.
    pub(super) is_carried: bool,
}

/// Looks at some units, cohort by cohort, in the order of the cohorts.
pub(super) fn survey(
    surveys: &mut Vec<Survey>,
    bodies: &SlotMap<UnitId, Body>,
    units: &[UnitId],
    falls_short: impl Fn(Cohort, &Body) -> bool,
) {
    surveys.clear();
    for &unit in units {
        let body = &bodies[unit];
        let Some(task) = body.task.as_ref().filter(|task| task.lead != Lead::Apart) else {
            continue;
        };
        let (cohort, imprint) = (task.cohort(body.class()), mixed(bits(task.place)));
        let is_lost = task.route.is_some() && falls_short(cohort, body);
        let one = Survey { cohort, count: 1, imprint, is_lost, is_carried: task.carried > 0.0 };
        // Units of one order mostly come one after the other.
        match surveys.last_mut().filter(|last| last.cohort == cohort) {
            Some(last) => last.add(&one),
            None => surveys.push(one),
        }
    }
    surveys.sort_unstable_by_key(|survey| survey.cohort);
    surveys.dedup_by(|later, first| {
        let is_same = later.cohort == first.cohort;
        if is_same {
            first.add(later);
        }
        is_same
    });
}

/// Returns whether a cohort is among those that were looked at.
pub(super) fn is_among(surveys: &[Survey], cohort: Cohort) -> bool {
    surveys.binary_search_by_key(&cohort, |survey| survey.cohort).is_ok()
}

impl Survey {
    /// Adds what was seen of others of the same cohort.
    fn add(&mut self, others: &Self) {
        self.count += others.count;
        self.imprint = self.imprint.wrapping_add(others.imprint);
        self.is_lost |= others.is_lost;
        self.is_carried &= others.is_carried;
    }
}

/// Mixes the bits of a number: S. Vigna's `splitmix64`, after D. Stafford's “Better Bit Mixing”, 2011. What it adds first keeps
/// 0 from staying 0.
fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::base::handle::OrderId;
    use crate::bodies::order::Slot;
    use crate::bodies::task::Assignment;
    use crate::bodies::unit::UnitDefinition;

    /// Returns what is seen of units with such orders and places.
    fn seen(tasks: &[(OrderId, Vec2)]) -> Vec<Survey> {
        let mut bodies = SlotMap::with_key();
        let unit = |&(order, place): &(OrderId, Vec2)| {
            let mut body = Body::new(&UnitDefinition::new(Vec2::ZERO, 0.5, 1.0), 0, 0.1);
            body.task = Some(Box::new(Assignment::new(order, Slot::at(place), 0)));
            bodies.insert(body)
        };
        let units: Vec<UnitId> = tasks.iter().map(unit).collect();
        let mut surveys = Vec::new();
        survey(&mut surveys, &bodies, &units, |_, _| false);
        surveys
    }

    #[test]
    fn who_has_which_place_does_not_matter_but_where_places_are_does() {
        let mut orders = SlotMap::<OrderId, ()>::with_key();
        let [one, other] = [orders.insert(()), orders.insert(())];
        let place = |k: u8| Vec2::new(f32::from(k), f32::from(k % 3));
        let tasks: Vec<_> = (0..40).map(|k| ([one, other][usize::from(k % 2)], place(k))).collect();
        let first = seen(&tasks);
        let counts: Vec<_> =
            first.iter().map(|survey| (survey.cohort.order, survey.count)).collect();
        assert_eq!(counts, [(one, 20), (other, 20)]);
        let mut swapped = tasks.clone();
        (swapped[0].1, swapped[2].1) = (tasks[2].1, tasks[0].1);
        assert_eq!(seen(&swapped), first);
        swapped.sort_by_key(|task| std::cmp::Reverse(task.0));
        assert_eq!(seen(&swapped), first);
        let mut moved = tasks.clone();
        (moved[1].1, moved[3].1) = (tasks[1].1 + Vec2::X, tasks[3].1 - Vec2::X);
        let moved = seen(&moved);
        assert!(moved[0] == first[0] && moved[1].imprint != first[1].imprint);
        // The origin counts as well, whose bits are 0.
        let mut more = tasks.clone();
        more.push((one, Vec2::ZERO));
        assert!(seen(&more)[0].imprint != first[0].imprint);
        assert!(is_among(&first, first[1].cohort) && !is_among(&first[..1], first[1].cohort));
    }
}
