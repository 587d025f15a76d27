//! All groups of a world, each with a number by which its units know it.

use std::ops::{Deref, DerefMut};

use super::buffer_pool::BufferPool;
use super::group::Group;
use crate::base::cloning::clone_by_fields;

/// All groups, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    all: Vec<Group>,
    /// Their numbers, close together in memory: every unit looks its group up in every step.
    numbers: Vec<u32>,
    /// How many there have been: the number of the next one. It begins anew beyond the greatest number.
    count: u32,
    pool: BufferPool,
}

clone_by_fields!(Groups { all, numbers, count; pool });

impl Groups {
    /// These groups, of so many that there have been.
    pub(crate) fn new(all: Vec<Group>, count: u32) -> Self {
        let numbers = all.iter().map(|group| group.number).collect();
        Self { all, numbers, count, pool: BufferPool::default() }
    }

    /// These groups, and how many there have been.
    pub(crate) fn into_parts(self) -> (Vec<Group>, u32) {
        (self.all, self.count)
    }

    /// Adds a group and gives it its number.
    pub(crate) fn push(&mut self, mut group: Group) {
        group.number = self.count;
        self.count = self.count.wrapping_add(1);
        self.numbers.push(group.number);
        self.all.push(group);
    }

    /// Moves those groups to another place of which something is so.
    pub(crate) fn take_out(&mut self, goes: impl Fn(&Group) -> bool, taken: &mut RetiredGroups) {
        taken.numbers.clear();
        taken.all.clear();
        for group in self.all.extract_if(.., |group| goes(group)) {
            taken.numbers.push(group.number);
            taken.all.push(Some(group));
        }
        self.numbers.clear();
        self.numbers.extend(self.all.iter().map(|group| group.number));
    }

    /// All groups, and what their next plans are made in.
    pub(crate) fn with_pool(&mut self) -> (&mut [Group], &mut BufferPool) {
        self.pool.limit(self.all.len());
        (&mut self.all, &mut self.pool)
    }

    /// The bytes that the windows take.
    pub(crate) fn bytes(&self) -> usize {
        self.pool.bytes() + self.all.iter().map(Group::bytes).sum::<usize>()
    }

    /// The group of a number, if there still is one.
    pub(crate) fn of(&self, number: u32) -> Option<&Group> {
        self.all.get(place(&self.numbers, number)?)
    }

    /// The group of a number, to be changed, if there still is one.
    pub(crate) fn of_mut(&mut self, number: u32) -> Option<&mut Group> {
        let place = place(&self.numbers, number)?;
        self.all.get_mut(place)
    }

    /// Returns whether each has a number of its own, in order.
    pub(crate) fn is_valid(&self) -> bool {
        let ages = self.numbers.iter().map(|number| number.wrapping_sub(self.count));
        ages.is_sorted_by(|one, next| one < next)
    }
}

/// Groups that were taken out, until others inherit what they have.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetiredGroups {
    all: Vec<Option<Group>>,
    numbers: Vec<u32>,
}

impl RetiredGroups {
    /// Takes the group of a number out if something is so of it.
    pub(crate) fn take_if(&mut self, number: u32, goes: impl Fn(&Group) -> bool) -> Option<Group> {
        self.all[place(&self.numbers, number)?].take_if(|group| goes(group))
    }

    /// Those that are left.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Group> {
        self.all.drain(..).flatten()
    }
}

/// Returns where a number is among some that were given one after the other.
fn place(numbers: &[u32], number: u32) -> Option<usize> {
    let first = *numbers.first()?;
    let age = |number: u32| number.wrapping_sub(first);
    numbers.binary_search_by_key(&age(number), |&known| age(known)).ok()
}

impl Deref for Groups {
    type Target = [Group];

    fn deref(&self) -> &[Group] {
        &self.all
    }
}

impl DerefMut for Groups {
    fn deref_mut(&mut self) -> &mut [Group] {
        &mut self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::handle::{OrderId, UnitId};
    use crate::groups::crew::Crew;

    fn group(class: usize) -> Group {
        Group {
            number: 0,
            order: OrderId::default(),
            class,
            way_point: None,
            band: 0,
            units: Crew::default(),
            leader: UnitId::default(),
            due: None,
            guide: None,
            window: None,
            plan: None,
        }
    }

    #[test]
    fn a_group_keeps_its_number_while_others_come_and_go() {
        // Numbers begin anew in between.
        let mut groups = Groups::new(Vec::new(), u32::MAX - 3);
        let mut former = RetiredGroups::default();
        for class in 0..10 {
            groups.push(group(class));
            if class % 3 == 2 {
                groups.take_out(|group| group.class == class - 1, &mut former);
                let number = former.numbers[0];
                assert!(groups.of(number).is_none());
                assert!(former.take_if(number, |group| group.class == class).is_none());
                let taken = former.take_if(number, |group| group.class == class - 1);
                assert_eq!(taken.map(|group| group.number), Some(number));
                assert_eq!(former.drain().count(), 0);
            }
            assert!(groups.is_valid());
        }
        let numbers: Vec<u32> = groups.iter().map(|group| group.number).collect();
        assert_eq!(numbers.len(), 7);
        for number in numbers {
            assert_eq!(groups.of(number).map(|group| group.number), Some(number));
        }
        let (mut all, count) = groups.into_parts();
        all.swap(1, 2);
        assert!(!Groups::new(all, count).is_valid());
    }
}
