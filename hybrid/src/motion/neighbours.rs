//! Who is near whom.
//!
//! The discs of all units are sorted into a uniform grid ([`DiscGrid`](super::disc_grid::DiscGrid)); the neighbours of a disc are looked for in the
//! cells round its own, ring by ring, until nobody farther away can be of interest. The order depends on where the discs
//! are alone, not on when their units were made: whatever is computed in this order is the same however a world was set
//! up. It turns with the world, too: the grid's first axis is the one along which the first units look on the whole, so a
//! world that is turned by a quarter moves bit for bit as before.

use glam::Vec2;
use slotmap::SlotMap;

use super::disc::{Disc, Duty, Foresight};
use super::islands::ContactIslands;
use super::sorted::{Extremes, Nearest, Sorted};
use crate::base::cloning::clone_by_fields;
use crate::base::handle::{OrderId, UnitId, turn};
use crate::bodies::meeting::MeetingRules;
use crate::bodies::order::Order;
use crate::bodies::unit::Body;
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, ParallelPhase};

/// The units in which headings are summed.
const HEADING_UNITS: f32 = 1_048_576.0;

/// Every unit's disc, and who is near whom.
#[derive(Default)]
pub(crate) struct Neighbours {
    sorted: Sorted,
    /// What was found, part by part.
    parts: Vec<FoundNeighbours>,
    islands: ContactIslands,
    /// The first axis of the grid, kept while there are units.
    pub(super) axis: Option<Vec2>,
    /// Scratch of sorting.
    units: Vec<UnitId>,
    /// Scratch: what their tasks say.
    duties: Vec<Duty>,
    /// Scratch: the turns of orders that follow a unit, and which.
    targets: Vec<(u32, UnitId)>,
    search: Parallel<Sorted, NeighbourLookup>,
}

clone_by_fields!(Neighbours { sorted, parts, islands, axis; units, duties, targets, search });

/// Discs that one thread looks at at a time.
pub(super) const PART: usize = 512;

/// The search for the neighbours of all discs.
#[derive(Default)]
struct NeighbourLookup;

/// What was found for a part of the discs.
#[derive(Default)]
struct FoundNeighbours {
    /// Of those that do not idle, in order, each with its number.
    nearest: Vec<(u32, Nearest)>,
    /// For each the later ones that it may touch until the next look, in order; and where those of each end.
    partners: Vec<u32>,
    ends: Vec<u32>,
}

clone_by_fields!(FoundNeighbours { nearest, partners, ends });

impl FoundNeighbours {
    /// The later ones that each disc may touch, disc by disc.
    fn partners(&self) -> impl Iterator<Item = &[u32]> {
        let mut first = 0;
        self.ends.iter().map(move |&end| {
            let begin = std::mem::replace(&mut first, end as usize);
            &self.partners[begin..end as usize]
        })
    }
}

impl ParallelPhase<Sorted> for NeighbourLookup {
    type Output = FoundNeighbours;

    fn part(&self, sorted: &Sorted, index: usize, found: &mut FoundNeighbours) {
        let FoundNeighbours { nearest, partners, ends } = found;
        nearest.clear();
        partners.clear();
        ends.clear();
        for (at, disc) in sorted.discs.iter().enumerate().skip(index * PART).take(PART) {
            if disc.idles() {
                sorted.touch(at, partners);
            } else {
                nearest.push((at as u32, sorted.look(at, partners)));
            }
            ends.push(partners.len() as u32);
        }
    }
}

