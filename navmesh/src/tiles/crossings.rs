//! Which parts of the ground the links of a mesh join.

use std::collections::BTreeSet;

use super::islands::Component;

/// Where the links of one state of a mesh begin and end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crossings {
    /// For each link, in the order of the handles, the parts of the ground at its beginning and its end; `None` where it is
    /// not free.
    pub(crate) ends: Vec<[Option<Component>; 2]>,
    /// From which part to which the links lead that the mesh may use: sorted, each once.
    joins: LinkJoins,
}

impl Crossings {
    /// From the parts at the ends of all links, and the directions of those that may be used.
    pub(crate) fn new(ends: Vec<[Option<Component>; 2]>, joins: LinkJoins) -> Self {
        Self { ends, joins }
    }

    /// From which part to which these links lead.
    pub(crate) fn joins(&self) -> &LinkJoins {
        &self.joins
    }
}

/// From which parts of the ground to which others links lead: sorted, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkJoins(Vec<[Component; 2]>);

impl FromIterator<[Component; 2]> for LinkJoins {
    fn from_iter<T: IntoIterator<Item = [Component; 2]>>(joins: T) -> Self {
        let mut joins: Vec<[Component; 2]> = joins.into_iter().collect();
        joins.sort_unstable();
        joins.dedup();
        Self(joins)
    }
}

impl LinkJoins {
    /// Returns the parts that can be reached from a part, that one among them, in ascending order.
    pub(crate) fn reached(&self, start: Component) -> BTreeSet<Component> {
        let mut reached = BTreeSet::from([start]);
        self.visit(&mut reached, start, |_| false);
        reached
    }

    /// Returns whether a part can be reached from another one.
    pub(crate) fn leads(&self, start: Component, goal: Component) -> bool {
        start == goal || self.visit(&mut BTreeSet::from([start]), start, |part| part == goal)
    }

    /// Visits the parts that can be reached, until one of them is what is looked for; whether one was.
    fn visit(
        &self,
        reached: &mut BTreeSet<Component>,
        start: Component,
        is_it: impl Fn(Component) -> bool,
    ) -> bool {
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            let first = self.0.partition_point(|&[from, _]| from < here);
            for &[_, to] in self.0[first..].iter().take_while(|&&[from, _]| from == here) {
                if is_it(to) {
                    return true;
                }
                if reached.insert(to) {
                    open.push(to);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_reached_in_the_directions_of_the_links() {
        let part = Component::numbered;
        let joins = [[3, 1], [1, 2], [2, 3], [5, 3], [1, 2]].map(|ends| ends.map(part));
        let joins: LinkJoins = joins.into_iter().collect();
        assert!(joins.reached(part(5)).into_iter().eq([1, 2, 3, 5].map(part)));
        assert!(joins.reached(part(1)).into_iter().eq([1, 2, 3].map(part)));
        assert!(joins.reached(part(9)).into_iter().eq([part(9)]));
        assert!(joins.leads(part(5), part(2)) && !joins.leads(part(2), part(5)));
        assert!(joins.leads(part(9), part(9)) && !joins.leads(part(9), part(1)));
    }
}