impl Neighbours {
    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        let Sorted { discs, points, rules, follows, grid, .. } = &self.sorted;
        let sorted = discs.capacity() * size_of::<Disc>()
            + points.capacity() * size_of::<Vec2>()
            + rules.capacity() * size_of::<MeetingRules>()
            + follows.capacity() * size_of::<UnitId>()
            + grid.bytes();
        let of_part = |found: &FoundNeighbours| {
            found.nearest.capacity() * size_of::<(u32, Nearest)>()
                + (found.partners.capacity() + found.ends.capacity()) * size_of::<u32>()
        };
        let found: usize = self.parts.iter().map(of_part).sum();
        let of_units = self.units.capacity() * size_of::<UnitId>()
            + self.duties.capacity() * size_of::<Duty>()
            + self.targets.capacity() * size_of::<(u32, UnitId)>();
        sorted + found + of_units + self.islands.bytes()
    }

    /// Those of an earlier look: the units in the order of their discs, where they were, and for each the later ones that it
    /// may touch. Who is nearest to one is found anew where that is asked for.
    pub(super) fn kept(
        axis: Option<Vec2>,
        units: &[UnitId],
        bodies: &SlotMap<UnitId, Body>,
        points: Vec<Vec2>,
        horizon: Foresight,
        partners: &[Vec<u32>],
    ) -> Self {
        let mut neighbours = Self { axis, ..Self::default() };
        let discs = units.iter().map(|&unit| disc(unit, &bodies[unit]));
        let has_rules = units.iter().any(|&unit| bodies[unit].own_rules().is_some());
        let rules = units.iter().filter(|_| has_rules).map(|&unit| bodies[unit].rules());
        neighbours.sorted = Sorted::of(discs.collect(), points, rules.collect(), horizon);
        for some in partners.chunks(PART) {
            let mut found = FoundNeighbours::default();
            for partners in some {
                found.partners.extend(partners);
                found.ends.push(found.partners.len() as u32);
            }
            neighbours.parts.push(found);
        }
        neighbours.join();
        neighbours
    }

    /// The first axis of the grid.
    pub(crate) fn axis(&self) -> Vec2 {
        self.axis.unwrap_or(Vec2::X)
    }

    /// All discs, in order.
    pub(crate) fn discs(&self) -> &[Disc] {
        &self.sorted.discs
    }

    /// The pairs that may touch until the next look, each once.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let discs = (0..).zip(self.partners());
        discs.flat_map(|(disc, partners)| partners.iter().map(move |&other| (disc, other)))
    }

    /// Returns how many parts of the discs there are.
    pub(crate) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// The pairs of a part of the discs.
    pub(crate) fn pairs_in(&self, part: usize) -> impl Iterator<Item = (u32, u32)> {
        let discs = ((part * PART) as u32..).zip(self.parts[part].partners());
        discs.flat_map(|(disc, partners)| partners.iter().map(move |&other| (disc, other)))
    }

    /// The discs whose middles are less than so many metres from that of one, with itself, in order.
    pub(crate) fn around(&self, disc: u32, reach: f32) -> impl Iterator<Item = u32> {
        let Sorted { points, grid, .. } = &self.sorted;
        let (point, squared) = (points[disc as usize], reach * reach);
        let row = move |y: i32| Some((y, grid.columns_within(point, y, squared)?));
        let home = grid.cell_of(point).y;
        let below = (1..).map_while(move |down| row(home - down)).count() as i32;
        let rows = (home - below..).map_while(row);
        let inside = rows.flat_map(|(y, (from, to))| grid.row(y, from, to));
        inside
            .filter(move |&other| points[other].distance_squared(point) < squared)
            .map(|other| other as u32)
    }

    /// The later ones that a disc may touch, in order.
    pub(super) fn partners_of(&self, disc: usize) -> &[u32] {
        let FoundNeighbours { partners, ends, .. } = &self.parts[disc / PART];
        let at = disc % PART;
        let first = if at == 0 { 0 } else { ends[at - 1] };
        &partners[first as usize..ends[at] as usize]
    }

    /// The later ones that each disc may touch, disc by disc.
    pub(super) fn partners(&self) -> impl Iterator<Item = &[u32]> {
        self.parts.iter().flat_map(FoundNeighbours::partners)
    }

    /// By disc, the least one that it may push or be pushed by, straight or through others.
    pub(super) fn islands(&self) -> &[u32] {
        self.islands.least()
    }

    /// Tells the discs where their units want to go, once they have decided anew.
    pub(crate) fn take_wishes(&mut self, bodies: &SlotMap<UnitId, Body>) {
        for disc in &mut self.sorted.discs {
            disc.take_wish(&bodies[disc.unit]);
        }
    }

    /// Returns where the discs were when units looked around, along the axes of the grid, in order.
    pub(super) fn points(&self) -> &[Vec2] {
        &self.sorted.points
    }

    /// All discs, in order, to tell them how fast they are.
    pub(super) fn discs_mut(&mut self) -> &mut [Disc] {
        &mut self.sorted.discs
    }

    /// A disc, to tell it where it has got to.
    pub(super) fn disc_mut(&mut self, disc: usize) -> &mut Disc {
        &mut self.sorted.discs[disc]
    }

    /// The nearest neighbours of discs of a part that did not idle when units looked, in order, each with its number.
    pub(super) fn nearest_in(&self, part: usize) -> impl Iterator<Item = &(u32, Nearest)> {
        self.parts[part].nearest.iter()
    }

    /// All discs, with who is near them.
    pub(super) fn sorted(&self) -> &Sorted {
        &self.sorted
    }

    /// Looks where the discs are that were sorted in the last look, and what their units do.
    pub(crate) fn refresh(&mut self, bodies: &SlotMap<UnitId, Body>) {
        for known in &mut self.sorted.discs {
            *known = disc(known.unit, &bodies[known.unit]);
        }
    }

    /// Returns whether a disc gives way to another one: it follows it, or says that it yields to such.
    pub(super) fn gives_way(&self, disc: u32, other: u32) -> bool {
        let known = |disc: u32| self.sorted.known(disc as usize);
        known(disc).gives_way_to(known(other))
    }

    /// By disc, whom it meets; empty where all meet all.
    pub(crate) fn rules(&self) -> &[MeetingRules] {
        &self.sorted.rules
    }

    /// Notes whom the discs follow.
    pub(crate) fn note_targets(&mut self, orders: &SlotMap<OrderId, Order>) {
        let Self { targets, sorted, .. } = self;
        targets.clear();
        sorted.follows.clear();
        targets.extend(orders.iter().filter_map(|(id, order)| Some((turn(id), order.target?))));
        if targets.is_empty() {
            return;
        }
        targets.sort_unstable();
        let Sorted { discs, follows, .. } = sorted;
        follows.extend(discs.iter().map(|disc| {
            let found = targets.binary_search_by_key(&disc.turn, |&(turn, _)| turn);
            found.map_or(UnitId::default(), |found| targets[found].1)
        }));
    }

    /// Looks at all units anew, with the help of an executor; shows each on the way, in id order.
    pub(crate) fn rebuild(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        horizon: Foresight,
        executor: Option<&dyn Executor>,
        show: impl FnMut(UnitId, &Body),
    ) {
        self.axis =
            Some(self.axis.unwrap_or_else(|| main_axis(bodies))).filter(|_| !bodies.is_empty());
        self.gather(bodies, show);
        self.sort(bodies);
        self.sorted.horizon = horizon;
        let count = self.discs().len().div_ceil(PART);
        let mut search = self.search.open();
        search.outputs.prepare(self.parts.len());
        // The memory of what was found before is used again.
        for (output, former) in search.outputs.iter_mut().zip(self.parts.drain(..)) {
            *output = former;
        }
        drop(search);
        let mut search = self.search.run(&mut self.sorted, count, executor);
        self.parts.extend(search.outputs.iter_mut().take(count).map(std::mem::take));
        drop(search);
        self.join();
    }

    /// Finds which discs may push each other, straight or through others, until the next look.
    fn join(&mut self) {
        let partners = self.parts.iter().flat_map(FoundNeighbours::partners);
        self.islands.find(self.sorted.discs.len() as u32, partners);
    }

    /// Gathers where the units on the ground are, and shows all.
    fn gather(&mut self, bodies: &SlotMap<UnitId, Body>, mut show: impl FnMut(UnitId, &Body)) {
        let axis = self.axis();
        let mut extremes = Extremes::none();
        let points = &mut self.sorted.points;
        self.units.clear();
        self.duties.clear();
        points.clear();
        self.units.reserve(bodies.len());
        points.reserve(bodies.len());
        self.duties.reserve(bodies.len());
        for (unit, body) in bodies {
            show(unit, body);
            if body.crossing.is_some() {
                continue;
            }
            let duty = Duty::of(body);
            extremes.include(body.radius, duty.max_speed);
            if let Some(rules) = body.own_rules() {
                extremes.include_rules(rules);
            }
            self.units.push(unit);
            self.duties.push(duty);
            points.push(along(axis, body.position));
        }
        self.sorted.extremes = extremes.finish();
    }

    /// Sorts the units into a grid, and makes their discs in this order.
    fn sort(&mut self, bodies: &SlotMap<UnitId, Body>) {
        let axis = self.axis();
        let Sorted { discs, points, rules, grid, extremes, .. } = &mut self.sorted;
        grid.sort(points, extremes.cell());
        discs.clear();
        let order = grid.order().iter().map(|&index| index as usize);
        discs.extend(order.map(|index| {
            let unit = self.units[index];
            Disc::of(unit, &bodies[unit], self.duties[index])
        }));
        points.clear();
        points.extend(discs.iter().map(|disc| along(axis, disc.position)));
        rules.clear();
        if extremes.has_rules() {
            rules.extend(discs.iter().map(|disc| bodies[disc.unit].rules()));
        }
    }
}

/// The disc of a unit.
fn disc(unit: UnitId, body: &Body) -> Disc {
    Disc::of(unit, body, Duty::of(body))
}

/// A position along an axis and to the left of it.
fn along(axis: Vec2, position: Vec2) -> Vec2 {
    Vec2::new(axis.dot(position), axis.perp_dot(position))
}

/// The axis along which the units look on the whole. Headings are summed as integers: no order of units can change it.
fn main_axis(bodies: &SlotMap<UnitId, Body>) -> Vec2 {
    let (mut x, mut y) = (0_i64, 0_i64);
    for body in bodies.values() {
        x += (body.heading.x * HEADING_UNITS) as i64;
        y += (body.heading.y * HEADING_UNITS) as i64;
    }
    // A quarter turn takes each case to the next.
    match (x + y, y - x) {
        (1.., ..=0) => Vec2::X,
        (0.., 1..) => Vec2::Y,
        (..=-1, 0..) => Vec2::NEG_X,
        (_, ..=-1) => Vec2::NEG_Y,
        // They look everywhere alike.
        _ => Vec2::X,
    }
}

#[cfg(test)]
mod tests {
    use super::super::look::{MOST_NEAREST, MOST_TOUCHING};
    use super::*;
    use crate::bodies::unit::UnitDefinition;

    const HORIZON: Foresight = Foresight { sight: 1.0, period: 0.1, space: 1.0 };

    fn scattered(count: u32, area: f32) -> SlotMap<UnitId, Body> {
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let mut bodies = SlotMap::with_key();
        for _ in 0..count {
            let position = Vec2::new(random() - 0.5, random() - 0.5) * area;
            let definition = UnitDefinition::new(position, 0.1 + 0.3 * random(), 0.5 + random());
            bodies.insert(Body::new(&definition, 0, 0.1));
        }
        bodies
    }

    /// The nearest neighbours of a disc, the nearest first.
    fn nearest_to(neighbours: &Neighbours, disc: usize) -> Vec<u32> {
        let nearest = neighbours.sorted().look(disc, &mut Vec::new());
        nearest.into_iter().filter(|&other| other != u32::MAX).collect()
    }

    #[test]
    fn those_around_a_disc_are_all_within_reach() {
        for (area, reach) in [(6.0, 0.4), (20.0, 1.0), (20.0, 7.5), (100.0, 3.0), (100.0, 200.0)] {
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(&scattered(300, area), HORIZON, None, |_, _| ());
            let discs = neighbours.discs();
            for (index, one) in (0..).zip(discs) {
                let is_near = |&(_, other): &(u32, &Disc)| {
                    other.position.distance_squared(one.position) < reach * reach
                };
                let expected: Vec<u32> =
                    (0..).zip(discs).filter(is_near).map(|(other, _)| other).collect();
                let found: Vec<u32> = neighbours.around(index, reach).collect();
                assert_eq!(found, expected, "{reach} m round {index}, in {area} m");
            }
        }
    }

    #[test]
    fn neighbours_are_the_nearest_and_pairs_are_all_that_may_touch() {
        for area in [6.0, 20.0, 100.0] {
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(&scattered(300, area), HORIZON, None, |_, _| ());
            let discs = neighbours.discs().to_vec();
            let mut pairs = Vec::new();
            for (index, one) in discs.iter().enumerate() {
                let mut near = Vec::new();
                for (other, two) in discs.iter().enumerate().filter(|&(other, _)| other != index) {
                    let squared = one.position.distance_squared(two.position);
                    let (sight, touch) =
                        HORIZON.squared(one.radius + two.radius, one.max_speed + two.max_speed);
                    if squared <= sight {
                        near.push((squared, other as u32));
                    }
                    if other > index && squared < touch {
                        pairs.push((index as u32, other as u32));
                    }
                }
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                near.truncate(MOST_NEAREST);
                let expected: Vec<f32> = near.iter().map(|&(squared, _)| squared).collect();
                let found = nearest_to(&neighbours, index);
                let found = found.iter().map(|&other| discs[other as usize].position);
                let found: Vec<f32> =
                    found.map(|position| position.distance_squared(one.position)).collect();
                assert_eq!(found, expected, "in {area} m");
            }
            // In the narrowest crowd a disc has more partners than it may have.
            if area > 6.0 {
                assert!(neighbours.pairs().eq(pairs));
            }
        }
    }

    #[test]
    fn the_order_of_creation_does_not_matter() {
        let bodies = scattered(200, 12.0);
        let mut backwards = SlotMap::with_key();
        let all: Vec<&Body> = bodies.values().collect();
        for &body in all.iter().rev() {
            backwards.insert(body.clone());
        }
        let (mut one, mut other) = (Neighbours::default(), Neighbours::default());
        one.rebuild(&bodies, HORIZON, None, |_, _| ());
        other.rebuild(&backwards, HORIZON, None, |_, _| ());
        let positions =
            |of: &Neighbours| of.discs().iter().map(|disc| disc.position).collect::<Vec<_>>();
        assert_eq!(positions(&one), positions(&other));
        let found = |of: &Neighbours| {
            let nearest = (0..200).map(|disc| nearest_to(of, disc));
            (of.pairs().collect::<Vec<_>>(), nearest.collect::<Vec<_>>())
        };
        assert_eq!(found(&one), found(&other));
    }

    #[test]
    fn an_army_on_one_point_is_bounded() {
        let mut bodies = SlotMap::with_key();
        for _ in 0..20_000 {
            bodies.insert(Body::new(&UnitDefinition::new(Vec2::ONE, 0.3, 1.4), 0, 0.1));
        }
        let mut neighbours = Neighbours::default();
        neighbours.rebuild(&bodies, HORIZON, None, |_, _| ());
        assert!(neighbours.pairs().count() <= 20_000 * MOST_TOUCHING);
        neighbours.rebuild(&SlotMap::with_key(), HORIZON, None, |_, _| ());
        assert!(neighbours.discs().is_empty() && neighbours.pairs().next().is_none());
    }
}
